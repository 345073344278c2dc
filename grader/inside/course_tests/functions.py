"""One side's functions and modules as the other side sees them.

A hand-in's have the attributes that they have there. Those of the tests can be inspected, as by
decorators that curry them or check annotations: they show their parameters and annotated classes,
but no code; a parameter shows that it has a default, but not which.
"""

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from itertools import takewhile
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, MethodType
from typing import Any

from grader.inside.pair import standins
from grader.inside.pair.peer import NAMES_OF_CLASSES, Peer
from grader.inside.pair.remote import BareRemote, RemoteObject
from grader.inside.pair.signatures import SAID, heard
from grader.inside.pair.standins import StandInModule

# Packages that read a function's code to find out how to call it.
LOOK_AT_CODE = ("_pytest", "asyncio", "functools", "inspect", "pytest", "unittest")
OURS = __name__.partition(".")[0]
KINDS_OF_FUNCTIONS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
# What a function says about itself; its code stays where it is.
OPEN = ("__name__", "__qualname__", "__wrapped__")
NO_CODE = "tests as they are can't see the code of a hand-in"
# The file of the methods of stand-ins.
STANDING_IN = standins.StandIn.__init__.__code__.co_filename


class HiddenSource(OSError, TypeError):
    """What `inspect` raises without code: one for functions, the other for classes and modules."""

    __module__ = OSError.__module__


def hide_sources() -> None:
    """Make `inspect` say that the code of whatever is the hand-in's can't be seen."""
    module: Any = inspect
    file_of = module.getfile

    @wraps(file_of)
    def getfile(value: object) -> object:
        if _is_standing_in(value.__func__ if type(value) is MethodType else value):
            raise HiddenSource(NO_CODE)
        return file_of(value)

    module.getfile = getfile


def hide_code(frame: FrameType, event: tuple[object, ...]) -> None:
    """On an audit event: refuse tests the code of a stand-in's method."""
    value, name = event
    reader = str(frame.f_globals.get("__name__")).partition(".")[0]
    if name == "__code__" and reader not in (*LOOK_AT_CODE, OURS) and _is_standing_in(value):
        raise AttributeError(NO_CODE)


def _is_standing_in(value: object) -> bool:
    if type(value) is FunctionType:
        return value.__code__.co_filename == STANDING_IN
    kinds = (AskedFunction, BareRemote, standins.StandIn, standins.StandInClass, StandInModule)
    return issubclass(type(value), kinds)


def _anything(*arguments: object, **named: object) -> object:
    """Its code says which arguments a function of the hand-in takes: any."""


class HiddenCode:
    """A function's code: tests see none; Python's own modules see that a call takes anything.

    Whether it is a generator or coroutine function is asked of the hand-in.
    """

    def __get__(self, owner: Any, _kind: object) -> CodeType:
        code, frame = _anything.__code__, sys._getframe(1)
        if owner is None:
            return code
        if frame.f_globals.get("__name__", "").partition(".")[0] not in LOOK_AT_CODE:
            raise AttributeError  # `AskedFunction.__getattr__` then gives the message
        if frame.f_code.co_name != "_has_code_flag":
            return code
        flags: int = owner._peer.ask("flags", owner)
        return code.replace(co_flags=code.co_flags | flags & KINDS_OF_FUNCTIONS)


