"""The nursery refuses system calls on the kernel's behalf, and remembers which ones.

For some calls a box's seccomp program asks a listener (seccomp_unotify(2)), which the box hands to
its nursery before it reads any student code. The thread that made such a call waits until it is
refused here, with the kernel's usual error; nothing is ever allowed. After the first few calls of a
box the listener is closed: from then on the kernel itself answers "no such system call", so trying
a million times keeps nobody else busy.
"""

import errno
import os
from contextlib import suppress
from fcntl import ioctl
from struct import Struct

MOST_CALLS = 8
CLOSED = -1
# What the kernel tells of a call: its name for the request, number and arguments of the call.
REQUEST = Struct("=Q8xi12x6Q")
RESPONSE = Struct("=QqiI")
# The kernel's numbers for "tell me" and "tell him", which have the sizes in them.
RECEIVE = 0xC000_2100 | REQUEST.size << 16
SEND = 0xC000_2101 | RESPONSE.size << 16


class Listener:
    """The listener of one box, and what it has heard: numbers and first arguments of calls."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.heard: list[tuple[int, int]] = []

    def refuse(self) -> bool:
        """Refuse the call that waits, as `poll` has said; whether to go on listening."""
        request = bytearray(REQUEST.size)
        try:
            # This never waits, not even for a thread that was killed since: the kernel has counted
            # its call, and then says that there is none.
            ioctl(self.descriptor, RECEIVE, request)
        except OSError as error:
            return error.errno == errno.ENOENT
        name, number, first_argument, *_ = REQUEST.unpack(request)
        self.heard.append((number, first_argument))
        with suppress(OSError):  # killed meanwhile
            ioctl(self.descriptor, SEND, RESPONSE.pack(name, 0, -errno.EPERM, 0))
        return len(self.heard) < MOST_CALLS

    def close(self) -> None:
        """Listen no more."""
        os.close(self.descriptor)
        self.descriptor = CLOSED
