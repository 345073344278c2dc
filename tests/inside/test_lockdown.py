"""What code in a locked box can and can't do, tried by real code at every tier offered here."""

import ctypes
import errno
import fcntl
import os
import platform
import signal
import struct
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from grader.inside.limits import FOR_A_TRIAL, OPEN_FILES, THREADS
from grader.inside.lockdown import SOCKET, call
from grader.sandbox.kernel.refused_calls import attempts
from grader.sandbox.tiers import Nursery, Tier
from grader.sandbox.walls.outer_walls import NOBODY
from tests.boxed import Boxed, a_box, a_nursery, tiers

LIMITS = replace(FOR_A_TRIAL, cpu_seconds=20.0, scratch_bytes=4 << 20, file_bytes=2 << 20)
REPOSITORY = Path(__file__).parents[2]
NO_SUCH_CALL = 10_000
# The kernel's `struct flock`.
FLOCK = "hhqqi4x"

# Each expression is one attempt; none may do anything.
FORBIDDEN = {
    "read the password file": "open, '/etc/passwd'",
    "read the grader": f"open, {str(REPOSITORY / 'grader' / 'isolation.py')!r}",
    "list the repository": f"os.listdir, {str(REPOSITORY)!r}",
    "list the root folder": "os.listdir, '/'",
    "list /proc": "os.listdir, '/proc'",
    "list processes' descriptors": "os.listdir, '/proc/self/fd'",
    "read its own memory map": "open, '/proc/self/maps'",
    "read installed packages": (
        "open, os.path.dirname(os.__file__) + '/site-packages/pip/__init__.py'"
    ),
    "list the kernel's settings": "os.listdir, '/sys'",
    "change the standard library": "open, os.__file__, 'ab'",
    "leave a file in /tmp": "open, '/tmp/left-behind', 'w'",
    "leave a file in /dev/shm": "open, '/dev/shm/left-behind', 'w'",
    "make a folder in /": "os.mkdir, '/left-behind'",
    "make a symbolic link": "os.symlink, '/', 'root'",
    "make a hard link": "os.link, os.__file__, 'os.py'",
    "make a named pipe": "os.mkfifo, 'pipe'",
    "make a device": "os.mknod, 'device', 0o20666, 259",
    "give a file away": "os.chown, '.', 0, 0",
    "fork": "os.fork,",
    "become a shell": "os.execv, '/bin/sh', ['sh']",
    "start a program": "subprocess.run, [sys.executable, '-c', '']",
    "spawn a program": "os.posix_spawn, '/bin/true', ['true'], {}",
    "make a TCP socket": "socket.socket, socket.AF_INET",
    "make a UDP socket": "socket.socket, socket.AF_INET, socket.SOCK_DGRAM",
    "make an IPv6 socket": "socket.socket, socket.AF_INET6",
    "make a Unix socket": "socket.socket, socket.AF_UNIX",
    "make a socket of the virtual machine": "socket.socket, 40",
    "make a netlink socket": "socket.socket, 16",
    "make a pair of datagram sockets": "socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM",
    "send bytes out of the row": "socket.socketpair()[0].send, b'x', socket.MSG_OOB",
    "receive bytes out of the row": "socket.socketpair()[0].recv, 1, socket.MSG_OOB",
    "ask a name server": "socket.getaddrinfo, 'example.com', 80",
    "make a file in memory": "os.memfd_create, 'x'",
    "make another user": "os.setuid, 0",
    "raise a limit": "resource.setrlimit, resource.RLIMIT_NOFILE, (10_000, 10_000)",
    "lock a file": "fcntl.flock, os.open('lock', os.O_CREAT | os.O_RDWR), fcntl.LOCK_EX",
    "lock a file by its descriptor": (
        "fcntl.fcntl, os.open('lock', os.O_CREAT | os.O_RDWR), 37, bytes(32)"
    ),
    "ask who locks a file by its descriptor": "fcntl.fcntl, os.open(os.__file__, 0), 36, bytes(32)",
    "lease a file": "fcntl.fcntl, os.open(os.__file__, 0), 1024, 0",
    "watch a folder": "fcntl.fcntl, os.open('.', 0), 1026, 1",
    "type into a terminal": "fcntl.ioctl, 0, 0x5412, b'x'",
    "take all processors": "os.sched_setaffinity, 0, [0]",
    "set the clock": "time.clock_settime, time.CLOCK_REALTIME, 0.0",
    "leave the root folder": "os.chroot, '.'",
    "trace its parent": "c, 'ptrace', 16, 1, 0, 0",
    "leave its namespaces": "c, 'unshare', 0x10000000",
    "enter another namespace": "c, 'setns', 3, 0",
    "mount": "c, 'mount', b'x', b'/work', b'tmpfs', 0, None",
    "unmount": "c, 'umount2', b'/work', 2",
    "share memory": "c, 'shmget', 1, 4096, 0o1666",
    "make a message queue": "c, 'msgget', 1, 0o1666",
    "become undumpable no longer": "c, 'prctl', 4, 1, 0, 0, 0",
    "use io_uring": "c, 'syscall', 425, 8, 0",
    "make a watched child": "c, 'syscall', 435, 0, 0",
    "open a process": "c, 'syscall', 434, 1, 0",
    "take a descriptor of a process": "c, 'syscall', 438, 3, 0, 0",
    "make secret memory": "c, 'syscall', 447, 0",
    "make a Landlock ruleset": "c, 'syscall', 444, 0, 0, 1",
    "read the counter of all sockets": "socket.socketpair()[0].getsockopt, 1, 57, 8",
    "ask who is at the other end": "socket.socketpair()[0].getsockopt, 1, 17, 12",
    "take the process at the other end": "socket.socketpair()[0].getsockopt, 1, 77, 4",
    "put a program on a socket": "socket.socketpair()[0].setsockopt, 1, 26, bytes(16)",
    "ask how busy the machine is": "c, 'sysinfo', BUFFER",
    "ask how full a disk is": "os.statvfs, '.'",
    "see which pages of a file are in memory": "c, 'mincore', 0, 4096, 0",
    "ask for a process by its capabilities": "c, 'syscall', 125, BUFFER, 0",
    "ask for a process by its priority": "os.getpriority, os.PRIO_PROCESS, os.getpid()",
    "ask for a process by its group": "os.getpgid, os.getpid()",
    "ask for a process by its session": "os.getsid, os.getpid()",
    "ask for a process by its processors": "os.sched_getaffinity, os.getpid()",
    "read the clock of a process": "time.clock_gettime, (~os.getpid() << 3) | 2",
    "wait where another box can wake it": "c, 'syscall', 202, BUFFER, 1, 1, 0, 0, 0",
    "wait at many such places": "c, 'syscall', 449, 0, 0, 0, 0, 0",
    "wake another at the end of a thread": "c, 'syscall', 218, 0",
    "queue signals of its user": "os.kill, os.getpid(), 40",
    "send a descriptor": "socket.send_fds, PAIR[0], [b'x'], [1]",
    "ask for the number of a mount": "c, 'syscall', 332, -100, b'.', 0, 4096, BUFFER",
}
PREPARED = """
    import ctypes, fcntl, os, resource, socket, subprocess, sys, time
    libc = ctypes.CDLL(None, use_errno=True)
    BUFFER, PAIR = ctypes.create_string_buffer(256), socket.socketpair()
    def c(name, *arguments):
        if getattr(libc, name)(*arguments) == -1:
            raise OSError(ctypes.get_errno(), name)
"""
# What honest programs do; each result must be True.
ALLOWED = {
    "threads": """
        import threading
        together, found = threading.Barrier(20), []
        def run(n): together.wait(), found.append(n)
        threads = [threading.Thread(target=run, args=(n,)) for n in range(20)]
        [t.start() for t in threads], [t.join() for t in threads]
        result = sorted(found) == list(range(20))
    """,
    "a thread with a stack of 64 MB": """
        import threading
        threading.stack_size(64 << 20)
        thread = threading.Thread(target=int)
        thread.start(), thread.join()
        result = True
    """,
    "a pool of threads": """
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(8) as pool:
            result = list(pool.map(abs, range(-9, 0))) == list(range(9, 0, -1))
    """,
    "temporary files": """
        import os, tempfile
        with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile("w") as file:
            file.write("x"), file.flush()
            result = os.path.getsize(file.name) == 1 and tempfile.gettempdir() == os.getcwd()
    """,
    "copying, renaming and listing files": """
        import os, shutil
        from pathlib import Path
        Path("a").write_text("x")
        shutil.copy("a", "b"), os.rename("b", "c"), os.mkdir("d"), os.chmod("c", 0o600)
        result = sorted(os.listdir()) == ["a", "c", "d"]
        shutil.rmtree("d"), os.remove("a"), os.remove("c")
    """,
    "a module that is looked for anew": """
        import importlib, os, sys
        sys.path_importer_cache.clear()
        importlib.invalidate_caches()
        import colorsys
        result = "colorsys.py" in os.listdir(os.path.dirname(colorsys.__file__))
    """,
    "10,000 calls deep through sorted": """
        import sys
        sys.setrecursionlimit(100_000)
        def down(n):
            return sorted([n], key=lambda _: down(n - 1) if n else 0)[0]
        result = down(10_000) == 10_000
    """,
    "10,000 objects compared within each other": """
        import sys
        sys.setrecursionlimit(100_000)
        class Chain:
            def __init__(self, rest): self.rest = rest
            def __eq__(self, other): return [self.rest] == [other.rest]
            def __repr__(self): return repr(self.rest)
        a = b = None
        for _ in range(10_000): a, b = Chain(a), Chain(b)
        result = a == b and repr(a) == "None"
    """,
    "10,000 calls deep through map and reduce": """
        import sys
        from functools import reduce
        sys.setrecursionlimit(100_000)
        def down(n):
            return 0 if n == 0 else reduce(lambda x, y: x + y, map(down, [n - 1]), 1)
        result = down(10_000) == 10_000
    """,
    "an event loop": """
        import asyncio
        async def answer():
            await asyncio.sleep(0.001)
            return await asyncio.to_thread(int, "42")
        result = asyncio.run(answer()) == 42
    """,
    "a timer and a signal of one's own": """
        import signal
        rung = []
        signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        signal.sigtimedwait([signal.SIGUSR1], 0.05) if not rung else None
        result = rung == [1]
    """,
    "a database in a file": """
        import os, sqlite3
        modes = "delete", "truncate", "persist", "memory", "off", "wal"
        found = []
        for mode in modes:
            one, two = sqlite3.connect(mode), sqlite3.connect(mode)
            one.execute(f"pragma journal_mode = {mode}"), two.execute("pragma temp_store = 1")
            one.execute("create table t (n)"), one.execute("insert into t values (42)")
            one.commit(), one.execute("insert into t values (43)"), one.rollback()
            two.execute("create temp table u as select n from t order by n")
            found += [*two.execute("select n from u")], [*two.execute("pragma integrity_check")]
            two.execute("insert into t values (44)"), two.commit(), one.execute("vacuum")
            found.append([*one.execute("select count(*) from t")])
            one.close(), two.close()
        result = found == [[(42,)], [("ok",)], [(2,)]] * len(modes)
    """,
    "a file as memory": """
        import mmap
        with open("whole", "w+b") as file:
            file.truncate(8192)
            with mmap.mmap(file.fileno(), 4096) as memory:
                memory[:5] = b"hello"
                memory.resize(8192)
                memory[-2:] = b"42"
        with open("whole", "rb") as file, mmap.mmap(file.fileno(), 0, access=1) as memory:
            result = (memory[:5], memory[-2:], len(memory)) == (b"hello", b"42", 8192)
    """,
    "a lock of a part of a file of one's own": """
        import fcntl, struct
        whole = "hhqqi4x"
        with open("lock", "w+b") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB), fcntl.lockf(file, fcntl.LOCK_SH)
            wanted = struct.pack(whole, fcntl.F_WRLCK, 0, 0, 0, 0)
            with open("lock", "rb") as again:
                found = struct.unpack(whole, fcntl.fcntl(again, fcntl.F_GETLK, wanted))
            fcntl.lockf(file, fcntl.LOCK_UN)
        result = found[0] == fcntl.F_UNLCK
    """,
    "a database in memory": """
        import sqlite3
        database = sqlite3.connect(":memory:")
        database.execute("create table t (n)"), database.execute("insert into t values (42)")
        result = database.execute("select n from t").fetchone() == (42,)
    """,
    "asking about oneself": """
        import os, platform, resource, sys, time
        os.getpid(), os.getppid(), os.cpu_count(), os.sched_getaffinity(0), os.uname()
        resource.getrusage(resource.RUSAGE_SELF), resource.getrlimit(resource.RLIMIT_AS)
        time.sleep(0.001), time.process_time(), time.localtime(), platform.platform()
        result = not sys.stdout.isatty() and len(os.urandom(8)) == 8
    """,
    "importing what nobody imported before": """
        import importlib
        names = '''asyncio base64 bz2 calendar cmath cProfile configparser csv difflib dis doctest
            email.message fileinput getpass glob gzip hashlib html.parser http.client ipaddress
            locale lzma mailbox multiprocessing optparse pdb pickle pkgutil platform plistlib
            profile pstats secrets select selectors shelve smtplib socketserver sqlite3 ssl
            sysconfig tarfile tokenize tomllib tracemalloc urllib.request uuid venv wave
            wsgiref.util xml.etree.ElementTree zipfile zlib zoneinfo'''.split()
        [importlib.import_module(name) for name in names]
        result = len(importlib.import_module("hashlib").sha256(b"").digest()) == 32
    """,
}


