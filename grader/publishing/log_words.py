"""The log in words: a sentence for each kind of line."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from grader.inside.shortening import listed
from grader.publishing.log import LogEntry
from grader.report.numbers import points
from grader.report.sanitize import visible
from grader.student.plural import numbered

MOST_NAMED = 5
Said = Mapping[str, Any]


def log_lines(found: Sequence[LogEntry]) -> Iterator[str]:
    """The log for a terminal, ending with the hash to note down."""
    for entry in found:
        at = entry.at.replace("T", " ").replace("+00:00", " UTC")
        yield visible(f"{at}  {entry.who} {sentence(entry)}")
    if found:
        yield f"head {found[-1].hash[:16]}"


def sentence(entry: LogEntry) -> str:
    """An entry in words, without who and when."""
    try:
        return _SENTENCES[entry.what](entry.said)
    except (KeyError, TypeError, ValueError, AttributeError):  # written by another version
        return f"{entry.what} {', '.join(f'{key} {value}' for key, value in entry.said.items())}"


def _proposed(said: Said) -> str:
    drops = f", {numbered(said['drops'], 'drop')} among them" if said["drops"] else ""
    return f"was shown {numbered(said['changes'], 'change')}{drops} (set {said['set']})"


def _applied(said: Said) -> str:
    kept = said.get("kept") or ()
    left = f"; kept as they were: {listed(kept, MOST_NAMED)}" if kept else ""
    moved = [f"{student} {_moved(*pairs)}" for student, pairs in said["scores"].items()]
    names = f": {listed(moved, MOST_NAMED)}" if moved else ""
    return f"applied {numbered(len(moved), 'change')}{names}{left} (set {said['set']})"


def _moved(before: Sequence[Any], after: Sequence[Any]) -> str:
    sides = ["none" if score is None else points(score + extra) for score, extra in (before, after)]
    return " → ".join(sides)


def _released(said: Said) -> str:
    names = listed([*said["released"]], MOST_NAMED)
    return f"released {numbered(len(said['released']), 'score')}: {names}"


def _withdrawn(said: Said) -> str:
    return f"took back the release of {numbered(len(said['released']), 'score')}"


def _marks(said: Said) -> str:
    now = said["now"]
    if not now:
        return f"removed the marks of {said['student']}"
    marks = [f"{item} {points(value)}" for item, (value, _) in now["marks"].items()]
    remarks = [numbered(len(now["comments"]), "comment")] if now["comments"] else []
    return f"marked {said['student']}: {', '.join([*marks, *remarks])}"


def _extension(said: Said) -> str:
    if not said["now"]:
        return f"removed the extension of {said['student']}"
    times = [f"{due}{f' ({reason})' if reason else ''}" for due, reason in said["now"]]
    return f"extended the deadline of {said['student']} to {', '.join(times)}"


_SENTENCES: Final[Mapping[str, Callable[[Said], str]]] = {
    "proposed": _proposed,
    "applied": _applied,
    "cancelled": lambda said: f"cancelled the changes of set {said['set']}",
    "released": _released,
    "withdrawn": _withdrawn,
    "marks": _marks,
    "extension": _extension,
}
