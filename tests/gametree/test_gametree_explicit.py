"""Drawn games: moves are child indices, leaves are estimated where the search is to end."""

import pytest

from gametree import (
    DRAW,
    HANDOUT_BIG,
    HANDOUT_SMALL,
    IN_PLAY,
    ExplicitGame,
    ExplicitState,
    ExplicitTree,
    Guess,
    Over,
    Player,
    Seq,
    Status,
    TreeLeaf,
    TreeNode,
    Winner,
)

MIXED = ExplicitGame(
    TreeNode("a", [TreeLeaf("b", -2), TreeLeaf("c", DRAW), TreeNode("d", [TreeLeaf("e", 0)])])
)


def child(game: ExplicitGame, *moves: int) -> ExplicitState:
    state = game.start
    for move in moves:
        state = game.make_move(state, move)
    return state


def drawing(tree: ExplicitTree) -> str:
    match tree:
        case TreeLeaf(label, value):
            return f"{label} {value}"
        case TreeNode(label, children):
            return f"{label}[{', '.join(map(drawing, children))}]"


def test_handout_small_is_the_tree_of_figure_5() -> None:
    assert (
        drawing(HANDOUT_SMALL.tree) == "a[b[c 3, d 6, e -2], f[g 6, h 4, i 10], j[k 1, l 30, m 9]]"
    )


def test_handout_big_is_the_tree_of_figure_3() -> None:
    assert drawing(HANDOUT_BIG.tree) == (
        "a[b[c[d[e 3, f 5], g[h 2, i 7]], j[k[l 10, m 4]]], "
        "n[o[p[q 2, r 7]], s[t[u 8, v 2], w[x 4, y 6]]]]"
    )


def test_maxie_moves_at_the_root_and_then_they_take_turns() -> None:
    states = [child(HANDOUT_BIG, *[0] * depth) for depth in range(4)]
    assert [HANDOUT_BIG.player(state) for state in states] == [Player.MAXIE, Player.MINNIE] * 2


def test_moves_are_the_indices_of_the_children() -> None:
    assert MIXED.moves(MIXED.start) == Seq.of(0, 1, 2)
    assert MIXED.moves(child(MIXED, 2)) == Seq.of(0)


def test_make_move_goes_to_the_child_with_that_index() -> None:
    assert child(MIXED, 1) == ExplicitState(TreeLeaf("c", DRAW), Player.MINNIE)


@pytest.mark.parametrize("move", [-1, 3])
def test_a_move_without_a_child_is_refused(move: int) -> None:
    with pytest.raises(ValueError, match=f"a has no move {move}, only 0 to 2"):
        MIXED.make_move(MIXED.start, move)


def test_a_leaf_has_no_moves() -> None:
    leaf = child(MIXED, 0)
    with pytest.raises(ValueError, match="b is a leaf: no move leads on from it"):
        MIXED.moves(leaf)
    with pytest.raises(ValueError, match="b is a leaf: no move leads on from it"):
        MIXED.make_move(leaf, 0)


@pytest.mark.parametrize("outcome", [DRAW, Winner(Player.MAXIE), Winner(Player.MINNIE)], ids=repr)
def test_the_game_is_over_at_leaves_that_hold_an_outcome_alone(outcome: Winner) -> None:
    game = ExplicitGame(TreeNode("a", [TreeLeaf("b", outcome), TreeLeaf("c", 0)]))
    statuses = [game.status(game.start), game.status(child(game, 0)), game.status(child(game, 1))]
    assert statuses == [IN_PLAY, Over(outcome), IN_PLAY]


@pytest.mark.parametrize(
    ("value", "printed"), [(3, "Estimating state e[3]\n"), (-2, "Estimating state e[-2]\n")]
)
def test_estimate_prints_what_it_looks_at(
    value: int, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ExplicitGame(TreeLeaf("e", value))
    assert game.estimate(game.start) == Guess(value)
    assert capsys.readouterr().out == printed


def test_estimating_an_inner_node_is_refused_without_a_print(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(ValueError, match="d was estimated at the wrong depth: it is not a leaf"):
        MIXED.estimate(child(MIXED, 2))
    assert capsys.readouterr().out == ""


def test_estimating_a_decided_leaf_is_refused() -> None:
    with pytest.raises(
        ValueError, match="c was estimated, but the game is over there: see its status"
    ):
        MIXED.estimate(child(MIXED, 1))


def test_a_node_without_children_is_refused() -> None:
    with pytest.raises(ValueError, match="the node x has no children; write a TreeLeaf instead"):
        TreeNode("x", [])


def test_children_may_come_from_any_iterable_and_are_kept_as_a_tuple() -> None:
    node = TreeNode("x", (TreeLeaf(label, 1) for label in "yz"))
    assert node == TreeNode("x", [TreeLeaf("y", 1), TreeLeaf("z", 1)])
    assert node.children == (TreeLeaf("y", 1), TreeLeaf("z", 1))


@pytest.mark.parametrize("text", ["", " 1", "01", "+1", "-1", "3", "1.0", "²", "x"])
def test_parse_move_is_strict(text: str) -> None:
    assert MIXED.parse_move(MIXED.start, text) is None


def test_parse_move_reads_what_move_to_string_prints() -> None:
    printed = [MIXED.move_to_string(move) for move in MIXED.moves(MIXED.start)]
    assert [MIXED.parse_move(MIXED.start, text) for text in printed] == [0, 1, 2]
    assert MIXED.parse_move(child(MIXED, 0), "0") is None


def test_states_print_as_player_and_label() -> None:
    shown = [MIXED.state_to_string(state) for state in (MIXED.start, child(MIXED, 2))]
    assert shown == ["(Maxie, a)", "(Minnie, d)"]


class Sealed(ExplicitGame):
    """Keeps its values outside the tree."""

    def estimate(self, state: ExplicitState) -> Guess:
        return Guess(len(state.tree.label))

    def status(self, state: ExplicitState) -> Status:
        return Over(DRAW) if state.tree.label == "decided" else IN_PLAY


def test_a_subclass_can_keep_the_values_to_itself() -> None:
    game = Sealed(TreeNode("a", [TreeLeaf("four", 0), TreeLeaf("decided", 0)]))
    assert game.estimate(child(game, 0)) == Guess(4)
    assert [game.status(child(game, move)) for move in (0, 1)] == [IN_PLAY, Over(DRAW)]
