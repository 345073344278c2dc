"""Checks the assignment against hand-ins with known verdicts.

The reference must score full marks, the untouched starter files nothing, every planted right
hand-in full marks in what it contains, and every planted faulty or hostile one must lose exactly
the tasks noted beside it, and have the points noted there. The advice noted beside a faulty one
must be shown for it and for no other, and an honest one must cause no incident. Anything else is
unexpected.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from grader.assignment.config import Assignment, Module
from grader.assignment.digest import module_digests
from grader.assignment.faulty import faulty_of
from grader.assignment.planted import whole_handin
from grader.assignment.printed import printed_in
from grader.authoring.choices import stale
from grader.authoring.doubled_calls import loose_bounds
from grader.authoring.doubtful_checks import claimless, decided_inside, looked_at
from grader.commands.usage.options import tier_for
from grader.commands.usage.terminal import say, say_json, terminal
from grader.errors import UsageError
from grader.inside.module_names import file_of
from grader.inside.notebook.layout import notebook_of
from grader.judging.chosen import read_choice
from grader.results import ModuleResult
from grader.running.certificate import certificate_of, keys_here
from grader.running.course_checks import check_files, files_as_they_are
from grader.running.proof import prove, read_proof
from grader.running.session import Session, open_session
from grader.running.specimens import (
    LAID_OVER,
    RIGHT,
    ExpectedVerdict,
    Specimen,
    SpecimenVerdict,
    expected_of,
    faulty_specimen,
    judge,
    specimen_of,
)
from grader.sandbox.tiers import Tier
from grader.statuses import Status
from grader.student.evidence import Evidence


def specimens(assignment: Assignment, only: str = "") -> Iterator[Specimen]:
    """The reference, the starter files, known mistakes, and planted hand-ins of other kinds.

    Only those with `only` in KIND/NAME.
    """
    everything = tuple(module.name for module in assignment.modules)
    all_tasks = frozenset(task.id for task in assignment.tasks)
    whole = {
        "reference": (assignment.reference, ExpectedVerdict()),
        "starter": (assignment.handout, ExpectedVerdict(all_tasks)),
    }
    for kind, (folder, expected) in whole.items():
        if only in f"{kind}/{folder.name}":
            yield specimen_of(assignment, kind, folder, everything, expected)
    for kind, folders in planted(assignment).items():
        for folder in folders:
            if only in f"{kind}/{folder.name}":
                yield from _specimens_of(assignment, kind, folder)
    for known in faulty_of(assignment):
        if only in f"faulty/{known.name}":
            yield faulty_specimen(assignment, known)


def _specimens_of(assignment: Assignment, kind: str, folder: Path) -> Iterator[Specimen]:
    """A planted hand-in, unless it has no module's file."""
    with whole_handin(folder, assignment.root) as whole:
        modules = tuple(m.name for m in assignment.modules if _is_in(whole, m))
        if modules:
            yield specimen_of(assignment, kind, whole, modules, expected_of(assignment, folder))


def _is_in(folder: Path, module: Module) -> bool:
    """Whether a folder has a module's file, or what that is made from."""
    names = (module.file, module.handed_in, notebook_of(module.file))
    return any((folder / name).exists() for name in names)


def planted(assignment: Assignment) -> dict[str, list[Path]]:
    """The folders of hand-ins with known verdicts, by kind."""
    return {kind: sorted((assignment.planted / kind).glob("*/")) for kind in LAID_OVER}


def proof_lines(assignment: Assignment, tier: Tier) -> Iterator[str]:
    """What this machine has proved about the assignment, as lines of text."""
    keys = keys_here(module_digests(assignment), tier)
    yield f"certificate {certificate_of(keys)} of {assignment.title}"
    for module, key in keys.items():
        verdicts = read_proof(assignment, key)
        if verdicts is None:
            yield f"  no   {module}: before its first hand-in, or by `grader doctor --prove`"
        else:
            yield f"  yes  {module}: {', '.join(verdicts)}"


def prove_all(assignment: Assignment, tier: Tier, jobs: int) -> None:
    """Prove all modules that aren't proved yet; raises `ProofFailed`."""
    keys = keys_here(module_digests(assignment), tier)
    missing = [module for module, key in keys.items() if read_proof(assignment, key) is None]

    def body(session: Session) -> None:
        prove(assignment, session, keys, jobs)

    if missing:
        open_session(assignment, missing, tier, body)


