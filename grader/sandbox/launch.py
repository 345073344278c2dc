"""Start a nursery: its order, its process behind the outer walls, and why there may be none.

box.py has the theory of operation.
"""

import base64
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache, lru_cache, partial
from pathlib import Path

from grader.errors import BrokenGrader, IsolationUnavailable
from grader.inside import lockdown
from grader.inside.boot import file_name
from grader.inside.limits import BoxLimits
from grader.inside.lockdown import Filter, Tier
from grader.inside.module_names import file_of
from grader.inside.nursery import READY
from grader.inside.sources import codes_of
from grader.sandbox.nursery import PATIENCE_SECONDS, Nursery, readable
from grader.sandbox.walls.interpreter import library_folders, library_path, time_zones
from grader.sandbox.walls.outer_walls import box_user, launch_command, packages_within
from grader.sandbox.walls.packages import NO_PACKAGES, InstalledPackages
from grader.sandbox.walls.scratch import find_scratch_root

# One that has hung up gets this long to exit by itself, so that the kernel can say how it ended.
GRACE_SECONDS = 2.0
MACHINERY = (
    *("deep_calls", "kernel.listener", "kernel.room", "limits", "lockdown", "nursery"),
    *("packages", "sources"),
)
LANDLOCK_SCOPES_SIGNALS = 6
NO_FILTER = Filter(b"", b"", 0, 0, {})
# How many modules have their code kept: those of a few nurseries.
MODULES = 1024
# For every box, so that the order of a set of strings is the same in each run.
HASH_SEED = "0"


def start_nursery(
    tier: Tier,
    limits: BoxLimits,
    sources: Mapping[str, str],
    code: Mapping[str, str] | None = None,
    library: str = "",
    *,
    packages: InstalledPackages = NO_PACKAGES,
) -> Nursery:
    """A nursery of this tier whose boxes have the modules in `sources` and `code`, and `packages`.

    `sources` maps dotted names to text; the one called `grader.inside.worker` must define
    `prepare(library, packages)`, which returns what a locked box calls with its socket; `library`
    is the name of the assignment's, `packages` are the names of packages. `code` maps file names
    to code (see `grader.running.boxes.pytest_code`). Raises `IsolationUnavailable` if the machine
    can't provide the tier, `BrokenGrader` if somebody kills it before it is ready.
    """
    if sys.platform != "linux":
        raise IsolationUnavailable("boxes need Linux; practice with `make check` needs none")
    # To the kernel, the parent that a process dies with is the *thread* that started it.
    dies = threading.current_thread() is threading.main_thread()
    command = launch_command(tier, limits, _inside("boot"), packages.folder, dies_with_us=dies)
    order = _order(tier, limits, sources, code or {}, library, packages=packages)
    scratch_root = None
    if tier < Tier.NAMESPACED:
        scratch_root = find_scratch_root(limits.scratch_bytes + limits.file_bytes, box_user(tier))
    try:
        process, control = _launched(command, packages.environment)
        return _ready(process, control, order, partial(Nursery, tier, limits, scratch_root))
    except BaseException:
        if scratch_root:
            scratch_root.close()
        raise


