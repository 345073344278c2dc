"""Hand-ins with known verdicts, and how the actual verdicts compare with these.

A known faulty solution has an `expected.toml` beside it: the tasks that it loses, its advice and
its points. An honest specimen may have no incident. Whatever differs is a surprise.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.assignment.config import Assignment, Task
from grader.assignment.faulty import FaultySolution
from grader.assignment.load import unknown_task
from grader.assignment.planted import EXPECTED, read_expected
from grader.assignment.sources import reference_files
from grader.errors import ConfigError
from grader.handins.opening import opener_of
from grader.judging.unit import Unit
from grader.results import CheckResult, ModuleResult
from grader.scoring.score import TaskScore, task_scores
from grader.scoring.total import total
from grader.statuses import Status

HONEST = ("reference", "starter", "right")
LAID_OVER = ("right", "faulty", "hostile")
RIGHT = ("reference", "right")
# Fixed checks have too few answers to tell one mistake from another.
NEEDS_DRAWN = "it fails no drawn check, and a mistake is known by its answers to one"
ANSWERS_DIFFER = (
    "it fails a drawn check, but its answers are not the same each time, or are another mistake's"
)


@dataclass(frozen=True, slots=True)
class ExpectedVerdict:
    """The tasks that a hand-in must lose, and the advice that it must get.

    A task is lost if it doesn't have all of its points; `points`, if given, are those of all tasks
    of the graded modules. With an empty `hint`, no specimen's advice may be shown.
    """

    loses: frozenset[str] = frozenset()
    hint: str = ""
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Specimen:
    """A hand-in with a known verdict, such as the reference or a planted one."""

    kind: str
    unit: Unit
    expected: ExpectedVerdict = ExpectedVerdict()


@dataclass(frozen=True, slots=True)
class SpecimenVerdict:
    """The verdict on a specimen; `surprises` are lines in plain words.

    `exact` is whether it has the points that it must have, task by task, with no fault of the
    grader; `advice` is what was shown of all specimens' advice, `points` what it earned.
    """

    specimen: Specimen
    lost: frozenset[str]
    surprises: tuple[str, ...]
    exact: bool = True
    advice: frozenset[str] = frozenset()
    points: float = 0.0


def specimen_of(
    assignment: Assignment,
    kind: str,
    folder: Path,
    modules: tuple[str, ...],
    expected: ExpectedVerdict,
) -> Specimen:
    """A folder of the assignment as a specimen, with the modules that are to be graded."""
    name = f"{kind}/{folder.name}"
    if folder == assignment.reference:  # which holds more than the solution
        unit = Unit(name, reference_files(assignment), {}, modules)
    else:
        handin = opener_of(assignment).open(folder)
        unit = Unit(name, handin.files, handin.problems, modules, data=handin.data)
    return Specimen(kind, unit, expected)


def faulty_specimen(assignment: Assignment, known: FaultySolution) -> Specimen:
    """A known faulty solution as a specimen; the modules whose files differ are graded.

    Raises `ConfigError` if it loses tasks that don't exist.
    """
    _refuse_unknown(assignment, known.loses, known.place)
    files = known.as_handin(reference_files(assignment))
    modules = tuple([m.name for m in assignment.modules if m.file in known.files])
    unit = Unit(f"faulty/{known.name}", files, {}, modules)
    return Specimen("faulty", unit, ExpectedVerdict(known.loses, known.hint, known.points))


def expected_of(assignment: Assignment, folder: Path) -> ExpectedVerdict:
    """The expected verdict beside a planted hand-in; raises `ConfigError`."""
    written = read_expected(folder)
    loses, hint = frozenset(written.get("loses", ())), written.get("hint", "")
    _refuse_unknown(assignment, loses, str(folder / EXPECTED))
    return ExpectedVerdict(loses, hint, written.get("points"))


def _refuse_unknown(assignment: Assignment, loses: frozenset[str], place: str) -> None:
    """Raise `ConfigError` if a hand-in must lose tasks that don't exist."""
    known = {task.id for task in assignment.tasks}
    faults = [f"{place}: {unknown_task(task, known)}" for task in sorted(loses - known)]
    if faults:
        raise ConfigError("\n".join(faults))


