"""The referee plays a match to its end, and prints (CMU 2014, figure 1; CMU lectures, figure 2)."""

import io
from collections.abc import Iterator

import pytest

from gametree import (
    DRAW,
    ExplicitGame,
    ExplicitState,
    HumanPlayer,
    MiniMax,
    Pebbles,
    Referee,
    TreeLeaf,
    TreeNode,
    Winner,
)
from gametree.vocabulary import Outcome, Player


class Scripted:
    """A strategy that makes the moves it was given, whatever the state."""

    def __init__(self, *moves: int) -> None:
        self.moves: Iterator[int] = iter(moves)

    def next_move(self, _state: object) -> int:
        return next(self.moves)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_each_turn_shows_the_state_the_move_and_how_long_it_took(
    capsys: pytest.CaptureFixture[str],
) -> None:
    times = iter([10.0, 13.9, 20.0, 20.2])
    Referee(Pebbles(4), Scripted(3), Scripted(1), clock=lambda: next(times)).go()
    assert lines(capsys) == [
        "4 pebbles left, Maxie to move",
        "Maxie decides to make the move 3 in 3 seconds.",
        "1 pebble left, Minnie to move",
        "Minnie decides to make the move 1 in 0 seconds.",
        "0 pebbles left, Maxie to move",
        "Game over! Maxie wins!",
    ]


@pytest.mark.parametrize(
    ("outcome", "verdict"),
    [
        (Winner(Player.MAXIE), "Game over! Maxie wins!"),
        (Winner(Player.MINNIE), "Game over! Minnie wins!"),
        (DRAW, "Game over! It's a draw!"),
    ],
)
def test_the_last_line_shows_the_outcome(
    outcome: Outcome, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    game = ExplicitGame(TreeNode("a", [TreeLeaf("b", outcome)]))
    Referee(game, Scripted(0), Scripted()).go()
    assert lines(capsys)[-2:] == ["(Minnie, b)", verdict]


def test_a_perfect_player_wins_the_pebbles_from_a_human_who_begins_well_and_then_errs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """CMU lectures, section 5: a person against minimax; 15 pebbles are a win for Maxie, 12 not."""
    monkeypatch.setattr("sys.stdin", io.StringIO("3\n3\n1\n1\n1\n1\n"))
    game = Pebbles()
    Referee(game, HumanPlayer(game), MiniMax(game, 5)).go()
    assert lines(capsys)[-1] == "Game over! Minnie wins!"


def test_the_end_of_input_ends_the_match_with_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n"))
    game = Pebbles(5)
    Referee(game, HumanPlayer(game), HumanPlayer(game), clock=lambda: 0.0).go()
    assert lines(capsys) == [
        "5 pebbles left, Maxie to move",
        "Maxie, please type your move: Maxie decides to make the move 2 in 0 seconds.",
        "3 pebbles left, Minnie to move",
        "Minnie, please type your move: ",
        "The match stops here: the input ended before Minnie made a move.",
    ]


def test_a_thousand_turns_need_no_deeper_stack_than_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Referee(Pebbles(3000), Scripted(*[1] * 1500), Scripted(*[1] * 1500)).go()
    assert lines(capsys)[-1] == "Game over! Maxie wins!"


def test_the_referee_shows_whom_it_lets_play() -> None:
    game, maxie, minnie = Pebbles(), Scripted(), Scripted()
    referee: Referee[ExplicitState, int] = Referee(game, maxie, minnie)
    assert (referee.game, referee.maxie, referee.minnie) == (game, maxie, minnie)