@pytest.fixture(scope="module", params=tiers(Tier.CONFINED))
def nursery(request: pytest.FixtureRequest) -> Iterator[Nursery]:
    with a_nursery(request.param, LIMITS) as nursery:
        yield nursery


@pytest.fixture
def box(nursery: Nursery) -> Iterator[Boxed]:
    with a_box(nursery) as box:
        yield box


@pytest.mark.parametrize("attempt", FORBIDDEN.values(), ids=FORBIDDEN.keys())
def test_a_locked_box_can_not(box: Boxed, attempt: str) -> None:
    """The attempt raises an error, and the box lives on."""
    outcome = box.run(PREPARED + f"    result = tried({attempt})")
    assert isinstance(outcome, str)
    assert not outcome.startswith("raised"), "the attempt itself is badly written"
    assert box.run("result = 42") == 42


@pytest.mark.parametrize("program", ALLOWED.values(), ids=ALLOWED.keys())
def test_a_locked_box_allows(box: Boxed, program: str) -> None:
    """And nothing is reported, but that `platform` asks a program where it is."""
    assert box.run(program) is True
    box.nursery.kill(box.spawned)
    kinds = [attempt.kind for attempt in attempts(box.end().refused)]
    assert kinds == (["program"] if "platform.platform()" in program else [])


