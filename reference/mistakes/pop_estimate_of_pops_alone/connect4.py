"""Connect 4 on bitboards.

Each column takes num_rows + 1 bits, so that a line never runs over into the next column.
"""

from gametree import (
    DRAW,
    EMPTY,
    IN_PLAY,
    C4State,
    Filled,
    Guess,
    Matrix,
    Over,
    Player,
    Seq,
    Winner,
)
from gametree.connect4_text import board_to_string


class Connect4:
    """Connect4(num_cols, num_rows) ==> the game
    REQUIRES: num_cols, num_rows >= 1
    ENSURES: a Game[C4State, int]
    """

    def __init__(self, num_cols: int = 7, num_rows: int = 6) -> None:
        if num_cols < 1 or num_rows < 1:
            raise ValueError("board too small")
        self.num_cols = num_cols
        self.num_rows = num_rows
        self.shifts = (1, num_rows, num_rows + 1, num_rows + 2)
        self.cells = sum(((1 << num_rows) - 1) << (x * (num_rows + 1)) for x in range(num_cols))

    def bits(self, state: C4State) -> dict[Player, int]:
        """bits(state) ==> an integer for each player
        REQUIRES: true
        ENSURES: bit x * (num_rows + 1) + y is set iff (x, y) is hers
        """
        found = {Player.MAXIE: 0, Player.MINNIE: 0}
        for x in range(self.num_cols):
            for y in range(self.num_rows):
                match state.board.sub(x, y):
                    case Filled(player):
                        found[player] |= 1 << (x * (self.num_rows + 1) + y)
        return found

    def lowest_free_row(self, state: C4State, col: int) -> int | None:
        """lowest_free_row(state, col) ==> row
        REQUIRES: 0 <= col < num_cols
        ENSURES: the lowest row that is empty, None if there is none
        """
        row = sum(1 for position in state.board.cols().nth(col) if position is not EMPTY)
        return row if row < self.num_rows else None

    @property
    def start(self) -> C4State:
        """start ==> state
        REQUIRES: true
        ENSURES: nothing on the board, Maxie moves
        """
        return C4State(Matrix.tabulate(lambda x, y: EMPTY, self.num_cols, self.num_rows), Player.MAXIE)

    def player(self, state: C4State) -> Player:
        """player(state) ==> player to move
        REQUIRES: true
        ENSURES: the one in the state
        """
        return state.player

    def moves(self, state: C4State) -> Seq[int]:
        """moves(state) ==> columns
        REQUIRES: state is in play
        ENSURES: the middle columns first, which is good for alpha-beta
        """
        middle = (self.num_cols - 1) / 2
        free = [x for x in range(self.num_cols) if self.lowest_free_row(state, x) is not None]
        return Seq.from_list(sorted(free, key=lambda x: abs(x - middle)))

    def make_move(self, state: C4State, col: int) -> C4State:
        """make_move(state, col) ==> state after the move
        REQUIRES: col is legal
        ENSURES: one more disc in col
        """
        row = self.lowest_free_row(state, col)
        if row is None:
            raise ValueError(f"full column {col}")
        return C4State(state.board.update(col, row, Filled(state.player)), state.player.other)

    def has_four(self, bits: int) -> bool:
        """has_four(bits) ==> bool
        REQUIRES: bits of one player
        ENSURES: true iff four are in a line
        """
        for shift in self.shifts:
            pairs = bits & (bits >> shift)
            if pairs & (pairs >> (2 * shift)):
                return True
        return False

    def status(self, state: C4State):
        """status(state) ==> Over(outcome) or IN_PLAY
        REQUIRES: state is reachable
        ENSURES: four in a line win, a full board is a draw
        """
        bits = self.bits(state)
        for player in (state.player.other, state.player):
            if self.has_four(bits[player]):
                return Over(Winner(player))
        if bits[Player.MAXIE] | bits[Player.MINNIE] == self.cells:
            return Over(DRAW)
        return IN_PLAY

    def windows(self, own: int, theirs: int) -> int:
        """windows(own, theirs) ==> points
        REQUIRES: bits of two players
        ENSURES: ten times as much for each further disc in four cells that are free of theirs
        """
        points = 0
        for shift in self.shifts:
            for start in range(self.num_cols * (self.num_rows + 1)):
                mask = (1 | 1 << shift | 1 << 2 * shift | 1 << 3 * shift) << start
                if mask & ~self.cells or mask & theirs:
                    continue
                points += (0, 1, 10, 100, 1000)[(mask & own).bit_count()]
        return points

    def estimate(self, state: C4State) -> Guess:
        """estimate(state) ==> Guess
        REQUIRES: in play
        ENSURES: what is possible for Maxie minus what is possible for Minnie
        """
        bits = self.bits(state)
        maxie, minnie = bits[Player.MAXIE], bits[Player.MINNIE]
        return Guess(self.windows(maxie, minnie) - self.windows(minnie, maxie))

    def move_to_string(self, move: int) -> str:
        return str(move)

    def state_to_string(self, state: C4State) -> str:
        return board_to_string(state.board)

    def parse_move(self, state: C4State, text: str) -> int | None:
        named = (col for col in range(self.num_cols) if text == self.move_to_string(col))
        return next((col for col in named if self.lowest_free_row(state, col) is not None), None)
