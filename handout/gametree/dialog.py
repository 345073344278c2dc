"""A game against the computer at the terminal, typed as configurations: Nim and Lolo.

The user moves first and is `Step.MIN`; the computer is `Step.MAX`. A line that begins with a
colon is a command; every other line is the configuration after the user's move. Whatever is
wrong with a line is answered in one line, and the game goes on.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from gametree.tree import Step

C = TypeVar("C")

NOT_A_NEXT_STEP = "not a correct next step"
NOT_A_START = "not a correct initial configuration"
NOT_A_LEVEL = "not a correct level"
UNKNOWN_COMMAND = "unknown command, :h lists the commands"
END_OF_INPUT = "End of input: the game ends here."

_HELP = """Summary of commands:
:n new game
{level}:h prints this help message
:q terminates program execution

If a line starts with a character other than ':',
the text must describe a configuration.
"""
_LEVEL_HELP = ":l sets the level of the game, as in ':l 3'\n"


@dataclass(frozen=True)
class Dialog(Generic[C]):
    """What the conversation has to know of a game.

    `parse` reads a configuration, `parse_start` one that a game may begin with; both raise
    `ValueError` for any other text, and the user sees that of `parse`. `successors`
    lists where one move of a player leads: a player without a move ends the game, with the words
    `user_ended` or `computer_ended`, after who moved last. `answer` is the computer's move at a
    level; a game without levels has the level 0. `gap` is printed after each board.
    """

    name: str
    start: C
    parse: Callable[[str], C]
    parse_start: Callable[[str], C]
    to_string: Callable[[C], str]
    successors: Callable[[C, Step], Collection[C]]
    answer: Callable[[C, int], C]
    user_ended: str
    computer_ended: str
    level: int = 0
    gap: str = ""


@dataclass(frozen=True)
class _Position(Generic[C]):
    """A game of a dialog in which the user is to move."""

    dialog: Dialog[C]
    config: C
    level: int


def run_dialog(dialog: Dialog[C]) -> None:
    """Play one game at the terminal, until a player is stuck, `:q`, or the end of the input."""
    print(f"--- CS312 {dialog.name} Game ---")
    position: _Position[C] | None = _Position(dialog, dialog.start, dialog.level)
    while position is not None:
        _show(dialog, position.config)
        position = _after_line(position)


def _after_line(position: _Position[C]) -> _Position[C] | None:
    """The position after one line of input; `None` when there is nothing more to play."""
    try:
        line = input(f"{position.dialog.name} >> ").strip()
    except (EOFError, KeyboardInterrupt):
        print(f"\n{END_OF_INPUT}")
        return None
    return _command(position, line) if line.startswith(":") else _move(position, line)


def _command(position: _Position[C], line: str) -> _Position[C] | None:
    has_levels = position.dialog.level > 0
    command, argument = line[:2], line[2:].strip()
    match command:
        case ":q":
            return None
        case ":n":
            return _new_game(position, argument)
        case ":l" if has_levels:
            return _new_level(position, argument)
        case ":h":
            print(_HELP.format(level=_LEVEL_HELP if has_levels else ""))
        case _:
            print(UNKNOWN_COMMAND)
    return position


def _new_game(position: _Position[C], text: str) -> _Position[C]:
    dialog = position.dialog
    try:
        return replace(position, config=dialog.parse_start(text) if text else dialog.start)
    except ValueError:
        print(NOT_A_START)
        return position


def _new_level(position: _Position[C], text: str) -> _Position[C]:
    if re.fullmatch("[1-9][0-9]?", text):
        return replace(position, level=int(text))
    print(NOT_A_LEVEL)
    return position


def _move(position: _Position[C], line: str) -> _Position[C] | None:
    """Check the user's move; legal ones are shown and answered."""
    try:
        typed = position.dialog.parse(line)
    except ValueError as error:
        print(error)
        return position
    if typed not in position.dialog.successors(position.config, Step.MIN):
        print(NOT_A_NEXT_STEP)
        return position
    return _answer(replace(position, config=typed))


def _answer(position: _Position[C]) -> _Position[C] | None:
    """The computer's answer to the user's move, shown only if it ends the game."""
    dialog = position.dialog
    print("\nYour move:")
    _show(dialog, position.config)
    if not dialog.successors(position.config, Step.MAX):
        print(f"\n{dialog.user_ended}\n")
        return None
    # One empty line in either case: a board with a gap has left it already.
    print("My move:" if dialog.gap else "\nMy move:")
    answer = dialog.answer(position.config, position.level)
    if dialog.successors(answer, Step.MIN):
        return replace(position, config=answer)
    _show(dialog, answer)
    print(f"\n{dialog.computer_ended}\n")
    return None


def _show(dialog: Dialog[C], config: C) -> None:
    print(dialog.to_string(config).rstrip("\n"), end=f"\n{dialog.gap}")
