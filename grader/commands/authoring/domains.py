"""Domain tables on a terminal: which inputs the checks ask about, and which none does.

These include values of the library that a function may get but no question passes to it.
"""

import argparse
from collections.abc import Sequence

from grader.assignment.config import Assignment, TestsUse
from grader.assignment.modules import importable
from grader.authoring.coverage import coverage, lines_of
from grader.authoring.edges import lines_of_edges
from grader.authoring.given_values import given_values
from grader.commands.usage.terminal import say, say_json
from grader.errors import UsageError
from grader.judging.pytest_plugin import ChecksPlugin
from grader.running.session import collect


def verify_domains(assignment: Assignment, options: argparse.Namespace) -> int:
    """Show the tables; returns the exit status of `verify`: 1 if something isn't covered.

    Raises `UsageError` for an assignment with packages, since the reference answers in this
    process. Modules with a course's own tests are left out, since those ask a box of their own.
    """
    if assignment.packages:
        raise UsageError(f"--domains can't be used with `packages`, as {assignment.file} has")
    asking = [module for module in assignment.modules if module.tests is TestsUse.CHECKS]
    if not asking:
        raise UsageError(f"--domains looks at checks, and in {assignment.file} all tests are as-is")
    tasks = [task for module in asking for task in module.tasks]
    asked = [f"{task.module}.{name}" for task in tasks for name in task.functions]
    modules = [module.name for module in asking]
    with importable(assignment):
        given = given_values(assignment, asked)
        found = coverage(assignment, modules, given)
    faults = [fault for each in found for fault in each.faults()]
    faults += [fault for each in given.values() for fault in each.faults()]
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
    """What drawn checks never draw, which isn't a fault by itself."""
    found: list[str] = []

    def body(plugin: ChecksPlugin) -> None:
        props = {check.name: check.prop for check in plugin.checks if check.prop is not None}
        found.extend(lines_of_edges(props, {name: f"{assignment.seed}/{name}" for name in props}))

    collect(assignment, modules, body)
    return found
