"""What students see of hidden checks is what config.yaml says."""

from dataclasses import replace

import pytest

from grader.assignment.config import RevealLevel
from grader.judging.verdicts import shortened, verdict_of
from grader.report.content.feedback import (
    LEVEL_MEANING,
    OF_A_SUITE,
    revealed,
    told_incidents,
    told_seconds,
)
from grader.results import Incident
from grader.statuses import STATUS_MEANING, Status
from grader.student.evidence import Evidence
from tests.report.report_samples import (
    assignment,
    check,
    error_evidence,
    handin,
    value_evidence,
)

HIDDEN = check("las.look_and_say", "drawn", Status.FAILED, value_evidence(), public=False)
PUBLIC = check("las.look_and_say", "one run", Status.FAILED, value_evidence())
RAISED = check("las.look_and_say", "raised", Status.ERROR, error_evidence(), public=False)


@pytest.mark.parametrize("level", list(RevealLevel))
def test_a_public_check_is_always_shown_in_full(level: RevealLevel) -> None:
    assert revealed(PUBLIC, level) == PUBLIC


def test_none_shows_nothing_of_a_hidden_check() -> None:
    assert revealed(HIDDEN, RevealLevel.NONE) is None


def test_name_shows_title_and_status_only() -> None:
    seen = revealed(HIDDEN, RevealLevel.NAME)
    assert seen is not None
    assert (seen.title, seen.status, seen.evidence) == ("drawn", Status.FAILED, None)


def diagnosis(evidence: Evidence) -> Evidence | None:
    seen = revealed(replace(HIDDEN, evidence=evidence), RevealLevel.DIAGNOSIS)
    assert seen is not None
    return seen.evidence


def test_diagnosis_shows_the_kind_of_fault_and_the_hint_only() -> None:
    assert diagnosis(value_evidence()) == Evidence("wrong value", hint=value_evidence().hint)


def test_diagnosis_shows_no_hint_that_the_code_can_choose() -> None:
    evidence = Evidence("your code raised NameError", hint="did you mean seven?", by_its_word=True)
    assert diagnosis(evidence) == Evidence(STATUS_MEANING[HIDDEN.status])


def test_diagnosis_does_not_say_that_an_answer_is_right_alone() -> None:
    """A hand-in could say much by answering hidden questions so or otherwise."""
    wrong, spoilt = value_evidence(), replace(value_evidence(), after=1)
    assert diagnosis(spoilt) == diagnosis(wrong)
    seen = revealed(replace(HIDDEN, evidence=spoilt), RevealLevel.DIAGNOSIS)
    assert seen is not None
    assert seen.message == "wrong value"


def test_diagnosis_shows_no_words_but_the_kind() -> None:
    """What the words hold of answers can't be told from them: each may have been cut."""
    long = "z" * 4000
    evidence = shortened(Evidence(f"the test fails: {long} != 4", difference=f"{long} != 4"))
    assert diagnosis(evidence) == Evidence(STATUS_MEANING[Status.FAILED])
    assert diagnosis(replace(evidence, kind="the test fails")) == Evidence("the test fails")


def test_diagnosis_shows_neither_text_nor_place_of_an_exception() -> None:
    """Code that looks at an input can choose the line."""
    seen = revealed(RAISED, RevealLevel.DIAGNOSIS)
    assert seen is not None
    assert seen.evidence == Evidence(STATUS_MEANING[Status.ERROR])


def test_diagnosis_shows_the_advice_of_a_mistake_that_raises() -> None:
    advised = replace(RAISED, evidence=replace(error_evidence(), hint="the end is free again"))
    seen = revealed(advised, RevealLevel.DIAGNOSIS)
    assert seen is not None
    assert seen.evidence == Evidence(STATUS_MEANING[Status.ERROR], hint="the end is free again")


@pytest.mark.parametrize("level", [RevealLevel.NONE, RevealLevel.NAME, RevealLevel.DIAGNOSIS])
def test_a_fault_of_ours_shows_no_traceback_to_students(level: RevealLevel) -> None:
    ours = check("las.look_and_say", "x", Status.BROKEN, Evidence("KeyError", output="Traceback"))
    seen = revealed(ours, level)
    assert seen is not None
    assert (seen.evidence, seen.message) == (None, STATUS_MEANING[Status.BROKEN])


def test_full_shows_all() -> None:
    assert revealed(HIDDEN, RevealLevel.FULL) == HIDDEN


def test_every_level_is_explained_to_students() -> None:
    assert set(LEVEL_MEANING) == set(RevealLevel)


TRIED = (Incident("exit", "exit status 42"), Incident("program", "tried to start a program"))


def test_an_author_sees_no_more_of_what_a_suite_tried_than_that_it_did() -> None:
    with_suite = replace(assignment(), student_tests="las")
    result = handin(checks=[PUBLIC], incidents=TRIED, cpu_seconds=4.2)
    for level in RevealLevel:
        assert (*told_incidents(with_suite, result, level),) == (OF_A_SUITE,)
        assert (*told_incidents(with_suite, handin(checks=[PUBLIC]), level),) == ()
    assert (*told_incidents(assignment(), result, RevealLevel.FULL),) == TRIED


@pytest.mark.parametrize("level", [RevealLevel.NONE, RevealLevel.NAME, RevealLevel.DIAGNOSIS])
def test_what_ended_a_box_is_told_in_words_of_ours_and_once(level: RevealLevel) -> None:
    """An exit status, a length and a tag that nobody knows are whatever is made of an input."""
    made = [Incident("exit", f"exit status {n}") for n in (4, 2)]
    made += [Incident("protocol", "the unknown tag 'LEAK'"), *TRIED, *TRIED]
    told = told_incidents(assignment(), handin(checks=[PUBLIC], incidents=made), level)
    assert (*told,) == (
        Incident("exit", "your code ended the Python process"),
        Incident("protocol", "an answer did not come in the agreed form"),
        Incident("program", "tried to start a program"),
    )


def test_an_author_does_not_see_how_long_a_suite_has_worked() -> None:
    result = handin(checks=[PUBLIC], cpu_seconds=4.2)
    assert told_seconds(replace(assignment(), student_tests="las"), result) == {}
    assert told_seconds(assignment(), result) == {"las": 4.2}


def test_a_plain_claim_of_a_hidden_check_shows_none_of_its_values() -> None:
    values = "assert 3.0 == 3.25"
    _, evidence = verdict_of(AssertionError(values))
    assert evidence is not None
    assert diagnosis(evidence) == Evidence("the check failed")
