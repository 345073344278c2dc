"""Values between two boxes: what is one object in one is one in the other, as long as it is."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

from grader.inside.library import NO_LIBRARY
from grader.inside.pair.crossing import (
    FEW,
    FEW_PARTS,
    MentionedValues,
    PeerDecoder,
    PeerEncoder,
)
from grader.inside.values import UnencodableValue
from grader.inside.wire import Violation


def refuse(value: object) -> Any:
    raise UnencodableValue(type(value).__name__)


class Side:
    """One box's end: what it sends, and what it makes of what comes."""

    def __init__(self, side: int) -> None:
        self.mentioned = MentionedValues(side)
        self.send = PeerEncoder(NO_LIBRARY, refuse, self.mentioned).encode
        note = self.mentioned.receive
        tags = {
            "&": self.mentioned.known,
            "&=": lambda data: note(data[1], self.receive(data[2])),
            "&-": lambda data: self.mentioned.drop(data[1:]),
        }
        self.receive = PeerDecoder(NO_LIBRARY, tags).decode


@pytest.mark.parametrize("value", [(1, "a"), [1, [2]], {"a": 1}, {3, 4}], ids=str)
def test_one_object_is_one_object_there_and_back(value: Any) -> None:
    here, there = Side(0), Side(1)
    first, again = there.receive(here.send([value, value]))
    assert first is again
    assert first == value
    assert here.receive(there.send(first)) is value


def test_what_is_numbered_in_a_table_is_there_before_it_is_mentioned() -> None:
    here, there = Side(0), Side(1)
    points = [(number, number) for number in range(200)]
    graph = {a: [b, a] for a, b in pairwise(points)}
    pairs = {*pairwise(points), *points, 1, "a", None}
    assert there.receive(here.send([graph, pairs, frozenset(pairs)])) == [graph, pairs, pairs]


def test_an_empty_tuple_has_no_number() -> None:
    here, there = Side(0), Side(1)
    assert here.send([(), ((), 1)])[-1] == ["l", ["t"], ["&=", 0, ["t", ["t"], 1]]]
    assert there.receive(here.send(())) is ()  # noqa: F632


