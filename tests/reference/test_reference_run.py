"""The matches of run: who plays whom, and that they can be played (CMU 2014, 3.4 and 4.3.4)."""

import builtins
from unittest.mock import patch

import pytest

import run
from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee
from tests.transcripts import screen


@pytest.mark.parametrize(
    ("referee", "minnie"),
    [(run.c4_hvmm(), MiniMax), (run.c4_hvab(), AlphaBeta)],
    ids=["hvmm", "hvab"],
)
def test_a_human_plays_maxie_on_a_7_by_6_board(
    referee: Referee[C4State, int], minnie: type[MiniMax[C4State, int] | AlphaBeta[C4State, int]]
) -> None:
    assert isinstance(referee.maxie, HumanPlayer)
    assert isinstance(referee.minnie, minnie)
    assert isinstance(referee.game, Connect4)
    assert referee.maxie.game is referee.minnie.game is referee.game
    assert (referee.game.num_cols, referee.game.num_rows) == (7, 6)


def test_making_a_match_reads_nothing() -> None:
    with patch.object(builtins, "input", side_effect=AssertionError("read")):
        run.c4_hvab()
        run.c4_hvmm()


def test_a_match_against_alpha_beta_can_be_played() -> None:
    """Alpha-beta sees three in a column coming, and blocks."""
    shown = screen(run.c4_hvab().go, ["3", "3", "3"])
    assert shown.count("Maxie decides to make the move 3") == 3
    assert shown.count("Minnie decides to make the move") == 3
    assert shown.endswith("The match stops here: the input ended before Maxie made a move.\n")
