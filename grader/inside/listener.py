"""The nursery refuses system calls on the kernel's behalf, and remembers which ones.

For some calls a box's seccomp program asks a listener (seccomp_unotify(2)), which the box hands to
its nursery before it reads any student code. The thread that made such a call waits until it is
refused here, with the kernel's usual error. After the first few calls of a box the listener is
closed: from then on the kernel itself answers "no such system call", so trying a million times
keeps nobody else busy.

One call alone is ever let pass. The kernel counts all threads of a user together, so boxes without
a user of their own (tier 1) could take each other's. There the listener is asked for every new
thread, counts those that the box has, and refuses more than it may have, as the kernel would. Such
a listener is never closed; calls that are refused are then no longer remembered.
"""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from fcntl import ioctl
from struct import Struct

MOST_CALLS = 8
CLOSED = -1
# What the kernel says about a call: its name for the request, number and arguments of the call.
REQUEST = Struct("=Q8xi12x6Q")
RESPONSE = Struct("=QqiI")
# The ioctl numbers for receiving and answering, which contain the sizes.
RECEIVE = 0xC000_2100 | REQUEST.size << 16
SEND = 0xC000_2101 | RESPONSE.size << 16
LET_PASS = 1
CLONE_THREAD = 0x0001_0000


class Listener:
    """The listener of one box, and what it has heard: numbers and first arguments of calls.

    `threads` says whether the box may have another thread; without it the kernel does.
    """

    def __init__(self, descriptor: int, threads: "Threads | None" = None) -> None:
        self.descriptor = descriptor
        self.heard: list[tuple[int, int]] = []
        self._threads = threads

    def refuse(self) -> bool:
        """Refuse the call that waits, as `poll` has said; whether to go on listening.

        A new thread is let pass, if the box may have one.
        """
        request = bytearray(REQUEST.size)
        try:
            # This never waits, not even for a thread that was killed since: the kernel has counted
            # its call, and then says that there is none.
            ioctl(self.descriptor, RECEIVE, request)
        except OSError as error:
            return error.errno == errno.ENOENT
        name, number, first_argument, *_ = REQUEST.unpack(request)
        if self._threads is not None and self._threads.concern(number, first_argument):
            self._answer(name, 0 if self._threads.may_be_more() else errno.EAGAIN)
            return True
        if len(self.heard) < MOST_CALLS:
            self.heard.append((number, first_argument))
        self._answer(name, errno.EPERM)
        return self._threads is not None or len(self.heard) < MOST_CALLS

    def _answer(self, name: int, error: int) -> None:
        flags = 0 if error else LET_PASS
        with suppress(OSError):  # killed meanwhile
            ioctl(self.descriptor, SEND, RESPONSE.pack(name, 0, -error, flags))

    def close(self) -> None:
        """Listen no more."""
        os.close(self.descriptor)
        self.descriptor = CLOSED


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
