"""The judge's end of a nursery: starts it, asks it for boxes, learns how they ended.

box.py has the theory of operation.
"""

import base64
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from grader.errors import BrokenGrader, IsolationUnavailable
from grader.inside import lockdown
from grader.inside.lockdown import BoxLimits, Filter, Tier
from grader.inside.nursery import MESSAGE_BYTES, READY
from grader.sandbox.kernel.cgroups import Cell, Cells, find_meter
from grader.sandbox.kernel.processes import process_of
from grader.sandbox.walls.interpreter import library_folders, library_path
from grader.sandbox.walls.outer_walls import box_user, launch_command, packages_within
from grader.sandbox.walls.packages import NO_PACKAGES, Packages
from grader.sandbox.walls.scratch import Scratch, ScratchRoot, find_scratch_root

PATIENCE_SECONDS = 60.0
# One that has hung up is given this long to be gone by itself, so that the kernel can say how.
GRACE_SECONDS = 2.0
MACHINERY = ("listener", "lockdown", "nursery", "sources")
LANDLOCK_SCOPES_SIGNALS = 6


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
class Spawned:
    """A box that has locked itself in; `sock` is our end of its only descriptor."""

    serial: int
    sock: socket.socket
    pidfd: int
    pid: int
    lease: int
    scratch: Scratch | None = None
    cell: Cell | None = None
    exit: Exit | None = None


class _Ahead:
    """A box that is made ahead, in a thread: entering a cgroup is a long wait for the kernel."""

    def __init__(self, spawn: Callable[[], Spawned]) -> None:
        self._made: Spawned | BrokenGrader | None = None
        self._thread = threading.Thread(target=self._make, args=(spawn,), daemon=True)
        self._thread.start()

    def _make(self, spawn: Callable[[], Spawned]) -> None:
        try:
            self._made = spawn()
        except BrokenGrader as error:
            self._made = error

    def box(self) -> Spawned:
        """The box; raises `BrokenGrader` if there can't be one."""
        self._thread.join()
        if isinstance(self._made, Spawned):
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
        self._cells = Cells(find_meter()) if tier >= Tier.METERED else None
        # Boxes for suites have pytest, which would make every other fork slower.
        self.for_suites: Nursery | None = None
        self._looks_ahead = False
        self._ahead: _Ahead | None = None
        self._asking = threading.Lock()

    def spawn(self) -> Spawned:
        """A new box, locked in; raises `BrokenGrader` if there can't be one."""
        ahead, self._ahead = self._ahead, None
        box = ahead.box() if ahead else self._spawn()
        if self._looks_ahead:
            self._ahead = _Ahead(self._spawn)
        return box

    @contextmanager
    def looking_ahead(self) -> Iterator[None]:
        """As long as this lasts, each next box is made while the one before works.

        The process must not fork meanwhile. Only a box that enters a cgroup takes long enough.
        """
        self._looks_ahead = self._cells is not None
        with self.for_suites.looking_ahead() if self.for_suites else nullcontext():
            try:
                yield
            finally:
                self._looks_ahead = False
                self._discard()

    def _discard(self) -> None:
        ahead, self._ahead = self._ahead, None
        if ahead is not None:
            with suppress(BrokenGrader, TimeoutError):  # nobody needs it any more
                box = ahead.box()
                self.kill(box)
                box.sock.close()
                self.wait(box, PATIENCE_SECONDS)

    def _spawn(self) -> Spawned:
        scratch = self._scratch_root.new_scratch() if self._scratch_root else None
        ours, theirs = socket.socketpair()
        reader, lease = os.pipe()
        request = {"do": "spawn", "scratch": scratch.path if scratch else lockdown.SCRATCH}
        try:
            reply, (pidfd,) = self._ask(request, [theirs.fileno(), reader])
        except BrokenGrader:
            ours.close()
            os.close(lease)
            raise
        finally:
            theirs.close()
            os.close(reader)
        box = Spawned(reply["serial"], ours, pidfd, process_of(pidfd), lease, scratch)
        if self._cells:
            self._put_into_cell(box, self._cells)
        self._expect_ready(box)
        return box

    def kill(self, box: Spawned) -> None:
        """Kill a box; it is no error if it has ended."""
        if box.exit is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(box.pidfd, signal.SIGKILL)

    def wait(self, box: Spawned, timeout: float) -> Exit:
        """Wait for the end of a box; raises `TimeoutError` if it goes on living."""
        if box.exit is None:
            if not _readable(box.pidfd, timeout):
                raise TimeoutError(f"box {box.serial} has not ended")
            reply, _ = self._ask({"do": "reap", "serial": box.serial}, [])
            if "error" in reply:
                raise BrokenGrader(f"box {box.serial}: {reply['error']}")
            box.exit = _exit(reply, oom=box.cell is not None and box.cell.killed_for_memory())
            self._clear_away(box)
        return box.exit

    def must_be_from_outside(self, ending: Exit) -> bool:
        """Whether a box can't have ended like that by its own doing, nor by its limits.

        The first process of a namespace can't be killed by itself or by what it starts.
        """
        killed = ending.signal == signal.SIGKILL and not ending.oom
        at_limit = ending.cpu_seconds >= self.limits.cpu_seconds
        return killed and not at_limit and self.tier >= Tier.NAMESPACED

    def close(self) -> None:
        """End the nursery and all in it, and that for suites; safe to call again."""
        if self.for_suites is not None:
            self.for_suites.close()
        self._control.close()
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
        # A judge's child may have died between its request and the reply, which then is still
        # here; the number distinguishes them.
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

    def _expect_ready(self, box: Spawned) -> None:
        said = box.sock.recv(1) if _readable(box.sock.fileno(), PATIENCE_SECONDS) else b""
        if said == READY:
            return
        reason = box.sock.recv(500).decode(errors="replace") if said else "it sent nothing"
        self.kill(box)
        ending = self.wait(box, PATIENCE_SECONDS)
        box.sock.close()
        raise BrokenGrader(f"a box could not lock itself in: {reason} ({ending})")

    def _put_into_cell(self, box: Spawned, cells: Cells) -> None:
        try:
            box.cell = cells.cell(box.serial)
            box.cell.limit(self.limits)
            with suppress(ProcessLookupError):  # it has ended, and `_expect_ready` will see it
                box.cell.admit(box.pid)
        except OSError as error:
            raise BrokenGrader(f"a box can't be put into a cgroup: {error}") from error

    def _clear_away(self, box: Spawned) -> None:
        os.close(box.lease)
        os.close(box.pidfd)
        if box.cell:
            box.cell.remove()
        if box.scratch and self._scratch_root:
            self._scratch_root.clear_away(box.scratch)


