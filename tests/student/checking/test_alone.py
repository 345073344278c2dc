"""One check alone, in this process: what is shown of it, and of what isn't there."""

import io
from pathlib import Path
from typing import Any

import pytest

from grader.student.checking.alone import _EventDisplay, try_one
from grader.student.checking.assignment import HandoutAssignment, HandoutModule
from grader.student.checking.screen import Screen
from grader.student.evidence import Evidence, evidence_to_json

CALL = "from las import parse\nparse('')"
WRONG = Evidence("wrong value", call=CALL, output="printed before", got="1", expected="2")


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"event": kind, "ref": "las.1", "module": "las", **fields}


def display(*as_is: str) -> tuple[_EventDisplay, io.StringIO]:
    out = io.StringIO()
    return _EventDisplay(Screen(out, 80, False, False), as_is), out


@pytest.mark.parametrize("ref", ["lasagne.1", "", "la", "1"])
def test_a_check_of_no_module_is_not_looked_for(ref: str, tmp_path: Path) -> None:
    out = io.StringIO()
    assignment = HandoutAssignment((HandoutModule("las", ()),), "")
    assert try_one(tmp_path, assignment, ref, Screen(out, 80, False, False)) == 2
    assert out.getvalue() == (
        f"There is no check {ref}: give MODULE.NUMBER, or the name of a task.\n"
    )


def test_a_check_that_passes_is_two_lines() -> None:
    shown, out = display()
    shown.event(event("start", task="las.parse", title="an empty text"))
    assert not shown.any
    shown.event(event("end", task="las.parse", title="an empty text"))
    assert out.getvalue() == "\nlas.1  las.parse: an empty text\n✓ passed\n"
    assert (shown.any, shown.all_passed) == (True, True)


def test_a_call_that_fails_can_be_pasted_and_what_it_printed_came_before() -> None:
    shown, out = display()
    shown.event(event("end", task="las.parse", title="t", evidence=evidence_to_json(WRONG)))
    text = out.getvalue()
    assert text.startswith("✗ failed\n")
    assert text.endswith(f"\n# the call, to be pasted at a prompt of python3\n{CALL}\n")
    assert "printed before" not in text
    assert not shown.all_passed


def test_the_line_of_a_courses_own_test_is_not_to_be_pasted() -> None:
    shown, out = display("las")
    shown.event(event("end", task="las.parse", title="t", evidence=evidence_to_json(WRONG)))
    assert "pasted" not in out.getvalue()
    assert "parse('')" in out.getvalue()


def test_a_module_that_is_broken_has_failed_and_other_events_are_no_news() -> None:
    shown, out = display()
    for kind in ("start", "count", "broken"):
        shown.event(event(kind))
    assert (out.getvalue(), shown.any) == ("", False)
    shown.event({"event": "broken", "module": "las", "evidence": evidence_to_json(WRONG)})
    assert (shown.any, shown.all_passed) == (True, False)


def test_one_that_passes_does_not_make_up_for_one_that_failed() -> None:
    shown, _ = display()
    shown.event(event("end", task="f", title="t", evidence=evidence_to_json(WRONG)))
    shown.event(event("end", task="f", title="t"))
    assert not shown.all_passed
