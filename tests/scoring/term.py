"""A term: several assignments in a row, in which students use late days of one bank."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grader.assignment.config import Policy
from grader.course.staff_tables import Extension
from grader.course.submissions import SubmittedAttempt
from grader.scoring.deadlines import Grace
from grader.scoring.lateness import Ruling, graded_attempt, rule


@dataclass(frozen=True, slots=True)
class Handed:
    """What some students handed in together for one assignment, and what it earned."""

    assignment: str
    members: frozenset[str]
    attempts: tuple[SubmittedAttempt, ...]
    score: float
    extensions: tuple[Extension, ...] = ()


def settle(
    term: Mapping[str, Policy], handed: Iterable[Handed]
) -> dict[tuple[str, str], tuple[float, Ruling]]:
    """The points of every student in every assignment, and the rulings that they come from.

    `term` has the assignments in the order in which late days are used. The order of `handed` is
    of no importance.
    """
    found: dict[tuple[str, str], tuple[float, Ruling]] = {}
    used: dict[str, int] = {}
    by_assignment: dict[str, list[Handed]] = {name: [] for name in term}
    for one in handed:
        by_assignment[one.assignment].append(one)
    for name, policy in term.items():
        for one in by_assignment[name]:
            attempt = graded_attempt(policy, one.attempts)
            before = {member: used.get(member, 0) for member in one.members}
            for member, days in before.items():
                grace = Grace(one.extensions, days, min(before.values()))
                ruling = rule(policy, attempt, one.score, grace)
                points = one.score + sum(adjustment.points for adjustment in ruling.adjustments)
                found[member, name] = points, ruling
                used[member] = days + ruling.days
    return found
