"""What each run of a suite may take: nobody knows before the reference has been run."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from grader.sandbox.clock import Budget
from grader.student_tests.runner import Ending, SuiteRun

TIMES_THE_REFERENCE = 5.0
# A suite hardly ever comes to an end if so many runs have not, and not a quarter as many have.
MOST_ENDLESS = 5


@dataclass(slots=True)
class SuiteLimits:
    """The budgets of runs, in which a run on the reference can't be told from one on a faulty one.

    `first` is that of all runs with a selection of tests until one of them was on the reference.
    From then on they may take some times as many CPU seconds as that one, and always as many as
    `later` has.
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
        """Remember how a run on a faulty solution has ended."""
        is_endless = run.ending is Ending.SUITE_ENDED and run.out_of_time
        self._endless += is_endless
        self._ended += not is_endless

    @property
    def are_pointless(self) -> bool:
        """Whether nearly all runs so far have come to no end, and there were enough of them."""
        return self._endless >= MOST_ENDLESS and self._endless > 4 * self._ended

    def note_reference(self, left_out: Sequence[str], run: SuiteRun) -> None:
        """Remember a run on the reference."""
        self._seconds.setdefault(tuple(left_out), run.cpu_seconds)
        self._ended += not run.out_of_time

    def is_within(self, left_out: Sequence[str], run: SuiteRun) -> bool:
        """Whether a run that was made before the reference's would end now as it did then."""
        if not self.is_known(left_out):
            return True
        seconds = self.of(left_out).cpu_seconds
        if run.out_of_time:
            return run.limit >= seconds
        return run.cpu_seconds <= seconds
