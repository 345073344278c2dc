"""Proof that this machine grades correctly, before it grades any hand-in.

For each module, the reference, the starter files and a known faulty solution are graded in boxes of
the run's own session. Their verdicts must be the known ones; otherwise nothing is graded at all. A
proof is kept under the key of its module (`grader.running.certificate`) and the place where it was
made, so that the next run there costs nothing.

A known faulty solution with some of a task's points says the most: enough of its module works, and
enough is found wrong. Where a student's own tests are graded, it replaces the reference, whose many
tests would take several times as long.
"""

import json
import platform
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from grader.assignment.config import Assignment
from grader.assignment.faulty import FaultySolution, faulty_of
from grader.errors import ProofFailed, writing
from grader.inside.module_names import file_of
from grader.judging.private_files import read_private, write_private
from grader.results import CheckResult, ModuleResult
from grader.running.session import CACHE, Session
from grader.running.specimens import ExpectedVerdict, Specimen, faulty_specimen, judge, specimen_of
from grader.sandbox.walls.packages import user_cache
from grader.statuses import Status

# The status of every check of every known hand-in that was graded.
Verdicts = dict[str, dict[str, str]]
KEPT_FILES = 256  # in a folder of proofs; the oldest go first
STARTER = "starter"
OF_STARTER = "a task that the starter passes is earned by nobody's work: add a check that it fails"
ADVICE = "`grader doctor` says what this machine lacks, `grader verify` what is wrong elsewhere"
PROCESS_FACTS = ("Umask", "CapEff", "NoNewPrivs", "Seccomp")


def prove(
    assignment: Assignment,
    session: Session,
    keys: Mapping[str, str],
    jobs: int,
    note: Callable[[int, int], None] = lambda _done, _total: None,
) -> dict[str, Verdicts]:
    """The verdicts on known hand-ins of the modules with answers, kept ones or found out now.

    `note` gets how many are done, and of how many. Raises `ProofFailed` with one line if one of
    them differs from the known verdict.
    """
    modules = session.modules
    kept = {module: read_proof(assignment, keys[module]) for module in modules}
    wanted = [module for module in modules if kept[module] is None]
    found = find_out(assignment, session, wanted, jobs, note) if wanted else {}
    for module, verdicts in found.items():
        write_proof(assignment, keys[module], verdicts)
    return {module: found.get(module) or kept[module] or {} for module in modules}


def find_out(
    assignment: Assignment,
    session: Session,
    modules: Sequence[str],
    jobs: int,
    note: Callable[[int, int], None] = lambda _done, _total: None,
) -> dict[str, Verdicts]:
    """The verdicts on known hand-ins of these modules, by module; raises `ProofFailed`."""
    chosen = [known for module in modules for known in specimens_of(assignment, session, module)]
    by_name = {known.unit.student: known for known in chosen}
    found: dict[str, Verdicts] = {module: {} for module in modules}
    units = [known.unit for known in chosen]
    # If one is refused, end the judges at once: whatever keeps the exception would hold them.
    with closing(session.grade(units, jobs, more=True)) as graded:
        for done, (unit, results) in enumerate(graded, 1):
            note(done, len(units))
            [module] = unit.modules
            found[module][unit.student] = _statuses(assignment, by_name[unit.student], results)
    # In the order in which they were chosen, not in which they finished.
    return {
        module: {name: found[module][name] for name in by_name if name in found[module]}
        for module in modules
    }


def _statuses(
    assignment: Assignment, known: Specimen, results: Sequence[ModuleResult]
) -> dict[str, str]:
    """The status of each check, by name; raises `ProofFailed`."""
    # Whether partial points are exact is for `verify` to check: it depends on no machine.
    expected = replace(known.expected, points=None)
    verdict = judge(replace(known, expected=expected), results, assignment.tasks)
    surprises = [*verdict.surprises]
    if known.expected.points and not verdict.points:
        surprises.append("it has no points, but should have some")
    if surprises:
        given = known.kind == STARTER and known.expected.loses - verdict.lost
        raise ProofFailed(_refusal(known, surprises[0], results, OF_STARTER if given else ADVICE))
    return {check.name: check.status.value for result in results for check in result.checks}


def _refusal(known: Specimen, surprise: str, results: Sequence[ModuleResult], advice: str) -> str:
    checks = [check for result in results for check in result.checks if not check.passed]
    broken = [check for check in checks if check.status is Status.BROKEN]
    if broken:  # this says more than its consequences
        what, advice = f"it can't be graded ({_description(broken[0])})", ADVICE
    else:
        what = f"{surprise} ({_description(checks[0])})" if checks else surprise
    name = known.unit.student
    line = f"nothing is graded, because verdicts would be wrong here: {name}: {what}; {advice}"
    return " ".join(line.split())


def _description(check: CheckResult) -> str:
    output = check.evidence.output if check.evidence else ""
    last = output.strip().splitlines()[-1:] if check.status is Status.BROKEN else []
    return ": ".join([check.name, *(last or [check.message])])[:400]


# -- which known hand-ins ----------------------------------------------------------------------


