"""What is drawn for PopOut: matches with drops and pops, and the ends that only a pop can bring."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from random import Random

from hypothesis import strategies as st

from gametree import Drop, Pop
from reference.checks.boards import (
    WINNING,
    Board,
    Cell,
    Goal,
    Line,
    empty_board,
    lines,
    other,
    steered,
)
from reference.checks.openings import Rivals, firm_open_runs
from reference.checks.plays import Past, corner_drops, new_states, until_found
from reference.checks.rng import generators

STANDARD = (7, 6)
SMALL = ((1, 1), (1, 4), (2, 2), (3, 1), (3, 3), (2, 5), (3, 8), (5, 4))
SIZES = (STANDARD, *SMALL, STANDARD, (9, 5), (4, 9), (12, 3), (4, 12), (30, 2))
LONG = (STANDARD, (1, 1), (1, 4), (1, 30), (30, 2), (2, 15), (4, 12))
FEW_CELLS = ((1, 3), (2, 1), (2, 2), (3, 1), (2, 3), (3, 2), (1, 5))
FOUR_AND_FULL = ((4, 1), (5, 1), (2, 4))
WIDE_ENOUGH = (STANDARD, STANDARD, (5, 5), (6, 4), (8, 5))

Move = Drop | Pop


@dataclass(frozen=True, slots=True)
class Turn:
    """A position in play and a legal move in it."""

    board: Board
    move: Move

    @property
    def after(self) -> Board:
        """The position after the move."""
        return played(self.board, self.move)


def legal(board: Board) -> list[Move]:
    """The moves of the player to move, in a position that is in play."""
    return [*map(Drop, board.drops()), *map(Pop, board.pops())]


def played(board: Board, move: Move) -> Board:
    """The position after a move."""
    match move:
        case Drop(col):
            return board.drop(col)
        case Pop(col):
            return board.pop(col)


def in_play(board: Board) -> bool:
    """Whether nobody has four, and the player to move can."""
    return not board.winners() and bool(legal(board))


def match_on(size: tuple[int, int], rng: Random, most_moves: int) -> Iterator[Turn]:
    """The turns of a match of random moves; as many pops as drops, where both are legal."""
    board = empty_board(*size)
    for _ in range(most_moves):
        if not in_play(board):
            return
        drops, pops = board.drops(), board.pops()
        popping = not drops or (bool(pops) and rng.random() < 0.5)
        turn = Turn(board, Pop(rng.choice(pops)) if popping else Drop(rng.choice(drops)))
        yield turn
        board = turn.after


def turns(*among: Sequence[tuple[int, int]]) -> st.SearchStrategy[Turn]:
    """Positions in play, each with a legal move, on boards of these sizes or of all."""
    return st.one_of(
        *[st.builds(_turn, st.sampled_from(sizes), generators) for sizes in among or (SIZES, LONG)]
    )


def _turn(size: tuple[int, int], rng: Random) -> Turn:
    *_, last = match_on(size, rng, rng.randint(1, 40))
    return last


def new_turns() -> st.SearchStrategy[tuple[Turn, ...]]:
    """Positions for one object of the game that have other moves in turn, and one move for all."""
    return st.one_of(*[_new_turns(*each) for each in ONE_MOVE])


ONE_MOVE: tuple[tuple[Move, tuple[int, int]], ...] = (
    (Drop(0), (3, 3)),
    (Pop(0), (3, 4)),
    (Pop(1), (2, 5)),
)


def _new_turns(move: Move, size: tuple[int, int]) -> st.SearchStrategy[tuple[Turn, ...]]:
    boards = new_states(partial(_before, move), legal, size)
    return boards.map(lambda found: tuple([Turn(board, move) for board in found]))


def _before(move: Move, size: tuple[int, int], rng: Random) -> Board:
    """A position in which a move is legal."""
    boards = iter(lambda: _turn(size, rng).board, None)
    return next(board for board in boards if move in legal(board))


def matches() -> st.SearchStrategy[tuple[tuple[int, int], list[Move]]]:
    """Sizes and matches of up to twelve moves, from the start."""
    return st.builds(_match, st.sampled_from((*SIZES, *LONG)), generators)


def _match(size: tuple[int, int], rng: Random) -> tuple[tuple[int, int], list[Move]]:
    return size, [turn.move for turn in match_on(size, rng, 12)]


# -- ends --------------------------------------------------------------------------------------


def reached(
    sizes: tuple[tuple[int, int], ...], wanted: Callable[[Board], bool]
) -> st.SearchStrategy[Board]:
    """Positions of a kind, reached by random matches on small boards."""
    return st.builds(
        lambda size, rng: _reach(size, rng, wanted), st.sampled_from(sizes), generators
    )


def _reach(size: tuple[int, int], rng: Random, wanted: Callable[[Board], bool]) -> Board:
    def attempt() -> Board | None:
        boards = (turn.after for turn in match_on(size, rng, 30))
        return next(filter(wanted, boards), None)

    return until_found(attempt)


def is_stuck(board: Board) -> bool:
    """A draw: nobody has four, and the player to move has no legal move."""
    return not board.winners() and not legal(board)


def is_full_in_play(board: Board) -> bool:
    """A full board that goes on, by a pop."""
    return not board.drops() and in_play(board)


def is_won_and_stuck(board: Board) -> bool:
    """Somebody has four, and the player to move couldn't move anyway."""
    return bool(board.winners()) and not legal(board)


