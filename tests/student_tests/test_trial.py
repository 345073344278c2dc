"""Suites in their boxes: in every style that pytest finds, and however they lie."""

import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from textwrap import dedent
from time import monotonic, process_time
from typing import Any

import pytest

from grader.asking.answers import CodeFailed
from grader.asking.submission import Submission
from grader.errors import BrokenGrader
from grader.inside.notebook.layout import Cell, text_of
from grader.judging.judge import SpentTime
from grader.running.boxes import nursery_sources, pytest_code, suite_sources
from grader.sandbox.clock import Budget, HandinPaused
from grader.sandbox.tiers import Nursery, start_nursery
from grader.statuses import Status
from grader.student.evidence import without_values
from grader.student_tests.order import LEAST_REFERENCES
from grader.student_tests.outline import outline_of
from grader.student_tests.reach import Reach
from grader.student_tests.runner import (
    Ending,
    Runner,
    SuitePlan,
    SuiteRun,
    judges_by_answers,
)
from grader.student_tests.solutions import Solutions
from grader.student_tests.told import (
    ASSERTS_NOTHING,
    NO_TEST,
    NOT_BY_ANSWERS,
    NOT_IN_EVERY_RUN,
    NOT_NOTICED,
    TOO_LONG,
    TOO_MANY_TO_NAME,
)
from grader.student_tests.trial import SuiteVerdict, Trial, open_trial
from tests.boxed import LOCKED
from tests.support import BUDGET, HANDOUT, LIBRARY, LIMITS, RAW, submission_of

STARTER = "def double(n): ...\n"
RIGHT = "def double(n):\n    return 2 * n\n"
WRONG = "def double(n):\n    return 2 * n if n else 1\n"
STYLES = {
    "a function": """
        from work import double
        def test_zero():
            assert double(0) == 0
    """,
    "a notebook, in which some cells fail": text_of(
        "test_all.ipynb",
        [
            Cell(1, None, "from work import double\n1 / 0"),
            Cell(2, None, "if"),
            Cell(3, None, "def test_zero():\n    assert double(0) == 0\ndisplay(1)\nno_such"),
        ],
    ),
    "a class": """
        from work import double
        class TestDouble:
            def test_zero(self):
                assert double(0) == 0
    """,
    "a test case of unittest, of any name": """
        import unittest
        from work import double
        class Double(unittest.TestCase):
            def setUp(self):
                self.number = 0
            def test_zero(self):
                self.assertEqual(double(self.number), 0)
        if __name__ == "__main__":
            unittest.main()
    """,
    "parts of a test of unittest": """
        import unittest
        from work import double
        class Double(unittest.TestCase):
            def test_numbers(self):
                for number in range(3):
                    with self.subTest(number=number):
                        self.assertEqual(double(number), number + number)
    """,
    "parts of a test": """
        from work import double
        def test_numbers(subtests):
            for number in range(3):
                with subtests.test(number=number):
                    assert double(number) == number + number
    """,
    "parameters": """
        import pytest
        from work import double
        @pytest.mark.parametrize("number", [2, 1, 0])
        def test_numbers(number):
            assert double(number) == number + number
    """,
    "random numbers without a seed": """
        import random
        from work import double
        DRAWN = [random.randrange(9) for _ in range(9)]
        def test_numbers():
            random.seed()
            numbers = [random.randrange(99), *DRAWN, random.Random().randrange(99), 0]
            for number in numbers:
                assert double(number) == number + number
    """,
    "random numbers and clocks of every kind": """
        import os, random, secrets, tempfile, time, uuid
        from datetime import date, datetime, timezone
        from work import double

        def numbers():
            yield random.Random(time.time()).randrange(10**9)
            yield random.Random(time.time_ns()).randrange(10**9)
            yield random.SystemRandom().randrange(10**9)
            yield secrets.randbelow(10**9)
            yield uuid.uuid4().int % 10**9
            yield uuid.uuid1().int % 10**9
            yield int.from_bytes(os.urandom(3))
            yield int.from_bytes(os.getrandom(3))
            yield datetime.now().microsecond
            yield datetime.now(timezone.utc).microsecond
            yield int(datetime.today().timestamp() * 10**6)
            yield date.today().toordinal()
            yield time.monotonic_ns() % 10**9
            yield int(time.perf_counter() * 10**6)
            yield int(time.process_time() * 10**6)
            yield int(time.clock_gettime(time.CLOCK_REALTIME) * 10**6)
            yield int(time.strftime("%H%M%S"))
            yield time.gmtime().tm_sec + time.localtime(None).tm_sec + len(time.ctime())
            yield hash("a text") % 10**9

        DRAWN = [*numbers()]

        def test_numbers():
            for number in (*DRAWN, *numbers(), *numbers(), 0):
                assert double(number) == number + number
    """,
    "clocks that go on": """
        import queue, threading, time
        from datetime import datetime
        from work import double

        def test_time_passes():
            began, then, now = time.time(), datetime.now(), time.monotonic()
            time.sleep(0.01)
            assert time.time() - began >= 0.01
            assert (datetime.now() - then).total_seconds() >= 0.01
            assert time.monotonic() - now >= 0.01
            until = time.perf_counter() + 0.05
            while time.perf_counter() < until:
                pass
            assert type(datetime.now()) is datetime

        def test_who_waits_has_an_end():
            import asyncio
            asyncio.run(asyncio.sleep(0.01))
            with __import__("pytest").raises(queue.Empty):
                queue.Queue().get(timeout=0.01)
            assert not threading.Event().wait(0.01)
            assert double(0) == 0
    """,
    "its own text": """
        import inspect
        from pathlib import Path
        from work import double
        def test_one(tmp_path, monkeypatch):
            monkeypatch.chdir(tmp_path)
            assert "def test_one" in Path(__file__).read_text()
            assert "double(0)" in inspect.getsource(test_one)
            assert double(0) == 0
    """,
    "fixtures of pytest's": """
        from work import double
        def test_zero(
            cache, capfd, doctest_namespace, monkeypatch, pytestconfig, record_property,
            record_testsuite_property, recwarn, request, tmp_path_factory, tmpdir
        ):
            cache.set("work/zero", 0)
            record_property("zero", cache.get("work/zero", 1))
            assert double(0) == 0
    """,
    "what is logged": """
        import logging
        from work import double
        def test_zero(caplog):
            with caplog.at_level(logging.INFO):
                logging.getLogger("work").info("%s", double(0))
            assert caplog.messages == ["0"]
    """,
    "warnings as they come under pytest": """
        import warnings
        import pytest
        from work import double
        def deprecated():
            warnings.warn("use double", DeprecationWarning, stacklevel=2)
            return double(0)
        def test_zero():
            with warnings.catch_warnings(record=True) as caught:
                assert [deprecated() for _ in range(2)] == [0, 0]
            assert len(caught) == 2
        @pytest.mark.filterwarnings("error")
        def test_strict():
            with pytest.raises(DeprecationWarning):
                deprecated()
    """,
    "a fixture": """
        import pytest
        import work
        @pytest.fixture
        def zero():
            return work.double(0)
        def test_zero(zero):
            assert zero == 0
    """,
}
FALLS_ON_THE_RIGHT_ONE = {
    "an assert": """
        from work import double
        def test_one():
            assert double(1) == 3
    """,
    "a test case": """
        import unittest
        from work import double
        class Double(unittest.TestCase):
            def test_one(self):
                self.assertEqual(double(1), 3)
    """,
    "a part of a test": """
        from work import double
        def test_one(subtests):
            with subtests.test():
                assert double(1) == 3
    """,
    "a part of a test case": """
        import unittest
        from work import double
        class Double(unittest.TestCase):
            def test_one(self):
                with self.subTest():
                    self.assertEqual(double(1), 3)
    """,
}


