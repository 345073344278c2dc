"""Values between two boxes: what is one object in one is one in the other, as long as it is."""

from typing import Any

import pytest

from grader.inside.library import NO_LIBRARY
from grader.inside.student_tests.crossing import MentionedValues, PeerDecoder, PeerEncoder
from grader.inside.values import UnencodableValue


def refuse(value: object) -> Any:
    raise UnencodableValue(type(value).__name__)


class Side:
    """One box's end: what it sends, and what it makes of what comes."""

    def __init__(self, side: int) -> None:
        self.mentioned = MentionedValues(side)
        self.send = PeerEncoder(NO_LIBRARY, refuse, self.mentioned).encode
        note = self.mentioned.note
        tags = {
            "&": self.mentioned.known,
            "&=": lambda data: note(data[1], self.receive(data[2])),
        }
        self.receive = PeerDecoder(NO_LIBRARY, tags).decode


@pytest.mark.parametrize("value", [(1, "a"), [1, [2]], {"a": 1}, {3, 4}], ids=str)
def test_one_object_is_one_object_there_and_back(value: Any) -> None:
    here, there = Side(0), Side(1)
    first, again = there.receive(here.send([value, value]))
    assert first is again
    assert first == value
    assert here.receive(there.send(first)) is value


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
