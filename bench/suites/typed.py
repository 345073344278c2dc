"""Tests with types: small tables of cases, and dataclasses for what belongs together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

import pytest

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
    SQUARE_POSITIONS,
    BestEdge,
    Bounds,
    C4State,
    ConnectFourGame,
    Definitely,
    Est,
    ExplicitGame,
    ExplicitState,
    ExplicitTree,
    Filled,
    Guess,
    HumanPlayer,
    Outcome,
    Over,
    Player,
    Result,
    Seq,
    Status,
    Step,
    Tree,
    TreeLeaf,
    TreeNode,
    Winner,
    cfg2str,
    est_compare,
)
from jamboree import Jamboree
from las import look_and_say
from run import c4_hvab
from select_move import compute_move, static_evaluate

Nim: TypeAlias = tuple[int, ...]
Lolo: TypeAlias = tuple[int, int, int, int]
Sketch: TypeAlias = "int | Outcome | list[Sketch]"

MAXIE, MINNIE = Player.MAXIE, Player.MINNIE
MAXIE_WINS, MINNIE_WINS = Winner(MAXIE), Winner(MINNIE)


# --- Helpers ---


class Leaves(ExplicitGame):
    """An explicit game that lists the leaves in the order in which they are estimated."""

    def __init__(self, tree: ExplicitTree) -> None:
        super().__init__(tree)
        self.seen: list[str] = []

    def estimate(self, state: ExplicitState) -> Est:
        self.seen.append(state.tree.label)
        return super().estimate(state)


def drawn(sketch: Sketch, label: str = "r") -> ExplicitTree:
    """A tree from nested lists; the label of a node is the way that leads to it."""
    if isinstance(sketch, list):
        return TreeNode(label, [drawn(below, f"{label}{i}") for i, below in enumerate(sketch)])
    return TreeLeaf(label, sketch)


def edge(value: int) -> BestEdge:
    return BestEdge(0, Guess(value))


def same(result: Result, expected: Result) -> bool:
    """Whether two results say the same; a sure draw is as good as a guess of 0."""
    match result, expected:
        case BestEdge(move, est), BestEdge(other_move, other_est):
            return bool(move == other_move) and est_compare(est, other_est) == 0
    return result is expected


def played(game: Connect4, cols: Iterable[int]) -> C4State:
    state = game.start
    for col in cols:
        state = game.make_move(state, col)
    return state


def digits(text: str) -> list[int]:
    return [int(digit) for digit in text]


def grid_game(*rows: str, level: int = 2) -> ConnectFourGame:
    """A game on a grid of which only the lowest rows are given."""
    return ConnectFourGame(["_" * 7] * (6 - len(rows)) + list(rows), level)


# --- las ---


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", []),
        ("a", [(1, "a")]),
        ("aab", [(2, "a"), (1, "b")]),
        ("abbba", [(1, "a"), (3, "b"), (1, "a")]),
    ],
)
def test_look_and_say(text: str, runs: list[tuple[int, str]]) -> None:
    assert look_and_say(lambda x, y: x == y, Seq.from_list(text)) == Seq.from_list(runs)


@dataclass
class CountedEquality:
    modulus: int
    calls: int = 0

    def __call__(self, m: int, n: int) -> bool:
        self.calls += 1
        return m % self.modulus == n % self.modulus


@pytest.mark.parametrize("numbers", [[1, 3, 5, 2, 4, 7], [2] * 12, list(range(12))])
def test_equality_is_the_callers_and_is_asked_seldom(numbers: list[int]) -> None:
    equality = CountedEquality(2)
    said = look_and_say(equality, Seq.from_list(numbers))
    assert sum(length for length, _ in said) == len(numbers)
    parities = [element % 2 for _, element in said]
    assert all(parities[i] != parities[i + 1] for i in range(len(parities) - 1))
    assert equality.calls <= 2 * len(numbers)


# --- connect4 ---


@pytest.mark.parametrize(
    ("cols", "rows"),
    [
        ([], [0, 0, 0]),
        ([1], [0, 1, 0]),
        ([1, 1], [0, None, 0]),
        ([0, 0, 2], [None, 0, 1]),
    ],
)
def test_discs_fall_into_columns_with_room(cols: list[int], rows: list[int | None]) -> None:
    game = Connect4(3, 2)
    state = played(game, cols)
    assert [game.lowest_free_row(state, col) for col in range(3)] == rows
    assert sorted(game.moves(state)) == [col for col in range(3) if rows[col] is not None]


def test_make_move_changes_one_position_and_the_player() -> None:
    game = Connect4()
    before = played(game, [3, 3])
    after = game.make_move(before, 3)
    assert before == played(game, [3, 3])
    assert after.board == before.board.update(3, 2, Filled(MAXIE))
    assert (game.player(before), game.player(after)) == (MAXIE, MINNIE)


@pytest.mark.parametrize(
    ("cols", "winner"),
    [
        ("1122334", MAXIE),
        ("6655443", MAXIE),
        ("60615253", MINNIE),
        ("4545454", MAXIE),
        ("23232363", MINNIE),
        ("34456556066", MAXIE),
        ("32210110600", MAXIE),
    ],
)
def test_four_in_a_line_win(cols: str, winner: Player) -> None:
    game = Connect4()
    assert game.status(played(game, digits(cols[:-1]))) == IN_PLAY
    assert game.status(played(game, digits(cols))) == Over(Winner(winner))


@pytest.mark.parametrize(
    ("size", "cols", "status"),
    [
        ((1, 1), "", IN_PLAY),
        ((1, 1), "0", Over(DRAW)),
        ((3, 3), "01212010", IN_PLAY),
        ((2, 2), "0101", Over(DRAW)),
        ((4, 2), "0011223", Over(MAXIE_WINS)),
        ((1, 5), "00000", Over(DRAW)),
    ],
)
def test_small_grids_end_in_draws_or_wins(size: tuple[int, int], cols: str, status: Status) -> None:
    game = Connect4(*size)
    assert game.status(played(game, digits(cols))) == status


@pytest.mark.parametrize(
    ("three", "two", "sign"),
    [("20364", "203", 1), ("026334", "0263", -1), ("30363", "303", 1), ("036323", "0363", -1)],
)
def test_the_estimate_has_the_sign_of_the_longest_run(three: str, two: str, sign: int) -> None:
    game = Connect4()
    of_three, of_two = (sign * game.estimate(played(game, digits(c))).value for c in (three, two))
    assert of_three > 0
    assert of_three > of_two


# --- alphabeta ---

TABLE: list[tuple[int, Result, Result]] = [
    (2, PARENT_PRUNE, PRUNED),
    (3, PARENT_PRUNE, PRUNED),
    (4, BestEdge(1, Guess(4)), BestEdge(1, Guess(4))),
    (7, PRUNED, PARENT_PRUNE),
    (9, PRUNED, PARENT_PRUNE),
]


@pytest.mark.parametrize(("value", "for_maxie", "for_minnie"), TABLE)
def test_check_bounds(value: int, for_maxie: Result, for_minnie: Result) -> None:
    ab = (edge(3), edge(7))
    maxies = ExplicitState(HANDOUT_SMALL.tree, MAXIE)
    minnies = ExplicitState(HANDOUT_SMALL.tree, MINNIE)
    for player in (AlphaBeta(HANDOUT_SMALL, 2), Jamboree(HANDOUT_SMALL, 2, 0.5)):
        assert player.check_bounds(ab, maxies, 1, Guess(value)) == for_maxie
        assert player.check_bounds(ab, minnies, 1, Guess(value)) == for_minnie


@pytest.mark.parametrize(
    ("player", "old", "value", "new"),
    [
        (MAXIE, (edge(1), edge(9)), edge(4), (edge(4), edge(9))),
        (MAXIE, (edge(4), edge(9)), edge(1), (edge(4), edge(9))),
        (MAXIE, (PRUNED, PRUNED), edge(4), (edge(4), PRUNED)),
        (MINNIE, (edge(1), edge(9)), edge(4), (edge(1), edge(4))),
        (MINNIE, (edge(1), edge(4)), edge(9), (edge(1), edge(4))),
        (MINNIE, (PRUNED, edge(9)), PRUNED, (PRUNED, edge(9))),
    ],
)
def test_update_ab_and_value_for(player: Player, old: Bounds, value: BestEdge, new: Bounds) -> None:
    state = ExplicitState(HANDOUT_SMALL.tree, player)
    strategy = AlphaBeta(HANDOUT_SMALL, 2)
    assert strategy.update_ab(state, old, value) == new
    assert strategy.value_for(state, old) == old[0 if player is MAXIE else 1]


@dataclass(frozen=True)
class Search:
    """A tree, how deep it is, the move to find, and the leaves in the order of alpha-beta."""

    sketch: Sketch
    depth: int
    move: int
    leaves: list[str] = field(default_factory=list)


SEARCHES = [
    Search([3, 5, 5], 1, 1, ["r0", "r1", "r2"]),
    Search([[3, 5], [2, 7]], 2, 0, ["r00", "r01", "r10"]),
    Search([[3, 5], [3, 7]], 2, 0, ["r00", "r01", "r10"]),
    Search([[-1, -2], [-1, -1]], 2, 1, ["r00", "r01", "r10", "r11"]),
    Search([MINNIE_WINS, -4, DRAW], 1, 2, ["r1"]),
    Search([[MAXIE_WINS, 4], [MAXIE_WINS, MAXIE_WINS]], 2, 1, ["r01"]),
]


@pytest.mark.parametrize("search", SEARCHES)
def test_alpha_beta_visits_what_matters(search: Search) -> None:
    game = Leaves(drawn(search.sketch))
    assert AlphaBeta(game, search.depth).next_move(game.start) == search.move
    assert game.seen == search.leaves


def test_the_traces_of_the_page() -> None:
    big, small = Leaves(HANDOUT_BIG.tree), Leaves(HANDOUT_SMALL.tree)
    assert AlphaBeta(big, 4).next_move(big.start) == 0
    assert AlphaBeta(small, 2).next_move(small.start) == 1
    assert ("".join(big.seen), "".join(small.seen)) == ("efhlmq", "cdeghik")


@pytest.mark.parametrize(
    ("ab", "expected"),
    [
        ((PRUNED, PRUNED), BestEdge(6, Guess(0))),
        ((edge(-1), edge(1)), BestEdge(6, Definitely(DRAW))),
        ((edge(0), PRUNED), PRUNED),
        ((PRUNED, edge(0)), PARENT_PRUNE),
    ],
)
def test_evaluate_at_a_node_of_minnies(ab: Bounds, expected: Result) -> None:
    tree = drawn([5, DRAW, 2])
    state = ExplicitState(tree, MINNIE)
    for strategy in (AlphaBeta(Leaves(tree), 1), Jamboree(Leaves(tree), 1, 0.5)):
        assert same(strategy.evaluate(1, ab, state, 6), expected)


# --- jamboree ---


@pytest.mark.parametrize(
    ("fraction", "leaves"), [(1.0, "cdeghik"), (0.5, "cdeghiklm"), (0.0, "cdeghiklm")]
)
def test_jamboree_on_the_small_tree(fraction: float, leaves: str) -> None:
    game = Leaves(HANDOUT_SMALL.tree)
    assert Jamboree(game, 2, fraction).next_move(game.start) == 1
    assert Counter(game.seen) == Counter(leaves)


def test_parallel_moves_are_all_evaluated() -> None:
    tree = drawn([7, 2, 1])
    state, ab = ExplicitState(tree, MINNIE), (edge(3), PRUNED)
    game = Leaves(tree)
    assert Jamboree(game, 1, 0.5).search(1, ab, state, Seq.of(0), Seq.of(1, 2)) is PRUNED
    assert sorted(game.seen) == ["r0", "r1", "r2"]
    game = Leaves(tree)
    assert Jamboree(game, 1, 0.5).search(1, ab, state, Seq.of(0, 1), Seq.of(2)) is PRUNED
    assert game.seen == ["r0", "r1"]


# --- nim ---


@pytest.mark.parametrize(
    ("c", "d", "before"),
    [((0, 2), (1, 0), True), ((1, 0), (1, 1), True), ((3, 0), (2, 9), False), ((10,), (9,), False)],
)
def test_the_first_difference_decides(c: Nim, d: Nim, before: bool) -> None:
    assert bool(nim.less_equal(c, d)) is before
    assert bool(nim.greater_equal(c, d)) is not before
    for order in (nim.less_equal, nim.greater_equal, nim.equal_config):
        assert order(c, c)
    assert not nim.equal_config(c, d)


@pytest.mark.parametrize(
    ("c", "level"),
    [
        ((), []),
        ((0, 0), []),
        ((0, 2), [(0, 0), (0, 1)]),
        ((1, 2), [(0, 2), (1, 0), (1, 1)]),
        ((1, 0, 1), [(0, 0, 1), (1, 0, 0)]),
    ],
)
def test_the_next_level(c: Nim, level: list[Nim]) -> None:
    assert [tuple(d) for d in nim.make_next_level(c)] == level


def values(tree: Tree[Nim], step: Step) -> Tree[int]:
    if not tree.children:
        return Tree(1 if step is Step.MAX else 0)
    best: Callable[[Iterable[int]], int] = max if step is Step.MAX else min
    below = [values(child, step.other) for child in tree.children]
    return Tree(best(child.value for child in below), below)


@pytest.mark.parametrize("c", [(0,), (1,), (3,), (1, 2), (2, 0, 2)])
def test_trees_and_values(c: Nim) -> None:
    tree = nim.make_game_tree(c)
    assert [tuple(child.value) for child in tree.children] == nim.make_next_level(c)
    for step in Step:
        assert nim.min_max(tree, step) == values(tree, step)


@pytest.mark.parametrize(
    ("c", "value", "move"),
    [((2,), 1, (1,)), ((1, 2), 1, (1, 0)), ((1, 1, 1), 0, (0, 1, 1)), ((2, 2), 0, (0, 2))],
)
def test_the_leftmost_best_move(c: Nim, value: int, move: Nim) -> None:
    found, chosen = nim.choose_move(c)
    assert (found, tuple(chosen)) == (value, move)


# --- lolo ---

START: Lolo = (0, 1, 0, 1)


@pytest.mark.parametrize("c", [START, (16, 41, 15, 5), (6, 43, 1, 10), (31, 38, 5, 1)])
def test_boards_are_read_as_they_are_printed(c: Lolo) -> None:
    assert tuple(lolo.str2cfg("/".join(cfg2str(c).split()))) == c
    assert lolo.lookup_pos(L_POSITIONS[c[0]], L_POSITIONS) == c[0]
    assert lolo.lookup_pos(SQUARE_POSITIONS[c[3]], SQUARE_POSITIONS) == c[3]


@pytest.mark.parametrize("text", ["", "42/.211/.221/3..1", "42.3/.211/.221/3..1", "11../...."])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="position not recognized"):
        lolo.str2cfg(text)


@pytest.mark.parametrize(
    ("c", "step", "places"),
    [
        ((31, 38, 5, 1), Step.MIN, 0),
        ((31, 38, 5, 1), Step.MAX, 17),
        ((16, 41, 15, 5), Step.MAX, 7),
        ((16, 41, 15, 5), Step.MIN, 3),
    ],
)
def test_each_place_of_an_l_gives_twelve_moves(c: Lolo, step: Step, places: int) -> None:
    after_l = {tuple(d) for d in lolo.next_l_pos(c, step)}
    whole = {tuple(d) for d in lolo.make_next_level(c, step)}
    assert (len(after_l), len(whole)) == (places, 12 * places)
    assert all(d[2:] == c[2:] for d in after_l)
    assert all((d[2] == c[2]) != (d[3] == c[3]) for d in whole)


@pytest.mark.parametrize(
    ("c", "depth", "step", "value"),
    [
        (START, 1, Step.MAX, 5),
        (START, 2, Step.MAX, 0),
        ((35, 24, 3, 10), 1, Step.MIN, -1000),
        ((31, 12, 4, 1), 1, Step.MAX, 1000),
    ],
)
def test_lolo_search(c: Lolo, depth: int, step: Step, value: int) -> None:
    found, move = lolo.alpha_beta(c, depth, step)
    assert found == value
    assert tuple(move) in {tuple(d) for d in lolo.make_next_level(c, step)}
    with pytest.raises(ValueError, match="can not call alpha-beta with decided position"):
        lolo.alpha_beta((31, 38, 5, 1), depth, Step.MIN)


# --- select_move ---

ENDGAME = ["___XOX_", "OXXOOXO", "OOXXOOX", "OXOOXXO", "XOXXXOX", "XOXOXOX"]


@pytest.mark.parametrize(
    ("rows", "worth"),
    [
        ([], 16),
        (["X______"], 3 - 16),
        (["XO_____"], 2 - 3 + 16),
        (["OOO____", "XXXX___"], 512),
        (["O______", "O______", "O__X___", "O__XXX_"], -512),
        (["XOXXOXO", *ENDGAME[1:]], 0),
    ],
)
def test_static_evaluate(rows: list[str], worth: int) -> None:
    assert static_evaluate(grid_game(*rows)) == worth


def test_compute_move_and_its_figures() -> None:
    for pruning, considered, pruned in ((False, 37, 0), (True, 15, 6)):
        game = grid_game(*ENDGAME, level=4)
        assert compute_move(game, pruning) == 1
        info = game.search_info
        assert (info.moves_considered, info.moves_pruned) == (considered, pruned)
        assert info.depth_reached == 4
        assert game.grid == tuple(map(tuple, ENDGAME))


# --- run ---


def test_the_match_of_two() -> None:
    referee = c4_hvab()
    assert isinstance(referee.maxie, HumanPlayer)
    assert isinstance(referee.minnie, AlphaBeta)
    board = referee.game.start.board
    assert (board.num_cols, board.num_rows) == (7, 6)
