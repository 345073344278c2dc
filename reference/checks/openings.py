"""What is drawn for estimates: an open run of three against scattered single discs.

An estimator may weigh what it likes, so it is asked only where every sensible one agrees: one
player has three in a line that can become four, the other has single discs apart from each other
and no better places, and on the board to compare with, the third disc stands apart instead.
"""

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from itertools import product
from operator import ge
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import Guess, est_compare
from grader.student.compare import article, short, type_name
from reference.checks.boards import (
    DIRECTIONS,
    PLAYERS,
    Board,
    Cell,
    Goal,
    Line,
    discs_in,
    line_from,
    lines,
    other,
    steered,
)
from reference.checks.plays import until_found
from reference.checks.rng import generators

BOARDS = ((7, 6), (7, 6), (10, 6), (12, 5))

STRAIGHT, DIAGONAL = ("row", "column"), ("rising", "falling")
FIRM_RUNS = tuple(product(STRAIGHT, "XO"))
RUNS = (*product(STRAIGHT, "XO"), *product(DIAGONAL, "X"))

# Diagonals of Minnie's need so much room for Maxie's discs to be apart that the search below takes
# long; these are some that it has found. Columns from the left ("-" is an empty one), rows, and
# where Minnie completes the run, Maxie answers, and Minnie's disc stands apart instead.
MINNIES_DIAGONALS = (
    ("X - X - OOX XOO - - - X - - - -", 6, 3, 13, 0),
    ("X - X - - - O XO OO X - X", 6, 8, 7, 10),
    ("X O XOX OO X - X O X - - O X -", 6, 3, 10, 5),
    ("X - - XOX - - O XO OO X - - - X", 6, 8, 8, 12),
    ("X - O XO OO X - - X - - - - X", 6, 4, 4, 13),
    ("- - - - X - OXOX OO - - X - - X", 6, 8, 0, 3),
    ("X - - O X - XO OOX O X - - - X", 6, 6, 2, 10),
    ("X - O - X OO XOXOX O - X - X", 5, 5, 2, 11),
    ("X - O X - X OO XOX O - - XOX", 6, 6, 9, 11),
    ("X - - - - - - - X - OO XOX O X", 6, 10, 4, 4),
)

# So are columns at the edge, the worst places of the board, for which Maxie's discs must make up;
# Minnie, who always has a disc less, has none that she owns beyond doubt.
MAXIES_EDGES = (
    ("O - O - X - OXX", 6, 6, 4, 0),
    ("- - XO - O - OXX", 6, 6, 0, 0),
    ("O - - - XO - OXX", 6, 6, 2, 1),
    ("- - O - - - - O - XOXX", 6, 9, 0, 1),
    ("O - O - - - - - - XX", 6, 9, 8, 7),
    ("- - O - X - - O - - - OXX", 5, 11, 0, 1),
)

# Runs of Maxie's far from the middle of wide boards, near which Minnie's single discs are.
FAR_FROM_THE_MIDDLE = (
    ("- - - X X - - - - - - - - O - - - O - - - - - - - - - - - -", 4, 5, 9, 25),
    ("- - - XX - - - - - - - - O - - - O - - - - - - - - - - - - -", 6, 3, 20, 25),
    ("- - - - XX - - - - - - - - O - - - O - - - - - - - - - - - -", 9, 4, 21, 26),
)