def test_a_box_holds_one_descriptor_beside_three_that_lead_nowhere(box: Boxed) -> None:
    found = box.run(
        """
        import os, stat
        def kind(n):
            try: mode = os.fstat(n).st_mode
            except OSError: return None
            if stat.S_ISSOCK(mode): return "socket"
            return "null" if os.fstat(n).st_rdev == os.makedev(1, 3) else "other"
        result = {n: kind(n) for n in range(4096) if kind(n)}
        """
    )
    assert found == {"0": "null", "1": "null", "2": "null", "3": "socket"}


def test_a_box_inherits_no_environment(nursery: Nursery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "the answer key")
    with a_box(nursery) as box:
        found = box.run(
            """
            import ctypes, os
            environ = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
            result = [dict(os.environ), bool(environ) and environ[0] is not None]
            """
        )
    assert found == [{}, False]


def test_its_frames_lead_to_no_socket_and_no_table_of_boxes(box: Boxed) -> None:
    found = box.run(
        """
        import gc, socket, sys
        from grader.inside.nursery import BoxProcess, NurseryLoop
        kinds = (NurseryLoop, BoxProcess, socket.socket)
        gc.unfreeze()
        result = sorted(
            [type(x).__name__, x.fileno() if isinstance(x, socket.socket) else None]
            for x in gc.get_objects() if isinstance(x, kinds)
        )
        """
    )
    assert ["NurseryLoop", None] not in found
    assert ["BoxProcess", None] not in found
    assert [number for _, number in found if number != -1] == [SOCKET]


