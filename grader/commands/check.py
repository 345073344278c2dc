"""Run the public checks on a folder, as students do.

example: grader check handins/ada
"""

import argparse
from dataclasses import replace

from grader.commands.usage.arguments import add_output, named

GROUP = "one hand-in"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    parser.add_argument("folder", type=named, metavar="DIR", help="a folder with a student's files")


def run(options: argparse.Namespace) -> int:
    """Check with whatever isolation this machine gives; nothing is stored."""
    from grader.commands.usage.options import load_for
    from grader.commands.usage.terminal import say_handin
    from grader.handins.inspection import inspector
    from grader.handins.opening import opener_of
    from grader.handins.whole_class import refuse_whole_class
    from grader.judging.unit import Unit
    from grader.results import ModuleResult
    from grader.running.boxes import choose_tier
    from grader.running.job import result_of
    from grader.running.session import Session, open_session
    from grader.sandbox.tiers import Tier
    from grader.scoring.score import score

    assignment = load_for(options.folder, options)
    refuse_whole_class(options.folder, assignment.known_files)
    handin = opener_of(assignment).open(options.folder)
    modules = tuple([module.name for module in assignment.modules])
    found: list[ModuleResult] = []

    def body(session: Session) -> None:
        files, problems = handin.files, handin.problems
        unit = Unit(handin.student, files, problems, modules, data=handin.data)
        for _, results in session.grade([unit], 1):
            found.extend(results)

    open_session(assignment, modules, choose_tier(Tier.NONE), body, public_only=True)
    [(_, findings)] = inspector(assignment).inspect([(handin.digest, handin.files)])
    result = replace(result_of(handin, found), findings=findings)
    say_handin(options, assignment, result, score(assignment, result))
    return 0