# Rows and columns at the walls, open at one end alone, against single discs of the opponent's, who
# is to move or has answered: columns from the left, rows.
AT_THE_WALLS = {
    ("row", "X"): (
        ("X X X - O - O", 6),
        ("XO X X - O - -", 6),
        ("XO X X - O - O", 6),
        ("XOX X X - - O - O", 4),
        ("X X X - - - - O - - O", 7),
        ("OX XXO OX - XOXOXO - -", 6),
        ("OX XXO OX - XOXOXO - O", 6),
        ("OX XXO OX - XOXO - - - -", 5),
        ("OX XXO OX - XOXO - OX -", 4),
    ),
    ("row", "O"): (
        ("OX O O - X - X", 6),
        ("O OX O - - X - X", 4),
        ("OX O O - - - - - X - X", 7),
        ("XO OOX XO - OXOX - X", 6),
        ("XO OOX XO - OX - X - XO", 5),
        ("XO OOX XO - OXOX - - X", 4),
    ),
    ("column", "X"): (
        ("XXX O - - O - -", 6),
        ("XXX O - - - - - O", 4),
        ("XOXXX - O - - O -", 6),
        ("OXXX - - O X - O - -", 5),
        ("OXOXXX - O - - XO - - - - O", 7),
        ("- O - O XXX - - -", 4),
        ("- O - O XXX O - -", 4),
    ),
    ("column", "O"): (
        ("OOO X - - - - X - XOXOX", 5),
        ("OOO X - - - - - - X - X", 7),
        ("XOOO - - - - - X - X", 5),
        ("XOXOOO - - X - - - - - - X", 7),
    ),
}

# Diagonals from a corner and from the bottom row: entries as above, whose answer isn't asked about.
DIAGONALS_AT_THE_WALLS = {
    ("rising", "X"): (
        ("- XX OXXO - - - - O - - O -", 5, 0, 3, 11),
        ("- XXO OXX - O - - - - - O - - -", 6, 0, 3, 13),
        ("- XXO OXX - - - O - - - - O - - -", 4, 0, 3, 14),
        ("- - O - - - XX OXXO - - - O", 5, 5, 0, 4),
        ("O - - - - O - XX OXX - - - O -", 6, 6, 1, 0),
    ),
    ("rising", "O"): (
        ("OX OO XO - - X - - - X - - - X -", 6, 2, 3, 5),
        ("OX OO XO - - - X O X - - - - X - X", 4, 2, 3, 13),
        ("X - - - X - O OO XO - - - X - X", 6, 8, 1, 4),
    ),
}

# Diagonals for PopOut: the opponent has no disc at the bottom of their columns.
FIRM_DIAGONALS = (
    ("- - - - O - - - - O - XX XOXO -", 5, 10, 0, 12),
    ("O X O - - - XX XOX - O - - O X O -", 6, 5, 7, 3),
    ("O - O - - - XX XOX - O", 6, 5, 5, 9),
    ("- - O - - - XOXO XX - - O - -", 6, 8, 12, 0),
    ("- - X - - - OO OXOX - X - - - X", 5, 5, 0, 13),
    ("X - - - OO OXOX - X - - - X", 5, 3, 2, 10),
    ("X - - X - OXO OO - - - X - O X - X", 6, 7, 7, 15),
    ("- X - - X - OXOX OO - - - X - - - -", 6, 8, 15, 12),
)

# The same whose discs in the bottom row are blocked on both sides: only the diagonal counts.
BLOCKED_BELOW = {
    ("rising", "X"): (
        ("- O X XX XO O O", 6, 4, 0, 6),
        ("- - - - - - - - - - - - - O X XX XO O O -", 6, 16, 6, 6),
    ),
    ("rising", "O"): (("X - - - - - - - - X O OO OX X - X", 5, 12, 5, 4),),
}

# What PopOut is asked for beside runs at the walls. Wide boards take long, so there are few.
FIRM_ELSEWHERE = {**BLOCKED_BELOW, ("column", "X"): MAXIES_EDGES}

# Runs from the ninth row up on boards of fourteen rows, as entries of `AT_THE_WALLS`.
HIGH_UP = (
    ("X", "OOXXOOXXO XXOOXXOO OOXXOOXX XXOOXXOOXXX OOXXOOXXO"),
    ("O", "OOXXOOXX XXOOXXOOX OOXXOOXXOOO XXOOXXOO XXOOXXOX"),
    ("X", "OOXXOOX XXOOXXOOX OOXXOOXXX XXOOXXOOX OOXXOOX"),
    ("O", "XXOOXXO OOXXOOXXO XXOOXXOOO OOXXOOXXOX XXOOXXOOX"),
)
HIGH_ROWS = 14
# For PopOut, runs that their owner, who is to move, can complete with a drop: she has no disc at
# the bottom of their columns, and those of the last two lie high up.
ON_RIVALS_DISCS = (
    ("X", "O - - - OXXX - - - O", 6),
    ("O", "X - - - XOOO - - - X - - - X", 6),
    ("X", "X OX OX OX X - - O - - - O", 6),
    ("O", "O XO XO XO O - - X - - - X - - - - X", 6),
    ("O", "XXOOXXOX OOXXOOXXOX XXOOXXOOO OOXXOOXXO XXOOXXO", HIGH_ROWS),
    ("X", "OOXXOOXO XXOOXXOOX OOXXOOXXX XXOOXXOOX OOXXOOX", HIGH_ROWS),
)


