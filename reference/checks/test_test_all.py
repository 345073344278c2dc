"""Checks of the student's own tests: what they catch among known faulty solutions.

Students see what each mistake in `SHOWN` does; of the others only the kind.
A check that catches earns a share of the points (see `grader.scoring.score`), all others are
conditions.
"""

from typing import Any

import pytest

from grader.asking.answers import CodeFailed
from grader.student.evidence import Evidence
from grader.student_tests.trial import Trial

TASK = "test_all.thoroughness"

# Faulty solutions that are described to students.
SHOWN = {
    "counts_from_zero": "look_and_say counts how many more there are of each element",
    "fails_on_empty": "look_and_say can't be given an empty sequence",
    "c4_moves_without_the_last_column": "moves of connect4 leaves out the last column",
    "c4_never_a_draw": "status calls a full board without a four in play",
    "max_for_both": "update_ab takes the larger value for Minnie too",
    "swaps_prunes_for_minnie": "check_bounds mixes up PRUNED and PARENT_PRUNE for Minnie",
    "nim_level_forgets_the_last_pile": "make_next_level of nim stops before the last pile",
    "nim_move_rightmost": "choose_move of nim takes the rightmost of the best moves",
    "lolo_lookup_minus_one": "lookup_pos returns -1 where an error is expected",
    "lolo_place_may_stay": "next_l_pos lets the L stay where it is",
    "select_value_of_three_is_30": "static_evaluate counts 30 for three tokens",
}
# Faulty solutions by the kind of their mistake.
HIDDEN = {
    "las: where runs begin and end": ("forgets_the_last_run", "counts_all_occurrences"),
    "las: which elements are equal": ("compares_by_equal_signs", "none_means_nothing_yet"),
    "connect4: moving, and whose turn it is": (
        "c4_drops_the_opponents_disc",
        "c4_turn_does_not_pass",
        "c4_replaces_the_highest_disc",
    ),
    "connect4: who has won, and when": (
        "c4_no_falling_diagonals",
        "c4_exactly_four",
        "c4_full_before_four",
        "c4_winner_is_to_move",
    ),
    "connect4: boards of other sizes": ("c4_only_seven_by_six", "c4_start_is_turned"),
    "connect4: what an estimate says": ("c4_estimate_for_the_mover",),
    "alphabeta: values on a bound, and no bound": (
        "equal_counts_as_inside",
        "update_needs_a_bound",
        "equal_to_beta_is_inside",
    ),
    "alphabeta: what a search hands on": (
        "forgets_incoming_bound",
        "hands_up_a_deeper_move",
        "inner_nodes_within_bounds",
    ),
    "alphabeta: which leaves are estimated": (
        "no_pruning_at_all",
        "looks_on_after_parent_prune",
        "children_get_open_bounds",
    ),
    "alphabeta: games that are over": ("estimates_finished_states", "compares_numbers_only"),
    "alphabeta: the move that is chosen": (
        "next_move_prefers_last_of_equals",
        "next_move_is_always_maxies",
    ),
    "run: who plays": ("run_sides_swapped", "run_minnie_is_minimax"),
    "jamboree: which moves are searched in sequence": (
        "ceil_for_floor",
        "share_of_the_parallel_part",
    ),
    "jamboree: the moves that are searched in parallel": (
        "parallel_part_updates_bounds",
        "parallel_part_passes_over_parent_prune",
    ),
    "nim: comparing and ordering": ("nim_less_equal_pile_by_pile", "nim_level_by_sticks_taken"),
    "nim: game trees and their values": (
        "nim_tree_of_one_level",
        "nim_values_never_alternate",
        "nim_move_as_min",
    ),
    "lolo: reading a board, and moving": (
        "lolo_read_swaps_squares",
        "lolo_place_over_squares",
        "lolo_moves_of_blue_alone",
    ),
    "lolo: searching": ("lolo_search_accepts_decided_roots", "lolo_search_value_of_the_mover"),
    "select_move: the worth of a grid": (
        "select_value_one_diagonal",
        "select_value_bonus_for_who_moved",
    ),
    "select_move: the search and its figures": (
        "select_move_rightmost",
        "select_move_counts_the_root",
        "select_move_never_prunes",
    ),
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
        raise CodeFailed(Evidence(verdict.words), verdict.status)


@pytest.mark.task(TASK, "passes on a correct solution in every run")
@pytest.mark.shown
def test_passes_in_every_run(suite: Trial) -> None:
    suite.require_steadiness()
