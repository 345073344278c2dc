"""What tests share: one nursery for all of them, since its boxes are always new."""

from collections.abc import Iterator
from typing import Any

import pytest

from grader.asking.submission import Submission
from grader.sandbox.tiers import Nursery
from tests.support import HandIn, a_real_nursery, submission_of


def pytest_configure(config: pytest.Config) -> None:
    """Know the marks of checks, for tests that import them."""
    config.addinivalue_line("markers", "task(id, title): which task a check judges")
    config.addinivalue_line("markers", "shown: students see all of a hidden check's verdict")


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """A nursery whose boxes serve hand-ins."""
    with a_real_nursery() as started:
        yield started


@pytest.fixture
def hand_in(nursery: Nursery) -> Iterator[HandIn]:
    """Makes a `Submission` of files, or of the text of `work.py`; all are closed in the end."""
    made: list[Submission] = []

    def make(*arguments: Any, **options: Any) -> Submission:
        made.append(submission_of(nursery, *arguments, **options))
        return made[-1]

    yield make
    for submission in made:
        submission.close()
