"""Games typed at the terminal: `gametree/dialog.py`, with a pile of which 1 or 2 are taken."""

from dataclasses import replace

import pytest

from gametree import Step
from gametree.dialog import Dialog, run_dialog
from tests.transcripts import screen


def one_fewer(pile, level):
    """The computer takes one stick, or as many as its level says."""
    return pile - max(1, level)


def parse_start(text):
    if int(text) == 0:
        raise ValueError("no sticks")
    return int(text)


def parse(text):
    if not text.isdecimal():
        raise ValueError("not a number")
    return int(text)


PILE = Dialog(
    name="Pile",
    start=3,
    parse=parse,
    parse_start=parse_start,
    to_string=str,
    successors=lambda pile, _step: range(max(0, pile - 2), pile),
    answer=one_fewer,
    user_ended="You took the last one.",
    computer_ended="I took the last one.",
)
WITH_LEVELS = replace(PILE, level=1)
HELP = """\
Summary of commands:
:n new game
:h prints this help message
:q terminates program execution

If a line starts with a character other than ':',
the text must describe a configuration.

3
"""


def shown(typed, dialog=PILE):
    """What follows the title and the first board; `:q` is typed last."""
    text = screen(lambda: run_dialog(dialog), [*typed, ":q"])
    return text.removeprefix("--- CS312 Pile Game ---\n3\n").removesuffix("Pile >> :q\n")


def test_quit_ends_without_another_word():
    assert shown([]) == ""


def test_the_end_of_input_ends_with_a_line_that_says_so():
    assert screen(lambda: run_dialog(PILE), []) == (
        "--- CS312 Pile Game ---\n3\nPile >> \nEnd of input: the game ends here.\n"
    )


def test_an_interrupt_at_the_prompt_ends_the_same_way(monkeypatch, capsys):
    def interrupted(_prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    run_dialog(PILE)
    assert capsys.readouterr().out.endswith("\nEnd of input: the game ends here.\n")


def test_a_round_shows_both_moves():
    assert shown(["2"]) == "Pile >> 2\n\nYour move:\n2\n\nMy move:\n1\n"


def test_a_user_without_a_move_has_ended_the_game():
    assert screen(lambda: run_dialog(PILE), [":n 2", "0"]).endswith(
        "Pile >> 0\n\nYour move:\n0\n\nYou took the last one.\n\n"
    )


def test_a_computer_that_leaves_no_move_has_ended_the_game():
    assert screen(lambda: run_dialog(PILE), ["1"]).endswith(
        "Pile >> 1\n\nYour move:\n1\n\nMy move:\n0\n\nI took the last one.\n\n"
    )


def test_a_gap_follows_every_board():
    text = screen(lambda: run_dialog(replace(PILE, gap="\n")), ["1"])
    assert text == (
        "--- CS312 Pile Game ---\n3\n\nPile >> 1\n\nYour move:\n1\n\nMy move:\n0\n\n"
        "\nI took the last one.\n\n"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0", "not a correct next step"),
        ("3", "not a correct next step"),
        ("two", "not a number"),
        ("", "not a number"),
        (":n 0", "not a correct initial configuration"),
        (":n x", "not a correct initial configuration"),
        (":l 2", "unknown command, :h lists the commands"),
        (":", "unknown command, :h lists the commands"),
        (":x", "unknown command, :h lists the commands"),
    ],
)
def test_a_wrong_line_gets_its_message_and_the_board_again(line, message):
    assert shown([line]) == f"Pile >> {line}\n{message}\n3\n"


@pytest.mark.parametrize("level", ["", "0", "-1", "x", "1000000000"])
def test_a_wrong_level_gets_its_message(level):
    text = shown([f":l {level}"], WITH_LEVELS)
    assert text == f"Pile >> :l {level}\nnot a correct level\n3\n"


def test_help_lists_the_commands():
    assert shown([":h"]) == f"Pile >> :h\n{HELP}"


def test_help_names_the_level_where_a_game_has_levels():
    listed = HELP.replace(":h prints", ":l sets the level of the game, as in ':l 3'\n:h prints")
    assert shown([":h"], WITH_LEVELS) == f"Pile >> :h\n{listed}"


def test_a_level_holds_from_then_on():
    assert shown([":n 9", ":l 2", "8"], WITH_LEVELS).endswith("8\n\nMy move:\n6\n")
    assert shown([":n 9", "8"], WITH_LEVELS).endswith("8\n\nMy move:\n7\n")


def test_a_new_game_without_a_configuration_is_the_first_one_again():
    assert shown([":n 9", ":n"]) == "Pile >> :n 9\n9\nPile >> :n\n3\n"


def test_the_user_is_min_and_the_computer_max():
    asked = []

    def successors(pile, step):
        asked.append(step)
        return range(pile)

    shown(["2"], replace(PILE, successors=successors))
    assert asked == [Step.MIN, Step.MAX, Step.MIN]