TRIES_TO_READ = """
    import gc
    import inspect
    import pytest
    import work
    from work import double

    PEER = next(x for x in gc.get_objects() if type(x).__name__ == "SuitePeer")

    @pytest.mark.parametrize("name", ["__code__", "__globals__", "__module__", "__closure__"])
    def test_code(name):
        with pytest.raises(AttributeError):
            PEER.ask(".", double, name)

    @pytest.mark.parametrize("name", ["__dict__", "__file__", "__builtins__", "quadruple"])
    def test_module(name):
        with pytest.raises(AttributeError):
            PEER.ask(".", work, name)

    @pytest.mark.parametrize("thing", [work, double])
    def test_source(thing):
        with pytest.raises((OSError, TypeError)):
            inspect.getsource(thing)

    def test_answer():
        assert double(1) == 2
"""
DISTINGUISHES_RUNS = """
    import sys
    from work import double
    frame = sys._getframe()
    while "left_out" not in frame.f_locals:
        frame = frame.f_back
    LEFT_OUT = frame.f_locals["left_out"]
    def test_one():
        assert double(1) == 2
        assert not LEFT_OUT
    def test_that_asks_nothing():
        pass
"""
FORGES_A_WORD = (
    RAW
    + """
from grader.inside.wire import dump
from work import double

def test_one():
    double(1)
    reply(dump([1, 0, None]))
    time.sleep(60)
"""
)


@pytest.fixture(
    scope="module",
    params=sorted({LOCKED[0], LOCKED[-1]} if LOCKED else {}),
    ids=lambda tier: tier.name.lower(),
)
def nursery(request: pytest.FixtureRequest) -> Iterator[Nursery]:
    """A nursery with one for suites beside it, as a judge has.

    Where each box has another folder, each makes pytest ready for itself.
    """
    tier, name = request.param, LIBRARY.name
    made = start_nursery(tier, LIMITS, nursery_sources(HANDOUT, name), library=name)
    made.for_suites = start_nursery(tier, LIMITS, suite_sources(HANDOUT, name), pytest_code(), name)
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests about how many runs there are say so; of the others none depends on it."""
    monkeypatch.setattr("grader.student_tests.trial.LEAST_REFERENCES", 2)


@pytest.fixture
def as_many_runs_as_in_a_class(_few_runs: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many as there are for every hand-in."""
    monkeypatch.setattr("grader.student_tests.trial.LEAST_REFERENCES", LEAST_REFERENCES)


@pytest.fixture
def solutions() -> Solutions:
    """A right solution, and wrong ones."""
    faulty = {
        "wrong": {"work.py": WRONG},
        "right_too": {"work.py": RIGHT.replace("2 * n", "n + n")},
    }
    return Solutions({"work.py": RIGHT}, faulty, (outline_of("work", STARTER),))


def trial(
    nursery: Nursery,
    solutions: Solutions,
    suite: str,
    account: Submission | None = None,
    later: Budget = BUDGET,
) -> Trial:
    files = (("test_all.py", dedent(suite)),)
    plan = SuitePlan("test_all.py", files, solutions.outlines, BUDGET, later, 10_000)
    account = account or submission_of(nursery, dict(files), "test_all")
    return Trial(Runner(nursery, plan, account), solutions, lambda: True)


@pytest.mark.parametrize("style", STYLES)
def test_a_suite_of_any_style_catches_what_it_sees(
    nursery: Nursery, solutions: Solutions, style: str
) -> None:
    made = trial(nursery, solutions, STYLES[style])
    assert made.verdict("wrong", ["wrong"]).caught
    made.require_steadiness()


@pytest.mark.parametrize("style", FALLS_ON_THE_RIGHT_ONE)
def test_a_suite_of_any_style_that_fails_on_the_right_solution_is_told_which_test_does(
    nursery: Nursery, solutions: Solutions, style: str
) -> None:
    suite = FALLS_ON_THE_RIGHT_ONE[style]
    with pytest.raises(CodeFailed) as caught:
        trial(nursery, solutions, suite).require_reference([])
    name = "Double.test_one" if "TestCase" in suite else "test_one"
    assert caught.value.evidence == without_values(f"on a correct solution {name} fails")


TRIES_TO_FORK = """
    import os
    import pytest
    from work import double
    def test_one(tmp_path, capsys, monkeypatch):
        monkeypatch.chdir(tmp_path)
        {attempt}
        assert double(0) == 0
"""


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        ("with pytest.raises(OSError): os.fork()", {"your code tried to start another process"}),
        ("print(os.path.expanduser('~'))", set()),
    ],
)
def test_what_a_suite_tries_is_reported_and_costs_it_nothing(
    nursery: Nursery, solutions: Solutions, attempt: str, words: set[str]
) -> None:
    account = submission_of(nursery, "", "test_all")
    made = trial(nursery, solutions, TRIES_TO_FORK.format(attempt=attempt), account)
    assert made.verdict("wrong", ["wrong", "right_too"]).caught
    made.require_steadiness()
    assert {incident.detail for incident in account.incidents} == words


def test_suites_cannot_read_the_solution(nursery: Nursery, solutions: Solutions) -> None:
    """What is tried raises, on whatever solution, so that the suite passes."""
    made = trial(nursery, solutions, TRIES_TO_READ)
    made.require_reference(["wrong"])
    assert made.verdict("wrong", ["wrong"]).words == NOT_NOTICED


def test_what_behaves_as_the_right_solution_is_not_caught(
    nursery: Nursery, solutions: Solutions
) -> None:
    verdict = trial(nursery, solutions, STYLES["a function"]).verdict("right_too", ["right_too"])
    assert (verdict.caught, verdict.words) == (False, NOT_NOTICED)


def test_a_suite_without_an_assert_is_told_so(nursery: Nursery, solutions: Solutions) -> None:
    suite = "from work import double\ndef test_it():\n    double(0) == 0\n"
    verdict = trial(nursery, solutions, suite).verdict("wrong", ["wrong"])
    assert (verdict.caught, verdict.words) == (False, ASSERTS_NOTHING)


