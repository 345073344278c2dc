"""The classes of the tests' objects as a hand-in has them: with names, bases and operators.

A hand-in may ask whether what it is handed can be called or iterated, or is of the class of another
object. Such an object stays with the tests, and so do its methods; but what it supports is visible
in its class on both sides.

If its class derives from one of the hand-in, the mirrored class does so too. Such an object has a
real instance of the hand-in's class behind it, its understudy: what the tests' class defines is
asked for there, what the hand-in's defines runs here, and the state is the understudy's.
"""

from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import Any

from grader.inside.class_facts import bases_of, mro_of, name_of
from grader.inside.course_tests.given_objects import THERE, is_of_class
from grader.inside.pair.peer import Peer
from grader.inside.pair.remote import BareRemote, RemoteObject, special_methods
from grader.inside.pair.standins import is_exact

METHODS = {**special_methods(lambda remote: remote), "__call__": RemoteObject.__call__}


class DescribedClasses:
    """The tests' end: numbers their classes."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, type]] = {}

    def of(self, value: object) -> list[object]:
        """`[number, name, numbers of bases, special methods]` of a class and its bases.

        Base classes come first.
        """
        return [
            self._described(kind) for kind in reversed(mro_of(type(value))) if kind is not object
        ]

    def _described(self, kind: type) -> list[object]:
        bases = [self._number(base) for base in bases_of(kind) if base is not object]
        own = [
            name for name, method in vars(kind).items() if name in METHODS and method is not None
        ]
        return [self._number(kind), name_of(kind), bases, own]

    def _number(self, kind: type) -> int:
        number, _ = self._known.setdefault(id(kind), (len(self._known), kind))
        return number


class MirroredClasses:
    """The hand-in's end."""

    def __init__(self) -> None:
        self._made: dict[int, type[BareRemote]] = {}

    def made(self, described: list[list[Any]], peer: Peer) -> BareRemote:
        """An object of the class that is described last."""
        for number, name, bases, methods in described:
            if number not in self._made:
                above = tuple([self._made[base] for base in bases]) or (BareRemote,)
                self._made[number] = type(name, above, {"__module__": "__main__"})
            # A test may have added some to a class since.
            for method in methods:
                setattr(self._made[number], method, METHODS[method])
        number, *_ = described[-1]
        return self._made[number](peer)


# -- below a class of the hand-in's ------------------------------------------------------------


def described_below(value: object) -> list[object]:
    """`[name, special methods]` of an object's class that derives from one of the hand-in.

    The methods are those that the tests' classes define.
    """
    of_tests = takewhile(lambda kind: not is_exact(kind), mro_of(type(value)))
    found = {name for kind in of_tests for name in vars(kind)}
    return [name_of(type(value)), sorted(found & METHODS.keys())]


def object_below(remote: RemoteObject, name: str, methods: Sequence[str]) -> object:
    """The stand-in for a remote object with an understudy; if none can be made, the remote."""
    try:
        base: object = type(remote._understudy)
        made = object.__new__(_class_below(base, name, tuple(methods)))
    except Exception:  # its layout differs, as below a value, or its own code refuses
        return remote
    object.__setattr__(made, THERE, remote)
    return made


def _remote_of(value: object) -> Any:
    return object.__getattribute__(value, THERE)


def _call(value: object, *arguments: object, **named: object) -> object:
    return _remote_of(value)(*arguments, **named)


METHODS_BELOW = {**special_methods(_remote_of), "__call__": _call}


@cache
def _class_below(base: Any, name: str, methods: tuple[str, ...]) -> Any:
    def read(self: object, attribute: str) -> object:
        remote = _remote_of(self)
        if attribute in remote._own:
            return getattr(remote, attribute)
        if attribute == "__dict__":
            held = remote._understudy.__dict__
            return {key: value for key, value in held.items() if key not in remote._own}
        if attribute.startswith("__") or is_of_class(base, attribute):
            return object.__getattribute__(self, attribute)
        return getattr(remote._understudy, attribute)

    def write(self: object, attribute: str, value: object) -> None:
        remote = _remote_of(self)
        setattr(remote if attribute in remote._own else remote._understudy, attribute, value)

    def delete(self: object, attribute: str) -> None:
        remote = _remote_of(self)
        delattr(remote if attribute in remote._own else remote._understudy, attribute)

    names: dict[str, object] = {"__slots__": (THERE,), "__module__": "__main__"}
    # Claim the understudy's class: a dataclass compares only objects of the same one.
    names["__class__"] = property(lambda _self: base)
    names |= {method: METHODS_BELOW[method] for method in ("__copy__", "__deepcopy__", *methods)}
    names |= {"__getattribute__": read, "__setattr__": write, "__delattr__": delete}
    return type(base)(name, (base,), names)
