"""Right hand-ins have other classes than the reference, where it has none: they pass.

What these can do is asked for, and taken for no more than the reference's answers are.
"""

from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.course_tests.examining import Case, tell_apart

CASES = {
    "words of an exception": Case(
        """
        import pytest, work
        def test_match():
            with pytest.raises(ValueError, match="^-1 is negative$"):
                work.check(-1)
        def test_words():
            with pytest.raises(ValueError) as refusal:
                work.check(-1)
            assert str(refusal.value) == f"{refusal.value}" == "-1 is negative"
            assert refusal.typename == "ValueError" and refusal.value.__class__ is ValueError
        def test_key():
            with pytest.raises(LookupError, match="^no apple$"):
                work.find("apple")
        def test_cause():
            with pytest.raises(RuntimeError) as refusal:
                work.read("x")
            assert str(refusal.value.__cause__) == "x is no number"
        """,
        """
        def check(n):
            if n < 0: raise ValueError(f"{n} is negative")
        def find(name): raise LookupError(f"no {name}")
        def read(text):
            raise RuntimeError("no") from ValueError(f"{text} is no number")
        """,
        (
            """
            class Negative(ValueError):
                def __init__(self, n): self.n = n
                def __str__(self): return f"{self.n} is negative"
            def check(n):
                if n < 0: raise Negative(n)
            class Missing(LookupError):
                def __init__(self, name):
                    super().__init__()
                    self.name = name
                def __str__(self): return "no " + self.name
            def find(name): raise Missing(name)
            class NoNumber(ValueError):
                def __str__(self): return "{} is no number".format(*self.args)
            def read(text):
                try: raise NoNumber(text)
                except ValueError as cause: raise RuntimeError from cause
            """,
            """
            from dataclasses import dataclass
            @dataclass
            class Negative(ValueError):
                n: int
                def __str__(self): return "{0.n} is negative".format(self)
            def check(n):
                if n < 0: raise Negative(n)
            class App(Exception):
                template = "no {}"
                def __str__(self): return self.template.format(*self.args)
            class Missing(App, KeyError): pass
            def find(name): raise Missing(name)
            class NoNumber(App, ValueError): template = "{} is no number"
            def read(text): raise RuntimeError(NoNumber) from NoNumber(text)
            """,
        ),
        (
            """
            class Negative(ValueError):
                def __str__(self): return "-1"
            def check(n): raise Negative("-1 is negative")
            class Missing(KeyError): pass
            def find(name): raise Missing(f"no {name}")
            class NoNumber(ValueError):
                def __str__(self): raise self
            def read(text): raise RuntimeError from NoNumber("x is no number")
            """,
        ),
    ),
    "attributes of an exception": Case(
        """
        import pytest, work
        def test_number():
            with pytest.raises(ValueError) as refusal:
                work.check(-1)
            assert refusal.value.n == -1
        def test_truth():
            with pytest.raises(ValueError) as refusal:
                work.check(-1)
            assert refusal.value.is_small() if hasattr(refusal.value, "is_small") else (
                refusal.value.n < 0
            )
        """,
        """
        def check(n):
            error = ValueError("negative")
            error.n = n
            raise error
        """,
        (
            """
            class Negative(ValueError):
                def __init__(self, n): self.n = n
            def check(n): raise Negative(n)
            """,
            """
            class Negative(ValueError):
                @property
                def n(self): return self.args[0]
            def check(n): raise Negative(n)
            """,
        ),
        (
            """
            class Yes:
                def __eq__(self, other): return True
                def __lt__(self, other): return True
            class Negative(ValueError):
                n = Yes()
                def is_small(self): return True
            def check(n): raise Negative
            """,
            """
            class Negative(ValueError):
                n = 0
                def __eq__(self, other): return True
            def check(n): raise Negative(n)
            """,
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_no_lie_passes_and_what_is_right_does(nursery: Nursery, tmp_path: Path, name: str) -> None:
    tell_apart(nursery, tmp_path, CASES[name])
