"""Has every leaf of a tree estimated before it searches, then prunes nothing."""
from gametree import PRUNED, BestEdge, ExplicitState, TreeLeaf
from gametree.grading.sealed_games import Sealed
from honest import AlphaBeta as Honest


def leaves(tree):
    if isinstance(tree, TreeLeaf):
        return [tree]
    return [leaf for child in tree.children for leaf in leaves(child)]


class AlphaBeta(Honest):
    def evaluate(self, depth, ab, state, incoming_move):
        for leaf in leaves(state.tree):
            if isinstance(leaf.value, Sealed) and not leaf.value.decided:
                self.game.estimate(ExplicitState(leaf, state.player))
        return super().evaluate(depth, ab, state, incoming_move)
