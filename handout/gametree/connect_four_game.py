"""Connect Four with moves that can be taken back, and games against a move generator.

X moves first. The grid has seven columns of six slots; a column is named by its number, 0 to 6
from left to right. Nobody but the move generator decides where a search stops: moves can be
made as long as a column has room, also after a win.
"""

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Grid: TypeAlias = tuple[tuple[str, ...], ...]
Mover: TypeAlias = Callable[["ConnectFourGame", bool], int]

_WIDTH = 7
_HEIGHT = 6
_NO_TOKEN = "_"


@dataclass
class SearchInfo:
    """What a search did, kept by the move generator while it searches.

    `depth_limit` is the level of the game. `branching_factors` holds, for every node that was
    expanded, the number of its legal moves.
    """

    depth_limit: int
    moves_considered: int = 0
    moves_pruned: int = 0
    depth_reached: int = 0
    branching_factors: list[int] = field(default_factory=list)

    def mean_branching_factor(self) -> float:
        """The mean of `branching_factors`, 0.0 when nothing was expanded.

        >>> SearchInfo(2, branching_factors=[7, 6]).mean_branching_factor()
        6.5
        """
        return sum(self.branching_factors) / max(1, len(self.branching_factors))


class ConnectFourGame:
    """A game of Connect Four in progress; made from a grid, it goes on from there.

    `grid_list` is six rows, the top row first, each of seven slots `"X"`, `"O"` or `"_"`, or
    `[]` for an empty row; without it the grid is empty. `level` is the depth to which the move
    generator searches. Setting `alpha_beta` to `False` asks the move generator for plain
    minimax; setting `quiet` to `True` silences everything but the summary of `finish_game`.
    `ValueError` says what is wrong with a grid or a level.

    >>> game = ConnectFourGame([[], [], [], [], [], list("X_O__X_")], level=2)
    >>> game.next_turn, game.list_legal_moves()
    ('O', [0, 1, 2, 3, 4, 5, 6])
    >>> game.do_move(0)
    >>> game.grid[4]
    ('O', '_', '_', '_', '_', '_', '_')
    >>> game.undo_move()
    >>> game.grid[4]
    ('_', '_', '_', '_', '_', '_', '_')
    """

    def __init__(self, grid_list: Sequence[Sequence[str]] | None = None, level: int = 4) -> None:
        if level < 1:
            raise ValueError(f"level must be positive, not {level}")
        self._columns = _columns_of(grid_list) if grid_list else [[] for _ in range(_WIDTH)]
        self._moves: list[int] = []
        self.level = level
        self.alpha_beta = True
        self.quiet = False
        self.search_info = SearchInfo(level)

    @property
    def grid(self) -> Grid:
        """The slots as six rows, the top row first; to change them, make moves."""
        columns = [[_NO_TOKEN] * (_HEIGHT - len(column)) + column[::-1] for column in self._columns]
        return tuple(zip(*columns, strict=True))

    @property
    def next_turn(self) -> str:
        """`"X"` or `"O"`: X moves when the number of tokens is even.

        In a game from the start the counts are equal then; a grid that was set up may have a
        token more of one player, and the turns alternate all the same.
        """
        return "O" if sum(map(len, self._columns)) % 2 else "X"

    @property
    def winner(self) -> str | None:
        """The player who has four tokens in a line, `None` while nobody has."""
        lines = list(_lines(self._columns))
        return next((p for p in "XO" if any(p * 4 in line for line in lines)), None)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won or the grid is full."""
        return self.winner is not None or not self.list_legal_moves()

    def list_legal_moves(self) -> list[int]:
        """The columns that have room, from left to right, also when somebody has won."""
        return [col for col, column in enumerate(self._columns) if len(column) < _HEIGHT]

    def do_move(self, col: int) -> None:
        """Drop a token of the player whose turn it is; `ValueError` if `col` has no room."""
        if col not in self.list_legal_moves():
            raise ValueError(f"no token can be dropped into column {col}")
        self._columns[col].append(self.next_turn)
        self._moves.append(col)

    def undo_move(self) -> None:
        """Take the latest move back; `ValueError` when no move has been made in this game."""
        if not self._moves:
            raise ValueError("there is no move to take back")
        self._columns[self._moves.pop()].pop()

    def play(self, move: int | None = None, mover: Mover | None = None) -> int:
        """Play `move`, or without it the computer's move, show the grid and return the column.

        The computer's move is `mover(game, game.alpha_beta)`. Without a `mover` it is
        `compute_move` of the module `select_move`: your file, when Python was started in its
        folder. The statistics start afresh for each move that is computed. `ValueError` if the
        game is over or the column has no room.
        """
        if self.is_over:
            raise ValueError("the game is over")
        player = self.next_turn
        self.search_info = SearchInfo(self.level)
        col = self._computed(mover or _select_move()) if move is None else move
        self.do_move(col)
        if not self.quiet:
            searched = _statistics([self.search_info]) if move is None else ""
            print(f"{player} plays column {col}:\n\n{self}\n\n{searched}{self._standing()}")
        return col

    def play_round(self, move: int | None = None, mover: Mover | None = None) -> None:
        """Play a move as `play` does, then the computer's reply unless the game is over."""
        self.play(move, mover)
        if not self.is_over:
            self.play(None, mover)

    def finish_game(self, mover: Mover | None = None) -> None:
        """Let the computer play both sides to the end, then print a summary of all searches."""
        searches = []
        while not self.is_over:
            self.play(None, mover)
            searches.append(self.search_info)
        print(f"Moves played:             {len(searches)}")
        print(f"{_statistics(searches)}{self._standing()}")

    def _computed(self, mover: Mover) -> int:
        return mover(self, self.alpha_beta)

    def _standing(self) -> str:
        match self.winner:
            case None if self.list_legal_moves():
                return f"It is now {self.next_turn}'s turn."
            case None:
                return "The game is a draw."
            case winner:
                return f"{winner} wins."

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.grid)

    def __repr__(self) -> str:
        rows = ", ".join(repr("".join(row)) for row in self.grid)
        return f"ConnectFourGame([{rows}], level={self.level})"


