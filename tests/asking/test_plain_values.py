"""Plain values on their way through a wire: what is no value is refused."""

import pytest

from gametree import Guess, Seq
from grader.asking.plain_values import read_text, reader_of, writer_of
from grader.inside.library import NO_LIBRARY
from grader.inside.values import UnencodableValue
from grader.inside.wire import Violation
from tests.support import LIBRARY

VALUES = ("é\n", 7, 0.5, None, [1, (2,)], {"a": {1, 2}}, Guess(3), Seq.of(1, 2), b"\0")


@pytest.mark.parametrize("value", VALUES)
def test_a_value_comes_back_as_it_was(value: object) -> None:
    again = reader_of(LIBRARY)(writer_of(LIBRARY)(value))
    assert (again, type(again)) == (value, type(value))


def test_what_is_no_value_does_not_travel() -> None:
    with pytest.raises(UnencodableValue, match="object objects don't travel"):
        writer_of(LIBRARY)([object()])
    with pytest.raises(UnencodableValue, match="Guess objects don't travel"):
        writer_of(NO_LIBRARY)(Guess(1))


def test_a_box_names_only_objects_of_its_question() -> None:
    sealed = {3: "the object"}
    assert reader_of(LIBRARY, sealed)(["sealed", 3]) == "the object"
    sealed[4] = "one that came later"
    assert reader_of(LIBRARY, sealed)(["sealed", 4]) == "one that came later"
    for data in (["sealed", 5], ["sealed", "3"], ["sealed"], ["sealed", -1]):
        with pytest.raises(Violation, match="an object that is none of the question's"):
            reader_of(LIBRARY, sealed)(data)
    with pytest.raises(Violation):
        reader_of(LIBRARY)(["sealed", 3])


class Noted:
    """An object of a question whose calls are written down."""

    __watched__ = ("visit",)


def test_an_object_whose_calls_are_noted_has_a_name_that_no_box_can_use() -> None:
    written = writer_of(LIBRARY)([Noted()])
    with pytest.raises(Violation, match="an object that is none of the question's"):
        reader_of(LIBRARY, {0: "the object"})(written)


def test_texts_need_no_library() -> None:
    assert read_text("é") == "é"
    with pytest.raises(Violation):
        read_text(["Guess", 1])


def test_the_writer_and_the_reader_of_a_library_are_made_once() -> None:
    assert writer_of(LIBRARY) is writer_of(LIBRARY)
    assert reader_of(LIBRARY).__self__ is reader_of(LIBRARY).__self__  # type: ignore[attr-defined]