@st.composite
def winning_pops(draw: st.DrawFn) -> Turn:
    """A pop that makes a four: of the player who pops, of the opponent alone, or of both."""
    size, rng = draw(st.sampled_from(WIDE_ENOUGH)), draw(generators)
    popper, whose = draw(st.sampled_from("XO")), draw(st.sampled_from(("own", "other", "both")))
    owners = {"own": popper, "other": other(popper), "both": "XO"}[whose]
    return until_found(lambda: _winning_pop(size, popper, owners, rng))


def _winning_pop(size: tuple[int, int], popper: str, owners: str, rng: Random) -> Turn | None:
    col = rng.randrange(size[0])
    wanted = {(col, 0): popper}
    for owner in owners:
        line = rng.choice(through(col, size))
        if any(wanted.get(cell, owner) != owner for cell in line):
            return None
        wanted |= dict.fromkeys(line, owner)
    board = steered(Goal(size, wanted, popper), rng, 5)
    turn = Turn(board, Pop(col)) if board is not None else None
    return turn if turn is not None and turn.after.winners() == set(owners) else None


def swaying_pasts() -> st.SearchStrategy[Past]:
    """An open run's owner, beside a board on which a pop wins for the other player."""
    return st.builds(_swaying_past, firm_open_runs(), generators)


def _swaying_past(rivals: Rivals, rng: Random) -> Past:
    rival, size = other(rivals.owner), rivals.three.size
    turn = until_found(lambda: _winning_pop(size, rival, rival, rng))
    return Past(turn.board, rivals.answered, rivals.three, rivals.owner)


def through(col: int, size: tuple[int, int], length: int = WINNING) -> list[Line]:
    """Lines that a pop in a column completes, as they stand before it: one cell is higher."""
    num_cols, num_rows = size
    level = [line for line in lines(num_cols, num_rows, length) if line[0][0] != line[1][0]]
    raised = [tuple([_raised(cell, col) for cell in line]) for line in level]
    crossing = [line for line in raised if any(x == col for x, _ in line)]
    return [line for line in crossing if all(y < num_rows for _, y in line)]


def _raised(cell: Cell, col: int) -> Cell:
    x, y = cell
    return (x, y + 1) if x == col else cell


# -- large boards ------------------------------------------------------------------------------

LARGE = ((8, 7), (9, 7), (7, 9), (12, 8), (9, 9), (15, 7), (30, 2), (30, 3), (4, 12), (2, 30))
OPPOSITE = str.maketrans("XO", "OX")


