"""Which questions careless keys mistake for each other, by what a box gets of them."""

from typing import Any

import pytest

from gametree import Player, Seq, board_of
from gametree.connect4_board import C4State
from grader.asking.questions import Writer
from grader.judging.collisions import differing, keys_of
from grader.student.question import CODE
from tests.support import LIBRARY


def data_of(*arguments: Any) -> Any:
    return Writer(LIBRARY).write(CODE.work.act(*arguments))


def shared_keys(one: Any, other: Any) -> set[str]:
    both = keys_of(one), keys_of(other)
    return {name for name in both[0] if both[0][name] == both[1][name]}


@pytest.mark.parametrize(
    ("one", "other", "key"),
    [
        (((1, 2), (3,)), ((1,), (2, 3)), "flattened"),
        ((12, 3), (1, 23), "as one text"),
        (((1, 2),), ((2, 1),), "in any order"),
        (((1, 1, 2),), ((1, 2, 2),), "each once"),
        ((Seq.of(1),), (Seq.of("1"),), "as one text"),
        ((True,), (1.0,), "in any case and kind"),
        ((-1,), (-2,), "by their hashes"),
        ((board_of("...."),), (board_of("..", ".."),), "without sizes"),
    ],
)
def test_a_careless_key_takes_one_for_the_other(
    one: tuple[Any, ...], other: tuple[Any, ...], key: str
) -> None:
    assert key in shared_keys(data_of(*one), data_of(*other))


def test_an_argument_that_differs_is_named_by_its_place() -> None:
    one, other = data_of(5, (1, 2), "a"), data_of(5, (1, 3), "a")
    [(argument, part)] = differing(one, other)
    assert argument[-1] == 1
    assert part == (2,)
    assert len(list(differing(one, data_of(6, (1, 3), "a")))) == 2
    assert list(differing(one, one)) == []


def test_an_argument_that_is_passed_by_name_is_one_too() -> None:
    one, other, third = (
        Writer(LIBRARY).write(CODE.work.act(5, depth=depth, cut=cut))
        for depth, cut in ((2, False), (3, False), (3, True))
    )
    [(argument, _)] = differing(one, other)
    assert [place for place, _ in differing(other, third)] != [argument]
    assert len(list(differing(one, third))) == 2


def test_a_player_is_a_part_of_a_state() -> None:
    board = board_of("XO")
    states = [C4State(board, player) for player in Player]
    [(_, part)] = differing(*map(data_of, states))
    assert part == (2, 0)
