"""A failed claim costs what it should, wherever in a test it fails and whoever hides it."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from grader.course_tests.examination import TestOutcome
from grader.sandbox.tiers import Nursery
from tests.boxed import LOCKED
from tests.course_tests.conftest import nursery_for_tests
from tests.course_tests.examining import (
    examined_in,
    failures_of,
    has_passed,
    outcomes_of,
    passed_by,
)


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """What a hand-in can claim is the same at every tier."""
    with nursery_for_tests(LOCKED[-1]) as made:
        yield made


PARTIAL = """
    import unittest
    from gradescope_utils.autograder_utils.decorators import partial_credit
    from work import each, opened

    class TestEach(unittest.TestCase):
        def tearDown(self):
            self.assertEqual(opened(), 0)

        @partial_credit(4)
        def test_each(self, set_score=None):
            def look(n):
                assert n == 5
            assert each
            set_score(1)
            each(look)
            set_score(3)
            set_score(4)
"""
CALLS = "def each(f):\n    f({n})\ndef opened():\n    return {left}\n"
HIDES = """
    def each(f):
        try:
            f(0)
        except BaseException:
            pass
    def opened():
        return 0
"""


@pytest.mark.parametrize(
    ("work", "share"),
    [
        (CALLS.format(n=0, left=0), 0.25),
        (HIDES, 0.25),
        (CALLS.format(n=5, left=3), 0),  # the score is whole, and the test has failed
    ],
    ids=["raises", "hides", "fails later"],
)
def test_a_score_after_a_failed_claim_is_none(
    nursery: Nursery, tmp_path: Path, work: str, share: float
) -> None:
    plan, _, _ = examined_in(nursery, tmp_path, PARTIAL, CALLS.format(n=5, left=0))
    [outcome] = outcomes_of(nursery, plan, work).values()
    assert isinstance(outcome, TestOutcome)
    assert (has_passed(outcome), outcome.share) == (False, share)


TEARDOWN = """
    import pytest
    from work import add, each

    @pytest.fixture{scope}
    def checked():
        got = []
        yield got
        def look(n):
            assert n > 0
        each(got, look)

    def test_first(checked):
        checked.append(add(1, 2))

    def test_next():
        assert add(1, 1) == 2
"""
EACH = """
    def each(xs, f):
        for x in xs:
            {call}
    def add(a, b):
        return {sum}
"""
IN_TRY = "try: f(x)\n            except BaseException: pass"


@pytest.mark.parametrize("call", ["f(x)", IN_TRY], ids=["raises", "hides"])
def test_a_claim_that_fails_in_a_teardown_is_of_its_own_test(
    nursery: Nursery, tmp_path: Path, call: str
) -> None:
    tests = TEARDOWN.format(scope="")
    plan, _, faults = examined_in(nursery, tmp_path, tests, EACH.format(call="f(x)", sum="a + b"))
    assert not faults
    wrong = EACH.format(call=call, sum="-1 if b == 2 else a + b")
    assert failures_of(nursery, plan, wrong).keys() == {"test_first"}


IGNORING = """
    from work import double, fail, ignoring

    def test_ignoring():
        with ignoring():
            fail()
        with ignoring():
            assert double(2) == 4
"""


# It says of the failed claim, by its number, that it has raised that itself.
CLAIMING = """
    from grader.inside.course_tests.subject import SubjectPeer
    from grader.inside.pair.peer import ORIGIN
    from grader.inside.pair.remote import RemoteObject

    class Own(Exception):
        pass
    class Yes:
        pass

    peers = []
    printed = SubjectPeer.printed
    def watched(self):
        peers.append(self)
        return printed(self)
    SubjectPeer.printed = watched

    class ignoring:
        def __enter__(self):
            return self
        def __exit__(self, kind, error, trace):
            if isinstance(error, AssertionError):
                peer, number = peers[-1], vars(error)[ORIGIN]
                def content(value):
                    if isinstance(value, Yes):
                        raise error
                    return value
                peer._operations["content"] = content
                claim = RemoteObject(peer)
                peer._remember(claim, number)
                try:
                    peer.ask("==", claim, Yes())
                except BaseException:
                    pass
            return True
    def fail():
        raise Own("x")
    def double(n):
        return 0
"""


def test_a_claim_of_the_tests_is_never_the_hand_ins_error(nursery: Nursery, tmp_path: Path) -> None:
    reference = """
        from contextlib import suppress
        class Own(Exception):
            pass
        def ignoring():
            return suppress(Own)
        def fail():
            raise Own("x")
        def double(n):
            return 2 * n
    """
    plan, _, faults = examined_in(nursery, tmp_path, IGNORING, reference)
    assert not faults
    assert passed_by(nursery, plan, reference)
    assert failures_of(nursery, plan, CLAIMING)


STACK = """
    from contextlib import ExitStack
    from work import opened

    def test_stack():
        with ExitStack() as stack:
            assert opened(stack, ["a", "b"]) == ["a", "b"]
