"""What a grader must know about this library: which values travel, are compared and are drawn.

Nothing here is needed to solve the assignment, nor is `grading/`, which does what the tables say. A
grader reads these tables; it has no names of this library in it. Each class below also says, as
``__declared_in__``, that it is declared here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gametree.bounds import PARENT_PRUNE, PRUNED, BestEdge
from gametree.connect4_board import EMPTY, C4State, Drop, Filled, Pop
from gametree.connect_four_game import ConnectFourGame, SearchInfo
from gametree.explicit import ExplicitGame, ExplicitState, TreeLeaf, TreeNode
from gametree.grading import (
    as_data,
    callers,
    equivalences,
    fields,
    places,
    shared_state,
    shown_differences,
    shown_games,
)
from gametree.grading.asking_games import AskingGame
from gametree.grading.sealed_games import open_sealed_game, open_sealed_paths
from gametree.grading.watched_games import WatchedGame, WatchedPathGame, seal_game, seal_paths
from gametree.graphs import GraphGame
from gametree.human import HumanPlayer
from gametree.matrix import Matrix
from gametree.minimax import MiniMax
from gametree.paths import PathGame, SurePathGame
from gametree.pebbles import Pebbles, PebblesState
from gametree.referee import Referee
from gametree.seq import Cons, Empty, Leaf, Nil, Node, Seq
from gametree.tree import Step, Tree
from gametree.vocabulary import DRAW, IN_PLAY, Definitely, Guess, Over, Player, Winner

# -- values that travel between processes ---------------------------------------------------


Field = tuple[str, Callable[[object], bool]]

# Each record: its tag and its fields, in order, with what they may hold.
RECORDS: Mapping[type, tuple[str, tuple[Field, ...]]] = {
    Winner: ("W", (("player", fields.is_player),)),
    Over: ("O", (("outcome", fields.is_outcome),)),
    Definitely: ("C", (("outcome", fields.is_outcome),)),
    Guess: ("G", (("value", fields.is_number),)),
    Filled: ("F", (("player", fields.is_player),)),
    C4State: ("B", (("board", fields.is_matrix), ("player", fields.is_player))),
    BestEdge: ("e", (("move", fields.is_anything), ("est", fields.is_estimate))),
    Cons: ("c", (("head", fields.is_anything), ("tail", fields.is_seq))),
    Nil: ("n", ()),
    Empty: ("z", ()),
    Leaf: ("L", (("x", fields.is_anything),)),
    Node: ("N", (("left", fields.is_seq), ("right", fields.is_seq))),
    Tree: ("T", (("value", fields.is_anything), ("children", fields.is_children))),
    TreeNode: ("tn", (("label", fields.is_anything), ("children", fields.is_nodes))),
    TreeLeaf: ("tl", (("label", fields.is_anything), ("value", fields.is_anything))),
    Drop: ("dr", (("col", fields.is_column),)),
    Pop: ("po", (("col", fields.is_column),)),
}

# Constants are compared by identity.
CONSTANTS: Sequence[tuple[str, object]] = (
    ("D", DRAW),
    ("I", IN_PLAY),
    ("E", EMPTY),
    ("p", PRUNED),
    ("q", PARENT_PRUNE),
    ("P+", Player.MAXIE),
    ("P-", Player.MINNIE),
    ("S+", Step.MAX),
    ("S-", Step.MIN),
)


# Sequences: tag, the elements as a list, and a sequence of a list.
SEQUENCES: Mapping[type, tuple[str, Callable[[Any], list[Any]], Callable[[list[Any]], Any]]] = {
    Seq: ("s", as_data.elements_of, as_data.sequence_of),
}

# Values with a form of their own: how one is written, with its tag, and what reads each tag.
# What reads raises ValueError for data that are none of its own.
CODECS: Mapping[type, tuple[Callable[..., list[Any]], Mapping[str, Callable[..., Any]]]] = {
    Matrix: (as_data.write_matrix, {"b": as_data.read_board, "M": as_data.read_matrix}),
}

# -- what a question to a student's code may contain ----------------------------------------

# Classes that a question may make objects of, beside the student's code.
GIVEN: Sequence[type] = (AskingGame, ConnectFourGame, HumanPlayer, MiniMax, Pebbles, Referee)

# Functions that travel by name, so that calling one asks nothing of the judge.
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "same_parity": equivalences.same_parity,
    "same_size": equivalences.same_size,
    "same_letter": equivalences.same_letter,
    "same_length": equivalences.same_length,
    "same_first": equivalences.same_first,
    "same_value_and_kind": equivalences.same_value_and_kind,
    "always": equivalences.always,
    "same_number_of_runs": equivalences.same_number_of_runs,
    "overwritten": callers.overwritten,
}


# Objects that a box makes for itself: tag, the object's content as data, that content again, and
# an object of a content. Equal contents are made once for each question.
OBJECTS: Mapping[type, tuple[str, Callable[..., Any], Callable[..., Any], Callable[[Any], Any]]] = {
    ExplicitGame: ("X", as_data.shape_of_game, as_data.tree_of_shape, ExplicitGame),
    PathGame: ("Y", as_data.data_of_paths, as_data.read_paths, as_data.make_paths),
    SurePathGame: ("H", as_data.data_of_paths, as_data.read_paths, as_data.make_sure_paths),
    GraphGame: ("U", as_data.data_of_graph, as_data.read_graph, as_data.make_graph),
}


# Objects whose contents stay with the judge, who writes down in `visits` what is asked for: tag;
# what a box gets, and what answers its questions, each of two numbers; the object in the box.
SEALED: Mapping[type, tuple[str, Callable[..., Any], Callable[..., Any]]] = {
    WatchedGame: ("Z", seal_game, open_sealed_game),
    WatchedPathGame: ("V", seal_paths, open_sealed_paths),
}


# Values that are places in an object of the same question: tag, the path to one, the place at the
# end of a path, and its Python text.
PLACES: Mapping[type, tuple[str, Callable[..., Any], Callable[..., Any], Callable[..., str]]] = {
    ExplicitState: ("S", places.path_to, places.state_at, places.text_of_state_at),
}

# -- what two boxes send each other when a student's tests are run on a solution -------------


# Records that are sent once, and are the same object from then on.
SENT_ONCE = frozenset((TreeNode, TreeLeaf))

# Values: tag, what they are made of, and what makes them of it.
CARRIED: Mapping[type, tuple[str, Callable[[Any], tuple[Any, ...]], Callable[..., Any]]] = {
    ExplicitState: ("S", shared_state.values_of_fields("tree", "player"), ExplicitState),
    PebblesState: ("ps", shared_state.values_of_fields("pile", "player"), PebblesState),
    SearchInfo: ("si", lambda info: tuple(vars(info).values()), SearchInfo),
}

# Objects that never change; a student's subclass of one has it do what it doesn't do itself.
UNDERSTUDIES: Mapping[type, tuple[str, Callable[[Any], tuple[Any, ...]], Callable[..., Any]]] = {
    ExplicitGame: ("X", shared_state.values_of_fields("tree"), ExplicitGame),
    Pebbles: ("pb", shared_state.values_of_fields("pile"), Pebbles),
}


# Objects that either side may change, whose state goes with every message: tag, state, new state.
CHANGING: Mapping[type, tuple[str, Callable[[Any], tuple[Any, ...]], Callable[..., None]]] = {
    ConnectFourGame: ("g", shared_state.state_of_match, shared_state.restore_match),
}

# -- how values are compared, written and drawn ----------------------------------------------


# Where equal fields are not the measure.
COMPARED: Mapping[type, Callable[[Any, Any], bool]] = {
    Guess: shown_differences.same_estimate,
    Definitely: shown_differences.same_estimate,
}


# Objects as Python text: the stem of a variable's name, or "" for what needs none, and the text.
TEXTS: Mapping[type, Callable[[Any], tuple[str, str]]] = {
    ExplicitGame: shown_games.text_of_game,
    PathGame: shown_games.text_of_paths,
    SurePathGame: shown_games.text_of_paths,
    GraphGame: shown_games.text_of_graph,
    C4State: shown_games.text_of_board_state,
}

# Values whose first difference is described in words of their own.
DIFFERENCES: Mapping[type, Callable[..., str]] = {
    Matrix: shown_differences.first_cell,
    Tree: shown_differences.first_node,
}


# Values that are shown side by side: rows of both, or lines that mark differences, and None.
BESIDE: Mapping[type, Callable[..., tuple[Sequence[str], Any]]] = {
    Matrix: shown_differences.boards_beside,
    Tree: shown_differences.trees_beside,
}

# Objects that are drawn as a tree. Each node: label; "max", "min" or "leaf"; value; who moves; the
# outcome where it is decided, 1, 0 or -1 for who maximizes; children.
PICTURES: Mapping[type, Callable[[Any], shown_games.Drawn]] = {ExplicitGame: shown_games.drawn_game}


def _all_classes() -> Iterator[type]:
    for table in (RECORDS, SEQUENCES, CODECS, OBJECTS, SEALED, PLACES, CARRIED, UNDERSTUDIES):
        yield from table
    yield from (*CHANGING, *GIVEN, *[type(constant) for _, constant in CONSTANTS])


for _kind in _all_classes():
    setattr(_kind, "__declared_in__", sys.modules[__name__])  # noqa: B010  # of a name that classes don't have
