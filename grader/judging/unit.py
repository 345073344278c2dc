"""What a judge gets and what it returns, as bytes for another process."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from grader.results import EncodedResult, ModuleResult


@dataclass(frozen=True, slots=True)
class Unit:
    """One piece of work: a hand-in's files and the modules to grade.

    `data` are its data files, each as its bytes in hex. It may use `patience` seconds before it is
    set aside for others (see `LocalExecutor`).
    """

    student: str
    files: Mapping[str, str]
    problems: Mapping[str, str]
    modules: tuple[str, ...]
    patience: float = inf
    data: Mapping[str, str] = field(default_factory=dict)

    def with_given(self, given: Mapping[str, str]) -> "Unit":
        """The unit with the files that its course gives, in place of its own."""
        # A folder of that name would be a package, which Python imports first.
        stems = tuple([f"{name.removesuffix('.py')}/" for name in given])
        own = {name: text for name, text in self.files.items() if not name.startswith(stems)}
        return replace(self, files={**own, **given})

    @property
    def handed_in(self) -> dict[str, bytes]:
        """Its data files."""
        return {name: bytes.fromhex(content) for name, content in self.data.items()}

    def to_json(self) -> bytes:
        """The unit as bytes for another process."""
        files, problems, modules = dict(self.files), dict(self.problems), list(self.modules)
        data = [self.student, files, problems, modules, self.patience, dict(self.data)]
        return json.dumps(data).encode("ascii")

    @staticmethod
    def from_json(payload: bytes) -> "Unit":
        """The inverse of `to_json`."""
        student, files, problems, modules, *rest = json.loads(payload)
        return Unit(student, files, problems, tuple(modules), *rest)


def results_to_bytes(results: Sequence[ModuleResult]) -> bytes:
    """Module results for other processes, which pass them on unread.

    Each is two lines: its module and whether it is broken, and the text that is stored.
    """
    # JSON of ASCII has no line ends, so lines separate results.
    encoded = map(EncodedResult.of, results)
    lines = [f"{json.dumps([each.module, each.broken])}\n{each.text}" for each in encoded]
    return "\n".join(lines).encode("ascii")


def encoded_results(payload: bytes) -> tuple[EncodedResult, ...]:
    """The results in bytes of `results_to_bytes`, each still encoded."""
    lines = payload.decode("ascii").split("\n") if payload else []
    pairs = zip(map(json.loads, lines[::2]), lines[1::2], strict=True)
    return tuple([EncodedResult(module, broken, text) for (module, broken), text in pairs])


def results_from_bytes(payload: bytes) -> tuple[ModuleResult, ...]:
    """The inverse of `results_to_bytes`."""
    return tuple([each.decoded() for each in encoded_results(payload)])
