"""A check that never ends is known, and is run no more."""

import os
import signal
from mmap import PAGESIZE
from pathlib import Path

import pytest

from grader.errors import BrokenGrader
from grader.judging.progress import ADVICE, CheckProgress
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from grader.student.evidence import Evidence
from grader.student.source import Source
from tests.judging.test_judge import DOUBLE, NONE_FOR_A_NUMBER, graded, statuses

COUNTS_UP = """
    @judges("counts as far as the answer", "work.one")
    def test_counts(submission, expect):
        assert sum(range(expect.answer(submission.work.act(1)))) == 1

    @judges("makes so many", "work.two")
    def test_makes(submission, expect):
        assert len("x" * expect.answer(submission.work.act(1))) == 2

    @judges("goes on in Python", "work.one")
    def test_loops(submission, expect):
        number = expect.answer(submission.work.act(1))
        while number > 0:
            number -= 1

    @judges("comes after all of them", "work.two")
    def test_after(submission, expect):
        expect(submission.work.act(2), 4)
"""


TOO_LONG = "not run: the answers of the hand-in take too long to read"


def test_an_answer_that_keeps_a_check_from_ending_costs_its_own_hand_in(
    tmp_path: Path, nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.judging.progress.CHECK_CPU_SECONDS", 1)
    source = "def act(n): return 10**15 if n == 1 else 4\n"
    [module] = graded(tmp_path, nursery, source, hidden=COUNTS_UP)
    counts, makes, loops, after = module.checks
    assert {counts.status, makes.status, loops.status} == {Status.FAILED}
    assert counts.message == "the answer is of a kind that this check can't read"
    assert makes.message == "the answer is of a kind that this check can't read: an int"
    assert (after.status, after.message) == (Status.SKIPPED, TOO_LONG)


def test_a_check_that_does_not_end_on_the_reference_either_is_ours(
    tmp_path: Path, nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.judging.progress.CHECK_CPU_SECONDS", 1)
    forever = """
        @judges("never ends", "work.one")
        def test_forever(submission):
            while True:
                pass
    """
    with pytest.raises(BrokenGrader, match="failed: ended by SIGXCPU"):
        graded(tmp_path, nursery, DOUBLE, hidden=forever)


@pytest.mark.parametrize("ends", ["os._exit(3)", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_a_judge_that_ends_in_advice_is_followed_by_one_that_gives_none(
    tmp_path: Path, nursery: Nursery, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    def end(evidence: Evidence, source: Source) -> Evidence:
        if source.files:
            exec(ends, {"os": os, "signal": signal})
        return evidence

    monkeypatch.setattr("grader.judging.pytest_plugin.with_true_hint", end)
    [module] = graded(tmp_path, nursery, NONE_FOR_A_NUMBER)
    assert set(statuses((module,)).values()) == {Status.FAILED}


# -- what a parent sees of its child -------------------------------------------------------------


def test_the_check_of_the_moment_is_seen_and_none_is_between_checks() -> None:
    progress = CheckProgress()
    assert progress.check == b""
    with progress.at("a/long/name"):
        assert progress.check == b"a/long/name"
    assert progress.check == b""
    with progress.at("b"):
        assert progress.check == b"b"


def test_a_check_that_raises_is_over_too() -> None:
    progress = CheckProgress()
    with pytest.raises(ValueError, match="no"), progress.at("a/b"):
        raise ValueError("no")
    assert progress.check == b""


def test_of_a_long_name_the_beginning_is_kept_and_known_again() -> None:
    name, progress = "é" * PAGESIZE, CheckProgress()
    with progress.at(name):
        met = progress.check
    assert len(met) == PAGESIZE - 1
    assert CheckProgress((met,)).is_endless(name)


def test_advice_is_no_check_and_is_given_until_it_ends_a_judge() -> None:
    progress = CheckProgress()
    assert (progress.is_at_advice, progress.advises) == (False, True)
    with progress.at(ADVICE):
        assert progress.is_at_advice
    assert not CheckProgress((ADVICE.encode(),)).advises


def test_after_two_checks_without_an_end_no_more_is_run() -> None:
    progress = CheckProgress((b"a/x", b"a/y"))
    found = [(progress.is_endless(check), progress.too_much()) for check in ("a/x", "a/z", "a/y")]
    assert found == [(True, ""), (False, ""), (True, TOO_LONG)]
