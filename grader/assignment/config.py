"""The assignment in a `config.yaml` as frozen types: modules, tasks, points, limits, policies.

This is all that the engine knows about an assignment. `grader.assignment.load` reads the file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from zoneinfo import ZoneInfo

from grader.assignment.yaml_records import NOT_IN_FILE, between
from grader.inside.module_names import file_of, module_of_task


class RevealLevel(StrEnum):
    """How much a student is shown of a hidden check that failed."""

    NONE = "none"
    NAME = "name"
    DIAGNOSIS = "diagnosis"
    FULL = "full"


class Examples(StrEnum):
    """Which of the drawn examples a hand-in is asked: those that `make examples` chose, or all."""

    CHOSEN = "chosen"
    ALL = "all"


class TestsUse(StrEnum):
    """What a module's file of tests is: checks for this grader, or a course's own tests as is."""

    __test__ = False  # pytest would collect it for its name

    CHECKS = "checks"
    AS_IS = "as-is"


class Format(StrEnum):
    """What the file of a module is: Python, or a text that is all that the module holds."""

    PY = "py"
    SQL = "sql"
    CSV = "csv"
    JSON = "json"
    TXT = "txt"


class Credit(StrEnum):
    """What earns a task's points: all of its checks together, or each of them its share."""

    ALL = "all"
    CHECKS = "checks"


class MinimumTier(StrEnum):
    """The weakest isolation in which staff let student code run."""

    NONE = "none"
    CONFINED = "confined"
    NAMESPACES = "namespaces"
    METERED = "metered"


