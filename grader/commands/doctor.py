"""Show how strong the box is on this machine, and what is missing.

example: grader doctor --prove
"""

import argparse

from grader.commands.usage.arguments import cores

GROUP = "setting up"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--prove", action="store_true", help="also grade hand-ins with known verdicts here"
    )


def run(options: argparse.Namespace) -> int:
    """Show it; given an assignment, also what this machine has proved about it."""
    from grader.commands.usage.terminal import say
    from grader.sandbox import doctor
    from grader.sandbox.tiers import probe

    machine = probe()
    say("\n".join(doctor.lines(machine)))
    if options.prove or options.config.is_file():
        from grader.assignment.load import load
        from grader.commands.authoring.verdicts import proof_lines, prove_all
        from grader.commands.usage.options import tier_for

        assignment = load(options.config)
        for line in doctor.package_lines(assignment.lock, assignment.imports, machine.tier):
            say(line)
        if options.prove:
            prove_all(assignment, tier_for(assignment, machine), cores())
        say("\n".join(proof_lines(assignment, machine.tier)))
    return 0
