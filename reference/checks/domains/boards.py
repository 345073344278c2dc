"""How boards vary, for the domains of games with discs."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from gametree import C4State, Filled, Player
from grader.authoring.domains import (
    AskedCall,
    Aspect,
    Parts,
    among,
    at_least,
    below,
    between,
    each,
    equals,
)
from reference.checks.boards import DIRECTIONS, Board, Cell

# Boards larger than these are legal, and nobody asks about them: the handout says so.
MOST = 30
COLS: Parts = {
    **each(1, 2, 3, 4),
    "5 and 6": between(5, 6),
    "7": equals(7),
    "8 to 11": between(8, 11),
    "12": equals(12),
    "30": equals(MOST),
}
ROWS: Parts = {
    **each(1, 2, 3, 4, 5, 6),
    "7 to 9": between(7, 9),
    "12": equals(12),
    "15": equals(15),
    "30": equals(MOST),
}


@lru_cache(maxsize=4096)
def board_of(state: C4State) -> Board:
    """A state as columns of text."""
    matrix = state.board
    columns = tuple(
        [
            "".join(_disc(matrix.sub(x, y)) for y in range(matrix.num_rows))
            for x in range(matrix.num_cols)
        ]
    )
    return Board(columns, matrix.num_rows, "X" if state.player is Player.MAXIE else "O")


def _disc(position: Any) -> str:
    if not isinstance(position, Filled):
        return ""
    return "X" if position.player is Player.MAXIE else "O"


def board(asked: AskedCall) -> Board:
    """The board that a method is asked about."""
    return board_of(asked.arguments[0])


def size_of(asked: AskedCall) -> tuple[int, int]:
    """Columns and rows of the game; 7 x 6 where it was made without."""
    cols, rows = asked.made or (7, 6)
    return cols, rows


def sizes(least: int = 1) -> tuple[Aspect, ...]:
    """The size of the game; a side shorter than `least` is asked nothing."""
    cols, rows = (
        {name: part for name, part in parts.items() if not any(map(part, range(1, least)))}
        for parts in (COLS, ROWS)
    )
    outside = {f"more than {MOST}": at_least(MOST + 1), f"less than {least}": below(least)}
    return (
        Aspect("num_cols", "count", lambda asked: size_of(asked)[0], cols, outside),
        Aspect("num_rows", "count", lambda asked: size_of(asked)[1], rows, outside),
        Aspect("size", "shape", shape, among("wide", "tall", "square")),
        Aspect("size", "given", lambda asked: bool(asked.made), {"yes": equals(True)}),
    )


def shape(asked: AskedCall) -> set[str]:
    """Whether the board is wider than high."""
    cols, rows = size_of(asked)
    return {"square" if cols == rows else "wide" if cols > rows else "tall"}


def fill(asked: AskedCall) -> set[str]:
    """How many discs are on the board."""
    found = board(asked)
    cells, discs = found.num_cols * found.num_rows, found.num_discs
    words = {
        "empty": discs == 0,
        "one disc": discs == 1,
        "one cell free": discs == cells - 1,
        "full": discs == cells,
    }
    return {word for word, holds in words.items() if holds} or {"between"}


def mover(asked: AskedCall) -> str:
    """Who is to move."""
    return board(asked).mover


MOVERS: Parts = {"Maxie": equals("X"), "Minnie": equals("O")}


def columns(asked: AskedCall) -> set[str]:
    """What columns there are: full ones, empty ones, at the ends or inside."""
    found = board(asked)
    full = [len(column) == found.num_rows for column in found.columns]
    words = {
        "the first is full": full[0] and found.num_cols > 1,
        "the last is full": full[-1] and found.num_cols > 1,
        "an inner one is full": any(full[1:-1]),
        "only the first is free": not full[0] and all(full[1:]) and found.num_cols > 1,
        "only the last is free": not full[-1] and all(full[:-1]) and found.num_cols > 1,
        "none is full": not any(full),
    }
    return {word for word, holds in words.items() if holds}


COLUMNS = among(
    *("the first is full", "the last is full", "an inner one is full"),
    *("only the first is free", "only the last is free", "none is full"),
)


def column(asked: AskedCall) -> set[str]:
    """Where the column of the second argument is, and how full."""
    found, col = board(asked), asked.arguments[1]
    col = getattr(col, "col", col)
    height, last = len(found.columns[col]), found.num_cols - 1
    words = {
        "the only one": last == 0,
        "first": col == 0 < last,
        "inner": 0 < col < last,
        "last": col == last > 0,
        "empty": height == 0,
        "part full": 0 < height < found.num_rows - 1,
        "one cell free": height == found.num_rows - 1 > 0,
        "full": height == found.num_rows,
    }
    return {word for word, holds in words.items() if holds}


PLACES = among("the only one", "first", "inner", "last")
HEIGHTS = among("empty", "part full", "one cell free")


def past(asked: AskedCall) -> set[str]:
    """What this object, or another one of its class, was asked before in the same question."""
    mine, others = asked.before, asked.beside
    words = {
        "nothing": not mine and not others,
        "the same": any(a.arguments == asked.arguments for a in mine),
        "something else": any(a.arguments != asked.arguments for a in mine),
        "something of another method": any(a.function != asked.function for a in mine),
        "another object of another size": any(a.made != asked.made for a in others),
        "a board that looks alike": any(_alike(a, asked) for a in mine),
        "as many discs in other places": any(_as_many(a, asked) for a in mine),
    }
    return {word for word, holds in words.items() if holds}


def _alike(one: AskedCall, other: AskedCall) -> bool:
    if not one.arguments or not other.arguments or one.arguments[0] == other.arguments[0]:
        return False
    return _heights(one) == _heights(other)


def _as_many(one: AskedCall, other: AskedCall) -> bool:
    if not one.arguments or not other.arguments or _heights(one) == _heights(other):
        return False
    return board(one).size == board(other).size and board(one).num_discs == board(other).num_discs


def _heights(asked: AskedCall) -> list[int]:
    return [len(column) for column in board(asked).columns]


PAST = Aspect(
    "object",
    "asked before",
    past,
    among(
        "nothing",
        "the same",
        "something else",
        "something of another method",
        "another object of another size",
        "a board that looks alike",
        "as many discs in other places",
    ),
)


# -- lines ---------------------------------------------------------------------------------------


def runs(found: Board, least: int = 4) -> Iterator[tuple[str, str, list[Cell]]]:
    """The longest lines of one player's discs, with direction and owner."""
    for name, (dx, dy) in DIRECTIONS.items():
        for (x, y), disc in found.discs():
            if found.at(x - dx, y - dy) == disc:
                continue
            cells = [(x, y)]
            while found.at(cells[-1][0] + dx, cells[-1][1] + dy) == disc:
                cells.append((cells[-1][0] + dx, cells[-1][1] + dy))
            if len(cells) >= least:
                yield name, disc, cells


