"""HW 9, Jamboree."""

import math
from typing import Any

import gametree as gt
from gametree import BestEdge, Player, Seq


class Jamboree:
    def __init__(self, game: Any, search_depth: int, prune_percentage: float) -> None:
        self.game = game
        self.search_depth = search_depth
        self.prune_percentage = prune_percentage

    def update_ab(self, state: Any, ab: gt.Bounds, value: gt.Value) -> gt.Bounds:
        if self.game.player(state) == Player.MAXIE:
            return gt.maxalpha(ab[0], value), ab[1]
        else:
            return ab[0], gt.minbeta(ab[1], value)

    def value_for(self, state: Any, ab: gt.Bounds) -> gt.Value:
        if self.game.player(state) == Player.MAXIE:
            return ab[0]
        else:
            return ab[1]

    def check_bounds(self, ab: gt.Bounds, state: Any, incoming_move: Any, est: gt.Est) -> gt.Result:
        too_low = not gt.alpha_is_less_than(ab[0], est)
        too_high = not gt.beta_is_greater_than(est, ab[1])
        maxie = self.game.player(state) == Player.MAXIE
        if not too_low and not too_high:
            return BestEdge(incoming_move, est)
        elif too_low:
            if maxie:
                return gt.PARENT_PRUNE
            else:
                return gt.PRUNED
        else:
            if maxie:
                return gt.PRUNED
            else:
                return gt.PARENT_PRUNE

    def split(self, moves: Seq[Any]) -> tuple[Seq[Any], Seq[Any]]:
        """The moves for the sequential part and those for the parallel part."""
        number = math.floor(self.prune_percentage * len(moves))
        abmoves = []
        mmmoves = []
        for i in range(len(moves)):
            if i < number:
                abmoves.append(moves.nth(i))
            else:
                mmmoves.append(moves.nth(i))
        return Seq.from_list(abmoves), Seq.from_list(mmmoves)

    def evaluate(self, depth: int, ab: gt.Bounds, state: Any, incoming_move: Any) -> gt.Result:
        status = self.game.status(state)
        if isinstance(status, gt.Over):
            est = gt.Definitely(status.outcome)
        elif depth == 0:
            est = self.game.estimate(state)
        else:
            abmoves, mmmoves = self.split(self.game.moves(state))
            value = self.search(depth, ab, state, abmoves, mmmoves)
            if value is gt.PRUNED:
                return gt.PRUNED
            est = value.est
        return self.check_bounds(ab, state, incoming_move, est)

    def search(
        self, depth: int, ab: gt.Bounds, state: Any, abmoves: Seq[Any], mmmoves: Seq[Any]
    ) -> gt.Value:
        for move in abmoves:
            result = self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)
            if result is gt.PARENT_PRUNE:
                return gt.PRUNED
            ab = self.update_ab(state, ab, result)

        # parallel part: nobody sees what the others found
        stop = False
        final = ab
        for move in mmmoves:
            result = self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)
            if result is gt.PARENT_PRUNE:
                stop = True
                break
            else:
                final = self.update_ab(state, final, result)
        if stop:
            return gt.PRUNED
        return self.value_for(state, final)

    def next_move(self, state: Any) -> Any:
        abmoves, mmmoves = self.split(self.game.moves(state))
        best = self.search(self.search_depth, (gt.PRUNED, gt.PRUNED), state, abmoves, mmmoves)
        return best.move
