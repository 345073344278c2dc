"""The nursery: a clean interpreter that forks boxes, and has nothing to hide.

grader/sandbox/box.py has the theory of operation. The nursery's only descriptor is the control
socket. Its first message brings the sources of all that boxes need, which are imported from memory,
and the name of the assignment's library. No folder of the grader exists here, and no reference,
expected value or hand-in is ever in this process: a box inherits what the nursery has, and a
student may read what a box has.

Then the nursery obeys the judge, one message at a time: fork a box, report how a box ended. A new
box leaves this module's frames at once, closes the control socket and everything else but its own
socket, locks itself in (lockdown.py), sends one byte, and serves.

With each box comes a *lease*, the reading end of a pipe whose other end the judge holds open. When
the lease ends (closed, or its holder died), the box is killed. When the control socket closes, the
nursery exits and, as the first process of its namespace, takes everything with it.
"""

import base64
import gc
import json
import os
import random
import select
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from mmap import mmap
from typing import Any, NoReturn

from grader.inside import lockdown
from grader.inside.deep_calls import allow_deep_calls
from grader.inside.kernel.listener import Bounds, Listener, Threads
from grader.inside.kernel.room import DiskUsage, Room
from grader.inside.limits import SCRATCH_FILES, BoxLimits
from grader.inside.lockdown import BoxPlacement, Filter, Tier, Walls
from grader.inside.packages import import_packages

WORKER = "grader.inside.worker"
SUITE = "grader.inside.student_tests.suite"
TESTS = "grader.inside.course_tests.session"
READING = "grader.inside.student_tests.askable_modules"
UNCOLLECTED = "grader.inside.student_tests.uncollected"
NOT_RUN = "grader.inside.student_tests.not_run"
MESSAGE_BYTES = 1 << 14
# The folders of installed packages in a Python.
PACKAGE_FOLDERS = ("site-packages", "dist-packages")
READY = b"."
FAILED = b"!"
FAILED_STATUS = 70
# Students import these; a box inherits them, so it spends no time on that. `threading` and what
# imports it are left out: they make every fork a sixth slower.
PRELOADED = (
    *("abc", "array", "ast", "bisect", "builtins", "collections", "collections.abc"),
    *("contextlib", "copy", "ctypes", "dataclasses", "datetime", "decimal", "enum", "fractions"),
    *("functools", "heapq", "inspect", "io", "itertools", "json", "linecache", "math", "numbers"),
    *("operator", "os.path", "pathlib", "pprint", "random", "re", "shutil", "statistics"),
    *("string", "struct", "tempfile", "textwrap", "time", "timeit", "traceback", "types"),
    *("typing", "unittest", "warnings", "weakref"),
)


@dataclass(slots=True)
class BoxProcess:
    """A box as its nursery knows it; its listener hears which refused calls it tried."""

    pid: int
    lease: int
    scratch: str
    listener: Listener | None = None


