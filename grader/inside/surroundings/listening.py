"""What a call prints and reads: standard output, with the prompts of `input` kept apart.

Errors and warnings aren't output. Prompts are kept apart because most assignments leave them open.
"""

import builtins
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any

from grader.inside.surroundings.streams import Sink, type_next

# At most so many characters and prompts are recorded; no right answer is longer.
MOST_HEARD, MOST_PIECES = 128 << 10, 10_000


class OutputLog:
    """Records what is printed: texts, and between them the prompts of `input`."""

    def __init__(self) -> None:
        self._pieces: list[list[str]] = [[]]
        self._room = MOST_HEARD

    def hear(self, text: str) -> None:
        """Record what is printed."""
        self._pieces[-1].append(text[: self._room])
        self._room -= len(self._pieces[-1][-1])

    @contextmanager
    def prompting(self) -> Iterator[None]:
        """Record what is printed meanwhile as a prompt."""
        self._pieces.append([])
        yield
        if len(self._pieces) < MOST_PIECES:
            self._pieces.append([])
        else:  # too many to keep apart: append to the last text
            self._pieces[-2] += self._pieces.pop()

    def pieces(self) -> list[str]:
        """Printed text and prompts in turn, beginning and ending with printed text."""
        return list(map("".join, self._pieces))


class Tee(io.TextIOBase):
    """Standard output with a listener."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.listener: OutputLog | None = None

    def write(self, text: str, /) -> int:
        if self.listener is not None:
            self.listener.hear(text)
        self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        self._stream.flush()


@contextmanager
def listening() -> Iterator[OutputLog]:
    """Record what is printed meanwhile, also on a stream that code took earlier."""
    listener, stream = OutputLog(), sys.stdout
    _flush(stream)  # printed before
    place = _listened(stream) or Tee(stream)
    if isinstance(place, Tee):
        sys.stdout = place
    before, place.listener = place.listener, listener
    try:
        yield listener
    finally:
        _flush(sys.stdout)
        _flush(stream)
        place.listener, sys.stdout = before, stream


def _flush(stream: Any) -> None:
    with suppress(Exception):  # the code may have closed it
        stream.flush()


def _listened(stream: object) -> Sink | Tee | None:
    """The place where writes to a stream can be heard; None if the stream isn't ours."""
    sink = getattr(getattr(stream, "buffer", None), "raw", stream)
    return sink if isinstance(sink, Sink | Tee) else None


@contextmanager
def typing(lines: Sequence[str]) -> Iterator[None]:
    """Put exactly these lines on standard input."""
    before = sys.stdin
    type_next("".join([f"{line}\n" for line in lines]))
    try:
        yield
    finally:
        if sys.stdin is before:
            type_next("")
        sys.stdin = before


def tell_prompts_apart() -> None:
    """Make `input` mark its prompts for whoever listens."""
    real = builtins.input

    @wraps(real)
    def ask(prompt: object = "", /) -> str:
        place = _listened(sys.stdout)
        if place is None or place.listener is None:
            return real(prompt)
        sys.stdout.flush()
        with place.listener.prompting():
            sys.stdout.write(str(prompt))
            sys.stdout.flush()
        return real()

    builtins.input = ask
