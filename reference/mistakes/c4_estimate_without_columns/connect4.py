import re
from dataclasses import replace

from gametree import DRAW, EMPTY, IN_PLAY, C4State, Filled, Guess, Matrix, Over, Player, Seq, Winner
from gametree.connect4_text import board_to_string

LETTER = {Filled(Player.MAXIE): "X", Filled(Player.MINNIE): "O", EMPTY: "."}
PATTERNS = [(r"(?=\.{0}{0}{0}|{0}{0}{0}\.)", 900), (r"(?={0}{0}\.{0}|{0}\.{0}{0})", 500), (r"(?=\.{0}{0}|{0}{0}\.)", 30)]


def as_text(board):
    """as_text(board) ==> all lines, with a space between them"""
    lines = []
    for some in (board.rows(), board.cols(), board.diags1(), board.diags2()):
        lines += ["".join(LETTER[p] for p in line) for line in some]
    return " ".join(lines)


class Connect4:
    def __init__(self, num_cols=7, num_rows=6):
        self.num_cols, self.num_rows = num_cols, num_rows

    start = property(lambda self: C4State(Matrix(self.num_cols, [[EMPTY] * self.num_cols] * self.num_rows), Player.MAXIE))

    def lowest_free_row(self, state, col):
        column = "".join(LETTER[p] for p in state.board.cols().nth(col))
        found = column.find(".")
        return found if found >= 0 else None

    player = lambda self, state: state.player
    moves = lambda self, state: Seq.from_list([c for c in range(self.num_cols) if self.lowest_free_row(state, c) is not None])

    def make_move(self, state, col):
        board = state.board.update(col, self.lowest_free_row(state, col), Filled(state.player))
        return replace(state, board=board, player=state.player.other)

    def status(self, state):
        found = re.search("X{4}|O{4}", as_text(state.board))
        if found:
            return Over(Winner(Player.MAXIE if found[0][0] == "X" else Player.MINNIE))
        return IN_PLAY if self.moves(state).to_list() else Over(DRAW)

    def estimate(self, state):
        text = " ".join("".join(LETTER[p] for p in row) for row in state.board.rows())
        points = {who: sum(w * len(re.findall(p.replace("{0}", who), text)) for p, w in PATTERNS) for who in "XO"}
        return Guess(points["X"] - points["O"])

    move_to_string = staticmethod(str)

    def state_to_string(self, state):
        return board_to_string(state.board)

    def parse_move(self, state, text):
        legal = [move for move in self.moves(state) if str(move) == text]
        return legal[0] if legal else None
