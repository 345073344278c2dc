"""Classes of Python's library from which a hand-in's class may derive, as the tests see it.

`issubclass(Color, Enum)` and `isinstance(shape, ABC)` look only at the method resolution order. A
stand-in has these classes in its order, behind `object`; their own attributes are asked for. What
derives from the hand-in's own classes is asked of its box.
"""

import sys
from functools import cache
from importlib import import_module
from types import FunctionType

from grader.inside.class_facts import attribute_of, is_below, mro_of, name_of
from grader.inside.course_tests.closed.attributes import OPEN_MODULES
from grader.inside.pair.standins import StandIn, StandInClass


def kinds_above(kind: type) -> list[str]:
    """The names of those library classes that a class derives from."""
    return [*filter(None, map(kind_name, mro_of(kind)))]


def kind_name(kind: type) -> str:
    """The name of such a library class; empty for any other class."""
    name = f"{kind.__module__}.{name_of(kind)}"
    return name if kind is _found(name) else ""


def known_kinds(names: object) -> list[type]:
    """The classes of these names, which come from the hand-in and may be anything."""
    said = names if isinstance(names, list) else []
    found = [_found(name) for name in said if type(name) is str]
    return [kind for kind in found if isinstance(kind, type) and _fits(kind)]


@cache
def _found(name: str) -> object:
    module, _, own = name.rpartition(".")
    if module == "builtins" or module.partition(".")[0] not in OPEN_MODULES:
        return None
    try:
        return getattr(import_module(module), own, None)
    except ImportError:
        return None


@cache
def _fits(kind: type) -> bool:
    """Whether any stand-in could derive from it; not from `IntEnum`, whose objects are numbers."""
    try:
        return bool(StandInClass("", (StandIn,), {"_known_kinds": [kind]}))
    except TypeError:
        return False


def is_of(value: object, kind: type) -> tuple[bool, bool, bool]:
    """Whether an object is of a class: as `isinstance` says, by its method resolution order, and
    whether Python's own code is what `isinstance` runs.
    """
    is_python = attribute_of(type(value), "__class__") is object.__dict__["__class__"]
    is_python = is_python and _is_python(attribute_of(type(kind), "__instancecheck__"))
    is_python = is_python and _is_python(attribute_of(kind, "__subclasshook__"))
    return isinstance(value, kind), is_below(type(value), kind), is_python


def is_below_or_says(one: type, kind: type) -> tuple[bool, bool, bool]:
    """The same for a class, as `issubclass` says."""
    is_python = _is_python(attribute_of(type(kind), "__subclasscheck__"))
    is_python = is_python and _is_python(attribute_of(kind, "__subclasshook__"))
    return issubclass(one, kind), is_below(one, kind), is_python


def _is_python(method: object) -> bool:
    """Whether a method is Python's own: of `type`, `ABCMeta`, `Protocol`, `Sized`."""
    function = method.__func__ if isinstance(method, classmethod) else method
    if not isinstance(function, FunctionType):
        return type(function).__module__ == "builtins"
    names = ("abc", "typing", "enum", "_py_abc", "_collections_abc")
    own = (sys.modules.get(name) for name in names)
    return any(function.__globals__ is vars(module) for module in own if module)
