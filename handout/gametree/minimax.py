"""The minimax strategy."""

from __future__ import annotations

from typing import Generic

from gametree.bounds import BestEdge
from gametree.game import Game, Move, State
from gametree.vocabulary import Definitely, Est, InPlay, Over, Player, est_compare


class MiniMax(Generic[State, Move]):
    """A strategy that looks at every line of play ``search_depth`` moves ahead.

    Among equally good moves it takes the first. Raises ValueError unless the depth is at least 1.

    >>> from gametree import HANDOUT_SMALL
    >>> MiniMax(HANDOUT_SMALL, 2).next_move(HANDOUT_SMALL.start)
    Estimating state c[3]
    Estimating state d[6]
    Estimating state e[-2]
    Estimating state g[6]
    Estimating state h[4]
    Estimating state i[10]
    Estimating state k[1]
    Estimating state l[30]
    Estimating state m[9]
    1
    """

    def __init__(self, game: Game[State, Move], search_depth: int) -> None:
        if search_depth < 1:
            raise ValueError(f"the search depth must be at least 1, got {search_depth}")
        self.game = game
        self.search_depth = search_depth

    def next_move(self, state: State) -> Move:
        """Return the best move in ``state``. Requires that the game is in play.

        >>> from gametree import Pebbles
        >>> MiniMax(Pebbles(), 5).next_move(Pebbles().start)
        2
        """
        move: Move = self.search(self.search_depth, state).move
        return move

    def search(self, depth: int, state: State) -> BestEdge:
        """Return the best move in ``state`` with its value, looking ``depth`` >= 1 moves ahead.

        Requires that the game is in play.

        >>> from gametree import Pebbles
        >>> MiniMax(Pebbles(), 5).search(5, Pebbles().start)
        BestEdge(2, Definitely(Winner(Player.MAXIE)))
        """
        edges = self.game.moves(state).map(
            lambda move: BestEdge(move, self.evaluate(depth - 1, self.game.make_move(state, move)))
        )
        best = _max_edge if self.game.player(state) is Player.MAXIE else _min_edge
        return edges.reduce1(best)

    def evaluate(self, depth: int, state: State) -> Est:
        """Return the value of ``state``: its outcome, its estimate at depth 0, or by search.

        >>> from gametree import Pebbles
        >>> MiniMax(Pebbles(), 5).evaluate(0, Pebbles(5).start)
        Definitely(Winner(Player.MINNIE))
        """
        match self.game.status(state):
            case Over(outcome):
                return Definitely(outcome)
            case InPlay():
                return self.game.estimate(state) if depth == 0 else self.search(depth, state).est


def _max_edge(e: BestEdge, f: BestEdge) -> BestEdge:
    return f if est_compare(f.est, e.est) > 0 else e


def _min_edge(e: BestEdge, f: BestEdge) -> BestEdge:
    return f if est_compare(f.est, e.est) < 0 else e
