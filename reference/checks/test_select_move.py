"""Hidden checks of select_move: evaluations, moves and search figures on games that were drawn.

A search is asked together with the figures that it leaves in `search_info` and with the grid, so
that one question shows them all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import pytest
from hypothesis import strategies as st

from gametree import ConnectFourGame
from grader.asking.handed_in import CheckedModule
from grader.judging.properties import drawn
from grader.student.claims import Expect
from grader.student.compare import same, short
from grader.student.evidence import BoardPicture
from grader.student.question import CODE, Code, LibraryClass
from reference.checks.callers import TITLE, caller_hint, of_the_caller

in_order = CODE.builtins.sorted

Rows: TypeAlias = tuple[str, ...]
Segment: TypeAlias = tuple[tuple[int, int], ...]

EMPTY: Rows = ("_" * 7,) * 6
SECTION_3_1: Rows = ("___XOX_", "OXXOOXO", "OOXXOOX", "OXOOXXO", "XOXXXOX", "XOXOXOX")
# The last token makes a four: only O can have one on a full grid.
FULL_AND_WON: Rows = ("XXOXXOX", "OXOXOXO", "OOXOOOX", "XOOOXOO", "XXOXOXO", "XXOXXOX")
FULL: Rows = ("XXOXXOX", "OOXOOXO", "XXOXXOX", "OOXOOXO", "XXOXXOX", "OOXOOXO")

SEGMENTS: tuple[Segment, ...] = tuple(
    tuple((row + i * down, col + i * right) for i in range(4))
    for row, col in product(range(6), range(7))
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 3 * down < 6 and 0 <= col + 3 * right < 7
)


def game_of(rows: Rows, level: int = 4) -> Any:
    """A new game, beside the student's code."""
    return LibraryClass(ConnectFourGame)(list(map(list, rows)), level)


def rows_of(game: ConnectFourGame) -> Rows:
    """The grid of a game as text."""
    return tuple(["".join(row) for row in game.grid])


def played(columns: Sequence[int]) -> ConnectFourGame:
    """The game after those of the moves that are legal, up to its end."""
    game = ConnectFourGame()
    for col in columns:
        if not game.is_over and col in game.list_legal_moves():
            game.do_move(col)
    return game


@st.composite
def games(draw: st.DrawFn) -> ConnectFourGame:
    """A game at any stage; some have few columns, so that lines and ends are common."""
    columns = draw(st.sampled_from((range(7), range(7), range(3), range(2, 6), range(4, 7))))
    return played(draw(st.lists(st.sampled_from(columns), max_size=42)))


@st.composite
def full_but(draw: st.DrawFn) -> ConnectFourGame:
    """A full grid without a four, with a few tokens taken off its top."""
    columns = ["".join(col).strip("_") for col in zip(*FULL, strict=True)]
    off = [draw(st.sampled_from((0, 0, 1, 2))) for _ in columns]
    if draw(st.booleans()):  # few moves at a time, and many of them
        off = draw(
            st.permutations((0, 0, 0, 0, 0, draw(st.integers(0, 4)), draw(st.integers(3, 6))))
        )
    left = [col[n:] for col, n in zip(columns, off, strict=True)]
    rows = list(zip(*[col.rjust(6, "_") for col in left], strict=True))
    return ConnectFourGame(rows)


any_game = st.one_of(games(), games(), full_but())
any_rows = st.integers(0, 9).flatmap(
    lambda number: st.just(FULL_AND_WON) if number == 5 else any_game.map(rows_of)
)


def picture_of(rows: Rows, caption: str) -> BoardPicture:
    """A grid as a picture."""
    return BoardPicture(tuple(row.replace("_", " ") for row in rows), caption)


# -- the static evaluator ----------------------------------------------------------------------


def evaluated_hint(rows: Rows, got: Any, expected: tuple[int, Any]) -> str:
    """What is wrong with a value."""
    value = got[0] if isinstance(got, list | tuple) and got else None
    if not same(value, expected[0]):
        return value_hint(ConnectFourGame(list(map(list, rows))), value, expected[0])
    return "the grid must be left as it was"


def value_hint(game: ConnectFourGame, value: Any, expected: int) -> str:
    """Advice for a value that is not the expected one."""
    bonus = 16 if game.next_turn == "X" else -16
    if game.is_over:
        return "won and full grids count 512, -512 or 0, without segments and without a bonus"
    if value in (expected - bonus, expected - 2 * bonus):
        return "the move bonus is 16 if X is to move and -16 if O is"
    return "all 69 segments count: flat, upright, and both kinds of diagonals"


