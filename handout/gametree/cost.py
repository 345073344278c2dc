"""What a search costs: its work and its span.

The *work* of a search is the number of terminals that it visits. A visit is a call of
``estimate``, or the finding that the game is over in a state; each decided state counts once.

Two visits *depend* on each other if the algorithm must know the value of one before it may begin
with the other. The *span* is the number of visits on the longest chain in which each depends on
the one before: how many rounds of visits remain, however many processors there are.

A node with ``n`` moves and the fraction ``p`` treats its first ``floor(p * n)`` children one after
the other, each with the bounds that the one before left behind, and then all the others at once.
So a terminal has span 1, and at an inner node the spans of the sequential children add up, and of
the parallel ones the largest is added to the sum. Children that were cut off add nothing.

* Minimax is the case ``p = 0``: no visit waits for another, and the span is 1.
* Alpha-beta is the case ``p = 1``: every visit waits for the one before, and span equals work.
* Jamboree lies in between. On ``HANDOUT_SMALL`` with ``p = 0.5`` each node has three moves, so
  that one child is sequential and two are parallel:

      node   sequential   parallel         span
      b      c: 1         d: 1, e: 1       1 + max(1, 1) = 2
      f      g: 1         h: 1, i: 1       1 + max(1, 1) = 2
      j      k: 1         l: 1, m: 1       1 + max(1, 1) = 2
      a      b: 2         f: 2, j: 2       2 + max(2, 2) = 4

  Jamboree does work 9 in span 4 there, minimax work 9 in span 1, and alpha-beta, which cuts off
  l and m, work 7 in span 7.

Any strategy can be measured as it is. It plays a ``MeteredGame``, which notes where in the tree
each visit happens; the fraction says which of these visits the algorithm lets overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import floor
from typing import Generic, TypeAlias

from gametree.game import Game, Move, State, Strategy
from gametree.seq import Seq
from gametree.values import Record
from gametree.vocabulary import Est, Over, Player, Status

Path: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Cost(Record):
    """The work and the span of a search, both in visits of terminals.

    >>> Cost(9, 4).span
    4
    """

    work: int
    span: int


@dataclass(frozen=True)
class MeteredState(Generic[State]):
    """A state of the game that is measured, and the indices of the moves that led there.

    States compare without their paths, so that a strategy that remembers states still finds them.

    >>> from gametree import Pebbles
    >>> game = MeteredGame(Pebbles())
    >>> game.make_move(game.start, 3).path
    (2,)
    """

    state: State
    path: Path = field(compare=False)


class MeteredGame(Generic[State, Move]):
    """The same game as ``game``, noting which terminals are visited.

    It suits every strategy that treats states as opaque, as strategies for any game must.

    >>> from gametree import MiniMax, Pebbles
    >>> game = MeteredGame(Pebbles())
    >>> MiniMax(game, 2).next_move(game.start)
    2
    >>> game.cost(prune_percentage=0)
    Cost(9, 1)
    """

    def __init__(self, game: Game[State, Move]) -> None:
        self.game = game
        self._moves: dict[Path, list[Move]] = {}
        self._estimated: list[Path] = []
        self._decided: set[Path] = set()

    def cost(self, prune_percentage: float) -> Cost:
        """Return the cost of all visits so far, for a search with this fraction.

        Requires that they belong to one search. Raises ValueError unless the fraction lies
        between 0 and 1.

        >>> from gametree import Pebbles
        >>> game = MeteredGame(Pebbles())
        >>> after = game.moves(game.start).map(lambda move: game.make_move(game.start, move))
        >>> estimates = after.map(game.estimate)
        >>> game.cost(prune_percentage=0), game.cost(prune_percentage=1)
        (Cost(3, 1), Cost(3, 3))
        """
        _check_fraction(prune_percentage)
        visits = [*self._estimated, *self._decided]
        return Cost(len(visits), self._span((), visits, prune_percentage))

    def at(self, state: State) -> MeteredState[State]:
        """Return ``state`` as the root of a search.

        >>> from gametree import Pebbles
        >>> MeteredGame(Pebbles(15)).at(Pebbles(7).start).path
        ()
        """
        return MeteredState(state, ())

    @property
    def start(self) -> MeteredState[State]:
        """The start of the game, as the root of a search."""
        return self.at(self.game.start)

    def moves(self, state: MeteredState[State]) -> Seq[Move]:
        """Return the legal moves, and note their order."""
        moves = self.game.moves(state.state)
        self._moves[state.path] = moves.to_list()
        return moves

    def status(self, state: MeteredState[State]) -> Status:
        """Return the status; a state where the game is over has now been visited."""
        status = self.game.status(state.state)
        match status:
            case Over():
                self._decided.add(state.path)
        return status

    def player(self, state: MeteredState[State]) -> Player:
        """Return the player whose turn it is."""
        return self.game.player(state.state)

    def make_move(self, state: MeteredState[State], move: Move) -> MeteredState[State]:
        """Return the state after ``move``, one step further down."""
        after = self.game.make_move(state.state, move)
        if state.path not in self._moves:
            self.moves(state)
        return MeteredState(after, (*state.path, self._moves[state.path].index(move)))

    def estimate(self, state: MeteredState[State]) -> Est:
        """Return the estimate; the state has now been visited."""
        self._estimated.append(state.path)
        return self.game.estimate(state.state)

    def move_to_string(self, move: Move) -> str:
        """Return ``move`` as a player would type it."""
        return self.game.move_to_string(move)

    def state_to_string(self, state: MeteredState[State]) -> str:
        """Return a picture of the state."""
        return self.game.state_to_string(state.state)

    def parse_move(self, state: MeteredState[State], text: str) -> Move | None:
        """Return the move that ``text`` names, or None."""
        return self.game.parse_move(state.state, text)

    def _span(self, node: Path, visits: Iterable[Path], fraction: float) -> int:
        """Return the span of the visits at ``node`` and below; their paths begin with ``node``."""
        here = 0
        below: dict[int, list[Path]] = {}
        for visit in visits:
            if visit == node:
                here += 1
            else:
                below.setdefault(visit[len(node)], []).append(visit)
        spans = {i: self._span((*node, i), under, fraction) for i, under in below.items()}
        turns = floor(fraction * len(self._moves[node])) if spans else 0
        in_turn = sum(span for i, span in spans.items() if i < turns)
        at_once = max((span for i, span in spans.items() if i >= turns), default=0)
        return here + in_turn + at_once


def search_cost(
    game: Game[State, Move],
    strategy: Callable[[MeteredGame[State, Move]], Strategy[MeteredState[State], Move]],
    prune_percentage: float,
) -> Cost:
    """Return what the first move of a match costs a strategy, given by how to make it.

    The fraction is 0 for minimax, 1 for alpha-beta and its own for Jamboree. Raises ValueError
    unless it lies between 0 and 1.

    >>> from gametree import MiniMax, Pebbles
    >>> search_cost(Pebbles(), lambda game: MiniMax(game, 2), prune_percentage=0)
    Cost(9, 1)
    """
    _check_fraction(prune_percentage)
    metered = MeteredGame(game)
    strategy(metered).next_move(metered.start)
    return metered.cost(prune_percentage)


def _check_fraction(fraction: float) -> None:
    if not 0 <= fraction <= 1:
        raise ValueError(f"the fraction must lie between 0 and 1, got {fraction}")
