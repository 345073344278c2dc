"""What is written in the tests may be evaluated; what a hand-in can make up may not."""

import pytest

from grader.inside.course_tests.own_texts import OwnTexts

TESTS = '''
"""A docstring that speaks of docstring_name."""
import pytest
QUERY = """
    x + 1
"""
def test_it(kind: dict[str, "int"]) -> list[int]:
    count: set[int] = set()
    assert derived("y ** 2") == hidden, "message_name + 1"
    assert solve(dict(amount=1, **more)) == f"{shown} + of_f"
@pytest.mark.parametrize("case, expected_one", [("z - 1", "z")])
def test_more(case, expected_one): ...
'''
OWN = OwnTexts(
    [
        ["tests/test_work.py", TESTS],
        ["tests/broken.py", "def f(:"],
        ["tests/table.csv", b"  1 + 1  \n2 * 3".hex(), True],
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        *("x + 1", "\n    x + 1\n", " y ** 2 ", "z - 1", "1 + 1", "2 * 3"),
        *("dict[str, 'int']", "set[int]", "list[int]", TESTS, "def f(:"),
    ],
)
def test_texts_files_and_annotations_are_written_in_them(text: str) -> None:
    assert OWN.hold(text)


@pytest.mark.parametrize("text", ["x + 2", "x  + 1", "case", "case, expected_one", "z", ""])
def test_other_texts_and_lists_of_names_are_not(text: str) -> None:
    assert not OWN.hold(text)


def test_they_speak_of_names_in_expressions_that_a_hand_in_may_get() -> None:
    names = ["x", "y", "z", "amount", "hidden", "message_name", "docstring_name", "of_f", "case"]
    assert [name for name in names if OWN.speak_of(name)] == ["x", "y", "z", "amount"]


def test_modules_are_named_in_their_folder_and_by_themselves() -> None:
    assert OWN.modules == {"tests.test_work", "test_work", "tests.broken", "broken"}
    assert sorted(OWN.python) == ["tests/broken.py", "tests/test_work.py"]
