"""What is drawn for Connect 4: boards of all sizes, won in every way, drawn, and nearly won.

Each board is drawn from a seed and then steered there by legal play (see boards.py).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from grader.judging.properties import Placed
from reference.checks.boards import (
    DIRECTIONS,
    WINNING,
    Board,
    Cell,
    Goal,
    Line,
    at_random,
    discs_in,
    empty_board,
    in_play,
    line_from,
    lines,
    steered,
)
from reference.checks.rng import generators

STANDARD = (7, 6)
NO_ROOM = ((1, 1), (1, 7), (3, 1), (2, 2), (3, 3), (3, 2))
NARROW = ((1, 4), (3, 6), (7, 1), (6, 3), (9, 2))
MIDDLE = ((4, 4), (5, 4), (4, 5), (6, 7), (8, 4))
LARGE = ((12, 4), (4, 12), (9, 9), (8, 8), (11, 7), (9, 5))
LONG = ((1, 30), (30, 1), (5, 15), (12, 12))
ONE_COLUMN = ((1, 1), (1, 4), (1, 7), (1, 30))
WITH_ROOM = (STANDARD, *MIDDLE, *LARGE, (4, 30), (30, 4), (5, 15))
SIZES = (STANDARD, *NO_ROOM, *NARROW, STANDARD, *MIDDLE, *LARGE, *LONG, STANDARD)
ROOM_FOR_FOUR = ((7, 1), (6, 3), (3, 6), (2, 8), *MIDDLE, *LARGE, *LONG[1:])
QUICK_TO_FILL = (STANDARD, *NO_ROOM, *NARROW, *MIDDLE, (12, 4), (1, 30), (30, 1))

Found = TypeVar("Found")

sizes = st.sampled_from(SIZES)
sizes_with_room = st.sampled_from(WITH_ROOM)


def positions(among: Sequence[tuple[int, int]] = SIZES) -> st.SearchStrategy[Board]:
    """Positions in play, on boards of those sizes."""
    return st.builds(in_play, st.sampled_from(among), generators)


def all_positions() -> st.SearchStrategy[Board]:
    """Positions in play on boards of all sizes, every fourth time on a long or narrow one."""
    return st.one_of(positions(), positions(), positions(), positions((*LONG, *ONE_COLUMN)))


@dataclass(frozen=True, slots=True)
class Past:
    """Positions of two sizes: one of the second, and two of the first, with columns as high.

    The second and the third may be good for an `owner`, beyond doubt.
    """

    first: Board
    second: Board
    third: Board
    owner: str = ""

    def asked(self, game: Callable[[Board], Any], ask: Callable[[Any, Board], Any]) -> Any:
        """One question after another of the games of both sizes, each game one object.

        `game` is the game of a board's size, `ask` a question of a game about a board.
        """
        one, other = game(self.first), game(self.second)
        return (
            ask(one, self.first),
            ask(one, self.third),
            ask(other, self.second),
            ask(one, self.first),
        )

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards asked about, in order."""
        return self.first, self.third, self.second, self.first


def pasts(among: Sequence[tuple[int, int]] = SIZES) -> st.SearchStrategy[Past]:
    """Positions in play on boards of two sizes."""
    return st.builds(_past, st.sampled_from(among), st.sampled_from(among), generators)


def _past(size: tuple[int, int], other: tuple[int, int], rng: Random) -> Past:
    first = in_play(size, rng)
    third = rng.choice((_alike, _as_many))(first, rng)
    return Past(first, in_play(other, rng), third)


def _alike(board: Board, rng: Random) -> Board:
    """Another board in play with the same columns to look at from afar, if one is found."""
    drops = [x for x, column in enumerate(board.columns) for _ in column]
    for _ in range(50):
        rng.shuffle(drops)
        found = empty_board(*board.size)
        for x in drops:
            found = found.drop(x)
        if not found.winners() and found.drops() and found != board:
            return found
    return in_play(board.size, rng)


