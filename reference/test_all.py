"""Tests of all functions: what the pages promise, no more, and the mistakes that are easy to make.

Runs on any solution: `python3 -m pytest test_all.py`. Freedoms are respected: moves compare as
sets, estimates by `est_compare`, and only the names that the assignment gives are used.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import pytest

import lolo
import nim
from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import (
    DRAW,
    EMPTY,
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
    Drop,
    Est,
    ExplicitGame,
    ExplicitState,
    Filled,
    Guess,
    HumanPlayer,
    Matrix,
    Outcome,
    Over,
    Player,
    Pop,
    Position,
    Result,
    Seq,
    Status,
    Step,
    Tree,
    TreeLeaf,
    TreeNode,
    Value,
    Winner,
    cfg2str,
    check_config,
    est_compare,
)
from gametree.explicit import ExplicitTree
from gametree.lolo import Config as BoardIndices
from jamboree import Jamboree
from las import look_and_say
from popout import PopOut
from run import c4_hvab
from select_move import compute_move, static_evaluate

MAXIE, MINNIE = Player.MAXIE, Player.MINNIE
OUTCOMES: list[Outcome] = [Winner(MAXIE), Winner(MINNIE), DRAW]


# --- las ---


@pytest.mark.parametrize("text", ["", "a", "aaa", "ab", "abba", "aabbbc", "abcabc"])
def test_runs_are_said_one_by_one(text: str) -> None:
    said = look_and_say(lambda x, y: x == y, Seq.from_list(text))
    assert said == Seq.from_list([(len(list(run)), x) for x, run in groupby(text)])


def test_none_is_an_element_like_any_other() -> None:
    said = look_and_say(lambda x, y: x == y, Seq.of(None, None, 1, None))
    assert said == Seq.of((2, None), (1, 1), (1, None))


def test_what_is_equal_is_up_to_the_caller() -> None:
    said = look_and_say(lambda m, n: m % 3 == n % 3, Seq.of(1, 4, 7, 2, 3, 6))
    assert [(n, x % 3) for n, x in said] == [(3, 1), (1, 2), (2, 0)]


@pytest.mark.parametrize("numbers", [[1, 1, 1, 2, 2, 3], list(range(20)), [1] * 20])
def test_eq_is_called_at_most_twice_an_element(numbers: list[int]) -> None:
    calls = []

    def counted(x: int, y: int) -> bool:
        calls.append((x, y))
        return x == y

    look_and_say(counted, Seq.from_list(numbers))
    assert len(calls) <= 2 * len(numbers)


# --- alphabeta and jamboree ---


class Noted(ExplicitGame):
    """An explicit game that notes the labels of the leaves that are estimated."""

    def __init__(self, tree: ExplicitTree) -> None:
        super().__init__(tree)
        self.estimated: list[str] = []

    def estimate(self, state: ExplicitState) -> Est:
        match state.tree:
            case TreeLeaf(label, int(value)):
                self.estimated.append(label)
                return Guess(value)
        raise AssertionError(f"{state.tree.label} must not be estimated")


@dataclass
class Drawn:
    """A random tree of a depth, with ties, decided leaves and single children, always the same."""

    seed: int
    depth: int

    def tree(self) -> TreeNode:
        chance = random.Random(self.seed)
        labels = iter(range(10_000))

        def grow(height: int) -> ExplicitTree:
            label = f"n{next(labels)}"
            if height == 0:
                return TreeLeaf(label, chance.choice(VALUES))
            if height < self.depth and chance.random() < 0.1:
                return TreeLeaf(label, chance.choice(OUTCOMES))
            return TreeNode(label, [grow(height - 1) for _ in range(chance.randint(1, 4))])

        return TreeNode("root", [grow(self.depth - 1) for _ in range(chance.randint(1, 4))])


VALUES: list[int | Outcome] = [*range(-3, 4), *OUTCOMES]
DRAWN = [Drawn(seed, 1 + seed % 4) for seed in range(12)]
ESTS: list[Est] = [*map(Guess, (-2, 0, 1, 3)), *(Definitely(outcome) for outcome in OUTCOMES)]
KNOWN = [BestEdge(7, est) for est in ESTS]
WINDOWS: list[Bounds] = [
    (PRUNED, PRUNED),
    *((alpha, PRUNED) for alpha in KNOWN),
    *((PRUNED, beta) for beta in KNOWN),
    *((BestEdge(7, Guess(a)), BestEdge(8, Guess(b))) for a in (-2, 0) for b in (1, 2)),
]


def minimax(state: ExplicitState) -> Est:
    match state.tree:
        case TreeLeaf(_, value):
            return Guess(value) if isinstance(value, int) else Definitely(value)
        case TreeNode(_, children):
            best, *others = [minimax(ExplicitState(c, state.player.other)) for c in children]
            for est in others:
                if est_compare(est, best) == (1 if state.player is MAXIE else -1):
                    best = est
            return best


def specified(ab: Bounds, player: Player, move: int, value: Est) -> Result:
    """The result of a node that is worth `value`, as the specification of pruning says."""
    match ab:
        case BestEdge(_, alpha), _ if est_compare(value, alpha) <= 0:
            return PARENT_PRUNE if player is MAXIE else PRUNED
        case _, BestEdge(_, beta) if est_compare(value, beta) >= 0:
            return PRUNED if player is MAXIE else PARENT_PRUNE
    return BestEdge(move, value)


def same(r: Result, s: Result) -> bool:
    match r, s:
        case BestEdge(m, e), BestEdge(n, f):
            return bool(m == n) and est_compare(e, f) == 0
    return r == s


Maker = Callable[[Any, int], Any]
ALL_AT_ONCE = 0.0
MAKERS: dict[str, Maker] = {
    "alphabeta": AlphaBeta,
    "jamboree 1.0": lambda game, depth: Jamboree(game, depth, 1.0),
    "jamboree 0.5": lambda game, depth: Jamboree(game, depth, 0.5),
    "jamboree 0.0": lambda game, depth: Jamboree(game, depth, ALL_AT_ONCE),
}
EVERY_PLAYER = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def states(tree: ExplicitTree) -> Iterator[ExplicitState]:
    yield ExplicitState(tree, MAXIE)
    yield ExplicitState(tree, MINNIE)


@EVERY_PLAYER
@pytest.mark.parametrize(
    "est", [Guess(-9), Guess(0), Guess(1), Guess(9), *map(Definitely, OUTCOMES)]
)
def test_check_bounds_is_the_specification(make: Maker, est: Est) -> None:
    player = make(HANDOUT_SMALL, 2)
    for ab in WINDOWS:
        for state in states(HANDOUT_SMALL.tree):
            assert player.check_bounds(ab, state, 3, est) == specified(ab, state.player, 3, est)


@EVERY_PLAYER
def test_update_ab_and_value_for_serve_the_player_to_move(make: Maker) -> None:
    player = make(HANDOUT_SMALL, 2)
    maxies, minnies = states(HANDOUT_SMALL.tree)
    low, middle, high = (BestEdge(i, Guess(n)) for i, n in enumerate((1, 2, 9)))
    assert tuple(player.update_ab(maxies, (low, high), middle)) == (middle, high)
    assert tuple(player.update_ab(minnies, (low, high), middle)) == (low, middle)
    assert tuple(player.update_ab(maxies, (middle, high), low)) == (middle, high)
    assert tuple(player.update_ab(minnies, (low, middle), high)) == (low, middle)
    for state in (maxies, minnies):
        assert tuple(player.update_ab(state, (low, high), PRUNED)) == (low, high)
    assert tuple(player.update_ab(maxies, (PRUNED, PRUNED), low)) == (low, PRUNED)
    assert tuple(player.update_ab(minnies, (PRUNED, PRUNED), low)) == (PRUNED, low)
    assert player.value_for(maxies, (low, PRUNED)) == low
    assert player.value_for(minnies, (low, PRUNED)) == PRUNED


@EVERY_PLAYER
@pytest.mark.parametrize("drawn", DRAWN[:4], ids=str)
def test_evaluate_is_the_specification_in_every_window(make: Maker, drawn: Drawn) -> None:
    tree = drawn.tree()
    player = make(Noted(tree), drawn.depth)
    for state in states(tree):
        expected = minimax(state)
        for ab in WINDOWS:
            result = player.evaluate(drawn.depth, ab, state, 5)
            assert same(result, specified(ab, state.player, 5, expected)), (ab, state)


@EVERY_PLAYER
@pytest.mark.parametrize("drawn", DRAWN, ids=str)
def test_next_move_is_a_best_move(make: Maker, drawn: Drawn) -> None:
    game = Noted(drawn.tree())
    move = make(game, drawn.depth).next_move(game.start)
    assert est_compare(minimax(game.make_move(game.start, move)), minimax(game.start)) == 0
    if make is AlphaBeta:
        better = (minimax(game.make_move(game.start, m)) for m in range(move))
        assert all(est_compare(est, minimax(game.start)) < 0 for est in better)


def value_below(bound: Value, est: Est, player: Player) -> bool:
    return isinstance(bound, BestEdge) and est_compare(est, bound.est) * sign(player) <= 0


def sign(player: Player) -> int:
    return 1 if player is MAXIE else -1


def leaves_expected(game: Noted, depth: int, fraction: float) -> list[str]:
    """The leaves that a search estimates, by a second implementation of the algorithm."""
    seen: list[str] = []

    def result(state: ExplicitState, depth: int, ab: Bounds, move: int) -> Result:
        match state.tree:
            case TreeLeaf(label, int(guess)):
                seen.append(label)
                return specified(ab, state.player, move, Guess(guess))
            case TreeLeaf(_, outcome):
                assert not isinstance(outcome, int)
                return specified(ab, state.player, move, Definitely(outcome))
        best = inner(state, depth, ab)
        return (
            best if not isinstance(best, BestEdge) else specified(ab, state.player, move, best.est)
        )

    def inner(state: ExplicitState, depth: int, ab: Bounds) -> Value:
        moves = game.moves(state).to_list()
        in_sequence = int(fraction * len(moves))
        stopped = False
        later: list[Result] = []
        for index, move in enumerate(moves):
            got = result(game.make_move(state, move), depth - 1, ab, move)
            if index >= in_sequence:
                later.append(got)
            elif got is PARENT_PRUNE:
                return PRUNED
            else:
                ab = improved(ab, state.player, got)
        for got in later:
            stopped = stopped or got is PARENT_PRUNE
            ab = improved(ab, state.player, got)
        return PRUNED if stopped else ab[0 if state.player is MAXIE else 1]

    inner(game.start, depth, (PRUNED, PRUNED))
    return seen


def improved(ab: Bounds, player: Player, got: Result) -> Bounds:
    match got:
        case BestEdge(_, est) if not value_below(ab[0 if player is MAXIE else 1], est, player):
            return (got, ab[1]) if player is MAXIE else (ab[0], got)
    return ab


@pytest.mark.parametrize("drawn", DRAWN, ids=str)
def test_alpha_beta_estimates_exactly_the_leaves_that_matter(drawn: Drawn) -> None:
    game = Noted(drawn.tree())
    AlphaBeta(game, drawn.depth).next_move(game.start)
    assert game.estimated == leaves_expected(game, drawn.depth, 1.0)


@pytest.mark.parametrize("fraction", [0.0, 0.3, 0.5, 1.0])
@pytest.mark.parametrize("drawn", DRAWN, ids=str)
def test_jamboree_estimates_exactly_the_leaves_that_matter(drawn: Drawn, fraction: float) -> None:
    game = Noted(drawn.tree())
    Jamboree(game, drawn.depth, fraction).next_move(game.start)
    assert Counter(game.estimated) == Counter(leaves_expected(game, drawn.depth, fraction))


@pytest.mark.parametrize(
    ("given", "depth", "fraction", "leaves"),
    [
        (HANDOUT_BIG, 4, 1.0, "efhlmq"),
        (HANDOUT_BIG, 4, 0.5, "efhlmq"),
        (HANDOUT_SMALL, 2, 1.0, "cdeghik"),
        (HANDOUT_SMALL, 2, 0.5, "cdeghiklm"),
        (HANDOUT_SMALL, 2, 0.0, "cdeghiklm"),
    ],
)
def test_the_figures(given: ExplicitGame, depth: int, fraction: float, leaves: str) -> None:
    game = Noted(given.tree)
    move = Jamboree(game, depth, fraction).next_move(game.start)
    assert (move, sorted(game.estimated)) == (0 if given is HANDOUT_BIG else 1, sorted(leaves))


def test_search_alone_includes_the_bound_that_came_in() -> None:
    tree = TreeNode("m", [TreeLeaf("a", 5), TreeLeaf("b", 7)])
    state, bound = ExplicitState(tree, MINNIE), BestEdge(9, Guess(4))
    game = Noted(tree)
    ab = (PRUNED, bound)
    assert AlphaBeta(game, 1).search(1, ab, state, Seq.of(0, 1)) == bound
    for done in range(3):
        first, rest = Seq.from_list(range(done)), Seq.from_list(range(done, 2))
        assert Jamboree(game, 1, 0.5).search(1, ab, state, first, rest) == bound


def test_search_alone_stops_at_parent_prune_but_not_among_parallel_moves() -> None:
    tree = TreeNode("m", [TreeLeaf("a", 2), TreeLeaf("b", 7), TreeLeaf("c", 1)])
    state, ab = ExplicitState(tree, MINNIE), (BestEdge(0, Guess(3)), PRUNED)
    game = Noted(tree)
    assert AlphaBeta(game, 1).search(1, ab, state, Seq.of(1, 0, 2)) == PRUNED
    assert game.estimated == ["b", "a"]
    game = Noted(tree)
    assert Jamboree(game, 1, 0.5).search(1, ab, state, Seq.of(1), Seq.of(0, 2)) == PRUNED
    assert sorted(game.estimated) == ["a", "b", "c"]


def test_a_second_search_knows_nothing_of_the_first() -> None:
    for make in MAKERS.values():
        game = Noted(HANDOUT_SMALL.tree)
        player = make(game, 2)
        assert [player.next_move(game.start) for _ in range(2)] == [1, 1]


def test_the_share_in_sequence_is_the_floor_of_a_float() -> None:
    """0.29 of 100 is 28: child 28, the first of the parallel ones, raises alpha for nobody."""
    worths = [(0, 0, 0, 0)] * 28 + [(9, 9, 9, 9)] + [(4, 5, 5, 5)] * 71
    leaves = [[TreeLeaf(f"{i}-{k}", w) for k, w in enumerate(ws)] for i, ws in enumerate(worths)]
    game = Noted(TreeNode("root", [TreeNode(str(i), below) for i, below in enumerate(leaves)]))
    assert Jamboree(game, 2, 0.29).next_move(game.start) == 28
    assert Counter(game.estimated) == Counter(leaves_expected(game, 2, 0.29))
    assert "99-3" in game.estimated


# --- connect4 and popout ---


def board_of(rows: list[str]) -> Matrix[Position]:
    """A board from its rows, the top one first."""
    discs: dict[str, Position] = {"X": Filled(MAXIE), "O": Filled(MINNIE), ".": EMPTY}
    return Matrix.tabulate(lambda x, y: discs[rows[-1 - y][x]], len(rows[0]), len(rows))


def played(game: Connect4, cols: str) -> C4State:
    state = game.start
    for col in cols:
        state = game.make_move(state, int(col))
    return state


WINS = ["0011223", "3322110", "0101010", "01122323363", "65544343303", "001133442"]


@pytest.mark.parametrize("cols", WINS)
def test_four_in_a_line_win_and_three_do_not(cols: str) -> None:
    game = Connect4()
    assert game.status(played(game, cols[:-1])) == IN_PLAY
    assert game.status(played(game, cols)) == Over(Winner(MAXIE))


def test_minnie_can_win_too() -> None:
    assert Connect4().status(played(Connect4(), "01010161")) == Over(Winner(MINNIE))


def any_line(state: C4State) -> set[Player]:
    """The owners of four in a line, looked for from every position in every direction."""
    board = state.board
    cols, rows = board.num_cols, board.num_rows
    owners = set()
    for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]:
        for x in range(cols):
            for y in range(rows):
                ends = x + 3 * dx < cols and 0 <= y + 3 * dy < rows
                four = {board.sub(x + i * dx, y + i * dy) for i in range(4)} if ends else set()
                match list(four):
                    case [Filled(player)]:
                        owners.add(player)
    return owners


@pytest.mark.parametrize("size", [(7, 6), (6, 7), (4, 4), (5, 4), (1, 1), (3, 5), (8, 2), (1, 5)])
@pytest.mark.parametrize("seed", range(2))
def test_random_matches_obey_the_rules_of_connect_4(size: tuple[int, int], seed: int) -> None:
    num_cols, num_rows = size
    game = Connect4(num_cols, num_rows)
    chance = random.Random(seed)
    state = game.start
    heights = [0] * num_cols
    for turn in range(num_cols * num_rows + 1):
        player = MINNIE if turn % 2 else MAXIE
        assert game.player(state) is player
        free = [h if h < num_rows else None for h in heights]
        assert [game.lowest_free_row(state, col) for col in range(num_cols)] == free
        owners = any_line(state)
        if owners or all(row is None for row in free):
            expected: Status = Over(Winner(owners.pop())) if owners else Over(DRAW)
            assert game.status(state) == expected
            return
        assert game.status(state) == IN_PLAY
        legal = [col for col, row in enumerate(free) if row is not None]
        assert sorted(game.moves(state)) == legal
        col = chance.choice(legal)
        state, old = game.make_move(state, col), state
        assert old.board.sub(col, heights[col]) == EMPTY
        assert state.board == old.board.update(col, heights[col], Filled(player))
        heights[col] += 1


THREE = [
    ["...O...", "O.XXX.O"],
    ["...X...", "...X...", "O..X.OO"],
    ["....X..", "...XO..", "O.XOX.O"],
    ["..X....", "..OX...", "O.XOX.O"],
]
TWO = [
    ["O.XX..O"],
    ["...X...", "O..X..O"],
    ["...X...", "O.XO..."],
    ["...X...", "...OX.O"],
]


@pytest.mark.parametrize("game", [Connect4(), PopOut()], ids=["connect4", "popout"])
@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize(("three", "two"), list(zip(THREE, TWO, strict=True)))
def test_an_open_run_of_three_outweighs_one_of_two_and_has_its_owners_sign(
    three: list[str], two: list[str], player: Player, game: Connect4 | PopOut
) -> None:
    for swap, owner in ((str.maketrans("", ""), 1), (str.maketrans("XO", "OX"), -1)):
        values = []
        for rows in (three, two):
            full = ["......."] * (6 - len(rows)) + [row.translate(swap) for row in rows]
            values.append(owner * game.estimate(C4State(board_of(full), player)).value)
        assert values[0] > max(0, values[1])


def test_the_match_of_run_waits_to_be_started() -> None:
    referee = c4_hvab()
    assert isinstance(referee.maxie, HumanPlayer)
    assert isinstance(referee.minnie, AlphaBeta)
    assert isinstance(referee.game, Connect4)
    board = referee.game.start.board
    assert (board.num_cols, board.num_rows) == (7, 6)


@pytest.mark.parametrize("size", [(4, 4), (5, 4), (1, 1), (2, 2), (7, 6), (4, 1)])
@pytest.mark.parametrize("seed", range(3))
def test_random_matches_obey_the_rules_of_popout(size: tuple[int, int], seed: int) -> None:
    game = PopOut(*size)
    chance = random.Random(seed)
    state = game.start
    for turn in range(40):
        player = MINNIE if turn % 2 else MAXIE
        assert game.player(state) is player
        columns = [[p for p in col if p != EMPTY] for col in state.board.cols()]
        drops = [Drop(col) for col in range(size[0]) if len(columns[col]) < size[1]]
        pops = [Pop(col) for col in range(size[0]) if columns[col][:1] == [Filled(player)]]
        legal: list[Drop | Pop] = [*drops, *pops]
        owners = any_line(state)
        if owners:
            winner = player.other if player.other in owners else player
            assert game.status(state) == Over(Winner(winner))
            return
        if not legal:
            assert game.status(state) == Over(DRAW)
            return
        assert game.status(state) == IN_PLAY
        assert Counter(game.moves(state)) == Counter(legal)
        move = chance.choice(legal)
        match move:
            case Drop(col):
                columns[col] = [*columns[col], Filled(player)]
            case Pop(col):
                columns[col] = columns[col][1:]
        old = C4State(state.board, state.player)
        after = game.make_move(state, move)
        assert state == old
        state = after
        standing = [[p for p in col if p != EMPTY] for col in state.board.cols()]
        assert standing == columns


BOTH = (["X......", "OXXX...", "XOOO..."], "XO")
ALONE = (["O......", "XOOO..."], "O")


@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize(("rows", "winners"), [BOTH, ALONE], ids=["both", "the opponent alone"])
def test_after_a_pop_the_popper_wins_if_she_has_four(
    rows: list[str], winners: str, player: Player
) -> None:
    swap = str.maketrans("", "") if player is MAXIE else str.maketrans("XO", "OX")
    board = board_of([row.translate(swap) for row in rows])
    game = PopOut(board.num_cols, board.num_rows)
    after = game.make_move(C4State(board, player), Pop(0))
    assert game.status(after) == Over(Winner(player if "X" in winners else player.other))


def test_a_full_board_goes_on_only_while_something_can_be_popped() -> None:
    board = board_of(["OO", "XX"])
    assert PopOut(2, 2).status(C4State(board, MAXIE)) == IN_PLAY
    assert PopOut(2, 2).status(C4State(board, MINNIE)) == Over(DRAW)


# --- nim ---


def test_configurations_compare_by_their_first_difference() -> None:
    pairs = [((0, 2), (1, 0)), ((1, 0), (1, 1)), ((2, 0, 9), (2, 1, 0)), ((3,), (10,))]
    for c, d in pairs:
        assert (nim.less_equal(c, d), nim.less_equal(d, c)) == (True, False)
        assert (nim.greater_equal(c, d), nim.greater_equal(d, c)) == (False, True)
        assert not nim.equal_config(c, d)
    for same_functions in (nim.less_equal, nim.greater_equal, nim.equal_config):
        assert same_functions((1, 2), (1, 2))


@pytest.mark.parametrize("c", [(), (0,), (2,), (1, 2), (0, 3), (2, 0, 2), (1, 2, 3)])
def test_the_next_level_is_every_move_in_increasing_order(c: nim.Config) -> None:
    expected = {(*c[:i], left, *c[i + 1 :]) for i in range(len(c)) for left in range(c[i])}
    assert [tuple(d) for d in nim.make_next_level(c)] == sorted(expected)


def test_trees_and_their_values() -> None:
    tree: Tree[nim.Config] = Tree(
        (1, 1), [Tree((0, 1), [Tree((0, 0))]), Tree((1, 0), [Tree((0, 0))])]
    )
    assert nim.make_game_tree((1, 1)) == tree
    for step, values in ((Step.MAX, (1, 1, 1)), (Step.MIN, (0, 0, 0))):
        leaf = Tree(values[2])
        expected = Tree(values[0], [Tree(values[1], [leaf]), Tree(values[1], [leaf])])
        assert nim.min_max(tree, step) == expected
    mixed = nim.make_game_tree((2,))
    assert nim.min_max(mixed, Step.MAX) == Tree(1, [Tree(0), Tree(1, [Tree(1)])])
    assert nim.min_max(mixed, Step.MIN) == Tree(0, [Tree(1), Tree(0, [Tree(0)])])


@pytest.mark.parametrize("c", [(2,), (1,), (1, 2), (2, 2), (1, 1, 1), (2, 3, 1), (3, 3, 1)])
def test_the_leftmost_best_move_is_chosen(c: nim.Config) -> None:
    value, d = nim.choose_move(c)
    every = nim.make_next_level(c)
    winning = [e for e in every if loses(e)]
    assert (value, tuple(d)) == ((1, winning[0]) if winning else (0, every[0]))


def loses(c: nim.Config) -> bool:
    """Whether who is to move loses, by Bouton's theory for the last stick that loses."""
    if max(c) <= 1:
        return sum(c) % 2 == 1
    total = 0
    for pile in c:
        total ^= pile
    return total == 0


