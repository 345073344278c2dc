"""Objects of classes that the tests and the hand-in have both been given: a `Node` of `node.py`.

Each side has its own copy of the file. When such an object comes from the hand-in, its attributes
are what the hand-in says, since it may change them; but its methods run here, in the class as it
was given: so no hand-in decides whether two of them are equal.
"""

from collections.abc import Callable
from enum import Enum, Flag
from functools import cache
from importlib import import_module
from inspect import ismemberdescriptor
from typing import Any

from grader.inside.class_facts import attribute_of
from grader.inside.pair.remote import RemoteObject
from grader.inside.wire import Violation

THERE = "_there"
MADE: set[type] = set()


def given_class(name: str) -> Any:
    """A class by its module's name and its own."""
    module, _, own = name.rpartition(".")
    return vars(import_module(module))[own]


def described_member(value: object, kind: str) -> list[object]:
    """The description of a member of an enum of that name; empty for anything else."""
    if not isinstance(value, Enum):
        return []
    key = value.value if isinstance(value, Flag) else value.name
    return ["member", kind, key if type(key) is int else str(key)]


def member_of(kind: Any, key: str | int) -> object:
    """A member of a given enum by its name, or of flags by their value; raises `Violation`."""
    try:
        return kind(key) if type(key) is int else kind[key]
    except (KeyError, ValueError):
        raise Violation("no member of an enum that is given") from None


def object_of(kind: object, remote: RemoteObject) -> object:
    """The stand-in for a remote object of a given class; if none can be made, the remote itself."""
    try:
        made = object.__new__(_with_state_there(kind))
    except TypeError:  # such as an exception or a list
        return remote
    object.__setattr__(made, THERE, remote)
    return made


def remote_of(value: object) -> object:
    """The remote object behind an object of a given class; None for anything else."""
    return object.__getattribute__(value, THERE) if type(value) in MADE else None


@cache
def _with_state_there(kind: Any) -> Any:
    def read(self: object, name: str) -> object:
        if name.startswith("__") or is_of_class(kind, name):
            return object.__getattribute__(self, name)
        remote = object.__getattribute__(self, THERE)
        return remote._peer.ask(".", remote, name)

    def write(self: object, name: str, value: object) -> None:
        if is_of_class(kind, name) or kind.__setattr__ is not object.__setattr__:
            kind.__setattr__(self, name, value)
        else:
            remote = object.__getattribute__(self, THERE)
            remote._peer.ask(".=", remote, name, value)

    def delete(self: object, name: str) -> None:
        if is_of_class(kind, name) or kind.__delattr__ is not object.__delattr__:
            kind.__delattr__(self, name)
        else:
            remote = object.__getattribute__(self, THERE)
            remote._peer.ask("del.", remote, name)

    def asking(operation: str) -> Callable[..., object]:
        def ask(self: object, *_: object) -> object:
            remote = object.__getattribute__(self, THERE)
            return remote._peer.ask(operation, remote)

        return ask

    names = {
        "__slots__": (THERE,),
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        "__class__": property(lambda _self: kind),
        "__getattribute__": read,
        "__setattr__": write,
        "__delattr__": delete,
        "__copy__": asking("copy"),
        "__deepcopy__": asking("deepcopy"),
    }
    if kind.__hash__ is not None:
        names["__hash__"] = kind.__hash__
    made = type(kind)(kind.__name__, (kind,), names)
    MADE.add(made)
    return made


def is_of_class(kind: type, name: str) -> bool:
    """Whether an attribute is code of the class, not state of an object."""
    found = attribute_of(kind, name)
    return hasattr(type(found), "__get__") and not ismemberdescriptor(found)
