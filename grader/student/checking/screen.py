"""The terminal: its width, its colours, and a status line."""

import os
import shutil
import textwrap
from dataclasses import dataclass
from typing import TextIO

COLOURS = {"good": "32", "bad": "31", "quiet": "2", "strong": "1", "": ""}
NARROWEST, WIDEST = 40, 110


@dataclass
class Screen:
    """Where lines are shown; without a terminal there are no colours and no status."""

    out: TextIO
    width: int
    is_terminal: bool
    coloured: bool
    _has_status: bool = False

    def line(self, text: str = "", colour: str = "") -> None:
        """Show a line, coloured if possible."""
        self.close()
        code = COLOURS[colour]
        painted = f"\x1b[{code}m{text}\x1b[0m" if code and self.coloured and text else text
        print(painted, file=self.out, flush=True)

    def paragraph(self, text: str, colour: str = "") -> None:
        """Show a text as lines that fit; all but the first are indented."""
        for line in self.wrapped(text, "", "  "):
            self.line(line, colour)

    def wrapped(self, text: str, indent: str, rest: str) -> list[str]:
        """A text as lines that fit; `rest` is the indentation of all but the first."""
        lines = textwrap.wrap(
            text,
            self.width,
            initial_indent=indent,
            subsequent_indent=rest,
            break_on_hyphens=False,
        )
        return lines or [indent.rstrip()]

    def status(self, text: str) -> None:
        """Show what is going on, until the next line."""
        if self.is_terminal:
            self.close()
            print(text[: self.width - 1], end="\r", file=self.out, flush=True)
            self._has_status = True

    def close(self) -> None:
        """Remove the status."""
        if self._has_status:
            print("\r\x1b[K", end="", file=self.out)
            self._has_status = False


def screen_of(out: TextIO) -> Screen:
    """The screen for a stream; `NO_COLOR` turns colours off."""
    is_terminal = out.isatty()
    width = shutil.get_terminal_size((80, 24)).columns
    coloured = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Screen(out, min(max(width, NARROWEST), WIDEST), is_terminal, coloured)