@dataclass(frozen=True, slots=True)
class Rivals:
    """Three boards of one match that an estimator has to put in order.

    On `three` the owner has just made an open run of three, on `answered` the opponent has answered
    somewhere else, and on `two` the owner has left it at an open run of two.
    """

    owner: str
    three: Board
    answered: Board
    two: Board

    def verdict(self, got: Any) -> str:
        """What is wrong with the estimates of the three boards, in their order; "" if nothing."""
        fault = self._fault(got)
        return "" if fault is None else fault[1]

    def blamed(self, got: Any) -> Board:
        """The first board whose estimate is wrong."""
        fault = self._fault(got)
        return self.three if fault is None else fault[0]

    def _fault(self, got: Any) -> tuple[Board, str] | None:
        boards = (self.three, self.answered, self.two)
        for name, board, value in zip(NAMES, boards, got, strict=True):
            if type(value) is not Guess:
                words = f"{article('Guess')} is expected, not {article(type_name(value))}"
                return board, f"{name}: {words}"
        three, answered, two = got
        good = ((NAMES[0], self.three, three), (NAMES[1], self.answered, answered))
        for name, board, value in good:
            if words := sign_fault(self.owner, value):
                return board, f"{name}: {words}"
        words = order_fault(self.owner, three, two)
        return (self.two, words) if words else None

    @property
    def wanted(self) -> str:
        """What counts in the estimates."""
        good, less = sign_wanted(self.owner), sign_wanted(other(self.owner))
        return f"Guesses, the first and the second {good} 0, the third {less} the first"


SIGNS = {"X": 1, "O": -1}


def sign_wanted(owner: str) -> str:
    """Where an estimate of a board lies that is good for its owner, as seen from 0."""
    return "above" if owner == "X" else "below"


def sign_fault(owner: str, value: Any) -> str:
    """What is wrong with the sign of an estimate of a board that is good for its owner."""
    if type(value) is not Guess:
        return f"a Guess is expected, not {short(value)}"
    if est_compare(value, Guess(0)) == SIGNS[owner]:
        return ""
    return f"{short(value)}, but this board is good for {PLAYERS[owner]}"


def order_fault(owner: str, three: Any, two: Any) -> str:
    """What is wrong with the order of an open run of three and one of two."""
    if type(two) is Guess and est_compare(three, two) == SIGNS[owner]:
        return ""
    return f"{short(three)} for an open run of three, but {short(two)} for one of two"


NAMES = ("an open run of three", "the same, the opponent having answered", "an open run of two")


@dataclass(frozen=True, slots=True)
class _Run:
    """The plan: whose run it is, its cells, the free cells at its ends, the last to be filled."""

    owner: str
    cells: Line
    ends: frozenset[Cell]
    last: Cell
    firm: bool

    def supports(self, cell: Cell) -> bool:
        """Whether a cell lies in the run, or under it."""
        return any(cell[0] == x and cell[1] <= y for x, y in self.cells)

    def allows(self, board: Board, cell: Cell) -> bool:
        """Whether a disc of the mover's in a cell keeps the rest of the board scattered."""
        if board.mover == self.owner and self.supports(cell):
            return most_in_a_four(board, cell) < 2
        at_the_bottom = self.firm and self.supports(cell) and cell[1] == 0
        scattered = not is_next_to_own(board, cell) and pairs_with(board, cell) <= 1
        return scattered and not at_the_bottom

    def outweighs(self, board: Board) -> bool:
        """Whether nothing but the run, neither places nor pairs, is better for the opponent."""
        own, rivals = Weights.of(board, self.owner), Weights.of(board, other(self.owner))
        return rivals.pairs <= 1 and own.covers(rivals)

    def prefers(self, three: Board, two: Board) -> bool:
        """Whether the third disc does more in the run than elsewhere, whatever is looked at."""
        rival = other(self.owner)
        weights = Weights.of(two, self.owner)
        own = weights.threes == 0 and Weights.of(three, self.owner).covers(weights)
        return own and Weights.of(two, rival).covers(Weights.of(three, rival))


