"""Errors that come of an older Python are told from plain mistakes, by what Python says of them."""

import sys

import pytest

from grader.asking.answers import RaisedException, failure_of
from grader.student.evidence import Frame
from grader.student.pythons import newer_python
from grader.student.pythons.newer_python import BRACES, MOST_LINE, newer_name_in, newer_syntax_in
from grader.student.pythons.versions import minor

NEW = {
    "type X = int\n": ("`type` statements", "3.12"),
    "def f[T](x): ...\n": ("type parameters", "3.12"),
    "@f\nclass A[T]:\n    pass\n": ("type parameters", "3.12"),
    "def f[T = int](x): ...\n": ("type parameter defaults", "3.13"),
    "try:\n    pass\nexcept A, B:\n    pass\n": (
        "`except` of several exceptions without parentheses",
        "3.14",
    ),
    "s = t'{1}'\n": ("t-strings", "3.14"),
    "s = f'{d['a']}'\n": (BRACES, "3.12"),
    "s = f'{f'{1}'}'\n": (BRACES, "3.12"),
    "s = f'{\"\\n\".join([])}'\n": (BRACES, "3.12"),
    "s = f'''{1 # one\n}'''\n": (BRACES, "3.12"),
    "s = f'{1 +\n 2}'\n": (BRACES, "3.12"),
}
MISTAKES = (
    "def f(x:\n    pass\n",
    "x = = 1\n",
    "type x 3\n",
    "type = = 3\n",
    "print('a\n",
    "print 't'\n",
    "s = f'{x'\n",
    "s = f\"{x['a']\"\n",
    "print f'{x}'\n",
    "f'{a b}'\n",
    "f'{}' 3\n",
    "def f[:\n",
    "try:\n    pass\nexcept (A, B:\n    pass\n",
    "x = [*a for a in]\n",
)


def error_of(text: str) -> SyntaxError:
    with pytest.raises(SyntaxError) as caught:
        compile(text, "las.py", "exec")
    return caught.value


@pytest.mark.parametrize("text", NEW)
def test_syntax_that_a_newer_python_reads_is_named(text: str) -> None:
    what, version = NEW[text]
    if sys.version_info >= (3, minor(version)):
        compile(text, "las.py", "exec")
        return
    error = error_of(text)
    said = newer_syntax_in(error.text or "", error.msg)
    assert said.endswith(f"which grades, doesn't have {what} (new in {version})")


@pytest.mark.parametrize("text", MISTAKES)
def test_a_plain_mistake_is_not_blamed_on_python(text: str) -> None:
    error = error_of(text)
    assert newer_syntax_in(error.text or "", error.msg) == ""


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("module 'x1' has no attribute 'y'", "x1.y"),
        ("cannot import name 'y' from 'x1' (/lib/x1.py)", "x1.y"),
        ("No module named 'x1.y'; 'x1' is not a package", "x1.y"),
        ("name 'y' is not defined", "y"),
        ("'x1' object has no attribute 'y'", "x1.y"),
        ("type object 'Path' has no attribute 'y'", "pathlib.Path.y"),
    ],
)
def test_a_name_that_a_newer_library_has_is_named(
    message: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(newer_python, "new_since", lambda full, _: "3.98" * (full == name))
    assert f"doesn't have {name} (new in 3.98)" in newer_name_in(message)


def test_a_name_that_no_python_has_is_a_mistake() -> None:
    assert newer_name_in("module 'math' has no attribute 'squareroot'") == ""
    assert newer_name_in("No module named 'numpy'") == ""


def test_a_line_too_long_to_be_searched_in_no_time_is_left_alone() -> None:
    assert newer_syntax_in('f"{' * MOST_LINE, "f-string: x") == ""


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python has t-strings")
def test_the_message_of_a_hand_in_begins_with_what_is_lacking() -> None:
    frames = (Frame("las.py", 3, "x = t'{1}'"),)
    _, evidence = failure_of(RaisedException("SyntaxError", "invalid syntax", frames))
    assert evidence.message.endswith(
        "doesn't have t-strings (new in 3.14): las.py, line 3: SyntaxError: invalid syntax"
    )
