"""Rules about time and number of submissions: bonus for early ones, lateness, version limit.

All of them are off unless `config.yaml` states them, and none of them looks at the clock: the time
of each submission is in a `submissions.csv` beside the hand-ins, so that grading again later gives
the same points. A student who isn't in that file gets neither bonus nor penalty.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil, floor

from grader.assignment.config import EarlyBonus, Lateness, Policy, VersionLimit
from grader.course.submissions import Submitted

_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that a rule adds (or takes off, below 0), with the reason in plain words."""

    label: str
    points: float


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules make of a hand-in; one that isn't `accepted` gets no points at all."""

    adjustments: tuple[Adjustment, ...] = ()
    accepted: bool = True


def rule(policy: Policy, submitted: Submitted | None, score: float) -> Ruling:
    """The ruling on a hand-in whose required tasks earned `score`; the sum is never below 0."""
    if submitted is None:
        return Ruling()
    hours = _hours_late(policy, submitted)
    if policy.late is not None and hours > policy.late.most_hours:
        label = f"not accepted: {_duration(hours)} late"
        return Ruling((Adjustment(label, -score),), accepted=False)
    adjustments = [*_timing(policy, hours, score), *_versions(policy.versions, submitted)]
    return Ruling(tuple(not_below_zero(adjustments, score)))


def _hours_late(policy: Policy, submitted: Submitted) -> float:
    """Hours after the due time, negative before it; 0 without a due time."""
    if policy.due is None:
        return 0.0
    return (submitted.at - policy.due).total_seconds() / _HOUR


def _timing(policy: Policy, hours: float, score: float) -> Iterator[Adjustment]:
    # A bonus rewards work that is done early, not an empty folder that is handed in early.
    if hours < 0 and policy.early_bonus is not None and score > 0:
        yield from _bonus(policy.early_bonus, -hours)
    if hours > 0 and policy.late is not None:
        yield from _penalty(policy.late, hours)


def _bonus(bonus: EarlyBonus, hours: float) -> Iterator[Adjustment]:
    points = bonus.points * floor(hours / bonus.per_hours)
    points = points if bonus.most is None else min(points, bonus.most)
    if points:
        yield Adjustment(f"handed in {_duration(hours)} early", points)


def _penalty(late: Lateness, hours: float) -> Iterator[Adjustment]:
    points = late.points * ceil(hours / late.per_hours)
    if points:
        yield Adjustment(f"handed in {_duration(hours)} late", -points)


def _versions(limit: VersionLimit | None, submitted: Submitted) -> Iterator[Adjustment]:
    if limit is not None and submitted.version > limit.most:
        label = f"submission {submitted.version} where {limit.most} are allowed"
        yield Adjustment(label, -limit.points * (submitted.version - limit.most))


def not_below_zero(adjustments: Iterable[Adjustment], score: float) -> Iterator[Adjustment]:
    """The adjustments of a score, none of which takes off more than is there."""
    for adjustment in adjustments:
        points = max(adjustment.points, -score)
        score += points
        yield Adjustment(adjustment.label, points)


def _duration(hours: float) -> str:
    minutes = max(1, floor(hours * 60))
    days, rest = divmod(minutes, 24 * 60)
    parts = ((days, "d"), (rest // 60, "h"), (rest % 60, "min"))
    return " ".join([f"{number} {unit}" for number, unit in parts if number])
