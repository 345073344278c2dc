"""Work in a forked process that returns bytes: the one way in which this engine forks a child.

Whatever a child does to itself ends with it: its parent gets bytes or a `ChildFailed`. Work on many
things that others wrote is shared out to children, several things each; if such a child dies, each
of its things gets a child of its own. Processes that answer more than once (a job slot) talk over a
connection instead, and the standard library's process pool writes report pages.
"""

import gc
import json
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NoReturn, TypeVar

from grader.inside.lockdown import die_with
from grader.sandbox.kernel.processes import fork_quietly

# Follows the bytes of a child that finished its work: exit status 0 alone proves nothing.
WHOLE = b"."
CHUNK = 16
Thing = TypeVar("Thing")


class ChildFailed(Exception):
    """A forked process ended without its bytes; the text says how, `ended_by` by which signal."""

    def __init__(self, text: str, ended_by: int = 0) -> None:
        super().__init__(text)
        self.ended_by = ended_by


class ForkedProcess:
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
        """Wait for what the work returns; raises `ChildFailed` if it ends in any other way.

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

    def end(self) -> None:
        """Kill the child: its result is no longer wanted."""
        os.kill(self._pid, signal.SIGKILL)
        os.close(self._reader)
        os.waitpid(self._pid, 0)


def _run(work: Callable[[], bytes], writer: int, parent: int) -> NoReturn:
    # The stack above belongs to the parent's code: no exception may ever get there from here.
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


# -- many things ------------------------------------------------------------------------------


def each_apart(
    work: Callable[[Sequence[Thing]], list[Any]], things: Iterable[Thing], jobs: int = 1
) -> Iterator[tuple[Thing, Any]]:
    """What `work` makes of each thing, in order, in up to `jobs` children at a time.

    `work` gets up to `CHUNK` things and returns as long a list of JSON data. A thing whose child
    dies even if it has no other thing gets the `ChildFailed` in place of data.
    """
    rest = iter(things)
    running: deque[tuple[Sequence[Thing], ForkedProcess]] = deque()
    try:
        while chunk := list(islice(rest, CHUNK)):
            running.append((chunk, ForkedProcess(partial(_as_json, work, chunk))))
            # The oldest child is waited for, so that results come in the order of things.
            if len(running) >= jobs:
                yield from _made(work, *running.popleft())
        while running:
            yield from _made(work, *running.popleft())
    finally:
        for _, child in running:
            child.end()


def _made(
    work: Callable[[Sequence[Thing]], list[object]], chunk: Sequence[Thing], child: ForkedProcess
) -> Iterator[tuple[Thing, object]]:
    try:
        made = json.loads(child.result())
    except ChildFailed as failed:
        if len(chunk) == 1:
            yield chunk[0], failed
            return
    else:
        yield from zip(chunk, made, strict=True)
        return
    for thing in chunk:
        yield from _made(work, [thing], ForkedProcess(partial(_as_json, work, [thing])))


def _as_json(work: Callable[[Sequence[Thing]], list[object]], chunk: Sequence[Thing]) -> bytes:
    gc.disable()  # it would cost a quarter of the time, and this process ends soon
    return json.dumps(work(chunk)).encode()
