"""Connect 4: four discs in a line win.

A move is the number of the column to drop a disc into. Printing and parsing, at the end of the
class, are given.
"""

from operator import eq

from gametree import (
    DRAW,
    EMPTY,
    IN_PLAY,
    C4State,
    EmptyPosition,
    Filled,
    Guess,
    Matrix,
    Over,
    Player,
    Position,
    Seq,
    Status,
    Winner,
)
from gametree.connect4_text import board_to_string
from las import look_and_say

IN_A_ROW = 4
POINTS = {2: 16, 3: 64}


class Connect4:
    """Connect4(num_cols, num_rows) ==> the game on an empty board of that size; 7 x 6 by default.

    REQUIRES: num_cols >= 1 and num_rows >= 1, else ValueError.
    ENSURES: a Game[C4State, int]. Four in a line win on a board of any size, so that nobody can
    win on a board without room for four.
    """

    def __init__(self, num_cols: int = 7, num_rows: int = 6) -> None:
        if num_cols < 1 or num_rows < 1:
            raise ValueError(
                f"a board has at least 1 column and 1 row, got {num_cols} x {num_rows}"
            )
        self.num_cols = num_cols
        self.num_rows = num_rows

    def lowest_free_row(self, state: C4State, col: int) -> int | None:
        """lowest_free_row(state, col) ==> the row that a disc dropped into column col comes to.

        REQUIRES: 0 <= col < num_cols.
        ENSURES: rows are counted from 0 at the bottom; None if the column is full.

        >>> from gametree import board_of
        >>> state = C4State(board_of("..", "X."), Player.MINNIE)
        >>> Connect4(2, 2).lowest_free_row(state, 0), Connect4(2, 2).lowest_free_row(state, 1)
        (1, 0)
        >>> Connect4(2, 1).lowest_free_row(C4State(board_of("X."), Player.MINNIE), 0) is None
        True
        """
        rows = range(self.num_rows)
        return next((row for row in rows if state.board.sub(col, row) == EMPTY), None)

    @property
    def start(self) -> C4State:
        """start ==> the state in which a match begins.

        REQUIRES: nothing.
        ENSURES: every position is EMPTY, and Maxie is to move.

        >>> Connect4(1, 1).start.player
        Player.MAXIE
        """
        return C4State(
            Matrix.tabulate(lambda _x, _y: EMPTY, self.num_cols, self.num_rows), Player.MAXIE
        )

    def player(self, state: C4State) -> Player:
        """player(state) ==> the player who is to move in state.

        REQUIRES: nothing.
        ENSURES: the players take turns, Maxie first.

        >>> from gametree import board_of
        >>> Connect4(2, 1).player(C4State(board_of("X."), Player.MINNIE))
        Player.MINNIE
        """
        return state.player

    def moves(self, state: C4State) -> Seq[int]:
        """moves(state) ==> the columns that are not full.

        REQUIRES: the game is in play in state.
        ENSURES: each of them once. Any order will do; from left to right here.

        >>> sorted(Connect4(3, 1).moves(Connect4(3, 1).start))
        [0, 1, 2]
        """
        cols = Seq.tabulate(lambda col: col, self.num_cols)
        return cols.filter(lambda col: self.lowest_free_row(state, col) is not None)

    def make_move(self, state: C4State, col: int) -> C4State:
        """make_move(state, col) ==> the state after the player to move drops a disc into col.

        REQUIRES: col is one of moves(state).
        ENSURES: the disc is at the lowest free row of col, all else is as it was, and the
        opponent is to move. state itself stays as it was.

        >>> from gametree import board_of
        >>> after = Connect4(2, 2).make_move(C4State(board_of("..", "X."), Player.MINNIE), 0)
        >>> print(board_to_string(after.board))
         0 1
        -----
        |O| |
        |X| |
        >>> after.player
        Player.MAXIE
        """
        match self.lowest_free_row(state, col):
            case None:
                raise ValueError(f"column {col} is full")
            case row:
                board = state.board.update(col, row, Filled(state.player))
                return C4State(board, state.player.other)

    def status(self, state: C4State) -> Status:
        """status(state) ==> whether the game is over in state, and how it ended.

        REQUIRES: state is reached by legal moves.
        ENSURES: Over(Winner(player)) if four discs of player, or more, are in a line: in a row,
        in a column, or in a diagonal of either direction. Otherwise Over(DRAW) if the board is
        full, and IN_PLAY if not.

        >>> from gametree import board_of
        >>> Connect4(2, 1).status(C4State(board_of("X."), Player.MINNIE))
        IN_PLAY
        >>> Connect4(2, 1).status(C4State(board_of("XO"), Player.MAXIE))
        Over(DRAW)
        >>> Connect4(4, 2).status(C4State(board_of("OOO.", "XXXX"), Player.MINNIE))
        Over(Winner(Player.MAXIE))
        """
        match fours(state.board):
            case [winner, *_]:
                return Over(Winner(winner))
            case _ if len(self.moves(state)) == 0:
                return Over(DRAW)
            case _:
                return IN_PLAY

    def estimate(self, state: C4State) -> Guess:
        """estimate(state) ==> how good state is for Maxie, whoever is to move.

        REQUIRES: the game is in play in state.
        ENSURES: positive if Maxie's runs of discs are worth more than Minnie's, negative if
        less. A run of three is worth more than a run of two, and single discs are worth little
        beside them; only runs that can grow need to count.

        >>> from gametree import board_of
        >>> three = board_of(*["......."] * 5, "O.XXX.O")  # in a row, against single discs
        >>> Connect4().estimate(C4State(three, Player.MINNIE)).value > 0
        True
        """
        return Guess(sum(line_points(line) for line in lines(state.board)))

    # Given: printing and parsing. Nothing below needs a change.

    def move_to_string(self, move: int) -> str:
        """move_to_string(move) ==> the number of the column."""
        return str(move)

    def state_to_string(self, state: C4State) -> str:
        """state_to_string(state) ==> a picture of the board, X for Maxie's discs, O for Minnie's.

        >>> print(Connect4(3, 1).state_to_string(Connect4(3, 1).start))
         0 1 2
        -------
        | | | |
        """
        return board_to_string(state.board)

    def parse_move(self, state: C4State, text: str) -> int | None:
        """parse_move(state, text) ==> the column that text names, None if that is no legal move.

        REQUIRES: the game is in play in state.
        ENSURES: text is read exactly as move_to_string prints it.

        >>> Connect4(3, 1).parse_move(Connect4(3, 1).start, "2")
        2
        >>> Connect4(3, 1).parse_move(Connect4(3, 1).start, "3") is None
        True
        """
        named = (col for col in range(self.num_cols) if text == self.move_to_string(col))
        return next((col for col in named if self.lowest_free_row(state, col) is not None), None)


