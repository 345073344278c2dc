"""What suites are run on: which modules a faulty solution can make behave otherwise."""

import ast
from typing import Any

import pytest

from grader.student_tests.solutions import Solutions

A = '"""Says one."""\n\n\ndef one():\n    """One."""\n    return 1  # of two\n'
REFERENCE = {"a.py": A, "b.py": "import a\n", "c.py": "from b import a\n", "d.py": "import math\n"}
SOLUTIONS = Solutions(REFERENCE, {}, ())
EVERYWHERE = {"a", "b", "c"}


@pytest.mark.parametrize(
    ("was", "becomes", "touched"),
    [
        ("return 1", "return 2", EVERYWHERE),
        ("return 1", "return", EVERYWHERE),
        ("def one()", "def one(more=0)", EVERYWHERE),
        ("# of two", "# of three", set()),
        ("Says one.", "Says it otherwise.", set()),
        ('    """One."""\n', "", set()),
        ('"""One."""\n    return 1', 'return """One."""', EVERYWHERE),
    ],
)
def test_what_a_file_says_in_words_touches_nothing(
    was: str, becomes: str, touched: set[str]
) -> None:
    assert A.count(was) == 1
    assert SOLUTIONS.touched({**REFERENCE, "a.py": A.replace(was, becomes)}) == touched


def test_whoever_imports_what_is_touched_is_touched() -> None:
    assert SOLUTIONS.touched({**REFERENCE, "b.py": "import a as other\n"}) == {"b", "c"}
    assert SOLUTIONS.touched({**REFERENCE, "new.py": "x = 1\n"}) == {"new"}
    assert SOLUTIONS.touched(REFERENCE) == set()


def test_what_was_read_ahead_is_not_taken_apart_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = {"two": "def one():\n    return 2\n", "ten": "def one():\n    return 10\n"}
    faulty = {name: {"a.py": text} for name, text in {**texts, "broken": "def one(:\n"}.items()}
    solutions = Solutions(REFERENCE, faulty, ())
    solutions.read_ahead({"two", "broken", "of another kind", ""})

    taken_apart: list[str] = []
    parse = ast.parse

    def noted(source: str, *options: Any, **more: Any) -> ast.AST:
        taken_apart.append(source)
        return parse(source, *options, **more)

    monkeypatch.setattr(ast, "parse", noted)
    assert solutions.touched(solutions.faulty("two")) == EVERYWHERE
    assert taken_apart == []
    assert solutions.touched(solutions.faulty("ten")) == EVERYWHERE
    assert set(taken_apart) == {texts["ten"]}
