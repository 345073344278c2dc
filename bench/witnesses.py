"""Whether a fault shows on any legal input: a search beyond what checks draw.

Where no check fails a fault, it is asked next to the reference, here and not in a box, since it is
our own: on the checks' examples of other seeds, up to three times as many, and on wider ones. What
shows no difference is called equivalent, and listed.
"""

import io
import os
import resource
import signal
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NoReturn

from hypothesis import strategies as st

from bench.people import Fault
from grader.asking.answers import Answer, RaisedException, Value
from grader.authoring.reference import Reference
from grader.judging.answer_key import draw
from grader.judging.properties import Property
from grader.running.session import Session
from grader.sandbox.kernel.forked import ChildFailed, ForkedProcess
from grader.sandbox.launch import HASH_SEED
from grader.student.compare import same
from grader.student.python_text import python_text
from grader.student.question import watched_in

SEED = "witnesses"
# As many times the examples of a check, except for those that play whole searches or matches.
TIMES, MOST = 3, 400
EXPENSIVE = (
    *("lolo.alpha_beta", "popout.estimate", "popout.rules/hidden/match"),
    *("popout.rules/hidden/parse_", "popout.rules/hidden/status_again"),
    *("select_move.compute_move", "nim.min_max", "nim.choose_move", "las.look_and_say"),
)
# Of the wider strategies below, so many examples.
WIDER = 75
CPU_SECONDS = 20
# Sides of boards, within what the handout says is asked.
SIDES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 18)
MOST_PILES, MOST_STICKS = 12, 40


def with_hash_seed_of_boxes() -> None:
    """Start this process again unless sets are ordered in it as in a box.

    Else a fault that shows in no box could have a witness here, and the other way about.
    """
    if os.environ.get("PYTHONHASHSEED") != HASH_SEED:
        os.environ["PYTHONHASHSEED"] = HASH_SEED
        os.execv(sys.executable, sys.orig_argv)


def wider(checks: Mapping[str, Property]) -> Iterator[tuple[str, Property]]:
    """The properties of some checks with more examples, and with wider ones."""
    for name, prop in checks.items():
        times = 1 if name.startswith(EXPENSIVE) else TIMES
        yield name, replace(prop, count=min(MOST, times * prop.count))
        own = name.rpartition("/")[2]
        strategy = _strategies().get((name.partition(".")[0], own))
        if strategy is not None:
            yield f"{name}, wider", replace(prop, examples=strategy, count=WIDER)


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


Visits = list[list[str]]


@dataclass(frozen=True, slots=True)
class AskedExample:
    """An example of a property with the reference's answer, and the terminals that it visits."""

    prop: Property
    example: Any
    expected: Answer
    visits: Visits

    @staticmethod
    def by(right: Reference, prop: Property, example: Any) -> "AskedExample":
        """The example, asked of the reference."""
        return AskedExample(prop, example, *_answer(right, prop, example))

    @property
    def text(self) -> str:
        """The call, as Python."""
        return python_text(self.prop.question(self.example))

    def shows(self, wrong: Reference) -> bool:
        """Whether a solution answers otherwise than the reference."""
        try:
            got, seen = _answer(wrong, self.prop, self.example)
        except Exception as error:
            got, seen = RaisedException(type(error).__name__, str(error), ()), self.visits
        return _differ(self.prop, self.example, got, self.expected) or _visits_differ(
            self.prop, self.example, seen, self.visits
        )


def _answer(solution: Reference, prop: Property, example: Any) -> tuple[Answer, Visits]:
    question = prop.question(example)
    with redirect_stdout(io.StringIO()):
        answer = solution.answer(question)
    return answer, [list(one.visits) for one in watched_in(question)]


def _differ(prop: Property, example: Any, got: Answer, expected: Answer) -> bool:
    if isinstance(expected, RaisedException) or isinstance(got, RaisedException):
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
    watched = watched_in(prop.question(example))
    measures = [one.like for one in watched]
    for one, g, d in zip(watched, got, expected, strict=True):
        if any(one is like for like in measures) or (one.like is not None):
            continue
        if (g != d) if one.ordered else (sorted(g) != sorted(d)):
            return True
    return False


# Enough examples of one check that show a fault; no more are counted.
ENOUGH = 2
EXAMPLE_SECONDS = 1.0


class TookLong(BaseException):
    """An example has used up its time; nothing that catches an `Exception` may catch it."""


class Searcher:
    """Looks for witnesses with the checks of a session, and the answers of the reference."""

    def __init__(self, session: Session, files: Mapping[str, str], library: str) -> None:
        self._files, self._library, self._key = files, library, session.key
        self._right = Reference(files, library)
        self._checks = {check.name: check.prop for check in session.plugin.checks if check.prop}
        self._wide: list[tuple[str, AskedExample]] = []

    def draw(self) -> None:
        """Make what is asked, so that who is forked from here has it."""
        self._wider()

    def witness(self, fault: Fault, tasks: Collection[str]) -> str:
        """The call of one of some tasks that shows a fault, as Python; empty if none is found."""
        wrong, mine = self._wrong(fault), [one for task, one in self._wider() if task in tasks]

        def work() -> bytes:
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
            return next((one.text for one in mine if one.shows(wrong)), "").encode()

        try:
            return ForkedProcess(work).result().decode()
        except ChildFailed:
            return "it does not end, or ends the process"

    def examples(self, fault: Fault, check: str) -> int:
        """How many of the examples of a check show a fault, up to `ENOUGH`; 1 if none is drawn.

        One that takes long shows it; what ends the process is said to show enough.
        """
        entry = self._key.get(check)
        if entry is None:
            return 1
        wrong = self._wrong(fault)

        def work() -> bytes:
            signal.signal(signal.SIGVTALRM, _too_long)
            asked = (
                AskedExample.by(self._right, entry.prop, example) for example in entry.examples
            )
            showing = (one for one in asked if _shows_in_time(one, wrong))
            return str(sum(1 for _ in islice(showing, ENOUGH))).encode()

        try:
            return max(1, int(ForkedProcess(work).result()))
        except ChildFailed:
            return ENOUGH

    def _wrong(self, fault: Fault) -> Reference:
        return Reference({**self._files, fault.mutant.file: fault.mutant.source}, self._library)

    def _wider(self) -> list[tuple[str, "AskedExample"]]:
        """What is asked to find witnesses, with the tasks; made when it is first needed."""
        if not self._wide:
            self._wide = [
                (name.partition("/")[0], AskedExample.by(self._right, prop, example))
                for name, prop in wider(self._checks)
                for example in draw(prop, f"{SEED}/{name}")
            ]
        return self._wide


def _too_long(*_: object) -> NoReturn:
    raise TookLong


def _shows_in_time(one: "AskedExample", wrong: Reference) -> bool:
    signal.setitimer(signal.ITIMER_VIRTUAL, EXAMPLE_SECONDS)
    try:
        return one.shows(wrong)
    except TookLong:
        return True
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