@pytest.mark.task("select_move.static_evaluate", "the rule for segments on drawn grids")
@drawn(
    any_rows,
    count=170,
    hint=evaluated_hint,
    picture=lambda rows, _got: picture_of(rows, ""),
)
def test_static_evaluate(code: Code, rows: Rows) -> Any:
    game = game_of(rows)
    return code.select_move.static_evaluate(game), game.grid


# The moves of games in play that are worth more than a win.
RICH = (3, 4, 3, 6, 3, 1, 4, 0, 4, 5, 4, 6, 6, 2, 2, 6, 2, 6, 2, 6, 0, 0, 0, 0, 0)


def rich_games() -> st.SearchStrategy[Rows]:
    """Grids whose segments add up to more than 512, or less than -512, without a four."""
    mirrored = tuple([6 - col for col in RICH])
    games = [rows_of(played(moves)) for moves in (RICH, mirrored)]
    others = [tuple([row.translate(str.maketrans("XO", "OX")) for row in rows]) for rows in games]
    return st.sampled_from((*games, *others))


@pytest.mark.task("select_move.static_evaluate", "sums of segments beyond the worth of a win")
@drawn(rich_games(), count=4, hint=evaluated_hint)
def test_rich_games(code: Code, rows: Rows) -> Any:
    game = game_of(rows)
    return code.select_move.static_evaluate(game), game.grid


# Each segment has tokens of both players, and there is room in one to four columns.
DEAD: tuple[Rows, ...] = (
    ("XOOOXO_", "OXXOXXO", "XXOXOXO", "OXOOOXX", "XOXOOOX", "OXXOXXX"),
    ("X_XOXX_", "O_OXOO_", "OXXOXOO", "OOXOXOX", "XOXOXXX", "XOOXOOX"),
    ("_OXX_O_", "XXOO_X_", "OOXOOOX", "OXXOXOO", "XXOXOXX", "OXXOXXO"),
    ("_X_OX__", "_O_XO__", "XXOOOXO", "OOXXXOX", "XXOOXOO", "XOOXXOX"),
)


@pytest.mark.task("select_move.static_evaluate", "the move bonus alone, where nobody can win")
@drawn(st.sampled_from(DEAD), count=len(DEAD), hint=evaluated_hint)
def test_dead_grids(code: Code, rows: Rows) -> Any:
    game = game_of(rows)
    return code.select_move.static_evaluate(game), game.grid


@st.composite
def one_line(draw: st.DrawFn) -> Rows:
    """A grid in which one player has a line of four, in any place and direction.

    What is under the line alternates, so that the grid is one of stacks without another four.
    """
    down, right = draw(st.sampled_from(((0, 1), (1, 0), (1, 1), (1, -1))))
    top = draw(st.integers(0, 5 - 3 * down))
    left = draw(st.integers(3 if right < 0 else 0, 6 - 3 * max(right, 0)))
    player = draw(st.sampled_from("XO"))
    line = {(top + i * down, left + i * right) for i in range(4)}
    heights = {col: min(row for row, at in line if at == col) for _, col in line}
    return tuple(
        [
            "".join(_slot(row, col, line, heights.get(col, 6), player) for col in range(7))
            for row in range(6)
        ]
    )


def _slot(row: int, col: int, line: set[tuple[int, int]], height: int, player: str) -> str:
    if (row, col) in line:
        return player
    # Two of each in turn along every row and column: no three in a line, in any direction.
    return "XXOO"[(col + 2 * row) % 4] if row > height else "_"


@pytest.mark.task("select_move.static_evaluate", "a four in every place and direction")
@drawn(
    one_line(),
    count=120,
    hint=evaluated_hint,
    picture=lambda rows, _got: picture_of(rows, ""),
)
def test_fours(code: Code, rows: Rows) -> Any:
    game = game_of(rows)
    return code.select_move.static_evaluate(game), game.grid


@cache
def full_with_a_four() -> tuple[tuple[Segment, str, Rows], ...]:
    """Full grids with one four alone: each of the 69 segments, of either player."""
    return tuple(
        (segment, player, _full_with(segment, player)) for segment in SEGMENTS for player in "XO"
    )


def _full_with(segment: Segment, player: str) -> Rows:
    for (across, down), first in product(((1, 2), (2, 1), (2, 3)), range(4)):
        # Two of each in turn, with no three in a line but those that the four makes.
        rows = [
            "".join(
                player if (row, col) in segment else "XXOO"[(across * col + down * row + first) % 4]
                for col in range(7)
            )
            for row in range(6)
        ]
        if [line for line in SEGMENTS if len({rows[row][col] for row, col in line}) == 1] == [
            segment
        ]:
            return tuple(rows)
    raise AssertionError(f"no full grid with a four at {segment} alone")


