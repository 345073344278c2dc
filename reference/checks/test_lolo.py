"""Hidden checks of lolo: tables, moves and searches on drawn positions, and evaluations counted.

Lists whose order is free are sorted in the question. A move is judged by its own value, which
`lolo_board` finds without the reference.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import permutations
from typing import Any

import pytest
from hypothesis import strategies as st

from gametree import L_POSITIONS, SQUARE_POSITIONS, Step, cfg2str
from gametree.lolo import BConfig, Config
from grader.asking.answers import CodeFailed, with_call
from grader.asking.handed_in import CheckedModule
from grader.judging.properties import Relation, drawn
from grader.student.claims import Expect
from grader.student.compare import same, short
from grader.student.evidence import BoardPicture, CheckFailed, Evidence
from grader.student.plural import numbered
from grader.student.python_text import python_text
from grader.student.question import CODE, Code
from grader.student.refusals import expect_refusal
from reference.checks.callers import TITLE, caller_hint, of_the_caller
from reference.checks.lolo_board import (
    exchanged,
    is_decided,
    leaves,
    legal_configs,
    mirrored,
    moves,
    places,
    why_no_move,
    why_no_place,
    with_squares_exchanged,
    worth,
)
from reference.checks.lolo_cuts import PLIES, Seen, SmallTree, small_tree
from reference.checks.verdicts import is_tuple

NOT_RECOGNIZED = "position not recognized"
TABLES = {"L_POSITIONS": L_POSITIONS, "SQUARE_POSITIONS": SQUARE_POSITIONS}
in_order = CODE.builtins.sorted

every_config = st.deferred(lambda: st.sampled_from(legal_configs()))
steps = st.sampled_from(Step)


@dataclass(frozen=True, slots=True)
class Turn:
    """A position, and the player who is to move."""

    c: Config
    step: Step


@cache
def tight_turns() -> tuple[Turn, ...]:
    """Turns of an L that has nowhere to go, or one place alone."""
    every = [Turn(c, step) for c in legal_configs() for step in Step]
    return tuple([turn for turn in every if len(places(turn.c, turn.step)) <= 1])


@cache
def edge_turns() -> tuple[Turn, ...]:
    """Turns with a piece in the first or the last place of its table."""
    ends = ((0, 47), (0, 47), (0, 15), (0, 15))
    return tuple(
        [
            Turn(c, step)
            for c in legal_configs()
            if any(index in end for index, end in zip(c, ends, strict=True))
            for step in Step
        ]
    )


turns = st.one_of(
    st.builds(Turn, every_config, steps),
    st.deferred(lambda: st.sampled_from(edge_turns())),
    st.deferred(lambda: st.sampled_from(tight_turns())),
)


def board(c: Config, caption: str = "") -> BoardPicture:
    """A configuration as a picture."""
    return BoardPicture(tuple(cfg2str(c).split()), caption)


def turn_picture(turn: Turn, _got: Any) -> BoardPicture:
    """The position that a question was about."""
    return board(turn.c, f"{turn.c}, {turn.step.name} to move")


# -- tables and text -------------------------------------------------------------------------

in_tables = [(name, placement) for name, table in TABLES.items() for placement in table]

# No placements of their table: of the other one, too few cells, too many, and other shapes.
STRANGERS: Sequence[tuple[str, BConfig]] = (
    *[("SQUARE_POSITIONS", L_POSITIONS[index]) for index in (0, 17, 40)],
    *[("L_POSITIONS", SQUARE_POSITIONS[index]) for index in (0, 7, 15)],
    *[("L_POSITIONS", p) for p in ((0, 4, 12, 0), (4, 4, 12, 1), (6, 6, 0, 0), (4, 14, 0, 0))],
    *[("L_POSITIONS", p) for p in ((15, 0, 0, 0), (4, 4, 4, 4), (12, 6, 0, 0), (0, 0, 0, 0))],
    ("L_POSITIONS", (4, 12, 4, 0)),
    *[("SQUARE_POSITIONS", p) for p in ((0, 0, 0, 0), (0, 0, 3, 0), (1, 0, 0, 1))],
    # Rows that run over into the one above, where four bits of each are put together.
    *[("SQUARE_POSITIONS", p) for p in ((0, 0, 0, 64), (0, 0, 0, 4 * 16**3))],
    *[("L_POSITIONS", p) for p in ((0, 0, 4, 4 + 8 * 16), (0, 0, 0, 18 * 256 + 3 * 16))],
)

# No placements either, but to code that compares something else than the four rows: the rows as one
# number in a base from 4 to 15, from either end, or in a larger one; rows as text; their sum, with
# or without weights, product or xor; their set or order; their bits; or some of the rows. The last
# four bits of numbers beyond 15 make no placement either.
# fmt: off
LOOKALIKES: dict[str, tuple[BConfig, ...]] = {
    "L_POSITIONS": (
        (0, 2, 3, 2), (2, 3, 2, 0), (0, 4, 4, 0), (0, 0, 4, 0), (0, 4, 0, 0), (0, 0, 13, 13),
        (0, 2, 13, 14), (0, 14, 13, 2), (2, 13, 14, 0), (14, 13, 2, 0), (0, 0, 3, 3), (0, 1, 1, 6),
        (0, 6, 1, 1), (0, 3, 0, 9), (0, 9, 0, 3), (0, 2, 11, 2), (0, 2, 12, 2), (2, 12, 2, 0),
        (1, 0, 1, 3), (1, 1, 0, 3), (1, 1, 2, 15), (3, 1, 0, 15), (15, 0, 1, 3), (15, 2, 1, 1),
        (4, 5, 2, 0), (4, 4, 1, 20), (4, 41, 2, 0), (44, 1, 2, 0), (0, 1, 28, 8),
        *((4, 4, 11, base) for base in (20, 32, 50, 64, 100, 128, 256, 1000)),
    ),
    "SQUARE_POSITIONS": (
        (1, 1, 0, 0), (0, 1, 1, 0), (0, 0, 10, 0), (0, 12, 0, 0), (0, 10, 0, 0), (0, 0, 12, 0),
        (2, 0, 0, 2), (0, 0, 1, 9), (0, 12, 13, 0), (0, 0, 9, 0), (0, 0, 11, 0), (0, 11, 0, 0),
        (0, 0, 13, 0), (0, 0, 14, 0), (0, 14, 0, 0), (0, 0, 15, 0), (0, 15, 0, 0), (0, 4, 15, 4),
        (0, 13, 12, 0), (0, 0, 2, 2), (1, 1, 1, 1), (2, 2, 2, 2), (0, 0, 1, 8), (0, 0, 8, 1),
        (0, 1, 8, 0), (0, 8, 1, 0), (0, 9, 0, 0),
        *((0, 0, 0, row) for row in (32, 80, 128, 256, 400, 2000)),
    ),
}
# fmt: on

# Pieces that are missing, are there twice or have another shape, in four rows of four.
STRANGE_BOARDS = (
    *("..../..../..../....", "42../.2../.22./3...", "411./.1../.1../3...", "42../.211/.221/...1"),
    "42../.211/.2.1/3..1",
    *(".2../.211/.221/3..1", "42.4/.211/.221/3..1", "42.3/.211/.221/3..1", "4.../2222/111./1..3"),
    *("42../.211/.221/3.11", "422./.211/.221/3..1", "41../.122/.122/3...", "4111/.1.2/222./3..."),
    *("11../.11./2..3/2224", "2111/2..1/2.43/2..."),
)
NO_BOARDS = (
    *("", "42../.211/.221", "42../.211/.221/3..1/", "42../.211/.221/3..1/....", "42...211.2213..1"),
    # Without its dots a row is no row of four, and neither is an empty one.
    *("42/.211/.221/3..1", "42../211/.221/3..1", "4/2.../2111/221./3", "4123/.12./1122/"),
    *("/4123/.12./1122", "..43//1112/1222", "1222/1112//.34.", "4123/.12./1122"),
    *("42../.211/.221/3.1", "42../.211/.221/3..1.", "42.../211/.221/3..1", "/42../.211/.221/3..1"),
    # A row that is too short beside one that is too long; what is missing is a dot.
    *("42./.211./.221/3..1", ".42/./.211/.221/3..1", "42../.211/221/3..1.", "42./.211/.221/3..1."),
    # Line ends are no slashes and no cells: that of a line, or those of cfg2str.
    *("42../.211/.221/3..1\n", "\n42../.211/.221/3..1", "42../.211\n/.221/3..1"),
    *("42..\n.211\n.221\n3..1", "42..\n.211\n.221\n3..1\n"),
)


@pytest.mark.task("lolo.lookup_pos", "every placement of both tables")
@drawn(st.sampled_from(in_tables), count=100)
def test_lookup(code: Code, example: tuple[str, BConfig]) -> Any:
    name, placement = example
    return code.lolo.lookup_pos(placement, getattr(code.gametree, name))


@pytest.mark.task("lolo.lookup_pos", "a placement that is not in the table: ValueError")
def test_lookup_refuses(submission: CheckedModule, expect: Expect) -> None:
    for name, placement in STRANGERS:
        table = getattr(CODE.gametree, name)
        expect_refusal(expect, submission.lolo.lookup_pos(placement, table), NOT_RECOGNIZED)


@pytest.mark.task("lolo.lookup_pos", "a placement that looks like one of the table: ValueError")
def test_lookalikes_refused(submission: CheckedModule, expect: Expect) -> None:
    for name, placement in [(name, p) for name, found in LOOKALIKES.items() for p in found]:
        table = getattr(CODE.gametree, name)
        expect_refusal(
            expect,
            submission.lolo.lookup_pos(placement, table),
            NOT_RECOGNIZED,
            hint="compare the placement itself, all four rows in order, with each of the table",
        )


def text_of(c: Config) -> str:
    """A board on one line."""
    return "/".join(cfg2str(c).split())


@pytest.mark.task("lolo.str2cfg", "the inverse of cfg2str")
@drawn(every_config, count=150, picture=lambda c, _got: board(c, str(c)))
def test_read_board(code: Code, c: Config) -> Any:
    return code.lolo.str2cfg(text_of(c))


@pytest.mark.task("lolo.str2cfg", "a piece that is missing or has another shape: ValueError")
def test_strange_boards(submission: CheckedModule, expect: Expect) -> None:
    for text in STRANGE_BOARDS:
        expect_refusal(expect, submission.lolo.str2cfg(text), NOT_RECOGNIZED)


@pytest.mark.task("lolo.str2cfg", "text that is not four rows of four: ValueError")
def test_no_boards(submission: CheckedModule, expect: Expect) -> None:
    for text in NO_BOARDS:
        expect_refusal(expect, submission.lolo.str2cfg(text))


def near_misses(text: str) -> Iterator[str]:
    """What one wrong key makes of a board: a cell left out, put in, or taken for a row's end."""
    for at, cell in enumerate(text):
        yield text[:at] + text[at + 1 :]
        yield text[:at] + cell + text[at:]
        yield text[:at] + "." + text[at:]
        if cell != "/":
            yield f"{text[:at]}/{text[at + 1 :]}"


