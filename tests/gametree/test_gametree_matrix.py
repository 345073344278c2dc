"""Matrices are addressed like points in the plane, and give their lines in four directions."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree import Matrix, Seq

repeatable = settings(derandomize=True, deadline=None)
sizes = st.integers(min_value=1, max_value=8)


def points(num_cols: int, num_rows: int) -> Matrix[tuple[int, int]]:
    return Matrix.tabulate(lambda x, y: (x, y), num_cols, num_rows)


def line_lists(lines: Seq[Seq[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    return [line.to_list() for line in lines]


def test_the_origin_is_at_the_bottom_left() -> None:
    assert str(Matrix.tabulate(lambda x, y: f"{x}{y}", 3, 2)) == "01 11 21\n00 10 20"


def test_a_connect_4_board_addresses_its_far_corner_by_column_and_row() -> None:
    board = points(7, 6)
    assert (board.num_cols, board.num_rows, board.sub(6, 5)) == (7, 6, (6, 5))


def test_lines_run_from_left_to_right_and_columns_from_bottom_to_top() -> None:
    m = points(3, 2)
    assert line_lists(m.rows()) == [[(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)]]
    assert line_lists(m.cols()) == [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(2, 0), (2, 1)]]
    assert line_lists(m.diags1()) == [[(0, 1)], [(0, 0), (1, 1)], [(1, 0), (2, 1)], [(2, 0)]]
    assert line_lists(m.diags2()) == [[(0, 0)], [(0, 1), (1, 0)], [(1, 1), (2, 0)], [(2, 1)]]


@repeatable
@given(sizes, sizes)
def test_every_point_lies_on_exactly_one_line_of_each_direction(cols: int, rows: int) -> None:
    m = points(cols, rows)
    everywhere = sorted((x, y) for x in range(cols) for y in range(rows))
    for lines in (m.rows(), m.cols(), m.diags1(), m.diags2()):
        assert sorted(Seq.flatten(lines)) == everywhere


@repeatable
@given(sizes, sizes)
def test_neighbours_on_a_line_are_neighbours_in_its_direction(cols: int, rows: int) -> None:
    m = points(cols, rows)
    steps = {(1, 0): m.rows(), (0, 1): m.cols(), (1, 1): m.diags1(), (1, -1): m.diags2()}
    for (dx, dy), lines in steps.items():
        for line in line_lists(lines):
            assert all((x + dx, y + dy) == b for (x, y), b in pairwise(line))


@repeatable
@given(sizes, sizes)
def test_there_are_as_many_diagonals_as_columns_and_rows_less_one(cols: int, rows: int) -> None:
    m = points(cols, rows)
    assert (len(m.diags1()), len(m.diags2())) == (cols + rows - 1, cols + rows - 1)


def test_update_makes_a_new_matrix_and_leaves_the_old_one_alone() -> None:
    old = Matrix(3, [[0, 0, 0], [0, 0, 0]])
    new = old.update(2, 1, 5)
    assert str(new) == "0 0 5\n0 0 0"
    assert str(old) == "0 0 0\n0 0 0"


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (0, -1), (3, 0), (0, 2)])
def test_points_outside_are_an_index_error_that_names_them(x: int, y: int) -> None:
    m = points(3, 2)
    with pytest.raises(IndexError, match=rf"Matrix\.sub: \({x}, {y}\) is outside this 3 x 2 "):
        m.sub(x, y)
    with pytest.raises(IndexError, match=rf"Matrix\.update: \({x}, {y}\) is outside this 3 x 2 "):
        m.update(x, y, (0, 0))


@pytest.mark.parametrize(("cols", "rows"), [(-1, 2), (2, -1)])
def test_a_negative_size_is_refused(cols: int, rows: int) -> None:
    with pytest.raises(ValueError, match=f"no matrix has the size {cols} x {rows}"):
        points(cols, rows)


def test_rows_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="every row must have 2 elements"):
        Matrix(2, [[1, 2], [3]])


@pytest.mark.parametrize(("cols", "rows"), [(0, 0), (0, 3), (3, 0)])
def test_a_matrix_without_elements_has_no_diagonals(cols: int, rows: int) -> None:
    m = points(cols, rows)
    assert (len(m.rows()), len(m.cols()), len(m.diags1()), len(m.diags2())) == (rows, cols, 0, 0)


def test_matrices_of_equal_content_are_equal_and_hash_equal() -> None:
    assert points(3, 2) == points(3, 2)
    assert hash(points(3, 2)) == hash(points(3, 2))
    assert points(3, 2) != points(2, 3)
    assert points(0, 0) != points(1, 0)
