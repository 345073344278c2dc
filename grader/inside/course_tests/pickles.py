"""Pickles that tests load: they make values, and call nothing else.

A pickle is a program written by its maker. It may name classes of plain values, of the hand-in and
of the tests. It could also change a class that it has named, for all tests after it (`BUILD` sets
attributes): so in place of a mutable class it gets something that only makes objects of it.
"""

import builtins
import pickle
import sys
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
from collections.abc import Callable
from io import BytesIO
from types import FrameType, FunctionType
from typing import Any, NoReturn

from grader.inside.course_tests.closed.plain_kinds import is_named_value
from grader.inside.course_tests.own_texts import OwnTexts
from grader.inside.course_tests.plain_expressions import is_own_class
from grader.inside.pair.standins import StandInClass, StandInModule

# The other names that pickles of such values contain.
MAKERS = {
    "_codecs": ("encode",),
    "array": ("_array_reconstructor",),
    "builtins": ("Ellipsis", "NotImplemented"),
    "copyreg": ("__newobj__", "__newobj_ex__", "_reconstructor"),
    "re": ("_compile",),
    "numpy": ("dtype", "ndarray"),
    **dict.fromkeys(
        ("numpy.core.multiarray", "numpy._core.multiarray"), ("_reconstruct", "scalar")
    ),
    **dict.fromkeys(("numpy.core.numeric", "numpy._core.numeric"), ("_frombuffer",)),
    "pandas.core.frame": ("DataFrame",),
    "pandas.core.series": ("Series",),
    "pandas.core.indexes.base": ("Index", "_new_Index"),
    "pandas.core.indexes.range": ("RangeIndex",),
    "pandas.core.internals.managers": ("BlockManager", "SingleBlockManager"),
    "pandas._libs.internals": ("_unpickle_block",),
}
# Modules of Python 2, by which old pickle protocols name things.
OLD = ("UserDict", "__builtin__", "copy_reg", "exceptions")
# `Py_TPFLAGS_IMMUTABLETYPE`, which Python doesn't export.
IMMUTABLE = 1 << 8
REFUSED = "a pickle names {}, which is closed to hand-ins"


class FixedClass(type):
    """The metaclass of stand-ins for classes in a pickle: none of their attributes can be set."""

    _kind: Any

    def __call__(cls, *arguments: object, **named: object) -> object:
        made = cls._kind(*arguments, **named)
        if _is_stand_in(type(made)) and not isinstance(made, BaseException):
            made.__dict__["__setstate__"] = _refuse_state
        return made

    def __setattr__(cls, name: str, value: object) -> NoReturn:
        raise PermissionError(REFUSED.format(f"{cls.__name__}.{name}"))


def _refuse_state(_state: object) -> NoReturn:
    raise PermissionError(REFUSED.format("what is in an object of the hand-in's"))


def _fixed(kind: Any) -> FixedClass:
    def make(_cls: type, *arguments: object, **named: object) -> object:
        _refuse_inside(kind)
        return kind.__new__(kind, *arguments, **named)

    return FixedClass(kind.__name__, (), {"_kind": kind, "__new__": make})


def _refuse_inside(kind: object) -> None:
    # The object would have no remote one behind it, or one that the pickle chose.
    if _is_stand_in(kind):
        raise PermissionError(REFUSED.format("what is in an object of the hand-in's"))


def _real(value: object) -> object:
    return value._kind if type(value) is FixedClass else value


class Maker:
    """Calls a function with the real classes; has no attributes that can be set."""

    __slots__ = ("_function",)

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function

    def make(self, *arguments: object) -> object:
        """The function's result."""
        given = [*map(_real, arguments)]
        for one in given:
            _refuse_inside(one)
        return self._function(*given)


class Unpickler(pickle.Unpickler):
    """An unpickler that hands out no mutable classes."""

    def find_class(self, module: str, name: str) -> object:
        found = super().find_class(module, name)
        if isinstance(found, FunctionType):
            return Maker(found).make
        return _fixed(found) if _can_be_changed(found) else found


def load(file: Any, **options: Any) -> object:
    """`pickle.load`."""
    return _real(Unpickler(file, **options).load())


def loads(data: Any, /, **options: object) -> object:
    """`pickle.loads`."""
    return load(BytesIO(data), **options)


def close_pickles(own: OwnTexts) -> Callable[[FrameType, tuple[object, ...]], None]:
    """Replace pickle's own functions by these; returns the check for names in pickles."""
    vars(pickle).update(Unpickler=Unpickler, load=load, loads=loads)

    def look(frame: FrameType, names: tuple[Any, ...]) -> None:
        module, name = names
        if frame.f_code is Unpickler.find_class.__code__:
            is_admitted = _is_value(module, name) or _is_class(module, name, own)
        else:  # another unpickler hands out the class itself
            is_admitted = _is_value(module, name) and not _can_be_changed(_held(module, name))
        if not is_admitted:
            raise PermissionError(REFUSED.format(f"{module}.{name}"))

    return look


def _is_value(module: str, name: str) -> bool:
    if module in OLD:
        found = NAME_MAPPING.get((module, name), (IMPORT_MAPPING.get(module, module), name))
        return found[0] not in OLD and _is_value(*found)
    is_error = module == "builtins" and _is_error(getattr(builtins, name, None))
    return is_error or is_named_value(module, name) or name in MAKERS.get(module, ())


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _is_class(module: str, name: str, own: OwnTexts) -> bool:
    """Whether it is a top-level class of the hand-in or of the tests."""
    value = _held(module, name)
    if isinstance(sys.modules.get(module), StandInModule):
        return not name.startswith("_") and _is_stand_in(value)
    return module in own.modules and is_own_class(value, own)


def _held(module: str, name: str) -> object:
    """The value of a name in an imported module; else None."""
    return vars(sys.modules[module]).get(name) if module in sys.modules else None


def _can_be_changed(value: object) -> bool:
    """Whether it is a class whose attributes can be set."""
    return isinstance(value, type) and not value.__flags__ & IMMUTABLE


def _is_stand_in(value: object) -> bool:
    return issubclass(type(value), StandInClass)
