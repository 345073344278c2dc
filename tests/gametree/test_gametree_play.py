"""Matches in the terminal: every game and player, and one clear line for everything else."""

import builtins
import importlib
import io
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from gametree import play
from tests.transcripts import screen


def shown_by(arguments: str, typed: list[str] | None = None) -> str:
    return screen(lambda: exits(arguments, 0), typed or [])


def exits(arguments: str, status: int) -> None:
    assert play.main(arguments.split()) == status


def test_without_options_you_play_pebbles_against_minimax() -> None:
    shown = shown_by("", ["2", "1", "1", "1"])
    assert shown.startswith("15 pebbles left, Maxie to move\nMaxie, please type your move: 2\n")
    assert "Minnie decides to make the move 3 in 0 seconds." in shown


@pytest.mark.parametrize("game", ["pebbles", "connect4 --cols 4 --rows 2", "popout --cols 1"])
@pytest.mark.parametrize("who", ["minimax", "alphabeta", "jamboree"])
def test_every_player_plays_every_game_to_its_end(game: str, who: str) -> None:
    shown = shown_by(f"{game} --maxie {who} --minnie {who} --depth 2")
    assert shown.splitlines()[-1].startswith("Game over! ")


def test_connect_4_is_played_on_the_board_that_was_asked_for() -> None:
    assert " 0 1 2 3 4\n-----------\n" + "| | | | | |\n" * 4 in shown_by(
        "connect4 --cols 5 --rows 4", []
    )


SMALL_WALK = """\
                           a
        +------------------+------------------+
        b                  f                  j
  +-----+-----+      +-----+-----+      +-----+------+
c[3]  d[6]  e[-2]  g[6]  h[4]  i[10]  k[1]  l[30]  m[9]
Maxie is to move in a.
Estimating state c[3]
Estimating state d[6]
Estimating state e[-2]
Estimating state g[6]
Estimating state h[4]
Estimating state i[10]
Estimating state k[1]
Maxie decides to make the move 1.
Minnie is to move in f.
Minnie, please type your move: 5
Bad move for this state: 5
Minnie, please type your move: 1
Minnie decides to make the move 1.
The way ends in h, which is worth 4.
"""


def test_on_a_drawn_tree_the_players_walk_down_to_a_leaf() -> None:
    assert shown_by("small --maxie alphabeta --minnie human", ["5", "1"]) == SMALL_WALK


@pytest.mark.parametrize("game", ["pebbles", "big", "connect4"])
def test_the_end_of_the_input_ends_the_match_with_a_clear_line(game: str) -> None:
    last = shown_by(f"{game} --maxie human").splitlines()[-1]
    assert last == "The match stops here: the input ended before Maxie made a move."


def test_an_interrupt_ends_the_match_with_a_clear_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(builtins, "input", Mock(side_effect=KeyboardInterrupt))
    exits("pebbles", 0)
    assert capsys.readouterr().out.endswith("to move\n\nThe match stops here.\n")


# --- What is refused ---


def test_nim_and_lolo_have_a_conversation_of_their_own() -> None:
    assert shown_by("nim", [":q"]).startswith("--- CS312 NIM Game ---\n")
    assert shown_by("lolo", [":q"]).startswith("--- CS312 Lolo Game ---\n")


def test_nobody_else_plays_nim(capsys: pytest.CaptureFixture[str]) -> None:
    exits("nim --minnie alphabeta", 1)
    assert capsys.readouterr().err == "In nim you play your program: leave --minnie out.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("chess", "argument GAME: invalid choice: 'chess'"),
        ("--minnie me", "argument --minnie: invalid choice: 'me'"),
        ("--depth 0", "argument --depth: expected a number from 1 to 99, got '0'"),
        ("--cols 27", "argument --cols: expected a number from 1 to 26, got '27'"),
        ("--rows x", "argument --rows: expected a number from 1 to 40, got 'x'"),
        ("--prune nan", "argument --prune: expected a number from 0 to 1, got 'nan'"),
        ("--prune half", "argument --prune: expected a number from 0 to 1, got 'half'"),
    ],
)
def test_wrong_options_are_named_with_status_2(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        play.main(arguments.split())
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err


def test_a_missing_file_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(importlib, "import_module", missing)
    exits("connect4", 1)
    expected = "connect4.py is missing in this folder: this match needs it.\n"
    assert capsys.readouterr().err == expected


def test_a_missing_class_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib, "import_module", lambda _: object())
    exits("pebbles --minnie alphabeta", 1)
    expected = "alphabeta.py has no AlphaBeta: this match needs it.\n"
    assert capsys.readouterr().err == expected


def test_what_is_not_written_yet_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unfinished(*_: object) -> Any:
        raise NotImplementedError("next_move")

    monkeypatch.setattr(play, "_play", unfinished)
    exits("", 1)
    assert capsys.readouterr().err == "next_move is not written yet: this match needs it.\n"


def test_a_module_that_a_students_file_misses_is_the_students_to_see(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def needs_numpy(_: str) -> Any:
        raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

    monkeypatch.setattr(importlib, "import_module", needs_numpy)
    with pytest.raises(ModuleNotFoundError, match="numpy"):
        play.main(["connect4"])


def test_a_tree_is_searched_as_deep_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    exits("big --depth 3", 1)
    assert capsys.readouterr().err == "The tree big is 4 deep: leave --depth out.\n"


# --- Looks ---


def test_help_and_boards_fit_on_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        play.main(["--help"])
    shown = capsys.readouterr().out + shown_by("connect4 --cols 26 --rows 1")
    assert max(map(len, shown.splitlines())) <= 80


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colours_are_for_terminals_whose_user_wants_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert not play._has_colours(io.StringIO())
    assert play._has_colours(Terminal())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not play._has_colours(Terminal())


def test_discs_are_coloured_and_the_rest_is_as_printed() -> None:
    class Board:
        start = "nothing else is touched"

        def state_to_string(self, state: str) -> str:
            return state

    painted = play.Painted(Board())  # type: ignore[arg-type]  # all of a game that is looked at
    assert painted.state_to_string(" OX\n|X|O| |") == (" OX\n|\x1b[31mX\x1b[0m|\x1b[33mO\x1b[0m| |")
    assert painted.start == "nothing else is touched"


def test_play_runs_as_a_module_on_the_files_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "alphabeta.py").write_text("from gametree import MiniMax as AlphaBeta\n")
    command = [sys.executable, "-m", "gametree.play", "small", "--maxie=alphabeta"]
    run = subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(play.__file__).parents[1])},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.count("Estimating state") == 9 + 3
    assert run.stdout.endswith("The way ends in h, which is worth 4.\n")
