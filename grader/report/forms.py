"""Forms of exports. Each is a file in `exports/` with the form's name and one `FORM` in it."""

import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from grader.assignment.config import Assignment
from grader.course.roster import NO_ROSTER, Roster
from grader.errors import UsageError
from grader.report.context import RunContext
from grader.report.pages.page_names import page_name
from grader.results import HandinResult
from grader.scoring.score import HandinScore

Files = Mapping[str, bytes | str]
WEB = "web/"  # subfolder of the files for a web server
MADE_HERE = b"made by grader export"  # the comment of an archive, at its end


@dataclass(frozen=True, slots=True)
class ExportData:
    """What an export is made from; `pages` is the folder of students' pages.

    `column` and `url` (where pages will be) are options; `secret` is the key for names that nobody
    can guess; `entries` are the names of the hand-ins in the download; `roster` is who is in the
    course.
    """

    assignment: Assignment
    graded: Iterable[tuple[HandinResult, HandinScore]]
    context: RunContext
    pages: Path = Path()
    column: str = ""
    url: str = ""
    secret: str = ""
    entries: Mapping[str, str] = field(default_factory=dict)
    roster: Roster = NO_ROSTER

    @property
    def heading(self) -> str:
        """The name of the score column: the option, or else the assignment's title."""
        return self.column or self.assignment.title


@dataclass(frozen=True, slots=True)
class Form:
    """A file for another system, with this suffix; bytes are never printed, only written.

    The suffix "/" means a folder of files. A form `of_one` takes one hand-in, which has a score.
    `note` returns a line for staff on what to do with the file, or "". `begins` matches what each
    text of the form begins with, if that isn't a heading: so an earlier export is recognized.
    """

    suffix: str
    make: Callable[[ExportData], str | bytes | Files]
    of_one: bool = False
    note: Callable[[ExportData], str] = lambda _grades: ""
    begins: str = ""


def form_of(name: str) -> Form:
    """The form of that name, such as `moodle-grades`."""
    module = import_module(f"grader.report.exports.{name.replace('-', '_')}")
    form: Form = module.FORM
    return form


def page_of(grades: ExportData, scored: HandinScore) -> bytes:
    """The page of a student; raises `UsageError` if it doesn't exist."""
    page = grades.pages / page_name(scored.student)
    try:
        return page.read_bytes()
    except OSError:
        raise UsageError(f"{page}: it isn't there; make it by `grader report`") from None


def archive(files: Files) -> bytes:
    """A `.zip` of the files."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as zipped:
        for name, content in files.items():
            zipped.writestr(name, content)
        zipped.comment = MADE_HERE
    return made.getvalue()
