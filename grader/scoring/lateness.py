"""Rules about time and number of submissions: bonus for early ones, lateness, version limit.

All of them are off unless `config.yaml` states them, and none of them looks at the clock: the time
of each submission is in a `submissions.csv` beside the hand-ins, so that grading again later gives
the same points. A student who isn't in that file gets neither bonus nor penalty.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor
from pathlib import Path

from grader.assignment.config import EarlyBonus, Lateness, Policy, VersionLimit
from grader.errors import ConfigError

FILE = "submissions.csv"
_COLUMNS = ("student", "submitted_at")
_HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points that a rule adds (or takes off, below 0), with the reason in plain words."""

    label: str
    points: float


@dataclass(frozen=True, slots=True)
class Submitted:
    """When a hand-in came in, and the how-manieth of its student it was."""

    at: datetime
    version: int = 1


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


# -- submissions.csv -------------------------------------------------------------------------


def read_submissions(folder: Path) -> Mapping[str, Submitted]:
    """What `submissions.csv` in a folder of hand-ins says; empty if there is none.

    Raises `ConfigError` with all faults of the file, a line each.
    """
    path = folder / FILE
    try:
        rows = csv.DictReader(io.StringIO(path.read_text("utf-8-sig"), newline=""))
        return _read_rows(path, rows)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigError(f"{path}: can't be read: {error}") from None


def _read_rows(path: Path, rows: "csv.DictReader[str]") -> Mapping[str, Submitted]:
    lacking = [name for name in _COLUMNS if name not in (rows.fieldnames or ())]
    if lacking:
        raise ConfigError(f"{path}:1: the column {lacking[0]} is missing")
    found: dict[str, Submitted] = {}
    faults: list[str] = []
    for row in rows:
        student = (row["student"] or "").strip()
        try:
            if student in found:
                raise ValueError(f"{student} stands there already; keep the last submission")
            found[student] = _submitted(row)
        except ValueError as error:
            faults.append(f"{path}:{rows.line_num}: {error}")
    if faults:
        raise ConfigError("\n".join(faults))
    return found


def _submitted(row: Mapping[str, str | None]) -> Submitted:
    text, version = (row["submitted_at"] or "").strip(), (row.get("version") or "1").strip()
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = datetime.min
    if at.tzinfo is None:
        form = "a time with its offset, such as 2014-11-18T23:59:00-04:00"
        raise ValueError(f"submitted_at: must be {form}, but is '{text}'")
    if not version.isdecimal() or int(version) < 1:
        raise ValueError(f"version: must be a whole number from 1, but is '{version}'")
    return Submitted(at, int(version))