# All rows of these together begin with a dot, and all end with one.
DOTTED = (".12./.12./1122/.34.", "42../.211/.221/3..1", "..24/112./122./1..3")


def moved_dots(text: str) -> Iterator[str]:
    """The dot at an end of a row moved to the same end of another one: as many cells, in all."""
    rows = text.split("/")
    for shorter, longer in permutations(range(len(rows)), 2):
        if rows[shorter].startswith("."):
            yield _with_rows(rows, {shorter: rows[shorter][1:], longer: "." + rows[longer]})
        if rows[shorter].endswith("."):
            yield _with_rows(rows, {shorter: rows[shorter][:-1], longer: rows[longer] + "."})


def _with_rows(rows: Sequence[str], others: dict[int, str]) -> str:
    return "/".join([others.get(at, row) for at, row in enumerate(rows)])


@pytest.mark.task("lolo.str2cfg", "a cell or row too few, too many or out of place: ValueError")
def test_near_misses(submission: CheckedModule, expect: Expect) -> None:
    moved = [text for board in DOTTED for text in moved_dots(board)]
    for text in (*near_misses("42../.211/.221/3..1"), *moved):
        expect_refusal(expect, submission.lolo.str2cfg(text))


# -- moves -----------------------------------------------------------------------------------


def is_config(value: Any) -> bool:
    """Whether a value reads as a configuration."""
    return (
        isinstance(value, list | tuple)
        and len(value) == 4
        and all(isinstance(index, int) for index in value)
    )