def judge(
    specimen: Specimen,
    results: Sequence[ModuleResult],
    tasks: Iterable[Task],
    hints: frozenset[str] = frozenset(),
    drawn: Collection[str] = (),
) -> SpecimenVerdict:
    """Compare what a specimen lost with what it must lose, and its advice with all `hints`.

    `drawn` are the names of the checks whose answers can tell one mistake from another.
    """
    checks = [check for result in results for check in result.checks]
    tasks = tuple(tasks)
    scores = _scores(tasks, checks)
    older = {task.id for task in tasks if _is_older(specimen, task, scores.get(task.id))}
    lost = frozenset(task for task, score in scores.items() if not score.passed) - older
    points = total(score.points for score in scores.values())
    about_points = [*_about_losses(specimen.expected.loses, lost), *_about_points(specimen, points)]
    about_points += [f"the check {c.name} broke" for c in checks if c.status is Status.BROKEN]
    advice = hints & {check.evidence.hint for check in checks if check.evidence}
    about_conduct = _about_incidents(specimen, results)
    why = _why(specimen, checks) if about_points else ()
    told_apart = any(
        not check.passed and check.name in drawn and check.task in specimen.expected.loses
        for check in checks
    )
    about_advice = _about_advice(specimen, advice, ANSWERS_DIFFER if told_apart else NEEDS_DRAWN)
    surprises = (*about_points, *about_advice, *about_conduct, *why)
    return SpecimenVerdict(specimen, lost, surprises, not about_points, advice, points)


def _is_older(specimen: Specimen, task: Task, score: TaskScore | None) -> bool:
    """Whether a planted hand-in is older than a task: nothing in it names the task's functions.

    Such a hand-in is laid over the reference, so what it lacks is not its own mistake, unless its
    expected verdict says so.
    """
    if specimen.kind not in LAID_OVER or task.id in specimen.expected.loses or score is None:
        return False
    # By its text: there is no other record of when a planted hand-in was written.
    text = "\n".join(specimen.unit.files.values())
    names = {name.rpartition(".")[2] for name in task.functions}
    # A missing method shows only when it is called, as an exception of the hand-in's.
    unknown = (Status.MISSING, Status.ERROR) if names else (Status.MISSING,)
    missing = all(check.status in unknown for check in score.checks)
    return missing and not any(re.search(rf"\b{re.escape(name)}\b", text) for name in names)


def _about_losses(expected: frozenset[str], lost: frozenset[str]) -> Iterator[str]:
    yield from (f"{task} was lost, but should not be" for task in sorted(lost - expected))
    yield from (f"{task} should be lost, but was not" for task in sorted(expected - lost))


def _why(specimen: Specimen, checks: Sequence[CheckResult]) -> Iterator[str]:
    """For a right hand-in, what each failed check says: one of the two must be wrong."""
    for check in checks:
        if specimen.kind in RIGHT and not check.passed:
            output = check.evidence.output.strip() if check.evidence else ""
            broken = check.status is Status.BROKEN and output
            yield f"{check.name}: {output.splitlines()[-1] if broken else check.message}"


def _about_points(specimen: Specimen, points: float) -> Iterator[str]:
    expected = specimen.expected.points
    if expected is not None and expected != points:
        yield f"{expected:g} points are expected, but it has {points:g}"


def _about_advice(specimen: Specimen, advice: frozenset[str], why: str) -> Iterator[str]:
    expected = {specimen.expected.hint} - {""}
    for hint in sorted(advice - expected):
        yield f"this advice was shown, but does not fit: {hint}"
    for hint in expected - advice:
        yield f"this advice should be shown, but was not: {hint} ({why})"


def _about_incidents(specimen: Specimen, results: Sequence[ModuleResult]) -> Iterator[str]:
    incidents = [incident for result in results for incident in result.incidents]
    if specimen.kind in HONEST:
        yield from (f"unexpected incident: {incident.detail}" for incident in incidents)


def _scores(tasks: Iterable[Task], checks: Sequence[CheckResult]) -> dict[str, TaskScore]:
    """The scores of the tasks that any check judges."""
    found = {task: tuple([c for c in checks if c.task == task.id]) for task in tasks}
    return task_scores({task: own for task, own in found.items() if own})
