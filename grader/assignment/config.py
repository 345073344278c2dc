"""The assignment in a `config.yaml` as frozen types: modules, tasks, points, limits, policies.

This is all that the engine knows about an assignment. `load` refuses a file with errors, and names
all of them at once, each with its line and how to fix it.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from grader.assignment.yaml_records import NOT_IN_FILE, Reader, between
from grader.errors import ConfigError

MOST_DATA = 4 << 20
_RULES = re.compile("[A-Z]{1,6}[0-9]{0,4}")


class Reveal(StrEnum):
    """How much a student is shown of a hidden check that failed."""

    NONE = "none"
    NAME = "name"
    DIAGNOSIS = "diagnosis"
    FULL = "full"


class MinimumTier(StrEnum):
    """The weakest isolation with which the staff let student code run."""

    NONE = "none"
    CONFINED = "confined"
    NAMESPACES = "namespaces"
    METERED = "metered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What catching a share of the known faulty solutions earns."""

    share: float = field(metadata=between(0, 1))
    points: float = field(metadata=between(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task: its id is its module's name, a dot, and its own name.

    `functions` are the names that must be there, as "is_prime" or "Sieve.primes".
    `builds_on` names tasks of small functions that this one calls: where they are wrong, it is
    judged with right ones too. With
    `steps`, its checks named `catches…` earn points by the share of them that pass; without, its
    points are given whole or not at all.
    """

    id: str
    title: str
    points: float = field(metadata=between(0))
    extra: bool = False
    functions: tuple[str, ...] = ()
    builds_on: tuple[str, ...] = ()
    cpu_seconds: float | None = field(default=None, metadata=between(0.1, 600))
    steps: tuple[Step, ...] = ()

    @property
    def module(self) -> str:
        """The name of the module that it belongs to."""
        return self.id.partition(".")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One file that students write, with its tasks.

    `depends_on` names files and folders, beside the module's own, that its verdicts depend on. A
    `program` is never imported, but run when a check asks for it.
    """

    name: str
    title: str
    tasks: tuple[Task, ...]
    file: str = ""
    depends_on: tuple[str, ...] = ()
    program: bool = False

    def __post_init__(self) -> None:
        if not self.file:
            object.__setattr__(self, "file", f"{self.name}.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where the assignment's parts are, from the folder of `config.yaml`."""

    handout: str = "handout"
    reference: str = "reference"
    hidden_checks: str = "reference/checks"
    mistakes: str = "reference/mistakes"
    planted: str = "planted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Packages:
    """What student code may import beside the standard library.

    `lock`, a file of the handout, pins all of it with hashes, as `pip-compile --generate-hashes`
    does; `names` are imported.
    """

    lock: str = "requirements.txt"
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What student code may use; CPU time comes first, the wall clock is for code that sleeps.

    `cpu_seconds` is for one check, `box_cpu_seconds` for one process, which serves the checks of a
    module, `handin_cpu_seconds` for all of a hand-in. So are `wall_idle_seconds`, of sleep in one
    check, and `handin_idle_seconds` in all of them, `wall_seconds` and `handin_wall_seconds`,
    `output_kb` and `handin_output_kb`. The rest is for each process, of which one hand-in has one
    at a time (and a second one while its own tests run on a solution).
    """

    cpu_seconds: float = field(default=5, metadata=between(0.1, 600))
    memory_mb: int = field(default=512, metadata=between(64, 65536))
    stack_mb: int = field(default=256, metadata=between(8, 4096))
    box_cpu_seconds: int = field(default=90, metadata=between(1, 3600))
    handin_cpu_seconds: int = field(default=300, metadata=between(1, 36000))
    wall_idle_seconds: float = field(default=5, metadata=between(0.5, 600))
    wall_seconds: float = field(default=300, metadata=between(1, 36000))
    handin_idle_seconds: float = field(default=30, metadata=between(1, 36000))
    handin_wall_seconds: float = field(default=1800, metadata=between(1, 360_000))
    answer_mb: int = field(default=4, metadata=between(1, 1024))
    output_kb: int = field(default=64, metadata=between(1, 65536))
    handin_output_kb: int = field(default=1024, metadata=between(1, 1 << 20))
    threads: int = field(default=400, metadata=between(1, 4096))
    scratch_mb: int = field(default=16, metadata=between(1, 4096))
    recursion_limit: int = field(default=100_000, metadata=between(1000, 10_000_000))


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """How much a hand-in may hold, counted after unpacking."""

    max_mb: int = field(default=8, metadata=between(1, 1024))
    max_files: int = field(default=500, metadata=between(1, 100_000))


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What students are shown."""

    hidden: Reveal = Reveal.DIAGNOSIS


@dataclass(frozen=True, slots=True, kw_only=True)
class Documentation:
    """What is reported as missing in docstrings: a line `f(x) ==> …`, and lines of these clauses.

    Without any, only a docstring is.
    """

    call_template: bool = False
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lint:
    """Which of ruff's rules are reported; without any, hand-ins are not linted."""

    select: tuple[str, ...] = ("E", "F", "W", "B", "N")
    line_length: int = field(default=100, metadata=between(40, 320))


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """What the staff demand of the machine that grades."""

    minimum: MinimumTier = MinimumTier.CONFINED


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyBonus:
    """`points` for every full `per_hours` before the due time, `most` in all."""

    points: float = field(metadata=between(0))
    per_hours: float = field(metadata=between(0.01))
    most: float | None = field(default=None, metadata=between(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    """`points` less for every begun `per_hours` after the due time; no credit past `most_hours`."""

    points: float = field(default=0, metadata=between(0))
    per_hours: float = field(default=24, metadata=between(0.01))
    most_hours: float = field(default=0, metadata=between(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLimit:
    """`points` less for every submission beyond `most`."""

    most: int = field(metadata=between(1))
    points: float = field(metadata=between(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class LateDays:
    """A bank of days over all assignments, each of which moves a deadline by 24 hours.

    At most `most` of them are used in one assignment.
    """

    bank: int = field(metadata=between(1, 365))
    most: int = field(default=365, metadata=between(1))


class Counting(StrEnum):
    """Which of a student's attempts is graded."""

    LAST = "last"
    CHOSEN = "chosen"
    BEST = "best"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempts:
    """Only the first `most` attempts count; of them the last one is graded, or the one chosen."""

    most: int | None = field(default=None, metadata=between(1))
    counts: Counting = Counting.LAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Rules about time and number of submissions; a rule that isn't there is off."""

    due: datetime | None = None
    early_bonus: EarlyBonus | None = None
    late: Lateness | None = None
    late_days: LateDays | None = None
    versions: VersionLimit | None = None
    attempts: Attempts = Attempts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command of the assignment's own, `grader NAME`: a module with `add_options` and `run`.

    `add_options` gets the command's parser; `run` gets its options and gives the exit status.
    """

    name: str
    module: str
    help: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """A `config.yaml`; `points` and `extra_points` are the sums that its tasks must come to.

    `library` names the package in the handout whose values hand-ins work with, `student_tests` the
    module in which students write tests, `files` what their code may read, in the handout,
    `packages` what it may import, `handout_name` the folder that the packed handout unpacks to.
    `root`, the folder of the file, is what the names of other folders start from.
    """

    title: str
    seed: int
    points: float = field(metadata=between(0))
    extra_points: float = field(default=0, metadata=between(0))
    folders: Folders = Folders()
    library: str = ""
    student_tests: str = ""
    files: tuple[str, ...] = ()
    packages: Packages | None = None
    handout_name: str = "handout"
    commands: tuple[Command, ...] = ()
    limits: Limits = Limits()
    intake: Intake = Intake()
    feedback: Feedback = Feedback()
    documentation: Documentation = Documentation()
    lint: Lint = Lint()
    isolation: Isolation = Isolation()
    policy: Policy = Policy()
    modules: tuple[Module, ...]
    root: Path = field(default=Path(), metadata=NOT_IN_FILE)
    # Where it was read, to name a line when checks turn out not to fit.
    file: Path = field(default=Path(), metadata=NOT_IN_FILE, repr=False, compare=False)
    task_lines: Mapping[str, int] = field(
        default_factory=dict, metadata=NOT_IN_FILE, repr=False, compare=False
    )

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks, in the order of the file."""
        return tuple([task for module in self.modules for task in module.tasks])

    @property
    def programs(self) -> frozenset[str]:
        """The names of the modules that are run, and not imported."""
        return frozenset(module.name for module in self.modules if module.program)

    @property
    def data(self) -> dict[str, bytes]:
        """The files that student code may read, by their names; raises `OSError`."""
        return {name: (self.handout / name).read_bytes() for name in self.files}

    @property
    def imports(self) -> tuple[str, ...]:
        """The names of the packages that student code may import."""
        return self.packages.names if self.packages else ()

    @property
    def lock(self) -> Path | None:
        """The file that pins these packages, if there are any."""
        return self.handout / self.packages.lock if self.packages else None

    @property
    def known_files(self) -> tuple[str, ...]:
        """The names of the files that are graded."""
        return tuple([module.file for module in self.modules])

    @property
    def handout(self) -> Path:
        return self.root / self.folders.handout

    @property
    def reference(self) -> Path:
        return self.root / self.folders.reference

    @property
    def public_checks(self) -> Path:
        return self.handout / "checks"

    @property
    def hidden_checks(self) -> Path:
        return self.root / self.folders.hidden_checks

    @property
    def mistakes(self) -> Path:
        """The folder of known faulty solutions; it need not be there."""
        return self.root / self.folders.mistakes

    @property
    def planted(self) -> Path:
        """The folder of other hand-ins with known verdicts; it need not be there."""
        return self.root / self.folders.planted

    def module(self, name: str) -> Module:
        """The module of that name; raises `KeyError`."""
        for module in self.modules:
            if module.name == name:
                return module
        raise KeyError(name)

    def module_of(self, task: str) -> Module:
        """The module of a task id; raises `KeyError`."""
        return self.module(task.partition(".")[0])


def load(path: Path) -> Assignment:
    """The assignment of a `config.yaml`; raises `ConfigError` with all of its faults."""
    reader = Reader(str(path))
    found = reader.read(Assignment, _read(path))
    if found is None:
        raise reader.error()
    lines = {task.id: reader.lines[reader.path(task, "id")] for task in found.tasks}
    assignment = replace(found, root=path.resolve().parent, file=path, task_lines=lines)
    _check(assignment, reader)
    if reader.faults:
        raise reader.error()
    return assignment


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        raise ConfigError(
            f"{path}: there is no such file; go to the assignment's folder or give it with --config"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: can't be read: {error}") from None


# -- what no single value can show -----------------------------------------------------------


def _check(assignment: Assignment, reader: Reader) -> None:
    _check_twice([(reader.path(m, "name"), m.name) for m in assignment.modules], reader)
    _check_twice([(reader.path(task, "id"), task.id) for task in assignment.tasks], reader)
    _check_folders(assignment, reader)
    _check_foundations(assignment, reader)
    for module in assignment.modules:
        _check_module(module, reader)
        _check_files(assignment, module, reader)
    _check_library(assignment, reader)
    _check_data(assignment, reader)
    _check_packages(assignment, reader)
    names = [module.name for module in assignment.modules]
    if assignment.student_tests and assignment.student_tests not in names:
        text = f"'{assignment.student_tests}' is none of the modules, {', '.join(names)}"
        reader.fault("student_tests", text)
    for place, code in enumerate(assignment.lint.select):
        if not _RULES.fullmatch(code):
            text = f"'{code}' can't be one of ruff's rules or groups of rules, like E or F401"
            reader.fault(f"lint.select[{place}]", text)
    if not reader.faults:  # the sums mean nothing while a task can't be read
        _check_sum(assignment.points, assignment, False, reader)
        _check_sum(assignment.extra_points, assignment, True, reader)
    for name in ("early_bonus", "late", "late_days"):
        if getattr(assignment.policy, name) and "policy.due" not in reader.lines:
            reader.fault(f"policy.{name}", "needs policy.due, the time when hand-ins are due")
    if assignment.policy.late_days and not assignment.policy.late:
        text = "needs policy.late, which says what happens after the late days"
        reader.fault("policy.late_days", text)


def _check_library(assignment: Assignment, reader: Reader) -> None:
    declared = assignment.handout / assignment.library / "declared.py"
    if assignment.library and not declared.is_file():
        reader.fault("library", f"{_below(declared, assignment.root)} is missing")


def _check_data(assignment: Assignment, reader: Reader) -> None:
    size = 0
    for place, name in enumerate(assignment.files):
        file, path = assignment.handout / name, f"files[{place}]"
        if not file.resolve().is_relative_to(assignment.handout.resolve()):
            reader.fault(path, f"'{name}' is outside of the handout; put it there")
        elif file.suffix in (".py", ".ipynb") or not file.is_file():
            reader.fault(path, f"{_below(file, assignment.root)} is no file of data in the handout")
        else:
            size += file.stat().st_size
    if size > MOST_DATA:
        reader.fault("files", f"they hold {size} bytes; at most {MOST_DATA} go into every box")


def _check_packages(assignment: Assignment, reader: Reader) -> None:
    file = assignment.lock
    if file is None:
        return
    if not file.resolve().is_relative_to(assignment.handout.resolve()) or not file.is_file():
        words = f"{_below(file, assignment.root)} is no file in the handout, where students need it"
        reader.fault("packages.lock", words)
    own = [assignment.library, *[module.name for module in assignment.modules]]
    for place, name in enumerate(assignment.imports):
        if not name.isidentifier() or name in sys.stdlib_module_names or name in own:
            text = f"'{name}' can't be a package: say what is imported, like numpy"
            reader.fault(f"packages.names[{place}]", text)


def _check_foundations(assignment: Assignment, reader: Reader) -> None:
    known = {task.id for task in assignment.tasks}
    for task in assignment.tasks:
        for place, foundation in enumerate(task.builds_on):
            if foundation not in known:
                text = f"there is no task '{foundation}' to build on"
                reader.fault(reader.path(task, f"builds_on[{place}]"), text)


def _check_twice(places: Iterable[tuple[str, str]], reader: Reader) -> None:
    first: dict[str, str] = {}
    for path, name in places:
        line = reader.lines[first.setdefault(name, path)]
        if first[name] != path:
            reader.fault(path, f"'{name}' is in line {line} already; rename one of them")


def _check_module(module: Module, reader: Reader) -> None:
    if not module.tasks:
        reader.fault(reader.path(module), f"the module '{module.name}' has no tasks")
    if not module.name.isidentifier():
        text = f"'{module.name}' can't be the name of a Python module"
        reader.fault(reader.path(module, "name"), text)
    for task in module.tasks:
        _check_id(task, module, reader)
        _check_steps(task, reader)


def _check_id(task: Task, module: Module, reader: Reader) -> None:
    own = task.id.partition(".")[2]
    if task.module != module.name or not own.isidentifier():
        expected = f"{module.name}.{own if own.isidentifier() else 'some_name'}"
        text = f"a task of the module '{module.name}' is named like '{expected}', not '{task.id}'"
        reader.fault(reader.path(task, "id"), text)


def _check_steps(task: Task, reader: Reader) -> None:
    shares = [step.share for step in task.steps]
    earned = [step.points for step in task.steps]
    if shares != sorted(set(shares)) or earned != sorted(earned):
        text = "shares and points must grow from step to step"
        reader.fault(reader.path(task, "steps"), text)
    elif earned and earned[-1] != task.points:
        text = f"the last step must give the task's {task.points:g} points"
        reader.fault(reader.path(task, "steps"), text)


def _check_folders(assignment: Assignment, reader: Reader) -> None:
    public, hidden = assignment.public_checks, assignment.hidden_checks
    if not public.is_dir():
        reader.fault("folders.handout", f"{_below(public, assignment.root)} is missing")
    if not any(hidden.glob("test_*.py")):
        what = "holds no checks (test_*.py)" if hidden.is_dir() else "is missing"
        where = _below(hidden, assignment.root)
        reader.fault("folders.hidden_checks", f"{where} {what}; correct the name or put them there")
    elif hidden.resolve() == public.resolve():
        reader.fault("folders.hidden_checks", "these are the public checks; name another folder")
    if "folders.mistakes" in reader.lines and not assignment.mistakes.is_dir():
        where = _below(assignment.mistakes, assignment.root)
        reader.fault("folders.mistakes", f"{where} is missing; correct the name or leave it out")


def _check_files(assignment: Assignment, module: Module, reader: Reader) -> None:
    path, test = reader.path(module), f"test_{module.name}.py"
    expected = [assignment.reference / module.file, assignment.handout / module.file]
    expected += [assignment.root / name for name in module.depends_on]
    notebook = assignment.handout / f"{module.name}.ipynb"
    if notebook.exists():
        expected.remove(assignment.handout / module.file)
    for file in expected:
        if not file.exists():
            reader.fault(path, f"{_below(file, assignment.root)} is missing")
    folders = (assignment.public_checks, assignment.hidden_checks)
    if not any((folder / test).is_file() for folder in folders):
        where = " and ".join([_below(folder, assignment.root) for folder in folders])
        reader.fault(path, f"it has no checks: {test} is missing in {where}")


def _check_sum(stated: float, assignment: Assignment, extra: bool, reader: Reader) -> None:
    total = sum(task.points for task in assignment.tasks if task.extra == extra)
    if abs(total - stated) > 1e-9:
        key, which = ("extra_points", "extra") if extra else ("points", "required")
        text = (
            f"{stated:g} is stated, but the {which} tasks add up to {total:g}; correct one of them"
        )
        reader.fault(key, text)


def _below(path: Path, root: Path) -> str:
    return str(path.relative_to(root)) if path.is_relative_to(root) else str(path)
