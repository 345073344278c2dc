"""Jamboree, alpha-beta pruning that leaves work to do in parallel.

At every node the first moves are searched one after the other, each with the bounds that the
ones before it have improved, as in alpha-beta pruning. The moves after them are searched with one
and the same bounds, so that none has to wait for another. `prune_percentage` is the share of the
moves that comes first: with 1.0 this is alpha-beta pruning, with 0.0 it is minimax, for no bound
is ever known.
"""

import math  # noqa: F401  (for floor)
from typing import Generic

from gametree import (  # noqa: F401  (all of these are for you)
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
    """Jamboree(game, search_depth, prune_percentage) ==> a strategy, part of it parallel.

    REQUIRES: search_depth >= 1 and 0 <= prune_percentage <= 1, else ValueError.
    ENSURES: it chooses a move as good as MiniMax(game, search_depth) does.
    """

    def __init__(self, game: Game[State, Move], search_depth: int, prune_percentage: float) -> None:
        if search_depth < 1:
            raise ValueError(f"the search depth must be at least 1, got {search_depth}")
        if not 0 <= prune_percentage <= 1:
            raise ValueError(f"prune_percentage must be from 0 to 1, got {prune_percentage}")
        self.game = game
        self.search_depth = search_depth
        self.prune_percentage = prune_percentage

    def update_ab(self, state: State, ab: Bounds, value: Value) -> Bounds:
        """update_ab(state, ab, value) ==> ab2, the bounds for the next child of state.

        REQUIRES: value is that of a child of state, evaluated with ab or with a wider window.
        ENSURES: where Maxie is to move in state, alpha becomes the better of alpha and value for
        her, and beta stays; where Minnie is, beta becomes the better one for her, and alpha
        stays. PRUNED is worse than anything, for both. Of two equally good ones the old bound
        stays (but either is right).

        >>> from gametree import HANDOUT_SMALL, Guess
        >>> player = Jamboree(HANDOUT_SMALL, 2, 0.5)
        >>> player.update_ab(HANDOUT_SMALL.start, (PRUNED, PRUNED), BestEdge(0, Guess(3)))
        (BestEdge(0, Guess(3)), PRUNED)
        >>> minnies = HANDOUT_SMALL.make_move(HANDOUT_SMALL.start, 0)
        >>> player.update_ab(minnies, (PRUNED, BestEdge(0, Guess(3))), BestEdge(2, Guess(-2)))
        (PRUNED, BestEdge(2, Guess(-2)))
        >>> player.update_ab(minnies, (PRUNED, BestEdge(0, Guess(3))), PRUNED)
        (PRUNED, BestEdge(0, Guess(3)))
        """
        raise NotImplementedError("update_ab")

    def value_for(self, state: State, ab: Bounds) -> Value:
        """value_for(state, ab) ==> the bound of the player who is to move in state.

        REQUIRES: nothing.
        ENSURES: alpha where Maxie is to move, beta where Minnie is.

        >>> from gametree import HANDOUT_SMALL, Guess
        >>> player = Jamboree(HANDOUT_SMALL, 2, 0.5)
        >>> player.value_for(HANDOUT_SMALL.start, (BestEdge(0, Guess(3)), PRUNED))
        BestEdge(0, Guess(3))
        """
        raise NotImplementedError("value_for")

    def check_bounds(self, ab: Bounds, state: State, incoming_move: Move, est: Est) -> Result:
        """check_bounds(ab, state, incoming_move, est) ==> the result of state, if est is its value.

        REQUIRES: alpha < beta for (alpha, beta) = ab; incoming_move led to state.
        ENSURES: what the specification of pruning says for MM = est. Within the bounds, that is
        the edge of incoming_move and est; an est that equals a bound is not within them.

        >>> from gametree import HANDOUT_SMALL, Guess
        >>> player = Jamboree(HANDOUT_SMALL, 2, 0.5)
        >>> minnies = HANDOUT_SMALL.make_move(HANDOUT_SMALL.start, 1)
        >>> bounds = (BestEdge(0, Guess(-2)), BestEdge(0, Guess(6)))
        >>> player.check_bounds(bounds, minnies, 1, Guess(4))
        BestEdge(1, Guess(4))
        >>> player.check_bounds(bounds, minnies, 1, Guess(-2))
        PRUNED
        >>> player.check_bounds(bounds, minnies, 1, Guess(6))
        PARENT_PRUNE
        """
        raise NotImplementedError("check_bounds")

    def evaluate(self, depth: int, ab: Bounds, state: State, incoming_move: Move) -> Result:
        """evaluate(depth, ab, state, incoming_move) ==> the result of state.

        REQUIRES: depth >= 0; alpha < beta for (alpha, beta) = ab; incoming_move led to state.
        ENSURES: what the specification of pruning says (see alphabeta), MM being the minimax
        value of state when looking `depth` moves ahead: the outcome where the game is over, the
        estimate at depth 0. Of n moves the first floor(prune_percentage * n), in the arithmetic
        of floats, are searched one after the other, the rest in parallel.

        >>> from gametree import HANDOUT_SMALL
        >>> player = Jamboree(HANDOUT_SMALL, 2, 0.5)
        >>> minnies = HANDOUT_SMALL.make_move(HANDOUT_SMALL.start, 0)
        >>> player.evaluate(1, (PRUNED, PRUNED), minnies, 0)
        Estimating state c[3]
        Estimating state d[6]
        Estimating state e[-2]
        BestEdge(0, Guess(-2))
        """
        raise NotImplementedError("evaluate")

    def search(
        self, depth: int, ab: Bounds, state: State, abmoves: Seq[Move], mmmoves: Seq[Move]
    ) -> Value:
        """search(depth, ab, state, abmoves, mmmoves) ==> the value of state as far as these lead.

        REQUIRES: depth >= 1; the game is in play in state; alpha < beta for (alpha, beta) = ab;
        abmoves and mmmoves are legal in state, and not both empty when called from outside.
        ENSURES: the children of abmoves are evaluated in order, each with the bounds that the
        ones before it have improved. PRUNED as soon as one of their results is PARENT_PRUNE: no
        child after it is looked at, and none of mmmoves. Then all children of mmmoves are
        evaluated with the bounds reached so far, none of them improving those of another; if any
        of their results is PARENT_PRUNE, the value is PRUNED. Otherwise it is the best of all
        the children for the player who is to move, or the bound that came in, if no child is
        better than that.

        >>> from gametree import HANDOUT_SMALL
        >>> player = Jamboree(HANDOUT_SMALL, 2, 0.5)
        >>> player.search(2, (PRUNED, PRUNED), HANDOUT_SMALL.start, Seq.of(1), Seq.of(2))
        Estimating state g[6]
        Estimating state h[4]
        Estimating state i[10]
        Estimating state k[1]
        BestEdge(1, Guess(4))
        """
        raise NotImplementedError("search")

    def next_move(self, state: State) -> Move:
        """next_move(state) ==> the best move in state, looking search_depth moves ahead.

        REQUIRES: the game is in play in state.
        ENSURES: a move whose child has the best minimax value for the player who is to move; of
        those the first, except that among equally good moves of the parallel part any may be
        chosen (the first one is here).

        >>> from gametree import HANDOUT_SMALL
        >>> Jamboree(HANDOUT_SMALL, 2, 0.5).next_move(HANDOUT_SMALL.start)
        Estimating state c[3]
        Estimating state d[6]
        Estimating state e[-2]
        Estimating state g[6]
        Estimating state h[4]
        Estimating state i[10]
        Estimating state k[1]
        Estimating state l[30]
        Estimating state m[9]
        1
        """
        raise NotImplementedError("next_move")
