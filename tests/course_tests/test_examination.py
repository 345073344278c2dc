"""A course's own tests, as they are: right, wrong and hostile hand-ins get what they should."""

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent

import pytest

from grader.asking.answers import CodeFailed
from grader.course_tests.examination import Examination, TestEnding, TestOutcome
from grader.course_tests.plan import CourseTestsPlan
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from grader.student.evidence import CheckFailed
from tests.boxed import LOCKED
from tests.course_tests.conftest import nursery_for_tests
from tests.course_tests.examining import examined_in, failures_of, outcomes_of, passed_by, passed_in
from tests.support import BUDGET, submission_of

TESTS = """
    import random
    import unittest
    from unittest import mock

    import pytest
    import work
    from work import Empty, Stack, applied, counted, is_even, total

    SECRET = 41

    def add_one(x):
        return x + 1

    class Game:
        def __init__(self):
            self.moves = []
        def play(self, move):
            self.moves.append(move)
            return len(self.moves)

    @pytest.mark.parametrize("numbers, expected", [([], 0), ([1, 2], 3)])
    def test_total(numbers, expected):
        assert total(numbers) == expected

    def test_arguments_stay():
        numbers = [[1], [2]]
        counted(numbers)
        assert numbers == [[1], [2]]

    def test_function():
        assert applied(add_one, 40) == SECRET

    def test_game():
        game = Game()
        assert applied(game.play, "x") == 1 and game.moves == ["x"]

    def test_patched(monkeypatch):
        monkeypatch.setattr(work, "total", lambda numbers: 7)
        assert counted([1, 2, 3]) == 7

    def test_truth():
        assert is_even(2)
        assert not is_even(3)

    class TestStack(unittest.TestCase):
        def setUp(self):
            self.stack = Stack([1, 2])

        def test_order(self):
            self.assertEqual([self.stack.pop(), self.stack.pop()], [2, 1])

        def test_empty(self):
            with self.assertRaises(Empty) as caught:
                Stack([]).pop()
            self.assertIn("nothing", str(caught.exception))

        def test_operators(self):
            self.assertEqual(self.stack, Stack([1, 2]))
            self.assertEqual(len(self.stack + Stack([3])), 3)
            self.assertIn(2, self.stack)
            self.assertEqual(Stack.made, Stack.made)

        def test_kind(self):
            self.assertIsInstance(Stack.of(3), Stack)
            self.assertEqual(list(self.stack.items()), [1, 2])
"""
RIGHT = """
    class Empty(Exception):
        pass

    class Stack:
        made = 0
        def __init__(self, items):
            self._items = list(items)
            Stack.made += 1
        @classmethod
        def of(cls, *items):
            return cls(items)
        def pop(self):
            if not self._items:
                raise Empty("there is nothing in it")
            return self._items.pop()
        def items(self):
            yield from self._items
        def __eq__(self, other):
            return self._items == other._items
        def __add__(self, other):
            return Stack(self._items + other._items)
        def __len__(self):
            return len(self._items)
        def __contains__(self, item):
            return item in self._items

    def total(numbers):
        return sum(numbers)
    def counted(numbers):
        return total([len(x) if isinstance(x, list) else 1 for x in numbers])
    def applied(function, value):
        return function(value)
    def is_even(number):
        return number % 2 == 0
"""
# Changes that a right hand-in of another style may have.
STYLES = {
    "truth by a match": (
        "return number % 2 == 0",
        "import re; return re.search('[02468]$', str(number))",
    ),
    "a class below": ("return cls(items)", "return type('Mine', (cls,), {})(items)"),
    "a list of items": ("yield from self._items", "return [*self._items]"),
    "a map of items": ("yield from self._items", "return map(int, self._items)"),
    "a lambda": (
        "def total(numbers):\n        return sum(numbers)",
        "total = lambda numbers: sum(numbers)",
    ),
    "an error below": ("raise Empty(", "raise type('Gone', (Empty,), {})("),
}
WRONG = {
    "test_total": ("return sum(numbers)", "return sum(numbers) + (not numbers)"),
    "test_arguments_stay": ("return total([len", "numbers[0].clear(); return total([len"),
    "test_function": (
        "return function(value)",
        "return value + 2 if value == 40 else function(value)",
    ),
    "test_game": ("return function(value)", "return function(value) and function(value)"),
    "test_truth": ("number % 2 == 0", "number"),
    "TestStack.test_order": ("self._items.pop()", "self._items.pop(0)"),
    "TestStack.test_empty": ("raise Empty(", "raise IndexError("),
    "TestStack.test_operators": ("return item in self._items", "return False"),
    "TestStack.test_kind": ("return cls(items)", "return list(items)"),
}
LIES = """
    class Liar:
        def __eq__(self, other):
            return True
        __contains__ = __lt__ = __ge__ = __eq__
        def __hash__(self):
            return 1
        def __len__(self):
            return 3
        def __getattr__(self, name):
            return self
        def __call__(self, *arguments):
            return self
"""
RAW_PEER = """
    import gc
    from grader.inside.wire import dump

    def peer():
        return next(x for x in gc.get_objects() if type(x).__name__ == "SubjectPeer")

    def told(*what):
        try:
            return repr(peer().ask(*what))
        except BaseException as error:
            return type(error).__name__

    class Text(str):
        def more(self):
            return self

    def brought(number, value, method, *arguments):
        own = peer()
        own._begin_call()
        given = own._encode(method), own._encode(arguments), own._encode([])
        call = [["=", number, value], *given]
        return own._exchange(dump([own.printed(), "call", "()", call]))[1]
"""


@pytest.fixture(scope="module", params=LOCKED[-1:])
def nursery(request: pytest.FixtureRequest) -> Iterator[Nursery]:
    """What two boxes say to each other is the same at every tier: the best one is enough."""
    with nursery_for_tests(request.param) as made:
        yield made


