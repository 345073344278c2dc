"""Every public check fails for what its title says: for a wrong solution made for the title."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from importlib import import_module
from typing import Any

import pytest

from grader.asking.solution import Solution
from grader.assignment.load import load
from grader.assignment.modules import importable
from grader.inside.lockdown import Tier
from grader.running.boxes import choose_tier, solution_of
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed
from grader.student.question import CODE
from grader.student.source import Source
from tests.support import REFERENCE_FILES, ROOT, faulty_files

# Patches of the reference for titles that no known mistake is made for.
OWN = {
    "tree_of_nothing_has_a_child": (
        "nim.py",
        "    return Tree(c, [make_game_tree(d) for d in make_next_level(c)])",
        "    return Tree(c, [make_game_tree(d) for d in make_next_level(c)] or [Tree(c)])",
    ),
    "endgame_takes_the_first_column": (
        "select_move.py",
        "    return col\n",
        "    return game.list_legal_moves()[0]\n",
    ),
    "pop_minnie_starts": (
        "popout.py",
        "        return self.connect4.start\n",
        "        return C4State(self.connect4.start.board, Player.MINNIE)\n",
    ),
    "no_test": ("test_all.py", REFERENCE_FILES["test_all.py"], "def check_a_run(): ...\n"),
}

# By the check, known mistakes for what its title says, each of which has to fail it.
WRONG: Mapping[str, Mapping[str, str]] = {
    "las": {
        "one_run": "counts_from_zero gives_a_list reversed_pairs",
        "two_runs": "runs_in_reverse forgets_the_last_run",
        "empty": "fails_on_empty",
        "given_function": "compares_by_equal_signs groupby_without_eq",
        "no_nth": "reads_by_nth",
    },
    "connect4": {
        "rows_of_figure_1": "c4_rows_from_the_top",
        "full_column": "c4_full_column_is_minus_one",
        "parse_move": "c4_full_column_is_not_none",
        "start": "c4_minnie_starts c4_start_is_turned",
        "moves": "c4_moves_offers_full_columns c4_moves_without_the_last_column",
        "moves_are_a_seq": "c4_moves_is_a_list",
        "player": "c4_player_who_moved_last",
        "figure_1": "c4_drops_the_opponents_disc",
        "match": "c4_turn_does_not_pass",
        "state_stays": "c4_changes_the_state_given",
        "in_play": "c4_draw_with_one_full_column",
        "wins": "c4_no_falling_diagonals c4_winner_is_to_move",
        "draw": "c4_never_a_draw",
        "guess": "c4_estimate_is_a_number",
        "sign": "c4_estimate_for_the_mover c4_estimate_adds_both",
        "three_and_two": "c4_estimate_three_like_two",
    },
    "alphabeta": {
        "update_alpha": "overwrites_the_bound updates_the_other_bound",
        "update_beta": "max_for_both overwrites_the_bound",
        "value_for": "value_for_always_alpha value_for_gives_opponents_bound",
        "within_bounds": "gives_estimate_not_edge",
        "outside_bounds": "swaps_prunes_for_maxie swaps_prunes_for_minnie",
        "evaluate_small": "stops_one_ply_early evaluates_children_twice",
        "search_small": "no_pruning_at_all looks_from_right_to_left",
        "search_big": "no_pruning_at_all forgets_incoming_bound",
        "next_move": "next_move_gives_the_edge next_move_looks_too_far",
    },
    "run": {
        "referee": "run_returns_nothing run_asks_for_the_depth",
        "players": "run_sides_swapped run_minnie_is_minimax",
        "game": "run_six_by_seven",
        "reads_nothing": "run_asks_for_the_depth",
        "go": "run_sides_swapped",
    },
    "jamboree": {
        "half_small": "parallel_part_updates_bounds parallel_part_not_at_all",
        "all_small": "sequence_keeps_the_old_bounds",
        "half_big": "parallel_part_by_minimax sequence_takes_the_last_moves",
        "next_move": "jamboree_next_move_ignores_the_rest",
    },
    "nim": {
        "less_equal": "nim_less_equal_from_the_right nim_less_equal_pile_by_pile",
        "greater_equal": "nim_greater_equal_copied",
        "equal_config": "nim_equal_in_any_order",
        "make_next_level": "nim_level_by_sticks_taken nim_level_takes_one_stick",
        "tree_of_nothing": "tree_of_nothing_has_a_child",
        "make_game_tree": "nim_tree_of_one_level nim_tree_right_to_left",
        "leaves": "nim_values_leaves_are_losses nim_values_last_stick_wins",
        "min_max": "nim_values_never_alternate nim_values_root_alone",
        "min_max_printed": "nim_values_max_for_min",
        "choose_move": "nim_move_the_other_way_round",
        "choose_losing": "nim_move_rightmost nim_move_none_when_lost",
    },
    "lolo": {
        "lookup": "lolo_lookup_from_one",
        "lookup_refuses": "lolo_lookup_minus_one",
        "read_board": "lolo_read_swaps_squares lolo_read_bits_reversed",
        "read_refuses": "lolo_read_first_square lolo_lookup_minus_one",
        "stuck": "lolo_place_may_stay",
        "places": "lolo_place_beside_itself lolo_place_over_squares",
        "eval_position": "lolo_place_over_squares",
        "no_moves": "lolo_moves_square_first",
        "moves": "lolo_moves_of_blue_alone lolo_moves_twice",
        "moves_of_squares": "lolo_moves_square_may_stay lolo_moves_square_under_the_l",
        "alpha_beta": "lolo_search_one_too_shallow lolo_search_returns_the_leaf",
        "decided": "lolo_search_accepts_decided_roots",
    },
    "select_move": {
        "empty": "select_value_without_bonus",
        "one_token": "select_value_bonus_for_who_moved select_value_one_diagonal",
        "over": "select_value_win_is_a_segment select_value_draw_with_bonus",
        "section_2_2": "select_value_counts_mixed",
        "obvious": "select_move_x_is_always_best",
        "tie": "select_move_rightmost",
        "section_3_1": "endgame_takes_the_first_column",
        "figures": "select_move_counts_the_root select_move_always_prunes",
        "pruning": "select_move_prunes_one_too_many select_move_never_prunes",
        "grid": "select_move_leaves_tokens",
    },
    "popout": {
        "start": "pop_minnie_starts",
        "moves": "pop_of_any_disc",
        "pop": "pop_leaves_a_hole pop_keeps_the_turn",
        "example": "pop_leaves_a_hole",
        "pops_that_end_the_match": "pop_opponent_wins_both pop_only_the_mover_wins",
        "full_boards": "pop_full_is_a_draw pop_stuck_has_lost pop_stuck_before_four",
        "parse_move": "pop_typed_with_p pop_parses_any_column",
        "estimate": "pop_estimate_for_the_mover pop_estimate_is_zero",
    },
    "test_all": {"there_is_a_test": "no_test"},
}
CASES = [
    pytest.param(module, check, name, id=f"{module}-{check}-{name}")
    for module, checks in WRONG.items()
    for check, names in checks.items()
    for name in names.split()
]


def files_of(name: str) -> Mapping[str, str]:
    """The files of a wrong solution."""
    if name not in OWN:
        return faulty_files(name)
    file, old, new = OWN[name]
    assert old in REFERENCE_FILES[file]
    return {file: REFERENCE_FILES[file].replace(old, new)}


@pytest.fixture(scope="module")
def reference() -> Iterator[Solution]:
    assignment = load(ROOT / "config.yaml")
    tier = choose_tier(Tier.CONFINED)
    with importable(assignment), closing(solution_of(assignment, tier, REFERENCE_FILES)) as found:
        yield found


def check_of(module: str, check: str) -> Callable[..., None]:
    found: Callable[..., None] = getattr(import_module(f"checks.test_{module}"), f"test_{check}")
    return found


def fails(reference: Solution, module: str, check: str, files: Mapping[str, str]) -> bool:
    """Whether a check fails of the reference with other files in place of its own."""
    wanted = check_of(module, check)
    with closing(reference.module(module, files)) as code:
        fixtures: dict[str, Any] = {"submission": CODE, "expect": Expect(code.ask)}
        fixtures["source"] = Source({**REFERENCE_FILES, **files})
        try:
            wanted(**{name: fixtures[name] for name in wanted.__annotations__ if name != "return"})
        except CheckFailed:
            return True
    return False


@pytest.mark.parametrize(("module", "check", "name"), CASES)
def test_a_check_fails_for_what_its_title_says(
    reference: Solution, module: str, check: str, name: str
) -> None:
    assert fails(reference, module, check, files_of(name))


def test_each_public_check_has_a_wrong_solution(reference: Solution) -> None:
    del reference  # with it, checks can be imported
    for path in (ROOT / "handout/checks").glob("test_*.py"):
        module = path.stem.removeprefix("test_")
        found = {name for name in dir(import_module(f"checks.{path.stem}")) if "test_" in name[:5]}
        assert {name.removeprefix("test_") for name in found} == set(WRONG[module]), module


def test_any_element_of_a_run_may_stand_for_it(reference: Solution) -> None:
    last = REFERENCE_FILES["las.py"].replace("n, s = n + 1, rest", "n, s, x = n + 1, rest, y")
    last = last.replace("return n, s", "return n, s, x").replace("more, s =", "more, s, first =")
    assert not fails(reference, "las", "given_function", {"las.py": last})
