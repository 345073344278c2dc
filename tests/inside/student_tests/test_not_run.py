"""What of a suite tests nothing is read in its text."""

import pytest

from grader.inside.student_tests.not_run import OF_DOCTESTS, why_not_run

INIT = "has an `__init__`, so pytest skips it: set up in `setup_method`"
ASYNC = "is `async def`, which pytest can't run: call asyncio.run inside a plain test"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("class TestIt:\n    def __init__(self): ...\n    def test_a(self): ...", {"TestIt": INIT}),
        ("class Helper:\n    def __init__(self): ...", {}),
        ("class TestIt(unittest.TestCase):\n    def __init__(self): ...", {}),
        ("async def test_a(): ...\nasync def other(): ...", {"test_a": ASYNC}),
        ("class TestIt:\n    async def test_a(self): ...", {"TestIt.test_a": ASYNC}),
        ("class T(unittest.IsolatedAsyncioTestCase):\n    async def test_a(self): ...", {}),
        ("def test_a():\n    assert not doctest.testmod(work).failed", {"test_a": OF_DOCTESTS}),
        ("def test_a():\n    from doctest import testmod", {"test_a": OF_DOCTESTS}),
        ("def test_a():\n    assert work.double(1) == 2", {}),
        ("def test_a(tmp_path):\n    testfile = tmp_path / 'a'\n    assert work.f(testfile)", {}),
        ("def test_a(data):\n    assert work.f(data.testfile)", {}),
        ("class TestData:\n    def __init__(self): ...\n    def rows(self): ...", {}),
        ("class FakeClient:\n    async def test_connection(self): ...", {}),
        ("def f(:", {}),
    ],
)
def test_what_tests_nothing_is_named(text: str, found: dict[str, str]) -> None:
    assert why_not_run(text) == found
