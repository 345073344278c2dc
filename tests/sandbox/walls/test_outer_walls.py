"""The command that puts a nursery behind its outer walls."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.errors import IsolationUnavailable
from grader.inside.limits import FOR_A_TRIAL
from grader.inside.lockdown import Tier
from grader.sandbox.walls import outer_walls
from grader.sandbox.walls.outer_walls import NOBODY, launch_command

LIMITS = replace(FOR_A_TRIAL, stack_bytes=123 << 20)
AS_ROOT = pytest.mark.skipif(os.getuid() != 0, reason="not root")


@pytest.fixture(autouse=True)
def programs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Walls are only written down here, so that programs by their names are enough."""
    program = tmp_path / "bwrap"
    program.touch(mode=0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(outer_walls, "readable_interpreter", lambda: "/usr/bin/python3")


def order_of(tier: Tier, *, dies_with_us: bool = True) -> dict[str, object]:
    """What the launcher is asked to do."""
    *program, argument = launch_command(tier, LIMITS, "pass", dies_with_us=dies_with_us)
    assert program[1:3] == ["-I", "-S"]
    assert program[3].endswith("launcher.py")
    order: dict[str, object] = json.loads(argument)
    return order


def command_of(tier: Tier, *, dies_with_us: bool = True) -> list[str]:
    command = order_of(tier, dies_with_us=dies_with_us)["command"]
    assert isinstance(command, list)
    return command


@pytest.mark.parametrize("tier", list(Tier))
def test_every_tier_allows_the_stack_and_runs_the_program_isolated(tier: Tier) -> None:
    assert order_of(tier)["stack_bytes"] == 123 << 20
    assert command_of(tier)[-8:] == ["-P", "-s", "-S", "-B", "-X", "utf8", "-c", "pass"]


@AS_ROOT
def test_root_becomes_nobody_before_any_tier_that_counts() -> None:
    """T1: bubblewrap started by root would map its inner users to root outside."""
    assert [order_of(tier)["user"] for tier in Tier] == [None, NOBODY, NOBODY, NOBODY]


def test_bubblewrap_is_called_with_walls_of_every_kind() -> None:
    """T6: among them no /dev of its own, which would nest a second user namespace."""
    command = command_of(Tier.NAMESPACED)
    walls = command[: command.index("--")]
    kinds = ("user", "pid", "net", "ipc", "uts")
    assert [kind for kind in kinds if f"--unshare-{kind}" not in walls] == []
    assert "--dev" not in walls
    assert "--bind" not in walls
    assert walls[walls.index("--cap-drop") + 1] == "ALL"


def test_bubblewrap_shows_no_folder_of_ours() -> None:
    shown = [word for word in command_of(Tier.NAMESPACED) if word.startswith("/")]
    ours = [path for path in sys.path if path.endswith(("-packages", "handout"))]
    assert [word for word in shown if word in ours or word == os.getcwd()] == []


def test_only_who_is_asked_to_dies_with_us() -> None:
    assert "--die-with-parent" in command_of(Tier.NAMESPACED)
    assert "--die-with-parent" not in command_of(Tier.NAMESPACED, dies_with_us=False)
    assert order_of(Tier.NONE)["dies_with"] == os.getpid()
    assert order_of(Tier.NONE, dies_with_us=False)["dies_with"] is None


def test_without_bubblewrap_tier_2_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(IsolationUnavailable, match="needs bubblewrap"):
        launch_command(Tier.NAMESPACED, LIMITS, "pass", dies_with_us=True)


@AS_ROOT
def test_tier_1_as_root_needs_a_python_that_others_can_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outer_walls, "readable_interpreter", lambda: None)
    with pytest.raises(IsolationUnavailable, match="that other users can read, such as /usr/bin"):
        launch_command(Tier.CONFINED, LIMITS, "pass", dies_with_us=True)
