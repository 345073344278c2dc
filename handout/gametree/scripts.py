"""Plays the moves in a file, and measures searches, with your `select_move.py`.

    python3 -m gametree.scripts connect_four.in      plays the file; writes connect_four.out
    python3 -m gametree.scripts --analysis 1 2 3     plays whole games at these levels, with and
                                                     without pruning; writes analysis.txt

A file of moves has a command a line; what follows a `#` is not read:

    new 4          begin a new game, in which the computer looks 4 moves ahead
    plain          no pruning from here on (`pruning`: with it again)
    play           the computer moves
    play 3         a token into column 3
    round 3        a token into column 3, then the computer moves
    finish         the computer plays both sides to the end
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from pathlib import Path

from gametree.connect_four_game import ConnectFourGame, Mover, start_new_game

TABLE = "analysis.txt"
HEAD = "level  pruning  considered    pruned  moves   seconds"


def run_script(lines: Iterable[str], mover: Mover | None = None) -> str:
    """Return what is printed when the commands in ``lines`` are carried out.

    Raises ValueError for a line that is no command, or that the game doesn't allow.

    >>> print(run_script(["new 2  # a new game", "play 3"]).splitlines()[-1])
    It is now O's turn.
    """
    printed = io.StringIO()
    with redirect_stdout(printed):
        game: ConnectFourGame | None = None
        for number, line in enumerate(lines, 1):
            words = line.partition("#")[0].split()
            if words:
                try:
                    game = _carry_out(words, game, mover)
                except ValueError as error:
                    raise ValueError(f"line {number}, {line.strip()!r}: {error}") from None
    return printed.getvalue()


def _carry_out(
    words: Sequence[str], game: ConnectFourGame | None, mover: Mover | None
) -> ConnectFourGame:
    match words, game:
        case ["new", level], _:
            return start_new_game(level=int(level))
        case _, None:
            raise ValueError("a game begins with `new LEVEL`")
        case [("plain" | "pruning") as word], ConnectFourGame():
            game.alpha_beta = word == "pruning"
        case ["play"], ConnectFourGame():
            game.play(None, mover)
        case ["play", col], ConnectFourGame():
            game.play(int(col), mover)
        case ["round", col], ConnectFourGame():
            game.play_round(int(col), mover)
        case ["finish"], ConnectFourGame():
            game.finish_game(mover)
        case _:
            raise ValueError("no such command")
    assert game is not None
    return game


def analysis(levels: Iterable[int], mover: Mover | None = None) -> list[str]:
    """Return a table, a line for a whole game at each level with and without pruning.

    >>> from gametree.scripts import analysis
    >>> analysis([1], lambda game, alpha_beta: game.list_legal_moves()[0])[1].split()[:2]
    ['1', 'no']
    """
    return [HEAD, *[_measured(level, ab, mover) for level in levels for ab in (False, True)]]


def _measured(level: int, alpha_beta: bool, mover: Mover | None) -> str:
    game = ConnectFourGame(level=level)
    game.alpha_beta, game.quiet = alpha_beta, True
    considered = pruned = moves = 0
    began = time.process_time()
    while not game.is_over:
        game.play(None, mover)
        moves += 1
        considered += game.search_info.moves_considered
        pruned += game.search_info.moves_pruned
    seconds = time.process_time() - began
    word = "yes" if alpha_beta else "no"
    return f"{level:>5}  {word:<7}  {considered:>10}  {pruned:>8}  {moves:>5}  {seconds:>8.2f}"


def main(arguments: Sequence[str]) -> int:
    """Run the program; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m gametree.scripts", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", nargs="?", type=Path, help="a file of moves")
    parser.add_argument("--analysis", nargs="+", type=int, metavar="LEVEL", help="measure searches")
    options = parser.parse_args(arguments)
    if options.analysis:
        lines = analysis(options.analysis)
        Path(TABLE).write_text("\n".join(lines) + "\n", "utf-8")
        print("\n".join(lines))
        return 0
    if options.file is None:
        parser.print_usage()
        return 2
    try:
        text = run_script(options.file.read_text("utf-8").splitlines())
    except (OSError, ValueError) as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 1
    out = options.file.with_suffix(".out")
    out.write_text(text, "utf-8")
    print(f"Wrote {out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
