"""Bounds on calls that can't fail, found by a reference whose watched calls are doubled.

The second call is recorded where calls are counted, in the judge: the answers stay right, so that
nothing but the bound can notice it.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from itertools import groupby

from grader.inside.travel.watched import is_noted, visits_of
from grader.judging.pytest_plugin import Check
from grader.running.session import Session
from grader.sandbox.tiers import Nursery
from grader.student import claims
from grader.student.claims import Expect, counted
from grader.student.evidence import CheckFailed
from grader.student.question import watched_in

# What is wrong with each bound, by its place and its method; empty once it has noticed a call.
CallBounds = dict[tuple[str, str], str]


def loose_bounds(session: Session) -> list[str]:
    """A line for each bound on calls that the reference meets even with its calls doubled."""
    claiming = [check for check in session.plugin.checks if check.states_claims]
    bounds: CallBounds = {}
    if claiming:
        with closing(session.start_nursery()) as nursery:
            for module, checks in groupby(claiming, lambda check: check.module):
                _try_bounds(bounds, session, nursery, module, checks)
    return list(filter(None, bounds.values()))


def _try_bounds(
    bounds: CallBounds, session: Session, nursery: Nursery, module: str, checks: Iterable[Check]
) -> None:
    present = session.judge.reference_present(module, nursery)
    reference = present.submission
    if not any(map(is_noted, reference.plan.library.sealed)):
        return
    present.claims = partial(DoubledCalls, bounds)
    session.plugin.present = present
    with closing(reference):
        for check in checks:
            reference.budget = check.budget(reference.plan.costs)
            session.plugin.run(check)


class DoubledCalls(Expect):
    """Claims about the reference; each bound is also tried on doubled calls."""

    def __init__(self, bounds: CallBounds, ask: Callable[..., object]) -> None:
        super().__init__(ask)
        self._bounds = bounds

    def _expect_visits(self, question: object, visits: Sequence[str], hint: str) -> None:
        claim = partial(super()._expect_visits, question, visits, hint)
        self._try(question, counted(visits), claim)

    def _expect_calls(self, question: object, calls: Mapping[str, int], hint: str) -> None:
        self._try(question, calls, partial(super()._expect_calls, question, calls, hint))

    def _try(self, question: object, most: Mapping[str, int], claim: Callable[[], None]) -> None:
        claim()
        watched = [one for one in watched_in(question) if is_noted(type(one))]
        calls = counted(visit for one in watched for visit in visits_of(one))
        for method in filter(most.__getitem__, most if watched else ()):  # 0 notices any call
            place, words = _place(), ""
            with _doubled(watched, method):
                if _holds(claim):
                    words = (
                        f"{place}: a bound of {most[method]} calls of {method} doesn't fail even "
                        f"if each is doubled: the reference makes {calls[method]}; lower the bound"
                    )
            # A bound that has failed once, in any case of its check, isn't loose.
            self._bounds[place, method] = self._bounds.get((place, method), words) and words


def _place() -> str:
    """The file and line of the check that is stating a claim."""
    frame = sys._getframe()
    while frame.f_back and frame.f_code.co_filename in (__file__, claims.__file__):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


@contextmanager
def _doubled(watched: Iterable[object], method: str) -> Iterator[None]:
    """While this lasts, each call of a method of these objects is recorded twice."""
    before = [(visits_of(one), visits_of(one).copy()) for one in watched]
    for visits, once in before:
        visits[:] = [x for x in once for _ in range(1 + x.startswith(f"{method}("))]
    try:
        yield
    finally:
        for visits, once in before:
            visits[:] = once


def _holds(claim: Callable[[], None]) -> bool:
    try:
        claim()
    except CheckFailed:
        return False
    return True