# --- lolo ---

START = (0, 1, 0, 1)
CONFIGS = [START, (16, 41, 15, 5), (31, 38, 5, 1), (35, 24, 3, 10)]


def test_placements_are_found_by_their_masks() -> None:
    for positions in (L_POSITIONS, SQUARE_POSITIONS):
        for index, p in enumerate(positions):
            assert lolo.lookup_pos(p, positions) == index
    with pytest.raises(ValueError, match="position not recognized"):
        lolo.lookup_pos((15, 15, 15, 15), L_POSITIONS)


@pytest.mark.parametrize("c", CONFIGS)
def test_str2cfg_is_the_inverse_of_cfg2str(c: BoardIndices) -> None:
    rows = cfg2str(c).split()
    assert tuple(lolo.str2cfg("/".join(rows))) == c


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42../.211/.221/...1",
        "42../.211/.221",
        "42../.211/.221/3../.",
        "4../2211/.221/3..1",
        "42../.211/.221/3..1/....",
        "42...../.211/.221/3..1",
    ],
)
def test_str2cfg_refuses_what_is_no_board(text: str) -> None:
    with pytest.raises(ValueError, match="position not recognized"):
        lolo.str2cfg(text)


@pytest.mark.parametrize("step", Step)
@pytest.mark.parametrize("c", CONFIGS)
def test_every_whole_move_is_legal_and_there(c: BoardIndices, step: Step) -> None:
    mine = 1 if step is Step.MAX else 0
    l_moves = put_elsewhere(c, mine, len(L_POSITIONS))
    assert sorted(tuple(d) for d in lolo.next_l_pos(c, step)) == sorted(l_moves)
    squares = len(SQUARE_POSITIONS)
    whole = [e for d in l_moves for piece in (2, 3) for e in put_elsewhere(d, piece, squares)]
    assert sorted(tuple(e) for e in lolo.make_next_level(c, step)) == sorted(whole)


