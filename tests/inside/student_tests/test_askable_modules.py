"""What tests can ask, by their text: too much now and then, never too little."""

from textwrap import dedent
from typing import Any

import pytest

from grader.inside.student_tests.askable_modules import examine

NAMES = {"first": ["one", "First"], "second": ["two"]}
FIRST, SECOND, BOTH = ["first"], ["second"], ["first", "second"]


def reach(suite: str, **others: str) -> dict[str, list[str]]:
    return dict(whole(suite, **others)[0])


def whole(suite: str, **others: str) -> list[Any]:
    texts = {"test_all.py": dedent(suite)}
    texts |= {f"{name}.py": dedent(text) for name, text in others.items()}
    return examine("test_all.py", texts, NAMES)


def test_a_test_reaches_the_modules_whose_names_it_uses_and_no_others() -> None:
    suite = """
        import first, second as other
        from first import one as uno
        def test_a(): assert first.one() == 1
        def test_b(): assert other.two() == 2
        def test_c(): assert uno() == 1
        def test_d():
            '''Says first, and means nothing.'''
    """
    assert reach(suite) == {"test_a": FIRST, "test_b": SECOND, "test_c": FIRST, "test_d": []}


@pytest.mark.parametrize(
    "way",
    [
        "assert one() == 1",
        "if one() != 1: raise RuntimeError",
        "self.assertEqual(one(), 1)",
        "pytest.fail('no') if one() else 0",
        "with pytest.raises(ValueError): one()",
        "helpers.assert_that(one())",
    ],
)
def test_whatever_can_fail_finds_fault_with_answers(way: str) -> None:
    assert whole(f"def test_a(self):\n    {way}")[-1]
    assert whole("def test_a(): check()", helpers=f"def check():\n    {way}")[-1]
    assert whole("def test_a(): check()", helpers="def check(): one()")[-1] is False


def test_calls_alone_find_no_fault_with_answers() -> None:
    suite = """
        import pytest
        from first import one
        @pytest.mark.parametrize("number", [1, 2])
        def test_a(number):
            'Asserts nothing.'
            print(one() == number)
    """
    assert not whole(suite)[-1]


WAYS = {
    "a helper": """
        from first import one
        def ask(): return one()
        def test_it(): assert ask()
    """,
    "a fixture": """
        import pytest
        from first import one
        @pytest.fixture
        def answer(): return one()
        def test_it(answer): assert answer
    """,
    "a fixture that is named in a text": """
        import pytest
        from first import one
        @pytest.fixture
        def patched(): one()
        @pytest.mark.usefixtures("patched")
        def test_it(): pass
    """,
    "a fixture of all tests": """
        import pytest
        from first import one
        @pytest.fixture(autouse=True)
        def patched(): one()
        def test_it(): pass
    """,
    "what runs around all tests": """
        from first import one
        def setup_function(): one()
        def test_it(): pass
    """,
    "a table": """
        import pytest
        from first import one
        ROWS = [one(), 2]
        @pytest.mark.parametrize("row", ROWS)
        def test_it(row): assert row
    """,
    "a table that is filled later": """
        from first import one
        ROWS = []
        for row in range(3):
            ROWS.append(one())
        def test_it(): assert ROWS
    """,
    "a table that a function fills": """
        from first import one
        ROWS = []
        def fill(): ROWS.append(one())
        fill()
        def test_it(): assert ROWS
    """,
    "a table that a decorator fills": """
        from first import one
        ROWS = []
        def row(function):
            ROWS.append(function)
            return function
        @row
        def ask(): return one()
        def test_it(): assert [ask() for ask in ROWS]
    """,
    "a table of a class": """
        from first import one
        class Asks:
            known = []
            def __init_subclass__(cls): cls.known.append(cls)
        class One(Asks):
            def ask(self): return one()
        def test_it(): assert Asks.known
    """,
    "a table of a class that a function changes": """
        from first import one
        class Rows: pass
        def fill(): Rows.one = one
        fill()
        def test_it(): assert Rows.one()
    """,
    "a global name": """
        from first import one
        HELD = None
        def fill():
            global HELD
            HELD = one()
        fill()
        def test_it(): assert HELD
    """,
    "a name in a text": """
        from unittest import mock
        def test_it():
            with mock.patch("first.one"): pass
    """,
    "a name that is made up": """
        import importlib
        def test_it(): assert importlib.import_module("fi" + "rst").one()
    """,
    "all names": """
        from first import *
        def test_it(): assert one()
    """,
    "a class": """
        from first import First
        class Own(First): pass
        def test_it(): assert Own()
    """,
    "an import of its own": """
        def test_it():
            from first import one
            assert one()
    """,
    "what may be": """
        try:
            from first import one
        except ImportError:
            one = None
        def test_it(): assert one()
    """,
    "one of two": """
        from first import one
        def test_it(): assert one()
        if one:
            def test_it(): assert True
    """,
}


