"""What a student whose score changes reads: from what to what, and which tasks and checks why.

It says no more about hidden checks than the student's page.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from grader.assignment.config import Assignment, RevealLevel
from grader.report.content.diff import Change, Move, TaskChange, shown_points
from grader.report.numbers import points
from grader.report.sanitize import visible
from grader.statuses import STATUS_MEANING, Status
from grader.student.plural import numbered

# So many checks that changed in the same way are named: the page has all of them.
MOST_TITLES = 3


def message(
    assignment: Assignment,
    change: Change,
    checks: Mapping[str, Mapping[str, object]],
    *,
    again: bool = False,
) -> str:
    """The text for one student; `checks` are those that changed, by name, as in `grades.json`.

    `again` if the files differ from those of the report.
    """
    lines = [f"{assignment.title}: {'you handed in again; ' if again else ''}{_sentence(change)}."]
    for task in change.tasks:
        lines += _task_lines(assignment, task, checks)
    return visible("\n".join(lines)) + "\n"


def _sentence(change: Change) -> str:
    before, after = shown_points(change.before), shown_points(change.after)
    match change.move:
        case Move.NEW | Move.RESCORED:
            return f"you have a score now: {after}"
        case Move.EXCUSED:
            return f"your score was {before}; you are excused, and need none now"
        case Move.GONE:
            return f"your score was {before}; there is no hand-in of yours now, and no score"
        case Move.UNOPENED:
            return f"your score was {before}; you have none now, because it could not be opened"
        case Move.UNSCORED:
            return f"your score was {before}; you have none now"
    return f"your score was {before}, and is {after} now"


def _task_lines(
    assignment: Assignment, task: TaskChange, checks: Mapping[str, Mapping[str, Any]]
) -> Iterator[str]:
    titles = {one.id: f"{one.title} ({one.id})" for one in assignment.tasks}
    sides = ["nothing" if side is None else points(side) for side in (task.before, task.after)]
    yield f"- {titles.get(task.name, task.name)}: {sides[0]} before, {sides[1]} now"
    hidden = 0
    ways: dict[tuple[str, str], list[str]] = {}
    for one in task.checks:
        check = checks.get(one.name, {})
        if not check.get("public") and assignment.feedback.hidden is RevealLevel.NONE:
            hidden += 1
            continue
        way = _status(one.before), _status(one.after)
        ways.setdefault(way, []).append(check.get("title", one.name))
    for (before, after), found in ways.items():
        left = len(found) - MOST_TITLES
        others = [f"and {numbered(left, 'other check')}"] if left > 0 else []
        named = "; ".join([*found[:MOST_TITLES], *others])
        yield f"  {named} (before: {before}; now: {after})"
    if hidden:
        yield f"  {numbered(hidden, 'hidden check')} came out differently"


def _status(value: str) -> str:
    return STATUS_MEANING[Status(value)] if value else "not asked"
