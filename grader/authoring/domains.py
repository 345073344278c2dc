"""Domain tables: which kinds of input each function is asked about, and which nobody asks.

An assignment may have `domains/MODULE.py` beside its hidden checks. `DOMAINS` there says, for each
function that students write, how its arguments vary. Every `Aspect` (how long a list is, where a
column lies) has parts, each of which a question of some check must meet, and parts `outside` of
what the texts allow, which no question may meet. If two aspects interact, a single question must
meet each `pair` of their parts.

    Domain(
        "primes.is_prime",
        (Aspect("n", "size", first, {"0": equals(0), "1": equals(1), "many": at_least(1000)}),),
    )

`grader.authoring.coverage` finds out which of them the checks meet.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from runpy import run_path
from typing import Any

from grader.student.compare import short

FOLDER = "domains"


@dataclass(frozen=True, slots=True)
class AskedCall:
    """A call of a student's function by a check, before it is made.

    `made` is what its object was made from, `before` what that object was asked earlier in the same
    question, and `beside` what other objects of its class were asked.
    """

    function: str
    made: tuple[Any, ...]
    arguments: tuple[Any, ...]
    before: tuple["AskedCall", ...] = ()
    beside: tuple["AskedCall", ...] = ()

    @property
    def text(self) -> str:
        """The call in a few words."""
        _module, *owner, name = self.function.split(".")
        maker = "".join(f"{each}({_listed(self.made)})." for each in owner)
        return f"{maker}{name}({_listed(self.arguments)})"


def _listed(arguments: Iterable[object]) -> str:
    return ", ".join([getattr(x, "__name__", "") or short(x, 60) for x in arguments])


Measure = Callable[[AskedCall], object]
Parts = Mapping[str, Callable[[Any], bool]]


@dataclass(frozen=True, slots=True)
class Aspect:
    """One way in which a parameter varies: a measure of it, and the parts of what that can be.

    A call whose measure is `None` is in no part. The parts `outside` are those that the texts
    exclude, or that the checks don't reach on purpose.
    """

    parameter: str
    kind: str
    measure: Measure
    parts: Parts
    outside: Parts = field(default_factory=dict)

    @property
    def name(self) -> str:
        return f"{self.parameter}: {self.kind}"

    def of(self, asked: AskedCall) -> list[str]:
        """The names of the parts that a call is in, those outside too."""
        value = self.measure(asked)
        if value is None:
            return []
        both = {**self.parts, **self.outside}
        return [name for name, holds in both.items() if holds(value)]


@dataclass(frozen=True, slots=True)
class Domain:
    """The aspects of a function's arguments, "module.function" or "module.Class.method".

    `pairs` are names of aspects that interact; `never` are the pairs of parts that can't meet. Only
    calls that it `measures` are looked at.
    """

    function: str
    aspects: tuple[Aspect, ...]
    pairs: tuple[tuple[str, str], ...] = ()
    never: frozenset[tuple[str, str]] = frozenset()
    measures: Callable[[AskedCall], bool] = lambda _asked: True

    def met_by(
        self, asked: AskedCall
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str, str, str]]]:
        """The parts that a call is in, each with its aspect's name, and the pairs of parts."""
        if not self.measures(asked):
            return [], []
        found = {aspect.name: aspect.of(asked) for aspect in self.aspects}
        parts = [(name, part) for name, parts in found.items() for part in parts]
        pairs = [
            (one, part, other, another)
            for one, other in self.pairs
            for part, another in product(found[one], found[other])
        ]
        return parts, pairs

    def pairs_of_parts(self) -> Iterator[tuple[str, str, str, str]]:
        """Two aspects and a part of each, for all pairs that one question must meet."""
        known = {aspect.name: aspect for aspect in self.aspects}
        for one, other in self.pairs:
            for part, another in product(known[one].parts, known[other].parts):
                if (part, another) not in self.never:
                    yield one, part, other, another


# -- what a part may hold of a measure ---------------------------------------------------------


def equals(value: object) -> Callable[[object], bool]:
    """Holds for that value alone."""
    return lambda measured: bool(measured == value)


def at_least(least: Any) -> Callable[[object], bool]:
    """Holds from that value on."""
    return lambda measured: bool(measured >= least)


def between(least: Any, most: Any) -> Callable[[object], bool]:
    """Holds from one value to another, both included."""
    return lambda measured: bool(least <= measured <= most)


def below(limit: Any) -> Callable[[object], bool]:
    """Holds under that value."""
    return lambda measured: bool(measured < limit)


def has(part: object) -> Callable[[Any], bool]:
    """Holds for measures that are collections with that element."""
    return lambda measured: part in measured


def each(*values: object) -> Parts:
    """A part for each of some values, named as they are printed."""
    return {str(value): equals(value) for value in values}


def among(*names: str) -> Parts:
    """A part for each of some names, for measures that are collections of names."""
    return {name: has(name) for name in names}


def read_domains(folder: Path, modules: Iterable[str]) -> list[Domain]:
    """The tables `DOMAINS` of the files `domains/MODULE.py` beside the hidden checks."""
    found: list[Domain] = []
    for module in modules:
        path = folder / FOLDER / f"{module}.py"
        if path.exists():
            found += run_path(str(path))["DOMAINS"]
    return found
