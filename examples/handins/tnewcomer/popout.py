"""PopOut: Connect 4 with a second kind of move (extra credit).

A player may drop a disc as in Connect 4, or pop one: take a disc of her own out of the bottom
row, so that everything above it in that column comes down by one row.

How a human player enters moves
    `3` drops a disc into column 3, and `pop 3` pops the bottom disc of column 3.

How the estimator accounts for pops
    (Yours to say: replace this line by your own account of it.)

How a game ends
    Four in a line win. A pop moves a whole column, so it can make four for both players at once:
    then the player who popped wins. It can also make four for the opponent alone, who then wins.
    If nobody has four and the player to move has no legal move, the game is a draw: that needs a
    full board with no disc of hers at the bottom. A full board alone does not end the game.
"""

from gametree import (  # noqa: F401  (all of these are for you)
    DRAW,
    EMPTY,
    IN_PLAY,
    C4State,
    Drop,
    Filled,
    Guess,
    Matrix,
    Over,
    Player,
    Pop,
    Position,
    Seq,
    Status,
    Winner,
)
from gametree.connect4_text import board_to_string


class PopOut:
    """PopOut(num_cols, num_rows) ==> the game on an empty board of that size; 7 x 6 by default.

    REQUIRES: num_cols >= 1 and num_rows >= 1, else ValueError.
    ENSURES: a Game[C4State, Drop | Pop].
    """

    def __init__(self, num_cols: int = 7, num_rows: int = 6) -> None:
        if num_cols < 1 or num_rows < 1:
            raise ValueError(
                f"a board has at least 1 column and 1 row, got {num_cols} x {num_rows}"
            )
        self.num_cols = num_cols
        self.num_rows = num_rows

    @property
    def start(self) -> C4State:
        """start ==> the state in which a match begins.

        REQUIRES: nothing.
        ENSURES: every position is EMPTY, and Maxie is to move.

        >>> PopOut(1, 1).start.player
        Player.MAXIE
        """
        raise NotImplementedError("start")

    def player(self, state: C4State) -> Player:
        """player(state) ==> the player who is to move in state.

        REQUIRES: nothing.
        ENSURES: the players take turns, Maxie first, whatever kind of move they make.

        >>> game = PopOut()
        >>> game.player(game.make_move(game.start, Drop(3)))
        Player.MINNIE
        """
        raise NotImplementedError("player")

    def moves(self, state: C4State) -> Seq[Drop | Pop]:
        """moves(state) ==> the legal moves in state.

        REQUIRES: the game is in play in state.
        ENSURES: each of them once: Drop(col) for every column that is not full, Pop(col) for
        every column with a disc of the player to move at its bottom. Any order will do; drops
        from left to right and then pops from left to right here.

        >>> game = PopOut(2, 1)
        >>> game.moves(game.make_move(game.make_move(game.start, Drop(1)), Drop(0)))
        Seq.of(Pop(1))
        """
        raise NotImplementedError("moves")

    def make_move(self, state: C4State, move: Drop | Pop) -> C4State:
        """make_move(state, move) ==> the state after the player to move makes move.

        REQUIRES: move is one of moves(state), else ValueError.
        ENSURES: Drop(col) puts a disc of hers at the lowest free row of col. Pop(col) takes the
        bottom disc of col away, and every disc above it in that column comes down by one row.
        All else is as it was, and the opponent is to move. state itself stays as it was.

        >>> game = PopOut(2, 3)
        >>> state = game.start
        >>> for move in (Drop(0), Drop(0), Drop(1), Drop(0)):
        ...     state = game.make_move(state, move)
        >>> print(board_to_string(game.make_move(state, Pop(0)).board))
         0 1
        -----
        | | |
        |O| |
        |O|X|
        """
        raise NotImplementedError("make_move")

    def status(self, state: C4State) -> Status:
        """status(state) ==> whether the game is over in state, and how it ended.

        REQUIRES: state is reached by legal moves.
        ENSURES: Over(Winner(player)) if four discs of player, or more, are in a line in any of
        the four directions; if both players have four, the one who made the last move wins.
        Otherwise Over(DRAW) if the player to move has no legal move, and IN_PLAY if she has.

        >>> game = PopOut(1, 1)
        >>> game.status(game.start)
        IN_PLAY
        >>> game.status(game.make_move(game.start, Drop(0)))
        Over(DRAW)
        """
        raise NotImplementedError("status")

    def estimate(self, state: C4State) -> Guess:
        """estimate(state) ==> how good state is for Maxie, whoever is to move.

        REQUIRES: the game is in play in state.
        ENSURES: positive if Maxie's prospects are better than Minnie's, negative if worse: runs
        of discs count as in Connect 4, and pops as the text at the top of this file says.

        >>> from gametree import board_of
        >>> three = board_of(*["......."] * 5, "O.XXX.O")  # in a row, against single discs
        >>> PopOut().estimate(C4State(three, Player.MINNIE)).value > 0
        True
        """
        raise NotImplementedError("estimate")

    # Given: printing and parsing. Nothing below needs a change.

    def move_to_string(self, move: Drop | Pop) -> str:
        """move_to_string(move) ==> move as a player types it.

        >>> PopOut().move_to_string(Drop(3)), PopOut().move_to_string(Pop(3))
        ('3', 'pop 3')
        """
        match move:
            case Drop(col):
                return str(col)
            case Pop(col):
                return f"pop {col}"

    def state_to_string(self, state: C4State) -> str:
        """state_to_string(state) ==> a picture of the board, X for Maxie's discs, O for Minnie's.

        >>> print(PopOut(3, 1).state_to_string(PopOut(3, 1).start))
         0 1 2
        -------
        | | | |
        """
        return board_to_string(state.board)

    def parse_move(self, state: C4State, text: str) -> Drop | Pop | None:
        """parse_move(state, text) ==> the move that text names, None if that is no legal move.

        REQUIRES: nothing; when the game is over in state, no move is legal.
        ENSURES: text is read exactly as move_to_string prints it.

        >>> PopOut().parse_move(PopOut().start, "3")
        Drop(3)
        >>> PopOut().parse_move(PopOut().start, "pop 3") is None
        True
        """
        if self.status(state) != IN_PLAY:
            return None
        legal = self.moves(state)
        return next((move for move in legal if self.move_to_string(move) == text), None)
