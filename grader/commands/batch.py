"""Grade every hand-in in a folder.

example: grader batch handins --out out
"""

import argparse
from math import inf

from grader.commands.usage.arguments import (
    add_jobs,
    add_out,
    add_output,
    named,
    number_up_to,
    part_of,
)

GROUP = "every day"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    parser.add_argument(
        "folder",
        type=named,
        metavar="FOLDER",
        help="the folder of hand-ins, or a download as one .zip",
    )
    add_out(parser)
    add_jobs(parser)
    parser.add_argument(
        "--scheduler", default="", metavar="ADDRESS", help="grade on the Dask cluster at ADDRESS"
    )
    some = parser.add_mutually_exclusive_group()
    some.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help="grade only students with TEXT in id, name or e-mail; results of others are kept",
    )
    some.add_argument(
        "--sample",
        type=number_up_to(inf, "a number from 1"),
        metavar="N",
        help="grade N students first, the same ones in each run; the next run grades the rest",
    )
    some.add_argument(
        "--shard",
        type=part_of,
        metavar="K/N",
        help="grade the K-th of N parts of the class; `grader merge` makes one report of all",
    )
    parser.add_argument(
        "--attempts", action="store_true", help="also grade earlier attempts, to show progress"
    )
    parser.add_argument(
        "--names",
        default="",
        metavar="REGEX",
        help="pattern of the hand-ins' names: (?P<student>…), perhaps (?P<file>…) and others",
    )
    parser.add_argument(
        "--resume", action="store_true", help="refuse to start unless DIR has earlier results"
    )


def run(options: argparse.Namespace) -> int:
    """Grade what isn't known yet, and write the report."""
    from grader.commands.classes.whole import grade_whole

    return grade_whole(options)
