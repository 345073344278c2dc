"""Dataclasses are the schema; every value knows its line, and every fault is kept."""

from dataclasses import dataclass, field
from enum import StrEnum

from grader.assignment.yaml_records import NOT_IN_FILE, Reader, between


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Leaf:
    name: str
    size: int = field(default=1, metadata=between(1, 9))


@dataclass(frozen=True)
class Root:
    leaves: tuple[Leaf, ...]
    colour: Colour = Colour.RED
    share: float | None = None
    given: str = field(default="set later", metadata=NOT_IN_FILE)


def read(text: str) -> tuple[Root | None, list[tuple[int, str]]]:
    reader = Reader("f.yaml")
    return reader.read(Root, text), reader.faults


def test_a_right_file_gives_the_record() -> None:
    text = "leaves:\n- {name: a, size: 2}\n- name: b\ncolour: blue\nshare: 1\n"
    leaves = (Leaf("a", 2), Leaf("b"))
    assert read(text) == (Root(leaves, Colour.BLUE, 1.0), [])


def test_null_stands_for_nothing_where_nothing_may_stand() -> None:
    assert read("leaves: []\nshare: null\n") == (Root((), share=None), [])
    assert read("leaves: []\ncolour: null\n")[1] == [
        (2, "colour: must be one of red, blue, but is 'null'")
    ]


def test_an_alias_is_what_it_stands_for() -> None:
    record, _ = read("leaves: [&x {name: a}, *x]\n")
    assert record == Root((Leaf("a"), Leaf("a")))


def test_a_field_that_is_not_in_the_file_is_an_unknown_key() -> None:
    assert read("leaves: []\ngiven: x\n")[1] == [
        (2, "given: unknown key; known here are leaves, colour, share")
    ]


def test_a_bad_value_with_a_default_leaves_the_rest() -> None:
    assert read("leaves: []\ncolour: green\n") == (
        Root(()),
        [(2, "colour: must be one of red, blue, but is 'green'")],
    )


def test_a_bad_item_is_left_out_and_its_neighbours_keep_their_paths() -> None:
    reader = Reader("f.yaml")
    record = reader.read(Root, "leaves:\n- {size: 2}\n- name: b\n")
    assert record == Root((Leaf("b"),))
    assert reader.path(record.leaves[0]) == "leaves[1]"
    assert reader.path(record.leaves[0], "name") == "leaves[1].name"
    assert reader.lines["leaves[1].name"] == 3
    assert reader.faults == [(2, "leaves[0]: the key 'name' is missing")]


def test_a_missing_required_key_leaves_nothing() -> None:
    assert read("colour: red\n") == (None, [(1, "the key 'leaves' is missing")])


def test_the_error_has_all_faults_in_the_order_of_their_lines() -> None:
    reader = Reader("f.yaml")
    reader.read(Root, "leaves:\n- {name: a, size: 10}\ncolour: no\nshare: x\n")
    reader.fault("leaves", "too short")
    assert str(reader.error()).splitlines() == [
        "f.yaml:1: leaves: too short",
        "f.yaml:2: leaves[0].size: must be from 1 to 9, but is '10'",
        "f.yaml:3: colour: must be one of red, blue, but is 'no'",
        "f.yaml:4: share: must be a number, but is 'x'",
    ]
