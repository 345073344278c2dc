"""The experiments of CS 182, section 4, and CMU 2014, section 5: `reference/analysis.py`."""

from itertools import count

import pytest

import analysis
from connect4 import Connect4
from gametree import ConnectFourGame
from gametree.cost import Cost

TABLE = """\
depth      search  considered  pruned  branching  seconds  moves
    1     minimax          49       0       7.00     1.00      7
    1  alpha-beta          49       0       7.00     1.00      7"""


def ticks():
    """A clock on which every game takes one second."""
    return count().__next__


def replay(columns):
    game = ConnectFourGame()
    for col in columns:
        assert not game.is_over
        game.do_move(col)
    return game


@pytest.fixture(scope="module")
def figures():
    return analysis.self_play(3, 100, ticks())


def test_each_depth_is_played_without_and_with_pruning(figures):
    played = [(row.depth, row.alpha_beta) for row in figures]
    assert played == [(1, False), (1, True), (2, False), (2, True), (3, False), (3, True)]


def test_pruning_changes_no_move_and_the_games_are_played_to_the_end(figures):
    for plain, pruned in zip(figures[::2], figures[1::2], strict=True):
        assert plain.moves_played == pruned.moves_played
        assert replay(plain.moves_played).is_over


def test_pruning_saves_work_from_depth_2_on(figures):
    for plain, pruned in zip(figures[2::2], figures[3::2], strict=True):
        assert plain.moves_pruned == 0 < pruned.moves_pruned
        assert pruned.moves_considered < plain.moves_considered


def test_at_depth_1_every_legal_move_is_considered_and_none_pruned(figures):
    """X has four on the bottom with its fourth move; until then all seven columns have room."""
    assert figures[0].moves_considered == figures[1].moves_considered == 7 * 7
    assert figures[0].mean_branching_factor == 7.0
    assert len(figures[0].moves_played) == 7


def test_seconds_are_those_of_the_clock(figures):
    assert {row.seconds for row in figures} == {1}


def test_the_report_begins_with_the_table(figures):
    assert analysis.self_play_report(figures[:2]).startswith(f"{TABLE}\n\nMoves considered, ")


def test_bars_grow_by_equal_steps_for_equal_factors():
    lines = analysis.bars([("a", 4), ("bb", 16), ("c", 1), ("d", 0)]).splitlines()
    assert lines == [f" a |{'#' * 25} 4", f"bb |{'#' * 50} 16", " c | 1", " d | 0"]


def test_self_play_ends_before_a_depth_that_would_take_too_long():
    """Each depth takes 2 seconds here, so that 14 are foreseen for the next one."""
    assert [row.depth for row in analysis.self_play(9, 15, ticks())[::2]] == [1]
    assert [row.depth for row in analysis.self_play(9, 17, ticks())[::2]] == [1, 2]


@pytest.fixture(scope="module")
def searches():
    return analysis.trade_off(Connect4(4, 4), 3)


def test_minimax_and_alpha_beta_are_the_ends_of_jamboree(searches):
    minimax, first, *_, last, alpha_beta = searches
    assert (minimax.cost, alpha_beta.cost) == (first.cost, last.cost)
    assert minimax.cost == Cost(4**3, 1)
    assert alpha_beta.cost.span == alpha_beta.cost.work < 4**3


def test_the_larger_the_fraction_the_less_work_and_the_more_span(searches):
    costs = [row.cost for row in searches]
    assert [row.fraction for row in searches] == [0, 0, 0.2, 0.4, 0.6, 0.8, 1, 1]
    assert [cost.work for cost in costs] == sorted((c.work for c in costs), reverse=True)
    assert [cost.span for cost in costs] == sorted(cost.span for cost in costs)


def test_the_trade_off_is_shown_as_a_table_and_bars():
    rows = [
        analysis.SearchFigures("minimax", 0, Cost(16, 1)),
        analysis.SearchFigures("jamboree", 0.5, Cost(4, 2)),
    ]
    assert (
        analysis.trade_off_report(rows)
        == f"""\
  search  fraction  work  span
 minimax       0.0    16     1
jamboree       0.5     4     2

Work and span, on a logarithmic scale:
 minimax 0.0 work |{"#" * 50} 16
 minimax 0.0 span | 1
jamboree 0.5 work |{"#" * 25} 4
jamboree 0.5 span |{"#" * 12} 2"""
    )


def test_main_prints_both_reports_at_the_depths_that_were_asked_for(capsys):
    analysis.main(["--depth", "1", "--search", "1"])
    said = capsys.readouterr().out
    assert "against itself, 1 to 1 moves deep\n\ndepth      search " in said
    assert "Connect 4, 1 moves deep, in visits of terminals\n\n    search " in said


@pytest.mark.parametrize("option", ["--depth", "--search"])
def test_main_refuses_a_depth_below_1(option, capsys):
    with pytest.raises(SystemExit):
        analysis.main([option, "0"])
    assert "depths must be at least 1" in capsys.readouterr().err
