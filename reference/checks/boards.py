"""The rules of Connect 4 and PopOut on plain text, and matches that are steered to a goal.

A board is kept as columns, strings of X and O from the bottom up. Nothing here uses the reference:
the boards that checks ask about are reachable because these rules reached them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from checks.boards import DISCS, rows_of
from gametree import EMPTY, C4State, Matrix, Player
from grader.student.question import CODE

Cell = tuple[int, int]
Line = tuple[Cell, ...]

PLAYERS = {"X": Player.MAXIE, "O": Player.MINNIE}
DIRECTIONS = {"row": (1, 0), "column": (0, 1), "rising": (1, 1), "falling": (1, -1)}
WINNING = 4


def other(disc: str) -> str:
    """The disc of the opponent."""
    return "O" if disc == "X" else "X"


@dataclass(frozen=True, slots=True)
class Board:
    """A position: the columns, how high they can grow, and whose turn it is."""

    columns: tuple[str, ...]
    num_rows: int
    mover: str = "X"

    @property
    def num_cols(self) -> int:
        return len(self.columns)

    @property
    def size(self) -> tuple[int, int]:
        return self.num_cols, self.num_rows

    @property
    def num_discs(self) -> int:
        return sum(map(len, self.columns))

    @property
    def state(self) -> C4State:
        """The position in the vocabulary of the assignment."""
        cells = Matrix.tabulate(lambda x, y: DISCS.get(self.at(x, y), EMPTY), *self.size)
        return C4State(cells, PLAYERS[self.mover])

    @property
    def fresh(self) -> Any:
        """The question for the state as a new object, which is gone once it has been used.

        What is remembered by an object's identity shows where another one takes its place.
        """
        board = CODE.gametree.board_of(*rows_of(self.state.board))
        return CODE.gametree.C4State(board, PLAYERS[self.mover])

    def at(self, x: int, y: int) -> str:
        """The disc in a cell; "" for an empty cell and for one that is not on the board."""
        return self.columns[x][y : y + 1] if 0 <= x < len(self.columns) and y >= 0 else ""

    @property
    def mirrored(self) -> "Board":
        """The position with left and right exchanged."""
        return replace(self, columns=self.columns[::-1])

    def drops(self) -> list[int]:
        """The columns that are not full."""
        return [x for x, column in enumerate(self.columns) if len(column) < self.num_rows]

    def pops(self) -> list[int]:
        """The columns with a disc of the mover's at the bottom."""
        return [x for x, column in enumerate(self.columns) if column.startswith(self.mover)]

    def drop(self, x: int) -> "Board":
        """The position after the mover drops a disc."""
        return self._changed(x, self.columns[x] + self.mover)

    def pop(self, x: int) -> "Board":
        """The position after the mover pops a disc."""
        return self._changed(x, self.columns[x][1:])

    def _changed(self, x: int, column: str) -> "Board":
        columns = (*self.columns[:x], column, *self.columns[x + 1 :])
        return replace(self, columns=columns, mover=other(self.mover))

    def makes_four(self, x: int, y: int, disc: str) -> bool:
        """Whether a disc in a cell is, or would be, part of four in a line."""
        return any(
            1 + self._count(x, y, dx, dy, disc) + self._count(x, y, -dx, -dy, disc) >= WINNING
            for dx, dy in DIRECTIONS.values()
        )

    def _count(self, x: int, y: int, dx: int, dy: int, disc: str) -> int:
        count = 0
        while self.at(x + (count + 1) * dx, y + (count + 1) * dy) == disc:
            count += 1
        return count

    def winners(self) -> set[str]:
        """Whose discs are four in a line, or more."""
        return {disc for cell, disc in self.discs() if self.makes_four(*cell, disc)}

    def discs(self) -> Iterator[tuple[Cell, str]]:
        """All discs with their cells."""
        for x, column in enumerate(self.columns):
            for y, disc in enumerate(column):
                yield (x, y), disc


def of_new_states(function: Any, boards: Sequence[Board], *more: Any) -> Any:
    """The question what a function of a state, and of `more`, answers for each of some boards.

    Each state is made just before its call, and gone after it, with little else between: its place
    in memory is the next one's board's, or the next one's.
    """
    widths = [board.num_cols for board in boards]
    cells = [[list(row) for row in board.state.board.rows()] for board in boards]
    movers = [PLAYERS[board.mover] for board in boards]
    matrices = CODE.builtins.map(CODE.gametree.Matrix, widths, cells)
    states = CODE.builtins.map(CODE.gametree.C4State, matrices, movers)
    return CODE.builtins.tuple(CODE.builtins.map(function, states, *more))


