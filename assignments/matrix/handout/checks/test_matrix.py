"""Public checks of tables."""

from typing import Any

import pytest
from tables import Rows

from grader.inside.travel.arrays import array
from grader.student.refusals import expect_refusal

NEAR = 1e-6


@pytest.mark.task("matrix.standardized", "a column of equal numbers becomes 0")
def test_standardized(submission: Any, expect: Any) -> None:
    table, expected = array([[1.0, 5.0], [3.0, 5.0]]), array([[-1.0, 0.0], [1.0, 0.0]])
    expect(submission.matrix.standardized(table), expected, tolerance=NEAR)


@pytest.mark.task("matrix.standardized", "a table of whole numbers")
def test_standardized_whole(submission: Any, expect: Any) -> None:
    asked = submission.matrix.standardized(array([[1], [2], [3], [6]]))
    expected = array([[-2 / 3.5**0.5], [-1 / 3.5**0.5], [0.0], [3 / 3.5**0.5]])
    expect(asked, expected, tolerance=NEAR)


@pytest.mark.task("matrix.distances", "one point and two others")
def test_distances(submission: Any, expect: Any) -> None:
    points, others = array([[0.0, 0.0]]), array([[3.0, 4.0], [0.0, 1.0]])
    expect(submission.matrix.distances(points, others), array([[5.0, 1.0]]), tolerance=NEAR)


@pytest.mark.task("matrix.distances", "points of other coordinates are refused")
def test_distances_refuse(submission: Any, expect: Any) -> None:
    asked = submission.matrix.distances(array([[0.0, 0.0]]), array([[1.0, 2.0, 3.0]]))
    expect_refusal(expect, asked)


@pytest.mark.task("matrix.column_means", "each row is read once")
def test_column_means(submission: Any, expect: Any) -> None:
    rows = Rows([[1.0, 2.0], [3.0, 4.0]])
    question = submission.matrix.column_means(rows, 2)
    expect(question, array([2.0, 3.0]), tolerance=NEAR, calls={"row": 2})