@dataclass(frozen=True, slots=True)
class Weights:
    """What estimators look at in one player's discs, and how much of it there is.

    `places` counts, for each disc, the fours of the board that it is part of, `middle` the discs in
    the middle; `pairs` and `threes` are the fours with two or three discs, and none of the
    opponent's.
    """

    places: int
    middle: int
    pairs: int
    threes: int

    @staticmethod
    def of(board: Board, disc: str) -> "Weights":
        """The weights of a player's discs on a board."""
        cells = [cell for cell, found in board.discs() if found == disc]
        middle = [x for x, _ in cells if abs(2 * x + 1 - board.num_cols) <= 1]
        found = [discs.count(disc) for discs in contents(board, lines(*board.size), disc)]
        places = sum(len(fours_through(cell, board.size)) for cell in cells)
        threes = found.count(3)
        return Weights(places, len(middle), found.count(2) + threes, threes)

    def covers(self, weights: "Weights") -> bool:
        """Whether there is at least as much of everything."""
        return all(map(ge, astuple(self), astuple(weights)))


@cache
def fours_through(cell: Cell, size: tuple[int, int]) -> list[Line]:
    """The fours that a cell is part of: the more, the better is its place."""
    return [line for line in lines(*size) if cell in line]


def contents(board: Board, fours: Sequence[Line], disc: str) -> Iterator[list[str]]:
    """What is in those fours in which a player's opponent has no disc."""
    rival = other(disc)
    found = ([board.at(*cell) for cell in line] for line in fours)
    return (discs for discs in found if rival not in discs)


def most_in_a_four(board: Board, cell: Cell) -> int:
    """How many discs the mover has, at most, in a four with a cell that she can still get."""
    found = contents(board, fours_through(cell, board.size), board.mover)
    return max((discs.count(board.mover) for discs in found), default=0)


def pairs_with(board: Board, cell: Cell) -> int:
    """In how many fours with a cell the mover has a disc already, and the opponent none."""
    found = contents(board, fours_through(cell, board.size), board.mover)
    return sum(board.mover in discs for discs in found)


