"""Rules about time and number of submissions, as one pure function from facts to points.

All of them are off unless `config.yaml` states them, and none of them looks at the clock: times are
in files beside the hand-ins (`grader.course`), so that regrading later gives the same points. A
student whose time isn't known gets neither bonus nor penalty.

In this order: the latest extension of any member of the group moves the deadline (but not the time
from which an early bonus counts); then minutes of grace and late days of the bank move it, as many
as are needed and left; `late` rules on what is still late. A hand-in that is too late in the end
uses late days too: otherwise a later deadline, by which it is accepted, could cost points in the
next assignment. In a group, the member with the most late days left decides, and every member uses
as many as the hand-in needs and as that member has: if all used the same number, more late days of
one member could cost another points in the next assignment.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil, floor

from grader.assignment.config import CountedAttempt, EarlyBonus, Lateness, Policy, VersionLimit
from grader.course.submissions import SubmittedAttempt, counted
from grader.scoring.deadlines import NO_GRACE, Grace, how_late
from grader.scoring.reasons import duration, late_words, reasons

_UNITS = {"minutes": timedelta(minutes=1), "seconds": timedelta(seconds=1)}
_LEAST = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that a rule adds (or takes off, below 0), with the reason in plain words."""

    label: str
    points: float


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules decide about a hand-in; one that isn't `accepted` gets no points at all.

    `days` is how many late days it uses; `why` explains everything in plain words.
    """

    adjustments: tuple[Adjustment, ...] = ()
    accepted: bool = True
    days: int = 0
    why: tuple[str, ...] = ()


def graded_attempt(policy: Policy, attempts: Sequence[SubmittedAttempt]) -> SubmittedAttempt | None:
    """The attempt that is graded, of those that are known; if the best counts, a run marks it."""
    choice = policy.attempts.counts is not CountedAttempt.LAST
    return counted(attempts, policy.attempts.most, choice=choice)


def version_that_counts(
    policy: Policy, attempts: Sequence[SubmittedAttempt], versions: Iterable[int]
) -> int:
    """Which of these versions is graded, by what is known about them."""
    known = {one.version: one for one in attempts}
    one = graded_attempt(policy, [known.get(v, SubmittedAttempt(None, v)) for v in versions])
    return one.version if one else 1


def late_by_rule(policy: Policy, submitted: SubmittedAttempt, grace: Grace) -> SubmittedAttempt:
    """The attempt, late or not by the rule; without a deadline or a time, by the system's mark."""
    if policy.due is None or submitted.at is None:
        return submitted
    hours, _ = how_late(policy, submitted, grace.group)
    return replace(submitted, late=hours > 0)


def rule(
    policy: Policy, submitted: SubmittedAttempt | None, score: float, grace: Grace = NO_GRACE
) -> Ruling:
    """The ruling on a hand-in whose required tasks earned `score`; the sum is never below 0."""
    if submitted is None:
        return Ruling()
    found = _decided(policy, submitted, score, grace)
    unit = _unit(policy, submitted, score, grace)
    return replace(found, why=tuple(reasons(policy, submitted, grace, found.days, unit)))


def _decided(policy: Policy, submitted: SubmittedAttempt, score: float, grace: Grace) -> Ruling:
    hours, _ = how_late(policy, submitted, grace.group)
    _, days = how_late(policy, submitted, grace)
    most = policy.attempts.most
    if most is not None and submitted.version > most:
        label = f"not accepted: attempt {submitted.version}, and only the first {most} count"
        return Ruling((Adjustment(label, -score),), False, days)
    if policy.late is not None and hours > policy.late.most_hours:
        label = f"not accepted: {late_words(policy, hours)}"
        return Ruling((Adjustment(label, -score),), False, days)
    adjustments = [*_timing(policy, hours, score), *_versions(policy.versions, submitted)]
    return Ruling(tuple(not_below_zero(adjustments, score)), True, days)


def _unit(policy: Policy, submitted: SubmittedAttempt, score: float, grace: Grace) -> str:
    """The unit to which times must be shown: seconds only if they decide."""
    if submitted.at is None:
        return "minutes"
    for unit, span in _UNITS.items():
        rest = timedelta(seconds=submitted.at.second, microseconds=submitted.at.microsecond) % span
        ends = (submitted.at - rest, submitted.at - rest + span - _LEAST)
        if not rest or len({_points(policy, submitted, score, grace, at) for at in ends}) == 1:
            return unit
    return "microseconds"


def _points(
    policy: Policy, submitted: SubmittedAttempt, score: float, grace: Grace, at: datetime
) -> tuple[float, ...]:
    """What would be decided if a hand-in had come in at another time."""
    found = _decided(policy, replace(submitted, at=at), score, grace)
    return (found.days, found.accepted, *[each.points for each in found.adjustments])


def _timing(policy: Policy, hours: float, score: float) -> Iterator[Adjustment]:
    # A bonus rewards early work, not an empty folder that is handed in early.
    if hours < 0 and policy.early_bonus is not None and score > 0:
        yield from _bonus(policy.early_bonus, -hours)
    if hours > 0 and policy.late is not None:
        yield from _penalty(policy, policy.late, hours)


def _bonus(bonus: EarlyBonus, hours: float) -> Iterator[Adjustment]:
    points = bonus.points * floor(hours / bonus.per_hours)
    points = points if bonus.most is None else min(points, bonus.most)
    if points:
        yield Adjustment(f"handed in {duration(hours)} early", points)


def _penalty(policy: Policy, late: Lateness, hours: float) -> Iterator[Adjustment]:
    points = late.points * ceil(hours / late.per_hours)
    if points:
        yield Adjustment(f"handed in {late_words(policy, hours)}", -points)


def _versions(limit: VersionLimit | None, submitted: SubmittedAttempt) -> Iterator[Adjustment]:
    if limit is not None and submitted.version > limit.most:
        label = f"submission {submitted.version} where {limit.most} are allowed"
        yield Adjustment(label, -limit.points * (submitted.version - limit.most))


def not_below_zero(adjustments: Iterable[Adjustment], score: float) -> Iterator[Adjustment]:
    """Adjustments limited so that none takes off more points than are left."""
    for adjustment in adjustments:
        points = max(adjustment.points, -score)
        score += points
        yield Adjustment(adjustment.label, points)
