"""What a student may see of a check: all of a public one, and of a hidden one as configured.

The levels, from `config.yaml` (`feedback: hidden`):

    none        hidden checks are not listed; a lost task says that one of them failed
    name        their titles and statuses
    diagnosis   also one line on what went wrong, without the values in it, and the hint
    full        as much as of a public check

`diagnosis` shows nothing that student code can choose freely while it sees a hidden input: no
returned value, no output, no exception's text, nor the line where it is raised.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from grader.assignment.config import Assignment, RevealLevel
from grader.results import CheckResult, HandinResult, Incident
from grader.statuses import STATUS_MEANING, Status
from grader.student.evidence import Evidence

LEVEL_MEANING: Final[Mapping[RevealLevel, str]] = {
    RevealLevel.NONE: "Hidden checks count, but nothing about them is shown.",
    RevealLevel.NAME: "Of hidden checks, only the title and the result are shown.",
    RevealLevel.DIAGNOSIS: "Of hidden checks, one line says what went wrong, not for which input.",
    RevealLevel.FULL: "Hidden checks are shown in full.",
}

# What a suite tries, or how long it runs, could encode the answers of a correct solution.
OF_A_SUITE = Incident("tests", "your tests tried what is refused, or did not come to an end")
# The words for incidents that otherwise contain something that the code chose.
IN_SHORT: Final[Mapping[str, str]] = {
    "exit": "your code ended the Python process",
    "signal": "your code made the Python process crash",
    "protocol": "an answer did not come in the agreed form",
    "answer": "an answer is of a kind that a check can't read",
}


def told_incidents(
    assignment: Assignment, result: HandinResult, level: RevealLevel
) -> Iterator[Incident]:
    """The incidents of a hand-in as its author may see them: at most one of a suite's runs.

    Unless hidden checks are shown in full, each is in our own words only, and appears once: an exit
    status, a length or a malformed answer could be computed from a hidden input.
    """
    for module in result.modules:
        own = module.incidents
        if module.module == assignment.student_tests:
            own = (OF_A_SUITE,) if own else ()
        elif level is not RevealLevel.FULL:
            own = tuple(dict.fromkeys(map(_in_short, own)))
        yield from own


def _in_short(incident: Incident) -> Incident:
    return replace(incident, detail=IN_SHORT.get(incident.kind, incident.detail))


def told_seconds(assignment: Assignment, result: HandinResult) -> Mapping[str, float]:
    """The CPU seconds that a hand-in's author may see, by module: not those of a suite."""
    return {
        module.module: module.cpu_seconds
        for module in result.modules
        if module.module != assignment.student_tests
    }


def revealed(check: CheckResult, level: RevealLevel) -> CheckResult | None:
    """The check as its hand-in's author may see it; `None` if not at all."""
    if check.status is Status.BROKEN and level is not RevealLevel.FULL:
        return replace(check, evidence=None)  # the grader's traceback, for staff
    if check.public:
        return check
    match level:
        case RevealLevel.NONE:
            return None
        case RevealLevel.NAME:
            return replace(check, evidence=None)
        case RevealLevel.DIAGNOSIS:
            return replace(check, evidence=_diagnosis(check))
        case RevealLevel.FULL:
            return check


def _diagnosis(check: CheckResult) -> Evidence | None:
    if check.evidence is None:
        return None
    hint = "" if check.evidence.by_its_word else check.evidence.hint
    return Evidence(check.evidence.kind or STATUS_MEANING[check.status], hint=hint)
