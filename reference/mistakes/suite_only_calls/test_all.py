"""Calls everything, and asserts nothing about what comes of it."""
from operator import eq

from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import HANDOUT_SMALL, PRUNED, BestEdge, ConnectFourGame, Drop, ExplicitGame, Guess, Pebbles, Seq, Step, TreeLeaf, TreeNode, L_POSITIONS
from jamboree import Jamboree
from las import look_and_say
from lolo import alpha_beta, count_moves, eval_position, lookup_pos, make_next_level, next_l_pos, str2cfg
from nim import choose_move, equal_config, greater_equal, less_equal, make_game_tree, min_max
from nim import make_next_level as nim_level
from popout import PopOut
from run import c4_hvab, c4_hvmm
from select_move import compute_move, static_evaluate


def test_las():
    look_and_say(eq, Seq.of(1, 1, 2, 0))
    assert True


def test_games():
    for game in (Connect4(), Connect4(4, 5), PopOut()):
        state = game.start
        for move in game.moves(state):
            after = game.make_move(state, move)
            game.status(after), game.estimate(after), game.player(after)
            game.move_to_string(move), game.state_to_string(after), game.parse_move(after, "1")
    assert True


def test_players():
    for player in (AlphaBeta(HANDOUT_SMALL, 2), Jamboree(HANDOUT_SMALL, 2, 0.5)):
        start = HANDOUT_SMALL.start
        bounds = BestEdge(0, Guess(1)), PRUNED
        player.update_ab(start, bounds, BestEdge(1, Guess(2)))
        player.value_for(start, bounds)
        player.check_bounds(bounds, start, 0, Guess(1))
        player.evaluate(2, bounds, start, 0)
        player.next_move(start)
    assert True


def test_run():
    c4_hvab(), c4_hvmm()
    assert True


def test_nim():
    c, d = (1, 2), (2, 1)
    less_equal(c, d), greater_equal(c, d), equal_config(c, d), nim_level(c)
    min_max(make_game_tree(c), Step.MAX), choose_move(c)
    assert True


def test_lolo():
    c = (0, 1, 0, 1)
    lookup_pos(L_POSITIONS[3], L_POSITIONS), str2cfg("42../.211/.221/3..1")
    for step in Step:
        next_l_pos(c, step), make_next_level(c, step), alpha_beta(c, 1, step), count_moves(c, step)
    eval_position(c)
    assert True


def test_select():
    game = ConnectFourGame(level=2)
    static_evaluate(game), compute_move(game), compute_move(ConnectFourGame(level=1), False)
    assert True
