"""Targets 3 and 4: whole classes, by the command that staff run.

A class is 80 % right or nearly, 15 % partly done, 5 % looping, sleeping, crashing or hostile, on
the two modules of the side-by-side benchmark. CPU time is that of all processes of `grader batch`,
its start, reports and answer key included. How busy the cores are is the share of the time that
others left us: this machine may have other work.
"""

import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

from bench.peers.__main__ import ROOT, write_assignment
from bench.target import Target
from grader.assignment.faulty import faulty_of
from grader.assignment.load import load

SIZES = (100, 1000)
FULL_SIZES = (100, 1000, 5000)
FILES = ("las.py", "alphabeta.py")
LIMITS = "limits: {cpu_seconds: 1, wall_idle_seconds: 1}\n"
# One in twenty ends in one of these ways.
BAD = {
    "loops": "\n\ndef look_and_say(eq, s):\n    while True:\n        pass\n",
    "exits": "\n\ndef look_and_say(eq, s):\n    import os\n    os._exit(0)\n",
    "sleeps": "\n\ndef look_and_say(eq, s):\n    import time\n    time.sleep(1000)\n",
    "prints": "\n\ndef look_and_say(eq, s):\n    while True:\n        print('x' * 10**6)\n",
    "recurses": "\n\ndef look_and_say(eq, s):\n    return look_and_say(eq, s)\n",
}
MISTAKE = "no_pruning_at_all"


@dataclass(frozen=True, slots=True)
class Batch:
    """What one `grader batch` took: seconds of CPU and of the clock, the most memory that the
    coordinator had, in bytes, and which share of the time that others left us the cores were busy.
    """

    cpu: float
    wall: float
    memory: int
    busy: float


def measure(sizes: tuple[int, ...]) -> list[Target]:
    """Classes of several sizes, one after the other; the second last is graded again."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_assignment(folder)
        with (folder / "config.yaml").open("a") as config:
            config.write(LIMITS)
        _class_of(folder, 1)  # draws the answer key, which is kept
        found = {size: _class_of(folder, size) for size in sizes}
        # The speed of a machine changes with time: the smallest comes before and after the others.
        smallest = min(sizes)
        shutil.rmtree(folder / f"out-{smallest}")
        found[smallest] = _mean(found[smallest], _batch(folder, smallest))
        again = _batch(folder, 1000)
        check = folder / "checks/test_las.py"
        check.write_text(check.read_text("utf-8") + "\n# changed\n", "utf-8")
        changed = _batch(folder, 1000)
        modules = list(_graded_anew(folder / "out-1000/results.sqlite"))
        return [*_growth(found), *_second_runs(again, changed, found[1000], modules)]


def _mean(one: Batch, other: Batch) -> Batch:
    pairs = zip(astuple(one), astuple(other), strict=True)
    return Batch(*[statistics.mean(pair) for pair in pairs])


def _growth(found: dict[int, Batch]) -> Iterator[Target]:
    each = {size: batch.cpu / size for size, batch in found.items()}
    costs = ", ".join(f"{size:,}: {cpu * 1000:.0f} ms" for size, cpu in each.items())
    change = max(each.values()) / min(each.values()) - 1
    asked = "cost grows linearly: CPU per hand-in within 10 %"
    yield Target("3", asked, f"{costs}; {change:.0%} between them", change <= 0.10)
    small, large = min(found), max(found)
    more = (found[large].memory - found[small].memory) / (large - small)
    asked = "the coordinator's memory grows by at most 1 KiB a hand-in"
    yield Target("3", asked, f"{more / 1024:.2f} KiB a hand-in", more <= 1024)
    busy = found[large].busy
    asked = "both cores busy over 90 % of the time, looping and sleeping hand-ins or not"
    yield Target("3", asked, f"{busy:.0%} of what others left us", busy > 0.90)


def _second_runs(
    again: Batch, changed: Batch, first: Batch, modules: list[str]
) -> Iterator[Target]:
    asked = "a second run with nothing changed ends in under 2 s for 1,000 hand-ins"
    words = f"{again.wall:.2f} s, of CPU {again.cpu:.2f} s"
    yield Target("4", asked, words, again.wall < 2.0)
    asked = "after a change to the checks of las, las alone is graded again"
    words = f"graded: {', '.join(modules)}; {changed.cpu / first.cpu:.0%} of the CPU of all"
    yield Target("4", asked, words, modules == ["las"])


@cache
def _mistake() -> str:
    """The text of alphabeta.py with a mistake."""
    known = {one.name: one.files for one in faulty_of(load(ROOT / "config.yaml"))}
    return known[MISTAKE]["alphabeta.py"]


def _class_of(folder: Path, size: int) -> Batch:
    for number in range(size):
        _write(folder / f"handins-{size}/s{number:05}", number)
    return _batch(folder, size)


def _write(handin: Path, number: int) -> None:
    handin.mkdir(parents=True)
    for name in FILES:
        shutil.copy(ROOT / "reference" / name, handin)
    kind = number % 20
    end = f"\n# {number}\n"
    if kind == 19:
        end += list(BAD.values())[number // 20 % len(BAD)]
    elif kind >= 16:
        shutil.copy(ROOT / "handout/alphabeta.py", handin)
    elif kind >= 12:
        (handin / "alphabeta.py").write_text(_mistake(), "utf-8")
    with (handin / "las.py").open("a", encoding="utf-8") as file:
        file.write(end)


def _batch(folder: Path, size: int) -> Batch:
    begin, idle = time.perf_counter(), _idle_seconds()
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "batch", f"handins-{size}", "--out", f"out-{size}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    memory = 0
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        memory = max(memory, _memory(process.pid))
        time.sleep(0.05)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"grader batch ended with exit status {process.returncode}")
    cpu = used.ru_utime + used.ru_stime
    unused = _idle_seconds() - idle
    return Batch(cpu, time.perf_counter() - begin, memory, cpu / (cpu + unused))


def _memory(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    kib = [line.split()[1] for line in text.splitlines() if line.startswith("VmHWM")]
    return int(kib[0]) << 10 if kib else 0


def _idle_seconds() -> float:
    """What all cores together have idled since the machine was started."""
    fields = Path("/proc/stat").read_text().splitlines()[0].split()
    return (int(fields[4]) + int(fields[5])) / os.sysconf("SC_CLK_TCK")


def _graded_anew(database: Path) -> Iterator[str]:
    """The modules of which there are results by two digests."""
    query = "SELECT module FROM results GROUP BY module HAVING count(DISTINCT module_digest) > 1"
    connection = sqlite3.connect(database)
    try:
        yield from (module for (module,) in connection.execute(query))
    finally:
        connection.close()