def _as_many(board: Board, rng: Random) -> Board:
    """Another board in play with as many discs, in other columns if one is found."""
    for _ in range(50):
        found = empty_board(*board.size)
        for _ in range(board.num_discs):
            found = found.drop(rng.choice(found.drops()))
        heights = [[len(column) for column in each.columns] for each in (board, found)]
        if not found.winners() and found.drops() and heights[0] != heights[1]:
            return found
    return _alike(board, rng)


def won_pasts() -> st.SearchStrategy[Past]:
    """The same with a four on the first board, and none on the one that looks like it."""
    return st.builds(_won_past, st.sampled_from((STANDARD, *MIDDLE)), generators)


def _won_past(size: tuple[int, int], rng: Random) -> Past:
    def attempt() -> Board | None:
        return won(size, rng.choice(lines(*size)), rng.choice("XO"), rng)

    four = until_found(attempt)
    return Past(four, in_play(size, rng), _alike(four, rng))


def past_verdict(verdict: Callable[[Any, Any, Any], str]) -> Callable[[Past, Any, Any], str]:
    """The verdict on several answers, of which each is judged by `verdict`."""

    def judged(past: Past, got: Any, expected: Any) -> str:
        for number, (board, g, e) in enumerate(zip(past.boards, got, expected, strict=True), 1):
            if words := verdict(board, g, e):
                return Placed(
                    f"the answer number {number} of objects that were asked before", words
                )
        return ""

    return judged


# What questions about new states are asked for.
NEW_STATES = "states that are new objects, each gone once it is used"


def new_states(
    make: Callable[[tuple[int, int], Random], Board],
    answer: Callable[[Board], Any],
    *among: tuple[int, int],
) -> st.SearchStrategy[tuple[Board, ...]]:
    """Positions of one size for one object of the game, with other answers than the last but one.

    What is kept by the identity of a state, or of its board, is found again where another one has
    taken its place in memory: the last one's, or the one's before. First Maxie is to move, then
    Minnie.
    """
    return st.sampled_from(among).map(partial(_new_states, make, answer))


def _new_states(
    make: Callable[[tuple[int, int], Random], Board],
    answer: Callable[[Board], Any],
    size: tuple[int, int],
) -> tuple[Board, ...]:
    rng, found = Random(repr(size)), list[Board]()
    boards = iter(partial(make, size, rng), None)
    for mover in "XXXXXXOOOOOO":
        before = list(map(answer, found[-2:-1]))
        found.append(next(b for b in boards if b.mover == mover and answer(b) not in before))
    return tuple(found)


def with_room_at_the_left(size: tuple[int, int], rng: Random) -> Board:
    """A position in play whose first column isn't full."""
    boards = iter(partial(in_play, size, rng), None)
    return next(board for board in boards if 0 in board.drops())


def ended_or_not(size: tuple[int, int], rng: Random) -> Board:
    """A position of a random match, as often at its end as before."""
    return at_random(size, rng, rng.choice((size[0] * size[1], rng.randrange(size[0] * 2))))


def fate(board: Board) -> tuple[set[str], bool]:
    """What the status of a position is made of: who has won, and whether a column is free."""
    return board.winners(), bool(board.drops())


# Boards without room for four, and others; they are small, since a status takes long.
ENDED_OR_NOT = new_states(ended_or_not, fate, (5, 4))


@st.composite
def moves(draw: st.DrawFn) -> tuple[Board, int]:
    """A position in play and a column that isn't full; often the last disc of a column."""
    board = draw(all_positions())
    columns = board.drops()
    nearly = [x for x in columns if len(board.columns[x]) == board.num_rows - 1]
    hurried = len(nearly) > 0 and draw(st.booleans())
    return board, draw(st.sampled_from(nearly if hurried else columns))


