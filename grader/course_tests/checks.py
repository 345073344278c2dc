"""The checks that a course's own tests are: which test judges which task."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.course_tests.plan import CourseTest, CourseTestsPlan

NAMES_A_FILE = re.compile(
    r"FileNotFoundError|os\.PathLike object, not RemoteObject|'\w+Path' object"
)
OF_FILES = "tests and hand-in are in two boxes and share no files; see docs/pytest.md"


@dataclass(frozen=True, slots=True)
class TaskTests:
    """A task, by its id, and the names of its tests: of tests, of classes, or none for all."""

    task: str
    names: tuple[str, ...]

    def takes(self, test: CourseTest) -> bool:
        """Whether a test judges the task."""
        return not self.names or test.path in self.names or test.owner in self.names


@dataclass(frozen=True, slots=True)
class CourseChecks:
    """The tests of one file, each with the id of its task; students see those that are `shown`."""

    module: str
    file: Path
    plan: CourseTestsPlan
    tests: tuple[tuple[CourseTest, str], ...]
    shown: bool = False


def plans_by_module(
    checks: Iterable[CourseChecks],
) -> dict[str, dict[Path, CourseTestsPlan]]:
    """The plans of the files of each module."""
    found: dict[str, dict[Path, CourseTestsPlan]] = {}
    for each in checks:
        found.setdefault(each.module, {})[each.file] = each.plan
    return found


def assigned(
    module: str,
    file: Path,
    plan: CourseTestsPlan,
    tests: Sequence[CourseTest],
    tasks: Sequence[TaskTests],
    *,
    shown: bool,
) -> tuple[CourseChecks, list[str]]:
    """The tests of a file with their tasks, and a line for each test that isn't clear.

    Of those that are `shown` to students a task may have none.
    """
    faults = list(_unclear(file, tests, tasks))
    if not shown:
        faults += _unknown(file, tests, tasks)
    found = [(test, task.task) for test in tests for task in tasks if task.takes(test)]
    return CourseChecks(module, file, plan, tuple(found), shown), faults


def _unclear(file: Path, tests: Sequence[CourseTest], tasks: Sequence[TaskTests]) -> Iterator[str]:
    for test in tests:
        takers = [task.task for task in tasks if task.takes(test)]
        if len(takers) != 1:
            whose = f"of {' and '.join(takers)}" if takers else "of no task"
            yield f"{file}: the test {test.path} is {whose}; name it under `tests` of one task"


def _unknown(file: Path, tests: Sequence[CourseTest], tasks: Sequence[TaskTests]) -> Iterator[str]:
    known = {name for test in tests for name in (test.path, test.owner)}
    for task in tasks:
        for name in task.names:
            if name not in known:
                yield f"{file}: '{task.task}' names {name}, but no test that passes is called so"


def failing(file: Path, faults: Mapping[str, str]) -> Iterator[str]:
    """A line for each test that the reference doesn't pass."""
    for path, words in faults.items():
        first = (words.strip() or "it does not end").splitlines()[0]
        why = f" ({OF_FILES})" if NAMES_A_FILE.search(first) else ""
        yield f"{file}: the test {path} fails on the reference: {first}{why}"
