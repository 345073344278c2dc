"""What one question may cost, and the judge's clock that enforces it.

CPU time comes first: a process that waits for a processor loses nothing. Only a process that sleeps
of its own accord, or goes on for an unreasonable wall-clock time, is stopped by wall-clock time.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import SystemRandom

from grader.sandbox.kernel.processes import cpu_seconds
from grader.sandbox.sleep import SleepCount
from grader.sandbox.timeout_words import SLEEPS, no_answer_by_cpu, no_answer_by_wall

# The judge looks at a pair of boxes at moments that nobody can predict, so that neither can pass
# its turn to the other just then.
SHORTEST_TICK, LONGEST_TICK = 0.1, 0.4
# Answering a call costs a judge more than it costs a box to make one, but not many times more.
CALLS_SHARE = 4.0
# A hand-in that has had a slot for this long, and used less than this share of it as CPU time, is
# set aside while others wait.
SLOT_SECONDS, SLOT_SHARE = 60.0, 0.1


@dataclass(frozen=True, slots=True)
class TimeInSlot:
    """Since when a hand-in has had its slot, for which others wait, and its CPU time so far."""

    began: float
    cpu_seconds: float

    def is_over(self, cpu_seconds: float = 0.0) -> bool:
        """Whether it must give the slot up, if it has used this many more CPU seconds."""
        wall = time.monotonic() - self.began
        return wall > SLOT_SECONDS and self.cpu_seconds + cpu_seconds < SLOT_SHARE * wall


@dataclass(frozen=True, slots=True)
class Budget:
    """What one question may cost: CPU seconds, seconds of sleep, wall-clock seconds, bytes.

    `exceeded` is said when the CPU seconds are used up, in place of how many there were, and `late`
    when the wall-clock seconds are. With a `slot`, others wait for it.
    """

    cpu_seconds: float
    idle_seconds: float
    wall_seconds: float
    answer_bytes: int
    exceeded: str = ""
    late: str = ""
    slot: TimeInSlot | None = None

    @property
    def out_of_time(self) -> str:
        """What is said when the CPU seconds are used up."""
        return self.exceeded or no_answer_by_cpu(self.cpu_seconds)

    @property
    def out_of_wall_time(self) -> str:
        """What is said when the wall-clock seconds are used up."""
        return self.late or no_answer_by_wall(self.wall_seconds)


class OutOfTime(Exception):
    """The budget of a question is used up; the text says which part."""


class HandinPaused(BaseException):
    """The hand-in has used more than it may while others wait; nothing is kept of it.

    A `BaseException`, so that no `except Exception` of a check stops it on its way up.
    """


class Clock:
    """The judge's own clock for one question, asked of the first of some processes.

    The others work for it while it waits for them (see `SpawnedBox.workers`). Sleep is counted by
    `sleep`, which goes on from question to question, and reported to `note_sleep`.
    """

    def __init__(
        self,
        workers: Sequence[int],
        sleep: SleepCount,
        budget: Budget,
        note_sleep: Callable[[float], None],
    ) -> None:
        self.budget = budget
        self._sleep = sleep
        self._note = note_sleep
        self._asleep = 0.0
        self._workers = workers
        self.until_look = _some_time()
        self._wall = self._resting = time.monotonic()
        self._cpu, self._helping = _cpu(workers[:1]), helping(workers)
        self._judge_cpu = time.process_time()
        sleep.begin_turn()

    def rest(self) -> None:
        """Stop wall-clock time: it is somebody else's turn."""
        self._resting = time.monotonic()
        self._sleep.end_turn()

    def go_on(self) -> None:
        """Restart wall-clock time: it is the processes' turn again."""
        self._wall += time.monotonic() - self._resting
        self._sleep.begin_turn()

    @property
    def seconds_to_look(self) -> float:
        """In how many seconds it is time for a look."""
        return max(0.0, self.until_look - self._sleep.seconds_since_look)

    def look(self, *, is_its_turn: bool = True) -> None:
        """Raise `OutOfTime` if a part of the budget is used up; looks a few times a second.

        Unless it is the process's turn, no time passes for it, and it is never out of time. Raises
        `HandinPaused`, too.
        """
        since = self._sleep.seconds_since_look
        if since >= self.until_look:
            self.until_look = _some_time()
            asleep = self._sleep.look()
            if is_its_turn:
                self._check(asleep)
            else:
                self._wall += since

    def _check(self, asleep: float) -> None:
        now, cpu = time.monotonic(), _cpu(self._workers[:1]) - self._cpu
        answering = (time.process_time() - self._judge_cpu) / CALLS_SHARE
        helped = helping(self._workers) - self._helping
        if max(cpu, answering, helped) > self.budget.cpu_seconds:
            raise OutOfTime(self.budget.out_of_time)
        # All sleep of a question counts, so that a little work now and then hides nothing.
        self._asleep += asleep
        self._note(asleep)
        if self._asleep > self.budget.idle_seconds:
            raise OutOfTime(SLEEPS)
        if self.budget.slot and self.budget.slot.is_over(cpu):
            raise HandinPaused
        if now - self._wall > self.budget.wall_seconds:
            raise OutOfTime(self.budget.out_of_wall_time)


def _some_time() -> float:
    return SystemRandom().uniform(SHORTEST_TICK, LONGEST_TICK)


def helping(workers: Sequence[int]) -> float:
    """CPU seconds of the processes that work for the first one, as far as they count as its own.

    Their work costs more than it costs the process to ask for it.
    """
    return _cpu(workers[1:]) / CALLS_SHARE


def _cpu(workers: Sequence[int]) -> float:
    try:
        return sum(map(cpu_seconds, workers))
    except OSError:  # one has ended
        return 0.0
