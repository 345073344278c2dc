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
    "a class that iterates in place of a generator function": Case(
        """
        import itertools, work
        def test_endless():
            assert list(itertools.islice(work.naturals(), 3)) == [1, 2, 3]
            assert list(zip("ab", work.naturals())) == [("a", 1), ("b", 2)]
        def test_on():
            numbers = work.naturals()
            assert next(numbers) == 1 and next(numbers) == 2
            assert list(itertools.takewhile(lambda n: n < 5, numbers)) == [3, 4]
        def test_loop():
            for number in work.doubles():
                if number > 50:
                    break
            assert number == 64
        def test_finite():
            assert list(work.evens(5)) == [0, 2, 4] and 4 in work.evens(5)
            assert sum(work.evens(5)) == 6
        def test_lazy():
            seen = []
            steps = work.traced("abc", seen)
            assert next(steps) == "a" and seen == ["a"]
        """,
        """
        def naturals():
            n = 1
            while True:
                yield n
                n += 1
        def doubles():
            n = 1
            while True:
                yield n
                n *= 2
        def evens(most): yield from range(0, most + 1, 2)
        def traced(xs, seen):
            for x in xs:
                seen.append(x)
                yield x
        """,
        (
            """
            class naturals:
                n = 0
                def __iter__(self): return self
                def __next__(self):
                    self.n += 1
                    return self.n
            class doubles:
                def __iter__(self):
                    n = 1
                    while True:
                        yield n
                        n *= 2
            class evens:
                def __init__(self, most): self.most = most
                def __iter__(self):
                    for n in range(self.most + 1):
                        if n % 2 == 0: yield n
            class traced:
                def __init__(self, xs, seen): self.steps, self.seen = iter(xs), seen
                def __iter__(self): return self
                def __next__(self):
                    x = next(self.steps)
                    self.seen.append(x)
                    return x
            """,
            """
            import itertools
            class Counting(itertools.count): pass
            def naturals(): return Counting(1)
            class Powers:
                def __iter__(self): return (2 ** n for n in itertools.count())
            doubles = Powers
            class evens(list):
                def __init__(self, most): super().__init__(range(0, most + 1, 2))
            def traced(xs, seen): return map(lambda x: seen.append(x) or x, xs)
            """,
        ),
        (
            """
            class Yes:
                def __eq__(self, other): return True
                def __lt__(self, other): return True
                def __gt__(self, other): return True
                def __hash__(self): return 1
                def __radd__(self, other): return 6
            class naturals:
                def __init__(self, *given): pass
                def __iter__(self): return self
                def __next__(self): return Yes()
                def __contains__(self, one): return True
            class doubles:
                def __iter__(self):
                    while True: yield Yes()
            class evens(list):
                def __init__(self, most): super().__init__([Yes(), Yes(), Yes()])
            traced = naturals
            """,
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_no_lie_passes_and_what_is_right_does(nursery: Nursery, tmp_path: Path, name: str) -> None:
    tell_apart(nursery, tmp_path, CASES[name])