@pytest.mark.parametrize("way", WAYS)
def test_a_test_reaches_a_module_by_any_way(way: str) -> None:
    assert "first" in reach(WAYS[way])["test_it"]


OTHERS = {
    "by name": "from helper import ask\ndef test_it(): ask()\n",
    "by all names": "from helper import *\ndef test_it(): ask()\n",
    "as a whole": "import helper as h\ndef test_it(): getattr(h, 'a' + 'sk')()\n",
    "as a fixture": "def test_it(given): pass\n",
}


@pytest.mark.parametrize("way", OTHERS)
def test_a_test_reaches_what_other_files_do(way: str) -> None:
    helper = "import pytest\nfrom first import one\ndef ask(): one()\n"
    helper += "@pytest.fixture\ndef given(): return ask()\n"
    assert reach(OTHERS[way], helper=helper)["test_it"] == FIRST


def test_the_tests_of_a_class_are_told_apart_and_have_the_rest_of_it() -> None:
    suite = """
        import unittest
        import first
        from second import two
        class Double(unittest.TestCase):
            def setUp(self): self.given = first.one()
            def test_one(self): assert self.given
            def test_two(self): assert two()
        class TestTwo:
            def test_two(self): assert two()
            def test_none(self): pass
    """
    assert reach(suite) == {
        "Double": BOTH,
        "Double.test_one": FIRST,
        "Double.test_two": BOTH,
        "TestTwo": SECOND,
        "TestTwo.test_two": SECOND,
        "TestTwo.test_none": [],
    }


SHARED = {
    "a table": """
        HELD = {}
        def test_a(): HELD["a"] = 1
        def test_b(): assert HELD["a"]
        def test_c(): pass
    """,
    "a table that a helper changes": """
        HELD = []
        def hold(): HELD.append(1)
        def test_a(): hold()
        def test_b(): assert HELD
        def test_c(): pass
    """,
    "a global name": """
        HELD = 0
        def test_a():
            global HELD
            HELD += 1
        def test_b(): assert HELD
        def test_c(): pass
    """,
    "a fixture that lasts": """
        import pytest
        @pytest.fixture(scope="module")
        def held(): return []
        def test_a(held): held.append(1)
        def test_b(held): assert held
        def test_c(): pass
    """,
}


@pytest.mark.parametrize("what", SHARED)
def test_tests_that_share_what_one_of_them_changes_are_together(what: str) -> None:
    assert ["test_a", "test_b"] in whole(SHARED[what])[2]


def test_what_is_only_read_keeps_no_tests_together() -> None:
    suite = """
        ROWS = [1, 2]
        def test_a(): assert ROWS.count(1)
        def test_b():
            found = []
            found.append(ROWS[0])
    """
    assert whole(suite)[2] == []


def test_the_tests_of_a_class_that_changes_itself_are_together() -> None:
    suite = """
        class TestOrder:
            held = []
            def test_a(self): self.held.append(1)
            def test_b(self): assert self.held
    """
    assert whole(suite)[2] == [["TestOrder.test_a", "TestOrder.test_b"]]


def test_what_is_asked_on_import_is_told_too() -> None:
    assert whole("from first import one\nfrom second import two\nHELD = one()\n")[1] == FIRST


@pytest.mark.parametrize(
    ("suite", "expected"),
    [
        ("from helper import test_it as test_that\n", False),
        ("from helper import *\n", True),
        ("from first import one as first_one\n", True),
    ],
)
def test_a_test_may_have_another_name_than_where_it_is_written(suite: str, expected: bool) -> None:
    assert whole(suite, helper="def test_it(): pass")[3] is expected


def test_nothing_is_known_of_a_suite_that_cannot_be_read() -> None:
    assert whole("def test_it(:") == [[], [], [], False, True]


def test_other_files_need_not_be_python() -> None:
    assert reach("def test_it(): pass\n", helper="def test_it(:") == {"test_it": []}


def test_tests_of_other_files_are_known_too() -> None:
    helper = "from first import one\ndef test_it(): one()\n"
    assert reach("from helper import *\n", helper=helper) == {"test_it": FIRST}
