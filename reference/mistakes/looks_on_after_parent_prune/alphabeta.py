"""After a PARENT_PRUNE the other children are looked at all the same."""

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
    """AlphaBeta(game, search_depth) ==> a strategy that looks `search_depth` moves ahead."""

    def __init__(self, game: Game[State, Move], search_depth: int) -> None:
        if search_depth < 1:
            raise ValueError(f"the search depth must be at least 1, got {search_depth}")
        self.game = game
        self.search_depth = search_depth

    def update_ab(self, state: State, ab: Bounds, value: Value) -> Bounds:
        """update_ab(state, ab, value) ==> ab2, the bounds for the next child of state."""
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return (maxalpha(alpha, value), beta)
            case Player.MINNIE:
                return (alpha, minbeta(beta, value))

    def value_for(self, state: State, ab: Bounds) -> Value:
        """value_for(state, ab) ==> the bound of the player who is to move in state."""
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return alpha
            case Player.MINNIE:
                return beta

    def check_bounds(self, ab: Bounds, state: State, incoming_move: Move, est: Est) -> Result:
        """check_bounds(ab, state, incoming_move, est) ==> the result of state, if est is its value."""
        alpha, beta = ab
        above_alpha = alpha_is_less_than(alpha, est)
        below_beta = beta_is_greater_than(est, beta)
        match (above_alpha, below_beta, self.game.player(state)):
            case [True, True, _]:
                return BestEdge(incoming_move, est)
            case [False, _, Player.MAXIE] | [_, False, Player.MINNIE]:
                return PARENT_PRUNE
            case _:
                return PRUNED

    def evaluate(self, depth: int, ab: Bounds, state: State, incoming_move: Move) -> Result:
        """evaluate(depth, ab, state, incoming_move) ==> the result of state."""
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

    def search(self, depth: int, ab: Bounds, state: State, moves: Seq[Move]) -> Value:
        """search(depth, ab, state, moves) ==> the value of state as far as moves lead."""
        match moves.showl():
            case Nil():
                return self.value_for(state, ab)
            case Cons(move, others):
                child = self.game.make_move(state, move)
                match self.evaluate(depth - 1, ab, child, move):
                    case ParentPrune():
                        self.search(depth, ab, state, others)
                        return PRUNED
                    case value:
                        return self.search(depth, self.update_ab(state, ab, value), state, others)

    def next_move(self, state: State) -> Move:
        """next_move(state) ==> the best move in state, looking search_depth moves ahead."""
        best: Move = self.best_edge(state).move
        return best

    def best_edge(self, state: State) -> BestEdge:
        """best_edge(state) ==> the best move in state, with its value."""
        match self.search(self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state)):
            case BestEdge() as edge:
                return edge
            case Pruned():
                raise ValueError("best_edge: there is no move in this state")
