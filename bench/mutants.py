"""`python -m bench.mutants [MODULE …]`: is every mutant of the reference caught?

Every mutant is graded like a hand-in, by the checks of its own tasks, and by all of its module
if it loses none of these (see `bench.fates`).
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench.fates import EQUIVALENT, Fate, Mutant, Tally, briefly, lines_of, read_equivalents
from bench.kept import digests, kept
from bench.mutations import meant, mutants_of, reached
from grader.assignment.config import Assignment, Module
from grader.assignment.load import load
from grader.assignment.sources import read_sources
from grader.errors import BrokenGrader
from grader.judging.help import NO_HELP
from grader.judging.unit import Unit
from grader.results import CheckResult, ModuleResult
from grader.running.boxes import choose_tier
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier
from grader.statuses import Status

CONTROL = "the reference"
UNCHANGED = "not changed, since `functions` names nothing of the reference"
# What the fates of mutants depend on, beside the checks.
DECIDING = ("fates.py", "mutants.py", "mutations.py")
# What a task asks for without naming it among its functions.
ALSO = {
    "connect4.moves": ("Connect4.start", "Connect4.player"),
    "popout.rules": ("PopOut.start", "PopOut.player"),
}


# -- grading ---------------------------------------------------------------------------------


def owners_of(module: Module, source: str) -> dict[str, frozenset[str]]:
    """Who may be mutated in a module's file, and which tasks must notice."""
    named, needed = _named(module, source), needs_of(module, source)
    owners = sorted({owner for needs in needed.values() for owner in needs})
    return {owner: _own_tasks(owner, named, needed) for owner in owners}


def needs_of(module: Module, source: str) -> dict[str, frozenset[str]]:
    """What each task of a module needs of its file, directly or through others."""
    named = _named(module, source)
    return {task: reached(source, functions) for task, functions in named.items()}


def _named(module: Module, source: str) -> dict[str, tuple[str, ...]]:
    return {
        task.id: meant(source, (*task.functions, *ALSO.get(task.id, ()))) for task in module.tasks
    }


def _own_tasks(
    owner: str, named: dict[str, tuple[str, ...]], needed: dict[str, frozenset[str]]
) -> frozenset[str]:
    naming = frozenset(task for task, functions in named.items() if owner in functions)
    return naming or frozenset(task for task, needs in needed.items() if owner in needs)


def fates_of(assignment: Assignment, module: Module, tier: Tier, jobs: int) -> list[Fate]:
    """Grade every mutant of a module's file."""
    source = files_of(assignment)[module.file]
    mutants = mutants_of(module.file, source, owners_of(module, source))
    return grade(assignment, module, list(mutants), tier, jobs)


def files_of(assignment: Assignment) -> dict[str, str]:
    """The reference's file of each module."""
    names = [each.file for each in assignment.modules]
    every = read_sources(assignment.reference)
    return {name: text for name, text in every.items() if name in names}


def grade(
    assignment: Assignment, module: Module, mutants: Sequence[Mutant], tier: Tier, jobs: int
) -> list[Fate]:
    """Grade mutants of a module's file, in one session."""
    files = files_of(assignment)
    owners = owners_of(module, files[module.file])
    fates: list[Fate] = []

    def body(session: Session) -> None:
        # Second verdicts, for what builds on a wrong function, are not asked for here.
        session.judge.available = NO_HELP
        grading = _Grading(session, module, files, jobs)
        for own in sorted(set(owners.values()), key=sorted):
            mine = [mutant for mutant in mutants if owners[mutant.owner] == own]
            fates.extend(grading.fates(mine, own))

    open_session(assignment, [module.name], tier, body)
    return fates


