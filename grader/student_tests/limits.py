"""What each run of a suite may take, which is unknown until the reference has been run."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grader.sandbox.clock import Budget
from grader.student_tests.runner import Ending, SuiteRun

TIMES_THE_REFERENCE = 5.0
# A suite is given up after this many endless runs, if under a quarter as many have ended.
MOST_ENDLESS = 5


@dataclass(slots=True)
class SuiteLimits:
    """The budgets of runs, which don't reveal whether a run is on the reference.

    All runs with a selection of tests get `first` until one of them was on the reference. From then
    on they may take some times that run's CPU seconds, and always as many as `later` has.
    """

    first: Budget
    later: Budget
    _seconds: dict[tuple[str, ...], float] = field(default_factory=dict)
    _endless: int = 0
    _ended: int = 0

    def of(self, left_out: Sequence[str]) -> Budget:
        """What a run without some tests may take now, in each of its two boxes."""
        taken = self._seconds.get(tuple(left_out))
        if taken is None:
            return self.first
        seconds = max(self.later.cpu_seconds, TIMES_THE_REFERENCE * taken)
        return replace(self.later, cpu_seconds=seconds)

    def is_known(self, left_out: Sequence[str]) -> bool:
        """Whether the reference was run without these tests."""
        return tuple(left_out) in self._seconds

    def note(self, run: SuiteRun) -> None:
        """Remember how a run on a faulty solution ended."""
        is_endless = run.ending is Ending.SUITE_ENDED and run.out_of_time
        self._endless += is_endless
        self._ended += not is_endless

    @property
    def are_pointless(self) -> bool:
        """Whether there were enough runs so far, and nearly all of them were endless."""
        return self._endless >= MOST_ENDLESS and self._endless > 4 * self._ended

    def note_reference(self, left_out: Sequence[str], run: SuiteRun) -> None:
        """Remember a run on the reference."""
        self._seconds.setdefault(tuple(left_out), run.cpu_seconds)
        self._ended += not run.out_of_time

    def is_within(self, left_out: Sequence[str], run: SuiteRun) -> bool:
        """Whether an earlier run would end the same way under the limits that are known now."""
        if not self.is_known(left_out):
            return True
        seconds = self.of(left_out).cpu_seconds
        if run.out_of_time:
            return run.limit >= seconds
        return run.cpu_seconds <= seconds
