"""Plays the moves in a file, and measures searches, with your `select_move.py`.

    python3 -m gametree.scripts docs/connect_four.in    plays the file; writes docs/connect_four.out
    python3 -m gametree.scripts --analysis 1 2 3     plays whole games at these levels, with and
                                                     without pruning; fills in the table of
                                                     analysis.txt, and keeps what else is there

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


def filled_in(text: str, lines: Sequence[str]) -> str:
    """Return a text with a table of `analysis` filled in; other levels and all else stay.

    >>> from gametree.scripts import HEAD, filled_in
    >>> text = f"Mine.\\n\\n{HEAD}\\n    1  no\\n    2  no\\n\\nWhy?"
    >>> print(filled_in(text, [HEAD, "    1  no  7"]))
    Mine.
    <BLANKLINE>
    level  pruning  considered    pruned  moves   seconds
        1  no  7
        2  no
    <BLANKLINE>
    Why?
    """
    before, head, after = text.partition(f"{HEAD}\n")
    if not head:
        return "\n".join(lines) + "\n"
    old, gap, rest = after.partition("\n\n")
    rows = {tuple(row.split()[:2]): row for row in [*old.splitlines(), *lines[1:]]}
    in_order = sorted(rows, key=lambda row: (int(row[0]), row[1]))
    return before + head + "\n".join(rows[row] for row in in_order) + gap + rest


def _write_analysis(levels: Iterable[int]) -> None:
    lines = analysis(levels)
    print("\n".join(lines))
    begun = [path for path in (Path(TABLE), Path("docs", TABLE)) if path.exists()]
    text = begun[0].read_text("utf-8") if begun else ""
    Path(TABLE).write_text(filled_in(text, lines), "utf-8")
    print(f"Wrote {TABLE}.")


def _write_output(script: Path) -> None:
    text = run_script(script.read_text("utf-8").splitlines())
    out = script.with_suffix(".out")
    out.write_text(text, "utf-8")
    print(f"Wrote {out}.")


def main(arguments: Sequence[str]) -> int:
    """Run the program; returns its exit status."""
    parser = argparse.ArgumentParser(prog="python3 -m gametree.scripts", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", nargs="?", type=Path, help="a file of moves")
    parser.add_argument("--analysis", nargs="+", type=int, metavar="LEVEL", help="measure searches")
    options = parser.parse_args(arguments)
    if options.file is None and not options.analysis:
        parser.print_usage()
        return 2
    try:
        if options.analysis:
            _write_analysis(options.analysis)
        else:
            _write_output(options.file)
    except NotImplementedError as error:
        print(f"select_move.py: {error} is not written yet", file=sys.stderr)
        return 1
    except (OSError, ValueError) as error:
        print(f"{options.file or TABLE}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
