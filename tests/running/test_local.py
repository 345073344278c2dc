"""Slots may die at any moment: every unit is graded or given up, and nothing stays."""

import os
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

import pytest

from grader.errors import BrokenGrader, GraderError, IsolationUnavailable
from grader.judging.judge import Judge
from grader.judging.pytest_plugin import Check
from grader.judging.unit import Unit, results_from_bytes
from grader.results import ModuleResult
from grader.running.local import TRIES, LocalExecutor
from grader.sandbox.clock import HandinPaused
from grader.sandbox.kernel.forked import CHUNK, each_apart
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from tests.support import children, unit_of

ANSWER = (ModuleResult("work", (), (), 0.5),)


class Scripted(Judge):
    """A judge that does what a unit's `work.py` says, in the judge child."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def grade(
        self, unit: Unit, _nursery: Nursery, _progress: object = None
    ) -> tuple[ModuleResult, ...]:
        names = {"folder": self._folder, "os": os, "signal": signal, "unit": unit}
        exec(unit.files["work.py"], {**names, "HandinPaused": HandinPaused})
        return ANSWER


class NoNursery:
    """Stands where a nursery would be: these units need no box."""

    def close(self) -> None:
        pass


CHECKS = [Check(object(), "work.f/c", "work.f", "c", public=True)]  # type: ignore[arg-type]  # never run


def why_given_up(result: ModuleResult) -> str:
    [check] = result.checks
    assert (check.status, check.evidence is None) == (Status.BROKEN, False)
    return check.evidence.output if check.evidence else ""


@pytest.fixture
def executor(tmp_path: Path) -> Callable[[int], LocalExecutor]:
    def make(jobs: int) -> LocalExecutor:
        return LocalExecutor(Scripted(tmp_path), jobs, NoNursery, CHECKS)  # type: ignore[arg-type]  # a stand-in

    return make


# The slot is the parent of the child that grades.
KILL_ONCE = """
if not (folder / "killed").exists():
    (folder / "killed").touch()
    os.kill(os.getppid(), signal.SIGKILL)
    signal.pause()
"""
KILL_ALWAYS = "os.kill(os.getppid(), signal.SIGKILL)\nsignal.pause()\n"
BREAK_ONCE = """
if not (folder / "broken").exists():
    (folder / "broken").touch()
    os._exit(1)
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_unit_is_graded_once(executor: Callable[[int], LocalExecutor], jobs: int) -> None:
    before = children()
    units = [unit_of("pass", f"s{i}") for i in range(7)]
    graded = list(executor(jobs).run(units))
    assert sorted(unit.student for unit, _ in graded) == [unit.student for unit in units]
    assert {results for _, results in graded} == {ANSWER}
    assert children() == before


def test_slots_stay_if_more_is_to_come(executor: Callable[[int], LocalExecutor]) -> None:
    before, running = children(), executor(2)
    first = list(running.run([unit_of("pass", "ada"), unit_of("pass", "bob")], more=True))
    slots = children() - before
    assert (len(first), len(slots)) == (2, 2)
    after = running.run([unit_of("pass", "cem")])
    assert [unit.student for unit, _ in after] == ["cem"]
    assert children() == before
    list(running.run([unit_of("pass", "dan")], more=True))
    assert len(children() - before) == 1
    running.close()
    assert children() == before


def test_a_unit_whose_slot_was_killed_is_graded_again(
    executor: Callable[[int], LocalExecutor],
) -> None:
    units = [unit_of(KILL_ONCE, "ada"), unit_of("pass", "bob")]
    graded = {unit.student: results for unit, results in executor(1).run(units)}
    assert graded == {"ada": ANSWER, "bob": ANSWER}


def test_a_unit_whose_judge_broke_is_graded_again(
    executor: Callable[[int], LocalExecutor],
) -> None:
    [(_, results)] = executor(1).run([unit_of(BREAK_ONCE)])
    assert results == ANSWER


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (KILL_ALWAYS, "its judge was ended again and again"),
        ("1 / 0", "the judge of this hand-in failed: ZeroDivisionError: division by zero"),
    ],
)
def test_a_unit_that_can_not_be_graded_is_given_up_and_the_others_go_on(
    executor: Callable[[int], LocalExecutor], source: str, why: str
) -> None:
    units = [unit_of(source, "ada"), unit_of("pass", "bob"), unit_of("pass", "cem")]
    graded = {unit.student: results for unit, results in executor(2).run(units)}
    assert why_given_up(graded["ada"][0]) == why
    assert graded["bob"] == graded["cem"] == ANSWER


def test_a_unit_has_three_tries(tmp_path: Path, executor: Callable[[int], LocalExecutor]) -> None:
    count = "with open(folder / 'tries', 'a') as file: file.write('x')\n"
    [(_, [given_up])] = executor(1).run([unit_of(count + KILL_ALWAYS)])
    assert why_given_up(given_up) == "its judge was ended again and again"
    assert len((tmp_path / "tries").read_text()) == TRIES == 3


def test_slots_left_early_give_up_what_waited(
    executor: Callable[[int], LocalExecutor],
) -> None:
    """Units that were set aside, or to be tried again, are none of what is graded next."""
    running = executor(1)
    aside = unit_of("if unit.patience < 100: raise HandinPaused", "ada")
    groups = running.in_groups([aside, unit_of("pass", "bob")], patience=1.0)
    next(groups)
    groups.close()
    assert [unit.student for unit, _ in running.run([unit_of("pass", "cem")])] == ["cem"]