def start_nursery(
    tier: Tier,
    limits: BoxLimits,
    sources: Mapping[str, str],
    code: Mapping[str, str] | None = None,
    library: str = "",
    *,
    packages: Packages = NO_PACKAGES,
) -> Nursery:
    """A nursery of this tier whose boxes have the modules in `sources` and `code`, and `packages`.

    `sources` maps dotted names to text; the one called `grader.inside.worker` must define
    `prepare(library, packages)`, which gives what a box calls with its socket when it is locked;
    `library` is the name of the assignment's, `packages` are those of the names. `code` maps file
    names to code (see `grader.student_tests.pytest_code`). Raises `IsolationUnavailable` if the
    machine doesn't give the tier, `BrokenGrader` if somebody kills it before it is ready.
    """
    if sys.platform != "linux":
        raise IsolationUnavailable("boxes need Linux; practice with `make check` needs none")
    # A process that dies with its parent dies with the *thread* that started it.
    dies = threading.current_thread() is threading.main_thread()
    command = launch_command(tier, limits, _inside("boot"), packages.folder, dies_with_us=dies)
    order = _order(tier, limits, sources, code or {}, library, packages=packages)
    scratch_root = None
    if tier < Tier.NAMESPACED:
        scratch_root = find_scratch_root(limits.scratch_bytes, box_user(tier))
    try:
        process, control = _launched(command, packages.environment)
        return _ready(process, control, order, partial(Nursery, tier, limits, scratch_root))
    except BaseException:
        if scratch_root:
            scratch_root.close()
        raise


