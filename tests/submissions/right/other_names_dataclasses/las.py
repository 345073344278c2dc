from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from gametree import Cons, ListView, Nil, Seq

T = TypeVar("T")
Same: TypeAlias = Callable[[T, T], bool]
Said: TypeAlias = Seq[tuple[int, T]]


@dataclass(frozen=True)
class Progress:
    """The run that is being counted."""

    times: int = 0
    what: object = None



def look_and_say(same: Same[T], things: Seq[T], verbose: bool = False) -> Said[T]:
    """Say how often each thing occurs in a row."""
    said: list[tuple[int, T]] = []
    progress = Progress()
    cursor: ListView[T] = things.showl()
    while True:
        match cursor:
            case Cons(thing, rest) if progress.times and same(thing, progress.what):
                progress = replace(progress, times=progress.times + 1)
                cursor = rest.showl()
            case Cons(thing, rest):
                if progress.times:
                    said.append((progress.times, progress.what))
                progress = Progress(times=1, what=thing)
                cursor = rest.showl()
            case Nil():
                if progress.times:
                    said.append((progress.times, progress.what))
                if verbose:
                    print(said)
                return Seq.of(*said)