def test_the_kernel_says_that_it_is_locked(box: Boxed) -> None:
    """T1: nobody in the box is root outside, whoever started it; no way leads to more."""
    text = Path(f"/proc/{box.spawned.pid}/status").read_text()
    status = dict(line.split(":\t") for line in text.splitlines() if ":\t" in line)
    users = {int(user) for user in status["Uid"].split()}
    assert users == {os.getuid() or 65534}
    assert 0 not in users
    assert int(status["CapEff"], 16) == int(status["CapPrm"], 16) == 0
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"
    # What can't be traced or read by its own user belongs to root in /proc. In tier 1 the nursery
    # has to see a box's files; that boxes don't see each other is Landlock's business there.
    owner = 0 if box.nursery.tier >= Tier.NAMESPACED else users.pop()
    assert os.stat(f"/proc/{box.spawned.pid}/mem").st_uid == owner


def test_a_signal_to_its_parent_reaches_nobody(box: Boxed) -> None:
    """T2: in a pid namespace the parent's number is 0, which means the process group."""
    box.run("import os; result = tried(os.kill, os.getppid(), 9)")
    box.run(f"import os; result = tried(os.kill, {os.getpid()}, 9)")
    box.run("import os; result = tried(os.kill, -1, 9)")
    with a_box(box.nursery) as another:
        assert another.run("result = 42") == 42


