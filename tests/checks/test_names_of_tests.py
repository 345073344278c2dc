"""The public check of a suite sees the tests that pytest finds, and no others."""

import ast

import pytest

from checks.test_test_all import names_of_tests

FOUND = {
    "def test_a(): ...": ["test_a"],
    "class TestA:\n    def test_b(self): ...": ["test_b"],
    "class Las(unittest.TestCase):\n    def test_b(self): ...": ["test_b"],
    "class Las(Common):\n    def test_b(self): ...": ["test_b"],
    "class Las(Common):\n    N = 3": ["Las"],
    "if True:\n    def test_a(): ...": ["test_a"],
    "for n in range(3):\n    def test_a(): ...": ["test_a"],
    "test_a = make(3)": ["test_a"],
    "from tests_of_las import *": ["*"],
    "from tests_of_las import test_a, double": ["test_a"],
    "from tests_of_las import TestLas": ["TestLas"],
    "from tests_of_las import las as test_las": ["test_las"],
}
NOT_FOUND = (
    "",
    '"""Your tests: def test_a(): ..."""',
    "def check_a(): ...",
    "def outer():\n    def test_a(): ...",
    "class Helper:\n    def test_b(self): ...",
    "class TestA:\n    def check(self): ...",
    "from las import look_and_say",
    "import test_las",
)


@pytest.mark.parametrize("text", FOUND)
def test_tests_are_found_as_pytest_finds_them(text: str) -> None:
    assert list(names_of_tests(ast.parse(text).body)) == FOUND[text]


@pytest.mark.parametrize("text", NOT_FOUND)
def test_nothing_else_is_a_test(text: str) -> None:
    assert list(names_of_tests(ast.parse(text).body)) == []
