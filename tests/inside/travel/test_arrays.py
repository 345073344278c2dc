"""Arrays travel by kind, shape and bytes, and nothing that no writer writes is read."""

from base64 import b64encode
from math import inf, nan
from typing import Any

import pytest

from grader.asking.plain_values import reader_of, writer_of
from grader.inside.library import NO_LIBRARY, with_packages
from grader.inside.travel.arrays import KINDS, Array, array
from grader.inside.values import UnencodableValue
from grader.inside.wire import Violation, dump, load
from grader.student.compare import difference, same
from grader.student.literal import imports_of, literal

LIBRARY = with_packages(NO_LIBRARY, ["numpy"], live=False)
write, read = writer_of(LIBRARY), reader_of(LIBRARY)
ARRAYS = [
    array([1, -2, 3]),
    array([[1.5, -0.0], [inf, nan]]),
    array([[True, False]]),
    array([1 + 2j, -1j]),
    array([[1, 2], [3, 4]], "uint8"),
    array([0.5, 2], "float16"),
    array([1 + 2j], "complex64"),
    Array("float64", (0, 3), ()),
    array([[[1], [2]], [[3], [4]]]),
]


@pytest.mark.parametrize("value", ARRAYS, ids=repr)
def test_arrays_come_back_as_they_went(value: Array) -> None:
    came = read(load(dump(write(value))))
    assert (came.dtype, came.shape) == (value.dtype, value.shape)
    assert same(came, value)


def test_arrays_travel_only_where_the_assignment_has_numpy() -> None:
    with pytest.raises(UnencodableValue):
        writer_of(NO_LIBRARY)(array([1]))
    with pytest.raises(Violation, match="unknown tag"):
        reader_of(NO_LIBRARY)(write(array([1])))


def data(kind: Any, shape: Any, packed: bytes) -> list[Any]:
    return ["array", kind, shape, b64encode(packed).decode()]


@pytest.mark.parametrize(
    "sent",
    [
        ["array"],
        data("object", [1], bytes(8)),
        data("float64", [2], bytes(8)),
        data("float64", [], bytes(8)),
        data("float64", [-1], b""),
        data("float64", [True], bytes(8)),
        data("float64", ["1"], bytes(8)),
        data("float64", 1, bytes(8)),
        data("int8", [0, 10**18], b""),
        data("int8", [1] * 33, bytes(1)),
        data("int8", [1 << 21], bytes(1 << 21)),
        data("bool", [1], b"\2"),
        data(None, [1], bytes(8)),
        ["array", "int8", [1], "AA=="[:3]],
        ["array", "int8", [1], "A A=="],
        ["array", "int8", [1], "AB=="],  # the same byte in another form
        ["array", "int8", [1], "é"],
        ["array", "int8", [1], 7],
        ["array", "int8", [1], "AA==", 0],
    ],
    ids=str,
)
def test_what_no_writer_writes_is_refused(sent: list[Any]) -> None:
    with pytest.raises(Violation):
        read(sent)


@pytest.mark.parametrize(
    ("rows", "kind", "words"),
    [
        ([[1], [2, 3]], "", "different lengths"),
        ([[1], 2], "", "different lengths"),
        ([1], "object", "don't travel"),
        (1, "", "0 dimensions"),
    ],
)
def test_what_is_no_array_is_refused_where_it_is_made(rows: Any, kind: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        array(rows, kind)


@pytest.mark.parametrize(("number", "kind"), [(300, "uint8"), (1.5, "int64"), (1e39, "float32")])
def test_a_number_that_is_none_of_its_kind_does_not_travel(number: float, kind: str) -> None:
    with pytest.raises(UnencodableValue, match=kind):
        write(array([number], kind))


def test_parts_of_an_array() -> None:
    table = array([[1, 2, 3], [4, 5, 6]])
    assert (len(table), table[1, 2], table[-1].tolist()) == (2, 6, [4, 5, 6])
    assert [row.tolist() for row in table] == table.tolist() == [[1, 2, 3], [4, 5, 6]]
    with pytest.raises(IndexError):
        table[2]


def test_shape_and_numbers_count_and_the_kind_of_number_does_not() -> None:
    ones = array([[1, 1]])
    assert same(array([[1.0, 1.0]]), ones)
    assert same(array([[1.0, 1.1]]), ones, tolerance=0.2)
    assert not same(array([[1.0, 1.1]]), ones)
    assert not same(array([1, 1]), ones)
    assert not same([[1, 1]], ones)
    assert not same(ones, [[1, 1]])
    assert not same(array([[1, 1]]), array([[True, True]]))


def test_the_first_difference_is_told() -> None:
    expected = array([[1, 2], [3, 4]])
    assert difference(array([[1, 2], [3, 5]]), expected) == "[1, 1]: 5 instead of 4"
    assert difference(array([1, 2]), expected) == "the shape (2,) instead of (2, 2)"
    assert difference([[1, 2], [3, 4]], expected) == "an array is expected, not a list"


def test_their_text_is_pythons_own() -> None:
    value = array([[1.5, nan], [-inf, 0.0]], "float32")
    assert literal(value) == "np.array([[1.5, np.nan], [-np.inf, 0.0]], dtype=np.float32)"
    assert literal(Array("bool", (0, 2), ())) == "np.zeros((0, 2), dtype=np.bool_)"
    assert list(imports_of(value)) == ["import numpy as np"]


def test_every_kind_has_a_size() -> None:
    for kind in KINDS:
        assert same(read(write(array([1], kind))), array([1], kind)) or kind == "bool"
