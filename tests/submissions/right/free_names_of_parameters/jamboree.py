"""Parameters have other names."""


import math
from typing import Generic

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Bounds,
    Cons,
    Definitely,
    Est,
    Game,
    InPlay,
    Nil,
    Over,
    ParentPrune,
    Player,
    Pruned,
    Result,
    Seq,
    Value,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)
from gametree.game import Move, State


class Jamboree(Generic[State, Move]):

    def __init__(self, game_given: Game[State, Move], search_depth_given: int, prune_percentage_given: float) -> None:
        if search_depth_given < 1:
            raise ValueError(f"the search depth must be at least 1, got {search_depth_given}")
        if not 0 <= prune_percentage_given <= 1:
            raise ValueError(f"prune_percentage must be from 0 to 1, got {prune_percentage_given}")
        self.game = game_given
        self.search_depth = search_depth_given
        self.prune_percentage = prune_percentage_given

    def update_ab(self, state_given: State, ab_given: Bounds, value_given: Value) -> Bounds:
        alpha, beta = ab_given
        match self.game.player(state_given):
            case Player.MAXIE:
                return maxalpha(alpha, value_given), beta
            case Player.MINNIE:
                return alpha, minbeta(beta, value_given)

    def value_for(self, state_given: State, ab_given: Bounds) -> Value:
        alpha, beta = ab_given
        match self.game.player(state_given):
            case Player.MAXIE:
                return alpha
            case Player.MINNIE:
                return beta

    def check_bounds(self, ab_given: Bounds, state_given: State, incoming_move_given: Move, est_given: Est) -> Result:
        alpha, beta = ab_given
        above_alpha = alpha_is_less_than(alpha, est_given)
        below_beta = beta_is_greater_than(est_given, beta)
        match above_alpha, below_beta, self.game.player(state_given):
            case True, True, _:
                return BestEdge(incoming_move_given, est_given)
            case (False, _, Player.MAXIE) | (_, False, Player.MINNIE):
                return PARENT_PRUNE
            case _:
                return PRUNED

    def evaluate(self, depth_given: int, ab_given: Bounds, state_given: State, incoming_move_given: Move) -> Result:
        match self.game.status(state_given):
            case Over(outcome):
                return self.check_bounds(ab_given, state_given, incoming_move_given, Definitely(outcome))
            case InPlay() if depth_given == 0:
                return self.check_bounds(ab_given, state_given, incoming_move_given, self.game.estimate(state_given))
            case InPlay():
                abmoves, mmmoves = self.divide(self.game.moves(state_given))
                match self.search(depth_given, ab_given, state_given, abmoves, mmmoves):
                    case Pruned():
                        return PRUNED
                    case BestEdge(_, est):
                        return self.check_bounds(ab_given, state_given, incoming_move_given, est)

    def search(
        self, depth_given: int, ab_given: Bounds, state_given: State, abmoves_given: Seq[Move], mmmoves_given: Seq[Move]
    ) -> Value:
        match abmoves_given.showl():
            case Nil():
                results = mmmoves_given.map(
                    lambda move: self.evaluate(
                        depth_given - 1, ab_given, self.game.make_move(state_given, move), move
                    )
                )
                return self.combine(ab_given, state_given, results)
            case Cons(move, others):
                child = self.game.make_move(state_given, move)
                match self.evaluate(depth_given - 1, ab_given, child, move):
                    case ParentPrune():
                        return PRUNED
                    case value:
                        ab2 = self.update_ab(state_given, ab_given, value)
                        return self.search(depth_given, ab2, state_given, others, mmmoves_given)

    def combine(self, ab_given: Bounds, state_given: State, results_given: Seq[Result]) -> Value:
        match results_given.showl():
            case Nil():
                return self.value_for(state_given, ab_given)
            case Cons(result, others):
                match result:
                    case ParentPrune():
                        return PRUNED
                    case value:
                        return self.combine(self.update_ab(state_given, ab_given, value), state_given, others)

    def divide(self, moves_given: Seq[Move]) -> tuple[Seq[Move], Seq[Move]]:
        in_sequence = math.floor(self.prune_percentage * len(moves_given))
        in_order = moves_given.to_list()
        return Seq.from_list(in_order[:in_sequence]), Seq.from_list(in_order[in_sequence:])

    def next_move(self, state_given: State) -> Move:
        best: Move = self.best_edge(state_given).move
        return best

    def best_edge(self, state_given: State) -> BestEdge:
        abmoves, mmmoves = self.divide(self.game.moves(state_given))
        match self.search(self.search_depth, (PRUNED, PRUNED), state_given, abmoves, mmmoves):
            case BestEdge() as edge:
                return edge
            case Pruned():
                raise ValueError("best_edge: there is no move in this state")
