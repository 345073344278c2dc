"""`python -m bench.containers`: the README's first command in real containers, compared.

Each row of `CONTAINERS` is a container that crun makes of an image of Debian's packages, with the
defaults of Docker: its capabilities, masked and read-only paths and system call filter, and no
namespace of its own. A clone of the last commit is set up in it with the container's Python, and
grades the sample class. `grades.json` must be the one that this machine makes, byte for byte, but
for the key `certificate`, and the tier must be 1.

Images are made by debootstrap (40 s each) into build/images and kept there. Needs root, crun and
debootstrap; says in one line what it lacks.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Any

from bench.docker_profile import REFUSED
from bench.environments import DOCKER_CAPABILITIES, ORDINARY_USER, by_student, without_certificate
from bench.small_class import differences

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "build/images"
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,libseccomp2,make,ca-certificates"
CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"
CHECKOUT = "/srv/grader"
# What a container must know of the network that this machine is in.
NETWORK = ("/etc/resolv.conf", "/etc/hosts", CERTIFICATES)
VARIABLES = ("PIP_CERT", "PIP_INDEX_URL", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
# crun knows the cgroups of today only, and here there may be those of old beside them.
CGROUPS = "umount -R -l /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup"
SHOW = ".venv/bin/python -V > out/python.txt; .venv/bin/grader doctor > out/doctor.txt || true"


@dataclass(frozen=True, slots=True)
class Container:
    """One container: which Debian its image is of, and as whom it runs."""

    name: str
    suite: str
    user: int = 0


CONTAINERS = (
    Container("Debian 13, root", "trixie"),
    Container("Debian 13, a user", "trixie", ORDINARY_USER),
    Container("Debian 12, root", "bookworm"),
    Container("Debian 12, a user", "bookworm", ORDINARY_USER),
)


def specification(container: Container, checkout: Path) -> dict[str, Any]:
    """The container in the terms of the OCI runtime specification, version 1.0."""
    capabilities = [f"CAP_{name.upper()}" for name in DOCKER_CAPABILITIES]
    environment = {"PATH": os.defpath, "LANG": "C.UTF-8", "HOME": "/tmp"}
    environment |= {name: os.environ[name] for name in VARIABLES if name in os.environ}
    return {
        "ociVersion": "1.0.0",
        "process": {
            "user": {"uid": container.user, "gid": container.user},
            "args": ["sh", "-c", f"umask 022; make demo && {{ {SHOW}; }}"],
            "env": [f"{name}={value}" for name, value in environment.items()],
            "cwd": CHECKOUT,
            "capabilities": {
                "bounding": capabilities,
                "effective": [] if container.user else capabilities,
                "permitted": [] if container.user else capabilities,
            },
        },
        "root": {"path": str(IMAGES / container.suite)},
        "hostname": "container",
        "mounts": list(_mounts(checkout)),
        "linux": {
            "namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount")],
            "maskedPaths": ["/proc/acpi", "/proc/kcore", "/proc/keys", "/proc/timer_list"],
            "readonlyPaths": ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys"],
            "seccomp": {
                "defaultAction": "SCMP_ACT_ALLOW",
                "syscalls": [{"names": list(REFUSED), "action": "SCMP_ACT_ERRNO"}],
            },
        },
    }


def _mounts(checkout: Path) -> Iterator[dict[str, Any]]:
    yield {"destination": "/proc", "type": "proc", "source": "proc"}
    yield _tmpfs("/dev", "mode=755")
    yield _tmpfs("/dev/shm", "mode=1777")
    yield _tmpfs("/tmp", "mode=1777")
    yield {
        "destination": "/sys",
        "type": "sysfs",
        "source": "sysfs",
        "options": ["nosuid", "noexec", "nodev", "ro"],
    }
    for file in NETWORK:
        yield _shown(file, file, "ro")
    yield _shown(str(checkout), CHECKOUT, "rw")


def _tmpfs(place: str, mode: str) -> dict[str, Any]:
    options = ["nosuid", "strictatime", mode]
    return {"destination": place, "type": "tmpfs", "source": "tmpfs", "options": options}


def _shown(source: str, place: str, access: str) -> dict[str, Any]:
    return {
        "destination": place,
        "type": "bind",
        "source": str(Path(source).resolve()),
        "options": ["rbind", access],
    }


def lacks() -> str:
    """What this machine lacks to run containers, in one line, or nothing."""
    if os.geteuid() != 0:
        return "containers are made by root"
    missing = [name for name in ("crun", "debootstrap") if not shutil.which(name)]
    return (
        f"containers need {' '.join(missing)}: apt install {' '.join(missing)}" if missing else ""
    )


def make_image(suite: str) -> str:
    """Make the image of a Debian in build/images, once; the answer is what went wrong."""
    place = IMAGES / suite
    if place.exists():
        return ""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=IMAGES, ignore_cleanup_errors=True) as folder:
        begun = Path(folder, suite)
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite]
        done = subprocess.run(
            [*command, str(begun), MIRROR], capture_output=True, text=True, check=False
        )
        if done.returncode:
            return (done.stdout + done.stderr).strip().splitlines()[-1]
        begun.rename(place)
    return ""


def run(container: Container, folder: Path) -> str:
    """Grade the sample class in a container; its output is returned if that failed."""
    checkout = folder / "checkout"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(checkout)], check=True)
    for file in (checkout, *checkout.rglob("*")):
        os.chown(file, container.user, container.user, follow_symlinks=False)
    (folder / "config.json").write_text(json.dumps(specification(container, checkout)), "utf-8")
    name = f"grader-{folder.name}-{os.getpid()}"
    crun = f"crun --cgroup-manager=disabled run -b {quote(str(folder))} {quote(name)}"
    done = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", f"{CGROUPS}; exec {crun}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [*done.stdout.strip().splitlines()[-2:], *done.stderr.strip().splitlines()[-3:]]
    return "\n".join(lines) if done.returncode else ""


def _expected(folder: Path) -> str:
    out = folder / "out"
    command = [sys.executable, "-m", "grader", "batch", str(ROOT / "examples/handins")]
    config = ["--out", str(out), "--config", str(ROOT / "config.yaml")]
    subprocess.run([*command, *config], check=True, capture_output=True)
    return without_certificate((out / "grades.json").read_text("utf-8"))


def complaints(failure: str, grades: str, doctor: str, expected: str) -> Iterator[str]:
    """What is not as it must be in a container whose grades must be `expected`."""
    if failure:
        yield failure
    elif not doctor.startswith("isolation tier 1 "):
        yield f"{doctor.partition(',')[0] or 'no isolation tier'} instead of tier 1"
    if grades and grades != expected:
        found = list(differences(by_student(expected), by_student(grades)))
        yield from found or ["grades.json differs, though no grade does"]


def main() -> int:
    """Run the containers and print the table; the exit status is 1 if any of them differs."""
    parser = argparse.ArgumentParser(prog="python -m bench.containers", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="those with TEXT in the name")
    options = parser.parse_args()
    if missing := lacks():
        print(missing)
        return 2
    chosen = [one for one in CONTAINERS if options.only in one.name]
    failures = {suite: make_image(suite) for suite in sorted({one.suite for one in chosen})}
    for suite, failure in failures.items():
        if failure:
            print(f"there is no image of Debian {suite}: {failure}")
    if any(failures.values()):
        return 2
    return 0 if _all_equal(chosen) else 1


def _all_equal(chosen: Sequence[Container]) -> bool:
    print(f"{'container':18} | Python        | verdicts equal | seconds")
    right = True
    with tempfile.TemporaryDirectory(prefix="containers-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        expected = _expected(Path(folder))
        for number, container in enumerate(chosen):
            began, place = time.monotonic(), Path(folder, str(number))
            place.mkdir()
            failure, out = run(container, place), place / "checkout/out"
            grades = "" if failure else without_certificate(_read(out / "grades.json"))
            wrong = list(complaints(failure, grades, _read(out / "doctor.txt"), expected))
            python, equal = _read(out / "python.txt").strip(), "no" if wrong else "yes"
            seconds = time.monotonic() - began
            print(f"{container.name:18} | {python:13} | {equal:14} | {seconds:7.0f}")
            for line in wrong:
                print(f"    {line}")
            sys.stdout.flush()
            right = right and not wrong
    return right


def _read(file: Path) -> str:
    return file.read_text("utf-8", "replace") if file.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
