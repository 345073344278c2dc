"""Games of any kind: the library's own, and moves that are false or of one hash.

States and moves may be of any type, and an estimate may be certain: strategies hand them around
without looking inside.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import (
    PRUNED,
    BestEdge,
    Bounds,
    Definitely,
    Est,
    Guess,
    Over,
    Pebbles,
    PebblesState,
)
from gametree.paths import PathGame
from grader.student.compare import same, short
from grader.student.question import Given
from reference.checks.rng import generators
from reference.checks.searches import OPEN, PLAYERS, Searched, Window, result_verdict
from reference.checks.trees import best, bounds, position

# Moves of which some are false, in no place of their own; those of -1 and -2 have the same hash.
# All have one, since code may keep results by states and moves.
FALSY: tuple[tuple[Any, ...], ...] = (
    (-1, -2, 0, 3, 5, 8, 7, 2, 9, 4, 1, 6, 11, 10),
    ("b", "", "a", "0", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"),
    tuple([(i,) if i else () for i in (-1, -2, 0, 3, 5, 8, 7, 2, 9, 4, 1, 6, 11, 10)]),
)
SHARES = (1 / 3, 2 / 3, 0.1, 0.125, 0.9, 0.34, 1.0, 0.0)


def falsy_moves(*, fractions: bool = False) -> st.SearchStrategy[Searched]:
    """Positions in play of games with such moves."""

    def searched(rng: Random) -> Searched:
        drawn = position(rng, in_play=True)
        share = rng.choice(SHARES) if fractions else 1.0
        game = PathGame(drawn.root(), rng.choice(FALSY))
        return Searched(drawn, rng.choice((OPEN, bounds(rng))), game, share)

    return generators.map(searched)


# -- the library's Pebbles -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pile:
    """A game of Pebbles, how deep a player looks, and after which moves she is asked."""

    pile: int
    depth: int
    moves: tuple[int, ...]
    window: Bounds
    fraction: float = 1.0

    @property
    def left(self) -> PebblesState:
        """The state after the moves."""
        return _after(Pebbles(self.pile).start, self.moves)

    def asked(self, player_of: Any) -> tuple[Any, ...]:
        """Moves and results of one player, at the start and after the moves."""
        game = Given(Pebbles)(self.pile)
        player = player_of(game, self.depth)
        state: Any = game.start
        for move in self.moves:
            state = game.make_move(state, move)
        later = player.evaluate(self.depth, self.window, state, self.moves[-1])
        here = player.evaluate(0, self.window, state, self.moves[-1])
        return player.next_move(game.start), player.next_move(state), later, here


def piles() -> st.SearchStrategy[Pile]:
    """Piles that are not used up by the moves."""
    return st.builds(
        _pile, st.integers(4, 15), st.integers(1, 4), st.sampled_from(SHARES), generators
    )


def _pile(pile: int, depth: int, fraction: float, rng: Random) -> Pile:
    moves = [rng.randint(1, 3)]
    if pile - moves[0] > 1 and rng.random() < 0.6:
        moves.append(rng.randint(1, min(3, pile - moves[0] - 1)))
    return Pile(pile, depth, tuple(moves), rng.choice((OPEN, bounds(rng))), fraction)


def pebbles_verdict(example: Pile, got: Any, expected: Any) -> str:
    """Moves as good as any, and the results of a search and of an estimate."""
    starts = (Pebbles(example.pile).start, example.left)
    for state, move in zip(starts, got[:2], strict=True):
        if not any(same(move, good) for good in good_moves(state, example.depth)):
            return f"the move {short(move)} with {state.pile} pebbles left is not one of the best"
    results = zip(got[2:], expected[2:], strict=True)
    return next(filter(None, [result_verdict(None, g, e) for g, e in results]), "")


def first_moves_verdict(example: Pile, got: Any, expected: Any) -> str:
    """The same, with the first of the best moves."""
    for move, first in zip(got[:2], expected[:2], strict=True):
        if not same(move, first):
            return f"the move {short(move)} instead of {short(first)}, the first of the best"
    return pebbles_verdict(example, got, expected)


def good_moves(state: PebblesState, depth: int) -> list[int]:
    """The best moves in a state, looking so many moves ahead."""
    legal = range(1, min(3, state.pile) + 1)
    worth = {move: _worth(_after(state, (move,)), depth - 1) for move in legal}
    top = best(list(worth.values()), state.player)
    return [move for move, est in worth.items() if est == top]


def _worth(state: PebblesState, depth: int) -> Est:
    match Pebbles().status(state):
        case Over(outcome):
            return Definitely(outcome)
    if depth == 0:
        return Pebbles().estimate(state)
    legal = range(1, min(3, state.pile) + 1)
    return best([_worth(_after(state, (move,)), depth - 1) for move in legal], state.player)


def _after(state: PebblesState, moves: tuple[int, ...]) -> PebblesState:
    for move in moves:
        state = Pebbles().make_move(state, move)
    return state


# -- guesses of any size -------------------------------------------------------------------------

# From the first of these on, floats leave out whole numbers.
BEYOND_FLOATS = (2**53, 10**17 + 1, 2**63, -(2**53), -(10**18))


def close_candidates() -> st.SearchStrategy[Window]:
    """Bounds and a candidate estimate that lie next to each other."""
    return generators.map(_close)


def _close(rng: Random) -> Window:
    worth = rng.choice(BEYOND_FLOATS)
    low, high = (BestEdge(0, Guess(worth + step)) for step in rng.choice(((0, 2), (-1, 1), (0, 1))))
    window = rng.choice(((low, high), (low, high), (low, PRUNED), (PRUNED, high)))
    est = Guess(worth + rng.randint(-2, 3))
    return Window(rng.choice(PLAYERS), window, est=est, move=rng.randrange(4))