def start_new_game(
    grid_list: Sequence[Sequence[str]] | None = None, level: int = 4
) -> ConnectFourGame:
    """Make a game as `ConnectFourGame` does, and show how it stands."""
    game = ConnectFourGame(grid_list, level)
    print(f"The initial state of the game is:\n\n{game}\n\n{game._standing()}")
    return game


def _columns_of(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The columns, each from the bottom up; `ValueError` unless the rows are a grid of stacks."""
    if len(rows) != _HEIGHT:
        raise ValueError(f"a grid has {_HEIGHT} rows, not {len(rows)}")
    full_rows = [row or [_NO_TOKEN] * _WIDTH for row in rows]
    for number, row in enumerate(full_rows):
        if len(row) != _WIDTH or not set(row) <= set("XO_"):
            raise ValueError(f"row {number} must be empty or {_WIDTH} slots 'X', 'O' or '_'")
    return [_stack(number, slots) for number, slots in enumerate(zip(*full_rows, strict=True))]


def _stack(number: int, slots: tuple[str, ...]) -> list[str]:
    tokens = "".join(reversed(slots)).rstrip(_NO_TOKEN)
    if _NO_TOKEN in tokens:
        raise ValueError(f"a token of column {number} has nothing below it")
    return list(tokens)


def _lines(columns: list[list[str]]) -> Iterator[str]:
    """Every column, row and diagonal as text.

    Diagonals become rows when each column is pushed up one slot further than its neighbour.
    """
    upright = ["".join(column).ljust(_HEIGHT, _NO_TOKEN) for column in columns]
    yield from upright
    for pushes in ([0] * _WIDTH, range(_WIDTH), range(_WIDTH)[::-1]):
        pushed = [
            _NO_TOKEN * push + column + _NO_TOKEN * (_WIDTH - push)
            for push, column in zip(pushes, upright, strict=True)
        ]
        yield from map("".join, zip(*pushed, strict=True))


def _statistics(searches: Sequence[SearchInfo]) -> str:
    """The figures of some searches taken together, a line for each."""
    total = SearchInfo(
        depth_limit=max((search.depth_limit for search in searches), default=0),
        moves_considered=sum(search.moves_considered for search in searches),
        moves_pruned=sum(search.moves_pruned for search in searches),
        depth_reached=max((search.depth_reached for search in searches), default=0),
        branching_factors=[n for search in searches for n in search.branching_factors],
    )
    return (
        f"Moves considered:         {total.moves_considered}\n"
        f"Moves pruned:             {total.moves_pruned}\n"
        f"Average branching factor: {total.mean_branching_factor():.2f}\n"
        f"Maximum depth reached:    {total.depth_reached} of {total.depth_limit}\n"
    )


def _select_move() -> Mover:
    """`compute_move` of the module `select_move`, found when it is needed.

    The library cannot import the student's file when it is itself imported: the file imports the
    library.
    """
    mover: Mover = importlib.import_module("select_move").compute_move
    return mover