def empty_board(num_cols: int, num_rows: int) -> Board:
    """The position in which a match begins."""
    return Board(("",) * num_cols, num_rows)


@lru_cache(maxsize=256)
def lines(num_cols: int, num_rows: int, length: int = WINNING) -> tuple[Line, ...]:
    """All cells of that many in a line, in each of the four directions."""
    starts = [(x, y, *step) for x in range(num_cols) for y in range(num_rows) for step in STEPS]
    found = [line_from((x, y), (dx, dy), length) for x, y, dx, dy in starts]
    fits = [line for line in found if all(0 <= y < num_rows and x < num_cols for x, y in line)]
    return tuple(fits)


STEPS = tuple(DIRECTIONS.values())


def line_from(start: Cell, step: Cell, length: int) -> Line:
    """The cells of a line, from its left end, or from below."""
    return tuple([(start[0] + i * step[0], start[1] + i * step[1]) for i in range(length)])


# -- matches of drops ------------------------------------------------------------------------

Allowed = Callable[[Board, Cell], bool]


def anywhere(_board: Board, _cell: Cell) -> bool:
    """Allows every cell."""
    return True


@dataclass(frozen=True, slots=True)
class Goal:
    """What a match is steered to: discs that must stand in certain cells.

    Nobody may make four on the way, nor take a cell of `wanted` that is the opponent's, nor one of
    `kept` at all, nor one that is not `allowed`. In the end there are at least so many discs, and
    `mover` is to move and can drop one into the cell `last`, if these are given.
    """

    size: tuple[int, int]
    wanted: Mapping[Cell, str]
    mover: str = ""
    last: Cell | None = None
    least: int = 0
    kept: frozenset[Cell] = frozenset()
    allowed: Allowed = anywhere

    def reached(self, board: Board) -> bool:
        """Whether a position is as it should be."""
        if self.mover not in ("", board.mover) or board.num_discs < self.least:
            return False
        if self.last is not None and len(board.columns[self.last[0]]) != self.last[1]:
            return False
        return all(board.at(*cell) == disc for cell, disc in self.wanted.items())


def steered(goal: Goal, rng: Random, tries: int = 200) -> Board | None:
    """A position that a match comes to in which both players help to reach the goal."""
    boards = (_try(goal, rng) for _ in range(tries))
    return next((board for board in boards if board is not None), None)


def _try(goal: Goal, rng: Random) -> Board | None:
    board = empty_board(*goal.size)
    while not goal.reached(board):
        x = _helpful(goal, board, rng)
        if x is None:
            return None
        board = board.drop(x)
    return board


def _helpful(goal: Goal, board: Board, rng: Random) -> int | None:
    columns = _in_order(goal, board, rng)
    owners = {x: goal.wanted.get((x, len(board.columns[x]))) for x in columns}
    for owner in (board.mover, None):
        for x in columns:
            if owners[x] == owner and _may_take(goal, board, (x, len(board.columns[x]))):
                return x
    return None


def _in_order(goal: Goal, board: Board, rng: Random) -> list[int]:
    # Half of the time the columns that still have to grow come first.
    columns = board.drops()
    rng.shuffle(columns)
    if rng.random() < 0.5:
        low = {x for x, y in goal.wanted if len(board.columns[x]) <= y}
        if goal.last is not None and len(board.columns[goal.last[0]]) < goal.last[1]:
            low.add(goal.last[0])
        columns.sort(key=lambda x: x not in low)
    return columns


def _may_take(goal: Goal, board: Board, cell: Cell) -> bool:
    free = cell != goal.last and cell not in goal.kept and goal.allowed(board, cell)
    return free and not board.makes_four(*cell, board.mover)


def at_random(size: tuple[int, int], rng: Random, most_moves: int) -> Board:
    """A position that a match of random drops comes to, at its end or before."""
    board = empty_board(*size)
    for _ in range(most_moves):
        if not board.drops():
            return board
        x = rng.choice(board.drops())
        won = board.makes_four(x, len(board.columns[x]), board.mover)
        board = board.drop(x)
        if won:
            return board
    return board


def in_play(size: tuple[int, int], rng: Random) -> Board:
    """A position in play, early or late, which nobody has won and which is not full."""
    board = empty_board(*size)
    goal = Goal(size, {})
    for _ in range(rng.randrange(size[0] * size[1])):
        x = _helpful(goal, board, rng)
        if x is None:
            return board
        board = board.drop(x)
    return board


def discs_in(cells: Iterable[Cell], disc: str) -> dict[Cell, str]:
    """The cells as a goal: one player's discs in all of them."""
    return dict.fromkeys(cells, disc)
