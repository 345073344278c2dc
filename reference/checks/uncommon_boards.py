"""Boards that random matches hardly ever come to: dead ones, and those that only pops lead to."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, product
from random import Random

from hypothesis import strategies as st

from gametree import Pop
from reference.checks.boards import (
    Board,
    Cell,
    Goal,
    Line,
    discs_in,
    empty_board,
    lines,
    other,
    steered,
)
from reference.checks.boards import in_play as drops_in_play
from reference.checks.plays import until_found
from reference.checks.pops import (
    Grown,
    filling_drops,
    in_play,
    is_stuck,
    legal,
    match_on,
    played,
)

STANDARD = (7, 6)
DEAD = ((4, 4), (5, 4), (4, 5), (6, 5), STANDARD, (9, 7))


def dead_boards() -> st.SearchStrategy[tuple[Board, ...]]:
    """Boards of a size in play on which nobody can win any more: all fours hold discs of both."""
    return st.sampled_from(DEAD).map(_dead_boards)


def _dead_boards(size: tuple[int, int]) -> tuple[Board, ...]:
    """Of each player to move, the emptiest board of some matches."""
    rng = Random(repr(size))
    matches = [filling_drops(size, rng), *[_random_drops(size, rng) for _ in range(60)]]
    found = [board for drops in matches for board in _after(drops, size) if is_dead(board)]
    return tuple([min([b for b in found if b.mover == mover], key=_num_discs) for mover in "XO"])


def _random_drops(size: tuple[int, int], rng: Random) -> list[int]:
    """A match that ends where the next disc would make a four, or the board is full."""
    board, drops = empty_board(*size), list[int]()
    while board.drops():
        x = rng.choice(board.drops())
        if board.makes_four(x, len(board.columns[x]), board.mover):
            break
        board = board.drop(x)
        drops.append(x)
    return drops


def _after(drops: Sequence[int], size: tuple[int, int]) -> list[Board]:
    """The positions of a match on a board that isn't full."""
    boards = list(accumulate(drops, Board.drop, initial=empty_board(*size)))
    return [board for board in boards[size[0] :] if board.drops()]


def _num_discs(board: Board) -> int:
    return board.num_discs


def is_dead(board: Board) -> bool:
    """Whether each four of a board holds discs of both players."""
    return all({"X", "O"} <= {board.at(*cell) for cell in line} for line in lines(*board.size))


# -- boards that only pops lead to -------------------------------------------------------------

ROOMY = ((4, 4), (5, 4), (4, 6), STANDARD, (8, 5), (10, 4))


def popped_boards() -> st.SearchStrategy[tuple[Board, ...]]:
    """Boards of a size in play: full ones, and ones of which one player has popped most."""
    return st.sampled_from(ROOMY).map(_popped_boards)


def _popped_boards(size: tuple[int, int]) -> tuple[Board, ...]:
    rng = Random(repr(size))
    full = [until_found(partial(_full_in_play, size, rng)) for _ in range(2)]
    uneven = [until_found(partial(_uneven, size, popper, rng)) for popper in "XXOO"]
    return (*full, *uneven)


def _full_in_play(size: tuple[int, int], rng: Random) -> Board | None:
    board = empty_board(*size)
    for x in filling_drops(size, rng):
        board = board.drop(x)
    return board if in_play(board) else None


def _uneven(size: tuple[int, int], popper: str, rng: Random) -> Board | None:
    """A position with at least five discs more of the player who pops only if she must drop."""
    board = empty_board(*size)
    for _ in range(60):
        moves = [move for move in legal(board) if in_play(played(board, move))]
        pops = [move for move in moves if isinstance(move, Pop)]
        among = pops if board.mover == popper else [move for move in moves if move not in pops]
        if not moves:
            return None
        board = played(board, rng.choice(among or moves))
        discs = [disc for _, disc in board.discs()]
        if abs(discs.count("X") - discs.count("O")) >= 5:
            return board
    return None


LONE = ((5, 2), (7, 2), (5, 4), (6, 3))


def lone_pops() -> st.SearchStrategy[tuple[Board, ...]]:
    """Full boards of a size, wider than high, on which the player to move can pop one disc."""
    return st.sampled_from(LONE).map(_lone_pops)


def _lone_pops(size: tuple[int, int]) -> tuple[Board, ...]:
    rng = Random(repr(size))
    return tuple([until_found(partial(_with_lone_pop, size, rng)) for _ in range(2)])


def _with_lone_pop(size: tuple[int, int], rng: Random) -> Board | None:
    num_cols, num_rows = size
    # Whoever begins is to move on a full board of an even number of cells.
    mover, rival = "XO" if num_cols * num_rows % 2 == 0 else "OX"
    own = rng.randrange(num_cols)
    bottom = {(x, 0): mover if x == own else rival for x in range(num_cols)}
    return steered(Goal(size, bottom, least=num_cols * num_rows), rng, 20)


