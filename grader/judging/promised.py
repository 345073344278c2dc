"""Whether boxes can have what they are promised, tried when a hand-in may have gone without.

If a thread doesn't start, or memory or a file can't be had, mostly the hand-in is at its own limit.
But the machine may have no more either, and that must cost nobody points. Student code could fake
such an error, so it only leads to a box of ours, which takes all that is promised. If it can't, the
grader is broken. So no hand-in can make itself broken; all that it can cause is this one box.
"""

from collections.abc import Iterable
from textwrap import dedent

from grader.asking.allowance import Costs
from grader.asking.answers import Value, read_answers
from grader.asking.submission import BoxPlan
from grader.errors import BrokenGrader
from grader.inside.library import NO_LIBRARY
from grader.inside.limits import OPEN_FILES, BoxLimits
from grader.inside.wire import Violation
from grader.results import CheckResult
from grader.sandbox.box import Box, BoxEnded
from grader.sandbox.tiers import Nursery
from grader.statuses import Status

MODULE = "promised"
# What Python says when it can't get threads, memory, files or disk space.
WANTING = (
    "can't start new thread",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Too many open files",
    "No space left on device",
)
# What the box itself needs besides what it takes.
OWN_THREADS, OWN_FILES = 8, 16
OWN_BYTES = 1 << 20


def require_promised(checks: Iterable[CheckResult], nursery: Nursery, costs: Costs) -> None:
    """Raise `BrokenGrader` if a check lacked something that no box can have here and now."""
    if any(map(_wanted, checks)) and not can_have_all(nursery, costs):
        raise BrokenGrader("boxes can't have the threads, memory or files that they are promised")


def _wanted(check: CheckResult) -> bool:
    return check.status is Status.MEMORY or any(what in check.message for what in WANTING)


def can_have_all(nursery: Nursery, costs: Costs) -> bool:
    """Whether a box of ours gets as much as a hand-in's may take."""
    plan = BoxPlan(((f"{MODULE}.py", _taking_all(nursery.limits)),), costs)
    box = Box(nursery)
    try:
        [answer] = read_answers(box.load(plan.order(MODULE), costs.budget), (None,), NO_LIBRARY)
        return isinstance(answer, Value)
    except (BoxEnded, Violation):
        return False
    finally:
        box.close()


def _taking_all(limits: BoxLimits) -> str:
    return dedent(
        f"""
        import os, threading
        threading.stack_size(64 << 10)
        stop = threading.Event()
        number = {limits.threads - OWN_THREADS}
        threads = [threading.Thread(target=stop.wait) for _ in range(number)]
        try:
            for thread in threads: thread.start()
        finally:
            stop.set()
        for thread in threads: thread.join()
        files = [os.dup(0) for _ in range({OPEN_FILES - OWN_FILES})]
        for file in files: os.close(file)
        with open("promised", "wb") as file: file.write(bytes({limits.file_bytes - OWN_BYTES}))
        os.remove("promised")
        memory = bytearray({limits.memory_bytes // 4})
        """
    )
