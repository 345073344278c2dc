"""What a hand-in's objects are asked: by attributes and methods, what the reference's were.

The tests are the same, so another question is for an object that the reference hasn't given there.
"""

from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.course_tests.examining import Case, tell_apart

CASES = {
    "an object that claims to be a text": Case(
        """
        from work import Money, greet

        def test_money(): assert str(Money(3)) == "3"
        def test_greet(): assert greet("Ann").startswith("Hello") and greet("Ann").endswith("Ann")
        """,
        """
        class Money:
            def __init__(self, n): self.n = n
            def __str__(self): return str(self.n)
        def greet(name): return f"Hello {name}"
        """,
        (
            """
            class Money(str):
                def __new__(cls, n): return super().__new__(cls, n)
            def greet(name): return Money(f"Hello {name}")
            """,
        ),
        (
            """
            class Money(str):
                def __init__(self, n): pass
                def __str__(self): return "4"
                def __getattribute__(self, name): return lambda *_: True
            greet = Money
            """,
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_another_question_decides_nothing(nursery: Nursery, tmp_path: Path, name: str) -> None:
    tell_apart(nursery, tmp_path, CASES[name])
