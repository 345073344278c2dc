"""Checks of the student's own tests: what they catch among known faulty solutions.

Students see what each mistake in `SHOWN` does; of the others only the kind.
A check that catches earns a share of the points (see `grader.scoring.score`), all others are
conditions.
"""

from typing import Any

import pytest

from grader.asking.answers import CodeFailed
from grader.student.evidence import without_values
from grader.student_tests.trial import Trial

TASK = "test_all.thoroughness"

# Here are those that no other one subsumes, and at least one for each function that had any:
# `python -m bench.dominators` chooses them, reference/NOTES.md has the figures.

# Faulty solutions that are described to students.
SHOWN = {
    "fails_on_empty": "look_and_say can't be given an empty sequence",
    "c4_start_is_turned": "the board of connect4's start has as many rows as columns",
    "max_for_both": "update_ab takes the larger value for Minnie too",
    "nim_move_rightmost": "choose_move of nim takes the rightmost of the best moves",
    "lolo_lookup_minus_one": "lookup_pos returns -1 where an error is expected",
    "lolo_place_may_stay": "next_l_pos lets the L stay where it is",
    "select_value_of_three_is_30": "static_evaluate counts 30 for three tokens",
}
# Faulty solutions by the kind of their mistake.
HIDDEN = {
    "las: which elements are equal": ("compares_by_equal_signs", "none_means_nothing_yet"),
    "connect4: moving, and whose turn it is": ("c4_drops_the_opponents_disc",),
    "connect4: who has won, and when": ("c4_exactly_four", "c4_full_before_four"),
    "connect4: boards of other sizes": ("c4_only_seven_by_six",),
    "connect4: what an estimate says": ("c4_estimate_for_the_mover",),
    "alphabeta: values on a bound, and no bound": (
        "update_needs_a_bound",
        "equal_to_beta_is_inside",
    ),
    "alphabeta: what a search hands on": (
        "hands_up_a_deeper_move",
        "inner_nodes_within_bounds",
    ),
    "alphabeta: which leaves are estimated": ("children_get_open_bounds",),
    "alphabeta: games that are over": ("estimates_finished_states",),
    "alphabeta: the move that is chosen": (
        "next_move_prefers_last_of_equals",
        "next_move_is_always_maxies",
    ),
    "run: who plays": ("run_minnie_is_minimax",),
    "jamboree: the moves that are searched in parallel": (
        "parallel_part_updates_bounds",
        "parallel_part_passes_over_parent_prune",
    ),
    "nim: comparing and ordering": ("nim_less_equal_pile_by_pile", "nim_level_by_sticks_taken"),
    "nim: game trees and their values": ("nim_tree_of_one_level", "nim_values_never_alternate"),
    "lolo: reading a board, and moving": ("lolo_read_swaps_squares", "lolo_moves_of_blue_alone"),
    "lolo: searching": ("lolo_search_accepts_decided_roots", "lolo_search_value_of_the_mover"),
    "select_move: the worth of a grid": ("select_value_bonus_for_who_moved",),
    "select_move: the search and its figures": ("select_move_counts_the_root",),
}
NUMBERED = [(kind, name) for kind, names in HIDDEN.items() for name in names]
NAMES = (*SHOWN, *[name for _, name in NUMBERED])


def marked(words: str) -> pytest.MarkDecorator:
    """The mark of a check that catches a mistake."""
    return pytest.mark.task(TASK, f"catches a mistake: {words}")


def shown_ones() -> list[Any]:
    """A parameter for each faulty solution that is described to students."""
    return [pytest.param(name, marks=marked(words), id=name) for name, words in SHOWN.items()]


def hidden_ones() -> list[Any]:
    """A parameter for each hidden faulty solution: numbered, since its name says too much."""
    return [
        pytest.param(name, marks=marked(kind), id=f"{number}")
        for number, (kind, name) in enumerate(NUMBERED, start=1)
    ]


@pytest.mark.task(TASK, "passes on a correct solution, and calls its functions")
@pytest.mark.shown
def test_passes_on_a_correct_solution(suite: Trial) -> None:
    suite.require_reference(NAMES)


@pytest.mark.shown
@pytest.mark.parametrize("name", shown_ones())
def test_catches(suite: Trial, name: str) -> None:
    require_caught(suite, name)


@pytest.mark.parametrize("name", hidden_ones())
def test_catches_hidden(suite: Trial, name: str) -> None:
    require_caught(suite, name)


def require_caught(suite: Trial, name: str) -> None:
    """Raise `CheckFailed` unless the suite catches the faulty solution `name`."""
    verdict = suite.verdict(name, NAMES)
    if not verdict.caught:
        raise CodeFailed(without_values(verdict.words), verdict.status)


@pytest.mark.task(TASK, "passes on a correct solution in every run")
@pytest.mark.shown
def test_passes_in_every_run(suite: Trial) -> None:
    suite.require_steadiness()
