"""The judge's clock: which part of a question's budget is used up, and whose turn it is."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from grader.sandbox.clock import (
    LONGEST_TICK,
    SLOT_SECONDS,
    SLOT_SHARE,
    Budget,
    Clock,
    HandinPaused,
    OutOfTime,
    TimeInSlot,
)
from grader.sandbox.kernel.processes import cpu_seconds
from grader.sandbox.sleep import SleepCount

WORKING = [sys.executable, "-I", "-S", "-c", "while True: pass"]
IDLE_SECONDS = 1.0
BUDGET = Budget(cpu_seconds=60.0, idle_seconds=IDLE_SECONDS, wall_seconds=600.0, answer_bytes=1)


class AlwaysAsleep(SleepCount):
    """A box that has slept for all of its turns."""

    def look(self) -> float:
        asleep = self.seconds_since_look
        super().look()
        return asleep


class NeverAsleep(SleepCount):
    """A box that has never slept."""

    def look(self) -> float:
        super().look()
        return 0.0


@pytest.fixture
def noted() -> list[float]:
    """The seconds of sleep that the clock has counted."""
    return []


@pytest.fixture
def clock(noted: list[float]) -> Iterator[Clock]:
    """A clock for a process that sleeps."""
    with running("sleep", "600") as pid, closing(AlwaysAsleep([pid])) as sleep:
        yield Clock([pid], sleep, BUDGET, noted.append)


@contextmanager
def running(*command: str) -> Iterator[int]:
    """The number of a process that is killed afterwards."""
    process = subprocess.Popen(command)
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


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


def test_what_a_judge_does_for_others_in_between_hides_no_sleep(clock: Clock) -> None:
    def look_on_with_breaks() -> None:
        for _ in range(8):
            clock.rest()
            time.sleep(LONGEST_TICK)
            clock.go_on()
            time.sleep(0.3)
            clock.look()

    with pytest.raises(OutOfTime, match="sleeps"):
        look_on_with_breaks()


def test_no_time_passes_for_a_process_that_sleeps_when_it_is_not_its_turn(
    noted: list[float],
) -> None:
    """Neither does it sleep nor does it take too long."""
    budget = replace(BUDGET, idle_seconds=0.1, wall_seconds=LONGEST_TICK)
    with running("sleep", "600") as pid, closing(AlwaysAsleep([pid])) as sleep:
        clock = Clock([pid], sleep, budget, noted.append)
        for _ in range(30):
            time.sleep(0.1)
            clock.look(is_its_turn=False)
    assert noted == []


def test_wall_clock_time_out_of_turn_is_forgiven_once() -> None:
    budget = replace(BUDGET, wall_seconds=1.0)
    with running("sleep", "600") as pid, closing(NeverAsleep([pid])) as sleep:
        clock = Clock([pid], sleep, budget, lambda _: None)
        for _ in range(20):
            time.sleep(0.1)
            clock.look(is_its_turn=False)
        with pytest.raises(OutOfTime, match="no answer after 1 second"):
            look_on(clock)


def test_what_a_process_works_counts_when_its_turn_comes() -> None:
    budget = replace(BUDGET, cpu_seconds=0.1)
    with running(*WORKING) as pid, closing(NeverAsleep([pid])) as sleep:
        clock = Clock([pid], sleep, budget, lambda _: None)
        while cpu_seconds(pid) < 0.2:
            time.sleep(0.1)
        time.sleep(LONGEST_TICK)
        clock.look(is_its_turn=False)
        time.sleep(LONGEST_TICK)
        with pytest.raises(OutOfTime, match="CPU time"):
            clock.look()


def test_sleep_goes_on_from_question_to_question(noted: list[float]) -> None:
    """Each is over before it is time to look."""
    with running("sleep", "600") as pid, closing(AlwaysAsleep([pid])) as sleep:
        for _ in range(12):
            clock = Clock([pid], sleep, BUDGET, noted.append)
            time.sleep(0.08)
            clock.look()
            clock.rest()
    assert sum(noted) > 12 * 0.08 - LONGEST_TICK


def test_a_slot_is_over_after_its_time_with_little_work() -> None:
    began = time.monotonic() - SLOT_SECONDS - 1
    enough = SLOT_SHARE * (SLOT_SECONDS + 60)
    assert TimeInSlot(began, 0.0).is_over()
    assert not TimeInSlot(began, enough).is_over()
    assert not TimeInSlot(began, enough / 2).is_over(enough / 2)
    assert not TimeInSlot(time.monotonic(), 0.0).is_over()


def test_a_question_ends_with_its_hand_in_set_aside_when_the_slot_is_over() -> None:
    """Whatever the process does, as long as it works too little."""
    slot = TimeInSlot(time.monotonic() - SLOT_SECONDS - 1, 0.0)
    pid = os.getpid()
    with closing(NeverAsleep([pid])) as sleep, pytest.raises(HandinPaused):
        look_on(Clock([pid], sleep, replace(BUDGET, slot=slot), lambda _: None))