def listing_verdict(
    turn: Turn, got: Any, expected: list[Config], why: Callable[[Config, Config, Step], str]
) -> str:
    """What is wrong with a sorted list of configurations; `why` explains an unexpected one."""
    if same(got, expected):
        return ""
    strange = [item for item in got if not is_config(item)]
    if strange:
        return f"{short(strange[0])} is not a configuration, a tuple of four indices"
    if len(got) > 10 * len(expected) + 10:
        # Numbers can be chosen so that to count many of them takes for ever.
        return f"{numbered(len(expected), 'configuration')} expected, not {len(got)}"
    times = Counter(map(tuple, got))
    for c, count in times.items():
        if c not in expected:
            return f"{c} should not be there: {why(turn.c, c, turn.step)}"
        if count > 1:
            return f"{c} is there {count} times"
    missing = [c for c in expected if c not in times]
    wanted = numbered(len(expected), "configuration")
    return f"{missing[0]} is missing: {wanted} expected, not {len(got)}"


def places_verdict(turn: Turn, got: Any, expected: list[Config]) -> str:
    """What is wrong with the places of an L."""
    return listing_verdict(turn, got, expected, why_no_place)


def moves_verdict(turn: Turn, got: Any, expected: list[Config]) -> str:
    """What is wrong with a list of whole moves."""
    return listing_verdict(turn, got, expected, why_no_move)


# What can be done on a board can be done on its mirror image, by the other player with the other
# L, and with the squares by other names.
TURNED = (
    Relation(
        "the mirror image",
        lambda turn: Turn(mirrored(turn.c), turn.step),
        lambda _turn, found: sorted(map(mirrored, found)),
    ),
    Relation(
        "the players exchanged",
        lambda turn: Turn(exchanged(turn.c), turn.step.other),
        lambda _turn, found: sorted(map(exchanged, found)),
    ),
    Relation(
        "the squares exchanged",
        lambda turn: Turn(with_squares_exchanged(turn.c), turn.step),
        lambda _turn, found: sorted(map(with_squares_exchanged, found)),
    ),
)


@pytest.mark.task("lolo.next_l_pos", "every place of the L, each once, in any order")
@drawn(turns, count=200, verdict=places_verdict, picture=turn_picture, relations=TURNED)
def test_places(code: Code, turn: Turn) -> Any:
    return in_order(code.lolo.next_l_pos(turn.c, turn.step))


@pytest.mark.task("lolo.make_next_level", "every whole move, each once, in any order")
@drawn(turns, count=60, verdict=moves_verdict, picture=turn_picture, relations=TURNED)
def test_moves(code: Code, turn: Turn) -> Any:
    return in_order(code.lolo.make_next_level(turn.c, turn.step))


