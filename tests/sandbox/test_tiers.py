"""Nurseries and boxes as a judge sees them: how boxes end, what stays, what the machine offers."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import grader.sandbox.tiers
from bench.remains import cells
from grader.errors import BrokenGrader, IsolationUnavailable
from grader.inside.limits import FOR_A_TRIAL
from grader.inside.lockdown import Filter
from grader.inside.nursery import WORKER
from grader.sandbox.kernel.allowed_calls import number_of
from grader.sandbox.kernel.processes import cpu_seconds
from grader.sandbox.nursery import SpawnedBox, _shared
from grader.sandbox.tiers import (
    ADVICE,
    Fact,
    Nursery,
    Tier,
    probe,
    start_nursery,
)
from grader.sandbox.walls.scratch import PREFIX
from tests.boxed import Boxed, a_box, a_nursery, needs, tiers


@pytest.fixture(scope="module", params=tiers())
def nursery(request: pytest.FixtureRequest) -> Iterator[Nursery]:
    with a_nursery(request.param) as nursery:
        yield nursery


def finished(box: Boxed) -> Boxed:
    """The box, after its socket was closed."""
    box.spawned.sock.close()
    return box


def test_a_box_that_exits_is_reported_by_its_status(nursery: Nursery) -> None:
    box = Boxed(nursery)
    assert box.run("import os; os._exit(7)") == "ended"
    ending = finished(box).end()
    assert (ending.code, ending.signal, ending.oom) == (7, None, False)


def test_a_box_that_is_killed_is_reported_by_the_signal(nursery: Nursery) -> None:
    box = Boxed(nursery)
    nursery.kill(box.spawned)
    ending = finished(box).end()
    assert (ending.code, ending.signal) == (None, signal.SIGKILL)


def test_waiting_and_killing_again_changes_nothing(nursery: Nursery) -> None:
    box = Boxed(nursery)
    nursery.kill(box.spawned)
    nursery.kill(box.spawned)
    ending = finished(box).end()
    nursery.kill(box.spawned)
    assert box.end() == ending


def test_waiting_for_a_box_that_lives_runs_out_of_time(nursery: Nursery) -> None:
    with a_box(nursery) as box, pytest.raises(TimeoutError, match="has not ended"):
        nursery.wait(box.spawned, timeout=0.01)


def test_the_kernel_counts_the_cpu_time_and_the_memory(nursery: Nursery) -> None:
    box = Boxed(nursery)
    box.run("x = b'x' * (50 << 20); import time\nwhile time.process_time() < 0.2: pass")
    used = cpu_seconds(box.spawned.pid)
    nursery.kill(box.spawned)
    ending = finished(box).end()
    assert used >= 0.19
    assert ending.cpu_seconds >= 0.19
    assert ending.max_rss_bytes > 50 << 20


def test_its_process_id_is_the_one_that_the_judge_sees(nursery: Nursery) -> None:
    with a_box(nursery) as box:
        status = Path(f"/proc/{box.spawned.pid}/status").read_text()
        inner = box.run("import os; result = os.getpid()")
    numbers = next(line for line in status.splitlines() if line.startswith("NSpid:")).split()
    assert int(numbers[-1]) == inner
    assert inner == (1 if nursery.tier >= Tier.NAMESPACED else box.spawned.pid)


def test_a_worker_that_fails_ends_its_box(nursery: Nursery) -> None:
    sources = {WORKER: "def prepare(library, packages):\n    return int"}
    failing = start_nursery(nursery.tier, FOR_A_TRIAL, sources)
    box = failing.spawn()
    assert box.sock.recv(1) == b""
    box.sock.close()
    ending = failing.wait(box, timeout=60.0)
    failing.close()
    assert ending.signal is None


@pytest.mark.parametrize("tier", tiers(Tier.CONFINED))
def test_a_box_that_can_not_lock_itself_in_never_serves(
    tier: Tier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is a fault of the grader and says so; the nursery goes on."""
    no_program = b"\xff" * 16
    no_filter = Filter(no_program, no_program, number_of("seccomp"), 0, {})
    monkeypatch.setattr("grader.sandbox.launch.seccomp_filter_for", lambda _tier: no_filter)
    with a_nursery(tier) as nursery:
        with pytest.raises(BrokenGrader, match="a box could not lock itself in: OSError"):
            nursery.spawn()
        with pytest.raises(BrokenGrader, match="prctl: Invalid argument"):
            nursery.spawn()