CHANGES = {
    "a list": ([1], lambda value: value.append(2)),
    "a place of a list": ([1], lambda value: value.__setitem__(0, 2)),
    "a dict": ({"a": 1}, lambda value: value.update(a=2)),
    "a key of a dict": ({"a": 1}, lambda value: value.update(b=1)),
    "a set": ({1}, lambda value: value.add(2)),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_has_changed_since_it_was_sent_is_sent_anew(what: str) -> None:
    value, change = CHANGES[what]
    here, there = Side(0), Side(1)
    there.receive(here.send(value))
    change(value)
    assert there.receive(here.send(value)) == value


class Unknown:
    pass


class Text(str):
    __slots__ = ()


def test_only_objects_of_no_known_class_are_somebody_elses_affair() -> None:
    here, there = Side(0), Side(1)
    for _ in range(2):  # what was found out of a class is remembered
        with pytest.raises(UnencodableValue, match="Unknown"):
            here.send(Unknown())
        assert there.receive(here.send(Text("a"))) == "a"


def test_what_was_part_of_what_could_not_be_sent_was_not_sent() -> None:
    here, there = Side(0), Side(1)
    value = (1, 2)
    with pytest.raises(UnencodableValue, match="object"):
        here.mentioned.whole(lambda: here.send((value, object())))
    assert there.receive(here.send([value, (3,)])) == [value, (3,)]


def both_forget(*sides: Side) -> None:
    for side in sides:
        side.mentioned.forget()


def test_what_can_be_changed_is_known_in_later_calls_and_nothing_else_is() -> None:
    here, there = Side(0), Side(1)
    kept, other = [1], (2,)
    received = there.receive(here.send([kept, other]))[0]
    for _ in range(3):
        both_forget(here, there)
        assert here.send(kept)[0] == "&"
        assert there.receive(here.send(kept)) is received
        assert here.send(other)[0] == "&="


def sent_in_calls_of_their_own(values: Iterable[object], *sides: Side) -> None:
    here, there = sides
    for one in values:
        there.receive(here.send(one))
        del one
        let_go(here, there)


def let_go(here: Side, there: Side) -> None:
    """Begin another call, and say what is gone."""
    both_forget(here, there)
    there.receive(["&-", *here.mentioned.gone()])


def lasting(side: Side) -> int:
    return len(side.mentioned._changeable)


@pytest.mark.parametrize("size", [1, FEW_PARTS + 1])
def test_what_the_tests_have_is_known_however_much_it_is(size: int) -> None:
    here, there = Side(0), Side(1)
    lists = [[number] * size for number in range(FEW + 1)]
    sent_in_calls_of_their_own(lists, here, there)
    sent_in_calls_of_their_own(([number] for number in range(FEW)), here, there)
    assert {here.send(one)[0] for one in lists} == {"&"}


def test_what_is_part_of_what_the_tests_have_is_known() -> None:
    here, there = Side(0), Side(1)
    table = {number: ([number],) for number in range(FEW + 1)}
    sent_in_calls_of_their_own([table], here, there)
    both_forget(here, there)
    assert {here.send(one)[0] for (one,) in table.values()} == {"&"}


@pytest.mark.parametrize("size", [1, FEW_PARTS])
def test_of_what_the_tests_no_longer_have_little_lasts_on_either_side(size: int) -> None:
    here, there = Side(0), Side(1)
    sent_in_calls_of_their_own(([[number] * size] for number in range(5 * FEW)), here, there)
    assert lasting(here) == lasting(there) < 2 * FEW


def test_what_the_solution_alone_has_is_gone_and_sent_anew() -> None:
    here, there = Side(0), Side(1)
    kept = [1]
    here.receive(there.send(kept))
    sent_in_calls_of_their_own(([number] for number in range(2 * FEW)), here, there)
    assert here.receive(there.send(kept)) == kept


class Asking:
    """Asks for something when it ends."""

    def __init__(self, here: Side, there: Side) -> None:
        self._ask = lambda: sent_in_calls_of_their_own([[1], [2]], here, there)

    def __del__(self) -> None:
        self._ask()


def test_what_is_asked_for_at_the_end_of_an_object_leaves_both_in_step() -> None:
    here, there = Side(0), Side(1)
    for number in range(3 * FEW):
        value = [number]
        there.receive(here.send(value))
        value.append(Asking(here, there))  # type: ignore[arg-type]
        del value
        let_go(here, there)
    kept = [1]
    received = there.receive(here.send(kept))
    let_go(here, there)
    assert there.receive(here.send(kept)) is received
    assert lasting(here) == lasting(there)


@pytest.mark.parametrize("number", [0, "1", None, [0], -2, 1.5])
def test_nothing_is_gone_that_has_not_lasted(number: Any) -> None:
    here, there = Side(0), Side(1)
    there.receive(here.send([1]))
    let_go(here, there)
    there.receive(here.send([2]))
    with pytest.raises(Violation):
        there.receive(["&-", number])


def test_the_numbers_of_a_call_mean_nothing_in_the_next() -> None:
    here, there = Side(0), Side(1)
    _tag, number, _data = here.send((1, 2))
    there.receive(["&=", number, ["t", 1, 2]])
    assert there.receive(["&", number]) == (1, 2)
    both_forget(here, there)
    with pytest.raises(Violation):
        there.receive(["&", number])


def test_what_was_sent_again_in_a_later_call_is_known_by_its_newest_number() -> None:
    here, there = Side(0), Side(1)
    value = [1]
    for number in range(FEW + 2):
        value.append(number)
        assert there.receive(here.send(value)) == value
        both_forget(here, there)
    assert there.receive(here.send(value)) == value


@pytest.mark.parametrize("number", [-1, "1", None, 1.5, True, [0]])
def test_no_value_comes_by_a_number_that_none_can_have(number: Any) -> None:
    with pytest.raises(Violation):
        Side(1).receive(["&=", number, ["l"]])


@pytest.mark.parametrize("number", [-1, 0, "1", None, [0], -(10**12)])
def test_no_number_means_a_value_that_has_not_come(number: Any) -> None:
    with pytest.raises(Violation):
        Side(1).receive(["&", number])
