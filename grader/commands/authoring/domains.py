"""Domain tables on a terminal: which inputs the checks ask about, and which nobody asks."""

import argparse
from collections.abc import Sequence

from grader.assignment.config import Assignment
from grader.authoring.coverage import coverage, lines_of
from grader.authoring.edges import lines_of_edges
from grader.commands.usage.terminal import say, say_json
from grader.judging.pytest_plugin import ChecksPlugin
from grader.running.session import collect


def verify_domains(assignment: Assignment, options: argparse.Namespace) -> int:
    """Show the tables; returns the exit status of `verify`: 1 if there is what nobody asks."""
    modules = [module.name for module in assignment.modules]
    found = coverage(assignment, modules)
    faults = [fault for each in found for fault in each.faults()]
    lines = [] if found else [f"there are no domain tables (DOMAINS) in {assignment.hidden_checks}"]
    lines += [*lines_of(found), *[f"not covered: {fault}" for fault in faults]]
    edges = _edges(assignment, modules)
    lines += edges
    if options.json:
        say_json({"not_covered": faults, "never_drawn": edges})
    elif not options.quiet:
        say("\n".join(lines))
    return 1 if faults else 0


def _edges(assignment: Assignment, modules: Sequence[str]) -> list[str]:
    """What drawn checks never draw, which is no fault by itself."""
    found: list[str] = []

    def body(plugin: ChecksPlugin) -> None:
        props = {check.name: check.prop for check in plugin.checks if check.prop is not None}
        found.extend(lines_of_edges(props, {name: f"{assignment.seed}/{name}" for name in props}))

    collect(assignment, modules, body)
    return found