def test_closing_leaves_no_process_folder_cgroup_or_descriptor(nursery: Nursery) -> None:
    before = traces()
    with a_nursery(nursery.tier) as another:
        process = another._process.pid
        boxes = [Boxed(another) for _ in range(3)]
        pids = [box.spawned.pid for box in boxes]
        boxes[0].ask("while True: pass")
        boxes[1].run("open('file', 'w').write('x' * 1000)")
    for box in boxes:
        box.spawned.sock.close()
        os.close(box.spawned.lease)
        os.close(box.spawned.pidfd)
    assert traces(another) == before
    assert not any(Path(f"/proc/{pid}").exists() for pid in [process, *pids])


def test_boxes_made_ahead_are_boxes_like_others_and_leave_nothing(nursery: Nursery) -> None:
    before = traces(nursery)
    with nursery.looking_ahead():
        for number in range(4):
            with a_box(nursery) as box:
                found = box.run(
                    f"import sys; result = [{number}, getattr(sys, 'seen', 0)]; sys.seen = 1"
                )
                assert found == [number, 0]
    assert traces(nursery) == before


# As large as the transcript of a solution's box, more or less; not a whole number of pages.
SHARED_BYTES = 2_400_004


def test_a_box_and_its_judge_share_memory(nursery: Nursery) -> None:
    with a_box(nursery, SHARED_BYTES) as box:
        memory = box.spawned.shared
        assert memory is not None
        memory[-3:] = b"one"
        found = box.run("result = [len(shared), shared[-3:].decode(), any(shared[:-3])]")
        assert found == [SHARED_BYTES, "one", False]
        box.run("shared[:3] = b'two'")
        assert memory[:3] == b"two"


def test_what_a_box_has_written_stays_there_when_it_has_ended(nursery: Nursery) -> None:
    with a_box(nursery, SHARED_BYTES) as box:
        assert box.run("shared[-3:] = b'end'; import os; os._exit(3)") == "ended"
        memory = box.spawned.shared
    assert memory is not None
    assert memory[-3:] == b"end"


def test_no_two_boxes_share_memory(nursery: Nursery) -> None:
    with a_box(nursery, SHARED_BYTES) as one, a_box(nursery, SHARED_BYTES) as other:
        one.run("shared[:3] = b'one'")
        assert other.run("result = any(shared[:])") is False


def test_a_box_that_was_asked_for_without_memory_has_none(nursery: Nursery) -> None:
    with a_box(nursery, SHARED_BYTES), a_box(nursery) as box:
        assert box.spawned.shared is None
        assert box.run("result = 'shared' in globals()") is False


SHRINKS = """
    import os
    result = [tried(shared.resize, 1)]
    for descriptor in range(64):
        result.append(tried(os.ftruncate, descriptor, 1))
"""


def test_a_box_can_not_take_memory_away_from_its_judge(nursery: Nursery) -> None:
    """Which would end the judge when it reads there; the box has no descriptor of it."""
    with a_box(nursery, SHARED_BYTES) as box:
        resized, *truncated = box.run(SHRINKS)
        assert not isinstance(resized, list)
        assert set(truncated) <= {"EBADF", "EINVAL", "ENOSYS", "EPERM"}
        memory = box.spawned.shared
        assert memory is not None
        assert len(memory[:]) == SHARED_BYTES


def test_shared_memory_keeps_its_size_even_for_a_descriptor() -> None:
    memory, [descriptor] = _shared(SHARED_BYTES)
    for size in (0, SHARED_BYTES - 5000, SHARED_BYTES + 5000):
        with pytest.raises(PermissionError):
            os.ftruncate(descriptor, size)
    os.close(descriptor)
    assert len(memory[:]) == SHARED_BYTES


