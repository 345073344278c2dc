"""The outer walls of a nursery: the command that builds them and runs it behind them."""

import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from grader.errors import IsolationUnavailable
from grader.inside.limits import BoxLimits
from grader.inside.lockdown import Tier
from grader.sandbox.walls.interpreter import (
    VERSION,
    base_interpreter,
    own_files,
    package_folders,
    readable_interpreter,
)
from grader.sandbox.walls.launcher import ROOM

NOBODY = 65534
REACHABLE = f"{ROOM}/python"
REACHABLE_PACKAGES = f"{ROOM}/packages"
PACKAGES = "/packages"
# /dev is not bubblewrap's own, which would cost a second user namespace and, with it, the way to
# make inner ones. For those the nursery keeps one capability, in its own namespace only. /proc is
# for the nursery alone, which unmounts it.
NAMESPACES = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    *("--unshare-cgroup-try", "--new-session", "--as-pid-1", "--hostname", "box"),
    *("--cap-drop", "ALL", "--cap-add", "CAP_SYS_ADMIN"),
    *("--proc", "/proc", "--dev-bind", "/dev/null", "/dev/null", "--dir", "/work"),
)


def launch_command(
    tier: Tier, limits: BoxLimits, program: str, packages: str = "", *, dies_with_us: bool
) -> list[str]:
    """The command that runs `program`, the text of a Python program, behind the walls of `tier`.

    `packages` is the folder of those that it may import; `packages_within` says where it is then.
    Raises `IsolationUnavailable` if something that it needs is not installed.
    """
    root = os.getuid() == 0
    command = [_interpreter(tier, root=root), *("-P", "-s", "-S", "-B", "-X", "utf8", "-c")]
    command.append(program)
    reachable: list[tuple[str, str]] = []
    if tier >= Tier.NAMESPACED:
        # The user that root becomes may be unable to reach the interpreter, such as below /root.
        reachable = [(sys.base_prefix, REACHABLE)] if root else []
        if root and packages:
            reachable.append((packages, REACHABLE_PACKAGES))
        command = [*_bubblewrap(reachable, packages, dies_with_us=dies_with_us), *command]
    order = {
        "stack_bytes": limits.stack_bytes,
        "reachable": reachable,
        "user": box_user(tier),
        "dies_with": os.getpid() if dies_with_us else None,
        "command": command,
    }
    launcher = Path(__file__).with_name("launcher.py")
    return [base_interpreter(), "-I", "-S", str(launcher), json.dumps(order)]


def packages_within(tier: Tier, packages: str) -> str:
    """Where boxes of a tier find the folder of packages."""
    return PACKAGES if packages and tier >= Tier.NAMESPACED else packages


def box_user(tier: Tier) -> int | None:
    """The user and group that boxes of this tier belong to, if not the judge's own."""
    return NOBODY if os.getuid() == 0 and tier >= Tier.CONFINED else None


def _interpreter(tier: Tier, *, root: bool) -> str:
    if tier != Tier.CONFINED or not root:
        return base_interpreter()
    program = readable_interpreter()
    if program is None:
        example = f"/usr/bin/{VERSION}"
        raise IsolationUnavailable(
            f"tier 1 as root needs a {VERSION} that other users can read, such as {example}"
        )
    return program


def _bubblewrap(
    reachable: Sequence[tuple[str, str]], packages: str, *, dies_with_us: bool
) -> list[str]:
    program = shutil.which("bwrap")
    if program is None:
        raise IsolationUnavailable("tier 2 needs bubblewrap (bwrap), which is not installed")
    walls = [program, *NAMESPACES]
    if dies_with_us:
        walls.append("--die-with-parent")
    for file in own_files():
        walls += ["--ro-bind", _as_reached(file, reachable), file]
    # Cover the packages that others have installed within the standard library's folders.
    for folder in package_folders():
        walls += ["--tmpfs", folder, "--remount-ro", folder]
    if packages:
        walls += ["--ro-bind", _as_reached(packages, reachable), PACKAGES]
    return [*walls, "--remount-ro", "/", "--chdir", "/", "--"]


def _as_reached(file: str, reachable: Sequence[tuple[str, str]]) -> str:
    for folder, place in reachable:
        if file == folder or file.startswith(folder + os.sep):
            return place + file.removeprefix(folder)
    return file
