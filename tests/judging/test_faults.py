"""A mistake in a check is one line: where it is, what is wrong, and what would be right."""

import ast
from pathlib import Path

import pytest

from grader.inside.values import UnencodableValue
from grader.judging import faults
from grader.judging.faults import ReferenceFailed, VerdictFailed, in_words, said
from grader.student.question import CODE

HERE = Path(__file__)


def words_of(error: Exception) -> str:
    return in_words(error, [HERE], "check.py:3")


def raised(source: str) -> Exception:
    """What a check of this text raises, which is no file that is known."""
    try:
        exec(source, {"question": CODE.work.act(1)})
    except Exception as error:
        return error
    raise AssertionError("nothing is raised")


def test_the_last_line_of_the_staffs_files_is_named() -> None:
    def stumbles() -> None:
        raised_here = int("x")
        del raised_here

    with pytest.raises(ValueError, match="invalid literal") as caught:
        stumbles()
    line = stumbles.__code__.co_firstlineno + 1
    assert in_words(caught.value, [HERE], "elsewhere").startswith(f"{HERE}:{line}: ValueError: ")
    assert in_words(caught.value, [], "check.py:3").startswith("check.py:3: ValueError: ")


ADVICE = {
    "with question: pass": faults.UNKNOWN,
    "len(question)": faults.CLAIM,
    "question.name = 1": faults.CHANGED,
    "spelt_wrong": "import it at the top of the file, or correct its spelling",
    "1 / 0": faults.OTHERWISE,
}


@pytest.mark.parametrize("source", ADVICE)
def test_what_staff_write_by_mistake_gets_its_advice(source: str) -> None:
    assert words_of(raised(source)).endswith(f"; {ADVICE[source]}")


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (ReferenceFailed("it raises ValueError"), faults.GOES_ON),
        (ReferenceFailed("it doesn't end"), "correct the reference, or what is drawn"),
        (
            UnencodableValue("a file"),
            "ask for something that travels, or list its class in VALUES of the library",
        ),
        (TypeError("Expect.__call__() missing 1 argument"), faults.CLAIM),
        (TypeError("this is a question too"), "or claim a value"),
        (TypeError("`raises` is no class"), faults.REFUSAL),
        (AttributeError("'Handle' object has no attribute 'x'"), faults.STAYS),
        (VerdictFailed(), faults.OTHERWISE),
    ],
)
def test_each_kind_of_mistake_has_its_advice(error: Exception, advice: str) -> None:
    assert words_of(error).endswith(f"; {advice}")


def test_a_line_is_one_line_and_not_too_long() -> None:
    assert words_of(ValueError("a\n  b")) == f"check.py:3: ValueError: a b; {faults.OTHERWISE}"
    assert len(words_of(ValueError("x" * 9999))) < 400
    assert words_of(ValueError()) == f"check.py:3: ValueError; {faults.OTHERWISE}"


class Mute(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_an_exception_that_can_not_say_its_text_has_none() -> None:
    assert (said(Mute()), said(ValueError("no"))) == ("", "no")


@pytest.mark.parametrize("words", ["CLAIM", "UNKNOWN", "CHANGED", "STAYS", "REFUSAL", "GOES_ON"])
def test_what_is_proposed_is_python(words: str) -> None:
    _, code, *_ = getattr(faults, words).split("`")
    assert ast.parse(code)