def is_next_to_own(board: Board, cell: Cell) -> bool:
    """Whether the mover has a disc next to a cell, in any direction."""
    x, y = cell
    return any(board.at(x + dx, y + dy) == board.mover for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def open_runs() -> st.SearchStrategy[Rivals]:
    """Boards with open runs in all four directions, of both players."""
    diagonals = st.builds(of_table, st.sampled_from(MINNIES_DIAGONALS), st.booleans())
    edges = st.builds(of_table, st.sampled_from(MAXIES_EDGES), st.booleans())
    far = st.builds(of_table, st.sampled_from(FAR_FROM_THE_MIDDLE), st.booleans())
    return st.one_of(_searched(RUNS), _searched(RUNS), _searched(RUNS), diagonals, edges, far)


@dataclass(frozen=True, slots=True)
class OneRun:
    """Boards on which one player has an open run of three, or two, and the other single discs."""

    owner: str
    three: Board
    two: Board | None = None

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards to estimate."""
        return (self.three,) if self.two is None else (self.three, self.two)

    @property
    def mirrored(self) -> "OneRun":
        """The same with left and right exchanged."""
        two = self.two.mirrored if self.two is not None else None
        return OneRun(self.owner, self.three.mirrored, two)

    @property
    def wanted(self) -> str:
        """What counts in the estimates."""
        good = f"{sign_wanted(self.owner)} 0"
        if self.two is None:
            return f"a Guess {good}"
        return f"Guesses, the first {good}, the second {sign_wanted(other(self.owner))} the first"

    def verdict(self, got: Any) -> str:
        """What is wrong with the estimates of the boards."""
        if not isinstance(got, tuple) or len(got) != len(self.boards):
            return "an estimate of each board is expected"
        if words := sign_fault(self.owner, got[0]):
            return words
        return order_fault(self.owner, got[0], got[1]) if self.two is not None else ""


def opposite_runs() -> st.SearchStrategy[tuple[OneRun, ...]]:
    """Open runs of one player, then of the other, each twice, on boards of one size."""
    twice = [side for run in OPPOSITE for side in (run, run.mirrored)]
    return st.just((*twice, *twice))


# So many columns between the run and the single discs at both ends.
FAR_APART = (6, 8, 10)


def runs_on_long_boards() -> st.SearchStrategy[tuple[OneRun, ...]]:
    """Open runs on wide and on high boards, of both players."""
    return st.sampled_from((*map(_on_wide_boards, FAR_APART), _on_high_boards(), _high_up()))


def _on_wide_boards(columns: int) -> tuple[OneRun, ...]:
    gap = "- " * columns
    owners = {"X": f"O {gap}X X X {gap}O", "O": f"X - - - - X {gap}O O O {gap}X"}
    return tuple([OneRun(owner, _board(text, 4)) for owner, text in owners.items()])


def _on_high_boards() -> tuple[OneRun, ...]:
    owners = {"X": "O XXX - O", "O": "X OOO X - X"}
    return tuple(
        [OneRun(owner, _board(text, rows)) for owner, text in owners.items() for rows in (17, 25)]
    )


def _high_up() -> tuple[OneRun, ...]:
    return tuple([OneRun(owner, _board(text, HIGH_ROWS)) for owner, text in HIGH_UP])


def runs_on_rivals_discs() -> st.SearchStrategy[tuple[OneRun, ...]]:
    """Open runs for PopOut in columns that the opponent could pop, were she to move."""
    return st.just(
        tuple([OneRun(owner, _board(text, rows)) for owner, text, rows in ON_RIVALS_DISCS])
    )


def runs_at_the_walls() -> st.SearchStrategy[tuple[OneRun, ...]]:
    """Open runs at a wall, on boards of several sizes, in one direction."""
    kinds = list(product((*AT_THE_WALLS, *DIAGONALS_AT_THE_WALLS), (False, True)))
    return st.sampled_from(kinds).map(lambda kind: _at_a_wall(*kind))


def _at_a_wall(kind: tuple[str, str], mirrored: bool) -> tuple[OneRun, ...]:
    return tuple(_tabled(kind, DIAGONALS_AT_THE_WALLS.get(kind, ()), mirrored))


def firm_runs_at_the_walls() -> st.SearchStrategy[tuple[OneRun, ...]]:
    """The same for PopOut, those that are firm, and diagonals and columns elsewhere."""
    kinds = list(product({**AT_THE_WALLS, **FIRM_ELSEWHERE}, (False, True)))
    return st.sampled_from(kinds).map(lambda kind: _firm_at_a_wall(*kind))


def _firm_at_a_wall(kind: tuple[str, str], mirrored: bool) -> tuple[OneRun, ...]:
    return tuple(filter(is_firm, _tabled(kind, FIRM_ELSEWHERE.get(kind, ()), mirrored)))


def is_firm(run: OneRun) -> bool:
    """Whether no pop of the opponent's can break a run, and none of anybody's makes a four."""
    board, three = run.three, [run.owner] * 3
    found = lines(*board.size, len(three))
    runs = [line for line in found if [board.at(*cell) for cell in line] == three]
    bottoms = {board.at(x, 0) for line in runs for x, _ in line}
    return bottoms == {run.owner} and not any(map(has_a_winning_pop, run.boards))


def has_a_winning_pop(board: Board) -> bool:
    """Whether somebody has four once a disc is popped, whoever pops."""
    return any(board.pop(x).winners() for x, column in enumerate(board.columns) if column)


def _tabled(
    kind: tuple[str, str], entries: Sequence[tuple[str, int, int, int, int]], mirrored: bool
) -> list[OneRun]:
    runs = [OneRun(kind[1], _board(*entry)) for entry in AT_THE_WALLS.get(kind, ())]
    found = map(of_table, entries)
    runs += [OneRun(rivals.owner, rivals.three, rivals.two) for rivals in found]
    return [run.mirrored for run in runs] if mirrored else runs


def _board(text: str, num_rows: int) -> Board:
    """A board that drops alone lead to: whose turn it is follows from the number of discs."""
    columns = tuple([column.strip("-") for column in text.split()])
    return Board(columns, num_rows, "XO"[sum(map(len, columns)) % 2])


# With Maxie to move.
OPPOSITE = (
    OneRun("X", _board("XO X X - O - O", 4)),
    OneRun("O", _board("OX O O - X - X", 4)),
)


def firm_open_runs() -> st.SearchStrategy[Rivals]:
    """The same for PopOut: no pop of the opponent's can break the run.

    She has no disc at the bottom of its columns.
    """
    diagonals = st.builds(of_table, st.sampled_from(FIRM_DIAGONALS), st.booleans())
    return st.one_of(_searched(FIRM_RUNS, firm=True), diagonals)


def of_table(entry: tuple[str, int, int, int, int], mirrored: bool = False) -> Rivals:
    """The boards of an entry of one of the tables above, mirrored or not."""
    text, num_rows, *drops = entry
    columns = [column.strip("-") for column in text.split()]
    if mirrored:
        columns.reverse()
        drops = [len(columns) - 1 - x for x in drops]
    last, answer, apart = drops
    discs = "".join(columns)
    owner = "X" if discs.count("X") == discs.count("O") else "O"
    before = Board(tuple(columns), num_rows, owner)
    three = before.drop(last)
    return Rivals(owner, three, three.drop(answer), before.drop(apart))


@st.composite
def _searched(draw: st.DrawFn, runs: tuple[tuple[str, str], ...], *, firm: bool = False) -> Rivals:
    name, owner = draw(st.sampled_from(runs))
    step, rng = DIRECTIONS[name], draw(generators)
    return until_found(lambda: _rivals(rng.choice(BOARDS), step, owner, firm, rng))


def _rivals(
    size: tuple[int, int], step: Cell, owner: str, firm: bool, rng: Random
) -> Rivals | None:
    run = _run(size, step, owner, firm, rng)
    if run is None:
        return None
    wanted = discs_in([cell for cell in run.cells if cell != run.last], owner)
    before = steered(Goal(size, wanted, owner, run.last, 0, run.ends, run.allows), rng, 10)
    if before is None:
        return None
    three = before.drop(run.last[0])
    answers = [three.drop(x) for x in _scattered_drops(three, run)]
    answers = [board for board in answers if run.outweighs(board)]
    twos = [before.drop(x) for x in _scattered_drops(before, run)]
    twos = [board for board in twos if run.prefers(three, board)]
    if not answers or not twos or not run.outweighs(three):
        return None
    return Rivals(owner, three, rng.choice(answers), rng.choice(twos))


def _run(size: tuple[int, int], step: Cell, owner: str, firm: bool, rng: Random) -> _Run | None:
    num_cols, num_rows = size
    start = rng.randrange(num_cols), rng.randrange(min(num_rows, 4))
    cells = line_from(start, step, 3)
    before, after = line_from(start, (-step[0], -step[1]), 2)[1], line_from(start, step, 4)[3]
    ends = {after} if step == DIRECTIONS["column"] else {before, after}
    free = {(x, y) for x, y in ends if 0 <= x < num_cols and 0 <= y < num_rows}
    inside = all(x < num_cols and 0 <= y < num_rows for x, y in cells)
    both = step != DIRECTIONS["row"] or len(free) == 2
    if not inside or not free or not both:
        return None
    last = cells[2] if step == DIRECTIONS["column"] else rng.choice((cells[0], cells[2]))
    return _Run(owner, cells, frozenset(free), last, firm)


def _scattered_drops(board: Board, run: _Run) -> Iterator[int]:
    for x in board.drops():
        cell = (x, len(board.columns[x]))
        if cell not in run.ends and cell not in run.cells and run.allows(board, cell):
            yield x
