"""The outline of a starter file, of which students' tests see no line."""

import pytest

from grader.student_tests.outline import outline_of


def test_a_starter_file_that_is_not_python_is_named() -> None:
    with pytest.raises(SyntaxError) as raised:
        outline_of("work", "def (\n")
    assert (raised.value.filename, raised.value.lineno) == ("starter work.py", 1)
