"""A library's tables: which there are, and that no tag means two things."""

from types import ModuleType

import pytest

from grader.inside.library import NO_LIBRARY, OPERATORS, library_of, read_library, row_of


class Thing:
    pass


class Other(Thing):
    pass


def declared(**tables: object) -> ModuleType:
    module = ModuleType("declared")
    vars(module).update(tables)
    return module


def test_an_assignment_needs_no_library() -> None:
    assert read_library("") is NO_LIBRARY
    assert not NO_LIBRARY.has(Thing)
    assert NO_LIBRARY.named("Thing") is None
    assert list(NO_LIBRARY.functions) == [f"operator.{name}" for name in OPERATORS]


def test_what_a_library_remembers_is_made_once_and_its_own() -> None:
    one, other = (library_of("things", declared()) for _ in range(2))
    assert one.remembered("a list", list) is one.remembered("a list", list)
    assert one.remembered("a list", list) is not other.remembered("a list", list)
    assert one == other


def test_every_table_may_be_missing() -> None:
    library = library_of("things", declared(RECORDS={Thing: ("T", ())}))
    assert library.records == {Thing: ("T", ())}
    assert (library.constants, library.given, library.objects) == ((), (), {})


@pytest.mark.parametrize(
    "tables",
    [
        {"RECORDS": {Thing: ("T", ()), Other: ("T", ())}},
        {"RECORDS": {Thing: ("T", ())}, "CONSTANTS": (("T", None),)},
        {"RECORDS": {Thing: ("T", ())}, "OBJECTS": {Other: ("T", list, tuple, Other)}},
        {"RECORDS": {Thing: ("T", ())}, "CARRIED": {Other: ("T", list, Other)}},
    ],
)
def test_a_tag_stands_for_one_thing(tables: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="things declares the tag 'T' for two things"):
        library_of("things", declared(**tables))


@pytest.mark.parametrize("tag", ["t", "o", "#", "()", "given"])
def test_the_engines_own_tags_are_taken(tag: str) -> None:
    with pytest.raises(ValueError, match="for two things"):
        library_of("things", declared(RECORDS={Thing: (tag, ())}))


def test_a_row_is_that_of_the_nearest_base() -> None:
    assert row_of(Other, {Thing: 1}) == 1
    assert row_of(Other, {Thing: 1, Other: 2}) == 2
    assert row_of(Thing, {Other: 2}) is None
