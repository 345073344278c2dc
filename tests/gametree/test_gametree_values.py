"""The values of the library print as what builds them, and constants stay the same object."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

import gametree
from gametree import (
    DRAW,
    EMPTY,
    IN_PLAY,
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    C4State,
    Cons,
    Definitely,
    Drop,
    Empty,
    ExplicitState,
    Filled,
    Guess,
    Leaf,
    Matrix,
    Nil,
    Node,
    Over,
    PebblesState,
    Player,
    Pop,
    Seq,
    TreeLeaf,
    TreeNode,
    Winner,
)

CONSTANTS = {
    "DRAW": DRAW,
    "IN_PLAY": IN_PLAY,
    "PRUNED": PRUNED,
    "PARENT_PRUNE": PARENT_PRUNE,
    "EMPTY": EMPTY,
    "Nil()": Nil(),
    "Empty()": Empty(),
    "Player.MAXIE": Player.MAXIE,
    "Player.MINNIE": Player.MINNIE,
}

RECORDS = {
    "Winner(Player.MAXIE)": Winner(Player.MAXIE),
    "Over(DRAW)": Over(DRAW),
    "Definitely(Winner(Player.MINNIE))": Definitely(Winner(Player.MINNIE)),
    "Guess(-2)": Guess(-2),
    "BestEdge(0, Guess(3))": BestEdge(0, Guess(3)),
    "Filled(Player.MINNIE)": Filled(Player.MINNIE),
    "Drop(3)": Drop(3),
    "Pop(3)": Pop(3),
    "Cons(1, Seq.of(2))": Cons(1, Seq.of(2)),
    "Leaf('a')": Leaf("a"),
    "Node(Seq.of(1), Seq.of(2, 3))": Node(Seq.of(1), Seq.of(2, 3)),
    "Seq.of(1, 'b')": Seq.of(1, "b"),
    "TreeLeaf('c', DRAW)": TreeLeaf("c", DRAW),
    "TreeNode('b', (TreeLeaf('c', 3),))": TreeNode("b", [TreeLeaf("c", 3)]),
    "ExplicitState(TreeLeaf('c', 3), Player.MAXIE)": ExplicitState(TreeLeaf("c", 3), Player.MAXIE),
    "PebblesState(15, Player.MAXIE)": PebblesState(15, Player.MAXIE),
    "Matrix(2, ((1, 2), (3, 4)))": Matrix(2, [[1, 2], [3, 4]]),
    "C4State(Matrix(1, ((EMPTY,),)), Player.MAXIE)": C4State(Matrix(1, [[EMPTY]]), Player.MAXIE),
}

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


@pytest.mark.parametrize(("text", "value"), (CONSTANTS | RECORDS).items())
def test_a_value_prints_as_the_expression_that_builds_it(text: str, value: object) -> None:
    assert repr(value) == text
    assert eval(text, vars(gametree).copy()) == value


@pytest.mark.parametrize("constant", CONSTANTS.values())
def test_a_constant_survives_copying_and_pickling_as_the_same_object(constant: object) -> None:
    assert copy.copy(constant) is constant
    assert copy.deepcopy([constant])[0] is constant
    assert [pickle.loads(pickle.dumps(constant, p)) is constant for p in PROTOCOLS] == [
        True for _ in PROTOCOLS
    ]


@pytest.mark.parametrize(
    "constant", [DRAW, IN_PLAY, PRUNED, PARENT_PRUNE, EMPTY, Nil(), Empty()], ids=repr
)
def test_calling_the_class_of_a_constant_gives_that_constant(constant: object) -> None:
    assert type(constant)() is constant


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS.keys())
def test_a_copied_or_pickled_record_is_equal_and_hashes_equal(record: object) -> None:
    copies = [copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))]
    assert copies == [record] * 3
    assert [hash(each) for each in copies] == [hash(record)] * 3


@pytest.mark.parametrize("text", [t for t, r in RECORDS.items() if hasattr(r, "__match_args__")])
def test_a_record_cannot_be_changed(text: str) -> None:
    record = RECORDS[text]
    with pytest.raises(FrozenInstanceError):
        setattr(record, record.__match_args__[0], None)
    assert repr(record) == text


def test_records_of_different_classes_differ_even_when_their_fields_are_equal() -> None:
    assert [Over(DRAW) == Definitely(DRAW), Drop(1) == Pop(1), Guess(1) == Drop(1)] == [False] * 3


def test_all_constants_differ_from_each_other() -> None:
    assert len(set(CONSTANTS.values())) == len(CONSTANTS)


def test_constants_take_no_attributes() -> None:
    with pytest.raises(AttributeError):
        PRUNED.reason = "none"  # type: ignore[attr-defined]  # it must fail when it runs, too
