"""Rules about time and number of submissions, as one pure function from facts to points.

All of them are off unless `config.yaml` states them, and none of them looks at the clock: times are
in files beside the hand-ins (`grader.course`), so that grading again later gives the same points. A
student whose time isn't known gets neither bonus nor penalty.

In this order: the latest extension of any member of the group moves the deadline (but not the time
that an early bonus counts from); then late days of the bank move it on, as many as are needed and
left; what is still late then is ruled by `late`. Late days are used also by a hand-in that is too
late in the end: were they not, a later deadline, by which it is accepted, could cost points in the
next assignment. In a group, the member with the most late days left decides, and every member uses
as many as the hand-in needs and as that member has: were the number one for all, more late days of
one could cost another in the next assignment.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil, floor

from grader.assignment.config import Counting, EarlyBonus, Lateness, Policy, VersionLimit
from grader.course.extensions import Extension
from grader.course.submissions import Submitted, counted

_HOUR = 3600.0
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that a rule adds (or takes off, below 0), with the reason in plain words."""

    label: str
    points: float


@dataclass(frozen=True, slots=True)
class Grace:
    """What moves the deadline of somebody, alone or in a group.

    `used` are the late days that this member used before; `least_used` are those of the member who
    used fewest.
    """

    extensions: tuple[Extension, ...] = ()
    used: int = 0
    least_used: int | None = None

    @property
    def group(self) -> "Grace":
        """The same for the member who has the most late days left."""
        return self if self.least_used is None else Grace(self.extensions, self.least_used)


NO_GRACE = Grace()


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules make of a hand-in; one that isn't `accepted` gets no points at all.

    `days` are the late days that it uses; `why` says all of it in plain words.
    """

    adjustments: tuple[Adjustment, ...] = ()
    accepted: bool = True
    days: int = 0
    why: tuple[str, ...] = ()


def graded_attempt(policy: Policy, attempts: Sequence[Submitted]) -> Submitted | None:
    """The attempt that is graded, of those that are known; the best one is chosen by a run."""
    choice = policy.attempts.counts is not Counting.LAST
    return counted(attempts, policy.attempts.most, choice=choice)


def version_that_counts(
    policy: Policy, attempts: Sequence[Submitted], versions: Iterable[int]
) -> int:
    """Which of some versions is to be graded, by what is known of them."""
    known = {one.version: one for one in attempts}
    one = graded_attempt(policy, [known.get(v, Submitted(None, v)) for v in versions])
    return one.version if one else 1


def rule(
    policy: Policy, submitted: Submitted | None, score: float, grace: Grace = NO_GRACE
) -> Ruling:
    """The ruling on a hand-in whose required tasks earned `score`; the sum is never below 0."""
    if submitted is None:
        return Ruling()
    hours, _ = _hours_late(policy, submitted, grace.group)
    _, days = _hours_late(policy, submitted, grace)
    why = tuple(_reasons(policy, submitted, grace, days))
    most = policy.attempts.most
    if most is not None and submitted.version > most:
        label = f"not accepted: attempt {submitted.version}, and only the first {most} count"
        return Ruling((Adjustment(label, -score),), False, days, why)
    if policy.late is not None and hours > policy.late.most_hours:
        label = f"not accepted: {_duration(hours)} late"
        return Ruling((Adjustment(label, -score),), False, days, why)
    adjustments = [*_timing(policy, hours, score), *_versions(policy.versions, submitted)]
    return Ruling(tuple(not_below_zero(adjustments, score)), True, days, why)


def deadline(policy: Policy, grace: Grace) -> datetime | None:
    """The deadline with extensions; none of them brings it forward."""
    if policy.due is None:
        return None
    return max([policy.due, *[extension.due for extension in grace.extensions]])


def _hours_late(policy: Policy, submitted: Submitted, grace: Grace) -> tuple[float, int]:
    """Hours after the deadline with late days, and how many of these are used.

    Negative before the time that an early bonus counts from; 0 without a deadline or a time.
    """
    due = deadline(policy, grace)
    if policy.due is None or due is None or submitted.at is None:
        return 0.0, 0
    if submitted.at <= due:
        return min(0.0, (submitted.at - policy.due).total_seconds() / _HOUR), 0
    days = min(ceil((submitted.at - due) / _DAY), days_left(policy, grace))
    return max(0.0, (submitted.at - due - days * _DAY).total_seconds() / _HOUR), days


def days_left(policy: Policy, grace: Grace) -> int:
    """How many late days may be used in this assignment."""
    bank = policy.late_days
    return 0 if bank is None else max(0, min(bank.most, bank.bank - grace.used))


def _reasons(policy: Policy, submitted: Submitted, grace: Grace, days: int) -> Iterator[str]:
    """What was decided about the time of a hand-in, in plain words."""
    due = deadline(policy, grace)
    if policy.due is None or due is None or submitted.at is None:
        return
    line = f"due {_moment(policy.due, policy.due)}"
    if due > policy.due:
        reasons = [e.reason for e in grace.extensions if e.due == due and e.reason]
        because = f" ({'; '.join(dict.fromkeys(reasons))})" if reasons else ""
        line += f", yours {_moment(due, policy.due)} by extension{because}"
    yield f"{line}; handed in {_moment(submitted.at, policy.due)}"
    _, moved = _hours_late(policy, submitted, grace.group)
    if moved > days:
        yield f"your group moved the deadline by {moved} late {_days(moved)}"
    if days and policy.late_days:
        total = grace.used + days
        yield f"{days} late {_days(days)} used here; {total} of {policy.late_days.bank} used in all"
    elif submitted.at > due and policy.late_days:
        yield f"no late days left: {grace.used} of {policy.late_days.bank} used before"


def _days(count: int) -> str:
    return "day" if count == 1 else "days"


def _moment(at: datetime, like: datetime) -> str:
    """A time on the clock of the course, that of the deadline."""
    return f"{at.astimezone(like.tzinfo):%-d %b %Y %H:%M}"


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
