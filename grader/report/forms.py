"""Forms of exports. A form is a file in `exports/`: named as it is, and with one `FORM` in it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from grader.assignment.config import Assignment
from grader.report.context import RunContext
from grader.results import HandinResult
from grader.scoring.score import HandinScore


@dataclass(frozen=True, slots=True)
class ExportData:
    """What an export is made from; `pages` is the folder of students' pages, `column` an option."""

    assignment: Assignment
    graded: Iterable[tuple[HandinResult, HandinScore]]
    context: RunContext
    pages: Path = Path()
    column: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """What another system reads, as a file with this suffix: bytes only go into a file.

    A form `of_one` is made from one hand-in, which has a score.
    """

    suffix: str
    make: Callable[[ExportData], str] | Callable[[ExportData], bytes]
    of_one: bool = False


def form_of(name: str) -> Form:
    """The form of that name, such as `moodle-grades`."""
    module = import_module(f"grader.report.exports.{name.replace('-', '_')}")
    form: Form = module.FORM
    return form
