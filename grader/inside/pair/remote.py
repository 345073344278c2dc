"""Objects of the other box: whatever is done with one is asked of the other side."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import FunctionType
from typing import Any

from grader.inside.pair.operations import BINARY, DIVMOD
from grader.inside.pair.peer import Peer

FIELDS = "__dataclass_fields__"


class BareRemote:
    """An object of the other side that supports only what every Python object does.

    `understudy`, if given, is an object on this side that does whatever isn't in `own`: a student's
    class that adds one method to a class of the library is asked only for that method.
    """

    def __init__(self, peer: Peer, understudy: object = None, own: Sequence[str] = ()) -> None:
        self.__dict__.update(_peer=peer, _understudy=understudy, _own=frozenset(own))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._understudy is not None and name not in self._own:
            # It never changes, so it can be kept.
            value = self.__dict__[name] = getattr(self._understudy, name)
            return value
        value = self._peer.ask(".", self, name)
        if isinstance(value, FunctionType):
            self.__dict__[name] = value  # a method: the next call needs no question before it
        return value

    def __setattr__(self, name: str, value: object) -> None:
        self.__dict__.pop(name, None)
        self._peer.ask(".=", self, name, value)

    def __delattr__(self, name: str) -> None:
        self.__dict__.pop(name, None)
        self._peer.ask("del.", self, name)


class RemoteObject(BareRemote):
    """An object of the other side, which decides whether it supports what Python asks of it."""

    def __call__(self, *arguments: object, **named: object) -> object:
        return self._peer.call(self, "", arguments, named)


@cache
def remote_class_of(kind: type, base: Any = RemoteObject) -> type[RemoteObject]:
    """A class of remote objects that `isinstance` also finds to be of another class.

    What such an object can do is the other side's business; which fields it has is its class's.
    """
    names: dict[str, object] = {"__class__": property(lambda _self: kind)}
    if (fields := getattr(kind, FIELDS, None)) is not None:
        names[FIELDS] = fields
    return type(kind.__name__, (base,), names)


# The methods by which Python asks an object, and the operations; `__r…__`, `__i…__` are below.
SPECIAL = {
    "__eq__": "==",
    "__ne__": "!=",
    "__lt__": "<",
    "__le__": "<=",
    "__gt__": ">",
    "__ge__": ">=",
    "__getitem__": "[]",
    "__setitem__": "[]=",
    "__delitem__": "del[]",
    "__contains__": "in",
    "__len__": "len",
    "__bool__": "bool",
    "__hash__": "hash",
    "__next__": "next",
    "__reversed__": "reversed",
    "__int__": "int",
    "__float__": "float",
    "__complex__": "complex",
    "__index__": "index",
    "__abs__": "abs",
    "__round__": "round",
    "__floor__": "floor",
    "__ceil__": "ceil",
    "__trunc__": "trunc",
    "__bytes__": "bytes",
    "__divmod__": DIVMOD,
    "__neg__": "neg",
    "__pos__": "pos",
    "__invert__": "~",
    "__str__": "str",
    "__repr__": "repr",
    "__format__": "format",
    "__copy__": "copy",
    "__enter__": "enter",
}


def special_methods(asked: Callable[[Any], Any]) -> dict[str, Callable[..., object]]:
    """Methods that ask for whatever Python's operators and functions want of an object.

    `asked` returns the remote object behind one. The other side knows whether the real object can
    do it, and raises what Python does if it can't.
    """

    def asking(symbol: str, *, reflected: bool = False) -> Callable[..., object]:
        def ask(self: object, *operands: object) -> object:
            remote = asked(self)
            both = (*operands, remote) if reflected else (remote, *operands)
            return remote._peer.ask(symbol, *both)

        return ask

    def special_iter(self: Any) -> Iterator[object]:
        remote = asked(self)
        found = remote._peer.ask("iter", remote)
        return self if remote._peer.is_same(found, remote) else iter(found)

    def special_exit(
        self: object, _kind: object, error: BaseException | None, _trace: object
    ) -> object:
        remote = asked(self)
        return remote._peer.ask_to_exit(remote, error)

    def special_deepcopy(self: object, _memo: object) -> object:
        remote = asked(self)
        return remote._peer.ask("deepcopy", remote)

    found: dict[str, Callable[..., object]] = {n: asking(symbol) for n, symbol in SPECIAL.items()}
    for symbol, function in BINARY.items():
        name = function.strip("_")
        found[f"__{name}__"] = asking(symbol)
        found[f"__r{name}__"] = asking(symbol, reflected=True)
        found[f"__i{name}__"] = asking(f"{symbol}=")
    found["__rdivmod__"] = asking(DIVMOD, reflected=True)
    return found | {
        "__iter__": special_iter,
        "__exit__": special_exit,
        "__deepcopy__": special_deepcopy,
    }


def ask_for_special_methods(kind: object, asked: Callable[[Any], Any]) -> None:
    """Give a class all of these methods."""
    for name, method in special_methods(asked).items():
        setattr(kind, name, method)


def _remote(remote: BareRemote) -> BareRemote:
    return remote


ask_for_special_methods(RemoteObject, _remote)
# Those that every object has, or that `copy` uses.
for name, method in special_methods(_remote).items():
    if hasattr(object, name) or name in ("__copy__", "__deepcopy__"):
        setattr(BareRemote, name, method)
