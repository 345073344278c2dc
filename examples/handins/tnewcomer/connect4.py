"""Connect 4: four discs in a line win.

A move is the number of the column to drop a disc into. Printing and parsing, at the end of the
class, are given.
"""

from gametree import (  # noqa: F401  (all of these are for you)
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
        raise NotImplementedError("lowest_free_row")

    @property
    def start(self) -> C4State:
        """start ==> the state in which a match begins.

        REQUIRES: nothing.
        ENSURES: every position is EMPTY, and Maxie is to move.

        >>> Connect4(1, 1).start.player
        Player.MAXIE
        """
        raise NotImplementedError("start")

    def player(self, state: C4State) -> Player:
        """player(state) ==> the player who is to move in state.

        REQUIRES: nothing.
        ENSURES: the players take turns, Maxie first.

        >>> from gametree import board_of
        >>> Connect4(2, 1).player(C4State(board_of("X."), Player.MINNIE))
        Player.MINNIE
        """
        raise NotImplementedError("player")

    def moves(self, state: C4State) -> Seq[int]:
        """moves(state) ==> the columns that are not full.

        REQUIRES: the game is in play in state.
        ENSURES: each of them once. Any order will do; from left to right here.

        >>> sorted(Connect4(3, 1).moves(Connect4(3, 1).start))
        [0, 1, 2]
        """
        raise NotImplementedError("moves")

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
        raise NotImplementedError("make_move")

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
        raise NotImplementedError("status")

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
        raise NotImplementedError("estimate")

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
