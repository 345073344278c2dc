"""The arguments of commands that grade: batch, merge, grade, check and debug."""

import argparse
from pathlib import Path

from grader.commands.arguments.shared import Verb, add_handin, add_jobs, count, shard


def add_grading(verb: Verb) -> None:
    """Declare these commands and their arguments."""
    many = verb(
        "batch",
        "grading.run_batch",
        "Grade every hand-in in a folder",
        "grader batch handins --out out",
    )
    many.add_argument(
        "folder",
        type=Path,
        metavar="FOLDER",
        help="the folder of hand-ins, or a download as one .zip",
    )
    many.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where to write results and report"
    )
    add_jobs(many)
    many.add_argument(
        "--scheduler", default="", metavar="ADDRESS", help="grade on the Dask cluster at ADDRESS"
    )
    some = many.add_mutually_exclusive_group()
    some.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help="grade only students with TEXT in their id; the results of others are kept",
    )
    some.add_argument(
        "--sample",
        type=count,
        metavar="N",
        help="grade N students first, the same ones in each run; the next run grades the rest",
    )
    some.add_argument(
        "--shard",
        type=shard,
        metavar="K/N",
        help="grade the K-th of N parts of the class; `grader merge` makes one report of all",
    )
    many.add_argument(
        "--attempts", action="store_true", help="grade earlier attempts too, to see how they got on"
    )
    many.add_argument(
        "--names",
        default="",
        metavar="REGEX",
        help="pattern of the hand-ins' names: (?P<student>…), perhaps (?P<file>…) and others",
    )
    many.add_argument(
        "--resume", action="store_true", help="refuse to start unless DIR has earlier results"
    )

    whole = verb(
        "merge",
        "grading.run_merge",
        "Make one class of the shards that batch --shard graded",
        "grader merge handins shards/* --out out",
    )
    whole.add_argument(
        "folder", type=Path, metavar="FOLDER", help="the folder of hand-ins, or the download"
    )
    whole.add_argument(
        "shards", type=Path, nargs="+", metavar="SHARD", help="the --out of each batch --shard"
    )
    whole.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where to write results and report"
    )
    whole.add_argument("--names", default="", metavar="REGEX", help="as for batch")

    grade = verb(
        "grade", "grading.run_grade", "Grade one hand-in", "grader grade handins/ada.tgz --out one"
    )
    add_handin(grade)
    grade.add_argument("--out", type=Path, metavar="DIR", help="also write a report to DIR")

    check = verb(
        "check",
        "grading.run_check",
        "Run the public checks on a folder, as students do",
        "grader check handins/ada",
    )
    check.add_argument("folder", type=Path, metavar="DIR", help="a folder with a student's files")

    why = verb(
        "debug",
        "grading.run_debug",
        "Run the checks on one hand-in under pytest, with pytest's own options",
        "grader debug handins/ada -k search -x --pdb",
    )
    add_handin(why)
    why.add_argument(
        "options", nargs=argparse.REMAINDER, metavar="…", help="options of pytest: -k, -x, --pdb, …"
    )
