"""What pruning saves, and what it costs: the experiments of `make analysis`.

CS 182, section 4: the move generator plays Connect Four against itself from the empty grid, at
growing depths, with and without pruning.

CMU 2014, section 5: for the first move of Connect 4, minimax, alpha-beta, and Jamboree at several
fractions. Searching in order prunes, which saves work, and waits, which costs span.

Each experiment ends in a table of figures and a plot of bars.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2

from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, ConnectFourGame, Game, MiniMax, SearchInfo, Strategy
from gametree.cost import Cost, MeteredGame, MeteredState, search_cost
from jamboree import Jamboree
from select_move import compute_move

BAR_WIDTH = 50
# Searching one move deeper takes about as many times as long as there are columns.
GROWTH = 7
FRACTIONS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)

Board = MeteredState[C4State]


@dataclass(frozen=True)
class GameFigures:
    """What the searches of one game took together; `moves_played` counts those of both sides."""

    depth: int
    alpha_beta: bool
    moves_considered: int
    moves_pruned: int
    mean_branching_factor: float
    seconds: float
    moves_played: tuple[int, ...]


def self_play(
    max_depth: int, max_seconds: float, clock: Callable[[], float] = time.perf_counter
) -> list[GameFigures]:
    """The figures of a game at each depth from 1 to `max_depth`, without and with pruning.

    It ends early before a depth that, to judge by the one before, would go beyond `max_seconds`.
    """
    figures: list[GameFigures] = []
    for depth in range(1, max_depth + 1):
        coming = GROWTH * sum(row.seconds for row in figures[-2:])
        if figures and sum(row.seconds for row in figures) + coming > max_seconds:
            break
        figures += [play_game(depth, alpha_beta, clock) for alpha_beta in (False, True)]
    return figures


def play_game(depth: int, alpha_beta: bool, clock: Callable[[], float]) -> GameFigures:
    """The figures of one game of the move generator against itself."""
    game = ConnectFourGame(level=depth)
    searches: list[SearchInfo] = []
    columns: list[int] = []
    begin = clock()
    while not game.is_over:
        game.search_info = SearchInfo(depth)
        columns.append(compute_move(game, alpha_beta))
        searches.append(game.search_info)
        game.do_move(columns[-1])
    seconds = clock() - begin
    factors = [factor for search in searches for factor in search.branching_factors]
    return GameFigures(
        depth=depth,
        alpha_beta=alpha_beta,
        moves_considered=sum(search.moves_considered for search in searches),
        moves_pruned=sum(search.moves_pruned for search in searches),
        mean_branching_factor=sum(factors) / len(factors),
        seconds=seconds,
        moves_played=tuple(columns),
    )


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows of text in columns, right-aligned under their headings."""
    columns = list(zip(headings, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in (headings, *rows)
    )


def bars(counts: Sequence[tuple[str, int]]) -> str:
    """A bar for each labelled count; on this logarithmic scale equal steps are equal factors."""
    label_width = max(len(label) for label, _ in counts)
    scale = BAR_WIDTH / log2(max([2, *(count for _, count in counts)]))
    return "\n".join(
        f"{label.rjust(label_width)} |{'#' * round(scale * log2(max(1, count)))} {count}"
        for label, count in counts
    )


def self_play_report(figures: Sequence[GameFigures]) -> str:
    """The table of the experiment, and the moves considered as bars."""
    rows = [
        (
            *(str(row.depth), _pruning(row), str(row.moves_considered), str(row.moves_pruned)),
            *(f"{row.mean_branching_factor:.2f}", f"{row.seconds:.2f}", str(len(row.moves_played))),
        )
        for row in figures
    ]
    headings = ("depth", "search", "considered", "pruned", "branching", "seconds", "moves")
    counts = [(f"{row.depth} {_pruning(row)}", row.moves_considered) for row in figures]
    plot = f"Moves considered, on a logarithmic scale:\n{bars(counts)}"
    return f"{table(headings, rows)}\n\n{plot}"


def _pruning(row: GameFigures) -> str:
    return "alpha-beta" if row.alpha_beta else "minimax"


@dataclass(frozen=True)
class SearchFigures:
    """What one search costs; a `fraction` of the children of each node is searched in order."""

    search: str
    fraction: float
    cost: Cost


def trade_off(game: Game[C4State, int], depth: int) -> list[SearchFigures]:
    """The cost of the first move: minimax, Jamboree at growing fractions, alpha-beta."""

    def jamboree(fraction: float) -> SearchFigures:
        def player(metered: MeteredGame[C4State, int]) -> Strategy[Board, int]:
            return Jamboree(metered, depth, fraction)

        return SearchFigures("jamboree", fraction, search_cost(game, player, fraction))

    minimax = search_cost(game, lambda metered: MiniMax(metered, depth), 0)
    alpha_beta = search_cost(game, lambda metered: AlphaBeta(metered, depth), 1)
    return [
        SearchFigures("minimax", 0, minimax),
        *[jamboree(fraction) for fraction in FRACTIONS],
        SearchFigures("alpha-beta", 1, alpha_beta),
    ]


def trade_off_report(figures: Sequence[SearchFigures]) -> str:
    """The table of the searches, and their work and span as bars."""
    rows = [
        (row.search, f"{row.fraction:.1f}", str(row.cost.work), str(row.cost.span))
        for row in figures
    ]
    counts = [
        (f"{search} {fraction} {what}", count)
        for (search, fraction, _, _), row in zip(rows, figures, strict=True)
        for what, count in (("work", row.cost.work), ("span", row.cost.span))
    ]
    plot = f"Work and span, on a logarithmic scale:\n{bars(counts)}"
    return f"{table(('search', 'fraction', 'work', 'span'), rows)}\n\n{plot}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run both experiments as the command line says and print them."""
    parser = argparse.ArgumentParser(prog="analysis", description="What pruning saves and costs.")
    parser.add_argument("--depth", type=int, default=6, help="the largest depth of self-play")
    parser.add_argument("--seconds", type=float, default=30, help="about how long self-play lasts")
    parser.add_argument("--search", type=int, default=4, help="the depth of the single searches")
    options = parser.parse_args(arguments)
    if options.depth < 1 or options.search < 1:
        parser.error("depths must be at least 1")
    played = self_play(options.depth, options.seconds)
    print(f"Connect Four against itself, 1 to {played[-1].depth} moves deep\n")
    print(self_play_report(played))
    print(f"\nThe first move of Connect 4, {options.search} moves deep, in visits of terminals\n")
    print(trade_off_report(trade_off(Connect4(), options.search)))


if __name__ == "__main__":
    main()
