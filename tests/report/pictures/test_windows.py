"""Bounds are written at nodes of a tree where they explain what is expected, nowhere else."""

from dataclasses import replace

from gametree import HANDOUT_BIG, HANDOUT_SMALL
from grader.report.pictures.windows import with_windows
from grader.student.claims import picture_of
from grader.student.evidence import PictureNode, TreePicture
from tests.report.report_samples import handout_small, leaf


def windows(node: PictureNode) -> dict[str, str]:
    found = {node.label: node.window} if node.window else {}
    for child in node.children:
        found |= windows(child)
    return found


def big(expected: str) -> TreePicture:
    return with_windows(TreePicture(picture_of(HANDOUT_BIG), (), tuple(expected)))


def test_the_bounds_of_the_big_tree_are_those_of_figure_4() -> None:
    """CMU 2014, figure 4: `ab=` of every node that is evaluated and has children."""
    assert windows(big("efhlmq").root) == {
        "a": "(−∞, ∞)",
        "b": "(−∞, ∞)",
        "c": "(−∞, ∞)",
        "d": "(−∞, ∞)",
        "g": "(3, ∞)",
        "j": "(−∞, 3)",
        "k": "(−∞, 3)",
        "n": "(3, ∞)",
        "o": "(3, ∞)",
        "p": "(3, ∞)",
    }


def test_where_other_terminals_are_expected_no_bounds_are_written() -> None:
    assert windows(big("efhilmq").root) == {}


def test_where_the_order_is_free_no_bounds_are_written() -> None:
    picture = TreePicture(picture_of(HANDOUT_SMALL), (), tuple("cdeghikl"), ordered=False)
    assert with_windows(picture) == picture


def test_bounds_that_come_with_the_picture_stay() -> None:
    picture = TreePicture(handout_small(), (), tuple("cde"))
    assert with_windows(picture) == picture


def test_a_certain_outcome_is_a_bound_and_needs_no_visit() -> None:
    won = PictureNode("w", "leaf", "Winner(Player.MAXIE)", outcome=1)
    low = PictureNode("n", "min", children=(leaf("x", 1), won))
    below = (PictureNode("m", "min", children=(won,)), low)
    root = PictureNode("r", "max", children=below, player="Maxie")
    picture = with_windows(TreePicture(root, (), ("x",)))
    assert windows(picture.root) == {"r": "(−∞, ∞)", "m": "(−∞, ∞)", "n": "(Maxie, ∞)"}


def test_a_node_is_left_as_soon_as_its_value_reaches_a_bound() -> None:
    left = PictureNode("m", "min", children=(leaf("x", 5),))
    right = PictureNode("n", "min", children=(leaf("y", 5), leaf("z", 1)))
    root = PictureNode("r", "max", children=(left, right))
    assert windows(with_windows(TreePicture(root, (), ("x", "y"))).root)["n"] == "(5, ∞)"


def test_values_that_are_no_numbers_are_left_alone() -> None:
    odd = replace(leaf("x", 1), value="one")
    picture = TreePicture(PictureNode("r", "max", children=(odd,)), (), ("x",))
    assert with_windows(picture) == picture
