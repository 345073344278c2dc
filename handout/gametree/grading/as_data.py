"""Sequences, matrices and games as data that travels between processes, and made of it again."""

from collections.abc import Callable
from typing import Any

from gametree.connect4_board import EMPTY, Drop, Filled, Pop
from gametree.explicit import ExplicitGame, ExplicitTree, TreeLeaf, TreeNode
from gametree.graphs import GraphGame
from gametree.matrix import Matrix
from gametree.paths import PathGame, SurePathGame
from gametree.seq import Seq
from gametree.vocabulary import Player


# Looked up at each call: what a hand-in puts in the place of a method is what its box works with.
def elements_of(sequence: Seq[Any]) -> list[Any]:
    """The elements of a sequence."""
    return Seq.to_list(sequence)


def sequence_of(elements: list[Any]) -> Seq[Any]:
    """The sequence of some elements."""
    return Seq.from_list(elements)


_CELLS = {id(EMPTY): ".", Player.MAXIE: "X", Player.MINNIE: "O"}
_POSITIONS = {".": EMPTY, "X": Filled(Player.MAXIE), "O": Filled(Player.MINNIE)}


def write_matrix(matrix: Matrix[Any], encode: Callable[[Any], Any]) -> list[Any]:
    """A matrix as data: a text where it is a board, else its cells."""
    cols, rows = matrix.num_cols, matrix.num_rows
    cells = [matrix.sub(x, y) for y in range(rows) for x in range(cols)]
    marks = [_CELLS.get(c.player if type(c) is Filled else id(c), "") for c in cells]
    if all(marks):
        return ["b", cols, rows, "".join(marks)]
    return ["M", cols, rows, *map(encode, cells)]


def read_matrix(data: list[Any], decode: Callable[[Any], Any]) -> Matrix[Any]:
    """The matrix that cells make; `ValueError` if their number doesn't fit its size."""
    cols, rows = _size(data)
    cells = [decode(x) for x in data[3:]]
    if len(cells) != cols * rows:
        raise ValueError("a matrix whose cells don't fit its size")
    return Matrix.tabulate(lambda x, y: cells[y * cols + x], cols, rows)


def read_board(data: list[Any], _decode: Callable[[Any], Any]) -> Matrix[Any]:
    """The board that a text makes; `ValueError` if it doesn't fit its size."""
    cols, rows = _size(data)
    marks = data[3]
    if type(marks) is not str or len(marks) != cols * rows or not set(marks) <= _POSITIONS.keys():
        raise ValueError("a board whose cells don't fit its size")
    return Matrix.tabulate(lambda x, y: _POSITIONS[marks[y * cols + x]], cols, rows)


def _size(data: list[Any]) -> tuple[int, int]:
    if len(data) < 4 or not all(type(n) is int and 0 < n <= 1000 for n in data[1:3]):
        raise ValueError("a matrix without a size")
    return data[1], data[2]


def shape_of_game(game: ExplicitGame, encode: Callable[[Any], Any]) -> list[Any]:
    """The tree of a drawn game as data."""
    return shape_of_tree(game.tree, encode)


def shape_of_tree(tree: ExplicitTree, encode: Callable[[Any], Any]) -> list[Any]:
    """A node as data: its label, its children, and a leaf's value."""
    match tree:
        case TreeNode(label, children):
            return [label, [shape_of_tree(child, encode) for child in children]]
        case TreeLeaf(label, value):
            return [label, None, encode(value)]


def tree_of_shape(shape: list[Any], decode: Callable[[Any], Any]) -> ExplicitTree:
    """The node that data make."""
    # A leaf's children are None.
    if shape[1] is None:
        return TreeLeaf(shape[0], decode(shape[2]))
    return TreeNode(shape[0], tuple([tree_of_shape(child, decode) for child in shape[1]]))


# The kinds of moves that a game of paths may have, beside numbers and texts.
_NAMES: dict[str, Callable[..., Any]] = {"t": lambda *parts: parts, "dr": Drop, "po": Pop}


def data_of_move(name: Any) -> Any:
    """A move as data, of whichever kind."""
    match name:
        case Drop(col):
            return ["dr", col]
        case Pop(col):
            return ["po", col]
        case tuple():
            return ["t", *name]
    return name


def move_of_data(data: Any) -> Any:
    """The move that data make."""
    return _NAMES[data[0]](*data[1:]) if isinstance(data, list) else data


def data_of_paths(game: PathGame, encode: Callable[[Any], Any]) -> list[Any]:
    """A game of paths as data: its tree, and the names of its moves."""
    return [shape_of_game(game, encode), [data_of_move(name) for name in game.names]]


def read_paths(data: list[Any], decode: Callable[[Any], Any]) -> tuple[ExplicitTree, list[Any]]:
    """What a game of paths is made of."""
    return tree_of_shape(data[0], decode), [move_of_data(name) for name in data[1]]


def make_paths(content: tuple[ExplicitTree, list[Any]]) -> PathGame:
    """The game of paths of a content."""
    return PathGame(*content)


def make_sure_paths(content: tuple[ExplicitTree, list[Any]]) -> SurePathGame:
    """The game of paths that is never over, of a content."""
    return SurePathGame(*content)


def data_of_graph(game: GraphGame, _encode: Callable[[Any], Any]) -> list[Any]:
    """A game on a graph as data: its ways, and what its places are worth."""
    return [list(map(list, game.ways)), list(game.worth)]


def read_graph(data: list[Any], _decode: Callable[[Any], Any]) -> list[Any]:
    """What a game on a graph is made of."""
    return data


def make_graph(content: list[Any]) -> GraphGame:
    """The game on a graph of a content."""
    return GraphGame(*content)