def lines(board: Matrix[Position]) -> Seq[Seq[Position]]:
    """lines(board) ==> everything along which four discs can be in a line.

    REQUIRES: nothing.
    ENSURES: all rows, columns and diagonals of both directions.

    >>> len(lines(Connect4(2, 2).start.board))
    10
    """
    return Seq.flatten(Seq.of(board.rows(), board.cols(), board.diags1(), board.diags2()))


def fours(board: Matrix[Position]) -> list[Player]:
    """fours(board) ==> the owner of every run of four discs or more.

    REQUIRES: nothing.
    ENSURES: a player is there as often as she has such runs.

    >>> fours(Connect4().start.board)
    []
    """
    runs = Seq.flatten(lines(board).map(lambda line: look_and_say(eq, line)))
    return [
        position.player for n, position in runs if n >= IN_A_ROW and isinstance(position, Filled)
    ]


def line_points(line: Seq[Position]) -> int:
    """line_points(line) ==> what the runs of discs in line are worth, for Maxie positive.

    REQUIRES: nothing.
    ENSURES: a run counts its POINTS once for each of its two ends that is next to an empty
    position, so a run that is blocked on both sides counts nothing.

    >>> x, o = Filled(Player.MAXIE), Filled(Player.MINNIE)
    >>> line_points(Seq.of(EMPTY, x, x, x, EMPTY)), line_points(Seq.of(o, x, x, x, EMPTY))
    (128, 64)
    >>> line_points(Seq.of(o, x, x, x, o)), line_points(Seq.of(o, o, EMPTY, x))
    (0, -16)
    """
    runs = look_and_say(eq, line).to_list()

    def is_empty(index: int) -> bool:
        return 0 <= index < len(runs) and runs[index][1] == EMPTY

    return sum(
        sign(position) * POINTS.get(n, 0) * (is_empty(i - 1) + is_empty(i + 1))
        for i, (n, position) in enumerate(runs)
    )


def sign(position: Position) -> int:
    """sign(position) ==> 1 for a disc of Maxie's, -1 for one of Minnie's, 0 for EMPTY.

    REQUIRES: nothing.
    ENSURES: the sign that points for this position have.

    >>> sign(Filled(Player.MINNIE))
    -1
    """
    match position:
        case Filled(Player.MAXIE):
            return 1
        case Filled(Player.MINNIE):
            return -1
        case EmptyPosition():
            return 0
    raise TypeError(f"not a position: {position!r}")
