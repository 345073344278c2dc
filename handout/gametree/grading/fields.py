"""What the fields of records may hold, so that no other values get in from a box."""

from gametree.explicit import TreeLeaf, TreeNode
from gametree.matrix import Matrix
from gametree.seq import Seq
from gametree.tree import Tree
from gametree.vocabulary import DRAW, Definitely, Guess, Player, Winner


def is_number(value: object) -> bool:
    """Whether it is a number that compares with others."""
    # What is not a number compares with nothing, so `est_compare` would find it equal to all.
    return type(value) in (int, float, bool) and value == value  # noqa: PLR0124


def is_outcome(value: object) -> bool:
    """Whether it is how a game can end."""
    return value is DRAW or type(value) is Winner


def is_player(value: object) -> bool:
    """Whether it is one of the two players."""
    return type(value) is Player


def is_estimate(value: object) -> bool:
    """Whether it is an estimate of either kind."""
    return type(value) in (Guess, Definitely)


def is_matrix(value: object) -> bool:
    """Whether it is a matrix, of no class of a hand-in's."""
    return type(value) is Matrix


def is_seq(value: object) -> bool:
    """Whether it is a sequence, of no class of a hand-in's."""
    return type(value) is Seq


def is_children(value: object) -> bool:
    """Whether it is trees, as `Tree` keeps them."""
    return type(value) in (tuple, list) and {Tree}.issuperset(map(type, value))  # type: ignore[call-overload]


def is_nodes(value: object) -> bool:
    """Whether it is one node or more, as `TreeNode` keeps them."""
    if type(value) is not tuple or not value:
        return False
    return all(type(child) in (TreeNode, TreeLeaf) for child in value)


def is_column(value: object) -> bool:
    """Whether it can be the number of a column."""
    return type(value) in (int, bool)


def is_anything(_value: object) -> bool:
    """Whether it is anything at all: it always is."""
    return True
