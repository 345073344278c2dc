"""Claims that a call is refused."""

from importlib import import_module

import pytest

from grader.student.claims import Expect
from grader.student.evaluation import answer_directly
from grader.student.evidence import CheckFailed, Evidence
from grader.student.python_text import python_text
from grader.student.question import CODE
from grader.student.refusals import expect_refusal, outcome

QUESTION = CODE.lolo.str2cfg("....")


class Refused(CheckFailed, ValueError):
    """A ValueError out of a student's code, as both graders raise it."""


def refusing(message):
    """Claims about code that raises a ValueError."""

    def ask(_question):
        raise Refused(Evidence(f"your code raised ValueError: {message}"))

    return Expect(ask)


def test_the_right_refusal_passes():
    expect_refusal(refusing("position not recognized"), QUESTION, "position not recognized")


def test_a_refusal_may_say_more_than_it_must():
    expect_refusal(refusing("position not recognized: ...."), QUESTION, "position not recognized")


def test_without_words_any_value_error_will_do():
    expect_refusal(refusing("decided"), QUESTION)


def test_other_words_fail_and_the_expected_words_are_shown():
    with pytest.raises(CheckFailed) as failed:
        expect_refusal(refusing("x not in tuple"), QUESTION, "position not recognized")
    assert failed.value.evidence.message == "your code raised ValueError: x not in tuple"
    assert failed.value.evidence.expected == "ValueError('position not recognized')"


def test_a_value_fails():
    with pytest.raises(CheckFailed) as failed:
        expect_refusal(Expect(lambda _question: -1), QUESTION, "position not recognized")
    assert failed.value.evidence.message == "wrong value: a ValueError is expected, not an int"
    assert failed.value.evidence.got == "-1"


def test_another_exception_is_the_evidence_that_the_grader_made_of_it():
    def ask(_question):
        raise CheckFailed(Evidence("your code raised KeyError: 3"))

    with pytest.raises(CheckFailed, match="KeyError: 3"):
        expect_refusal(Expect(ask), QUESTION)


class NobodyThere(CheckFailed, IndexError, LookupError):
    """An IndexError out of a student's code, as the grader raises it."""


def nobody_there(_question):
    raise NobodyThere(Evidence("your code raised IndexError: nobody is there"))


def test_another_exception_can_be_expected():
    expect_refusal(Expect(nobody_there), QUESTION, "nobody", raises=IndexError)
    expect_refusal(Expect(nobody_there), QUESTION, raises=LookupError)
    for other in (ValueError, KeyError):
        with pytest.raises(CheckFailed, match="IndexError: nobody"):
            expect_refusal(Expect(nobody_there), QUESTION, raises=other)


def test_a_value_in_place_of_another_exception_fails():
    with pytest.raises(CheckFailed, match="an OverflowError is expected, not an int"):
        expect_refusal(Expect(lambda _question: 1), QUESTION, raises=OverflowError)


def test_an_exception_in_place_of_the_words_is_refused_in_one_line():
    with pytest.raises(TypeError, match=r"question, raises=OverflowError\)`"):
        expect_refusal(Expect(nobody_there), QUESTION, OverflowError)
    with pytest.raises(TypeError, match="no check can expect a SystemError; it may be IndexError,"):
        expect_refusal(Expect(nobody_there), QUESTION, raises=SystemError)


@pytest.mark.parametrize("raises", ["ValueError", ValueError("no"), CODE.work.make(1)])
def test_what_is_no_class_is_refused_in_one_line(raises):
    with pytest.raises(
        TypeError, match=r"no class, but a .*IndexError, .*, or a name of the hand-in"
    ):
        expect_refusal(Expect(nobody_there), QUESTION, raises=raises)


class Overdrawn(CheckFailed):
    """An exception of the hand-in's own, as both graders raise it."""

    def __init__(self):
        super().__init__(Evidence("your code raised Overdrawn: 3 are missing"))
        self.raised = ("Overdrawn", "BankError", "Exception")


def overdrawn(_question):
    raise Overdrawn


@pytest.mark.parametrize("name", ["Overdrawn", "BankError"])
def test_an_exception_of_the_hand_ins_own_can_be_expected_by_name(name):
    expect_refusal(Expect(overdrawn), QUESTION, "3 are", raises=getattr(CODE.bank, name))


def test_another_exception_than_the_hand_ins_own_fails():
    with pytest.raises(CheckFailed, match="Overdrawn: 3 are missing"):
        expect_refusal(Expect(overdrawn), QUESTION, raises=CODE.bank.Locked)


def test_other_words_of_an_exception_of_its_own_fail_and_the_expected_ones_are_shown():
    with pytest.raises(CheckFailed) as failed:
        expect_refusal(Expect(overdrawn), QUESTION, "4 are", raises=CODE.bank.Overdrawn)
    assert failed.value.evidence.expected == "Overdrawn('4 are')"


def test_a_value_in_place_of_an_exception_of_its_own_fails():
    with pytest.raises(CheckFailed, match="an Overdrawn is expected, not an int"):
        expect_refusal(Expect(lambda _question: 1), QUESTION, raises=CODE.bank.Overdrawn)


def test_a_sequence_goes_on_after_a_refusal():
    number = CODE.builtins.int
    asked = (outcome(number("x")), outcome(number("7"), CODE.builtins.TypeError))
    assert answer_directly(asked, import_module) == ("ValueError", [7])


def test_a_sequence_with_refusals_can_be_pasted():
    text = python_text([outcome(CODE.bank.Account("ada").withdraw(1), CODE.bank.Overdrawn)])
    assert text.splitlines() == [
        "from grader.inside.outcomes import outcome",
        "from bank import Overdrawn",
        "from bank import Account",
        "[outcome([Overdrawn], Account('ada').withdraw, 1)]",
    ]
