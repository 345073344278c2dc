"""The wire format: values travel unchanged, and nothing else is believed."""

import contextlib
import json
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree import (
    DRAW,
    EMPTY,
    IN_PLAY,
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    C4State,
    Definitely,
    Drop,
    Filled,
    Guess,
    Leaf,
    Matrix,
    Over,
    Player,
    Seq,
    Step,
    Tree,
    TreeLeaf,
    TreeNode,
    Winner,
)
from gametree.declared import CONSTANTS, RECORDS
from grader.inside.values import UnencodableValue
from grader.inside.wire import (
    MAX_DEPTH,
    Decoder,
    Encoder,
    Handle,
    MalformedRecord,
    Violation,
    decode_handle,
    dump,
    load,
)
from grader.student.compare import same
from tests.support import LIBRARY


def refuse(value: object) -> Any:
    raise UnencodableValue(type(value).__name__)


encode = Encoder(LIBRARY, refuse).encode
decode = Decoder(LIBRARY, {"o": decode_handle}).decode

VALUES = [
    None,
    True,
    0,
    -(10**30),
    1.5,
    "héllo\n",
    (),
    [1, [2, (3,)]],
    Seq.of((3, "hi"), (1, "bye")),
    Player.MINNIE,
    Step.MAX,
    DRAW,
    IN_PLAY,
    PRUNED,
    PARENT_PRUNE,
    EMPTY,
    Over(Winner(Player.MAXIE)),
    Definitely(DRAW),
    BestEdge(2, Guess(-7)),
    BestEdge(Drop(3), Definitely(Winner(Player.MINNIE))),
    Tree((1, 2), (Tree((0, 2)), Tree((1, 0)))),
    C4State(
        Matrix.tabulate(lambda x, y: Filled(Player.MAXIE) if x == y else EMPTY, 3, 2), Player.MINNIE
    ),
    Matrix.tabulate(lambda x, y: x * y, 2, 3),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_travel_unchanged(value: Any) -> None:
    arrived = decode(load(dump(encode(value))))
    assert arrived == value
    assert type(arrived) is type(value)


json_values = st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists)


@given(json_values)
def test_plain_data_travels_unchanged(value: Any) -> None:
    assert decode(load(dump(encode(value)))) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_a_violation(payload: bytes) -> None:
    with contextlib.suppress(Violation):
        decode(load(payload))


@given(st.recursive(st.text(max_size=3) | st.integers() | st.none(), st.lists, max_leaves=20))
def test_any_json_is_a_value_or_a_violation(data: Any) -> None:
    with contextlib.suppress(Violation):
        decode(load(json.dumps(data).encode()))


# Arrays that begin with a tag, so that chance leads past the first test of the decoder.
TAGS = [tag for tag, _ in RECORDS.values()] + [tag for tag, _ in CONSTANTS] + list("tlsbMo")
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
tagged = st.recursive(
    scalars,
    lambda below: st.builds(
        lambda tag, rest: [tag, *rest], st.sampled_from(TAGS), st.lists(below, max_size=4)
    ),
    max_leaves=15,
)


@given(tagged)
@settings(max_examples=500)
def test_any_tagged_data_is_a_value_that_can_be_shown_or_a_violation(data: Any) -> None:
    with contextlib.suppress(Violation):
        assert repr(decode(load(json.dumps(data).encode())))


def nested(depth: int, wrap: Callable[[Any], Any]) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = wrap(value)
    return value


WRAPPINGS: dict[str, Callable[[Any], Any]] = {
    "lists": lambda x: [x],
    "tuples": lambda x: (x,),
    "sequences": Seq.of,
    "edges": lambda x: BestEdge(x, Guess(0)),
    "views": Leaf,
    "matrices": lambda x: Matrix.tabulate(lambda *_: x, 1, 1),
}


@pytest.mark.parametrize("wrap", WRAPPINGS)
def test_the_deepest_values_that_travel_can_be_compared_and_shown(wrap: str) -> None:
    value = nested(MAX_DEPTH, WRAPPINGS[wrap])
    arrived = decode(load(dump(encode(value))))
    assert same(arrived, value)
    assert repr(arrived) == repr(value)


@pytest.mark.parametrize("wrap", WRAPPINGS)
def test_values_nested_more_deeply_do_not_travel(wrap: str) -> None:
    with pytest.raises(UnencodableValue, match="deeper than 100 levels"):
        encode(nested(MAX_DEPTH + 2, WRAPPINGS[wrap]))


def test_values_nested_more_deeply_are_not_read() -> None:
    payload = b'["l",' * 300 + b"0" + b"]" * 300
    with pytest.raises(Violation, match="nested too deeply"):
        decode(load(payload))


def test_half_a_surrogate_pair_does_not_travel() -> None:
    for text in ("\ud800", TextLiar("\udfff")):
        with pytest.raises(UnencodableValue, match="half a surrogate pair"):
            encode([text])
    assert decode(load(dump(encode("\U0001f600")))) == "\U0001f600"


def test_an_inner_node_without_proper_children_is_no_node() -> None:
    for children in (5, ["t"], ["t", 5], ["l"]):
        assert type(decode(["tn", "a", children])) is MalformedRecord
    assert decode(["tn", "a", ["t", ["tl", "b", 3]]]) == TreeNode("a", (TreeLeaf("b", 3),))