def test_rights_and_dates_of_files_elsewhere_stay_as_they_are(box: Boxed) -> None:
    """Landlock lets a user's process change them, and in tier 1 the box sees where they are."""
    with NamedTemporaryFile() as file:
        if os.getuid() == 0:
            os.chown(file.name, NOBODY, NOBODY)
        os.utime(file.name, (1000, 1000))
        box.run(f"import os; result = tried(os.chmod, {file.name!r}, 0o666)")
        box.run(f"import os; result = tried(os.utime, {file.name!r}, (1, 1))")
        found = os.stat(file.name)
    assert (found.st_mode & 0o777, found.st_mtime) == (0o600, 1000)


def test_a_box_puts_no_lock_on_a_file_that_another_can_read(box: Boxed) -> None:
    """Many locks on a shared file would slow down others that close it, whom nobody has to ask."""
    locking = """
        import fcntl, os
        file = os.open(os.__file__, os.O_RDONLY)  # and never closed, which would end a lock
        result = [tried(fcntl.lockf, file, how, 1, 0) for how in (fcntl.LOCK_SH, fcntl.LOCK_EX)]
    """
    assert box.run(locking) == [["did", "None"]] * 2
    with open(os.__file__, "rb") as file:
        wanted = struct.pack(FLOCK, fcntl.F_WRLCK, 0, 0, 0, 0)
        answer = struct.unpack(FLOCK, fcntl.fcntl(file, fcntl.F_GETLK, wanted))
    assert answer[0] == fcntl.F_UNLCK


def test_a_box_can_not_see_the_judge(box: Boxed) -> None:
    outcome = box.run(f"import os; result = tried(os.kill, {os.getpid()}, 0)")
    assert outcome in ("ESRCH", "EPERM")


def test_clone3_and_unknown_calls_do_not_exist(box: Boxed) -> None:
    """T12: given "not permitted", a C library would not fall back on calls that it may make."""
    outcomes = box.run(
        PREPARED + f"    result = [tried(c, 'syscall', n, 0, 0) for n in (435, {NO_SUCH_CALL})]"
    )
    assert outcomes == ["ENOSYS", "ENOSYS"]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers are of x86-64")
def test_calls_in_the_manner_of_another_processor_are_death(box: Boxed) -> None:
    getpid_of_x32 = 0x4000_0000 + 39
    answer = box.run(f"import ctypes; ctypes.CDLL(None).syscall({getpid_of_x32})")
    assert answer == "ended"
    assert box.end().signal == signal.SIGSYS


def test_too_much_memory_is_a_memory_error_and_the_box_lives_on(box: Boxed) -> None:
    program = """
        def grow():
            hoard = []
            while True: hoard.append(bytearray(1 << 20))
        result = tried(grow)
    """
    assert box.run(program) == "MemoryError"
    assert box.run("result = tried(bytearray, 2 << 30)") == "MemoryError"
    assert box.run("result = 42") == 42


