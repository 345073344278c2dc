"""No object of a hand-in's says whether it is what a course's tests expect.

Under pytest, in one program, most of these hand-ins would pass: they answer with something that
says yes to every question, or hide that a claim has failed. Right ones of unusual forms pass.
"""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from grader.asking.answers import CodeFailed
from grader.course_tests.examination import Examination, TestEnding, examined
from grader.course_tests.plan import CourseTestsPlan, read_plan
from grader.sandbox.tiers import Nursery
from tests.support import BRIEF, BUDGET, submission_of


@dataclass(frozen=True)
class Case:
    """Tests, a reference, right hand-ins beside it, and some that lie.

    These may be right in what the test `honest` asks.
    """

    tests: str
    reference: str
    right: tuple[str, ...] = ()
    lies: tuple[str, ...] = ()
    honest: str = ""


YES = """
class Yes:
    def __getattr__(self, name): return lambda *_, **named: True
    def __eq__(self, other): return True
    def __getitem__(self, at): return Yes()
    def __iter__(self): return iter([Yes(), Yes()])
    def __len__(self): return 2
"""
STUDENTS = """
class Student:
    def __init__(self, name): self.name = name
    def __eq__(self, other): return self.name == other.name
    def __hash__(self): return hash(self.name)
class School:
    def __init__(self): self._all = []
    def add(self, student): self._all.append(student)
    def students(self): return list(self._all)
    def find(self, name): return next((s for s in self._all if s.name == name), None)
"""
CASES = {
    "methods of what is a value": Case(
        """
        from work import greet, half, letters

        def test_text(): assert greet("Ann").startswith("Hello") and greet("Ann").endswith("Ann")
        def test_set(): assert letters("abba").issubset({"a", "b"})
        def test_number(): assert half(4).is_integer()
        """,
        """
        def greet(name): return f"Hello {name}"
        def letters(word): return set(word)
        def half(n): return n / 2
        """,
        (
            """
            class Name(str):
                def endswith(self, text): return False
            def greet(name): return Name(f"Hello {name}")
            def letters(word): return frozenset(word)
            class Half(float): pass
            def half(n): return Half(n / 2)
            """,
        ),
        (
            YES + "greet = half = letters = lambda _: Yes()",
            "def yes(*_): return True\n"
            "yes.startswith = yes.endswith = yes.issubset = yes.is_integer = yes\n"
            "greet = half = letters = lambda _: yes",
            "class Kind(type):\n"
            "    def __getattr__(cls, name): return lambda *_: True\n"
            "class Yes(metaclass=Kind): pass\n"
            "greet = half = letters = lambda _: Yes",
        ),
    ),
    "a mock that was handed over": Case(
        """
        from unittest import mock
        from work import greet, tell

        def test_tell():
            friend = mock.Mock()
            tell(friend)
            friend.hear.assert_called_once_with("x")
            assert greet("Ann").startswith("Hello")
        """,
        """
        def tell(friend): friend.hear("x")
        def greet(name): return f"Hello {name}"
        """,
        (),
        (
            """
            def tell(friend):
                global kept
                kept = friend
                friend.hear("x")
            def greet(name): return kept
            """,
        ),
    ),
    "what equals everything": Case(
        """
        from unittest import mock
        from work import send, look

        def test_send():
            look(mock.ANY)
            friend = mock.Mock()
            send(friend, 4)
            friend.hear.assert_called_once_with(16)
        """,
        """
        def look(value): pass
        def send(friend, n): friend.hear(n * n)
        """,
        (),
        (
            """
            def look(value):
                global kept
                kept = value
            def send(friend, n): friend.hear(kept)
            """,
        ),
    ),
    "classes made of the tests' classes": Case(
        """
        from work import kind, double

        def test_double():
            assert kind(type, 1) is int
            assert double(4) == 8
        """,
        """
        def kind(of, value): return of(value)
        def double(n): return 2 * n
        """,
        (),
        (
            """
            def kind(of, value):
                global made
                try:
                    made = of("Yes", (), {"__eq__": lambda *_: True})()
                except TypeError:
                    made = 0
                return of(value)
            def double(n): return made
            """,
        ),
    ),
    "a method of a class by another name": Case(
        """
        from work import Pair, make

        def test_pair():
            assert Pair(1, 2) == (1, 2)
            assert make(1, 2).first() == 1
        """,
        """
        class Pair:
            def __init__(self, *both): self.both = both
            def __eq__(self, other): return self.both == getattr(other, "both", other)
            def first(self): return self.both[0]
        def make(*both): return Pair(*both)
        """,
        (
            """
            class Pair:
                def __init__(self, *both): self.both = both
                def __eq__(self, other): return self.both == getattr(other, "both", other)
                def first(self): return self.both[0]
            class Other(Pair): pass
            Two = type("Two", (), {**vars(Pair)})
            def make(*both): return Two(*both)
            """,
        ),
        (
            """
            class Pair:
                def __init__(self, *both): pass
                def __eq__(self, other): return True
            class Two(Pair):
                def first(self): return self
            Two = type("Two", (), {**vars(Pair), **vars(Two)})
            def make(*both): return Two(*both)
            """,
        ),
    ),
    "a with statement": Case(
        """
        import pytest
        from work import Store, ignoring

        def test_store():
            with Store() as store:
                store.put("a", 1)
                assert store.get("a") == 1
        def test_ignoring():
            with ignoring():
                raise ValueError
        def test_error():
            with pytest.raises(ZeroDivisionError):
                with Store():
                    1 / 0
        """,
        """
        from contextlib import suppress
        class Store(dict):
            def __enter__(self): return self
            def __exit__(self, *_): pass
            def put(self, key, value): self[key] = value
        def ignoring(): return suppress(ValueError)
        """,
        (
            """
            from contextlib import contextmanager
            class Held:
                def __init__(self): self.held = {}
                def put(self, key, value): self.held[key] = value
                def get(self, key): return self.held[key]
            @contextmanager
            def Store(): yield Held()
            @contextmanager
            def ignoring():
                try:
                    yield
                except ValueError:
                    pass
            """,
        ),
        (
            """
            class Store:
                def __enter__(self): return self
                def __exit__(self, *_): return True
                def put(self, key, value): pass
                def get(self, key): pass
            def ignoring(): pass
            """,
            """
            from contextlib import contextmanager
            class Store:
                def __enter__(self): return self
                def __exit__(self, *_): return 1
                def put(self, key, value): pass
                def get(self, key): raise KeyError
            @contextmanager
            def ignoring(): yield
            """,
        ),
        "test_error",
    ),
    "claims in a function that is handed over": Case(
        """
        import pytest
        from work import each, again

        def test_each():
            def look(n):
                assert n > 0
            each([1, 2], look)
        def test_again():
            tries = []
            def look():
                tries.append(1)
                assert len(tries) > 2
            again(look)
            assert len(tries) == 3
        """,
        """
        def each(numbers, look):
            for n in numbers: look(n)
        def again(look):
            for _ in range(3):
                try:
                    return look()
                except AssertionError:
                    pass
        """,
        (),
        (
            """
            def each(numbers, look):
                try:
                    look(0)
                except BaseException:
                    pass
            def again(look): pass
            """,
        ),
    ),
    "other objects than were handed over": Case(
        """
        from work import School, Student

        def test_school():
            ann, ben = Student("Ann"), Student("Ben")
            school = School()
            school.add(ann)
            school.add(ben)
            assert school.find("Ann") == ann and ben in school.students()
            assert school.students() == [ann, ben] and school.find("Eve") is None
            assert {ann, ben} == set(school.students())
        """,
        STUDENTS,
        (
            STUDENTS.replace("append(student)", "append(Student(student.name))"),
            STUDENTS.replace(
                "self._all.append(student)", "self._all.append(student); return self._all"
            ),
            STUDENTS.replace(
                "return list(self._all)", "return [Student(s.name) for s in self._all]"
            ),
        ),
    ),
    "a mock of a class, and methods that a class lacks": Case(
        """
        from unittest import mock
        from work import Animal, save

        class Shelf:
            def add(self, n): pass
        class Dog(Animal):
            def sound(self): return "woof"

        def test_save():
            shelf = mock.create_autospec(Shelf, instance=True)
            save(shelf, 6)
            shelf.add.assert_called_with(36)
        def test_sound(): assert Dog().speak() == "woof!"
        """,
        """
        def save(shelf, n): shelf.add(n * n)
        class Animal:
            def speak(self): return self.sound() + "!"
        """,
        (),
        ("def save(shelf, n): shelf.add(n)\nclass Animal:\n    def speak(self): return 'woof'",),
    ),
    "objects that are values": Case(
        """
        from work import Level, Size, level, size

        def test_size():
            assert size("1x2") == (1, 2) and size("1x2") == Size(1, 2) and size("1x2") < (1, 3)
        def test_level(): assert level("low") == 1 and level("low") is Level.LOW
        """,
        """
        from enum import IntEnum
        from typing import NamedTuple
        class Size(NamedTuple):
            wide: int
            high: int
        class Level(IntEnum):
            LOW = 1
        def size(text): return Size(*map(int, text.split("x")))
        def level(name): return Level[name.upper()]
        """,
        (
            """
            class Size(tuple):
                def __new__(cls, *both): return super().__new__(cls, both)
            class Level(int): pass
            Level.LOW = Level(1)
            def size(text): return Size(*map(int, text.split("x")))
            def level(name): return getattr(Level, name.upper())
            """,
        ),
        (
            """
            class Size:
                def __init__(self, *_): pass
                def __eq__(self, other): return True
                def __lt__(self, other): return True
            class Level(Size): pass
            Level.LOW = Level()
            def size(text): return Size()
            def level(name): return Level.LOW
            """,
        ),
    ),
    "lines of the tests": Case(
        """
        import logging
        from work import total, wrong

        def test_a_wrong(): assert wrong() == 1
        def test_total(): assert total([30, 12], logging.getLogger("shop")) == 42
        """,
        """
        def wrong(): return 1
        def total(numbers, log):
            log.info("adding")
            return sum(numbers)
        """,
        (),
        (
            """
            import re
            def wrong(): return 0
            def total(numbers, log):
                return int(re.search(r"== (\\d+)", log.findCaller(True)[3]).group(1))
            """,
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_no_lie_passes_and_what_is_right_does(nursery: Nursery, tmp_path: Path, name: str) -> None:
    case = CASES[name]
    file = tmp_path / "test_work.py"
    file.write_text(dedent(case.tests), "utf-8")
    files = {"work.py": dedent(case.reference)}
    plan, tests, faults = examined(
        nursery, read_plan(file, files), submission_of(nursery, files), BUDGET
    )
    assert faults == {}
    paths = {test.path for test in tests}
    for right in (case.reference, *case.right):
        assert set(_endings(nursery, plan, right).values()) == {"passed"}, right
    for lie in case.lies:
        endings = _endings(nursery, plan, lie)
        assert endings.keys() == paths
        passed = {path for path, ending in endings.items() if ending == "passed"}
        assert passed <= {case.honest}, lie


def _endings(nursery: Nursery, plan: CourseTestsPlan, text: str) -> Mapping[str, str]:
    """How each test ends on a hand-in."""
    account = submission_of(nursery, {"work.py": dedent(text)}, budget=BRIEF)
    found = {}
    with closing(Examination(nursery, plan, account)) as examination:
        examination.collect(BUDGET)
        for test in examination.collected:
            try:
                outcome = examination.run(test.path, BRIEF)
            except CodeFailed as failure:
                found[test.path] = failure.status.value
            else:
                found[test.path] = "passed" if outcome.kind is TestEnding.PASSED else outcome.words
    return found
