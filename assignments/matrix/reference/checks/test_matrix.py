"""Hidden checks of tables: shapes and numbers are drawn, and the reference says what is right."""

from typing import Any

import pytest
from hypothesis import strategies as st
from tables import Rows

from grader.inside.travel.arrays import Array, array
from grader.judging.properties import drawn
from grader.student.question import Code

NEAR = 1e-7
numbers = st.integers(-40, 40).map(lambda quarters: quarters / 4)


def rows_of(columns: int, least: int = 1) -> st.SearchStrategy[list[list[float]]]:
    """Rows of so many numbers."""
    row = st.lists(numbers, min_size=columns, max_size=columns)
    return st.lists(row, min_size=least, max_size=5)


tables = st.integers(1, 4).flatmap(rows_of)
pairs = st.tuples(st.integers(1, 3), st.integers(1, 3)).flatmap(
    lambda sizes: st.tuples(*[rows_of(columns).map(array) for columns in sizes])
)


@pytest.mark.task("matrix.standardized", "agrees with the reference on drawn tables")
@drawn(tables.map(array), count=60, tolerance=NEAR)
def test_standardized(code: Code, table: Array) -> Any:
    return code.matrix.standardized(table)


@pytest.mark.task("matrix.distances", "agrees with the reference on drawn points")
@drawn(pairs, count=60, tolerance=NEAR)
def test_distances(code: Code, pair: tuple[Array, Array]) -> Any:
    return code.matrix.distances(*pair)


@pytest.mark.task("matrix.column_means", "agrees with the reference, and reads no row twice")
@drawn(tables, count=40, tolerance=NEAR)
def test_column_means(code: Code, table: list[list[float]]) -> Any:
    return code.matrix.column_means(Rows(table), len(table))
