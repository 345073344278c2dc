"""The boards that checks ask about: their rules, and that legal play reaches them."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.boards import board_of, board_picture, rows_of
from gametree import C4State, Guess, Player
from grader.judging.answer_key import draw
from grader.judging.properties import Property
from reference.checks import boards, openings, plays, pops
from reference.checks.boards import Board, Goal, empty_board, lines, steered
from tests.plain_connect4 import columns, has_four

repeatable = settings(derandomize=True, deadline=None, max_examples=40)


@cache
def could_be_reached(position: tuple[str, ...], last: str) -> bool:
    """Whether drops alone, the last of them by a player, lead to the columns without a four."""
    if not any(position):
        return last == "O"
    for x, column in enumerate(position):
        if column.endswith(last):
            before = (*position[:x], column[:-1], *position[x + 1 :])
            four = has_four(before, "X") or has_four(before, "O")
            if not four and could_be_reached(before, boards.other(last)):
                return True
    return False


def reachable(board: Board) -> bool:
    """Whether drops alone lead to a board."""
    return could_be_reached(board.columns, boards.other(board.mover))


def drawn(strategy: st.SearchStrategy[Board], count: int = 12) -> tuple[Board, ...]:
    """Some boards, always the same ones."""
    return draw(Property(strategy, count, lambda _code, board: board), "tests")


def last_of_match(seed: int) -> Board:
    """A position after drops and pops."""
    *_, last = pops.match_on((4, 4), Random(seed), 30)
    return last.after


def test_a_board_is_read_as_it_is_printed() -> None:
    rows = ("  O", "X O")
    state = C4State(board_of(*rows), Player.MAXIE)
    assert rows_of(state.board) == rows
    assert board_picture(state).rows == rows


def test_an_empty_board_is_maxies() -> None:
    assert empty_board(2, 3).state.player is Player.MAXIE


@repeatable
@given(st.integers(0, 10**6))
def test_rules_agree_with_a_plain_implementation(seed: int) -> None:
    board = last_of_match(seed) if seed % 2 else boards.in_play((5, 4), Random(seed))
    assert columns(board.state) == board.columns
    assert board.winners() == {disc for disc in "XO" if has_four(board.columns, disc)}


def test_the_standard_board_has_69_lines() -> None:
    assert len(lines(7, 6)) == 69
    assert lines(3, 3) == ()


def test_a_steered_match_reaches_its_goal_without_a_four() -> None:
    goal = Goal((7, 6), {(3, 2): "O", (4, 2): "O"}, "X", last=(5, 1))
    board = steered(goal, Random(1))
    assert board is not None
    assert (board.at(3, 2), board.at(4, 2), board.mover) == ("O", "O", "X")
    assert len(board.columns[5]) == 1
    assert board.winners() == set()


def test_what_no_match_can_reach_is_given_up() -> None:
    """Maxie begins, so that the only cell is hers."""
    assert steered(Goal((1, 1), {(0, 0): "O"}), Random(1), 5) is None


@pytest.mark.parametrize(
    ("strategy", "winners"),
    [
        (plays.every_four(), 1),
        (plays.long_fours().flatmap(st.sampled_from), 1),
        (plays.double_fours(), 1),
        (plays.wins_at_the_end(), 1),
        (plays.broken_fours(), 0),
        (plays.past_large_edges().flatmap(st.sampled_from), 0),
        (plays.full_boards(), 0),
        (plays.positions(), 0),
    ],
    ids=["fours", "long", "double", "at the end", "broken", "large", "full", "in play"],
)
def test_boards_are_won_or_not_as_they_say(
    strategy: st.SearchStrategy[Board], winners: int
) -> None:
    for board in drawn(strategy):
        last = boards.other(board.mover)
        discs = [disc for _, disc in board.discs()]
        assert board.winners() == ({last} if winners else set())
        assert discs.count("X") - discs.count("O") == (last == "X")


def test_small_boards_are_reached_by_drops() -> None:
    small = [b for b in drawn(plays.positions(), 60) if b.num_cols * b.num_rows <= 16]
    assert small
    assert [board for board in small if not reachable(board)] == []


def test_pops_make_fours_for_either_or_both() -> None:
    turns = draw(Property(pops.winning_pops(), 30, lambda _code, turn: turn), "tests")
    made = {frozenset(turn.after.winners()) for turn in turns}
    assert made == {frozenset("X"), frozenset("O"), frozenset("XO")}
    assert [turn for turn in turns if turn.board.winners()] == []


# -- estimates -------------------------------------------------------------------------------


@cache
def rivals() -> tuple[openings.Rivals, ...]:
    """Some drawn boards for estimates, and those that are kept in a table."""
    searched = draw(Property(openings.open_runs(), 20, lambda _code, found: found), "tests")
    firm = draw(Property(openings.firm_open_runs(), 6, lambda _code, found: found), "tests")
    kept = (
        *openings.MINNIES_DIAGONALS,
        *openings.MAXIES_EDGES,
        *openings.FAR_FROM_THE_MIDDLE,
        *[entry for entries in openings.BLOCKED_BELOW.values() for entry in entries],
    )
    tabled = [openings.of_table(entry, mirrored) for entry in kept for mirrored in (False, True)]
    return (*searched, *firm, *tabled)


def test_an_open_run_is_the_only_thing_that_speaks_for_a_player() -> None:
    for found in rivals():
        three, two = [openings.Weights.of(b, found.owner) for b in (found.three, found.two)]
        assert (three.threes > 0, two.threes) == (True, 0)
        for board in (found.three, found.answered):
            own = openings.Weights.of(board, found.owner)
            theirs = openings.Weights.of(board, boards.other(found.owner))
            assert theirs.pairs <= 1
            assert own.covers(theirs)


def test_boards_for_estimates_are_in_play_and_reached_by_drops() -> None:
    shown = [b for found in rivals() for b in (found.three, found.answered, found.two)]
    assert [board for board in shown if board.winners() or not reachable(board)] == []


def test_each_kind_of_run_has_firm_ones() -> None:
    runs_of = Property(openings.firm_runs_at_the_walls(), 12, lambda _code, found: found)
    owners = [{run.owner for run in runs} for runs in draw(runs_of, "tests")]
    assert sorted(map("".join, owners)) == ["O"] * 6 + ["X"] * 6


def test_a_run_above_a_disc_of_the_opponents_is_not_firm() -> None:
    found = [openings.of_table(entry) for entry in openings.MAXIES_EDGES]
    runs = [openings.OneRun(rivals.owner, rivals.three, rivals.two) for rivals in found]
    assert [openings.is_firm(run) for run in runs] == [False, False, False, True, True, False]


def test_verdicts_name_the_sign_the_order_and_the_kind() -> None:
    found = openings.of_table(openings.MINNIES_DIAGONALS[0])
    assert found.verdict((Guess(-9), Guess(-9), Guess(-1))) == ""
    assert "good for Minnie" in found.verdict((Guess(9), Guess(-9), Guess(-1)))
    assert "for one of two" in found.verdict((Guess(-9), Guess(-9), Guess(-9)))
    assert "a Guess is expected" in found.verdict((Guess(-9), -9, Guess(-1)))
