"""What somebody at the terminal sees while a class is graded, and afterwards."""

import argparse
import io
import json
import os
import sys
import time
from dataclasses import dataclass, field
from math import ceil

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from grader.assignment.config import Assignment
from grader.errors import OutputError
from grader.report.grades_files import submission_json
from grader.report.numbers import points
from grader.report.sanitize import for_log, visible
from grader.report.text import handin_text
from grader.results import HandinResult
from grader.scoring.score import HandinScore
from grader.student.plural import numbered

QUIET_SECONDS = 10.0
LEAST_KNOWN = 3  # fewer hand-ins don't tell how long the others take


def time_left(done: int, rest: int, seconds: float) -> str:
    """About how long the rest will take, given the time so far; empty if that isn't known yet.

    >>> time_left(10, 30, 60.0), time_left(10, 30, 600.0), time_left(1, 30, 60.0)
    ('about 3 min left', 'about 30 min left', '')
    """
    if done < LEAST_KNOWN or not rest:
        return ""
    left = seconds / done * rest
    if left < 50:
        return "less than a minute left"
    return f"about {ceil(left / 60)} min left" if left < 5400 else f"about {left / 3600:.1f} h left"


@dataclass
class Terminal:
    """Progress as a bar on a terminal; elsewhere as an occasional line."""

    console: Console = field(default_factory=lambda: Console(stderr=True, highlight=False))
    _bar: Progress | None = None
    _done: int = 0
    _total: int = 0
    _last_line: float = 0.0
    _known: int = 0
    _begun: float = 0.0

    def begin(self, total: int, known: int) -> None:
        """Begin grading: `total` hand-ins, of which `known` were graded before."""
        self._total, self._done = total, known
        self._known, self._begun = known, time.monotonic()
        if known:
            self.note(f"graded before, and not changed: {known} of {numbered(total, 'hand-in')}")
        if not self.console.is_terminal or known == total:
            return
        # Refreshed by hand: there must be no refresh thread when judges are forked.
        self._bar = Progress(
            TextColumn("grading"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("· left"),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
            console=self.console,
            auto_refresh=False,
        )
        self._bar.add_task("making the answer key …", total=total, completed=known)
        self._bar.start()
        self._bar.refresh()

    def proved(self, done: int, total: int) -> None:
        """Show how many known hand-ins are graded, which comes before all others."""
        line = f"{done} of {numbered(total, 'known hand-in')}"
        if self._bar is not None:
            self._bar.update(self._bar.tasks[0].id, description=f"first {line} …")
            self._bar.refresh()
        elif time.monotonic() - max(self._last_line, self._begun) > QUIET_SECONDS:
            self._last_line = time.monotonic()
            self.note(f"{line} graded")

    def graded(self, student: str, scored: HandinScore) -> None:
        """One more hand-in is graded, and on disk."""
        if self._total > 1 or self._bar is not None:  # a single result follows at once
            self.done(student, "not graded" if scored.score is None else points(scored.score))

    def done(self, name: str, outcome: str) -> None:
        """One more item is done, with this outcome."""
        self._done += 1
        line = f"{visible(name)[:40]}: {outcome}"
        if self._bar is not None:
            self._bar.update(self._bar.tasks[0].id, advance=1, description=line)
            self._bar.refresh()
        elif time.monotonic() - self._last_line > QUIET_SECONDS or self._done == self._total:
            self._last_line = time.monotonic()
            worked = time.monotonic() - self._begun
            left = time_left(self._done - self._known, self._total - self._done, worked)
            said = f"{self._done} of {self._total} graded{f', {left}' if left else ''}"
            self.note(f"{said}; last: {line}")

    def end(self) -> None:
        """Grading has ended, or was stopped."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def note(self, line: str) -> None:
        """Show one line for staff, above the progress."""
        shown = visible(line) if self.console.is_terminal else for_log(visible(line))
        self.console.print(shown, markup=False, soft_wrap=True)


def terminal(*, quiet: bool) -> Terminal:
    """A terminal that shows progress and notes, or nothing if `quiet`."""
    return Terminal(Console(stderr=True, highlight=False, quiet=True)) if quiet else Terminal()


def say(text: str) -> None:
    """Print results for people on standard output."""
    _print(text if sys.stdout.isatty() else for_log(text))


def say_json(data: object) -> None:
    """Print results for programs on standard output, with build servers' commands escaped."""
    say_exactly(json.dumps(data, indent=1).replace("##", r"\u0023#"))


def say_exactly(text: str) -> None:
    """Print what another system reads, unchanged, on standard output: in UTF-8, as in a file."""
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")
    _print(text)


def _print(text: str) -> None:
    """Raises `OutputError` if standard output is full, or closed."""
    try:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        # Without this, the flush at exit would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OutputError(f"standard output: can't be written: {error.strerror}") from None


def is_colourful() -> bool:
    """Whether standard output is a terminal with colours."""
    return Console().is_terminal and not Console().no_color


def say_handin(
    options: argparse.Namespace, assignment: Assignment, result: HandinResult, scored: HandinScore
) -> None:
    """Print the result of one hand-in: as text, as JSON, or not at all."""
    if options.json:
        say_json(submission_json(result, scored))
    elif not options.quiet:
        say(handin_text(assignment, result, scored, colour=is_colourful()))
