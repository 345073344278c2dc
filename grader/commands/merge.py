"""Combine shards into one report.

example: grader merge handins shards/* --out out
"""

import argparse

from grader.commands.usage.arguments import add_out, add_output, cores, named

GROUP = "more machines"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    parser.add_argument(
        "folder", type=named, metavar="FOLDER", help="the folder of hand-ins, or the download"
    )
    parser.add_argument(
        "shards", type=named, nargs="+", metavar="SHARD", help="the --out of each batch --shard"
    )
    add_out(parser)
    parser.add_argument("--names", default="", metavar="REGEX", help="as for batch")


def run(options: argparse.Namespace) -> int:
    """Combine results; nothing is graded, so no box is needed."""
    from grader.commands.classes.class_folder import assignment_and_folder, read_class
    from grader.commands.classes.report import publish_and_say
    from grader.commands.classes.shards import merge, notes, read_shards
    from grader.commands.usage.options import minimum_of, refuse_unusable_out
    from grader.commands.usage.terminal import terminal
    from grader.publishing.regrade import refuse_while_applying
    from grader.publishing.run import Run, read_pins
    from grader.running.job import Job

    assignment, folder = assignment_and_folder(options)
    shards = read_shards(assignment, options.shards)
    refuse_unusable_out(assignment, options.out)
    refuse_while_applying(options.out)
    beside, many = read_class(options, assignment, folder)
    pins = read_pins(options.out)
    progress = terminal(quiet=options.quiet)
    job = Job(assignment, options.out, minimum_of(assignment), cores(), progress)
    missing = merge(job, many, shards)
    for line in notes(missing, shards, many):
        progress.note(line)
    attempts = {student: one for shard in shards for student, one in shard.attempts.items()}
    context = shards[0].context
    aside, entries = many.found.ignored, many.entries
    made = Run(assignment, options.out, beside, context, aside, pins, attempts, entries)
    complete = publish_and_say(options, made, many.students, cores())
    unusable = many.found.problems or many.found.unresolved or many.found.doubtful
    return 0 if complete and not missing and not unusable else 1