def test_memory_and_boxes_that_share_it_leave_nothing(nursery: Nursery) -> None:
    before, outside = traces(nursery), descriptors_of(nursery)
    for _ in range(3):
        with a_box(nursery, SHARED_BYTES) as box:
            box.run("shared[0] = 1")
    assert descriptors_of(nursery) == outside
    del box
    assert traces(nursery) == before


def descriptors_of(nursery: Nursery) -> int:
    """How many descriptors the process of a nursery has."""
    return len(os.listdir(f"/proc/{nursery._process.pid}/fd"))


def test_boxes_made_ahead_have_the_memory_that_was_asked_for(nursery: Nursery) -> None:
    """Each kind is made ahead by itself, as for a suite's runs; none has another one's memory."""
    before = traces(nursery)
    with nursery.looking_ahead():
        for _ in range(3):
            for size in (SHARED_BYTES, 0, 5000):
                with a_box(nursery, size) as box:
                    program = "result = [len(shared), shared[0]] if 'shared' in globals() else []"
                    assert box.run(program) == ([size, 0] if size else [])
                    box.run("shared[0] = 1")
                    shared = box.spawned.shared
                    assert shared is None or shared[0] == 1
    del box, shared
    assert traces(nursery) == before


def test_a_box_made_ahead_that_nobody_could_use_costs_nothing(
    nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, made = nursery._spawn, []

    def once(shared_bytes: int) -> SpawnedBox:
        if made:
            raise BrokenGrader("no more boxes")
        made.append(real(shared_bytes))
        return made[0]

    monkeypatch.setattr(nursery, "_spawn", once)
    with nursery.looking_ahead(), a_box(nursery) as box:
        assert box.run("result = 1") == 1


DEEP_AND_LOCKED = """
    import os
    os.umask(0o777), os.mkdir("locked"), os.umask(0)
    try:
        for _ in range(3000):
            os.mkdir("x", 0o700), os.chdir("x")
    except OSError:
        pass  # a small scratch folder holds fewer
    result = "done"
"""


@pytest.mark.parametrize("tier", tiers())
def test_folders_made_to_stay_are_cleared_away(tier: Tier) -> None:
    """Too deep for a recursive walk, and closed to everybody."""
    before = traces()
    with a_nursery(tier) as nursery, a_box(nursery) as box:
        assert box.run(DEEP_AND_LOCKED) == "done"
    assert traces(nursery) == before


def traces(nursery: Nursery | None = None) -> list[str]:
    """What this process has, and has made for a nursery: descriptors, folders, cgroups."""
    found = [f"{n}:{os.readlink(f'/proc/self/fd/{n}')}" for n in range(64) if is_open(n)]
    folders = [str(path) for path in Path("/tmp").glob(f"{PREFIX}{os.getpid()}.*/*")]
    name = nursery._cells.name if nursery and nursery._cells else "no cells"
    cgroups = [str(path) for path in cells() if name in path.name]
    return sorted(found + folders + cgroups)


def is_open(descriptor: int) -> bool:
    return os.path.lexists(f"/proc/self/fd/{descriptor}")


def test_a_lost_nursery_is_a_fault_of_ours() -> None:
    with a_nursery(Tier.NONE) as nursery:
        nursery._process.kill()
        nursery._process.wait()
        with pytest.raises(BrokenGrader, match="the nursery does not answer"):
            nursery.spawn()


@pytest.mark.parametrize("tier", tiers(Tier.NAMESPACED))
def test_no_box_has_a_file_system_with_our_folders_in_it(tier: Tier) -> None:
    with a_nursery(tier) as nursery, a_box(nursery) as box:
        pid = box.spawned.pid
        mounts = Path(f"/proc/{pid}/mountinfo").read_text()
        root = f"/proc/{pid}/root"
        top = sorted(os.listdir(root)) if os.access(root, os.R_OK) else []
    assert str(Path(grader.sandbox.tiers.__file__).parent) not in mounts
    assert " - proc " not in mounts
    assert not {"etc", "home", "tmp", "work/main"} & set(top)


@needs(Tier.METERED)
def test_a_box_over_its_cgroups_limit_is_reported_as_out_of_memory() -> None:
    limits = replace(FOR_A_TRIAL, memory_bytes=256 << 20)
    with a_nursery(Tier.METERED, limits) as nursery:
        box = Boxed(nursery)
        assert box.spawned.cell is not None
        (box.spawned.cell.memory / "memory.limit_in_bytes").write_text(str(16 << 20))
        assert box.run("x = bytearray(100 << 20)") == "ended"
        ending = finished(box).end()
    assert ending.oom
    assert ending.signal == signal.SIGKILL


def test_the_probe_finds_a_tier_and_says_what_it_tried() -> None:
    report = probe()
    facts = {fact.name: fact for fact in report.facts}
    assert report.tier in list(Tier)
    assert {"Landlock", "seccomp", "bubblewrap", "namespaces", "cgroups"} <= set(facts)
    assert all(fact.detail for fact in report.facts)
    assert len(report.advice) == sum(not fact.available for fact in report.facts)


def test_without_bubblewrap_the_tier_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    report = probe()
    missing = Fact("bubblewrap", False, "no bwrap on PATH")
    assert report.tier in (Tier.CONFINED, Tier.NONE)
    assert missing in report.facts
    assert ADVICE["bubblewrap"] in report.advice


def test_without_libseccomp_the_tier_is_0(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(tier: Tier) -> Filter:
        raise IsolationUnavailable(f"tier {tier:d} needs libseccomp")

    monkeypatch.setattr("grader.sandbox.launch.seccomp_filter_for", missing)
    monkeypatch.setattr("grader.sandbox.tiers.seccomp_filter_for", missing)
    report = probe()
    assert report.tier == Tier.NONE
    assert Fact("seccomp", False, "tier 2 needs libseccomp") in report.facts


def test_a_judge_behind_a_socket_keeps_its_descriptors_to_itself(nursery: Nursery) -> None:
    """A box can send none along with its bytes; without walls the kernel drops them."""
    send = "socket.send_fds, socket.socket(fileno=os.dup(3)), [b' '], [0, 1, 2]"
    with a_box(nursery) as box:
        before = len(os.listdir("/proc/self/fd"))
        said = box.run(f"import os, socket\nresult = tried({send})")
        assert said == "ENOSYS" or nursery.tier is Tier.NONE
        assert len(os.listdir("/proc/self/fd")) == before


def test_an_ordinary_user_gets_boxes_too() -> None:
    python = "/usr/bin/python3"
    packages = Path(pytest.__file__).parents[1]
    repository = Path(__file__).parents[2]
    if os.getuid() != 0 or not Path(python).exists():
        pytest.skip("not root, so that all other tests say it")
    program = (
        "from tests.boxed import *\n"
        "for tier in OFFERED:\n"
        "    with a_nursery(tier) as nursery, a_box(nursery) as box:\n"
        "        print(tier.name, box.run('import os; result = os.getuid()'))\n"
    )
    said = subprocess.run(
        [python, "-B", "-c", program],
        env={"PYTHONPATH": f"{repository}:{packages}", "PATH": os.defpath},
        user=1000,
        group=1000,
        extra_groups=[],
        capture_output=True,
        text=True,
        check=False,
    )
    if "ModuleNotFoundError" in said.stderr or "Permission" in said.stderr:
        pytest.skip("this user can't read the repository or its environment")
    assert said.stderr == ""
    assert said.stdout.split()[:4] == ["NONE", "1000", "CONFINED", "1000"]


def test_a_socket_pair_is_all_that_connects_judge_and_box(nursery: Nursery) -> None:
    with a_box(nursery) as box:
        assert box.spawned.sock.family == socket.AF_UNIX
        assert box.spawned.sock.type == socket.SOCK_STREAM
