"""Assertions that calls are refused, and what a call results in where a check goes on after it.

A box reports what was raised, by the classes that Python knows it by; whether that counts is
decided here. So nothing that a hand-in overrides has a say.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from grader.student.claims import Expect
from grader.student.compare import article, difference, same, short, type_name
from grader.student.evidence import CheckFailed, Evidence
from grader.student.expected_text import Expected, containing, expected_text
from grader.student.literal import literal
from grader.student.python_text import python_text
from grader.student.question import Attribute, Call, Name, Question, SpecialForm, class_asked

# A class of Python's or the course's library, or the name of one that the hand-in defines.
Kind = type[Exception] | Question
Pair = list[Any]
# Any of these may come from a mistake, or from a file that isn't begun, as easily as from a
# refusal.
MISTAKES = (
    *(NotImplementedError, RecursionError, MemoryError, SystemError),
    *(SyntaxError, NameError, ImportError),
)


def expect_refusal(
    expect: Expect,
    question: object,
    says: Expected = "",
    hint: str = "",
    *,
    raises: Kind | tuple[Kind, ...] = ValueError,
    attributes: Mapping[str, object] = MappingProxyType({}),
    cause: Kind | None = None,
) -> None:
    """Assert that the answer is an exception of a class in `raises`.

    Its message contains `says`, or is as a pattern, a function or `exactly` a text requires; its
    `attributes` have these values, or values for which these functions are true, and it was raised
    from a `cause`. `raises` is a class, one that the hand-in defines (`submission.bank.Overdrawn`),
    or a tuple of them. Raises `CheckFailed` for a value, for another exception, or for one that
    differs; and `TypeError` for an exception that no check may expect, or for something that isn't
    a class.
    """
    if not isinstance(says, str) and isinstance(says, type):
        raise TypeError(f"say `expect_refusal(expect, question, raises={says.__name__})`")
    kinds = [_pair(kind) for kind in (raises if isinstance(raises, tuple) else (raises,))]
    causes = [] if cause is None else [_pair(cause)]
    words = containing(says) if isinstance(says, str) else expected_text(says)
    got = expect.answer(SpecialForm("refusal", question, [kinds, list(attributes), causes]))
    expected = _expected(kinds, "" if says == "" else says)
    if message := _wrong(got, kinds, words.fault, attributes, causes):
        came, kind = _came(got)
        raise CheckFailed(
            Evidence(
                message,
                call=python_text(question),
                got=came,
                expected=expected,
                difference=message,
                hint=hint,
                kind=kind,
            )
        )


def _came(got: Any) -> tuple[str, str]:
    """What came instead of a refusal, and the kind of that fault."""
    if isinstance(got, list):
        return literal(got[0]), "an exception is expected, but a value came"
    return f"{got['kind']}({got['says']!r})", "the exception that came is not as expected"


def _wrong(
    got: Any, kinds: list[Pair], fault: Any, attributes: Mapping[str, object], causes: list[Pair]
) -> str:
    """What is wrong with what a box reports of a refusal, in words."""
    if isinstance(got, list):
        names = " or ".join([article(name) for name, _ in kinds])
        return f"wrong value: {names} is expected, not {article(type_name(got[0]))}"
    raised = f"your code raised {got['kind']}: {got['says']}"
    if wrong := fault(got["says"]):
        return f"{raised}; {wrong}"
    for name, expected in attributes.items():
        if name not in got["has"]:
            return f"{raised}; it has no attribute {name}"
        if wrong := _wrong_attribute(got["has"][name], expected):
            return f"{raised}; its {name}: {wrong}"
    asked, came = got["cause"]
    if causes and not asked:
        words = f"comes from {article(came)}" if came else "has no cause"
        [[name, _]] = causes
        return f"{raised}; it {words}: write `raise … from error` in `except {name} as error`"
    return ""


def _wrong_attribute(got: Any, expected: object) -> str:
    if callable(expected):  # values that travel aren't callable
        refused = expected_text(expected).fault(got)
        return refused and f"{refused}: {short(got)}"
    return "" if same(got, expected) else difference(got, expected)


def _expected(kinds: list[Pair], says: Expected) -> str:
    names = " or ".join([name for name, _ in kinds])
    if isinstance(says, str):
        return f"{names}({says!r})" if says else f"{names}()"
    return f"{names}: {expected_text(says)}"


def outcome(question: object, *refusals: Kind) -> SpecialForm:
    """A question for another's outcome: `[value]`, or the name of the first of `refusals` raised.

    So a sequence can go on after a refusal. Put classes before their base classes:
    `outcome(account.withdraw(2), code.bank.Overdrawn, ValueError)`; the default is `ValueError`.
    Any other exception ends the whole question.
    """
    if isinstance(question, Call):  # a copy, so that the same call is asked twice
        question = Call(question._function, question._arguments, question._named)
    return SpecialForm("outcome", question, [[_pair(kind) for kind in refusals or (ValueError,)]])


def _pair(kind: object) -> Pair:
    """A class's name, and the question for the class."""
    match kind:
        case Name() | Attribute():
            return [kind._name, kind]
        case type() if issubclass(kind, Exception):
            _refuse_mistake(kind)
            return [kind.__name__, class_asked(kind)]
    what = kind.__name__ if isinstance(kind, type) else article(type(kind).__name__)
    raise TypeError(
        f"`raises` is no class of exceptions, but {what}: write raises=ValueError, another class, "
        "or a name of the hand-in: raises=submission.module.Broke"
    )


def _refuse_mistake(kind: type[Exception]) -> None:
    if kind is Exception or issubclass(kind, MISTAKES):
        raise TypeError(
            f"no check can expect {article(kind.__name__)}, since a mistake raises that, too: have "
            "the assignment say which class is raised, such as ValueError"
        )