"""


def test_what_is_put_on_a_stack_hides_no_claim(nursery: Nursery, tmp_path: Path) -> None:
    reference = """
        def opened(stack, names):
            stack.callback(lambda: None)
            return [*names]
    """
    plan, _, faults = examined_in(nursery, tmp_path, STACK, reference)
    assert not faults
    right = "def opened(stack, names):\n    stack.push(lambda *_: True)\n    return names\n"
    assert passed_by(nursery, plan, right) == {"test_stack"}
    for answer in ("lambda *_: True", "lambda kind, error, trace: error is not None", "slice"):
        wrong = f"def opened(stack, names):\n    stack.push({answer})\n    return []\n"
        assert failures_of(nursery, plan, wrong)


HIDING = """
    import asyncio
    from contextlib import ExitStack
    from unittest.mock import Mock

    import pytest
    import work

    def test_with():
        with work.Session() as session:
            assert session.value() == 3

    def test_entered():
        with ExitStack() as stack:
            assert stack.enter_context(work.Session()).value() == 3

    def test_left():
        session = work.Session()
        try:
            assert session.value() == 3
        except AssertionError as error:
            if not session.__exit__(type(error), error, error.__traceback__):
                raise

    def test_registered():
        callback = Mock()
        with ExitStack() as stack:
            work.register(stack, callback)
            assert work.total([1, 2]) == 3

    def test_registered_again():
        with ExitStack() as stack:
            push = stack.callback
            work.register_by(push, stack)
            assert work.total([1, 2]) == 3

    def test_registered_by_a_function():
        with ExitStack() as stack:
            work.register_by(lambda leave: stack.push(leave), stack)
            assert work.total([1, 2]) == 3

    def test_popped():
        stack = ExitStack()
        with work.opened(stack, Mock()):
            assert work.total([1, 2]) == 3

    def test_awaited():
        def check(n):
            assert n == 5
        async def both():
            await work.later(check, 5)
            with pytest.raises(AssertionError):
                await work.later(check, 1)
        asyncio.run(both())

    def test_next():
        def check(n):
            assert n == 5
        list(work.each(check, [5]))
        with pytest.raises(AssertionError):
            list(work.each(check, [1]))

    def test_one_may_fail_the_next_may_not():
        def bad(n):
            assert n < 0
        with pytest.raises(AssertionError):
            work.call(bad)
        seen = []
        def good(n):
            seen.append(n)
            assert n == 2
        work.call(good)
        assert len(seen) == 1

    def test_run():
        seen = []
        def handler(event):
            seen.append(event)
            assert event == "start"
        with pytest.raises(ValueError):
            work.run(handler)
        assert len(seen) == 1

    def test_guarded():
        seen = []
        def check(n):
            seen.append(n)
            assert n == 2
        with pytest.raises(work.EmptyError):
            with work.Session():
                work.guarded(check)
        assert len(seen) == 1

    def test_refused_later():
        seen = []
        def check(n):
            seen.append(n)
            assert n + 0 == 2
        with pytest.raises(work.EmptyError):
            with work.Session():
                work.guarded(check)
        with pytest.raises(Exception):
            work.refuse()

    def test_looked_for():
        def check(n):
            n.real
            assert n == 2
        assert not hasattr(work.made(check), "missing")
"""
OPEN = """
    class EmptyError(Exception):
        "x"
    class Session:
        def __enter__(self): return self
        def __exit__(self, *_): return None
        def value(self): return 3
    class Made:
        pass
    def opened(stack, mock): return stack
    async def later(f, n): f(n)
    def each(f, numbers):
        for n in numbers:
            yield f(n)
    def call(f): f(2)
    def made(check):
        return Made()
    def refuse(): raise ValueError("no")
    def register(stack, callback): stack.callback(callback)
    def register_by(callback, stack): callback(lambda *_: None)
    def total(numbers): return sum(numbers)
    def run(handler):
        handler("start")
        raise ValueError("done")
    def guarded(check):
        check(2)
        raise EmptyError("none")
"""
ON_THE_SECOND_ASKING = """
    class Liar:
        asked = 0
        def {asked}(self):
            self.asked += 1
            return self.asked > 1
    class Session:
        def __enter__(self): return self
        def __exit__(self, *_): return Liar()
        def value(self): return 4
