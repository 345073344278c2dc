"""A course's own tests, tried on the reference before any hand-in is asked them."""

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from grader.asking.answers import CodeFailed
from grader.asking.submission import BoxPlan, Submission
from grader.assignment.config import Assignment, Module, TestsUse
from grader.course_tests.checks import CourseChecks, TaskTests, assigned, failing
from grader.course_tests.examination import examined
from grader.course_tests.plan import read_plan
from grader.errors import ConfigError
from grader.inside.module_names import tests_of
from grader.sandbox.clock import Budget
from grader.sandbox.tiers import Nursery


def check_files(folders: Sequence[Path], module: str) -> list[Path]:
    """The files of checks of a module that are there."""
    files = [folder / tests_of(module) for folder in folders]
    return [file for file in files if file.exists()]


def course_checks(
    assignment: Assignment,
    modules: Sequence[str],
    reference: Callable[[], BoxPlan],
    start: Callable[[], Nursery],
    budget: Budget,
) -> dict[Path, CourseChecks]:
    """The course's own tests of some modules, by their files, as the reference passes them.

    `start` gives a nursery with one for tests, if there are any. Raises `ConfigError` with a line
    for each test that the reference doesn't pass, or that judges no task.
    """
    given = [(m, file) for m in assignment.modules for file in _files(assignment, m, modules)]
    if not given:
        return {}
    found: dict[Path, CourseChecks] = {}
    faults: list[str] = []
    plan = reference()
    with closing(start()) as nursery:
        for module, file in given:
            account = Submission(nursery, module.name, plan)
            shown = file.parent == assignment.public_checks
            found[file], wrong = _checks(nursery, account, module, file, budget, shown=shown)
            faults += wrong
    if faults:
        raise ConfigError("\n".join(faults))
    return found


def _files(assignment: Assignment, module: Module, modules: Sequence[str]) -> list[Path]:
    wanted = module.tests is TestsUse.AS_IS and module.name in modules
    return check_files(assignment.folders_of_checks, module.name) if wanted else []


def _checks(
    nursery: Nursery,
    account: Submission,
    module: Module,
    file: Path,
    budget: Budget,
    *,
    shown: bool,
) -> tuple[CourseChecks, list[str]]:
    try:
        plan = read_plan(file, dict(account.plan.files))
        plan, tests, wrong = examined(nursery, plan, account, budget)
    except CodeFailed as failure:
        words = failure.evidence.difference or failure.evidence.message
        raise ConfigError(f"{file}: its tests can't be collected: {words}") from None
    tasks = [TaskTests(task.id, task.tests) for task in module.tasks]
    checks, unclear = assigned(module.name, file, plan, tests, tasks, shown=shown)
    return checks, [*failing(file, wrong), *unclear]
