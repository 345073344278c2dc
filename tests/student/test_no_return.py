"""Advice on a missing `return` is given only where the function returns no value at all."""

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
        "def act(n):\n    yield n\n",
        "act = print\n",
        "def act(n:\n",
    ],
)
def test_another_function_is_not(text: str) -> None:
    assert hint(text) == ""


def test_a_method_and_a_property_are_found_by_their_names() -> None:
    text = "class A:\n    def act(self, n):\n        print(n)\n"
    assert hint(text, "from work import A\nA().act(3)") == NO_RETURN
    assert hint(text, "from work import A\nA().act") == NO_RETURN
    assert hint(text, "from work import A\nA().act(3)[0]") == ""


def test_other_advice_stays() -> None:
    evidence = Evidence("wrong", call=CALL, hint="look again")
    assert with_true_hint(evidence, Source({})) == evidence