class AskedFunction:
    """A function of the hand-in, such as one with `cache_info`, or a decorated one."""

    __code__ = HiddenCode()

    def __init__(self, peer: Peer) -> None:
        vars(self).update(_peer=peer)

    @property  # type: ignore[misc]
    # For `inspect` and pytest, which look at the class to recognize functions.
    def __class__(self) -> Any:
        return FunctionType

    def __call__(self, *arguments: object, **named: object) -> object:
        return self._peer.call(self, "", arguments, named)

    def __get__(self, owner: object, _kind: object) -> object:
        return self if owner is None else MethodType(self, owner)

    def __getattr__(self, name: str) -> Any:
        if name == "__code__":
            raise AttributeError(NO_CODE)
        if name in SAID:
            return self._how_called()[name]
        if name == "__globals__" and "_scope" in vars(self):
            return vars(self)["_scope"]
        if name.startswith("_") and name not in OPEN:
            raise AttributeError(f"'function' object has no attribute {name!r}")
        return self._peer.ask(".", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            self._peer.ask(".=", self, name, value)

    def __deepcopy__(self, _memo: object) -> "AskedFunction":
        return self  # as functions are

    def _how_called(self) -> Mapping[str, object]:
        held = vars(self)
        if "_said" not in held:
            said = heard(self._peer.ask("described", self))
            held["_said"] = said.get("", dict.fromkeys(SAID))
        found: Mapping[str, object] = held["_said"]
        return found

    def __repr__(self) -> str:
        return f"<function {vars(self).get('__qualname__', '…')}>"


class AskedDocstring:
    """A function's docstring, which is asked for unless it is known."""

    def __get__(self, owner: Any, kind: object) -> object:
        return None if owner is None else owner._peer.ask(".", owner, "__doc__")


class AskedObject(RemoteObject):
    """An object of the hand-in that may be there in place of a function."""

    def __getattr__(self, name: str) -> Any:
        return self._peer.ask(".", self, name) if name in OPEN else super().__getattr__(name)


for kind in (AskedFunction, AskedObject):
    kind.__doc__ = AskedDocstring()  # type: ignore[assignment]


# -- functions of the tests', as a hand-in sees them ---------------------------------------------

NAMED = frozenset(kind.__name__ for kind in NAMES_OF_CLASSES)


class Default:
    """Stands for each default of one of the tests' functions."""

    def __repr__(self) -> str:
        return "…"


ABSENT = Default()


def described_function(value: Any) -> list[object]:
    """`[name, docstring, qualified name, parameters]`, or nothing if it is no function.

    A parameter is `[name, kind, whether it has a default]`; parameters are None if unknown.
    """
    function = value.__func__ if type(value) is MethodType else value
    if type(function) is BuiltinFunctionType:
        return [function.__name__, function.__doc__, function.__qualname__, None]
    if type(function) is not FunctionType:
        return []
    path = function.__qualname__.rpartition("<locals>.")[2]  # without the test around it
    described = [function.__name__, function.__doc__, path]
    if "__signature__" in vars(function):  # it only declares one, and takes what it likes
        return [*described, None]
    try:
        parameters = inspect.signature(value, follow_wrapped=False).parameters.values()
    except ValueError:  # a method without `self`
        return [*described, None]
    none = inspect.Parameter.empty
    found = [[one.name, int(one.kind), one.default is not none] for one in parameters]
    return [*described, found]


def annotations_of(value: object, is_known: Callable[[object], bool]) -> dict[str, object]:
    """The annotations of a function that are Python's own classes, or known to the other side."""
    found = getattr(value, "__annotations__", {})
    return {name: kind for name, kind in found.items() if _is_common(kind) or is_known(kind)}


def _is_common(kind: object) -> bool:
    if type(kind) is str:
        return kind in NAMED
    return kind is None or (type(kind) is type and kind in NAMES_OF_CLASSES)


def function_with(
    parameters: Sequence[tuple[str, int, bool]], name: str, call: Callable[..., object]
) -> Any:
    """A function with such parameters that passes its arguments to `call`."""
    kinds = [*inspect._ParameterKind]
    only_first, first, rest, named, more = (
        [one for one, kind, _ in parameters if kind == wanted] for wanted in kinds
    )
    signature = inspect.Signature(
        [
            inspect.Parameter(
                one, kinds[kind], default=None if has_default else inspect.Parameter.empty
            )
            for one, kind, has_default in parameters
        ]
    )
    # Longer than any parameter's name, so that the names below can't clash with them.
    own = "_" * max([len(one) for one, *_ in parameters], default=0)
    pairs = "".join(f"({one!r}, {one}), " for one in (*only_first, *first))
    others = ", ".join([*[f"{one!r}: {one}" for one in named], *[f"**{one}" for one in more]])
    given = f"{own}_given(({pairs}), {rest[0] if rest else ()}, {{{others}}})"
    # One frame per call, as the original has: some tests recurse deeply.
    text = f"def {own}_it{signature}: return {own}_call({own}_it, '', *{given})"
    held: dict[str, Any] = {"__name__": "__main__", f"{own}_call": call, f"{own}_given": _given}
    exec(text, held)
    made = held[f"{own}_it"]
    made.__code__ = made.__code__.replace(co_name=name)
    made.__defaults__ = tuple([ABSENT for _ in made.__defaults__ or ()]) or None
    made.__kwdefaults__ = dict.fromkeys(made.__kwdefaults__ or (), ABSENT) or None
    return made


def _given(
    pairs: Sequence[tuple[str, object]], rest: tuple[object, ...], named: Mapping[str, object]
) -> tuple[tuple[object, ...], dict[str, object]]:
    """What a function is called with, without what stands for defaults."""
    first = [*takewhile(lambda pair: pair[1] is not ABSENT, pairs)]
    others = (*pairs[len(first) :], *named.items())
    by_name = {name: value for name, value in others if value is not ABSENT}
    return (*[value for _, value in first], *rest), by_name
