"""What the judge answers in place of small functions that are wrong: see `grader.judging.help`.

Instead of the state of an explicit game each gets the player who is to move there; a state of a
`PathGame` is the tuple of moves that led to it, one of a `GraphGame` a place and the player. All of
them take a moment, whatever they are asked.
"""

from typing import Any

from gametree import (
    EMPTY,
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Bounds,
    C4State,
    Est,
    Matrix,
    Player,
    Position,
    Result,
    Seq,
    Tree,
    Value,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)
from reference import lolo, nim

# What checks ask about is smaller (docs/connect4.md, docs/nim.md). Who asks for more would make the
# judge work.
MOST_POSITIONS = 1000
MOST_PILES, MOST_STICKS = 20, 100
MOST_STICKS_OF_TREES, MOST_NODES = 16, 25_000


def mover(state: Any) -> Player:
    """The player who is to move in a state, or the player itself."""
    match state:
        case Player() as player:
            return player
        case (int(), Player() as player):
            return player
    return Player.MAXIE if len(state) % 2 == 0 else Player.MINNIE


def update_ab(state: Any, ab: Bounds, value: Value) -> Bounds:
    """The bounds for the next child."""
    alpha, beta = ab
    if mover(state) is Player.MAXIE:
        return maxalpha(alpha, value), beta
    return alpha, minbeta(beta, value)


def value_for(state: Any, ab: Bounds) -> Value:
    """The bound of the player who is to move."""
    alpha, beta = ab
    return alpha if mover(state) is Player.MAXIE else beta


def check_bounds(ab: Bounds, state: Any, incoming_move: object, est: Est) -> Result:
    """The result of a node that is worth `est`."""
    alpha, beta = ab
    above, below = alpha_is_less_than(alpha, est), beta_is_greater_than(est, beta)
    if above and below:
        return BestEdge(incoming_move, est)
    return PARENT_PRUNE if (mover(state) is Player.MAXIE) != above else PRUNED


def board_of(state: Any) -> Matrix[Position]:
    """The board of a state of Connect 4."""
    if not isinstance(state, C4State):
        raise TypeError(f"a state is a C4State, not {type(state).__name__}")
    if state.board.num_cols * state.board.num_rows > MOST_POSITIONS:
        raise ValueError("no check asks about so large a board")
    return state.board


def lowest_free_row(state: Any, col: int) -> int | None:
    """Where a disc comes to in a column."""
    board = board_of(state)
    if col not in range(board.num_cols):
        raise ValueError(f"no check asks about column {col!r}")
    return next((row for row in range(board.num_rows) if board.sub(col, row) == EMPTY), None)


def columns(state: Any) -> Seq[int]:
    """The legal moves of Connect 4."""
    cols = range(board_of(state).num_cols)
    return Seq.from_list([col for col in cols if lowest_free_row(state, col) is not None])


def next_level(c: nim.Config) -> list[nim.Config]:
    """Where one move of nim leads to."""
    if len(c) > MOST_PILES or not all(0 <= sticks <= MOST_STICKS for sticks in c):
        raise ValueError("no check asks about so many sticks or piles, or less than none")
    return nim.make_next_level(c)


def game_tree(c: nim.Config) -> Tree[nim.Config]:
    """The tree of all games of nim from here."""
    next_level(c)  # which refuses what no check asks about
    room = iter(range(MOST_NODES if sum(c) <= MOST_STICKS_OF_TREES else 0))

    def tree(config: nim.Config) -> Tree[nim.Config]:
        if next(room, None) is None:
            raise ValueError("no check asks for so large a tree")
        return Tree(config, tuple(map(tree, nim.make_next_level(config))))

    return tree(c)


FUNCTIONS = {
    "connect4.lowest_free_row": lowest_free_row,
    "connect4.moves": columns,
    "alphabeta.update_ab": update_ab,
    "alphabeta.value_for": value_for,
    "alphabeta.check_bounds": check_bounds,
    "nim.less_equal": nim.less_equal,
    "nim.greater_equal": nim.greater_equal,
    "nim.equal_config": nim.equal_config,
    "nim.make_next_level": next_level,
    "nim.make_game_tree": game_tree,
    "lolo.lookup_pos": lolo.lookup_pos,
    "lolo.next_l_pos": lolo.next_l_pos,
    "lolo.make_next_level": lolo.make_next_level,
}
