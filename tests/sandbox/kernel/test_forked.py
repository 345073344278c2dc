"""A forked child hands its bytes back, or is known to have failed; whatever it does, it ends."""

import os
import signal
import time
from collections.abc import Callable, Sequence

import pytest

from grader.sandbox.kernel.forked import (
    CHUNK,
    ChildFailed,
    ForkedProcess,
    each_apart,
)


def test_the_bytes_of_the_work_come_back() -> None:
    one, other = ForkedProcess(lambda: b"one" * 100_000), ForkedProcess(lambda: b"")
    assert (one.result(), other.result()) == (b"one" * 100_000, b"")


def raise_a_fault() -> bytes:
    raise RuntimeError("a fault")


def end_half_way() -> bytes:
    os._exit(0)


def be_killed() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b"never"


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (raise_a_fault, "RuntimeError: a fault"),
        (end_half_way, "exit status 0"),
        (be_killed, "ended by SIGKILL"),
    ],
)
def test_work_that_does_not_come_to_its_end_has_failed(
    work: Callable[[], bytes], words: str
) -> None:
    with pytest.raises(ChildFailed, match=words):
        ForkedProcess(work).result()


def test_a_child_dies_with_its_parent() -> None:
    reader, writer = os.pipe()

    def parent() -> bytes:
        ForkedProcess(lambda: (os.write(writer, b"%d" % os.getpid()) and time.sleep(600)) or b"")
        return os.read(reader, 20)

    grandchild = int(ForkedProcess(parent).result())
    while _runs(grandchild):
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_of_many_things_only_those_fail_whose_child_ends() -> None:
    def work(numbers: Sequence[int]) -> list[int]:
        if 7 in numbers:
            os.kill(os.getpid(), signal.SIGKILL)
        return [2 * number for number in numbers]

    made = dict(each_apart(work, range(2 * CHUNK + 1), jobs=2))
    assert str(made.pop(7)) == "ended by SIGKILL"
    assert made == {number: 2 * number for number in range(2 * CHUNK + 1) if number != 7}


def test_whoever_wants_no_more_leaves_no_child() -> None:
    def children() -> str:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="utf-8") as file:
            return file.read()

    before = children()
    many = each_apart(lambda things: ["x" * 100_000 for _ in things], range(5 * CHUNK), jobs=3)
    next(many)
    many.close()
    assert children() == before
