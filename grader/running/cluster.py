"""Grading on a cluster, from the coordinator's side: it collects checks, and draws nothing."""

from collections.abc import Callable, Iterable

from grader.assignment.config import Assignment
from grader.errors import UsageError
from grader.judging.judge import broken_results
from grader.judging.pytest_plugin import ChecksPlugin
from grader.judging.unit import Unit
from grader.results import ModuleResult
from grader.running.dask_station import Order
from grader.running.local import Groups
from grader.running.session import collect

GradeInGroups = Callable[[Iterable[Unit]], Groups]
INSTALL = "pip install --require-hashes -r requirements-dask.lock"


def grade_on_cluster(
    assignment: Assignment,
    scheduler: str,
    order: Order,
    note: Callable[[str], None],
    body: Callable[[GradeInGroups], None],
) -> None:
    """Call `body` with a function that grades units on the workers of a Dask scheduler.

    `note` shows staff a line. Raises `UsageError` if there is no such scheduler or Dask isn't
    installed, and `GraderError` if grading there can't go on.
    """
    try:
        from grader.running.dask import DaskExecutor
    except ImportError:
        raise UsageError(f"--scheduler needs Dask Distributed: {INSTALL}") from None

    def with_plugin(plugin: ChecksPlugin) -> None:
        def give_up(unit: Unit, why: str) -> tuple[ModuleResult, ...]:
            return broken_results(plugin.checks, unit.modules, why)

        body(DaskExecutor(scheduler, order.to_json(), give_up, note).in_groups)

    collect(assignment, list(order.digests), with_plugin)