def _launched(
    command: Sequence[str], variables: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    # Of this kind, since it keeps messages apart.
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        with theirs:
            process = subprocess.Popen(
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,  # its last line says why it couldn't start
                env={**_environment(), **variables},
                cwd="/",
            )
    except OSError as error:  # such as no /dev/null, or no process that may be started
        ours.close()
        raise BrokenGrader(f"a nursery can't be started: {error}") from error
    return process, ours


def _ready(
    process: subprocess.Popen[bytes],
    ours: socket.socket,
    order: bytes,
    nursery_of: Callable[[subprocess.Popen[bytes], socket.socket], Nursery],
) -> Nursery:
    try:
        _send_order(ours, order)
        if not readable(ours.fileno(), PATIENCE_SECONDS) or ours.recv(1) != READY:
            raise EOFError
        nursery = nursery_of(process, ours)
    except (OSError, EOFError) as error:
        ours.close()
        killed, words = _was_killed(process), _last_words(process)
        if killed:
            raise BrokenGrader("a nursery was killed from outside while it started") from error
        raise IsolationUnavailable(
            f"tier {json.loads(order)['tier']}: {words or error!r}"
        ) from error
    assert process.stderr is not None
    process.stderr.close()
    return nursery


def _environment() -> dict[str, str]:
    return {
        "LD_LIBRARY_PATH": library_path(),
        "PYTHONHASHSEED": HASH_SEED,
        # The address space that threads reserve must be the same on every machine.
        "MALLOC_ARENA_MAX": "1",
    }


def _inside(name: str) -> str:
    return (Path(__file__).parents[1] / "inside" / file_of(name)).read_text("utf-8")


def _order(
    tier: Tier,
    limits: BoxLimits,
    sources: Mapping[str, str],
    code: Mapping[str, str],
    library: str,
    *,
    packages: InstalledPackages,
) -> bytes:
    machinery = {f"grader.inside.{name}": _inside(name) for name in MACHINERY}
    seccomp = seccomp_filter_for(tier) if tier >= Tier.CONFINED else NO_FILTER
    order = {
        "tier": tier,
        "limits": asdict(limits),
        "seccomp": {
            "reporting": base64.b64encode(seccomp.reporting).decode(),
            "silent": base64.b64encode(seccomp.silent).decode(),
            "loader": seccomp.loader,
            "clone": seccomp.clone,
            "taking": list(seccomp.taking.items()),
        },
        "readable": (*library_folders(), *time_zones()),
        "modules": list(sources),
        "sources": machinery | dict(sources),
        "code": compiled(machinery | dict(sources)) | dict(code),
        "library": library,
        "imports": {
            "folder": packages_within(tier, packages.folder),
            "names": list(packages.names),
        },
    }
    return json.dumps(order).encode()


def compiled(sources: Mapping[str, str]) -> dict[str, str]:
    """The code of modules, by file name, as nurseries take it; made once in a process.

    What can't be compiled is left out, so that its import says why.
    """
    files = {file_name(name, sources): text for name, text in sources.items()}
    codes = ((file, _code(file, text)) for file, text in files.items())
    return {file: code for file, code in codes if code}


@lru_cache(MODULES)
def _code(file: str, text: str) -> str:
    return dict(codes_of({file: text})).get(file, "")


@cache
def seccomp_filter_for(tier: Tier) -> Filter:
    """The seccomp program for boxes of this tier; raises `IsolationUnavailable`."""
    try:
        # A machine without libseccomp can't even import this; it still has tier 0.
        from grader.sandbox.kernel.allowed_calls import number_of, seccomp_program, taking_room
    except (ImportError, RuntimeError, OSError) as error:
        raise IsolationUnavailable(f"tier {tier} needs libseccomp and pyseccomp: {error}") from None
    walled = tier >= Tier.NAMESPACED
    scoped = lockdown.landlock_abi() >= LANDLOCK_SCOPES_SIGNALS
    reporting, silent = (
        seccomp_program(may_signal=walled or scoped, walled=walled, reporting=reporting)
        for reporting in (True, False)
    )
    return Filter(reporting, silent, number_of("seccomp"), number_of("clone"), taking_room())


def _send_order(control: socket.socket, order: bytes) -> None:
    # By descriptor, since it is far longer than a message may be.
    with open(os.memfd_create("order"), "w+b") as file:
        file.write(order)
        file.seek(0)
        socket.send_fds(control, [READY], [file.fileno()])


def _was_killed(process: subprocess.Popen[bytes]) -> bool:
    # bubblewrap reports the signal that ended its program as shells do.
    with suppress(subprocess.TimeoutExpired):
        return process.wait(GRACE_SECONDS) in (-signal.SIGKILL, 128 + signal.SIGKILL)
    return False


def _last_words(process: subprocess.Popen[bytes]) -> str:
    process.kill()
    _, words = process.communicate()
    return (words.decode(errors="replace").strip().splitlines() or [""])[-1]
