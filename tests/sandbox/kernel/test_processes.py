"""What the kernel says about a running process."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader.sandbox.kernel.processes import (
    WaitingTime,
    cpu_seconds,
    fork_quietly,
    is_idle,
    lives,
    process_of,
)


def test_the_cpu_time_of_a_process_is_that_of_its_own_clock() -> None:
    before = time.process_time()
    found = cpu_seconds(os.getpid())
    after = time.process_time()
    assert before <= found <= after


def test_the_cpu_time_of_nobody_is_an_error() -> None:
    process = subprocess.Popen([sys.executable, "-I", "-S", "-c", ""])
    process.wait()
    with pytest.raises(OSError, match="Invalid argument"):
        cpu_seconds(process.pid)


def test_one_who_works_is_not_idle_and_one_who_is_gone_is() -> None:
    assert not is_idle(os.getpid())
    process = subprocess.Popen([sys.executable, "-I", "-S", "-c", ""])
    process.wait()
    assert is_idle(process.pid)


def test_time_without_a_processor_only_grows_and_is_0_for_nobody() -> None:
    own = WaitingTime(os.getpid())
    before = own.seconds()
    assert 0.0 <= before <= own.seconds()
    own.close()
    assert own.seconds() >= before
    process = subprocess.Popen(["true"])
    ended = WaitingTime(process.pid)
    process.wait()
    assert ended.seconds() == 0.0
    assert WaitingTime(process.pid).seconds() == 0.0
    ended.close()


TWO_THREADS_ON_ONE_PROCESSOR = """
import os, threading
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
def work():
    while True:
        sum(range(10_000_000))
threading.Thread(target=work, daemon=True).start()
print(flush=True)
work()
"""


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="a kernel that counts")
def test_the_time_of_each_thread_without_a_processor_counts() -> None:
    command = [sys.executable, "-I", "-S", "-c", TWO_THREADS_ON_ONE_PROCESSOR]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        alone = WaitingTime(process.pid)
        first = Path(f"/proc/{process.pid}/schedstat")
        try:
            process.stdout.readline()
            assert len(os.listdir(f"/proc/{process.pid}/task")) == 2
            deadline = time.monotonic() + 60
            while alone.seconds() <= int(first.read_text().split()[1]) / 1e9:
                assert time.monotonic() < deadline
        finally:
            process.kill()
            alone.close()


def write_waited(folder: Path, thread: int, nanoseconds: int) -> None:
    (folder / str(thread)).mkdir(parents=True, exist_ok=True)
    (folder / str(thread) / "schedstat").write_text(f"5 {nanoseconds} 7\n", "ascii")


def test_the_time_of_threads_that_have_ended_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sum that falls would be sleep of whoever is waited for meanwhile."""
    monkeypatch.setattr("grader.sandbox.kernel.processes.TASKS", f"{tmp_path}/{{}}")
    folder = tmp_path / "11"
    write_waited(folder, 11, 1 * 10**9)
    write_waited(folder, 12, 2 * 10**9)
    waiting = WaitingTime(11)
    assert waiting.seconds() == 3.0
    shutil.rmtree(folder / "12")
    assert waiting.seconds() == 3.0
    write_waited(folder, 12, 1 * 10**9)  # another thread of that number
    assert waiting.seconds() == 4.0
    write_waited(folder, 11, 2 * 10**9)
    assert waiting.seconds() == 5.0
    shutil.rmtree(folder)
    assert waiting.seconds() == 5.0
    waiting.close()


def test_one_who_has_ended_lives_no_more_though_nobody_has_waited_for_him() -> None:
    process = subprocess.Popen([sys.executable, "-I", "-S", "-c", "input()"], stdin=subprocess.PIPE)
    assert lives(process.pid)
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not lives(process.pid)
    process.communicate()
    assert not lives(process.pid)


def test_a_name_with_parentheses_does_not_hide_the_state() -> None:
    naming = "from ctypes import CDLL; CDLL(None).prctl(15, b') R (', 0, 0, 0); print(); input()"
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", naming], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        while not is_idle(process.pid):
            time.sleep(0.01)
        process.kill()


def test_a_pidfd_stands_for_its_process_until_that_has_been_waited_for() -> None:
    process = subprocess.Popen([sys.executable, "-I", "-S", "-c", "input()"], stdin=subprocess.PIPE)
    pidfd = os.pidfd_open(process.pid)
    assert process_of(pidfd) == process.pid
    signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    process.communicate()
    assert process_of(pidfd) == -1
    os.close(pidfd)


@pytest.mark.parametrize(
    ("number", "status", "said"), [(signal.SIGINT, 0, b"lives"), (signal.SIGTERM, -15, b"")]
)
def test_a_quiet_fork_ignores_interrupts_and_dies_when_asked_to_from_its_first_moment(
    number: signal.Signals, status: int, said: bytes
) -> None:
    """The signal is there before the fork is over, as after Ctrl-C in a terminal."""
    reader, writer = os.pipe()
    here = [os.getpid()]  # what is registered stays so; it must do nothing later on
    os.register_at_fork(after_in_child=lambda: here and os.kill(os.getpid(), number))
    before = signal.signal(number, lambda *_: os.write(writer, b"interrupted, "))
    pid = fork_quietly()
    if pid == 0:
        os.write(writer, b"lives")
        os._exit(0)
    here.clear()
    signal.signal(number, before)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == status
    os.close(writer)
    assert os.read(reader, 99) == said
    os.close(reader)
