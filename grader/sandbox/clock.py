"""What one question may cost, and the judge's clock that sees to it.

CPU time comes first: a process that waits for a processor loses nothing. Only a process that sleeps
of its own accord, or goes on for an unreasonable wall-clock time, is stopped by wall-clock time.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import SystemRandom

from grader.sandbox.kernel.processes import WaitingTime, cpu_seconds, is_idle
from grader.sandbox.timeout_words import SLEEPS, no_answer_by_cpu, no_answer_by_wall

# The judge looks at a box at moments that nobody can know, so that none is awake just then.
SHORTEST_TICK, LONGEST_TICK = 0.1, 0.4
# Answering a call costs a judge more than it costs a box to make one, but not many times more.
CALLS_SHARE = 4.0


@dataclass(frozen=True, slots=True)
class Budget:
    """What one question may cost: CPU seconds, seconds of sleep, seconds on the wall, bytes.

    `exceeded` is what is said when the CPU seconds are used up, if not how many there were, `late`
    when those on the wall are.
    """

    cpu_seconds: float
    idle_seconds: float
    wall_seconds: float
    answer_bytes: int
    exceeded: str = ""
    late: str = ""

    @property
    def out_of_time(self) -> str:
        """What is said when the CPU seconds are used up."""
        return self.exceeded or no_answer_by_cpu(self.cpu_seconds)

    @property
    def out_of_wall_time(self) -> str:
        """What is said when the seconds on the wall are used up."""
        return self.late or no_answer_by_wall(self.wall_seconds)


class OutOfTime(Exception):
    """The budget of a question is used up; the text says which part."""


class Clock:
    """The judge's own clock for one question, asked of the first of some processes.

    The others work for it while it waits for them (see `Spawned.workers`), and those `beside` it
    have turns of their own; `waiting` counts for all of them and for the judge.
    """

    def __init__(
        self,
        workers: Sequence[int],
        waiting: Sequence[WaitingTime],
        budget: Budget,
        note_sleep: Callable[[float], None],
        beside: Sequence[int] = (),
    ) -> None:
        self.budget = budget
        self._waiting = waiting
        self._note = note_sleep
        self._asleep = 0.0
        self._workers = workers
        self._others = (*workers[1:], *beside)
        self.until_look = _some_time()
        self._wall = self._last_look = self._resting = time.monotonic()
        self._cpu = self._last_cpu = _cpu(self._workers[:1])
        self._helping = helping(self._workers)
        self._waited = self._for_others()
        self._judge_cpu = self._judge_then = self._judge_resting = time.process_time()

    def rest(self) -> None:
        """Stop wall-clock time: it is somebody else's turn."""
        self._resting, self._judge_resting = time.monotonic(), time.process_time()

    def go_on(self) -> None:
        """Let them go on."""
        rested = time.monotonic() - self._resting
        self._wall += rested
        self._last_look += rested
        self._judge_then += time.process_time() - self._judge_resting

    @property
    def seconds_to_look(self) -> float:
        """In how many seconds it is time to look."""
        return max(0.0, self._last_look + self.until_look - time.monotonic())

    def look(self, *, is_its_turn: bool = True) -> None:
        """Raise `OutOfTime` if a part of the budget is used up; looks a few times a second.

        Unless it is the turn of the process, no time passes for it, and it is never out of time.
        """
        now = time.monotonic()
        since = now - self._last_look
        if since >= self.until_look:
            if is_its_turn:
                self._check(now, min(since, self.until_look))
            else:
                self._pass_over(since)
            self._last_look = now
            self.until_look = _some_time()

    def _pass_over(self, seconds: float) -> None:
        self._wall += seconds
        self._last_cpu, self._judge_then = _cpu(self._workers[:1]), time.process_time()
        self._waited = self._for_others()

    def _check(self, now: float, tick: float) -> None:
        cpu, judge = _cpu(self._workers[:1]), time.process_time()
        answering = (judge - self._judge_cpu) / CALLS_SHARE
        helped = helping(self._workers) - self._helping
        if max(cpu - self._cpu, answering, helped) > self.budget.cpu_seconds:
            raise OutOfTime(self.budget.out_of_time)
        waited = self._for_others()
        if is_idle(self._workers[0]):
            worked = cpu - self._last_cpu + judge - self._judge_then
            # Of a process that has just ended the kernel says nothing more.
            self._note_sleep(tick - max(0.0, worked + waited - self._waited))
        self._last_cpu, self._judge_then, self._waited = cpu, judge, waited
        if self._asleep > self.budget.idle_seconds:
            raise OutOfTime(SLEEPS)
        if now - self._wall > self.budget.wall_seconds:
            raise OutOfTime(self.budget.out_of_wall_time)

    def _for_others(self) -> float:
        return sum([each.seconds() for each in self._waiting]) + _cpu(self._others)

    def _note_sleep(self, seconds: float) -> None:
        # All sleep of a question counts, so that a little work now and then hides nothing. Waiting
        # for a processor is not sleep, nor is waiting for a judge or a nursery that works or waits
        # for one; and no look counts for more than a tick, however late a busy machine lets it
        # happen.
        asleep = max(0.0, seconds)
        self._asleep += asleep
        self._note(asleep)


def _some_time() -> float:
    return SystemRandom().uniform(SHORTEST_TICK, LONGEST_TICK)


def helping(workers: Sequence[int]) -> float:
    """CPU seconds of those who work for the first process, as far as they count as its own.

    What they do costs more than it costs the process to ask for it.
    """
    return _cpu(workers[1:]) / CALLS_SHARE


def _cpu(workers: Sequence[int]) -> float:
    try:
        return sum(map(cpu_seconds, workers))
    except OSError:
        return 0.0