def _launched(
    command: Sequence[str], variables: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        with theirs:
            process = subprocess.Popen(
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env={**_environment(), **variables},
                cwd="/",
            )
    except OSError as error:  # not even /dev/null is there, or nobody may start a process
        ours.close()
        raise BrokenGrader(f"a nursery can't be started: {error}") from error
    return process, ours


def _ready(
    process: subprocess.Popen[bytes],
    ours: socket.socket,
    order: bytes,
    nursery_of: Callable[[subprocess.Popen[bytes], socket.socket], Nursery],
) -> Nursery:
    try:
        _send_order(ours, order)
        if not _readable(ours.fileno(), PATIENCE_SECONDS) or ours.recv(1) != READY:
            raise EOFError
        nursery = nursery_of(process, ours)
    except (OSError, EOFError) as error:
        ours.close()
        killed, words = _was_killed(process), _last_words(process)
        if killed:
            raise BrokenGrader("a nursery was killed from outside while it started") from error
        raise IsolationUnavailable(
            f"tier {json.loads(order)['tier']}: {words or error!r}"
        ) from error
    _stream(process).close()
    return nursery


def _environment() -> dict[str, str]:
    return {
        "LD_LIBRARY_PATH": library_path(),
        # The order of a set of strings must not differ from run to run, ...
        "PYTHONHASHSEED": "0",
        # ... nor the address space that threads reserve from machine to machine.
        "MALLOC_ARENA_MAX": "1",
    }


def _inside(name: str) -> str:
    return (Path(__file__).parents[1] / "inside" / f"{name}.py").read_text("utf-8")


def _order(
    tier: Tier,
    limits: BoxLimits,
    sources: Mapping[str, str],
    code: Mapping[str, str],
    library: str,
    *,
    packages: Packages,
) -> bytes:
    machinery = {f"grader.inside.{name}": _inside(name) for name in MACHINERY}
    seccomp = seccomp_filter_for(tier) if tier >= Tier.CONFINED else Filter(b"", b"", 0, 0)
    order = {
        "tier": tier,
        "limits": asdict(limits),
        "seccomp": {
            "reporting": base64.b64encode(seccomp.reporting).decode(),
            "silent": base64.b64encode(seccomp.silent).decode(),
            "loader": seccomp.loader,
            "clone": seccomp.clone,
        },
        "readable": library_folders(),
        "modules": list(sources),
        "sources": machinery | dict(sources),
        "code": dict(code),
        "library": library,
        "imports": {
            "folder": packages_within(tier, packages.folder),
            "names": list(packages.names),
        },
    }
    return json.dumps(order).encode()


def seccomp_filter_for(tier: Tier) -> Filter:
    """The seccomp program for boxes of this tier; raises `IsolationUnavailable`."""
    try:
        # A machine without libseccomp can't even import this; it has tier 0 still.
        from grader.sandbox.kernel.allowed_calls import number_of, seccomp_program
    except (ImportError, RuntimeError, OSError) as error:
        raise IsolationUnavailable(f"tier {tier} needs libseccomp and pyseccomp: {error}") from None
    walled = tier >= Tier.NAMESPACED
    scoped = lockdown.landlock_abi() >= LANDLOCK_SCOPES_SIGNALS
    reporting, silent = (
        seccomp_program(may_signal=walled or scoped, walled=walled, reporting=reporting)
        for reporting in (True, False)
    )
    return Filter(reporting, silent, number_of("seccomp"), number_of("clone"))


def _send_order(control: socket.socket, order: bytes) -> None:
    with open(os.memfd_create("order"), "w+b") as file:
        file.write(order)
        file.seek(0)
        socket.send_fds(control, [READY], [file.fileno()])


def _stream(process: subprocess.Popen[bytes]) -> Any:
    assert process.stderr is not None
    return process.stderr


def _was_killed(process: subprocess.Popen[bytes]) -> bool:
    # bubblewrap reports the signal that ended its program as shells do.
    with suppress(subprocess.TimeoutExpired):
        return process.wait(GRACE_SECONDS) in (-signal.SIGKILL, 128 + signal.SIGKILL)
    return False


def _last_words(process: subprocess.Popen[bytes]) -> str:
    process.kill()
    _, words = process.communicate()
    return (words.decode(errors="replace").strip().splitlines() or [""])[-1]


def _receive(control: socket.socket) -> tuple[dict[str, Any], list[int]]:
    if not _readable(control.fileno(), PATIENCE_SECONDS):
        raise TimeoutError("no reply in time")
    message, descriptors, _flags, _address = socket.recv_fds(control, MESSAGE_BYTES, 1)
    if not message:
        raise EOFError("it is gone")
    return json.loads(message), descriptors


def _readable(descriptor: int, timeout: float) -> bool:
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
    if calls:  # so there is a libseccomp
        from grader.sandbox.kernel.allowed_calls import name_of

        yield from [(name_of(number), argument) for number, argument in calls]
