"""Values on their way between two boxes: what is one object in one is one object in the other."""

import sys
from collections import Counter, OrderedDict, UserDict, UserList, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import chain
from operator import is_not
from typing import Any, NamedTuple, TypeVar

from grader.inside.class_facts import mro_of
from grader.inside.library import Library
from grader.inside.values import KINDS, UnencodableValue, codec_of_elements, in_bytes
from grader.inside.wire import Decoder, Encoder, Violation

Sent = TypeVar("Sent")
ABSENT = object()
EMPTY = ()
# What a class may be below of whose objects stay where they are; and of each, how to get the value
# that such an object is, whatever its class says.
CONTENTS: Mapping[type, Callable[[Any], object]] = {
    int: int.__pos__,
    float: float.__pos__,
    complex: complex.__pos__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    tuple: lambda value: tuple(tuple.__iter__(value)),
    list: list.copy,
    dict: dict.copy,
    set: lambda value: set(set.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}
# By which names it may say so.
BASE_NAMES = {**{kind.__name__: kind for kind in CONTENTS}, "NamedTuple": tuple}
# Each message looks through the newest values of earlier calls, of so many parts together.
MOST_LASTING, MOST_PARTS = 32, 500
# How data begins that mentions what has crossed over before, or is the same on both sides.
REFERENCES = ("#", "&", "@", "type")
# Below zero for ever, so that they are no numbers of one call.
FIRST_SERIAL = -(10**12)


class MutableKind(NamedTuple):
    """A kind of value that can be changed: what it is made of, and how to make it as another is.

    That is of the same kind, or of the one that it is sent as.
    """

    parts: Callable[[Any], list[object]]
    restore: Callable[[Any, Any], object]
    sent_as: type | None = None


def _refill(value: Any, new: object) -> None:
    value.clear()
    (value.extend if hasattr(value, "extend") else value.update)(new)


SEQUENCE = MutableKind(list, _refill)
TABLE = MutableKind(lambda value: [*value, *value.values()], _refill)
CONTAINERS: Mapping[type, MutableKind] = {
    **dict.fromkeys((list, set, deque, UserList), SEQUENCE),
    **dict.fromkeys((dict, Counter, OrderedDict, defaultdict), TABLE),
    UserDict: TABLE._replace(parts=lambda value: TABLE.parts(value.data)),
}
# Those below one of these, whatever their class does, and as which they are sent.
BELOW: Mapping[type, MutableKind] = {
    list: MutableKind(
        list.copy, lambda value, new: list.__setitem__(value, slice(None), new), list
    ),
    set: MutableKind(
        lambda value: [*set.__iter__(value)],
        lambda value, new: (set.clear(value), set.update(value, new)),
        set,
    ),
    dict: MutableKind(
        lambda value: [*dict.keys(value), *dict.values(value)],
        lambda value, new: (dict.clear(value), dict.update(value, new)),
        dict,
    ),
}
BYTES = MutableKind(
    lambda value: [bytes(value)], lambda value, new: value.__setitem__(slice(None), new)
)
ELEMENTS = MutableKind(
    lambda array: [array.tobytes()], lambda array, new: array.__setitem__(..., new)
)


def last_name(base: str) -> str:
    """Of how a class names a base the name alone: `Enum` of `enum.Enum`, `list` of `list[int]`."""
    return base.partition("[")[0].rpartition(".")[2]


def mutable_kinds(library: Library) -> dict[type, MutableKind]:
    """The kinds of values that may have been changed since they were sent."""
    found = dict(CONTAINERS)
    for kind in library.codecs:
        if is_dataclass(kind) and not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            found[kind] = _of_fields([field.name for field in fields(kind)])
        elif kind is bytearray:
            found[kind] = BYTES
        elif hasattr(kind, "tobytes") and hasattr(kind, "__setitem__"):  # an array of numpy
            found[kind] = ELEMENTS
        elif issubclass(kind, dict | UserDict):
            base = next(base for base in kind.__mro__ if base in CONTAINERS)
            found.setdefault(kind, CONTAINERS[base]._replace(sent_as=base))
    return found


def _of_fields(names: list[str]) -> MutableKind:
    def parts(value: object) -> list[object]:
        return [getattr(value, name, ABSENT) for name in names]

    def restore(value: object, new: object) -> None:
        # No code of a course's class runs, as when the value was made.
        for name in names:
            object.__setattr__(value, name, getattr(new, name))

    return MutableKind(parts, restore)


class MentionedValues:
    """The values that have crossed over, either way, since the outermost call began.

    Either side gives the values that it sends numbers of its own, `side` and every second one after
    it, which begin again with each outermost call: so no number depends on an earlier call. What
    can be changed may have been kept, on either side, and be changed later: the newest of those
    last, and have negative numbers, -1 the newest of all.
    """

    def __init__(self, side: int, mutable: Mapping[type, MutableKind] = CONTAINERS) -> None:
        self._side = side
        self._mutable = {**mutable}
        self._next = side
        # Of this call, and of earlier ones, oldest first, by serial numbers that only grow: the
        # newest has the one before `_end`.
        self._values: dict[int, object] = {}
        self._numbers: dict[int, int] = {}
        self._lasting: dict[int, object] = {}
        self._serials: dict[int, int] = {}
        self._end = FIRST_SERIAL
        # The parts themselves, so that nothing else can have the place in memory of one, by number
        # or serial number.
        self._parts: dict[int, list[object]] = {}
        # How large they were when they crossed over, which both sides know alike.
        self._sizes: dict[int, int] = {}
        self._size = 0

    def know(self, value: object) -> bool:
        """Whether a value can be changed, or its class is below that of one."""
        kind = type(value)
        if kind not in self._mutable:
            above = next((one for one in mro_of(kind) if one in self._mutable), None)
            if above is None or above not in BELOW:
                return False
            self._mutable[kind] = BELOW[above]
        return True

    def forget(self) -> None:
        """Begin another outermost call."""
        for number in sorted([number for number in self._sizes if number >= 0]):
            if self._sizes[number] <= MOST_PARTS:
                self._let_last(number)
            else:
                del self._parts[number], self._sizes[number]
        while len(self._lasting) > MOST_LASTING or self._size > MOST_PARTS:
            self._drop_oldest()
        self._next = self._side
        self._values.clear()
        self._numbers.clear()

    def _let_last(self, number: int) -> None:
        value, serial = self._values[number], self._end
        self._lasting[serial] = value
        self._serials[id(value)] = serial
        self._parts[serial] = self._parts.pop(number)
        size = self._sizes[serial] = self._sizes.pop(number)
        self._size += size
        self._end += 1

    def _drop_oldest(self) -> None:
        serial = next(iter(self._lasting))
        place = id(self._lasting.pop(serial))
        if self._serials[place] == serial:
            del self._serials[place]
        del self._parts[serial]
        self._size -= self._sizes.pop(serial)

    def number_of(self, value: object) -> int | None:
        """The number of a value that has crossed over and is as it was then."""
        key = self._numbers.get(id(value))
        if key is None:
            key = self._serials.get(id(value))
        if key is None or (key in self._parts and self._has_changed(key)):
            return None
        return self._number_by(key)

    def has_at(self, place: int) -> bool:
        """Whether a value that has crossed over is at this place in memory, its `id`."""
        return place in self._numbers or place in self._serials

    def _number_by(self, key: int) -> int:
        return key if key >= 0 else key - self._end

    def _key_by(self, number: int) -> int:
        return number if number >= 0 else number + self._end

    def _value_by(self, key: int) -> object:
        return self._values[key] if key >= 0 else self._lasting[key]

    def _has_changed(self, key: int) -> bool:
        then, now = self._parts[key], self._parts_of(self._value_by(key))
        are_others = len(then) != len(now) or any(map(is_not, then, now))
        return are_others and not _equal_bytes(then, now)

    def _nothing_has_changed(self) -> bool:
        """Whether every value is as it was: at once, since each message asks, mostly for lists."""
        then = self._parts.values()
        values = map(self._value_by, self._parts)
        now = [value if type(value) is list else self._parts_of(value) for value in values]
        if [*map(len, then)] != [*map(len, now)]:
            return False
        return not any(map(is_not, chain.from_iterable(then), chain.from_iterable(now)))

    def _parts_of(self, value: object) -> list[object]:
        return self._mutable[type(value)].parts(value)

    def changes(self) -> Iterator[tuple[int, object]]:
        """What has changed since it last crossed over, by number; it counts as sent then.

        Parts at any depth have numbers of their own.
        """
        if self._nothing_has_changed():
            return
        for key in [key for key in self._parts if self._has_changed(key)]:
            value = self._value_by(key)
            self._parts[key] = self._parts_of(value)
            yield self._number_by(key), value

    def change(self, number: int, new: object) -> object:
        """Let a value be what the other side has made of it; raises `Violation`."""
        value = self.known(["&", number])
        mutable = self._mutable.get(type(value))
        if mutable is None or type(new) is not (mutable.sent_as or type(value)):
            raise Violation("a change of what can't be changed so")
        mutable.restore(value, new)
        self._parts[self._key_by(number)] = self._parts_of(value)
        return value

    def number(self, value: object) -> int:
        """A number for a value that is sent for the first time."""
        number = self._next
        self._next += 2
        self.note(number, value)
        return number

    def whole(self, encode: Callable[[], Sent]) -> Sent:
        """What `encode` returns; what it has sent counts as sent only if all of it can be."""
        first, parts = self._next, self._parts.copy()
        try:
            return encode()
        except UnencodableValue:
            for number in range(first, self._next, 2):
                del self._numbers[id(self._values.pop(number))]
                self._sizes.pop(number, None)
            self._next, self._parts = first, parts
            raise

    def note(self, number: int, value: object) -> object:
        """Remember a value by its number; gives it back."""
        self._values[number] = value
        self._numbers[id(value)] = number
        if type(value) in self._mutable:
            parts = self._parts[number] = self._parts_of(value)
            self._sizes[number] = sum([len(x) if type(x) is bytes else 1 for x in parts])
        return value

    def receive(self, number: object, value: object) -> object:
        """Remember a value of the other side's by the number that came; raises `Violation`."""
        if type(number) is not int or number < 0:
            raise Violation("a number that no value can have")
        return self.note(number, value)

    def known(self, data: list[Any]) -> object:
        """The value that a number means; raises `Violation`."""
        try:
            return self._value_by(self._key_by(data[1]))
        except (KeyError, TypeError, IndexError):
            raise Violation("a number that no value has") from None


def _order_of_element(data: object) -> tuple[int, bytes]:
    """Where in a set an element comes: numbers are given before they are mentioned."""
    if type(data) is not list:
        return 0, in_bytes(data)
    return (2, in_bytes(data)) if data[0] in REFERENCES else (1, b"")


IN_ORDER = {kind: codec_of_elements(kind, _order_of_element) for kind in (set, frozenset)}


def _equal_bytes(then: list[object], now: list[object]) -> bool:
    """Whether both are the same content, which has no parts that are objects."""
    return [*map(type, then)] == [bytes] and then == now


class PeerEncoder(Encoder):
    """Values to JSON data, which send one object once; subclasses keep their class."""

    def __init__(
        self,
        library: Library,
        other: Callable[[object], object],
        mentioned: MentionedValues,
        stays: Callable[[type], bool] = lambda _kind: False,
    ) -> None:
        super().__init__(library, other)
        self._codecs = {**self._codecs, **IN_ORDER}
        self._stays = stays
        self._sent_once = library.sent_once
        tables = (KINDS, library.sequences, library.codecs, library.records)
        kinds = (tuple, list, *[kind for table in tables for kind in table])
        self._stay_one_object = frozenset(kinds) - frozenset(self._sent_once)
        self._mentioned = mentioned
        # Classes that have nothing to do with those of values, or whose objects stay all the same.
        self._unrelated: set[type] = set()

    def _written(self, value: object, depth: int) -> object:
        kind = type(value)
        # An empty tuple is one object on either side, and needs no number.
        if kind in self._stay_one_object and value is not EMPTY:
            number = self._mentioned.number_of(value)
            if number is not None:
                return ["&", number]
            data = super()._written(value, depth)
            return ["&=", self._mentioned.number(value), data]
        if kind in self._sent_once or kind in self._unrelated:
            return self._other(value)
        return super()._written(value, depth)

    def changes(self) -> list[Any]:
        """What has changed on this side since it crossed over, for the other side to change too."""
        found = []
        for number, value in self._mentioned.changes():
            write = partial(super()._written, self._content(value), 0)
            try:
                found.append(["&~", number, self._mentioned.whole(write)])
            except UnencodableValue:
                if number >= 0:
                    raise  # else it is of an earlier call, and may be none of this one's business
        return found

    def _content(self, value: object) -> object:
        """A value, or the container that one of a class below is."""
        above = next((kind for kind in BELOW if isinstance(value, kind)), None)
        known = type(value) in self._stay_one_object
        return value if known or above is None else CONTENTS[above](value)

    def as_one_object(self, value: object, encode: Callable[[], object]) -> object:
        """A container of a class of its own, which `encode` writes as a plain one."""
        if not self._mentioned.know(value):
            return encode()
        if (number := self._mentioned.number_of(value)) is not None:
            return ["&", number]
        data = encode()
        return ["&=", self._mentioned.number(value), data]

    def _subclass(self, value: object, depth: int) -> object:
        if self._is_unrelated(value):
            self._unrelated.add(type(value))
            return self._other(value)
        return super()._subclass(value, depth)

    def _is_unrelated(self, value: object) -> bool:
        is_below = isinstance(value, (int, str, float, *self._writers))
        return not is_below or self._stays(type(value))


class PeerDecoder(Decoder):
    """JSON data to values, where equal texts are one object."""

    def _text(self, data: str) -> str:
        return sys.intern(super()._text(data))
