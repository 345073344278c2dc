"""The kernel reports what a box tries, refused at once, and keeps nobody but the box busy."""

import os
import select
import signal
import socket
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from fcntl import ioctl
from pathlib import Path

import pytest

from grader.inside import lockdown
from grader.inside.kernel import listener as listener_module
from grader.inside.kernel.listener import MOST_CALLS, SEND, Listener
from grader.inside.limits import THREADS
from grader.sandbox.kernel.refused_calls import attempts
from grader.sandbox.launch import seccomp_filter_for
from grader.sandbox.nursery import Exit
from grader.sandbox.tiers import Nursery, Tier
from tests.boxed import Boxed, a_box, a_nursery, tiers

REPOSITORY = Path(__file__).parents[3]
PATIENCE_SECONDS = 30.0
PREPARED = """
    import ctypes, os, resource, socket, subprocess, sys, time
    libc = ctypes.CDLL(None, use_errno=True)
    def c(name, *arguments):
        if getattr(libc, name)(*arguments) == -1:
            raise OSError(ctypes.get_errno(), name)
"""
REPORTED = {
    "os.fork,": "process",
    "os.execv, '/bin/sh', ['sh']": "program",
    "subprocess.run, ['ls']": "program",
    "os.posix_spawn, '/bin/true', ['true'], {}": "program",
    "socket.socket,": "network",
    "socket.socket, socket.AF_INET6, socket.SOCK_DGRAM": "network",
    "c, 'ptrace', 16, 1, 0, 0": "other process",
    "c, 'unshare', 0x10000000": "surroundings",
    "os.chroot, '.'": "surroundings",
    "os.setuid, 0": "user",
    "resource.setrlimit, resource.RLIMIT_STACK, (1 << 30, 1 << 30)": "limits",
    "time.clock_settime, time.CLOCK_REALTIME, 0.0": "clock",
    "os.chown, '.', 0, 0": "owner",
    "os.mkfifo, 'pipe'": "special file",
    "c, 'shmget', 1, 4096, 0o1666": "shared memory",
    "os.memfd_create, 'x'": "file in memory",
    "c, 'syscall', 425, 8, 0": "rare",
}
# Refused, or asked for by libraries of their own accord: not worth a word.
UNREPORTED = [
    "socket.socket, socket.AF_UNIX",
    "os.symlink, '/', 'root'",
    "os.path.expanduser, '~'",
    "os.sched_setaffinity, 0, [0]",
    "resource.getrlimit, resource.RLIMIT_AS",
    "open, '/etc/passwd'",
]


@pytest.fixture(scope="module", params=tiers(Tier.CONFINED))
def nursery(request: pytest.FixtureRequest) -> Iterator[Nursery]:
    with a_nursery(request.param) as nursery:
        yield nursery


def kinds(ending: Exit) -> list[str]:
    return [attempt.kind for attempt in attempts(ending.refused)]


def ended(box: Boxed) -> Exit:
    """How the box ended, which its judge kills."""
    box.spawned.sock.close()
    box.nursery.kill(box.spawned)
    return box.end()


@pytest.mark.parametrize("attempt", REPORTED)
def test_what_a_box_tries_is_refused_and_reported(nursery: Nursery, attempt: str) -> None:
    box = Boxed(nursery)
    assert box.run(f"{PREPARED}    result = tried({attempt})") in ("EPERM", "ValueError")
    assert kinds(ended(box)) == [REPORTED[attempt]]


def test_what_is_not_worth_a_word_gets_none(nursery: Nursery) -> None:
    box = Boxed(nursery)
    box.run(f"{PREPARED}    result = [{', '.join(f'tried({attempt})' for attempt in UNREPORTED)}]")
    assert ended(box).refused == ()


def test_a_box_that_ends_by_itself_is_reported_too(nursery: Nursery) -> None:
    box = Boxed(nursery)
    assert box.run("import os; tried(os.fork); os._exit(7)") == "ended"
    box.spawned.sock.close()
    ending = box.end()
    assert (ending.code, kinds(ending)) == (7, ["process"])


