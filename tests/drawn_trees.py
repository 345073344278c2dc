"""Random explicit games and windows, and what minimax makes of them, by full search."""

from hypothesis import strategies as st

from gametree import (
    DRAW,
    PRUNED,
    BestEdge,
    Bounds,
    Definitely,
    Est,
    ExplicitGame,
    ExplicitState,
    Guess,
    Outcome,
    Over,
    Player,
    Seq,
    Status,
    TreeLeaf,
    TreeNode,
    Value,
    Winner,
    est_compare,
)
from gametree.explicit import ExplicitTree

OUTCOMES: list[Outcome] = [Winner(Player.MAXIE), Winner(Player.MINNIE), DRAW]
# Few values, so that ties are common.
VALUES = st.integers(-3, 3) | st.sampled_from(OUTCOMES)
ESTS = st.integers(-4, 4).map(Guess) | st.sampled_from(OUTCOMES).map(Definitely)


class SilentGame(ExplicitGame):
    """An explicit game that notes the labels of its terminals in `visited`, and prints nothing."""

    def __init__(self, tree: ExplicitTree) -> None:
        super().__init__(tree)
        self.visited: list[str] = []

    def status(self, state: ExplicitState) -> Status:
        status = super().status(state)
        if isinstance(status, Over):
            self.visited.append(state.tree.label)
        return status

    def estimate(self, state: ExplicitState) -> Est:
        match state.tree:
            case TreeLeaf(label, int(value)):
                self.visited.append(label)
                return Guess(value)
        raise AssertionError(f"{state.tree.label} must not be estimated")


@st.composite
def trees(draw: st.DrawFn, depth: int) -> TreeNode:
    """Trees with guessed leaves at `depth` and decided ones at any level below the root."""
    labels = iter(range(10_000))

    def tree(height: int) -> ExplicitTree:
        label = f"n{next(labels)}"
        if height == 0:
            return TreeLeaf(label, draw(VALUES))
        if height < depth and draw(st.integers(0, 9)) == 0:
            return TreeLeaf(label, draw(st.sampled_from(OUTCOMES)))
        return node(label, height)

    def node(label: str, height: int) -> TreeNode:
        return TreeNode(label, [tree(height - 1) for _ in range(draw(st.integers(1, 4)))])

    return node(f"n{next(labels)}", depth)


@st.composite
def windows(draw: st.DrawFn) -> Bounds:
    """Bounds with alpha < beta, each known or not."""
    alpha, beta = draw(st.tuples(ESTS, ESTS).filter(lambda pair: est_compare(*pair) < 0))
    alphas: list[Value] = [PRUNED, BestEdge(7, alpha)]
    betas: list[Value] = [PRUNED, BestEdge(8, beta)]
    return draw(st.sampled_from(alphas)), draw(st.sampled_from(betas))


def minimax(state: ExplicitState) -> Est:
    """The value of a state, by plain recursion over the whole tree."""
    match state.tree:
        case TreeLeaf(_, value):
            return Guess(value) if isinstance(value, int) else Definitely(value)
        case TreeNode(_, children):
            values = [minimax(ExplicitState(c, state.player.other)) for c in children]
            sign = 1 if state.player is Player.MAXIE else -1
            best = values[0]
            for est in values[1:]:
                best = est if sign * est_compare(est, best) > 0 else best
            return best


def height(tree: ExplicitTree) -> int:
    """The length of the longest way down."""
    match tree:
        case TreeLeaf():
            return 0
        case TreeNode(_, children):
            return 1 + max(map(height, children))


def terminals(tree: ExplicitTree) -> list[str]:
    """The labels of all leaves, from left to right."""
    match tree:
        case TreeLeaf(label, _):
            return [label]
        case TreeNode(_, children):
            return [label for child in children for label in terminals(child)]


def moves_of(state: ExplicitState) -> Seq[int]:
    """All moves in a state."""
    return ExplicitGame(state.tree).moves(state)
