from math import floor

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Cons,
    Definitely,
    InPlay,
    Nil,
    Over,
    ParentPrune,
    Player,
    Pruned,
    Seq,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)


class Jamboree:
    """Alpha-beta for the first moves, minimax for the others."""

    def __init__(self, game, search_depth, prune_percentage):
        self.game = game
        self.search_depth = search_depth
        self.prune_percentage = prune_percentage

    def update_ab(self, state, ab, value):
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return (maxalpha(alpha, value), beta)
            case Player.MINNIE:
                return (alpha, minbeta(beta, value))

    def value_for(self, state, ab):
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return alpha
            case Player.MINNIE:
                return beta

    def check_bounds(self, ab, state, incoming_move, est):
        alpha, beta = ab
        match (
            self.game.player(state),
            alpha_is_less_than(alpha, est),
            beta_is_greater_than(est, beta),
        ):
            case _, True, True:
                return BestEdge(incoming_move, est)
            case (Player.MAXIE, False, _) | (Player.MINNIE, _, False):
                return PARENT_PRUNE
            case _:
                return PRUNED

    def evaluate(self, depth, ab, state, incoming_move):
        match self.game.status(state), depth:
            case Over(outcome), _:
                return self.check_bounds(ab, state, incoming_move, Definitely(outcome))
            case InPlay(), 0:
                return self.check_bounds(ab, state, incoming_move, self.game.estimate(state))
            case InPlay(), _:
                abmoves, mmmoves = self.divide(self.game.moves(state))
                match self.search(depth, ab, state, abmoves, mmmoves):
                    case Pruned():
                        return PRUNED
                    case BestEdge(_, est):
                        return self.check_bounds(ab, state, incoming_move, est)

    def divide(self, moves):
        """divide(moves) ==> (abmoves, mmmoves)"""
        return self.take(floor(self.prune_percentage * len(moves)), moves)

    def take(self, n, moves):
        """take(n, moves) ==> (the first n of moves, the others)"""
        match n, moves.showl():
            case 0, _:
                return Seq.empty(), moves
            case _, Cons(move, rest):
                first, last = self.take(n - 1, rest)
                return first.cons(move), last

    def search(self, depth, ab, state, abmoves, mmmoves):
        match abmoves.showl():
            case Cons(move, rest):
                match self.evaluate(depth - 1, ab, self.game.make_move(state, move), move):
                    case ParentPrune():
                        return PRUNED
                    case value:
                        ab = self.update_ab(state, ab, value)
                        return self.search(depth, ab, state, rest, mmmoves)
            case Nil():
                results = mmmoves.map(
                    lambda m: self.evaluate(depth - 1, ab, self.game.make_move(state, m), m)
                )
                best = results.reduce1(lambda v, w: self.join(state, v, w))
                match self.join(state, self.value_for(state, ab), best):
                    case ParentPrune():
                        return PRUNED
                    case value:
                        return value

    def join(self, state, v, w):
        """join(state, v, w) ==> the better result; PARENT_PRUNE wins over everything"""
        match v, w:
            case (ParentPrune(), _) | (_, ParentPrune()):
                return PARENT_PRUNE
            case _:
                match self.game.player(state):
                    case Player.MAXIE:
                        return maxalpha(v, w)
                    case Player.MINNIE:
                        return minbeta(v, w)

    def next_move(self, state):
        abmoves, mmmoves = self.divide(self.game.moves(state))
        match self.search(self.search_depth, (PRUNED, PRUNED), state, abmoves, mmmoves):
            case BestEdge(move, _):
                return move
