"""Writing pages: `index.html` and one page per student, only where something changed.

The last line of a student's page holds the digest of everything it was made from; a page with
the same digest is not rewritten. The run's date is not part of the digest: a page says when its
contents last changed. Files are replaced as a whole, so a reader never sees half a page. They are
not flushed to disk one by one, since a report can be rebuilt from the results at any time.
"""

import os
from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from grader.assignment.config import Assignment
from grader.errors import writing
from grader.report.content.classes import ClassView
from grader.report.context import RunContext
from grader.report.pages.html import render_class, render_student
from grader.report.pages.page_names import page_name
from grader.results import HandinResult
from grader.sandbox.kernel.own_limits import raising_after
from grader.scoring.score import HandinScore
from grader.student.atomic_file import replacing

INDEX, STUDENTS = "index.html", "students"
TRAILER = "<!-- made from {} -->\n"
MADE = TRAILER.partition("{")[0]
# A page usually takes some hundredths of a second, but it is made of texts that students wrote.
PAGE_CPU_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class ReportTarget:
    """Where to write a report, and what all its pages share."""

    folder: Path
    assignment: Assignment
    context: RunContext


def write_page(
    target: ReportTarget, result: HandinResult, scored: HandinScore, made_from: str
) -> None:
    """Write a hand-in's page unless it is up to date; `made_from` is a digest in hexadecimal.

    Raises `OutputError` if it can't be written.
    """
    path = target.folder / STUDENTS / page_name(result.student)
    trailer = TRAILER.format(made_from)
    if _last_line(path) != trailer:
        page = _page_of(target, result, scored)
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, [page, trailer])


def _page_of(target: ReportTarget, result: HandinResult, scored: HandinScore) -> str:
    """The page of a hand-in, without what students wrote if showing that fails."""
    try:
        with raising_after(PAGE_CPU_SECONDS):
            return render_student(target.assignment, result, scored, target.context)
    except Exception as error:  # caused by this student's texts: other pages must not fail
        note = f"code and details are left out here: showing them failed ({type(error).__name__})"
        bare = replace(result, sources={}, findings=(), notes=(*result.notes, note))
        return render_student(target.assignment, bare, _without_evidence(scored), target.context)


def _without_evidence(scored: HandinScore) -> HandinScore:
    tasks = {
        name: replace(task, checks=tuple([replace(c, evidence=None) for c in task.checks]))
        for name, task in scored.tasks.items()
    }
    return replace(scored, tasks=tasks)


def write_class_page(target: ReportTarget, view: ClassView) -> Path:
    """Write the class page; remove pages of students who aren't in the class.

    Raises `OutputError` if it can't be written.
    """
    index, students = target.folder / INDEX, target.folder / STUDENTS
    write_file(index, render_class(target.assignment, view, target.context))
    with writing(students):
        _remove_others(students, {row.page for row in view.rows})
    return index


def _remove_others(students: Path, pages: Container[str]) -> None:
    for path in students.glob("*.html"):
        # Remove only what a report wrote; a file that somebody put there stays.
        if path.name not in pages and _last_line(path).startswith(MADE):
            path.unlink()


def pages_digest(folder: Path) -> str:
    """A hash of which students' pages exist, and what each was made from."""
    total = sha256()
    for path in sorted((folder / STUDENTS).glob("*.html")):
        line = _last_line(path)
        if line.startswith(MADE):
            total.update(f"{path.name} {line}".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def _last_line(path: Path) -> str:
    try:
        with path.open("rb") as file:
            file.seek(-len(TRAILER.format("0" * 64)), os.SEEK_END)
            return file.read().decode("ascii", "replace")
    except OSError:
        return ""


def write_file(path: Path, pieces: Iterable[str]) -> None:
    """Write a file as a whole; raises `OutputError` if it can't be written."""
    with writing(path), replacing(path) as file:
        file.writelines(piece.encode() for piece in pieces)