def specimens_of(assignment: Assignment, session: Session, module: str) -> Iterator[Specimen]:
    """The known hand-ins that prove a module: a right one, an empty one, a wrong one."""
    suites = any(c.runs_suites for c in session.plugin.checks if c.module == module)
    tasks = frozenset(task.id for task in assignment.module(module).tasks)
    mistake = _mistake(assignment, module, tasks)
    if not (suites and mistake and mistake.expected.points):
        yield _specimen(assignment, "reference", assignment.reference, module, ExpectedVerdict())
    yield _specimen(assignment, STARTER, assignment.handout, module, ExpectedVerdict(tasks))
    if mistake is not None:
        yield mistake


def _mistake(assignment: Assignment, module: str, tasks: frozenset[str]) -> Specimen | None:
    """The known faulty solution that says most about a module and costs least."""
    file = assignment.module(module).file
    found = [one for one in faulty_of(assignment) if file in one.files and one.loses & tasks]
    if not found:
        return None

    def rank(one: FaultySolution) -> tuple[bool, float, int, bool, bool, int, str]:
        points = _points(one)
        # One with advice gives wrong answers, rather than run out of time. If others build on its
        # task, checks are run twice. Short ones are quick.
        twice = any(
            one.loses.intersection(task.builds_on) for task in assignment.module(module).tasks
        )
        size = len(one.files[file])
        return not points, points or 0.0, len(one.files), not one.hint, twice, size, one.name

    # The name in the end, so that every machine chooses the same one.
    best = min(found, key=rank)
    expected = ExpectedVerdict(best.loses & tasks, points=_points(best))
    return _of_module(replace(faulty_specimen(assignment, best), expected=expected), module)


def _points(one: FaultySolution) -> float | None:
    """Its points in a module, which are known only if it changes no other."""
    return one.points if len(one.files) == 1 else None


def _specimen(
    assignment: Assignment, kind: str, folder: Path, module: str, expected: ExpectedVerdict
) -> Specimen:
    return _of_module(specimen_of(assignment, kind, folder, (module,), expected), module)


def _of_module(known: Specimen, module: str) -> Specimen:
    """The specimen, with only one module to be graded."""
    name = f"{known.unit.student}/{file_of(module)}"
    return replace(known, unit=replace(known.unit, student=name, modules=(module,)))


# -- keeping it --------------------------------------------------------------------------------


def read_proof(assignment: Assignment, key: str) -> Verdicts | None:
    """The verdicts by which a module was proved here, or `None` if it was not."""
    found = (_read(file, key) for file in _files(assignment, key))
    return next((verdicts for verdicts in found if verdicts), None)


def _read(file: Path, key: str) -> dict[str, Any] | None:
    with suppress(ValueError, KeyError, TypeError):
        data = json.loads(read_private(file) or "{}")
        verdicts: dict[str, object] = data["verdicts"]
        return verdicts if data["key"] == key else None
    return None


def _written(key: str, verdicts: Mapping[str, object]) -> bytes:
    return json.dumps({"key": key, "verdicts": verdicts}).encode()


def write_proof(assignment: Assignment, key: str, verdicts: Verdicts) -> None:
    """Keep a proof in the first folder that can be written; without one it is made again."""
    data = _written(key, verdicts)
    for file in _files(assignment, key):
        with suppress(OSError):
            write_private(file, data, KEPT_FILES)
            return


def _files(assignment: Assignment, key: str) -> Iterator[Path]:
    """Where a proof may be, the best place first."""
    name = f"proof-{sha256(f'{key} {_place()}'.encode()).hexdigest()}.json"
    yield assignment.root / CACHE / name
    if (cache := user_cache()) is not None:  # in case the checkout can't be written
        yield cache / name


def _place() -> str:
    """Where a proof holds: machines may share folders, and a machine may change."""
    scratch = Path(tempfile.gettempdir())
    status = scratch.stat()
    return repr((platform.node(), scratch, status.st_mode, status.st_uid, _process_facts()))


def _process_facts() -> list[str]:
    """What the kernel lets this process do, in which containers of one machine differ."""
    lines = Path("/proc/self/status").read_text("ascii", errors="replace").splitlines()
    return [line for line in lines if line.partition(":")[0] in PROCESS_FACTS]


# -- where several machines grade one class ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Agreement:
    """The verdicts on known hand-ins that all workers of an output folder have in common.

    They are kept in `file`, for one `key`: workers of different tiers or kernels may grade one
    class if these are equal, check by check.
    """

    file: Path
    key: str

    def refusal(self, verdicts: Mapping[str, Verdicts]) -> str:
        """Why a worker with these verdicts, by module, may not grade; empty if it may.

        For modules that nobody has proved yet, its verdicts become those that others must agree
        with. Raises `OutputError` if they can't be kept.
        """
        agreed = _read(self.file, self.key) or {}
        for module, own in verdicts.items():
            if why := _difference(agreed.get(module, own), own):
                return f"its verdicts differ from those of the other workers: {why}"
        if verdicts.keys() - agreed.keys():
            with writing(self.file):
                write_private(self.file, _written(self.key, {**verdicts, **agreed}), KEPT_FILES)
        return ""


def _difference(agreed: Verdicts, own: Verdicts) -> str:
    """The first check on which two proofs differ, in words; empty if none does."""
    if agreed == own:
        return ""
    for name in sorted(agreed.keys() | own.keys()):
        one, other = agreed.get(name, {}), own.get(name, {})
        for check in sorted(one.keys() | other.keys()):
            if one.get(check) != other.get(check):
                there, here = one.get(check, "not run"), other.get(check, "not run")
                return f"{check} of {name} is {here} there, but {there} elsewhere"
    return "they are for other known hand-ins"