def moves_at_the_walls() -> st.SearchStrategy[tuple[tuple[Board, int], ...]]:
    """Drops of both players into the corners and along the walls of a wide or a high board."""
    return st.sampled_from(WIDE_OR_HIGH).map(_moves_at_the_walls)


WIDE_OR_HIGH = ((9, 6), (8, 9), (12, 4), (4, 12), (10, 10), (30, 3), (3, 30), (15, 7), (7, 15))


def _moves_at_the_walls(size: tuple[int, int]) -> tuple[tuple[Board, int], ...]:
    (num_cols, num_rows), rng = size, Random(repr(size))
    walls = [(0, num_rows // 2), (num_cols - 1, num_rows // 2)]
    ends = [(num_cols // 2, y) for y in (0, num_rows - 1)]
    return (*corner_drops(size, rng), *drops_into((*walls, *ends), size, rng))


def corner_drops(size: tuple[int, int], rng: Random) -> list[tuple[Board, int]]:
    """Drops of both players into the four corners."""
    corners = product((0, size[0] - 1), (0, size[1] - 1))
    return drops_into(tuple(corners), size, rng)


def drops_into(
    cells: Sequence[Cell], size: tuple[int, int], rng: Random
) -> list[tuple[Board, int]]:
    """Positions in which a disc falls into each of the cells, one for each player."""
    found = []
    for cell, mover in product(cells, "XO"):
        goal = Goal(size, {}, mover, cell, least=rng.randrange(size[0] * size[1] // 2))
        found.append((until_found(partial(steered, goal, rng)), cell[0]))
    return found


# -- wins --------------------------------------------------------------------------------------


def won(
    size: tuple[int, int], line: Line, disc: str, rng: Random, lasts: Sequence[Cell] = ()
) -> Board | None:
    """A position in which one of the cells `lasts` has just completed a line, if one is found.

    A few lines on small boards can't be a player's, or not with that last disc.
    """
    last = rng.choice(lasts or _possible_last(line))
    wanted = discs_in([cell for cell in line if cell != last], disc)
    board = steered(Goal(size, wanted, disc, last), rng, 20)
    return board.drop(last[0]) if board is not None else None


def _possible_last(line: Line) -> Line:
    is_column = line[0][0] == line[1][0]
    return line[-1:] if is_column else line


def every_four() -> st.SearchStrategy[Board]:
    """The 69 lines of the standard board, each for both players."""
    return st.sampled_from(list(product(lines(*STANDARD), "XO"))).map(_won_standard)


def _won_standard(four: tuple[Line, str]) -> Board:
    rng = Random(repr(four))
    return until_found(lambda: won(STANDARD, *four, rng))


@st.composite
def other_fours(draw: st.DrawFn) -> Board:
    """Fours on boards of other sizes."""
    size, rng = draw(st.sampled_from(ROOM_FOR_FOUR)), draw(generators)
    found = lines(*size)
    # Whose four is part of the search: on a board of one row Minnie never has enough discs.
    return until_found(lambda: won(size, rng.choice(found), rng.choice("XO"), rng))


def fours_beyond_a_square() -> st.SearchStrategy[Board]:
    """Fours, most of them diagonals, to the right of a wide board, or at the top of a high one."""
    return st.builds(_beyond_a_square, st.sampled_from(OBLONG), generators)


OBLONG = ((12, 4), (12, 4), (10, 5), (30, 4), (4, 12), (5, 9), (4, 30), (6, 30))


def _beyond_a_square(size: tuple[int, int], rng: Random) -> Board:
    least = min(size)
    found = [line for line in lines(*size) if any(max(cell) >= least for cell in line)]
    diagonals = [line for line in found if line[0][0] != line[1][0] and line[0][1] != line[1][1]]
    among = rng.choice((found, diagonals, diagonals))
    return until_found(lambda: won(size, rng.choice(among), rng.choice("XO"), rng))


def long_fours() -> st.SearchStrategy[tuple[Board, ...]]:
    """Five, six and seven in a line, made by one disc: in each direction, by either player.

    A column can't have more than four: the last disc would be below another one.
    """
    steps = [step for name, step in DIRECTIONS.items() if name != "column"]
    long: list[Callable[[], tuple[Board, ...]]]
    long = [partial(_long_fours, kind) for kind in product(steps, (5, 6, 7))]
    return st.sampled_from([*long, _three_fours]).map(lambda make: make())


def _three_fours() -> tuple[Board, ...]:
    """Three lines of four at once, which share their last disc."""
    last, rng = (3, 3), Random(3)
    lines_of = [line_from(cell, step, 4) for cell, step in (((0, 3), (1, 0)), ((0, 0), (1, 1)))]
    cells = {*lines_of[0], *lines_of[1], *line_from(last, (1, -1), 4)} - {last}
    goals = [Goal(STANDARD, discs_in(sorted(cells), disc), disc, last) for disc in "XO"]
    return tuple([until_found(partial(steered, goal, rng)).drop(last[0]) for goal in goals])


def _long_fours(kind: tuple[Cell, int]) -> tuple[Board, ...]:
    (step, length), rng = kind, Random(repr(kind))
    made = []
    for size, disc in product((STANDARD, (12, 4), (9, 9)), "XO"):
        found = [line for line in lines(*size, length) if line == line_from(line[0], step, length)]
        if found:
            made.append(until_found(partial(_long, size, found, disc, rng)))
    return tuple(made)


def _long(size: tuple[int, int], found: Sequence[Line], disc: str, rng: Random) -> Board | None:
    line = rng.choice(found)
    # Before the last disc, less than four are together on either side of it.
    return won(size, line, disc, rng, line[len(line) - WINNING : WINNING])


@st.composite
def double_fours(draw: st.DrawFn) -> Board:
    """Two fours at once, in different directions, that share their last disc."""
    size, rng = draw(st.sampled_from((STANDARD, (4, 5), (8, 8)))), draw(generators)
    disc = draw(st.sampled_from("XO"))
    return until_found(lambda: _double(size, disc, rng))


def _double(size: tuple[int, int], disc: str, rng: Random) -> Board | None:
    first, second = rng.sample(lines(*size), 2)
    shared = set(first) & set(second)
    if len(shared) != 1:
        return None
    [last] = shared
    if any(last not in _possible_last(line) for line in (first, second)):
        return None
    wanted = discs_in((set(first) | set(second)) - {last}, disc)
    board = steered(Goal(size, wanted, disc, last), rng, 20)
    return board.drop(last[0]) if board is not None else None


def until_found(attempt: Callable[[], Found | None]) -> Found:
    """What the first attempt that succeeds gives."""
    while True:
        found = attempt()
        if found is not None:
            return found


# -- full boards -------------------------------------------------------------------------------


def full_boards() -> st.SearchStrategy[Board]:
    """Draws: full boards without a four."""
    return st.builds(_full, st.sampled_from(QUICK_TO_FILL), generators)


def _full(size: tuple[int, int], rng: Random) -> Board:
    goal = Goal(size, {}, least=size[0] * size[1])
    return until_found(lambda: steered(goal, rng))


def nearly_full() -> st.SearchStrategy[tuple[Board, ...]]:
    """Boards of many columns without a four, full but for the top of one column."""
    return st.sampled_from(((13, 1), (30, 1))).map(_nearly_full)


def _nearly_full(size: tuple[int, int]) -> tuple[Board, ...]:
    (num_cols, num_rows), rng = size, Random(repr(size))
    free = [(x, num_rows - 1) for x in range(0, num_cols, -(-num_cols // 8))]
    cells = [*free, (num_cols - 1, num_rows - 1)]
    least = num_cols * num_rows - 1
    goals = [Goal(size, {}, least=least, kept=frozenset([cell])) for cell in cells]
    return tuple([until_found(partial(steered, goal, rng)) for goal in goals])


@st.composite
def wins_at_the_end(draw: st.DrawFn) -> Board:
    """Full boards on which the very last disc has made a four."""
    size = draw(st.sampled_from((STANDARD, *MIDDLE, (12, 4))))
    rng = draw(generators)
    return until_found(lambda: _win_at_the_end(size, rng))


def _win_at_the_end(size: tuple[int, int], rng: Random) -> Board | None:
    num_cols, num_rows = size
    before = num_cols * num_rows - 1
    disc = "OX"[before % 2 == 0]
    line = rng.choice(lines(*size))
    last = max(line, key=lambda cell: cell[1])
    if last[1] != num_rows - 1:
        return None
    wanted = discs_in([cell for cell in line if cell != last], disc)
    board = steered(Goal(size, wanted, disc, last, least=before), rng, 20)
    return board.drop(last[0]) if board is not None else None


# -- no fours ----------------------------------------------------------------------------------


@st.composite
def broken_fours(draw: st.DrawFn) -> Board:
    """Four discs that only seem to be in a line: those that go on past an edge of the board."""
    size, rng = (
        draw(st.sampled_from((STANDARD, STANDARD, (5, 4), (4, 5), (8, 8)))),
        draw(generators),
    )
    disc = draw(st.sampled_from("XO"))
    broken = draw(st.sampled_from(_around_the_edges(size)))
    board = steered(Goal(size, discs_in(broken, disc)), rng)
    return board if board is not None else in_play(size, rng)


def past_large_edges() -> st.SearchStrategy[tuple[Board, ...]]:
    """Four discs that go on past the edge, on boards of seven and more rows or columns.

    To code that keeps a board as bits or cells in a row, with a place for no more than so many
    rows and none between them, they are in a line.
    """
    return st.sampled_from(LARGE_EDGES).map(_past_large_edges)


LARGE_EDGES = ((7, 8, 9), (10, 11, 12), (13, 14, 15), (16, 17, 20), (24, 30))


def _past_large_edges(lengths: tuple[int, ...]) -> tuple[Board, ...]:
    rng = Random(repr(lengths))
    wraps = [
        ((4, length), ((0, length - 2), (0, length - 1), (1, 0), (1, 1))) for length in lengths
    ] + [((length, 4), ((length - 2, 0), (length - 1, 0), (0, 1), (1, 1))) for length in lengths]
    goals = [Goal(size, discs_in(cells, disc)) for size, cells in wraps for disc in "XO"]
    return tuple([until_found(partial(steered, goal, rng)) for goal in goals])


def _around_the_edges(size: tuple[int, int]) -> list[Line]:
    num_cols, num_rows = size
    cells = list(product(range(num_cols), range(num_rows)))
    straight = [line_from(cell, step, WINNING) for cell in cells for step in DIRECTIONS.values()]
    wrapped = [tuple([(x % num_cols, y % num_rows) for x, y in line]) for line in straight]
    # A board kept as one row after another goes on in the next row, or as columns in the next one.
    by_rows = [
        tuple([(x % num_cols, y + x // num_cols) for x, y in line])
        for line in straight
        if line[-1][0] >= num_cols
    ]
    by_columns = [
        tuple([(x + y // num_rows, y % num_rows) for x, y in line])
        for line in straight
        if line[-1][1] >= num_rows or line[-1][1] < 0
    ]
    real = {frozenset(line) for line in lines(*size)}
    found = {frozenset(line): line for line in (*wrapped, *by_rows, *by_columns)}
    return [line for cells_of, line in found.items() if cells_of not in real and _fits(line, size)]


def _fits(line: Line, size: tuple[int, int]) -> bool:
    inside = all(0 <= x < size[0] and 0 <= y < size[1] for x, y in line)
    return inside and len(set(line)) == len(line)