# Positions with few moves, which hold and lead to each index of each piece, by either player.
# fmt: off
EACH_INDEX_MAX: tuple[Config, ...] = (
    (41, 21, 2, 0), (37, 4, 1, 5), (4, 17, 10, 7), (39, 10, 7, 13), (18, 26, 6, 4),
    (45, 29, 3, 8), (23, 5, 13, 10), (46, 11, 14, 3), (1, 24, 0, 12), (35, 16, 4, 11),
    (33, 7, 15, 1), (43, 6, 8, 6), (11, 19, 12, 9), (40, 31, 5, 2), (28, 22, 9, 7),
    (38, 25, 13, 14), (20, 30, 4, 15), (36, 20, 0, 10), (0, 27, 1, 7), (26, 18, 10, 0),
    (47, 0, 9, 3), (32, 3, 9, 0), (30, 14, 3, 10), (44, 28, 6, 1), (15, 9, 13, 3),
    (14, 8, 9, 3), (8, 31, 10, 1), (13, 15, 0, 13), (6, 4, 11, 0), (35, 12, 4, 6),
    (3, 13, 4, 10), (10, 5, 13, 14), (24, 2, 14, 11), (21, 31, 5, 8), (22, 14, 13, 0),
    (34, 27, 5, 13), (7, 10, 6, 11), (42, 22, 1, 15), (17, 11, 3, 8), (2, 14, 3, 6),
    (12, 29, 13, 12), (5, 27, 7, 4), (9, 22, 10, 1), (16, 5, 13, 8), (31, 10, 7, 10),
    (27, 42, 1, 12), (19, 39, 3, 8), (25, 32, 12, 1), (29, 43, 4, 7), (28, 23, 2, 9),
    (35, 1, 4, 2), (39, 44, 15, 3), (33, 35, 9, 14), (35, 33, 10, 5), (36, 47, 10, 15),
    (47, 36, 5, 2), (21, 37, 13, 8), (31, 41, 10, 7), (19, 40, 7, 4), (27, 34, 12, 9),
    (5, 38, 4, 9), (29, 45, 3, 8), (24, 46, 6, 11),
)
EACH_INDEX_MIN: tuple[Config, ...] = (
    (11, 36, 0, 7), (27, 5, 7, 4), (0, 1, 5, 0), (25, 32, 13, 14), (17, 42, 6, 10),
    (22, 34, 9, 5), (7, 33, 15, 1), (24, 35, 11, 3), (6, 30, 10, 11), (21, 45, 3, 2),
    (26, 39, 4, 13), (5, 44, 14, 6), (31, 37, 1, 8), (23, 28, 2, 9), (16, 10, 1, 12),
    (10, 20, 12, 13), (18, 26, 10, 15), (4, 47, 5, 3), (29, 43, 7, 6), (19, 15, 9, 4),
    (9, 18, 6, 4), (12, 0, 6, 1), (28, 23, 1, 13), (24, 17, 8, 3), (14, 8, 10, 0),
    (15, 13, 9, 0), (30, 14, 3, 13), (24, 2, 3, 6), (3, 9, 10, 1), (8, 12, 0, 13),
    (13, 43, 10, 3), (2, 25, 11, 14), (20, 4, 3, 14), (31, 21, 8, 5), (15, 31, 6, 7),
    (4, 22, 0, 12), (27, 41, 1, 15), (6, 40, 6, 13), (25, 38, 2, 0), (11, 46, 4, 14),
    (10, 7, 11, 6), (4, 6, 11, 0), (29, 3, 3, 7), (25, 16, 8, 13), (6, 11, 9, 12),
    (39, 19, 8, 3), (43, 29, 7, 4), (35, 24, 10, 7), (47, 27, 13, 8), (1, 35, 6, 4),
    (36, 47, 2, 13), (32, 43, 14, 2), (44, 39, 15, 4), (33, 35, 6, 5), (34, 7, 6, 3),
    (45, 29, 3, 8), (37, 21, 13, 8), (41, 31, 7, 10), (40, 6, 13, 0), (42, 17, 3, 6),
    (38, 5, 9, 4), (46, 11, 9, 4),
)
# fmt: on


def batches() -> Iterator[tuple[Turn, ...]]:
    """The positions in a dozen parts."""
    for step, configs in ((Step.MAX, EACH_INDEX_MAX), (Step.MIN, EACH_INDEX_MIN)):
        for start in range(6):
            yield tuple([Turn(c, step) for c in configs[start::6]])


EACH_INDEX = tuple(batches())


def each_verdict(
    verdict: Callable[[Turn, Any, list[Config]], str],
) -> Callable[[tuple[Turn, ...], Any, Any], str]:
    """The verdict on several lists, which names the position of the first wrong one."""

    def found(turns: tuple[Turn, ...], got: Any, expected: Any) -> str:
        for turn, listed, right in zip(turns, got, expected, strict=True):
            if words := verdict(turn, listed, right):
                return f"{turn.c}, {turn.step.name} to move: {words}"
        return ""

    return found


@pytest.mark.task("lolo.next_l_pos", "each index of each piece, before and after the move")
@drawn(st.sampled_from(EACH_INDEX), count=len(EACH_INDEX), verdict=each_verdict(places_verdict))
def test_each_index_of_places(code: Code, turns: tuple[Turn, ...]) -> Any:
    return tuple([in_order(code.lolo.next_l_pos(turn.c, turn.step)) for turn in turns])


