"""Arguments that several commands take, and what may stand there."""

import argparse
import os
from collections.abc import Callable
from pathlib import Path

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


def shard(text: str) -> tuple[int, int]:
    """One of so many parts of a class, as an argument: `3/64`."""
    number, slash, all_of_them = text.partition("/")
    if slash and number.isdecimal() and all_of_them.isdecimal():
        found = int(number), int(all_of_them)
        if 1 <= found[0] <= found[1]:
            return found
    raise argparse.ArgumentTypeError(f"{text!r} is not a shard such as 3/64: the third of 64")


def count(text: str) -> int:
    """A number from 1 on, as an argument."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)
