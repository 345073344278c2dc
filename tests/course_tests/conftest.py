"""The boxes in which a course's own tests and hand-ins are."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from grader.running import boxes
from grader.running.boxes import nursery_sources, suite_sources
from grader.sandbox.tiers import Nursery, Tier, start_nursery
from tests.boxed import LOCKED
from tests.support import HANDOUT, LIBRARY, LIMITS


@pytest.fixture(scope="module", params=sorted({LOCKED[0], LOCKED[-1]} if LOCKED else {}))
def nursery(request: pytest.FixtureRequest) -> Iterator[Nursery]:
    """A nursery with one for tests beside it, as a judge has, at the weakest tier and the best."""
    with nursery_for_tests(request.param) as made:
        yield made


@contextmanager
def nursery_for_tests(tier: Tier) -> Iterator[Nursery]:
    """The same, at a tier."""
    name = LIBRARY.name
    made = start_nursery(tier, LIMITS, nursery_sources(HANDOUT, name), library=name)
    code = boxes.pytest_code()  # by that name it would be a hook here
    made.for_suites = start_nursery(tier, LIMITS, suite_sources(HANDOUT, name), code, name)
    yield made
    made.close()