def put_elsewhere(c: BoardIndices, piece: int, places: int) -> list[BoardIndices]:
    """The legal configurations in which one piece lies elsewhere than in c."""
    red, green, blue, brown = c
    found = []
    for place in range(places):
        d = [red, green, blue, brown]
        d[piece] = place
        moved = (d[0], d[1], d[2], d[3])
        if moved != c and check_config(moved):
            found.append(moved)
    return found


def full_search(c: BoardIndices, depth: int, step: Step) -> int:
    worst = -1000 if step is Step.MAX else 1000
    if not lolo.next_l_pos(c, step):
        return worst
    if depth == 0:
        return lolo.eval_position(c)
    values = [full_search(d, depth - 1, step.other) for d in lolo.make_next_level(c, step)]
    return max(values) if step is Step.MAX else min(values)


SEARCHES = [
    *((START, 1, step) for step in Step),
    *(((16, 41, 15, 5), 1, step) for step in Step),
    ((31, 38, 5, 1), 1, Step.MAX),
    ((35, 24, 3, 10), 1, Step.MIN),
]


@pytest.mark.parametrize(("c", "depth", "step"), SEARCHES)
def test_alpha_beta_finds_the_value_of_full_search(c: BoardIndices, depth: int, step: Step) -> None:
    value, move = lolo.alpha_beta(c, depth, step)
    assert value == full_search(c, depth, step)
    assert tuple(move) in {tuple(d) for d in lolo.make_next_level(c, step)}
    assert full_search(move, depth - 1, step.other) == value


