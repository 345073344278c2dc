"""What exports say about each task, with no more than its author may see."""

from collections.abc import Iterator
from dataclasses import dataclass

from grader.assignment.config import Assignment, Task
from grader.report.content.views import headline, seen
from grader.report.numbers import points, points_of
from grader.report.sanitize import cut_block, one_line, visible
from grader.results import NOTHING, CheckResult
from grader.scoring.rubric import Remark
from grader.scoring.score import HandinScore, TaskScore
from grader.student.plural import numbered
from grader.student.text import evidence_lines

MOST_CHECKS, MOST_LINES, WIDTH = 3, 120, 400


@dataclass(frozen=True, slots=True)
class TaskReport:
    """A task, its number ("2.1" is the second module's first task), and what may be said about it.

    `failing` starts with the most telling check; `headline` is one line, empty if the task passed.
    """

    task: Task
    number: str
    score: TaskScore
    failing: tuple[CheckResult, ...]
    passed: tuple[CheckResult, ...]
    headline: str

    @property
    def cost(self) -> float:
        return self.score.max_points - self.score.points


def task_reports(assignment: Assignment, scored: HandinScore) -> Iterator[TaskReport]:
    """All tasks in order, as the hand-in's author may see them."""
    for m, module in enumerate(assignment.modules, 1):
        for t, task in enumerate(module.tasks, 1):
            score = scored.tasks[task.id]
            failing, passed = seen(score, assignment.feedback.hidden)
            why = one_line(headline(score, next(iter(failing), None)))
            yield TaskReport(task, f"{m}.{t}", score, tuple(failing), tuple(passed), why)


def check_text(check: CheckResult) -> str:
    """A failed check in full, as text of several lines."""
    kind = "" if check.public else ", a hidden check"
    lines = [f"{one_line(check.title)} ({check.status.value}{kind})"]
    lines += evidence_lines(check.evidence, "  ") if check.evidence else []
    return visible(cut_block("\n".join(lines), MOST_LINES, WIDTH))


def task_text(one: TaskReport) -> str:
    """What to fix in a task, as text of several lines; one line if it passed."""
    if one.score.passed:
        count = len(one.passed)
        return f"{numbered(count, 'check')} passed"
    parts = [one.headline, *map(check_text, one.failing[:MOST_CHECKS])]
    more = len(one.failing) - MOST_CHECKS
    if more > 0:
        parts.append(f"{more} more failed")
    return "\n\n".join(parts)


def with_extra(scored: HandinScore) -> float | None:
    """A hand-in's points including extra credit, for gradebooks without a column for it."""
    return None if scored.score is None else round(scored.score + scored.extra, 2)


def why_no_score(scored: HandinScore) -> str:
    """A sentence on why there is no score."""
    if scored.excused:
        return "Excused: no score is needed."
    if scored.absent:
        return f"No score: {NOTHING}."
    if scored.problem:
        return f"No score: this hand-in could not be opened: {one_line(scored.problem)}"
    return "No score: the grader failed here, through no fault of the hand-in."


def summary_lines(scored: HandinScore) -> Iterator[str]:
    """The score, its parts that aren't tasks, and what staff say of the hand-in."""
    if scored.score is None or (scored.problem and not scored.score):
        yield why_no_score(scored)
        return
    extra = f", and {points(scored.extra)} of extra credit" if scored.extra else ""
    yield f"{points_of(scored.score, scored.max_score)}{extra}"
    yield from map(one_line, scored.why)
    for label, value in scored.adjustments:
        yield f"{one_line(label)}: {points(value)}"
    for mark in scored.words.marks:
        if mark.comment:
            yield f"{one_line(mark.item.title)}: {one_line(mark.comment)}"
    yield from map(remark_line, scored.words.comments)


def remark_line(remark: Remark) -> str:
    """A comment by staff on a hand-in, with the file and line that it is about."""
    line = f":{remark.line}" if remark.line else ""
    place = f"{remark.file}{line}: " if remark.file else ""
    return f"{visible(place)}{one_line(remark.text)}"
