from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

from gametree import Cons, Nil, Seq

A = TypeVar("A")


class Listener(ABC, Generic[A]):
    """Hears the elements of a sequence one by one."""

    @abstractmethod
    def hear(self, x: A) -> None: ...

    def listen(self, s: Seq[A]) -> None:
        while True:
            match s.showl():
                case Nil():
                    break
                case Cons(x, s):
                    self.hear(x)


@dataclass
class Run(Generic[A]):
    first: A
    length: int = 1

    def to_pair(self) -> tuple[int, A]:
        return self.length, self.first


class Scribe(Listener[A]):
    def __init__(self, eq):
        self.eq = eq
        self.runs: list[Run[A]] = []

    def hear(self, x: A) -> None:
        if self.runs and self.eq(self.runs[-1].first, x):
            self.runs[-1].length += 1
        else:
            self.runs.append(Run(x))


def look_and_say(eq, s: Seq[A]) -> Seq[tuple[int, A]]:
    scribe: Scribe[A] = Scribe(eq)
    scribe.listen(s)
    return Seq.from_list(scribe.runs).map(Run.to_pair)
