"""Tables for everything but the searches of alphabeta and jamboree."""

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
    BestEdge,
    ConnectFourGame,
    Definitely,
    ExplicitState,
    Filled,
    Guess,
    HumanPlayer,
    Over,
    Player,
    Seq,
    Step,
    Tree,
    Winner,
)
from jamboree import Jamboree
from las import look_and_say
from run import c4_hvab
from select_move import compute_move, static_evaluate

X, O = Player.MAXIE, Player.MINNIE
table = pytest.mark.parametrize


# las

SAID = [
    ([], []),
    (["a"], [(1, "a")]),
    (["a", "a", "b"], [(2, "a"), (1, "b")]),
    (["a", "b", "a"], [(1, "a"), (1, "b"), (1, "a")]),
    ([None, None, 0], [(2, None), (1, 0)]),
    (["b", "a", "a"], [(1, "b"), (2, "a")]),
]


@table("given, expected", SAID)
def test_look_and_say(given, expected):
    assert look_and_say(lambda x, y: x == y, Seq.from_list(given)) == Seq.from_list(expected)


def test_look_and_say_with_another_equality():
    letters = Seq.from_list(["a", "A", "b"])
    said = look_and_say(lambda x, y: x.lower() == y.lower(), letters)
    assert [count for count, _ in said] == [2, 1]


# connect4


def after(columns, num_cols=7, num_rows=6):
    game = Connect4(num_cols, num_rows)
    state = game.start
    for column in columns:
        state = game.make_move(state, int(column))
    return game, state


OUTCOMES = [
    ("", 7, 6, IN_PLAY),
    ("001122", 7, 6, IN_PLAY),
    ("0011223", 7, 6, Over(Winner(X))),
    ("0101010", 7, 6, Over(Winner(X))),
    ("01010161", 7, 6, Over(Winner(O))),
    ("01122323363", 7, 6, Over(Winner(X))),
    ("65544343303", 7, 6, Over(Winner(X))),
    ("001133442", 7, 6, Over(Winner(X))),
    ("5566778", 9, 4, Over(Winner(X))),
    ("0000", 1, 5, IN_PLAY),
    ("0", 1, 1, Over(DRAW)),
    ("3210200033123121", 4, 4, Over(DRAW)),
    ("013121332200", 4, 3, Over(Winner(O))),
]


@table("columns, num_cols, num_rows, expected", OUTCOMES)
def test_status(columns, num_cols, num_rows, expected):
    game, state = after(columns, num_cols, num_rows)
    assert game.status(state) == expected


PLACES = [
    ("", 7, 6, {0, 1, 2, 3, 4, 5, 6}),
    ("333333", 7, 6, {0, 1, 2, 4, 5, 6}),
    ("0", 2, 1, {1}),
    ("888", 9, 3, {0, 1, 2, 3, 4, 5, 6, 7}),
]


@table("columns, num_cols, num_rows, expected", PLACES)
def test_moves(columns, num_cols, num_rows, expected):
    game, state = after(columns, num_cols, num_rows)
    assert sorted(game.moves(state)) == sorted(expected)


FREE_ROWS = [("", 0, 0), ("3", 3, 1), ("33", 3, 2), ("333333", 3, None), ("3", 6, 0)]


@table("columns, column, expected", FREE_ROWS)
def test_lowest_free_row(columns, column, expected):
    game, state = after(columns)
    assert game.lowest_free_row(state, column) == expected


def test_make_move():
    game, before = after("3")
    state = game.make_move(before, 3)
    assert [game.player(s) for s in (game.start, before, state)] == [X, O, X]
    assert state.board.sub(3, 0) == Filled(X)
    assert state.board.sub(3, 1) == Filled(O)
    assert game.lowest_free_row(before, 3) == 1


RUNS = [("20314", 1), ("203140", 1), ("026304", -1), ("0263046", -1)]


@table("columns, sign", RUNS)
def test_estimate(columns, sign):
    game, state = after(columns)
    assert game.estimate(state).value * sign > 0


# alphabeta and jamboree


ALL = [
    *[(n, O, (2, 9), PARENT_PRUNE if n >= 9 else PRUNED if n <= 2 else None) for n in (1, 2, 3)],
    *[(n, X, (2, 9), PRUNED if n >= 9 else PARENT_PRUNE if n <= 2 else None) for n in (1, 2, 3)],
    *[(n, O, (2, 9), PARENT_PRUNE if n >= 9 else None) for n in (8, 9, 10)],
    *[(n, X, (2, 9), PRUNED if n >= 9 else None) for n in (8, 9, 10)],
    (-99, O, (None, None), None),
    (99, X, (None, None), None),
    (99, O, (None, 5), PARENT_PRUNE),
    (-99, X, (-3, None), PARENT_PRUNE),
]
PLAYERS = {
    "alphabeta": AlphaBeta,
    "jamboree": lambda game, depth: Jamboree(game, depth, 0.5),
    "in parallel": lambda game, depth: Jamboree(game, depth, 0.0),
}
every_player = table("make", PLAYERS.values(), ids=PLAYERS)


