"""What changed between two `grades.json`: whose score, and by which task and check.

Staff must look at every drop before they publish: a score or extra credit that is lower, gone, or
belongs to a hand-in that no longer exists. Drops come first, the largest on top. A check whose
result changed is listed once, with all hand-ins it changed for, since fixing one check changes many
scores.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import Any

from grader.errors import UsageError
from grader.inside.shortening import cut, listed
from grader.report.numbers import points
from grader.report.pages.page_names import page_name
from grader.report.sanitize import one_line, visible
from grader.results import NOTHING
from grader.student.plural import numbered

FILE = "grades.json"
MESSAGE = 240
MOST_NAMED = 8

Checks = Mapping[str, Mapping[str, Any]]


class Move(StrEnum):
    """In which way a hand-in's points changed, the worst first; readers see the value."""

    GONE = "no longer there"
    UNSCORED = "lost its score"
    UNOPENED = "can't be opened now"
    DOWN = "down"
    EXCUSED = "excused now"
    SIDEWAYS = "other tasks, same score"
    UP = "up"
    RESCORED = "has a score now"
    NEW = "new"


WITHOUT_SCORE = (Move.GONE, Move.UNSCORED, Move.UNOPENED)
DROPS = (*WITHOUT_SCORE, Move.DOWN)
# What is counted together, in reading order.
_SUMS = {
    "dropped": DROPS,
    "rose": (Move.UP,),
    "with a score now": (Move.RESCORED,),
    "new": (Move.NEW,),
    "excused now": (Move.EXCUSED,),
    "with the same score from other tasks": (Move.SIDEWAYS,),
}


@dataclass(frozen=True, slots=True)
class CheckChange:
    """One check with a different result; a side is empty if the check doesn't exist there."""

    name: str
    before: str
    after: str
    message: str


