"""Claims that calls are refused, and what they come to where a check goes on after it."""

from dataclasses import replace
from functools import cache
from typing import Any

from grader.student.claims import Expect
from grader.student.evidence import CATCHABLE, CheckFailed
from grader.student.question import CODE, Call, Name


def expect_refusal(
    expect: Expect,
    question: Any,
    says: str = "",
    hint: str = "",
    *,
    raises: type[Exception] | Name = ValueError,
) -> None:
    """Claim that the answer is an exception, one that `raises`, whose text contains `says`.

    `raises` is a built-in class, or one that the hand-in defines: `submission.bank.Overdrawn`.
    Raises `CheckFailed` when a value comes, another exception, or another text, and `TypeError`
    for an exception that no check may expect, or for what is no class.
    """
    _refuse_another(says, raises)
    kind = _named(raises._name) if isinstance(raises, Name) else raises
    expected = kind(says) if says else kind()
    try:
        # No value is an exception, so every value is the wrong one.
        expect(question, expected, hint=hint)
    except CheckFailed as failed:
        if not (isinstance(failed, kind) or kind.__name__ in failed.raised):
            raise
        if says not in failed.evidence.message:
            evidence = replace(failed.evidence, expected=repr(expected), hint=hint)
            raise CheckFailed(evidence) from None


def outcome(call: Call, *refusals: Name) -> Call:
    """The question what a call comes to: `[value]`, or the name of the first of `refusals` raised.

    So a sequence goes on after a refusal. Classes come before those that they are subclasses of:
    `outcome(account.withdraw(2), code.bank.Overdrawn, code.builtins.ValueError)`; without any it
    is `ValueError`. Another exception ends the whole question.
    """
    kinds = list(refusals or [CODE.builtins.ValueError])
    return Call(_OUTCOME, (kinds, call._function, *call._arguments))


_OUTCOME = Name("grader.inside.outcomes", "outcome")


@cache
def _named(name: str) -> type[Exception]:
    return type(name, (Exception,), {})


def _refuse_another(says: object, raises: type[Exception] | Name) -> None:
    if not isinstance(says, str):
        name = getattr(says, "__name__", "IndexError")
        raise TypeError(f"say `expect_refusal(expect, question, raises={name})`")
    if isinstance(raises, Name):
        return
    kinds = ", ".join(kind.__name__ for kind in CATCHABLE)
    if not isinstance(raises, type):
        what = f"`raises` is no class, but a {type(raises).__name__}; it may be {kinds}"
        raise TypeError(f"{what}, or a name of the hand-in: raises=submission.module.Broke")
    if not issubclass(raises, CATCHABLE):
        raise TypeError(f"no check can expect a {raises.__name__}; it may be {kinds}")