@dataclass(frozen=True, slots=True)
class _Grading:
    session: Session
    module: Module
    files: Mapping[str, str]
    jobs: int

    def fates(self, mutants: Sequence[Mutant], own: frozenset[str]) -> Iterator[Fate]:
        """What becomes of mutants that must lose one of the tasks `own`.

        The other tasks are only looked at for those that lose none of them.
        """
        alive: list[Mutant] = []
        for mutant, result in self._grade(mutants, own):
            fate = _fate(mutant, own, result)
            if fate.killed:
                yield fate
            else:
                alive.append(mutant)
        everything = frozenset(task.id for task in self.module.tasks)
        for mutant, result in self._grade(alive, everything):
            yield _fate(mutant, own, result)

    def _grade(
        self, mutants: Sequence[Mutant], tasks: frozenset[str]
    ) -> Iterator[tuple[Mutant, ModuleResult]]:
        if not mutants:
            return
        plugin = self.session.plugin
        checks, plugin.checks = plugin.checks, tuple([c for c in plugin.checks if c.task in tasks])
        try:
            for unit, [result] in self.session.grade(self._units(mutants), self.jobs):
                if unit.student == CONTROL:
                    _expect_full_marks(result)
                else:
                    yield mutants[int(unit.student)], result
        finally:
            plugin.checks = checks

    def _units(self, mutants: Sequence[Mutant]) -> Iterator[Unit]:
        module = self.module
        yield Unit(CONTROL, self.files, {}, (module.name,))
        for number, mutant in enumerate(mutants):
            changed = {**self.files, module.file: mutant.source}
            yield Unit(str(number), changed, {}, (module.name,))


def _expect_full_marks(result: ModuleResult) -> None:
    lost = [check.name for check in result.checks if not check.passed]
    if lost:
        raise BrokenGrader(f"the reference itself loses {lost[0]}; nothing can be said of mutants")


def _fate(mutant: Mutant, own: frozenset[str], result: ModuleResult) -> Fate:
    lost = frozenset(check.task for check in result.checks if _is_lost(check))
    broken = tuple([check.name for check in result.checks if check.status is Status.BROKEN])
    by = frozenset(check.name for check in result.checks if _is_lost(check))
    endless = any(check.status is Status.SKIPPED and check.task in own for check in result.checks)
    return Fate(mutant, own, lost, broken, by, endless)


def _is_lost(check: CheckResult) -> bool:
    # What was not run, because something before it never ended, says nothing.
    return not check.passed and check.status not in (Status.BROKEN, Status.SKIPPED)


def tally(assignment: Assignment, names: Sequence[str], tier: Tier, jobs: int) -> Iterator[Tally]:
    """The mutants of each module, as they are graded."""
    known = read_equivalents(assignment.root / EQUIVALENT)
    brief = briefly(assignment)
    for module in brief.modules:
        if module.name in names:
            mine = tuple([each for each in known if each.file == module.file])
            make = partial(fates_of, brief, module, tier, jobs)
            depends_on = digests(brief, module.name, *DECIDING)
            fates = kept(brief.root, f"mutants-{module.name}", depends_on, make)
            yield Tally(module.name, tuple(fates), mine)


def graded_modules(assignment: Assignment) -> list[str]:
    """The modules whose reference can be mutated: a suite of tests is judged by other means."""
    return [m.name for m in assignment.modules if any(task.functions for task in m.tasks)]


def unchanged(assignment: Assignment, names: Sequence[str]) -> Iterator[str]:
    """What nothing is changed for, of some modules: tasks, and functions that aren't there."""
    files = files_of(assignment)
    for module in assignment.modules:
        for task in module.tasks if module.name in names else ():
            if not task.functions:
                yield task.id
            for name in task.functions:
                if not meant(files[module.file], [name]):
                    yield f"{task.id} ({name})"


def main() -> int:
    """Grade the mutants and print the report; 1 if any fate is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="default: all of them")
    parser.add_argument("--config", type=Path, default=Path("config.yaml"))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    assignment = load(options.config).asking_all()
    faults: list[str] = []
    names = options.modules or graded_modules(assignment)
    for found in tally(assignment, names, choose_tier(Tier.CONFINED), options.jobs):
        print("\n".join(lines_of(found)), flush=True)
        faults += found.faults()
    if left := list(unchanged(assignment, options.modules or [m.name for m in assignment.modules])):
        print(f"{UNCHANGED}: {', '.join(left)}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
