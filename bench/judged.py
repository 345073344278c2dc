"""What becomes of the faults of a module: killed, accepted, or not told from the reference.

Every fault is graded like a hand-in, by the checks of its own tasks. What none of them fails is
looked at again by a search for a witness (see `bench.witnesses`); without one it is called
equivalent. Where a single check fails a fault, its examples that show it are counted.
"""

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bench.fates import Fate, briefly
from bench.kept import digests, kept
from bench.mutants import files_of, grade, owners_of
from bench.people import Fault, faults_of
from bench.witnesses import Searcher
from grader.assignment.config import Assignment, Module
from grader.running.session import Session, open_session
from grader.sandbox.kernel.forked import ForkedProcess
from grader.sandbox.tiers import Tier

# What the fates of faults depend on, beside the checks.
DECIDING = ("fates.py", "judged.py", "mutants.py", "mutations.py", "people.py", "witnesses.py")


@dataclass(frozen=True, slots=True)
class Judged:
    """A fault, what became of it, and where it was accepted the call that shows it, if any.

    `examples` says how many examples of a check show it if no other check fails it: 1 or `ENOUGH`.
    """

    module: str
    fault: Fault
    fate: Fate
    witness: str = ""
    examples: int = 0

    @property
    def killed(self) -> bool:
        """Whether it loses one of its own tasks."""
        return self.fate.killed

    @property
    def accepted(self) -> bool:
        """Whether it passes although some input shows it."""
        return not self.killed and bool(self.witness)

    @property
    def equivalent(self) -> bool:
        """Whether nothing shows it."""
        return not self.killed and not self.witness

    @property
    def by(self) -> frozenset[str]:
        """The checks of its own tasks that it fails."""
        tasks = self.fate.own
        return frozenset(name for name in self.fate.by if name.partition("/")[0] in tasks)

    @property
    def sole(self) -> str:
        """The one check that it rests on; empty if there are several, none, or some not run."""
        return next(iter(self.by)) if len(self.by) == 1 and not self.fate.endless else ""


def judged(assignment: Assignment, module: Module, tier: Tier, jobs: int) -> list[Judged]:
    """Every fault of a module's file with what became of it, as long as nothing changes."""
    depends_on = digests(assignment, module.name, *DECIDING)
    name = f"faults-{module.name}"
    return kept(assignment.root, name, depends_on, lambda: _judged(assignment, module, tier, jobs))


def _judged(assignment: Assignment, module: Module, tier: Tier, jobs: int) -> list[Judged]:
    source = files_of(assignment)[module.file]
    faults = faults_of(module.file, source, owners_of(module, source))
    by_text = {fault.mutant.source: fault for fault in faults}
    fates = grade(briefly(assignment), module, [f.mutant for f in faults], tier, jobs)
    found = [Judged(module.name, by_text[fate.mutant.source], fate) for fate in fates]
    return _looked_at_again(assignment, module, found, jobs)


def _looked_at_again(
    assignment: Assignment, module: Module, found: Sequence[Judged], jobs: int
) -> list[Judged]:
    answers = list(found)

    def body(session: Session) -> None:
        searcher = Searcher(session, files_of(assignment), assignment.library)
        searcher.draw()
        children = [
            ForkedProcess(partial(_all_again, searcher, found[at::jobs])) for at in range(jobs)
        ]
        for at, child in enumerate(children):
            answers[at::jobs] = pickle.loads(child.result())

    open_session(assignment, [module.name], Tier.NONE, body)
    return answers


def _all_again(searcher: Searcher, found: Iterable[Judged]) -> bytes:
    return pickle.dumps([_again(searcher, each) for each in found])


def _again(searcher: Searcher, each: Judged) -> Judged:
    if not each.killed:
        return replace(each, witness=searcher.witness(each.fault, each.fate.own))
    if each.sole:
        return replace(each, examples=searcher.examples(each.fault, each.sole))
    return each
