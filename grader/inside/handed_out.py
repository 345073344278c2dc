"""What was handed out in the parts of an answer: is it changed by what is asked after it?

A list that two answers share is another one when the second is asked. What is looked at is no more
than Python's own containers and the library's records hold, by identity: so no code of a student's
runs for it, and what an object works out when it is read is not worked out twice.
"""

from collections.abc import Iterator
from typing import Any

from grader.inside.library import Library
from grader.inside.wire import PLAIN_TYPES

Place = tuple[int, ...]
# So many containers are remembered of one answer, and so deep.
MOST, DEEP = 1_000, 8
CHANGEABLE = (list, dict, set)


class HandedOut:
    """The containers in the parts of one answer, as they were when each part was answered."""

    def __init__(self, library: Library) -> None:
        self._records = library.records
        self._noted: list[tuple[Place, object, object, list[object]]] = []

    def forget(self) -> None:
        """Begin another answer."""
        self._noted.clear()

    def note(self, path: Place, value: object) -> None:
        """Remember a part; `path` says which, by its places in the lists that hold it."""
        for container in self._containers(value, DEEP):
            if len(self._noted) == MOST:
                return
            self._noted.append((path, value, container, _parts(container)))

    def changed(self) -> tuple[Place, object] | None:
        """The first part that is another one by now, with its path."""
        for path, value, container, then in self._noted:
            now = _parts(container)
            if len(now) != len(then) or any(a is not b for a, b in zip(then, now, strict=True)):
                return path, value
        return None

    def _containers(self, value: object, deep: int) -> Iterator[object]:
        kind = type(value)
        if kind in CHANGEABLE:
            yield value
        if not deep or kind not in (tuple, *CHANGEABLE, *self._records):
            return
        parts = self._fields(value) if kind in self._records else _parts(value)
        if not PLAIN_TYPES.issuperset(map(type, parts)):
            for part in parts:
                yield from self._containers(part, deep - 1)

    def _fields(self, value: object) -> list[object]:
        _, fields = self._records[type(value)]
        return [getattr(value, name) for name, _ in fields]


def _parts(container: Any) -> list[object]:
    return [*container, *container.values()] if type(container) is dict else [*container]
