"""Values between two boxes: one object in one box is one object in the other."""

import sys
from array import array
from collections import Counter, OrderedDict, UserDict, UserList, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import chain
from operator import is_not
from typing import Any, NamedTuple, TypeVar, cast

from grader.inside.class_facts import mro_of
from grader.inside.library import Library
from grader.inside.values import KINDS, UnencodableValue, codec_of_elements, in_bytes
from grader.inside.wire import Decoder, Encoder, Violation

Sent = TypeVar("Sent")
ABSENT = object()
EMPTY = ()
# For classes that derive from one of these, but whose objects stay in their box: how to get the
# value that such an object is, whatever its class says.
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
# The names by which such a base is mentioned.
BASE_NAMES = {**{kind.__name__: kind for kind in CONTENTS}, "NamedTuple": tuple}
# Up to so many values of earlier calls, with so many parts, none is dropped.
FEW, FEW_PARTS = 32, 500
# How data begins that refers to something known on both sides.
REFERENCES = ("#", "&", "@", "type")
# So low that serials stay negative: numbers of the current call are not.
FIRST_SERIAL = -(10**12)


class MutableKind(NamedTuple):
    """A kind of mutable value: its parts, and how to make one equal to another.

    The other one is of the same kind, or of the one that the value is sent as.
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
# Kinds of values whose class derives from one of these, ignoring its own methods.
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
ARRAY = MutableKind(list, lambda value, new: value.__setitem__(slice(None), new))
ELEMENTS = MutableKind(
    lambda value: [value.tobytes()], lambda value, new: value.__setitem__(..., new)
)


def last_name(base: str) -> str:
    """The last name of a base as written: `Enum` of `enum.Enum`, `list` of `list[int]`."""
    return base.partition("[")[0].rpartition(".")[2]


def mutable_kinds(library: Library) -> dict[type, MutableKind]:
    """The kinds of values that may be changed after they were sent."""
    found = dict(CONTAINERS)
    for kind in library.codecs:
        if is_dataclass(kind) and not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            found[kind] = _of_fields([field.name for field in fields(kind)])
        elif kind is bytearray:
            found[kind] = BYTES
        elif kind is array:
            found[kind] = ARRAY
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
        # Bypass the course's `__setattr__`, as when the value was made.
        for name in names:
            object.__setattr__(value, name, getattr(new, name))

    return MutableKind(parts, restore)


def _references(held: Mapping[int, object], key: int) -> int:
    return sys.getrefcount(held[key])


# How many there are to a value that nothing else refers to.
ALONE = _references({0: []}, 0)


class MentionedValues:
    """The values that have crossed over, either way, since the outermost call began.

    Each side numbers the values that it sends, `side` and every second number after it, starting
    again with each outermost call: so no number depends on an earlier call. Mutable values may have
    been kept, on either side, and be changed later: those are remembered, with negative numbers, -1
    for the newest of all.

    They are remembered as long as the tests, the first side, have them: what nothing else refers to
    there can't be looked at any more, and if the other side sends it again, it is another value.
    The next message says which ones are dropped. The other side decides nothing, so that no message
    depends on what a solution keeps.
    """

    def __init__(self, side: int, mutable: Mapping[type, MutableKind] = CONTAINERS) -> None:
        self._side = side
        self._mutable = {**mutable}
        self._next = side
        # Those of this call, by number.
        self._values: dict[int, object] = {}
        self._numbers: dict[int, int] = {}
        # Mutable ones: those of this call by number; those of earlier calls, oldest first, by
        # serials that only grow: the newest has the one before `_end`.
        self._changeable: dict[int, object] = {}
        self._serials: dict[int, int] = {}
        self._end = FIRST_SERIAL
        # The parts when the value crossed over. Kept alive, so that nothing else can get the `id`
        # of one.
        self._parts: dict[int, list[object]] = {}
        # How many parts the values of earlier calls have together; which of these are dropped.
        self._size = 0
        self._gone: list[int] = []

    def know(self, value: object) -> bool:
        """Whether a value is mutable, or its class derives from such a kind."""
        kind = type(value)
        if kind not in self._mutable:
            above = next((one for one in mro_of(kind) if one in self._mutable), None)
            if above is None or above not in BELOW:
                return False
            self._mutable[kind] = BELOW[above]
        return True

    def forget(self) -> None:
        """Begin another outermost call: keep mutable values, and drop all others."""
        if self._side == 0 and (len(self._serials) > FEW or self._size > FEW_PARTS):
            self._let_go()
        for number in sorted([number for number in self._changeable if number >= 0]):
            self._let_last(number)
        self._next = self._side
        self._values.clear()
        self._numbers.clear()

    def _let_last(self, number: int) -> None:
        value, serial = self._changeable.pop(number), self._end
        self._changeable[serial] = value
        self._serials[id(value)] = serial
        self._parts[serial] = self._parts.pop(number)
        self._size += _size_of(self._parts[serial])
        self._end += 1

    def _let_go(self) -> None:
        # Newest first: a value has a later serial than its parts.
        for serial in reversed([*self._serials.values()]):
            if serial in self._changeable and _references(self._changeable, serial) == ALONE:
                self._gone.append(serial)
                self._drop(serial)
        self._size = sum([_size_of(self._parts[serial]) for serial in self._serials.values()])

    def _drop(self, serial: int) -> None:
        # It is freed at the end of this: a `__del__` of the tests may ask for something then.
        _parts, value = self._parts.pop(serial), self._changeable.pop(serial)
        if self._serials.get(id(value)) == serial:
            del self._serials[id(value)]

    def gone(self) -> list[int]:
        """The numbers of what is dropped since this was last asked for."""
        gone, self._gone = self._gone, []
        return [self._number_by(serial) for serial in gone]

    def drop(self, numbers: list[object]) -> None:
        """Drop what the tests no longer have; raises `Violation`."""
        for number in numbers:
            self.known(["&", number])
            if (serial := self._key_by(cast("int", number))) >= 0:
                raise Violation("a value of this very call is gone")
            self._drop(serial)

    def number_of(self, value: object) -> int | None:
        """The number of a value that has crossed over and hasn't changed since."""
        key = self._numbers.get(id(value))
        if key is None:
            key = self._serials.get(id(value))
        if key is None or (key in self._parts and self._has_changed(key)):
            return None
        return self._number_by(key)

    def has_at(self, place: int) -> bool:
        """Whether a value that has crossed over has this `id`."""
        return place in self._numbers or place in self._serials

    def _number_by(self, key: int) -> int:
        return key if key >= 0 else key - self._end

    def _key_by(self, number: int) -> int:
        return number if number >= 0 else number + self._end

    def _value_by(self, key: int) -> object:
        return self._values[key] if key >= 0 else self._changeable[key]

    def _has_changed(self, key: int) -> bool:
        then, now = self._parts[key], self._parts_of(self._value_by(key))
        are_others = len(then) != len(now) or any(map(is_not, then, now))
        return are_others and not _equal_bytes(then, now)

    def _nothing_has_changed(self) -> bool:
        """Whether no value has changed; checked all at once, for each message, mostly for lists."""
        then = self._parts.values()
        values = self._changeable.values()  # in the same order
        now = [value if type(value) is list else self._parts_of(value) for value in values]
        if [*map(len, then)] != [*map(len, now)]:
            return False
        return not any(map(is_not, chain.from_iterable(then), chain.from_iterable(now)))

    def _parts_of(self, value: object) -> list[object]:
        return self._mutable[type(value)].parts(value)

    def changes(self) -> Iterator[tuple[int, object]]:
        """What has changed since it last crossed over, by number; it then counts as sent.

        Nested values, at any depth, have numbers of their own.
        """
        if self._nothing_has_changed():
            return
        for key in [key for key in self._parts if self._has_changed(key)]:
            value = self._value_by(key)
            self._parts[key] = self._parts_of(value)
            yield self._number_by(key), value

    def change(self, number: int, new: object) -> object:
        """Apply a change that the other side made to a value; raises `Violation`."""
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
        """What `encode` returns; if it fails, nothing that it sent counts as sent."""
        first, parts, gone = self._next, self._parts.copy(), self._gone
        try:
            return encode()
        except UnencodableValue:
            for number in range(first, self._next, 2):
                del self._numbers[id(self._values.pop(number))]
                self._changeable.pop(number, None)
            self._next, self._parts, self._gone = first, parts, gone
            raise

    def note(self, number: int, value: object) -> object:
        """Remember a value by its number; returns it."""
        self._values[number] = value
        self._numbers[id(value)] = number
        if type(value) in self._mutable:
            self._parts[number] = self._parts_of(value)
            self._changeable[number] = value
        return value

    def receive(self, number: object, value: object) -> object:
        """Remember a value from the other side by its number; raises `Violation`."""
        if type(number) is not int or number < 0:
            raise Violation("a number that no value can have")
        return self.note(number, value)

    def known(self, data: list[Any]) -> object:
        """The value with a number; raises `Violation`."""
        try:
            return self._value_by(self._key_by(data[1]))
        except (KeyError, TypeError, IndexError):
            raise Violation("a number that no value has") from None


