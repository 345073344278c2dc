"""Drawings of explicit trees: every node in its place, and lines that meet their nodes."""

import pytest

from gametree import DRAW, HANDOUT_BIG, HANDOUT_SMALL, Player, TreeLeaf, TreeNode, Winner
from gametree.explicit import ExplicitTree
from gametree.picture import tree_picture

BIG = """\
                                   a
                    +--------------+---------------+
                    b                              n
           +--------+--------+            +--------+--------+
           c                 j            o                 s
     +-----+-----+           |            |           +-----+-----+
     d           g           k            p           t           w
  +--+--+     +--+--+     +--+---+     +--+--+     +--+--+     +--+--+
e[3]  f[5]  h[2]  i[7]  l[10]  m[4]  q[2]  r[7]  u[8]  v[2]  x[4]  y[6]"""


def labels(tree: ExplicitTree) -> list[str]:
    match tree:
        case TreeLeaf(label, _):
            return [label]
        case TreeNode(label, children):
            return [label, *(below for child in children for below in labels(child))]


def test_the_big_tree_of_the_handout_is_drawn_as_in_the_text() -> None:
    assert tree_picture(HANDOUT_BIG.tree) == BIG


@pytest.mark.parametrize("tree", [HANDOUT_BIG.tree, HANDOUT_SMALL.tree], ids=["big", "small"])
def test_every_label_is_drawn_once(tree: TreeNode) -> None:
    drawn = [char for char in tree_picture(tree) if char.isalpha()]
    assert sorted(drawn) == sorted(labels(tree))


def test_outcomes_are_written_out() -> None:
    leaves = [TreeLeaf("b", DRAW), TreeLeaf("c", Winner(Player.MINNIE))]
    assert tree_picture(TreeNode("a", leaves)).splitlines()[-1] == "b[draw]  c[Minnie wins]"


def test_a_long_label_makes_room_for_itself() -> None:
    assert tree_picture(TreeNode("abcdefgh", [TreeLeaf("b", 1)])) == "abcdefgh\n    |\n  b[1]"


def test_leaves_above_the_lowest_level_end_where_they_are() -> None:
    tree = TreeNode("a", [TreeLeaf("b", DRAW), TreeNode("c", [TreeLeaf("d", 1)])])
    lines = ["       a", "   +---+---+", "b[draw]    c", "           |", "         d[1]"]
    assert tree_picture(tree).splitlines() == lines