"""
SAYS_BEFORE = """
    import warnings
    class EmptyError(UserWarning):
        armed = False
        def __str__(self):
            if self.armed:
                raise ValueError("done")
            return "x"
    def run(handler):
        try:
            handler("wrong")
        except AssertionError:
            pass
        warnings.warn(EmptyError("x"))
        EmptyError.armed = True
        raise ValueError("done")
"""
WHILE_IT_IS_LOOKED_FOR = """
    class Made:
        def __getattr__(self, name):
            return self.check(None)
    def made(check):
        it = Made()
        it.check = check
        return it
"""
HIDES_THE_SECOND = """
    calls = []
    def call(f):
        calls.append(f)
        try:
            f(99)
        except BaseException:
            if len(calls) == 1:
                raise
"""
REGISTERED = {
    *("test_registered", "test_registered_again", "test_registered_by_a_function"),
    "test_popped",
}
RAISES_IT_LATER = """
    failed = []
    class EmptyError(Exception):
        asked = 0
        def __str__(self):
            EmptyError.asked += 1
            if EmptyError.asked == 2:
                try:
                    self.check("x")
                except BaseException as error:
                    failed.append(error)
            return "none"
    def guarded(check):
        EmptyError.asked = 0
        error = EmptyError()
        error.check = check
        raise error
    def refuse():
        raise failed[-1]
"""
HIDES_OTHERS = """
    def only_one(f, n):
        try:
            f(n if n == 1 else 0)
        except BaseException:
            if n == 1:
                raise
    async def later(f, n): only_one(f, n)
    def each(f, numbers):
        for n in numbers:
            yield only_one(f, n)
"""
POPS = """
    def opened(stack, mock):
        new = stack.pop_all()
        new.push(mock)
        return new
"""
PUSHING = {
    "a mock of the test's on its stack": "def register(stack, mock): stack.push(mock)",
    "a class on its stack": "def register(stack, mock): stack.push(slice)",
    "a stack's own method": "def register_by(callback, stack): stack.push(Exception)",
    "a function that pushes": "def register_by(callback, stack): callback(slice)",
}
HIDERS = {
    **{
        f"an exit that is {name} when asked again": (
            ON_THE_SECOND_ASKING.format(asked=name),
            {"test_with", "test_entered", "test_left"},
        )
        for name in ("__bool__", "__len__")
    },
    **{
        name: (f"{pushes}\ndef total(numbers): return -1", REGISTERED)
        for name, pushes in PUSHING.items()
    },
    "a stack in its place": (
        f"{dedent(POPS)}\ndef total(numbers): return -1",
        REGISTERED,
    ),
    "what is awaited, or comes next": (HIDES_OTHERS, {"test_awaited", "test_next"}),
    "what another claim may do": (HIDES_THE_SECOND, {"test_one_may_fail_the_next_may_not"}),
    "a warning": (SAYS_BEFORE, {"test_run"}),
    "an attribute that is looked for": (WHILE_IT_IS_LOOKED_FOR, {"test_looked_for"}),
    "a text that is read, and later what that raised": (
        RAISES_IT_LATER,
        {"test_refused_later", "test_guarded"},
    ),
}


@pytest.mark.parametrize(("change", "tests"), HIDERS.values(), ids=HIDERS.keys())
def test_nothing_that_a_hand_in_does_hides_a_claim(
    nursery: Nursery, tmp_path: Path, change: str, tests: set[str]
) -> None:
    plan, _, faults = examined_in(nursery, tmp_path, HIDING, OPEN)
    assert not faults
    found = failures_of(nursery, plan, f"{dedent(OPEN)}\n{dedent(change)}")
    assert found.keys() == tests


STACKS = """
    from contextlib import ExitStack, suppress
    from work import ignoring, quiet

    def test_ignored():
        with ExitStack() as stack:
            ignoring(stack)
            raise KeyError("x")

    def test_quiet():
        with ExitStack() as stack:
            quiet(stack, suppress(KeyError))
            {}["x"]
