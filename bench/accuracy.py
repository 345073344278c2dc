"""`make accuracy`: how often are verdicts right? Writes `docs/accuracy.md`.

Everything is counted in this one run: the mutants of the reference, and the planted hand-ins of
which it is known what they lose and which advice fits.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.fates import Tally, lines_of
from bench.mutants import graded_modules, tally
from grader.assignment.config import Assignment, load
from grader.commands.verify import specimens, verify
from grader.running.session import choose_tier
from grader.running.specimens import Verdict
from grader.sandbox.tiers import Tier

PAGE = Path("docs/accuracy.md")
INTRODUCTION = """\
# How often verdicts are right

Made by `make accuracy` in one run, which counts everything anew; nothing here is written by hand.

| what | as it should be | of |
|---|---:|---:|
"""
MUTANTS = """
## Mutants of the reference

Each is a copy of the reference with one small change, graded like a hand-in. It must lose the task
that the changed function belongs to. Those that no legal input tells from the reference stand in
`tests/equivalent_mutants.toml`, each with the reason. `make mutants` lists them by function.

| module | killed | of | equivalent |
|---|---:|---:|---:|
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was counted: how many are as they should be, of how many."""

    name: str
    good: int
    total: int


def planted(assignment: Assignment, tier: Tier, jobs: int) -> list[Verdict]:
    """What became of every planted hand-in."""
    found: list[Verdict] = []
    known = list(specimens(assignment))
    verify(assignment, known, tier, jobs, found.append)
    return found


def figures(tallies: Sequence[Tally], verdicts: Sequence[Verdict]) -> Iterator[Figure]:
    """What is counted, from the fates of mutants and the verdicts on planted hand-ins."""
    killed, judged = sum(t.killed for t in tallies), sum(len(t.judged) for t in tallies)
    yield Figure("mutants killed, all but equivalent ones", killed, judged)
    for kind, name in (
        ("faulty", "planted mistakes that lose exactly what they should"),
        ("right", "planted right hand-ins with full marks"),
        ("hostile", "planted hostile hand-ins that lose exactly what they should"),
    ):
        mine = [v for v in verdicts if v.specimen.kind == kind]
        yield Figure(name, sum(v.exact for v in mine), len(mine))
    hinted = [v for v in verdicts if v.specimen.hint]
    named = [v for v in hinted if v.advice == {v.specimen.hint}]
    yield Figure("mistakes named by advice that fits", len(named), len(hinted))
    rest = [v for v in verdicts if not v.specimen.hint]
    silent = [v for v in rest if not v.advice]
    yield Figure("all others, without advice about one of those", len(silent), len(rest))


def page(found: Iterable[Figure], tallies: Iterable[Tally]) -> str:
    """The page as Markdown."""
    rows = [f"| {each.name} | {each.good} | {each.total} |" for each in found]
    modules = [
        f"| {t.module} | {t.killed} | {len(t.judged)} | {len(t.fates) - len(t.judged)} |"
        for t in tallies
    ]
    return INTRODUCTION + "\n".join(rows) + "\n" + MUTANTS + "\n".join(modules) + "\n"


def _told(tallies: Iterable[Tally]) -> Iterator[Tally]:
    for found in tallies:
        print(next(lines_of(found)), flush=True)
        yield found


def main() -> int:
    """Count, write the page, and say what is not as it should be; 1 if anything is not."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy", description=__doc__)
    parser.add_argument("--config", type=Path, default=Path("config.yaml"))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    assignment, tier = load(options.config), choose_tier(Tier.CONFINED)
    verdicts = planted(assignment, tier, options.jobs)
    print(f"{len(verdicts)} planted hand-ins are graded; now the mutants", flush=True)
    tallies = list(_told(tally(assignment, graded_modules(assignment), tier, options.jobs)))
    (assignment.root / PAGE).write_text(page(figures(tallies, verdicts), tallies), "utf-8")
    faults = [fault for found in tallies for fault in found.faults()]
    faults += [f"{v.specimen.unit.student}: {s}" for v in verdicts for s in v.surprises]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
