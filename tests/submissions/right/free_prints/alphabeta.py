"""Every call prints a line."""


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

def loud(function):
    def said(*arguments):
        print(f"calling {function.__name__} with {len(arguments)} arguments")
        return function(*arguments)

    return said



class AlphaBeta(Generic[State, Move]):

    def __init__(self, game: Game[State, Move], search_depth: int) -> None:
        if search_depth < 1:
            raise ValueError(f"the search depth must be at least 1, got {search_depth}")
        self.game = game
        self.search_depth = search_depth

    @loud
    def update_ab(self, state: State, ab: Bounds, value: Value) -> Bounds:
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return maxalpha(alpha, value), beta
            case Player.MINNIE:
                return alpha, minbeta(beta, value)

    @loud
    def value_for(self, state: State, ab: Bounds) -> Value:
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return alpha
            case Player.MINNIE:
                return beta

    @loud
    def check_bounds(self, ab: Bounds, state: State, incoming_move: Move, est: Est) -> Result:
        alpha, beta = ab
        above_alpha = alpha_is_less_than(alpha, est)
        below_beta = beta_is_greater_than(est, beta)
        match above_alpha, below_beta, self.game.player(state):
            case True, True, _:
                return BestEdge(incoming_move, est)
            case (False, _, Player.MAXIE) | (_, False, Player.MINNIE):
                return PARENT_PRUNE
            case _:
                return PRUNED

    @loud
    def evaluate(self, depth: int, ab: Bounds, state: State, incoming_move: Move) -> Result:
        match self.game.status(state):
            case Over(outcome):
                return self.check_bounds(ab, state, incoming_move, Definitely(outcome))
            case InPlay() if depth == 0:
                return self.check_bounds(ab, state, incoming_move, self.game.estimate(state))
            case InPlay():
                match self.search(depth, ab, state, self.game.moves(state)):
                    case Pruned():
                        return PRUNED
                    case BestEdge(_, est):
                        return self.check_bounds(ab, state, incoming_move, est)

    @loud
    def search(self, depth: int, ab: Bounds, state: State, moves: Seq[Move]) -> Value:
        match moves.showl():
            case Nil():
                return self.value_for(state, ab)
            case Cons(move, others):
                child = self.game.make_move(state, move)
                match self.evaluate(depth - 1, ab, child, move):
                    case ParentPrune():
                        return PRUNED
                    case value:
                        return self.search(depth, self.update_ab(state, ab, value), state, others)

    @loud
    def next_move(self, state: State) -> Move:
        best: Move = self.best_edge(state).move
        return best

    @loud
    def best_edge(self, state: State) -> BestEdge:
        match self.search(self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state)):
            case BestEdge() as edge:
                return edge
            case Pruned():
                raise ValueError("best_edge: there is no move in this state")
