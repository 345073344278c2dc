"""Options that several commands take, and what becomes of them: an assignment, a tier, a folder."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.commands.terminal import Terminal
from grader.errors import UsageError
from grader.sandbox import doctor
from grader.sandbox.tiers import IsolationReport, Tier, probe
from grader.sandbox.walls.packages import installed

Verb = Callable[..., argparse.ArgumentParser]


def add_handin(parser: argparse.ArgumentParser) -> None:
    """HANDIN: one hand-in."""
    parser.add_argument(
        "submission", type=Path, metavar="HANDIN", help="a folder, an archive or a .py file"
    )


def add_results(parser: argparse.ArgumentParser) -> None:
    """OUT and --handins: results, and the hand-ins that they are of."""
    parser.add_argument("out", type=Path, metavar="OUT", help="the --out of grade or batch")
    parser.add_argument(
        "--handins", type=Path, metavar="FOLDER", help="where the hand-ins are, if they moved"
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """--jobs: how many hand-ins are graded at a time."""
    # Some hand-ins sleep, and every box is waited for at times; as many again use the cores then.
    twice = 2 * cores()
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=twice,
        metavar="N",
        help=f"hand-ins to grade at a time (default: {twice})",
    )


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of jobs (1 to 1024)")
    return int(text)


def count(text: str) -> int:
    """A number from 1 on, as an argument."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def minimum_of(assignment: Assignment) -> Tier:
    """The weakest isolation that the assignment accepts."""
    tiers = {"none": Tier.NONE, "confined": Tier.CONFINED, "namespaces": Tier.NAMESPACED}
    return tiers.get(assignment.isolation.minimum.value, Tier.METERED)


def tier_for(assignment: Assignment, machine: IsolationReport | None = None) -> Tier:
    """The tier in which hand-ins are graded on this machine; says if packages come first."""
    tier = doctor.tier_of(machine or probe(), minimum_of(assignment))
    if assignment.lock is not None and installed(assignment.lock, tier) is None:
        names = ", ".join(assignment.imports)
        Terminal().note(f"installing {names} for boxes, once, as {assignment.lock} pins it …")
    return tier


def load_for(handin: Path, options: argparse.Namespace) -> Assignment:
    """The assignment; what is in the hand-in may not say which code grades."""
    if _is_in(handin, options.config):
        raise UsageError(
            f"{options.config}: it is in the hand-in; go to the assignment's folder, "
            "or name the assignment's file with --config"
        )
    return load(options.config)


def refuse_within(handins: Path, out: Path) -> None:
    """Results in a hand-in may be the student's own."""
    if _is_in(handins, out):
        raise UsageError(f"{out}: it is in what is handed in; choose a folder outside with --out")


def _is_in(folder: Path, path: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())
