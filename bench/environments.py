"""`python -m bench.environments`: the same verdicts in every environment that a course may have.

Each row of `ENVIRONMENTS` is one machine, made of this one: a private mount namespace masks what
has to be missing, and nothing outside of it changes. In each of them `grader` says its tier,
grades a class and verifies a few planted hand-ins. `grades.json` must be the first row's, byte for
byte, but for the key `certificate`, and the tier must be the one in the row. What
differs is printed, and the exit status is 1.

In each row the sample class is graded, and the tests of the box are run; with `--quick`, a class
with one hand-in of each kind is graded instead of both.

Needs root, for mounts; says in one line what it lacks.
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
from dataclasses import dataclass, field
from pathlib import Path
from shlex import join, quote

from bench.small_class import differences

ROOT = Path(__file__).parents[1]
CLASS = ROOT / "bench/environment_class"
# Hand-ins of it whose las.py is the reference's.
WITH_REFERENCE = ("right", "weak_suite")
ORDINARY_USER = 1000
# Everything that a cell needs of the outside is bound here, in its own mount namespace.
STAGE = "/mnt"
OUT = f"{STAGE}/out"
TESTS = ("tests/sandbox/test_box.py", "tests/inside/test_nursery.py")

NO_CGROUPS = "mount -t tmpfs -o ro none /sys/fs/cgroup"
NO_BWRAP = f"mount --bind /dev/null {shutil.which('bwrap') or '/usr/bin/bwrap'}"
NO_PROC_SYS = "mount -t tmpfs -o ro,mode=000 none /proc/sys"
NO_SHM = f"""
mount -t tmpfs -o mode=755 none {STAGE}/dev
for name in null zero full random urandom tty; do
  touch {STAGE}/dev/$name; mount --bind /dev/$name {STAGE}/dev/$name
done
ln -s /proc/self/fd {STAGE}/dev/fd
mount --move {STAGE}/dev /dev
"""
# What a Docker container may not touch, and what it can't see.
DOCKER_MOUNTS = """
mount --bind -o ro /proc/sys /proc/sys; mount -o remount,bind,ro /proc/sys
mount -t tmpfs -o ro none /proc/acpi || true
for name in kcore keys timer_list; do
  [ ! -e /proc/$name ] || mount --bind /dev/null /proc/$name
done
mount -o remount,bind,ro /sys/fs/cgroup || mount -t tmpfs -o ro none /sys/fs/cgroup
"""
DOCKER_CAPABILITIES = (
    *("chown", "dac_override", "fowner", "fsetid", "kill", "setgid", "setuid", "setpcap"),
    *("net_bind_service", "net_raw", "sys_chroot", "mknod", "audit_write", "setfcap"),
)


def fake_bwrap(said: str, version: str = "0.8.0") -> str:
    """Shell lines that put a program in bubblewrap's place that can't do what it is asked."""
    program = f"""#!/bin/sh
