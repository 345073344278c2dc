"""Values of Python's own kinds and of a course's: they travel unchanged, and nothing else does."""

import math
from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.inside.library import NO_LIBRARY, library_of
from grader.inside.values import KINDS, MOST_KEYS, UnencodableValue, codecs_of
from grader.inside.wire import Decoder, Encoder, Violation, dump, load


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 1


@dataclass
class Account:
    owner: str
    cents: int = 0
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.cents < 0:
            raise ValueError("overdrawn")


@dataclass(frozen=True, slots=True)
class Point:
    x: float
    y: float


class Pair(NamedTuple):
    one: int
    two: int


def course() -> Any:
    declared = ModuleType("declared")
    vars(declared).update(VALUES=(Colour, Level, Account, Point, Pair))
    return library_of("course", declared)


def refuse(value: object) -> Any:
    raise UnencodableValue(type(value).__name__)


def there_and_back(value: Any) -> Any:
    library = course()
    data = load(dump(Encoder(library, refuse).encode(value)))
    return Decoder(library).decode(data)


decode = Decoder(NO_LIBRARY).decode
leaves = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(), st.binary()),
    *(st.complex_numbers(allow_nan=False), st.fractions(), st.dates(), st.times()),
    *(st.datetimes(), st.timedeltas(), st.decimals(allow_nan=False)),
    *(st.sampled_from(Colour), st.builds(Pair, st.integers(), st.integers())),
)
keys = st.recursive(
    leaves, lambda inner: st.tuples(inner, inner) | st.frozensets(inner), max_leaves=4
)
values = st.recursive(
    keys,
    lambda inner: st.lists(inner) | st.dictionaries(keys, inner) | st.sets(keys),
    max_leaves=8,
)


@settings(deadline=None, max_examples=200)
@given(values)
def test_values_travel_unchanged(value: Any) -> None:
    came = there_and_back(value)
    assert came == value
    assert type(came) is type(value)


@pytest.mark.parametrize(
    "value",
    [
        datetime(2024, 10, 27, 2, 30, tzinfo=UTC),
        datetime(2024, 10, 27, 2, 30, 1, 5, timezone(timedelta(hours=-3, minutes=-30)), fold=1),
        time(2, 30, fold=1),
        Decimal("-0.00"),
        Decimal("Infinity"),
        complex("inf"),
        complex(-0.0, 0.0),
        Account("ada", 5, ["in"]),
        Point(1.5, -0.0),
        {Point(0.0, 1.0): {Colour.RED}, Pair(1, 2): frozenset({b"\x00"})},
        Level.LOW,
    ],
    ids=str,
)
def test_what_is_special_about_a_value_travels(value: Any) -> None:
    came = there_and_back(value)
    assert repr(came) == repr(value)
    assert type(came) is type(value)


def test_the_sign_of_zero_and_what_is_not_a_number_travel() -> None:
    came = there_and_back([-0.0, float("nan"), Decimal("nan"), complex(0.0, -0.0)])
    assert math.copysign(1, came[0]) == math.copysign(1, came[3].imag) == -1
    assert math.isnan(came[1])
    assert came[2].is_nan()


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Counter("aab"), {"a": 2, "b": 1}),
        (OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
        (defaultdict(list, a=[1]), {"a": [1]}),
        (bytearray(b"ab"), b"ab"),
    ],
    ids=["Counter", "OrderedDict", "defaultdict", "bytearray"],
)
def test_a_value_of_a_subclass_travels_as_what_it_is_underneath(value: Any, plain: Any) -> None:
    came = there_and_back(value)
    assert came == plain
    assert type(came) is type(plain)


def test_equal_sets_are_the_same_bytes() -> None:
    encode = Encoder(NO_LIBRARY, refuse).encode
    one, other = {0, 8}, {8, 0}
    assert list(one) != list(other)
    assert dump(encode(one)) == dump(encode(other))


def test_reading_runs_nothing_of_the_courses_classes() -> None:
    [(_, readers)] = codecs_of([Account]).values()
    account = readers[":Account"]([":Account", "ada", -5, ["log"]], lambda part: part)
    assert (account.cents, account.log) == (-5, ["log"])


def test_a_class_that_is_no_value_is_refused() -> None:
    class Plain:
        pass

    with pytest.raises(ValueError, match="VALUES lists Plain, which is neither a dataclass"):
        codecs_of([Plain])


def test_an_object_without_all_its_fields_cannot_travel() -> None:
    account = object.__new__(Account)
    with pytest.raises(UnencodableValue, match="Account objects need all their fields"):
        there_and_back(account)


@pytest.mark.parametrize(
    "value",
    [
        dict.fromkeys(range(MOST_KEYS + 1)),
        set(range(MOST_KEYS + 1)),
        Decimal("snan"),
        Decimal(10**5000),
    ],
    ids=["dict", "set", "snan", "digits"],
)
def test_what_is_too_much_is_refused_where_it_is_written(value: Any) -> None:
    with pytest.raises(UnencodableValue):
        there_and_back(value)


def test_a_dict_that_contains_itself_cannot_travel() -> None:
    endless: dict[str, Any] = {}
    endless["self"] = endless
    with pytest.raises(UnencodableValue, match="contains itself"):
        there_and_back(endless)


P = (1 << 61) - 1


@pytest.mark.parametrize(
    "data",
    [
        ["dict", 1],
        ["dict", 1, 2, 1, 3],
        ["dict", 1, 2, True, 3],
        ["dict", ["l", 1], 2],
        ["dict", *range(2 * MOST_KEYS + 2)],
        ["dict", *[n for i in range(100) for n in (i * P, 0)]],
        ["set", 1, 1],
        ["set", 1, ["nan", 1]],
        ["set", ["dict"]],
        ["set", *[i * P for i in range(100)]],
        ["frozenset", 0, False],
        ["bytes"],
        ["bytes", 1],
        ["bytes", "0"],
        ["bytes", "AB"],
        ["bytes", "a b"],
        ["decimal", "1_0"],
        ["decimal", " 1"],
        ["decimal", "sNaN"],
        ["decimal", "x"],
        ["decimal", "1e99999999999999999999"],
        ["decimal", "9" * 5000],
        ["decimal", 1],
        ["fraction", 2, 4],
        ["fraction", 1, 0],
        ["fraction", 1, -2],
        ["fraction", 1, True],
        ["fraction", 1],
        ["complex", 1, 2],
        ["complex", 1.0],
        ["complex", "1", 0.0],
        ["date", "20240101"],
        ["date", "2024-02-30"],
        ["date", 5],
        ["time", "1:00", 0],
        ["time", "01:00:00", 2],
        ["time", "01:00:00", True],
        ["datetime", "2024-01-01", 0],
        ["datetime", "2024-01-01T00:00:00"],
        ["datetime", None, 0],
        ["timedelta", 0, 86400, 0],
        ["timedelta", 10**10, 0, 0],
        ["timedelta", 0, 0.5, 0],
        ["timedelta", 0, 0],
    ],
    ids=lambda data: str(data)[:40],
)
def test_what_no_writer_writes_is_refused(data: list[Any]) -> None:
    with pytest.raises(Violation):
        decode(data)


def test_every_kind_can_be_read() -> None:
    read = {tag for _, readers in KINDS.values() for tag in readers}
    assert {"dict", "set", "frozenset", "bytes", "datetime", "date"} <= read