def test_a_file_can_not_grow_beyond_its_limit(box: Boxed) -> None:
    program = """
        def fill():
            with open("large", "wb", buffering=0) as file:
                while True: file.write(bytes(1 << 16))
        import os
        result = [tried(fill), os.path.getsize("large")]
    """
    assert box.run(program) == ["EFBIG", LIMITS.file_bytes]


@pytest.mark.parametrize("tier", tiers(Tier.NAMESPACED))
def test_the_scratch_folder_can_be_filled_by_its_owner_only(tier: Tier) -> None:
    program = """
        def fill():
            for n in range(100):
                with open(f"large{n}", "wb", buffering=0) as file: file.write(bytes(1 << 20))
        import os
        result = [tried(fill), sum(os.path.getsize(name) for name in os.listdir())]
    """
    with a_nursery(tier, LIMITS) as nursery:
        with a_box(nursery) as box:
            why, size = box.run(program)
        with a_box(nursery) as another:
            assert another.run("import os; result = os.listdir()") == []
    assert why == "ENOSPC"
    assert size <= LIMITS.scratch_bytes


def test_threads_and_open_files_are_numbered(box: Boxed) -> None:
    threads = box.run(
        """
        import threading
        threading.stack_size(64 << 10)
        stop, started = threading.Event(), 0
        try:
            while started < 20_000:
                threading.Thread(target=stop.wait).start()
                started += 1
        except (RuntimeError, MemoryError):
            pass
        stop.set()
        result = started
        """
    )
    files = box.run(
        """
        import os
        opened = []
        def hoard():
            while True: opened.extend(os.pipe())
        result = [tried(hoard), max(opened)]
        """
    )
    assert files == ["EMFILE", OPEN_FILES - 1]
    assert THREADS // 2 < threads <= THREADS or box.nursery.tier < Tier.CONFINED


@pytest.mark.parametrize("tier", tiers(Tier.CONFINED))
def test_the_last_second_of_cpu_time_can_not_be_survived(tier: Tier) -> None:
    program = """
        import signal
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        while True:
            try:
                while True: pass
            except BaseException: pass
    """
    with a_nursery(tier, replace(FOR_A_TRIAL, cpu_seconds=0.5)) as nursery, a_box(nursery) as box:
        assert box.run(program) == "ended"
        ending = box.end()
    assert ending.signal in (signal.SIGKILL, signal.SIGXCPU)
    assert ending.cpu_seconds >= 0.5


def test_a_crash_is_reported_by_its_signal(nursery: Nursery) -> None:
    crashes = {
        "import ctypes; ctypes.string_at(0)": {signal.SIGSEGV},
        "import os; os.abort()": {signal.SIGABRT, signal.SIGSEGV},
    }
    if sys.version_info < (3, 12):  # later ones stop it themselves
        endless = "f = lambda n: sorted([n], key=f); f(0)"
        crashes[f"import sys; sys.setrecursionlimit(10**9); {endless}"] = {signal.SIGSEGV}
    for program, signals in crashes.items():
        with a_box(nursery) as box:
            assert box.run(program) == "ended"
            assert box.end().signal in signals


def test_random_numbers_are_the_same_in_every_box(nursery: Nursery) -> None:
    drawn = []
    for _ in range(2):
        with a_box(nursery) as box:
            drawn.append(box.run("import random; result = [random.random(), hash('x')]"))
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("tier", tiers())
def test_even_the_lowest_tier_gives_its_own_session_folder_and_descriptors(tier: Tier) -> None:
    with a_nursery(tier, LIMITS) as nursery, a_box(nursery) as box:
        found = box.run(
            """
            import os, tempfile
            result = [os.getsid(0) == os.getpid(), tempfile.gettempdir() == os.getcwd(),
                      os.listdir(), dict(os.environ)]
            """
        )
    assert found == [True, True, [], {}]


def test_a_call_that_fails_names_itself() -> None:
    ctypes.set_errno(errno.EINVAL)
    with pytest.raises(OSError, match="frobnicate: Invalid argument"):
        call("frobnicate", lambda: -1)
