"""What becomes of mutants of the reference, and which of them behave exactly as it does.

A mutant is killed when a check of its own task fails: the task that names the changed function or,
for a helper, any task whose functions need it. Mutants that no legal input distinguishes from it
are in `tests/equivalent_mutants.toml` of the assignment, if there are any, with the reason.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from grader.assignment.config import Assignment

EQUIVALENT = Path("tests/equivalent_mutants.toml")
# Mutants often never end. The reference needs a small part of this.
CPU_SECONDS, HANDIN_CPU_SECONDS = 2, 40


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed copy of a file: who owns the change, the lines before and after, all the text.

    `owner` is a function, a method as "Class.method", or a name that the module assigns to.
    """

    file: str
    owner: str
    was: str
    becomes: str
    source: str


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: the tasks that it should lose one of, those that it lost.

    `by` are the checks that it failed. It is `endless` if a check of those tasks wasn't run because
    one before it never ended.
    """

    mutant: Mutant
    own: frozenset[str]
    lost: frozenset[str]
    broken: tuple[str, ...] = ()
    by: frozenset[str] = frozenset()
    endless: bool = False

    @property
    def killed(self) -> bool:
        return bool(self.own & self.lost)


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A change that no legal input shows: the lines before and after it, and why."""

    file: str
    function: str
    was: str
    becomes: str
    reason: str

    def is_of(self, mutant: Mutant) -> bool:
        """Whether it is about this mutant."""
        mine = (self.file, self.function, self.was, self.becomes)
        return mine == (mutant.file, mutant.owner, mutant.was, mutant.becomes)


def read_equivalents(path: Path) -> tuple[Equivalent, ...]:
    """The listed equivalent mutants; none without such a file."""
    if not path.exists():
        return ()
    listed = tomllib.loads(path.read_text("utf-8"))["mutant"]
    return tuple(
        [
            Equivalent(e["file"], e["function"], e["was"].strip(), becomes.strip(), e["reason"])
            for e in listed
            for becomes in e["becomes"]
        ]
    )


def briefly(assignment: Assignment) -> Assignment:
    """The same assignment with little time for endless mutants, and without advice to them."""
    limits = replace(
        assignment.limits, cpu_seconds=CPU_SECONDS, handin_cpu_seconds=HANDIN_CPU_SECONDS
    )
    folders = replace(assignment.folders, mistakes="no-advice")
    return replace(assignment, limits=limits, folders=folders)


# -- the report ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tally:
    """The mutants of one module, sorted: equivalent ones, and the others' fates."""

    module: str
    fates: tuple[Fate, ...]
    equivalents: tuple[Equivalent, ...]

    def equivalent(self, fate: Fate) -> bool:
        return any(known.is_of(fate.mutant) for known in self.equivalents)

    @property
    def judged(self) -> list[Fate]:
        """All but the equivalent ones."""
        return [fate for fate in self.fates if not self.equivalent(fate)]

    @property
    def killed(self) -> int:
        return sum(fate.killed for fate in self.judged)

    def faults(self) -> Iterator[str]:
        """What should not be: survivors, mutants killed elsewhere, wrong claims of equivalence."""
        for fate in self.judged:
            if not fate.killed:
                yield _survivor(fate)
        for fate in self.fates:
            if fate.broken:
                yield f"{_place(fate.mutant)}: the check {fate.broken[0]} broke"
            if fate.lost and self.equivalent(fate):
                yield f"{_place(fate.mutant)}: not equivalent: {_listed(fate.lost)} noticed it"
        for known in self.equivalents:
            if not any(known.is_of(fate.mutant) for fate in self.fates):
                yield f"{known.file}: {known.function}: no mutant is {known.becomes!r} any more"


def _place(mutant: Mutant) -> str:
    return f"{mutant.file}: {mutant.owner}"


def _listed(tasks: Iterable[str]) -> str:
    return ", ".join(sorted(tasks))


def _survivor(fate: Fate) -> str:
    where = f"killed only by {_listed(fate.lost)}" if fate.lost else "alive"
    lines = [f"  - {line}" for line in fate.mutant.was.splitlines()]
    lines += [f"  + {line}" for line in fate.mutant.becomes.splitlines()]
    return "\n".join([f"{_place(fate.mutant)}: {where}", *lines])


def lines_of(found: Tally) -> Iterator[str]:
    """One module's report: killed and all, a function a line."""
    judged = found.judged
    total = Counter(fate.mutant.owner for fate in judged)
    killed = Counter(fate.mutant.owner for fate in judged if fate.killed)
    equal = len(found.fates) - len(judged)
    yield f"{found.module}: {found.killed} of {len(judged)} killed, {equal} equivalent"
    yield from (f"  {killed[owner]:4} of {total[owner]:4}  {owner}" for owner in total)
