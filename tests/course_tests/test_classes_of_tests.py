"""Objects of the tests' classes are for a hand-in what they are in one program."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.boxed import LOCKED
from tests.course_tests.conftest import nursery_for_tests
from tests.course_tests.examining import examined_in, failures_of


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """What they are is the same at every tier."""
    with nursery_for_tests(LOCKED[-1]) as made:
        yield made


TESTS = """
    import io
    from collections.abc import Sequence
    from unittest.mock import MagicMock, Mock
    from work import called, counted, flat, kinds, of_kind, same, sized, summed, truths

    class Shape:
        def __init__(self, n):
            self.n = n
        def area(self):
            return self.n

    class Box(Shape):
        def __len__(self):
            return self.n
        def __iter__(self):
            return iter(range(self.n))
        def __add__(self, other):
            return Box(self.n + other.n)

    class Call(Shape):
        def __call__(self):
            return 5

    class Row(Sequence):
        def __init__(self, *parts):
            self.parts = parts
        def __len__(self):
            return len(self.parts)
        def __getitem__(self, at):
            return self.parts[at]

    class Both(Box, Call):
        pass

    class Old:
        def __getitem__(self, at):
            return "ab"[at]

    def test_called():
        assert called([Shape(1), Call(2), lambda: 7, Both(1), Box(1)]) == [None, 5, 7, 5, None]

    def test_flat():
        assert flat([Shape(1), Box(2), 3, Row(8, 9), "ab"]) == [0, 1, 3, 8, 9, "ab"]

    def test_old():
        assert flat([*Old()]) == ["ab"[0], "b"]

    def test_sized():
        assert sized([Shape(1), Box(2), Row(), Both(3)]) == [False, True, True, True]

    def test_kinds():
        assert kinds([Shape(1), Box(2), Box(3), Both(1), io.StringIO()]) == {
            "Shape": 1, "Box": 2, "Both": 1, "StringIO": 1
        }

    def test_same():
        assert same(Box(1), Box(2)) and not same(Box(1), Shape(1))

    def test_below():
        assert of_kind(Both(1), Shape(1)) and of_kind(Both(1), Call(1)) and of_kind(Box(1), Box(1))
        assert not of_kind(Shape(1), Box(1)) and not of_kind(Call(1), Box(1))

    def test_truths():
        assert truths([Shape(0), Box(0), Box(1), Row(), Mock(), MagicMock()]) == [
            True, False, True, False, True, True
        ]

    def test_summed():
        assert summed([Box(1), Box(2), Box(3)]).n == 6

    def test_counted():
        first = Shape(1)
        assert counted([Shape(1), first, first], first) == 2
"""
REFERENCE = """
    from collections.abc import Iterable

    def called(things):
        return [thing() if callable(thing) else None for thing in things]
    def flat(things):
        found = []
        for thing in things:
            if isinstance(thing, Iterable) and not isinstance(thing, str):
                found += thing
            elif not hasattr(thing, "area"):
                found.append(thing)
        return found
    def sized(things):
        return [hasattr(thing, "__len__") for thing in things]
    def kinds(things):
        names = [type(thing).__name__ for thing in things]
        return {name: names.count(name) for name in names}
    def same(one, other):
        return type(one) is type(other)
    def of_kind(one, other):
        return isinstance(one, type(other))
    def truths(things):
        return [bool(thing) for thing in things]
    def summed(things):
        found, *rest = things
        for thing in rest:
            found = found + thing
        return found
    def counted(things, wanted):
        return sum(thing == wanted for thing in things)
"""
OTHER = """
    from collections import Counter
    from collections.abc import Callable, Sized
    from functools import reduce

    def called(things):
        return [thing() if isinstance(thing, Callable) else None for thing in things]
    def flat(things):
        found = []
        for thing in things:
            try:
                found += [thing] if type(thing) is str else [*thing]
            except TypeError:
                found += [] if hasattr(thing, "n") else [thing]
        return found
    def sized(things):
        return [isinstance(thing, Sized) for thing in things]
    def kinds(things):
        return Counter(thing.__class__.__name__ for thing in things)
    def same(one, other):
        return one.__class__ == other.__class__
    def of_kind(one, other):
        return issubclass(type(one), type(other))
    def truths(things):
        return [True if thing else False for thing in things]
    def summed(things):
        return reduce(lambda one, other: one + other, things)
    def counted(things, wanted):
        return things.count(wanted)
"""


def test_what_they_can_do_and_are_called_is_as_in_one_program(
    nursery: Nursery, tmp_path: Path
) -> None:
    plan, _, faults = examined_in(nursery, tmp_path, TESTS, REFERENCE)
    assert faults == {}
    assert failures_of(nursery, plan, OTHER) == {}
    for old in ("callable(thing)", "isinstance(one, type(other))", "bool(thing)"):
        assert failures_of(nursery, plan, REFERENCE.replace(old, "True")), old
