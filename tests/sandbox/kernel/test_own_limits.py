"""A process of ours that takes too much ends, or is told so, and the next thing starts afresh."""

import re
import resource
import signal
import sys
import threading
import time

import pytest

from grader.sandbox.kernel.forked import ChildFailed, ForkedProcess
from grader.sandbox.kernel.own_limits import bound_cpu, bound_memory, ended_after, raising_after


def test_a_bound_child_is_ended_by_its_time_and_told_of_its_memory() -> None:
    def work_for_ever() -> bytes:
        bound_cpu(0)
        while True:
            pass

    def take_all() -> bytes:
        bound_memory(64 << 20)
        return bytes(1 << 30)

    with pytest.raises(ChildFailed, match="ended by SIGXCPU"):
        ForkedProcess(work_for_ever).result()
    with pytest.raises(ChildFailed, match="MemoryError"):
        ForkedProcess(take_all).result()


def test_a_block_is_ended_and_what_comes_after_it_has_all_its_time() -> None:
    def stays_inside() -> bytes:
        with ended_after(0):
            while True:
                pass

    def goes_on() -> bytes:
        usual = resource.getrlimit(resource.RLIMIT_CPU)
        with ended_after(0):
            pass
        assert resource.getrlimit(resource.RLIMIT_CPU) == usual
        before = time.process_time()
        while time.process_time() < before + 1.5:
            pass
        return b"done"

    with pytest.raises(ChildFailed, match="ended by SIGXCPU"):
        ForkedProcess(stays_inside).result()
    assert ForkedProcess(goes_on).result() == b"done"


class Stubborn:
    """Ends with a loop out of which nothing can be raised."""

    def __del__(self) -> None:
        while True:
            pass


def _lost_and_met_again() -> None:
    Stubborn()
    while True:
        pass


def test_an_exception_interrupts_python_and_regular_expressions(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def usual() -> tuple[object, object]:
        return signal.getsignal(signal.SIGPROF), sys.unraisablehook

    before = usual()
    with pytest.raises(TimeoutError), raising_after(0.05):
        re.match("(a+)+b", "a" * 60)
    with pytest.raises(TimeoutError), raising_after(0.05):
        _lost_and_met_again()
    with raising_after(60):
        pass
    assert usual() == before
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert capfd.readouterr().err == ""


def test_in_another_thread_nothing_is_raised() -> None:
    done: list[int] = []

    def work() -> None:
        with raising_after(0.01):
            done.append(len(re.findall("a", "a" * 1_000_000)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1_000_000]
