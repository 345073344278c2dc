"""Lolo's board: `gametree/lolo.py`, with the examples of CS 312."""

from itertools import product

import pytest

from gametree import L_POSITIONS, SQUARE_POSITIONS, cfg2str, check_config, equal_config

L_SHAPE = frozenset({(0, 0), (1, 0), (2, 0), (2, 1)})


def cells(placement):
    return {(row, col) for row in range(4) for col in range(4) if placement[row] >> (3 - col) & 1}


def turned(shape):
    return {(col, -row) for row, col in shape}


def mirrored(shape):
    return {(row, -col) for row, col in shape}


def all_l_placements():
    """Every way to lay an L on the board: four turns of the shape and of its mirror image."""
    for shape in (L_SHAPE, mirrored(L_SHAPE)):
        for _ in range(4):
            shape = turned(shape)  # noqa: PLW2901  (each turn starts from the one before)
            for down, right in product(range(-4, 5), repeat=2):
                moved = {(row + down, col + right) for row, col in shape}
                if all(0 <= row < 4 and 0 <= col < 4 for row, col in moved):
                    yield frozenset(moved)


def test_l_positions_holds_every_placement_of_an_l_once():
    assert len(L_POSITIONS) == len(set(L_POSITIONS)) == 48
    assert {frozenset(cells(p)) for p in L_POSITIONS} == set(all_l_placements())


def test_square_positions_holds_every_cell_once():
    assert sorted(cell for p in SQUARE_POSITIONS for cell in cells(p)) == sorted(
        product(range(4), repeat=2)
    )


@pytest.mark.parametrize(
    ("c", "board"),
    [
        ((0, 1, 0, 1), ".12.\n.12.\n1122\n.34.\n"),
        ((5, 10, 3, 7), ".232\n.24.\n..1.\n111.\n"),
        ((16, 41, 15, 5), "42..\n.211\n.221\n3..1\n"),
        ((31, 38, 5, 1), "3...\n1222\n12..\n114.\n"),
    ],
)
def test_cfg2str_writes_the_boards_of_text_002(c, board):
    """In the second one the blue square lies on the green L and is what one sees."""
    assert cfg2str(c) == board


@pytest.mark.parametrize(
    ("c", "legal"),
    [
        ((0, 1, 0, 1), True),
        ((5, 5, 0, 1), False),
        ((16, 41, 15, 5), True),
        ((1000, -100, 100, -1000), False),
    ],
)
def test_check_config_judges_the_examples_of_text_002(c, legal):
    assert check_config(c) is legal


@pytest.mark.parametrize("c", [(0, 1, 0, 0), (-1, 1, 0, 1), (0, 48, 0, 1), (0, 1, 16, 1)])
def test_check_config_refuses_two_squares_on_a_cell_and_indices_beside_the_tables(c):
    assert check_config(c) is False


@pytest.mark.parametrize(
    ("d", "same"), [((0, 1, 0, 1), True), ((1, 0, 0, 1), False), ((0, 1, 1, 0), False)]
)
def test_equal_config_distinguishes_the_pieces(d, same):
    """The first two are those of CS 312."""
    assert equal_config((0, 1, 0, 1), d) is same
