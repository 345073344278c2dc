"""The examples of the docstrings, one test each, and nothing else."""

from operator import eq

import pytest

import lolo
import nim
from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import (
    DRAW,
    HANDOUT_SMALL,
    IN_PLAY,
    L_POSITIONS,
    PARENT_PRUNE,
    PRUNED,
    SQUARE_POSITIONS,
    BestEdge,
    ConnectFourGame,
    Guess,
    Over,
    Player,
    Seq,
    Step,
    Tree,
)
from jamboree import Jamboree
from las import look_and_say
from run import c4_hvab
from select_move import compute_move, static_evaluate

ROOT = HANDOUT_SMALL.start
FIRST = HANDOUT_SMALL.make_move(ROOT, 0)
SECOND = HANDOUT_SMALL.make_move(ROOT, 1)


def test_look_and_say():
    assert look_and_say(eq, Seq.of("hi", "hi", "hi")) == Seq.of((3, "hi"))
    assert look_and_say(eq, Seq.of("bye", "hi", "hi")) == Seq.of((1, "bye"), (2, "hi"))
    assert look_and_say(eq, Seq.empty()) == Seq.of()


def test_lowest_free_row():
    game = Connect4(2, 1)
    assert game.lowest_free_row(game.start, 0) == 0
    assert game.lowest_free_row(game.make_move(game.start, 0), 0) is None


def test_moves_and_player():
    game = Connect4()
    assert game.start.player == Player.MAXIE
    assert game.player(game.make_move(game.start, 3)) == Player.MINNIE
    assert sorted(Connect4(3, 1).moves(Connect4(3, 1).start)) == [0, 1, 2]


def test_status():
    game = Connect4(1, 1)
    assert game.status(game.start) == IN_PLAY
    assert game.status(game.make_move(game.start, 0)) == Over(DRAW)


def test_estimate():
    game = Connect4()
    state = game.start
    for col in (1, 6, 2, 6, 3, 0):
        state = game.make_move(state, col)
    assert game.estimate(state).value > 0


@pytest.fixture(params=["alphabeta", "jamboree"])
def player(request):
    if request.param == "alphabeta":
        return AlphaBeta(HANDOUT_SMALL, 2)
    return Jamboree(HANDOUT_SMALL, 2, 0.5)


def test_update_ab(player):
    edge = BestEdge(0, Guess(3))
    assert player.update_ab(ROOT, (PRUNED, PRUNED), edge) == (edge, PRUNED)
    lower = BestEdge(2, Guess(-2))
    assert player.update_ab(FIRST, (PRUNED, edge), lower) == (PRUNED, lower)
    assert player.update_ab(FIRST, (PRUNED, edge), PRUNED) == (PRUNED, edge)


def test_value_for(player):
    edge = BestEdge(0, Guess(3))
    assert player.value_for(ROOT, (edge, PRUNED)) == edge


def test_check_bounds(player):
    bounds = BestEdge(0, Guess(-2)), BestEdge(0, Guess(6))
    assert player.check_bounds(bounds, SECOND, 1, Guess(4)) == BestEdge(1, Guess(4))
    assert player.check_bounds(bounds, SECOND, 1, Guess(-2)) == PRUNED
    assert player.check_bounds(bounds, SECOND, 1, Guess(6)) == PARENT_PRUNE


def test_evaluate(player, capsys):
    assert player.evaluate(1, (PRUNED, PRUNED), FIRST, 0) == BestEdge(0, Guess(-2))
    printed = capsys.readouterr().out.splitlines()
    assert sorted(printed) == [f"Estimating state {leaf}" for leaf in ("c[3]", "d[6]", "e[-2]")]


def test_next_move(player):
    assert player.next_move(ROOT) == 1


def test_run():
    referee = c4_hvab()
    assert type(referee.maxie).__name__ == "HumanPlayer"
    assert type(referee.minnie).__name__ == "AlphaBeta"


def test_nim():
    assert nim.less_equal((0, 2), (1, 0)) and not nim.less_equal((1, 0), (0, 2))
    assert nim.greater_equal((1, 1), (1, 0)) and not nim.greater_equal((0, 2), (1, 0))
    assert nim.equal_config((1, 2), (1, 2)) and not nim.equal_config((1, 2), (2, 1))
    assert nim.make_next_level((1, 2)) == [(0, 2), (1, 0), (1, 1)]
    two = Tree((2,), (Tree((0,)), Tree((1,), (Tree((0,)),))))
    assert nim.make_game_tree((2,)) == two
    assert nim.min_max(two, Step.MAX) == Tree(1, (Tree(0), Tree(1, (Tree(1),))))
    assert nim.choose_move((2,)) == (1, (1,))


def test_lolo():
    assert lolo.lookup_pos((4, 4, 12, 0), L_POSITIONS) == 0
    assert lolo.lookup_pos((0, 1, 0, 0), SQUARE_POSITIONS) == 6
    with pytest.raises(ValueError, match="position not recognized"):
        lolo.lookup_pos((15, 15, 15, 15), L_POSITIONS)
    assert lolo.str2cfg("42../.211/.221/3..1") == (16, 41, 15, 5)
    assert lolo.next_l_pos((31, 38, 5, 1), Step.MIN) == []
    assert len(lolo.make_next_level((31, 38, 5, 1), Step.MAX)) == 204
    assert lolo.alpha_beta((35, 24, 3, 10), 1, Step.MIN)[0] == -1000


def test_select_move():
    assert static_evaluate(ConnectFourGame()) == 16
    assert static_evaluate(ConnectFourGame([[], [], [], [], [], list("X______")])) == -13
    game = ConnectFourGame([[], [], [], [], list("OOO____"), list("XXX____")], level=2)
    assert compute_move(game) == 3
    assert game.search_info.moves_pruned > 0
