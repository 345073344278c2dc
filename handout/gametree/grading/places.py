"""States that are places in a drawn game of the same question: the path to one, and back."""

from collections.abc import Sequence

from gametree.explicit import ExplicitGame, ExplicitState, ExplicitTree, TreeNode


def path_to(game: ExplicitGame, state: ExplicitState) -> tuple[int, ...] | None:
    """The moves from the root of ``game`` to ``state``: the same node, not an equal one."""
    stack: list[tuple[ExplicitTree, tuple[int, ...]]] = [(game.tree, ())]
    while stack:
        node, path = stack.pop()
        if node is state.tree:
            return path
        if isinstance(node, TreeNode):
            stack += [(child, (*path, i)) for i, child in enumerate(node.children)]
    return None


def state_at(game: ExplicitGame, path: Sequence[int]) -> ExplicitState:
    """The state at the end of a path of moves."""
    state = game.start
    for move in path:
        state = ExplicitGame.make_move(game, state, move)
    return state


def text_of_state_at(game: str, path: Sequence[int]) -> str:
    """The state at the end of a path, as Python text."""
    text = f"{game}.start"
    for move in path:
        text = f"{game}.make_move({text}, {move})"
    return text
