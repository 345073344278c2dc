"""What a judge gets and what it returns, as bytes for another process."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.results import EncodedResult, ModuleResult


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


def results_to_bytes(results: Sequence[ModuleResult]) -> bytes:
    """Module results for other processes, which pass them on unread.

    Each is two lines: its module and whether it is broken, and the text that is stored.
    """
    encoded = map(EncodedResult.of, results)
    lines = [f"{json.dumps([each.module, each.broken])}\n{each.text}" for each in encoded]
    return "\n".join(lines).encode("ascii")


def encoded_results(payload: bytes) -> tuple[EncodedResult, ...]:
    """The results in bytes of `results_to_bytes`, each still a text."""
    lines = payload.decode("ascii").split("\n") if payload else []
    pairs = zip(map(json.loads, lines[::2]), lines[1::2], strict=True)
    return tuple([EncodedResult(module, broken, text) for (module, broken), text in pairs])


def results_from_bytes(payload: bytes) -> tuple[ModuleResult, ...]:
    """The inverse of `results_to_bytes`."""
    return tuple([each.decoded() for each in encoded_results(payload)])