@pytest.mark.task("select_move.static_evaluate", "full grids with one four, wherever it is")
def test_full_grids_with_a_four(submission: CheckedModule, expect: Expect) -> None:
    for _, player, rows in full_with_a_four():
        expect(
            submission.select_move.static_evaluate(game_of(rows)),
            512 if player == "X" else -512,
            hint="a four decides first, wherever it is: a full grid is worth 0 only without one",
        )


# -- the move generator ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Search:
    """A grid that is not over, and the level to search to."""

    rows: Rows
    level: int


@st.composite
def searches(draw: st.DrawFn, room: int) -> Search:
    """A game to search, as deep as a full search has room for."""
    game = draw(any_game.filter(lambda game: not game.is_over))
    deepest, size, width = 1, 7, len(game.list_legal_moves())
    while deepest < 7 and size * width <= room:
        deepest, size = deepest + 1, size * width
    return Search(rows_of(game), draw(st.integers(max(1, deepest - 2), deepest)))


FIGURES = ("moves_considered", "moves_pruned", "depth_reached", "depth_limit")


def ask_search(code: Code, example: Search, *alpha_beta: bool) -> Any:
    """A search: its move, its figures, the branching factors and the grid after it."""
    game = game_of(example.rows, example.level)
    move, info = code.select_move.compute_move(game, *alpha_beta), game.search_info
    figures = tuple([getattr(info, name) for name in FIGURES])
    return move, figures, info.branching_factors, game.grid


def search_verdict(_example: Search, got: Any, expected: Any) -> str:
    """What is wrong with a search; branching factors may come in any order."""
    move, figures, factors, grid = got
    if not same(move, expected[0]):
        return f"the column {short(move)} instead of {expected[0]}"
    if not same(grid, expected[3]):
        return "the grid was not left as it was"
    for name, came, is_expected in zip(FIGURES, figures, expected[1], strict=True):
        if not same(came, is_expected):
            return f"{name} is {short(came)} instead of {is_expected}"
    if not isinstance(factors, list | tuple) or not all(isinstance(n, int) for n in factors):
        return f"branching_factors is {short(factors)}, not a list of numbers"
    if sorted(factors) != sorted(expected[2]):
        return f"branching_factors, in order: {short(sorted(factors))}, not {sorted(expected[2])}"
    return ""


def search_hint(_example: Search, got: Any, expected: Any) -> str:
    """Advice for a search that is wrong."""
    move, figures, _, grid = got
    if not same(move, expected[0]):
        return "of several best columns the leftmost one is expected"
    if not same(grid, expected[3]):
        return "take back every move that you make"
    wrong = [not same(*pair) for pair in zip(figures, expected[1], strict=True)]
    if wrong[0] and wrong[1]:
        return (
            "won and full grids have no nodes below them; others are cut once their value reaches "
            "a bound of any ancestor: at least beta for X, at most alpha for O"
        )
    if wrong[0]:
        return "every node but the root counts once; won and full grids have none below them"
    if wrong[1]:
        return "at a cut, add the number of legal moves of that node that were not looked at"
    if wrong[3]:
        return "depth_limit is given: leave it as it is"
    return ""


def search_picture(example: Search, _got: Any) -> BoardPicture:
    """The grid that was searched."""
    return picture_of(example.rows, f"level {example.level}")


@pytest.mark.task("select_move.compute_move", "minimax without pruning: the move and its figures")
@drawn(
    searches(200),
    count=50,
    verdict=search_verdict,
    hint=search_hint,
    picture=search_picture,
    cpu_seconds=20.0,
)
def test_minimax(code: Code, example: Search) -> Any:
    return ask_search(code, example, False)


@pytest.mark.task("select_move.compute_move", "with pruning: the same move, and what was cut")
@drawn(
    searches(700),
    count=80,
    verdict=search_verdict,
    hint=search_hint,
    picture=search_picture,
    cpu_seconds=20.0,
)
def test_alpha_beta(code: Code, example: Search) -> Any:
    return ask_search(code, example)


