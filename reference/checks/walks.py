"""Games in which positions come again, or end early.

A search that keeps what it found meets the same state by another move, or with another number of
moves to look ahead.
"""

from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import ExplicitGame, ExplicitTree, Player, TreeLeaf, TreeNode, Winner
from gametree.grading.watched_games import WatchedGame
from gametree.graphs import GraphGame, Place
from reference.checks.rng import generators
from reference.checks.searches import OPEN, PLAYERS, Searched
from reference.checks.trees import Position, position

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
