"""Games in which positions come again, or end early.

A search that keeps what it found meets the same state by another move, or with another number of
moves to look ahead.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import Bounds, ExplicitGame, ExplicitTree, Player, TreeLeaf, TreeNode, Winner
from gametree.grading.watched_games import WatchedGame
from gametree.graphs import GraphGame, Place
from grader.judging.properties import Placed
from reference.checks.rng import generators
from reference.checks.searches import OPEN, PLAYERS, Searched, result_verdict
from reference.checks.trees import Position, minimax, position, state_at, touching, tree
from reference.checks.verdicts import is_tuple

# Few are ties, some lie where floats leave out numbers, and some beyond what a machine counts to.
WORTHS = (range(-9, 10), range(2**53, 2**53 + 9), range(10**20, 10**20 + 9), range(-(10**20), 0))


@dataclass(frozen=True, slots=True)
class Visit:
    """A place that a search begins in, how many moves it looks ahead, and the move into it."""

    place: Place
    depth: int
    incoming: int


@dataclass(frozen=True, slots=True)
class Walk:
    """A game in which places come again, and what one player of it is asked, in order."""

    game: GraphGame
    visits: tuple[Visit, ...]
    fraction: float = 1.0

    @property
    def deepest(self) -> int:
        """How many moves ahead the player looks at most."""
        return max(visit.depth for visit in self.visits)

    def moves(self, player: Any) -> tuple[Any, ...]:
        """The questions for the moves of a player, in each of the places."""
        return tuple([player.next_move(visit.place) for visit in self.visits])

    def results(self, player: Any) -> tuple[Any, ...]:
        """The questions for what the places are worth to a player."""
        return tuple([player.evaluate(v.depth, OPEN, v.place, v.incoming) for v in self.visits])


def walks(shares: tuple[float, ...] = (1.0,)) -> st.SearchStrategy[Walk]:
    """Walks of few places, from which one to three ways lead on; the last visit is the first."""

    def walk(rng: Random) -> Walk:
        places = range(rng.randint(3, 6))
        ways = [rng.choices(places, k=rng.choice((1, 2, 2, 3))) for _ in places]
        # Some worth is there twice, most are not.
        worth = rng.choices(rng.choice(WORTHS)[:9], k=len(places))
        visits = [
            Visit((rng.choice(places), rng.choice(PLAYERS)), rng.randint(1, 4), rng.randrange(3))
            for _ in range(3)
        ]
        return Walk(GraphGame(ways, worth), (*visits, visits[0]), rng.choice(shares))

    return generators.map(walk)


# -- one tree for either player ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BothSides:
    """A game in which one tree is below the root and a ply further down: each player moves in it.

    Its two places are evaluated with all other arguments alike.
    """

    game: ExplicitGame
    depth: int
    windows: tuple[Bounds, ...]
    minnie_first: bool
    fraction: float = 1.0

    def results(self, player: Any) -> tuple[Any, ...]:
        """The question for what the places are worth to a player, in each of the windows."""
        paths = ((0,), (1, 0)) if self.minnie_first else ((1, 0), (0,))
        states = [state_at(self.game, path) for path in paths]
        return tuple(
            [player.evaluate(self.depth, ab, state, 0) for ab in self.windows for state in states]
        )


def both_sides(shares: tuple[float, ...] = (1.0,)) -> st.SearchStrategy[BothSides]:
    """Small trees, with windows that a place's worth is on, as one player sees it or the other."""

    def drawn(rng: Random) -> BothSides:
        depth = rng.choice((0, 0, 1, 2))
        # Equal ones, since one object would be one place.
        seed = rng.random()
        below, again = (tree(Random(seed), depth, decided=False) for _ in range(2))
        root = TreeNode("root", (below, TreeNode("above", (again,))))
        windows = [touching(rng, minimax(below, player)) for player in PLAYERS]
        side = rng.random() < 0.5
        return BothSides(ExplicitGame(root), depth, (OPEN, *windows), side, rng.choice(shares))

    return generators.map(drawn)


def sides_verdict(_example: BothSides, got: Any, expected: Any) -> str:
    """What the places are worth, each to the player who is to move there."""
    if not is_tuple(got, len(expected)):
        return f"{len(expected)} results are expected"
    found = (result_verdict(None, g, e) for g, e in zip(got, expected, strict=True))
    words = next(filter(None, found), "")
    return Placed("where one tree has been searched for either player", words) if words else ""


# -- decided states ----------------------------------------------------------------------------


def ending_early(shares: tuple[float, ...] = (1.0,)) -> st.SearchStrategy[Searched]:
    """Games of which some end early: a search finds decided states, and leaves others out."""

    def drawn(rng: Random) -> Searched:
        found = position(rng, in_play=True)
        while not _ends_early(found.tree):
            found = position(rng, in_play=True)
        game = WatchedGame(found.root(), ordered=False, decided=True)
        return Searched(found, OPEN, game, rng.choice(shares))

    return generators.map(drawn)


def _ends_early(tree: ExplicitTree) -> bool:
    if isinstance(tree, TreeLeaf):
        return not isinstance(tree.value, int)
    return any(map(_ends_early, tree.children))


# More than any number that a machine counts to.
LARGE = 10**30


def sure_or_large() -> list[Searched]:
    """For each player a win or a loss, and a guess that is further away from 0, in both orders."""
    found = []
    for minnie, won, turned in product((False, True), PLAYERS, (1, -1)):
        guess = LARGE if won is Player.MAXIE else -LARGE
        leaves = (TreeLeaf("b", guess), TreeLeaf("c", Winner(won)))
        drawn = Position(TreeNode("a", leaves[::turned]), 1, minnie)
        found.append(Searched(drawn, OPEN, ExplicitGame(drawn.root()), 0.0))
    return found
