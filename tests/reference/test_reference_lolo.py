"""Lolo: the examples of CS 312, the figures of the contract, and searches of the test's own."""

from functools import cache
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lolo
from gametree import L_POSITIONS, SQUARE_POSITIONS, Step, cfg2str
from tests.transcripts import screen, typed_lines

START = (0, 1, 0, 1)
NOT_RECOGNIZED = "position not recognized"
DECIDED_SCORE = {Step.MAX: -1000, Step.MIN: 1000}

# CS 312, next_l_pos of (31, 38, 5, 1) for MAX: the green L's places, in the printed order.
GREEN_PLACES = [41, 40, 39, 37, 36, 33, 32, 27, 23, 22, 16, 15, 13, 12, 11, 10, 1]
# CS 312, make_next_level of the same: the configurations that are printed, in two stretches.
FIRST_OF_LEVEL = [
    *((31, 1, 5, 14), (31, 1, 14, 1), (31, 1, 5, 12), (31, 1, 12, 1), (31, 1, 5, 8)),
    *((31, 1, 8, 1), (31, 1, 5, 6), (31, 1, 6, 1), (31, 1, 5, 4), (31, 1, 4, 1)),
    *((31, 1, 5, 2), (31, 1, 2, 1), (31, 10, 5, 14), (31, 10, 14, 1), (31, 10, 5, 12)),
    *((31, 10, 12, 1), (31, 10, 5, 11)),
]
LAST_OF_LEVEL = [
    *((31, 41, 5, 7), (31, 41, 7, 1), (31, 41, 5, 6), (31, 41, 6, 1), (31, 41, 5, 3)),
    *((31, 41, 3, 1), (31, 41, 5, 2), (31, 41, 2, 1)),
]

STEPS = st.sampled_from(Step)


def cells(placement):
    """The cells (row, column) of a placement, found by shifting instead of by a table."""
    return {(row, col) for row in range(4) for col in range(4) if placement[row] >> (3 - col) & 1}


def pieces(c):
    """The cells of the four pieces of a configuration."""
    tables = (L_POSITIONS, L_POSITIONS, SQUARE_POSITIONS, SQUARE_POSITIONS)
    return [cells(table[index]) for table, index in zip(tables, c, strict=True)]


@st.composite
def legal_configs(draw):
    """A legal configuration, drawn piece by piece from what the others leave free."""
    c, covered = [], set()
    for table in (L_POSITIONS, L_POSITIONS, SQUARE_POSITIONS, SQUARE_POSITIONS):
        free = [index for index, p in enumerate(table) if not cells(p) & covered]
        c.append(draw(st.sampled_from(free)))
        covered |= cells(table[c[-1]])
    return tuple(c)


def is_whole_move(before, after, own):
    """Whether a step obeys the rules: own L elsewhere, round both squares, then one square."""
    old, new = pieces(before), pieces(after)
    squares_moved = sum(old[piece] != new[piece] for piece in (2, 3))
    return (
        new[own] != old[own]
        and new[1 - own] == old[1 - own]
        and not new[own] & (old[1 - own] | old[2] | old[3])
        and squares_moved == 1
        and len(set().union(*new)) == 10
    )


@cache
def children(c, step):
    """make_next_level, asked once for each position."""
    return tuple(lolo.make_next_level(c, step))


def is_decided(c, step):
    """Whether the player to move has lost; asks for no whole moves, which are many more."""
    return not lolo.next_l_pos(c, step)


@cache
def min_max(c, depth, step):
    """Full search without pruning, each position evaluated once."""
    if is_decided(c, step):
        return DECIDED_SCORE[step]
    if depth == 0:
        return lolo.eval_position(c)
    best = max if step is Step.MAX else min
    return best(min_max(child, depth - 1, step.other) for child in children(c, step))


@cache
def leaves(c, depth, step):
    """The number of leaves of the full game tree: each move of an L comes with 12 of squares."""
    if depth == 0 or is_decided(c, step):
        return 1
    if depth == 1:
        return 12 * len(lolo.next_l_pos(c, step))
    return sum(leaves(child, depth - 1, step.other) for child in children(c, step))


@pytest.mark.parametrize(
    ("p", "positions", "index"),
    [
        ((4, 4, 12, 0), L_POSITIONS, 0),
        ((0, 1, 7, 0), L_POSITIONS, 39),
        ((0, 1, 0, 0), SQUARE_POSITIONS, 6),
    ],
)
def test_lookup_pos_finds_the_placements_of_text_002(p, positions, index):
    assert lolo.lookup_pos(p, positions) == index


