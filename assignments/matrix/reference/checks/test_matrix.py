"""Hidden checks of tables: shapes and numbers are drawn, and the reference says what is right."""

from typing import Any

import pytest
from hypothesis import strategies as st
from tables import Rows

from grader.inside.travel.arrays import Array, array
from grader.judging.properties import drawn
from grader.student.question import Code

NEAR = 1e-6
Table = list[list[float]]
Numbers = st.SearchStrategy[float]

whole = st.integers(-40, 40)
# Numbers that are near each other, far from 0.
near = st.integers(0, 9).map(lambda thousandths: 990 + thousandths / 1000)
# Quarters are exact in binary, tenths are not.
floats = st.one_of(
    whole.map(lambda quarters: quarters / 4),
    whole.map(lambda tenths: tenths / 10),
    st.sampled_from((0.1, -0.7, 1000.0, -1000.0, 0.0)),
    near,
)
number_kinds = st.sampled_from((whole, floats, near))


def rows_of(columns: int, numbers: Numbers, most: int = 5) -> st.SearchStrategy[Table]:
    """Rows of so many numbers, some of which come more than once."""
    row = st.lists(numbers, min_size=columns, max_size=columns)
    rows = st.lists(row, min_size=1, max_size=most)
    return rows | st.tuples(rows, st.integers(2, 3)).map(lambda drawn: drawn[0] * drawn[1])


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table, in which some columns have one number only, or one but for the middle."""
    numbers = draw(number_kinds)
    rows = draw(rows_of(draw(st.integers(1, 4)), numbers, 12))
    for column in range(len(rows[0])):
        number, other = draw(numbers), draw(numbers)
        match draw(st.sampled_from(("any", "any", "equal", "but one"))):
            case "equal":
                rows = [[*row[:column], number, *row[column + 1 :]] for row in rows]
            case "but one":
                rows = [[*row[:column], number, *row[column + 1 :]] for row in rows]
                rows[len(rows) // 2][column] = other
    return rows


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Array, Array]:
    """Points and others, of as many coordinates mostly; some points are others, too."""
    numbers, columns = draw(number_kinds), draw(st.integers(1, 4))
    points = draw(rows_of(columns, numbers))
    if draw(st.integers(0, 3)) == 0:
        return array(points), array(draw(rows_of(draw(st.integers(1, 4)), numbers)))
    others = draw(st.lists(st.sampled_from(points), max_size=2))
    return array(points), array(draw(rows_of(columns, draw(number_kinds))) + others)


@pytest.mark.task("matrix.standardized", "agrees with the reference on drawn tables")
@drawn(tables().map(array), count=100, tolerance=NEAR)
def test_standardized(code: Code, table: Array) -> Any:
    return code.matrix.standardized(table)


@pytest.mark.task("matrix.standardized", "leaves its table as it was, and is right again")
@drawn(tables().map(array), count=20, tolerance=NEAR)
def test_standardized_again(code: Code, table: Array) -> Any:
    kept = code.copy.copy(table)
    return code.matrix.standardized(kept), kept, code.matrix.standardized(kept)


@pytest.mark.task("matrix.distances", "agrees with the reference on drawn points")
@drawn(pairs(), count=120, tolerance=NEAR)
def test_distances(code: Code, pair: tuple[Array, Array]) -> Any:
    return code.matrix.distances(*pair)


@pytest.mark.task("matrix.distances", "leaves its points as they were, and is right of one table")
@drawn(pairs(), count=20, tolerance=NEAR)
def test_distances_again(code: Code, pair: tuple[Array, Array]) -> Any:
    points, others = code.copy.copy(pair[0]), code.copy.copy(pair[1])
    first = code.matrix.distances(points, others)
    return first, points, others, code.matrix.distances(points, points)


@pytest.mark.task("matrix.column_means", "agrees with the reference, and reads no row twice")
@drawn(tables(), count=60, tolerance=NEAR)
def test_column_means(code: Code, table: Table) -> Any:
    return code.matrix.column_means(Rows(table), len(table))
