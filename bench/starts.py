"""Targets 5 and 6: how long a student waits for a verdict, and a judge for a box.

These are times on the clock. Other work on the machine can only add to them, so the shortest of
several is taken.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench import cpu
from bench.target import Target
from grader.assignment.config import Assignment
from grader.inside.limits import FOR_A_TRIAL
from grader.running.boxes import nursery_sources
from grader.running.proof import find_out
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier, start_nursery

ROUNDS = 50
PROOF_SECONDS = 30.0
CHECKS = 3
# A process with the modules of a nursery, which forks for every byte that it gets.
BARE = """
import gc, os, socket, sys
from importlib import import_module
for name in sys.argv[2:]:
    if name != "grader.inside.boot":
        import_module(name)
gc.collect()
gc.freeze()
sock = socket.socket(fileno=int(sys.argv[1]))
while sock.recv(1):
    pid = os.fork()
    if pid == 0:
        sock.send(b"!")
        os._exit(0)
    os.waitpid(pid, 0)
"""


def check(assignment: Assignment) -> list[Target]:
    """Target 5, as a student with the reference's files sees it; verdicts are indented."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(shutil.copytree(assignment.handout, Path(name) / "handout"))
        for file in assignment.reference.glob("*.py"):
            shutil.copy(file, folder)
        times = [_check_once(folder) for _ in range(CHECKS)]
    first, whole = (min(column) for column in zip(*times, strict=True))
    measured = f"{first:.2f} s to the first, {whole:.2f} s in all"
    asked = "`make check`: first verdict in under 1 s, all in under 5 s"
    return [Target("5", asked, measured, first < 1.0 and whole < 5.0)]


def _check_once(folder: Path) -> tuple[float, float]:
    begin = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "checks"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    first = 0.0
    for line in process.stdout:
        if not first and line.startswith(" "):
            first = time.perf_counter() - begin
    process.wait()
    return first, time.perf_counter() - begin


def proof(assignment: Assignment, tier: Tier) -> list[Target]:
    """What a machine's first run of all modules costs more: known hand-ins, as it proves itself."""
    found: list[Target] = []
    jobs = len(os.sched_getaffinity(0))

    def body(session: Session) -> None:
        used, begin = cpu.of_children(), time.perf_counter()
        verdicts = find_out(assignment, session, [m.name for m in assignment.modules], jobs)
        seconds, used = time.perf_counter() - begin, cpu.of_children() - used
        count = sum(map(len, verdicts.values()))
        measured = f"{count} known hand-ins: {used:.1f} s of CPU, {seconds:.1f} s"
        asked = f"the first run's proof: under {PROOF_SECONDS:g} s of CPU, nothing later"
        found.append(Target("proof", asked, measured, used < PROOF_SECONDS))

    open_session(assignment, [module.name for module in assignment.modules], tier, body)
    return found


def boxes(assignment: Assignment, tier: Tier) -> list[Target]:
    """Target 6: the three ways to a new process, in turn, pinned to one core as in a job slot."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    sources = nursery_sources(assignment.handout, assignment.library)
    nursery = start_nursery(tier, FOR_A_TRIAL, sources, library=assignment.library)
    ours, theirs = socket.socketpair()
    bare = subprocess.Popen(
        [sys.executable, "-c", BARE, str(theirs.fileno()), *sources],
        pass_fds=[theirs.fileno()],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, _path(assignment)))},
    )
    theirs.close()

    def box() -> None:
        spawned = nursery.spawn()
        spent.append(time.perf_counter())
        spawned.sock.close()
        nursery.kill(spawned)
        nursery.wait(spawned, 10.0)

    def fork() -> None:
        ours.send(b"?")
        ours.recv(1)

    def python() -> None:
        subprocess.run([sys.executable, "-I", "-c", "pass"], check=True)

    spent: list[float] = []
    try:
        fork(), box(), python()
        times = [
            (_time(box, spent), _time(fork, spent), _time(python, spent)) for _ in range(ROUNDS)
        ]
    finally:
        ours.close()
        bare.wait()
        nursery.close()
        os.sched_setaffinity(0, cores)
    ready, forked, started = (min(column) for column in zip(*times, strict=True))
    measured = (
        f"{ready * 1000:.2f} ms: {ready / forked:.1f} times a bare fork ({forked * 1000:.2f} ms),"
        f" {ready / started:.2f} of `python3 -I -c pass` ({started * 1000:.1f} ms)"
    )
    asked = "a box is ready in under 3 times a bare fork, and a quarter of `python3 -I -c pass`"
    return [Target("6", asked, measured, ready < 3 * forked and ready < started / 4)]


def _time(action: Callable[[], None], spent: list[float]) -> float:
    """Seconds until it has got what it wants: its own note of that, or its end."""
    spent.clear()
    begin = time.perf_counter()
    action()
    return (spent[0] if spent else time.perf_counter()) - begin


def _path(assignment: Assignment) -> tuple[Path, Path]:
    return Path(__file__).parents[1], assignment.handout
