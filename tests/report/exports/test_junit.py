"""JUnit XML is as pytest writes it, whatever the hand-in says."""

from collections import Counter
from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from grader.assignment.config import RevealLevel
from grader.report.exports.junit import junit, legal
from grader.results import CheckResult, HandinResult
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.report.report_samples import (
    HOSTILE,
    assignment,
    check,
    grades,
    handin,
    lost_checks,
    scored,
)


def parsed(results: Iterable[HandinResult], level: RevealLevel = RevealLevel.FULL) -> Element:
    graded = [(one, scored(one)) for one in results]
    text = junit(grades(graded, assignment(level)))
    return ElementTree.fromstring(text.encode())


def suite(checks: list[CheckResult], task: str, level: RevealLevel = RevealLevel.FULL) -> Element:
    found = parsed([handin("ada", checks)], level).find(f"testsuite[@name='ada {task}']")
    assert found is not None
    return found


def test_there_is_a_suite_a_hand_in_and_task_with_its_points() -> None:
    root = parsed([handin("ada", lost_checks()), handin("bo", lost_checks())])
    assert root.tag == "testsuites"
    assert [one.get("name") for one in root] == [
        *("ada las.look_and_say", "ada alphabeta.search", "ada alphabeta.more"),
        *("bo las.look_and_say", "bo alphabeta.search", "bo alphabeta.more"),
    ]
    properties = {p.get("name"): p.get("value") for p in root[2].iter("property")}
    assert properties == {
        "student": "ada",
        "task": "alphabeta.more",
        "points": "5",
        "max_points": "5",
    }


def test_suites_and_cases_have_the_attributes_of_pytest_s() -> None:
    found = suite(lost_checks(), "las.look_and_say")
    assert set(found.keys()) == {
        *("name", "errors", "failures", "skipped", "tests", "time", "timestamp", "hostname")
    }
    assert [found.get(key) for key in ("tests", "failures", "errors", "skipped")] == [
        *("3", "1", "1", "0")
    ]
    cases = found.findall("testcase")
    assert {tuple(sorted(case.keys())) for case in cases} == {("classname", "name", "time")}
    assert {case.get("classname") for case in cases} == {"las.look_and_say"}


def test_a_wrong_answer_is_a_failure_and_an_exception_an_error() -> None:
    found = suite(lost_checks(), "las.look_and_say")
    kinds = {case.get("name"): [child.tag for child in case] for case in found.iter("testcase")}
    assert kinds == {"drawn sequences": ["failure"], "long runs": ["error"], "one run": []}
    failure = found.find(".//failure")
    assert failure is not None
    assert failure.get("message") == "wrong value: item 1: (2, 5) instead of (3, 5)"
    assert "expected   Seq.of((2, 2), (3, 5), (1, 'hi'))" in (failure.text or "")


@pytest.mark.parametrize(
    ("status", "tag"),
    [
        *((Status.FAILED, "failure"), (Status.MISSING, "failure"), (Status.ERROR, "error")),
        *((Status.TIMEOUT, "error"), (Status.MEMORY, "error"), (Status.CRASHED, "error")),
        *((Status.BROKEN, "error"), (Status.SKIPPED, "skipped")),
    ],
)
def test_every_status_has_its_element(status: Status, tag: str) -> None:
    found = suite([check("las.look_and_say", "x", status)], "las.look_and_say")
    assert [child.tag for child in found.iter() if child.get("message")] == [tag]


def test_a_task_lost_by_a_check_that_may_not_be_shown_still_fails() -> None:
    hidden = check("las.look_and_say", "secret", Status.FAILED, Evidence("m"), public=False)
    found = suite([hidden], "las.look_and_say", RevealLevel.NONE)
    assert (found.get("tests"), found.get("failures")) == ("1", "1")
    assert "secret" not in ElementTree.tostring(found, encoding="unicode")


def test_counts_are_those_of_the_elements() -> None:
    for one in parsed([handin("ada", lost_checks())]):
        tags = Counter(child.tag for child in one.iter())
        assert [int(one.get(key) or -1) for key in ("failures", "errors", "skipped", "tests")] == [
            *(tags["failure"], tags["error"], tags["skipped"], tags["testcase"])
        ]


def test_hostile_text_stays_in_its_place() -> None:
    evidence = Evidence(*[HOSTILE + "]]> \ufffe"] * 5)
    root = parsed([handin(HOSTILE, [check("las.look_and_say", HOSTILE, Status.FAILED, evidence)])])
    assert {child.tag for child in root.iter()} == {
        *("testsuites", "testsuite", "properties", "property", "testcase", "failure")
    }


def test_what_xml_can_not_hold_is_written_as_pytest_does() -> None:
    assert legal("a\ufffeb") == "a#xFFFEb"


def test_times_add_up_to_the_cpu_seconds_of_the_hand_in() -> None:
    root = parsed([handin("ada", lost_checks(), cpu_seconds=1.5)])
    cases = [float(case.get("time") or -1) for case in root.iter("testcase")]
    assert min(cases) > 0
    assert sum(cases) == pytest.approx(3.0, abs=1e-4)
    assert float(root.get("time") or 0) == pytest.approx(3.0, abs=1e-2)