class NurseryLoop:
    """The loop that obeys the judge."""

    def __init__(self, control: socket.socket, walls: Walls) -> None:
        self._control = control
        self._walls = walls
        self._home = os.pidfd_open(os.getpid()) if walls.proc is not None else None
        self._children: dict[int, BoxProcess] = {}
        self._serial = 0
        # Each box inherits one end and sends its listener through it; the other end receives here.
        self._giving, self._taking = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listeners: dict[int, Listener] = {}
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)
        self._poll.register(self._taking, select.POLLIN)

    def run(self) -> BoxPlacement:
        """Obey until the judge hangs up, which ends this process; returns only in a new box."""
        while True:
            # Handle only one event at a time: it may close descriptors with events pending, whose
            # numbers may then be reused.
            descriptor, event = self._poll.poll()[0]
            if place := self._deal_with(descriptor, event):
                return place

    def _deal_with(self, descriptor: int, event: int) -> BoxPlacement | None:
        if descriptor == self._control.fileno():
            return self._obey()
        if descriptor == self._taking.fileno():
            self._take_listener()
        elif listener := self._listeners.get(descriptor):
            # Since Linux 5.9 the kernel hangs up when the last thread of a box has ended.
            if not (event & select.POLLIN and listener.refuse()):
                self._close(listener)
        else:
            self._end_of_lease(descriptor)
        return None

    def _obey(self) -> BoxPlacement | None:
        message, descriptors, _flags, _address = socket.recv_fds(self._control, MESSAGE_BYTES, 3)
        if not message:
            self._end()
        request = json.loads(message)
        if request["do"] == "spawn":
            return self._spawn(request, *descriptors)
        self._reap(request)
        return None

    def _spawn(
        self, request: Mapping[str, Any], sock: int, lease: int, shared: int | None = None
    ) -> BoxPlacement | None:
        self._serial += 1
        pid = self._fork()
        if pid == 0:
            # Other descriptors will get these numbers here: an object must not close them later.
            self._control.detach()
            self._taking.detach()
            return BoxPlacement(self._serial, sock, self._giving, request["scratch"], shared)
        os.close(sock)
        if shared is not None:
            os.close(shared)
        pidfd = os.pidfd_open(pid)
        self._children[self._serial] = BoxProcess(pid, lease, request["scratch"])
        self._poll.register(lease, 0)
        self._reply(request, [pidfd], serial=self._serial)
        os.close(pidfd)
        return None

    def _fork(self) -> int:
        # The first child after `unshare` is process 1 of a new pid namespace. The parent then
        # returns to its old namespace for its next children.
        if self._home is None:
            return os.fork()
        lockdown.unshare(lockdown.CLONE_NEWPID)
        pid = os.fork()
        if pid:
            lockdown.enter_namespaces(self._home, lockdown.CLONE_NEWPID)
        return pid

    def _take_listener(self) -> None:
        serial, [descriptor], *_ = socket.recv_fds(self._taking, MESSAGE_BYTES, 1)
        if child := self._children.get(int(serial)):
            bounds = None if self._home else self._bounds_of(child)
            child.listener = self._listeners[descriptor] = Listener(descriptor, bounds)
            self._poll.register(descriptor, select.POLLIN)
        else:  # the box has ended already
            os.close(descriptor)

    def _bounds_of(self, child: BoxProcess) -> Bounds:
        limits, seccomp = self._walls.limits, self._walls.seccomp
        folder = f"/proc/{child.pid}/task"
        # A folder's link count is its number of entries + 2; listing them would cost much more.
        threads = Threads(seccomp.clone, limits.threads, lambda: os.stat(folder).st_nlink - 2)
        most = DiskUsage(limits.scratch_bytes, SCRATCH_FILES)
        room = Room(child.pid, child.scratch, seccomp.taking, most, limits.file_bytes)
        return Bounds(threads, room)

    def _close(self, listener: Listener) -> None:
        self._poll.unregister(listener.descriptor)
        del self._listeners[listener.descriptor]
        listener.close()

    def _reap(self, request: Mapping[str, object]) -> None:
        if request["serial"] not in self._children:
            self._reply(request, [], error="no such box")
            return
        child = self._children.pop(request["serial"])
        status, usage = self._wait(child)
        self._reply(
            request,
            [],
            code=os.waitstatus_to_exitcode(status),
            cpu=usage.ru_utime + usage.ru_stime,
            rss=usage.ru_maxrss << 10,
            refused=child.listener.heard if child.listener else [],
        )

    def _end_of_lease(self, lease: int) -> None:
        serial = next(n for n, child in self._children.items() if child.lease == lease)
        child = self._children.pop(serial)
        os.kill(child.pid, signal.SIGKILL)
        self._wait(child)

    def _end(self) -> NoReturn:
        for child in self._children.values():
            os.kill(child.pid, signal.SIGKILL)
            os.wait4(child.pid, 0)
        os._exit(0)

    def _wait(self, child: BoxProcess) -> tuple[int, Any]:
        _pid, status, usage = os.wait4(child.pid, 0)
        self._poll.unregister(child.lease)
        os.close(child.lease)
        if child.listener and child.listener.descriptor in self._listeners:
            self._close(child.listener)
        return status, usage

    def _reply(
        self, request: Mapping[str, object], descriptors: list[int], **facts: object
    ) -> None:
        reply = json.dumps({"id": request["id"], **facts}).encode()
        with suppress(BrokenPipeError):  # the judge hung up; the loop will see it
            socket.send_fds(self._control, [reply], descriptors)


