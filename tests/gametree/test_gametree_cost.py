"""Work counts visited terminals; span counts those on the longest chain of dependent visits."""

import math
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphabeta import AlphaBeta
from gametree import (
    DRAW,
    HANDOUT_BIG,
    HANDOUT_SMALL,
    Cost,
    ExplicitGame,
    ExplicitState,
    ExplicitTree,
    Guess,
    MeteredGame,
    MeteredState,
    MiniMax,
    Over,
    Pebbles,
    PebblesState,
    Player,
    Seq,
    TreeLeaf,
    TreeNode,
    search_cost,
)
from gametree.cost import Path
from jamboree import Jamboree

repeatable = settings(derandomize=True, deadline=None)


class Visitor:
    """A strategy that looks at the leaves with the given labels, as often as they are given."""

    def __init__(self, game: MeteredGame[ExplicitState, int], labels: list[str]) -> None:
        self.game = game
        self.labels = labels

    def next_move(self, state: MeteredState[ExplicitState]) -> int:
        match state.state.tree:
            case TreeNode():
                for move in self.game.moves(state):
                    self.next_move(self.game.make_move(state, move))
            case TreeLeaf(label, int()):
                for _ in range(self.labels.count(label)):
                    self.game.estimate(state)
            case TreeLeaf(label, _) if label in self.labels:
                self.game.status(state)
        return 0


def cost_of_visiting(game: ExplicitGame, labels: str | list[str], fraction: float) -> Cost:
    return search_cost(game, lambda metered: Visitor(metered, list(labels)), fraction)


@pytest.mark.parametrize(
    ("labels", "fraction", "expected"),
    [
        pytest.param("cdeghiklm", 0, Cost(9, 1), id="minimax"),
        pytest.param("cdeghik", 1, Cost(7, 7), id="alpha-beta"),
        pytest.param("cdeghiklm", 0.5, Cost(9, 4), id="Jamboree, one child of three in turn"),
        pytest.param("cdeghiklm", 0.7, Cost(9, 9), id="Jamboree, two children of three in turn"),
    ],
)
def test_the_costs_of_figure_5(labels: str, fraction: float, expected: Cost) -> None:
    """CMU 2014, figure 5: the leaves that it lists, and spans worked out by hand."""
    assert cost_of_visiting(HANDOUT_SMALL, labels, fraction) == expected


@pytest.mark.parametrize("fraction", [0.5, 1])
def test_the_costs_of_figure_4(fraction: float) -> None:
    """CMU 2014, figure 4: the same at 0.5, where a second child is alone in its part."""
    assert cost_of_visiting(HANDOUT_BIG, "efhlmq", fraction) == Cost(6, 6)


labels = st.integers(min_value=1, max_value=3)
shapes = st.recursive(labels, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=20)
fractions = st.sampled_from([0.0, 0.2, 0.29, 0.34, 0.5, 0.75, 0.99, 1.0])


def tree_of(shape: object, numbers: count) -> ExplicitTree:
    label = str(next(numbers))
    match shape:
        case list():
            return TreeNode(label, [tree_of(each, numbers) for each in shape])
    return TreeLeaf(label, 0)


def terminals(tree: ExplicitTree, path: Path = ()) -> list[tuple[Path, str]]:
    """The paths and labels of the leaves, from left to right."""
    match tree:
        case TreeNode(_, children):
            return [t for i, c in enumerate(children) for t in terminals(c, (*path, i))]
        case TreeLeaf(label, _):
            return [(path, label)]


def waits(tree: ExplicitTree, later: Path, earlier: Path, fraction: float) -> bool:
    """Must the visit of ``earlier`` be over before that of ``later`` may begin?"""
    assert isinstance(tree, TreeNode)
    if earlier[0] == later[0]:
        return waits(tree.children[earlier[0]], later[1:], earlier[1:], fraction)
    return earlier[0] < min(later[0], math.floor(fraction * len(tree.children)))


@repeatable
@given(st.lists(shapes, min_size=1, max_size=4), fractions, st.data())
def test_the_span_is_the_longest_chain_of_visits_that_wait_for_each_other(
    shape: list[object], fraction: float, data: st.DataObject
) -> None:
    tree = tree_of(shape, count())
    visited = [t for t in terminals(tree) if data.draw(st.booleans(), label=t[1])]
    longest: dict[Path, int] = {}
    for path, _ in visited:
        before = [n for p, n in longest.items() if waits(tree, path, p, fraction)]
        longest[path] = 1 + max(before, default=0)
    expected = Cost(len(visited), max(longest.values(), default=0))
    assert cost_of_visiting(ExplicitGame(tree), [lb for _, lb in visited], fraction) == expected


