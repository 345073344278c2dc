"""Claims that a call is refused: a `ValueError`, and what it must say."""

from dataclasses import replace
from typing import Any

from grader.student.claims import Expect
from grader.student.evidence import CheckFailed


def expect_refusal(expect: Expect, question: Any, says: str = "", hint: str = "") -> None:
    """Claim that the answer is a `ValueError` whose text contains `says`.

    Raises `CheckFailed` when a value comes, another exception, or another text.
    """
    expected = ValueError(says) if says else ValueError()
    try:
        # No value is an exception, so every value is the wrong one.
        expect(question, expected, hint=hint)
    except ValueError as error:
        if not isinstance(error, CheckFailed) or says not in error.evidence.message:
            raise _otherwise(error, expected, hint) from None


def _otherwise(error: ValueError, expected: ValueError, hint: str) -> BaseException:
    if not isinstance(error, CheckFailed):
        return error
    return CheckFailed(replace(error.evidence, expected=repr(expected), hint=hint))
