"""What is set up for several tests counts where it is set up again, after a box has ended."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.boxed import LOCKED
from tests.course_tests.conftest import nursery_for_tests
from tests.course_tests.examining import examined_in, passed_by


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """Boxes end alike at every tier."""
    with nursery_for_tests(LOCKED[-1]) as made:
        yield made


TESTS = """
    import unittest
    import pytest
    from work import Money, double, held

    @pytest.fixture(scope="session")
    def cent():
        return Money(1)

    @pytest.fixture(scope="module")
    def money(cent):
        made = Money(4) + cent
        yield made
        assert held(made) == Money(5) + Money(0)

    def test_first(money):
        assert money.cents == 5

    def test_ends():
        assert double(2) == 4

    def test_next(money, cent):
        assert money.cents - cent.cents == 4

    class TestShop:
        @classmethod
        def setup_class(cls):
            cls.most = Money(3) + Money(6)
        def test_most(self):
            assert self.most.cents == 9
        def test_ends(self):
            assert double(4) == 8
        def test_least(self):
            assert self.most.cents == 9
        @classmethod
        def teardown_class(cls):
            assert cls.most + Money(1)

    class TestCase(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            cls.most = Money(3) + Money(6)
        def test_ends(self):
            assert double(4) == 8
        def test_least(self):
            assert self.most.cents == 9

    @pytest.fixture(scope="module", autouse=True)
    def all_of_them(money):
        yield
        assert money + Money(1)
"""
WORK = """
    class Money:
        def __init__(self, cents):
            self.cents = cents
        def __add__(self, other):
            return Money(self.cents + other.cents)
        def __eq__(self, other):
            return self.cents == other.cents
    def held(value):
        return value
    def double(n):
        {double}
"""


@pytest.mark.parametrize("double", ["__import__('os')._exit(3)", "return 'x' * 10 ** 7"])
def test_only_the_test_in_which_a_box_ends_is_lost(
    nursery: Nursery, tmp_path: Path, double: str
) -> None:
    right = WORK.format(double="return 2 * n")
    plan, found, faults = examined_in(nursery, tmp_path, TESTS, right)
    assert not faults
    paths = {test.path for test in found}
    ending = {path for path in paths if path.endswith("test_ends")}
    assert passed_by(nursery, plan, right) == paths
    assert passed_by(nursery, plan, WORK.format(double=double)) == paths - ending
