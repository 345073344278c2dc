"""What would change if a deadline were moved, without moving it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from grader.course.clock import placed
from grader.errors import UsageError
from grader.publishing.run import Run
from grader.report.numbers import points
from grader.scoring.score import HandinScore, score


@dataclass(frozen=True, slots=True)
class MovedScore:
    """A student whose points or late days would change."""

    before: HandinScore
    after: HandinScore


def what_if(run: Run, due: datetime) -> Iterator[MovedScore]:
    """Who would get other points, or use other late days, with this deadline; nothing is written.

    It is in the course's time zone, unless it has an offset. Raises `UsageError` if the assignment
    has no deadline to move, or if the time is ambiguous.
    """
    policy = run.assignment.policy
    if policy.due is None:
        raise UsageError(f"{run.assignment.file}: policy.due isn't set, so nothing depends on it")
    try:
        due = placed(due, due.isoformat(), policy.timezone)
    except ValueError as error:
        raise UsageError(f"--due: {error}") from None
    moved = replace(run.assignment, policy=replace(policy, due=due))
    for result, before in replace(run, released={}).graded():
        after = score(moved, result, run.facts_now(result.student))
        if (before.score, before.extra, before.late_days) != (
            *(after.score, after.extra, after.late_days),
        ):
            yield MovedScore(before, after)


def moved_json(one: MovedScore) -> dict[str, object]:
    """One student's change as JSON data."""
    return {
        "student": one.before.student,
        "before": {"score": one.before.score, "late_days": one.before.late_days},
        "after": {"score": one.after.score, "late_days": one.after.late_days},
        "deadline": list(one.after.why),
    }


def what_if_lines(moved: list[MovedScore], students: int) -> Iterator[str]:
    """The changes as lines of text: who, from how many points to how many, and why."""
    for one in moved:
        before, after = one.before, one.after
        days = f", late days {before.late_days} → {after.late_days}"
        yield (
            f"{before.student}: {points(_total(before))} → {points(_total(after))}"
            f"{days if before.late_days != after.late_days else ''}"
        )
        yield from (f"    {line}" for line in after.why)
    lower = sum(_total(one.after) < _total(one.before) for one in moved)
    yield f"{len(moved)} of {students} would change, {lower} of them to fewer points"


def _total(scored: HandinScore) -> float:
    return (scored.score or 0.0) + scored.extra
