"""On a small disk, whoever fills it stops nobody else: neither neighbours nor the batch."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from grader.assignment.planted import lay_out
from grader.sandbox.tiers import Tier
from tests.boxed import needs
from tests.environment.machines import REPOSITORY, run_on
from tests.environment.small_class import verdicts, write_class
from tests.environment.test_planted_faults import NO_BUBBLEWRAP

HOSTILE = REPOSITORY / "tests/submissions/hostile"
GREEDY = ("fills_the_disk", "fills_the_disk_in_every_way", "suite_fills_the_disk")
# As long as one may sleep, so that neighbours are graded meanwhile; no way may end the process.
AND_HOLDS = """
WAYS = write, write_vectors

_fill = fill


def fill():
    import time

    taken = _fill()
    time.sleep(4)
    return taken
"""
# Boxes' files and results are on one disk.
SMALL_DISK = f"""
{NO_BUBBLEWRAP}; mount -t tmpfs -o size=300m none "$WORK/disk"; chmod 777 "$WORK/disk"
export TMPDIR="$WORK/disk"
(while kill -0 $$; do df -m --output=used "$WORK/disk" | tail -1; sleep 0.2; done) \\
    >"$WORK/used" 2>/dev/null &
"""
# Two job slots, each with a suite and a solution, or one other box.
MOST_MB = 2 * 2 * 2 * 16


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder to which every user has a way; pytest's own are for one."""
    with TemporaryDirectory(prefix="small-disk-") as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@needs(Tier.CONFINED)
def test_who_fills_a_disk_loses_alone(folder: Path) -> None:
    (folder / "disk").mkdir()
    write_class(folder)
    handins = folder / "handins"
    shutil.copytree(handins / "adalovelace", handins / "zuse")
    for name in GREEDY:
        lay_out(HOSTILE / name, REPOSITORY, handins / name)
        for file in handins.glob(f"{name}/filling.py"):
            file.write_text(file.read_text("utf-8") + AND_HOLDS, "utf-8")
    command = [sys.executable, "-m", "grader", "batch", str(handins), "--jobs", "2"]
    # What becomes of it is copied from a disk that ends with the command.
    places = ["--out", str(folder / "disk/out"), "--config", str(folder / "config.yaml")]
    copying = 'cp -r "$WORK/disk/out" "$WORK/out"'
    machine = f'export WORK="{folder}"\n{SMALL_DISK}'
    script = f'"$@"; status=$?; {copying}; exit $status'
    done = run_on(machine, ["sh", "-c", script, "sh", *command, *places])
    found = verdicts(folder / "out")
    assert done.returncode == 0, done.stderr
    assert found is not None
    used = [int(line) for line in (folder / "used").read_text("ascii").split()]
    assert 16 < max(used) <= MOST_MB
    honest = [found[name] for name in ("adalovelace", "faulty", "notes", "zuse")]
    assert [set((one or {}).values()) for one in honest] == [
        {"passed"},
        {"passed", "failed"},
        {"passed", "failed"},
        {"passed"},
    ]
