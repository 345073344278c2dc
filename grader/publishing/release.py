"""Releases scores to students, and undoes that as long as nothing else has happened."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from grader.course.cells import alike
from grader.course.clock import moment_now
from grader.course.released import ReleasedScore, as_data
from grader.errors import UsageError
from grader.publishing import log
from grader.publishing.log_words import sentence
from grader.publishing.proposal import WRITTEN, Grades, refuse_while_proposed
from grader.publishing.regrade import CANCELLED
from grader.publishing.run import JSON, Run, read_pins
from grader.publishing.write import unchanged_report, write_anew
from grader.report.grades_files import reported
from grader.store.schema import alone_in
from grader.student.plural import numbered

RELEASED, WITHDRAWN = "released", "withdrawn"


def release(
    run: Run,
    student: str | None = None,
    jobs: int = 1,
    agreed: Callable[[str], bool] = lambda _what: True,
) -> str:
    """Freeze scores of the report for students: from now on only `apply` changes them.

    Only if `agreed`, which is asked in words. Returns what was done, in words. Raises `UsageError`
    if a set is waiting, the report is out of date, or nobody has a score.
    """
    refuse_while_proposed(run.out)
    with alone_in(run.out):
        if unchanged_report(run) is None:
            raise UsageError(
                f"{run.out}: the report is out of date; run `grader report {run.out}`, "
                "and look at it"
            )
        wanted = _wanted(student, list(reported(run.out / JSON)))
        scored = [one for one in wanted if one["score"] is not None]
        if not scored:
            raise UsageError(f"{run.out}: {student or 'nobody'} has no score to release")
        new = [one for one in scored if one["student"] not in run.released]
        if new and not agreed(f"release {numbered(len(new), 'score')} of {run.assignment.title}?"):
            return "nothing is released"
        _pin(run, new, jobs)
    rest = f"; {len(wanted) - len(scored)} have no score" if len(wanted) > len(scored) else ""
    before = f" ({len(scored) - len(new)} earlier)" if len(new) < len(scored) else ""
    undo = f"\nto take it back before anything else: grader release {run.out} --undo" if new else ""
    return f"released: {numbered(len(new), 'score')}{before}{rest}{undo}"


def withdraw(run: Run, jobs: int = 1) -> str:
    """Undo the last release; returns what was done, in words.

    Raises `UsageError` if anything was logged since, except sets of changes that were cancelled.
    """
    with alone_in(run.out):
        found = _with_effect(log.entries(run.out))
        if not found or found[-1].what != RELEASED:
            raise UsageError(f"{run.out}: {_why_not(found)}")
        students = found[-1].said["released"]
        log.append(run.out, WITHDRAWN, {"released": as_data(dict.fromkeys(students))})
        write_anew(replace(run, released=read_pins(run.out)), jobs)
    return f"taken back: {numbered(len(students), 'score')} may change again"


def _wanted(student: str | None, lines: Sequence[Grades]) -> Sequence[Grades]:
    """The grades of everybody, or of one id, ignoring case if necessary."""
    if student is None:
        return lines
    exact = [one for one in lines if one["student"] == student]
    return exact or [one for one in lines if alike(one["student"]) == alike(student)]


def _why_not(found: Sequence[log.LogEntry]) -> str:
    """Why there is no release to undo."""
    if not found:
        return "nothing was released"
    if found[-1].what == WITHDRAWN:
        return "the last release is taken back already"
    since = f"since then, {found[-1].who} {sentence(found[-1])}"
    return f"only what was done last can be taken back; {since}"


def _with_effect(entries: Iterable[log.LogEntry]) -> list[log.LogEntry]:
    """The entries without cancelled sets."""
    kept: list[log.LogEntry] = []
    for entry in entries:
        if entry.what != CANCELLED:
            kept.append(entry)
            continue
        while kept and kept[-1].what == WRITTEN:
            kept.pop()
    return kept


def _pin(run: Run, grades: Iterable[Grades], jobs: int) -> None:
    at = moment_now()
    pins = {one["student"]: ReleasedScore(one["score"], one["extra"], at) for one in grades}
    if pins:
        log.append(run.out, RELEASED, {"released": as_data(pins)})
        write_anew(replace(run, released={**run.released, **pins}), jobs)