def prepare(order: Mapping[str, Any]) -> Walls:
    """Import all that boxes will need, and look up what is the same for all of them.

    Afterwards /proc is no longer mounted, and the environment is empty.
    """
    tier = Tier(order["tier"])
    for name in [*order["modules"], *PRELOADED]:
        import_module(name)
    if order["imports"]["names"]:
        import_packages(order["imports"], tier)
    if SUITE in order["modules"]:
        import_module(SUITE).prepare(lockdown.SCRATCH if tier >= Tier.NAMESPACED else None)
    allow_deep_calls(order["limits"]["stack_bytes"])
    os.environ.clear()
    folders = (*sys.path, *order["readable"])
    return Walls(
        tier,
        BoxLimits(**order["limits"]),
        seccomp_filter(order["seccomp"]),
        dict(pair for folder in folders for pair in readable_within(folder)),
        take_proc() if tier >= Tier.NAMESPACED else None,
        os.getpid(),
    )


def readable_within(folder: str) -> Iterator[tuple[str, int]]:
    """What boxes may read of a folder: paths in it and their rights (`lockdown.restrict_files`).

    All of it, or all except the packages installed there, which may lie inside the standard
    library. Their names may be listed, since Python finds imports by listing the folder.
    """
    if not os.path.isdir(folder):
        return
    entries = list(os.scandir(folder))
    if all(_is_empty(entry.path) for entry in entries if entry.name in PACKAGE_FOLDERS):
        yield folder, lockdown.READ
        return
    yield folder, lockdown.LIST_FOLDERS
    for entry in entries:
        if entry.name not in PACKAGE_FOLDERS and os.path.exists(entry.path):
            yield entry.path, lockdown.READ if entry.is_dir() else lockdown.READ_FILES


def _is_empty(folder: str) -> bool:
    try:
        return not os.listdir(folder)
    except PermissionError:
        return False


def seccomp_filter(order: Mapping[str, Any]) -> Filter:
    """The seccomp programs for boxes, which were sent as text."""
    reporting, silent = (base64.b64decode(order[name]) for name in ("reporting", "silent"))
    taking = dict(order["taking"])
    return Filter(reporting, silent, order["loader"], order["clone"], taking)


def take_proc() -> int:
    """Open /proc and unmount it."""
    proc = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
    lockdown.unmount("/proc")
    return proc


def serve_in_box(walls: Walls, place: BoxPlacement, serve: Callable[..., NoReturn]) -> None:
    """Lock this process in, report that, and serve; a failure before ends it with a reason."""
    try:
        # Once locked in, boxes of tier 1 can't map shared files.
        shared = {} if place.shared is None else {"shared": mmap(place.shared, 0)}
        if walls.proc is None:
            lockdown.die_with(walls.nursery)  # otherwise the pid namespace ensures it
        lockdown.lock(walls, place)
    except BaseException as error:  # an unlocked box must run no student code
        complain(place.sock, error)
        os._exit(FAILED_STATUS)
    # A fork reseeds `random`; but a hand-in must answer the same in every run.
    random.seed(0)
    sock = socket.socket(fileno=lockdown.SOCKET)
    sock.send(READY)
    serve(sock, **shared)


def complain(sock: int, error: BaseException) -> None:
    """Tell the judge why there is no box."""
    words = FAILED + repr(error).encode()[:500]
    try:
        os.write(sock, words)
    except OSError:  # it has been moved already
        os.write(lockdown.SOCKET, words)


def main(control: socket.socket, order: Mapping[str, Any]) -> NoReturn:
    """Run the nursery, and in each forked child a box."""
    walls = prepare(order)
    serve = import_module(WORKER).prepare(order["library"], order["imports"]["names"])
    # Objects made so far live as long as the boxes: keep their collectors from touching (and so
    # copying) these pages.
    gc.collect()
    gc.freeze()
    socket.send_fds(control, [READY], [])
    # The judge must not read what boxes write to standard error.
    os.dup2(0, 2)
    # Only a child returns from here, with nothing of the loop left but its place.
    place = NurseryLoop(control, walls).run()
    try:
        serve_in_box(walls, place, serve)
    finally:
        os._exit(0)
