"""Alpha-beta pruning: the figures of CMU 2014 and 2012, and the specification by full search."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from alphabeta import AlphaBeta
from gametree import (
    DRAW,
    HANDOUT_BIG,
    HANDOUT_SMALL,
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Bounds,
    Definitely,
    Est,
    ExplicitGame,
    ExplicitState,
    Guess,
    MiniMax,
    Over,
    Pebbles,
    Player,
    Result,
    Seq,
    TreeLeaf,
    TreeNode,
    Winner,
    est_compare,
)
from tests.drawn_trees import ESTS, SilentGame, height, minimax, moves_of, terminals, trees, windows
from tracing import Trace, TracedAlphaBeta

repeatable = settings(derandomize=True, deadline=None, max_examples=150)

# CMU 2014 figure 4 and CMU 2012 figure 3. The two remarks around c's subtree are left out.
FIGURE_4 = """\
Searching state (Maxie,a) with ab=(Pruned,Pruned)
Evaluating state (Minnie,b) with ab=(Pruned,Pruned)
Evaluating state (Maxie,c) with ab=(Pruned,Pruned)
Evaluating state (Minnie,d) with ab=(Pruned,Pruned)
Evaluating state (Maxie,e) with ab=(Pruned,Pruned)
Result of (Maxie,e) is Guess:3
Evaluating state (Maxie,f) with ab=(Pruned,Guess:3)
Result of (Maxie,f) is Pruned
Result of (Minnie,d) is Guess:3
Evaluating state (Minnie,g) with ab=(Guess:3,Pruned)
Evaluating state (Maxie,h) with ab=(Guess:3,Pruned)
Result of (Maxie,h) is ParentPrune
Result of (Minnie,g) is Pruned
Result of (Maxie,c) is Guess:3
Evaluating state (Maxie,j) with ab=(Pruned,Guess:3)
Evaluating state (Minnie,k) with ab=(Pruned,Guess:3)
Evaluating state (Maxie,l) with ab=(Pruned,Guess:3)
Result of (Maxie,l) is Pruned
Evaluating state (Maxie,m) with ab=(Pruned,Guess:3)
Result of (Maxie,m) is Pruned
Result of (Minnie,k) is ParentPrune
Result of (Maxie,j) is Pruned
Result of (Minnie,b) is Guess:3
Evaluating state (Minnie,n) with ab=(Guess:3,Pruned)
Evaluating state (Maxie,o) with ab=(Guess:3,Pruned)
Evaluating state (Minnie,p) with ab=(Guess:3,Pruned)
Evaluating state (Maxie,q) with ab=(Guess:3,Pruned)
Result of (Maxie,q) is ParentPrune
Result of (Minnie,p) is Pruned
Result of (Maxie,o) is ParentPrune
Result of (Minnie,n) is Pruned
Therefore value of (Maxie,a) is Guess:3, and best move is 0.
Terminals visited: 6
"""

# The lower half of CMU 2014 figure 5 and CMU 2012 figure 4, which begins below the root.
FIGURE_5_ALPHA_BETA = """\
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
Evaluating state (Maxie,i) with ab=(Guess:-2,Guess:4)
Result of (Maxie,i) is Pruned
Result of (Minnie,f) is Guess:4
Evaluating state (Minnie,j) with ab=(Guess:4,Pruned)
Evaluating state (Maxie,k) with ab=(Guess:4,Pruned)
Result of (Maxie,k) is ParentPrune
Result of (Minnie,j) is Pruned
"""

# CMU 2014 figure 2, at search depth 2.
FIGURE_2 = TreeNode(
    "a",
    [
        TreeNode("b", [TreeLeaf("c", 3), TreeLeaf("d", 5)]),
        TreeNode("e", [TreeLeaf("f", 2), TreeLeaf("g", 7)]),
    ],
)


def name_as_printed(state: ExplicitState) -> str:
    return f"({state.player},{state.tree.label})"


def trace_of(game: ExplicitGame, depth: int) -> tuple[int, list[str]]:
    lines: list[str] = []
    player = TracedAlphaBeta(game, depth, Trace(name_as_printed, lines.append))
    return player.next_move(game.start), lines


def player_on(tree: TreeNode, depth: int) -> tuple[AlphaBeta[ExplicitState, int], SilentGame]:
    game = SilentGame(tree)
    return AlphaBeta(game, depth), game


def specified(ab: Bounds, player: Player, move: int, value: Est) -> Result:
    """The specification of pruning (CMU 2014 section 4.3.1), written down once more."""
    alpha, beta = ab
    low = isinstance(alpha, BestEdge) and est_compare(value, alpha.est) <= 0
    high = isinstance(beta, BestEdge) and est_compare(value, beta.est) >= 0
    if low:
        return PARENT_PRUNE if player is Player.MAXIE else PRUNED
    if high:
        return PRUNED if player is Player.MAXIE else PARENT_PRUNE
    return BestEdge(move, value)


def same_result(r: Result, s: Result) -> bool:
    match r, s:
        case BestEdge(m, e), BestEdge(n, f):
            return bool(m == n) and est_compare(e, f) == 0
    return r == s


# --- The texts ---


def test_the_trace_on_the_big_tree_is_figure_4() -> None:
    """CMU 2014 section 4.3.3, CMU 2012 section 4.3: every line, and the best move 0."""
    move, lines = trace_of(HANDOUT_BIG, 4)
    assert "\n".join(lines) + "\n" == FIGURE_4
    assert move == 0


def test_the_trace_on_the_small_tree_is_the_lower_half_of_figure_5() -> None:
    """CMU 2014 section 5, CMU 2012 section 5: every line, 7 terminals, and the middle move."""
    move, lines = trace_of(HANDOUT_SMALL, 2)
    assert "\n".join(lines[1:-2]) + "\n" == FIGURE_5_ALPHA_BETA
    assert lines[-1] == "Terminals visited: 7"
    assert move == 1


@pytest.mark.parametrize(
    ("game", "depth", "printed", "move"),
    [
        (HANDOUT_BIG, 4, "e[3] f[5] h[2] l[10] m[4] q[2]", 0),
        (HANDOUT_SMALL, 2, "c[3] d[6] e[-2] g[6] h[4] i[10] k[1]", 1),
    ],
    ids=["big", "small"],
)
def test_the_session_of_the_texts(
    game: ExplicitGame, depth: int, printed: str, move: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """CMU 2014 section 4.3.4, CMU 2012 section 4.4: what the handout games print, and the moves."""
    assert AlphaBeta(game, depth).next_move(game.start) == move
    lines = [f"Estimating state {state}" for state in printed.split()]
    assert capsys.readouterr().out.splitlines() == lines


def test_in_figure_2_the_leaf_g_is_not_looked_at() -> None:
    """CMU 2014 section 4.3: Maxie goes left, f gives PARENT_PRUNE, e gives PRUNED."""
    player, game = player_on(FIGURE_2, 2)
    assert player.next_move(game.start) == 0
    assert game.visited == ["c", "d", "f"]
    e = game.make_move(game.start, 1)
    f = game.make_move(e, 0)
    bounds = (BestEdge(0, Guess(3)), PRUNED)
    assert player.evaluate(0, bounds, f, 0) == PARENT_PRUNE
    assert player.evaluate(1, bounds, e, 1) == PRUNED


@pytest.mark.parametrize("game", [HANDOUT_BIG, HANDOUT_SMALL], ids=["big", "small"])
def test_without_the_incoming_bound_more_would_be_visited(game: ExplicitGame) -> None:
    """CMU 2014 task 4.4: no visit to u, v, x and y of the big tree, nor to l and m of the small."""
    silent = SilentGame(game.tree)
    AlphaBeta(silent, 4 if game is HANDOUT_BIG else 2).next_move(silent.start)
    assert set(silent.visited).isdisjoint("uvxy" if game is HANDOUT_BIG else "lm")


# --- The functions one by one ---


@repeatable
@given(ab=windows(), est=ESTS, player=st.sampled_from(Player))
def test_check_bounds_is_the_specification(ab: Bounds, est: Est, player: Player) -> None:
    state = ExplicitState(FIGURE_2, player)
    got = AlphaBeta(SilentGame(FIGURE_2), 2).check_bounds(ab, state, 5, est)
    assert got == specified(ab, player, 5, est)


@pytest.mark.parametrize("player", Player)
def test_an_estimate_on_a_bound_is_out_of_bounds(player: Player) -> None:
    """CMU 2014 section 4.3.1: MM <= alpha and MM >= beta, with a draw as good as a guess of 0."""
    ab = (BestEdge(0, Guess(0)), BestEdge(1, Guess(5)))
    state = ExplicitState(FIGURE_2, player)
    check = AlphaBeta(SilentGame(FIGURE_2), 2).check_bounds
    low, high = check(ab, state, 2, Definitely(DRAW)), check(ab, state, 2, Guess(5))
    pruned = (PARENT_PRUNE, PRUNED)
    assert (low, high) == (pruned if player is Player.MAXIE else pruned[::-1])


def test_update_ab_improves_the_bound_of_the_player_to_move() -> None:
    player, game = player_on(FIGURE_2, 2)
    root, below = game.start, game.make_move(game.start, 0)
    ab = (BestEdge(0, Guess(2)), BestEdge(1, Guess(9)))
    better, worse = BestEdge(2, Guess(5)), BestEdge(2, Guess(1))
    assert player.update_ab(root, ab, better) == (better, ab[1])
    assert player.update_ab(below, ab, better) == (ab[0], better)
    assert player.update_ab(root, ab, worse) == ab
    assert player.update_ab(root, ab, PRUNED) == ab
    assert player.update_ab(below, ab, PRUNED) == ab
    assert player.update_ab(root, (PRUNED, PRUNED), worse) == (worse, PRUNED)
    assert player.update_ab(below, (PRUNED, PRUNED), worse) == (PRUNED, worse)


def test_value_for_is_the_bound_of_the_player_to_move() -> None:
    player, game = player_on(FIGURE_2, 2)
    ab = (BestEdge(0, Guess(2)), PRUNED)
    assert player.value_for(game.start, ab) == ab[0]
    assert player.value_for(game.make_move(game.start, 0), ab) == PRUNED


def test_a_parent_prune_stops_the_search_of_its_parent() -> None:
    player, game = player_on(FIGURE_2, 2)
    e = game.make_move(game.start, 1)
    assert player.search(1, (BestEdge(0, Guess(3)), PRUNED), e, Seq.of(0, 1)) == PRUNED
    assert game.visited == ["f"]


def test_the_incoming_bound_is_the_value_when_no_child_is_better() -> None:
    player, game = player_on(FIGURE_2, 2)
    e = game.make_move(game.start, 1)
    bound = BestEdge(9, Guess(1))
    assert player.search(1, (PRUNED, bound), e, Seq.of(0, 1)) == bound


def test_a_decided_state_is_not_estimated_even_at_depth_0() -> None:
    player, game = player_on(TreeNode("a", [TreeLeaf("b", Winner(Player.MINNIE))]), 1)
    assert player.next_move(game.start) == 0
    assert game.visited == ["b"]


@pytest.mark.parametrize("depth", [0, -1])
def test_a_search_depth_below_1_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=f"the search depth must be at least 1, got {depth}"):
        AlphaBeta(HANDOUT_SMALL, depth)


# --- The specification by full search ---

DEPTHS = st.integers(1, 3)


@repeatable
@given(tree=DEPTHS.flatmap(trees), ab=windows(), player=st.sampled_from(Player))
def test_evaluate_is_the_specification(tree: TreeNode, ab: Bounds, player: Player) -> None:
    """CMU 2014 section 4.3.1, at nodes of both players, with any window."""
    state = ExplicitState(tree, player)
    strategy, _ = player_on(tree, 3)
    got = strategy.evaluate(height(tree), ab, state, 5)
    assert same_result(got, specified(ab, player, 5, minimax(state)))


@repeatable
@given(tree=DEPTHS.flatmap(trees))
@example(tree=FIGURE_2)
def test_next_move_is_the_first_best_move_of_minimax(tree: TreeNode) -> None:
    strategy, game = player_on(tree, height(tree))
    quiet = SilentGame(tree)
    move = strategy.next_move(game.start)
    assert move == MiniMax(quiet, height(tree)).next_move(quiet.start)
    values = [minimax(game.make_move(game.start, m)) for m in moves_of(game.start)]
    assert est_compare(values[move], minimax(game.start)) == 0


@repeatable
@given(tree=DEPTHS.flatmap(trees))
def test_alpha_beta_visits_some_terminals_once_each_from_left_to_right(tree: TreeNode) -> None:
    strategy, game = player_on(tree, height(tree))
    strategy.next_move(game.start)
    every = iter(terminals(tree))
    assert all(label in every for label in game.visited)


def test_alpha_beta_plays_pebbles_perfectly() -> None:
    """CMU lectures section 1: whoever leaves 1 modulo 4 wins."""
    game = Pebbles()
    state = game.start
    strategy = AlphaBeta(game, 3)
    moves = []
    while state.pile > 0:
        move = strategy.next_move(state)
        moves.append(state.pile - move)
        state = game.make_move(state, move)
    assert moves[::2] == [13, 9, 5, 1]
    assert game.status(state) == Over(Winner(Player.MAXIE))
