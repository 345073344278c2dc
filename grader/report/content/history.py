"""The attempts of a student, one line each, as his page lists them."""

from dataclasses import dataclass
from datetime import datetime

from grader.course.submissions import SubmittedAttempt
from grader.scoring.score import HandinScore


@dataclass(frozen=True, slots=True)
class AttemptView:
    """An attempt: its number, when it came in, its points for required tasks, as far as known."""

    number: int
    at: datetime | None
    late: bool
    points: float | None
    counts: bool


def history(scored: HandinScore) -> list[AttemptView]:
    """All attempts that are known, in their order; none where there is only one."""
    points = dict(scored.graded.points) if scored.graded else {}
    known = [one.version for one in scored.attempts]
    others = [SubmittedAttempt(None, version) for version in points if version not in known]
    attempts = sorted([*scored.attempts, *others], key=lambda one: one.version)
    if len(attempts) < 2:
        return []
    counting = scored.attempt or (scored.graded and SubmittedAttempt(None, scored.graded.counts))
    return [
        # Members of a group may have attempts of one number, of which one was graded.
        AttemptView(
            one.version,
            one.at,
            one.late,
            points.get(one.version) if known.count(one.version) < 2 else None,
            one == counting,
        )
        for one in attempts
    ]
