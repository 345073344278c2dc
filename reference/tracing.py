"""Alpha-beta pruning and Jamboree that print what they do (CMU 2014, figures 4 and 5)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from alphabeta import AlphaBeta
from gametree import (
    BestEdge,
    Bounds,
    Definitely,
    Draw,
    Est,
    Game,
    Guess,
    Over,
    ParentPrune,
    Pruned,
    Result,
    Winner,
)
from gametree.game import Move, State
from jamboree import Jamboree


@dataclass
class Trace(Generic[State]):
    """Trace(name_of, say) ==> a teller of searches, which counts the terminals visited.

    REQUIRES: name_of names a state, say takes one line of text.
    ENSURES: each method says the lines of one event, worded as in CMU 2014, figures 4 and 5.
    """

    name_of: Callable[[State], str]
    say: Callable[[str], None] = print
    terminals: int = 0

    def searching(self, state: State) -> None:
        """searching(state) ==> None, saying that a search begins at the root."""
        self.say(f"Searching state {self.name_of(state)} with ab=(Pruned,Pruned)")

    def evaluating(self, state: State, ab: Bounds, *, terminal: bool) -> None:
        """evaluating(state, ab) ==> None, saying with which bounds a node is evaluated."""
        self.terminals += terminal
        alpha, beta = map(result_to_string, ab)
        self.say(f"Evaluating state {self.name_of(state)} with ab=({alpha},{beta})")

    def evaluated(self, state: State, result: Result) -> None:
        """evaluated(state, result) ==> None, saying what came of a node."""
        self.say(f"Result of {self.name_of(state)} is {result_to_string(result)}")

    def found(self, state: State, best: BestEdge, move: str) -> None:
        """found(state, best, move) ==> None, saying the value of the root and the best move."""
        value = est_to_string(best.est)
        self.say(f"Therefore value of {self.name_of(state)} is {value}, and best move is {move}.")
        self.say(f"Terminals visited: {self.terminals}")


class TracedAlphaBeta(AlphaBeta[State, Move]):
    """TracedAlphaBeta(game, search_depth, trace) ==> AlphaBeta that reports its search to trace.

    REQUIRES: as AlphaBeta.
    ENSURES: it searches exactly as AlphaBeta does.

    >>> from gametree import ExplicitGame, TreeLeaf, TreeNode
    >>> game = ExplicitGame(TreeNode("a", [TreeLeaf("b", 2), TreeLeaf("c", -3)]))
    >>> TracedAlphaBeta(game, 1, Trace(lambda state: state.tree.label)).next_move(game.start)
    Searching state a with ab=(Pruned,Pruned)
    Evaluating state b with ab=(Pruned,Pruned)
    Estimating state b[2]
    Result of b is Guess:2
    Evaluating state c with ab=(Guess:2,Pruned)
    Estimating state c[-3]
    Result of c is Pruned
    Therefore value of a is Guess:2, and best move is 0.
    Terminals visited: 2
    0
    """

    def __init__(self, game: Game[State, Move], search_depth: int, trace: Trace[State]) -> None:
        super().__init__(game, search_depth)
        self.trace = trace

    def best_edge(self, state: State) -> BestEdge:
        """best_edge(state) ==> as AlphaBeta's, reported."""
        self.trace.searching(state)
        best = super().best_edge(state)
        self.trace.found(state, best, self.game.move_to_string(best.move))
        return best

    def evaluate(self, depth: int, ab: Bounds, state: State, incoming_move: Move) -> Result:
        """evaluate(depth, ab, state, incoming_move) ==> as AlphaBeta's, reported."""
        terminal = depth == 0 or isinstance(self.game.status(state), Over)
        self.trace.evaluating(state, ab, terminal=terminal)
        result = super().evaluate(depth, ab, state, incoming_move)
        self.trace.evaluated(state, result)
        return result


class TracedJamboree(Jamboree[State, Move]):
    """TracedJamboree(game, search_depth, prune_percentage, trace) ==> Jamboree reporting to trace.

    REQUIRES: as Jamboree.
    ENSURES: it searches exactly as Jamboree does, and reports parallel children from left to right.
    """

    def __init__(
        self,
        game: Game[State, Move],
        search_depth: int,
        prune_percentage: float,
        trace: Trace[State],
    ) -> None:
        super().__init__(game, search_depth, prune_percentage)
        self.trace = trace

    def best_edge(self, state: State) -> BestEdge:
        """best_edge(state) ==> as Jamboree's, reported."""
        self.trace.searching(state)
        best = super().best_edge(state)
        self.trace.found(state, best, self.game.move_to_string(best.move))
        return best

    def evaluate(self, depth: int, ab: Bounds, state: State, incoming_move: Move) -> Result:
        """evaluate(depth, ab, state, incoming_move) ==> as Jamboree's, reported."""
        terminal = depth == 0 or isinstance(self.game.status(state), Over)
        self.trace.evaluating(state, ab, terminal=terminal)
        result = super().evaluate(depth, ab, state, incoming_move)
        self.trace.evaluated(state, result)
        return result


def result_to_string(result: Result) -> str:
    """result_to_string(result) ==> result as the figures print it, without its move.

    >>> result_to_string(BestEdge(0, Guess(-2)))
    'Guess:-2'
    """
    match result:
        case BestEdge(_, est):
            return est_to_string(est)
        case Pruned():
            return "Pruned"
        case ParentPrune():
            return "ParentPrune"


def est_to_string(est: Est) -> str:
    """est_to_string(est) ==> est as the figures print it.

    >>> from gametree import DRAW
    >>> est_to_string(Definitely(DRAW))
    'Definitely:Draw'
    """
    match est:
        case Guess(value):
            return f"Guess:{value}"
        case Definitely(Winner(player)):
            return f"Definitely:{player}"
        case Definitely(Draw()):
            return "Definitely:Draw"
    raise TypeError(f"not an estimate: {est!r}")