if [ "$1" = --version ]; then echo "bubblewrap {version}"; exit 0; fi
echo "bwrap: {said}" >&2
exit 1
"""
    place = shutil.which("bwrap") or "/usr/bin/bwrap"
    file = f"{STAGE}/bin/bwrap"
    make = f"printf %s {quote(program)} > {file}; chmod 755 {file}"
    return f"{make}; mount --bind {file} {place}"


@dataclass(frozen=True, slots=True)
class Environment:
    """One machine: the tier that it must give, and in what it differs from this one.

    `mask` are shell lines for its mount namespace; `place` is where the checkout is; `variables`
    with the value None are unset.
    """

    name: str
    tier: int
    mask: tuple[str, ...] = ()
    user: int = 0
    place: str = "/tmp/grader"
    read_only: bool = False
    variables: dict[str, str | None] = field(default_factory=dict)
    umask: str = "022"
    docker: bool = False


BWRAP_IS_TOO_OLD = fake_bwrap("Unknown option --as-pid-1", "0.1.8")
BWRAP_FAILS = fake_bwrap("Creating new namespace failed: Operation not permitted")
ODD_PLACE = "/srv/Prüfung im Herbst"
NOWHERE = "/nowhere/at all"
USER = ORDINARY_USER

ENVIRONMENTS = (
    Environment("tier 3, root", 3),
    Environment("tier 2, root", 2, (NO_CGROUPS,)),
    Environment("tier 1, root", 1, (NO_BWRAP,)),
    Environment("tier 2, a user", 2, user=USER),
    Environment("tier 1, a user", 1, (NO_BWRAP,), user=USER),
    Environment("bubblewrap too old", 1, (BWRAP_IS_TOO_OLD,)),
    Environment("bubblewrap fails", 1, (BWRAP_FAILS,)),
    Environment("Docker's profile, root", 1, (DOCKER_MOUNTS,), docker=True),
    Environment("Docker's profile, a user", 1, (DOCKER_MOUNTS,), user=USER, docker=True),
    Environment("path with blank and umlaut", 3, place=ODD_PLACE),
    Environment("path with blank and umlaut, tier 1", 1, (NO_BWRAP,), place=ODD_PLACE),
    Environment("read-only checkout", 3, read_only=True),
    Environment("read-only checkout, tier 1, a user", 1, (NO_BWRAP,), USER, read_only=True),
    Environment("TMPDIR set", 3, variables={"TMPDIR": f"{STAGE}/own"}),
    Environment("TMPDIR set, tier 1", 1, (NO_BWRAP,), variables={"TMPDIR": f"{STAGE}/own"}),
    Environment("TMPDIR not there", 3, variables={"TMPDIR": NOWHERE}),
    Environment("TMPDIR not there, tier 1", 1, (NO_BWRAP,), variables={"TMPDIR": NOWHERE}),
    Environment("umask 077", 3, umask="077"),
    Environment("umask 077, tier 1", 1, (NO_BWRAP,), umask="077"),
    Environment("umask 077, tier 1, a user", 1, (NO_BWRAP,), USER, umask="077"),
    Environment("HOME unset", 3, variables={"HOME": None}),
    Environment("HOME unset, tier 1, a user", 1, (NO_BWRAP,), USER, variables={"HOME": None}),
    Environment("LANG=C", 3, variables={"LANG": "C", "LC_ALL": "C"}),
    Environment(
        "LANG=C, blank and umlaut, tier 1",
        1,
        (NO_BWRAP,),
        place=ODD_PLACE,
        variables={"LANG": "C", "LC_ALL": "C"},
    ),
    Environment("another time zone", 3, variables={"TZ": "Pacific/Chatham"}),
    Environment("another time zone, tier 1", 1, (NO_BWRAP,), variables={"TZ": "Pacific/Chatham"}),
    Environment("no /dev/shm", 3, (NO_SHM,)),
    Environment("no /dev/shm, tier 1", 1, (NO_BWRAP, NO_SHM)),
    # Where a part of /proc is covered, the kernel lets no namespace mount a /proc of its own.
    Environment("no /proc/sys", 1, (NO_PROC_SYS,)),
    Environment("no /proc/sys, a user", 1, (NO_PROC_SYS,), USER),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """What became of an environment: its tier and grades, and what else is not as it should be."""

    tier: int
    grades: str
    faults: tuple[str, ...]
    seconds: float


def script_of(environment: Environment, commands: Sequence[str]) -> str:
    """The shell script that makes the environment, in a mount namespace of its own, and runs."""
    return "\n".join(
        [
            "set -e",
            *_staged(environment),
            *environment.mask,
            f"umask {environment.umask}",
            f"cd {quote(environment.place)}",
            f"exec {join(_as_who(environment))} sh -c {quote('; '.join(commands))}",
        ]
    )


def _staged(environment: Environment) -> Iterator[str]:
    place = quote(environment.place)
    yield f"out=$1; mkdir -p {STAGE}"
    # Whatever is mounted over, these two can still be reached by their descriptors.
    yield f'exec 8< {quote(str(ROOT))} 9< "$out"'
    yield f"mount -t tmpfs -o mode=755 none {STAGE}"
    yield f"mkdir {STAGE}/checkout {OUT} {STAGE}/bin {STAGE}/dev {STAGE}/python"
    yield f"mkdir -m 1777 {STAGE}/own"
    yield f"mount --bind /proc/self/fd/8 {STAGE}/checkout; mount --bind /proc/self/fd/9 {OUT}"
    yield "exec 8<&- 9<&-"
    yield from _readable_python()
    yield "mount -t tmpfs -o mode=1777 none /tmp; mount -t tmpfs -o mode=755 none /srv"
    yield f"mkdir -p {place}; mount --bind {STAGE}/checkout {place}"
    if environment.read_only:
        yield f"mount -o remount,bind,ro {place}"


def _readable_python() -> Iterator[str]:
    # Everybody must reach the interpreter, which may be below a folder such as /root.
    prefix = Path(sys.base_prefix)
    closed = [one for one in prefix.parents if not one.stat().st_mode & 0o001]
    if closed:
        kept, shown = quote(f"{STAGE}/python"), quote(str(prefix))
        yield f"mount --bind {shown} {kept}"
        yield f"mount -t tmpfs -o mode=755 none {quote(str(closed[-1]))}"
        yield f"mkdir -p {shown}; mount --bind {kept} {shown}"


def _as_who(environment: Environment) -> list[str]:
    words = []
    if environment.docker:
        words += [_python(environment), "-m", "bench.docker_profile"]
    kept = ",".join(["-all", *(f"+{name}" for name in DOCKER_CAPABILITIES)])
    if environment.docker or environment.user:
        words += ["setpriv", "--inh-caps", "-all"]
    if environment.docker:
        words += ["--bounding-set", kept]
    if environment.user:
        user = str(environment.user)
        words += ["--reuid", user, "--regid", user, "--clear-groups"]
    return words or ["env"]


def _python(environment: Environment) -> str:
    return f"{environment.place}/.venv/bin/python"


def _commands(environment: Environment, whole: bool) -> Iterator[tuple[str, list[str]]]:
    """What is run in an environment: a name for its output, and the command."""
    grader = [_python(environment), "-m", "grader"]
    handins, config = f"{environment.place}/examples/handins", f"{environment.place}/config.yaml"
    if not whole:
        handins, config = f"{OUT}/class", f"{OUT}/config.yaml"
    yield "doctor", [*grader, "doctor"]
    yield "batch", [*grader, "batch", handins, "--out", f"{OUT}/report", "--config", config]
    if whole:
        only = ["faulty/counts_from_zero", "right/suite", "reference"]
        for number, text in enumerate(only):
            yield f"verify{number}", [*grader, "verify", "--only", text]
        options = ["-q", "-p", "no:cacheprovider"]
        yield "tests", [_python(environment), "-m", "pytest", *options, *TESTS]
    else:
        yield "verify", [*grader, "verify", "--only", "faulty/counts_from_zero"]


def run(environment: Environment, folder: Path, whole: bool) -> Cell:
    """Make an environment and run the commands in it; `folder` is for what they write."""
    folder.mkdir()
    if not whole:
        _write_class(environment, folder)
    for file in (folder, *folder.rglob("*")):
        os.chown(file, environment.user, environment.user)
    commands = dict(_commands(environment, whole))
    lines = [
        f"{join(command)} > {OUT}/{name}.txt 2>&1; echo $? > {OUT}/{name}.status"
        for name, command in commands.items()
    ]
    began = time.monotonic()
    apart = ("unshare", "--mount", "--propagation", "private", "sh", "-c")
    done = subprocess.run(
        [*apart, script_of(environment, lines), "environment", str(folder)],
        env=_variables(environment),
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.monotonic() - began
    faults = [line for line in done.stderr.splitlines()[:3] if done.returncode]
    faults += [fault for name in commands for fault in _fault(folder, name)]
    return Cell(_tier(folder), _grades(folder), tuple(faults), seconds)


def _write_class(environment: Environment, folder: Path) -> None:
    shutil.copytree(CLASS / "handins", folder / "class")
    for name in WITH_REFERENCE:
        shutil.copy(ROOT / "reference/las.py", folder / "class" / name)
    config = (CLASS / "config.yaml").read_text("utf-8")
    (folder / "config.yaml").write_text(config.replace("CHECKOUT", environment.place), "utf-8")


def _variables(environment: Environment) -> dict[str, str]:
    variables: dict[str, str | None] = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root" if not environment.user else f"{STAGE}/own",
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{environment.place}:{environment.place}/handout",
        "PYTHONDONTWRITEBYTECODE": "1",
        **environment.variables,
    }
    return {name: value for name, value in variables.items() if value is not None}


def _fault(folder: Path, name: str) -> Iterator[str]:
    status = _read(folder / f"{name}.status").strip()
    if status != "0":
        lines = _read(folder / f"{name}.txt").strip().splitlines()
        yield f"{name} ended with status {status or 'none'}: {(lines or [''])[-1][:200]}"


def _tier(folder: Path) -> int:
    words = _read(folder / "doctor.txt").split()
    return int(words[2]) if words[:2] == ["isolation", "tier"] else -1


def _grades(folder: Path) -> str:
    text = _read(folder / "report/grades.json")
    return without_certificate(text) if text else ""


def without_certificate(text: str) -> str:
    """`grades.json` without what is said of the machine that graded; all else as it is."""
    found = json.loads(text)
    found.pop("certificate", None)
    return json.dumps(found, ensure_ascii=False)


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except FileNotFoundError:
        return ""


def complaints(environment: Environment, cell: Cell, expected: str) -> Iterator[str]:
    """What is not as it must be in an environment whose grades must be `expected`."""
    yield from cell.faults
    if cell.tier != environment.tier:
        yield f"tier {cell.tier} instead of {environment.tier}"
    if not cell.grades:
        yield "there are no grades"
    elif cell.grades != expected:
        old, new = (by_student(text) for text in (expected, cell.grades))
        yield from list(differences(old, new)) or ["grades.json differs, though no grade does"]


def by_student(grades: str) -> dict[str, object]:
    """What a `grades.json` says of each student."""
    return {one["student"]: one for one in json.loads(grades)["submissions"]}


def lacks() -> str:
    """What this machine lacks to make others of itself, in one line, or nothing."""
    if os.geteuid() != 0:
        return "environments are made by mounts, which only root may make"
    tried = ["unshare", "--mount", "--propagation", "private", "mount", "-t", "tmpfs", "x", STAGE]
    done = subprocess.run(tried, capture_output=True, text=True, check=False)
    said = done.stderr.strip()
    return f"environments are made by mounts, which are refused here: {said}" if said else ""


def main() -> int:
    """Run the environments and print the table; the exit status is 1 if any of them differs."""
    parser = argparse.ArgumentParser(prog="python -m bench.environments", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small class, and no tests")
    parser.add_argument("--only", default="", metavar="TEXT", help="those with TEXT in the name")
    options = parser.parse_args()
    if missing := lacks():
        print(missing)
        return 2
    chosen = [one for one in ENVIRONMENTS if options.only in one.name]
    return 0 if _all_equal(chosen, whole=not options.quick) else 1


def _all_equal(chosen: Sequence[Environment], *, whole: bool) -> bool:
    width = max(len(one.name) for one in ENVIRONMENTS)
    print(f"{'environment':{width}} | tier | verdicts equal | seconds")
    expected, right = "", True
    with tempfile.TemporaryDirectory(prefix="environments-", dir="/var/tmp") as folder:
        Path(folder).chmod(0o755)
        for number, environment in enumerate(chosen):
            cell = run(environment, Path(folder, str(number)), whole)
            expected = expected or cell.grades
            wrong = list(complaints(environment, cell, expected))
            equal = "no" if cell.grades != expected or not expected else "yes"
            print(f"{environment.name:{width}} | {cell.tier:4} | {equal:14} | {cell.seconds:7.0f}")
            for line in wrong:
                print(f"    {line}")
            sys.stdout.flush()
            right = right and not wrong
    return right


if __name__ == "__main__":
    sys.exit(main())
