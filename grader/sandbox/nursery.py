"""The judge's end of a nursery: asks it for boxes, learns how they ended.

box.py has the theory of operation.
"""

import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from mmap import mmap
from typing import Any

from grader.errors import BrokenGrader
from grader.inside import lockdown
from grader.inside.limits import BoxLimits
from grader.inside.lockdown import Tier
from grader.inside.nursery import MESSAGE_BYTES, READY
from grader.sandbox.kernel.cgroups import BoxCgroup, BoxCgroups, find_meter
from grader.sandbox.kernel.processes import process_of
from grader.sandbox.walls.scratch import Scratch, ScratchRoot

PATIENCE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Exit:
    """How a box ended, as the kernel reports it: with exit status `code`, or by `signal`.

    `refused` are the first calls that it was refused: their names and first arguments.
    """

    code: int | None
    signal: int | None
    cpu_seconds: float
    max_rss_bytes: int
    oom: bool = False
    refused: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class SpawnedBox:
    """A box that has locked itself in; `sock` is our end of its only descriptor.

    `workers` are the processes whose CPU time it uses: its own, and in tier 1 its nursery's, which
    it waits for when it takes room on the disk. `shared` is memory that it shares with us.
    """

    serial: int
    sock: socket.socket
    pidfd: int
    pid: int
    lease: int
    scratch: Scratch | None = None
    cell: BoxCgroup | None = None
    exit: Exit | None = None
    workers: tuple[int, ...] = ()
    shared: mmap | None = None


class _BoxMadeAhead:
    """A box made in advance, in a thread: entering a cgroup means a long wait for the kernel."""

    def __init__(self, spawn: Callable[[], SpawnedBox]) -> None:
        self._made: SpawnedBox | BrokenGrader | None = None
        self._thread = threading.Thread(target=self._make, args=(spawn,), daemon=True)
        self._thread.start()

    def _make(self, spawn: Callable[[], SpawnedBox]) -> None:
        try:
            self._made = spawn()
        except BrokenGrader as error:
            self._made = error

    def box(self) -> SpawnedBox:
        """The box; raises `BrokenGrader` if there can't be one."""
        self._thread.join()
        if isinstance(self._made, SpawnedBox):
            return self._made
        raise self._made or BrokenGrader("the thread that makes a box has failed")


