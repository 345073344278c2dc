"""Claims that a call is refused: by which class, words, attributes and cause."""

import json
import re
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from grader.student.claims import Expect
from grader.student.evaluation import Evaluation
from grader.student.evidence import CheckFailed, Evidence
from grader.student.python_text import python_text
from grader.student.question import CODE, within
from grader.student.refusals import expect_refusal, outcome


class BankError(Exception):
    """What a student's code raises."""


class Overdrawn(BankError):
    """One with an attribute."""

    def __init__(self, missing: int) -> None:
        super().__init__(f"{missing} are missing")
        self.missing = missing


class Lying(type):
    """A class that says it is whatever is asked for."""

    __mro__ = property(lambda cls: (cls, BankError, Exception, object))  # type: ignore[assignment]
    __name__ = "Overdrawn"

    def __instancecheck__(cls, _one: object) -> bool:
        return True

    def __subclasscheck__(cls, _one: object) -> bool:
        return True


class Liar(Exception, metaclass=Lying):
    """None of the bank's."""

    __class__ = Overdrawn  # type: ignore[assignment]


def transfer(_amount: int) -> int:
    raise NotImplementedError("transfer")


def withdraw(amount: int) -> int:
    if amount == 7:
        raise Liar
    if amount > 5:
        try:
            return {}[amount]  # type: ignore[no-any-return]
        except KeyError as error:
            raise Overdrawn(amount - 5) from error
    if amount < 0:
        raise ValueError("too little") from None
    return 5 - amount


MODULES = {
    "bank": SimpleNamespace(
        withdraw=withdraw,
        transfer=transfer,
        Overdrawn=Overdrawn,
        Refusal=Overdrawn,
        BankError=BankError,
        Locked=Liar,
    )
}
BANK = CODE.bank


def ask(question: Any, _stdin: str = "") -> Any:
    """What this bank answers, or raises, as a check sees it."""
    try:
        return Evaluation(lambda name: MODULES.get(name) or import_module(name)).evaluate(question)  # type: ignore[arg-type, return-value]
    except Exception as error:
        words = f"your code raised {type(error).__name__}: {error}"
        raise CheckFailed(Evidence(words)) from error


EXPECT = Expect(ask)


@pytest.mark.parametrize(
    ("amount", "claim"),
    [
        (-1, {}),
        (-1, {"says": "too little"}),
        (-1, {"says": "little"}),
        (-1, {"says": re.compile("^too l")}),
        (-1, {"says": "too little".__eq__}),
        (-1, {"raises": (KeyError, ValueError)}),
        (8, {"raises": BANK.Overdrawn}),
        (8, {"raises": BANK.BankError, "says": "3 are"}),
        (8, {"raises": BANK.Refusal, "attributes": {"missing": 3}, "cause": KeyError}),
        (8, {"raises": BANK.Overdrawn, "cause": LookupError}),
        (8, {"raises": BANK.Overdrawn, "attributes": {"missing": lambda n: n in (3, 4)}}),
        (8, {"raises": BANK.Overdrawn, "attributes": {"missing": pytest.approx(3.0)}}),
    ],
)
def test_a_refusal_as_it_should_be_passes(amount: int, claim: dict[str, Any]) -> None:
    expect_refusal(EXPECT, BANK.withdraw(amount), **claim)


@pytest.mark.parametrize(
    ("amount", "claim", "message"),
    [
        (1, {}, "wrong value: a ValueError is expected, not an int"),
        (1, {"raises": (BANK.Overdrawn, OSError)}, "an Overdrawn or an OSError is expected, not"),
        (-1, {"says": "much"}, "your code raised ValueError: too little; 'much' is not in it"),
        (-1, {"says": re.compile("x$")}, "too little; the pattern 'x$' is not found in it"),
        (-1, {"raises": BANK.Overdrawn}, "your code raised ValueError: too little"),
        (8, {"raises": ValueError}, "your code raised Overdrawn: 3 are missing"),
        (8, {"raises": BANK.Locked}, "your code raised Overdrawn: 3 are missing"),
        (8, {"raises": BANK.Overdrawn, "attributes": {"lost": 3}}, "it has no attribute lost"),
        (8, {"raises": BANK.Overdrawn, "attributes": {"missing": 4}}, "missing: 3 instead of 4"),
        (
            8,
            {"raises": BANK.Overdrawn, "attributes": {"missing": lambda n: n > 3}},
            "its missing: the check doesn't accept it (lambda): 3",
        ),
        (8, {"raises": BANK.Overdrawn, "cause": ValueError}, "it comes from a KeyError: write"),
        (-1, {"cause": KeyError}, "it has no cause: write `raise … from error` in `except KeyErr"),
        # What a class says of itself decides nothing.
        (7, {"raises": BANK.Overdrawn}, "your code raised"),
        (7, {"raises": BANK.BankError}, "your code raised"),
        (-1, {"raises": BANK.Locked}, "your code raised ValueError: too little"),
    ],
)
def test_another_one_fails_and_says_why(amount: int, claim: dict[str, Any], message: str) -> None:
    with pytest.raises(CheckFailed) as failed:
        expect_refusal(EXPECT, BANK.withdraw(amount), **claim)
    assert message in failed.value.evidence.message