# With four columns or more, bottom discs that are all of one player's are a four.
NARROW = ((2, 4), (2, 5), (2, 6), (2, 8), (3, 4), (3, 5))


def stuck_boards() -> st.SearchStrategy[tuple[Board, ...]]:
    """Boards of two and three columns, four rows and more, on which there is no legal move."""
    return st.just(tuple(map(_stuck, NARROW)))


def _stuck(size: tuple[int, int]) -> Board:
    rng = Random(repr(size))

    def attempt() -> Board | None:
        boards = (turn.after for turn in match_on(size, rng, 60))
        return next(filter(is_stuck, boards), None)

    return until_found(attempt)


# -- cells that are alike ------------------------------------------------------------------------

# Written one after the other, the coordinates of these two cells are the same text. Each is the
# last of a line of four.
ALIKE = ((11, 1), (1, 11))
LINES = (((8, 1), (9, 1), (10, 1)), ((1, 8), (1, 9), (1, 10)))
TWELVE = (12, 12)


def alike_cells() -> st.SearchStrategy[tuple[tuple[Board, int], ...]]:
    """Boards of twelve rows and columns, with the column of a free cell whose like is filled."""
    pairs = zip((ALIKE, ALIKE[::-1]), "XO", strict=True)
    goals = [
        (Grown(TWELVE, {}, mover, free, heights={filled[0]: filled[1] + 1}), free[0])
        for (free, filled), mover in pairs
    ]
    return st.just(tuple([(_steered(goal), x) for goal, x in goals]))


def lines_of_alike_cells() -> st.SearchStrategy[tuple[Board, ...]]:
    """Boards of that size: fours, and threes to which the cell that is like the fourth belongs.

    The cell like the last of a four is the other player's; the fourth of a three is the other
    player's, or free.
    """
    made = zip(LINES, ALIKE, ALIKE[::-1], "XO", strict=True)
    return st.just(tuple([board for each in made for board in _lines_of(*each)]))


def _lines_of(three: Line, last: Cell, like: Cell, disc: str) -> Iterator[Board]:
    own, rival = discs_in(three, disc), other(disc)
    yield _steered(Goal(TWELVE, own | {like: rival}, disc, last)).drop(last[0])
    yield _steered(Goal(TWELVE, own | {like: disc, last: rival}))
    yield _steered(Goal(TWELVE, own | {like: disc}, kept=frozenset([last])))


def _steered(goal: Goal) -> Board:
    return until_found(partial(steered, goal, Random(repr(goal)), 20))


# -- sizes that are alike ------------------------------------------------------------------------

# Of many of them the sums or the products are the same, or the digits one after the other, or what
# a size is as one number: ten times (or twelve times, up to 29 times) the columns and the rows.
ALIKE_SIZES = (
    *product(range(1, 13), repeat=2),
    *((1, rows) for rows in range(13, 31)),
    *((cols, 1) for cols in range(13, 31)),
)

# Boards whose cells, one after the other by rows or by columns, are the same.
SIMILAR = (
    Board(tuple("OOOXXXX") + ("",) * 5, 1, "O"),
    Board(("OX", "O", "O", "X", "X", "X"), 2, "O"),
    Board(("OO", "OX", "XX", "X", "", ""), 2, "O"),
    # And whose sizes are, as digits, or as one number of them.
    Board(("O", "O", "O", "", "X", "X", "X", "X", "", "", ""), 1, "O"),
    Board(("",), 11, "X"),
    Board(("XXXX", "OOO", "", ""), 12, "O"),
    Board(("", "XO", "XO", "XO", "X"), 2, "O"),
)


# -- many discs ----------------------------------------------------------------------------------

# So many discs are more than a byte can count.
MANY = 256


def boards_of_many_discs() -> st.SearchStrategy[tuple[Board, ...]]:
    """Boards in play, with as many discs as a byte can count, and a few more."""
    return st.just((30, 9)).map(_of_many_discs)


def _of_many_discs(size: tuple[int, int]) -> tuple[Board, ...]:
    drops = filling_drops(size, Random(repr(size)))
    return tuple(list(accumulate(drops, Board.drop, initial=empty_board(*size)))[MANY - 1 :][:4])


# -- small boards ------------------------------------------------------------------------------


def small_boards(sizes: Sequence[tuple[int, int]]) -> tuple[Board, ...]:
    """An empty board and another one in play of each size."""
    made = [(empty_board(*size), drops_in_play(size, Random(repr(size)))) for size in sizes]
    return tuple(chain.from_iterable(made))