def test_a_flood_is_refused_by_the_kernel_alone_after_the_first_calls(nursery: Nursery) -> None:
    box = Boxed(nursery)
    errors = box.run("import os; result = [tried(os.fork) for _ in range(1000)]")
    if nursery.tier < Tier.NAMESPACED:  # where it is needed for threads, it hears on
        assert set(errors) == {"EPERM"}
        assert len(ended(box).refused) == MOST_CALLS
        return
    before = cpu_of(nurse_of(box))
    box.run("import os; result = [tried(os.fork) for _ in range(20_000)][-1]")
    used = cpu_of(nurse_of(box)) - before
    assert errors == ["EPERM"] * MOST_CALLS + ["ENOSYS"] * (1000 - MOST_CALLS)
    assert used < 0.02
    assert len(ended(box).refused) == MOST_CALLS


STARTED = """
    import threading
    threading.stack_size(64 << 10)
    stop, started = threading.Event(), 0
    try:
        while started < 2_000:
            threading.Thread(target=stop.wait).start()
            started += 1
    except RuntimeError:
        pass
    result = started
"""


def test_each_box_has_as_many_threads_as_it_was_promised(nursery: Nursery) -> None:
    """Others of its user may have all of theirs."""
    with a_box(nursery) as one, a_box(nursery) as another:
        assert {one.run(STARTED), another.run(STARTED)} == {THREADS - 1}


def test_many_threads_that_start_threads_get_at_most_twice_as_many(nursery: Nursery) -> None:
    with a_box(nursery) as box:
        started = box.run(
            """
            import threading
            threading.stack_size(64 << 10)
            stop, started = threading.Event(), []
            def more():
                try:
                    while len(started) < 5_000:
                        threading.Thread(target=stop.wait).start()
                        started.append(1)
                except RuntimeError:
                    stop.wait()
            for _ in range(200):
                threading.Thread(target=more).start()
            import time
            time.sleep(1)
            result = len(started)
            """
        )
        assert str(started).startswith("raised RuntimeError") or started < 2 * THREADS