def test_who_fails_on_the_right_solution_in_some_runs_catches_nothing(
    nursery: Nursery, solutions: Solutions
) -> None:
    """The suite learns which tests to run: all of them on the right solution, or some."""
    made = trial(nursery, solutions, DISTINGUISHES_RUNS)
    for name in ("right_too", "wrong"):
        verdict = made.verdict(name, ["right_too", "wrong"])
        assert (verdict.caught, verdict.words) == (False, f"not run: {NOT_IN_EVERY_RUN}")
    with pytest.raises(CodeFailed, match="run without the others, test_one fails"):
        made.require_steadiness()


LOOPS_ON_A_WRONG_ONE = """
    from work import double
    def test_one():
        zero = double(0)
        while zero != 0: pass
"""


def test_a_test_that_never_ends_on_a_wrong_solution_has_some_times_what_the_first_run_took(
    nursery: Nursery, solutions: Solutions
) -> None:
    made = trial(nursery, solutions, LOOPS_ON_A_WRONG_ONE, later=replace(BUDGET, cpu_seconds=0.3))
    verdict = made.verdict("wrong", ["wrong"])
    assert (verdict.caught, verdict.words) == (False, NOT_BY_ANSWERS)


WORKS_FOR_A_WHILE = """
    import resource
    from work import double
    def test_one():
        while resource.getrusage(resource.RUSAGE_SELF).ru_utime < 1.2: pass
        assert double(0) == 0
"""


def test_a_suite_has_the_time_of_its_check_and_later_ones_that_of_the_first(
    nursery: Nursery, solutions: Solutions
) -> None:
    brief = replace(BUDGET, cpu_seconds=0.3)
    files = {"test_all.py": dedent(WORKS_FOR_A_WHILE)}
    account = submission_of(nursery, files, "test_all", brief)
    account.budget = BUDGET
    made = open_trial(solutions, account, "test_all", nursery, lambda: True)
    assert made.verdict("wrong", ["wrong"]).caught
    made.require_steadiness()


THING = """
class Thing:
    def same(self): return self
    def fails(self): print(self); raise ValueError(self)
    def says(self): raise ValueError(f"{self}")
"""
THING_STARTER = """
class Thing:
    def same(self): ...
    def fails(self): ...
    def says(self): ...
"""
ASKS_WHERE_THINGS_ARE = """
    import gc
    from work import Thing
    def test_things():
        thing = Thing()
        seen = {thing: 1, thing.same: 2, thing.fails: 3}
        words = [str(thing.same()), repr(thing.same()), repr(thing.fails)]
        try:
            thing.fails()
        except ValueError as error:
            words.append(str(error))
        try:
            thing.says()
        except ValueError as error:
            words += error.args
        peer = next(x for x in gc.get_objects() if type(x).__name__ == "SuitePeer")
        words += [peer.ask("%", "%r", thing), peer.ask("format", thing, ""), f"{thing}"]
        assert all("Thing" in word for word in words), words
        assert seen[thing] == 1
"""


HEIRS = """
class Base: pass
class Heir(Base): pass
"""
HEIRS_STARTER = HEIRS.replace("(Base)", "")
ASKS_WHO_IS_BELOW = """
    from work import Base, Heir
    def test_heirs():
        assert isinstance(Heir(), Base) and issubclass(Heir, (int, Base))
        assert not isinstance(Base(), Heir) and not issubclass(Base, Heir)
        assert not isinstance(1, Base) and not issubclass(int, Base)
        class Own(Heir): pass
        assert issubclass(Own, Heir) and issubclass(Own, Base) and isinstance(Own(), Base)
"""


def test_a_suite_sees_which_classes_are_below_which(nursery: Nursery) -> None:
    """Whatever the starter files say of that."""
    faulty = {"wrong": {"work.py": HEIRS_STARTER}}
    made = Solutions({"work.py": HEIRS}, faulty, (outline_of("work", HEIRS_STARTER),))
    found = trial(nursery, made, ASKS_WHO_IS_BELOW)
    assert found.verdict("wrong", ["wrong"]).caught
    found.require_steadiness()


def test_no_answer_depends_on_where_objects_are(nursery: Nursery, solutions: Solutions) -> None:
    """They are elsewhere in a solution that holds more."""
    right, elsewhere = THING, f"MUCH = [object() for _ in range(5000)]\n{THING}"
    outlines = (outline_of("work", THING_STARTER),)
    both = Solutions({"work.py": right}, solutions.mistakes, outlines)
    runner = trial(nursery, both, ASKS_WHERE_THINGS_ARE)._runner
    runs = [runner.run({"work.py": text}) for text in (right, elsewhere)]
    assert [run.ending for run in runs] == [Ending.PASSED] * 2, runs[0].why
    assert runs[0].said == runs[1].said


def test_checks_that_name_other_solutions_are_at_fault(
    nursery: Nursery, solutions: Solutions
) -> None:
    made = trial(nursery, solutions, STYLES["a function"])
    made.require_reference(["wrong", "right_too"])
    with pytest.raises(ValueError, match="have to name the same faulty solutions"):
        made.verdict("wrong", ["wrong"])


class CountingRunner(Runner):
    """Runs suites, and remembers on which solutions and with which tests."""

    def __init__(self, runner: Runner, right: Mapping[str, str]) -> None:
        super().__init__(runner._nursery, runner.plan, runner._account)
        self._right = right
        self.runs: list[tuple[bool, Sequence[str]]] = []

    def run(
        self,
        solution: Mapping[str, str],
        left_out: Sequence[str] = (),
        budget: Budget | None = None,
    ) -> SuiteRun:
        self.runs.append((solution == self._right, tuple(left_out)))
        return super().run(solution, left_out, budget)


@pytest.mark.parametrize(
    ("more", "left_out"),
    [("", ()), ("def test_that_asks_nothing(): pass\n", ("test_that_asks_nothing",))],
)
@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
def test_the_right_solution_is_run_with_every_choice_of_tests_and_three_times_at_least(
    nursery: Nursery, solutions: Solutions, more: str, left_out: Sequence[str]
) -> None:
    suite = f"from work import double\ndef test_one(): assert double(1) == 2\n{more}"
    runner = CountingRunner(trial(nursery, solutions, suite)._runner, solutions.reference)
    made = Trial(runner, solutions, lambda: True)
    made.verdict("wrong", ["wrong", "right_too"])
    by_choice = Counter({(True, left_out): 2, (False, left_out): 2})
    assert Counter(runner.runs) == by_choice + Counter([(True, ())])
    assert not left_out or runner.runs[-1] == (True, ())


class Learner(Runner):
    """A suite that knows no right answer, but remembers the answers of all its runs.

    It fails where answers are others than in the first two runs that were alike, and passes before.
    """

    plan = SuitePlan("test_all.py", (), (), BUDGET, BUDGET, 10_000)

    def __init__(self) -> None:
        self._seen: list[Mapping[str, str]] = []
        self._right: Mapping[str, str] | None = None

    def run(self, solution: Mapping[str, str], *_: object) -> SuiteRun:
        said = b"a question", str(solution).encode()
        if self._right is None:
            self._right = solution if solution in self._seen else None
            self._seen.append(solution)
            if solution not in self._seen[:-1]:
                return replace(PASSES, said=said)
        right = solution == self._right
        return SuiteRun(Ending.PASSED if right else Ending.FAILED, said)

    run_aside = run
    may_run_aside = True

    def read(self) -> Reach:
        return Reach({"test_one": frozenset({"work"})})

    def require_place(self) -> None:
        """There is no place here."""


