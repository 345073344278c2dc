"""Work in a forked process that returns bytes: the one way in which this engine forks a child.

Whatever a child does to itself ends with it: its parent gets bytes or a `ChildFailed`. Processes
that answer more than once (a job slot) talk over a connection instead, and the standard library's
process pool writes report pages.
"""

import os
import signal
from collections.abc import Callable
from typing import NoReturn

from grader.inside.lockdown import die_with
from grader.sandbox.kernel.processes import fork_quietly

# Follows the bytes of a child that has come to its end: exit status 0 alone proves nothing.
WHOLE = b"."


class ChildFailed(Exception):
    """A forked process has ended without its bytes; the text says how, `ended_by` which signal."""

    def __init__(self, text: str, ended_by: int = 0) -> None:
        super().__init__(text)
        self.ended_by = ended_by


class Child:
    """A process forked from this one, which runs `work` and hands back the bytes it returns."""

    def __init__(self, work: Callable[[], bytes]) -> None:
        self._reader, writer = os.pipe()
        parent = os.getpid()
        self._pid = fork_quietly()
        if self._pid == 0:
            os.close(self._reader)
            _run(work, writer, parent)
        os.close(writer)

    def result(self) -> bytes:
        """What the work has returned, once it has; raises `ChildFailed` if it ended otherwise.

        If waiting is interrupted, the child is killed.
        """
        try:
            with os.fdopen(self._reader, "rb") as pipe:
                payload = pipe.read()
        except BaseException:
            os.kill(self._pid, signal.SIGKILL)
            raise
        finally:
            _, status = os.waitpid(self._pid, 0)
        code = os.waitstatus_to_exitcode(status)
        if code < 0:
            raise ChildFailed(f"ended by {signal.Signals(-code).name}", -code)
        if code or not payload.endswith(WHOLE):
            raise ChildFailed(payload.decode(errors="replace")[:500] or f"exit status {code}")
        return payload.removesuffix(WHOLE)


def _run(work: Callable[[], bytes], writer: int, parent: int) -> NoReturn:
    # What is above on the stack is the parent's: no exception may ever get there from here.
    code = 1
    try:
        die_with(parent)
        with os.fdopen(writer, "wb") as pipe:
            try:
                pipe.write(work() + WHOLE)
                code = 0
            except BaseException as error:  # the parent reports it; nothing else may run here
                pipe.write(f"{type(error).__name__}: {error}".encode())
    finally:
        os._exit(code)
