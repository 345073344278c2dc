"""Jamboree: the figures of CMU 2014 and 2012, and the specification by full search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphabeta import AlphaBeta
from gametree import (
    HANDOUT_BIG,
    HANDOUT_SMALL,
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Bounds,
    ExplicitGame,
    ExplicitState,
    Guess,
    MiniMax,
    Player,
    Result,
    Seq,
    TreeLeaf,
    TreeNode,
    est_compare,
)
from jamboree import Jamboree
from tests.drawn_trees import SilentGame, height, minimax, terminals, trees, windows
from tracing import Trace, TracedAlphaBeta, TracedJamboree

repeatable = settings(derandomize=True, deadline=None, max_examples=150)

TREES = st.integers(1, 3).flatmap(trees)
FRACTIONS = st.sampled_from([0.0, 0.25, 0.3, 0.5, 0.67, 0.75, 1.0])

# The upper half of CMU 2014 figure 5 and CMU 2012 figure 4, which begins below the root.
FIGURE_5_JAMBOREE = """\
Evaluating state (Minnie,b) with ab=(Pruned,Pruned)
Evaluating state (Maxie,c) with ab=(Pruned,Pruned)
Result of (Maxie,c) is Guess:3
Evaluating state (Maxie,d) with ab=(Pruned,Guess:3)
Result of (Maxie,d) is Pruned
Evaluating state (Maxie,e) with ab=(Pruned,Guess:3)
Result of (Maxie,e) is Guess:-2
Result of (Minnie,b) is Guess:-2
Evaluating state (Minnie,f) with ab=(Guess:-2,Pruned)
Evaluating state (Maxie,g) with ab=(Guess:-2,Pruned)
Result of (Maxie,g) is Guess:6
Evaluating state (Maxie,h) with ab=(Guess:-2,Guess:6)
Result of (Maxie,h) is Guess:4
Evaluating state (Maxie,i) with ab=(Guess:-2,Guess:6)
Result of (Maxie,i) is Pruned
Result of (Minnie,f) is Guess:4
Evaluating state (Minnie,j) with ab=(Guess:-2,Pruned)
Evaluating state (Maxie,k) with ab=(Guess:-2,Pruned)
Result of (Maxie,k) is Guess:1
Evaluating state (Maxie,l) with ab=(Guess:-2,Guess:1)
Result of (Maxie,l) is Pruned
Evaluating state (Maxie,m) with ab=(Guess:-2,Guess:1)
Result of (Maxie,m) is Pruned
Result of (Minnie,j) is Guess:1
"""


def name_as_printed(state: ExplicitState) -> str:
    return f"({state.player},{state.tree.label})"


def trace_of(game: ExplicitGame, depth: int, fraction: float) -> tuple[int, list[str]]:
    lines: list[str] = []
    trace = Trace(name_as_printed, lines.append)
    return TracedJamboree(game, depth, fraction, trace).next_move(game.start), lines


def player_on(
    tree: TreeNode, depth: int, fraction: float
) -> tuple[Jamboree[ExplicitState, int], SilentGame]:
    game = SilentGame(tree)
    return Jamboree(game, depth, fraction), game


# --- The texts ---


def test_the_trace_on_the_small_tree_is_the_upper_half_of_figure_5() -> None:
    """CMU 2014 section 5, CMU 2012 section 5: every line, 9 terminals, and the middle move."""
    move, lines = trace_of(HANDOUT_SMALL, 2, 0.5)
    assert "\n".join(lines[1:-2]) + "\n" == FIGURE_5_JAMBOREE
    assert lines[-1] == "Terminals visited: 9"
    assert move == 1


def test_at_one_half_the_big_tree_is_searched_as_by_alpha_beta() -> None:
    """CMU 2014 section 5: no node has more than two children, so the trace is figure 4."""
    lines: list[str] = []
    TracedAlphaBeta(HANDOUT_BIG, 4, Trace(name_as_printed, lines.append)).next_move(
        HANDOUT_BIG.start
    )
    assert trace_of(HANDOUT_BIG, 4, 0.5) == (0, lines)


@pytest.mark.parametrize(
    ("fraction", "n", "in_sequence"),
    [(0.5, 3, 1), (0.5, 1, 0), (0.0, 4, 0), (1.0, 4, 4), (0.29, 100, 28), (0.99, 7, 6)],
)
def test_the_sequential_part_is_the_floor_in_floats(
    fraction: float, n: int, in_sequence: int
) -> None:
    """CMU 2014 section 5.1; by the ruling, 0.29 of 100 is 28."""
    player = Jamboree(HANDOUT_SMALL, 2, fraction)
    abmoves, mmmoves = player.divide(Seq.tabulate(lambda i: i, n))
    assert abmoves == Seq.from_list(range(in_sequence))
    assert mmmoves == Seq.from_list(range(in_sequence, n))


# --- The parallel part ---

# With the bounds (3, none) at this node of Minnie's, the first leaf already says PARENT_PRUNE.
MINNIES = TreeNode("e", [TreeLeaf("f", 2), TreeLeaf("g", 7), TreeLeaf("h", 1)])
ALPHA_3 = (BestEdge(0, Guess(3)), PRUNED)


def test_parallel_moves_are_all_evaluated_even_after_a_parent_prune() -> None:
    player, game = player_on(MINNIES, 1, 0.0)
    state = ExplicitState(MINNIES, Player.MINNIE)
    assert player.search(1, ALPHA_3, state, Seq.empty(), Seq.of(0, 1, 2)) == PRUNED
    assert game.visited == ["f", "g", "h"]


def test_a_parent_prune_in_the_sequence_stops_everything() -> None:
    player, game = player_on(MINNIES, 1, 0.5)
    state = ExplicitState(MINNIES, Player.MINNIE)
    assert player.search(1, ALPHA_3, state, Seq.of(0, 1), Seq.of(2)) == PRUNED
    assert game.visited == ["f"]


def test_a_parent_prune_is_seen_at_any_place_among_the_parallel_results() -> None:
    player, game = player_on(MINNIES, 1, 0.0)
    others: Seq[Result] = Seq.of(BestEdge(0, Guess(5)), PRUNED)
    first = others.cons(PARENT_PRUNE)
    last = others.append(Seq.singleton(PARENT_PRUNE))
    assert player.combine(ALPHA_3, game.start, first) == PRUNED
    assert player.combine(ALPHA_3, game.start, last) == PRUNED


def test_the_incoming_bound_counts_among_the_parallel_results() -> None:
    player, game = player_on(MINNIES, 1, 0.0)
    assert player.combine(ALPHA_3, game.start, Seq.of(PRUNED, PRUNED)) == ALPHA_3[0]


# --- The specification by full search ---


@repeatable
@given(tree=TREES, ab=windows(), player=st.sampled_from(Player), fraction=FRACTIONS)
def test_evaluate_gives_the_result_of_alpha_beta(
    tree: TreeNode, ab: Bounds, player: Player, fraction: float
) -> None:
    """Both meet one specification, so they agree at any fraction, in any window."""
    state, depth = ExplicitState(tree, player), height(tree)
    jamboree, _ = player_on(tree, depth, fraction)
    alphabeta = AlphaBeta(SilentGame(tree), depth)
    got = jamboree.evaluate(depth, ab, state, 5)
    expected = alphabeta.evaluate(depth, ab, state, 5)
    match got, expected:
        case BestEdge(m, e), BestEdge(n, f):
            assert (m, est_compare(e, f)) == (n, 0)
        case _:
            assert got == expected


@repeatable
@given(tree=TREES, fraction=FRACTIONS)
def test_next_move_is_an_optimal_move(tree: TreeNode, fraction: float) -> None:
    player, game = player_on(tree, height(tree), fraction)
    chosen = game.make_move(game.start, player.next_move(game.start))
    assert est_compare(minimax(chosen), minimax(game.start)) == 0


@repeatable
@given(tree=TREES)
def test_at_1_it_is_alpha_beta(tree: TreeNode) -> None:
    """CMU 2014 section 5: the same move and the same terminals in the same order."""
    player, game = player_on(tree, height(tree), 1.0)
    other = SilentGame(tree)
    alphabeta = AlphaBeta(other, height(tree))
    assert player.next_move(game.start) == alphabeta.next_move(other.start)
    assert game.visited == other.visited


@repeatable
@given(tree=TREES)
def test_at_0_it_is_minimax(tree: TreeNode) -> None:
    """CMU 2014 section 5: the same move, and every terminal is visited."""
    player, game = player_on(tree, height(tree), 0.0)
    other = SilentGame(tree)
    move = player.next_move(game.start)
    assert move == MiniMax(other, height(tree)).next_move(other.start)
    assert game.visited == terminals(tree)


@repeatable
@given(tree=TREES, fraction=FRACTIONS)
def test_jamboree_visits_no_terminal_twice_and_all_of_alpha_beta(
    tree: TreeNode, fraction: float
) -> None:
    player, game = player_on(tree, height(tree), fraction)
    player.next_move(game.start)
    fewest = SilentGame(tree)
    AlphaBeta(fewest, height(tree)).next_move(fewest.start)
    assert len(game.visited) == len(set(game.visited))
    assert set(fewest.visited) <= set(game.visited)


# --- What is refused ---


@pytest.mark.parametrize("fraction", [-0.1, 1.1, float("nan")])
def test_a_fraction_outside_0_to_1_is_refused(fraction: float) -> None:
    with pytest.raises(ValueError, match=f"prune_percentage must be from 0 to 1, got {fraction}"):
        Jamboree(HANDOUT_SMALL, 2, fraction)


def test_a_search_depth_below_1_is_refused() -> None:
    with pytest.raises(ValueError, match="the search depth must be at least 1, got 0"):
        Jamboree(HANDOUT_SMALL, 0, 0.5)
