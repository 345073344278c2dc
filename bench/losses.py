"""Nothing is lost: a batch that is killed, has no disk or no memory left goes on where it was.

Each part grades a class twice, once undisturbed and once disturbed. After `--resume` the results
must be equal, and nothing may be left behind.
"""

import os
import random
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.remains import (
    Remains,
    adopting_orphans,
    command_of,
    descendants,
    kill,
    parent_of,
    reap,
)
from bench.small_class import MERGE, SmallClass, differences
from grader.sandbox.kernel.cgroups import find_meter

KILLS, SHARDS = 20, 8
CLASS = 120
ROLES = ("coordinator", "judge", "judge's child", "nursery", "box")
# Enough for the database to be made, too little for the class.
DISK_KB = 200
MEMORY_MB = 110
PATIENCE_SECONDS = 30.0


class Scene:
    """A class in a folder of its own, and what was there before it was graded."""

    def __init__(self, folder: Path, size: int) -> None:
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.temporary.chmod(0o755)
        folder.chmod(0o755)
        self.environment = {"TMPDIR": str(self.temporary)}
        self.small = SmallClass.make(folder / "class", size)
        self.before = Remains.now(self.temporary)

    def undisturbed(self) -> None:
        """Grade the class into `whole`."""
        status, said = self.small.grade("whole", environment=self.environment)
        if status != 0:
            raise RuntimeError(said)

    def resume(self, before: Sequence[str] = ()) -> list[str]:
        """Grade what is left into `out`; what is wrong with the results, or left behind."""
        status, said = self.small.grade(
            "out", "--resume", before=before, environment=self.environment
        )
        wrong = [] if status == 0 else [f"exit status {status}: {said.strip()[-300:]}"]
        if not wrong:
            found = differences(self.small.grades("whole"), self.small.grades("out"))
            wrong += [f"results: {line}" for line in found]
            wrong += [f"file: {name}" for name in sorted(self._files("out") ^ self._files("whole"))]
        return wrong + self.left()

    def left(self) -> list[str]:
        """What is left behind, when what is about to end has had time for it."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while left := Remains.now(self.temporary).beyond(self.before):
            if time.monotonic() > deadline or not any("processes" in line for line in left):
                return left
            time.sleep(0.1)
        return []

    def _files(self, out: str) -> set[str]:
        folder = self.small.folder / out
        return {str(file.relative_to(folder)) for file in folder.rglob("*")}


@contextmanager
def scene(size: int) -> Iterator[Scene]:
    """A scene that is cleared away afterwards."""
    with adopting_orphans(), TemporaryDirectory(prefix="soak-") as folder:
        yield Scene(Path(folder), size)


# -- kills -------------------------------------------------------------------------------------


def role_of(pid: int, coordinator: int, parents: dict[int, int]) -> str:
    """Which part of a batch a process is."""
    if pid == coordinator:
        return ROLES[0]
    command, parent = command_of(pid), parents.get(pid, 0)
    if "grader batch" in command:
        return ROLES[1] if parent == coordinator else ROLES[2]
    above = command_of(parent)
    if "-P -s -S -B" in command and "bwrap" not in command.split(" ")[0]:
        return ROLES[4] if "-P -s -S -B" in above and "bwrap" not in above else ROLES[3]
    return "wall"


def processes(coordinator: int) -> dict[str, list[int]]:
    """The processes of a batch by their roles."""
    below = list(descendants(coordinator))
    parents: dict[int, int] = {}
    for pid in below:
        with suppress(OSError):  # it has ended since
            parents[pid] = parent_of(pid)
    found: dict[str, list[int]] = {}
    for pid in (coordinator, *below):
        found.setdefault(role_of(pid, coordinator, parents), []).append(pid)
    return found


def kills(dice: random.Random, count: int = KILLS, size: int = CLASS) -> list[str]:
    """Kill parts of a batch at random moments, going on after each death of the coordinator."""
    with scene(size) as here:
        here.undisturbed()
        killed = dict.fromkeys(ROLES, 0)
        running = start(here)
        wanted = [ROLES[number % len(ROLES)] for number in range(count)]
        dice.shuffle(wanted)
        for role in wanted:
            while not _kill_one(running, role, dice):
                if running.poll() is not None:
                    _, said = running.communicate()
                    early = f"the batch ended after {sum(killed.values())} of {count} kills"
                    return [f"{early}, exit status {running.returncode}: {said[-600:]}"]
            killed[role] += 1
            if role == ROLES[0]:
                running.communicate()
                running = start(here)
        running.communicate()
        print("killed:", ", ".join(f"{role} {times}" for role, times in killed.items()))
        return here.resume()


def start(here: Scene) -> "subprocess.Popen[str]":
    """A batch into `out`, that goes on if there is something to go on with."""
    return here.small.start(here.small.command("out"), here.environment)


def _kill_one(running: "subprocess.Popen[str]", role: str, dice: random.Random) -> bool:
    time.sleep(dice.uniform(0.05, 0.6))
    reap(but=running.pid)
    if running.poll() is not None:
        return False
    there = processes(running.pid)
    # Before there are judges, a nursery is one with which the machine is tried.
    if role not in there or (role != ROLES[0] and ROLES[1] not in there):
        return False
    return kill(dice.choice(there[role]))


def shards(dice: random.Random, count: int = SHARDS, size: int = CLASS) -> list[str]:
    """Grade shards at the same time, kill each once at a random moment, go on, and merge them."""
    with scene(size) as here:
        here.undisturbed()
        running = {number: _start_shard(here, number, count) for number in range(1, count + 1)}
        killed = 0
        for number in dice.sample(sorted(running), count):
            time.sleep(dice.uniform(0.05, 2.0))
            killed += running[number].poll() is None
            running[number].kill()
            running[number].communicate()
            running[number] = _start_shard(here, number, count)
        for number, shard in running.items():
            _, said = shard.communicate()
            if shard.returncode != 0:
                return [f"shard {number}: exit status {shard.returncode}: {said[-300:]}"]
        print(f"killed: {killed} of {count} shards while they were graded")
        command = [*MERGE, *(f"shard{number}" for number in sorted(running)), "--out", "out"]
        merging = here.small.start(command, here.environment)
        _, said = merging.communicate()
        if merging.returncode != 0:
            return [f"merge: exit status {merging.returncode}: {said[-300:]}"]
        return here.resume()


def _start_shard(here: Scene, number: int, count: int) -> "subprocess.Popen[str]":
    command = here.small.command(f"shard{number}", "--shard", f"{number}/{count}")
    return here.small.start(command, here.environment)


# -- no disk, no memory ------------------------------------------------------------------------


def full_disk(size: int = CLASS) -> list[str]:
    """Let the disk of the results be full, and then larger."""
    with scene(size) as here:
        here.undisturbed()
        out = here.small.folder / "out"
        out.mkdir()
        _run("mount", "-t", "tmpfs", "-o", f"size={DISK_KB}k,mode=755", "results", str(out))
        try:
            status, said = here.small.grade("out", environment=here.environment)
            print(f"with {DISK_KB} KB: exit status {status}: {said.strip().splitlines()[-1]}")
            if status == 0 or "Traceback" in said:
                return [f"exit status {status}: {said.strip()[-300:]}"]
            _run("mount", "-o", "remount,size=1g", str(out))
            here.before = replace(here.before, mounts=Remains.now(here.temporary).mounts)
            return here.resume()
        finally:
            _run("umount", str(out))


def no_memory(size: int = CLASS) -> list[str]:
    """Grade in a cgroup in which the kernel has to kill, and go on outside."""
    with scene(size) as here:
        here.undisturbed()
        cell = find_meter().cell(f"soak-{os.getpid()}")
        old, new = cell.memory / "memory.limit_in_bytes", cell.memory / "memory.max"
        limit = old if old.exists() else new
        limit.write_text(str(MEMORY_MB << 20))
        enter = ("sh", "-c", f'echo $$ >{cell.memory}/cgroup.procs; exec "$@"', "sh")
        try:
            command = here.small.command("out", before=enter)
            running = here.small.start(command, here.environment)
            _, said = running.communicate()
            last = (said.strip().splitlines() or [""])[-1]
            print(f"with {MEMORY_MB} MB: exit status {running.returncode}: {last}")
            if not cell.killed_for_memory():
                return [f"the kernel killed nothing with {MEMORY_MB} MB"]
            limit.write_text(str(1 << 40))
            return here.resume(enter)
        finally:
            cell.remove()


def _run(*command: str) -> None:
    subprocess.run(command, check=True)
