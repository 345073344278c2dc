"""Trees and steps: `gametree/tree.py`."""

import copy
import pickle

import pytest

from gametree import Step, Tree, tree_to_string

SMALL = Tree("a", [Tree("b", [Tree("c")]), Tree("d")])


def test_the_other_step_is_the_opponents():
    assert [step.other for step in (Step.MAX, Step.MIN)] == [Step.MIN, Step.MAX]


def test_children_may_be_any_iterable_and_are_kept_as_a_tuple():
    assert Tree(1, (Tree(n) for n in (2, 3))).children == (Tree(2), Tree(3))
    assert Tree(1).children == ()


def test_trees_are_equal_by_content_and_hashable():
    same = Tree("a", (Tree("b", (Tree("c"),)), Tree("d")))
    assert same == SMALL
    assert hash(same) == hash(SMALL)
    assert Tree("a", [Tree("d"), Tree("b", [Tree("c")])]) != SMALL


def test_a_tree_cannot_be_changed():
    with pytest.raises(AttributeError):
        SMALL.value = "z"


def test_a_tree_survives_copying_and_pickling():
    assert copy.deepcopy(SMALL) == SMALL
    assert pickle.loads(pickle.dumps(SMALL)) == SMALL


def test_trees_and_steps_print_as_the_expressions_that_make_them():
    assert repr(SMALL) == "Tree('a', (Tree('b', (Tree('c'),)), Tree('d')))"
    assert eval(repr(SMALL)) == SMALL
    assert repr([Step.MAX, Step.MIN]) == "[Step.MAX, Step.MIN]"


def test_a_pattern_takes_a_tree_apart():
    match SMALL:
        case Tree("a", (Tree("b", _), Tree(last, ()))):
            assert last == "d"
        case _:
            pytest.fail("the pattern does not match")


def test_the_root_is_printed_first_and_the_leftmost_child_last():
    assert tree_to_string(SMALL) == "a\n  d\n  b\n    c"


def test_every_line_of_a_node_moves_to_the_right_but_empty_ones_stay_empty():
    assert tree_to_string(SMALL, lambda label: f"{label}1\n{label}2\n") == (
        "a1\na2\n\n  d1\n  d2\n\n  b1\n  b2\n\n    c1\n    c2\n"
    )
