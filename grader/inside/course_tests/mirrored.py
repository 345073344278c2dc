"""Classes of the tests' objects, as a hand-in has them: with their names, bases and operators.

A hand-in may ask what it is handed whether it can be called, or looked through, or is of the class
of another one. Such an object stays with the tests, and so do its methods; but what of Python's own
it can do is seen by its class, here and there.
"""

from typing import Any

from grader.inside.class_facts import bases_of, mro_of, name_of
from grader.inside.student_tests.peer import Peer
from grader.inside.student_tests.remote import BareRemote, RemoteObject, special_methods

METHODS = {**special_methods(lambda remote: remote), "__call__": RemoteObject.__call__}


class DescribedClasses:
    """The tests' end: gives their classes numbers."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[int, type]] = {}

    def of(self, value: object) -> list[object]:
        """`[number, name, numbers of bases, special methods]` of a class and those above it.

        The highest come first.
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
            # A test may have put some into a class since then.
            for method in methods:
                setattr(self._made[number], method, METHODS[method])
        number, *_ = described[-1]
        return self._made[number](peer)
