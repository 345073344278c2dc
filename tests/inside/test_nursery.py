"""What a nursery does for its judge, and what happens to its boxes when somebody dies."""

import os
import select
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.inside.lockdown import LIST_FOLDERS, READ, READ_FILES
from grader.inside.nursery import readable_within
from grader.sandbox.tiers import Nursery, Tier
from tests.boxed import Boxed, a_box, a_nursery, tiers

REPOSITORY = Path(__file__).parents[2]
FOR_EVER = "while True: pass"
PATIENCE_SECONDS = 30.0


@pytest.fixture(scope="module", params=tiers())
def nursery(request: pytest.FixtureRequest) -> Iterator[Nursery]:
    with a_nursery(request.param) as nursery:
        yield nursery


def test_a_nursery_holds_no_module_of_the_judge(nursery: Nursery) -> None:
    with a_box(nursery) as box:
        found = box.run(
            "import sys; result = sorted(name for name in sys.modules if name.startswith('grader'))"
        )
    assert found == [
        "grader",
        "grader.inside",
        "grader.inside.deep_calls",
        "grader.inside.kernel",
        "grader.inside.kernel.listener",
        "grader.inside.kernel.room",
        "grader.inside.limits",
        "grader.inside.lockdown",
        "grader.inside.nursery",
        "grader.inside.packages",
        "grader.inside.worker",
    ]


def test_a_nursery_holds_no_installed_package(nursery: Nursery) -> None:
    with a_box(nursery) as box:
        path, outcome = box.run("import sys; result = [sys.path, tried(__import__, 'pytest')]")
    assert not [folder for folder in path if "-packages" in folder]
    assert outcome == "ModuleNotFoundError"


def test_boxes_know_nothing_of_each_other(nursery: Nursery) -> None:
    with a_box(nursery) as one, a_box(nursery) as other:
        one.run("import math; math.pi = 3; open('note', 'w').write('x')")
        found = other.run("import math, os; result = [math.pi > 3.1, os.listdir()]")
    assert found == [True, []]


def test_a_box_ends_when_the_end_of_its_lease_comes(nursery: Nursery) -> None:
    """Whoever asked for the box is gone, without a word: the nursery kills it."""
    box = Boxed(nursery)
    box.ask(FOR_EVER)
    os.close(box.spawned.lease)
    assert ended(box.spawned.pidfd)
    box.spawned.sock.close()
    os.close(box.spawned.pidfd)
    with a_box(nursery) as another:
        assert another.run("result = 42") == 42


@pytest.mark.parametrize("tier", tiers())
def test_a_box_ends_with_its_nursery(tier: Tier) -> None:
    with a_nursery(tier) as nursery:
        box = Boxed(nursery)
        box.ask(FOR_EVER)
        nursery._process.kill()
        assert ended(box.spawned.pidfd)
        box.spawned.sock.close()


def test_a_child_of_the_judge_may_die_at_any_moment(nursery: Nursery) -> None:
    """Its boxes die with it, and the nursery goes on serving its parent."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        box = Boxed(nursery)
        box.ask(FOR_EVER)
        os.write(writer, str(box.spawned.pid).encode())
        time.sleep(PATIENCE_SECONDS)
        os._exit(0)
    box_process = int(os.read(reader, 32))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert gone(box_process)
    with a_box(nursery) as box:
        assert box.run("result = 42") == 42
    os.close(reader)
    os.close(writer)


def test_a_reply_that_nobody_waited_for_is_not_taken_for_another(
    nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A judge's child died between its request and the reply."""
    with monkeypatch.context() as patch:
        patch.setattr("grader.sandbox.nursery._receive", lambda _control: os._exit(0))
        child = os.fork()
        if child == 0:
            nursery.spawn()
    os.waitpid(child, 0)
    with a_box(nursery) as one, a_box(nursery) as other:
        assert one.run("result = 1") == 1
        assert other.run("result = 2") == 2


@pytest.mark.parametrize("where", ["main", "other"])
@pytest.mark.parametrize("tier", tiers())
def test_a_killed_judge_leaves_no_process_behind(tier: Tier, where: str) -> None:
    """Neither a nursery nor a busy box, whichever thread of the judge started them."""
    program = f"""
        import threading, time
        from grader.sandbox.tiers import Tier
        from tests.boxed import Boxed, a_nursery
        def judge():
            with a_nursery(Tier({tier:d})) as nursery:
                boxes = [Boxed(nursery), Boxed(nursery)]
                [box.ask("while True: pass") for box in boxes]
                nurse = nursery._process.pid
                print(nurse, *[box.spawned.pid for box in boxes], flush=True)
                time.sleep({PATIENCE_SECONDS})
        if {where == "other"}:
            threading.Thread(target=judge).start()
        else:
            judge()
    """
    judge = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)],
        stdout=subprocess.PIPE,
        cwd=REPOSITORY,
        text=True,
    )
    assert judge.stdout is not None
    processes = [int(word) for word in judge.stdout.readline().split()]
    judge.kill()
    judge.communicate()
    assert len(processes) == 3
    assert [process for process in processes if not gone(process)] == []


def ended(pidfd: int) -> bool:
    """Whether a process ends, or has ended, while one may reasonably wait."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(PATIENCE_SECONDS * 1000))


def gone(pid: int) -> bool:
    """Whether a process ends, or has ended, while one may reasonably wait."""
    try:
        pidfd = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return ended(pidfd)
    finally:
        os.close(pidfd)


def test_packages_within_a_folder_are_not_what_boxes_may_read(tmp_path: Path) -> None:
    folder = str(tmp_path)
    for name in ("json", "site-packages"):
        (tmp_path / name).mkdir()
    (tmp_path / "os.py").touch()
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere")
    assert [*readable_within(folder)] == [(folder, READ)]
    (tmp_path / "site-packages/pip").mkdir()
    assert dict(readable_within(folder)) == {
        folder: LIST_FOLDERS,
        f"{folder}/json": READ,
        f"{folder}/os.py": READ_FILES,
    }
    assert [*readable_within(f"{folder}/os.py")] == []
