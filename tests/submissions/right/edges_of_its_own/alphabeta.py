"""Alpha-beta pruning whose edges are of a class of its own."""

import plain
from gametree import BestEdge


class Edge(BestEdge):
    """An edge that knows where it came from."""

    def __new__(cls, *a):
        return super().__new__(cls)

    @property
    def why(self):
        return "best"


class AlphaBeta(plain.AlphaBeta):
    def check_bounds(self, ab, state, incoming_move, est):
        match super().check_bounds(ab, state, incoming_move, est):
            case BestEdge(move, value):
                return Edge(move, value)
            case other:
                return other
