"""Whether a fault shows on any legal input: a search far beyond what checks draw.

Where no check fails a fault, it is asked next to the reference, here and not in a box, since it is
our own: on the checks' examples of other seeds, many times as many, and on wider ones. What shows
no difference is called equivalent, and listed.
"""

import io
import resource
from collections.abc import Collection, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from bench.people import Fault
from grader.asking.answers import Answer, Raised, Value
from grader.asking.reference import Reference
from grader.judging.answer_key import draw
from grader.judging.properties import Property
from grader.running.session import Session
from grader.sandbox.kernel.forked import Child, ChildFailed
from grader.student.compare import same
from grader.student.python_text import python_text
from grader.student.question import CODE, watched_in

SEED = "witnesses"
TIMES, MOST = 1, 150
CPU_SECONDS = 20
# Sides of boards, within what the handout says is asked.
SIDES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 18)
MOST_PILES, MOST_STICKS = 12, 40


def wider(checks: Mapping[str, Property]) -> Iterator[tuple[str, Property]]:
    """The properties of some checks with more examples, and with wider ones."""
    for name, prop in checks.items():
        yield name, replace(prop, count=min(MOST, TIMES * prop.count))
        own = name.rpartition("/")[2]
        strategy = _strategies().get((name.partition(".")[0], own))
        if strategy is not None:
            yield f"{name}, wider", replace(prop, examples=strategy, count=MOST // 2)


def _strategies() -> dict[tuple[str, str], st.SearchStrategy[Any]]:
    from reference.checks import plays

    sizes = tuple((cols, rows) for cols in SIDES for rows in SIDES if cols * rows <= 120)
    wide = plays.positions((*sizes, (30, 2), (2, 30)))
    piles = st.lists(st.integers(0, MOST_STICKS), max_size=MOST_PILES).map(tuple)
    return {
        ("connect4", "legal_columns"): wide,
        ("connect4", "lowest_free_row"): wide,
        ("connect4", "in_play"): wide,
        ("connect4", "player"): wide,
        ("connect4", "status_again"): plays.pasts(sizes),
        ("connect4", "moves_again"): plays.pasts(sizes),
        ("popout", "status_again"): plays.pasts(sizes),
        ("nim", "make_next_level"): piles,
        ("nim", "less_equal"): st.integers(1, MOST_PILES).flatmap(_pairs),
        ("nim", "greater_equal"): st.integers(1, MOST_PILES).flatmap(_pairs),
        ("nim", "equal_config"): st.integers(1, MOST_PILES).flatmap(_pairs),
        ("las", "agrees"): st.lists(
            st.tuples(st.integers(-2, 2), st.integers(1, 90)), max_size=40
        ).map(lambda pairs: [x for x, n in pairs for _ in range(n)]),
    }


def _pairs(length: int) -> st.SearchStrategy[Any]:
    piles = st.lists(st.integers(0, MOST_STICKS), min_size=length, max_size=length).map(tuple)
    return st.tuples(piles, piles)


class Searcher:
    """Looks for witnesses with the checks of a session, and the answers of the reference."""

    def __init__(self, session: Session, files: Mapping[str, str], library: str) -> None:
        checks = {check.name: check.prop for check in session.plugin.checks if check.prop}
        right = Reference(files, library)
        self._files, self._library = files, library
        self._asked = [
            (name.partition("/")[0], prop, example, _answer(right, prop, example))
            for name, prop in wider(checks)
            for example in draw(prop, f"{SEED}/{name}")
        ]

    def witness(self, fault: Fault, tasks: Collection[str]) -> str:
        """The call of one of some tasks that shows a fault, as Python; empty if none is found."""

        def work() -> bytes:
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
            return self._first(fault, tasks).encode()

        try:
            return Child(work).result().decode()
        except ChildFailed:
            return "it does not end, or ends the process"

    def _first(self, fault: Fault, tasks: Collection[str]) -> str:
        wrong = Reference({**self._files, fault.mutant.file: fault.mutant.source}, self._library)
        for task, prop, example, (expected, visits) in self._asked:
            if task not in tasks:
                continue
            try:
                got, seen = _answer(wrong, prop, example)
            except Exception as error:
                got, seen = Raised(type(error).__name__, str(error), ()), visits
            if _differ(prop, example, got, expected) or _visits_differ(prop, example, seen, visits):
                return python_text(prop.ask(CODE, example))
        return ""


Visits = list[list[str]]


def _answer(solution: Reference, prop: Property, example: Any) -> tuple[Answer, Visits]:
    question = prop.ask(CODE, example)
    with redirect_stdout(io.StringIO()):
        answer = solution.answer(question)
    return answer, [list(one.visits) for one in watched_in(question)]


def _differ(prop: Property, example: Any, got: Answer, expected: Answer) -> bool:
    if isinstance(expected, Raised) or isinstance(got, Raised):
        return type(got) is not type(expected)
    assert isinstance(got, Value)
    assert isinstance(expected, Value)
    if prop.verdict is not None:
        try:
            return bool(prop.verdict(example, got.value, expected.value))
        except Exception:
            return True
    return not same(got.value, expected.value)


def _visits_differ(prop: Property, example: Any, got: Visits, expected: Visits) -> bool:
    watched = watched_in(prop.ask(CODE, example))
    measures = [one.like for one in watched]
    for one, g, d in zip(watched, got, expected, strict=True):
        if any(one is like for like in measures) or (one.like is not None):
            continue
        if (g != d) if one.ordered else (sorted(g) != sorted(d)):
            return True
    return False
