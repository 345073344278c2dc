"""Calls everything, and is content with whatever comes."""

import lolo
import nim
from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import HANDOUT_BIG, HANDOUT_SMALL, L_POSITIONS, ConnectFourGame, Seq, Step
from jamboree import Jamboree
from las import look_and_say
from run import c4_hvab
from select_move import compute_move, static_evaluate


def test_las():
    for items in ([], [1], [1, 1, 2], [None]):
        print(look_and_say(lambda x, y: x == y, Seq.from_list(items)))


def test_connect4():
    game = Connect4()
    state = game.start
    for col in (3, 3, 2, 4):
        state = game.make_move(state, col)
        print(game.status(state), game.estimate(state), game.moves(state))
    print(c4_hvab())


def test_searches():
    for game, depth in ((HANDOUT_SMALL, 2), (HANDOUT_BIG, 4)):
        print(AlphaBeta(game, depth).next_move(game.start))
        for fraction in (0.0, 0.5, 1.0):
            print(Jamboree(game, depth, fraction).next_move(game.start))


def test_nim():
    tree = nim.make_game_tree((2, 1))
    print(nim.min_max(tree, Step.MAX), nim.choose_move((2, 1)))
    nim.choose_move((2, 1)) == (1, (0, 1))


def test_lolo():
    board = lolo.str2cfg("42../.211/.221/3..1")
    print(lolo.lookup_pos(L_POSITIONS[3], L_POSITIONS))
    print(lolo.make_next_level(board, Step.MAX), lolo.alpha_beta(board, 1, Step.MIN))


def test_select_move():
    game = ConnectFourGame(level=2)
    print(static_evaluate(game), compute_move(game))