"""


def test_a_stack_may_hide_what_the_reference_lets_it_hide(nursery: Nursery, tmp_path: Path) -> None:
    reference = """
        from contextlib import suppress
        def ignoring(stack):
            stack.enter_context(suppress(KeyError))
        def quiet(stack, context):
            stack.enter_context(context)
    """
    right = """
        def ignoring(stack):
            stack.push(lambda kind, error, trace: kind is KeyError)
        def quiet(stack, context):
            stack.push(context)
    """
    plan, tests, faults = examined_in(nursery, tmp_path, STACKS, reference)
    assert not faults
    assert passed_by(nursery, plan, right) == {test.path for test in tests}


def test_an_interrupt_that_a_test_raises_costs_that_test_alone(
    nursery: Nursery, tmp_path: Path
) -> None:
    tests = """
        from unittest import mock
        from work import add, asked

        def test_interrupted():
            with mock.patch("builtins.input", side_effect=KeyboardInterrupt):
                assert asked() == "bye"

        def test_next():
            assert add(1, 2) == 3
    """
    reference = """
        def asked():
            try:
                return input()
            except KeyboardInterrupt:
                return "bye"
        def add(a, b):
            return a + b
    """
    plan, _, faults = examined_in(nursery, tmp_path, tests, reference)
    assert not faults
    found = failures_of(nursery, plan, reference.replace("KeyboardInterrupt", "EOFError"))
    assert found == {"test_interrupted": "KeyboardInterrupt"}


HANDLED = """
    import sys
    from contextlib import ExitStack, suppress

    import pytest
    import work

    def test_raised_by_the_function():
        def number(text):
            assert isinstance(text, str)
            return int(text)
        with pytest.raises(ValueError):
            work.parse_all(["1", "x"], number)

    def test_each():
        def positive(n):
            assert isinstance(n, int)
            int("x" if n < 0 else "1")
            return n
        with pytest.raises(ValueError):
            list(work.mapped(positive, [1, -1]))

    def test_kept_in_a_store():
        class Store:
            def load(self, key):
                assert isinstance(key, str)
                if key == "a":
                    return 1
                raise KeyError(key)
            def has(self, key):
                return key == "a"
        assert work.load(Store(), "b", 7) == 7

    def test_one_of_two():
        def number(text):
            assert text != "0"
            return int(text)
        with pytest.raises((ValueError, TypeError)):
            work.parse(number)

    def test_looked_up():
        def look_up(name):
            assert name
            return {}[name]
        try:
            work.find(look_up, "b")
        except LookupError:
            pass

    def test_answers():
        try:
            raise ValueError("x")
        except ValueError as error:
            given = sys.exc_info()
            assert work.Session().__exit__(type(error), error, error.__traceback__) is None
        assert work.describe(*given) == "ValueError" and work.parts(*given) == ["ValueError", 3]

    def test_own_stack():
        def look(n):
            with ExitStack() as stack:
                stack.enter_context(suppress(KeyError))
                assert n
                return {1: 2}[n]
        assert work.each(look) == 2

    class TestWide:
        @pytest.fixture(scope="class")
        def got(self):
            got = []
            yield got
            def look(n):
                assert n > 0
            work.every(got, look)

        @pytest.mark.parametrize("n", [1, 2])
        def test_first(self, got, n):
            got.append(work.total([n]))
            assert got[-1] == n

    def test_next():
        assert work.total([1, 1]) == 2
"""


def test_what_a_test_handles_itself_costs_nothing(nursery: Nursery, tmp_path: Path) -> None:
    reference = """
        class Session:
            def __enter__(self): return self
            def __exit__(self, *_): return None
        def describe(kind, error, trace): return kind.__name__
        def parts(kind, error, trace): return [kind.__name__, 3]
        def parse_all(texts, number):
            if not all(text.isdigit() for text in texts):
                raise ValueError("no number")
            return [number(text) for text in texts]
        def mapped(f, numbers): return [f(n) for n in numbers]
        def load(store, key, other): return store.load(key) if store.has(key) else other
        def parse(number): return number("x")
        def find(look_up, name): raise LookupError(name)
        def each(look): return look(1)
        def every(numbers, look):
            for n in numbers: look(n)
        def total(numbers): return sum(numbers)
    """
    right = """
        class Session:
            def __enter__(self): return self
            def __exit__(self, kind, error, trace): pass
        def describe(*given): return given[0].__name__
        def parts(*given): return [given[0].__name__, len(given)]
        def parse_all(texts, number): return list(map(number, texts))
        def mapped(f, numbers): yield from map(f, numbers)
        def load(store, key, other):
            try: return store.load(key)
            except KeyError: return other
        def parse(number): return number(None)
        def find(look_up, name): return look_up(name)
        def each(look):
            look(5)
            return look(1)
        def every(numbers, look): [look(n) for n in numbers]
        def total(numbers): return sum(numbers)
    """
    plan, _, faults = examined_in(nursery, tmp_path, HANDLED, reference)
    assert not faults
    assert failures_of(nursery, plan, right) == {}
    wrong = right.replace("return sum(numbers)", "return -5 if len(numbers) == 1 else 2")
    assert failures_of(nursery, plan, wrong).keys() == {"TestWide.test_first"}
