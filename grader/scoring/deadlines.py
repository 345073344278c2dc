"""A person's deadline, and how late or early a hand-in is, by the rules in `lateness.py`."""

from dataclasses import dataclass
from datetime import datetime

from grader.assignment.config import Policy
from grader.course.clock import days_late, days_later, hours_early, hours_late, is_after, later
from grader.course.staff_tables import Extension
from grader.course.submissions import SubmittedAttempt


@dataclass(frozen=True, slots=True)
class Grace:
    """What moves a person's deadline, alone or in a group.

    `used` is how many late days this member used before, `least_used` the same for the member who
    used the fewest.
    """

    extensions: tuple[Extension, ...] = ()
    used: int = 0
    least_used: int | None = None

    @property
    def group(self) -> "Grace":
        """The same for the member who has the most late days left."""
        return self if self.least_used is None else Grace(self.extensions, self.least_used)


NO_GRACE = Grace()


def deadline(policy: Policy, grace: Grace) -> datetime | None:
    """The deadline with extensions, in the course's time zone; none brings it forward."""
    if policy.due is None:
        return None
    found = [policy.due, *[extension.due for extension in grace.extensions]]
    return max(found, key=datetime.timestamp).astimezone(policy.due.tzinfo)


def how_late(policy: Policy, submitted: SubmittedAttempt, grace: Grace) -> tuple[float, int]:
    """Hours after the deadline including late days, and how many of these are used.

    Negative before the time from which an early bonus counts; 0 without a deadline or a time.
    """
    due, at = deadline(policy, grace), submitted.at
    if policy.due is None or due is None or at is None:
        return 0.0, 0
    due = later(due, policy.grace)
    if not is_after(at, due):
        return -hours_early(policy.due, at), 0
    days = min(days_late(due, at), days_left(policy, grace))
    return hours_late(days_later(due, days), at), days


def days_left(policy: Policy, grace: Grace) -> int:
    """How many late days may be used for this assignment."""
    bank = policy.late_days
    return 0 if bank is None else max(0, min(bank.most, bank.bank - grace.used))
