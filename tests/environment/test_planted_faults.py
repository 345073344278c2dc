"""Machines with a fault: the same verdicts come out, or none; never another one.

Each fault is made for one command alone (see machines.py). What is expected of it is stated: a
machine that has always been good enough must not begin to refuse. Other machines are the rows of
`bench.environments`, with some that have a fault, too, and are not made again here.
"""

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from grader.sandbox.tiers import Tier
from tests.boxed import needs
from tests.environment.machines import run_on
from tests.environment.small_class import verdicts, write_class

# Most of these machines give that one.
pytestmark = needs(Tier.CONFINED)

Verdicts = dict[str, dict[str, str] | None]

NO_BUBBLEWRAP = "[ ! -e /usr/bin/bwrap ] || mount --bind /dev/null /usr/bin/bwrap"
# What is in the place of bubblewrap: a script, where the real one is $WORK/bwrap.
A_BUBBLEWRAP = 'mount --bind "$WORK/stand-in" /usr/bin/bwrap'
DOES_NOTHING = "#!/bin/sh\nexit 0\n"
# Its second to fourth start, which are a judge's first nurseries, end in the middle of the work.
DIES = """#!/bin/sh
here=$(dirname "$0"); here=WORK
case "$1" in --version) exec $here/bwrap "$@";; esac
mkdir $here/starts/$$
number=$(ls $here/starts | wc -l)
if [ $number -gt 1 ] && [ $number -lt 5 ]; then
    (sleep 1; kill -9 $$) </dev/null >/dev/null 2>&1 &
fi
exec $here/bwrap "$@"
"""
# Takes all away that boxes write in, once, while a suite is there.
CLEANER = """
mkdir "$WORK/tmp"; chmod 755 "$WORK/tmp"; export TMPDIR="$WORK/tmp"
(while kill -0 $$ && ! ls "$TMPDIR"/grader-boxes-*/tmp*/test_all.py; do sleep 0.01; done
 rm -rf "$TMPDIR"/*) </dev/null >/dev/null 2>&1 &
"""
DEVICES = """
mount -t tmpfs none /dev
mknod -m 666 /dev/zero c 1 5; mknod -m 666 /dev/urandom c 1 9; ln -s /proc/self/fd /dev/fd
"""
# Calls that the kernel answers as one would that lacks them, or as Docker's default filter does.
FILTER = """
import errno, os, sys
from pyseccomp import ALLOW, ERRNO, MASKED_EQ, Arg, SyscallFilter
rules = SyscallFilter(ALLOW)
number = getattr(errno, sys.argv[1])
for name in sys.argv[2].split(","):
    rules.add_rule(ERRNO(number), name)
if number == errno.EPERM:
    rules.add_rule(ERRNO(errno.ENOSYS), "clone3")
    for flag in [1 << bit for bit in (17, 25, 26, 27, 28, 29, 30)]:
        rules.add_rule(ERRNO(number), "clone", Arg(0, MASKED_EQ, flag, flag))
rules.load()
os.execvp(sys.argv[3], sys.argv[3:])
"""
NO_LANDLOCK = ("ENOSYS", "landlock_create_ruleset,landlock_add_rule,landlock_restrict_self")
DOCKER = ("EPERM", "unshare,setns,mount,umount2,pivot_root,fsopen,fsmount,move_mount,bpf,keyctl")
DOCKERS_CAPABILITIES = ",".join(
    f"+{name}"
    for name in (
        *("chown", "dac_override", "fowner", "fsetid", "kill", "mknod", "net_bind_service"),
        *("net_raw", "setfcap", "setgid", "setpcap", "setuid", "sys_chroot"),
    )
)


@dataclass(frozen=True, slots=True)
class Fault:
    """How a machine comes to have a fault, and what becomes of a class there.

    `before` is put before the command. `ends`: "same" verdicts, "refused", or "same or broken".
    `keeps_bubblewrap` says that it is there, and needed.
    """

    machine: str = ""
    before: tuple[str, ...] = ()
    stand_in: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    ends: str = "same"
    keeps_bubblewrap: bool = False


def filtered(refused: tuple[str, str]) -> tuple[str, ...]:
    return (sys.executable, "-c", FILTER, *refused)


