"""A tree shows what became of each terminal, by shape, by word, and in a story."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest

from gametree import HANDOUT_BIG, HANDOUT_SMALL
from grader.report.pictures.trees import first_parting, tree_story, tree_svg, with_windows
from grader.student.claims import picture_of
from grader.student.evidence import Fate, PictureNode, TreePicture
from grader.student.text import tree_lines
from tests.report.report_samples import HOSTILE, TREE, WRONG_TREE, handout_small, leaf


def shapes(picture: TreePicture) -> dict[str, tuple[str, list[str]]]:
    """For each leaf: the tag of its shape (the last before its words), and its words."""
    root = ET.fromstring(tree_svg(picture))
    drawn = {}
    for group in root.iter("g"):
        if "leaf" in group.attrib["class"].split():
            tags = [child.tag for child in group if child.tag not in ("text", "line")]
            words = [child.text or "" for child in group if child.tag == "text"]
            drawn[group.attrib["data-n"]] = (tags[-1], words)
    return drawn


@pytest.mark.parametrize(
    ("label", "fate"),
    [("c", Fate.VISITED), ("h", Fate.MISSED), ("l", Fate.WRONG), ("j", Fate.PRUNED)],
)
def test_knows_what_became_of_a_terminal(label: str, fate: Fate) -> None:
    assert WRONG_TREE.fate(label) is fate


def test_a_terminal_that_is_visited_twice_is_visited_too_often() -> None:
    assert TreePicture(handout_small(), ("c", "c"), ("c",)).fate("c") is Fate.AGAIN


def test_a_terminal_that_is_visited_once_of_twice_is_visited_too_seldom() -> None:
    picture = TreePicture(handout_small(), ("c",), ("c", "c"), ordered=False)
    assert picture.fate("c") is Fate.SELDOM
    assert "Visited less often than expected: c." in tree_story(picture)
    assert "    c 3  VISITED once" in "\n".join(tree_lines(picture))


def test_each_fate_has_a_shape_and_a_word_of_its_own() -> None:
    picture = TreePicture(handout_small(), tuple("ccgl"), tuple("cgh"))
    drawn = shapes(picture)
    found = {label: (drawn[label][0], drawn[label][1][2]) for label in "cghlm"}
    assert found == {
        "c": ("rect", "too often"),
        "g": ("circle", "visited"),
        "h": ("polygon", "missed"),
        "l": ("rect", "extra"),
        "m": ("circle", "pruned"),
    }


def test_a_terminal_shows_its_value_its_name_and_its_turns() -> None:
    assert shapes(WRONG_TREE)["i"][1] == ["10", "i", "visited", "5."]


def test_a_terminal_that_is_visited_again_and_again_shows_how_often() -> None:
    words = shapes(TreePicture(handout_small(), tuple("dccdc"), ("c",)))
    assert (words["c"][1][3], words["d"][1][3]) == ("2. … ×3", "1., 4.")


def test_windows_stand_at_their_nodes() -> None:
    texts = [text.text for text in ET.fromstring(tree_svg(TREE)).iter("text")]
    assert {"(−∞, ∞)", "(−2, ∞)", "(4, ∞)"} <= set(texts)


def test_leaves_stand_in_order_and_never_on_each_other() -> None:
    root = ET.fromstring(tree_svg(TREE))
    groups = [g for g in root.iter("g") if "leaf" in g.attrib["class"].split()]
    places = [float(g.findall("text")[0].attrib["x"]) for g in groups]
    assert [g.attrib["data-n"] for g in groups] == list("cdeghiklm")
    assert all(b - a >= 60 for a, b in pairwise(places))


def test_nothing_is_drawn_outside_the_picture() -> None:
    deep = leaf("z", 1)
    for depth in range(12):
        deep = PictureNode(f"n{depth}", "max", children=(deep, leaf(f"l{depth}", depth)))
    root = ET.fromstring(tree_svg(TreePicture(deep, ("z",), ())))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    spots = [(float(t.attrib["x"]), float(t.attrib["y"])) for t in root.iter("text")]
    assert all(0 <= x <= width and 0 <= y <= height for x, y in spots)


def test_labels_of_a_hand_in_stay_text() -> None:
    root = ET.fromstring(tree_svg(TreePicture(leaf(HOSTILE, 1), (HOSTILE,), ())))
    assert {element.tag for element in root.iter()} <= {"svg", "g", "text", "rect", "line"}


@pytest.mark.parametrize(
    ("visited", "expected", "step"),
    [("cde", "cde", None), ("cdg", "cde", 2), ("cd", "cde", 2), ("cde", "cd", 2), ("", "", None)],
)
def test_finds_the_step_at_which_two_traces_part(
    visited: str, expected: str, step: int | None
) -> None:
    assert first_parting(TreePicture(handout_small(), tuple(visited), tuple(expected))) == step


def test_where_order_is_free_only_the_numbers_of_visits_count() -> None:
    same = TreePicture(handout_small(), tuple("dc"), tuple("cd"), ordered=False)
    other = TreePicture(handout_small(), tuple("dd"), tuple("cd"), ordered=False)
    assert (first_parting(same), first_parting(other)) == (None, 0)


def test_the_story_shows_the_trace() -> None:
    assert tree_story(WRONG_TREE) == (
        "A game tree with 9 terminals. At visit 5 your code looks at i, where h is expected. "
        "Visited, as expected: c, d, e, g, i, k. Missed, though expected: h. "
        "Visited, though not expected: l, m."
    )


def test_the_story_of_a_trace_that_stops_early_says_so() -> None:
    story = tree_story(TreePicture(handout_small(), tuple("cd"), tuple("cde")))
    assert "At visit 3 your code looks at nothing more, where e is expected." in story


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
