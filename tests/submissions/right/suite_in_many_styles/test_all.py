"""Tables, and every other style that a suite may be written in."""

from identity import *
from own_games import *
from own_moves import *
from spies import *
from own_players import *
from odd_elements import *
from fixtures_and_threads import *
from the_library import *
from cases import *

import unittest

import pytest

import in_order
import lolo
import nim
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
    BestEdge,
    ConnectFourGame,
    Definitely,
    ExplicitGame,
    ExplicitState,
    Filled,
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


def tree(text):
    """A tree from a text such as "(a3 (b-1 cX) d0)": leaves with labels of one letter."""
    words = text.replace("(", " ( ").replace(")", " ) ").split()
    names = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    outcomes = {"X": Winner(X), "O": Winner(O), "=": DRAW}

    def read():
        word = words.pop(0)
        if word != "(":
            worth = outcomes.get(word[1:])
            return TreeLeaf(word[0], int(word[1:]) if worth is None else worth)
        name, children = next(names), []
        while words[0] != ")":
            children.append(read())
        words.pop(0)
        return TreeNode(name, children)

    return read()


class Watched(ExplicitGame):
    """Writes down which leaves are estimated."""

    def __init__(self, root):
        super().__init__(root)
        self.seen = ""

    def estimate(self, state):
        self.seen += state.tree.label
        return super().estimate(state)


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


# A tree, a depth, the move, the leaves for alpha-beta, and for Jamboree with fractions 0.5 and 0.
SMALL, BIG = HANDOUT_SMALL.tree, HANDOUT_BIG.tree
SEARCHES = [
    (SMALL, 2, 1, "cdeghik", "cdeghiklm", "cdeghiklm"),
    (BIG, 4, 0, "efhlmq", "efhlmq", "efhilmqruvxy"),
    (tree("((a3 b5)(c3 d9)(e1 f8))"), 2, 0, "abce", "abce", "abcdef"),
    (tree("(a3 b7 c7 d2)"), 1, 1, "abcd", "abcd", "abcd"),
    (tree("((a2 b=)(cX d4)(eO f6))"), 2, 1, "ad", "ad", "adf"),
    (tree("((a0 b=)(c= d0))"), 2, 0, "a", "a", "ad"),
    (tree("((aX)(b9 cX))"), 2, 0, "b", "b", "b"),
    (tree("((aO b9)(c-5 dO)(eO f7))"), 2, 0, "bc", "bc", "bcf"),
    (tree("(((a5 b6)(c7 d4))((e3 f8)(g9 h1)))"), 3, 1, "abcefg", "abcefg", "abcdefgh"),
    (
        tree("(((a5 b2)(c4 d9)(e1 f1))((g6 h0)(i6 j7))((k8 l2)(m3 n5)))"),
        3,
        1,
        "abcdefghiklmn",
        "abcdefghiklmn",
        "abcdefghijklmn",
    ),
    (
        tree("(((a1)(b2 c0))((d3 e4 f5)(g2))((hX)(i1 j6)))"),
        3,
        2,
        "abdefgij",
        "abdefgij",
        "abcdefgij",
    ),
    (
        tree("((a4 b6 c5)(d4 e7 f3)(g8 h9 i5)(j6 k1 l7)(m9 n6 o8))"),
        2,
        4,
        "abcdghijkmno",
        "abcdghijklmno",
        "abcdefghijklmno",
    ),
]


@table("root, depth, move, leaves, _half, _none", SEARCHES)
def test_alpha_beta(root, depth, move, leaves, _half, _none):
    game = Watched(root)
    assert AlphaBeta(game, depth).next_move(game.start) == move
    assert game.seen == leaves


@table("root, depth, move, leaves, half, none", SEARCHES)
def test_jamboree(root, depth, move, leaves, half, none):
    for fraction, expected in ((1.0, leaves), (0.5, half), (0.0, none)):
        game = Watched(root)
        Jamboree(game, depth, fraction).next_move(game.start)
        assert sorted(game.seen) == sorted(expected)


def found_by(make, root, player, window, depth=1):
    """What evaluate and search say of a tree in a window, and which leaves they looked at."""
    game = Watched(root)
    state = ExplicitState(root, player)
    evaluated = make(game, depth).evaluate(depth, tuple(map(bound, window)), state, 7)
    return evaluated, "".join(sorted(game.seen))


PAIR = tree("(a5 b7)")
WINDOWS = [
    (PAIR, X, (None, None), BestEdge(7, Guess(7)), "ab"),
    (PAIR, O, (None, None), BestEdge(7, Guess(5)), "ab"),
    (PAIR, X, (None, 5), PRUNED, "a"),
    (PAIR, X, (7, None), PARENT_PRUNE, "ab"),
    (PAIR, X, (9, None), PARENT_PRUNE, "ab"),
    (PAIR, O, (5, None), PRUNED, "a"),
    (PAIR, O, (None, 5), PARENT_PRUNE, "ab"),
    (PAIR, O, (None, 4), PARENT_PRUNE, "ab"),
    (PAIR, X, (6, None), BestEdge(7, Guess(7)), "ab"),
    (PAIR, O, (None, 6), BestEdge(7, Guess(5)), "ab"),
]


@table("root, player, window, expected, leaves", WINDOWS)
def test_evaluate(root, player, window, expected, leaves):
    assert found_by(AlphaBeta, root, player, window) == (expected, leaves)
    assert found_by(PLAYERS["in parallel"], root, player, window) == (expected, "ab")