@dataclass(frozen=True, slots=True)
class TaskChange:
    """One task or adjustment with different points; a side is `None` if it doesn't exist there."""

    name: str
    before: float | None
    after: float | None
    checks: tuple[CheckChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One hand-in whose points changed; `before` and `after` are pairs of score and extra."""

    student: str
    page: str
    move: Move
    before: tuple[float | None, float]
    after: tuple[float | None, float]
    tasks: tuple[TaskChange, ...]

    @property
    def dropped(self) -> bool:
        return self.move in DROPS

    @property
    def by(self) -> float:
        """The change in points, extra credit included; `-inf` if a score is gone."""
        if self.move in WITHOUT_SCORE:
            return -inf
        return _total(self.after) - _total(self.before)


@dataclass(frozen=True, slots=True)
class TurnedCheck:
    """A check whose result changed in the same way for these hand-ins."""

    name: str
    before: str
    after: str
    students: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that differs between two runs; `changes` has the drops first."""

    changes: tuple[Change, ...]
    turned: tuple[TurnedCheck, ...]
    same: int
    max_scores: tuple[float, float]

    @property
    def drops(self) -> tuple[Change, ...]:
        return tuple([change for change in self.changes if change.dropped])

    @property
    def sums(self) -> list[tuple[int, str]]:
        """How many changed in which way, and how many didn't, without zeros."""
        moves = Counter([change.move for change in self.changes])
        found = [(sum(moves[move] for move in some), words) for words, some in _SUMS.items()]
        moved = [(count, words) for count, words in found if count]
        return [*moved, (self.same, "unchanged")] if self.same or not moved else moved

    @property
    def gone(self) -> str:
        """A sentence about hand-ins that no longer exist; empty if all do."""
        count = sum(change.move is Move.GONE for change in self.changes)
        if not count:
            return ""
        hand_ins = f"{numbered(count, 'hand-in')} that {'was' if count == 1 else 'were'}"
        return f"{hand_ins} graded before {'isn' if count == 1 else 'aren'}'t there any more"


def read_grades(path: Path) -> dict[str, object]:
    """The data of an output folder or of a `grades.json`; raises `UsageError`."""
    file = path / FILE if path.is_dir() else path
    try:
        data = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{file}: can't be read: {error.strerror}") from None
    except ValueError:
        raise UsageError(f"{file}: it is not JSON; name an output folder or its {FILE}") from None
    if not isinstance(data, dict) or not {"max_score", "submissions"} <= data.keys():
        raise UsageError(f"{file}: it holds no grades; name an output folder or its {FILE}")
    return data


def difference(old: Mapping[str, object], new: Mapping[str, object]) -> Difference:
    """What changed from the old grades to the new ones; raises `UsageError` if a key is missing."""
    try:
        return _difference(old, new)
    except (KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"these grades were not made by this grader: {error!r}") from None


def _difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> Difference:
    before = {one["student"]: one for one in old["submissions"]}
    after = {one["student"]: one for one in new["submissions"]}
    students = sorted(before.keys() | after.keys())
    changes = [_change(student, before.get(student), after.get(student)) for student in students]
    moved = [change for change in changes if change is not None]
    moved.sort(key=lambda change: (list(Move).index(change.move), change.by, change.student))
    both = [
        (student, before[student], after[student])
        for student in students
        if student in before
        and student in after
        # Nothing was asked of a hand-in that is missing or can't be opened.
        and not (before[student].get("problem") or after[student].get("problem"))
    ]
    return Difference(
        changes=tuple(moved),
        turned=tuple(_turned(both)),
        same=len(students) - len(moved),
        max_scores=(old["max_score"], new["max_score"]),
    )


def _change(
    student: str, before: Mapping[str, object] | None, after: Mapping[str, object] | None
) -> Change | None:
    tasks = tuple(_tasks(before, after)) if before and after else ()
    move = _move(before, after, bool(tasks))
    if move is None:
        return None
    if move is Move.GONE:  # its tasks need no lines of their own
        tasks = ()
    return Change(student, page_name(student), move, _points(before), _points(after), tasks)


def _move(
    before: Mapping[str, object] | None, after: Mapping[str, object] | None, tasks: bool
) -> Move | None:
    if before is None or after is None:
        return Move.NEW if before is None else Move.GONE
    match before["score"], after["score"]:
        case None, None:
            return None
        case _, None:
            return _without_score(after)
        case None, _:
            return Move.RESCORED
    old, new = _points(before), _points(after)
    # A score is lower even if extra credit makes up for a lost task.
    if _less(new[0], old[0]) or _less(new[1], old[1]):
        return Move.DOWN
    if _less(old[0], new[0]) or _less(old[1], new[1]):
        return Move.UP
    return Move.SIDEWAYS if tasks else None


def _without_score(after: Mapping[str, object]) -> Move:
    if after.get("excused"):
        return Move.EXCUSED
    if after.get("problem"):
        return Move.GONE if after["problem"] == NOTHING else Move.UNOPENED
    return Move.UNSCORED


def _points(one: Mapping[str, Any] | None) -> tuple[float | None, float]:
    return (None, 0.0) if one is None else (one["score"], one.get("extra", 0.0))


def _less(one: float | None, other: float | None) -> bool:
    # Sums of halves and tenths may differ in their last digit without having changed.
    return one is not None and other is not None and one < other - 1e-9


def _total(points: tuple[float | None, float]) -> float:
    return (points[0] or 0.0) + points[1]


def _tasks(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[TaskChange]:
    old, new = before["tasks"], after["tasks"]
    for name in dict.fromkeys([*old, *new]):
        was, now = old.get(name), new.get(name)
        earned = (was and was["points"], now and now["points"])
        if earned[0] != earned[1]:
            checks = _check_changes(_checks(was), _checks(now))
            yield TaskChange(name, *earned, tuple(checks))
    rules = (_adjustments(before), _adjustments(after))
    for label in dict.fromkeys([*rules[0], *rules[1]]):
        was, now = rules[0].get(label), rules[1].get(label)
        if was != now:
            yield TaskChange(label, was, now)


def _adjustments(one: Mapping[str, Any]) -> dict[str, float]:
    return {each["label"]: each["points"] for each in one.get("adjustments", ())}


def _checks(task: Mapping[str, Any] | None) -> Checks:
    return {check["name"]: check for check in task["checks"]} if task else {}


def _check_changes(old: Checks, new: Checks) -> Iterator[CheckChange]:
    for name in dict.fromkeys([*old, *new]):
        was, now = _status(old.get(name)), _status(new.get(name))
        if was != now:
            check = new.get(name) or old[name]
            yield CheckChange(name, was, now, cut(check.get("message", ""), MESSAGE))


def _status(check: Mapping[str, object] | None) -> str:
    return "" if check is None else str(check["status"])


def _turned(both: Sequence[tuple[str, Any, Any]]) -> list[TurnedCheck]:
    found: dict[tuple[str, str, str], list[str]] = {}
    for student, before, after in both:
        for task in dict.fromkeys([*before["tasks"], *after["tasks"]]):
            sides = _checks(before["tasks"].get(task)), _checks(after["tasks"].get(task))
            for change in _check_changes(*sides):
                key = (change.name, change.before, change.after)
                found.setdefault(key, []).append(student)
    turned = [TurnedCheck(*key, tuple(students)) for key, students in found.items()]
    return sorted(turned, key=lambda one: (one.after == "passed", -len(one.students), one.name))


# -- for a terminal --------------------------------------------------------------------------


def difference_text(found: Difference) -> str:
    """The difference as lines: drops first, totals last."""
    lines = [line for change in found.changes for line in _change_lines(change)]
    lines += [_turned_line(turned) for turned in found.turned]
    old, new = found.max_scores
    if old != new:
        lines.append(f"the scores are of {points(old)} points before, of {points(new)} after")
    ending = ", ".join([f"{count} {words}" for count, words in found.sums])
    return "\n".join([*lines, ending]) + "\n"


def _change_lines(change: Change) -> Iterator[str]:
    totals = f"{shown_points(change.before)} → {shown_points(change.after)}"
    yield f"{visible(change.student)}: {totals} ({change.move.value})"
    for task in change.tasks:
        yield f"    {visible(task.name)}: {_side(task.before)} → {_side(task.after)}"
        for check in task.checks:
            message = f": {one_line(check.message)}" if check.message else ""
            yield f"        {visible(check.name)}: {_words(check)}{message}"


def _turned_line(turned: TurnedCheck) -> str:
    names = listed([visible(student) for student in turned.students], MOST_NAMED)
    return f"{visible(turned.name)}: {_words(turned)} for {len(turned.students)}: {names}"


def _words(one: CheckChange | TurnedCheck) -> str:
    return f"{one.before or 'not there'} → {one.after or 'not there'}"


def shown_points(pair: tuple[float | None, float]) -> str:
    """Score and extra credit as readers write them."""
    score, extra = pair
    return ("–" if score is None else points(score)) + (f" + {points(extra)}" if extra else "")


def _side(value: float | None) -> str:
    return "–" if value is None else points(value)