@pytest.mark.task("lolo.make_next_level", "each index of each piece, before and after the move")
@drawn(st.sampled_from(EACH_INDEX), count=len(EACH_INDEX), verdict=each_verdict(moves_verdict))
def test_each_index_of_moves(code: Code, turns: tuple[Turn, ...]) -> Any:
    return tuple([in_order(code.lolo.make_next_level(turn.c, turn.step)) for turn in turns])


def in_any_order(code: Code, listed: Callable[..., Any], both: tuple[Turn, Turn]) -> Any:
    """What is listed for two turns, and once more, all of it sorted."""
    asked = [partial(listed, turn.c, turn.step) for turn in both]
    before, again = of_the_caller(code, *asked)
    return code.builtins.tuple(code.builtins.map(in_order, before)), tuple(map(in_order, again))


@pytest.mark.task("lolo.next_l_pos", TITLE)
@drawn(st.tuples(turns, turns), count=6, hint=caller_hint)
def test_places_are_the_callers(code: Code, both: tuple[Turn, Turn]) -> Any:
    return in_any_order(code, code.lolo.next_l_pos, both)


@pytest.mark.task("lolo.make_next_level", TITLE)
@drawn(st.tuples(turns, turns), count=6, hint=caller_hint)
def test_moves_are_the_callers(code: Code, both: tuple[Turn, Turn]) -> Any:
    return in_any_order(code, code.lolo.make_next_level, both)


@pytest.mark.task("lolo.str2cfg", TITLE)
@drawn(st.tuples(every_config, every_config), count=6, hint=caller_hint)
def test_boards_are_the_callers(code: Code, both: tuple[Config, Config]) -> Any:
    return of_the_caller(code, *[partial(code.lolo.str2cfg, text_of(c)) for c in both])


# -- searches --------------------------------------------------------------------------------

# Neither player is stuck within two moves of these, so every leaf is a guess.
COUNTED = (
    Turn((30, 16, 1, 2), Step.MAX),
    Turn((30, 1, 2, 14), Step.MAX),
    Turn((10, 5, 6, 5), Step.MIN),
    Turn((39, 26, 14, 15), Step.MIN),
)


@dataclass(frozen=True, slots=True)
class Calls:
    """What a search asked of the functions in the place of the given ones."""

    eval_position: int
    count_moves: int


def calls_of(submission: CheckedModule, turn: Turn) -> Calls:
    """Search two moves deep with `eval_position` always 0 and `count_moves` always 1."""
    calls: Counter[str] = Counter()

    def eval_position(*_arguments: Any) -> int:
        calls["eval_position"] += 1
        return 0

    def count_moves(*_arguments: Any) -> int:
        calls["count_moves"] += 1
        return 1

    search = submission.lolo.alpha_beta(turn.c, 2, turn.step)
    module = CODE.importlib.import_module("lolo")
    put = CODE.builtins.setattr
    question = (
        put(module, "eval_position", eval_position),
        put(module, "count_moves", count_moves),
        search,
    )
    try:
        submission.ask(question)
    except CodeFailed as failure:
        raise with_call(failure, search) from None
    finally:
        # The functions are replaced in this box; the next question gets a new one.
        submission.close()
    return Calls(calls["eval_position"], calls["count_moves"])


@pytest.mark.task("lolo.alpha_beta", "prunes: clearly fewer evaluations than a full search")
def test_evaluations(submission: CheckedModule) -> None:
    """A search where all leaves are worth the same, counted on the judge's side.

    When all leaves are equal, beta reaches alpha at the first leaf of every node after the first,
    whatever the order of moves: two moves deep, alpha-beta needs about a tenth of the leaves
    in the worst order that there is. A quarter is allowed, so that sorting the moves or deepening
    step by step costs nobody a point. Below every move a leaf at least must be evaluated: code that
    calls `eval_position` less often evaluates by `count_moves`, and is judged by its calls of
    that, with room for several at each node. Other code may call `count_moves` as often as it
    likes, to put moves in order. Code that calls neither is judged by its values and its time: to
    write an evaluation of one's own is not forbidden.
    """
    for turn in COUNTED:
        calls, full = calls_of(submission, turn), leaves(turn.c, 2, turn.step)
        if calls.eval_position > full // 4:
            most = full // 4
            raise CheckFailed(too_many(turn, "eval_position", calls.eval_position, most, full))
        if calls.eval_position < leaves(turn.c, 1, turn.step) and calls.count_moves > full:
            raise CheckFailed(too_many(turn, "count_moves", calls.count_moves, full, full))


def uneven(c: Config) -> int:
    """Values that differ from leaf to leaf; some are equal."""
    return sum(c) * 5 % 9 - 4


# Of each player one tree where all leaves are equal, so that everything is cut that ever can be.
SMALL_TREES = (
    small_tree((33, 31, 1, 12), Step.MAX, lambda _: 0),
    small_tree((31, 37, 1, 4), Step.MIN, lambda _: 0),
    small_tree((36, 21, 0, 11), Step.MAX, uneven),
    small_tree((27, 47, 12, 4), Step.MIN, uneven),
)


