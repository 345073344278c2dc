"""The outcomes of checks, and of a module."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from grader.inside.module_names import file_of
from grader.student.evidence import Evidence, evidence_from_json

# The message of an import of an assignment's file that doesn't exist.
IS_MISSING = re.compile(r"(\S+\.py) is missing\b")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One check: it passed, or `evidence` says why not, or `not_run` names what never ends."""

    ref: str
    module: str
    task: str = ""
    title: str = ""
    evidence: Evidence | None = None
    not_run: str = ""
    name: str = ""

    @staticmethod
    def from_event(event: Mapping[str, Any]) -> "Outcome":
        """The outcome that an event of `grader.student.checking.worker.local` reports."""
        fields = {k: v for k, v in event.items() if k not in ("event", "evidence")}
        evidence = event.get("evidence")
        return Outcome(
            **fields, evidence=None if evidence is None else evidence_from_json(evidence)
        )

    @property
    def passed(self) -> bool:
        return self.evidence is None and not self.not_run

    @property
    def unwritten(self) -> bool:
        """Whether the only thing wrong is that nothing is written yet."""
        return self.evidence is not None and self.evidence.unwritten

    @property
    def is_import(self) -> bool:
        """Whether it isn't a check, but the import of a module before its checks."""
        return not self.title


@dataclass(frozen=True, slots=True)
class BrokenModule:
    """Why a module can't be checked at all: the file at fault, and what is wrong there.

    There is no evidence if the file is `missing`, or was already at fault for another module. An
    `importable` module lacks only a name that a course's own tests import.
    """

    file: str
    evidence: Evidence | None = None
    missing: bool = False
    importable: bool = False

    @staticmethod
    def by(evidence: Evidence, module: str) -> "BrokenModule":
        """A module with that fault, in the file of its last frame, or else in its own file."""
        file = evidence.frames[-1].file if evidence.frames else file_of(module)
        return BrokenModule(file, evidence)

    @property
    def missing_file(self) -> str:
        """The file of the assignment that it imports but that doesn't exist; empty if none."""
        found = IS_MISSING.match(self.evidence.message) if self.evidence else None
        return found[1] if found else ""

    @property
    def loses_all(self) -> bool:
        """Whether no check of it can pass in grading."""
        return not self.missing and not self.importable


@dataclass(slots=True)
class ModuleOutcome:
    """The checks of one module, or why there are none; `count` is their number, if known.

    For the module with the student's own tests, `tests` says how these ended.
    """

    name: str
    checks: list[Outcome] = field(default_factory=list)
    broken: BrokenModule | None = None
    count: int = 0
    tests: list[Outcome] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return self.broken is None and all(check.passed for check in self.checks)

    @property
    def unwritten(self) -> bool:
        """Whether it isn't begun: every task has a check that says so."""
        return bool(self.checks) and all(
            any(check.unwritten for check in checks) for _, checks in self.by_task()
        )

    def by_task(self) -> Iterator[tuple[str, list[Outcome]]]:
        """The checks of each task, in order."""
        for task in dict.fromkeys(check.task for check in self.checks):
            yield task, [check for check in self.checks if check.task == task]
