"""`python -m bench.faults [MODULE …]`: how many faults as people make them pass?

Grades every fault of `bench.people` (see `bench.judged`), prints those of the open half that pass,
and writes `docs/faults.md` if all modules are graded, or with `--page`. What was graded before is
not graded again unless its checks have changed.
"""

import argparse
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.fault_page import counts, page
from bench.judged import Judged, judged
from bench.mutants import graded_modules
from bench.witnesses import with_hash_seed_of_boxes
from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.running.boxes import choose_tier
from grader.sandbox.tiers import Tier

PAGE = Path("docs/faults.md")


def shown(each: Judged) -> str:
    """An accepted fault of the open half, with its change and its witness."""
    mutant = each.fault.mutant
    lines = [f"{mutant.file}: {each.fault.name} is accepted"]
    lines += [f"  - {line}" for line in mutant.was.splitlines()]
    lines += [f"  + {line}" for line in mutant.becomes.splitlines()]
    return "\n".join([*lines, f"  {each.witness}"])


def all_judged(
    assignment: Assignment, names: Sequence[str], tier: Tier, jobs: int
) -> Iterator[Judged]:
    """The faults of some modules; what is counted of each module is printed."""
    # Some faults compare by identity what should be equal, and Python says so.
    warnings.simplefilter("ignore", SyntaxWarning)
    for name in names:
        mine = judged(assignment, assignment.module(name), tier, jobs)
        print(f"{name}: {counts(mine)} (killed, accepted, equivalent)", flush=True)
        for each in mine:
            if each.accepted and not each.fault.kept:
                print(shown(each), flush=True)
        yield from mine


def write_page(assignment: Assignment, found: Sequence[Judged]) -> None:
    """Write `docs/faults.md`."""
    graded = {each.module for each in found}
    missing = [name for name in graded_modules(assignment) if name not in graded]
    text = "\n".join(page(found, missing)).rstrip() + "\n"
    (assignment.root / PAGE).write_text(text, "utf-8")


def main() -> int:
    """Grade the faults, print those of the open half that pass, and write the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="default: all of them")
    parser.add_argument("--page", action="store_true", help="write the page of these alone")
    parser.add_argument("--config", type=Path, default=Path("config.yaml"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--as-graded", action="store_true", help="ask only the examples that hand-ins are asked"
    )
    options = parser.parse_args()
    with_hash_seed_of_boxes()
    assignment, tier = load(options.config), choose_tier(Tier.CONFINED)
    if not options.as_graded:
        assignment = assignment.asking_all()
    names = options.modules or graded_modules(assignment)
    found = list(all_judged(assignment, names, tier, options.jobs))
    if options.page or not (options.modules or options.as_graded):
        write_page(assignment, found)
    return 1 if any(each.accepted for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
