"""Connect 4 whose states are of a class of its own."""

import rules
from gametree import C4State


class Known(C4State):
    """A state that knows its last column."""
    __slots__ = ("__dict__",)


def known(state):
    return Known(state.board, state.player)


class Connect4(rules.Connect4):
    @property
    def start(self):
        return known(super().start)

    def make_move(self, state, col):
        return known(super().make_move(state, col))
