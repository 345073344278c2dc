"""A game tree with two traces: which terminals each visited, by shape, word and colour.

Leaves are side by side in order, a node above the middle of its children (the simplest layout
in Wetherell and Shannon, "Tidy Drawings of Trees", 1979). Max nodes point up, min nodes down. A
terminal has one of six fates, each with its own word.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf

from markupsafe import Markup

from grader.inside.shortening import cut_end, listed
from grader.report.pictures import svg
from grader.student.evidence import Fate, PictureNode, TreePicture
from grader.student.plural import numbered

COLUMN, ROW, TOP, FOOT = 64.0, 82.0, 40.0, 70.0
WIDTH_OF_NAMES = 12
CERTAIN = 1e300  # beyond every estimate, but still a bound, unlike infinity


@dataclass(frozen=True, slots=True)
class Spot:
    """A node and its place; `fates` are those of the terminals below it."""

    node: PictureNode
    x: float
    y: float
    fates: frozenset[Fate]
    below: tuple["Spot", ...] = ()

    @property
    def kind(self) -> str:
        """The style-sheet class for the node and the edge above it."""
        if self.fates == {Fate.PRUNED}:
            return "pruned"
        return next(iter(self.fates)).name.lower() if self.node.kind == "leaf" else "inner"


def tree_svg(picture: TreePicture) -> Markup:
    """The tree as one SVG element."""
    root, width = _placed(picture, picture.root, 0.0, TOP)
    spots = list(_all(root))
    height = max(spot.y for spot in spots) + FOOT
    edges = [_edge(spot, child) for spot in spots for child in spot.below]
    nodes = [_drawn(picture, spot) for spot in spots]
    return svg.picture(max(width, 3 * COLUMN), height, [*edges, *nodes], tree_story(picture))


def _placed(picture: TreePicture, node: PictureNode, left: float, y: float) -> tuple[Spot, float]:
    """The node placed to the right of `left`, and where the next one may begin."""
    if not node.children:
        fates = frozenset({picture.fate(node.label)})
        return Spot(node, left + COLUMN / 2, y, fates), left + COLUMN
    below: list[Spot] = []
    right = left
    for child in node.children:
        spot, right = _placed(picture, child, right, y + ROW)
        below.append(spot)
    fates = frozenset[Fate]().union(*[spot.fates for spot in below])
    return Spot(node, (below[0].x + below[-1].x) / 2, y, fates, tuple(below)), right


def _all(spot: Spot) -> Iterator[Spot]:
    yield spot
    for child in spot.below:
        yield from _all(child)


def _edge(spot: Spot, child: Spot) -> Markup:
    down = 16.0
    line = {"x1": spot.x, "y1": spot.y + down, "x2": child.x, "y2": child.y - down}
    return svg.element("line", **line, class_=f"edge {child.kind}")


def _drawn(picture: TreePicture, spot: Spot) -> Markup:
    x, y, node = spot.x, spot.y, spot.node
    if node.kind != "leaf":
        return svg.element("g", _inner(x, y, node), class_=f"node {node.kind} {spot.kind}")
    words = [
        _shape(spot.kind, x, y),
        svg.text(x, y + 4, cut_end(node.value, 7), "value"),
        svg.text(x, y + 34, cut_end(node.label, WIDTH_OF_NAMES), "label"),
        svg.text(x, y + 48, picture.fate(node.label).value, "fate"),  # no wider than a column
    ]
    turns = _turns(picture, node.label)
    if turns:
        words.append(svg.text(x, y + 61, turns, "turn"))
    return svg.element("g", words, class_=f"node leaf {spot.kind}", data_n=node.label)


def _inner(x: float, y: float, node: PictureNode) -> Iterator[Markup]:
    up = node.kind == "max"
    tip, base = (y - 17, y + 13) if up else (y + 17, y - 13)
    yield svg.polygon(((x, tip), (x + 18, base), (x - 18, base)))
    yield svg.text(x, y + (8 if up else 1), cut_end(node.label, 4), "label")
    if node.window or node.value:
        yield svg.text(x, y - 22, " ".join([node.window, node.value]).strip(), "window")


def _shape(kind: str, x: float, y: float) -> Markup:
    match kind:
        case "visited":
            return svg.element("circle", cx=x, cy=y, r=16)
        case "pruned":
            # A stroke across the edge is the usual sign of a pruned branch.
            cut = svg.element("line", x1=x - 7, y1=y - 19, x2=x + 7, y2=y - 25, class_="cut")
            return cut + svg.element("circle", cx=x, cy=y, r=14)
        case "missed":
            return svg.polygon(((x, y - 20), (x + 20, y), (x, y + 20), (x - 20, y)))
    return svg.element("rect", x=x - 17, y=y - 16, width=34, height=32)


def _turns(picture: TreePicture, label: str) -> str:
    """The steps (from 1) at which the trace visits a terminal."""
    if not picture.ordered:
        return ""
    turns = [i for i, name in enumerate(picture.visited, 1) if name == label]
    if len(turns) > 2:
        return f"{turns[0]}. … ×{len(turns)}"
    return ", ".join([f"{turn}." for turn in turns])


# -- the same in words -----------------------------------------------------------------------


def tree_story(picture: TreePicture) -> str:
    """The picture in a few sentences."""
    labels = [node.label for node in picture.root.nodes() if not node.children]
    sentences = [f"A game tree with {numbered(len(labels), 'terminal')}.", _first_step(picture)]
    for fate, words in STORIES.items():
        names = [label for label in labels if picture.fate(label) is fate]
        if names:
            sentences.append(f"{words}: {listed(names, 16)}.")
    return " ".join(filter(None, sentences))


STORIES = {
    Fate.VISITED: "Visited, as expected",
    Fate.MISSED: "Missed, though expected",
    Fate.WRONG: "Visited, though not expected",
    Fate.AGAIN: "Visited more often than expected",
    Fate.SELDOM: "Visited less often than expected",
    Fate.PRUNED: "Rightly pruned",
}


def first_parting(picture: TreePicture) -> int | None:
    """The first step (from 0) at which the two traces differ; `None` if they never do."""
    if not picture.ordered:
        same = Counter(picture.visited) == Counter(picture.expected)
        return None if same else 0
    for step, (came, expected) in enumerate(zip(picture.visited, picture.expected, strict=False)):
        if came != expected:
            return step
    shorter = min(len(picture.visited), len(picture.expected))
    return None if len(picture.visited) == len(picture.expected) else shorter


def _first_step(picture: TreePicture) -> str:
    step = first_parting(picture)
    if step is None or not picture.ordered:
        return "" if step is None else "Any order of visits is right here."
    came = picture.visited[step] if step < len(picture.visited) else "nothing more"
    expected = picture.expected[step] if step < len(picture.expected) else "nothing more"
    return f"At visit {step + 1} your code looks at {came}, where {expected} is expected."


# -- the bounds of an alpha-beta search --------------------------------------------------------


def with_windows(picture: TreePicture) -> TreePicture:
    """The picture with the bounds of each visited node, if they explain the expected visits.

    Run an alpha-beta search from the root without bounds (a child gets its ancestors' bounds, and a
    node is left as soon as its value reaches one). If it visits exactly the expected terminals, its
    bounds are written at the nodes. Otherwise the expected search started elsewhere or is a
    different one, and nothing is written.
    """
    if not picture.ordered or any(node.window for node in picture.root.nodes()):
        return picture
    search = _Search({node.kind: node.player for node in picture.root.nodes()})
    try:
        root, _ = search.value(picture.root, -inf, inf)
    except (ValueError, OverflowError):  # a terminal's value isn't a comparable number
        return picture
    return replace(picture, root=root) if tuple(search.visits) == picture.expected else picture


class _Search:
    """One alpha-beta search that records its visits; `players` maps node kinds to players."""

    def __init__(self, players: Mapping[str, str]) -> None:
        self.visits: list[str] = []
        self._players = players

    def value(self, node: PictureNode, alpha: float, beta: float) -> tuple[PictureNode, float]:
        """The node with its window, and its value within it."""
        if node.kind == "leaf":
            if node.outcome is None:  # a known outcome needs no estimate
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