def filled_boards() -> st.SearchStrategy[tuple[Board, ...]]:
    """Boards of large sizes, in play: full ones, ones just before, and ones after a few pops."""
    return st.sampled_from(LARGE).map(_filled_boards)


def _filled_boards(size: tuple[int, int]) -> tuple[Board, ...]:
    rng = Random(repr(size))
    return until_found(lambda: _filled_and_popped(size, rng))


def _filled_and_popped(size: tuple[int, int], rng: Random) -> tuple[Board, ...] | None:
    boards = [empty_board(*size)]
    for x in filling_drops(size, rng):
        boards.append(boards[-1].drop(x))
    found = boards[-2:]
    for _ in range(2):
        if not found[-1].pops():
            return None
        found.append(found[-1].pop(rng.choice(found[-1].pops())))
    return tuple(found) if all(map(in_play, found)) else None


def filling_drops(size: tuple[int, int], rng: Random) -> list[int]:
    """A match that fills a board without a four, two columns at a time.

    Where one of the two has a disc of Maxie's, the other one has one of Minnie's.
    """
    num_cols, num_rows = size
    columns: tuple[str, ...] = ()
    drops: list[int] = []
    while len(columns) < num_cols - 1:
        left = ("XXOO" * num_rows)[rng.randrange(4) :][:num_rows]
        wider = (*columns, left, left.translate(OPPOSITE))
        if not Board(wider, num_rows).winners():
            x, columns = len(columns), wider
            drops += [x + (disc == turn) for disc in left for turn in "OX"]
    return drops + [num_cols - 1] * (num_cols - len(columns)) * num_rows


@dataclass(frozen=True, slots=True)
class Grown(Goal):
    """A goal for which columns must be so high, too."""

    heights: Mapping[int, int] = field(default_factory=dict)

    def reached(self, board: Board) -> bool:
        high = all(len(board.columns[x]) >= height for x, height in self.heights.items())
        return high and Goal.reached(self, board)


def moves_at_the_walls() -> st.SearchStrategy[tuple[Turn, ...]]:
    """Drops to the bottom and to the top of the outer columns, and pops of them, single or full."""
    return st.sampled_from(WIDE_OR_HIGH).map(_turns_at_the_walls)


WIDE_OR_HIGH = ((9, 6), (6, 9), (30, 2), (4, 12), (12, 9), (9, 9), (30, 5))


def _turns_at_the_walls(size: tuple[int, int]) -> tuple[Turn, ...]:
    num_cols, num_rows = size
    rng = Random(repr(size))
    found = [Turn(board, Drop(x)) for board, x in corner_drops(size, rng)]
    for x, height, mover in product((0, num_cols - 1), (1, num_rows), "XO"):
        goal = Grown(size, {(x, 0): mover}, mover, heights={x: height})
        # A column of one disc is one that may still be dropped to.
        last = (x, 1) if height == 1 else None
        board = until_found(partial(steered, replace(goal, last=last), rng, 5))
        found.append(Turn(board, Pop(x)))
    return tuple(found)


def moves_in_high_columns() -> st.SearchStrategy[tuple[Turn, ...]]:
    """Drops and pops in columns of more than twelve discs, just before they are full and after."""
    return st.sampled_from(HIGH).map(_turns_in_high_columns)


HIGH = ((1, 14), (1, 30), (2, 30), (4, 20))


def _turns_in_high_columns(size: tuple[int, int]) -> tuple[Turn, ...]:
    rng = Random(repr(size))
    return until_found(lambda: _filled_and_played(size, rng))


def _filled_and_played(size: tuple[int, int], rng: Random) -> tuple[Turn, ...] | None:
    board, made = empty_board(*size), []
    for x in filling_drops(size, rng):
        made.append(Turn(board, Drop(x)))
        board = made[-1].after
    for _ in range(6):
        if not board.pops() or not in_play(board):
            return None
        made.append(Turn(board, rng.choice(legal(board))))
        board = made[-1].after
    return tuple(made[-8:])
