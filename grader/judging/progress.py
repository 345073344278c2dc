"""Which check a judge's child is running, so that its parent knows which one did not end.

What a check does with an answer is staff code on a student's data, in the judge's own process:
`sum(range(answer))` may take for ever, and no exception interrupts it. So the kernel ends a child
whose check has used `CHECK_CPU_SECONDS`. Its parent has the hand-in graded again by another child,
which runs that check on the reference only: if it passes there, the answer is at fault.

Advice on a failure reads the hand-in's text, and no verdict depends on it: if a child ends while
giving advice, for whatever reason, the next child gives none.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from mmap import PAGESIZE, mmap

from grader.sandbox.kernel.own_limits import ended_after

# What one check may cost the judge itself; most take a few milliseconds.
CHECK_CPU_SECONDS = 60
# After this many endless checks, none of the hand-in's answers is read any more.
MOST_ENDLESS = 2
# Stands in place of a check's name; those have a slash.
ADVICE = "advice"
TOO_LONG = "not run: the answers of the hand-in take too long to read"


class EndlessCheck(Exception):
    """A check did not end, and so ended its judge."""


class CheckProgress:
    """The current check, in memory shared with the parent; `endless` are known not to end."""

    def __init__(self, endless: tuple[bytes, ...] = ()) -> None:
        self.endless = endless
        self._met = 0
        self._memory = mmap(-1, PAGESIZE)

    @property
    def check(self) -> bytes:
        """The beginning of the current check's name; empty between checks."""
        return self._memory[:].partition(b"\0")[0]

    def is_endless(self, check: str) -> bool:
        """Whether this check has ended an earlier judge; count it if so."""
        found = _beginning(check) in self.endless
        self._met += found
        return found

    @property
    def is_at_advice(self) -> bool:
        """Whether advice is being given."""
        return self.check == ADVICE.encode()

    @property
    def advises(self) -> bool:
        """Whether advice may be given: it has ended no earlier judge."""
        return ADVICE.encode() not in self.endless

    def too_much(self) -> str:
        """Why no more checks may be run, or an empty string."""
        return TOO_LONG if self._met >= MOST_ENDLESS else ""

    @contextmanager
    def at(self, check: str) -> Iterator[None]:
        """Mark a check as running, and end this child if it takes too long."""
        name = _beginning(check) + b"\0"
        self._memory[: len(name)] = name
        try:
            with ended_after(CHECK_CPU_SECONDS):
                yield
        finally:
            self._memory[0] = 0


def _beginning(check: str) -> bytes:
    return check.encode("utf-8", "replace")[: PAGESIZE - 1]
