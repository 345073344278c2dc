"""Parts of an answer that are changed by what is asked after them."""

from collections.abc import Callable
from typing import Any

import pytest

from gametree import Guess, Seq
from grader.inside.handed_out import MOST, HandedOut
from grader.inside.library import NO_LIBRARY
from tests.support import LIBRARY

CHANGES: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "a list": ([1], lambda value: value.append(2)),
    "a place of a list": ([1, 2], lambda value: value.reverse()),
    "a dict": ({"a": 1}, lambda value: value.update(a=2)),
    "a set": ({1}, lambda value: value.add(2)),
    "a list in a tuple": ((1, [2]), lambda value: value[1].clear()),
    "a list in a dict in a list": ([{"a": [1]}], lambda value: value[0]["a"].append(2)),
    "a list in a record": (Guess([1]), lambda value: value.value.append(2)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_part_that_changes_is_said_with_its_places(what: str) -> None:
    value, change = CHANGES[what]
    handed_out = HandedOut(LIBRARY)
    handed_out.note((0,), [7])
    handed_out.note((1, 2), value)
    assert handed_out.changed() is None
    change(value)
    assert handed_out.changed() == ((1, 2), value)
    handed_out.forget()
    assert handed_out.changed() is None


def test_nothing_is_read_that_works_itself_out_or_looks_at_others() -> None:
    class Odd:  # noqa: PLW1641  # nothing hashes it
        def __eq__(self, _other: object) -> bool:
            raise AssertionError

        def __iter__(self) -> Any:
            raise AssertionError

    class OddList(list[int]):
        __iter__ = Odd.__iter__

    handed_out = HandedOut(LIBRARY)
    for value in (Odd(), [Odd(), 1], OddList([1]), Seq.of(1, 2), (x for x in ())):
        handed_out.note((0,), value)
    assert handed_out.changed() is None


def test_what_contains_itself_or_is_large_ends() -> None:
    endless: list[Any] = []
    endless.append(endless)
    handed_out = HandedOut(NO_LIBRARY)
    handed_out.note((0,), endless)
    handed_out.note((1,), [[n] for n in range(2 * MOST)])
    endless.append(1)
    assert handed_out.changed() == ((0,), endless)
