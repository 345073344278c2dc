"""The launcher, run as the program that it is."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import grader.sandbox.walls.launcher
from grader.sandbox.walls.launcher import ROOM

SAY = "import os, resource; print(os.getuid(), os.getgroups(), resource.getrlimit(3)[0])"
BY_MOUNTS = pytest.mark.skipif(
    subprocess.run(
        ["unshare", "--mount", "true"], check=False, stderr=subprocess.DEVNULL
    ).returncode
    != 0,
    reason="not root, which may mount",
)
AS_ROOT = pytest.mark.skipif(os.getuid() != 0, reason="not root")


def launch(command: list[str], **changes: Any) -> subprocess.CompletedProcess[str]:
    """Run the launcher with an order that asks for nothing but `changes`."""
    order = {"stack_bytes": 64 << 20, "reachable": [], "user": None, "dies_with": None}
    argument = json.dumps(order | {"command": command} | changes)
    return subprocess.run(
        [sys.executable, "-I", "-S", grader.sandbox.walls.launcher.__file__, argument],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_stack_is_allowed_to_grow() -> None:
    said = launch([sys.executable, "-I", "-S", "-c", SAY])
    assert said.stdout.split()[-1] == str(64 << 20)


@AS_ROOT
def test_root_becomes_another_user_without_groups() -> None:
    said = launch(["/usr/bin/env", "id", "-u"], user=65534)
    assert said.stdout == "65534\n"
    said = launch(["/usr/bin/env", "id", "-G"], user=65534)
    assert said.stdout == "65534\n"


@BY_MOUNTS
def test_a_folder_is_shown_to_the_program_and_to_nobody_else(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "file").write_text("text")
    tmp_path.chmod(0o700)
    shown = [(str(folder), f"{ROOM}/shown")]
    said = launch(["/bin/cat", f"{ROOM}/shown/file"], reachable=shown, user=65534)
    assert said.stdout == "text"
    assert not Path(ROOM, "shown").exists()


def test_what_fails_is_reported_in_one_line() -> None:
    said = launch(["/nowhere"])
    assert said.stderr == "launcher: [Errno 2] No such file or directory\n"
    assert said.returncode == 1


def test_a_launcher_does_not_begin_when_the_judge_is_gone() -> None:
    said = launch(["/bin/echo", "begun"], dies_with=os.getpid() + 1)
    assert (said.stdout, said.stderr) == ("", "launcher: the judge is gone\n")