class Knows(Learner):
    """A suite that knows wrong solutions by something else than answers."""

    def run(self, solution: Mapping[str, str], *_: object) -> SuiteRun:
        ending = Ending.FAILED if "wrong" in str(solution) else Ending.PASSED
        return SuiteRun(ending, (b"a question", b"an answer"))


def test_a_failure_that_no_answer_explains_catches_nothing(solutions: Solutions) -> None:
    made = trial_of(solutions, Knows)
    verdict = made.verdict(MANY[0], MANY)
    assert (verdict.caught, verdict.words) == (False, NOT_BY_ANSWERS)


class Unseeded(Learner):
    """A suite that asks other questions each time, and finds a mistake in every second run."""

    def run(self, solution: Mapping[str, str], *_: object) -> SuiteRun:
        self._seen.append(solution)
        number = self._seen.count(solution)
        said = f"question {len(self._seen)}".encode(), f"answer {len(self._seen)}".encode()
        ending = Ending.FAILED if "wrong" in str(solution) and number % 2 == 0 else Ending.PASSED
        return SuiteRun(ending, said)

    run_aside = run


PASSES = SuiteRun(Ending.PASSED, ())
MANY = [f"wrong{n}" for n in range(30)]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn from the system's random numbers is always the same."""
    source = Random(4)
    monkeypatch.setattr("grader.student_tests.order.SystemRandom", lambda: source)


def trial_of(solutions: Solutions, kind: type[Learner]) -> Trial:
    texts = [f"def double(n): return {number} + n  # wrong\n" for number in range(len(MANY))]
    faulty = {name: {"work.py": text} for name, text in zip(MANY, texts, strict=True)}
    return Trial(kind(), replace(solutions, mistakes=faulty), lambda: True)


