"""Claims that a call is refused: an exception, and what it must say."""

from dataclasses import replace
from typing import Any

from grader.student.claims import Expect
from grader.student.evidence import CATCHABLE, CheckFailed


def expect_refusal(
    expect: Expect,
    question: Any,
    says: str = "",
    hint: str = "",
    *,
    raises: type[Exception] = ValueError,
) -> None:
    """Claim that the answer is an exception, one that `raises`, whose text contains `says`.

    Raises `CheckFailed` when a value comes, another exception, or another text, and `TypeError`
    for an exception that no check may expect, or for what is no class.
    """
    _refuse_another(says, raises)
    expected = raises(says) if says else raises()
    try:
        # No value is an exception, so every value is the wrong one.
        expect(question, expected, hint=hint)
    except raises as error:
        if not isinstance(error, CheckFailed) or says not in error.evidence.message:
            raise _otherwise(error, expected, hint) from None


def _refuse_another(says: object, raises: type[Exception]) -> None:
    if not isinstance(says, str):
        name = getattr(says, "__name__", "IndexError")
        raise TypeError(f"say `expect_refusal(expect, question, raises={name})`")
    kinds = ", ".join(kind.__name__ for kind in CATCHABLE)
    if not isinstance(raises, type):
        what = f"`raises` is no class, but a {type(raises).__name__}; it may be {kinds}"
        raise TypeError(f"{what}: of an exception of the hand-in's own, what it is derived from")
    if not issubclass(raises, CATCHABLE):
        raise TypeError(f"no check can expect a {raises.__name__}; it may be {kinds}")


def _otherwise(error: Exception, expected: Exception, hint: str) -> BaseException:
    if not isinstance(error, CheckFailed):
        return error
    return CheckFailed(replace(error.evidence, expected=repr(expected), hint=hint))
