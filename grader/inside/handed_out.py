"""Whether the containers in an answer's parts are changed by what is asked after them.

A list that two answers share may be changed when the second is asked. Only the contents of Python's
own containers and the library's records are compared, by identity: so no student code runs for
it, and what an object computes when read isn't computed twice.
"""

from collections.abc import Iterator
from typing import Any

from grader.inside.library import Library
from grader.inside.wire import PLAIN_TYPES

Place = tuple[int, ...]
# The most containers remembered for one answer, and the deepest level.
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
        """Remember a part; `path` is its indices in the nested lists of the answer."""
        for container in self._containers(value, DEEP):
            if len(self._noted) == MOST:
                return
            self._noted.append((path, value, container, _parts(container)))

    def changed(self) -> tuple[Place, object] | None:
        """The first part that has changed since, with its path."""
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