def test_alpha_beta_looks_at_less_than_full_search(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()
    plain = lolo.eval_position

    def counted(c: BoardIndices) -> int:
        calls["eval_position"] += 1
        return plain(c)

    monkeypatch.setattr(lolo, "eval_position", counted)
    assert lolo.alpha_beta(START, 2, Step.MAX)[0] == 0
    assert calls["eval_position"] < 2208


@pytest.mark.parametrize("depth", [1, 3])
def test_a_decided_root_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="decided position"):
        lolo.alpha_beta((35, 24, 3, 10), depth, Step.MAX)
    with pytest.raises(ValueError, match="decided position"):
        lolo.alpha_beta((31, 38, 5, 1), depth, Step.MIN)


# --- select_move ---

GRIDS = {
    "empty": [],
    "one": ["X______"],
    "corner": ["______X"],
    "middle": ["X_O__X_", "XXOO_XO"],
    "three": ["__OOO__", "X_XXXOX"],
    "endgame": ["O__X___", "OXOX_XO", "XOXO_OX", "XOXOXOX", "OXOXOXO", "OXXXOXO"],
}


def game_of(rows: list[str], level: int = 2) -> ConnectFourGame:
    grid: list[list[str]] = [[] for _ in range(6 - len(rows))]
    return ConnectFourGame([*grid, *map(list, rows)] if rows else None, level=level)