FAULTS = {
    "no bubblewrap": Fault(NO_BUBBLEWRAP),
    "bubblewrap does nothing": Fault(A_BUBBLEWRAP, stand_in=DOES_NOTHING),
    "bubblewrap dies half way": Fault(A_BUBBLEWRAP, stand_in=DIES, ends="same or broken"),
    "TMPDIR is closed to others": Fault(
        f'{NO_BUBBLEWRAP}; mkdir -m 700 "$WORK/tmp"; export TMPDIR="$WORK/tmp"'
    ),
    "TMPDIR is on a full disk": Fault(
        f'{NO_BUBBLEWRAP}; mkdir "$WORK/tmp"; mount -t tmpfs -o size=64k none "$WORK/tmp"\n'
        'cat /dev/zero >"$WORK/tmp/all" 2>/dev/null || true; export TMPDIR="$WORK/tmp"'
    ),
    "TMPDIR is read-only": Fault(
        f'{NO_BUBBLEWRAP}; mkdir "$WORK/tmp"; mount -t tmpfs -o ro none "$WORK/tmp"\n'
        'export TMPDIR="$WORK/tmp"'
    ),
    "a cleaner takes boxes' folders": Fault(NO_BUBBLEWRAP + CLEANER, ends="same"),
    "no /dev/null": Fault(DEVICES, ends="refused"),
    "/dev/null is a file": Fault(
        f'{NO_BUBBLEWRAP}; : >"$WORK/null"; chmod 666 "$WORK/null"\n'
        'mount --bind "$WORK/null" /dev/null',
    ),
    "HOME is not there": Fault(environment={"HOME": "/not/there"}),
    "no Landlock, but bubblewrap": Fault(before=filtered(NO_LANDLOCK), keeps_bubblewrap=True),
    "no Landlock and no bubblewrap": Fault(
        NO_BUBBLEWRAP, before=filtered(NO_LANDLOCK), ends="refused"
    ),
    "Docker's filter and capabilities": Fault(
        before=(
            *("setpriv", "--inh-caps", "-all", "--bounding-set", f"-all,{DOCKERS_CAPABILITIES}"),
            *filtered(DOCKER),
        )
    ),
    "no capability at all": Fault(
        before=("setpriv", "--inh-caps", "-all", "--bounding-set", "-all"), ends="refused"
    ),
}


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Verdicts:
    """The verdicts on this machine as it is."""
    _, found = graded(Fault(), tmp_path_factory.mktemp("expected"))
    assert found is not None
    return found


def graded(fault: Fault, work: Path) -> tuple[tuple[int, str], Verdicts | None]:
    """Grade the class on a machine with a fault: exit status and errors, and the verdicts."""
    if shutil.which("bwrap") is None and (fault.keeps_bubblewrap or fault.stand_in):
        pytest.skip("there is no bubblewrap that could be hidden or kept")
    for folder in (work, *work.parents):  # pytest's own are for one user
        mode = folder.stat().st_mode
        if mode | 0o011 != mode:
            folder.chmod(mode | 0o011)
    write_class(work)
    prepare_stand_in(fault, work)
    command = [sys.executable, "-m", "grader", "batch", str(work / "handins")]
    options = ["--out", str(work / "out"), "--jobs", "1", "--config", str(work / "config.yaml")]
    machine = f'export WORK="{work}"\n{fault.machine}'
    done = run_on(machine, [*fault.before, *command, *options], fault.environment)
    return (done.returncode, done.stderr), verdicts(work / "out")


def prepare_stand_in(fault: Fault, work: Path) -> None:
    """Put the bubblewrap of a fault where its machine takes it from."""
    if fault.stand_in:
        shutil.copy(shutil.which("bwrap") or "", work / "bwrap")
        (work / "starts").mkdir(mode=0o777)
        (work / "starts").chmod(0o777)
        (work / "stand-in").write_text(fault.stand_in.replace("WORK", str(work)), "utf-8")
        (work / "stand-in").chmod(0o755)


def test_the_class_has_right_and_wrong_hand_ins(expected: Verdicts) -> None:
    statuses = {student: set((found or {}).values()) for student, found in expected.items()}
    assert statuses == {
        "adalovelace": {"passed"},
        "faulty": {"passed", "failed"},
        "notes": {"passed", "failed"},
    }


@pytest.mark.soak
@pytest.mark.parametrize("name", FAULTS)
def test_a_machine_with_a_fault_changes_no_verdict(
    name: str, tmp_path: Path, expected: Verdicts
) -> None:
    fault = FAULTS[name]
    (status, errors), found = graded(fault, tmp_path)
    assert "Traceback" not in errors
    if fault.ends == "refused":
        assert (status, found) == (1, None), errors
        assert len(errors.strip().splitlines()) == 1
        return
    assert found is not None, errors
    if fault.ends == "same or broken":
        found = {one: expected[one] if got is None else got for one, got in found.items()}
        status = 0 if status == 1 else status
    assert (found, status) == (expected, 0), errors
