"""Advice fits: each planted mistake that has some is named in words, and nobody else is.

All planted right and faulty hand-ins are graded here, each in its modules, with all checks.
"""

from collections.abc import Mapping

import pytest

from grader.assignment import load
from grader.isolation import probe
from grader.verify import Verdict, specimens, verify
from tests.support import ROOT

pytestmark = pytest.mark.timeout(1800)

ASSIGNMENT = load(ROOT / "config.yaml")
PLANTED = [
    s for s in specimens(ASSIGNMENT, ROOT / "tests/submissions") if s.kind in ("right", "faulty")
]
HINTED = [s.unit.student for s in PLANTED if s.hint]


@pytest.fixture(scope="module")
def verdicts() -> Mapping[str, Verdict]:
    """What became of the planted hand-ins."""
    found: dict[str, Verdict] = {}

    def keep(verdict: Verdict) -> None:
        found[verdict.specimen.unit.student] = verdict

    verify(ASSIGNMENT, PLANTED, probe().tier, 2, keep)
    return found


@pytest.mark.parametrize("name", HINTED)
def test_a_planted_mistake_gets_its_own_advice(verdicts: Mapping[str, Verdict], name: str) -> None:
    verdict = verdicts[name]
    assert verdict.advice == {verdict.specimen.hint}


def test_no_other_hand_in_gets_advice_about_a_planted_mistake(
    verdicts: Mapping[str, Verdict],
) -> None:
    others = {name: set(v.advice) for name, v in verdicts.items() if not v.specimen.hint}
    assert {name: advice for name, advice in others.items() if advice} == {}


def test_advice_is_one_sentence_that_fits_into_a_line_or_two() -> None:
    assert [s.name for s in PLANTED if len(s.hint) > 170 or s.hint.endswith(".")] == []


def test_the_commonest_mistakes_of_every_module_have_advice() -> None:
    modules = {module for s in PLANTED if s.hint for module in s.unit.modules}
    assert len(HINTED) >= 20
    assert {"las", "alphabeta", "jamboree", "nim", "select_move"} <= modules
