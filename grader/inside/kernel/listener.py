"""The nursery refuses system calls on the kernel's behalf, and remembers which ones.

For some calls a box's seccomp program asks a listener (seccomp_unotify(2)), which the box hands to
its nursery before it reads any student code. The calling thread waits until the call is refused
here, with the kernel's usual error. After the first few calls of a box the listener is closed: from
then on the kernel itself answers "no such system call", so a million attempts keep nobody busy.

Only two kinds of calls are ever allowed, both in tier 1. The kernel counts threads per user, so
boxes that share a user could use up each other's. There the listener is asked for every new
thread, counts those that the box has, and refuses more than its maximum, as the kernel would. It
is also asked for every call that takes disk space (room.py). Such a listener is never closed, but
after the first few refusals no more are remembered.
"""

import errno
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fcntl import ioctl
from struct import Struct

from grader.inside.kernel.room import Room

MOST_CALLS = 8
CLOSED = -1
# The kernel's notification of a call: its id, the thread, the call's number and arguments.
REQUEST = Struct("=QI4xi12x6Q")
RESPONSE = Struct("=QqiI")
# The ioctl numbers for receiving and answering, which encode the sizes.
RECEIVE = 0xC000_2100 | REQUEST.size << 16
SEND = 0xC000_2101 | RESPONSE.size << 16
LET_PASS = 1
CLONE_THREAD = 0x0001_0000


class Listener:
    """The listener of one box, and what it has heard: numbers and first arguments of calls.

    `bounds` limit what the kernel doesn't count per box; None if the kernel counts everything.
    """

    def __init__(self, descriptor: int, bounds: "Bounds | None" = None) -> None:
        self.descriptor = descriptor
        self.heard: list[tuple[int, int]] = []
        self._bounds = bounds

    def refuse(self) -> bool:
        """Refuse the waiting call that `poll` reported; returns whether to go on listening.

        New threads and disk space within the bounds are allowed instead.
        """
        request = bytearray(REQUEST.size)
        try:
            # This never blocks, not even if the thread was killed since: the kernel then reports
            # ENOENT for the call that it had counted.
            ioctl(self.descriptor, RECEIVE, request)
        except OSError as error:
            return error.errno == errno.ENOENT
        name, thread, number, *arguments = REQUEST.unpack(request)
        if self._bounds is not None and self._is_within(
            self._bounds, name, thread, number, arguments
        ):
            return True
        if len(self.heard) < MOST_CALLS:
            self.heard.append((number, arguments[0]))
        self._answer(name, errno.EPERM)
        return self._bounds is not None or len(self.heard) < MOST_CALLS

    def _is_within(
        self, bounds: "Bounds", name: int, thread: int, number: int, arguments: Sequence[int]
    ) -> bool:
        """Answer a call for something that is bounded; False for any other call."""
        if bounds.room.concerns(number):
            may = bounds.room.may_take(thread, number)
            if self._answer(name, 0 if may else errno.ENOSPC):
                bounds.room.note_answer(thread, number, arguments, may=may)
            return True
        if bounds.threads.concern(number, arguments[0]):
            self._answer(name, 0 if bounds.threads.may_be_more() else errno.EAGAIN)
            return True
        return False

    def _answer(self, name: int, error: int) -> bool:
        """Allow the call, or refuse it with an error; False if the thread no longer waits."""
        flags = 0 if error else LET_PASS
        try:
            ioctl(self.descriptor, SEND, RESPONSE.pack(name, 0, -error, flags))
        except OSError:  # the thread was killed or interrupted
            return False
        return True

    def close(self) -> None:
        """Stop listening."""
        os.close(self.descriptor)
        self.descriptor = CLOSED


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a box of tier 1 may use: threads, and disk space."""

    threads: "Threads"
    room: Room


class Threads:
    """The threads of a box, where the kernel doesn't bound their number.

    `clone` is the number of the call that starts one, `count` returns how many there are. Some that
    were allowed may not have started yet: but each thread waits in at most one call at a time, so
    there are never more than twice the allowed number.
    """

    def __init__(self, clone: int, most: int, count: Callable[[], int]) -> None:
        self._clone = clone
        self._most = most
        self._count = count

    def concern(self, number: int, first_argument: int) -> bool:
        """Whether a call starts a thread, not a process."""
        return number == self._clone and bool(first_argument & CLONE_THREAD)

    def may_be_more(self) -> bool:
        """Whether the box may have another thread; also if they can't be counted."""
        try:
            return self._count() < self._most
        except OSError:
            return True
