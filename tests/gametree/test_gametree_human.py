"""The human player asks until it gets a legal move, or until the input ends."""

import io

import pytest

from gametree import EndOfInput, HumanPlayer, Pebbles, PebblesState, Player

GAME = Pebbles()


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def test_a_legal_move_is_taken_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "3\n1\n")
    assert HumanPlayer(GAME).next_move(GAME.start) == 3
    assert capsys.readouterr().out == "Maxie, please type your move: "


def test_a_bad_move_is_named_and_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "4\n\npebble\n2\n")
    assert HumanPlayer(GAME).next_move(PebblesState(5, Player.MINNIE)) == 2
    prompt = "Minnie, please type your move: "
    assert capsys.readouterr().out == (
        f"{prompt}Bad move for this state: 4\n"
        f"{prompt}Bad move for this state: \n"
        f"{prompt}Bad move for this state: pebble\n"
        f"{prompt}"
    )


@pytest.mark.parametrize("text", [" 2\n", "2 \n", "2\r\n", "2"])
def test_blanks_around_a_move_do_not_matter(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    type_in(monkeypatch, text)
    assert HumanPlayer(GAME).next_move(GAME.start) == 2


def test_ten_thousand_bad_moves_are_no_more_trouble_than_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    type_in(monkeypatch, "9\n" * 10_000 + "1\n")
    assert HumanPlayer(GAME).next_move(GAME.start) == 1


@pytest.mark.parametrize("text", ["", "9\n"])
def test_the_end_of_input_is_reported_as_such(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    type_in(monkeypatch, text)
    with pytest.raises(EndOfInput, match=r"^the input ended before Maxie made a move$"):
        HumanPlayer(GAME).next_move(GAME.start)


def test_the_end_of_input_is_an_eof_error() -> None:
    assert issubclass(EndOfInput, EOFError)
