"""Arguments that several commands take."""

import argparse
import os
import re
from collections.abc import Callable
from pathlib import Path

_ADDRESS = re.compile(r"https?://[^\s/][!-~]*")


def named(text: str) -> Path:
    """A path with a name: an unset shell variable must not mean this folder."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def address(text: str) -> str:
    """Where something is on the web, up to a last `/`, or nowhere; raises `ArgumentTypeError`."""
    if not text:
        return ""
    if not _ADDRESS.fullmatch(text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not an address of the web, such as https://example.edu/hw9"
        )
    return f"{text.removesuffix('/')}/"


def heading(text: str) -> str:
    """The heading of a column, in one line, or none; raises `ArgumentTypeError`."""
    if not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!r} is no heading of a column")
    return text


def add_output(parser: argparse.ArgumentParser) -> None:
    """--quiet and --json: show less, or show it for programs."""
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="show no progress and no summary"
    )
    parser.add_argument(
        "--json", action="store_true", help="print the result as JSON, for programs"
    )


def add_handin(parser: argparse.ArgumentParser) -> None:
    """HANDIN: one hand-in."""
    parser.add_argument(
        "submission", type=named, metavar="HANDIN", help="a folder, an archive or a .py file"
    )


def add_out(parser: argparse.ArgumentParser) -> None:
    """--out: the folder to grade a class into."""
    parser.add_argument(
        "--out", type=named, required=True, metavar="DIR", help="where to write results and report"
    )


def add_results(parser: argparse.ArgumentParser) -> None:
    """OUT and --handins: results, and where their hand-ins are."""
    parser.add_argument("out", type=named, metavar="OUT", help="the --out of grade or batch")
    parser.add_argument(
        "--handins", type=named, metavar="FOLDER", help="where the hand-ins are, if they moved"
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """--jobs: how many hand-ins are graded at a time."""
    # Some hand-ins sleep, and boxes cause waits; twice as many jobs keep the cores busy.
    twice = 2 * cores()
    parser.add_argument(
        "--jobs",
        type=number_up_to(1024, "a number of jobs (1 to 1024)"),
        default=twice,
        metavar="N",
        help=f"hand-ins to grade at a time (default: {twice})",
    )


def part_of(text: str) -> tuple[int, int]:
    """K/N: the K-th of N parts; raises `ArgumentTypeError`."""
    number, slash, parts = text.partition("/")
    if slash and number.isdecimal() and parts.isdecimal():
        found = int(number), int(parts)
        if 1 <= found[0] <= found[1]:
            return found
    raise argparse.ArgumentTypeError(f"{text!r} is not a part such as 3/64: the third of 64")


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0))


def number_up_to(most: float, what: str) -> Callable[[str], int]:
    """A parser for whole numbers from 1; `what` describes them in errors."""

    def read(text: str) -> int:
        if not text.isdecimal() or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
        return int(text)

    return read
