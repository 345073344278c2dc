"""One run of grading: the assignment, where results go, who shows progress, what is to be done."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Protocol

from grader.assignment.config import Assignment
from grader.assignment.digest import module_digests
from grader.handins.intake import Handin
from grader.handins.opening import Opened, opener_of
from grader.handins.parcels import Parcel
from grader.inside.module_names import file_of
from grader.results import HandinResult, ModuleResult
from grader.running.certificate import keys_here, keys_on_cluster
from grader.sandbox.tiers import Tier
from grader.scoring.score import HandinScore


class ProgressDisplay(Protocol):
    """Shows how grading goes on."""

    def begin(self, total: int, known: int) -> None:
        """Grading begins: `total` hand-ins, of which `known` were graded before."""

    def proved(self, done: int, total: int) -> None:
        """This many known hand-ins, which come before all others, are graded."""

    def graded(self, student: str, scored: HandinScore) -> None:
        """One more hand-in is graded, and on disk."""

    def note(self, line: str) -> None:
        """Something that staff should know."""

    def end(self) -> None:
        """Grading has ended or was stopped."""


@dataclass(frozen=True, slots=True)
class PendingHandin:
    """A hand-in with modules that have to be graded.

    Only those that are `asked` may have a usable file.
    """

    parcel: Parcel
    modules: tuple[str, ...]
    asked: tuple[str, ...]


@dataclass(frozen=True)
class Job:
    """One run: the assignment, where results go, how boxes are isolated, how many at a time.

    With a `scheduler`, the address of a Dask cluster, its workers grade; then `tier` is the weakest
    isolation that they may have.
    """

    assignment: Assignment
    out: Path
    tier: Tier
    jobs: int
    progress: ProgressDisplay
    scheduler: str = ""

    @cached_property
    def digests(self) -> dict[str, str]:
        """The digests of all modules as they were when this run began."""
        return module_digests(self.assignment)

    @cached_property
    def keys(self) -> dict[str, str]:
        """The digests, by module, of what the verdicts of this run depend on."""
        if self.scheduler:
            return keys_on_cluster(self.digests, self.tier)
        return keys_here(self.digests, self.tier)

    def open_all(self, parcels: Iterable[Parcel]) -> Iterator[tuple[Parcel, Opened]]:
        """Each hand-in, or why it can't be opened, in order; some are read in advance."""
        return opener_of(self.assignment).open_all(parcels, self.jobs)


def asked_of(handin: Handin, modules: Iterable[str]) -> tuple[str, ...]:
    """Those of some modules for which a hand-in has a usable file."""
    files = handin.files.keys() - handin.problems.keys()
    return tuple([module for module in modules if file_of(module) in files])


def result_of(handin: Handin, modules: Iterable[ModuleResult] = ()) -> HandinResult:
    """The result of a hand-in with these modules graded."""
    return HandinResult(
        student=handin.student,
        digest=handin.digest,
        modules=tuple(modules),
        notes=handin.notes,
        sources=handin.files,
        data=handin.data,
    )


def result_without(student: str, why: str) -> HandinResult:
    """The result of a hand-in that can't be graded."""
    return HandinResult(student, "", problem=why)