def _order_of_element(data: object) -> tuple[int, bytes]:
    """The sort key of a set's element: elements that get numbers come before references to them."""
    if type(data) is not list:
        return 0, in_bytes(data)
    return (2, in_bytes(data)) if data[0] in REFERENCES else (1, b"")


IN_ORDER = {kind: codec_of_elements(kind, _order_of_element) for kind in (set, frozenset)}


def _size_of(parts: list[object]) -> int:
    match parts:
        case [bytes(content)]:
            return len(content)
    return len(parts)


def _equal_bytes(then: list[object], now: list[object]) -> bool:
    """Whether both have the same content in bytes; such values have no parts that are objects."""
    return [*map(type, then)] == [bytes] and then == now


class PeerEncoder(Encoder):
    """Values to JSON data that sends each object once; instances of subclasses keep their class."""

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
        # Classes that don't derive from a value's, or whose objects stay here nevertheless.
        self._unrelated: set[type] = set()

    def _written(self, value: object, depth: int) -> object:
        kind = type(value)
        # The empty tuple is a singleton on both sides, and needs no number.
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
        """What is dropped, and the changes on this side since values crossed over.

        Both are for the other side to do the same.
        """
        gone = self._mentioned.gone()
        found: list[Any] = [["&-", *gone]] if gone else []
        for number, value in self._mentioned.changes():
            write = partial(super()._written, self._content(value), 0)
            try:
                found.append(["&~", number, self._mentioned.whole(write)])
            except UnencodableValue:
                if number >= 0:
                    raise  # a value of an earlier call may not matter in this one
        return found

    def _content(self, value: object) -> object:
        """The value, or the plain container that an instance of a subclass is."""
        above = next((kind for kind in BELOW if isinstance(value, kind)), None)
        known = type(value) in self._stay_one_object
        return value if known or above is None else CONTENTS[above](value)

    def as_one_object(self, value: object, encode: Callable[[], object]) -> object:
        """Encode a container whose class derives from a plain one; `encode` writes it as that."""
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
    """JSON data to values; equal texts become one object."""

    def _text(self, data: str) -> str:
        return sys.intern(super()._text(data))
