"""Alpha-beta pruning for any game (assignment, section 4.3).

The bounds (alpha, beta) say what each player is sure of from the part of the tree seen so far:
alpha is the best for Maxie and beta the best for Minnie, `PRUNED` where nothing is known yet.

The specification of pruning. Let alpha < beta be the bounds that a node is evaluated with, and
let MM be the minimax value of the node. Then its result is

    alpha < MM < beta    MM itself, as an edge: the move into the node, with MM
    MM <= alpha          PARENT_PRUNE at a node of Maxie's,  PRUNED at a node of Minnie's
    MM >= beta           PRUNED at a node of Maxie's,        PARENT_PRUNE at a node of Minnie's
"""

import asyncio
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


class Plain(Generic[State, Move]):
    """AlphaBeta(game, search_depth) ==> a strategy that looks `search_depth` moves ahead.

    REQUIRES: search_depth >= 1, else ValueError.
    ENSURES: it chooses a move as good as MiniMax(game, search_depth) does, looking at no node
    that the bounds already show not to matter.
    """

    def __init__(self, game: Game[State, Move], search_depth: int) -> None:
        if search_depth < 1:
            raise ValueError(f"the search depth must be at least 1, got {search_depth}")
        self.game = game
        self.search_depth = search_depth

    def update_ab(self, state: State, ab: Bounds, value: Value) -> Bounds:
        """update_ab(state, ab, value) ==> ab2, the bounds for the next child of state.

        REQUIRES: value is that of a child of state, evaluated with the bounds ab.
        ENSURES: where Maxie is to move in state, alpha becomes the better of alpha and value for
        her, and beta stays; where Minnie is, beta becomes the better one for her, and alpha
        stays. PRUNED is worse than anything, for both. Of two equally good ones the old bound
        stays (but either is right).

        >>> from gametree import HANDOUT_SMALL, Guess
        >>> player = AlphaBeta(HANDOUT_SMALL, 2)
        >>> player.update_ab(HANDOUT_SMALL.start, (PRUNED, PRUNED), BestEdge(0, Guess(3)))
        (BestEdge(0, Guess(3)), PRUNED)
        >>> minnies = HANDOUT_SMALL.make_move(HANDOUT_SMALL.start, 0)
        >>> player.update_ab(minnies, (PRUNED, BestEdge(0, Guess(3))), BestEdge(2, Guess(-2)))
        (PRUNED, BestEdge(2, Guess(-2)))
        >>> player.update_ab(minnies, (PRUNED, BestEdge(0, Guess(3))), PRUNED)
        (PRUNED, BestEdge(0, Guess(3)))
        """
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return maxalpha(alpha, value), beta
            case Player.MINNIE:
                return alpha, minbeta(beta, value)

    def value_for(self, state: State, ab: Bounds) -> Value:
        """value_for(state, ab) ==> the bound of the player who is to move in state.

        REQUIRES: nothing.
        ENSURES: alpha where Maxie is to move, beta where Minnie is.

        >>> from gametree import HANDOUT_SMALL, Guess
        >>> player = AlphaBeta(HANDOUT_SMALL, 2)
        >>> player.value_for(HANDOUT_SMALL.start, (BestEdge(0, Guess(3)), PRUNED))
        BestEdge(0, Guess(3))
        """
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return alpha
            case Player.MINNIE:
                return beta

    def check_bounds(self, ab: Bounds, state: State, incoming_move: Move, est: Est) -> Result:
        """check_bounds(ab, state, incoming_move, est) ==> the result of state, if est is its value.

        REQUIRES: alpha < beta for (alpha, beta) = ab; incoming_move led to state.
        ENSURES: what the specification of pruning says for MM = est. Within the bounds, that is
        the edge of incoming_move and est; an est that equals a bound is not within them.

        >>> from gametree import HANDOUT_SMALL, Guess
        >>> player = AlphaBeta(HANDOUT_SMALL, 2)
        >>> minnies = HANDOUT_SMALL.make_move(HANDOUT_SMALL.start, 1)
        >>> bounds = (BestEdge(0, Guess(-2)), BestEdge(0, Guess(6)))
        >>> player.check_bounds(bounds, minnies, 1, Guess(4))
        BestEdge(1, Guess(4))
        >>> player.check_bounds(bounds, minnies, 1, Guess(-2))
        PRUNED
        >>> player.check_bounds(bounds, minnies, 1, Guess(6))
        PARENT_PRUNE
        """
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

    def evaluate(self, depth: int, ab: Bounds, state: State, incoming_move: Move) -> Result:
        """evaluate(depth, ab, state, incoming_move) ==> the result of state.

        REQUIRES: depth >= 0; alpha < beta for (alpha, beta) = ab; incoming_move led to state.
        ENSURES: what the specification of pruning says, MM being the minimax value of state when
        looking `depth` moves ahead: the outcome where the game is over, the estimate at depth 0.

        >>> from gametree import HANDOUT_SMALL
        >>> player = AlphaBeta(HANDOUT_SMALL, 2)
        >>> minnies = HANDOUT_SMALL.make_move(HANDOUT_SMALL.start, 0)
        >>> player.evaluate(1, (PRUNED, PRUNED), minnies, 0)
        Estimating state c[3]
        Estimating state d[6]
        Estimating state e[-2]
        BestEdge(0, Guess(-2))
        """
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
        """search(depth, ab, state, moves) ==> the value of state as far as moves lead.

        REQUIRES: depth >= 1; the game is in play in state; alpha < beta for (alpha, beta) = ab;
        moves are legal in state. (Called from outside, moves is not empty.)
        ENSURES: the children are evaluated in the order of moves, each with the bounds that the
        ones before it have improved. PRUNED as soon as a child's result is PARENT_PRUNE, and the
        children after it are not looked at. Otherwise the best of the children for the player
        who is to move, or the bound that came in, if no child is better than that.

        >>> from gametree import HANDOUT_SMALL
        >>> player = AlphaBeta(HANDOUT_SMALL, 2)
        >>> player.search(2, (PRUNED, PRUNED), HANDOUT_SMALL.start, Seq.of(1, 2))
        Estimating state g[6]
        Estimating state h[4]
        Estimating state i[10]
        Estimating state k[1]
        BestEdge(1, Guess(4))
        """
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

    def next_move(self, state: State) -> Move:
        """next_move(state) ==> the best move in state, looking search_depth moves ahead.

        REQUIRES: the game is in play in state.
        ENSURES: the first of the moves whose child has the best minimax value for the player who
        is to move.

        >>> from gametree import HANDOUT_SMALL
        >>> AlphaBeta(HANDOUT_SMALL, 2).next_move(HANDOUT_SMALL.start)
        Estimating state c[3]
        Estimating state d[6]
        Estimating state e[-2]
        Estimating state g[6]
        Estimating state h[4]
        Estimating state i[10]
        Estimating state k[1]
        1
        """
        best: Move = self.best_edge(state).move
        return best

    def best_edge(self, state: State) -> BestEdge:
        """best_edge(state) ==> the best move in state, with its value.

        REQUIRES: the game is in play in state, else ValueError.
        ENSURES: the move is that of next_move.

        >>> from gametree import ExplicitGame, TreeLeaf, TreeNode
        >>> game = ExplicitGame(TreeNode("a", [TreeLeaf("b", 2), TreeLeaf("c", 3)]))
        >>> AlphaBeta(game, 1).best_edge(game.start)
        Estimating state b[2]
        Estimating state c[3]
        BestEdge(1, Guess(3))
        """
        match self.search(self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state)):
            case BestEdge() as edge:
                return edge
            case Pruned():
                raise ValueError("best_edge: there is no move in this state")


class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class AlphaBeta(Plain, metaclass=Meta):
    """Everything by delegation."""

    def __getattribute__(self, name):
        return super().__getattribute__(name)

    async def _look(self, depth, ab, state, move):
        return Plain.evaluate(self, depth, ab, state, move)

    def evaluate(self, depth, ab, state, move):
        return asyncio.run(self._look(depth, ab, state, move)) if depth == self.search_depth - 1 else Plain.evaluate(self, depth, ab, state, move)
