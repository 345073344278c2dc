"""What a hand-in learns of a claim of the tests that fails: nothing that the claim expects."""

from pathlib import Path
from textwrap import dedent

import pytest

from grader.sandbox.tiers import Nursery
from tests.course_tests.examining import examined_in, failures_of, passed_by

SECRET = "48151623"
TESTS = f"""
    import unittest
    from concurrent.futures import ThreadPoolExecutor
    from contextlib import ExitStack

    import pytest
    from work import Timer, call, in_pool, noted, put_on, run_all

    def test_called():
        call(lambda n: _claim(n))

    def _claim(n):
        assert n == {SECRET}

    def test_called_again():
        def look(n):
            try:
                _claim(n)
            except AssertionError as error:
                raise ValueError("no") from error
        call(look)

    def test_made_of_one():
        def look(n):
            try:
                _claim(n)
            except AssertionError as error:
                raise ValueError(error)
        call(look)

    def test_grouped():
        def look(n):
            try:
                _claim(n)
            except AssertionError as error:
                raise ExceptionGroup("several", [error])
        call(look)

    def test_failed():
        def look(n):
            if n != {SECRET}:
                pytest.fail("not {SECRET}")
        call(look)

    class TestCase(unittest.TestCase):
        def test_equal(self):
            call(lambda n: self.assertEqual(n, {SECRET}))

    def test_nested():
        call(lambda n: call(_claim))

    def test_with():
        with Timer() as timer:
            assert timer.ticks == {SECRET}

    def test_stack():
        with ExitStack() as stack:
            put_on(stack)
            assert Timer().ticks == {SECRET}

    def test_kept():
        with ThreadPoolExecutor(1) as pool:
            assert in_pool(pool, _claim) is None

    def test_runner():
        def bad():
            assert 1 > 2, "too few"
        assert run_all([bad])[0].startswith("too few")

    def test_log():
        with pytest.raises(AssertionError):
            with Timer():
                raise AssertionError("lost")
        assert noted() == ["lost"]
"""
REFERENCE = f"""
    log = []

    def call(function):
        function({SECRET})

    class Timer:
        ticks = {SECRET}
        def __enter__(self):
            return self
        def __exit__(self, kind, error, trace):
            if error is not None:
                log.append(str(error))

    def put_on(stack):
        stack.push(lambda kind, error, trace: None)

    def in_pool(pool, function):
        return pool.submit(function, 48151623).exception()

    def noted():
        return log

    def run_all(tests):
        found = []
        for test in tests:
            try:
                test()
            except AssertionError as error:
                found.append(str(error))
        return found
"""
CURIOUS = """
    import gc
    from grader.inside.pair.peer import ORIGIN

    def peer():
        return next(x for x in gc.get_objects() if type(x).__name__ == "SubjectPeer")

    def asked(*what):
        try:
            return peer().ask(*what)
        except BaseException as refused:
            return type(refused).__name__

    def told(error):
        if ORIGIN in vars(error):  # it is asked by the number that it came with
            peer()._remember(error, vars(error)[ORIGIN])
        cause = getattr(error, "__cause__", None)
        words = [str(error), repr(error), error.args, getattr(error, "msg", None), cause]
        words += [asked(one, error) for one in ("str", "repr")]
        words += [asked(".", error, one) for one in ("args", "msg", "__cause__", "__context__")]
        words.append(asked("format", "{0}", error))
        return f"{words}" + (told(cause) if cause else "")

    learnt = []

    def call(function):
        try:
            function(0)
        except BaseException as error:
            learnt.append(told(error))
            raise LookupError

    class Timer:
        ticks = 0
        def __enter__(self):
            return self
        def __exit__(self, kind, error, trace):
            learnt.append(told(error))

    def put_on(stack):
        stack.push(lambda kind, error, trace: learnt.append(told(error)))

    def in_pool(pool, function):
        learnt.append(told(pool.submit(function, 0).exception()))
        return 1

    def noted():
        raise LookupError(f"{len(learnt)} learnt, {'48151623' in str(learnt)}")

    def run_all(tests): return ["too few"]
"""


def test_what_a_failed_claim_expects_is_not_told(nursery: Nursery, tmp_path: Path) -> None:
    plan, _, faults = examined_in(nursery, tmp_path, TESTS, REFERENCE)
    assert not faults
    found = failures_of(nursery, plan, CURIOUS)
    of_values = {"test_called", "test_called_again", "test_failed", "TestCase.test_equal"}
    of_values |= {"test_nested", "test_with", "test_made_of_one", "test_grouped", "test_stack"}
    of_values |= {"test_kept"}
    assert of_values <= {*found}
    assert "12 learnt, False" in found["test_log"]  # of two calls in test_nested


@pytest.mark.parametrize(
    ("was", "style"),
    [
        ("str(error)", "error.args[0]"),
        ("str(error)", '"%s" % error'),
        ("except AssertionError as error", "except Exception as error"),
    ],
)
def test_where_the_reference_sees_claims_a_hand_in_sees_what_they_say(
    nursery: Nursery, tmp_path: Path, was: str, style: str
) -> None:
    plan, tests, faults = examined_in(nursery, tmp_path, TESTS, REFERENCE)
    assert not faults
    styled = dedent(REFERENCE).replace(was, style)
    assert passed_by(nursery, plan, styled) == {test.path for test in tests}


def test_a_claim_that_a_hand_in_lets_through_fails_in_its_own_words(
    nursery: Nursery, tmp_path: Path
) -> None:
    plan, *_ = examined_in(nursery, tmp_path, TESTS, REFERENCE)
    wrong = dedent(REFERENCE).replace(f"function({SECRET})", "function(0)")
    found = failures_of(nursery, plan, wrong)
    assert found["test_called"] == f"assert 0 == {SECRET}"


def test_a_claim_of_its_own_that_comes_back_by_a_test_says_what_it_said(
    nursery: Nursery, tmp_path: Path
) -> None:
    tests = """
        from work import attempt, check
        def test_round():
            assert attempt(lambda: check(-1)) == "negative"
    """
    reference = """
        def check(n):
            if n < 0:
                raise {error}("negative")
        def attempt(function):
            try:
                function()
            except {error} as error:
                return str(error)
    """
    plan, *_ = examined_in(nursery, tmp_path, tests, reference.format(error="ValueError"))
    assert passed_by(nursery, plan, reference.format(error="AssertionError")) == {"test_round"}


def test_claims_of_a_module_beside_the_tests_count_too(nursery: Nursery, tmp_path: Path) -> None:
    helper = "def check(text):\n    assert text.upper() == 'AB'\n"
    (tmp_path / "helper.py").write_text(helper, "utf-8")
    tests = """
        import work
        from helper import check
        def test_each():
            work.each(check, "a")
        """
    reference = """
        def each(f, text): f(text + "b")
        """
    hiding = """
        def each(f, text):
            try: f(None)
            except AttributeError: pass
        """
    plan, _, faults = examined_in(nursery, tmp_path, tests, reference)
    assert faults == {}
    assert failures_of(nursery, plan, reference) == {}
    [words] = failures_of(nursery, plan, hiding).values()
    assert words == "AttributeError: 'NoneType' object has no attribute 'upper'"
