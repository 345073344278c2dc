"""What of the time that a box takes is sleep, and what isn't; on clocks that the test sets."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf

import pytest

from grader.sandbox import sleep
from grader.sandbox.kernel.processes import Processors, WaitingTime
from grader.sandbox.sleep import LONGEST_INTERVAL, SleepCount

BOX, HELPER, BESIDE = 11, 12, 13


@dataclass
class World:
    """All clocks: the one on the wall, the judge's, and those of processes; and who waited."""

    monotonic: float = 100.0
    process_time: float = 7.0
    cpu: dict[int, float] = field(default_factory=lambda: {BOX: 1.0, HELPER: 2.0, BESIDE: 3.0})
    waited: tuple[float, float] = (0.0, 0.0)
    idle_and_stolen: tuple[float, float] = (0.0, 0.0)

    def pass_by(self, wall: float, *, judge: float = 0.0, **works: float) -> None:
        """Let time pass, in which the judge and some processes work."""
        self.monotonic += wall
        self.process_time += judge
        for name, seconds in works.items():
            self.cpu[globals()[name]] += seconds

    def cpu_seconds(self, pid: int) -> float:
        if pid not in self.cpu:
            raise ProcessLookupError
        return self.cpu[pid]


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.setattr("grader.sandbox.sleep.time.monotonic", lambda: world.monotonic)
    monkeypatch.setattr("grader.sandbox.sleep.time.process_time", lambda: world.process_time)
    monkeypatch.setattr(sleep, "cpu_seconds", world.cpu_seconds)
    monkeypatch.setattr(Processors, "since", lambda _self: world.idle_and_stolen)
    return world


@pytest.fixture
def count(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[SleepCount]:
    """The sleep of a box that another process works for, and that may wait for one beside it."""
    made = SleepCount([BOX, HELPER], [BESIDE])
    monkeypatch.setattr(
        WaitingTime, "since", lambda self: world.waited if self is made._waiting else (0.0, 0.0)
    )
    yield made
    made.close()


def test_time_that_nothing_accounts_for_is_sleep_once(world: World, count: SleepCount) -> None:
    world.pass_by(0.3)
    assert count.look() == pytest.approx(0.3)
    assert count.look() == 0.0


def test_sleep_of_many_short_turns_adds_up(world: World, count: SleepCount) -> None:
    count.end_turn()
    for _ in range(6):
        count.begin_turn()
        world.pass_by(0.05)
        count.end_turn()
        world.pass_by(1.0)
    count.begin_turn()
    assert count.seconds_since_look == pytest.approx(0.3)
    assert count.look() == pytest.approx(0.3)


def test_an_interval_in_which_the_machine_stood_still_counts_for_little(
    world: World, count: SleepCount
) -> None:
    world.pass_by(3600.0)
    assert count.look() == LONGEST_INTERVAL


@pytest.mark.parametrize("who", ["judge", "BOX", "HELPER", "BESIDE"])
def test_nobody_sleeps_while_somebody_works(world: World, count: SleepCount, who: str) -> None:
    world.pass_by(0.3, **{who: 0.2})
    assert count.look() == pytest.approx(0.1)


def test_what_the_judge_does_between_turns_hides_no_sleep(world: World, count: SleepCount) -> None:
    world.pass_by(0.3)
    count.end_turn()
    world.pass_by(1.0, judge=1.0)
    count.begin_turn()
    assert count.look() == pytest.approx(0.3)


@pytest.mark.parametrize("who", [BOX, HELPER, BESIDE])
def test_an_interval_in_which_a_process_ended_is_no_sleep(
    world: World, count: SleepCount, who: int
) -> None:
    """What it did since the last look nobody knows; the next interval is as any."""
    world.pass_by(0.3)
    del world.cpu[who]
    assert count.look() == 0.0
    world.pass_by(0.3)
    assert count.look() == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("waited", "idle_and_stolen", "asleep"),
    [
        pytest.param((0.1, 0.1), (0.4, 0.0), 0.3, id="one thread has waited for just so long"),
        pytest.param((0.1, 50.0), (0.3, 0.0), 0.3, id="a crowd, while processors were idle"),
        pytest.param((0.1, 50.0), (0.0, 0.0), 0.0, id="threads in turns, while none was idle"),
        pytest.param((0.1, 0.2), (0.0, 0.0), 0.2, id="two threads, no longer than together"),
        pytest.param((0.1, inf), (0.2, 0.0), 0.2, id="threads have ended, and what they waited"),
        pytest.param((0.3, 0.3), (0.4, 0.0), 0.1, id="idle processors are for others"),
        pytest.param((0.0, 0.0), (0.0, 0.1), 0.3, id="processors were another machine's"),
    ],
)
def test_waiting_for_a_processor_is_no_sleep(
    world: World,
    count: SleepCount,
    waited: tuple[float, float],
    idle_and_stolen: tuple[float, float],
    asleep: float,
) -> None:
    world.waited, world.idle_and_stolen = waited, idle_and_stolen
    world.pass_by(0.4)
    assert count.look() == pytest.approx(asleep)
