"""What a box may use: memory, CPU time, file sizes, open files, threads, its own folder.

The kernel enforces these from before a line of student code is read; soft equals hard. The limit
for a single check is lower, and the judge's business (`sandbox/clock.py`).
"""

import _thread
import math
import resource
from dataclasses import dataclass

# A parallel search may use a thread, or an event loop with its three files, per small node.
OPEN_FILES = 512
THREADS = 400
# Without a user namespace, the kernel counts all threads of the box's user on the machine. So the
# nursery counts those of the box (kernel/listener.py), and this only has to be enough for all.
USERS_THREADS = 1 << 14
SCRATCH_FILES = 1000
# All threads' stacks together must leave room for the rest of the program.
THREAD_STACK = 1 << 20


@dataclass(frozen=True, slots=True)
class BoxLimits:
    """What the kernel lets a box use in its whole life.

    It gets at least `cpu_seconds` of CPU time, and at most a little over twice as much.
    """

    memory_bytes: int
    cpu_seconds: float
    stack_bytes: int
    file_bytes: int
    scratch_bytes: int
    threads: int


# Enough for a trial box, which runs no student code.
FOR_A_TRIAL = BoxLimits(1 << 30, 60.0, 256 << 20, 8 << 20, 16 << 20, THREADS)


def set_limits(limits: BoxLimits, threads: int | None) -> None:
    """Set limits that can't be raised again; the stack's was set before exec.

    `threads` is the kernel's limit on threads, `None` if it has none.
    """
    # The kernel counts CPU time in ticks, on a busy machine up to half too many. The judge's clock
    # is exact, and this limit must never strike before it.
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
    # By default a thread reserves as much as the main thread's maximal stack.
    _thread.stack_size(THREAD_STACK)
