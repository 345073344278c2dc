"""A course's own tests as checks: an item of pytest for each; none runs in this process."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.course_tests.checks import CourseChecks

Examine = Callable[[Path, str], None]


class CourseItem(pytest.Item):
    """One test of the course's, by its path; `examine` runs it on the hand-in of the moment."""

    def __init__(self, *, examine: Examine, **rest: Any) -> None:
        super().__init__(**rest)
        self._examine = examine

    def runtest(self) -> None:
        """Run it; raises `CheckFailed`."""
        self._examine(self.path, self.name)


class CourseFile(pytest.File):
    """A file of the course's tests, which is not imported here."""

    def __init__(self, *, checks: CourseChecks, examine: Examine, **rest: Any) -> None:
        super().__init__(**rest)
        self._checks = checks
        self._examine = examine

    def collect(self) -> Iterator[pytest.Item]:
        """A check for each test."""
        for test, task in self._checks.tests:
            item = CourseItem.from_parent(self, name=test.path, examine=self._examine)
            item.add_marker(pytest.mark.task(task, test.title))
            if self._checks.shows(test):
                item.add_marker(pytest.mark.shown)
            yield item
