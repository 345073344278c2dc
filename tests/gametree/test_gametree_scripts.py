"""Files of moves are played, and whole games are measured."""

import re
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gametree import ConnectFourGame
from gametree.scripts import HEAD, analysis, main, run_script
from tests.support import ROOT


def leftmost(game: ConnectFourGame, _alpha_beta: bool) -> int:
    return game.list_legal_moves()[0]


def test_a_script_prints_what_a_dialog_would() -> None:
    text = run_script(["# a game", "new 2", "", "play 3", "round 3", "plain", "finish"], leftmost)
    assert text.count("plays column 3:") == 2
    assert "Moves played: " in text


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["play 3"], "line 1, 'play 3': a game begins with `new LEVEL`"),
        (["new 2", "jump"], "line 2, 'jump': no such command"),
        (["new 2", "play 9"], "line 2, 'play 9': "),
    ],
)
def test_a_line_that_can_not_be_carried_out_is_named(lines: list[str], words: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(words)}"):
        run_script(lines, leftmost)


def test_the_table_has_a_line_for_each_level_with_and_without_pruning() -> None:
    table = analysis([1, 2], leftmost)
    assert [line.split()[:2] for line in table[1:]] == [
        ["1", "no"],
        ["1", "yes"],
        ["2", "no"],
        ["2", "yes"],
    ]


@pytest.fixture
def in_the_handout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the pages of the handout, and a `select_move.py` that plays at once."""
    (tmp_path / "docs").mkdir()
    for name in ("analysis.txt", "connect_four.in"):
        shutil.copy(ROOT / "handout/docs" / name, tmp_path / "docs")
    mover: Any = SimpleNamespace(compute_move=leftmost)
    monkeypatch.setitem(sys.modules, "select_move", mover)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_table_of_the_page_is_filled_in_and_answers_stay(in_the_handout: Path) -> None:
    assert main(["--analysis", "2"]) == 0
    written = in_the_handout / "analysis.txt"
    first = written.read_text("utf-8").splitlines()
    at = first.index(HEAD)
    assert [len(row.split()) for row in first[at + 1 : at + 9]] == [2, 2, 6, 6, 2, 2, 2, 2]
    assert first[at + 10].startswith("1. By what factor")
    written.write_text("\n".join([*first, "Mine."]), "utf-8")
    assert main(["--analysis", "1", "7"]) == 0
    lines = written.read_text("utf-8").splitlines()
    rows = [row.split() for row in lines[at + 1 : at + 11]]
    assert [len(row) for row in rows] == [6, 6, 6, 6, 2, 2, 2, 2, 6, 6]
    assert rows[-1][:2] == ["7", "yes"]
    assert lines[-1] == "Mine."


def test_the_script_of_the_page_plays_to_the_end(in_the_handout: Path) -> None:
    assert main(["docs/connect_four.in"]) == 0
    assert "Moves played: " in (in_the_handout / "docs/connect_four.out").read_text("utf-8")


@pytest.mark.parametrize("arguments", [["docs/connect_four.in"], ["--analysis", "1"]])
def test_with_nothing_written_it_says_so(
    in_the_handout: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    def unwritten(_game: ConnectFourGame, _alpha_beta: bool) -> int:
        raise NotImplementedError("compute_move")

    vars(sys.modules["select_move"])["compute_move"] = unwritten
    assert main(arguments) == 1
    assert capsys.readouterr().err == "select_move.py: compute_move is not written yet\n"
    assert not (in_the_handout / "analysis.txt").exists()


def test_a_file_of_moves_becomes_a_file_of_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "connect_four.in"
    script.write_text("new 1\nplay 3\n", "utf-8")
    assert main([str(script)]) == 0
    assert "X plays column 3:" in script.with_suffix(".out").read_text("utf-8")
    script.write_text("jump\n", "utf-8")
    assert main([str(script)]) == 1
    assert "a game begins with" in capsys.readouterr().err
