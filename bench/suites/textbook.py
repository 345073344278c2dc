"""Small examples from the pages, a plain assert or two for each."""

from operator import eq

import pytest

from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import (
    DRAW,
    HANDOUT_BIG,
    HANDOUT_SMALL,
    IN_PLAY,
    L_POSITIONS,
    PARENT_PRUNE,
    PRUNED,
    SQUARE_POSITIONS,
    BestEdge,
    C4State,
    ConnectFourGame,
    ExplicitGame,
    Guess,
    HumanPlayer,
    Over,
    Player,
    Seq,
    Step,
    Tree,
    TreeLeaf,
    TreeNode,
    Winner,
    board_of,
)
from jamboree import Jamboree
from las import look_and_say
from lolo import alpha_beta, lookup_pos, make_next_level, next_l_pos, str2cfg
from nim import (
    choose_move,
    equal_config,
    greater_equal,
    less_equal,
    make_game_tree,
    min_max,
)
from nim import make_next_level as nim_moves
from run import c4_hvab
from select_move import compute_move, static_evaluate

PAGE_BOARD = board_of(*["......."] * 4, "...O...", "..XXO..")
ENDGAME = ["___XOX_", "OXXOOXO", "OOXXOOX", "OXOOXXO", "XOXXXOX", "XOXOXOX"]


class Recorder(ExplicitGame):
    """An explicit game that keeps the labels of the leaves that were estimated."""

    def __init__(self, tree):
        super().__init__(tree)
        self.labels = ""

    def estimate(self, state):
        self.labels += state.tree.label
        return super().estimate(state)


# las


def test_runs_are_said():
    assert look_and_say(eq, Seq.of("hi", "hi", "hi")) == Seq.of((3, "hi"))
    assert look_and_say(eq, Seq.of("bye", "hi", "hi")) == Seq.of((1, "bye"), (2, "hi"))
    assert look_and_say(eq, Seq.empty()) == Seq.empty()


def test_an_element_that_comes_back_starts_a_new_run():
    said = look_and_say(eq, Seq.of("a", "b", "b", "a"))
    assert said == Seq.of((1, "a"), (2, "b"), (1, "a"))


def test_the_caller_says_what_is_equal():
    said = look_and_say(lambda m, n: m % 10 == n % 10, Seq.of(7, 17, 27, 8))
    assert [(length, element % 10) for length, element in said] == [(3, 7), (1, 8)]


# connect4


def test_lowest_free_row():
    state = C4State(PAGE_BOARD, Player.MAXIE)
    assert [Connect4().lowest_free_row(state, col) for col in range(7)] == [0, 0, 1, 2, 1, 0, 0]
    full = C4State(board_of("O..", "X.."), Player.MAXIE)
    assert Connect4(3, 2).lowest_free_row(full, 0) is None


def test_the_start_and_its_moves():
    game = Connect4(4, 2)
    assert game.player(game.start) == Player.MAXIE
    assert game.start.board == board_of("....", "....")
    assert sorted(game.moves(game.start)) == [0, 1, 2, 3]
    full = C4State(board_of("O...", "X..."), Player.MAXIE)
    assert sorted(game.moves(full)) == [1, 2, 3]


def test_make_move_drops_a_disc_and_leaves_the_old_state():
    game = Connect4()
    state = C4State(PAGE_BOARD, Player.MAXIE)
    after = game.make_move(state, 0)
    assert after == C4State(board_of(*["......."] * 4, "...O...", "X.XXO.."), Player.MINNIE)
    assert state == C4State(board_of(*["......."] * 4, "...O...", "..XXO.."), Player.MAXIE)


def test_status():
    assert Connect4(2, 1).status(C4State(board_of("X."), Player.MINNIE)) == IN_PLAY
    assert Connect4(2, 1).status(C4State(board_of("XO"), Player.MAXIE)) == Over(DRAW)
    won = C4State(board_of("OOO.", "XXXX"), Player.MINNIE)
    assert Connect4(4, 2).status(won) == Over(Winner(Player.MAXIE))
    column = C4State(board_of("O..", "OX.", "OX.", "OXX"), Player.MAXIE)
    assert Connect4(3, 4).status(column) == Over(Winner(Player.MINNIE))


def test_three_in_a_row_are_good_for_their_owner():
    three = board_of(*["......."] * 5, "O.XXX.O")
    two = board_of(*["......."] * 5, "O.XX...")
    assert Connect4().estimate(C4State(three, Player.MINNIE)).value > 0
    assert (
        Connect4().estimate(C4State(three, Player.MINNIE)).value
        > Connect4().estimate(C4State(two, Player.MINNIE)).value
    )


# alphabeta


def test_figure_2_leaves_g_out():
    game = Recorder(
        TreeNode(
            "a",
            [
                TreeNode("b", [TreeLeaf("c", 3), TreeLeaf("d", 5)]),
                TreeNode("e", [TreeLeaf("f", 2), TreeLeaf("g", 7)]),
            ],
        )
    )
    assert AlphaBeta(game, 2).next_move(game.start) == 0
    assert game.labels == "cdf"


def test_the_trace_of_the_big_tree():
    game = Recorder(HANDOUT_BIG.tree)
    assert AlphaBeta(game, 4).next_move(game.start) == 0
    assert game.labels == "efhlmq"


def test_the_trace_of_the_small_tree():
    game = Recorder(HANDOUT_SMALL.tree)
    assert AlphaBeta(game, 2).next_move(game.start) == 1
    assert game.labels == "cdeghik"


