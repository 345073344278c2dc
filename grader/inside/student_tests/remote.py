"""Objects of the other box: whatever is done with one is asked of the other side."""

from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any

from grader.inside.student_tests.peer import Peer


class Remote:
    """An object of the other side.

    `understudy`, if there is one, is an object on this side that does whatever isn't in `own`: a
    student's class that adds one method to a class of the library is asked for that method alone.
    """

    def __init__(self, peer: Peer, understudy: Any = None, own: Sequence[str] = ()) -> None:
        self.__dict__.update(_peer=peer, _understudy=understudy, _own=frozenset(own))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._understudy is not None and name not in self._own:
            # It never changes.
            value = self.__dict__[name] = getattr(self._understudy, name)
            return value
        value = self._peer.ask(".", self, name)
        if isinstance(value, FunctionType):
            self.__dict__[name] = value  # a method: the next call needs no question before it
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self._peer.ask(".=", self, name, value)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self._peer.call(self, "", arguments, named)

    def __eq__(self, other: object) -> bool:
        return self is other or bool(self._peer.ask("==", self, other))

    def __hash__(self) -> int:
        return int(self._peer.ask("hash", self))

    def __iter__(self) -> Iterator[Any]:
        return iter(self._peer.ask("iter", self))

    def __bool__(self) -> bool:
        return bool(self._peer.ask("bool", self))


def _asking(symbol: str) -> Callable[..., Any]:
    def ask(self: Remote, *operands: Any) -> Any:
        return self._peer.ask(symbol, self, *operands)

    return ask


for _name, _symbol in {
    "__lt__": "<",
    "__le__": "<=",
    "__gt__": ">",
    "__ge__": ">=",
    "__getitem__": "[]",
    "__contains__": "in",
    "__len__": "len",
    "__str__": "str",
    "__repr__": "repr",
}.items():
    setattr(Remote, _name, _asking(_symbol))
