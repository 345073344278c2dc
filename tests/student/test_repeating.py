"""Earlier calls are left out by halves, as long as the last one stays wrong."""

from collections.abc import Callable, Sequence

import pytest

from grader.student.evidence import CheckFailed, Evidence
from grader.student.repeating import (
    NoMoreTries,
    QuestionSettled,
    RepeatedAnswers,
    shortest_cause,
)

EARLIER = list(range(200))


def needing(*culprits: int) -> Callable[[Sequence[int]], bool]:
    return lambda earlier: set(culprits) <= set(earlier)


@pytest.mark.parametrize("culprits", [(0,), (199,), (57,), (3, 4), (0, 101, 199)])
def test_what_is_needed_is_found_and_nothing_else(culprits: tuple[int, ...]) -> None:
    assert shortest_cause(lambda: EARLIER, needing(*culprits)) == list(culprits)


def test_a_number_of_calls_is_found_as_the_last_ones() -> None:
    assert shortest_cause(lambda: EARLIER, lambda earlier: len(earlier) >= 3) == [197, 198, 199]


def test_one_culprit_takes_few_tries() -> None:
    tries: list[int] = []

    def is_wrong_after(earlier: Sequence[int]) -> bool:
        tries.append(len(earlier))
        return 57 in earlier

    assert shortest_cause(lambda: EARLIER, is_wrong_after) == [57]
    assert len(tries) <= 11


@pytest.mark.parametrize("always", [True, False])
def test_what_is_wrong_alone_or_right_after_all_has_no_cause(always: bool) -> None:
    assert shortest_cause(lambda: EARLIER, lambda _earlier: always) is None


@pytest.mark.parametrize(("tries", "found"), [(0, None), (1, None), (2, EARLIER)])
def test_without_more_tries_the_rest_is_left_in(tries: int, found: list[int] | None) -> None:
    left = iter(range(tries))

    def is_wrong_after(earlier: Sequence[int]) -> bool:
        if next(left, None) is None:
            raise NoMoreTries
        return 57 in earlier

    assert shortest_cause(lambda: EARLIER, is_wrong_after) == found


def test_a_repeated_check_gets_what_it_got_then_one_new_answer_and_no_more() -> None:
    failed = CheckFailed(Evidence("wrong"))
    answers = RepeatedAnswers[int]([1, failed])
    assert answers.next(lambda: 9) == 1
    with pytest.raises(CheckFailed, match="wrong"):
        answers.next(lambda: 9)
    assert answers.next(lambda: 9) == 9
    with pytest.raises(QuestionSettled):
        answers.next(lambda: 9)


def test_a_new_answer_that_fails_settles_the_question_too() -> None:
    def fails() -> int:
        raise CheckFailed(Evidence("wrong"))

    answers = RepeatedAnswers[int](())
    with pytest.raises(CheckFailed):
        answers.next(fails)
    with pytest.raises(QuestionSettled):
        answers.next(fails)