@dataclass(frozen=True, slots=True, kw_only=True)
class PointStep:
    """What catching a share of the known faulty solutions earns."""

    share: float = field(metadata=between(0, 1))
    points: float = field(metadata=between(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task: its id is its module's name, a dot, and its own name.

    `functions` are the names that must be there, as "is_prime" or "Sieve.primes".
    `builds_on` names tasks of small functions that this one calls: if they are wrong, it is judged
    with right ones, too. With `steps`, its checks named `catches…` earn points by the share of them
    that pass. Without, it gets all of its points or none, or if its `credit` is `checks`, by the
    share of all its checks. `tests` names the tests, or classes of tests, that judge it if tests
    are used as is.
    """

    id: str
    title: str
    points: float = field(metadata=between(0))
    extra: bool = False
    functions: tuple[str, ...] = ()
    builds_on: tuple[str, ...] = ()
    cpu_seconds: float | None = field(default=None, metadata=between(0.1, 600))
    steps: tuple[PointStep, ...] = ()
    credit: Credit = Credit.ALL
    tests: tuple[str, ...] = ()

    @property
    def module(self) -> str:
        """The name of the module that it belongs to."""
        return module_of_task(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One file that students write, with its tasks.

    `depends_on` names files and folders, besides the module's own, that its verdicts depend on. A
    `program` is never imported, but run when a check asks for it. `tests` is about the file
    `test_NAME.py` among the hidden checks. A text of another `format` is handed in as NAME.sql, for
    one, and graded as a module that is made from it.
    """

    name: str
    title: str
    tasks: tuple[Task, ...]
    file: str = ""
    depends_on: tuple[str, ...] = ()
    program: bool = False
    tests: TestsUse = TestsUse.CHECKS
    format: Format = Format.PY

    @property
    def handed_in(self) -> str:
        """The name of the file that students write."""
        return self.file if self.format is Format.PY else f"{self.name}.{self.format}"

    @property
    def packages(self) -> tuple[str, ...]:
        """The folder of the package that it is in, if it is in one."""
        folder, slash, _ = self.file.partition("/")
        return (folder,) if slash else ()

    def __post_init__(self) -> None:
        if not self.file:
            object.__setattr__(self, "file", file_of(self.name))  # it is frozen


@dataclass(frozen=True, slots=True, kw_only=True)
class Folders:
    """Where the assignment's parts are, relative to the folder of `config.yaml`."""

    handout: str = "handout"
    reference: str = "reference"
    hidden_checks: str = "reference/checks"
    mistakes: str = "reference/mistakes"
    planted: str = "planted"


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowedPackages:
    """What student code may import besides the standard library.

    `lock`, a file of the handout, pins all of it with hashes, as `pip-compile --generate-hashes`
    does; `names` are what is imported.
    """

    lock: str = "requirements.txt"
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What student code may use; CPU time comes first, the wall clock is for code that sleeps.

    `cpu_seconds` is for one check, `box_cpu_seconds` for one process, which serves the checks of a
    module, `handin_cpu_seconds` for all of a hand-in. Likewise, `wall_idle_seconds` is for sleep in
    one check and `handin_idle_seconds` for all of them (at least a tenth for each module); so are
    `wall_seconds` and `handin_wall_seconds`, `output_kb` and `handin_output_kb`. The rest is for
    each process; a hand-in has one at a time (and a second while its own tests run on a solution).
    """

    cpu_seconds: float = field(default=5, metadata=between(0.1, 600))
    memory_mb: int = field(default=512, metadata=between(64, 65536))
    stack_mb: int = field(default=320, metadata=between(8, 4096))
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
    """How many Python files and notebooks a hand-in may hold, counted after unpacking.

    The output of notebooks, such as figures, doesn't count.
    """

    max_mb: int = field(default=8, metadata=between(1, 1024))
    max_files: int = field(default=500, metadata=between(1, 100_000))


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What students are shown."""

    hidden: RevealLevel = RevealLevel.DIAGNOSIS


@dataclass(frozen=True, slots=True, kw_only=True)
class Documentation:
    """What is reported as missing in docstrings: a line `f(x) ==> …`, and lines of these clauses.

    Without any, only a missing docstring is reported.
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
    """What staff demand of the machine that grades."""

    minimum: MinimumTier = MinimumTier.CONFINED


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyBonus:
    """`points` for every full `per_hours` before the due time, `most` in all."""

    points: float = field(metadata=between(0))
    per_hours: float = field(metadata=between(0.01))
    most: float | None = field(default=None, metadata=between(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    """`points` less for every started `per_hours` after the due time; none past `most_hours`."""

    points: float = field(default=0, metadata=between(0))
    per_hours: float = field(default=24, metadata=between(0.01))
    most_hours: float = field(metadata=between(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLimit:
    """`points` less for every submission beyond `most`."""

    most: int = field(metadata=between(1))
    points: float = field(metadata=between(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class LateDays:
    """A bank of days over all assignments, each of which moves a deadline by a day.

    At most `most` of them are used in one assignment.
    """

    bank: int = field(metadata=between(1, 365))
    most: int = field(default=365, metadata=between(1))


class CountedAttempt(StrEnum):
    """Which of a student's attempts is graded."""

    LAST = "last"
    CHOSEN = "chosen"
    BEST = "best"


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptsPolicy:
    """Only the first `most` attempts count; of them the last one is graded, or the one chosen."""

    most: int | None = field(default=None, metadata=between(1))
    counts: CountedAttempt = CountedAttempt.LAST


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Rules about time and number of submissions; a rule that is left out is off.

    `timezone` is that of the course: it decides when a day begins, and times without an offset are
    read in it. Up to `grace` after a deadline, a hand-in isn't late.
    """

    due: datetime | None = None
    timezone: ZoneInfo | None = None
    grace: timedelta = timedelta()
    early_bonus: EarlyBonus | None = None
    late: Lateness | None = None
    late_days: LateDays | None = None
    versions: VersionLimit | None = None
    attempts: AttemptsPolicy = AttemptsPolicy()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command of the assignment's own, `grader NAME`: a module with `add_options` and `run`.

    `add_options` gets the command's parser; `run` gets its options and returns the exit status.
    """

    name: str
    module: str
    help: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """A `config.yaml`; `points` and `extra_points` are what its tasks must add up to.

    `library` names the package in the handout whose values hand-ins work with, `student_tests` the
    module in which students write tests, `files` what their code may read, or import if it is
    Python, in the handout, `packages` what it may import, `python` the version that must grade,
    `handout_name` the folder that the packed handout unpacks to, `examples` which of the drawn
    examples are asked, `questions` whom students ask (an address, or a place). The names of other
    folders are relative to `root`, the folder of the file.
    """

    title: str
    seed: int
    points: float = field(metadata=between(0))
    extra_points: float = field(default=0, metadata=between(0))
    folders: Folders = Folders()
    library: str = ""
    student_tests: str = ""
    files: tuple[str, ...] = ()
    packages: AllowedPackages | None = None
    python: str = ""
    handout_name: str = "handout"
    questions: str = ""
    commands: tuple[Command, ...] = ()
    limits: Limits = Limits()
    intake: Intake = Intake()
    feedback: Feedback = Feedback()
    documentation: Documentation = Documentation()
    lint: Lint = Lint()
    isolation: Isolation = Isolation()
    examples: Examples = Examples.CHOSEN
    policy: Policy = Policy()
    modules: tuple[Module, ...]
    # Whether parts of drawn examples are changed (see `grader doubt`).
    wide: bool = field(default=False, metadata=NOT_IN_FILE)
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
        """The names of the modules that are run, not imported."""
        return frozenset(module.name for module in self.modules if module.program)

    @property
    def texts(self) -> dict[str, str]:
        """The text files that modules are made from, by the modules' files."""
        return {one.file: one.handed_in for one in self.modules if one.format is not Format.PY}

    @property
    def data(self) -> dict[str, bytes]:
        """The files that student code may read, by their names; raises `OSError`."""
        names = [name for name in self.files if not name.endswith(".py")]
        return {name: (self.handout / name).read_bytes() for name in names}

    @property
    def given(self) -> dict[str, str]:
        """The Python files that student code may import, by their names; raises `OSError`."""
        names = [name for name in self.files if name.endswith(".py")]
        return {name: (self.handout / name).read_text("utf-8") for name in names}

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
        return tuple([module.handed_in for module in self.modules])

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
    def folders_of_checks(self) -> tuple[Path, Path]:
        """The public ones and the hidden ones."""
        return self.public_checks, self.hidden_checks

    @property
    def mistakes(self) -> Path:
        """The folder of known faulty solutions; it need not exist."""
        return self.root / self.folders.mistakes

    @property
    def planted(self) -> Path:
        """The folder of other hand-ins with known verdicts; it need not exist."""
        return self.root / self.folders.planted

    def asking_all(self) -> "Assignment":
        """The same assignment, with every drawn example asked."""
        return replace(self, examples=Examples.ALL)

    def choice_file(self, module: str) -> Path:
        """The file that says which examples of a module are chosen; it need not exist."""
        return self.hidden_checks / "chosen" / f"{module}.toml"

    def choice_of(self, module: str) -> Path | None:
        """That file, if only the chosen examples are asked and it exists."""
        file = self.choice_file(module)
        return file if self.examples is Examples.CHOSEN and file.is_file() else None

    def listed_file(self, module: str) -> Path:
        """The file that lists examples of a module's checks; it need not exist."""
        return self.hidden_checks / "listed" / f"{module}.txt"

    def module(self, name: str) -> Module:
        """The module of that name; raises `KeyError`."""
        for module in self.modules:
            if module.name == name:
                return module
        raise KeyError(name)

    @property
    def packages_handed_in(self) -> tuple[str, ...]:
        """The folders of packages that students write modules of."""
        return tuple(sorted({name for module in self.modules for name in module.packages}))

    def module_of(self, task: str) -> Module:
        """The module of a task id; raises `KeyError`."""
        return self.module(module_of_task(task))
