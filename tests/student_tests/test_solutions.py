"""What suites are run on: which modules a faulty solution can make behave otherwise."""

from pathlib import Path

import pytest

from grader.student_tests.solutions import Solutions

A = '"""Says one."""\n\n\ndef one():\n    """One."""\n    return 1  # of two\n'
REFERENCE = {"a.py": A, "b.py": "import a\n", "c.py": "from b import a\n", "d.py": "import math\n"}
SOLUTIONS = Solutions(REFERENCE, Path(), ())
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
