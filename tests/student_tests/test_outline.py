"""The outline of a starter file, of which students' tests see no line."""

import pytest

from grader.student_tests.outline import outline_of


def test_what_is_called_as_a_class_above_says_is_called() -> None:
    text = """
class A:
    def __call__(self): ...
class B(A): ...
class C(B): ...
class D(D): ...
"""
    _name, _rest, _functions, classes = outline_of("work", text).to_wire()
    assert [name for name, methods, *_ in classes if "__call__" in methods] == ["A", "B", "C"]


def test_a_starter_file_that_is_not_python_is_named() -> None:
    with pytest.raises(SyntaxError) as raised:
        outline_of("work", "def (\n")
    assert (raised.value.filename, raised.value.lineno) == ("starter work.py", 1)
