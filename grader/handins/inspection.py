"""Documentation and style of hand-ins: inspected once for each, without running any code.

This happens in forked children, several hand-ins each: whatever parsing a hostile text does to a
process, it does to one of these. If a child dies, its hand-ins are inspected again, each in a child
of its own.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from grader.assignment.config import Assignment, Format
from grader.handins.documentation import documentation
from grader.handins.lint import lint, ruff_version
from grader.handins.prescribed import own_findings
from grader.inside.notebook.layout import shown_place
from grader.results import Finding
from grader.sandbox.kernel.forked import ChildFailed, each_apart
from grader.sandbox.kernel.own_limits import bound_cpu, bound_memory
from grader.student.source import Source

CPU_SECONDS = 60
# Enough for syntax trees of the longest allowed texts, and for starting ruff from this process.
MEMORY = 2 << 30
MOST_FINDINGS = 100
ENDED = Finding("", 0, "inspection", "the files of this hand-in could not be read to their end")

Files = Mapping[str, str]


@dataclass(frozen=True)
class Inspector:
    """Inspects hand-ins of an assignment. `ruff` is its version, empty if it isn't installed."""

    assignment: Assignment
    ruff: str

    @property
    def digest(self) -> str:
        """A hash of all that findings depend on besides the hand-in."""
        tasks = [[task.module, task.functions] for task in self.assignment.tasks]
        tests = self.assignment.student_tests
        facts = [self.ruff, asdict(self.assignment.lint), tasks, tests, self._starter]
        total = sha256(json.dumps(facts).encode())
        # The rules themselves are in these files.
        for name in ("inspection", "documentation", "lint", "prescribed"):
            total.update(Path(__file__).with_name(f"{name}.py").read_bytes())
        return total.hexdigest()

    def inspect(
        self, handins: Iterable[tuple[str, Files]], jobs: int = 1
    ) -> Iterator[tuple[str, tuple[Finding, ...]]]:
        """The findings of each hand-in, under the name that it comes with, in the same order."""
        for (name, _), found in each_apart(self._inspected, handins, jobs):
            ended = isinstance(found, ChildFailed)
            yield name, (ENDED,) if ended else tuple([Finding(**one) for one in found])

    def _inspected(self, handins: Sequence[tuple[str, Files]]) -> list[list[object]]:
        bound_cpu(CPU_SECONDS)
        bound_memory(MEMORY)
        found = self.findings([files for _, files in handins])
        return [[*map(asdict, one)] for one in found]

    def findings(self, handins: Sequence[Files]) -> list[tuple[Finding, ...]]:
        """The findings of some hand-ins, in this process."""
        expected = {*self._python_files}
        known = [{name: files[name] for name in files if name in expected} for files in handins]
        *linted, of_starter = lint([*known, self._starter], self.assignment.lint)
        return [
            _cut(
                _as_students_see(
                    files,
                    *documentation(self.assignment, Source(files)),
                    *own_findings(style, files, of_starter, self._starter),
                )
            )
            for files, style in zip(handins, linted, strict=True)
        ]

    @property
    def _python_files(self) -> list[str]:
        return [module.file for module in self.assignment.modules if module.format is Format.PY]

    @cached_property
    def _starter(self) -> Files:
        """The starter files, which no remark may be about."""
        paths = {name: self.assignment.handout / name for name in self._python_files}
        return {
            name: path.read_text("utf-8", "replace")
            for name, path in paths.items()
            if path.is_file()
        }


def inspector(assignment: Assignment) -> Inspector:
    """An inspector with the linter of this machine; raises `ConfigError` if that knows no rule."""
    return Inspector(assignment, ruff_version(assignment.lint))


def _as_students_see(files: Files, *findings: Finding) -> list[Finding]:
    """The findings, with those of a notebook's module at their places in the notebook."""
    return [
        replace(one, file=file, line=line)
        for one in findings
        for file, line in [shown_place(one.file, files.get(one.file, ""), one.line)]
    ]


def _cut(findings: list[Finding]) -> tuple[Finding, ...]:
    left_out = len(findings) - MOST_FINDINGS
    if left_out <= 0:
        return tuple(findings)
    more = Finding("", 0, "inspection", f"and {left_out:,} more")
    return (*findings[:MOST_FINDINGS], more)
