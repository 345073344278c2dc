"""Asks the judge for leaves by numbers that no leaf has, and for outcomes of games in play."""
from gametree.grading.sealed_games import SealedGame
from honest import AlphaBeta as Honest


class AlphaBeta(Honest):
    def evaluate(self, depth, ab, state, incoming_move):
        if type(self.game) is SealedGame:
            for what, number in ((0, 10**6), (1, 0), (0, -1), (2, 0), (True, True)):
                try:
                    self.game._ask(what, number)
                except Exception:
                    continue
        return super().evaluate(depth, ab, state, incoming_move)
