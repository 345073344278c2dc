"""Which isolation this machine can provide, found by trying, and the sandbox's public names.

A tier counts only if a box of that tier starts here. box.py has the theory of operation.
"""

import shutil
import subprocess
from dataclasses import dataclass
from typing import NamedTuple

from grader.errors import BrokenGrader, GraderError
from grader.inside.limits import FOR_A_TRIAL
from grader.inside.lockdown import Tier, landlock_abi
from grader.inside.nursery import WORKER
from grader.sandbox.kernel.cgroups import find_meter
from grader.sandbox.launch import seccomp_filter_for, start_nursery
from grader.sandbox.nursery import Nursery
from grader.sandbox.walls.interpreter import readable_interpreter
from grader.sandbox.walls.outer_walls import box_user
from grader.sandbox.walls.scratch import ADVICE as FOLDER_ADVICE
from grader.sandbox.walls.scratch import find_scratch_root

__all__ = ["Fact", "IsolationReport", "Nursery", "Tier", "probe", "start_nursery"]

TRIAL = {WORKER: "def prepare(library, packages):\n    return lambda sock: sock.recv(1)\n"}
# So that a machine isn't refused for one nursery that somebody has killed.
TRIES = 3
ADVICE = {
    "Landlock": "use a kernel with Landlock (5.13 or newer, with `landlock` among its `lsm=`)",
    "seccomp": "install libseccomp2, and pyseccomp into the grader's environment",
    "bubblewrap": "install bubblewrap (Debian, Ubuntu: `apt install bubblewrap`)",
    "namespaces": "let this user make user namespaces and mount in them (Ubuntu 24.04: `sysctl"
    " kernel.apparmor_restrict_unprivileged_userns=0`; Docker: `--security-opt"
    " seccomp=unconfined --security-opt systempaths=unconfined`)",
    "confinement": "see what is said of confinement: without it, grade only your own code here",
    "cgroups": "run as root, or in a cgroup of your own (`systemd-run --user --scope -p"
    " Delegate=yes`)",
    "folder": FOLDER_ADVICE,
    "interpreter": "install a Python of the grader's version where every user can read it",
}


class Fact(NamedTuple):
    """One thing that was tried on this machine."""

    name: str
    available: bool
    detail: str


@dataclass(frozen=True, slots=True)
class IsolationReport:
    """The strongest tier that this machine provides, why, and what would raise it."""

    tier: Tier
    facts: tuple[Fact, ...]
    advice: tuple[str, ...]


def probe() -> IsolationReport:
    """Try what this machine offers, by locking a box in; never raises."""
    cgroups, namespaces = _cgroups(), _trial("namespaces", Tier.NAMESPACED)
    facts = [_landlock(), _seccomp(), bubblewrap(), cgroups, _interpreter(), namespaces]
    # With namespaces, the weaker tier needs no trial: it wouldn't be used.
    if namespaces.available:
        tier = Tier.METERED if cgroups.available else Tier.NAMESPACED
    else:
        folder, confinement = _folder(), _trial("confinement", Tier.CONFINED)
        facts += [folder, confinement]
        tier = Tier.CONFINED if confinement.available else Tier.NONE
    advice = tuple(ADVICE[fact.name] for fact in facts if not fact.available)
    return IsolationReport(tier, tuple(facts), advice)


def _landlock() -> Fact:
    abi = landlock_abi()
    return Fact("Landlock", abi > 0, f"ABI {abi}" if abi else "not in this kernel")


def _seccomp() -> Fact:
    try:
        size = len(seccomp_filter_for(Tier.NAMESPACED).reporting)
    except (GraderError, OSError) as error:
        return Fact("seccomp", False, str(error))
    return Fact("seccomp", True, f"a program of {size // 8} instructions")


def bubblewrap() -> Fact:
    """Which bubblewrap there is, or why none can be run."""
    program = shutil.which("bwrap")
    if program is None:
        return Fact("bubblewrap", False, "no bwrap on PATH")
    try:
        said = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Fact("bubblewrap", False, str(error))
    return Fact("bubblewrap", True, f"{said.stdout.strip()} at {program}")


def _cgroups() -> Fact:
    try:
        meter = find_meter()
    except OSError as error:
        return Fact("cgroups", False, str(error))
    return Fact("cgroups", True, f"memory and pids, in {meter.memory}")


def _interpreter() -> Fact:
    program = readable_interpreter()
    if program is None:
        return Fact("interpreter", False, "other users can read no Python of this version")
    return Fact("interpreter", True, f"{program} can be run by every user")


def _folder() -> Fact:
    """Where boxes without a file system of their own have their files."""
    try:
        scratch_root = find_scratch_root(FOR_A_TRIAL.scratch_bytes, box_user(Tier.CONFINED))
    except GraderError as error:
        return Fact("folder", False, str(error))
    scratch_root.close()
    return Fact("folder", True, f"boxes' files are in {scratch_root.path.parent}")


def _trial(name: str, tier: Tier) -> Fact:
    """Start a nursery of this tier and lock a box in.

    Tries again if somebody else broke it: that says nothing about the machine.
    """
    said = ""
    for _ in range(TRIES):
        try:
            _lock_a_box_in(tier)
        except BrokenGrader as error:
            said = str(error)
        except (GraderError, OSError) as error:
            return Fact(name, False, str(error))
        else:
            return Fact(name, True, f"a box of tier {tier:d} locked itself in")
    return Fact(name, False, said)


def _lock_a_box_in(tier: Tier) -> None:
    nursery = start_nursery(tier, FOR_A_TRIAL, TRIAL)
    try:
        box = nursery.spawn()
        box.sock.close()
        nursery.wait(box, timeout=10.0)
    finally:
        nursery.close()
