"""The nursery refuses system calls on the kernel's behalf, and remembers which ones.

For some calls a box's seccomp program asks a listener (seccomp_unotify(2)), which the box hands to
its nursery before it reads any student code. The thread that made such a call waits until it is
refused here, with the kernel's usual error. After the first few calls of a box the listener is
closed: from then on the kernel itself answers "no such system call", so trying a million times
keeps nobody else busy.

Two kinds of calls alone are ever let pass, both in tier 1. The kernel counts all threads of a user
together, so boxes without a user of their own could take each other's. There the listener is asked
for every new thread, counts those that the box has, and refuses more than it may have, as the
kernel would. And it is asked for every call that takes room on the disk (room.py). Such a listener
is never closed; calls that are refused are then no longer remembered.
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
# What the kernel says about a call: its name for the request, the thread, number and arguments.
REQUEST = Struct("=QI4xi12x6Q")
RESPONSE = Struct("=QqiI")
# The ioctl numbers for receiving and answering, which contain the sizes.
RECEIVE = 0xC000_2100 | REQUEST.size << 16
SEND = 0xC000_2101 | RESPONSE.size << 16
LET_PASS = 1
CLONE_THREAD = 0x0001_0000


class Listener:
    """The listener of one box, and what it has heard: numbers and first arguments of calls.

    `bounds` say what more the box may have of what the kernel doesn't count for it alone; without
    them the kernel counts everything.
    """

    def __init__(self, descriptor: int, bounds: "Bounds | None" = None) -> None:
        self.descriptor = descriptor
        self.heard: list[tuple[int, int]] = []
        self._bounds = bounds

    def refuse(self) -> bool:
        """Refuse the call that waits, as `poll` has said; whether to go on listening.

        A new thread is let pass, if the box may have one, and what there is room for.
        """
        request = bytearray(REQUEST.size)
        try:
            # This never waits, not even for a thread that was killed since: the kernel has counted
            # its call, and then says that there is none.
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
        """Answer a call that takes something bounded; False for any other."""
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
        """Let the call pass, or refuse it with an error; False if nobody waits any more."""
        flags = 0 if error else LET_PASS
        try:
            ioctl(self.descriptor, SEND, RESPONSE.pack(name, 0, -error, flags))
        except OSError:  # killed meanwhile, or interrupted
            return False
        return True

    def close(self) -> None:
        """Listen no more."""
        os.close(self.descriptor)
        self.descriptor = CLOSED


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a box of tier 1 may have: threads, and room on the disk."""

    threads: "Threads"
    room: Room


class Threads:
    """The threads of a box, whose number the kernel doesn't bound.

    `clone` is the number of the call that makes one, `count` says how many there are. Some that
    were let pass may not be there yet: of calls that wait at the same time, each thread makes but
    one. So there are never more than twice as many as there may be.
    """

    def __init__(self, clone: int, most: int, count: Callable[[], int]) -> None:
        self._clone = clone
        self._most = most
        self._count = count

    def concern(self, number: int, first_argument: int) -> bool:
        """Whether a call makes a thread, and no process."""
        return number == self._clone and bool(first_argument & CLONE_THREAD)

    def may_be_more(self) -> bool:
        """Whether the box may have another thread; where nobody may count them, it may."""
        try:
            return self._count() < self._most
        except OSError:
            return True
