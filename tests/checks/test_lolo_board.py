"""The board of the checks against the reference, which shares no code with it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lolo
from gametree import L_POSITIONS, SQUARE_POSITIONS, Step, check_config
from reference.checks import lolo_board
from reference.checks.test_lolo import COUNTED

START = (0, 1, 0, 1)

configs = st.deferred(lambda: st.sampled_from(lolo_board.legal_configs()))
steps = st.sampled_from(Step)


def test_every_legal_configuration_is_listed_once():
    everything = lolo_board.legal_configs()
    assert len(everything) == len(set(everything)) == 36_736


@given(configs)
def test_what_is_listed_is_legal(c):
    assert check_config(c)


@given(configs, steps)
@settings(max_examples=50, deadline=None)
def test_places_and_moves_are_those_of_the_reference(c, step):
    own = 1 if step is Step.MAX else 0
    assert lolo_board.places(c, step) == sorted(d[own] for d in lolo.next_l_pos(c, step))
    assert sorted(lolo_board.moves(c, step)) == sorted(lolo.make_next_level(c, step))
    assert lolo_board.guess(c) == lolo.eval_position(c)


@pytest.mark.parametrize(("depth", "value"), [(1, 5), (2, 0), (3, 11)])
def test_the_start_has_the_values_of_the_contract(depth, value):
    assert lolo_board.worth(START, depth, Step.MAX) == value


@pytest.mark.parametrize(("depth", "leaves"), [(1, 48), (2, 4_416), (3, 312_914)])
def test_the_start_has_the_leaves_of_the_contract(depth, leaves):
    assert lolo_board.leaves(START, depth, Step.MAX) == leaves


@given(configs, steps, st.integers(1, 2))
@settings(max_examples=15, deadline=None)
def test_a_configuration_is_worth_what_the_reference_says(c, step, depth):
    if lolo_board.is_decided(c, step):
        assert lolo_board.worth(c, depth, step) == lolo_board.DECIDED[step]
    else:
        assert lolo_board.worth(c, depth, step) == lolo.alpha_beta(c, depth, step)[0]


@given(configs, steps, st.data())
@settings(max_examples=50, deadline=None)
def test_a_reason_is_given_for_what_is_no_move_and_for_nothing_else(c, step, data):
    changed = list(c)
    for piece, table in enumerate((L_POSITIONS, L_POSITIONS, SQUARE_POSITIONS, SQUARE_POSITIONS)):
        if data.draw(st.booleans()):
            changed[piece] = data.draw(st.integers(-1, len(table)))
    after = tuple(changed)
    assert (lolo_board.why_no_move(c, after, step) == "") == (after in lolo_board.moves(c, step))
    alone = lolo_board.why_no_place(c, after, step) == ""
    assert alone == (after in lolo.next_l_pos(c, step))


@pytest.mark.parametrize(
    ("after", "reason"),
    [
        ((0, 48, 0, 9), "an index is outside of its table"),
        ((0, 12, 0, 16), "an index is outside of its table"),
        ((8, 12, 0, 9), "the opponent's L has moved"),
        ((0, 1, 0, 9), "the player's own L has not moved"),
        ((0, 0, 0, 9), "the L covers another piece, where that was before the move"),
        ((0, 12, 0, 1), "no square has moved"),
        ((0, 12, 3, 9), "both squares have moved"),
        ((0, 12, 0, 0), "the square covers another piece"),
        ((0, 12, 0, 9), ""),
    ],
)
def test_the_reason_names_the_rule_that_is_broken(after, reason):
    assert lolo_board.why_no_move(START, after, Step.MAX) == reason


@pytest.mark.parametrize("turn", COUNTED)
def test_nobody_is_stuck_within_two_moves_of_the_positions_that_are_counted(turn):
    """So each leaf is evaluated, and a tenth of them is enough in the worst order of moves."""
    below = lolo_board.moves(turn.c, turn.step)
    assert not lolo_board.is_decided(turn.c, turn.step)
    assert not any(lolo_board.is_decided(child, turn.step.other) for child in below)
    assert not any(
        lolo_board.is_decided(leaf, turn.step)
        for child in below
        for leaf in lolo_board.moves(child, turn.step.other)
    )
    widths = [len(lolo_board.moves(child, turn.step.other)) for child in below]
    assert 10 * (max(widths) + len(below) - 1) <= lolo_board.leaves(turn.c, 2, turn.step)
