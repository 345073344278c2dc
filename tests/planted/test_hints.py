"""Advice fits: the commonest mistakes are named in words, and nobody else gets their advice.

The twenty commonest mistakes are graded here, each in its modules with all checks, among right
hand-ins and mistakes without advice. `grader verify` asks the same of all planted hand-ins.
"""

from collections.abc import Mapping

import pytest

from grader.assignment.config import load
from grader.commands.verify import specimens, verify
from grader.running.specimens import Verdict
from grader.sandbox.tiers import probe
from tests.support import ROOT

COMMONEST = {
    "faulty/count_goes_on",
    "faulty/forgets_the_last_run",
    "faulty/counts_all_occurrences",
    "faulty/reversed_pairs",
    "faulty/c4_no_falling_diagonals",
    "faulty/c4_exactly_four",
    "faulty/c4_estimate_for_the_mover",
    "faulty/c4_changes_the_state_given",
    "faulty/estimates_finished_states",
    "faulty/forgets_incoming_bound",
    "faulty/leaves_within_bounds",
    "faulty/no_pruning_at_all",
    "faulty/max_for_both",
    "faulty/children_get_open_bounds",
    "faulty/next_move_looks_too_far",
    "faulty/jamboree_forgets_incoming_bound",
    "faulty/ceil_for_floor",
    "faulty/parallel_part_updates_bounds",
    "faulty/nim_values_max_for_min",
    "faulty/select_move_prunes_beyond_alone",
}
OTHERS = {
    "right/memoised",
    "right/terse_one_liners",
    "right/nim_lists",
    "right/c4_bitboards",
    "right/select_own_board",
    "faulty/c4_last_windows_left_out",
    "faulty/reads_by_nth",
    "faulty/compares_thrice",
}

ALL = list(specimens(load(ROOT / "config.yaml")))
GRADED = [s for s in ALL if s.unit.student in COMMONEST | OTHERS]


@pytest.fixture(scope="module")
def verdicts() -> Mapping[str, Verdict]:
    """What became of the hand-ins that are graded here."""
    found: dict[str, Verdict] = {}

    def keep(verdict: Verdict) -> None:
        found[verdict.specimen.unit.student] = verdict

    verify(load(ROOT / "config.yaml"), GRADED, probe().tier, 2, keep)
    return found


@pytest.mark.parametrize("name", sorted(COMMONEST))
def test_a_common_mistake_gets_its_own_advice(verdicts: Mapping[str, Verdict], name: str) -> None:
    verdict = verdicts[name]
    assert verdict.specimen.hint
    assert verdict.advice == {verdict.specimen.hint}


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_nobody_else_gets_advice_about_them(verdicts: Mapping[str, Verdict], name: str) -> None:
    verdict = verdicts[name]
    assert not verdict.specimen.hint
    assert verdict.advice == frozenset()


def test_advice_is_one_sentence_that_fits_into_a_line_or_two() -> None:
    assert [s.name for s in ALL if len(s.hint) > 170 or s.hint.endswith(".")] == []


def test_the_commonest_mistakes_of_every_module_have_advice() -> None:
    modules = {module for s in ALL if s.hint for module in s.unit.modules}
    assert {"las", "connect4", "alphabeta", "jamboree", "nim", "select_move", "popout"} <= modules
