"""Functions of a hand-in as tests see them: with the attributes that they have there."""

import inspect
import sys
from types import CodeType, FunctionType, MethodType
from typing import Any

from grader.inside.student_tests.peer import Peer
from grader.inside.student_tests.remote import RemoteObject

# Who reads the code of a function to find out how to call it.
LOOK_AT_CODE = ("_pytest", "asyncio", "functools", "inspect", "pytest", "unittest")
KINDS_OF_FUNCTIONS = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
# What a function says of itself; its code stays where it is.
OPEN = ("__name__", "__qualname__")


def _anything(*arguments: object, **named: object) -> object:
    """Has the code that says which arguments a function of the hand-in's takes: any."""


class HiddenCode:
    """The code of a function: tests see none, Python's own modules that a call takes anything.

    Whether a function is a generator's or a coroutine's is asked.
    """

    def __get__(self, owner: Any, _kind: object) -> CodeType:
        code, frame = _anything.__code__, sys._getframe(1)
        if owner is None:
            return code
        if frame.f_globals.get("__name__", "").partition(".")[0] not in LOOK_AT_CODE:
            raise AttributeError  # which is then said by `AskedFunction`
        if frame.f_code.co_name != "_has_code_flag":
            return code
        flags: int = owner._peer.ask("flags", owner)
        return code.replace(co_flags=code.co_flags | flags & KINDS_OF_FUNCTIONS)


class AskedFunction:
    """A function of the hand-in's, such as one with `cache_info`, or a decorated one."""

    __code__ = HiddenCode()
    __defaults__ = __kwdefaults__ = None

    def __init__(self, peer: Peer) -> None:
        vars(self).update(_peer=peer)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        return FunctionType

    def __call__(self, *arguments: object, **named: object) -> object:
        return self._peer.call(self, "", arguments, named)

    def __get__(self, owner: object, _kind: object) -> object:
        return self if owner is None else MethodType(self, owner)

    def __getattr__(self, name: str) -> Any:
        if name == "__code__":
            raise AttributeError("tests as they are can't see the code of a function")
        if name.startswith("_") and name not in OPEN:
            raise AttributeError(f"'function' object has no attribute {name!r}")
        return self._peer.ask(".", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            self._peer.ask(".=", self, name, value)

    def __repr__(self) -> str:
        return f"<function {vars(self).get('__qualname__', '…')}>"


class AskedDocstring:
    """The docstring of a function, unless it is known."""

    def __get__(self, owner: Any, kind: object) -> object:
        return None if owner is None else owner._peer.ask(".", owner, "__doc__")


class AskedObject(RemoteObject):
    """An object of the hand-in's that may be there in place of a function."""

    def __getattr__(self, name: str) -> Any:
        return self._peer.ask(".", self, name) if name in OPEN else super().__getattr__(name)


for kind in (AskedFunction, AskedObject):
    kind.__doc__ = AskedDocstring()  # type: ignore[assignment]
