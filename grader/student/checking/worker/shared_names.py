"""Files of a student named like modules of Python's, such as `copy.py`.

In grading, the hand-in's code means its own file. Here pytest and the checks run in the same
process, and by the same name they mean Python's module. So the importing code decides.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any


class SharedNames:
    """The names that a student's files share with modules of Python's, and both modules of each.

    Between imports `sys.modules` has Python's. They are imported when this is made, before the
    student's folder comes first in `sys.path`. Names whose modules can't be imported are left out.
    """

    def __init__(self, names: Iterable[str], is_students: Callable[[FrameType], bool]) -> None:
        self._pythons = {name: module for name in names if (module := _imported(name))}
        self._own: dict[str, ModuleType] = {}
        self._is_students = is_students

    def importing_by_asker(self, real: Callable[..., object]) -> Callable[..., Any]:
        """An import like `real`, except that the student's code gets the student's modules."""

        @wraps(real)
        def imported(name: str, *rest: object, **named: object) -> object:
            top = top_of_import(name, rest, named)
            if top not in self._pythons:
                return real(name, *rest, **named)
            before = sys.modules.get(top)
            try:
                if not self._is_students(sys._getframe(1)):
                    sys.modules[top] = self._pythons[top]
                    return real(name, *rest, **named)
                self._put_own(top)
                found = real(name, *rest, **named)
                self._own[top] = sys.modules[top]
                return found
            finally:
                _put(top, before)

        return imported

    def _put_own(self, name: str) -> None:
        if sys.modules.get(name) is self._pythons[name]:  # else the import is under way
            _put(name, self._own.get(name))


def top_of_import(name: str, rest: Sequence[object], named: Mapping[str, object]) -> str:
    """The first part of the name that `__import__` gets; empty for a relative import."""
    level = rest[3] if rest[3:] else named.get("level", 0)
    return "" if level else name.partition(".")[0]


def _imported(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except Exception:  # missing on this machine, such as `curses`
        return None


def _put(name: str, module: ModuleType | None) -> None:
    if module is None:
        sys.modules.pop(name, None)
    else:
        sys.modules[name] = module
