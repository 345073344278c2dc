"""Opens hand-ins in forked children, with limits on CPU time and memory.

A hand-in is the work of a stranger, and so are its archives, notebooks and encodings. Whatever
opening it does to a process, it does to one of these children: raise something unforeseen, take all
memory, never end. Then that hand-in can't be opened, and no other one is affected.
"""

import os
import traceback
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

from grader.assignment.config import Assignment, Intake
from grader.assignment.sources import read_sources
from grader.errors import HandinError, UsageError
from grader.handins.intake import Handin, noting_changed, noting_taken, open_parcel
from grader.handins.parcels import Parcel, parcel_of
from grader.handins.unpack import CANT
from grader.inside.notebook.layout import notebook_of
from grader.inside.notebook.reading import module_text
from grader.sandbox.kernel.forked import ChildFailed, each_apart
from grader.sandbox.kernel.own_limits import bound_cpu, bound_memory

# An honest hand-in takes milliseconds and a few megabytes; one of the largest size, part of these.
CPU_SECONDS, CPU_SECONDS_PER_MB = 10, 0.25
MEMORY, MEMORY_PER_MB = 512 << 20, 32
Opened = Handin | HandinError


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens hand-ins of an assignment: within its limits, for the files that it grades.

    A hand-in that has changed files that are `given` gets a note on it. `starters` are the modules
    that students begin with, and those of the library: a folder or an archive with nothing else
    comes last. What was `handed_out` is no data of theirs; boxes have our `packages` instead of
    modules of these names.
    """

    limits: Intake
    known_files: tuple[str, ...]
    given: Mapping[str, str] = field(default_factory=dict)
    starters: Mapping[str, str] = field(default_factory=dict)
    handed_out: Collection[str] = ()
    packages: Collection[str] = ()

    def open(self, path: Path) -> Handin:
        """Everything gradable in a folder, an archive or a single file.

        Raises `HandinError` if there is nothing that can be graded, `UsageError` if nothing is
        there.
        """
        if not os.path.lexists(path):
            raise UsageError(f"{path}: there is no such file or folder")
        [(_, opened)] = self.open_all([parcel_of(path)])
        if isinstance(opened, HandinError):
            raise opened
        return opened

    def open_all(self, parcels: Iterable[Parcel], jobs: int = 1) -> Iterator[tuple[Parcel, Opened]]:
        """Each hand-in, or why it can't be opened, in order; some are read in advance."""
        for parcel, data in each_apart(self._opened, parcels, jobs):
            if isinstance(data, ChildFailed):
                yield parcel, HandinError(f"{CANT}{self._end_of(data)}")
            elif isinstance(data, str):
                yield parcel, HandinError(data)
            else:
                yield parcel, Handin(**{**data, "notes": tuple(data["notes"])})

    def _opened(self, parcels: Sequence[Parcel]) -> list[object]:
        """In a child: each hand-in as JSON data, or in words why it can't be opened."""
        bound_memory(MEMORY + (self.limits.max_mb << 20) * MEMORY_PER_MB)
        made: list[object] = []
        for parcel in parcels:
            bound_cpu(self._cpu_seconds)
            try:
                made.append(asdict(self._open(parcel)))
            except HandinError as error:
                made.append(str(error))
            except MemoryError:
                raise  # earlier ones may have taken the memory: alone, it gets all of it
            except Exception as error:  # whatever it is, this hand-in caused it
                made.append(f"{CANT}{_words_of(error)}")
        return made

    def _open(self, parcel: Parcel) -> Handin:
        files = self.known_files, self.starters, self.handed_out
        opened = open_parcel(parcel, self.limits, *files)
        return noting_taken(noting_changed(opened, self.given), self.packages)

    @property
    def _cpu_seconds(self) -> int:
        return CPU_SECONDS + int(CPU_SECONDS_PER_MB * self.limits.max_mb)

    def _end_of(self, failed: ChildFailed) -> str:
        """Why a process that had only this hand-in has ended."""
        how = str(failed)
        if how.startswith("MemoryError"):
            return "reading it takes too much memory"
        if how == "ended by SIGXCPU":
            return f"reading it takes more than {self._cpu_seconds} seconds"
        return f"reading it failed ({how})"


def opener_of(assignment: Assignment) -> Opener:
    """The opener of an assignment's hand-ins."""
    known = assignment.known_files
    found = assignment.handout.rglob("*")
    handed_out = frozenset(path.relative_to(assignment.handout).as_posix() for path in found)
    packages = (__name__.partition(".")[0], assignment.library)
    starters = _starters(assignment)
    return Opener(assignment.intake, known, assignment.given, starters, handed_out, packages)


def _starters(assignment: Assignment) -> dict[str, str]:
    known, folder = assignment.known_files, assignment.handout
    packages = (*assignment.packages_handed_in, *filter(None, [assignment.library]))
    found = read_sources(folder, known, packages)
    for name in known:
        path = folder / notebook_of(name)
        if path.is_file():
            with suppress(ValueError):  # one that can't be used is like no hand-in
                found[name] = module_text(path.name, path.read_bytes())
    return found


def _words_of(error: Exception) -> str:
    """An unforeseen exception in words, so that a reader of the line can report it."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"reading it failed ({type(error).__name__} in {Path(place.filename).name})"
