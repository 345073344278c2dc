"""What one hand-in may use: in each question, in each box, and in all of its checks together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from time import monotonic

from grader.sandbox.clock import Budget, TimeInSlot
from grader.sandbox.timeout_words import HANDIN_CPU, HANDIN_SLEEP, HANDIN_WALL


@dataclass(frozen=True, slots=True)
class Costs:
    """What a hand-in may cost, as the assignment's limits say.

    `budget` is for one check, `task_cpu_seconds` for tasks whose checks get a different CPU time,
    `recursion_limit` and `output_characters` for each box, the rest for the whole hand-in.
    """

    budget: Budget
    task_cpu_seconds: Mapping[str, float]
    recursion_limit: int
    output_characters: int
    handin_cpu_seconds: float
    handin_idle_seconds: float
    handin_wall_seconds: float
    handin_output_characters: int

    def of(self, task: str, own_cpu_seconds: float | None) -> Budget:
        """The budget of a check of a task; the check may ask for CPU time of its own."""
        usual = self.task_cpu_seconds.get(task, self.budget.cpu_seconds)
        return replace(self.budget, cpu_seconds=own_cpu_seconds or usual)


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left for the boxes of one module when they begin.

    CPU seconds, seconds of sleep, characters of output to keep, the monotonic time at which
    everything ends, and the time in its job slot if others wait for that.
    """

    cpu_seconds: float = inf
    asleep_seconds: float = inf
    output_characters: int = 1 << 30
    ends_at: float = inf
    slot: TimeInSlot | None = None

    def used_up(self, cpu_seconds: float, asleep_seconds: float) -> str:
        """Why boxes that have used this much may use no more; empty if they may."""
        if cpu_seconds > self.cpu_seconds:
            return HANDIN_CPU
        if asleep_seconds > self.asleep_seconds:
            return HANDIN_SLEEP
        if monotonic() > self.ends_at:
            return HANDIN_WALL
        return ""

    def within(self, budget: Budget, cpu_seconds: float, asleep_seconds: float) -> Budget:
        """The budget of a question, cut down to what is left after this much was used.

        A timeout then blames the hand-in's total, unless the budget has words of its own.
        """
        # Words are added only where the total is what bites, so that they name the real limit.
        cpu, asleep = self.cpu_seconds - cpu_seconds, self.asleep_seconds - asleep_seconds
        wall = self.ends_at - monotonic()
        if cpu < budget.cpu_seconds:
            budget = replace(budget, cpu_seconds=cpu, exceeded=budget.exceeded or HANDIN_CPU)
        if wall < budget.wall_seconds:
            budget = replace(budget, wall_seconds=wall, late=budget.late or HANDIN_WALL)
        slot = self.slot and replace(self.slot, cpu_seconds=self.slot.cpu_seconds + cpu_seconds)
        return replace(budget, idle_seconds=min(budget.idle_seconds, asleep), slot=slot)
