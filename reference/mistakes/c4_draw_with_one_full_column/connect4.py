from gametree import *
from gametree.connect4_text import board_to_string

DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class Connect4:
    def __init__(self, num_cols=7, num_rows=6):
        self.width = num_cols
        self.height = num_rows
        self._statuses = {}

    def columns(self, state):
        """columns(state) ==> dict from column number to the list of its discs, bottom first
        REQUIRES: nothing
        ENSURES: only filled positions are in the lists
        """
        result = {}
        for x in range(self.width):
            discs = []
            for y in range(self.height):
                position = state.board.sub(x, y)
                if position == EMPTY:
                    break
                discs.append(position.player)
            result[x] = discs
        return result

    def lowest_free_row(self, state, col):
        """lowest_free_row(state, col) ==> row or None
        REQUIRES: col is on the board
        ENSURES: number of discs in col, unless it is full
        """
        discs = self.columns(state)[col]
        if len(discs) == self.height:
            return None
        return len(discs)

    @property
    def start(self):
        rows = [[EMPTY] * self.width for _ in range(self.height)]
        return C4State(Matrix(self.width, rows), Player.MAXIE)

    def player(self, state):
        count = sum(len(discs) for discs in self.columns(state).values())
        return Player.MAXIE if count % 2 == 0 else Player.MINNIE

    def moves(self, state):
        """moves(state) ==> Seq of columns, from right to left"""
        result = Seq.empty()
        for x, discs in self.columns(state).items():
            if len(discs) < self.height:
                result = result.cons(x)
        return result

    def make_move(self, state, col):
        row = self.lowest_free_row(state, col)
        print("dropping into", col, row)
        board = Matrix.tabulate(
            lambda x, y: Filled(state.player) if (x, y) == (col, row) else state.board.sub(x, y),
            self.width,
            self.height,
        )
        return C4State(board, state.player.other)

    def runs(self, state):
        """runs(state) ==> list of (player, length, number of free ends) of all maximal runs"""
        columns = self.columns(state)

        def owner(x, y):
            if not (0 <= x < self.width and 0 <= y < self.height):
                return "outside"
            return columns[x][y] if y < len(columns[x]) else "free"

        result = []
        for x in columns:
            for y, who in enumerate(columns[x]):
                for dx, dy in DIRECTIONS:
                    if owner(x - dx, y - dy) == who:
                        continue
                    length = 1
                    while owner(x + length * dx, y + length * dy) == who:
                        length += 1
                    ends = [owner(x - dx, y - dy), owner(x + length * dx, y + length * dy)]
                    result.append((who, length, ends.count("free")))
        return result

    def status(self, state):
        if state not in self._statuses:
            self._statuses[state] = self._status(state)
        return self._statuses[state]

    def _status(self, state):
        for who, length, _ in self.runs(state):
            if length >= 4:
                return Over(Winner(who))
        for discs in self.columns(state).values():
            if len(discs) == self.height:
                return Over(DRAW)
        return IN_PLAY

    def estimate(self, state):
        """estimate(state) ==> Guess
        ENSURES: 64 for three, 16 for two, as in the text, and a little for the middle
        """
        points = 0
        for who, length, free in self.runs(state):
            worth = {1: 0, 2: 16, 3: 64}.get(length, 0) if free else 0
            points += worth if who is Player.MAXIE else -worth
        middle = self.columns(state)[self.width // 2]
        points += middle.count(Player.MAXIE) - middle.count(Player.MINNIE)
        return Guess(points)

    def move_to_string(self, move):
        return str(move)

    def state_to_string(self, state):
        return board_to_string(state.board)

    def parse_move(self, state, text):
        if text.isdigit() and int(text) < self.width:
            if self.lowest_free_row(state, int(text)) is not None:
                return int(text)
        return None
