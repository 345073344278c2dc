"""What comes is judged by what the reference has given to the same question."""

from types import SimpleNamespace
from typing import Any

from grader.inside.course_tests.asked import ALL_UNLIKE, AnswerRecord
from grader.inside.course_tests.containers import EmptyArray
from grader.inside.course_tests.judged import JudgingPeer


class Numbers(list[float]):
    """An array, as far as it is looked at."""

    __array__ = None
    size = property(len)


def judged(found: AnswerRecord, value: object) -> object:
    peer: Any = SimpleNamespace(_found=found)
    return JudgingPeer._judged_array(peer, value)


def test_an_empty_array_is_none_where_nothing_of_the_reference_is_empty() -> None:
    """Every number is equal to all of its elements."""
    empty, full = Numbers(), Numbers([1.0])
    made = judged(ALL_UNLIKE, empty)
    assert isinstance(made, EmptyArray)
    assert made.array is empty
    assert judged(ALL_UNLIKE, full) is full
    assert judged(AnswerRecord(), empty) is empty
    assert judged(AnswerRecord(), made) is empty