def verify_planted(assignment: Assignment, options: argparse.Namespace) -> int:
    """Grade the planted hand-ins that `--only` selects, and show them; returns the exit status."""
    chosen = list(specimens(assignment, options.only))
    if not chosen:
        raise UsageError(f"--only {options.only}: no planted hand-in has that in its name")
    counts: dict[str, list[int]] = {}
    surprises = claimless_checks(assignment)
    progress = terminal(quiet=options.quiet)

    def show(verdict: SpecimenVerdict) -> None:
        row = counts.setdefault(verdict.specimen.kind, [0, 0])
        row[0] += 1
        row[1] += not verdict.surprises
        name = verdict.specimen.unit.student
        surprises.extend(f"{name}: {line}" for line in verdict.surprises)
        progress.done(name, "unexpected" if verdict.surprises else "as expected")

    progress.begin(len(chosen), 0)
    try:
        tier, jobs = tier_for(assignment), options.jobs
        notes = verify(assignment, chosen, tier, jobs, show, as_graded=options.as_graded)
    finally:
        progress.end()
    if options.json:
        kinds = {
            kind: {"all": total, "as_expected": good} for kind, (total, good) in counts.items()
        }
        say_json({"hand_ins": kinds, "notes": notes, "unexpected": sorted(surprises)})
        return 1 if surprises else 0
    if not options.quiet:
        for line in notes:
            say(f"note: {line}")
        say(f"{'hand-ins':<12}{'as expected':>20}{'all':>8}")
        for kind, (total, good) in counts.items():
            say(f"{kind:<12}{good:>20}{total:>8}")
    for line in sorted(surprises):
        say(f"unexpected: {line}")
    return 1 if surprises else 0


def verify(
    assignment: Assignment,
    planted: Sequence[Specimen],
    tier: Tier,
    jobs: int,
    show: Callable[[SpecimenVerdict], None],
    *,
    as_graded: bool = False,
) -> list[str]:
    """Grade the specimens and `show` the verdict on each as it is graded.

    Those that must lose something are asked the examples that students' hand-ins are asked; the
    others all that are drawn, unless `as_graded`. Each group has its own session.

    Returns a line for each check that asks all of its examples although some are chosen, for each
    that lets the student's process decide what is right, for whatever a course's own tests look at
    but can't see, for each bound on calls that notices no doubled call, for each example in the
    texts that no check asks, and for each starter file that can't be imported.
    """
    known = {specimen.unit.student: specimen for specimen in planted}
    hints = frozenset(specimen.expected.hint for specimen in planted) - {""}
    held = {name for specimen in planted for name in specimen.unit.modules}
    modules = [module.name for module in assignment.modules if module.name in held]
    passing = [specimen for specimen in planted if specimen.kind in RIGHT and not as_graded]
    losing = [specimen for specimen in planted if specimen not in passing]
    notes: list[list[str]] = []
    broken: list[str] = []

    def grade(those: Iterable[Specimen], session: Session) -> None:
        drawn = {check.name for check in session.plugin.checks if check.prop is not None}
        for unit, results in session.grade([s.unit for s in those], jobs):
            if known[unit.student].kind == "starter":
                broken.extend(unimportable(assignment, results))
            show(judge(known[unit.student], results, assignment.tasks, hints, drawn))
        if not notes:  # the notes are the same in both sessions
            notes.append(notes_on(assignment, session, modules))

    for asked, those in ((assignment.asking_all(), passing), (assignment, losing)):
        if those:
            open_session(asked, modules, tier, partial(grade, those))
    return [*notes[0], *broken]


def unimportable(assignment: Assignment, results: Iterable[ModuleResult]) -> Iterator[str]:
    """A line for each starter file that can't be imported, according to its results.

    That alone loses its tasks, and would lose them for students who begin with it.
    """
    for result in results:
        evidence = [check.evidence or Evidence("") for check in result.checks]
        is_there = any(check.status is not Status.MISSING for check in result.checks)
        match [*{(one.message, one.kind) for one in evidence}]:
            case [(words, kind)] if is_there and words and words == kind:
                yield f"{assignment.handout / file_of(result.module)}: can't be imported: {words}"


def notes_on(assignment: Assignment, session: Session, modules: Sequence[str]) -> list[str]:
    """What `verify` says about the checks themselves, in lines."""
    files = sorted({check.item.path for check in session.plugin.checks})
    whole = len(modules) == len(assignment.modules)
    return [
        *stale_choices(assignment, session, modules),
        *[line for file in files for line in decided_inside(file)],
        *[line for file in files_as_they_are(assignment) for line in looked_at(file)],
        *loose_bounds(session),
        *map(str, printed_in(assignment).unchecked if whole else ()),
    ]


def claimless_checks(assignment: Assignment) -> list[str]:
    """A line for each check without assertions, which would pass every hand-in."""
    modules, folders = assignment.modules, assignment.folders_of_checks
    files = [file for module in modules for file in check_files(folders, module.name)]
    return [line for file in files for line in claimless(file)]


def stale_choices(
    assignment: Assignment, session: Session, modules: Iterable[str]
) -> Iterator[str]:
    """A line for each check whose chosen examples aren't among those that are drawn now."""
    digests = {name: entry.recorded.digest for name, entry in session.key.items()}
    for module in modules:
        if (file := assignment.choice_file(module)).is_file():
            mine = {name: d for name, d in digests.items() if name.startswith(f"{module}.")}
            yield from stale(read_choice(file), mine)