def test_a_malformed_value_is_shown_in_a_few_words() -> None:
    assert len(repr(decode(["G", "x" * 100_000]))) < 320


@pytest.mark.parametrize(
    ("payload", "what"),
    [
        (b"{}", "a JSON object"),
        (b'["G",NaN]', "the constant NaN"),
        (b'["G",1e999]', "a number that is not finite"),
        (b"[" * 200_000, "data nested too deeply"),
        (b'["G",' + b"1" * 100_000 + b"]", "bytes that are not JSON"),
        (b'"\\ud800"', "text with half a surrogate pair"),
        (b"\xff", "bytes that are not UTF-8"),
        (b"", "bytes that are not JSON"),
        (b'["E"] ', "bytes after the JSON"),
        (b'["E"]["E"]', "bytes after the JSON"),
        (b"[]", "an array without a tag"),
        (b'["()",1,[]]', "the unknown tag '()'"),
        (b'["@","os","system"]', "the unknown tag '@'"),
        (b'["G",1,2]', "a Guess with 2 fields"),
        (b'["b",2,2,"XX"]', "a board whose cells don't fit its size"),
        (b'["b",999999,1,"X"]', "a matrix without a size"),
        (b'["o",true,"x"]', "a malformed handle"),
    ],
)
def test_what_the_format_does_not_allow_is_a_violation(payload: bytes, what: str) -> None:
    with pytest.raises(Violation) as caught:
        decode(load(payload))
    assert what in str(caught.value)


def test_a_field_of_the_wrong_type_is_shown_but_is_no_vocabulary_value() -> None:
    arrived = decode(["G", None])
    assert type(arrived) is MalformedRecord
    assert repr(arrived) == "Guess(None)"


def test_an_object_of_the_box_arrives_as_a_handle() -> None:
    arrived = decode(["o", 3, "AlphaBeta"])
    assert type(arrived) is Handle
    assert repr(arrived) == "<AlphaBeta object>"


# -- subclasses travel as the content underneath -----------------------------------------------


class Pair(NamedTuple):
    length: int
    value: str


class Liar(int):
    def __repr__(self) -> str:
        return "4711"

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __index__(self) -> int:
        return 4711

    def __add__(self, other: int) -> int:
        return 4711


class ListLiar(list[int]):
    def __iter__(self) -> Any:
        return iter([4711])

    def __len__(self) -> int:
        return 1


class TextLiar(str):
    def __str__(self) -> str:
        return "4711"


@pytest.mark.parametrize(
    ("value", "content"),
    [
        (Pair(3, "hi"), ["t", 3, "hi"]),
        (Liar(5), 5),
        (ListLiar([1, 2]), ["l", 1, 2]),
        (TextLiar("text"), "text"),
    ],
)
def test_a_subclass_travels_as_its_content_whatever_its_methods_say(
    value: Any, content: Any
) -> None:
    encoded = encode(value)
    assert dump(encoded) == dump(content)
    assert type(encoded) in (int, str, list)


def test_a_subclass_of_a_vocabulary_class_travels_as_that_class() -> None:
    class Edge(BestEdge):
        def __getattribute__(self, name: str) -> Any:
            return Guess(4711) if name == "est" else super().__getattribute__(name)

        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = BestEdge.__hash__

    encoded = encode(Edge(2, Guess(3)))
    assert decode(encoded) == BestEdge(2, Guess(3))
    assert type(decode(encoded)) is BestEdge


def test_a_value_that_contains_itself_cannot_travel() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(UnencodableValue, match="contains itself"):
        encode(endless)


def test_what_is_not_a_number_travels_but_is_no_estimate() -> None:
    assert encode(float("nan")) == ["nan"]
    assert math.isnan(decode(load(dump(encode(float("nan"))))))
    assert type(decode(encode(Guess(float("nan"))))) is MalformedRecord


def test_a_nan_has_no_fields() -> None:
    with pytest.raises(Violation, match="a nan with fields"):
        decode(["nan", 1])


@pytest.mark.parametrize("number", [float("inf"), float("-inf")])
def test_infinities_travel(number: float) -> None:
    assert decode(load(dump(encode(Guess(number))))) == Guess(number)


@pytest.mark.parametrize("data", [["inf"], ["inf", 0], ["inf", True], ["inf", 1, 1]])
def test_an_infinity_has_a_sign(data: list[Any]) -> None:
    with pytest.raises(Violation, match="an infinity without a sign"):
        decode(data)


class Half(float):
    """A number of a student's own class."""


class Grid(Matrix[Any]):
    """A matrix of a student's own class."""


def test_numbers_and_matrices_of_own_classes_travel_as_what_they_are() -> None:
    assert decode(encode(Half(0.5))) == 0.5
    assert decode(encode(Grid(1, [[Half(0.5)]]))) == Matrix(1, [[0.5]])
    assert decode(encode(Drop(True))) == Drop(1)
    assert decode(encode(Guess(True))) == Guess(1)


def test_a_huge_integer_cannot_travel() -> None:
    with pytest.raises(UnencodableValue):
        dump(encode(10**5000))


def test_an_object_with_a_lying_repr_cannot_travel() -> None:
    class Fake:
        def __repr__(self) -> str:
            return "4711"

    with pytest.raises(UnencodableValue, match="Fake"):
        encode(Fake())
