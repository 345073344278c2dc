"""Domain tables on a terminal: which inputs the checks ask about, and which nobody asks.

What of the library no question passes to a function that may get it is among these.
"""

import argparse

from grader.assignment.config import Assignment
from grader.assignment.modules import importable
from grader.authoring.coverage import coverage, lines_of
from grader.authoring.given_values import given_values
from grader.commands.usage.terminal import say, say_json


def verify_domains(assignment: Assignment, options: argparse.Namespace) -> int:
    """Show the tables; returns the exit status of `verify`: 1 if there is what nobody asks."""
    asked = [f"{task.module}.{name}" for task in assignment.tasks for name in task.functions]
    with importable(assignment):
        given = given_values(assignment, asked)
        found = coverage(assignment, [module.name for module in assignment.modules], given)
    faults = [fault for each in found for fault in each.faults()]
    faults += [fault for each in given.values() for fault in each.faults()]
    lines = [] if found else [f"there are no domain tables (DOMAINS) in {assignment.hidden_checks}"]
    lines += [*lines_of(found), *[f"not covered: {fault}" for fault in faults]]
    if options.json:
        say_json({"not_covered": faults})
    elif not options.quiet:
        say("\n".join(lines))
    return 1 if faults else 0