def test_search_gives_the_bound_that_came_in():
    game, state = Watched(PAIR), ExplicitState(PAIR, O)
    window, moves = (PRUNED, bound(4)), Seq.of(0, 1)
    assert AlphaBeta(game, 1).search(1, window, state, moves) == bound(4)
    assert Jamboree(game, 1, 0.5).search(1, window, state, Seq.of(0), Seq.of(1)) == bound(4)


def test_parallel_moves_do_not_see_each_other():
    root = tree("((a5)(b3 c9)(d4 e9))")
    game = Watched(root)
    Jamboree(game, 2, 0.0).next_move(game.start)
    assert sorted(game.seen) == list("abcde")


def test_all_parallel_moves_are_evaluated():
    root = tree("(a1 b9 c2)")
    game, state = Watched(root), ExplicitState(root, O)
    window = bound(5), PRUNED
    assert Jamboree(game, 1, 0.0).search(1, window, state, Seq.empty(), Seq.of(0, 1, 2)) == PRUNED
    assert sorted(game.seen) == ["a", "b", "c"]


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


# Tests that go on where others ended, rows that are asked for on import, fixtures that last.

ASKED = []
STORY = {}


def told(x, y):
    ASKED.append((x, y))
    return x == y


TOLD = [(numbers, look_and_say(told, Seq.of(*numbers))) for numbers in [(1, 1), (1, 2), (3, 3, 1)]]
TOLD_RIGHTLY = [Seq.of((2, 1)), Seq.of((1, 1), (1, 2)), Seq.of((2, 3), (1, 1))]


@pytest.fixture(scope="module")
def board():
    return Connect4(7, 6)


@pytest.fixture(scope="module")
def boards(board):
    found = [board.start]
    for column in (3, 3, 4, 4, 5, 5):
        found.append(board.make_move(found[-1], column))
    return found


@pytest.mark.parametrize(("row", "expected"), zip(TOLD, TOLD_RIGHTLY, strict=True))
def test_rows_asked_for_on_import(row, expected):
    assert row[1] == expected


def test_the_equivalence_was_asked():
    assert ASKED


def test_the_story_begins(board, boards):
    STORY["start"] = boards[0]
    assert len(board.moves(boards[0])) == 7


def test_the_story_goes_on(board):
    STORY["next"] = board.make_move(STORY["start"], 3)
    assert board.player(STORY["next"]) != board.player(STORY["start"])


def test_the_story_ends(board, boards):
    assert board.player(STORY["next"]) != board.player(STORY["start"])
    won = board.make_move(boards[-1], 6)
    assert str(board.status(won)) != str(board.status(boards[-1]))


def test_a_level_of_nim():
    STORY["level"] = nim.make_next_level((1, 2))
    assert sorted(STORY["level"]) == [(0, 2), (1, 0), (1, 1)]


def test_the_level_again():
    assert all(nim.less_equal(one, (1, 2)) for one in STORY["level"])


def test_a_move():
    assert nim.choose_move((1, 2))[1] == (1, 0)


@pytest.fixture
def searcher():
    return AlphaBeta(HANDOUT_SMALL, 2)


def test_a_search(searcher):
    assert searcher.next_move(HANDOUT_SMALL.start) == 1


# Cases that decorators and subclasses put into tables.

KEPT = []


def kept(expected):
    def keep(function):
        KEPT.append((function, expected))
        return function

    return keep


@kept(Seq.of((2, 1)))
def two_ones():
    return look_and_say(lambda x, y: x == y, Seq.of(1, 1))


@kept(Seq.of())
def no_elements():
    return look_and_say(lambda x, y: x == y, Seq.of())


@kept([(0, 2), (1, 0), (1, 1)])
def level():
    return sorted(nim.make_next_level((1, 2)))


@pytest.mark.parametrize(("function", "expected"), KEPT)
def test_kept(function, expected):
    assert function() == expected


class Case:
    known = []

    def __init_subclass__(cls):
        cls.known.append(cls)


class Moves(Case):
    def holds(self):
        return nim.choose_move((1, 2))[1] == (1, 0)


class Equal(Case):
    def holds(self):
        return nim.equal_config((1, 2), (1, 2)) and not nim.equal_config((1, 2), (2, 1))


def test_known():
    for kind in Case.known:
        assert kind().holds()


def make_test(numbers, expected):
    def test():
        assert look_and_say(lambda x, y: x == y, Seq.of(*numbers)) == expected

    return test


test_made = make_test((1, 2, 1), Seq.of((1, 1), (1, 2), (1, 1)))
test_made_too = make_test((None, None), Seq.of((2, None)))


# Classes whose tests go on where the one before ended.


class TestInOrder:
    game = Connect4(7, 6)
    states = []

    def test_1_begin(self):
        self.states.append(self.game.start)
        assert len(self.game.moves(self.states[-1])) == 7

    def test_2_go_on(self):
        self.states.append(self.game.make_move(self.states[-1], 0))
        assert self.game.player(self.states[0]) != self.game.player(self.states[1])

    def test_3_full(self):
        state = self.states[-1]
        for _ in range(5):
            state = self.game.make_move(state, 0)
        assert 0 not in list(self.game.moves(state))
        self.states.append(state)

    def test_4_nobody_has_won(self):
        assert str(self.game.status(self.states[-1])) == str(self.game.status(self.states[0]))


class Saying(in_order.InOrder):
    def test_runs(self):
        self.assertEqual(len(self.say(1, 1, 2)), 2)


class Level(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = in_order.level((1, 2))

    def test_level(self):
        self.assertEqual(self.found, [(0, 2), (1, 0), (1, 1)])

    def test_move(self):
        self.assertEqual(nim.choose_move((1, 2))[1], (1, 0))
