"""What a box may use: memory, CPU time, sizes of files, open files, threads, its own folder.

The kernel holds these, from before a line of a student's code is read; soft equals hard. What a
single check may take is less, and the judge's business (`sandbox/clock.py`).
"""

import _thread
import math
import resource
from dataclasses import dataclass

# A parallel search may have a thread, or an event loop with its three files, for each small node.
OPEN_FILES = 512
THREADS = 400
# Without a user namespace of its own, the kernel counts all threads of a box's user on the machine.
# So the nursery counts those of the box (kernel/listener.py), and all boxes have room.
USERS_THREADS = 1 << 14
SCRATCH_FILES = 1000
# All the threads together must leave room for the rest of the program.
THREAD_STACK = 1 << 20


@dataclass(frozen=True, slots=True)
class BoxLimits:
    """What the kernel lets a box use in its whole life.

    Of CPU time it gets at least `cpu_seconds` and at most a little over twice as much.
    """

    memory_bytes: int
    cpu_seconds: float
    stack_bytes: int
    file_bytes: int
    scratch_bytes: int
    threads: int


# Enough for a box that only shows that it can be had, and runs no student's code.
FOR_A_TRIAL = BoxLimits(1 << 30, 60.0, 256 << 20, 8 << 20, 16 << 20, THREADS)


def set_limits(limits: BoxLimits, threads: int | None) -> None:
    """Set limits that can't be raised again; the stack's was set before exec.

    `threads` is the number that the kernel counts to, `None` if it doesn't count them.
    """
    # The kernel counts ticks for this limit, on a busy machine up to half too many; the judge's
    # clock is exact, and this limit must never come before it.
    seconds = math.ceil(2 * limits.cpu_seconds)
    table = {
        resource.RLIMIT_AS: limits.memory_bytes,
        resource.RLIMIT_CPU: seconds,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    if threads is not None:
        table[resource.RLIMIT_NPROC] = threads
    for what, wanted in table.items():
        hard = resource.getrlimit(what)[1]
        limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(what, (limit, limit))
    # A thread's stack would else be as large as the main thread's may become.
    _thread.stack_size(THREAD_STACK)