@pytest.mark.task("lolo.alpha_beta", "prunes at every node: no leaf that alpha-beta need not see")
def test_cuts(submission: CheckedModule) -> None:
    """Searches three moves deep, with three moves at each node, counted on the judge's side.

    The leaves that were looked at say in which order the code looks at moves; what alpha-beta
    needs in this order is exact. Positions that are looked at before, to put moves in order or to
    deepen step by step, are no leaves, and a leaf counts once. Code that doesn't ask
    `make_next_level` is judged elsewhere.
    """
    for tree in SMALL_TREES:
        if found := seen_of(submission, tree).too_many():
            raise CheckFailed(not_needed(tree, search_of(submission, tree), *found))


def search_of(submission: CheckedModule, tree: SmallTree) -> Any:
    """The search of a small tree."""
    return submission.lolo.alpha_beta(tree.root, PLIES, tree.step)


def seen_of(submission: CheckedModule, tree: SmallTree) -> Seen:
    """What a search of a small tree asked of the functions in the place of its own."""
    put, module = CODE.builtins.setattr, CODE.importlib.import_module("lolo")
    seen, search = Seen(tree), search_of(submission, tree)
    question = (
        put(module, "make_next_level", seen.make_next_level),
        put(module, "eval_position", seen.eval_position),
        search,
    )
    try:
        submission.ask(question)
    except CodeFailed as failure:
        raise with_call(failure, search) from None
    finally:
        # The functions are replaced in this box; the next question gets a new one.
        submission.close()
    return seen


def not_needed(tree: SmallTree, search: Any, came: int, needed: int) -> Evidence:
    """Evidence that a search looks at leaves that can't matter any more."""
    return Evidence(
        f"with three moves at each position, three moves deep, {came} leaves were looked at; "
        f"alpha-beta needs {needed} in the same order of moves",
        call=python_text(search),
        got=f"{came} leaves",
        expected=f"{needed} leaves",
        hint="a node stops as soon as beta <= alpha: nodes of both players, at every depth",
        picture=turn_picture(Turn(tree.root, tree.step), None),
        kind="leaves were looked at that alpha-beta does not need",
    )


# What a search of all positions puts in order and evaluates is the work that pruning saves: here
# alpha-beta does 52 to 54 % of it in the worst order of moves that sorting can make, at every
# level, and a thirtieth in the reference's order.
DEEP = (
    Turn((11, 30, 7, 3), Step.MIN),
    Turn((32, 25, 0, 12), Step.MAX),
    Turn((27, 14, 9, 8), Step.MIN),
    Turn((21, 12, 13, 12), Step.MIN),
)
MOST_WORK = 0.74
LONGEST_SECONDS = 40.0
# Shares of all work between which a quick measurement is not enough.
UNSURE = (0.3, 1.5)


@pytest.mark.task("lolo.alpha_beta", "prunes: clearly less work than a full search")
def test_work(submission: CheckedModule) -> None:
    """Searches three moves deep, measured by the CPU time of the same code one move deep.

    One move deep nothing can be pruned, so that the time for each leaf is the code's own: slow
    code has more time three moves deep. Code too slow to be measured has its values and
    its time judged elsewhere, and code whose leaves can be counted is judged by these alone.
    """
    if seen_of(submission, SMALL_TREES[0]).tell_the_order():
        return
    quick, *careful = DEEP
    submission.ask(submission.lolo.alpha_beta(*asked(quick, 1)))
    share = share_of_work(submission, quick, [spread(14, 0)])
    if UNSURE[0] < share < UNSURE[1]:
        # A processor that others use too is faster at one moment than at the next: a deep search
        # stands between shallow ones. No position comes twice: code may keep what it found.
        shares = [
            share_of_work(submission, deep, [spread(42, 2 * at + 1), spread(42, 2 * at + 2)])
            for at, deep in enumerate(careful)
        ]
        share = sum(shares) / len(shares)
    if share > MOST_WORK:
        as_long = f"over {MOST_WORK:.0%} as long as a search of all positions"
        words = f"three moves deep it works {as_long}"
        raise CheckFailed(
            Evidence(
                words,
                call=python_text(submission.lolo.alpha_beta(*asked(quick, 3))),
                hint="hand alpha and beta down to the children, and stop as soon as beta <= alpha",
                picture=turn_picture(quick, None),
                kind=words,
            )
        )


def share_of_work(submission: CheckedModule, deep: Turn, shallow: list[list[Turn]]) -> float:
    """How much of the CPU time of all leaves a search three moves deep takes.

    Positions to compare with are asked before it and, if there is a second list, after it.
    0 for code that is too slow to be measured.
    """
    before, *after = shallow
    seconds = seconds_of(submission, before, 1)
    every = leaves(deep.c, 3, deep.step)
    if seconds / leaves_one_deep(before) * every > LONGEST_SECONDS:
        return 0.0
    submission.allow(LONGEST_SECONDS)
    searched = seconds_of(submission, [deep], 3)
    seconds += sum([seconds_of(submission, turns, 1) for turns in after])
    return searched / (seconds / sum(map(leaves_one_deep, shallow)) * every)


def seconds_of(submission: CheckedModule, turns: list[Turn], depth: int) -> float:
    """The CPU time of searches of each of some positions."""
    before = submission.cpu_seconds
    search = submission.lolo.alpha_beta
    submission.ask(tuple([search(*asked(turn, depth)) for turn in turns]))
    return submission.cpu_seconds - before


