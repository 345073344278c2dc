"""What a check's end means, and its evidence as it can be kept, whatever was raised with what."""

import pytest

from grader.asking.answers import CodeFailed
from grader.asking.submission import AnsweredQuestion
from grader.errors import BrokenGrader
from grader.judging.faults import VerdictFailed
from grader.judging.verdicts import shortened, unreadable, verdict_of
from grader.statuses import Status
from grader.student.evidence import CheckFailed, Evidence, RunsPicture
from grader.student.question import CODE

VERDICTS: list[tuple[BaseException | None, Status, str]] = [
    (CheckFailed(Evidence("wrong")), Status.FAILED, "wrong"),
    (CodeFailed(Evidence("slow"), Status.TIMEOUT), Status.TIMEOUT, "slow"),
    (AssertionError("x" * 5000), Status.FAILED, "the check failed: xxx"),
    (AssertionError(), Status.FAILED, "the check failed"),
    (pytest.fail.Exception("no"), Status.FAILED, "the check failed: no"),
    (pytest.skip.Exception("no"), Status.BROKEN, "Skipped in the check"),
    (KeyError("k"), Status.BROKEN, "KeyError in the check"),
    (RecursionError(), Status.BROKEN, "RecursionError in the check"),
]


@pytest.mark.parametrize(("failure", "status", "message"), VERDICTS, ids=str)
def test_what_an_exception_means(failure: BaseException, status: Status, message: str) -> None:
    got_status, evidence = verdict_of(failure)
    assert evidence is not None
    assert got_status is status
    assert evidence.message.startswith(message)
    assert len(evidence.message) < 1100


def test_no_exception_is_a_pass() -> None:
    assert verdict_of(None) == (Status.PASSED, None)


def test_a_nursery_that_is_gone_is_not_a_verdict_on_a_check() -> None:
    with pytest.raises(BrokenGrader, match="gone"):
        verdict_of(BrokenGrader("the nursery is gone"))


def test_evidence_is_kept_short_and_small_evidence_as_it_is() -> None:
    small = Evidence("wrong", got="1", picture=RunsPicture(("1",), (1,), (1,)))
    assert shortened(small) == small
    flood = "x" * 10**6
    runs = RunsPicture((flood[:10],) * 10**5, (1,) * 10**5, (1,) * 10**5)
    large = Evidence(flood, flood, flood, flood, flood, flood, flood, picture=runs)
    assert len(str(shortened(large))) < 300_000


def test_a_verdict_that_can_not_judge_the_expected_answer_breaks_by_its_own_exception() -> None:
    failure = VerdictFailed()
    failure.__cause__ = KeyError("k")
    status, evidence = verdict_of(failure)
    assert status is Status.BROKEN
    assert evidence is not None
    assert evidence.message == "KeyError in the check"


class Mute(Exception):
    def __str__(self) -> str:
        raise TypeError("an answer in it can't be shown")


def test_an_exception_that_can_not_say_its_text_has_a_verdict_too() -> None:
    assert verdict_of(Mute())[0] is Status.BROKEN


def test_a_plain_claim_is_shown_without_how_our_objects_came_to_its_values() -> None:
    said = (
        "assert 3.0 == 3.25\n +  where 3.0 = answer(<grader.student.question.Call object at 0x7f>)"
        "\n +    where answer = <grader.student.claims.Expect object at 0x7f>.answer"
    )
    _, evidence = verdict_of(AssertionError(said))
    assert evidence is not None
    assert evidence.message == "the check failed: assert 3.0 == 3.25"


def test_an_answer_that_a_check_stumbles_over_is_shown_with_its_kind_and_the_call() -> None:
    evidence = unreadable(AnsweredQuestion(CODE.work.act(1), 7))
    assert evidence.message == "the answer is of a kind that this check can't read: an int"
    assert (evidence.got, "act(1)" in evidence.call) == ("7", True)
    assert unreadable(None).message == "the answer is of a kind that this check can't read"


def test_evidence_of_other_things_than_texts_is_kept_as_their_texts() -> None:
    odd = Evidence(7, got=[1], hint=None, picture="a tree")  # type: ignore[arg-type]
    assert shortened(odd) == Evidence("7", got="[1]", hint="None")
    assert shortened("a text") == Evidence("a text")  # type: ignore[arg-type]


def test_no_evidence_holds_an_address_of_the_graders_memory() -> None:
    shown = shortened(Evidence("wrong", got="<Player object at 0x7fa5c0ffee>"))
    assert shown.got == "<Player object>"
