"""Public checks of lolo: the examples of its page, and two searches from the start.

Hidden checks search three moves deep, and have more time for it: slow code may be right. To try
that: alpha_beta((31, 12, 4, 1), 3, Step.MAX) is worth 1000; (31, 38, 5, 1) is a best move.

Lists whose order is free are sorted before they are compared. Of several best moves any will do.
"""

from typing import Any

import pytest

from gametree import Step
from grader.student.question import CODE
from grader.student.refusals import expect_refusal

START = (0, 1, 0, 1)
STUCK_GREEN = (35, 24, 3, 10)
STUCK_RED = (31, 38, 5, 1)
NOT_RECOGNIZED = "position not recognized"

L_TABLE, SQUARE_TABLE = CODE.gametree.L_POSITIONS, CODE.gametree.SQUARE_POSITIONS
in_order, item, is_among = CODE.builtins.sorted, CODE.operator.getitem, CODE.operator.contains
as_tuple = CODE.builtins.tuple

# Where the green L can go from STUCK_RED.
GREEN_PLACES = (1, 10, 11, 12, 13, 15, 16, 22, 23, 27, 32, 33, 36, 37, 39, 40, 41)

# A position, a depth and a player, with the value and all of the best moves.
SEARCHES = (
    (STUCK_GREEN, 1, Step.MIN, -1000, ((38, 24, 3, 0), (46, 24, 3, 6))),
    (START, 1, Step.MAX, 5, ((0, 12, 0, 9), (0, 12, 0, 5))),
    (START, 2, Step.MAX, 0, ((0, 12, 0, 5),)),
    (START, 2, Step.MIN, 0, ((8, 1, 2, 1),)),
)


@pytest.mark.task("lolo.lookup_pos", "the indices of docs/lolo.md")
def test_lookup(submission: Any, expect: Any) -> None:
    expect(submission.lolo.lookup_pos((4, 4, 12, 0), L_TABLE), 0)
    expect(submission.lolo.lookup_pos((0, 1, 7, 0), L_TABLE), 39)
    expect(submission.lolo.lookup_pos((0, 1, 0, 0), SQUARE_TABLE), 6)


@pytest.mark.task("lolo.lookup_pos", "no such placement: ValueError")
def test_lookup_refuses(submission: Any, expect: Any) -> None:
    for placement, table in (((15, 15, 15, 15), L_TABLE), ((4, 4, 12, 0), SQUARE_TABLE)):
        expect_refusal(expect, submission.lolo.lookup_pos(placement, table), NOT_RECOGNIZED)


@pytest.mark.task("lolo.str2cfg", "the boards of docs/lolo.md")
def test_read_board(submission: Any, expect: Any) -> None:
    expect(submission.lolo.str2cfg("111./2.1./2224/..3."), (6, 43, 1, 10))
    expect(submission.lolo.str2cfg("42../.211/.221/3..1"), (16, 41, 15, 5))
    expect(submission.lolo.str2cfg("223./21../21.4/.11."), STUCK_GREEN)
    expect(submission.lolo.str2cfg(".322/1.2./1.2./114."), (31, 12, 4, 1))


@pytest.mark.task("lolo.str2cfg", "a square too few or too many: ValueError")
def test_read_refuses(submission: Any, expect: Any) -> None:
    for text in ("42../.211/.221/...1", "42.3/.211/.221/3..1"):
        expect_refusal(expect, submission.lolo.str2cfg(text), NOT_RECOGNIZED)


@pytest.mark.task("lolo.next_l_pos", "nowhere to go: the empty list")
def test_stuck(submission: Any, expect: Any) -> None:
    expect(submission.lolo.next_l_pos(STUCK_RED, Step.MIN), [])


@pytest.mark.task("lolo.next_l_pos", "the 17 places of docs/lolo.md")
def test_places(submission: Any, expect: Any) -> None:
    places = [(31, place, 5, 1) for place in GREEN_PLACES]
    expect(in_order(submission.lolo.next_l_pos(STUCK_RED, Step.MAX)), places)


@pytest.mark.task("lolo.next_l_pos", "count_moves and eval_position, which call it")
def test_eval_position(submission: Any, expect: Any) -> None:
    position = (16, 41, 15, 5)
    expect(submission.lolo.count_moves(position, Step.MAX), 7)
    expect(submission.lolo.count_moves(position, Step.MIN), 3)
    expect(submission.lolo.eval_position(position), 4)


@pytest.mark.task("lolo.make_next_level", "nowhere to go: the empty list")
def test_no_moves(submission: Any, expect: Any) -> None:
    expect(submission.lolo.make_next_level(STUCK_RED, Step.MIN), [])


@pytest.mark.task("lolo.make_next_level", "each place of the L with twelve moves of a square")
def test_moves(submission: Any, expect: Any) -> None:
    for position, step, moves in ((STUCK_RED, Step.MAX, 204), (START, Step.MIN, 48)):
        level = submission.lolo.make_next_level(position, step)
        expect(CODE.builtins.len(level), moves)
        different = CODE.builtins.set(CODE.builtins.map(as_tuple, level))
        expect(CODE.builtins.len(different), moves, hint="each move is there once")


@pytest.mark.task("lolo.make_next_level", "all moves with the green L in its first place")
def test_moves_of_squares(submission: Any, expect: Any) -> None:
    # In order, the moves that put the green L at 1 are the first twelve.
    blue_moved = [(31, 1, blue, 1) for blue in (2, 4, 6, 8, 12, 14)]
    brown_moved = [(31, 1, 5, brown) for brown in (2, 4, 6, 8, 12, 14)]
    level = in_order(submission.lolo.make_next_level(STUCK_RED, Step.MAX))
    expect(item(level, CODE.builtins.slice(12)), sorted(blue_moved + brown_moved))


@pytest.mark.task("lolo.alpha_beta", "values one and two moves deep, with a best move")
def test_alpha_beta(submission: Any, expect: Any) -> None:
    hint = "first the value; then whether the move's own value is the same"
    for position, depth, step, value, best in SEARCHES:
        answer = submission.lolo.alpha_beta(position, depth, step)
        is_best = is_among(best, as_tuple(item(answer, 1)))
        expect((item(answer, 0), is_best), (value, True), hint=hint)


@pytest.mark.task("lolo.alpha_beta", "the position is decided already: ValueError")
def test_decided(submission: Any, expect: Any) -> None:
    expect_refusal(expect, submission.lolo.alpha_beta(STUCK_GREEN, 3, Step.MAX))
