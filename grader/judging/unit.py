"""What a judge gets and what it returns, as values and as bytes for another process."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.results import ModuleResult, module_from_json, module_to_json


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of work: a hand-in's files and the modules to grade."""

    student: str
    files: Mapping[str, str]
    problems: Mapping[str, str]
    modules: tuple[str, ...]

    def to_json(self) -> bytes:
        """The unit as bytes for another process."""
        data = [self.student, dict(self.files), dict(self.problems), list(self.modules)]
        return json.dumps(data).encode("ascii")

    @staticmethod
    def from_json(payload: bytes) -> "Unit":
        """The inverse of `to_json`."""
        student, files, problems, modules = json.loads(payload)
        return Unit(student, files, problems, tuple(modules))


def results_to_json(results: Sequence[ModuleResult]) -> bytes:
    """Module results as bytes for another process."""
    return json.dumps([module_to_json(result) for result in results]).encode("ascii")


def results_from_json(payload: bytes) -> tuple[ModuleResult, ...]:
    """The inverse of `results_to_json`."""
    return tuple([module_from_json(data) for data in json.loads(payload)])
