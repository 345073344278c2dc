"""A course's own tests as checks: which test judges which task."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.course_tests.examination import TestOutcome
from grader.course_tests.plan import CourseTest, CourseTestsPlan, written_tests

# Longest explanation of why a test fails on the reference.
MOST_WORDS = 300
# Explanations of failures on the reference whose own words don't say enough.
MEANT = {
    re.compile(r"FileNotFoundError"): (
        "what lies beside the tests is theirs alone; what a hand-in reads, too, lies in the "
        "handout and is named under files in config.yaml"
    ),
    re.compile("FixtureLookupError"): (
        "those of public tests are in handout/checks/course_fixtures.py"
    ),
    re.compile(
        r"expected str instance|is not JSON serializable|expected string or bytes-like|"
        r"a real number is required"
    ): (
        "an object whose class is below str, tuple or another value's stays in the hand-in: "
        "give Python's own functions str(x), tuple(x) and so on"
    ),
    re.compile("exceptions must (?:be classes|derive)"): (
        "tests as they are raise no exception that comes from the hand-in, nor it one that is "
        "handed over: let a function raise it"
    ),
}


@dataclass(frozen=True, slots=True)
class TaskTests:
    """A task's id, and the names of its tests or test classes; no names means all tests."""

    task: str
    names: tuple[str, ...]

    def takes(self, test: CourseTest) -> bool:
        """Whether a test judges the task."""
        return not self.names or test.path in self.names or test.owner in self.names


@dataclass(frozen=True, slots=True)
class TriedFile:
    """A file of tests that were tried on the reference; students have a `public` one.

    `tests` are those that it passes, `failed` the paths of those that it fails.
    """

    file: Path
    plan: CourseTestsPlan
    tests: tuple[CourseTest, ...]
    public: bool
    failed: tuple[str, ...] = ()

    def written(self) -> Iterator[tuple[str, str]]:
        """The path of each test, and its source."""
        paths = {test.path for test in self.tests}
        texts = written_tests(self.plan.texts[self.plan.file])
        yield from [(path, text) for path, text in texts if path in paths]


@dataclass(frozen=True, slots=True)
class CourseChecks:
    """The tests of one file, each with the id of its task; students see those that are `shown`."""

    file: Path
    plan: CourseTestsPlan
    tests: tuple[tuple[CourseTest, str], ...]
    shown: frozenset[str] = frozenset()

    def shows(self, test: CourseTest) -> bool:
        """Whether students see all of a test's result."""
        return test.is_visible or test.path in self.shown


def assigned(
    files: Sequence[TriedFile], tasks: Sequence[TaskTests]
) -> tuple[list[CourseChecks], list[str]]:
    """The tests of a module's files with their tasks, and a line for each that isn't clear.

    A test that is in both a public and a hidden file is one check: the hidden one, which is shown
    if the two are written alike.
    """
    hidden = dict([pair for one in files if not one.public for pair in one.written()])
    public = [pair for one in files if one.public for pair in one.written()]
    shown = frozenset([path for path, text in public if hidden.get(path, text) == text])
    checks, faults = list[CourseChecks](), list[str]()
    for one in files:
        tests = [test for test in one.tests if not (one.public and test.path in hidden)]
        found = [(test, task.task) for test in tests for task in tasks if task.takes(test)]
        checks.append(CourseChecks(one.file, one.plan, tuple(found), shown))
        faults += _unclear(one.file, tests, tasks)
    if hidden:  # if there are no hidden tests here, a task may name some
        faults += _unknown(files, tasks)
    return checks, faults


def _unclear(file: Path, tests: Sequence[CourseTest], tasks: Sequence[TaskTests]) -> Iterator[str]:
    for test in tests:
        takers = [task.task for task in tasks if task.takes(test)]
        if len(takers) != 1:
            whose = f"of {' and '.join(takers)}" if takers else "of no task"
            yield f"{file}: the test {test.path} is {whose}; name it under `tests` of one task"


def _unknown(files: Sequence[TriedFile], tasks: Sequence[TaskTests]) -> Iterator[str]:
    """A line for each name that no test has; a skipped test may be named beside others."""
    file = files[-1].file
    tried = [path for one in files for path in (*[test.path for test in one.tests], *one.failed)]
    texts = [one.plan.texts[one.plan.file] for one in files]
    known, written = (
        _names(tried),
        _names(path for text in texts for path, _ in written_tests(text)),
    )
    for task in tasks:
        skipped = set[str]() if known.isdisjoint(task.names) else written
        for name in task.names:
            if name not in known | skipped:
                said = f"'{task.task}' names {name}, but no test that passes is called so"
                yield f"{file}: {said}: it is skipped on the solution, or misspelt in config.yaml"


def _names(paths: Iterable[str]) -> set[str]:
    return {name for path in paths for name in (path, path.rpartition(".")[0])}


def failing(file: Path, faults: Mapping[str, TestOutcome]) -> Iterator[str]:
    """A line for each test that the reference doesn't pass."""
    for path, outcome in faults.items():
        said = " ".join(outcome.words.split())[:MOST_WORDS] or "it does not end"
        why = [f" ({meant})" for pattern, meant in MEANT.items() if pattern.search(outcome.words)]
        place = _place_of(outcome, file)
        yield f"{place}: the test {path} fails on the reference: {said}{''.join(why)}"


def _place_of(outcome: TestOutcome, file: Path) -> str:
    """The file with the line in which a test fails, unless that is in another one."""
    lines = file.read_text("utf-8").splitlines() if outcome.line else []
    there = "".join(lines[outcome.line - 1 : outcome.line]).strip()
    is_there = there != "" and outcome.text.startswith(there)
    return f"{file}:{outcome.line}" if is_there else str(file)
