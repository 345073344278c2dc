"""What the rules about time decided, in plain words, for the student's page."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import floor

from grader.assignment.config import Policy
from grader.course.clock import in_words, is_after, later, zone_words
from grader.course.submissions import SubmittedAttempt
from grader.scoring.deadlines import Grace, deadline, how_late
from grader.student.plural import numbered

UNTIMED = (
    "marked as late where it was handed in; its time isn't known here, so no rule about time is "
    "applied"
)


def reasons(
    policy: Policy, submitted: SubmittedAttempt, grace: Grace, days: int, unit: str
) -> Iterator[str]:
    """Lines about the time of a hand-in that uses `days` late days; `unit` is the precision."""
    due = deadline(policy, grace)
    if policy.due is None or due is None:
        return
    if submitted.at is None:
        if submitted.late:
            yield UNTIMED
        return
    clock = policy.due.tzinfo

    def moment(at: datetime) -> str:
        return in_words(at, clock, unit)

    line = f"due {moment(policy.due)}"
    if is_after(due, policy.due):
        line += f", yours {moment(due)} by extension{_because(grace, due)}"
    if policy.grace:
        line += f", with {_span(policy.grace)} of grace"
    yield f"{line}; handed in {moment(submitted.at)}{zone_words(clock)}"
    yield from _late_days(policy, submitted, grace, days)


def _because(grace: Grace, due: datetime) -> str:
    found = [e.reason for e in grace.extensions if e.due.timestamp() == due.timestamp()]
    said = dict.fromkeys(filter(None, found))
    return f" ({'; '.join(said)})" if said else ""


def _late_days(
    policy: Policy, submitted: SubmittedAttempt, grace: Grace, days: int
) -> Iterator[str]:
    bank, due = policy.late_days, deadline(policy, grace)
    if bank is None or due is None or submitted.at is None:
        return
    _, moved = how_late(policy, submitted, grace.group)
    if moved > days:
        yield f"your group moved the deadline by {numbered(moved, 'late day')}"
    if days:
        used = numbered(days, "late day")
        yield f"{used} used here; {grace.used + days} of {bank.bank} used in all"
    elif is_after(submitted.at, later(due, policy.grace)):
        yield f"no late days left: {grace.used} of {bank.bank} used before"


def late_words(policy: Policy, hours: float) -> str:
    """How late a hand-in is.

    >>> late_words(Policy(grace=timedelta(minutes=5)), 25)
    '1 d 1 h late, 5 min of grace not counted'
    """
    grace = f", {_span(policy.grace)} of grace not counted" if policy.grace else ""
    return f"{duration(hours)} late{grace}"


def _span(span: timedelta) -> str:
    return duration(span.total_seconds() / 3600)


def duration(hours: float) -> str:
    """Hours as days, hours and minutes; below a minute, as seconds."""
    seconds = max(1, floor(round(hours * 3600, 3)))
    if seconds < 60:
        return f"{seconds} s"
    days, rest = divmod(seconds // 60, 24 * 60)
    parts = ((days, "d"), (rest // 60, "h"), (rest % 60, "min"))
    return " ".join([f"{number} {unit}" for number, unit in parts if number])
