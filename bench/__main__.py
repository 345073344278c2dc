"""`python -m bench [--full]`: every target of speed, as ratios in one run, into bench/results.md.

CPU time is compared with CPU time of the same minutes on the same machine, so a busy machine
changes little. Targets that are times on the clock say what the clock said. `--full` grades
a class of 5,000 as well, for three quarters of an hour, into bench/results-full.md.
"""

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from bench import classes, floor, starts, suite_costs, whole
from bench.peers import __main__ as peers
from bench.target import Target, table
from grader.assignment.load import load
from grader.running.boxes import choose_tier
from grader.sandbox.tiers import Tier

RESULTS, FULL_RESULTS = Path("bench/results.md"), Path("bench/results-full.md")


def main() -> int:
    """Measure, print and keep the tables; the exit status is 1 if a target is not met."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--full", action="store_true", help="classes of 5,000 too")
    options = parser.parse_args()
    os.environ.pop(peers.UNCOMPILED, None)
    assignment = load(Path("config.yaml"))
    tier = choose_tier(Tier.CONFINED)
    load_before = os.getloadavg()[0]
    sizes = classes.FULL_SIZES if options.full else classes.SIZES
    targets: list[Target] = []
    _say("target 1: the reference's own code, and what grading it takes")
    targets += floor.measure(assignment, tier)
    _say("whole hand-ins: one with its own tests, with few of them, and without")
    one, by_module = whole.handins(assignment, tier)
    targets += one
    _say("suites of students, beside a plain run of each")
    suites, by_suite = suite_costs.measure(assignment, tier)
    targets += suites
    _say("target 2: side by side with other graders")
    # In a process of its own: its assignment has the library by another path.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        rows = apart.submit(peers.measure).result()
    targets += list(_beside(rows))
    _say(f"targets 3 and 4: classes of {' and '.join(map(str, sizes))}; this takes minutes")
    targets += classes.measure(sizes)
    _say("targets 5 and 6: how long one waits")
    targets += starts.check(assignment)
    targets += starts.boxes(assignment, tier)
    targets += starts.proof(assignment, tier)
    _say(f"a class of {whole.CLASS} like the sample class; this takes minutes")
    targets += whole.classes(assignment)
    targets += whole.demo()
    lines = [*_head(tier, load_before, options.full), *table(targets), ""]
    lines += [*_modules(by_module), "", *_suites(by_suite), "", *_peers(rows)]
    text = "\n".join(lines) + "\n"
    (FULL_RESULTS if options.full else RESULTS).write_text(text, "utf-8")
    print(text, end="")
    return 0 if all(target.met for target in targets) else 1


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _head(tier: Tier, load_before: float, full: bool) -> Iterator[str]:
    yield "# What grading costs"
    yield ""
    made = "make bench FULL=1" if full else "make bench"
    yield f"Made by `{made}`, after `make bench-peers`; where time goes: docs/performance.md."
    yield ""
    yield (
        f"Measured on {os.cpu_count()} cores ({_processor()}), Linux {platform.release()},"
        f" {platform.python_implementation()} {platform.python_version()}, isolation tier"
        f" {int(tier)}; the load when it began was {load_before:.1f}."
    )
    yield ""


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _beside(rows: list[peers.Row]) -> Iterator[Target]:
    """Target 2, against each peer that is installed."""
    times_ours = {row.name: row.times_ours for row in rows}
    for peer, times in (
        ("pytest with hypothesis", 40.0),
        ("pytest, saved inputs", 4.0),
        ("gradescope-utils, saved inputs", 1.0),
    ):
        asked = f"las and alphabeta: {times:g} times less CPU than {peer}"
        if peer in times_ours:
            ratio = times_ours[peer]
            yield Target("2", asked, f"{ratio:.1f} times less", ratio >= times)
        else:
            yield Target("2", asked, "`make bench-peers` installs it", None)


def _modules(by_module: list[str]) -> Iterator[str]:
    yield "## A right hand-in by module"
    yield ""
    yield "CPU of its judge and of its boxes. `test_all` is the reference's, with every example."
    yield ""
    yield from by_module


def _suites(rows: list[str]) -> Iterator[str]:
    yield "## Students' own tests"
    yield ""
    yield "CPU of `test_all` alone, beside pytest's for one run of the same file on the reference."
    yield ""
    yield from rows


def _peers(rows: list[peers.Row]) -> Iterator[str]:
    yield "## Side by side"
    yield ""
    yield "The same 20 examples and 30 properties of las and alphabeta, of the same 100 inputs."
    yield "A forged hand-in answers nothing, and compares equal to everything."
    yield ""
    yield from peers.table(rows)


if __name__ == "__main__":
    sys.exit(main())
