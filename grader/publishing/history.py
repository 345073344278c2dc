"""What the log of a run says beside what commands did: marks and extensions by hand, and whether
the released scores are those that it knows of.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from grader.course.released import FILE as RELEASED
from grader.course.released import Pins, Released, read_released
from grader.publishing import log
from grader.publishing.run import Beside, head_noted


def notice(out: Path, beside: Beside, author: tuple[str, str] = ("", "")) -> None:
    """Enter what staff wrote beside the hand-ins since the log last knew of it.

    The `author`, a student's id and who wrote of that student, is known for some; otherwise it is
    whoever noticed.
    """
    known = {
        (entry.what, entry.said["student"]): entry.said["now"]
        for entry in log.entries(out)
        if entry.what in ("marks", "extension")
    }
    now = dict(_by_hand(beside))
    for key in sorted(known.keys() | now.keys()):
        if known.get(key) != now.get(key):
            what, student = key
            who = author[1] if student == author[0] else ""
            log.append(out, what, {"student": student, "now": now.get(key)}, who)


def _by_hand(beside: Beside) -> Iterator[tuple[tuple[str, str], Any]]:
    for student, words in beside.rubric.words.items():
        marks = {mark.item.id: [mark.points, mark.comment] for mark in words.marks}
        comments = [[comment.file, comment.line, comment.text] for comment in words.comments]
        if marks or comments:
            yield ("marks", student), {"marks": marks, "comments": comments}
    for student, extensions in beside.extensions.items():
        yield ("extension", student), [[one.due.isoformat(), one.reason] for one in extensions]


def log_faults(out: Path, noted: str = "") -> Iterator[str]:
    """A line for each sign of tampering: in the log, or in scores that it doesn't know of.

    `noted` is a hash that somebody noted down; the report holds one, too.
    """
    yield from log.faults(out, (noted, head_noted(out)))
    expected: Pins = {}
    for entry in log.entries(out):
        expected = pins_by(entry, expected)
    pins = read_released(out)
    for student in sorted(expected.keys() | pins.keys()):
        if pins.get(student) != expected.get(student):
            there, said = _words(pins.get(student)), _words(expected.get(student))
            yield f"{out / RELEASED}: {student} has {there}, the log says {said}"


def _words(pin: Released | None) -> str:
    return "no score" if pin is None else f"{pin.score:g} + {pin.extra:g}"


def pins_by(entry: log.Entry, pins: Pins) -> dict[str, Released]:
    """The released scores after an entry."""
    new = entry.said.get("released", {})
    after = {student: _pin(data) for student, data in new.items() if data is not None}
    return {s: pin for s, pin in pins.items() if s not in new} | after


def _pin(data: list[Any]) -> Released:
    score, extra, at, instead_of = data
    return Released(score, extra, at, instead_of and tuple(instead_of))