def bound(n):
    return PRUNED if n is None else BestEdge(8, Guess(n))


@every_player
@table("n, player, window, expected", ALL)
def test_check_bounds(make, n, player, window, expected):
    alpha, beta = map(bound, window)
    state = ExplicitState(HANDOUT_SMALL.tree, player)
    result = make(HANDOUT_SMALL, 2).check_bounds((alpha, beta), state, 5, Guess(n))
    assert result == (expected or BestEdge(5, Guess(n)))


DECIDED = [
    (Definitely(Winner(X)), X, PRUNED),
    (Definitely(Winner(X)), O, PARENT_PRUNE),
    (Definitely(Winner(O)), X, PARENT_PRUNE),
    (Definitely(Winner(O)), O, PRUNED),
]


@every_player
@table("est, player, expected", DECIDED)
def test_check_bounds_of_games_that_are_over(make, est, player, expected):
    state = ExplicitState(HANDOUT_SMALL.tree, player)
    window = bound(-1000), bound(1000)
    assert make(HANDOUT_SMALL, 2).check_bounds(window, state, 5, est) == expected


NARROWED = [
    (X, (2, 9), 5, (5, 9)),
    (O, (2, 9), 5, (2, 5)),
    (X, (5, 9), 2, (5, 9)),
    (O, (2, 5), 9, (2, 5)),
    (X, (None, 9), 5, (5, 9)),
    (O, (2, None), 5, (2, 5)),
    (X, (2, 9), None, (2, 9)),
    (O, (2, 9), None, (2, 9)),
]


@every_player
@table("player, window, n, expected", NARROWED)
def test_update_ab(make, player, window, n, expected):
    state = ExplicitState(HANDOUT_SMALL.tree, player)
    given = bound(window[0]), bound(window[1])
    found = make(HANDOUT_SMALL, 2).update_ab(state, given, bound(n))
    assert tuple(found) == (bound(expected[0]), bound(expected[1]))


@every_player
def test_value_for(make):
    player = make(HANDOUT_SMALL, 2)
    for low, high in [(2, 9), (None, 9), (2, None), (None, None)]:
        for who, expected in [(X, low), (O, high)]:
            state = ExplicitState(HANDOUT_SMALL.tree, who)
            assert player.value_for(state, (bound(low), bound(high))) == bound(expected)


# run


def test_c4_hvab():
    referee = c4_hvab()
    assert isinstance(referee.maxie, HumanPlayer)
    assert isinstance(referee.minnie, AlphaBeta)
    assert (referee.game.num_cols, referee.game.num_rows) == (7, 6)


# nim

ORDERED = [((0, 2), (1, 0)), ((1, 0), (1, 1)), ((2, 0, 9), (2, 1, 0)), ((3,), (10,))]


@table("c, d", ORDERED)
def test_comparing_configurations(c, d):
    assert nim.less_equal(c, d) and not nim.less_equal(d, c)
    assert nim.greater_equal(d, c) and not nim.greater_equal(c, d)
    assert not nim.equal_config(c, d)


def test_equal_configurations():
    for compare in (nim.less_equal, nim.greater_equal, nim.equal_config):
        assert compare((1, 0, 2), (1, 0, 2))


LEVELS = [
    ((), []),
    ((0,), []),
    ((2,), [(0,), (1,)]),
    ((2, 1), [(0, 1), (1, 1), (2, 0)]),
    ((1, 2), [(0, 2), (1, 0), (1, 1)]),
    ((1, 0, 2), [(0, 0, 2), (1, 0, 0), (1, 0, 1)]),
]


@table("c, expected", LEVELS)
def test_next_level_of_nim(c, expected):
    assert nim.make_next_level(c) == expected


def test_game_tree_and_values():
    end = Tree((0, 0), ())
    whole = Tree((1, 1), (Tree((0, 1), (end,)), Tree((1, 0), (end,))))
    assert nim.make_game_tree((1, 1)) == whole
    two = Tree((2,), (Tree((0,), ()), Tree((1,), (Tree((0,), ()),))))
    assert nim.make_game_tree((2,)) == two
    assert nim.min_max(two, Step.MAX) == Tree(1, (Tree(0), Tree(1, (Tree(1),))))
    assert nim.min_max(two, Step.MIN) == Tree(0, (Tree(1), Tree(0, (Tree(0),))))