def test_a_slot_that_died_while_it_was_idle_costs_nothing(
    executor: Callable[[int], LocalExecutor],
) -> None:
    before, running = children(), executor(1)

    def units() -> Iterator[Unit]:
        yield unit_of("pass", "ada")
        for pid in children() - before:
            os.kill(int(pid), signal.SIGKILL)
            os.waitid(os.P_PID, int(pid), os.WEXITED | os.WNOWAIT)
        yield unit_of("pass", "bob")

    graded = [(unit.student, results) for unit, results in running.run(units())]
    assert graded == [("ada", ANSWER), ("bob", ANSWER)]


def test_leaving_early_leaves_no_process(executor: Callable[[int], LocalExecutor]) -> None:
    before = children()
    units = [unit_of("pass", "ada"), unit_of("signal.pause()", "bob")]
    running = executor(2).run(units)
    assert next(running)[0].student == "ada"
    assert isinstance(running, Generator)
    running.close()
    assert children() == before


def test_leaving_early_waits_for_nothing_that_is_read_ahead(
    executor: Callable[[int], LocalExecutor],
) -> None:
    """Children that read ahead hold the connections of slots, and are not heard any more."""
    before = children()

    def texts(numbers: Sequence[int]) -> list[str]:
        return ["# " + "x" * 100_000 for _ in numbers]

    read = each_apart(texts, range(9 * CHUNK), jobs=3)
    running = executor(2).run(unit_of(text, f"s{n}") for n, text in read)
    for _ in range(2 * CHUNK):  # until some are read that were begun after the slots
        next(running)
    signal.alarm(60)
    try:
        running.close()
    finally:
        signal.alarm(0)
    read.close()
    assert children() == before


def test_a_machine_that_can_not_isolate_stops_everything(tmp_path: Path) -> None:
    def no_nursery() -> Nursery:
        raise IsolationUnavailable("no namespaces here")

    with pytest.raises(GraderError, match="no namespaces here"):
        list(LocalExecutor(Scripted(tmp_path), 1, no_nursery, CHECKS).run([unit_of("pass")]))


def test_a_nursery_that_will_not_start_gives_the_unit_up(tmp_path: Path) -> None:
    def no_nursery() -> Nursery:
        raise BrokenGrader("no nursery today")

    executor = LocalExecutor(Scripted(tmp_path), 1, no_nursery, CHECKS)
    [(_, [given_up])] = executor.run([unit_of("pass", "ada")])
    assert why_given_up(given_up) == "no nursery today"


class Unclosable:
    """A nursery whose end fails in a way that nobody expects."""

    def close(self) -> None:
        raise RecursionError


def test_whatever_fails_in_a_slot_the_coordinator_goes_on_alone(tmp_path: Path) -> None:
    """A slot is a fork: an exception out of it would run the coordinator's code twice."""
    executor = LocalExecutor(Scripted(tmp_path), 1, Unclosable, CHECKS)  # type: ignore[arg-type]  # a stand-in
    me = os.getpid()
    try:
        graded = list(executor.run([unit_of("pass", "ada"), unit_of("os._exit(1)", "bob")]))
    finally:
        if os.getpid() != me:  # the slot has come back from its fork
            os.kill(me, signal.SIGKILL)
    assert [unit.student for unit, _ in graded] == ["ada", "bob"]


def counted(units: list[Unit], taken: list[str]) -> Iterator[Unit]:
    for unit in units:
        taken.append(unit.student)
        yield unit


def test_one_by_one_no_unit_is_taken_before_the_last_result_is(
    executor: Callable[[int], LocalExecutor],
) -> None:
    """Who waits for a result before giving the next unit would wait for ever."""
    units, taken = [unit_of("pass", name) for name in ("ada", "bob")], list[str]()
    graded = executor(1).run(counted(units, taken))
    assert next(graded)[0].student == "ada"
    assert taken == ["ada"]
    assert [unit.student for unit, _ in graded] == ["bob"]


SLOW = """
if unit.patience < 100:
    raise HandinPaused
(folder / "done").touch()
"""
BEFORE_THE_SLOW = "assert not (folder / 'done').exists()"


def test_whoever_takes_long_comes_last_and_has_all_the_time(
    executor: Callable[[int], LocalExecutor],
) -> None:
    many = executor(1)
    units = [unit_of(SLOW, "adam"), *[unit_of(BEFORE_THE_SLOW, f"s{n}") for n in range(9)]]
    groups = many.in_groups(units, patience=7.0)
    done = [(unit, results_from_bytes(payload)) for group in groups for unit, payload in group]
    assert [unit.student for unit, _ in done][-1] == "adam"
    assert {unit.student: results for unit, results in done} == {u.student: ANSWER for u in units}
    assert {unit.patience for unit, _ in done} == {float("inf")}


def test_without_others_nobody_is_set_aside(executor: Callable[[int], LocalExecutor]) -> None:
    [(unit, results)] = executor(1).run([unit_of(SLOW, "adam")])
    assert (unit.student, results) == ("adam", ANSWER)
