"""The bounds that an alpha-beta search has at each node of a drawn tree.

A picture comes with the terminals that a search should visit. If an alpha-beta search that starts
at the root without bounds visits just these (a child gets the bounds of its ancestors, and a node
is left as soon as its value reaches one of them), its bounds explain the picture and are written
at the nodes. Otherwise the search started elsewhere, or is a different one, and nothing is written.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import inf

from grader.student.evidence import PictureNode, TreePicture

CERTAIN = 1e300  # beyond every estimate, and yet a bound, which infinity is not


def with_windows(picture: TreePicture) -> TreePicture:
    """The picture with the bounds of each node visited, if they explain what is expected."""
    if not picture.ordered or any(node.window for node in picture.root.nodes()):
        return picture
    search = _Search({node.kind: node.player for node in picture.root.nodes()})
    try:
        root, _ = search.value(picture.root, -inf, inf)
    except (ValueError, OverflowError):  # a terminal whose value is no number that compares
        return picture
    return replace(picture, root=root) if tuple(search.visits) == picture.expected else picture


class _Search:
    """One alpha-beta search that writes down what it visits; `players` by their nodes' kind."""

    def __init__(self, players: Mapping[str, str]) -> None:
        self.visits: list[str] = []
        self._players = players

    def value(self, node: PictureNode, alpha: float, beta: float) -> tuple[PictureNode, float]:
        """The node with its window written in, and what it is worth within it."""
        if node.kind == "leaf":
            if node.outcome is None:  # an outcome is known without an estimate
                self.visits.append(node.label)
            return node, _worth(node)
        window = f"({self._bound(alpha)}, {self._bound(beta)})"
        children = list(node.children)
        best = -inf if node.kind == "max" else inf
        for place, child in enumerate(node.children):
            children[place], worth = self.value(child, alpha, beta)
            if node.kind == "max":
                best = max(best, worth)
                alpha = max(alpha, best)
            else:
                best = min(best, worth)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return replace(node, window=window, children=tuple(children)), best

    def _bound(self, bound: float) -> str:
        match bound:
            case float(x) if abs(x) == inf:
                return "∞" if x > 0 else "−∞"
            case float(x) if abs(x) == CERTAIN:
                winner = "max" if x > 0 else "min"
                return self._players.get(winner) or winner
        return f"{bound:.0f}".replace("-", "−")


def _worth(node: PictureNode) -> float:
    return float(int(node.value)) if node.outcome is None else CERTAIN * node.outcome
