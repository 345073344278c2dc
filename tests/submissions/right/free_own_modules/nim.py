"""The work is done in a module of one's own."""

from my_nim import (
    choose_move,
    config_to_string,
    equal_config,
    greater_equal,
    less_equal,
    make_game_tree,
    make_next_level,
    min_max,
    parse_config,
    parse_start,
    print_game_tree,
    run,
)

__all__ = ["choose_move", "config_to_string", "equal_config", "greater_equal", "less_equal", "make_game_tree", "make_next_level", "min_max", "parse_config", "parse_start", "print_game_tree", "run"]