def test_lookup_pos_refuses_what_text_002_refuses():
    with pytest.raises(ValueError, match=f"^{NOT_RECOGNIZED}$"):
        lolo.lookup_pos((15, 15, 15, 15), L_POSITIONS)


@pytest.mark.parametrize(
    ("text", "c"),
    [
        ("111./2.1./2224/..3.", (6, 43, 1, 10)),
        ("42../.211/.221/3..1", (16, 41, 15, 5)),
        ("223./21../21.4/.11.", (35, 24, 3, 10)),
        (".322/1.2./1.2./114.", (31, 12, 4, 1)),
    ],
)
def test_str2cfg_reads_the_boards_of_text_002(text, c):
    assert lolo.str2cfg(text) == c


@pytest.mark.parametrize(
    "text",
    [
        "42../.211/.221/...1",
        "42.3/.211/.221/3..1",
        "",
        "42../.211/.221",
        "42../.211/.221/3..1/",
        "42../.211/.221/3.1",
        "42.../211/.221/3..1",
        "42../.211/.221/35.1",
    ],
)
def test_str2cfg_refuses_text_that_is_no_board(text):
    """The first two are from CS 312; the others have other rows, or other characters."""
    with pytest.raises(ValueError, match=f"^{NOT_RECOGNIZED}$"):
        lolo.str2cfg(text)


@given(legal_configs())
def test_str2cfg_is_the_inverse_of_cfg2str(c):
    assert lolo.str2cfg("/".join(cfg2str(c).split())) == c


def test_next_l_pos_lists_the_places_of_text_002_in_its_order():
    assert lolo.next_l_pos((31, 38, 5, 1), Step.MIN) == []
    expected = [(31, place, 5, 1) for place in GREEN_PLACES]
    assert lolo.next_l_pos((31, 38, 5, 1), Step.MAX) == expected


def test_make_next_level_lists_the_moves_of_text_002_in_its_order():
    level = lolo.make_next_level((31, 38, 5, 1), Step.MAX)
    assert lolo.make_next_level((31, 38, 5, 1), Step.MIN) == []
    assert level[: len(FIRST_OF_LEVEL)] == FIRST_OF_LEVEL
    assert level[-len(LAST_OF_LEVEL) :] == LAST_OF_LEVEL
    assert len(level) == 204


def test_text_002_counts_48_moves_of_either_player_from_the_start():
    assert [len(lolo.make_next_level(START, step)) for step in Step] == [48, 48]


@given(legal_configs(), STEPS)
@settings(derandomize=True, max_examples=60, deadline=None)
def test_a_level_holds_legal_moves_only_each_once_and_12_for_a_place_of_the_l(c, step):
    own = 1 if step is Step.MAX else 0
    level = lolo.make_next_level(c, step)
    assert all(is_whole_move(c, after, own) for after in level)
    assert len(set(level)) == len(level) == 12 * lolo.count_moves(c, step)


@given(legal_configs(), STEPS)
@settings(derandomize=True, max_examples=60, deadline=None)
def test_next_l_pos_leaves_out_no_place(c, step):
    own = 1 if step is Step.MAX else 0
    fixed = set().union(*(cells for piece, cells in enumerate(pieces(c)) if piece != own))
    free = {i for i, p in enumerate(L_POSITIONS) if i != c[own] and not cells(p) & fixed}
    assert {after[own] for after in lolo.next_l_pos(c, step)} == free


@pytest.mark.parametrize(
    ("c", "of_max", "of_min", "value"), [(START, 4, 4, 0), ((16, 41, 15, 5), 7, 3, 4)]
)
def test_count_moves_and_eval_position_give_the_figures_of_text_002(c, of_max, of_min, value):
    assert lolo.count_moves(c, Step.MAX) == of_max
    assert lolo.count_moves(c, Step.MIN) == of_min
    assert lolo.eval_position(c) == value


# CS 312, make_game_tree (35,24,3,10) 1 MIN: the nodes printed first, and the one printed last.
PRINTED_FIRST = """\
223.
21..
21.4
.11.

  22.3
  2.1.
  2.14
  .11.

  2234
  2.1.
  2.1.
  .11.

  22..
  2.13
  2.14
  .11.

  223.
  2.14
  2.1.
  .11.

"""
PRINTED_LAST = """
  223.
  21..
  21..
  11.4

"""


