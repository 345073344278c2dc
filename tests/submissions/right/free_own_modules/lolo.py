"""The work is done in a module of one's own."""

from my_lolo import (
    alpha_beta,
    count_moves,
    eval_position,
    lookup_pos,
    make_game_tree,
    make_next_level,
    next_l_pos,
    parse_start,
    print_game_tree,
    run,
    str2cfg,
)

__all__ = ["alpha_beta", "count_moves", "eval_position", "lookup_pos", "make_game_tree", "make_next_level", "next_l_pos", "parse_start", "print_game_tree", "run", "str2cfg"]
