"""Minimax finds the value that both players can force, and the first move that gets it."""

from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree import (
    DRAW,
    HANDOUT_BIG,
    HANDOUT_SMALL,
    BestEdge,
    Definitely,
    Est,
    ExplicitGame,
    ExplicitTree,
    Guess,
    MiniMax,
    Player,
    TreeLeaf,
    TreeNode,
    Winner,
)

repeatable = settings(derandomize=True, deadline=None)

DEPTH = 3
values = st.integers(min_value=-4, max_value=4) | st.sampled_from(
    [DRAW, Winner(Player.MAXIE), Winner(Player.MINNIE)]
)
levels = st.recursive(values, lambda below: st.lists(below, min_size=1, max_size=3))


def tree_of(drawn: object, depth: int, labels: count) -> ExplicitTree:
    """Turn nested lists into a tree whose guesses are all at ``depth``."""
    label = str(next(labels))
    match drawn:
        case list() if depth > 0:
            return TreeNode(label, [tree_of(each, depth - 1, labels) for each in drawn])
        case list():
            return TreeLeaf(label, len(drawn))
        case int() if depth > 0:
            return TreeNode(label, [tree_of(drawn, depth - 1, labels)])
    return TreeLeaf(label, drawn)


def worth(est: Est) -> float:
    """The order of estimates (CMU lectures, section 3) as numbers."""
    match est:
        case Guess(value):
            return value
        case Definitely(Winner(player)):
            return 1000 if player is Player.MAXIE else -1000
    return 0


def forced(tree: ExplicitTree, player: Player) -> float:
    """The value of ``tree``, straight from the definition of minimax."""
    match tree:
        case TreeLeaf(_, int(value)):
            return value
        case TreeLeaf(_, outcome):
            return worth(Definitely(outcome))
        case TreeNode(_, children):
            best = max if player is Player.MAXIE else min
            return best(forced(child, player.other) for child in children)


@repeatable
@given(st.lists(levels, min_size=1, max_size=4))
def test_the_edge_found_is_the_first_with_the_forced_value(drawn: list[object]) -> None:
    tree = tree_of(drawn, DEPTH, count())
    game = ExplicitGame(tree)
    edge = MiniMax(game, DEPTH).search(DEPTH, game.start)
    below = [forced(child, Player.MINNIE) for child in tree.children]
    assert worth(edge.est) == max(below)
    assert edge.move == below.index(max(below))


@pytest.mark.parametrize(
    ("game", "depth", "expected"),
    [(HANDOUT_SMALL, 2, BestEdge(1, Guess(4))), (HANDOUT_BIG, 4, BestEdge(0, Guess(3)))],
)
def test_minimax_of_the_handout_trees_can_be_checked_by_hand(
    game: ExplicitGame, depth: int, expected: BestEdge
) -> None:
    assert MiniMax(game, depth).search(depth, game.start) == expected
    assert MiniMax(game, depth).next_move(game.start) == expected.move


def test_every_leaf_is_estimated_once_from_left_to_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    MiniMax(HANDOUT_BIG, 4).next_move(HANDOUT_BIG.start)
    estimated = [line.split()[-1] for line in capsys.readouterr().out.splitlines()]
    assert "".join(leaf[0] for leaf in estimated) == "efhilmqruvxy"


def test_among_equals_the_first_move_is_taken_by_either_player() -> None:
    ties = [TreeLeaf("b", 0), TreeLeaf("c", DRAW), TreeLeaf("d", 0)]
    game = ExplicitGame(TreeNode("a", [TreeNode("m", ties)]))
    player = MiniMax(game, 1)
    assert player.search(1, game.make_move(game.start, 0)) == BestEdge(0, Guess(0))
    flat = ExplicitGame(TreeNode("a", ties))
    assert MiniMax(flat, 1).search(1, flat.start) == BestEdge(0, Guess(0))


def test_the_outcome_counts_where_the_game_is_over_before_the_depth_is_reached() -> None:
    game = ExplicitGame(TreeNode("a", [TreeLeaf("b", DRAW), TreeLeaf("c", Winner(Player.MAXIE))]))
    edge = MiniMax(game, 5).search(5, game.start)
    assert edge == BestEdge(1, Definitely(Winner(Player.MAXIE)))


def test_evaluate_at_depth_0_is_the_estimate() -> None:
    game = ExplicitGame(TreeLeaf("a", 7))
    assert MiniMax(game, 1).evaluate(0, game.start) == Guess(7)


@pytest.mark.parametrize("depth", [0, -1])
def test_a_search_depth_below_one_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=f"the search depth must be at least 1, got {depth}"):
        MiniMax(HANDOUT_SMALL, depth)