class Nursery:
    """The judge's handle of a nursery, and of all boxes in it."""

    def __init__(
        self,
        tier: Tier,
        limits: BoxLimits,
        scratch_root: ScratchRoot | None,
        process: subprocess.Popen[bytes],
        control: socket.socket,
    ) -> None:
        self.tier = tier
        self.limits = limits
        self._process = process
        self._control = control
        self._scratch_root = scratch_root
        self._cells = BoxCgroups(find_meter()) if tier >= Tier.METERED else None
        # Boxes for suites have pytest, which would make every other fork slower.
        self.for_suites: Nursery | None = None
        self._looks_ahead = False
        # Boxes made in advance, by how much memory they share with us.
        self._ahead: dict[int, _BoxMadeAhead] = {}
        # A box may be made in advance, in a thread, while this one asks.
        self._asking = threading.Lock()

    def spawn(self, shared_bytes: int = 0) -> SpawnedBox:
        """A new box, locked in; raises `BrokenGrader` if there can't be one.

        It shares this many bytes of memory with this process.
        """
        make = partial(self._spawn, shared_bytes)
        ahead = self._ahead.pop(shared_bytes, None)
        box = ahead.box() if ahead else make()
        if self._looks_ahead:
            self._ahead[shared_bytes] = _BoxMadeAhead(make)
        return box

    @contextmanager
    def looking_ahead(self) -> Iterator[None]:
        """While this lasts, each next box is made while the one before works.

        It takes a thread, so the process must not fork meanwhile. Only a box that enters a cgroup
        takes long enough to be worth that.
        """
        self._looks_ahead = self._cells is not None
        with self.for_suites.looking_ahead() if self.for_suites else nullcontext():
            try:
                yield
            finally:
                self._looks_ahead = False
                self._discard()

    def _discard(self) -> None:
        while self._ahead:
            _, ahead = self._ahead.popitem()
            with suppress(BrokenGrader, TimeoutError):  # nobody needs it any more
                box = ahead.box()
                self.kill(box)
                box.sock.close()
                self.wait(box, PATIENCE_SECONDS)

    def _spawn(self, shared_bytes: int) -> SpawnedBox:
        shared, memory = _shared(shared_bytes) if shared_bytes else (None, [])
        scratch = self._scratch_root.new_scratch() if self._scratch_root else None
        ours, theirs = socket.socketpair()
        reader, lease = os.pipe()
        request = {"do": "spawn", "scratch": scratch.path if scratch else lockdown.SCRATCH}
        try:
            reply, (pidfd,) = self._ask(request, [theirs.fileno(), reader, *memory])
        except BrokenGrader:
            ours.close()
            os.close(lease)
            raise
        finally:
            theirs.close()
            for descriptor in (reader, *memory):
                os.close(descriptor)
        pid = process_of(pidfd)
        workers = (pid, self._process.pid) if self._scratch_root else (pid,)
        box = SpawnedBox(
            reply["serial"], ours, pidfd, pid, lease, scratch, workers=workers, shared=shared
        )
        if self._cells:
            self._put_into_cell(box, self._cells)
        self._expect_ready(box)
        return box

    def kill(self, box: SpawnedBox) -> None:
        """Kill a box; it is no error if it has ended."""
        if box.exit is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(box.pidfd, signal.SIGKILL)

    def ask_where(self, box: SpawnedBox) -> None:
        """Ask a box for its last word (see `inside/last_word.py`), unless it has ended."""
        if box.exit is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(box.pidfd, signal.SIGXCPU)

    def wait(self, box: SpawnedBox, timeout: float) -> Exit:
        """Wait for the end of a box; raises `TimeoutError` if it goes on living."""
        if box.exit is None:
            if not readable(box.pidfd, timeout):
                raise TimeoutError(f"box {box.serial} has not ended")
            reply, _ = self._ask({"do": "reap", "serial": box.serial}, [])
            if "error" in reply:
                raise BrokenGrader(f"box {box.serial}: {reply['error']}")
            box.exit = _exit(reply, oom=box.cell is not None and box.cell.killed_for_memory())
            self._clear_away(box)
        return box.exit

    def must_be_from_outside(self, ending: Exit) -> bool:
        """Whether a box can have ended like this neither by its own doing nor by its limits.

        The first process of a namespace can't be killed by itself or by what it starts.
        """
        killed = ending.signal == signal.SIGKILL and not ending.oom
        at_limit = ending.cpu_seconds >= self.limits.cpu_seconds
        return killed and not at_limit and self.tier >= Tier.NAMESPACED

    def close(self) -> None:
        """End the nursery with all its boxes, and the one for suites; safe to call again."""
        if self.for_suites is not None:
            self.for_suites.close()
        self._control.close()  # which ends it, unless it hangs
        try:
            self._process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._scratch_root:
            self._scratch_root.close()
        if self._cells:
            self._cells.close()

    def _ask(
        self, request: Mapping[str, object], descriptors: Sequence[int]
    ) -> tuple[dict[str, Any], list[int]]:
        # A judge's child may have died between its request and the reply, which is then still
        # here; the number tells replies apart.
        number = int.from_bytes(os.urandom(6))
        message = json.dumps({"id": number, **request}).encode()
        try:
            with self._asking:
                socket.send_fds(self._control, [message], list(descriptors))
                while True:
                    reply, received = _receive(self._control)
                    if reply["id"] == number:
                        return reply, received
                    for descriptor in received:
                        os.close(descriptor)
        except (OSError, EOFError) as error:
            raise BrokenGrader(f"the nursery does not answer: {error!r}") from error

    def _expect_ready(self, box: SpawnedBox) -> None:
        said = box.sock.recv(1) if readable(box.sock.fileno(), PATIENCE_SECONDS) else b""
        if said == READY:
            return
        reason = box.sock.recv(500).decode(errors="replace") if said else "it sent nothing"
        self.kill(box)
        ending = self.wait(box, PATIENCE_SECONDS)
        box.sock.close()
        raise BrokenGrader(f"a box could not lock itself in: {reason} ({ending})")

    def _put_into_cell(self, box: SpawnedBox, cells: BoxCgroups) -> None:
        try:
            box.cell = cells.cell(box.serial)
            box.cell.limit(self.limits)
            with suppress(ProcessLookupError):  # it has ended, and `_expect_ready` will see it
                box.cell.admit(box.pid)
        except OSError as error:
            raise BrokenGrader(f"a box can't be put into a cgroup: {error}") from error

    def _clear_away(self, box: SpawnedBox) -> None:
        os.close(box.lease)
        os.close(box.pidfd)
        if box.cell:
            box.cell.remove()
        if box.scratch and self._scratch_root:
            self._scratch_root.clear_away(box.scratch)


def _receive(control: socket.socket) -> tuple[dict[str, object], list[int]]:
    if not readable(control.fileno(), PATIENCE_SECONDS):
        raise TimeoutError("no reply in time")
    message, descriptors, _flags, _address = socket.recv_fds(control, MESSAGE_BYTES, 1)
    if not message:
        raise EOFError("it is gone")
    return json.loads(message), descriptors


def _shared(size: int) -> tuple[mmap, list[int]]:
    """This many bytes of memory, and the descriptor by which a box can map them, too.

    They are sealed: if a box could shrink them, reading them would kill the judge. Raises
    `BrokenGrader`.
    """
    try:
        descriptor = os.memfd_create("shared", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(descriptor, size)
        fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)
        return mmap(descriptor, size), [descriptor]
    except OSError as error:
        raise BrokenGrader(f"no memory can be shared with a box: {error}") from error


def readable(descriptor: int, timeout: float) -> bool:
    """Whether something can be read within `timeout` seconds."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(timeout * 1000))


def _exit(reply: Mapping[str, Any], *, oom: bool) -> Exit:
    code, cpu, rss = reply["code"], reply["cpu"], reply["rss"]
    refused = tuple(_named(reply["refused"]))
    if code < 0:
        return Exit(None, -code, cpu, rss, oom, refused)
    return Exit(code, None, cpu, rss, oom, refused)


def _named(calls: Sequence[tuple[int, int]]) -> Iterator[tuple[str, int]]:
    if calls:  # only then is libseccomp known to be there
        from grader.sandbox.kernel.allowed_calls import name_of

        yield from [(name_of(number), argument) for number, argument in calls]
