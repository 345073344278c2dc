"""Matches in the terminal: ``python3 -m gametree.play GAME --maxie WHO --minnie WHO``.

Connect 4, PopOut, alpha-beta and Jamboree are those of the files in the folder where this is
started. On a drawn tree, where every search must end at the leaves, the players walk down from the
root, each searching exactly as deep as the tree still is. Nim and Lolo have a conversation of
their own, in which you play against your functions.
"""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from gametree.explicit import HANDOUT_BIG, HANDOUT_SMALL, ExplicitGame, TreeLeaf
from gametree.game import Game, Strategy
from gametree.human import EndOfInput, HumanPlayer
from gametree.minimax import MiniMax
from gametree.pebbles import Pebbles
from gametree.picture import tree_picture
from gametree.referee import Referee
from gametree.vocabulary import Player

DEPTHS = {"pebbles": 5, "connect4": 4, "popout": 3, "small": 2, "big": 4}
TREES = {"small": HANDOUT_SMALL, "big": HANDOUT_BIG}
DIALOGS = ("nim", "lolo")
PLAYERS = ("human", "minimax", "alphabeta", "jamboree")
# A board of 26 columns still fits on a line of 80 characters.
MOST_COLUMNS = 26
MOST_ROWS = 40

_EXAMPLES = """\
examples:
  {program} pebbles
  {program} connect4 --minnie alphabeta --depth 5
  {program} big --maxie jamboree --minnie minimax --prune 0.5
  {program} nim
"""
_RED, _YELLOW, _PLAIN = "\x1b[31m", "\x1b[33m", "\x1b[0m"


class CannotPlay(Exception):
    """A match that cannot be played; the message says what is missing."""


def main(arguments: Sequence[str], program: str = "python3 -m gametree.play") -> int:
    """Play one match. Returns the exit status: 0 played, 1 something is missing.

    ``program`` is how the user calls this, for the usage lines. Wrong options raise SystemExit
    with the status 2, as argparse does.
    """
    parser = argparse.ArgumentParser(prog=program)
    add_options(parser)
    return run(parser.parse_args(arguments))


def run(options: argparse.Namespace) -> int:
    """Play the match of parsed ``add_options``. Returns the exit status, as ``main`` does."""
    try:
        _play(options)
    except CannotPlay as reason:
        print(reason, file=sys.stderr)
        return 1
    except NotImplementedError as stub:
        print(f"{stub} is not written yet: this match needs it.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nThe match stops here.")
    return 0


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give ``parser`` the options of a match, and examples of how its program plays one."""
    parser.description = "Play a match in the terminal."
    parser.epilog = _EXAMPLES.format(program=parser.prog)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "game",
        nargs="?",
        default="pebbles",
        choices=(*DEPTHS, *DIALOGS),
        metavar="GAME",
        help="pebbles (the default), connect4, popout, a drawn tree: small, big, "
        "or a game with its own commands, you against your program: nim, lolo",
    )
    for player, default in (("maxie", "human"), ("minnie", "minimax")):
        parser.add_argument(
            f"--{player}",
            choices=PLAYERS,
            metavar="WHO",
            help=f"{', '.join(PLAYERS)} (default {default})",
        )
    parser.add_argument(
        "--depth", type=_number_up_to(99), metavar="N", help="how far to look ahead"
    )
    parser.add_argument(
        "--prune",
        type=_fraction,
        default=0.5,
        metavar="P",
        help="Jamboree's prune_percentage, 0 to 1 (default 0.5)",
    )
    parser.add_argument(
        "--cols",
        type=_number_up_to(MOST_COLUMNS),
        default=7,
        metavar="N",
        help="columns of the board (default 7)",
    )
    parser.add_argument(
        "--rows",
        type=_number_up_to(MOST_ROWS),
        default=6,
        metavar="N",
        help="rows of the board (default 6)",
    )


def _number_up_to(most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"expected a number from 1 to {most}, got {text!r}")
        return int(text)

    return number


def _fraction(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"expected a number from 0 to 1, got {text!r}")
    return value


def _play(options: argparse.Namespace) -> None:
    if options.game in DIALOGS:
        _talk(options)
        return
    options.maxie, options.minnie = options.maxie or "human", options.minnie or "minimax"
    if options.game in TREES:
        _walk(TREES[options.game], DEPTHS[options.game], options)
        return
    game = _game(options)
    depth = options.depth or DEPTHS[options.game]
    maxie = _strategy(options.maxie, game, depth, options.prune)
    minnie = _strategy(options.minnie, game, depth, options.prune)
    shown: Any = Painted(game) if _has_colours(sys.stdout) else game
    Referee(shown, maxie, minnie).go()


def _talk(options: argparse.Namespace) -> None:
    """Play Nim or Lolo, whose two players are set."""
    given = ("maxie", options.maxie), ("minnie", options.minnie), ("depth", options.depth)
    for name, value in given:
        if value is not None:
            raise CannotPlay(f"In {options.game} you play your program: leave --{name} out.")
    _yours(options.game, "run")()


def _game(options: argparse.Namespace) -> Game[Any, Any]:
    game: Game[Any, Any] = Pebbles()
    if options.game == "connect4":
        game = _yours("connect4", "Connect4")(options.cols, options.rows)
    if options.game == "popout":
        game = _yours("popout", "PopOut")(options.cols, options.rows)
    return game


def _strategy(who: str, game: Game[Any, Any], depth: int, prune: float) -> Strategy[Any, Any]:
    strategy: Strategy[Any, Any] = HumanPlayer(game)
    if who == "minimax":
        strategy = MiniMax(game, depth)
    if who == "alphabeta":
        strategy = _yours("alphabeta", "AlphaBeta")(game, depth)
    if who == "jamboree":
        strategy = _yours("jamboree", "Jamboree")(game, depth, prune)
    return strategy


def _yours(module: str, name: str) -> Any:
    """Return a class or function of one of the student's files; CannotPlay if it isn't there."""
    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        raise CannotPlay(f"{module}.py is missing in this folder: this match needs it.") from None
    except AttributeError:
        raise CannotPlay(f"{module}.py has no {name}: this match needs it.") from None


def _walk(game: ExplicitGame, depth: int, options: argparse.Namespace) -> None:
    """Let the players move down a drawn tree, from the root to a leaf."""
    if options.depth not in (None, depth):
        raise CannotPlay(f"The tree {options.game} is {depth} deep: leave --depth out.")
    print(tree_picture(game.tree))
    state = game.start
    try:
        for left in range(depth, 0, -1):
            player = game.player(state)
            who = options.maxie if player is Player.MAXIE else options.minnie
            print(f"{player} is to move in {state.tree.label}.")
            move = _strategy(who, game, left, options.prune).next_move(state)
            print(f"{player} decides to make the move {move}.")
            state = game.make_move(state, move)
    except EndOfInput as end:
        print(f"\nThe match stops here: {end}.")
        return
    match state.tree:
        case TreeLeaf(label, value):
            print(f"The way ends in {label}, which is worth {value}.")


class Painted:
    """A game whose boards are printed in colours: X red, O yellow. All else is the game's own."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def state_to_string(self, state: Any) -> str:
        """Return the game's picture of ``state`` with the discs between bars coloured."""
        text = self._game.state_to_string(state)
        text = re.sub(r"X(?=\|)", f"{_RED}X{_PLAIN}", text)
        return re.sub(r"O(?=\|)", f"{_YELLOW}O{_PLAIN}", text)


def _has_colours(stream: TextIO) -> bool:
    """Return whether ``stream`` is a terminal whose user wants colours (see no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
