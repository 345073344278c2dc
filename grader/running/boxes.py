"""What the boxes of an assignment are made of: a hand-in's files, limits, packages, our modules."""

import base64
import marshal
from collections.abc import Callable, Iterator, Mapping
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec
from pathlib import Path

from grader.asking.allowance import Costs
from grader.asking.solution import Solution
from grader.asking.submission import BoxPlan
from grader.assignment.config import Assignment
from grader.errors import BrokenGrader
from grader.inside.library import Library, read_library, with_packages
from grader.inside.limits import BoxLimits
from grader.inside.nursery import SUITE, TESTS
from grader.inside.sources import module_name
from grader.sandbox.clock import Budget
from grader.sandbox.doctor import tier_of
from grader.sandbox.launch import compiled
from grader.sandbox.tiers import Nursery, Tier, probe, start_nursery
from grader.sandbox.walls.packages import NO_PACKAGES, InstalledPackages, packages_of

ENGINE = Path(__file__).parents[1]
# pytest, and what it imports.
PYTEST = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging")
# Of pygments only what pytest imports; the whole has hundreds of files.
PYGMENTS = (
    *("", "console", "filter", "filters", "formatter", "formatters", "formatters._mapping"),
    *("formatters.terminal", "lexer", "lexers", "lexers._mapping", "lexers.diff"),
    *("lexers.python", "modeline", "plugin", "regexopt", "style", "styles", "styles._mapping"),
    *("token", "unistring", "util"),
)


def library_of(assignment: Assignment) -> Library:
    """The assignment's library; raises `BrokenGrader` if what it declares can't be used."""
    try:
        return with_packages(read_library(assignment.library), assignment.imports, live=False)
    except (ImportError, TypeError, ValueError) as error:
        raise BrokenGrader(f"the library {assignment.library} can't be used: {error}") from error


def plan_of(assignment: Assignment, files: Mapping[str, str]) -> BoxPlan:
    """What a box with these files is made of, whether they are staff's or handed in."""
    return BoxPlan(
        tuple(sorted(files.items())),
        costs_of(assignment),
        library=library_of(assignment),
        programs=assignment.programs,
        data=assignment.data,
        texts=assignment.texts,
        modules=tuple([module.name for module in assignment.modules]),
    )


def costs_of(assignment: Assignment) -> Costs:
    """What the assignment's limits allow."""
    limits = assignment.limits
    budget = Budget(
        cpu_seconds=limits.cpu_seconds,
        idle_seconds=limits.wall_idle_seconds,
        wall_seconds=limits.wall_seconds,
        answer_bytes=int(limits.answer_mb * (1 << 20)),
    )
    own = {task.id: task.cpu_seconds for task in assignment.tasks if task.cpu_seconds is not None}
    return Costs(
        budget,
        own,
        recursion_limit=limits.recursion_limit,
        output_characters=limits.output_kb << 10,
        handin_cpu_seconds=limits.handin_cpu_seconds,
        handin_idle_seconds=limits.handin_idle_seconds,
        handin_wall_seconds=limits.handin_wall_seconds,
        handin_output_characters=limits.handin_output_kb << 10,
    )


def packages_for(assignment: Assignment, tier: Tier) -> InstalledPackages:
    """The packages that boxes of a tier may import, installed; raises `BrokenGrader`."""
    if assignment.lock is None:
        return NO_PACKAGES
    return packages_of(assignment.lock, assignment.imports, tier)


def solution_of(assignment: Assignment, tier: Tier, sources: Mapping[str, str]) -> Solution:
    """A staff solution with these files, in boxes of a tier."""
    return Solution(plan_of(assignment, sources), nursery_of(assignment, tier, suites=False))


def nursery_of(assignment: Assignment, tier: Tier, *, suites: bool) -> Callable[[], Nursery]:
    """A way to start nurseries that hold the support library and the worker, and nothing else.

    With `suites`, each has a second one beside it, for boxes in which pytest runs.
    """
    limits = assignment.limits
    sources = nursery_sources(assignment.handout, assignment.library)
    box_limits = BoxLimits(
        memory_bytes=int(limits.memory_mb * (1 << 20)),
        cpu_seconds=int(limits.box_cpu_seconds),
        stack_bytes=int(limits.stack_mb * (1 << 20)),
        file_bytes=int(limits.scratch_mb * (1 << 20)),
        scratch_bytes=int(limits.scratch_mb * (1 << 20)),
        threads=limits.threads,
    )
    library = assignment.library
    with_pytest = suite_sources(assignment.handout, library) if suites else {}
    code = pytest_code() if suites else {}
    compiled(sources | with_pytest)  # fill the cache once, before judges are forked
    packages = packages_for(assignment, tier)

    def start() -> Nursery:
        nursery = start_nursery(tier, box_limits, sources, library=library, packages=packages)
        if suites:
            nursery.for_suites = start_nursery(
                tier, box_limits, with_pytest, code, library, packages=packages
            )
        return nursery

    return start


def suite_sources(handout: Path, library: str) -> dict[str, str]:
    """The modules that a box for suites may see, by dotted name."""
    return {
        **nursery_sources(handout, library),
        SUITE: (ENGINE / "inside/student_tests/suite.py").read_text("utf-8"),
        TESTS: (ENGINE / "inside/course_tests/session.py").read_text("utf-8"),
    }


def nursery_sources(handout: Path, library: str) -> dict[str, str]:
    """The modules that every box may see, by dotted name: the support library and `inside`."""
    own = (handout / library).rglob("*.py") if library else ()
    found = {path.relative_to(handout).as_posix(): path for path in own}
    inside = (ENGINE / "inside").rglob("*.py")
    found |= {path.relative_to(ENGINE.parent).as_posix(): path for path in inside}
    found["grader/__init__.py"] = ENGINE / "__init__.py"
    for name in ("student_tests/suite", "course_tests/session"):  # they need pytest
        del found[f"grader/inside/{name}.py"]
    return {module_name(name): path.read_text("utf-8") for name, path in sorted(found.items())}


def pytest_code() -> dict[str, str]:
    """The modules that pytest is made of, by file name: their code, marshalled, in base64.

    A nursery has no folder of installed packages, runs the same version of Python and trusts this
    process; so it gets compiled code, and has nothing to compile. Raises `BrokenGrader` if a
    package is missing.
    """
    files = [pair for package in PYTEST for pair in _files(package)]
    wanted = {f"pygments.{name}".rstrip(".") for name in PYGMENTS}
    files += [pair for pair in _files("pygments") if module_name(pair[0]) in wanted]
    return {file: _code(module_name(file), path) for file, path in files}


def _files(package: str) -> Iterator[tuple[str, Path]]:
    """The files of a package, or of a module, by their names where packages are installed."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise BrokenGrader(f"the package {package} is not installed")
    origin = Path(spec.origin)
    if spec.submodule_search_locations is None:
        yield origin.name, origin
        return
    for path in sorted(origin.parent.rglob("*.py")):
        yield path.relative_to(origin.parents[1]).as_posix(), path


def _code(name: str, path: Path) -> str:
    # By its loader, which takes the cached bytecode if there is any.
    code = SourceFileLoader(name, str(path)).get_code(name)
    return base64.b64encode(marshal.dumps(code)).decode("ascii")


def choose_tier(minimum: Tier) -> Tier:
    """The strongest isolation that this machine provides; raises `IsolationUnavailable`."""
    return tier_of(probe(), minimum)
