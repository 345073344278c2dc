"""Boxes that run what a test gives them, at every tier that this machine offers."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import dedent
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from grader.inside.limits import FOR_A_TRIAL, BoxLimits
from grader.inside.nursery import WORKER
from grader.sandbox.nursery import Exit, SpawnedBox
from grader.sandbox.tiers import Nursery, Tier, probe, start_nursery
from grader.sandbox.walls.interpreter import readable_interpreter

BEST = probe().tier
# Root's boxes of tier 1 run as nobody, who may not be able to read the Python that runs the tests.
NOBODY_CAN_START = os.getuid() == 0 and readable_interpreter() is None
OFFERED = [Tier(n) for n in range(BEST + 1) if not (n == Tier.CONFINED and NOBODY_CAN_START)]
LOCKED = [tier for tier in OFFERED if tier >= Tier.CONFINED]

# Stands where the real worker would: it runs what it gets and sends what `result` then is.
# Memory that the box shares with its judge is there as `shared`.
OBEDIENT = '''
import errno
import json
import os

def tried(function, *arguments):
    """The name of the error that a call raises, or a list of what it did."""
    try:
        return ["did", repr(function(*arguments))[:100]]
    except OSError as error:
        return errno.errorcode.get(error.errno, "OSError")
    except BaseException as error:
        return type(error).__name__

def prepare(library, packages):
    return serve

def serve(sock, **shared):
    while text := sock.recv(1 << 20):
        names = {"tried": tried, **shared}
        try:
            exec(text.decode(), names)
            answer = names.get("result")
        except BaseException as error:
            answer = "raised " + type(error).__name__ + ": " + str(error)
        sock.sendall(json.dumps(answer).encode() + bytes([10]))
    os._exit(0)
'''


def needs(tier: Tier) -> pytest.MarkDecorator:
    """Skips a test where this machine doesn't give that tier (see `conftest.REMEDIES`)."""
    if tier == Tier.CONFINED and NOBODY_CAN_START:
        return pytest.mark.skip(reason="no Python that other users can read")
    return pytest.mark.skipif(tier > BEST, reason=f"isolation tier {min(tier, BEST + 1):d}")


def tiers(least: Tier = Tier.NONE, most: Tier = Tier.METERED) -> list[ParameterSet]:
    """Every tier from one to another, as parameters; those that are not given here are skipped."""
    return [
        pytest.param(tier, id=tier.name.lower(), marks=needs(tier))
        for tier in Tier
        if least <= tier <= most
    ]


class Boxed:
    """A box of the nursery, and what it says."""

    def __init__(self, nursery: Nursery, shared_bytes: int = 0) -> None:
        self.nursery = nursery
        self.spawned: SpawnedBox = nursery.spawn(shared_bytes)

    def ask(self, program: str) -> None:
        """Send a program, without waiting for its end."""
        self.spawned.sock.sendall(dedent(program).encode())

    def run(self, program: str) -> Any:
        """What `result` is at the end of the program, or "ended" if the box is at its end."""
        self.ask(program)
        answer = b""
        while not answer.endswith(b"\n"):
            chunk = self.spawned.sock.recv(1 << 16)
            if not chunk:
                return "ended"
            answer += chunk
        return json.loads(answer)

    def end(self) -> Exit:
        """How the box ended, which it must do by itself."""
        return self.nursery.wait(self.spawned, timeout=60.0)


@contextmanager
def a_nursery(tier: Tier, limits: BoxLimits | None = None) -> Iterator[Nursery]:
    """A nursery whose boxes run what tests give them."""
    nursery = start_nursery(tier, limits or FOR_A_TRIAL, {WORKER: OBEDIENT})
    try:
        yield nursery
    finally:
        nursery.close()


@contextmanager
def a_box(nursery: Nursery, shared_bytes: int = 0) -> Iterator[Boxed]:
    """A box that is killed afterwards."""
    box = Boxed(nursery, shared_bytes)
    try:
        yield box
    finally:
        box.spawned.sock.close()
        nursery.kill(box.spawned)
        nursery.wait(box.spawned, timeout=60.0)
