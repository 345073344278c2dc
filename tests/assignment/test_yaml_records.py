"""Dataclasses are the schema; every value knows its line, and every fault is kept."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import pytest

from grader.assignment.yaml_records import NOT_IN_FILE, RecordReader, between


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


@dataclass(frozen=True)
class Scalars:
    flag: bool | None = None
    whole: int | None = None
    number: float | None = None
    text: str | None = None
    when: datetime | None = None


def read(text: str) -> tuple[Root | None, list[tuple[int, str]]]:
    reader = RecordReader("f.yaml")
    return reader.read(Root, text), reader.faults


def test_a_right_file_gives_the_record() -> None:
    text = "leaves:\n- {name: a, size: 2}\n- name: b\ncolour: blue\nshare: 1\n"
    leaves = (Leaf("a", 2), Leaf("b"))
    assert read(text) == (Root(leaves, Colour.BLUE, 1.0), [])


def test_a_text_without_quotes_may_ask_a_question_between_braces() -> None:
    text = "leaves: [{name: Why? What of 0?}, {name: what?, size: 2}]\n"
    assert read(text) == (Root((Leaf("Why? What of 0?"), Leaf("what?", 2))), [])


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
    reader = RecordReader("f.yaml")
    record = reader.read(Root, "leaves:\n- {size: 2}\n- name: b\n")
    assert record == Root((Leaf("b"),))
    assert reader.path(record.leaves[0]) == "leaves[1]"
    assert reader.path(record.leaves[0], "name") == "leaves[1].name"
    assert reader.lines["leaves[1].name"] == 3
    assert reader.faults == [(2, "leaves[0]: the key 'name' is missing")]


def test_a_missing_required_key_leaves_nothing() -> None:
    assert read("colour: red\n") == (None, [(1, "the key 'leaves' is missing")])


def test_the_error_has_all_faults_in_the_order_of_their_lines() -> None:
    reader = RecordReader("f.yaml")
    reader.read(Root, "leaves:\n- {name: a, size: 10}\ncolour: no\nshare: x\n")
    reader.fault("leaves", "too short")
    assert str(reader.error()).splitlines() == [
        "f.yaml:1: leaves: too short",
        "f.yaml:2: leaves[0].size: must be from 1 to 9, but is '10'",
        "f.yaml:3: colour: must be one of red, blue, but is 'no'",
        "f.yaml:4: share: must be a number, but is 'x'",
    ]


NO_FLAG = "must be true or false, but is"
NO_WHOLE = "must be a whole number, but is"
NO_NUMBER = "must be a number, but is"
NO_TEXT = "must be a text in quotes, but is"
SCALARS = [
    ("flag: True", True),
    ("flag: yes", f"flag: {NO_FLAG} 'yes'"),
    ("flag: off", f"flag: {NO_FLAG} 'off'"),
    ("flag: 'true'", f"flag: {NO_FLAG} 'true'"),
    ("flag: !!bool yes", f"flag: {NO_FLAG} 'yes'"),
    ("text: yes", "yes"),
    ("text: NO", "NO"),
    ("text: on", "on"),
    ("text: y", "y"),
    ("text: true", f"text: {NO_TEXT} 'true'"),
    ("text: 12:30", "12:30"),
    ("text: 190:20:30.15", "190:20:30.15"),
    ("text: 2014-11-18", f"text: {NO_TEXT} '2014-11-18'"),
    ("text: 08", f"text: {NO_TEXT} '08'"),
    ("text: '08'", "08"),
    ("text: 1e3", f"text: {NO_TEXT} '1e3'"),
    ("text: !!str 3", "3"),
    ("whole: 010", 10),
    ("whole: 08", 8),
    ("whole: 1_000", 1000),
    ("whole: -5", -5),
    ("whole: 0o10", f"whole: {NO_WHOLE} '0o10'"),
    ("whole: 0x1F", f"whole: {NO_WHOLE} '0x1F'"),
    ("whole: 1:30", f"whole: {NO_WHOLE} '1:30'"),
    ("whole: '3'", f"whole: {NO_WHOLE} '3'"),
    ("number: 1e3", 1000.0),
    ("number: 1.5E+3", 1500.0),
    ("number: .5", 0.5),
    ("number: 010", 10.0),
    ("number: 1:30.5", f"number: {NO_NUMBER} '1:30.5'"),
    ("number: .inf", f"number: {NO_NUMBER} '.inf'"),
    ("when: 2014-11-19T03:59:00Z", datetime(2014, 11, 19, 3, 59, tzinfo=UTC)),
    ("when: '2014-11-18 23:59:00-04:00'", datetime(2014, 11, 19, 3, 59, tzinfo=UTC)),
    ("when: ~", None),
    ("when:", None),
]


def test_a_number_with_a_comma_is_told_to_have_a_dot() -> None:
    _, faults = read("leaves: [{name: a, size: 4,5}]\n")
    comma = "a comma begins the next key: write decimals with a dot, such as 4.5"
    assert faults == [(1, f"leaves[0].5: {comma}")]


@pytest.mark.parametrize(("text", "expected"), SCALARS)
def test_a_scalar_is_what_yaml_1_2_says(text: str, expected: Any) -> None:
    """By YAML 1.1, `no` is false, 010 is 8 and 1:30 is 90."""
    reader = RecordReader("f.yaml")
    record = reader.read(Scalars, text + "\n")
    if reader.faults:
        assert reader.faults == [(1, expected)]
    else:
        value = getattr(record, text.partition(":")[0])
        assert (value, type(value)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("leaves: [a\nshare: 3\n", (2, "not YAML: expected ',' or ']', but got ':'")),
        ("leaves: *x\n", (1, "not YAML: found undefined alias 'x'")),
        ("leaves: []\n\tshare: 3\n", (2, "not YAML: found character '\\t' that cannot start any ")),
        ("leaves: []\n---\nleaves: []\n", (2, "not YAML: but found another document")),
        ("leaves: " + "[" * 20_000, (1, "not YAML: it is nested too deeply")),
        ("leaves: \x07", (1, "not YAML: unacceptable character #x0007: special characters are")),
    ],
)
def test_what_is_not_yaml_is_named_with_its_line(text: str, fault: tuple[int, str]) -> None:
    record, [(line, words)] = read(text)
    assert record is None
    assert (line, words[: len(fault[1])]) == fault
