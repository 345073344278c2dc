"""Results go through JSON and back; what a check says is one line in plain words."""

import json
from dataclasses import asdict

import pytest

from grader.results import (
    CheckResult,
    Finding,
    HandinResult,
    Incident,
    ModuleResult,
    check_from_json,
    check_to_json,
    module_from_json,
    module_to_json,
    same_files,
)
from grader.statuses import STATUS_MEANING, Status
from grader.student.evidence import Evidence


def result(status: Status, evidence: Evidence | None = None) -> CheckResult:
    return CheckResult("work.act/hidden/x", "work.act", "a title", False, status, evidence)


@pytest.mark.parametrize("status", Status)
def test_a_check_of_every_status_goes_through_json(status: Status) -> None:
    for evidence in (None, Evidence("wrong", got="1")):
        check = result(status, evidence)
        assert check_from_json(json.loads(json.dumps(check_to_json(check)))) == check


def test_the_keys_of_the_contract_are_there() -> None:
    data = check_to_json(result(Status.TIMEOUT, Evidence("slow")))
    assert {key: data[key] for key in ("name", "status", "public", "message")} == {
        "name": "work.act/hidden/x",
        "status": "timeout",
        "public": False,
        "message": "slow",
    }


def test_a_module_goes_through_json() -> None:
    module = ModuleResult("work", (result(Status.PASSED),), (Incident("time", "slow"),), 0.5)
    assert module_from_json(json.loads(json.dumps(module_to_json(module)))) == module


def test_the_message_is_the_evidences_or_else_the_meaning_of_the_status() -> None:
    assert result(Status.PASSED, Evidence("ignored")).message == ""
    assert result(Status.FAILED, Evidence("wrong")).message == "wrong"
    for status in set(Status) - {Status.PASSED}:
        assert result(status).message == STATUS_MEANING[status]


def test_one_broken_check_makes_a_hand_in_broken() -> None:
    fine = ModuleResult("a", (result(Status.FAILED), result(Status.CRASHED)))
    broken = ModuleResult("b", (result(Status.PASSED), result(Status.BROKEN)))
    assert not HandinResult("ada", "digest", (fine,)).broken
    assert HandinResult("ada", "digest", (fine, broken)).broken


@pytest.mark.parametrize(
    ("finding", "place"),
    [
        (Finding("las.py", 3, "F401", "`os` imported but unused"), "las.py:3"),
        (Finding("las.py", 0, "lint", "on a whole file"), "las.py"),
        (Finding("", 0, "lint", "on a whole hand-in"), ""),
    ],
)
def test_a_finding_goes_through_json_and_knows_its_place(finding: Finding, place: str) -> None:
    assert Finding(**json.loads(json.dumps(asdict(finding)))) == finding
    assert finding.place == place


def test_digests_of_two_forms_tell_no_difference() -> None:
    """Else a report of an older version would be of other files, and no score of it be held."""
    assert same_files("2-aa", "2-aa")
    assert same_files("2-aa", "aa")
    assert not same_files("2-aa", "2-ab")
    assert not same_files("aa", "ab")
