"""Files of moves are played, and whole games are measured."""

import re
from pathlib import Path

import pytest

from gametree import ConnectFourGame
from gametree.scripts import analysis, main, run_script


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
