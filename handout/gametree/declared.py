"""What a grader must know about this library: which values travel, are compared and are drawn.

Nothing here is needed to solve the assignment. A grader reads these tables; it has no names of
this library in it. Each class below also says, as ``__declared_in__``, that it is declared here.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gametree.bounds import PARENT_PRUNE, PRUNED, BestEdge
from gametree.connect4_board import EMPTY, C4State, Drop, Filled, Pop, rows_of
from gametree.connect_four_game import ConnectFourGame, SearchInfo
from gametree.equivalences import (
    always,
    same_first,
    same_length,
    same_letter,
    same_parity,
    same_size,
    same_value_and_kind,
)
from gametree.explicit import (
    HANDOUT_BIG,
    HANDOUT_SMALL,
    ExplicitGame,
    ExplicitState,
    ExplicitTree,
    TreeLeaf,
    TreeNode,
)
from gametree.graphs import GraphGame
from gametree.human import HumanPlayer
from gametree.matrix import Matrix
from gametree.minimax import MiniMax
from gametree.paths import PathGame, SurePathGame
from gametree.pebbles import Pebbles, PebblesState
from gametree.referee import Referee
from gametree.sealed import ESTIMATE, STATUS, Ask, Sealed, SealedGame, SealedPathGame
from gametree.seq import Cons, Empty, Leaf, Nil, Node, Seq
from gametree.tree import Step, Tree
from gametree.vocabulary import (
    DRAW,
    IN_PLAY,
    Definitely,
    Guess,
    Over,
    Player,
    Winner,
    est_compare,
)
from gametree.watched import WatchedGame, WatchedPathGame

# -- values that travel between processes ---------------------------------------------------


def _is_number(value: object) -> bool:
    # What is not a number compares with nothing, so `est_compare` would find it equal to all.
    return type(value) in (int, float, bool) and value == value  # noqa: PLR0124


def _is_outcome(value: object) -> bool:
    return value is DRAW or type(value) is Winner


def _is_player(value: object) -> bool:
    return type(value) is Player


def _is_estimate(value: object) -> bool:
    return type(value) in (Guess, Definitely)


def _is_matrix(value: object) -> bool:
    return type(value) is Matrix


def _is_seq(value: object) -> bool:
    return type(value) is Seq


def _is_children(value: object) -> bool:
    return type(value) in (tuple, list) and {Tree}.issuperset(map(type, value))  # type: ignore[call-overload]


def _is_nodes(value: object) -> bool:
    if type(value) is not tuple or not value:
        return False
    return all(type(child) in (TreeNode, TreeLeaf) for child in value)


def _is_column(value: object) -> bool:
    return type(value) in (int, bool)


def _is_anything(_value: object) -> bool:
    return True


Field = tuple[str, Callable[[object], bool]]

# Each record: its tag and its fields, in order, with what they may hold.
RECORDS: Mapping[type, tuple[str, tuple[Field, ...]]] = {
    Winner: ("W", (("player", _is_player),)),
    Over: ("O", (("outcome", _is_outcome),)),
    Definitely: ("C", (("outcome", _is_outcome),)),
    Guess: ("G", (("value", _is_number),)),
    Filled: ("F", (("player", _is_player),)),
    C4State: ("B", (("board", _is_matrix), ("player", _is_player))),
    BestEdge: ("e", (("move", _is_anything), ("est", _is_estimate))),
    Cons: ("c", (("head", _is_anything), ("tail", _is_seq))),
    Nil: ("n", ()),
    Empty: ("z", ()),
    Leaf: ("L", (("x", _is_anything),)),
    Node: ("N", (("left", _is_seq), ("right", _is_seq))),
    Tree: ("T", (("value", _is_anything), ("children", _is_children))),
    TreeNode: ("tn", (("label", _is_anything), ("children", _is_nodes))),
    TreeLeaf: ("tl", (("label", _is_anything), ("value", _is_anything))),
    Drop: ("dr", (("col", _is_column),)),
    Pop: ("po", (("col", _is_column),)),
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


# Looked up at each call: what a hand-in puts in the place of a method is what its box works with.
def _elements(sequence: Seq[Any]) -> list[Any]:
    return Seq.to_list(sequence)


def _sequence(elements: list[Any]) -> Seq[Any]:
    return Seq.from_list(elements)


# Sequences: tag, the elements as a list, and a sequence of a list.
SEQUENCES: Mapping[type, tuple[str, Callable[[Any], list[Any]], Callable[[list[Any]], Any]]] = {
    Seq: ("s", _elements, _sequence),
}

_CELLS = {id(EMPTY): ".", Player.MAXIE: "X", Player.MINNIE: "O"}
_POSITIONS = {".": EMPTY, "X": Filled(Player.MAXIE), "O": Filled(Player.MINNIE)}


def _write_matrix(matrix: Matrix[Any], encode: Callable[[Any], Any]) -> list[Any]:
    cols, rows = matrix.num_cols, matrix.num_rows
    cells = [matrix.sub(x, y) for y in range(rows) for x in range(cols)]
    marks = [_CELLS.get(c.player if type(c) is Filled else id(c), "") for c in cells]
    if all(marks):
        return ["b", cols, rows, "".join(marks)]
    return ["M", cols, rows, *map(encode, cells)]


def _read_matrix(data: list[Any], decode: Callable[[Any], Any]) -> Matrix[Any]:
    cols, rows = _size(data)
    cells = [decode(x) for x in data[3:]]
    if len(cells) != cols * rows:
        raise ValueError("a matrix whose cells don't fit its size")
    return Matrix.tabulate(lambda x, y: cells[y * cols + x], cols, rows)


def _read_board(data: list[Any], _decode: Callable[[Any], Any]) -> Matrix[Any]:
    cols, rows = _size(data)
    marks = data[3]
    if type(marks) is not str or len(marks) != cols * rows or not set(marks) <= _POSITIONS.keys():
        raise ValueError("a board whose cells don't fit its size")
    return Matrix.tabulate(lambda x, y: _POSITIONS[marks[y * cols + x]], cols, rows)


def _size(data: list[Any]) -> tuple[int, int]:
    if len(data) < 4 or not all(type(n) is int and 0 < n <= 1000 for n in data[1:3]):
        raise ValueError("a matrix without a size")
    return data[1], data[2]


# Values with a form of their own: how one is written, with its tag, and what reads each tag.
# What reads raises ValueError for data that are none of its own.
CODECS: Mapping[type, tuple[Callable[..., list[Any]], Mapping[str, Callable[..., Any]]]] = {
    Matrix: (_write_matrix, {"b": _read_board, "M": _read_matrix}),
}

# -- what a question to a student's code may contain ----------------------------------------

# Classes that a question may make objects of, beside the student's code.
GIVEN: Sequence[type] = (ConnectFourGame, HumanPlayer, MiniMax, Pebbles, Referee)

# Functions that travel by name, so that comparing two elements asks nothing of the judge.
EQUIVALENCES: dict[str, Callable[[Any, Any], bool]] = {
    "same_parity": same_parity,
    "same_size": same_size,
    "same_letter": same_letter,
    "same_length": same_length,
    "same_first": same_first,
    "same_value_and_kind": same_value_and_kind,
    "always": always,
}


def _shape(game: ExplicitGame, encode: Callable[[Any], Any]) -> list[Any]:
    return _shape_of_tree(game.tree, encode)


def _shape_of_tree(tree: ExplicitTree, encode: Callable[[Any], Any]) -> list[Any]:
    match tree:
        case TreeNode(label, children):
            return [label, [_shape_of_tree(child, encode) for child in children]]
        case TreeLeaf(label, value):
            return [label, None, encode(value)]


def _tree(shape: list[Any], decode: Callable[[Any], Any]) -> ExplicitTree:
    # A leaf's children are None.
    if shape[1] is None:
        return TreeLeaf(shape[0], decode(shape[2]))
    return TreeNode(shape[0], tuple([_tree(child, decode) for child in shape[1]]))


# The kinds of moves that a game of paths may have, beside numbers and texts.
_NAMES: dict[str, Callable[..., Any]] = {"t": lambda *parts: parts, "dr": Drop, "po": Pop}


def _name_data(name: Any) -> Any:
    match name:
        case Drop(col):
            return ["dr", col]
        case Pop(col):
            return ["po", col]
        case tuple():
            return ["t", *name]
    return name


def _name(data: Any) -> Any:
    return _NAMES[data[0]](*data[1:]) if isinstance(data, list) else data


def _paths(game: PathGame, encode: Callable[[Any], Any]) -> list[Any]:
    return [_shape(game, encode), [_name_data(name) for name in game.names]]


def _read_paths(data: list[Any], decode: Callable[[Any], Any]) -> tuple[ExplicitTree, list[Any]]:
    return _tree(data[0], decode), [_name(name) for name in data[1]]


def _make_paths(content: tuple[ExplicitTree, list[Any]]) -> PathGame:
    return PathGame(*content)


def _make_sure_paths(content: tuple[ExplicitTree, list[Any]]) -> SurePathGame:
    return SurePathGame(*content)


def _graph(game: GraphGame, _encode: Callable[[Any], Any]) -> list[Any]:
    return [list(map(list, game.ways)), list(game.worth)]


def _read_graph(data: list[Any], _decode: Callable[[Any], Any]) -> list[Any]:
    return data


def _make_graph(content: list[Any]) -> GraphGame:
    return GraphGame(*content)


# Objects that a box makes for itself: tag, the object's content as data, that content again, and
# an object of a content. Equal contents are made once for each question.
OBJECTS: Mapping[type, tuple[str, Callable[..., Any], Callable[..., Any], Callable[[Any], Any]]] = {
    ExplicitGame: ("X", _shape, _tree, ExplicitGame),
    PathGame: ("Y", _paths, _read_paths, _make_paths),
    SurePathGame: ("H", _paths, _read_paths, _make_sure_paths),
    GraphGame: ("U", _graph, _read_graph, _make_graph),
}


def _seal(game: WatchedGame) -> tuple[list[Any], Callable[[int, int], Any]]:
    leaves: list[TreeLeaf] = []
    shape = _sealed_shape(game.tree, leaves)

    # The one place where leaf values leave the judge: each is written down as it goes.
    def answer(what: int, number: int) -> Any:
        if not 0 <= number < len(leaves):
            raise LookupError("there is no such leaf")
        leaf = leaves[number]
        if what != (ESTIMATE if type(leaf.value) is int else STATUS):
            raise LookupError("that is not what this leaf has")
        if what == ESTIMATE or (game.decided and leaf.label not in game.visits):
            game.visits.append(leaf.label)
        return leaf.value

    return shape, answer


def _sealed_shape(tree: ExplicitTree, leaves: list[TreeLeaf]) -> list[Any]:
    match tree:
        case TreeNode(label, children):
            return [label, [_sealed_shape(child, leaves) for child in children]]
        case TreeLeaf(label, value):
            leaves.append(tree)
            return [label, type(value) is not int]


def _open_sealed(shape: list[Any], ask: Ask) -> SealedGame:
    return SealedGame(_sealed_tree(shape, itertools.count()), ask)


def _sealed_tree(shape: list[Any], numbers: Iterator[int]) -> ExplicitTree:
    # A leaf has no children, but says whether it is decided.
    label, children = shape
    if type(children) is bool:
        leaf: Any = Sealed(next(numbers), children)
        return TreeLeaf(label, leaf)
    return TreeNode(label, tuple([_sealed_tree(child, numbers) for child in children]))


def _seal_paths(game: WatchedPathGame) -> tuple[list[Any], Callable[[int, int], Any]]:
    shape, answer = _seal(game)
    return [shape, [_name_data(name) for name in game.names]], answer


def _open_sealed_paths(data: list[Any], ask: Ask) -> SealedPathGame:
    tree: Any = _sealed_tree(data[0], itertools.count())
    return SealedPathGame(tree, ask, [_name(name) for name in data[1]])


# Objects whose contents stay with the judge, who writes down in `visits` what is asked for: tag;
# what a box gets, and what answers its questions, each of two numbers; the object in the box.
SEALED: Mapping[type, tuple[str, Callable[..., Any], Callable[..., Any]]] = {
    WatchedGame: ("Z", _seal, _open_sealed),
    WatchedPathGame: ("V", _seal_paths, _open_sealed_paths),
}


def _path_in(game: ExplicitGame, state: ExplicitState) -> tuple[int, ...] | None:
    """The moves from the root of ``game`` to ``state``: the same node, not an equal one."""
    stack: list[tuple[ExplicitTree, tuple[int, ...]]] = [(game.tree, ())]
    while stack:
        node, path = stack.pop()
        if node is state.tree:
            return path
        if isinstance(node, TreeNode):
            stack += [(child, (*path, i)) for i, child in enumerate(node.children)]
    return None


def _follow(game: ExplicitGame, path: Sequence[int]) -> ExplicitState:
    state = game.start
    for move in path:
        state = ExplicitGame.make_move(game, state, move)
    return state


def _place_text(game: str, path: Sequence[int]) -> str:
    text = f"{game}.start"
    for move in path:
        text = f"{game}.make_move({text}, {move})"
    return text


# Values that are places in an object of the same question: tag, the path to one, the place at the
# end of a path, and its Python text.
PLACES: Mapping[type, tuple[str, Callable[..., Any], Callable[..., Any], Callable[..., str]]] = {
    ExplicitState: ("S", _path_in, _follow, _place_text),
}

# -- what two boxes send each other when a student's tests are run on a solution -------------


def _fields(*names: str) -> Callable[[Any], tuple[Any, ...]]:
    return lambda value: tuple([getattr(value, name) for name in names])


# Records that are sent once, and are the same object from then on.
SENT_ONCE = frozenset((TreeNode, TreeLeaf))

# Values: tag, what they are made of, and what makes them of it.
CARRIED: Mapping[type, tuple[str, Callable[[Any], tuple[Any, ...]], Callable[..., Any]]] = {
    ExplicitState: ("S", _fields("tree", "player"), ExplicitState),
    PebblesState: ("ps", _fields("pile", "player"), PebblesState),
    SearchInfo: ("si", lambda info: tuple(vars(info).values()), SearchInfo),
}

# Objects that never change; a student's subclass of one has it do what it doesn't do itself.
UNDERSTUDIES: Mapping[type, tuple[str, Callable[[Any], tuple[Any, ...]], Callable[..., Any]]] = {
    ExplicitGame: ("X", _fields("tree"), ExplicitGame),
    Pebbles: ("pb", _fields("pile"), Pebbles),
}


def _state_of(game: ConnectFourGame) -> tuple[Any, ...]:
    columns = tuple(["".join(column) for column in game._columns])
    settings = (game.level, game.alpha_beta, game.quiet)
    return columns, tuple(game._moves), settings, tuple(vars(game.search_info).values())


def _restore(game: ConnectFourGame, state: Sequence[Any]) -> None:
    columns, moves, settings, info = state
    game._columns[:] = [list(column) for column in columns]
    game._moves[:] = moves
    game.level, game.alpha_beta, game.quiet = settings
    game.search_info.__init__(*info)  # type: ignore[misc]  # the same object


# Objects that either side may change, whose state goes with every message: tag, state, new state.
CHANGING: Mapping[type, tuple[str, Callable[[Any], tuple[Any, ...]], Callable[..., None]]] = {
    ConnectFourGame: ("g", _state_of, _restore),
}

# -- how values are compared, written and drawn ----------------------------------------------


def _same_estimate(expected: Any, got: Any) -> bool:
    return isinstance(got, Guess | Definitely) and est_compare(got, expected) == 0


# Where equal fields are not the measure.
COMPARED: Mapping[type, Callable[[Any, Any], bool]] = {
    Guess: _same_estimate,
    Definitely: _same_estimate,
}


def _text(game: ExplicitGame) -> tuple[str, str]:
    for name, known in (("HANDOUT_SMALL", HANDOUT_SMALL), ("HANDOUT_BIG", HANDOUT_BIG)):
        if game.tree is known.tree:
            return "", name
    return "game", f"ExplicitGame({game.tree!r})"


def _text_of_state(state: C4State) -> tuple[str, str]:
    try:
        rows = [repr(row.replace(" ", ".")) for row in rows_of(state.board)]
    except (AttributeError, KeyError):
        return "", repr(state)
    return "", f"C4State(board_of({', '.join(rows)}), {state.player!r})"


def _text_of_paths(game: PathGame) -> tuple[str, str]:
    return "game", f"{type(game).__name__}({game.tree!r}, {game.names!r})"


# Objects as Python text: the stem of a variable's name, or "" for what needs none, and the text.
TEXTS: Mapping[type, Callable[[Any], tuple[str, str]]] = {
    ExplicitGame: _text,
    PathGame: _text_of_paths,
    SurePathGame: _text_of_paths,
    GraphGame: lambda game: ("game", f"GraphGame({game.ways!r}, {game.worth!r})"),
    C4State: _text_of_state,
}

Same = Callable[[Any, Any], bool]


def _first_cell(
    got: Matrix[Any], expected: Matrix[Any], same: Same, short: Callable[..., str]
) -> str:
    sizes = [(m.num_cols, m.num_rows) for m in (got, expected)]
    if sizes[0] != sizes[1]:
        return "{} x {} instead of {} x {} columns and rows".format(*sizes[0], *sizes[1])
    for y in range(expected.num_rows):
        for x in range(expected.num_cols):
            g, e = got.sub(x, y), expected.sub(x, y)
            if not same(g, e):
                return f"column {x}, row {y}: {short(g)} instead of {short(e)}"
    return ""


def _first_node(got: Tree[Any], expected: Tree[Any], same: Same, short: Callable[..., str]) -> str:
    where, path = "the root", list[int]()
    while same(got.value, expected.value) and len(got.children) == len(expected.children):
        pairs = enumerate(zip(got.children, expected.children, strict=True))
        number, (got, expected) = next((n, pair) for n, pair in pairs if not same(*pair))
        path.append(number)
        where = " of ".join(f"child {n}" for n in reversed(path))
    if not same(got.value, expected.value):
        return f"{where} is {short(got.value)} instead of {short(expected.value)}"
    children = "1 child" if len(got.children) == 1 else f"{len(got.children)} children"
    return f"{where} has {children} instead of {len(expected.children)}"


# Values whose first difference is described in words of their own.
DIFFERENCES: Mapping[type, Callable[..., str]] = {Matrix: _first_cell, Tree: _first_node}


def _boards(got: Matrix[Any], expected: Matrix[Any], _same: Same) -> tuple[Sequence[str], Any]:
    try:
        return rows_of(got), rows_of(expected)
    except KeyError:
        return [repr(got)], None


def _trees(got: Tree[Any], expected: Tree[Any], same: Same) -> tuple[Sequence[str], Any]:
    return list(_beside(got, expected, same, 0)), None


def _beside(got: Any, expected: Any, same: Same, depth: int) -> Iterator[str]:
    indent = "  " * depth
    if got is None:
        yield f"{indent}(nothing)    <- expected {expected.value}"
        return
    if expected is None:
        yield f"{indent}{got.value}    <- not expected"
        return
    right = same(got.value, expected.value)
    yield f"{indent}{got.value}" + ("" if right else f"    <- expected {expected.value}")
    for g, e in itertools.zip_longest(got.children, expected.children):
        yield from _beside(g, e, same, depth + 1)


# Values that are shown side by side: rows of both, or lines that mark differences, and None.
BESIDE: Mapping[type, Callable[..., tuple[Sequence[str], Any]]] = {Matrix: _boards, Tree: _trees}

Drawn = tuple[str, str, str, str, int | None, tuple[Any, ...]]
_OUTCOMES = {Winner(Player.MAXIE): 1, DRAW: 0, Winner(Player.MINNIE): -1}


def _picture(game: ExplicitGame) -> Drawn:
    return _drawn(game.tree, Player.MAXIE)


def _drawn(tree: ExplicitTree, player: Player) -> Drawn:
    match tree:
        case TreeLeaf(label, int(value)):
            return label, "leaf", str(value), "", None, ()
        case TreeLeaf(label, value):
            return label, "leaf", repr(value), "", _OUTCOMES[value], ()
        case TreeNode(label, children):
            kind = "max" if player is Player.MAXIE else "min"
            below = tuple([_drawn(child, player.other) for child in children])
            return label, kind, "", str(player), None, below


# Objects that are drawn as a tree. Each node: label; "max", "min" or "leaf"; value; who moves; the
# outcome where it is decided, 1, 0 or -1 for who maximizes; children.
PICTURES: Mapping[type, Callable[[Any], Drawn]] = {ExplicitGame: _picture}


def _all_classes() -> Iterator[type]:
    for table in (RECORDS, SEQUENCES, CODECS, OBJECTS, SEALED, PLACES, CARRIED, UNDERSTUDIES):
        yield from table
    yield from (*CHANGING, *GIVEN, *[type(constant) for _, constant in CONSTANTS])


for _kind in _all_classes():
    setattr(_kind, "__declared_in__", sys.modules[__name__])  # noqa: B010  # of a name that classes don't have
