"""Naming a mistake: which known faulty solution answers exactly as this hand-in does?

The assignment keeps faulty solutions, each with one mistake and a sentence of advice. When a
hand-in fails properties of a task, its answers to all examples are compared with those of each
faulty solution that loses the task. Only one that gives the same answers, and visits the same
terminals, on every example is named. So a hint fits the evidence, however the code is written;
without such a match there is no hint.
"""

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from grader.asking.answers import Answer, Raised, Value
from grader.asking.reference import Solution
from grader.inside.deep_calls import allow_deep_calls
from grader.results import CheckResult, Status
from grader.sandbox.tiers import Nursery
from grader.student.compare import same
from grader.student.question import watched_in

RECURSION_LIMIT, STACK_BYTES = 60_000, 256 << 20
# So many examples of a check are compared, those that failed first: a count, not a time, so that
# the same hand-in gets the same advice on any machine.
MOST_EXAMPLES = 60
# What all searches for the advice of one module may take of the judge's CPU time: ten
# times what most take. A mistake that searches far, or never ends, must cost nobody the grading.
MOST_SECONDS, LOOK_SECONDS = 10.0, 0.2


@dataclass(frozen=True, slots=True)
class Mistake:
    """A faulty solution of some modules: its name, its advice, the tasks it loses, its code."""

    name: str
    modules: frozenset[str]
    hint: str
    loses: frozenset[str]
    solution: Solution

    def within(self, nursery: Nursery) -> "Mistake":
        """The same for one hand-in, whose boxes are made by that nursery."""
        return replace(self, solution=self.solution.within(nursery))


@dataclass(frozen=True, slots=True)
class Observed:
    """What a hand-in did with one question: its answer, and what it visited."""

    question: Any
    answer: Answer
    visits: Mapping[int, Sequence[str]]


class Diagnosis:
    """What is found out about one module of one hand-in, check by check."""

    def __init__(
        self, module: str, mistakes: Sequence[Mistake], seconds: float = MOST_SECONDS
    ) -> None:
        self._mistakes = [mistake for mistake in mistakes if module in mistake.modules]
        self._seconds = seconds
        self._observed: set[str] = set()
        self._explaining: dict[str, list[Mistake]] = {}

    def observe(self, check: str, observed: Callable[[], Iterable[Observed]]) -> None:
        """Look for the mistakes that explain a failed check, and all before it of its task.

        `check` is its name, which begins with its task's id. `observed` gives what was observed
        again for each mistake, the most revealing first. Nothing explains a task for which the
        time is used up.
        """
        task = check.partition("/")[0]
        self._observed.add(check)
        able = [mistake for mistake in self._mistakes if task in mistake.loses]
        candidates = self._explaining.get(task, able)
        if self._seconds <= 0:
            self._explaining[task] = []
            return
        began = time.process_time()
        found = _with_room(lambda: _explaining(candidates, observed), self._seconds)
        self._explaining[task] = found
        self._seconds -= time.process_time() - began

    def advise(
        self, results: Sequence[CheckResult], helped: Collection[str] = ()
    ) -> tuple[CheckResult, ...]:
        """The results with the advice of the mistakes that explain them, where there are any.

        Of several mistakes that explain a task, the one that explains the most tasks is named; of
        several of those, the one that is known to lose the very tasks that are lost. Where that
        one explains everything, every check that failed gets its advice. Otherwise a check whose
        answers could not be compared gets the advice of its task if its answer is wrong. The
        tasks in `helped`, which pass with right functions in place of wrong ones, have no mistake
        of their own.
        """
        for task in helped:
            self._explaining.pop(task, None)
        lost = frozenset(result.task for result in results if not result.passed)
        lost -= {*helped}
        ranked = sorted(self._mistakes, key=lambda mistake: self._rank(mistake, lost))
        if ranked and self._explaining and self._rank(ranked[0], lost) == self._best_rank():
            return tuple([_advised(result, ranked[0].hint) for result in results])
        hints = {
            task: next((mistake.hint for mistake in ranked if mistake in explaining), "")
            for task, explaining in self._explaining.items()
        }
        return tuple(
            [
                _advised(result, hints.get(result.task, "")) if self._fits(result) else result
                for result in results
            ]
        )

    def _rank(self, mistake: Mistake, lost: frozenset[str]) -> tuple[int, int]:
        explained = sum(mistake in mistakes for mistakes in self._explaining.values())
        return -explained, len(lost ^ mistake.loses)

    def _best_rank(self) -> tuple[int, int]:
        return -len(self._explaining), 0

    def _fits(self, result: CheckResult) -> bool:
        return result.name in self._observed or result.status is Status.FAILED


def _advised(result: CheckResult, hint: str) -> CheckResult:
    if not hint or result.evidence is None:
        return result
    return replace(result, evidence=replace(result.evidence, hint=hint))


def _explaining(
    mistakes: Iterable[Mistake], observed: Callable[[], Iterable[Observed]]
) -> list[Mistake]:
    return [
        m for m in mistakes if all(_explains(m, each) for each in islice(observed(), MOST_EXAMPLES))
    ]


class _Stopped(BaseException):
    """The time is used up; no faulty solution catches it."""


def _with_room(find: Callable[[], list[Mistake]], seconds: float) -> list[Mistake]:
    """What `find` finds, or nothing if that takes more than some seconds of CPU time."""
    # A faulty solution may recurse an element deep, as those of students in their boxes may.
    limit, stack = sys.getrecursionlimit(), threading.stack_size(STACK_BYTES)
    sys.setrecursionlimit(RECURSION_LIMIT)
    ends_at = time.process_time() + seconds
    try:
        with ThreadPoolExecutor(1, initializer=partial(allow_deep_calls, STACK_BYTES)) as roomy:
            thread = roomy.submit(threading.get_ident).result()
            finding = roomy.submit(find)
            while not wait([finding], LOOK_SECONDS).done:
                if time.process_time() > ends_at and not _stop(thread):
                    return []
            return finding.result()
    except _Stopped:
        return []
    finally:
        sys.setrecursionlimit(limit)
        threading.stack_size(stack)


def _stop(thread: int) -> bool:
    """Raise `_Stopped` in a thread; says whether it is still there."""
    raised = ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(_Stopped)
    )
    return bool(raised)


def _explains(mistake: Mistake, observed: Observed) -> bool:
    try:
        answer = mistake.solution.answer(observed.question)
    except Exception as error:  # a faulty solution may raise anything
        answer = Raised(type(error).__name__, str(error), ())
    return _alike(observed.answer, answer) and all(
        list(observed.visits[id(watched)]) == watched.visits
        for watched in watched_in(observed.question)
    )


def _alike(got: Answer, other: Answer) -> bool:
    match got, other:
        case Value(value), Value(theirs):
            return same(value, theirs)
        case Raised(), Raised(name):
            return got.is_a(name)
    return False
