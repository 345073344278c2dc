"""A course's own tests, tried on the reference before they are run on any hand-in."""

import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from grader.asking.answers import CodeFailed
from grader.asking.submission import Submission
from grader.assignment.config import Assignment, TestsUse
from grader.assignment.modules import importable
from grader.assignment.sources import reference_files, starter_files
from grader.course_tests.checks import CourseChecks, TaskTests, TriedFile, assigned, failing
from grader.course_tests.examination import TestOutcome, examined
from grader.course_tests.plan import read_plan
from grader.errors import ConfigError
from grader.inside.module_names import tests_of
from grader.running.boxes import nursery_of, plan_of
from grader.sandbox.tiers import Nursery, Tier

MISSING = re.compile(r"ModuleNotFoundError: No module named '([^']+)'")


def check_files(folders: Sequence[Path], module: str) -> list[Path]:
    """The files of checks of a module that exist."""
    files = [folder / tests_of(module) for folder in folders]
    return [file for file in files if file.exists()]


def files_as_they_are(assignment: Assignment) -> list[Path]:
    """The files of tests that a course uses as is."""
    modules = [module.name for module in assignment.modules if module.tests is TestsUse.AS_IS]
    folders = assignment.folders_of_checks
    return [file for module in modules for file in check_files(folders, module)]


def course_checks(
    assignment: Assignment, modules: Sequence[str], tier: Tier, *, public_only: bool = False
) -> dict[Path, CourseChecks]:
    """The course's own tests of some modules, by their files, as the reference passes them.

    With `public_only`, hidden ones are left out. Raises `ConfigError` with a line for each test
    that the reference doesn't pass, or that judges no task.
    """
    folders = assignment.folders_of_checks[: 1 if public_only else 2]
    own = [m for m in assignment.modules if m.tests is TestsUse.AS_IS and m.name in modules]
    given = [(m, files) for m in own if (files := check_files(folders, m.name))]
    if not given:
        return {}
    found: dict[Path, CourseChecks] = {}
    faults: list[str] = []
    with importable(assignment):
        plan = plan_of(assignment, reference_files(assignment))
        start = nursery_of(assignment, tier, suites=True)
        with closing(start()) as nursery:
            for module, files in given:
                accounts = [Submission(nursery, module.name, plan) for _ in files]
                tried = [
                    _tried(nursery, account, assignment, file)
                    for account, file in zip(accounts, files, strict=True)
                ]
                tasks = [TaskTests(task.id, task.tests) for task in module.tasks]
                checks, unclear = assigned([one for one, _ in tried], tasks)
                found |= {each.file: each for each in checks}
                faults += [line for one, wrong in tried for line in failing(one.file, wrong)]
                faults += unclear
    if faults:
        raise ConfigError("\n".join(faults))
    return found


def _tried(
    nursery: Nursery, account: Submission, assignment: Assignment, file: Path
) -> tuple[TriedFile, dict[str, TestOutcome]]:
    """The tests of a file that the reference passes, and why it fails others."""
    try:
        files, starters = dict(account.plan.files), starter_files(assignment)
        plan = read_plan(file, files, assignment.given, starters)
        # The files go into the box's scratch folder; better told here than as a full disk there.
        if plan.size > assignment.limits.scratch_mb << 20:
            beside = f"{file}: with what lies beside it, it is {-(-plan.size >> 20)} MB"
            raise ConfigError(f"{beside}; let limits.scratch_mb in config.yaml be more than that")
        plan, tests, wrong = examined(nursery, plan, account, account.plan.costs.budget)
    except CodeFailed as failure:
        words = failure.evidence.difference or failure.evidence.message
        raise ConfigError(f"{file}: its tests can't be collected: {in_words(words)}") from None
    is_public = file.parent == assignment.public_checks
    return TriedFile(file, plan, tests, is_public, tuple(wrong)), wrong


def in_words(why: str) -> str:
    """Why tests can't be collected, in one line where a module is missing."""
    if missing := MISSING.search(why):
        name = missing[1].partition(".")[0]
        remedy = "put yours beside the tests; one of a package needs `packages` in config.yaml"
        return f"there is no module {name}: {remedy}"
    return why
