"""What one hand-in may use in all of its checks together, whatever a single question allows."""

from dataclasses import dataclass, replace
from math import inf
from time import monotonic

from grader.sandbox.clock import Budget


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left for the boxes of one module when they begin.

    CPU seconds, seconds of sleep, characters of output that are kept, and the time by the monotonic
    clock at which all of it ends.
    """

    cpu_seconds: float = inf
    asleep_seconds: float = inf
    output_characters: int = 1 << 30
    ends_at: float = inf

    def used_up(self, cpu_seconds: float, asleep_seconds: float) -> str:
        """Why boxes that have used that much may use no more, in words, or an empty text."""
        if cpu_seconds > self.cpu_seconds:
            return "the hand-in has used up all of its CPU time"
        if asleep_seconds > self.asleep_seconds:
            return "the hand-in has slept for as long as it may"
        if monotonic() > self.ends_at:
            return "the hand-in has taken as long as it may"
        return ""

    def within(self, budget: Budget, cpu_seconds: float, asleep_seconds: float) -> Budget:
        """The budget of a question, cut down to what is left when that much is used."""
        return replace(
            budget,
            cpu_seconds=min(budget.cpu_seconds, self.cpu_seconds - cpu_seconds),
            idle_seconds=min(budget.idle_seconds, self.asleep_seconds - asleep_seconds),
            wall_seconds=min(budget.wall_seconds, self.ends_at - monotonic()),
        )
