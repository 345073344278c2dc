"""Advice on a None is true of the function that gave it, or isn't given."""

import pytest

from grader.student.claims import NO_RETURN
from grader.student.evidence import Evidence
from grader.student.no_return import with_true_hint
from grader.student.source import Source

CALL = "from work import act\nact(3)"


def hint(text: str, call: str = CALL) -> str:
    found = with_true_hint(Evidence("wrong", call=call, hint=NO_RETURN), Source({"work.py": text}))
    return found.hint


@pytest.mark.parametrize(
    "text",
    [
        "def act(n):\n    print(n)\n",
        "def act(n):\n    return\n",
        "def act(n):\n    if n:\n        return None\n    n + 1\n",
        "def act(n):\n    def inner():\n        return n\n    inner()\n",
        "class A:\n    def act(self, n):\n        self.n = n\n",
    ],
)
def test_a_function_without_a_value_is_advised(text: str) -> None:
    assert hint(text) == NO_RETURN


@pytest.mark.parametrize(
    "text",
    [
        "def act(n):\n    try:\n        return 1 / n\n    except ZeroDivisionError:\n"
        "        return None\n",
        "def act(n):\n    for i in range(n):\n        if i > 5:\n            return i\n",
        "def act(n):\n    if n:\n        return 1\n    else:\n        return None\n",
        "def act(n):\n    if n:\n        return 1\n    raise ValueError\n",
        "def act(n):\n    with n:\n        return n\n",
        "def act(n):\n    match n:\n        case 1:\n            return 2\n",
        "def act(n):\n    try:\n        return n[0]\n    except IndexError:\n        return None\n",
        "act = print\n",
        "def act(n:\n",
    ],
)
def test_another_function_is_not(text: str) -> None:
    assert hint(text) == ""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def act(n):\n    if n:\n        return 1\n    print(2)\n", 4),
        ("def act(n):\n    if n:\n        return 1\n", 2),
        ("def act(n):\n    if n:\n        n + 1\n    else:\n        return 2\n", 3),
        (
            "def act(n):\n    match n:\n        case 1:\n            return 2\n"
            "        case _:\n            n\n",
            6,
        ),
        ("def act(n):\n    with n:\n        if n:\n            return n\n        n()\n", 5),
        ("def act(n):\n    try:\n        return n[0]\n    except IndexError:\n        pass\n", 5),
    ],
)
def test_a_way_that_ends_without_a_return_is_shown(text: str, line: int) -> None:
    assert hint(text) == f"does a way through act end in line {line}, without `return`?"


@pytest.mark.parametrize("error", ["", " Exception", " BaseException as error"])
def test_an_except_that_takes_every_error_is_asked_about(error: str) -> None:
    text = f"def act(n):\n    try:\n        return n[0]\n    except{error}:\n        return None\n"
    assert hint(text) == "does the `except` in line 4 hide an error? leave it out, and see"


def test_a_method_and_a_property_are_found_by_their_names() -> None:
    text = "class A:\n    def act(self, n):\n        print(n)\n"
    assert hint(text, "from work import A\nA().act(3)") == NO_RETURN
    assert hint(text, "from work import A\nA().act") == NO_RETURN
    assert hint(text, "from work import A\nA().act(3)[0]") == ""


def test_other_advice_stays() -> None:
    evidence = Evidence("wrong", call=CALL, hint="look again")
    assert with_true_hint(evidence, Source({})) == evidence


@pytest.mark.parametrize("name", ["sort", "append"])
def test_what_changes_a_list_and_gives_none_is_named(name: str) -> None:
    text = f"def act(n):\n    found = [n]\n    return found.{name}()\n"
    assert hint(text) == f"{name}() in line 3 gives None: call it first, then return the list"


def test_a_method_of_the_hand_ins_own_by_such_a_name_may_give_a_value() -> None:
    text = """
class Tree:
    def act(self, n):
        return self.left.insert(n)
    def insert(self, n):
        return n
"""
    assert hint(text, "from work import Tree\nTree().act(3)") == ""