@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
def test_a_suite_that_learns_the_answers_has_no_points(
    solutions: Solutions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It passes until it knows them, and fails later on the solutions on which it has passed."""
    source = Random(7)
    monkeypatch.setattr("grader.student_tests.order.SystemRandom", lambda: source)
    made = trial_of(solutions, Learner)
    assert sum(made.verdict(name, MANY).caught for name in MANY) > len(MANY) / 2
    with pytest.raises(CodeFailed, match="end otherwise from run to run"):
        made.require_steadiness()


class BelievesTheFirst(Learner):
    """A suite that keeps the answers of its first run, and fails where others come."""

    on_first, on_others = Ending.PASSED, Ending.FAILED

    def run(self, solution: Mapping[str, str], *_: object) -> SuiteRun:
        self._right = self._right or solution
        ending = self.on_first if solution == self._right else self.on_others
        return SuiteRun(ending, (b"a question", str(solution).encode()))

    run_aside = run


class DoubtsTheFirst(BelievesTheFirst):
    """A suite that fails where the answers of its first run come."""

    on_first, on_others = Ending.FAILED, Ending.PASSED


def lucky_ones(
    solutions: Solutions, monkeypatch: pytest.MonkeyPatch, kind: type[Learner], faulty: int
) -> int:
    """In how many of a hundred gradings a suite has points for the first of some mistakes."""
    lucky = 0
    known = trial_of(solutions, kind)._solutions
    for seed in range(100):
        monkeypatch.setattr("grader.student_tests.order.SystemRandom", partial(Random, seed))
        made = Trial(kind(), known, lambda: True)
        try:
            lucky += made.verdict(MANY[0], MANY[:faulty]).caught
            made.require_steadiness()
        except CodeFailed:
            continue
    return lucky


@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
@pytest.mark.parametrize(("faulty", "most"), [(9, 25), (30, 12)])
def test_who_believes_the_first_run_has_to_guess(
    solutions: Solutions, monkeypatch: pytest.MonkeyPatch, faulty: int, most: int
) -> None:
    assert lucky_ones(solutions, monkeypatch, BelievesTheFirst, faulty) <= most


@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
def test_doubting_the_first_run_is_a_guess_for_one_mistake(
    solutions: Solutions, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 30 < lucky_ones(solutions, monkeypatch, DoubtsTheFirst, 1) < 70


class Working(Learner):
    """Runs of a suite that works for so many seconds on the right solution, or on wrong ones.

    On wrong ones it does so always, or on the first of `MANY` alone.

    It passes on the right one if it is fair, and fails on wrong ones if it notices them. One of its
    tests asks nothing.
    """

    plan = replace(
        Learner.plan,
        budget=replace(BUDGET, cpu_seconds=30),
        later=replace(BUDGET, cpu_seconds=5),
    )

    def __init__(
        self,
        right: float,
        wrong: float,
        *,
        is_fair: bool = True,
        notices: bool = True,
        always: bool = True,
    ) -> None:
        self._always = always
        self._seconds = {True: right, False: wrong}
        self._passes = {True: is_fair, False: not is_fair or not notices}
        self.runs: list[str] = []
        self.charged = 0.0
        self.aside = 0

    def run(
        self,
        solution: Mapping[str, str],
        left_out: Sequence[str] = (),
        budget: Budget | None = None,
    ) -> SuiteRun:
        run = self._of(solution, budget or self.plan.budget)
        self.charged += run.cpu_seconds
        self.runs.append("part" if left_out else "whole")
        return run

    def run_aside(
        self, solution: Mapping[str, str], _left_out: Sequence[str], budget: Budget
    ) -> SuiteRun:
        self.aside += 1
        return self._of(solution, budget)

    def _of(self, solution: Mapping[str, str], budget: Budget) -> SuiteRun:
        is_right = "wrong" not in str(solution)
        like_right = is_right or not (self._always or "return 0" in str(solution))
        seconds, limit = self._seconds[like_right], budget.cpu_seconds
        said = b"a question", str(solution).encode()
        if seconds > limit:
            # One of the boxes has used all of its time, the other one half of that.
            cpu, ended = 1.5 * limit, SuiteRun(Ending.SUITE_ENDED, said, status=Status.TIMEOUT)
            return replace(ended, seconds=cpu, cpu_seconds=cpu, limit=limit, out_of_time=True)
        ending = Ending.PASSED if self._passes[is_right] else Ending.FAILED
        return SuiteRun(ending, said, seconds=seconds, cpu_seconds=seconds, limit=limit)

    def forgive(self, cpu_seconds: float) -> None:
        self.charged -= cpu_seconds

    def read(self) -> Reach:
        tests = {"test_one": frozenset({"work"}), "test_that_asks_nothing": frozenset[str]()}
        return Reach(tests)


@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        (1, 4, ""),
        (1, 8, NOT_BY_ANSWERS),
        (1, 99, NOT_BY_ANSWERS),
        (3, 12, ""),
        (8, 39, ""),
        (12, 59, ""),
        (12, 99, NOT_BY_ANSWERS),
    ],
)
def test_whatever_the_order_a_run_has_the_same_time_and_costs_the_same(
    solutions: Solutions,
    monkeypatch: pytest.MonkeyPatch,
    right: float,
    wrong: float,
    words: str,
) -> None:
    solutions = trial_of(solutions, Learner)._solutions
    found = set()
    for seed in range(12):
        monkeypatch.setattr("grader.student_tests.order.SystemRandom", partial(Random, seed))
        runner = Working(right, wrong, always=False)
        made = Trial(runner, solutions, lambda: True)
        verdict = made.verdict(MANY[0], MANY)
        made.require_steadiness()
        assert verdict.words == words
        assert runner.runs[-1] == "whole"
        assert "whole" not in runner.runs[:-1]
        found.add(runner.charged)
    assert len(found) == 1


class FailsInParts(Working):
    """A suite that passes on the right solution only with all of its tests."""

    def run(self, solution: Mapping[str, str], *given: Any) -> SuiteRun:
        run = super().run(solution, *given)  # nothing but the solution is given for all tests
        return replace(run, ending=Ending.FAILED) if given else run


@pytest.mark.usefixtures("as_many_runs_as_in_a_class", "drawn")
def test_who_fails_to_see_all_answers_early_catches_nothing(solutions: Solutions) -> None:
    solutions = trial_of(solutions, Learner)._solutions
    runner = FailsInParts(1, 1)
    made = Trial(runner, solutions, lambda: True)
    made.require_reference(MANY)
    assert 1 < runner.runs.index("whole") == len(runner.runs) - 1
    verdicts = [made.verdict(name, MANY) for name in MANY]
    assert {verdict.words for verdict in verdicts} == {f"not run: {NOT_IN_EVERY_RUN}"}
    assert {verdict.status for verdict in verdicts} == {Status.SKIPPED}


@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
def test_a_suite_that_never_ends_is_not_run_often(
    solutions: Solutions, monkeypatch: pytest.MonkeyPatch
) -> None:
    solutions = trial_of(solutions, Learner)._solutions
    for seed in range(12):
        monkeypatch.setattr("grader.student_tests.order.SystemRandom", partial(Random, seed))
        runner = Working(99, 99)
        with pytest.raises(CodeFailed, match="on a correct solution"):
            Trial(runner, solutions, lambda: True).require_reference(MANY)
        assert len(runner.runs) <= 6


@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
def test_what_has_come_to_no_end_is_not_made_again(
    solutions: Solutions, monkeypatch: pytest.MonkeyPatch
) -> None:
    solutions = trial_of(solutions, Learner)._solutions
    found = Counter[int]()
    for seed in range(12):
        for wrong in (2, 99):
            monkeypatch.setattr("grader.student_tests.order.SystemRandom", partial(Random, seed))
            runner = Working(1, wrong, notices=False, always=False)
            Trial(runner, solutions, lambda: True).verdict(MANY[0], MANY[:4])
            found[wrong] += runner.aside
    assert found[2] > found[99]


@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
def test_runs_again_are_made_only_while_others_do_not_wait_too_long(
    solutions: Solutions, monkeypatch: pytest.MonkeyPatch
) -> None:
    solutions = trial_of(solutions, Learner)._solutions
    found = []
    for may in (True, False):
        runner = Working(1, 1, notices=False)
        monkeypatch.setattr(runner, "may_run_aside", may)
        Trial(runner, solutions, lambda: True).require_reference(MANY)
        found.append(runner.aside > 0)
    assert found == [True, False]


@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
@pytest.mark.parametrize("right", [99, 1])
def test_after_all_tests_have_failed_on_the_right_solution_nothing_is_run(
    solutions: Solutions, right: float
) -> None:
    solutions = trial_of(solutions, Learner)._solutions
    runner = Working(right, 99, is_fair=False)
    made = Trial(runner, solutions, lambda: True)
    with pytest.raises(CodeFailed, match="on a correct solution"):
        made.require_reference(MANY)
    assert runner.runs.index("whole") == len(runner.runs) - 1 < len(MANY)


@pytest.mark.usefixtures("as_many_runs_as_in_a_class", "drawn")
def test_who_keeps_runs_busy_does_not_see_the_right_solution_before_the_others(
    solutions: Solutions,
) -> None:
    """Nothing that follows would say by which answers a suite fails."""
    solutions = trial_of(solutions, Learner)._solutions
    runner = Working(20, 99)
    made = Trial(runner, solutions, lambda: True)
    made.require_reference(MANY)
    assert runner.runs.index("whole") == len(runner.runs) - 1
    assert {made.verdict(name, MANY).words for name in MANY} == {f"not run: {TOO_LONG}"}


class PassesOnce(Working):
    """A suite that passes on the right solution once with each choice of tests, and fails then."""

    def __init__(self) -> None:
        super().__init__(1, 1)

    def run(self, solution: Mapping[str, str], *given: Any) -> SuiteRun:
        run = super().run(solution, *given)
        if not given:
            return replace(run, ending=Ending.PASSED)
        self._passes[True] &= run.ending is not Ending.PASSED
        return run

    def require_place(self) -> None:
        raise BrokenGrader("no suite can be run here")


PRINTS = "def double(n):\n    print('x' * n)\n    return 2 * n\n"


def test_what_a_solution_prints_is_printed_once(nursery: Nursery, solutions: Solutions) -> None:
    suite = """
    from work import double
    def test_one(capsys):
        for n in (5, 1, 3):
            double(n)
            assert capsys.readouterr().out == "x" * n + "\\n"
    """
    run = trial(nursery, solutions, suite)._runner.run({"work.py": PRINTS})
    assert run.ending is Ending.PASSED, run.why


@pytest.mark.usefixtures("drawn")
def test_a_suite_that_asks_otherwise_each_time_loses_what_it_catches_so_and_no_more(
    solutions: Solutions,
) -> None:
    made = trial_of(solutions, Unseeded)
    assert not any(made.verdict(name, MANY).caught for name in MANY)
    made.require_steadiness()


ENDINGS_UNTIL_THEN = {
    "exits": SuiteRun(Ending.SUITE_ENDED, (), status=Status.CRASHED),
    "works for ever": SuiteRun(Ending.SUITE_ENDED, (), seconds=30.0, out_of_time=True),
}


@pytest.mark.parametrize("run", ENDINGS_UNTIL_THEN.values(), ids=ENDINGS_UNTIL_THEN)
def test_a_run_that_ends_before_its_answers_does_not_judge_by_them(run: SuiteRun) -> None:
    later = SuiteRun(Ending.FAILED, (b"a question", b"an answer"), seconds=0.1)
    assert not judges_by_answers(replace(run, said=later.said), later)


def test_who_comes_to_no_end_or_gets_other_answers_may_end_otherwise() -> None:
    passed = SuiteRun(Ending.PASSED, (b"a question", b"an answer"), seconds=6.0)
    endless = SuiteRun(Ending.SUITE_ENDED, passed.said, seconds=5.0, out_of_time=True)
    assert judges_by_answers(passed, endless)
    assert judges_by_answers(endless, passed)
    other = SuiteRun(Ending.FAILED, (b"a question", b"another answer"))
    assert judges_by_answers(passed, other)
    assert not judges_by_answers(passed, replace(other, said=passed.said))
    assert not judges_by_answers(passed, replace(other, said=(b"another question",)))


def test_what_runs_first_is_charged_to_nobody_but_keeps_others_waiting(
    nursery: Nursery, solutions: Solutions
) -> None:
    """How many there are is drawn: points of a slow suite must not depend on it."""
    account = submission_of(nursery, {}, "test_all")
    runner = trial(nursery, solutions, STYLES["a function"], account)._runner
    runner.run_aside(solutions.faulty("wrong"), (), BUDGET)
    assert account.cpu == account.asleep == 0
    assert account.aside_seconds > 0
    patience = account.aside_seconds + 60
    spent = SpentTime(process_time(), monotonic(), patience=patience).and_by(account)
    spent.require_patience()
    with pytest.raises(HandinPaused):
        replace(spent, patience=account.aside_seconds / 2).require_patience()


def test_runs_aside_have_an_end_too(nursery: Nursery, solutions: Solutions) -> None:
    account = submission_of(nursery, {}, "test_all")
    runner = trial(nursery, solutions, STYLES["a function"], account)._runner
    assert runner.may_run_aside
    account.aside_seconds = account.plan.costs.handin_cpu_seconds
    assert not runner.may_run_aside


def test_nobody_knows_by_a_counter_of_the_kernel_which_run_comes_next(
    nursery: Nursery, solutions: Solutions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.student_tests.runner.SystemRandom.randrange", lambda *_: 60)
    made, pipe = [], os.pipe
    runner = trial(nursery, solutions, STYLES["a function"])._runner
    monkeypatch.setattr(os, "pipe", lambda: made.append(pipe()) or made[-1])
    runner.run(solutions.reference)
    assert len(made) >= 60


SAYS_BY_WHAT_IT_ASKS = """
    import sys
    import pytest
    from work import double

    frame = sys._getframe()
    while "left_out" not in frame.f_locals:
        frame = frame.f_back
    IS_WHOLE = not frame.f_locals["left_out"]
    TESTS = []

    def test_asks():
        TESTS.append(double(0))

    @pytest.mark.parametrize("bit", range(8))
    def test_says(bit, request):
        TESTS.append(bit)
        if TESTS[0] >> bit & 1 or not IS_WHOLE:
            double(bit)

    def test_that_asks_nothing():
        pass

    def test_compares(request):
        told = [item.name for item in request.session.items if "says" in item.name]
        assert IS_WHOLE or len(told) == 8
"""


def test_what_a_suite_asks_does_not_decide_which_of_its_tests_are_there(
    nursery: Nursery, solutions: Solutions
) -> None:
    """It would find in later runs what it was answered in the first."""
    made = trial(nursery, solutions, SAYS_BY_WHAT_IT_ASKS)
    assert not made.verdict("wrong", ["wrong", "right_too"]).caught
    made.require_steadiness()


def test_a_test_case_and_a_class_lose_single_tests(nursery: Nursery, solutions: Solutions) -> None:
    suite = """
        import unittest
        from work import double

        class TestMany:
            def test_one(self): assert double(1) == 2
            def test_nothing(self): raise LookupError

        class Double(unittest.TestCase):
            def test_zero(self): self.assertEqual(double(0), 0)
            def test_nothing(self): raise LookupError

        def test_nothing(): raise LookupError
    """
    runner = trial(nursery, solutions, suite)._runner
    left_out = ("Double.test_nothing", "TestMany.test_nothing", "test_nothing")
    assert runner.read().blocks({"wrong": {"work"}}) == {left_out: ["wrong"]}
    assert runner.run(solutions.reference, left_out).ending is Ending.PASSED
    for name in left_out:
        others = [other for other in left_out if other != name]
        assert runner.run(solutions.reference, others).ending is Ending.FAILED


def test_classes_of_one_name_lose_no_tests_of_each_other(
    nursery: Nursery, solutions: Solutions
) -> None:
    suite = """
        from work import double

        class TestMany:
            def test_one(self): assert double(1) == 2

        class TestMore:
            class TestMany:
                def test_one(self): raise LookupError
    """
    runner = trial(nursery, solutions, suite)._runner
    assert runner.run(solutions.reference, ("TestMany.test_one",)).ending is Ending.FAILED


def test_a_suite_whose_text_nobody_can_read_has_all_of_its_tests_run(
    nursery: Nursery, solutions: Solutions
) -> None:
    runner = trial(nursery, solutions, "def test_one(:")._runner
    assert runner.read() == Reach()
    deep = trial(nursery, solutions, f"x = {'(' * 5000}1{')' * 5000}")._runner
    assert deep.read().blocks({"wrong": {"work"}}) == {(): ["wrong"]}


def test_a_choice_of_tests_that_are_all_skipped_costs_nothing(
    nursery: Nursery, solutions: Solutions
) -> None:
    suite = """
        import pytest
        from work import double

        @pytest.mark.skip
        def test_zero(): assert double(0) == 0

        @pytest.mark.skipif(True, reason="later")
        def test_one(): assert double(1) == 2

        def test_of_something_else(): print(len("text"))

        def ask(): return double(2)
        HELD = ask()
    """
    made = trial(nursery, solutions, suite)
    verdict = made.verdict("wrong", ["wrong"])
    assert (verdict.caught, verdict.words) == (False, NO_TEST)
    made.require_steadiness()


# Suites that fail on every solution, each in a way that depends on what it answers.
SAY_WHAT_THEY_SEE = {
    "the text of an exception": "raise LookupError(ANSWERS)",
    "the class of an exception": "raise (KeyError, IndexError, OSError)[double(1) % 3]",
    "the name of a class": "raise type(f'Says{double(21)}', (Exception,), {})",
    "a line": "exec(compile('\\n' * double(5) + 'raise KeyError', 'test_all.py', 'exec'))",
    "the name of a code object": "exec(compile(f'def f{double(5)}(): 1/0\\nf{double(5)}()', "
    "'test_all.py', 'exec'))",
    "an exit status": "os._exit(double(5))",
    "a signal": "os.kill(os.getpid(), (signal.SIGABRT, signal.SIGSEGV)[double(1) > 2])",
    "an exit of pytest": "pytest.exit('said', returncode=double(3))",
    "an exit of Python": "sys.exit(double(3))",
    "a name that no file has": "item(request).name = f'test_{double(5)}'; assert False",
    "a name that is millions long": "item(request).name = 'a' * double(10**6); assert False",
    "a note": "error = KeyError(); error.add_note(ANSWERS); raise error",
    "what it prints": "print(ANSWERS, file=sys.stderr); print(ANSWERS); assert False",
    "a warning": "warnings.warn(ANSWERS); assert False",
    "a property": "request.node.user_properties.append(('said', ANSWERS)); assert False",
    "a reason": "pytest.fail(ANSWERS)",
    "what breaks the link": "SOCKET.send(b'x' * double(9)); SOCKET.close(); assert False",
}
SAYS = """
    import gc, os, signal, sys, warnings
    import pytest
    from work import double

    ANSWERS = repr([double(n) for n in range(9)])
    SOCKET = next(x for x in gc.get_objects() if type(x).__name__ == "SuitePeer")._link._sock

    def item(request):
        return request.node

    def test_one(request):
        {how}
    FILLED = '''{lines}'''
"""


def all_told(made: Trial, names: Sequence[str]) -> list[object]:
    """Everything that the author of a suite reads of it, by check."""
    told: list[object] = []
    for check in (partial(made.require_reference, names), made.require_steadiness):
        try:
            told.append(check())
        except CodeFailed as failed:
            told.append((failed.status, failed.evidence))
    try:
        return told + [made.verdict(name, names) for name in names]
    except CodeFailed:
        return told


@pytest.mark.parametrize("how", SAY_WHAT_THEY_SEE)
def test_what_a_suite_is_told_is_the_same_whatever_it_was_answered(
    nursery: Nursery, solutions: Solutions, how: str
) -> None:
    suite = SAYS.format(how=SAY_WHAT_THEY_SEE[how], lines="\n" * 200)
    other = replace(solutions, reference={"work.py": RIGHT.replace("2 * n", "3 * n")})
    one, two = (all_told(trial(nursery, each, suite), ["wrong"]) for each in (solutions, other))
    assert one == two
    assert "on a correct solution" in str(one)


SAYS_ON_A_WRONG_ONE = """
    import gc, os, time
    from work import double, other

    def test_one():
        if double(0) == 1:
            {how}
        other()
"""
ON_WRONG_ONES = {
    "an exit status": "os._exit(other())",
    "exit or sleep": "os._exit(1) if other() > 50 else time.sleep(1000)",
    "a question of its own": "double(other()); os._exit(1)",
}


@pytest.mark.parametrize("how", ON_WRONG_ONES)
def test_a_wrong_solution_that_a_suite_knows_says_nothing_but_that(
    nursery: Nursery, how: str
) -> None:
    """All other answers are those of the right one."""
    found = []
    for number in (7, 99):
        more = f"def other(): return {number}\n"
        faulty = {"wrong": {"work.py": WRONG + more}}
        outlines = (outline_of("work", STARTER + "def other(): ...\n"),)
        made = Solutions({"work.py": RIGHT + more}, faulty, outlines)
        suite = SAYS_ON_A_WRONG_ONE.format(how=ON_WRONG_ONES[how])
        found.append(all_told(trial(nursery, made, suite), ["wrong"]))
    assert found[0] == found[1]
    assert found[0] == [None, None, SuiteVerdict(False, NOT_BY_ANSWERS)]


FAILS_BY_NUMBER = """
    from work import double
    def test_of_all(): pass
    class TestMany:
        def test_0(self): assert double(1) != 2
"""


@pytest.mark.parametrize(("more", "named"), [(197, True), (198, False)])
def test_a_test_is_named_where_there_are_fewer_than_two_hundred(
    nursery: Nursery, solutions: Solutions, more: int, named: bool
) -> None:
    assert more + 2 < TOO_MANY_TO_NAME or not named
    suite = dedent(FAILS_BY_NUMBER) + "".join(f"def test_more_{n}(): pass\n" for n in range(more))
    with pytest.raises(CodeFailed) as failed:
        trial(nursery, solutions, suite).require_reference([])
    words = "TestMany.test_0 fails" if named else "a test fails"
    assert failed.value.evidence.message == f"on a correct solution {words}"


FAILS_ELSEWHERE_IN_PARTS = """
    import sys
    from work import double
    frame = sys._getframe()
    while "left_out" not in frame.f_locals:
        frame = frame.f_back
    IS_WHOLE = not frame.f_locals["left_out"]
    def test_one(): assert IS_WHOLE and double(1) == 2
    def test_two(): assert not IS_WHOLE or double(1) == 3
    def test_that_asks_nothing(): pass
"""


def test_no_second_test_is_named_of_a_suite_that_fails_otherwise_in_other_runs(
    nursery: Nursery, solutions: Solutions
) -> None:
    told = all_told(trial(nursery, solutions, FAILS_ELSEWHERE_IN_PARTS), ["wrong"])
    assert "test_two" in str(told[0])
    assert told[0] == told[1]


def test_no_parameter_that_a_suite_computes_is_told(nursery: Nursery, solutions: Solutions) -> None:
    suite = """
        import pytest
        from work import double

        @pytest.mark.parametrize("said", [double(21)])
        def test_one(said): assert said == 0
    """
    with pytest.raises(CodeFailed) as failed:
        trial(nursery, solutions, suite).require_reference([])
    assert failed.value.evidence.message == "on a correct solution test_one fails"


@pytest.mark.parametrize(
    ("suite", "words"),
    [
        (
            """
            class TestIt:
                def __init__(self): self.x = 1
                def test_one(self): assert double(self.x) == 2
            """,
            "no test was run: TestIt has an `__init__`, so pytest skips it: ",
        ),
        (
            "async def test_one(): assert double(1) == 2",
            "on a correct solution test_one fails: it is `async def`, which pytest can't run: ",
        ),
        (
            """
            import doctest, work
            def test_one(): assert doctest.testmod(work).failed == 0
            """,
            "but call no function of a solution: test_one runs the examples in documentation",
        ),
        (
            """
            class TestOuter:
                def test_one(self): assert double(1) == 2
                class TestInner:
                    def setup_method(self): raise RuntimeError
                    def test_two(self): assert double(1) == 2
            """,
            "on a correct solution TestOuter fails",
        ),
    ],
)
def test_a_suite_that_tests_nothing_is_told_why_by_its_text(
    nursery: Nursery, solutions: Solutions, suite: str, words: str
) -> None:
    with pytest.raises(CodeFailed, match=re.escape(words)):
        trial(nursery, solutions, "from work import double\n" + dedent(suite)).require_reference([])


def test_a_suite_that_can_not_be_imported_is_told_so(
    nursery: Nursery, solutions: Solutions
) -> None:
    suites = {
        "from work import mine": "test_all.py imports mine from work, which is only in yours",
        "import nowhere": "test_all.py imports nowhere, which isn't there",
        "exit()": "test_all.py calls exit() when it is imported; put that below",
        "1 / 0": "importing them raises an exception; do they import or use what only your",
    }
    for suite, why in suites.items():
        with pytest.raises(CodeFailed, match=re.escape(f"tests can't be collected: {why}")):
            trial(nursery, solutions, suite).require_reference([])


def test_a_constant_or_an_import_of_the_starter_is_no_reason_that_is_told(
    nursery: Nursery, solutions: Solutions
) -> None:
    starter = outline_of("work", "import json\nLIMIT = 3\ndef double(x): ...\n")
    suite = "from work import LIMIT, double, json\n1 / 0"
    with pytest.raises(CodeFailed, match="importing them raises an exception; do they"):
        trial(nursery, replace(solutions, outlines=(starter,)), suite).require_reference([])


def test_what_a_suite_does_by_an_answer_is_no_reason_that_is_told(
    nursery: Nursery, solutions: Solutions
) -> None:
    suite = "from work import double\nif double(21) == 42:\n    import nowhere\n    exit()"
    with pytest.raises(CodeFailed, match="importing them raises an exception; do they"):
        trial(nursery, solutions, suite).require_reference([])


def test_a_word_of_a_failure_without_a_word_about_it_is_believed_no_less(
    nursery: Nursery, solutions: Solutions
) -> None:
    with pytest.raises(CodeFailed) as caught:
        trial(nursery, solutions, FORGES_A_WORD).require_reference([])
    assert caught.value.evidence.message == "on a correct solution a test fails"


def test_a_conftest_beside_the_suite_is_used(nursery: Nursery, solutions: Solutions) -> None:
    """Although pytest is made ready before the files are there."""
    conftest = "import pytest\n@pytest.fixture\ndef zero(): return 0\n"
    suite = "from work import double\ndef test_zero(zero): assert double(zero) == 0\n"
    files = (("test_all.py", suite), ("conftest.py", conftest))
    plan = SuitePlan("test_all.py", files, solutions.outlines, BUDGET, BUDGET, 10_000)
    account = submission_of(nursery, dict(files), "test_all")
    made = Trial(Runner(nursery, plan, account), solutions, lambda: True)
    assert made.verdict("wrong", ["wrong"]).caught


def test_a_copy_of_the_support_library_beside_the_suite_changes_nothing(
    nursery: Nursery,
) -> None:
    """As in a hand-in of the whole handout: values of its classes would be strangers to a box."""
    faulty = {"wrong": {"work.py": "def guess(n): return None\n"}}
    outline = outline_of("work", "def guess(n): ...\n")
    right = "from gametree import Guess\ndef guess(n): return Guess(n)\n"
    solutions = Solutions({"work.py": right}, faulty, (outline,))
    suite = """
        from gametree import Guess
        from work import guess
        def test_it(): assert guess(1) == Guess(1)
    """
    copy = {file.name: file.read_text("utf-8") for file in (HANDOUT / "gametree").glob("*.py")}
    files = {"test_all.py": dedent(suite), **{f"gametree/{name}": copy[name] for name in copy}}
    account = submission_of(nursery, files, "test_all")
    made = open_trial(solutions, account, "test_all", nursery, lambda: True)
    assert made.verdict("wrong", ["wrong"]).caught
    made.require_steadiness()


class BrokenRunner(Runner):
    """Runs suites on a machine on which none can be run, and says how often ours was."""

    asked = 0

    def require_place(self) -> None:
        BrokenRunner.asked += 1
        raise BrokenGrader("no suite can be run here")


def broken_trial(nursery: Nursery, solutions: Solutions, suite: str) -> Trial:
    plan = trial(nursery, solutions, suite)._runner.plan
    account = submission_of(nursery, "", "test_all")
    BrokenRunner.asked = 0
    return Trial(BrokenRunner(nursery, plan, account), solutions, lambda: True)


@pytest.mark.parametrize(
    "suite",
    ["def test_one(): assert False", "1 / 0", "import os; os._exit(1)", "", FORGES_A_WORD],
    ids=["fails", "can't be imported", "ends", "has no test", "forges a word"],
)
def test_no_run_costs_anything_where_no_suite_can_be_run(
    nursery: Nursery, solutions: Solutions, suite: str
) -> None:
    with pytest.raises(BrokenGrader, match="no suite can be run here"):
        broken_trial(nursery, solutions, suite).require_reference([])
    assert BrokenRunner.asked == 1


def test_a_run_on_a_wrong_solution_that_no_answer_explains_is_doubted_once(
    nursery: Nursery, solutions: Solutions
) -> None:
    made = broken_trial(nursery, solutions, DISTINGUISHES_RUNS)
    with pytest.raises(BrokenGrader):
        made.verdict("right_too", ["right_too", "wrong"])
    assert BrokenRunner.asked == 1


def test_what_answers_explain_is_never_doubted(nursery: Nursery, solutions: Solutions) -> None:
    made = broken_trial(nursery, solutions, STYLES["a function"])
    assert made.verdict("wrong", ["wrong", "right_too"]).caught
    assert BrokenRunner.asked == 0


@pytest.mark.usefixtures("as_many_runs_as_in_a_class")
def test_a_later_run_on_the_right_solution_that_fails_is_doubted_too(
    solutions: Solutions,
) -> None:
    """The machine may have changed meanwhile."""
    solutions = trial_of(solutions, Learner)._solutions
    runner = PassesOnce()
    made = Trial(runner, solutions, lambda: True)
    with pytest.raises(BrokenGrader):
        made.require_reference(MANY)


def test_our_own_suite_passes_here_and_costs_the_hand_in_nothing(
    nursery: Nursery, solutions: Solutions
) -> None:
    account = submission_of(nursery, "", "test_all")
    trial(nursery, solutions, "1 / 0", account)._runner.require_place()
    assert (account.cpu, account.incidents) == (0.0, [])


def test_where_pytest_can_not_begin_the_grader_is_broken_and_no_suite(
    nursery: Nursery, solutions: Solutions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is on a machine where a folder can't be listed, or a disk is full."""
    cant_begin = suite_sources(HANDOUT, LIBRARY.name)
    name = "grader.inside.student_tests.suite"
    cant_begin[name] = cant_begin[name].replace("return int(_main(", "return int(1 / 0 or _main(")
    assert cant_begin != suite_sources(HANDOUT, LIBRARY.name)
    broken = start_nursery(nursery.tier, LIMITS, cant_begin, pytest_code(), LIBRARY.name)
    with monkeypatch.context() as patch:
        patch.setattr(nursery, "for_suites", broken)
        with pytest.raises(BrokenGrader, match="no suite can be run here: failed"):
            trial(nursery, solutions, STYLES["a function"]).require_reference([])
    broken.close()


def test_a_suite_may_read_data_files_that_were_handed_in_and_no_solution_has_them(
    nursery: Nursery, solutions: Solutions
) -> None:
    suite = """
        import json
        from work import double
        CASES = json.load(open("cases.json"))
        def test_one():
            for n, expected in CASES:
                assert double(n) == expected
    """
    files = {"test_all.py": dedent(suite)}
    account = submission_of(nursery, files, "test_all")
    account.plan = replace(account.plan, handed_in={"cases.json": b"[[0, 0], [3, 6]]"})
    made = open_trial(solutions, account, "test_all", nursery, lambda: True)
    assert made.verdict("wrong", ["wrong"]).caught
    made.require_steadiness()
    plan = SuitePlan("", (), solutions.outlines, BUDGET, BUDGET, 100, {"a": b"1"}, {"b": b"2"})
    assert [b'"b"' in order for order in (plan.order(()), plan.order_of_solution({}, 9))] == [
        True,
        False,
    ]
