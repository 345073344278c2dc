"""Classes of Python's library that a hand-in's class may be below, as the tests see that.

`issubclass(Color, Enum)` and `isinstance(shape, ABC)` look at the order in which Python looks for
methods, and at nothing else. A stand-in has them there behind `object`; what they have by names of
their own is asked for.
"""

from functools import cache
from importlib import import_module
from typing import Any

from grader.inside.class_facts import mro_of, name_of
from grader.inside.course_tests.closed.attributes import OPEN_MODULES
from grader.inside.pair.standins import StandIn, StandInClass


def kinds_above(kind: type) -> list[str]:
    """The names of those that a class is below."""
    return [*filter(None, map(kind_name, mro_of(kind)))]


def kind_name(kind: type) -> str:
    """The name of one of them; empty for any other class."""
    name = f"{kind.__module__}.{name_of(kind)}"
    return name if kind is _found(name) else ""


def known_kinds(names: object) -> list[type]:
    """The classes of such names; a hand-in may say any."""
    said = names if isinstance(names, list) else []
    found = [_found(name) for name in said if type(name) is str]
    return [kind for kind in found if isinstance(kind, type) and _fits(kind)]


@cache
def _found(name: str) -> Any:
    module, _, own = name.rpartition(".")
    if module == "builtins" or module.partition(".")[0] not in OPEN_MODULES:
        return None
    try:
        return getattr(import_module(module), own, None)
    except ImportError:
        return None


@cache
def _fits(kind: type) -> bool:
    """Whether an object of any class can be one: one of `IntEnum` is a number, too."""
    try:
        return bool(StandInClass("", (StandIn,), {"_known_kinds": [kind]}))
    except TypeError:
        return False
