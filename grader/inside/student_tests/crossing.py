"""Values on their way between two boxes: what is one object in one is one object in the other."""

import sys
from collections.abc import Callable
from typing import Any, TypeVar

from grader.inside.library import Library
from grader.inside.values import KINDS, Unencodable
from grader.inside.wire import Decoder, Encoder, Violation

Sent = TypeVar("Sent")
# What may have been changed since it was sent.
CHANGING = frozenset((list, dict, set))


class Mentioned:
    """The values that have crossed over, either way, since the outermost call began.

    Either side gives the values that it sends numbers of its own, `side` and every second one after
    it, which begin again with each outermost call: so no number depends on an earlier call.
    """

    def __init__(self, side: int) -> None:
        self._side = side
        self.forget()

    def forget(self) -> None:
        """Begin another outermost call."""
        self._next = self._side
        self._values: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._parts: dict[int, list[int]] = {}

    def number_of(self, value: Any) -> int | None:
        """The number of a value that has crossed over and is as it was then."""
        number = self._numbers.get(id(value))
        if number is None:
            return None
        is_as_it_was = type(value) not in CHANGING or self._parts[number] == _parts_of(value)
        return number if is_as_it_was else None

    def number(self, value: Any) -> int:
        """A number for a value that is sent for the first time."""
        number = self._next
        self._next += 2
        self.note(number, value)
        return number

    def whole(self, encode: Callable[[], Sent]) -> Sent:
        """What `encode` returns; what it has sent counts as sent only if all of it can be."""
        first = self._next
        try:
            return encode()
        except Unencodable:
            for number in range(first, self._next, 2):
                del self._numbers[id(self._values.pop(number))]
            raise

    def note(self, number: int, value: Any) -> Any:
        """Remember a value by its number; gives it back."""
        self._values[number] = value
        self._numbers[id(value)] = number
        if type(value) in CHANGING:
            self._parts[number] = _parts_of(value)
        return value

    def known(self, data: list[Any]) -> Any:
        """The value that a number means; raises `Violation`."""
        try:
            return self._values[data[1]]
        except (KeyError, TypeError, IndexError):
            raise Violation("a number that no value has") from None


def _parts_of(value: Any) -> list[int]:
    return [*map(id, value), *(map(id, value.values()) if type(value) is dict else ())]


class PeerEncoder(Encoder):
    """Values to JSON data, which send one object once; subclasses keep their class."""

    def __init__(
        self, library: Library, other: Callable[[object], Any], mentioned: Mentioned
    ) -> None:
        super().__init__(library, other)
        self._sent_once = library.sent_once
        tables = (KINDS, library.sequences, library.codecs, library.records)
        kinds = (tuple, list, *[kind for table in tables for kind in table])
        self._stay_one_object = frozenset(kinds) - frozenset(self._sent_once)
        self._mentioned = mentioned
        # Classes that have nothing to do with those of values.
        self._unrelated: set[type] = set()

    def _written(self, value: Any, depth: int) -> Any:
        kind = type(value)
        if kind in self._stay_one_object:
            number = self._mentioned.number_of(value)
            if number is not None:
                return ["&", number]
            data = super()._written(value, depth)
            return ["&=", self._mentioned.number(value), data]
        if kind in self._sent_once or kind in self._unrelated:
            return self._other(value)
        return super()._written(value, depth)

    def _subclass(self, value: Any, depth: int) -> Any:
        if self._is_unrelated(value):
            self._unrelated.add(type(value))
            return self._other(value)
        return super()._subclass(value, depth)

    def _is_unrelated(self, value: object) -> bool:
        return not isinstance(value, (int, str, float, *self._writers))


class PeerDecoder(Decoder):
    """JSON data to values, where equal texts are one object."""

    def _text(self, data: str) -> str:
        return sys.intern(super()._text(data))
