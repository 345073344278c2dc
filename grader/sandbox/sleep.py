"""How long a box slept while it was its turn: wall-clock time that nothing else accounts for.

    asleep = wall − CPU − how long it waited for a processor − what others did for it meanwhile

Every interval counts in full, from one look to the next, so that nothing depends on what a box does
at the moment of a look. The end of a turn, after its last look, counts in the next turn's interval.

The kernel counts how long each thread was ready and had no processor, not how long any of them was.
That is at least the longest of these waits and at most their sum; and, unless processors are
rationed, none waited while one of the box's processors was idle. So a crowd of threads that wake
together can't hide sleep behind the sum of their waits, and threads that take turns on a busy
machine don't seem to sleep just because each has waited for its own part of the time.
"""

import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import inf

from grader.sandbox.kernel.processes import Processors, WaitingTime, cpu_seconds

# No interval counts for more: the whole machine may have been stopped for hours.
LONGEST_INTERVAL = 0.5


class SleepCount:
    """Counts the sleep of a box: the first of `workers`, which the others work for.

    It may also wait for those `beside` it, as it does for the judge.
    """

    def __init__(self, workers: Sequence[int], beside: Sequence[int] = ()) -> None:
        processes = (*workers, *beside)
        self._waiting, *self._others_waiting = map(WaitingTime, (*processes, os.getpid()))
        self._processors = Processors(workers[0])
        self._looked, self._cpu = time.monotonic(), _cpu_of(processes)
        self._wall = self._judge = 0.0
        self.begin_turn()

    def begin_turn(self) -> None:
        """From now on an answer of the box is expected."""
        self._turn, self._judge_then = time.monotonic(), time.process_time()

    def end_turn(self) -> None:
        """It is the judge's turn, or nobody's."""
        self._wall += time.monotonic() - self._turn
        self._judge += time.process_time() - self._judge_then

    @property
    def seconds_since_look(self) -> float:
        """How long its turns, this one included, have lasted since the last look."""
        return self._wall + time.monotonic() - self._turn

    def look(self) -> float:
        """Seconds of sleep since the last look, in a turn of the box, which goes on."""
        self.end_turn()
        accounted = self._judge + self._cpu_since() + self._waited_since()
        asleep = min(max(0.0, self._wall - accounted), LONGEST_INTERVAL)
        self._wall = self._judge = 0.0
        self.begin_turn()
        return asleep

    def close(self) -> None:
        """Stop looking."""
        for each in (self._waiting, *self._others_waiting):
            each.close()

    def _cpu_since(self) -> float:
        """CPU time since the last look; infinite if a process has ended: its share is unknown."""
        before, self._cpu = self._cpu, _cpu_of(self._cpu)
        if len(self._cpu) < len(before):
            return inf
        return sum([self._cpu[pid] - before[pid] for pid in before])

    def _waited_since(self) -> float:
        before, self._looked = self._looked, time.monotonic()
        idle, stolen = self._processors.since()
        longest, together = self._waiting.since()
        waited = max(longest, min(together, self._looked - before - idle))
        return waited + stolen + sum([each.since()[0] for each in self._others_waiting])


def _cpu_of(processes: Iterable[int]) -> dict[int, float]:
    found = {}
    for pid in processes:
        with suppress(OSError):  # it has ended
            found[pid] = cpu_seconds(pid)
    return found
