"""The judge's clock: what is sleep of a process, and what is none."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from grader.sandbox.clock import LONGEST_TICK, Budget, Clock, OutOfTime
from grader.sandbox.kernel.processes import WaitingTime, cpu_seconds

WORKING = [sys.executable, "-I", "-S", "-c", "while True: pass"]
IDLE_SECONDS = 1.0
BUDGET = Budget(cpu_seconds=60.0, idle_seconds=IDLE_SECONDS, wall_seconds=600.0, answer_bytes=1)


@pytest.fixture
def noted() -> list[float]:
    """The seconds of sleep that the clock has counted."""
    return []


@pytest.fixture
def clock(noted: list[float]) -> Iterator[Clock]:
    """A clock for a process that sleeps, on a machine where nobody waits for a processor."""
    process = subprocess.Popen(["sleep", "600"])
    yield Clock([process.pid], [], BUDGET, noted.append)
    process.kill()
    process.wait()


def work(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def look_on(clock: Clock) -> None:
    """Do nothing but look, for a few seconds."""
    for _ in range(30):
        time.sleep(0.1)
        clock.look()


def test_who_sleeps_is_out_of_time_when_that_has_been_enough(
    clock: Clock, noted: list[float]
) -> None:
    with pytest.raises(OutOfTime, match="sleeps"):
        look_on(clock)
    assert sum(noted) > IDLE_SECONDS


def test_who_waits_for_a_judge_that_works_does_not_sleep(clock: Clock, noted: list[float]) -> None:
    for _ in range(6):
        work(LONGEST_TICK + 0.1)
        clock.look()
    assert sum(noted) == 0.0


def test_whoever_else_ends_makes_no_sleep_of_the_time_before(noted: list[float]) -> None:
    """What those have worked who work for a box is none any more when they are gone."""
    box, helper = (subprocess.Popen(command) for command in (["sleep", "600"], WORKING))
    while cpu_seconds(helper.pid) < 2 * IDLE_SECONDS:
        time.sleep(0.1)
    clock = Clock([box.pid, helper.pid], [], BUDGET, noted.append)
    helper.kill()
    helper.wait()
    time.sleep(LONGEST_TICK)
    clock.look()
    box.kill()
    box.wait()
    assert 0.0 <= sum(noted) <= LONGEST_TICK


def test_what_a_judge_does_for_others_in_between_hides_no_sleep(clock: Clock) -> None:
    def look_on_with_breaks() -> None:
        for _ in range(8):
            clock.rest()
            work(LONGEST_TICK)
            clock.go_on()
            time.sleep(0.3)
            clock.look()

    with pytest.raises(OutOfTime, match="sleeps"):
        look_on_with_breaks()


@contextmanager
def running(*command: str) -> Iterator[int]:
    """The number of a process that is killed afterwards."""
    process = subprocess.Popen(command)
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


def test_no_time_passes_for_a_process_that_sleeps_when_it_is_not_its_turn(
    noted: list[float],
) -> None:
    """Neither does it sleep nor does it take too long."""
    budget = replace(BUDGET, idle_seconds=0.1, wall_seconds=LONGEST_TICK)
    with running("sleep", "600") as pid:
        clock = Clock([pid], [], budget, noted.append)
        for _ in range(30):
            time.sleep(0.1)
            clock.look(is_its_turn=False)
    assert noted == []


def test_wall_clock_time_out_of_turn_is_forgiven_once() -> None:
    budget = replace(BUDGET, idle_seconds=60.0, wall_seconds=1.0)
    with running("sleep", "600") as pid:
        clock = Clock([pid], [], budget, lambda _: None)
        for _ in range(20):
            time.sleep(0.1)
            clock.look(is_its_turn=False)
        with pytest.raises(OutOfTime, match="no answer after 1 seconds"):
            look_on(clock)


def test_what_a_process_works_counts_when_its_turn_comes() -> None:
    with running(*WORKING) as pid:
        clock = Clock([pid], [], replace(BUDGET, cpu_seconds=0.1), lambda _: None)
        while cpu_seconds(pid) < 0.2:
            time.sleep(0.1)
        time.sleep(LONGEST_TICK)
        clock.look(is_its_turn=False)
        time.sleep(LONGEST_TICK)
        with pytest.raises(OutOfTime, match="CPU time"):
            clock.look()


def test_when_its_turn_comes_a_process_has_slept_for_no_longer_than_a_tick(
    clock: Clock, noted: list[float]
) -> None:
    for _ in range(30):
        time.sleep(0.1)
        clock.look(is_its_turn=False)
    time.sleep(2 * LONGEST_TICK)
    clock.look()
    assert 0.0 < sum(noted) <= LONGEST_TICK


def test_who_waits_for_another_process_beside_it_that_works_does_not_sleep(
    noted: list[float],
) -> None:
    """Nor does it use the time that the other one works."""
    budget = replace(BUDGET, cpu_seconds=0.1)
    with (
        running("sleep", "600") as pid,
        running(*WORKING) as beside,
        closing(WaitingTime(beside)) as waiting,
        closing(WaitingTime(os.getpid())) as ours,
    ):
        clock = Clock([pid], [waiting, ours], budget, noted.append, [beside])
        while cpu_seconds(beside) < 3 * IDLE_SECONDS:
            time.sleep(0.1)
            clock.look()
    assert noted


def test_who_waits_for_one_beside_it_that_sleeps_sleeps_too() -> None:
    with running("sleep", "600") as pid, running("sleep", "600") as beside:
        clock = Clock([pid], [], BUDGET, lambda _: None, [beside])
        with pytest.raises(OutOfTime, match="sleeps"):
            look_on(clock)