def cpu_of(pid: int) -> float:
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def nurse_of(box: Boxed) -> int:
    """The process that has forked the box."""
    status = Path(f"/proc/{box.spawned.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("PPid:"))


def test_threads_that_try_at_once_are_all_refused(nursery: Nursery) -> None:
    """More than are listened to, so that the listener is closed while some of them wait."""
    box = Boxed(nursery)
    answers = box.run(
        """
        import os, threading
        together, found = threading.Barrier(30), []
        def run(): together.wait(), found.append(tried(os.fork))
        threads = [threading.Thread(target=run) for _ in range(30)]
        [t.start() for t in threads], [t.join() for t in threads]
        result = found
        """
    )
    assert len(answers) == 30
    assert set(answers) <= {"EPERM", "ENOSYS"}
    assert len(ended(box).refused) == MOST_CALLS


BUSY = """
    import os, signal, threading
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
    def try_for_ever():
        while True: tried(os.fork)
    [threading.Thread(target=try_for_ever).start() for _ in range(4)]
    result = 1
"""


def test_boxes_that_die_while_they_ask_leave_nothing_in_their_nursery(nursery: Nursery) -> None:
    before = descriptors_with_one_box(nursery)
    for number in range(40):
        box = Boxed(nursery)
        if number % 4 == 0:
            box.run(BUSY)
        elif number % 4 == 1:
            box.ask("import os\nwhile True: tried(os.fork)")
        elif number % 4 == 2:
            box.run("import os; tried(os.fork)")
        ended(box)
    assert descriptors_with_one_box(nursery) == before


def descriptors_with_one_box(nursery: Nursery) -> list[str]:
    """The numbers of the descriptors that a nursery holds when it has one box, whom it hears."""
    with a_box(nursery) as box:
        assert box.run("import os; result = tried(os.fork)") == "EPERM"
        return sorted(os.listdir(f"/proc/{nurse_of(box)}/fd"))


def test_a_box_whose_lease_ends_leaves_nothing_either(nursery: Nursery) -> None:
    before = descriptors_with_one_box(nursery)
    for _ in range(5):
        box = Boxed(nursery)
        box.ask("import os\nwhile True: tried(os.fork)")
        os.close(box.spawned.lease)
        assert readable(box.spawned.pidfd)
        box.spawned.sock.close()
        os.close(box.spawned.pidfd)
    assert descriptors_with_one_box(nursery) == before


def test_boxes_that_begin_at_once_are_distinguished(nursery: Nursery) -> None:
    with ThreadPoolExecutor(9) as pool:
        boxes = list(pool.map(lambda _: Boxed(nursery), range(9)))
    for box in boxes[::3]:
        box.run("import os; tried(os.fork)")
    for box in boxes[1::3]:
        box.run("import socket; tried(socket.socket)")
    assert [kinds(ended(box)) for box in boxes] == [["process"], ["network"], []] * 3


# -- without a listener ------------------------------------------------------------------------


@pytest.mark.parametrize("tier", tiers(Tier.CONFINED))
def test_without_a_listener_calls_are_refused_in_silence(
    tier: Tier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel knows of none."""
    known = seccomp_filter_for(tier)
    no_such_call = 10_000
    unknown = replace(known, loader=no_such_call)
    monkeypatch.setattr("grader.sandbox.launch.seccomp_filter_for", lambda _tier: unknown)
    with a_nursery(tier) as nursery:
        box = Boxed(nursery)
        assert box.run("import os; result = [tried(os.fork) for _ in range(20)]") == ["EPERM"] * 20
        assert ended(box).refused == ()


@pytest.mark.parametrize("tier", tiers(Tier.CONFINED))
def test_where_somebody_else_listens_calls_are_refused_in_silence(tier: Tier) -> None:
    """As in a container whose manager listens to calls: the kernel gives no second listener."""
    program = f"""
        from dataclasses import replace
        from grader.inside import lockdown
        from grader.sandbox.launch import seccomp_filter_for
        from grader.sandbox.tiers import Tier
        from tests.boxed import Boxed, a_nursery
        known = seccomp_filter_for(Tier.CONFINED)
        allow_all = bytes([6, 0, 0, 0, 0, 0, 0xFF, 0x7F])
        libc = lockdown._libc
        libc.prctl(lockdown.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        ours = replace(known, reporting=allow_all, silent=b"")
        assert lockdown.load_filter(ours) is not None
        with a_nursery(Tier({tier:d})) as nursery:
            box = Boxed(nursery)
            print(*box.run("import os; result = [tried(os.fork) for _ in range(9)]"))
            box.spawned.sock.close()
            nursery.kill(box.spawned)
            print(box.end().refused)
    """
    said = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    refused = " ".join(["EPERM"] * 9)
    assert (said.stdout, said.stderr) == (f"{refused}\n()\n", "")


# -- who dies meanwhile ------------------------------------------------------------------------


@contextmanager
def a_process_that_asks() -> Iterator[tuple[int, Listener]]:
    """A process of ours whose fork waits for an answer, and its listener; killed afterwards."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        try:
            lockdown.drop_privileges()
            giving = socket.socket(fileno=os.dup2(theirs.fileno(), lockdown.GIVING))
            descriptor = lockdown.load_filter(seccomp_filter_for(Tier.NAMESPACED))
            assert descriptor is not None
            socket.send_fds(giving, [b"."], [descriptor])
            os.close(descriptor)
            os.fork()
        finally:
            os._exit(1)
    _, [descriptor], *_ = socket.recv_fds(ours, 1, 1)
    listener = Listener(descriptor)
    try:
        assert readable(descriptor)
        yield child, listener
    finally:
        kill(child)
        listener.close()
        ours.close()
        theirs.close()


def kill(child: int) -> None:
    """Kill a process and wait until it is gone; no error if it is."""
    try:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):
        return


def readable(descriptor: int) -> bool:
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(PATIENCE_SECONDS * 1000))


def in_time(action: Callable[[], bool]) -> bool:
    """What an action returns, which must not wait."""
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(action()), daemon=True)
    thread.start()
    thread.join(PATIENCE_SECONDS)
    return found[0]


def test_a_call_whose_process_has_died_is_not_waited_for() -> None:
    with a_process_that_asks() as (child, listener):
        kill(child)
        assert in_time(listener.refuse)
        assert listener.heard == []


def test_a_process_may_die_between_its_call_and_our_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with a_process_that_asks() as (child, listener):

        def killing(descriptor: int, request: int, argument: bytearray) -> None:
            if request == SEND:
                kill(child)
            ioctl(descriptor, request, argument)

        monkeypatch.setattr(listener_module, "ioctl", killing)
        assert in_time(listener.refuse)
        assert len(listener.heard) == 1


def test_a_kernel_that_speaks_otherwise_is_not_listened_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with a_process_that_asks() as (_child, listener):
        monkeypatch.setattr(listener_module, "RECEIVE", 0xC0FF_2100)
        assert not in_time(listener.refuse)
