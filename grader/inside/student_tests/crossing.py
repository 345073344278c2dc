"""Values on their way between two boxes: what is one object in one is one object in the other."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from grader.inside.library import Library
from grader.inside.values import KINDS, Unencodable
from grader.inside.wire import Decoder, Encoder, Violation


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

    def mention(self, value: Any, data: Callable[[], Any]) -> list[Any]:
        """How to send a value: by its number, or by its data if it is new here."""
        number = self._numbers.get(id(value))
        if number is not None and self._parts[number] == _parts_of(value):
            return ["&", number]
        fresh = data()
        number, self._next = self._next, self._next + 2
        self.note(number, value)
        return ["&=", number, fresh]

    @contextmanager
    def message(self) -> Iterator[None]:
        """What is sent in here counts as sent only if all of it can be."""
        first = self._next
        try:
            yield
        except Unencodable:
            for number in range(first, self._next, 2):
                del self._numbers[id(self._values.pop(number))], self._parts[number]
            raise

    def note(self, number: int, value: Any) -> Any:
        """Remember a value by its number; gives it back."""
        self._values[number] = value
        self._numbers[id(value)] = number
        self._parts[number] = _parts_of(value)
        return value

    def known(self, data: list[Any]) -> Any:
        """The value that a number means; raises `Violation`."""
        try:
            return self._values[data[1]]
        except (KeyError, TypeError, IndexError):
            raise Violation("a number that no value has") from None


def _parts_of(value: Any) -> list[int]:
    # A list, a dict or a set may have been changed since it was sent.
    kind = type(value)
    if kind is dict:
        return [id(part) for item in value.items() for part in item]
    return list(map(id, value)) if kind is list or kind is set else []


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

    def encode(self, value: Any, depth: int = 0) -> Any:
        kind = type(value)
        if kind in self._sent_once:
            return self._other(value)
        if kind in self._stay_one_object:
            encode = super().encode
            return self._mentioned.mention(value, lambda: encode(value, depth))
        return super().encode(value, depth)


class PeerDecoder(Decoder):
    """JSON data to values, where equal texts are one object."""

    def decode(self, data: Any, depth: int = 0) -> Any:
        value = super().decode(data, depth)
        return sys.intern(value) if type(value) is str else value
