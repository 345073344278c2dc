"""Game-tree search: the library on which the assignment is written. Use it, don't edit it.

Everything listed in ``__all__`` can be imported from here: ``from gametree import Guess, Seq``.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  # students try with what they have
    raise SystemExit(
        "This is Python {}.{}, but 3.11 or newer is needed: say for example\n"
        "    make play PYTHON=python3.12".format(*sys.version_info[:2])
    )

from gametree.bounds import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Bounds,
    ParentPrune,
    Pruned,
    Result,
    Value,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)
from gametree.connect4_board import (
    EMPTY,
    C4State,
    Drop,
    EmptyPosition,
    Filled,
    Pop,
    Position,
    board_of,
)
from gametree.connect_four_game import ConnectFourGame, SearchInfo
from gametree.cost import Cost, MeteredGame, MeteredState, search_cost
from gametree.declared import RECORDS as _RECORDS  # noqa: F401  # classes know what is declared
from gametree.explicit import (
    HANDOUT_BIG,
    HANDOUT_SMALL,
    ExplicitGame,
    ExplicitState,
    ExplicitTree,
    TreeLeaf,
    TreeNode,
)
from gametree.game import Game, Strategy
from gametree.graphs import GraphGame
from gametree.human import EndOfInput, HumanPlayer
from gametree.lolo import L_POSITIONS, SQUARE_POSITIONS, cfg2str, check_config, equal_config
from gametree.matrix import Matrix
from gametree.minimax import MiniMax
from gametree.paths import PathGame, SurePathGame
from gametree.pebbles import Pebbles, PebblesState
from gametree.referee import Referee
from gametree.seq import Cons, Empty, Leaf, ListView, Nil, Node, Seq, TreeView
from gametree.tree import Step, Tree, tree_to_string
from gametree.vocabulary import (
    DRAW,
    IN_PLAY,
    Definitely,
    Draw,
    Est,
    Guess,
    InPlay,
    Outcome,
    Over,
    Player,
    Status,
    Winner,
    est_compare,
)

__all__ = [
    "DRAW",
    "EMPTY",
    "HANDOUT_BIG",
    "HANDOUT_SMALL",
    "IN_PLAY",
    "L_POSITIONS",
    "PARENT_PRUNE",
    "PRUNED",
    "SQUARE_POSITIONS",
    "BestEdge",
    "Bounds",
    "C4State",
    "ConnectFourGame",
    "Cons",
    "Cost",
    "Definitely",
    "Draw",
    "Drop",
    "Empty",
    "EmptyPosition",
    "EndOfInput",
    "Est",
    "ExplicitGame",
    "ExplicitState",
    "ExplicitTree",
    "Filled",
    "Game",
    "GraphGame",
    "Guess",
    "HumanPlayer",
    "InPlay",
    "Leaf",
    "ListView",
    "Matrix",
    "MeteredGame",
    "MeteredState",
    "MiniMax",
    "Nil",
    "Node",
    "Outcome",
    "Over",
    "ParentPrune",
    "PathGame",
    "Pebbles",
    "PebblesState",
    "Player",
    "Pop",
    "Position",
    "Pruned",
    "Referee",
    "Result",
    "SearchInfo",
    "Seq",
    "Status",
    "Step",
    "Strategy",
    "SurePathGame",
    "Tree",
    "TreeLeaf",
    "TreeNode",
    "TreeView",
    "Value",
    "Winner",
    "alpha_is_less_than",
    "beta_is_greater_than",
    "board_of",
    "cfg2str",
    "check_config",
    "equal_config",
    "est_compare",
    "maxalpha",
    "minbeta",
    "search_cost",
    "tree_to_string",
]
