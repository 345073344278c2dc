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
    alpha_is_less_than,
    est_compare,
    maxalpha,
    minbeta,
)


class AlphaBeta:
    """Alpha-beta pruning, as in the handout."""

    def __init__(self, game, search_depth):
        self.game = game
        self.search_depth = search_depth

    def update_ab(self, state, ab, value):
        """update_ab(state, ab, value) ==> ab with value put in on the side of the mover."""
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return (maxalpha(alpha, value), beta)
            case Player.MINNIE:
                return (alpha, minbeta(beta, value))

    def value_for(self, state, ab):
        """value_for(state, ab) ==> alpha for Maxie, beta for Minnie."""
        match self.game.player(state), ab:
            case Player.MAXIE, (alpha, _):
                return alpha
            case Player.MINNIE, (_, beta):
                return beta

    def check_bounds(self, ab, state, incoming_move, est):
        """check_bounds(ab, state, incoming_move, est) ==> the label for a node worth est."""
        alpha, beta = ab
        match (
            self.game.player(state),
            alpha_is_less_than(alpha, est),
            beta is PRUNED or est_compare(est, beta.est) <= 0,
        ):
            case _, True, True:
                return BestEdge(incoming_move, est)
            case Player.MAXIE, False, _:
                return PARENT_PRUNE
            case Player.MAXIE, _, False:
                return PRUNED
            case Player.MINNIE, False, _:
                return PRUNED
            case Player.MINNIE, _, False:
                return PARENT_PRUNE

    def evaluate(self, depth, ab, state, incoming_move):
        """evaluate(depth, ab, state, incoming_move) ==> the label of state."""
        match self.game.status(state), depth:
            case Over(outcome), _:
                return self.check_bounds(ab, state, incoming_move, Definitely(outcome))
            case InPlay(), 0:
                return self.check_bounds(ab, state, incoming_move, self.game.estimate(state))
            case InPlay(), _:
                match self.search(depth, ab, state, self.game.moves(state)):
                    case Pruned():
                        return PRUNED
                    case BestEdge(_, est):
                        return self.check_bounds(ab, state, incoming_move, est)

    def search(self, depth, ab, state, moves):
        """search(depth, ab, state, moves) ==> the best that moves give, the bound included."""
        match moves.showl():
            case Nil():
                return self.value_for(state, ab)
            case Cons(move, rest):
                match self.evaluate(depth - 1, ab, self.game.make_move(state, move), move):
                    case ParentPrune():
                        return PRUNED
                    case value:
                        return self.search(depth, self.update_ab(state, ab, value), state, rest)

    def next_move(self, state):
        """next_move(state) ==> the move to make."""
        match self.search(self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state)):
            case BestEdge(move, _):
                return move