# The start, an end, two middle games with cuts by the bound of a node three levels up, games in
# which every move of X's, or of O's, loses, and grids in play that are worth as much as a win.
LITERAL = (
    Search(EMPTY, 3),
    Search((*EMPTY[:5], "__XO___"), 3),
    Search(SECTION_3_1, 9),
    Search(("___XO__", "XO_OO__", "XX_OX_X", "OO_XOXX", "XOOOXXX", "OXOOXXO"), 4),
    Search(("_X_O___", "_O_XX__", "OO_XX__", "XO_OO__", "OXOXOXO", "XXOXXOX"), 4),
    Search((*EMPTY[:2], "______O", "____O_O", "XX_XO_X", "XX_OOOX"), 2),
    Search((*EMPTY[:2], "______O", "______O", "_X__OXX", "_OOOXXX"), 3),
    Search(("_X_OOX_", "OO_OXXO", "XX_XXOX", "OO_XOOO", "XO_XOXX", "XXXOOXO"), 2),
    Search(("_______", "____O__", "____X__", "___XXXO", "X_OXOOX", "OOOXOXX"), 2),
    Search(("O___O__", "OX__O_O", "XX__O_X", "OXX_XXO", "OOX_OXO", "OOX_XXX"), 2),
    Search(("_X____X", "_X_O__X", "_X_O_OX", "_OOO_OO", "XXOX_OX", "XOOOXXX"), 2),
)


@pytest.mark.task("select_move.compute_move", "bounds of all ancestors, from the start to the end")
@drawn(
    st.sampled_from(LITERAL),
    count=len(LITERAL),
    verdict=search_verdict,
    hint=search_hint,
    picture=search_picture,
    cpu_seconds=20.0,
)
def test_bounds_of_ancestors(code: Code, example: Search) -> Any:
    return ask_search(code, example, True)


# Few columns are open, so that a deep search is a small one. Where a node hands down another alpha
# or beta than that of all its ancestors, or cuts by another rule, three of these show it: at each
# depth down to 7, where X is to move and where O is.
FAR_DOWN = (
    Search(("XO_X_OX", "OX_X_XX", "XO_X_OX", "XO_O_OO", "OO_O_OX", "OX_X_XO"), 7),
    Search(("XO__XXX", "OX__OOX", "OO__XXO", "XX__OXO", "OX__XOO", "OO_OXXX"), 8),
    Search(("XOO_XO_", "XOX_XX_", "OXO_OX_", "XOO_XX_", "OOXOOO_", "XOXXXO_"), 8),
    Search(("XO_XX_O", "OO_XO_X", "OX_OX_O", "XO_XO_O", "XX_OO_X", "XXOXX_O"), 8),
    Search(("X_OOX_O", "O_XXX_O", "O_OOX_X", "X_XOO_O", "X_XXO_O", "X_XXOXO"), 9),
    Search(("OOXX_O_", "XOOX_X_", "OXXO_X_", "OOOX_X_", "XXOO_OX", "XXOXXOO"), 9),
    Search(("X__O_OX", "O__O_XO", "O__O_XO", "X_XX_XX", "XOXO_OO", "OOXXOXX"), 9),
    Search(("OOO__X_", "OXO__X_", "OOO__X_", "XXX__O_", "OOOXOXX", "XXOOXXX"), 9),
    Search(("X_XXOO_", "O_OXXO_", "O_OXOX_", "X_OOOX_", "X_XXXOO", "O_OXOXX"), 9),
    Search(("_X__XOO", "_O__OXX", "OO__OXX", "XO__XXX", "XX_OXOO", "OO_OXXO"), 9),
    Search(("XXX___O", "OOX_O_X", "XOX_O_O", "OXO_X_O", "OOX_X_X", "OXXOO_X"), 9),
    Search(("X__X_OO", "O__X_XO", "O__XOXX", "O__OOOX", "X__XOOO", "X_XXXOX"), 9),
)


@pytest.mark.task("select_move.compute_move", "bounds of all ancestors, at every depth to nine")
@drawn(
    st.sampled_from(FAR_DOWN),
    count=len(FAR_DOWN),
    verdict=search_verdict,
    hint=search_hint,
    picture=search_picture,
    cpu_seconds=20.0,
)
def test_bounds_far_down(code: Code, example: Search) -> Any:
    return ask_search(code, example, True)


@st.composite
def set_up(draw: st.DrawFn) -> Search:
    """A grid that was set up with as many tokens of O's as of X's or one more, and few in all."""
    few = draw(st.sampled_from((range(2), range(2), range(3), range(7))))
    columns = draw(st.lists(st.sampled_from(few), min_size=3, max_size=9))
    rows = [list(row) for row in EMPTY]
    placed = 0
    for col in columns:
        free = [row for row in range(6) if rows[row][col] == "_"]
        if free:
            rows[free[-1]][col] = "OX"[placed % 2]
            if ConnectFourGame(rows).is_over:
                rows[free[-1]][col] = "_"
            else:
                placed += 1
    return Search(tuple(map("".join, rows)), draw(st.integers(1, 2)))


