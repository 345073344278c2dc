"""A cluster of real processes on loopback: the same results, whoever dies, and no unfit worker."""

import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed", reason="requirements-dask.lock is not installed")

from distributed import Client

from grader.assignment.digest import module_digests
from grader.assignment.load import load
from grader.cli import main
from grader.running.certificate import certificate_of, keys_on_cluster
from grader.sandbox.tiers import Tier
from tests.boxed import needs
from tests.commands.test_batch import HANDINS, grader, grades, rows
from tests.las_only import LAS_ONLY, write_las_only
from tests.support import ROOT

ENDLESS = HANDINS["cy"]
STRICT = "isolation: {minimum: namespaces}\n"


def until(true: Callable[[], bool], seconds: float = 120.0) -> None:
    """Wait for something that will soon be so."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it is not so, even now"
        time.sleep(0.02)


@contextmanager
def program(folder: Path, module: str, *arguments: str, **variables: str) -> Iterator[int]:
    """The number of a process of Dask, which ends with the context."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


class Cluster:
    """A scheduler; `start_worker` adds workers, each with its own idea of the assignment."""

    def __init__(self, course: Path, stack: ExitStack) -> None:
        self.course = course
        self._stack = stack
        file = course / "scheduler.json"
        arguments = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]
        self.scheduler = stack.enter_context(program(course, "dask_scheduler", *arguments))
        until(lambda: file.exists() and file.read_text("utf-8").rstrip().endswith("}"))
        self.address: str = json.loads(file.read_text("utf-8"))["address"]

    def start_worker(self, folder: Path | None = None, **variables: str) -> int:
        """One worker of one thread, without a nanny; returns its process number."""
        arguments = [self.address, "--nthreads", "1", "--no-nanny"]
        home = folder or self.course
        return self._stack.enter_context(program(home, "dask_worker", *arguments, **variables))

    def batch(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        return grader(self.course, "batch", *arguments, "--scheduler", self.address)


def write_class(folder: Path, handins: dict[str, str]) -> None:
    for student, text in handins.items():
        (folder / student).mkdir(parents=True)
        (folder / student / "las.py").write_text(text, "utf-8")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler in a folder with an assignment of one module and a class of six."""
    write_las_only(tmp_path)
    write_class(tmp_path / "handins", HANDINS)
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


def descendants(pid: int) -> set[int]:
    """Processes below process `pid`; of one that ends meanwhile, what was read until then."""
    found = set()
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in map(int, task.read_text().split()):
                found |= {child} | descendants(child)
    return found


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_two_workers_give_what_this_machine_gives(cluster: Cluster) -> None:
    for _ in range(2):
        cluster.start_worker()
    ended = cluster.batch("handins", "--out", "there")
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (0, "report: there/index.html")
    grader(cluster.course, "batch", "handins", "--out", "here")
    there, here = (certified(cluster.course / out) for out in ("there", "here"))
    assert there.pop("certificate") != here.pop("certificate")
    assert there == here
    again = cluster.batch("handins", "--out", "there")
    assert "graded before, and not changed: 6 of 6 hand-ins" in again.stderr


def certified(out: Path) -> dict[str, Any]:
    """The whole of `grades.json`."""
    found: dict[str, Any] = json.loads((out / "grades.json").read_text("utf-8"))
    return found


@needs(Tier.NAMESPACED)
@needs(Tier.CONFINED)  # the second worker's, where a Python of root's can't start
@pytest.mark.soak
def test_workers_of_two_tiers_grade_one_class_if_their_proofs_are_equal(cluster: Cluster) -> None:
    first = cluster.start_worker()
    assert cluster.batch("handins", "--out", "out").returncode == 0
    os.kill(first, signal.SIGKILL)
    cluster.start_worker(PATH="/nowhere")  # no bubblewrap there
    (cluster.course / "handins/gus").mkdir()
    (cluster.course / "handins/gus/las.py").write_text(HANDINS["ada"] + "# gus\n", "utf-8")
    ended = cluster.batch("handins", "--out", "out")
    assert (ended.returncode, "refused" in ended.stderr) == (0, False)
    assert grades(cluster.course / "out")["gus"]["score"] == 6.0


@pytest.mark.soak
def test_a_worker_with_another_proof_is_refused(cluster: Cluster) -> None:
    keys = keys_on_cluster(module_digests(load(cluster.course / "config.yaml")), Tier.CONFINED)
    agreed = {"las": {"reference/reference/las.py": {"las.look_and_say/public/one_run": "timeout"}}}
    data = {"key": certificate_of(keys), "verdicts": agreed}
    (cluster.course / "out").mkdir()
    (cluster.course / "out/agreement.json").write_text(json.dumps(data), "utf-8")
    cluster.start_worker()
    ended = cluster.batch("handins", "--out", "out")
    assert ended.returncode == 1
    assert " is refused: its verdicts differ from those of the other workers: " in ended.stderr
    assert not (cluster.course / "out/grades.json").exists()


@contextmanager
def batch_of(cluster: Cluster, count: int) -> Iterator["subprocess.Popen[str]"]:
    """A batch of so many endless hand-ins, some of which are graded."""
    write_class(cluster.course / "long", {f"s{n}": f"{ENDLESS}# {n}\n" for n in range(count)})
    command = [sys.executable, "-m", "grader", "batch", "long", "--out", "out"]
    with subprocess.Popen(
        [*command, "--scheduler", cluster.address],
        cwd=cluster.course,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as batch:
        until(lambda: rows(cluster.course / "out/results.sqlite") > 0)
        yield batch


def hold_a_shard(cluster: Cluster, pid: int) -> None:
    """Stop what grades for the only worker, and wait until a shard is there that it can't end."""
    for child in descendants(pid):
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGSTOP)
    with Client(cluster.address, set_as_default=False) as client:

        def held() -> set[str]:
            return {key for keys in client.processing().values() for key in keys}

        def stays() -> bool:
            before = held()
            time.sleep(1.0)  # what was done before it stopped is no longer there by then
            return bool(before & held())

        until(stays)