def directions(asked: AskedCall) -> set[str]:
    """In which directions there are fours."""
    return {name for name, _, _ in runs(board(asked))}


def owners(asked: AskedCall) -> set[str]:
    """Who has a four: Maxie, Minnie, both, or nobody."""
    found = {disc for _, disc, _ in runs(board(asked))}
    return (
        {"both"}
        if len(found) == 2
        else {{"X": "Maxie", "O": "Minnie"}[d] for d in found} or {"nobody"}
    )


def lengths(asked: AskedCall) -> set[int]:
    """How long the lines of four and more are."""
    return {len(cells) for _, _, cells in runs(board(asked))}


def number_of_fours(asked: AskedCall) -> int:
    """How many lines of four and more there are."""
    return len(list(runs(board(asked))))


def edges(asked: AskedCall) -> set[str]:
    """Which edges of the board a four touches."""
    found = board(asked)
    cells = [cell for _, _, line in runs(found) for cell in line]
    words = {
        "left": any(x == 0 for x, _ in cells),
        "right": any(x == found.num_cols - 1 for x, _ in cells),
        "bottom": any(y == 0 for _, y in cells),
        "top": any(y == found.num_rows - 1 for _, y in cells),
        "none": bool(cells)
        and all(0 < x < found.num_cols - 1 and 0 < y < found.num_rows - 1 for x, y in cells),
    }
    return {word for word, holds in words.items() if holds}


def three(asked: AskedCall) -> set[str]:
    """In which directions there are three, and no four."""
    found = board(asked)
    if list(runs(found)):
        return set()
    return {name for name, _, _ in runs(found, 3)}


def room(asked: AskedCall) -> set[str]:
    """Whether four fit onto the board, and how."""
    cols, rows = size_of(asked)
    if cols >= 4 and rows >= 4:
        return {"all directions"}
    return {"a row alone" if cols >= 4 else "a column alone" if rows >= 4 else "none"}


ROOM = among("all directions", "a row alone", "a column alone", "none")
Measure = Callable[[AskedCall], Any]
