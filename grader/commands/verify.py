"""Proves the assignment on hand-ins whose verdicts are known.

The reference must score full marks, the untouched starter files nothing, every planted right
hand-in full marks in what it holds, and every planted faulty or hostile one must lose exactly the
tasks beside it, and have the points beside it. The advice beside a faulty one must be shown for it
and for no other, and an honest one must have no incident. Anything else is a surprise.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from grader.assignment.config import Assignment
from grader.assignment.faulty import faulty_of
from grader.authoring.choices import stale
from grader.authoring.doubtful_checks import claimless, decided_inside
from grader.judging.chosen import read_choice
from grader.running.certificate import certificate_of, keys_here
from grader.running.proof import prove, read_proof
from grader.running.session import Session, open_session
from grader.running.specimens import (
    LAID_OVER,
    Expected,
    Specimen,
    Verdict,
    expected_of,
    faulty_specimen,
    judge,
    specimen_of,
)
from grader.sandbox.tiers import Tier


def specimens(assignment: Assignment) -> Iterator[Specimen]:
    """The reference, the starter files, known mistakes, and planted hand-ins of other kinds."""
    everything = tuple(module.name for module in assignment.modules)
    all_tasks = frozenset(task.id for task in assignment.tasks)
    yield specimen_of(assignment, "reference", assignment.reference, everything, Expected())
    yield specimen_of(assignment, "starter", assignment.handout, everything, Expected(all_tasks))
    for kind, folders in planted(assignment).items():
        for folder in folders:
            modules = tuple(m.name for m in assignment.modules if (folder / m.file).exists())
            if modules:
                yield specimen_of(assignment, kind, folder, modules, expected_of(folder))
    yield from [faulty_specimen(assignment, known) for known in faulty_of(assignment)]


def planted(assignment: Assignment) -> dict[str, list[Path]]:
    """The folders of hand-ins with known verdicts, by kind."""
    places = {kind: [assignment.planted / kind] for kind in LAID_OVER}
    return {
        kind: sorted(folder for place in folders for folder in place.glob("*/"))
        for kind, folders in places.items()
    }


def proof_lines(assignment: Assignment, tier: Tier) -> Iterator[str]:
    """What this machine has proved of the assignment, as lines of text."""
    keys = keys_here(assignment, tier)
    yield f"certificate {certificate_of(keys)} of {assignment.title}"
    for module, key in keys.items():
        verdicts = read_proof(assignment, key)
        if verdicts is None:
            yield f"  no   {module}: before its first hand-in, or by `grader doctor --prove`"
        else:
            yield f"  yes  {module}: {', '.join(verdicts)}"


def prove_all(assignment: Assignment, tier: Tier, jobs: int) -> None:
    """Prove what isn't proved yet of all modules; raises `ProofFailed`."""
    keys = keys_here(assignment, tier)
    missing = [module for module, key in keys.items() if read_proof(assignment, key) is None]

    def body(session: Session) -> None:
        prove(assignment, session, keys, jobs)

    if missing:
        open_session(assignment, missing, tier, body)


def verify(
    assignment: Assignment,
    planted: Sequence[Specimen],
    tier: Tier,
    jobs: int,
    show: Callable[[Verdict], None],
) -> list[str]:
    """Grade the specimens and `show` the verdict on each, as it is graded.

    Returns a line for each check that asks all of its examples although some of them are chosen,
    and for each that leaves to the student's process what is right.
    """
    known = {specimen.unit.student: specimen for specimen in planted}
    hints = frozenset(specimen.hint for specimen in planted if specimen.hint)
    held = {name for specimen in planted for name in specimen.unit.modules}
    modules = [module.name for module in assignment.modules if module.name in held]
    lines: list[str] = []

    def body(session: Session) -> None:
        drawn = {check.name for check in session.plugin.checks if check.prop is not None}
        lines.extend(stale_choices(assignment, session, modules))
        for file in sorted({check.item.path for check in session.plugin.checks}):
            lines.extend(decided_inside(file))
        for unit, results in session.grade([s.unit for s in planted], jobs):
            show(judge(known[unit.student], results, assignment.tasks, hints, drawn))

    open_session(assignment, modules, tier, body)
    return lines


def claimless_checks(assignment: Assignment) -> list[str]:
    """A line for each check that claims nothing, and so would pass every hand-in."""
    folders = (assignment.public_checks, assignment.hidden_checks)
    files = [
        folder / f"test_{module.name}.py" for module in assignment.modules for folder in folders
    ]
    return [line for file in files if file.exists() for line in claimless(file)]


def stale_choices(
    assignment: Assignment, session: Session, modules: Iterable[str]
) -> Iterator[str]:
    """A line for each check of which examples are chosen that are none of those drawn now."""
    digests = {name: entry.digest for name, entry in session.key.items()}
    for module in modules:
        if (file := assignment.choice_file(module)).is_file():
            mine = {name: d for name, d in digests.items() if name.startswith(f"{module}.")}
            yield from stale(read_choice(file), mine)
