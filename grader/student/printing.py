"""Assertions about what calls print, with some lines typed."""

from collections.abc import Sequence
from dataclasses import replace

from grader.student.claims import Expect, wrong_answer
from grader.student.evidence import CheckFailed, Evidence
from grader.student.expected_text import Expected, expected_text
from grader.student.plural import numbered
from grader.student.python_text import python_text
from grader.student.question import SpecialForm, has_questions


def printed(question: object, typed: Sequence[str] = ()) -> SpecialForm:
    """A question for what another one prints with these lines typed, without `input` prompts."""
    return SpecialForm("printed", question, [_lines(typed)])


def expect_printed(
    expect: Expect,
    question: object,
    expected: Expected,
    typed: Sequence[str] = (),
    hint: str = "",
) -> None:
    """Assert that a call prints a text when these lines are typed.

    The prompts of `input` may be in the text or left out; error output doesn't count. The text may
    be a pattern, a function, or made by `grader.student.expected_text`. Raises `CheckFailed` if the
    call prints something else, or raises an exception.
    """
    if not has_questions(question):
        raise TypeError("`expect` asks nothing of the hand-in: give a call of a function of its")
    wanted, lines = expected_text(expected), _lines(typed)
    asked = SpecialForm("spoken", question, [lines])
    try:
        pieces, returned = expect.answer(asked)
    except CheckFailed as failed:
        if "EOFError" in failed.raised:
            more = f"it reads more than is typed here: {numbered(len(lines), 'line')}"
            failed.evidence = replace(failed.evidence, hint=hint or more)
        raise
    whole, plain = "".join(pieces), "".join(pieces[::2])
    if wanted.fault(plain) and wanted.fault(whole):
        evidence = _wrong(python_text(asked), plain, expected)
        raise CheckFailed(replace(evidence, hint=hint or _advice(plain, returned, expected)))


def _wrong(call: str, plain: str, expected: Expected) -> Evidence:
    wanted = expected if isinstance(expected, str) else expected_text(expected)
    evidence = wrong_answer(call, plain, wanted)
    message = evidence.message.replace("wrong value", "wrong output", 1)
    return replace(evidence, message=message, kind="wrong output")


def _advice(plain: str, returned: str | None, expected: Expected) -> str:
    wanted = expected_text(expected)
    if returned is not None and not (wanted.fault(returned) and wanted.fault(f"{returned}\n")):
        return "it returns this text: print it"
    if not plain:
        return "nothing is printed: is a `print` missing?"
    return ""


def _lines(typed: Sequence[str]) -> list[str]:
    return typed.splitlines() if isinstance(typed, str) else list(typed)