@pytest.mark.soak
def test_a_worker_that_is_killed_while_it_grades_costs_nothing(cluster: Cluster) -> None:
    victim = cluster.start_worker()
    with batch_of(cluster, 12) as batch:
        hold_a_shard(cluster, victim)
        below = descendants(victim)
        cluster.start_worker()
        os.kill(victim, signal.SIGKILL)
        _, said = batch.communicate(timeout=120)
    assert batch.returncode == 0
    assert "is lost; what it had (" in said
    found = grades(cluster.course / "out")
    assert [one["score"] for one in found.values()] == [0.0] * 12
    until(lambda: not any(is_running(pid) for pid in below))


@pytest.mark.soak
def test_a_worker_with_other_checks_is_refused_and_the_others_grade(cluster: Cluster) -> None:
    other = cluster.course / "other"
    other.mkdir()
    (other / "config.yaml").write_text(LAS_ONLY.replace("seed: 1", "seed: 2"), "utf-8")
    cluster.start_worker(other)
    refused = cluster.batch("handins", "--out", "out")
    line = (
        "is refused: its checks, limits or reference of las differ from those of this batch;"
        " give it the same files"
    )
    assert refused.returncode == 1
    assert line in refused.stderr
    assert refused.stderr.splitlines()[-1] == (
        f"grader: no worker at {cluster.address} may grade; see the lines above"
    )
    cluster.start_worker()
    until(lambda: cluster.batch("handins", "--out", "out").returncode == 0)
    assert grades(cluster.course / "out")["ada"]["score"] == 6.0


@pytest.mark.soak
def test_a_worker_whose_boxes_are_too_weak_is_refused(cluster: Cluster) -> None:
    (cluster.course / "strict.yaml").write_text(LAS_ONLY + STRICT, "utf-8")
    cluster.start_worker(PATH="/nowhere")  # no bubblewrap there
    ended = cluster.batch("handins", "--out", "out", "--config", "strict.yaml")
    assert ended.returncode == 1
    assert "needs namespaced; `grader doctor` there says why" in ended.stderr


@pytest.mark.soak
def test_a_worker_without_an_assignment_is_refused(cluster: Cluster) -> None:
    cluster.start_worker(GRADER_CONFIG="absent.yaml")
    ended = cluster.batch("handins", "--out", "out")
    missing = cluster.course / "absent.yaml"
    assert ended.returncode == 1
    assert (
        f"is refused: there is no {missing}; start workers beside config.yaml, or set GRADER_CONFIG"
    ) in " ".join(ended.stderr.split())


@pytest.mark.soak
def test_a_scheduler_that_goes_away_ends_the_run_with_one_line(cluster: Cluster) -> None:
    cluster.start_worker()
    with batch_of(cluster, 4) as batch:
        os.kill(cluster.scheduler, signal.SIGKILL)
        _, said = batch.communicate(timeout=120)
    assert batch.returncode == 1
    assert said.splitlines()[-1] == (
        f"grader: the Dask scheduler at {cluster.address} is gone;"
        " what was graded is kept, go on with --resume"
    )
    assert "Traceback" not in said


def test_where_no_scheduler_is_the_address_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_las_only(tmp_path)
    write_class(tmp_path / "handins", {"ada": HANDINS["ada"]})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("grader.running.dask.CONNECT_SECONDS", 0.5)
    monkeypatch.setattr(logging.root.manager, "disable", 0)  # as it will be again
    nowhere = ["--scheduler", "tcp://127.0.0.1:1"]
    assert main(["batch", "handins", "--out", "out", *nowhere]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("grader: no Dask scheduler at tcp://127.0.0.1:1: ")
