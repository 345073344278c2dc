"""Games as they are shown: as Python text to paste, and as drawn trees."""

from typing import Any

from gametree.connect4_board import C4State, rows_of
from gametree.explicit import (
    HANDOUT_BIG,
    HANDOUT_SMALL,
    ExplicitGame,
    ExplicitTree,
    TreeLeaf,
    TreeNode,
)
from gametree.graphs import GraphGame
from gametree.paths import PathGame
from gametree.vocabulary import DRAW, Player, Winner

Drawn = tuple[str, str, str, str, int | None, tuple[Any, ...]]
_OUTCOMES = {Winner(Player.MAXIE): 1, DRAW: 0, Winner(Player.MINNIE): -1}


def text_of_game(game: ExplicitGame) -> tuple[str, str]:
    """A drawn game as Python text."""
    for name, known in (("HANDOUT_SMALL", HANDOUT_SMALL), ("HANDOUT_BIG", HANDOUT_BIG)):
        if game.tree is known.tree:
            return "", name
    return "game", f"ExplicitGame({game.tree!r})"


def text_of_board_state(state: C4State) -> tuple[str, str]:
    """A state of Connect 4 or PopOut as Python text."""
    try:
        rows = [repr(row.replace(" ", ".")) for row in rows_of(state.board)]
    except (AttributeError, KeyError):
        return "", repr(state)
    return "", f"C4State(board_of({', '.join(rows)}), {state.player!r})"


def text_of_paths(game: PathGame) -> tuple[str, str]:
    """A game of paths as Python text."""
    return "game", f"{type(game).__name__}({game.tree!r}, {game.names!r})"


def text_of_graph(game: GraphGame) -> tuple[str, str]:
    """A game on a graph as Python text."""
    return "game", f"GraphGame({game.ways!r}, {game.worth!r})"


def drawn_game(game: ExplicitGame) -> Drawn:
    """The nodes of a drawn game, as `PICTURES` of the declared tables has them."""
    return _drawn(game.tree, Player.MAXIE)


def _drawn(tree: ExplicitTree, player: Player) -> Drawn:
    match tree:
        case TreeLeaf(label, int(value)):
            return label, "leaf", str(value), "", None, ()
        case TreeLeaf(label, value):
            return label, "leaf", repr(value), "", _OUTCOMES[value], ()
        case TreeNode(label, children):
            kind = "max" if player is Player.MAXIE else "min"
            below = tuple([_drawn(child, player.other) for child in children])
            return label, kind, "", str(player), None, below
