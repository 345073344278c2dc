"""The same hand-in gets the same verdict, whatever else the machine has to do; and in flat memory.

A class is graded alone, by all judges, as the least important program, beside programs that keep
every core busy, and a part of it as both. Everything that students read must be the same each
time.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.losses import processes
from bench.small_class import SmallClass, differences

CLASS = 200
LARGE_CLASS = 1000
# One of so many is graded with a sixtieth of the time that others get, which takes long.
STARVED_SHARE = 5
QUICK = ("las.py",)
GROWTH = 1.05
TENTHS = 10
# Judges' children and boxes come and go with hand-ins.
LASTING = ("coordinator", "judge", "nursery")
SPIN = "while True: pass"
Grades = Mapping[str, Any]
NICEST = ("nice", "-n", "19")


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep every core busy with something else."""
    spinners = [
        subprocess.Popen([sys.executable, "-I", "-c", SPIN]) for _ in os.sched_getaffinity(0)
    ]
    try:
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


def fairness(size: int = CLASS) -> list[str]:
    """The differences between the verdicts of a class alone and in company."""
    jobs = str(len(os.sched_getaffinity(0)))
    with TemporaryDirectory(prefix="soak-") as folder:
        small = SmallClass.make(Path(folder), size)
        expected = _timed(small, "alone", "--jobs", "1")
        wrong = _compared(expected, "all jobs", _timed(small, "all", "--jobs", jobs))
        nice = _timed(small, "nice", "--jobs", jobs, before=NICEST)
        wrong += _compared(expected, "nice 19", nice)
        some = SmallClass.make(Path(folder) / "some", max(1, size // STARVED_SHARE))
        with busy_cores():
            wrong += _compared(expected, "busy cores", _timed(small, "busy", "--jobs", jobs))
            starved = _timed(some, "starved", "--jobs", jobs, before=NICEST)
        expected = {student: expected[student] for student in starved}
        return wrong + _compared(expected, "nice 19 on busy cores", starved)


def _timed(small: SmallClass, out: str, *options: str, before: Sequence[str] = ()) -> Grades:
    begin = time.monotonic()
    status, said = small.grade(out, *options, before=before)
    if status != 0:
        raise RuntimeError(said)
    print(f"{out}: {time.monotonic() - begin:.0f} seconds", flush=True)
    return small.grades(out)


def _compared(expected: Grades, name: str, got: Grades) -> list[str]:
    found = [f"{name}: {line}" for line in differences(expected, got)]
    print(
        "\n".join([f"{name}: {len(found)} differences in {len(expected)} hand-ins", *found]),
        flush=True,
    )
    return found


# -- memory --------------------------------------------------------------------------------------


def memory(size: int = LARGE_CLASS) -> list[str]:
    """Whether the memory of a batch grows with its class."""
    with TemporaryDirectory(prefix="soak-") as folder:
        small = SmallClass.make(Path(folder), size, QUICK)
        running = small.start(small.command("out"))
        sizes = list(_sizes(running))
        _, said = running.communicate()
    if running.returncode != 0:
        return [f"exit status {running.returncode}: {said.strip()[-300:]}"]
    tenth = max(1, len(sizes) // TENTHS)
    tenths = [statistics.median(sizes[i : i + tenth]) for i in range(0, len(sizes), tenth)]
    print("MB, by tenths of the time:", " ".join(f"{size / (1 << 20):.1f}" for size in tenths))
    # The first tenth is the key's, the last one the reports'.
    early, late = tenths[1], tenths[TENTHS - 2]
    grown = f"memory grew from {early / (1 << 20):.1f} to {late / (1 << 20):.1f} MB"
    return [grown] if late > GROWTH * early else []


def _sizes(running: "subprocess.Popen[str]") -> Iterator[int]:
    """What the coordinator, its judges and their nurseries have in memory, now and then."""
    while running.poll() is None:
        time.sleep(0.25)
        there = processes(running.pid)
        yield sum(_resident(pid) for role in LASTING for pid in there.get(role, ()))


def _resident(pid: int) -> int:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
    except OSError:  # it has ended since
        return 0
    return int(pages) * resource.getpagesize()
