"""The exceptions that end a command, drawn as one tree.

    GraderError                    one clear line for the person at the terminal
    ├── UsageError                 a wrong argument or path            exit status 2
    ├── ConfigError                config.yaml or a rubric is wrong    exit status 2
    ├── OutputError                results can't be written            exit status 1
    │   └── DiskFull               temporary: space may become free
    ├── IsolationUnavailable       the requested tier isn't available  exit status 1
    ├── ProofFailed                known hand-ins get wrong verdicts   exit status 1
    ├── HandinError                a hand-in can't be opened: its own fault, graded as such
    └── BrokenGrader               a fault of the grader               exit status 1

What student code does inside a box is never an exception of this tree: it is a
`Status` in a `CheckResult` (see `grader.results`).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """The end of a message about an unknown name: the closest known one, or `otherwise`.

    >>> did_you_mean("TILTE", ["title", "seed"]), did_you_mean("x", ["seed"], "; there is seed")
    ("; did you mean 'title'?", '; there is seed')
    """
    # Wrong capitals don't count as a difference.
    by_letters = {each.casefold(): each for each in known}
    close = get_close_matches(name.casefold(), by_letters, n=1)
    return f"; did you mean '{by_letters[close[0]]}'?" if close else otherwise


class GraderError(Exception):
    """One line that says what is wrong, where, and how to fix it.

    Unprintable characters, such as control characters from a student's file, are escaped.
    """

    exit_status = 1

    def __init__(self, words: str = "") -> None:
        super().__init__("\n".join(map(_printable, str(words).split("\n"))))


class UsageError(GraderError):
    """The command line names something that isn't there or can't be used."""

    exit_status = 2


class ConfigError(GraderError):
    """One or more faults in a configuration file, a line each, with `file:line`."""

    exit_status = 2


class OutputError(GraderError):
    """The output folder can't be written, or the disk is full."""


class DiskFull(OutputError):
    """The disk has no room for results; boxes that end may free some."""


class IsolationUnavailable(GraderError):
    """This machine can't provide the requested isolation."""


class ProofFailed(GraderError):
    """Known hand-ins do not get their known verdicts on this machine, so it must not grade."""


class HandinError(GraderError):
    """A hand-in that can't be opened, through a fault of its own."""


class BrokenGrader(GraderError):
    """The grader itself failed; never the hand-in's fault, never a zero."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn a system error about writing `path` into an `OutputError` of one line."""
    try:
        yield
    except OSError as error:
        raise OutputError(f"{path}: can't be written: {error.strerror}") from None


def why_unread(error: OSError | ValueError) -> str:
    """Why a text of staff's can't be read, in a few words.

    >>> try: b"title: \\n\\xfc".decode()
    ... except ValueError as error: why_unread(error)
    "line 2 isn't UTF-8; save the file as UTF-8"
    """
    match error:
        case UnicodeDecodeError():
            line = error.object.count(b"\n", 0, error.start) + 1
            return f"line {line} isn't UTF-8; save the file as UTF-8"
        case OSError():
            return error.strerror or str(error)
    return str(error)


def _printable(line: str) -> str:
    if line.isprintable():
        return line
    return "".join([c if c.isprintable() else ascii(c)[1:-1] for c in line])
