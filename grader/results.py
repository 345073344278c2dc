"""The frozen result types between grading and showing.

Grading makes them, `store` keeps them as JSON, `score` turns them into points, and the
renderers see nothing else. All of them go through JSON and back unchanged. A module's result is
encoded as JSON once, by the process that judged it (`EncodedResult`); that text is stored, and
parsed only where its content is needed.
"""

import json
from collections.abc import Container, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from grader.statuses import STATUS_MEANING, STATUSES, Status
from grader.student.evidence import Evidence, evidence_from_json, evidence_to_json

# Prefix of the seed of wide examples: random examples with one part changed.
WIDE = "wide-"
# The `problem` of a student in the roster without a hand-in.
NOTHING = "nothing was handed in"
# Phrases in remarks about files that staff should look at: points may be at stake.
CANT_BE_READ, CANT_BE_OPENED = "can't be read: ", "can't be opened: "
MISNAMED, IN_SEVERAL_FOLDERS = "is not graded; its name must be ", "graded files are in "
# For a hand-in that has no score, by no fault of its own: missing permissions, or a failing disk.
UNREAD = "the grader can't read it: "
TWIN = "is not graded; beside it is "
# Prefix of the names of checks that earn shares of a task's points.
CATCHES = "catches"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check of one task found. `name` is unique within the assignment.

    `helped` is how it ended when the judge answered for wrong functions that the task builds on;
    `None` if it was not run that way.
    """

    name: str
    task: str
    title: str
    public: bool
    status: Status
    evidence: Evidence | None = None
    helped: Status | None = None

    @property
    def passed(self) -> bool:
        return self.status is Status.PASSED

    @property
    def message(self) -> str:
        """One line in plain words; empty when the check passed."""
        if self.passed:
            return ""
        return self.evidence.headline if self.evidence else STATUS_MEANING[self.status]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A check with fresh examples that fails although the hand-in has full marks in its task.

    `lines` would list its examples for all hand-ins; empty if they can't be drawn again.
    """

    student: str
    check: CheckResult
    lines: tuple[str, ...] = ()


def own_name(name: str) -> str:
    """The last part of a check's name: what it is named after."""
    return name.rpartition("/")[2]


def passes_with_help(check: CheckResult, builds_on: Container[str], lost: Container[str]) -> bool:
    """Whether a check lets its task pass with help.

    The task builds on functions, some of which have `lost` their own tasks: their mistakes are
    already paid for there. A check of such a function counts without help until it is lost, and
    then not at all. All other checks must pass with help.
    """
    name = own_name(check.name)
    if check.status is Status.BROKEN:
        return False
    if name in builds_on:
        return check.passed or name in lost
    return check.helped is Status.PASSED


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that a hand-in did to its box, in plain words, from facts that it can't forge."""

    kind: str
    detail: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A remark on documentation or style, which costs no points: where, and what to fix.

    `kind` is the missing part of the documentation, or the code of a style rule.
    `file` is empty for a remark on the hand-in as a whole, `line` is 0 for one on a whole file.
    """

    file: str
    line: int
    kind: str
    message: str

    @property
    def place(self) -> str:
        """Its place, as compilers write it."""
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class ModuleResult:
    """All checks of one module of one hand-in: the unit that is stored and regraded.

    `cpu_seconds` is what the student's code used, as the kernel counts it; it is shown, never
    scored, and left out of everything that must be equal between two runs. `remarks` name failed
    notebook cells for the student, as the box reported them.
    """

    module: str
    checks: tuple[CheckResult, ...]
    incidents: tuple[Incident, ...] = ()
    cpu_seconds: float = 0.0
    remarks: tuple[str, ...] = ()

    @property
    def broken(self) -> bool:
        """Whether a check met a fault of the grader."""
        return any(check.status is Status.BROKEN for check in self.checks)


@dataclass(frozen=True, slots=True)
class EncodedResult:
    """A `ModuleResult` as the text that is stored, and what must be known without parsing it."""

    module: str
    broken: bool
    text: str

    @staticmethod
    def of(result: ModuleResult) -> "EncodedResult":
        """The text of a result: one line of ASCII."""
        return EncodedResult(result.module, result.broken, json.dumps(module_to_json(result)))

    def decoded(self) -> ModuleResult:
        """The inverse of `of`."""
        return module_from_json(json.loads(self.text))


@dataclass(frozen=True, slots=True)
class HandinResult:
    """Everything that grading found out about one hand-in.

    `problem` is set when the hand-in could not be opened at all (its own fault): then `modules`
    is empty. `notes` are remarks about its files (ignored ones, wrong places).
    `sources` maps file names to the text that was graded, `data` those of data files to their
    bytes in hex; `findings` are remarks on its style.
    """

    student: str
    digest: str
    modules: tuple[ModuleResult, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    sources: Mapping[str, str] | None = None
    data: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The remarks about its files, and those made while running them."""
        return (*self.notes, *[remark for module in self.modules for remark in module.remarks])

    @property
    def broken(self) -> bool:
        return any(module.broken for module in self.modules)


def check_to_json(check: CheckResult) -> dict[str, object]:
    """One check as JSON data, the contract's keys first."""
    data: dict[str, object] = {
        "name": check.name,
        "status": check.status.value,
        "public": check.public,
        "message": check.message,
        "task": check.task,
        "title": check.title,
    }
    if check.evidence is not None:
        data["evidence"] = evidence_to_json(check.evidence)
    if check.helped is not None:
        data["helped"] = check.helped.value
    return data


def check_from_json(data: Mapping[str, Any]) -> CheckResult:
    """The inverse of `check_to_json`; `message` is derived and not read."""
    evidence = data.get("evidence")
    return CheckResult(
        name=data["name"],
        task=data["task"],
        title=data["title"],
        public=data["public"],
        status=STATUSES[data["status"]],
        evidence=None if evidence is None else evidence_from_json(evidence),
        helped=STATUSES[data["helped"]] if "helped" in data else None,
    )


def module_to_json(module: ModuleResult) -> dict[str, object]:
    """One module's result as JSON data."""
    return {
        "module": module.module,
        "checks": [check_to_json(check) for check in module.checks],
        "incidents": list(map(asdict, module.incidents)),
        "cpu_seconds": module.cpu_seconds,
        **({"remarks": [*module.remarks]} if module.remarks else {}),
    }


def module_from_json(data: Mapping[str, Any]) -> ModuleResult:
    """The inverse of `module_to_json`."""
    return ModuleResult(
        module=data["module"],
        checks=tuple(check_from_json(check) for check in data["checks"]),
        incidents=tuple(Incident(**incident) for incident in data["incidents"]),
        cpu_seconds=data["cpu_seconds"],
        remarks=tuple(data.get("remarks", ())),
    )


def same_files(digest: str, other: str) -> bool:
    """Whether two digests may be of the same files; those of different forms can't be compared."""
    forms = [one.rpartition("-")[0] for one in (digest, other)]
    return digest == other or forms[0] != forms[1]
