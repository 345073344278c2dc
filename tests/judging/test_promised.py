"""A hand-in that goes without what it was promised isn't judged; one at its own limits is."""

from pathlib import Path

import pytest

from grader.errors import BrokenGrader
from grader.judging.judge import Judge, grade_in_child
from grader.judging.promised import can_have_all
from grader.judging.pytest_plugin import ChecksPlugin
from grader.judging.unit import results_from_bytes
from grader.results import CheckResult
from grader.running.boxes import nursery_sources
from grader.sandbox.tiers import Nursery, Tier
from grader.statuses import Status
from tests.boxed import tiers
from tests.support import COSTS, HANDOUT, a_real_nursery, unit_of, warm_judge

ONE_THREAD = """
import threading

def act(n):
    found = []
    thread = threading.Thread(target=lambda: found.append(2 * n))
    thread.start()
    thread.join()
    return found[0]
"""
SAYS_SO = """
def act(n):
    raise RuntimeError("can't start new thread")
"""
HIDDEN = """
    @judges("doubles", "work.one")
    def test_doubles(submission, expect):
        expect(submission.work.act(1), 2)
"""


def graded(folder: Path, nursery: Nursery, source: str) -> list[CheckResult]:
    """The checks of a hand-in."""
    found: list[CheckResult] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        for result in results_from_bytes(grade_in_child(judge, unit_of(source), nursery)):
            found.extend(result.checks)

    warm_judge(folder, body, hidden=HIDDEN, reference="def act(n): return 2 * n\n")
    return found


@pytest.mark.parametrize("tier", tiers(Tier.CONFINED))
def test_a_box_can_have_all_that_it_is_promised(tier: Tier) -> None:
    with a_real_nursery(tier=tier) as nursery:
        assert can_have_all(nursery, COSTS)


@pytest.mark.parametrize("tier", tiers(Tier.CONFINED, Tier.CONFINED))
def test_a_hand_in_for_which_the_machine_has_no_thread_is_not_judged(
    tier: Tier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel counts all threads of a user, and others of his take them."""
    sources = nursery_sources(HANDOUT, "gametree")
    limits = sources["grader.inside.limits"]
    sources["grader.inside.limits"] = limits.replace("_THREADS = 1 << 14", "_THREADS = 1")
    monkeypatch.setattr("tests.support.nursery_sources", lambda *_: sources)
    with a_real_nursery(tier=tier) as nursery:
        with pytest.raises(BrokenGrader, match="threads"):
            graded(tmp_path, nursery, ONE_THREAD)
        [check] = graded(tmp_path, nursery, "def act(n): return 2 * n\n")
        assert check.passed


def test_a_hand_in_that_only_says_so_is_judged(tmp_path: Path, nursery: Nursery) -> None:
    [check] = graded(tmp_path, nursery, SAYS_SO)
    assert (check.status, "can't start new thread" in check.message) == (Status.ERROR, True)
    [check] = graded(tmp_path, nursery, "def act(n): return bytearray(1 << 40)\n")
    assert not check.passed