@pytest.mark.task("select_move.compute_move", "grids that were set up with a token more of O's")
@drawn(set_up(), count=20, verdict=search_verdict, hint=search_hint, picture=search_picture)
def test_set_up(code: Code, example: Search) -> Any:
    return ask_search(code, example)


in_play = games().filter(lambda game: not game.is_over).map(rows_of)


@pytest.mark.task("select_move.static_evaluate", "goes by the grid of the moment, of one game too")
@drawn(in_play, count=14)
def test_evaluate_again(code: Code, rows: Rows) -> Any:
    game = game_of(rows)
    first, *_, last = ConnectFourGame(list(map(list, rows))).list_legal_moves() * 2
    evaluated = [code.select_move.static_evaluate(game) for _ in range(4)]
    return (
        *(evaluated[0], game.do_move(first), evaluated[1], game.undo_move()),
        *(game.do_move(last), evaluated[2], game.undo_move(), evaluated[3]),
        # An evaluation is no search: it leaves the record as it was.
        *[getattr(game.search_info, name) for name in (*FIGURES, "branching_factors")],
    )


@pytest.mark.task("select_move.compute_move", "grids where every move is worth more than a win")
@drawn(
    st.builds(Search, rich_games(), st.integers(1, 2)),
    count=6,
    verdict=search_verdict,
    hint=search_hint,
    picture=search_picture,
)
def test_rich_searches(code: Code, example: Search) -> Any:
    return ask_search(code, example)


SETTINGS = ("alpha_beta", "level", "quiet", "next_turn", "is_over")


def settings_hint(_example: tuple[bool, bool, int], got: Any, expected: Any) -> str:
    """Whose `alpha_beta` counts, if cuts are what is wrong."""
    *others, pruned = got
    if same(others, expected[:-1]) and not same(pruned, expected[-1]):
        return "prune as the argument says, whatever game.alpha_beta is: play passes that one on"
    return ""


@pytest.mark.task("select_move.compute_move", "leaves the game's settings and moves as they were")
@drawn(st.tuples(st.booleans(), st.booleans(), st.integers(1, 2)), count=8, hint=settings_hint)
def test_settings(code: Code, example: tuple[bool, bool, int]) -> Any:
    of_game, prunes, level = example
    game = game_of(EMPTY, level)
    put = code.builtins.setattr(game, "alpha_beta", of_game)
    move = code.select_move.compute_move(game, prunes)
    settings = tuple([getattr(game, name) for name in SETTINGS])
    # The move before the search can be taken back as if there had been none.
    back = game.do_move(3), move, settings, game.undo_move(), game.grid
    return put, *back, game.search_info.moves_pruned


def record_hint(_example: tuple[Rows, bool], got: Any, expected: Any) -> str:
    """Advice on figures that the record of before doesn't have."""
    _, move, figures, factors = got
    if same(move, expected[1]) and not (any(figures[:3]) or factors):
        return (
            "the record that was there stayed empty: fill in its fields, and put no new one there"
        )
    return ""


@pytest.mark.task("select_move.compute_move", "fills in the record that is there, not a new one")
@drawn(st.tuples(in_play, st.booleans()), count=6, hint=record_hint)
def test_record_that_is_there(code: Code, example: tuple[Rows, bool]) -> Any:
    rows, prunes = example
    game = game_of(rows, 2)
    record = code.builtins.getattr(game, "search_info")
    limit = record.depth_limit
    move = code.select_move.compute_move(game, prunes)
    figures = tuple([getattr(record, name) for name in FIGURES])
    return limit, move, figures, in_order(record.branching_factors)


@pytest.mark.task("select_move.compute_move", TITLE)
@drawn(st.tuples(in_play, st.booleans()), count=4, hint=caller_hint)
def test_factors_are_the_callers(code: Code, example: tuple[Rows, bool]) -> Any:
    rows, prunes = example

    def factors() -> Any:
        game = game_of(rows, 2)
        move = code.select_move.compute_move(game, prunes)
        return code.operator.itemgetter(1)((move, game.search_info.branching_factors))

    before, again = of_the_caller(code, factors, factors)
    return code.builtins.tuple(code.builtins.map(in_order, before)), tuple(map(in_order, again))
