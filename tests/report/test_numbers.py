"""Points are written as people write them."""

import pytest

from grader.report.numbers import points, points_of


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (12.0, "12"),
        (7.5, "7.5"),
        (1 / 3, "0.33"),
        (-2.25, "−2.25"),
        (100.0, "100"),
    ],
)
def test_points_have_no_needless_decimals(value: float, text: str) -> None:
    assert points(value) == text


@pytest.mark.parametrize(
    ("most", "text"), [(1.0, "0 of 1 point"), (0.0, "0 of 0 points"), (2.5, "0 of 2.5 points")]
)
def test_one_point_is_not_points(most: float, text: str) -> None:
    assert points_of(0.0, most) == text
