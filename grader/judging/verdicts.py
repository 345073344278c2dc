"""The verdict on a check that has ended: a status and its evidence.

An exception from a check is the hand-in's failure if the check says so. Otherwise it counts as a
fault of the check, until a run on the reference shows which it was.
"""

import re
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.asking.answers import CodeFailed
from grader.asking.handed_in import UnknownName
from grader.asking.submission import AnsweredQuestion
from grader.errors import BrokenGrader
from grader.inside.shortening import cut
from grader.judging.faults import VerdictFailed, in_words, said
from grader.sandbox.clock import HandinPaused
from grader.statuses import Status
from grader.student.compare import article, short, type_name
from grader.student.evidence import (
    PICTURES,
    CheckFailed,
    Evidence,
    RunsPicture,
    without_values,
)
from grader.student.literal import literal
from grader.student.python_text import python_text
from grader.student.repeating import QuestionSettled

# How pytest's own claims fail.
PLAIN = (AssertionError, pytest.fail.Exception)
CLAIM_FAILED = "the check failed"
UNREADABLE = "the answer is of a kind that this check can't read"
# What pytest adds to a plain assert: how our own objects led to the values in it.
OF_OURS = re.compile(r"\+ +(where|and) |Use -v to get")
# An address differs from run to run, and results must not.
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")

MOST_CHARACTERS = {
    "message": 1_000,
    "call": 20_000,
    "got": 4_000,
    "expected": 4_000,
    "difference": 1_000,
    "hint": 1_000,
    "output": 200_000,
    "kind": 1_000,
}
MOST_RUNS = 100


def verdict_of(
    failure: BaseException | None, files: Sequence[Path] = ()
) -> tuple[Status, Evidence | None]:
    """What an exception from a check means: the student's failure, or a fault of the check.

    The evidence of a fault says where in the check's own `files` it is.
    Raises `BrokenGrader` and `HandinPaused` again: the grader itself can't go on, or not yet.
    """
    match failure:
        case None | QuestionSettled():  # the latter ends a repeated check at its one question
            return Status.PASSED, None
        case CodeFailed():
            return failure.status, failure.evidence
        case CheckFailed():
            return Status.FAILED, failure.evidence
        case BrokenGrader() | HandinPaused():
            raise failure  # nothing of this hand-in is kept, or nothing can go on
        case UnknownName():
            return Status.BROKEN, Evidence(str(failure))
        case AssertionError() | pytest.fail.Exception():
            return Status.FAILED, _plain(failure)
        case VerdictFailed(__cause__=BaseException() as cause):
            return Status.BROKEN, _fault(cause, files)
    return Status.BROKEN, _fault(failure, files)


def _plain(failure: BaseException) -> Evidence:
    """Evidence of a failed assert; for a hidden check only its title, as the words show values."""
    lines = [line.strip() for line in said(failure).splitlines()]
    words = cut("; ".join([line for line in lines if line and not OF_OURS.match(line)]), 900)
    message = f"{CLAIM_FAILED}: {words}" if words else CLAIM_FAILED
    return Evidence(message, difference=words, kind=CLAIM_FAILED)


def _fault(failure: BaseException, files: Sequence[Path]) -> Evidence:
    text = "".join(traceback.format_exception(failure))
    words = f"{type(failure).__name__} in the check"
    return Evidence(words, output=f"{text[-4000:]}\n{in_words(failure, files)}")


def unreadable(answered: AnsweredQuestion | None) -> Evidence:
    """Evidence that a check can't read the latest answer, although it can read the reference's."""
    if answered is None:
        return without_values(UNREADABLE)
    kind = article(type_name(answered.value))
    return Evidence(
        f"{UNREADABLE}: {kind}",
        call=python_text(answered.question),
        got=short(answered.value),
        difference=kind,
        kind=UNREADABLE,
    )


def shortened(evidence: Evidence) -> Evidence:
    """The evidence as it can be kept and shown: only texts, of limited size, without addresses.

    Checks should see to that themselves; this is for those that forget to.
    """
    if not isinstance(evidence, Evidence):
        evidence = Evidence(_text(evidence))
    texts: dict[str, Any] = {
        name: cut(ADDRESS.sub("", _text(getattr(evidence, name))), most)
        for name, most in MOST_CHARACTERS.items()
    }
    return replace(evidence, **texts, picture=_picture(evidence.picture))


def _text(value: object) -> str:
    return value if type(value) is str else literal(value)


def _picture(picture: object) -> Any:
    if isinstance(picture, RunsPicture):
        most = MOST_RUNS
        return RunsPicture(picture.elements[:most], picture.got[:most], picture.expected[:most])
    return picture if isinstance(picture, tuple(PICTURES.values())) else None
