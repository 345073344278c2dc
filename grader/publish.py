"""Making files of results: all of them can be made again, at any time, from what is stored.

An output folder remembers in `run.json` where its hand-ins came from and how they were graded, so
that pages made a year later still name the machine, the versions and the day of the grading.
Staff's own files (`submissions.csv`, rubrics) stay beside the hand-ins and are read anew each time.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from grader import batch
from grader.assignment import Assignment
from grader.errors import OutputError, UsageError
from grader.policy import Submitted, read_submissions
from grader.report.context import RunContext
from grader.report.diff import Difference, difference, read_grades
from grader.report.exports.autolab import autolab
from grader.report.exports.canvas import canvas
from grader.report.exports.github import annotations, step_summary
from grader.report.exports.gradescope import gradescope
from grader.report.exports.junit import junit
from grader.report.html import render_diff
from grader.report.names import page_name
from grader.report.pages import replace_file, write_report
from grader.report.pdf import print_pdf
from grader.report.tables import write_csv, write_json
from grader.results import HandinResult
from grader.rubric import Rubric, read_rubric
from grader.score import Scored
from grader.store import FILE

RUN = "run.json"
DIFF_PAGE = "diff.html"
OF_ONE = {
    "gradescope": gradescope,
    "autolab": autolab,
    "github": annotations,
    "github-summary": step_summary,
}
FORMS = (*OF_ONE, "canvas", "junit")


@dataclass(frozen=True, slots=True)
class Beside:
    """What staff keep in the folder of hand-ins: when each came in, and their words on it."""

    folder: Path
    submitted: Mapping[str, Submitted]
    rubric: Rubric


@dataclass(frozen=True, slots=True)
class Run:
    """Graded hand-ins in `out`, and all else that reports are made from."""

    assignment: Assignment
    out: Path
    beside: Beside
    context: RunContext

    def graded(self) -> Iterator[tuple[HandinResult, Scored]]:
        """Every hand-in with its score, sorted by student, one at a time."""
        beside = self.beside
        return batch.graded(self.assignment, self.out, beside.submitted, beside.rubric)


def read_beside(folder: Path) -> Beside:
    """What stands beside the hand-ins; raises `ConfigError` with the faults of a file."""
    return Beside(folder, read_submissions(folder), read_rubric(folder))


def publish(run: Run, jobs: int = 1) -> Path:
    """Write grades and pages of a run and remember it; returns the page of the class.

    Raises `OutputError` if a file can't be written.
    """
    write_json(run.out / "grades.json", run.assignment, run.graded())
    write_csv(run.out / "grades.csv", run.assignment, (scored for _, scored in run.graded()))
    data = {"handins": str(run.beside.folder.resolve()), "context": asdict(run.context)}
    write_file(run.out / RUN, json.dumps(data, indent=1) + "\n")
    return write_report(run.out, run.assignment, run.graded(), run.context, jobs=jobs)


def recall(assignment: Assignment, out: Path, handins: Path | None = None) -> Run:
    """A run of which reports are to be made again; `handins` where its hand-ins are now.

    Raises `UsageError` if `out` holds no run, or its hand-ins have been moved.
    """
    data = _remembered(out)
    folder = handins or Path(data["handins"])
    if not folder.is_dir():
        # Without it, what staff wrote there would be missing from score and page without a word.
        raise UsageError(f"{folder}: the hand-ins are no longer there; name them by --handins")
    context = {name: _frozen(value) for name, value in data["context"].items()}
    return Run(assignment, out, read_beside(folder), RunContext(**context))


def _remembered(out: Path) -> dict[str, Any]:
    try:
        data = json.loads((out / RUN).read_text("utf-8"))
    except (OSError, ValueError):
        data = None
    whole = isinstance(data, dict) and {"handins", "context"} <= data.keys()
    if not whole or not (out / FILE).is_file():
        raise UsageError(f"{out}: no graded hand-ins are in it; name the --out of grade or batch")
    return dict(data)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def find(run: Run, student: str) -> tuple[HandinResult, Scored]:
    """One graded hand-in; raises `UsageError` if there is none of that student."""
    for result, scored in run.graded():
        if result.student == student:
            return result, scored
    raise UsageError(f"{run.out}: there is no hand-in of '{student}' in it")


def student_page(run: Run, student: str) -> Path:
    """Where the page of a student is."""
    return run.out / "students" / page_name(student)


def print_pages(run: Run, students: Iterable[str]) -> Iterator[Path]:
    """Print students' pages, each to a PDF beside it; raises `OutputError`."""
    for student in students:
        page = student_page(run, student)
        pdf = page.with_suffix(".pdf")
        print_pdf(page, pdf)
        yield pdf


def export(run: Run, form: str, student: str | None = None, column: str = "") -> str:
    """Grades in the form of another system, one of `FORMS`.

    Raises `UsageError` where the form is of one hand-in and `student` is missing, `OutputError` if
    that hand-in has no score: these systems would take what is written for a 0.
    """
    if form in OF_ONE:
        result, scored = find(run, student) if student else _only(run, form)
        if scored.score is None:
            raise OutputError(f"{scored.student}: no score by a fault of ours; nothing is exported")
        return OF_ONE[form](run.assignment, result, scored, run.context)
    graded = [find(run, student)] if student else run.graded()
    if form == "canvas":
        return canvas(run.assignment, graded, column)
    return junit(run.assignment, graded, run.context)


def _only(run: Run, form: str) -> tuple[HandinResult, Scored]:
    first = list(islice(run.graded(), 2))
    if len(first) != 1:
        raise UsageError(f"{form} is of one hand-in; name it by --student")
    return first[0]


def compare(old: Path, new: Path, page: Path | None) -> tuple[Difference, Path | None]:
    """What changed from one run to another, each an output folder or its `grades.json`.

    The page of it goes to `page`, or beside the new run's own pages if that is a folder. Raises
    `UsageError` if a run can't be read, `OutputError` if the page can't be written.
    """
    data = read_grades(old), read_grades(new)
    found = difference(*data)
    target = page or (new / DIFF_PAGE if new.is_dir() else None)
    if target is not None:
        linked = new.is_dir() and target.parent.resolve() == new.resolve()
        title = str(data[1].get("assignment", ""))
        write_file(target, render_diff(found, title, (str(old), str(new)), linked=linked))
    return found, target


def write_file(path: Path, text: str) -> None:
    """Write a file as a whole; raises `OutputError` if it can't be written."""
    try:
        replace_file(path, text)
    except OSError as error:
        raise OutputError(f"{path}: can't be written: {error.strerror}") from None
