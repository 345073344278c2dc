"""Parameters have other names."""


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


class AlphaBeta(Generic[State, Move]):

    def __init__(self, game_given: Game[State, Move], search_depth_given: int) -> None:
        if search_depth_given < 1:
            raise ValueError(f"the search depth must be at least 1, got {search_depth_given}")
        self.game = game_given
        self.search_depth = search_depth_given

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
                match self.search(depth_given, ab_given, state_given, self.game.moves(state_given)):
                    case Pruned():
                        return PRUNED
                    case BestEdge(_, est):
                        return self.check_bounds(ab_given, state_given, incoming_move_given, est)

    def search(self, depth_given: int, ab_given: Bounds, state_given: State, moves_given: Seq[Move]) -> Value:
        match moves_given.showl():
            case Nil():
                return self.value_for(state_given, ab_given)
            case Cons(move, others):
                child = self.game.make_move(state_given, move)
                match self.evaluate(depth_given - 1, ab_given, child, move):
                    case ParentPrune():
                        return PRUNED
                    case value:
                        return self.search(depth_given, self.update_ab(state_given, ab_given, value), state_given, others)

    def next_move(self, state_given: State) -> Move:
        best: Move = self.best_edge(state_given).move
        return best

    def best_edge(self, state_given: State) -> BestEdge:
        match self.search(self.search_depth, (PRUNED, PRUNED), state_given, self.game.moves(state_given)):
            case BestEdge() as edge:
                return edge
            case Pruned():
                raise ValueError("best_edge: there is no move in this state")
