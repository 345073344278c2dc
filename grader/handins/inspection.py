"""Documentation and style of hand-ins: inspected once for each, without running any code.

This happens in forked children, some hand-ins each: whatever parsing a hostile text does to a
process, it does to one of these. If a child dies, its hand-ins are inspected again, each in a child
of its own.
"""

import gc
import json
import resource
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, partial
from hashlib import sha256
from itertools import islice
from pathlib import Path

from grader.assignment.config import Assignment
from grader.handins.documentation import documentation
from grader.handins.lint import lint, ruff_version
from grader.handins.prescribed import own_findings
from grader.inside.notebook.layout import shown_place
from grader.results import Finding, finding_from_json, finding_to_json
from grader.sandbox.kernel.forked import Child, ChildFailed
from grader.student.source import Source

CHUNK = 16
CPU_SECONDS = 60
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
        """A hash of all that findings depend on beside the hand-in."""
        tasks = [[task.module, task.functions] for task in self.assignment.tasks]
        tests = self.assignment.student_tests
        facts = [self.ruff, asdict(self.assignment.lint), tasks, tests, self._starter]
        total = sha256(json.dumps(facts).encode())
        for name in ("inspection", "documentation", "lint", "prescribed"):
            total.update(Path(__file__).with_name(f"{name}.py").read_bytes())
        return total.hexdigest()

    def inspect(
        self, handins: Iterable[tuple[str, Files]], jobs: int = 1
    ) -> Iterator[tuple[str, tuple[Finding, ...]]]:
        """The findings of each hand-in, under the name that it comes with, in the same order."""
        rest = iter(handins)
        running: deque[_Inspection] = deque()
        while chunk := list(islice(rest, CHUNK)):
            running.append(_Inspection(self, chunk))
            if len(running) >= jobs:
                yield from self._results(running.popleft())
        for child in running:
            yield from self._results(child)

    def _results(self, child: "_Inspection") -> Iterator[tuple[str, tuple[Finding, ...]]]:
        results = child.results()
        if results is not None:
            yield from results
        elif len(child.handins) == 1:
            yield child.handins[0][0], (ENDED,)
        else:
            for handin in child.handins:
                yield from self._results(_Inspection(self, [handin]))

    def findings(self, handins: Sequence[Files]) -> list[tuple[Finding, ...]]:
        """The findings of some hand-ins, in this process."""
        expected = {*self.assignment.known_files}
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

    @cached_property
    def _starter(self) -> Files:
        """The starter files, which no remark is about."""
        paths = [self.assignment.handout / name for name in self.assignment.known_files]
        return {path.name: path.read_text("utf-8", "replace") for path in paths if path.is_file()}


def inspector(assignment: Assignment) -> Inspector:
    """An inspector with the linter of this machine; raises `ConfigError` if that knows no rule."""
    return Inspector(assignment, ruff_version(assignment.lint))


def _as_students_see(files: Files, *findings: Finding) -> list[Finding]:
    """The findings of a notebook's module where they are in the notebook."""
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


class _Inspection:
    """A forked process that inspects some hand-ins."""

    def __init__(self, own: Inspector, handins: Sequence[tuple[str, Files]]) -> None:
        self.handins = handins
        self._child = Child(partial(_findings_as_json, own, handins))

    def results(self) -> list[tuple[str, tuple[Finding, ...]]] | None:
        """Names and findings, or `None` if the process ended before it was done."""
        try:
            payload = self._child.result()
        except ChildFailed:
            return None
        names = [name for name, _ in self.handins]
        found = [tuple(map(finding_from_json, one)) for one in json.loads(payload)]
        return list(zip(names, found, strict=True))


def _findings_as_json(own: Inspector, handins: Sequence[tuple[str, Files]]) -> bytes:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    gc.disable()  # it would cost a quarter of the time, and this process ends soon
    found = own.findings([files for _, files in handins])
    return json.dumps([[*map(finding_to_json, one)] for one in found]).encode()
