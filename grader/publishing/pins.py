"""Released scores, as the log of a run says: a line each time that some are fixed or moved."""

from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path

from grader.course.released import Pins, ReleasedScore
from grader.errors import OutputError
from grader.publishing import log
from grader.scoring.total import total, without_rest


def pins_of(out: Path, noted: str) -> Pins:
    """The released scores of each student.

    Raises `OutputError` if the log is damaged, or lacks the hash that was `noted`: scores that
    nobody knows to be released could move.
    """
    for fault in log.faults(out, (noted,)):
        raise OutputError(f"{fault}; it says what is released: restore it, or use another --out")
    pins: dict[str, ReleasedScore] = {}
    for entry in log.entries(out):
        for student, data in entry.said.get("released", {}).items():
            pins.pop(student, None)
            if data is not None:
                score, extra, at, instead_of = data
                instead = (
                    (without_rest(instead_of[0]), total([instead_of[1]])) if instead_of else None
                )
                pins[student] = ReleasedScore(total([score]), total([extra]), at, instead)
    return pins


def as_data(pins: Mapping[str, ReleasedScore | None]) -> dict[str, list[object] | None]:
    """Scores for a line of the log; those of students with `None` may move again."""
    return {s: None if pin is None else list(astuple(pin)) for s, pin in pins.items()}