def test_check_bounds():
    player = AlphaBeta(HANDOUT_SMALL, 2)
    maxies = HANDOUT_SMALL.start
    minnies = HANDOUT_SMALL.make_move(maxies, 1)
    ab = (BestEdge(0, Guess(3)), BestEdge(0, Guess(7)))
    assert player.check_bounds(ab, maxies, 1, Guess(5)) == BestEdge(1, Guess(5))
    assert player.check_bounds(ab, maxies, 1, Guess(3)) == PARENT_PRUNE
    assert player.check_bounds(ab, maxies, 1, Guess(7)) == PRUNED
    assert player.check_bounds(ab, minnies, 1, Guess(5)) == BestEdge(1, Guess(5))
    assert player.check_bounds(ab, minnies, 1, Guess(3)) == PRUNED
    assert player.check_bounds(ab, minnies, 1, Guess(7)) == PARENT_PRUNE


def test_update_ab_and_value_for():
    player = AlphaBeta(HANDOUT_SMALL, 2)
    maxies = HANDOUT_SMALL.start
    minnies = HANDOUT_SMALL.make_move(maxies, 0)
    low, high, new = BestEdge(0, Guess(3)), BestEdge(0, Guess(7)), BestEdge(2, Guess(5))
    assert player.update_ab(maxies, (low, high), new) == (new, high)
    assert player.update_ab(minnies, (low, high), new) == (low, new)
    assert player.update_ab(minnies, (low, PRUNED), PRUNED) == (low, PRUNED)
    assert player.value_for(maxies, (low, high)) == low
    assert player.value_for(minnies, (low, high)) == high


# jamboree


def test_half_in_sequence_visits_all_leaves_of_the_small_tree():
    game = Recorder(HANDOUT_SMALL.tree)
    assert Jamboree(game, 2, 0.5).next_move(game.start) == 1
    assert sorted(game.labels) == list("cdeghiklm")


def test_all_in_sequence_is_alpha_beta():
    game = Recorder(HANDOUT_SMALL.tree)
    assert Jamboree(game, 2, 1.0).next_move(game.start) == 1
    assert sorted(game.labels) == list("cdeghik")


# nim


def test_the_order_of_configurations():
    assert less_equal((0, 2), (1, 0))
    assert not less_equal((1, 1), (1, 0))
    assert greater_equal((1, 1), (1, 0))
    assert not greater_equal((0, 2), (1, 0))
    assert equal_config((1, 2), (1, 2))
    assert not equal_config((1, 2), (2, 1))


def test_nim_moves_are_in_order():
    assert nim_moves(()) == []
    assert nim_moves((2,)) == [(0,), (1,)]
    assert nim_moves((1, 2, 3)) == [
        (0, 2, 3),
        (1, 0, 3),
        (1, 1, 3),
        (1, 2, 0),
        (1, 2, 1),
        (1, 2, 2),
    ]


def test_game_trees_and_their_values():
    assert make_game_tree((2,)) == Tree((2,), [Tree((0,)), Tree((1,), [Tree((0,))])])
    one_stick = Tree((1,), [Tree((0,))])
    assert min_max(one_stick, Step.MAX) == Tree(0, [Tree(0)])
    assert min_max(one_stick, Step.MIN) == Tree(1, [Tree(1)])


def test_chosen_moves():
    assert choose_move((1, 2)) == (1, (1, 0))
    assert choose_move((1, 1, 1)) == (0, (0, 1, 1))
    assert choose_move((2, 3, 1)) == (0, (0, 3, 1))


# lolo


def test_placements_and_boards():
    assert lookup_pos((4, 4, 12, 0), L_POSITIONS) == 0
    assert lookup_pos((0, 1, 0, 0), SQUARE_POSITIONS) == 6
    assert str2cfg("111./2.1./2224/..3.") == (6, 43, 1, 10)
    with pytest.raises(ValueError, match="position not recognized"):
        str2cfg("42../.211/.221/...1")


def test_lolo_moves():
    assert next_l_pos((31, 38, 5, 1), Step.MIN) == []
    places = sorted(green for _, green, _, _ in next_l_pos((31, 38, 5, 1), Step.MAX))
    assert places == [1, 10, 11, 12, 13, 15, 16, 22, 23, 27, 32, 33, 36, 37, 39, 40, 41]
    assert len(make_next_level((31, 38, 5, 1), Step.MAX)) == 204


def test_lolo_values():
    assert [alpha_beta((0, 1, 0, 1), depth, Step.MAX)[0] for depth in (1, 2)] == [5, 0]
    assert alpha_beta((35, 24, 3, 10), 1, Step.MIN)[0] == -1000
    with pytest.raises(ValueError, match="decided position"):
        alpha_beta((35, 24, 3, 10), 10, Step.MAX)


# select_move


def test_what_a_grid_is_worth():
    assert static_evaluate(ConnectFourGame()) == 16
    assert static_evaluate(ConnectFourGame([[], [], [], [], [], "X______"])) == -13
    assert static_evaluate(ConnectFourGame([[], [], [], [], "X__O_XO", "X_OXOXO"])) == 6
    assert static_evaluate(ConnectFourGame([[], [], [], [], "OOO____", "XXXX___"])) == 512


def test_the_endgame():
    plain, pruned = ConnectFourGame(ENDGAME), ConnectFourGame(ENDGAME)
    assert (compute_move(plain, False), compute_move(pruned, True)) == (1, 1)
    info = plain.search_info
    assert (info.moves_considered, info.moves_pruned, info.depth_reached) == (37, 0, 4)
    info = pruned.search_info
    assert (info.moves_considered, info.moves_pruned, info.depth_reached) == (15, 6, 4)


# run


def test_the_match():
    referee = c4_hvab()
    assert isinstance(referee.maxie, HumanPlayer)
    assert isinstance(referee.minnie, AlphaBeta)
    assert isinstance(referee.game, Connect4)