def leaves_one_deep(turns: list[Turn]) -> int:
    """The leaves of searches one move deep."""
    return sum(leaves(turn.c, 1, turn.step) for turn in turns)


def spread(number: int, start: int) -> list[Turn]:
    """Positions far from each other, with either player to move; others for another start."""
    configs = legal_configs()[97 * start :: len(legal_configs()) // number]
    turns = [Turn(c, step) for c in configs for step in Step]
    return [turn for turn in turns if not is_decided(turn.c, turn.step)]


def asked(turn: Turn, depth: int) -> tuple[Config, int, Step]:
    """The arguments of a search."""
    return turn.c, depth, turn.step


def too_many(turn: Turn, name: str, came: int, most: int, full: int) -> Evidence:
    """Evidence that a search evaluates too much."""
    search = CODE.lolo.alpha_beta(turn.c, 2, turn.step)
    return Evidence(
        f"{numbered(came, 'call')} of {name} where all positions are worth the same; "
        f"at most {most} allowed, for {full} leaves of the full tree",
        call=python_text(search),
        got=f"{numbered(came, 'call')} of {name}",
        expected=f"at most {numbered(most, 'call')} of {name}",
        hint="hand alpha and beta down to the children, and stop as soon as beta <= alpha",
        picture=turn_picture(turn, None),
        kind=f"{name} was called too often",
    )


@dataclass(frozen=True, slots=True)
class Search:
    """A position, a depth and the player to move."""

    c: Config
    depth: int
    step: Step


ROOM = {2: 5000, 3: 6000}


def _same_position(before: Config, c: Config, winner: Step) -> tuple[Search, Search]:
    return Search(before, 1, winner.other), Search(c, 1, winner)


# Searches of both players in which the first move that is looked at leads to the same position, the
# only win of the second: a note of what it is worth has to say who moves there. What the first is
# differs: by the L, or by the free cells, up or down, with the blue square first or the brown.
SAME_POSITIONS = (
    _same_position((20, 0, 0, 10), (12, 4, 0, 10), Step.MAX),
    _same_position((1, 2, 13, 2), (12, 8, 13, 1), Step.MIN),
    _same_position((27, 0, 14, 7), (5, 7, 14, 7), Step.MAX),
    _same_position((1, 4, 12, 1), (34, 24, 12, 14), Step.MIN),
    _same_position((38, 5, 2, 4), (32, 31, 11, 4), Step.MIN),
    _same_position((11, 46, 5, 3), (21, 26, 5, 15), Step.MAX),
    _same_position((42, 17, 10, 6), (33, 19, 5, 6), Step.MIN),
    _same_position((29, 42, 3, 6), (19, 16, 3, 12), Step.MAX),
)


@st.composite
def searches(draw: st.DrawFn) -> Search:
    """A position with as many plies, up to three, as a full search has room for."""
    c, step = draw(every_config), draw(steps)
    mine, others = len(places(c, step)), len(places(c, step.other))
    depth = draw(st.sampled_from((1, 2, 2, 3)))
    sizes = {2: 144 * mine * others, 3: 1728 * mine * others * mine}
    while depth > 1 and sizes[depth] > ROOM[depth]:
        depth -= 1
    return Search(c, depth, step)


# A position that can be won at once, and others in which the L to move has one place to go: of
# each kind about the smallest tree, since slow code searches it too, and the shortest search.
THREE_MOVES = (
    Search((8, 14, 0, 6), 3, Step.MAX),
    Search((6, 21, 11, 0), 3, Step.MAX),
    Search((31, 10, 12, 1), 3, Step.MIN),
    Search((27, 35, 11, 4), 3, Step.MIN),
)
# The text's winning move, and positions in which every move loses, worth nothing to anybody, or
# with much room and little.
RARE = (
    Search((31, 12, 4, 1), 2, Step.MAX),
    Search((34, 22, 10, 5), 2, Step.MAX),
    Search((3, 9, 3, 6), 2, Step.MAX),
    Search((14, 2, 6, 3), 2, Step.MIN),
    Search((22, 34, 9, 13), 2, Step.MIN),
    Search((14, 27, 12, 8), 1, Step.MAX),
    Search((19, 23, 14, 11), 1, Step.MIN),
    Search((25, 46, 2, 10), 2, Step.MAX),
    Search((42, 27, 14, 1), 2, Step.MIN),
    Search((24, 46, 14, 2), 1, Step.MIN),
    Search((41, 21, 0, 7), 1, Step.MAX),
)


@st.composite
def decided(draw: st.DrawFn) -> Search:
    """A search by a player who is stuck."""
    stuck = [turn for turn in tight_turns() if is_decided(turn.c, turn.step)]
    turn = draw(st.sampled_from(stuck))
    return Search(turn.c, draw(st.sampled_from((1, 2))), turn.step)


def search_verdict(example: Search, got: Any, expected: tuple[int, Config]) -> str:
    """A value that must be the expected one, and any move that has it."""
    if same(got, expected):
        return ""
    if not isinstance(got, list | tuple) or len(got) != 2 or not is_config(got[1]):
        return f"a pair of a value and a configuration is expected, not {short(got)}"
    (value, _), move = got, tuple(got[1])
    if not same(value, expected[0]):
        return f"the value {short(value)} instead of {expected[0]}"
    if move not in moves(example.c, example.step):
        return f"{move} can't be reached: {why_no_move(example.c, move, example.step)}"
    found = worth(move, example.depth - 1, example.step.other)
    return "" if found == expected[0] else f"the move {move} is worth {found}, not {expected[0]}"


def searches_verdict(turn: Turn, got: Any, expected: Any) -> str:
    """What is wrong with the same search, before its caller has changed the answer and then."""
    if not is_tuple(got, 2) or not all(is_tuple(answers, 1) for answers in got):
        return "the answers to the same search are expected, one after the other"
    search = Search(turn.c, 1, turn.step)
    found = (search_verdict(search, answers[0], expected[0][0]) for answers in got)
    return next((words for words in found if words), "")


def search_hint(_example: Search, got: Any, expected: tuple[int, Config]) -> str:
    """Advice for a wrong value."""
    value = got[0] if isinstance(got, list | tuple) and got else None
    if type(value) is int and value == -expected[0] != 0:
        return "values are MAX's: large where green has more places to go"
    if abs(expected[0]) == 1000 and value != expected[0]:
        return "who is to move and can't has lost, at any depth, at depth 0 too"
    return ""


def search_picture(example: Search, _got: Any) -> BoardPicture:
    """The position at the root."""
    return board(example.c, f"{example.c}, {example.step.name} to move, depth {example.depth}")


def ask_search(code: Code, example: Search) -> Any:
    """The question of a search."""
    return code.lolo.alpha_beta(example.c, example.depth, example.step)


SEARCH_MIRRORED = Relation(
    "the mirror image",
    lambda example: replace(example, c=mirrored(example.c)),
    lambda _example, found: (found[0], mirrored(found[1])),
)


@pytest.mark.task("lolo.alpha_beta", "the value of a full search, and a move that has it")
@drawn(
    searches(),
    count=40,
    verdict=search_verdict,
    hint=search_hint,
    picture=search_picture,
    cpu_seconds=15.0,
    relations=[SEARCH_MIRRORED],
)
def test_alpha_beta(code: Code, example: Search) -> Any:
    return ask_search(code, example)


def lookalikes(c: Config) -> tuple[Search, ...]:
    """Searches of a board, of it with the squares exchanged, and by the other player."""
    red, green, one, other = c
    exchanged = red, green, other, one
    sides = (c, Step.MAX), (exchanged, Step.MAX), (c, Step.MIN), (exchanged, Step.MIN)
    return tuple([Search(board, 1, step) for board, step in (*sides, sides[0])])


def lookalikes_verdict(example: tuple[Search, ...], got: Any, expected: Any) -> str:
    """The results of searches, one after the other."""
    found = map(search_verdict, example, got, expected)
    return next((words for words in found if words), "")


@pytest.mark.task("lolo.alpha_beta", TITLE)
@drawn(
    st.sampled_from(COUNTED),
    count=len(COUNTED),
    verdict=searches_verdict,
    hint=caller_hint,
    cpu_seconds=15.0,
)
def test_searches_are_the_callers(code: Code, turn: Turn) -> Any:
    return of_the_caller(code, lambda: ask_search(code, Search(turn.c, 1, turn.step)))


@pytest.mark.task("lolo.alpha_beta", "goes by each square and by the player, in any order")
@drawn(
    st.sampled_from([lookalikes(turn.c) for turn in COUNTED]),
    count=len(COUNTED),
    verdict=lookalikes_verdict,
    cpu_seconds=15.0,
)
def test_lookalikes(code: Code, example: tuple[Search, ...]) -> Any:
    return tuple([ask_search(code, one) for one in example])


@pytest.mark.task("lolo.alpha_beta", "a position that either player has moved to")
@drawn(
    st.sampled_from(SAME_POSITIONS),
    count=len(SAME_POSITIONS),
    verdict=lookalikes_verdict,
    cpu_seconds=15.0,
)
def test_same_positions(code: Code, example: tuple[Search, ...]) -> Any:
    return tuple([ask_search(code, one) for one in example])


@pytest.mark.task("lolo.alpha_beta", "every move loses, one wins, or all is even")
@drawn(
    st.sampled_from(RARE),
    count=len(RARE),
    verdict=search_verdict,
    hint=search_hint,
    picture=search_picture,
    cpu_seconds=15.0,
)
def test_rare_positions(code: Code, example: Search) -> Any:
    return ask_search(code, example)


@pytest.mark.task("lolo.alpha_beta", "three moves deep")
@drawn(
    st.sampled_from(THREE_MOVES),
    count=len(THREE_MOVES),
    verdict=search_verdict,
    hint=search_hint,
    picture=search_picture,
    cpu_seconds=40.0,
)
def test_three_moves(code: Code, example: Search) -> Any:
    return ask_search(code, example)


@pytest.mark.task("lolo.alpha_beta", "the player to move is stuck: ValueError")
@drawn(decided(), count=20, picture=search_picture)
def test_decided(code: Code, example: Search) -> Any:
    return ask_search(code, example)