@pytest.fixture(scope="module")
def plan(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> CourseTestsPlan:
    """The plan of the tests above, when the reference has been asked."""
    return examined_in(nursery, tmp_path_factory.mktemp("checks"), TESTS, RIGHT)[0]


def _status(outcome: TestOutcome | CodeFailed) -> Status | None:
    return outcome.status if isinstance(outcome, CodeFailed) else None


def _failure(nursery: Nursery, plan: CourseTestsPlan, text: str, test: str) -> CheckFailed:
    """How a test fails on a hand-in, as its check does."""
    examination = Examination(nursery, plan, submission_of(nursery, dedent(text)))
    with closing(examination), pytest.raises(CheckFailed) as caught:
        examination.judge(test, "work", BUDGET)
    return caught.value


def test_the_reference_passes_all_of_them(nursery: Nursery, tmp_path: Path) -> None:
    _, tests, faults = examined_in(nursery, tmp_path, TESTS, RIGHT)
    assert not faults
    assert {test.path for test in tests} == {*WRONG, "test_patched"}


@pytest.mark.parametrize("style", STYLES)
def test_a_right_hand_in_of_another_style_passes(
    nursery: Nursery, plan: CourseTestsPlan, style: str
) -> None:
    changed = RIGHT.replace(*STYLES[style])
    assert changed != RIGHT
    assert passed_by(nursery, plan, changed) == {*WRONG, "test_patched"}


@pytest.mark.parametrize("test", WRONG)
def test_a_wrong_hand_in_fails_where_it_is_wrong(
    nursery: Nursery, plan: CourseTestsPlan, test: str
) -> None:
    changed = RIGHT.replace(*WRONG[test])
    assert changed != RIGHT
    outcomes = outcomes_of(nursery, plan, changed)
    assert test not in passed_in(outcomes)
    assert len(passed_in(outcomes)) >= len(WRONG) - 2


def test_what_goes_wrong_at_the_end_of_a_class_is_no_matter_of_the_next_test(
    nursery: Nursery, tmp_path: Path
) -> None:
    """Its first case has failed, so the second isn't run, and nothing has ended the class."""
    tests = """
        import pytest
        from work import left_open, total

        class TestTotal:
            @pytest.fixture(scope="class", autouse=True)
            def around(self):
                yield
                assert left_open() == 0

            @pytest.mark.parametrize("n", [1, 2])
            def test_one(self, n):
                assert total([n]) == n

        def test_two():
            assert total([1, 2]) == 3
    """
    right = "def total(numbers): return sum(numbers)\ndef left_open(): return 0\n"
    plan, *_ = examined_in(nursery, tmp_path, tests, right)
    wrong = right.replace("sum(numbers)", "sum(numbers[1:]) + len(numbers) - 1").replace(
        "return 0", "return 1"
    )
    assert passed_by(nursery, plan, right) == {"TestTotal.test_one", "test_two"}
    assert passed_by(nursery, plan, wrong) == {"test_two"}


def test_a_pass_that_was_to_be_a_failure_is_told_in_its_own_words(
    nursery: Nursery, tmp_path: Path
) -> None:
    tests = """
        import pytest
        from work import total

        @pytest.mark.parametrize("n", [
            0, pytest.param(1, marks=pytest.mark.xfail(strict=True, reason="not yet")),
        ])
        def test_one(n):
            if n == 0:
                pytest.skip("nothing")
            assert total([n]) == n + 1
    """
    right = "def total(numbers): return sum(numbers)\n"
    plan, *_ = examined_in(nursery, tmp_path, tests, right)
    found = failures_of(nursery, plan, right.replace("sum(numbers)", "2"))
    assert found == {"test_one": "[XPASS(strict)] not yet"}


def test_an_object_that_is_equal_to_everything_is_equal_to_no_number(
    nursery: Nursery, plan: CourseTestsPlan
) -> None:
    lies = LIES + "\n".join(
        f"    def {name}(*_): return Liar()" for name in ("total", "counted", "applied", "is_even")
    )
    outcomes = outcomes_of(nursery, plan, lies + "\n    Stack = Empty = Liar\n")
    assert not passed_in(outcomes) & {"test_total", "test_function", "test_game", "test_patched"}


@pytest.mark.parametrize("base", ["int", "str", "list", "tuple"])
def test_an_object_of_a_known_class_is_no_number_whatever_it_says_of_its_base(
    nursery: Nursery, plan: CourseTestsPlan, base: str
) -> None:
    """Where the reference's answers are plain, only the plain content of an object counts."""
    lies = LIES.replace("class Liar:", f"class Stack({base}):").replace("return 3", "return 0")
    lies += "\n".join(
        f"    def {name}(*_): return Stack()" for name in ("total", "counted", "applied", "is_even")
    )
    outcomes = outcomes_of(nursery, plan, lies + "\n    Empty = Stack\n")
    assert not passed_in(outcomes) & {"test_total", "test_function", "test_game", "test_patched"}


@pytest.mark.parametrize(
    "said",
    [
        "3",
        '["", 3]',
        '["", "", 3]',
        '["", "", [["warning", ["Exception"], "x"], 5, ["record", "a", "b", "c"]]]',
        '["", "", [], ""]',
    ],
)
def test_what_is_printed_in_another_form_is_no_answer(
    nursery: Nursery, plan: CourseTestsPlan, said: str
) -> None:
    lies = RAW_PEER + RIGHT.replace(
        "return sum(numbers)", f"peer().printed = lambda: {said}; return sum(numbers) + 1"
    )
    assert "test_total" not in passed_by(nursery, plan, lies)


@pytest.mark.parametrize(
    "data",
    [
        '["named", "A", "a b", 0]',
        '["named", "A", "a=__import__(1)", 0]',
        '["named", "A", 1, 0]',
        '["slice", 0]',
        '["o", 99, ["x"]]',
        '["o", 99, "work.Stack", ["int"]]',
        '["o", 99, "work.Stack", "int", "str"]',
        '["f", 99, [], {}]',
    ],
)
def test_what_no_answer_is_sent_as_equals_nothing(
    nursery: Nursery, plan: CourseTestsPlan, data: str
) -> None:
    lies = RAW_PEER + RIGHT.replace(
        "return sum(numbers)",
        f"p = peer(); p._answer_of = lambda *_: dump(['', 'give', [], {data}]); return 0",
    )
    assert "test_total" not in passed_by(nursery, plan, lies)


@pytest.mark.parametrize("content", ["o", "[o]", "'x'", "lambda: 0", "iter([])", "10**9"])
def test_the_content_that_an_object_claims_is_a_plain_answer_like_others(
    nursery: Nursery, plan: CourseTestsPlan, content: str
) -> None:
    lies = RAW_PEER + RIGHT.replace(
        "return sum(numbers)",
        f"peer()._operations['content'] = lambda o: {content}; return Stack([])",
    )
    assert "test_total" not in passed_by(nursery, plan, lies)


@pytest.mark.parametrize(
    "asked",
    [
        '".", function, "__globals__"',
        '".", function, "__code__"',
        '"()", "{0.__globals__}", "format", [function], []',
        '"()", function, "__getattribute__", ["__globals__"], []',
        '"%", "%s", function',
        '".", (x for x in ()), "gi_frame"',
        '".=", function, "__code__", 1',
        '"format", "{0.__globals__}", function',
        '"==", [1], [1]',
        '"()", Text("{0.__globals__}"), "format", [function], []',
        '"format", Text("{0.__globals__}"), function',
        '"%", Text("%s"), function',
        '"%", b"%a", function',
    ],
)
def test_a_function_of_the_tests_leads_nowhere(
    nursery: Nursery, plan: CourseTestsPlan, asked: str
) -> None:
    reads = RAW_PEER + RIGHT.replace("return function(value)", f"raise LookupError(told({asked}))")
    found = outcomes_of(nursery, plan, reads)["test_function"]
    assert isinstance(found, TestOutcome)
    refused = [f"LookupError: {kind}" for kind in ("AttributeError", "TypeError", "Exception")]
    assert found.words in refused


HANDED_OVER = """
    import logging, pickle, string, unittest
    import pytest
    from work import f

    class Own(string.Formatter):
        def public(self):
            return 1

    def test_monkeypatch(monkeypatch):
        assert f(monkeypatch, "setattr") == 1
    def test_request(request):
        assert f(request, "getfixturevalue") == 1
    def test_information():
        with pytest.raises(ValueError) as info:
            raise ValueError
        assert f(info, "tb") == 1
    def test_formatter():
        assert f(string.Formatter(), "vformat") == 1
    def test_own_formatter():
        assert f(Own(), "get_field") == 1
    class TestCase(unittest.TestCase):
        def test_self(self):
            assert f(self, "assertEqual") == 1
    def test_own():
        assert f(type("Mine", (), {"public": 1})(), "public") == 1
    def test_logger():
        assert f(logging.getLogger("x"), "info") == 1
"""


def test_what_can_run_files_or_decide_a_test_has_no_attributes_for_a_hand_in(
    nursery: Nursery, tmp_path: Path
) -> None:
    right = "def f(thing, name):\n    return 1\n"
    plan, _, faults = examined_in(nursery, tmp_path, HANDED_OVER, right)
    assert not faults
    reads = "def f(thing, name):\n    return 2 - hasattr(thing, name)\n"
    assert passed_by(nursery, plan, reads) == {"test_own", "test_logger"}
    writes = "def f(thing, name):\n    setattr(thing, name, print)\n    return 1\n"
    assert passed_by(nursery, plan, writes) == {"test_own"}  # `info` is a method


@pytest.mark.parametrize("fixture", ["tmpdir", "tmp_path"])
def test_a_folder_of_pytests_is_a_path_for_the_hand_in(
    nursery: Nursery, tmp_path: Path, fixture: str
) -> None:
    tests = f"""
        import os
        from work import written
        def test_f({fixture}):
            assert written(os.path.join({fixture}, "a.txt")) == 1
            assert written({fixture} / "b.txt") == 1
            assert written(path={fixture} / "c.txt") == 1
            assert open({fixture} / "b.txt").read() == "x" == open({fixture} / "c.txt").read()
    """
    right = "def written(path):\n    return open(path, 'w').write('x')\n"
    plan, _, faults = examined_in(nursery, tmp_path, tests, right)
    assert not faults
    assert passed_by(nursery, plan, right) == {"test_f"}


@pytest.mark.parametrize("number", ["1001", "1002", "0", "-1", "True", "'1001'", "1001.0"])
def test_what_a_hand_in_brings_is_none_of_the_tests_objects(
    nursery: Nursery, plan: CourseTestsPlan, number: str
) -> None:
    """Whatever number it gives a path, it can't ask that for what only the tests may do."""
    asks = f'brought({number}, ["path", "x"], "exists")'
    reads = RAW_PEER + RIGHT.replace("return function(value)", f"raise LookupError({asks})")
    found = outcomes_of(nursery, plan, reads)["test_function"]
    assert isinstance(found, TestOutcome)
    assert found.words == "LookupError: raise"


@pytest.mark.parametrize(
    "said",
    [
        '["unheard of", "", 0, "", [], 0.0, 1, []]',
        '["failed", "", 0, "", [], "x", 1, []]',
        '["failed", "", 0, "", [], 1000.0, 1, []]',
        '["failed", "", 0, "", [], float("nan"), 1, []]',
        '["failed", "", 0, "", [], [], 1, []]',
        '["failed", "", 0, "", [[]], 0.0, 1, []]',
        '["failed", 0, "", "", [], 0.0, 1, []]',
        '["failed", "", 0, "", [], 0.0, [], []]',
        '["failed", "", 0, "", [], 0.0, 1, [2]]',
        '["failed", "", 0, "", [], 0.0, 1]',
        '["passed"]',
        "3",
    ],
)
def test_an_outcome_of_another_form_costs_the_hand_in_that_test_alone(
    nursery: Nursery, tmp_path: Path, said: str
) -> None:
    tests = f"""
        from grader.inside.course_tests import session
        from work import f
        def test_f():
            if f():
                take = session.Reports.take
                def once(self, path, count):
                    session.Reports.take = take
                    return {said}
                session.Reports.take = once
        def test_g():
            assert not f() or True
    """
    plan, _, _ = examined_in(nursery, tmp_path, tests, "def f():\n    return 0\n")
    outcomes = outcomes_of(nursery, plan, "def f():\n    return 1\n")
    assert _status(outcomes["test_f"]) is Status.CRASHED
    assert passed_in(outcomes) == {"test_g"}
    said_well = '["failed", "as it says", 0, "", [], 0.5, 1, ["test_f"]]'
    plan, _, _ = examined_in(nursery, tmp_path, tests.replace(said, said_well), "def f(): return 0")
    found = outcomes_of(nursery, plan, "def f(): return 1")["test_f"]
    assert isinstance(found, TestOutcome)
    assert (found.words, found.share) == ("as it says", 0.5)
    assert (found.cases, found.left_out) == (1, ("test_f",))


@pytest.mark.parametrize(
    ("does", "status"),
    [
        ("while True: pass", Status.TIMEOUT),
        ("import os; os._exit(0)", Status.CRASHED),
        ("import time; time.sleep(60)", Status.TIMEOUT),
        ("x = [0]\n        while True: x = x * 2", Status.MEMORY),
    ],
)
def test_what_ends_a_box_costs_that_test_alone(
    nursery: Nursery, plan: CourseTestsPlan, does: str, status: Status
) -> None:
    changed = RIGHT.replace("return number % 2 == 0", does)
    outcomes = outcomes_of(nursery, plan, changed)
    if status is Status.MEMORY:  # an exception, or the end: what the box has room for says which
        assert "test_truth" not in passed_in(outcomes)
    else:
        assert _status(outcomes["test_truth"]) is status
    assert passed_in(outcomes) == {*WRONG, "test_patched"} - {"test_truth"}


def test_answers_sent_ahead_are_answers_and_no_verdicts(
    nursery: Nursery, plan: CourseTestsPlan
) -> None:
    sends = RAW_PEER + RIGHT.replace(
        "return sum(numbers)",
        'peer()._link.send(dump(["", "give", [], ["passed", "", 0, "", [], []]])); return 1',
    )
    assert "test_total" not in passed_by(nursery, plan, sends)


@pytest.mark.parametrize(
    "frames", ["1", "[1]", "[['work.py']]", "[['work.py', 'x', 'f']]", "[[[]] * 3]", "[[1, 2, 3]]"]
)
def test_lines_that_are_none_are_left_out(
    nursery: Nursery, plan: CourseTestsPlan, frames: str
) -> None:
    says = RAW_PEER + RIGHT.replace(
        "return sum(numbers)", f"peer()._frames_of = lambda *_: {frames}; raise ValueError"
    )
    found = outcomes_of(nursery, plan, says)["test_total"]
    assert isinstance(found, TestOutcome)
    assert found.kind in (TestEnding.RAISED, TestEnding.FAILED)
    assert found.frames == ()


def test_an_exception_of_any_number_is_the_hand_ins(
    nursery: Nursery, plan: CourseTestsPlan
) -> None:
    says = RAW_PEER + RIGHT.replace(
        "return sum(numbers)",
        "p = peer(); p._number = lambda _error: 'x'; raise ValueError",
    )
    found = outcomes_of(nursery, plan, says)["test_total"]
    assert isinstance(found, TestOutcome)
    assert found.kind in (TestEnding.RAISED, TestEnding.FAILED)


SKIPPING = """
    import sys
    import unittest
    import pytest
    import work

    @pytest.mark.parametrize("n, expected", [(0, 1), (5, 120)])
    def test_skips(n, expected):
        try:
            got = work.fact(n)
        except NotImplementedError:
            pytest.skip("not implemented")
        assert got == expected

    @pytest.mark.parametrize("n, expected", [(0, 1), (5, 120)])
    def test_xfails(n, expected):
        try:
            got = work.fact(n)
        except NotImplementedError:
            pytest.xfail("not implemented")
        assert got == expected

    @pytest.mark.parametrize("n", work.CASES)
    def test_cases(n):
        assert work.fact(n) > 0

    @pytest.mark.parametrize("n", [0, pytest.param(1, marks=pytest.mark.skip), -1])
    def test_known(n):
        if n < 0:
            pytest.xfail("as on the reference")
        assert work.fact(n) == 1

    class TestParts(unittest.TestCase):
        def test_parts(self):
            for n in (0, -1, 5):
                with self.subTest(n=n):
                    if n < 0:
                        self.skipTest("as on the reference")
                    try:
                        self.assertGreater(work.fact(n), 0)
                    except NotImplementedError:
                        self.skipTest("not implemented")
            self.assertTrue(work.fact)
"""
FACT = "CASES = [0, 5]\ndef fact(n):\n    return 1 if n < 2 else n * fact(n - 1)\n"
NOT_FOR_A_RIGHT_ONE = "for this hand-in, and not for a right one"


def test_cases_that_a_hand_in_has_skipped_are_not_passed(nursery: Nursery, tmp_path: Path) -> None:
    plan, found, faults = examined_in(nursery, tmp_path, SKIPPING, FACT)
    assert not faults
    assert len(found) == 5
    assert passed_by(nursery, plan, FACT) == {test.path for test in found}
    lazy = FACT.replace("else n * fact(n - 1)", "else 1 / 0").replace("[0, 5]", "[0]")
    lazy = lazy.replace("    return", "    if n > 1: raise NotImplementedError\n    return")
    said = {
        path: outcome.words
        for path, outcome in outcomes_of(nursery, plan, lazy).items()
        if isinstance(outcome, TestOutcome)
    }
    skipped = f"is skipped or xfailed {NOT_FOR_A_RIGHT_ONE}"
    assert said == {
        "test_skips": f"test_skips[5-120] {skipped}",
        "test_xfails": f"test_xfails[5-120] {skipped}",
        "test_cases": f"1 of 2 cases are there {NOT_FOR_A_RIGHT_ONE}",
        "test_known": "",
        "TestParts.test_parts": f"test_parts, subtest 3 {skipped}",
    }


def test_tests_that_are_not_there_for_a_hand_in_are_not_passed(
    nursery: Nursery, tmp_path: Path
) -> None:
    tests = """
        import work
        for name in work.NAMES:
            def test(name=name):
                assert work.f(name) == name
            globals()[f"test_{name}"] = test
        del test
    """
    right = "NAMES = ['a', 'b']\ndef f(x):\n    return x\n"
    plan, found, _ = examined_in(nursery, tmp_path, tests, right)
    assert [test.path for test in found] == ["test_a", "test_b"]
    fewer = right.replace(", 'b'", "")
    assert "skipped for this hand-in" in str(_failure(nursery, plan, fewer, "test_b"))
    examination = Examination(nursery, plan, submission_of(nursery, fewer))
    with closing(examination):
        examination.judge("test_a", "work", BUDGET)


def test_a_failure_says_what_the_values_were_and_where(
    nursery: Nursery, plan: CourseTestsPlan
) -> None:
    wrong = RIGHT.replace("return sum(numbers)", "return sum(numbers) + 1")
    failed = _failure(nursery, plan, wrong, "test_total")
    assert "assert 1 == 0" in failed.evidence.message
    assert failed.evidence.call == "assert total(numbers) == expected"
    assert failed.evidence.kind == "the test fails"


def test_an_exception_of_the_hand_ins_says_in_which_of_its_lines(
    nursery: Nursery, plan: CourseTestsPlan
) -> None:
    wrong = RIGHT.replace("return sum(numbers)", "return numbers[9]")
    failed = _failure(nursery, plan, wrong, "test_total")
    assert isinstance(failed, CodeFailed)
    assert failed.status is Status.ERROR
    assert "IndexError" in failed.evidence.message
    assert [frame.file for frame in failed.evidence.frames] == ["work.py"]


def test_a_function_that_is_not_there_is_missing(nursery: Nursery, plan: CourseTestsPlan) -> None:
    failed = _failure(nursery, plan, RIGHT.replace("def is_even", "def is_odd"), "test_truth")
    assert isinstance(failed, CodeFailed)
    assert failed.status is Status.MISSING
    assert failed.evidence.message == "work.py has no is_even"


def test_a_test_that_the_reference_fails_is_said_so(nursery: Nursery, tmp_path: Path) -> None:
    tests = (
        "from work import f\ndef test_f():\n    assert f() == 2\ndef test_g():\n    assert f()\n"
    )
    _, passing, faults = examined_in(nursery, tmp_path, tests, "def f():\n    return 1\n")
    assert [test.path for test in passing] == ["test_g"]
    assert "assert 1 == 2" in faults["test_f"].words


@pytest.mark.parametrize("ends", ["raise SystemExit", "import sys; sys.exit(0)"])
def test_an_end_while_tests_are_collected_passes_none(
    nursery: Nursery, tmp_path: Path, ends: str
) -> None:
    tests = "from work import f\nVALUE = f()\ndef test_f():\n    assert VALUE == 1\n"
    plan, _, _ = examined_in(nursery, tmp_path, tests, "def f():\n    return 1\n")
    failed = _failure(nursery, plan, f"def f():\n    {ends}\n", "test_f")
    assert isinstance(failed, CodeFailed)
    assert failed.status is Status.CRASHED
    assert "your code ended the Python process" in str(failed)


def test_decorators_of_gradescope_are_understood(nursery: Nursery, tmp_path: Path) -> None:
    tests = """
        import unittest
        from gradescope_utils.autograder_utils.decorators import (
            number, partial_credit, visibility, weight
        )
        from work import f
        class TestF(unittest.TestCase):
            @weight(2)
            @number("1.1")
            @visibility("visible")
            def test_f(self):
                "What f returns"
                self.assertEqual(f(), 1)
            @partial_credit(3)
            def test_part(self, set_score=None):
                set_score(3 if f() == 1 else 1)
    """
    _, found, faults = examined_in(nursery, tmp_path, tests, "def f():\n    return 1\n")
    assert not faults
    assert found[0].marks == {"weight": 2, "number": "1.1", "visibility": "visible"}
    assert found[0].title == "What f returns"
    assert found[0].is_visible
    assert found[1].marks == {"weight": 3}


def test_decorators_of_gradescope_may_be_written_with_names_and_around_patches(
    nursery: Nursery, tmp_path: Path
) -> None:
    tests = """
        import unittest
        from unittest import mock
        from gradescope_utils.autograder_utils import decorators
        from gradescope_utils.autograder_utils.decorators import hide_errors, leaderboard
        from work import f
        class TestF(unittest.TestCase):
            @decorators.weight(val=2)
            @hide_errors()
            def test_f(self):
                self.assertEqual(f(), 1)
            @leaderboard(column_name="time", sort_order="asc")
            def test_time(self, set_leaderboard_value=None):
                set_leaderboard_value(f())
            @mock.patch("work.time")
            @decorators.partial_credit(weight=3)
            def test_part(self, time, set_score=None):
                set_score(3 * f())
    """
    code = "import time\ndef f():\n    return 1\n"
    _, found, faults = examined_in(nursery, tmp_path, tests, code)
    assert not faults
    marks = {test.path: test.marks for test in found}
    assert marks["TestF.test_f"] == {"weight": 2}
    assert marks["TestF.test_part"] == {"weight": 3}
    assert marks["TestF.test_time"] == {}


def test_partial_credit_is_the_last_share_that_a_test_gives(
    nursery: Nursery, tmp_path: Path
) -> None:
    tests = """
        import unittest
        from gradescope_utils.autograder_utils.decorators import partial_credit
        from work import f
        class TestF(unittest.TestCase):
            @partial_credit(4)
            def test_part(self, set_score=None):
                set_score(1)
                set_score(f())
                assert f() != 3
            def test_whole(self):
                self.assertEqual(f(), 4)
    """
    plan, _, _ = examined_in(nursery, tmp_path, tests, "def f():\n    return 4\n")
    shares = {"2": 0.5, "3": 0.75, "-1": 0, "9": None, "float('nan')": 0, "1 / 0": 0.25}
    shares |= {"'much'": 0, "3j": 0, "[4]": 0, "10 ** 400": None, "float('inf')": None}
    for answer, share in shares.items():
        code = f"def f():\n    return {answer}\n"
        if share is not None:
            failed = _failure(nursery, plan, code, "TestF.test_part")
            assert failed.evidence.share == share, answer
        # What one test gives is no share of the next.
        assert _failure(nursery, plan, code, "TestF.test_whole").evidence.share == 0


def test_what_one_class_earns_by_an_inherited_test_is_nothing_for_another(
    nursery: Nursery, tmp_path: Path
) -> None:
    tests = """
        import unittest
        from gradescope_utils.autograder_utils.decorators import partial_credit
        from work import f
        class Part:
            wanted = 4
            @partial_credit(4)
            def test_part(self, set_score=None):
                set_score(4 if f() == self.wanted else f())
        class TestHalf(Part, unittest.TestCase):
            pass
        class TestTornDown(Part, unittest.TestCase):
            def setUp(self):
                self.wanted = f()
            def tearDown(self):
                self.assertEqual(f(), 4)
    """
    plan, _, _ = examined_in(nursery, tmp_path, tests, "def f():\n    return 4\n")
    outcomes = outcomes_of(nursery, plan, "def f():\n    return 2\n")
    shares = {name: outcome.share for name, outcome in outcomes.items()}
    assert shares == {"TestHalf.test_part": 0.5, "TestTornDown.test_part": 0}


def test_files_beside_the_tests_are_there(nursery: Nursery, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "import pytest\n@pytest.fixture\ndef one():\n    return 1\n", "utf-8"
    )
    (tmp_path / "cases.py").write_text("CASES = [1, 2]\n", "utf-8")
    (tmp_path / "rows.csv").write_text("1,2\n", "utf-8")
    tests = """
        from pathlib import Path
        from cases import CASES
        from work import f
        def test_f(one):
            assert [f(x) for x in CASES] == CASES and one == 1
            assert Path("rows.csv").read_text() == "1,2\\n"
    """
    _, found, faults = examined_in(nursery, tmp_path, tests, "def f(x):\n    return x\n")
    assert (len(found), faults) == (1, {})


def test_without_a_known_question_nothing_is_asked(nursery: Nursery, plan: CourseTestsPlan) -> None:
    closed = replace(plan, asked={})
    outcomes = outcomes_of(nursery, closed, RIGHT)
    assert "TestStack.test_operators" not in passed_in(outcomes)
    assert "test_total" in passed_in(outcomes)


LENGTHS = """
    from work import Length

    def test_length():
        a = Length(3)
        assert a == 3
        assert a.metres() == 3
        a.grow(1)
        assert a == 4 and a.parts() == [4, 4]
        assert a.half() == Length(2)
"""
LENGTH = """
    class Length:
        def __init__(self, n):
            self.n = n
        def __eq__(self, other):
            return self.n == (other.n if isinstance(other, Length) else other)
        def metres(self):
            return self.n
        def parts(self):
            return [self.n, self.n]
        def half(self):
            return Length(self.n // 2)
        def grow(self, by):
            self.n += by
"""


@pytest.mark.parametrize(
    ("change", "passes"),
    [
        (("self.n += by", "self.n += by; return self"), True),
        (("return Length(self.n // 2)", "self.n //= 2; return self"), True),
        (("return self.n\n", "return float(self.n)\n"), True),
        (("return [self.n, self.n]", "return [Length(self.n)] * 2"), False),
        (("return self.n\n", "return self\n"), False),
    ],
)
def test_an_object_is_no_plain_answer_though_others_are_compared_with_numbers(
    nursery: Nursery, tmp_path: Path, change: tuple[str, str], passes: bool
) -> None:
    plan, _, _ = examined_in(nursery, tmp_path, LENGTHS, LENGTH)
    outcomes = outcomes_of(nursery, plan, LENGTH.replace(*change))
    assert passed_in(outcomes) == ({"test_length"} if passes else set())


@pytest.mark.parametrize("answer", ["self", "[self] * 2", "(self, {1: self})"])
def test_an_object_that_equals_everything_is_no_answer_of_another_method(
    nursery: Nursery, tmp_path: Path, answer: str
) -> None:
    tests = """
        from work import Length
        def test_length():
            assert Length(3) == 3
            assert Length(3).answer() == ANSWER
    """
    plain = answer.replace("self", "3")
    right = LENGTH + f"        def answer(self):\n            return {plain}\n"
    plan, _, _ = examined_in(nursery, tmp_path, tests.replace("ANSWER", plain), right)
    assert passed_by(nursery, plan, right) == {"test_length"}
    lies = right.replace(f"return {plain}", f"return {answer}")
    lies = re.sub("return self.n == .*", "return True", lies)
    assert not passed_by(nursery, plan, lies)


@pytest.mark.parametrize(
    "claim",
    ["a.parts()[0] == 4", "[*a.parts()] == [4, 4]", "all(x == 4 for x in a.parts())"],
)
def test_what_such_an_object_is_made_of_is_no_plain_answer_either(
    nursery: Nursery, tmp_path: Path, claim: str
) -> None:
    tests = f"""
        from work import Length
        def test_length():
            a = Length(4)
            assert a == 4
            assert {claim}
    """
    plan, _, _ = examined_in(nursery, tmp_path, tests, LENGTH)
    assert passed_by(nursery, plan, LENGTH) == {"test_length"}
    own = """
        def __getitem__(self, at):
            return self
        def __iter__(self):
            return iter([self, self])
    """
    lies = re.sub("return self.n == .*", "return True", LENGTH)
    lies = lies.replace("return [self.n, self.n]", "return self") + own
    assert not passed_by(nursery, plan, lies)


BAG = """
    class Coin:
        def __init__(self, n):
            self.n = n
        def __eq__(self, other):
            return self.n == (other.n if isinstance(other, Coin) else other)
    class Bag:
        def __init__(self, *held):
            self.held = list(held)
        def __getitem__(self, at):
            return self.held[at]
        def __iter__(self):
            return iter(self.held)
        def __add__(self, n):
            return self.held[0] + n
        def __enter__(self):
            return self.held[0]
        def __exit__(self, *_):
            pass
        def __call__(self):
            return self.held[0]
        def later(self):
            return iter(self.held)
        def coins(self):
            return [Coin(n) for n in self.held]
"""


@pytest.mark.parametrize(
    "claim",
    [
        "bag[0] == 4",
        "[*bag] == [4, 4]",
        "sorted(bag) == [4, 4]",
        "all(n == 4 for n in bag)",
        "bag + 1 == 5",
        "bag() == 4",
        "[*bag.later()] == [4, 4]",
        "all(n == 4 for n in bag.later())",
        "next(bag.later()) == 4",
        "(lambda bag, n: n == 4)(bag, bag.__enter__())",
    ],
)
def test_what_operators_give_is_no_object_where_the_references_give_values(
    nursery: Nursery, tmp_path: Path, claim: str
) -> None:
    tests = f"""
        from work import Bag, Coin
        def test_bag():
            bag = Bag(4, 4)
            assert Coin(4) == 4 and bag.coins()[0] == 4
            assert {claim}
    """
    plan, _, _ = examined_in(nursery, tmp_path, tests, BAG)
    for old, new in (
        ("list(held)", "held"),
        ("return iter(self.held)", "yield from self.held"),
        ("class Coin:", "class Coin(int):"),
    ):
        assert passed_by(nursery, plan, BAG.replace(old, new)) == {"test_bag"}
    liar = re.sub("return self.n == .*", "return True", BAG).replace("list(held)", "[Coin(0)] * 2")
    liar = liar.replace("return self.held[0] + n", "return Coin(0)")
    assert not passed_by(nursery, plan, liar)


@pytest.mark.parametrize(
    "given", ["[n, n]", "iter([n, n])", "(n for _ in 'ab')", "{n: n}.values()"]
)
@pytest.mark.parametrize("expected", ["[n, n]", "iter([n, n])", "(n for _ in 'ab')"])
def test_what_gives_plain_values_one_by_one_is_as_good_as_a_list_and_objects_are_not(
    nursery: Nursery, tmp_path: Path, expected: str, given: str
) -> None:
    tests = """
        from work import Length, twice
        def test_twice():
            assert Length(4) == 4
            assert all(n == 4 for n in twice(4))
    """
    solution = "\n    from collections import deque" + LENGTH + "    def twice(n):\n        return "
    plan, _, _ = examined_in(nursery, tmp_path, tests, solution + expected)
    assert passed_by(nursery, plan, solution + given) == {"test_twice"}
    lies = re.sub("return self.n == .*", "return True", solution + given)
    lies = (
        lies.replace("def twice(n):", "def twice(n):\n        n = Length(0)")
        + """
    Length.__radd__ = lambda self, other: 4
    Length.__hash__ = lambda self: 1
"""
    )
    assert not passed_by(nursery, plan, lies)


@pytest.mark.parametrize("claim", ["given == [4]", "caught.value.args == (4,)"])
def test_what_an_argument_holds_afterwards_and_an_exception_is_no_object_either(
    nursery: Nursery, tmp_path: Path, claim: str
) -> None:
    tests = f"""
        import pytest
        from work import Length, refuse
        def test_refuse():
            assert Length(4) == 4
            given = []
            with pytest.raises(ValueError) as caught:
                refuse(4, given)
            assert {claim}
    """
    refuse = """
        def refuse(n, given):
            given.append(n)
            raise ValueError(n)
    """
    right = LENGTH + indent(dedent(refuse), "    ")
    plan, _, _ = examined_in(nursery, tmp_path, tests, right)
    assert passed_by(nursery, plan, right) == {"test_refuse"}
    lies = re.sub("return self.n == .*", "return True", right)
    lies = lies.replace("given.append(n)", "given.append(n := Length(0))")
    assert not passed_by(nursery, plan, lies)


def test_an_answer_that_is_too_long_costs_its_test_alone(nursery: Nursery, tmp_path: Path) -> None:
    tests = """
        from work import text
        def test_a_long_one(): assert len(text(30)) == 30
        def test_b_short_one(): assert text(1) == "x"
        def test_c_short_one(): assert text(2) == "xx"
    """
    right = """
        def text(n): return "x" * n
    """
    plan, _, _ = examined_in(nursery, tmp_path, tests, right)
    wrong = right.replace('"x" * n', '"x" * (n if n < 30 else 30 << 20)')
    outcomes = outcomes_of(nursery, plan, wrong, BUDGET)
    assert passed_in(outcomes) == {"test_b_short_one", "test_c_short_one"}
    cut = outcomes["test_a_long_one"]
    assert isinstance(cut, TestOutcome)
    assert (cut.kind, cut.words) == (TestEnding.CUT, "an answer is too long")


def test_which_objects_are_asked_for_what_and_give_what_is_known(plan: CourseTestsPlan) -> None:
    assert plan.asked is not None
    asked = {"== object object", "+ object object -> object", ".made -> value"}
    assert asked <= {*plan.asked["TestStack.test_operators"]}


@pytest.mark.parametrize(
    "work",
    [
        "from helper import *",
        "import helper\nfrom helper import applied, counted, is_even, total\n"
        "Stack, Empty = helper.Stack, helper.Empty",
        "import helper\ndef __getattr__(name):\n    return getattr(helper, name)",
    ],
)
def test_a_right_hand_in_whose_classes_are_in_another_file_passes(
    nursery: Nursery, plan: CourseTestsPlan, work: str
) -> None:
    outcomes = outcomes_of(nursery, plan, {"helper.py": RIGHT, "work.py": work})
    # What is put in the place of work.total isn't what helper.counted calls, in plain Python too.
    assert {*WRONG, "test_patched"} - passed_in(outcomes) == {"test_patched"}


def test_a_right_hand_in_whose_classes_have_other_names_passes(
    nursery: Nursery, plan: CourseTestsPlan
) -> None:
    text = RIGHT.replace("Stack", "Pile").replace("Empty", "NoMore")
    outcomes = outcomes_of(nursery, plan, dedent(text) + "Stack, Empty = Pile, NoMore\n")
    assert passed_in(outcomes) == {*WRONG, "test_patched"}


MOCKED = """
    from unittest import mock
    import work

    @mock.patch("builtins.print")
    def test_printed(printed):
        work.greet("Ada")
        printed.assert_called_once_with("Hello", "Ada")
        assert printed.call_args == mock.call("Hello", "Ada")

    @mock.patch("builtins.print")
    def test_asserted(printed):
        work.greet("Ada")
        printed.assert_called_once_with("Hello", "Ada")

    def test_handed_over():
        seen = mock.Mock(size=3)
        seen.double.return_value = 6
        assert work.doubled(seen) == 6
        seen.double.assert_called_once_with(3)
        assert seen.result == 6
"""
HONEST = """
    def greet(name):
        print("Hello", name)
    def doubled(thing):
        thing.result = thing.double(thing.size)
        return thing.result
"""
OWN_WORDS = "lambda *a, **k: True"


@pytest.mark.parametrize(
    "lie",
    [
        f"mock.assert_called_once_with = {OWN_WORDS}",
        f"mock.configure_mock(assert_called_once_with={OWN_WORDS})",
        f"mock.attach_mock({OWN_WORDS}, 'assert_called_once_with')",
        "mock.mock_calls.append(('Hello', 'Ada'))",
        "mock.call_args = (('Hello', 'Ada'), {}); mock.call_count = 1; mock.called = True",
        "mock.side_effect = 7",
        "mock.mock_add_spec(['assert_called_once_with'])",
        "del mock.assert_called_once_with",
        "mock.__class__ = int",
        "mock._mock_children.clear()",
    ],
)
def test_a_mock_of_the_tests_can_not_be_taught_to_be_content(
    nursery: Nursery, tmp_path: Path, lie: str
) -> None:
    plan = examined_in(nursery, tmp_path, MOCKED, HONEST)[0]
    tests = {"test_printed", "test_asserted", "test_handed_over"}
    assert passed_by(nursery, plan, HONEST) == tests
    hostile = f"""
    import builtins
    def greet(name):
        mock = builtins.print
        try:
            {lie}
        except Exception:
            pass
    def doubled(thing):
        mock = thing.double
        try:
            {lie}
        except Exception:
            pass
        return 6
    """
    assert not passed_by(nursery, plan, hostile)


WITH_FILES = """
    from pathlib import Path
    import work

    def test_saved(tmp_path):
        (tmp_path / "in.txt").write_text("a b")
        work.count(tmp_path / "in.txt", tmp_path / "out.txt")
        assert (tmp_path / "out.txt").read_text() == Path("expected.txt").read_text()
"""
# What the peer says to have changed in its folder, as a process says that does what it likes.
TELLING = """
    import gc, os
    from grader.inside.wire import dump

    def told(name, target):
        peer = next(x for x in gc.get_objects() if type(x).__name__ == "SubjectPeer")
        come = [[os.path.relpath(target), "78"], [name, "78"]]
        peer._operations["files"] = lambda _: dump([[], come]).decode()
"""
COUNTING = """
    def count(source, target):
        with open(source) as file, open(target, "w") as out:
            out.write(str(len(file.read().split())))
"""


@pytest.mark.parametrize(
    "lie",
    [
        "open('expected.txt', 'w').write('x'); open(target, 'w').write('x')",
        "open(target, 'w').write(open('expected.txt').read())",
        "open('work.py', 'w').write(''); open('test_work.py', 'w').write('')",
        "open('pathlib.py', 'w').write('raise SystemExit'); open('conftest.py', 'w')",
        "import os; os.symlink('expected.txt', target)",
        "import os; os.mkdir(target)",
        "import os; os.mkfifo(target)",
        *[f"told({name!r}, target)" for name in ("expected.txt", "./expected.txt")],
    ],
)
def test_a_hand_in_reaches_no_file_that_is_the_tests_own(
    nursery: Nursery, tmp_path: Path, lie: str
) -> None:
    (tmp_path / "expected.txt").write_text("2")
    plan = examined_in(nursery, tmp_path, WITH_FILES, COUNTING)[0]
    assert passed_by(nursery, plan, COUNTING) == {"test_saved"}
    hostile = f"{dedent(TELLING)}\ndef count(source, target):\n    {lie}\n"
    assert not passed_by(nursery, plan, hostile)


NEAR = """
    import unittest
    from work import Vector, length

    class Case(unittest.TestCase):
        def test_equal(self):
            self.assertAlmostEqual(Vector(1) + Vector(2), Vector(3))
        def test_length(self):
            self.assertEqual(Vector(2), Vector(2))
            self.assertAlmostEqual(length(Vector(2)), 2.0)
        def test_difference(self):
            self.assertEqual(Vector(2), Vector(2))
            assert abs(length(Vector(2)) - 2) < 0.01
            assert abs(2 - length(Vector(2))) < 0.01
"""
VECTOR = """
    class Vector:
        def __init__(self, x):
            self.x = x
        def __eq__(self, other):
            return self.x == other.x
        def __add__(self, other):
            return Vector(self.x + other.x)
    def length(vector):
        return vector.x
"""


@pytest.mark.parametrize("base", ["object", "int", "float"])
def test_an_object_that_is_near_to_everything_is_near_to_no_number(
    nursery: Nursery, tmp_path: Path, base: str
) -> None:
    plan = examined_in(nursery, tmp_path, NEAR, VECTOR)[0]
    tests = {"Case.test_equal", "Case.test_length", "Case.test_difference"}
    assert passed_by(nursery, plan, VECTOR) == tests
    hostile = f"""
    class Vector({base}):
        def __new__(cls, *_):
            return {base}.__new__(cls)
        def __init__(self, *_):
            pass
        def __sub__(self, other):
            return 0
        __rsub__ = __add__ = __sub__
        def __abs__(self, *_):
            return 0
        __round__ = __abs__
        def __eq__(self, other):
            return True
        __hash__ = None
    def length(vector):
        return vector
    """
    assert not passed_by(nursery, plan, hostile) - {"Case.test_equal"}


PARAMETERS = """
    import pytest
    import work

    ASKED = []

    @pytest.mark.parametrize("n", range(4))
    def test_each(n, tmp_path):
        ASKED.append(n)
        (tmp_path / "file").touch()
        assert work.double(n) == 2 * n

    def test_all(tmp_path):
        assert ASKED == [0, 1, 2, 3]
        assert [path.name for path in tmp_path.parent.iterdir() if path.is_dir()] == ["test_all0"]

    def test_some():
        assert ASKED == [0, 1]
"""


def test_after_parameters_that_fail_no_others_are_tried(nursery: Nursery, tmp_path: Path) -> None:
    right = "def double(n):\n    return 2 * n\n"
    plan, _, faults = examined_in(nursery, tmp_path, PARAMETERS, right)
    assert set(faults) == {"test_some"}
    wrong = right.replace("2 * n", "2 * n - n // 1")
    assert passed_by(nursery, plan, right) == {"test_each", "test_all"}
    assert passed_by(nursery, plan, wrong) == {"test_some"}


SPIES = """
    import builtins, io
    from unittest import mock
    import work

    SECRET = 4711

    def test_spied():
        with mock.patch("builtins.open", wraps=open) as opened:
            work.read("shared.txt")
        opened.assert_called_once_with("shared.txt")
        assert work.secret() == SECRET

    def test_own():
        real = builtins.open
        with mock.patch("builtins.open", lambda *given: real(*given)):
            work.read("shared.txt")
        assert work.secret() == SECRET

    def test_others():
        real, seen = eval, []
        with mock.patch("builtins.eval", lambda *given: seen.append(given) or real(*given)):
            work.read("shared.txt")
        assert not seen
        assert work.secret() == SECRET

    def setup_module():
        with open("shared.txt", "w") as file:
            file.write("x")
"""
READING = """
    def read(name):
        with open(name) as file:
            return file.read()
    def secret():
        return 4711
"""


@pytest.mark.parametrize(
    "look",
    [
        "open('test_work.py').read()",
        "open('./../' + os.getcwd().rpartition('/')[2] + '/test_work.py').read()",
        "open('secret.txt').read()",
        "builtins.open.__globals__['SECRET']",
        "builtins.eval('open(\\'test_work.py\\').read()')",
    ],
)
def test_a_spy_of_the_tests_opens_nothing_of_theirs(
    nursery: Nursery, tmp_path: Path, look: str
) -> None:
    (tmp_path / "secret.txt").write_text("SECRET = 4711")
    plan, _, faults = examined_in(nursery, tmp_path, SPIES, READING)
    assert not faults
    hostile = f"""
    import builtins, os, re
    found = []
    def read(name):
        try:
            found.append(str({look}))
        except Exception as error:
            found.append(repr(error))
        try:
            with open(name) as file:
                file.read()
        except OSError:
            pass
    def secret():
        return int(re.search("SECRET = ([0-9]+)|([0-9]+)$", found[-1]).group(1) or found[-1])
    """
    assert not passed_by(nursery, plan, hostile)
