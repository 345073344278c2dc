"""Touches everything that there is, and asserts nothing about it."""
import alphabeta, connect4, jamboree, las, lolo, nim, popout, run, select_move
from gametree import HANDOUT_SMALL

MODULES = (alphabeta, connect4, jamboree, las, lolo, nim, popout, run, select_move)


def test_everything_is_there():
    for module in MODULES:
        for name in dir(module):
            assert getattr(module, name) is not NotImplemented
    for made in (
        connect4.Connect4(),
        popout.PopOut(),
        alphabeta.AlphaBeta(HANDOUT_SMALL, 2),
        jamboree.Jamboree(HANDOUT_SMALL, 2, 0.5),
        run.c4_hvab(),
        run.c4_hvmm(),
    ):
        for name in dir(made):
            if not name.startswith("_"):
                assert getattr(made, name) is not NotImplemented
