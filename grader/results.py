"""The frozen result types between grading and showing.

Grading makes them, `store` keeps them as JSON, `score` turns them into points, and the
renderers see nothing else. All of them go through JSON and back unchanged. A module's result is
written as JSON once, by the process that has judged it (`EncodedResult`); that text is what is
stored, and it is read only where somebody wants to know what is in it.
"""

import json
from collections.abc import Container, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from grader.statuses import STATUS_MEANING, STATUSES, Status
from grader.student.evidence import Evidence, evidence_from_json, evidence_to_json

# What the seed of wide examples begins with: a part of each is changed.
WIDE = "wide-"
# The problem of somebody in the roster whose hand-in isn't there.
NOTHING = "nothing was handed in"
# What a remark about a file says that staff should look at: it may be worth points.
CANT_BE_READ, CANT_BE_OPENED = "can't be read: ", "can't be opened: "
MISNAMED, IN_SEVERAL_FOLDERS = "is not graded; its name must be ", "graded files are in "
# Of a hand-in without a score by no fault of its own: a file or folder is shut, or a disk fails.
UNREAD = "the grader can't read it: "
TWIN = "is not graded; beside it is "
# How the checks that earn shares of a task's points are named.
CATCHES = "catches"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What one check of one task found. `name` is unique within the assignment.

    `helped` says how it ended when the judge answered in place of wrong functions that the task
    builds on; it is `None` where it was not asked so.
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
    """A check with fresh examples that a hand-in with full marks in its task doesn't pass.

    `lines` list its examples for everybody, where they can be drawn again.
    """

    student: str
    check: CheckResult
    lines: tuple[str, ...] = ()


def own_name(name: str) -> str:
    """The last part of a check's name: what it is named after."""
    return name.rpartition("/")[2]


def passes_with_help(check: CheckResult, builds_on: Container[str], lost: Container[str]) -> bool:
    """Whether a check lets its task pass with help.

    The task builds on functions, of which some have `lost` their own tasks. What is wrong with one
    of them is paid for there: a check of it counts as it was without help until then, and for
    nothing afterwards. All other checks must pass with help.
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
    """A remark on how code is written, which costs nothing: a line of a file, and what to fix.

    `kind` is the part of the documentation that isn't there, or the code of a rule of style.
    `file` is empty for a remark on the hand-in as a whole, `line` is 0 for one on a whole file.
    """

    file: str
    line: int
    kind: str
    message: str

    @property
    def place(self) -> str:
        """Where it is, as a compiler would say it."""
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class ModuleResult:
    """All checks of one module of one hand-in: the unit that is stored and graded again.

    `cpu_seconds` is what the student's code used, by the kernel's account; it is shown, never
    scored, and stays out of everything that must be equal between two runs. `remarks` are for the
    student, by the box's word: cells of a notebook that failed.
    """

    module: str
    checks: tuple[CheckResult, ...]
    incidents: tuple[Incident, ...] = ()
    cpu_seconds: float = 0.0
    remarks: tuple[str, ...] = ()

    @property
    def broken(self) -> bool:
        """Whether a fault of the grader is in it."""
        return any(check.status is Status.BROKEN for check in self.checks)


@dataclass(frozen=True, slots=True)
class EncodedResult:
    """A `ModuleResult` as the text that is stored, and what has to be known without reading it."""

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
    `sources` maps file names to the text that was graded, `findings` say how it is written.
    """

    student: str
    digest: str
    modules: tuple[ModuleResult, ...] = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    sources: Mapping[str, str] | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def all_notes(self) -> tuple[str, ...]:
        """The remarks about its files, and those that running them gave."""
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
    """Whether hand-ins are the same, by their digests; of two forms, nothing shows a difference."""
    forms = [one.rpartition("-")[0] for one in (digest, other)]
    return digest == other or forms[0] != forms[1]