CHOICES = [
    ((1,), (0, (0,))),
    ((2,), (1, (1,))),
    ((1, 1), (1, (0, 1))),
    ((1, 2), (1, (1, 0))),
    ((2, 2), (0, (0, 2))),
    ((3, 1), (1, (0, 1))),
    ((2, 3, 1), (0, (0, 3, 1))),
    ((1, 1, 1), (0, (0, 1, 1))),
]


@table("c, expected", CHOICES)
def test_choice_of_nim(c, expected):
    assert nim.choose_move(c) == expected


# lolo

FIRST = (0, 1, 0, 1)
PICTURES = [
    (".12. .12. 1122 .34.", FIRST),
    ("42.. .211 .221 3..1", (16, 41, 15, 5)),
]


@table("p, expected", [((0, 0, 7, 1), 15), (L_POSITIONS[0], 0), (L_POSITIONS[47], 47)])
def test_lookup(p, expected):
    assert lolo.lookup_pos(p, L_POSITIONS) == expected


def test_lookup_of_nothing():
    with pytest.raises(ValueError, match="position not recognized"):
        lolo.lookup_pos((15, 15, 15, 15), L_POSITIONS)


@table("picture, expected", PICTURES)
def test_reading_boards(picture, expected):
    assert tuple(lolo.str2cfg("/".join(picture.split()))) == expected


@table("text", ["", ".12./.12./1122", ".12./.12./1122/.3..", "1.../..../..../...."])
def test_no_board(text):
    with pytest.raises(ValueError, match="position not recognized"):
        lolo.str2cfg(text)


def test_moves_of_lolo():
    greens = {(0, green, 0, 1) for green in (27, 16, 12, 11)}
    assert set(map(tuple, lolo.next_l_pos(FIRST, Step.MAX))) == greens
    assert len(lolo.next_l_pos(FIRST, Step.MIN)) == 4
    level = [tuple(c) for c in lolo.make_next_level(FIRST, Step.MAX)]
    assert len(level) == len(set(level)) == 48
    assert {c[1] for c in level} == {27, 16, 12, 11}
    assert all((c[2] == 0) != (c[3] == 1) for c in level)


VALUES = [(1, Step.MAX, 5), (1, Step.MIN, -5), (2, Step.MAX, 0)]


@table("depth, step, value", VALUES)
def test_search_of_lolo(depth, step, value):
    found, move = lolo.alpha_beta(FIRST, depth, step)
    assert found == value
    assert tuple(move) in map(tuple, lolo.make_next_level(FIRST, step))


def test_search_of_lolo_from_the_end():
    with pytest.raises(ValueError, match="decided"):
        lolo.alpha_beta((35, 24, 3, 10), 1, Step.MAX)


# select_move

WORTHS = [
    ([], 16),
    (["X______"], -13),
    (["_O_X___"], 19),
    (["X_O__X_", "XXOO_XO"], -15),
    (["__OOO__", "X_XXXOX"], -51),
    (["OOO____", "XXXX_OO"], 512),
    (["OOOO___", "XXXO_X_"], -512),
    (["OOOO_XX", "XXXO_XX"], -512),
]


def game_of(rows, level=1):
    return ConnectFourGame([[]] * (6 - len(rows)) + [list(row) for row in rows], level=level)


@table("rows, expected", WORTHS)
def test_static_evaluate(rows, expected):
    assert static_evaluate(game_of(rows)) == expected


def test_a_full_grid_is_worth_nothing():
    assert static_evaluate(game_of(["XXOOXXO", "OOXXOOX"] * 3)) == 0


MIDDLE = ["X_O__X_", "XXOO_XO"]
COMPUTED = [
    ([], 1, True, (3, 7, 0, 1, [7])),
    ([], 2, True, (1, 41, 15, 2, [7] * 8)),
    (MIDDLE, 1, True, (2, 7, 0, 1, [7])),
    (MIDDLE, 2, True, (3, 37, 19, 2, [7] * 8)),
    (MIDDLE, 2, False, (3, 56, 0, 2, [7] * 8)),
    (["__OOO__", "X_XXXOX"], 2, True, (5, 26, 23, 2, [7] * 7)),
]


@table("rows, level, pruning, expected", COMPUTED)
def test_compute_move(rows, level, pruning, expected):
    game = game_of(rows, level)
    col = compute_move(game, pruning)
    info = game.search_info
    factors = sorted(info.branching_factors)
    assert (col, info.moves_considered, info.moves_pruned, info.depth_reached, factors) == expected
    assert [list(row) for row in game.grid] == [list(row) for row in game_of(rows).grid]
