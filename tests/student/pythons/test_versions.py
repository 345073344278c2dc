"""A hand-in says by which Python it was packed, and a message about a Python repeats it."""

import pytest

from grader.student.pythons.versions import (
    PACKED_WITH,
    blames_python,
    lacks,
    packing_notes,
    this_python,
    with_packing,
)

NOTE = f"packed with Python 3.99; grading uses Python {this_python()}"
LACKING = lacks(this_python(), "t-strings", "3.14")


def test_another_python_is_a_remark() -> None:
    assert packing_notes(["las.py", f"top/{PACKED_WITH}3.99"]) == [NOTE]


@pytest.mark.parametrize(
    "name",
    [
        f"{PACKED_WITH}{this_python()}",
        PACKED_WITH,
        f"{PACKED_WITH}3.x",
        f"{PACKED_WITH}3.14<b>",
        f"{PACKED_WITH}3.14\n",
        f"{PACKED_WITH}3.9999999",
        f"{PACKED_WITH}3.14/las.py",
        ".handout-version",
    ],
)
def test_the_same_python_and_names_that_state_none_are_no_remark(name: str) -> None:
    assert packing_notes([name]) == []


def test_a_message_about_an_older_python_says_which_one_packed() -> None:
    message = f"{LACKING}: las.py, line 3: SyntaxError: invalid syntax"
    assert with_packing(message, [NOTE]) == f"your files were packed with Python 3.99; {message}"
    assert blames_python(with_packing(message, [NOTE]))


def test_other_messages_and_other_hand_ins_stay_as_they_are() -> None:
    assert with_packing("the answer is wrong", [NOTE]) == "the answer is wrong"
    assert with_packing(LACKING, ["not looked at: a.txt"]) == LACKING
