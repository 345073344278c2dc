"""`grader play`: the handout's match, with the files of the reference or of a folder."""

import os
import pty
import re
import sys
from pathlib import Path

import pytest

from grader.cli import main
from tests import small_assignment
from tests.support import HANDOUT, ROOT

CONFIG = str(ROOT / "config.yaml")
PROMPT = "Maxie, please type your move: "
CTRL_D = "\x04"
TAKES_THE_FIRST = """
class AlphaBeta:
    def __init__(self, game, search_depth):
        self.game = game

    def next_move(self, state):
        print("the first will do")
        return self.game.moves(state).nth(0)
"""


class Match:
    """`grader play` in a pseudo-terminal, with somebody who types."""

    def __init__(self, *arguments: str) -> None:
        self._child, self._screen = pty.fork()
        if self._child == 0:
            os.chdir(ROOT)
            os.execv(sys.executable, [sys.executable, "-m", "grader", "play", *arguments])

    def type(self, keys: str) -> None:
        os.write(self._screen, keys.encode())

    def until(self, words: str) -> str:
        """What is shown up to these words, without colours."""
        shown = b""
        while words not in (text := _without_colours(shown)):
            read = self._read()
            assert read, text
            shown += read
        return text

    def rest(self) -> tuple[str, int]:
        """What is shown to the end, and the exit status."""
        shown = b"".join(iter(self._read, b""))
        os.close(self._screen)
        _, status = os.waitpid(self._child, 0)
        return _without_colours(shown), os.waitstatus_to_exitcode(status)

    def _read(self) -> bytes:
        try:
            return os.read(self._screen, 1 << 16)
        except OSError:  # how Linux shows that the other end has been closed
            return b""


def _without_colours(shown: bytes) -> str:
    return re.sub("\x1b[^m]*m", "", shown.decode()).replace("\r\n", "\n")


def test_somebody_types_against_alpha_beta() -> None:
    """Bad typing is asked again; the end of the input ends the match with a clear line."""
    match = Match("connect4", "--minnie", "alphabeta", "--depth", "3")
    assert match.until(PROMPT).startswith(" 0 1 2 3 4 5 6\n---------------\n| | | | | | | |\n")
    match.type("seven\n")
    assert match.until(PROMPT).splitlines()[-2:] == ["Bad move for this state: seven", PROMPT]
    match.type(" 3 \n")
    answer = match.until(PROMPT)
    assert "Maxie decides to make the move 3 in " in answer
    assert re.search(r"Minnie decides to make the move \d in \d+ seconds\.", answer)
    match.type(CTRL_D)
    shown, status = match.rest()
    expected = "The match stops here: the input ended before Maxie made a move."
    assert (shown.splitlines()[-1], status) == (expected, 0)


def test_the_reference_plays_when_no_folder_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    players = ("--maxie", "alphabeta", "--minnie", "jamboree")
    assert main(["play", "small", *players, "--config", CONFIG]) == 0
    assert capsys.readouterr().out.endswith("The way ends in h, which is worth 4.\n")


def test_the_files_of_a_folder_play_instead(tmp_path: Path) -> None:
    (tmp_path / "alphabeta.py").write_text(TAKES_THE_FIRST, "utf-8")
    shown, status = Match("small", "--maxie=alphabeta", "--files", str(tmp_path)).rest()
    assert "the first will do\nMaxie decides to make the move 0.\n" in shown
    assert status == 0


def test_what_the_folder_has_not_written_yet_is_named() -> None:
    shown, status = Match("small", "--maxie=alphabeta", "--files", str(HANDOUT)).rest()
    expected = "next_move is not written yet: this match needs it."
    assert (shown.splitlines()[-1], status) == (expected, 1)


def test_a_folder_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--files", "nowhere"]) == 2
    assert capsys.readouterr().err == "grader: nowhere: there is no such folder\n"


def test_the_help_lists_the_commands_of_the_assignment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is no assignment, there is nothing to play."""
    with pytest.raises(SystemExit):
        main(["--help"])
    assert re.search(
        r"^ +play +play a match in the terminal$", capsys.readouterr().out, re.MULTILINE
    )
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["play", "small"])
    assert ended.value.code == 2
    assert "there is no 'play' here" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("{name: grade, module: games, help: Mine}", 2, "'grade' is a command of the grader's own"),
        (
            "{name: match, module: nowhere, help: Mine}",
            1,
            "the command match can't be used: No mod",
        ),
        ("{name: match, module: json, help: Mine}", 1, "module 'json' has no attribute 'add_opti"),
    ],
)
def test_a_command_that_cannot_be_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    status: int,
    said: str,
) -> None:
    path = small_assignment.make(tmp_path, f"{small_assignment.CONFIG}commands: [{command}]\n")
    assert main(["match", "--config", str(path)]) == status
    assert said in capsys.readouterr().err


def test_help_says_that_files_run_in_no_box(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    said = capsys.readouterr().out
    assert "in no box: use only files that you trust" in said
    assert "grader play connect4 --minnie alphabeta --depth 5" in said