def test_print_game_tree_prints_the_trees_of_text_002(capsys):
    c = lolo.str2cfg("223./21../21.4/.11.")
    lolo.print_game_tree(lolo.make_game_tree(c, 10, Step.MAX))
    assert capsys.readouterr().out == "223.\n21..\n21.4\n.11.\n\n"
    lolo.print_game_tree(lolo.make_game_tree(c, 1, Step.MIN))
    printed = capsys.readouterr().out
    assert printed.startswith(PRINTED_FIRST)
    assert printed.endswith(PRINTED_LAST)


@pytest.mark.parametrize(
    ("c", "depth", "step", "answer"),
    [
        ((35, 24, 3, 10), 1, Step.MIN, (-1000, (38, 24, 3, 0))),
        ((31, 12, 4, 1), 3, Step.MAX, (1000, (31, 38, 5, 1))),
    ],
)
def test_alpha_beta_finds_the_moves_of_text_002(c, depth, step, answer):
    assert lolo.alpha_beta(c, depth, step) == answer


def test_alpha_beta_refuses_a_decided_root_as_text_002_does():
    with pytest.raises(ValueError, match="can not call alpha-beta with decided position"):
        lolo.alpha_beta((35, 24, 3, 10), 10, Step.MAX)


@pytest.mark.parametrize(("depth", "value", "evaluated"), [(1, 5, 48), (2, 0, 637), (3, 11, 15082)])
def test_alpha_beta_evaluates_as_many_leaves_as_the_contract_says(
    depth, value, evaluated, monkeypatch
):
    """A leaf lies at depth 0 or is decided."""
    visits = []
    evaluate = lolo._evaluate

    def watched(c, depth_left, step, alpha, beta):
        if depth_left == 0 or is_decided(c, step):
            visits.append(c)
        return evaluate(c, depth_left, step, alpha, beta)

    monkeypatch.setattr(lolo, "_evaluate", watched)
    assert lolo.alpha_beta(START, depth, Step.MAX)[0] == value
    assert len(visits) == evaluated


@pytest.mark.parametrize(("depth", "evaluated"), [(1, 48), (2, 4416), (3, 312914)])
def test_the_full_tree_has_as_many_leaves_as_the_contract_says(depth, evaluated):
    assert leaves(START, depth, Step.MAX) == evaluated


@pytest.mark.parametrize(
    ("depth", "step"),
    [(1, Step.MAX), (1, Step.MIN), (2, Step.MAX), (2, Step.MIN), (3, Step.MAX)],
)
def test_alpha_beta_and_full_search_agree_on_the_start(depth, step):
    value, child = lolo.alpha_beta(START, depth, step)
    assert value == min_max(START, depth, step)
    assert min_max(child, depth - 1, step.other) == value


@given(legal_configs(), STEPS, st.integers(1, 2))
@settings(derandomize=True, max_examples=12, deadline=None)
def test_alpha_beta_and_full_search_agree_on_any_position(c, step, depth):
    if is_decided(c, step):
        with pytest.raises(ValueError, match="decided"):
            lolo.alpha_beta(c, depth, step)
        return
    value, child = lolo.alpha_beta(c, depth, step)
    first_best = next(d for d in children(c, step) if min_max(d, depth - 1, step.other) == value)
    assert value == min_max(c, depth, step)
    assert child == first_best


@pytest.mark.parametrize("step", Step)
def test_a_decided_leaf_is_worth_a_win_or_a_loss_and_not_its_count(step):
    """The opponent has moves in both positions, so counting would give another value."""
    stuck = (35, 24, 3, 10) if step is Step.MAX else (31, 38, 5, 1)
    assert lolo._evaluate(stuck, 0, step, -inf, inf) == DECIDED_SCORE[step]
    assert lolo._evaluate(stuck, 2, step, -inf, inf) == DECIDED_SCORE[step]


SAMPLE_GAME = """\
--- CS312 Lolo Game ---
.12.
.12.
1122
.34.

Lolo >> :l 3
.12.
.12.
1122
.34.

Lolo >> 132./1.2./1122/..4.

Your move:
132.
1.2.
1122
..4.

My move:
1.22
132.
112.
..4.

Lolo >> .322/1.2./1.2./114.

Your move:
.322
1.2.
1.2.
114.

My move:
3...
1222
12..
114.


I win!

"""


def test_the_sample_game_of_text_002_prints_line_by_line():
    assert screen(lolo.run, typed_lines(SAMPLE_GAME, "Lolo >> ")) == SAMPLE_GAME


def test_a_new_game_begins_where_the_user_can_move():
    assert lolo.parse_start(".12./.12./1122/.34.") == START
    with pytest.raises(ValueError, match="nobody can move"):
        lolo.parse_start("3.../1222/12../114.")
