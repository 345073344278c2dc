"""Containers between tests and a hand-in arrive as they were, and nothing else arrives."""

import time
from array import array
from collections import (
    Counter,
    OrderedDict,
    UserDict,
    UserList,
    UserString,
    defaultdict,
    deque,
)
from pathlib import PosixPath, PurePosixPath
from types import MappingProxyType
from typing import Any
from uuid import UUID

import pytest

from grader.inside.course_tests.containers import (
    EmptyArray,
    are_fields,
    is_empty_array,
    is_named_tuple,
    judged_arrays,
    named_tuple,
    with_containers,
)
from grader.inside.library import NO_LIBRARY
from grader.inside.wire import Decoder, Encoder, Violation

LIBRARY = with_containers(NO_LIBRARY)


def refuse(value: object) -> Any:
    raise AssertionError(value)


def sent(value: Any) -> Any:
    return Decoder(LIBRARY).decode(Encoder(LIBRARY, refuse).encode(value))


@pytest.mark.parametrize(
    "value",
    [
        Counter("aab"),
        OrderedDict(b=1, a=2),
        defaultdict(list, a=[1]),
        defaultdict(None, {(1, 2): "x"}),
        deque([1, [2]]),
        deque([1, 2], 2),
        UserList([1, "a"]),
        UserDict({"a": [1]}),
        UserString("aé"),
        MappingProxyType({"a": (1, 2)}),
        {"b": 1, (1, 2): 2}.keys(),
        {"b": 1, "a": 2}.items(),
        bytearray(b"a\xff"),
        defaultdict(Counter, a=Counter("b")),
        NotImplemented,
        ...,
        array("i", [1, -2]),
        array("d", [0.5]),
        time.gmtime(0),
        UUID(int=5),
        PosixPath("a/../b"),
        PurePosixPath("/a"),
        range(3),
        range(10**30, 0, -7),
    ],
    ids=repr,
)
def test_a_container_arrives_as_it_was(value: Any) -> None:
    found = sent(value)
    assert (type(found), found, str(found)) == (type(value), value, str(value))
    for name in ("default_factory", "maxlen"):
        assert getattr(found, name, 0) == getattr(value, name, 0)


def test_the_values_of_a_dict_arrive_in_their_order() -> None:
    value = {"b": 1, "a": [1]}.values()
    found = sent(value)
    assert (type(found), [*found]) == (type(value), [*value])


@pytest.mark.parametrize(
    "data",
    [
        ["counter", 1],
        ["counter", 1, 2, 1, 3],
        ["counter", ["l"], 1],
        ["defaultdict"],
        ["defaultdict", "eval"],
        ["defaultdict", 7],
        ["defaultdict", "list", 1],
        ["deque"],
        ["deque", -1],
        ["deque", True, 1],
        ["deque", 1, 1, 2],
        ["deque", "x"],
        ["path"],
        ["path", 7],
        ["array", "i", 1.5],
        ["array", "iz", 1],
        ["array", "b", 1000],
        ["array"],
        ["moment", 1970, 1],
        ["moment", *[1] * 9, "UTC", None],
        ["moment", *[1] * 8, "1", "UTC", 0],
        ["uuid", "5"],
        ["purepath", "a", "b"],
        ["range", 1, 2],
        ["range", 1, 2, 0],
        ["range", 1, True, 1],
        ["range", 1, "2", 1],
    ],
    ids=str,
)
def test_what_no_container_is_sent_as_is_refused(data: list[Any]) -> None:
    with pytest.raises(Violation):
        Decoder(LIBRARY).decode(data)


def test_a_tuple_whose_parts_have_names_is_a_named_one() -> None:
    kind = named_tuple("Size", "width height")
    assert kind(2, 3)._asdict() == {"width": 2, "height": 3}
    assert is_named_tuple(kind(2, 3))
    assert not is_named_tuple((2, 3))
    assert not is_named_tuple([2])


class Fields(tuple[int, ...]):
    _fields = ("a", 2)


class NoTuple:
    _fields = ("a",)


def test_what_looks_like_a_named_tuple_is_none() -> None:
    assert not is_named_tuple(Fields((1, 2)))
    assert not is_named_tuple(NoTuple())


def test_a_factory_that_bears_the_name_of_another_is_sent_as_itself() -> None:
    own = type("int", (), {})
    sent_as = Encoder(LIBRARY, lambda value: ["own"] if value is own else refuse(value))
    assert sent_as.encode(defaultdict(own)) == ["defaultdict", ["own"]]


def test_plain_names_make_a_class() -> None:
    assert are_fields("Size", "width height")
    assert are_fields("Größe", "")


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("Size", "width width"),
        ("Size", "class"),
        ("Size", "_width"),
        ("Size", "a,b"),
        ("Size", "a=1"),
        ("Size()", "a"),
        ("__import__('os')", "a"),
        ("", "a"),
        ("Size", " ".join(f"n{x}" for x in range(200))),
        ("S" * 3000, "a"),
    ],
)
def test_names_that_are_none_make_no_class(name: str, fields: str) -> None:
    assert not are_fields(name, fields)


class Numbers(list[float]):
    """An array, as far as it matters here."""

    def __array__(self) -> None:
        """Only its name counts."""

    @property
    def size(self) -> int:
        return len(self)


def test_what_is_read_as_an_array_is_judged() -> None:
    read = {"numbers": lambda data, _: Numbers(data[1:])}
    codecs = {Numbers: (list, read), set: (list, {"set": lambda data, _: {*data[1:]}})}
    found = judged_arrays(codecs, EmptyArray)
    assert found.keys() == {Numbers}
    made = found[Numbers][1]["numbers"](["numbers"], None)
    assert (made == Numbers(), len(made), [*made], bool(made), repr(made)) == (
        False,
        0,
        [],
        False,
        "[]",
    )


def test_arrays_without_elements_are_known() -> None:
    assert [*map(is_empty_array, [Numbers(), Numbers([1.0]), [], ""])] == [
        True,
        False,
        False,
        False,
    ]