def worth(game: ConnectFourGame) -> int:
    """The rule of static_evaluate, from the definition of a segment."""
    total, grid = 16 if game.next_turn == "X" else -16, game.grid
    for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        for r in range(6 - 3 * dr):
            for c in range(7):
                if not 0 <= c + 3 * dc < 7:
                    continue
                slots = "".join(grid[r + i * dr][c + i * dc] for i in range(4))
                xs, os = slots.count("X"), slots.count("O")
                if 4 in (xs, os):
                    return 512 if xs == 4 else -512
                if not (xs and os):
                    total += (0, 1, 10, 50)[xs] - (0, 1, 10, 50)[os]
    return total if game.list_legal_moves() else 0


@pytest.mark.parametrize("seed", range(3))
def test_static_evaluate_is_the_rule(seed: int) -> None:
    chance = random.Random(seed)
    game = ConnectFourGame()
    while True:
        assert static_evaluate(game) == worth(game)
        if game.is_over:
            return
        game.do_move(chance.choice(game.list_legal_moves()))


def test_a_full_grid_without_four_is_worth_nothing() -> None:
    rows = ["XXOOXXO", "OOXXOOX"] * 3
    assert static_evaluate(game_of(rows)) == 0


class Figures:
    """What a search finds and counts, by a plain second implementation."""

    def __init__(self, pruning: bool) -> None:
        self.pruning = pruning
        self.considered = self.pruned = self.deepest = 0
        self.branching: list[int] = []

    def search(
        self, game: ConnectFourGame, depth: int, alpha: float, beta: float, at: int = 0
    ) -> tuple[float, int]:
        self.deepest = max(self.deepest, at)
        if game.is_over or depth == 0:
            return worth(game), -1
        moves, maximise = game.list_legal_moves(), game.next_turn == "X"
        self.branching.append(len(moves))
        best, chosen = (-10_000.0 if maximise else 10_000.0), -1
        for done, col in enumerate(moves, start=1):
            self.considered += 1
            game.do_move(col)
            value, _ = self.search(game, depth - 1, alpha, beta, at + 1)
            game.undo_move()
            if value > best if maximise else value < best:
                best, chosen = value, col
            if maximise:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if self.pruning and (best >= beta if maximise else best <= alpha):
                self.pruned += len(moves) - done
                break
        return best, chosen


LEVELS = [
    *((name, 1) for name in GRIDS),
    *(("middle", 2), ("endgame", 3)),
]


@pytest.mark.parametrize("pruning", [True, False])
@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_compute_move_and_its_figures(name: str, level: int, pruning: bool) -> None:
    rows = GRIDS[name]
    game = game_of(rows, level)
    before = game.grid
    expected = Figures(pruning)
    _, col = expected.search(game_of(rows, level), level, -10_000, 10_000)
    assert compute_move(game, pruning) == col
    info = game.search_info
    assert (info.moves_considered, info.moves_pruned) == (expected.considered, expected.pruned)
    assert (info.depth_reached, sorted(info.branching_factors)) == (
        expected.deepest,
        sorted(expected.branching),
    )
    assert game.grid == before


def test_pruning_is_the_default() -> None:
    game = game_of(GRIDS["middle"], 3)
    compute_move(game)
    assert game.search_info.moves_pruned > 0
