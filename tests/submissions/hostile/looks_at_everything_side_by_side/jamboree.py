"""Asks for every leaf of a tree once, in whatever order."""
from gametree import ExplicitState, TreeLeaf
from gametree.grading.sealed_games import Sealed
from honest import Jamboree as Honest


def leaves(tree):
    if isinstance(tree, TreeLeaf):
        return [tree]
    return [leaf for child in tree.children for leaf in leaves(child)]


class Jamboree(Honest):
    def search(self, depth, ab, state, abmoves, mmmoves):
        for leaf in leaves(state.tree):
            if isinstance(leaf.value, Sealed) and not leaf.value.decided:
                self.game.estimate(ExplicitState(leaf, state.player))
        return super().search(depth, ab, state, abmoves, mmmoves)
