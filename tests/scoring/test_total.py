"""Sums of points have no rest behind the last decimal, whatever the order."""

from itertools import permutations

import pytest

from grader.scoring.total import total, without_rest

TENTHS = (0.1, 0.2, 0.3, 0.7)


def test_a_sum_is_the_same_in_any_order() -> None:
    assert len({sum(order) for order in permutations(TENTHS)}) > 1
    assert {total(order) for order in permutations(TENTHS)} == {1.3}


@pytest.mark.parametrize(
    ("points", "expected"),
    [([], 0), ([0.1] * 10, 1), ([7.4, -7.4], 0), ([1 / 3, 1 / 3], 0.666667), ([-0.0], 0)],
)
def test_what_is_shown_is_what_is_there(points: list[float], expected: float) -> None:
    assert str(total(points)) == str(float(expected))


def test_what_an_older_version_wrote_loses_its_rest() -> None:
    assert without_rest(7.400000000000001) == 7.4
    assert without_rest(None) is None
