"""Replaying the transcript of a conversation: its typed lines go in, the screen comes out."""

import builtins
import io
from collections.abc import Callable
from contextlib import redirect_stdout
from unittest.mock import patch


def typed_lines(transcript: str, prompt: str) -> list[str]:
    """What a user types in a transcript: the rest of each line that begins with the prompt."""
    lines = transcript.splitlines()
    return [line.removeprefix(prompt) for line in lines if line.startswith(prompt)]


def screen(run: Callable[[], None], typed: list[str]) -> str:
    """What a terminal shows while `run` reads the typed lines and then the end of the input."""
    waiting = iter(typed)
    shown = io.StringIO()

    def read_line(prompt: str = "") -> str:
        shown.write(prompt)
        try:
            line = next(waiting)
        except StopIteration:
            raise EOFError from None
        shown.write(f"{line}\n")
        return line

    with redirect_stdout(shown), patch.object(builtins, "input", read_line):
        run()
    return shown.getvalue()
