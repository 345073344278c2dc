"""Jamboree, by Ada Lovelace."""

from math import floor
from typing import Any

from gametree import (
    PRUNED,
    BestEdge,
    Bounds,
    Definitely,
    Over,
    ParentPrune,
    Result,
    Seq,
    Value,
)
from windows import OPEN, Windowed


class Jamboree(Windowed):
    """A player that looks at some moves in order and at the others side by side."""

    def __init__(self, game: Any, search_depth: int, prune_percentage: float) -> None:
        self.game = game
        self.search_depth = search_depth
        self.prune_percentage = prune_percentage

    def divided(self, state: Any) -> tuple[Seq[Any], Seq[Any]]:
        """divided(state) ==> (abmoves, mmmoves)

        REQUIRES: the game goes on in state
        ENSURES: abmoves are the first floor(prune_percentage * n) of the n moves
        """
        moves = self.game.moves(state).to_list()
        n = floor(self.prune_percentage * len(moves))
        return Seq.from_list(moves[:n]), Seq.from_list(moves[n:])

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
                match self.search(depth, ab, state, *self.divided(state)):
                    case BestEdge(_, est):
                        pass
                    case pruned:
                        return pruned
        return self.check_bounds(ab, state, incoming_move, est)

    def search(
        self, depth: int, ab: Bounds, state: Any, abmoves: Seq[Any], mmmoves: Seq[Any]
    ) -> Value:
        """search(depth, ab, state, abmoves, mmmoves) ==> the best that state can reach

        REQUIRES: depth > 0, the game goes on in state
        ENSURES: abmoves in order with better and better bounds, then mmmoves with the last ones
        """

        def result(move: Any) -> Result:
            return self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)

        for move in abmoves:
            match result(move):
                case ParentPrune():
                    return PRUNED
                case value:
                    ab = self.update_ab(state, ab, value)
        results = mmmoves.map(result).to_list()
        if any(isinstance(r, ParentPrune) for r in results):
            return PRUNED
        for value in results:
            ab = self.update_ab(state, ab, value)
        return self.value_for(state, ab)

    def next_move(self, state: Any) -> Any:
        """next_move(state) ==> a best move

        REQUIRES: the game goes on in state
        ENSURES: the first one of the best
        """
        return self.search(self.search_depth, OPEN, state, *self.divided(state)).move
