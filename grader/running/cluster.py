"""Grading on a cluster, on the coordinator's side: it collects checks, and draws no examples.

Each worker proves itself (`grader.running.proof`). Workers of different tiers or kernels may grade
one class if their verdicts on known hand-ins are equal, check by check; the first one sets the rule
for all that come later, and for later runs into the same output folder.
"""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from grader.errors import OutputError, UsageError
from grader.judging.judge import broken_results
from grader.judging.pytest_plugin import ChecksPlugin
from grader.judging.unit import Unit
from grader.results import ModuleResult
from grader.running.dask_station import Order
from grader.running.job import Job
from grader.running.local import Groups
from grader.running.proof import Verdicts
from grader.running.session import collect

GradeInGroups = Callable[[Iterable[Unit]], Groups]
AGREEMENT = "agreement.json"
INSTALL = "pip install --require-hashes -r requirements-dask.lock"


def grade_on_cluster(
    job: Job,
    order: Order,
    agreement: "Agreement",
    body: Callable[[GradeInGroups], None],
) -> None:
    """Call `body` with a function that grades units on the workers of a Dask scheduler.

    Those workers only whose verdicts on known hand-ins are those of the `agreement`. Raises
    `UsageError` if there is no such scheduler or Dask isn't installed, and `GraderError` if grading
    there can't go on.
    """
    try:
        from grader.running.dask import DaskExecutor
    except ImportError:
        raise UsageError(f"--scheduler needs Dask Distributed: {INSTALL}") from None

    def with_plugin(plugin: ChecksPlugin) -> None:
        def give_up(unit: Unit, why: str) -> tuple[ModuleResult, ...]:
            return broken_results(plugin.checks, unit.modules, why)

        note, refusal = job.progress.note, agreement.refusal
        executor = DaskExecutor(job.scheduler, order.to_json(), give_up, note, refusal)
        body(executor.in_groups)

    collect(job.assignment, list(order.digests), with_plugin)


class Agreement:
    """The verdicts on known hand-ins that all workers of an output folder have in common.

    They are kept in `file`, and hold for one certificate: other checks have other verdicts.
    """

    def __init__(self, file: Path, certificate: str) -> None:
        self._file = file
        self._certificate = certificate
        self._verdicts = self._read()

    def refusal(self, verdicts: Mapping[str, Verdicts]) -> str:
        """Why a worker with these verdicts, by module, may not grade; empty if it may.

        Of modules that nobody has proved yet its verdicts are what others must agree with. Raises
        `OutputError` if they can't be kept.
        """
        for module, own in verdicts.items():
            if why := _difference(self._verdicts.get(module, own), own):
                return f"its verdicts differ from those of the other workers: {why}"
        if new := {name: v for name, v in verdicts.items() if name not in self._verdicts}:
            self._verdicts |= new
            self._write()
        return ""

    def _read(self) -> dict[str, Verdicts]:
        with suppress(OSError, ValueError, KeyError, TypeError):
            data = json.loads(self._file.read_text("utf-8"))
            if data["certificate"] == self._certificate:
                return dict(data["verdicts"])
        return {}

    def _write(self) -> None:
        data = {"certificate": self._certificate, "verdicts": self._verdicts}
        part = self._file.with_suffix(f".{os.getpid()}")
        try:
            part.write_text(json.dumps(data), "utf-8")
            os.replace(part, self._file)
        except OSError as error:
            raise OutputError(f"{self._file}: can't be written: {error.strerror}") from None


def _difference(agreed: Verdicts, own: Verdicts) -> str:
    """The first check on which two proofs differ, in words; empty if none does."""
    if agreed == own:
        return ""
    for name in sorted(agreed.keys() | own.keys()):
        one, other = agreed.get(name, {}), own.get(name, {})
        for check in sorted(one.keys() | other.keys()):
            if one.get(check) != other.get(check):
                there, here = one.get(check, "not run"), other.get(check, "not run")
                return f"{check} of {name} is {here} there, but {there} elsewhere"
    return "they are for other known hand-ins"
