"""What tests for Gradescope import notes what they are worth, and no answer can change that."""

from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

from grader.inside.course_tests.decorators import SHARE, modules, partial_credit

DECORATORS: Any = modules()["gradescope_utils.autograder_utils.decorators"]


def a_test() -> None:
    """A test of staff's."""


def test_the_package_is_there_with_what_is_beneath_it() -> None:
    assert sorted(modules()) == [
        "gradescope_utils",
        "gradescope_utils.autograder_utils",
        "gradescope_utils.autograder_utils.decorators",
    ]


def test_a_decorator_notes_what_it_is_given_by_any_name() -> None:
    marked: Any = DECORATORS.tags("a", "b")(DECORATORS.weight(val=3)(lambda: None))
    assert (marked.__weight__, marked.__tags__) == (3, ("a", "b"))
    assert DECORATORS.hide_errors()(lambda: None).__hide_errors__ == ()


def graded(score: Any, weight: float = 4, fails: type[Exception] | None = None) -> float:
    """The share that a test has which gives itself this score."""

    @partial_credit(weight)
    def run(set_score: Callable[[Any], None]) -> None:
        set_score(1)
        set_score(score)
        if fails:
            raise fails

    with pytest.raises(fails or (AssertionError, TypeError)):
        run()
    return float(vars(run)[SHARE])


@pytest.mark.parametrize(
    ("score", "share"), [(1, 0.25), (2.0, 0.5), (0, 0.0), (-1, 0.0), (nan, 0.0), (-inf, 0.0)]
)
def test_a_part_of_the_score_is_a_share(score: float, share: float) -> None:
    assert graded(score) == share


class Ten(int):
    """A number of a hand-in's."""


@pytest.mark.parametrize("score", [True, Ten(3), inf, "3", None])
def test_what_is_no_number_or_none_of_a_test_is_no_share(score: Any) -> None:
    assert graded(score, fails=KeyError) == 0.0


def test_a_whole_score_passes_and_stays_if_the_test_fails_afterwards() -> None:
    assert graded(9, fails=KeyError) == 1.0

    @partial_credit(4)
    def run(set_score: Callable[[Any], None]) -> None:
        set_score(4)

    run()
    assert (run.__weight__, vars(run)[SHARE]) == (4, 0.0)  # type: ignore[attr-defined]


def test_a_board_of_the_best_is_nothing_and_names_stay() -> None:
    @DECORATORS.leaderboard("speed", order="asc")  # type: ignore[untyped-decorator]
    def test_speed(set_leaderboard_value: Callable[[Any], None]) -> None:
        set_leaderboard_value(7)

    test_speed()
    assert test_speed.__name__ == "test_speed"