@repeatable
@given(st.lists(shapes, min_size=1, max_size=4))
def test_without_overlap_span_is_work_and_with_all_overlap_it_is_one(shape: list[object]) -> None:
    tree = tree_of(shape, count())
    everything = [label for _, label in terminals(tree)]
    work = len(everything)
    assert cost_of_visiting(ExplicitGame(tree), everything, 1) == Cost(work, work)
    assert cost_of_visiting(ExplicitGame(tree), everything, 0) == Cost(work, 1)


def test_a_leaf_that_is_estimated_twice_costs_two_visits_one_after_the_other() -> None:
    assert cost_of_visiting(HANDOUT_SMALL, "ccd", 0) == Cost(3, 2)


def test_a_decided_leaf_costs_one_visit_however_often_it_is_asked_about() -> None:
    game = MeteredGame(ExplicitGame(TreeNode("a", [TreeLeaf("b", DRAW), TreeLeaf("c", 1)])))
    decided, open_leaf = (game.make_move(game.start, move) for move in (0, 1))
    assert [game.status(decided) for _ in range(3)] == [Over(DRAW)] * 3
    assert game.estimate(open_leaf) == Guess(1)
    assert game.cost(1) == Cost(2, 2)


def test_asking_for_the_status_of_a_state_in_play_is_no_visit() -> None:
    game = MeteredGame(HANDOUT_SMALL)
    game.status(game.make_move(game.start, 0))
    assert game.cost(1) == Cost(0, 0)


def test_minimax_visits_every_terminal_and_none_waits_for_another() -> None:
    """Four moves ahead of six pebbles, by hand: 3 ** 4 lines, less those that run out earlier."""
    lines = sum(is_line(moves) for depth in range(1, 5) for moves in move_lists(depth))
    assert search_cost(Pebbles(6), lambda game: MiniMax(game, 4), 0) == Cost(lines, 1)


def move_lists(depth: int) -> list[list[int]]:
    if depth == 0:
        return [[]]
    return [[*moves, move] for moves in move_lists(depth - 1) for move in (1, 2, 3)]


def is_line(moves: list[int]) -> bool:
    """Do the moves take six pebbles, or four times leave some?"""
    return sum(moves) == 6 or (len(moves) == 4 and sum(moves) < 6)


def test_measuring_does_not_change_what_a_strategy_chooses() -> None:
    game = Pebbles()
    metered = MeteredGame(game)
    state = PebblesState(11, Player.MINNIE)
    chosen = MiniMax(metered, 4).next_move(metered.at(state))
    assert chosen == MiniMax(game, 4).next_move(state) == 2


def test_states_that_are_equal_in_the_game_are_equal_when_measured() -> None:
    game = MeteredGame(Pebbles())
    one_then_two, two_then_one = (
        game.make_move(game.make_move(game.start, first), second)
        for first, second in [(1, 2), (2, 1)]
    )
    assert one_then_two == two_then_one
    assert hash(one_then_two) == hash(two_then_one)
    assert one_then_two.path != two_then_one.path


def test_a_measured_game_reads_and_prints_like_the_game() -> None:
    game = MeteredGame(Pebbles())
    assert game.player(game.start) == Player.MAXIE
    assert game.moves(game.start) == Seq.of(1, 2, 3)
    assert game.state_to_string(game.start) == "15 pebbles left, Maxie to move"
    assert game.move_to_string(2) == "2"
    assert [game.parse_move(game.start, text) for text in ("2", "4")] == [2, None]


@pytest.mark.parametrize("fraction", [-0.1, 1.1, math.nan])
def test_a_fraction_outside_0_to_1_is_refused_before_the_search(
    fraction: float, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=f"must lie between 0 and 1, got {fraction}"):
        search_cost(HANDOUT_SMALL, lambda game: MiniMax(game, 2), fraction)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("game", "depth", "alpha_beta", "jamboree", "minimax"),
    [
        (HANDOUT_SMALL, 2, Cost(7, 7), Cost(9, 4), Cost(9, 1)),
        (HANDOUT_BIG, 4, Cost(6, 6), Cost(6, 6), Cost(12, 1)),
        # By hand: taking 1 leads to a leaf that Minnie wins, taking 2 to three that Maxie wins.
        # Then the first leaf after taking 3, a win of Maxie too, is no better, and ends the search.
        (Pebbles(), 2, Cost(7, 7), Cost(9, 4), Cost(9, 1)),
    ],
    ids=["figure 5", "figure 4", "pebbles"],
)
def test_the_strategies_trade_work_for_span(
    game: ExplicitGame, depth: int, alpha_beta: Cost, jamboree: Cost, minimax: Cost
) -> None:
    """CMU 2014, section 5: less work means a longer span; Jamboree lies in between."""
    assert search_cost(game, lambda g: AlphaBeta(g, depth), 1) == alpha_beta
    assert search_cost(game, lambda g: Jamboree(g, depth, 0.5), 0.5) == jamboree
    assert search_cost(game, lambda g: MiniMax(g, depth), 0) == minimax
