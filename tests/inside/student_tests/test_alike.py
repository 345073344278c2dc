"""Clocks and random numbers of suites are alike in every process, and still pass and differ."""

import subprocess
import sys

import pytest

from tests.support import ROOT

# It replaces the clocks of its whole process.
BEGIN = """
import timeit
from grader.inside.student_tests.alike import begin_test, make_alike
make_alike()
import os, queue, random, secrets, time, uuid
from datetime import date, datetime, timezone
"""
SOURCES = (
    *("random.random()", "random.Random(time.time()).random()", "random.SystemRandom().random()"),
    *("secrets.token_hex()", "uuid.uuid4()", "uuid.uuid1()", "os.urandom(9)", "os.getrandom(9)"),
    *("datetime.now()", "datetime.now(timezone.utc)", "datetime.today()", "date.today()"),
    *("time.time()", "time.time_ns()", "time.monotonic()", "time.perf_counter_ns()"),
    *("time.process_time()", "time.thread_time()", "time.clock_gettime(time.CLOCK_REALTIME)"),
    *("timeit.default_timer()",),
    *("time.localtime()", "time.gmtime(None)", "time.ctime()", "time.strftime('%c')"),
)


def printed(text: str) -> list[str]:
    """What Python prints for a text, in a process of its own."""
    command = [sys.executable, "-c", BEGIN + text]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")


def test_every_source_gives_the_same_in_every_process() -> None:
    text = "\n".join(f"print({source!r}, {source})" for source in (*SOURCES, *SOURCES))
    assert printed(text) == printed(text)


def test_a_test_is_given_the_same_whatever_ran_before_it() -> None:
    alone = f"begin_test(7)\nprint([{', '.join(SOURCES)}])"
    before = f"begin_test(3); [{', '.join(SOURCES)}]; time.sleep(0.001)\n"
    assert printed(alone) == printed(before + alone)


def test_garbage_is_looked_for_at_the_same_moments_whatever_was_before() -> None:
    text = "import gc; before = [[] for _ in range({})]; make_alike(); print(gc.get_count())"
    assert printed(text.format(0)) == printed(text.format(300))


@pytest.mark.parametrize("clock", ["time.time", "time.monotonic", "datetime.now"])
def test_time_passes_with_each_look_and_with_sleep(clock: str) -> None:
    text = f"one, two = {clock}(), {clock}(); time.sleep(0.5); print(one < two < {clock}(), end='')"
    assert printed(text) == ["True"]


def test_what_waits_in_the_library_has_an_end() -> None:
    text = """
import asyncio
asyncio.run(asyncio.sleep(0.01))
try:
    queue.Queue().get(timeout=0.01)
except queue.Empty:
    print("empty", end="")
"""
    assert printed(text) == ["empty"]


def test_a_seed_gives_what_it_gives_in_plain_python() -> None:
    plain = "import random; print(random.Random(3).random(), end='')"
    assert printed(plain) == ["0.23796462709189137"]


def test_a_given_time_is_read_as_in_plain_python() -> None:
    assert printed(
        "print(time.gmtime(0).tm_year, time.strftime('%Y', time.gmtime(0)), end='')"
    ) == ["1970 1970"]
