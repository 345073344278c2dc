"""What is written is for who reads it: a terminal, the log of a build server, a program."""

import io
import json
import sys

import pytest
from rich.console import Console

from grader.cli import main
from grader.commands.usage.terminal import Terminal, say, say_exactly, say_json, time_left

COMMAND = "x ##[set-output name=a]1\n::error::y"
ESCAPED = "x \\x23#[set-output name=a]1\n\\x3a:error::y\n"


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_commands_to_a_build_server_are_escaped_in_its_log(
    capsys: pytest.CaptureFixture[str],
) -> None:
    say(COMMAND)
    assert capsys.readouterr().out == ESCAPED


def test_a_terminal_shows_a_text_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    say(COMMAND)
    assert screen.getvalue() == f"{COMMAND}\n"


def test_what_a_system_reads_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    say_exactly(COMMAND)
    assert capsys.readouterr().out == f"{COMMAND}\n"


def test_json_holds_no_command_and_means_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"text": COMMAND})
    out = capsys.readouterr().out
    assert "##" not in out
    assert json.loads(out) == {"text": COMMAND}


def test_notes_hold_no_command_either() -> None:
    file = io.StringIO()
    Terminal(Console(file=file)).note(COMMAND)
    assert file.getvalue() == ESCAPED


def test_what_is_graded_before_the_class_is_counted_now_and_then() -> None:
    file = io.StringIO()
    shown = Terminal(Console(file=file))
    for done in (1, 2):
        shown.proved(done, 27)
    assert file.getvalue() == "1 of 27 known hand-ins graded\n"


def test_a_bar_counts_what_is_graded_before_the_class() -> None:
    screen = Screen()
    shown = Terminal(Console(file=screen, force_terminal=True, width=120))
    shown.begin(3, 0)
    shown.proved(2, 27)
    shown.end()
    assert "first 2 of 27 known hand-ins …" in screen.getvalue()


def test_an_error_holds_no_command_either(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "##[error]\x1b[31m"]) == 2
    assert "\\x23#[error]\\x1b[31m: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("done", "rest", "seconds", "said"),
    [
        (2, 38, 60.0, ""),
        (40, 0, 60.0, ""),
        (10, 30, 10.0, "less than a minute left"),
        (10, 30, 60.0, "about 3 min left"),
        (10, 300, 600.0, "about 5.0 h left"),
    ],
)
def test_an_estimate_is_given_only_once_something_is_known(
    done: int, rest: int, seconds: float, said: str
) -> None:
    assert time_left(done, rest, seconds) == said
