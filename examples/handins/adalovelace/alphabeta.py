"""Alpha-beta pruning, by Ada Lovelace."""

from typing import Any

from gametree import (
    PRUNED,
    BestEdge,
    Bounds,
    Cons,
    Definitely,
    Nil,
    Over,
    ParentPrune,
    Result,
    Seq,
    Value,
)
from windows import OPEN, Windowed


class AlphaBeta(Windowed):
    """A player that looks search_depth moves ahead."""

    def __init__(self, game: Any, search_depth: int) -> None:
        self.game = game
        self.search_depth = search_depth

    def evaluate(self, depth: int, ab: Bounds, state: Any, incoming_move: Any) -> Result:
        """evaluate(depth, ab, state, incoming_move) ==> the label of state

        REQUIRES: depth >= 0 and alpha < beta
        ENSURES: as the specification of pruning says
        """
        match self.game.status(state):
            case Over(outcome):
                est = Definitely(outcome)
            case _ if depth == 0:
                est = self.game.estimate(state)
            case _:
                match self.search(depth, ab, state, self.game.moves(state)):
                    case BestEdge(_, est):
                        pass
                    case pruned:
                        return pruned
        return self.check_bounds(ab, state, incoming_move, est)

    def search(self, depth: int, ab: Bounds, state: Any, moves: Seq[Any]) -> Value:
        """search(depth, ab, state, moves) ==> the best that state can reach by moves

        REQUIRES: depth > 0, the game goes on in state
        ENSURES: PRUNED at the first PARENT_PRUNE; else the best child, or the bound
        """
        match moves.showl():
            case Nil():
                return self.value_for(state, ab)
            case Cons(move, others):
                match self.evaluate(depth - 1, ab, self.game.make_move(state, move), move):
                    case ParentPrune():
                        return PRUNED
                    case value:
                        return self.search(depth, self.update_ab(state, ab, value), state, others)

    def next_move(self, state: Any) -> Any:
        """next_move(state) ==> the best move

        REQUIRES: the game goes on in state
        ENSURES: the first one of the best
        """
        return self.search(self.search_depth, OPEN, state, self.game.moves(state)).move