def test_the_expected_words_are_shown() -> None:
    with pytest.raises(CheckFailed) as failed:
        expect_refusal(EXPECT, BANK.withdraw(-1), "too much", hint="count")
    evidence = failed.value.evidence
    assert (evidence.got, evidence.expected) == (
        "ValueError('too little')",
        "ValueError('too much')",
    )
    assert (evidence.call, evidence.hint) == ("from bank import withdraw\nwithdraw(-1)", "count")


def test_classes_of_pythons_modules_can_be_expected() -> None:
    expect_refusal(EXPECT, CODE.json.loads("{"), "Expecting", raises=json.JSONDecodeError)


def test_a_function_that_is_not_written_yet_refuses_nothing() -> None:
    with pytest.raises(CheckFailed, match="NotImplementedError"):
        expect_refusal(EXPECT, BANK.transfer(1), raises=RuntimeError)


@pytest.mark.parametrize(
    ("raises", "words"),
    [
        (SystemError, "no check can expect a SystemError, since a mistake raises that, too: have"),
        (Exception, "no check can expect an Exception, since"),
        (NotImplementedError, "no check can expect a NotImplementedError, since"),
        ("ValueError", "no class of exceptions, but a str: write raises=ValueError, another class"),
        (ValueError("no"), "no class of exceptions, but a ValueError"),
        (BANK.withdraw(1), "no class of exceptions, but a Call"),
        (int, "no class of exceptions, but int"),
    ],
)
def test_what_can_not_be_expected_is_refused_in_one_line(raises: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        expect_refusal(EXPECT, BANK.withdraw(1), raises=raises)
    with pytest.raises(TypeError, match=r"question, raises=OverflowError\)`"):
        expect_refusal(EXPECT, BANK.withdraw(1), OverflowError)  # type: ignore[arg-type]


def test_a_sequence_goes_on_after_refusals() -> None:
    withdraw = BANK.withdraw
    asked = [
        outcome(withdraw(-1)),
        outcome(withdraw(8), BANK.Refusal, BANK.BankError),
        outcome(withdraw(withdraw(-1)), ValueError),
        outcome(withdraw(2)),
    ]
    assert ask(asked) == ["ValueError", "Refusal", "ValueError", [3]]
    again = withdraw(-1)
    assert ask([outcome(again), outcome(again)]) == ["ValueError", "ValueError"]
    with pytest.raises(CheckFailed, match="Overdrawn: 3"):
        ask([outcome(withdraw(8))])


def test_a_sequence_with_refusals_can_be_pasted() -> None:
    text = python_text([outcome(BANK.Account("ada").withdraw(1), BANK.Overdrawn)])
    assert text.splitlines() == [
        "from grader.inside.forms import outcome",
        "from bank import Account",
        "from bank import Overdrawn",
        "[outcome(lambda: Account('ada').withdraw(1), [['Overdrawn', Overdrawn]])]",
    ]


def test_what_is_asked_within_a_manager_is_asked_between_its_begin_and_its_end() -> None:
    stream = CODE.io.StringIO("a\nb\n")
    asked = [within(stream, lambda entered: entered.read()), stream.closed]
    assert ask(asked) == ["a\nb\n", True]
    assert python_text(asked).splitlines() == [
        "import io",
        "x = io.StringIO('a\\nb\\n')",
        "x2 = x.__enter__()",
        "[[x2.read(), x.__exit__(None, None, None)][0], x.closed]",
    ]
    left = outcome(within(stream, lambda _: BANK.withdraw(-1)))
    assert ask([left, stream.closed]) == ["ValueError", True]
