"""What the kernel says about a running process."""

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from math import inf
from pathlib import Path

import pytest

from grader.sandbox.kernel.processes import (
    Processors,
    WaitingTime,
    cpu_seconds,
    fork_quietly,
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


def test_no_time_without_a_processor_is_counted_twice_or_for_nobody() -> None:
    own = WaitingTime(os.getpid())
    longest, together = own.since()
    assert 0.0 <= longest <= together
    own.close()
    process = subprocess.Popen(["true"])
    ended = WaitingTime(process.pid)
    process.wait()
    assert ended.since() == (0.0, inf)
    assert WaitingTime(process.pid).since() == (0.0, inf)
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
        waiting = WaitingTime(process.pid)
        try:
            process.stdout.readline()
            assert len(os.listdir(f"/proc/{process.pid}/task")) == 2
            deadline = time.monotonic() + 60
            longest = together = 0.0
            while longest in (0.0, together):
                longest, together = waiting.since()
                assert time.monotonic() < deadline
        finally:
            process.kill()
            waiting.close()


def write_waited(folder: Path, thread: int, nanoseconds: int, ran: int = 5) -> None:
    (folder / str(thread)).mkdir(parents=True, exist_ok=True)
    (folder / str(thread) / "schedstat").write_text(f"{ran} {nanoseconds} 7\n", "ascii")


def test_after_a_thread_has_ended_nobody_knows_how_long_all_have_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.sandbox.kernel.processes.TASKS", f"{tmp_path}/{{}}")
    folder = tmp_path / "11"
    write_waited(folder, 11, 1 * 10**9)
    waiting = WaitingTime(11)
    write_waited(folder, 11, 3 * 10**9)
    write_waited(folder, 12, 5 * 10**9)
    assert waiting.since() == (5.0, 7.0)
    write_waited(folder, 12, 6 * 10**9)
    assert waiting.since() == (1.0, 1.0)
    shutil.rmtree(folder / "12")
    write_waited(folder, 11, 4 * 10**9)
    assert waiting.since() == (1.0, inf)
    write_waited(folder, 12, 1 * 10**9)  # another thread of that number
    assert waiting.since() == (1.0, inf)
    waiting.close()


def test_a_kernel_that_does_not_count_knows_of_no_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.sandbox.kernel.processes.TASKS", f"{tmp_path}/{{}}")
    write_waited(tmp_path / "11", 11, 0, ran=0)
    with closing(WaitingTime(11)) as waiting:
        assert waiting.since() == (0.0, inf)


STAT = """cpu  900 0 900 {all} 0 0 0 0 0 0
cpu0 500 0 500 {first} 10 0 0 {stolen} 0 0
cpu1 400 0 400 {second} 0 0 0 0 0 0
intr 5 0 0
"""


def test_of_the_processors_of_a_process_the_one_that_was_idle_longest_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In seconds; where the kernel doesn't say, none was."""
    stat = tmp_path / "stat"
    monkeypatch.setattr("grader.sandbox.kernel.processes.STAT", str(stat))
    monkeypatch.setattr("grader.sandbox.kernel.processes.TICKS", 100)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0})
    stat.write_text(STAT.format(all=300, first=100, second=200, stolen=0))
    alone = Processors(11)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1})
    both = Processors(11)
    stat.write_text(STAT.format(all=460, first=160, second=300, stolen=20))
    assert alone.since() == pytest.approx((0.6, 0.2))
    assert both.since() == pytest.approx((1.0, 0.2))
    stat.unlink()
    assert both.since() == (0.0, 0.0)
    assert both.since() == (0.0, 0.0)


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
