"""Where options say that something is to be written, and what must stay as it is there.

A new file is written, and an earlier one of the same kind replaced. All else is somebody's.
"""

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path

from grader.assignment.config import Assignment
from grader.course.staff_tables import TABLES
from grader.errors import UsageError
from grader.publishing.log import FILE as LOG
from grader.publishing.run import CSV, JSON, RUN, Run, read_keys
from grader.report.exports.pages import MAIL
from grader.report.forms import MADE_HERE, Files, Form
from grader.report.pages.page_files import INDEX
from grader.scoring.rubric import FILE as RUBRIC
from grader.store.writer import FILE

_ANOTHER = "another with --to"


def refuse_taken(run: Run, target: Path, form: Form) -> None:
    """Raise `UsageError` where an export would be what grader reads or writes itself.

    A folder or an archive among hand-ins would be one of them.
    """
    place, out, handins = target.resolve(), run.out.resolve(), run.beside.folder.resolve()
    own = [out, *[out / name for name in (JSON, CSV, INDEX, RUN, FILE, LOG)]]
    read = [handins / name for name in (*TABLES, RUBRIC)]
    is_class = not Path(read_keys(run.out / RUN).get("handins", "")).is_file()
    is_among = is_class and place.is_relative_to(handins) and not out.is_relative_to(handins)
    would_be_one = is_among and form.suffix in ("/", ".zip")
    if place in own or place in read or would_be_one or _is_handed_in(run, place, handins):
        raise UsageError(f"{target}: grader reads or writes that itself; choose {_ANOTHER}")
    refuse_in_assignment(run.assignment, target, _ANOTHER)


def _is_handed_in(run: Run, place: Path, handins: Path) -> bool:
    """Whether a place is a graded hand-in, or in one."""
    if place == handins or not place.is_relative_to(handins):
        return False
    top = place.relative_to(handins).parts[0]
    return top in {*run.students(), *[one.partition("/")[0] for one in run.entries.values()]}


def refuse_other(target: Path, form: Form, made: str | bytes | Files) -> None:
    """Raise `UsageError` where an export would replace what is no earlier one of its form."""
    if isinstance(made, str | bytes):
        refuse_foreign(target, lambda there: _is_alike(form, made, there), "export", _ANOTHER)
    else:
        _refuse_other_folder(target, form, made)


def refuse_foreign(target: Path, is_earlier: Callable[[bytes], bool], kind: str, way: str) -> None:
    """Raise `UsageError` unless a file is new, empty, or an earlier one of that kind."""
    try:
        there = target.lstat()
        if not stat.S_ISREG(there.st_mode):
            raise UsageError(f"{target}: it isn't a regular file; choose {way}")
        is_free = not there.st_size or is_earlier(target.read_bytes())
    except OSError:
        return  # writing it says more
    if not is_free:
        raise _foreign(target, kind, way)


def refuse_in_assignment(assignment: Assignment, target: Path, way: str) -> None:
    """Raise `UsageError` where students' files, checks, solutions or known hand-ins are."""
    place = os.path.realpath(target)
    folders = (assignment.handout, assignment.reference, assignment.hidden_checks)
    for folder in (*folders, assignment.mistakes, assignment.planted):
        if Path(place).is_relative_to(os.path.realpath(folder)):
            raise UsageError(f"{target}: {folder} is part of the assignment; choose {way}")


def _refuse_other_folder(target: Path, form: Form, made: Files) -> None:
    """A folder is an earlier export if its table for a mail merge is one."""
    try:
        is_empty = not any(target.iterdir())
    except FileNotFoundError:
        return
    except OSError:
        raise UsageError(f"{target}: it isn't a folder; choose {_ANOTHER}") from None
    if is_empty:
        return
    mail = target / MAIL
    if not mail.is_file() or not _is_alike(form, made[MAIL], mail.read_bytes()):
        raise _foreign(target, "export", _ANOTHER)


def _is_alike(form: Form, made: str | bytes, there: bytes) -> bool:
    if isinstance(made, bytes):
        return there.endswith(MADE_HERE)
    head = made[: made.find("\n") + 1].encode()
    return bool(re.match(form.begins.encode() or re.escape(head), there))


def _foreign(target: Path, kind: str, way: str) -> UsageError:
    return UsageError(
        f"{target}: something is there that is no earlier {kind}; move it away, or choose {way}"
    )
