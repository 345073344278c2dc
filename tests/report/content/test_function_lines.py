"""A function and its docstring are found by their lines, in any text."""

import pytest

from grader.report.content.function_lines import docstring_of, find_function, lines_of

CLASS = """class Other:
    def search(self):
        return 0


class AlphaBeta:
    def search(
        self,
        depth,
    ):
        x = 1

        # a comment at any depth
# even here
        return x

    async def next_move(self):
        return 2
AFTER = 1
"""


@pytest.mark.parametrize(
    ("name", "span"),
    [
        ("AlphaBeta", (6, 18)),
        ("AlphaBeta.search", (7, 15)),
        ("Other.search", (2, 3)),
        ("AlphaBeta.next_move", (17, 18)),
        ("AlphaBeta.missing", None),
        ("Missing.search", None),
        ("sear", None),
    ],
)
def test_finds_a_function_by_its_lines(name: str, span: tuple[int, int] | None) -> None:
    assert find_function(CLASS, name) == span


def test_finds_a_function_in_a_file_that_is_no_python() -> None:
    assert find_function("def f(:\n  ((((\nnot python at all", "f") == (1, 2)


@pytest.mark.parametrize("name", ["x" * 10_000_000, "a." * 1_000, "f)(", "", "\ud800"])
def test_a_name_that_no_function_has_is_nowhere(name: str) -> None:
    assert find_function("def f():\n    pass\n", name) is None


def test_lines_are_numbered_as_python_numbers_them() -> None:
    text = "x = '\x0c'\r\ny = '\u2028'\r\ndef f():\r\n    return 1\r\n"
    assert find_function(text, "f") == (3, 4)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("def f(\n    a,\n):\n    return a\n\n\nx = 1\n", (1, 4)),
        ("async def f():\n    pass\n", (1, 2)),
        ("def f2(): pass\ndef f(): pass\n", (2, 2)),
        ("def f():\n    x = 1\n# no indent\n\n    return x\n# more\n", (1, 5)),
        ("if x:\n    def f():\n        pass\n    y = 1\n", (2, 3)),
        ("undef f():\n    pass\n", None),
        ("", None),
    ],
)
def test_a_function_ends_before_what_is_indented_no_more(
    text: str, span: tuple[int, int] | None
) -> None:
    assert find_function(text, "f") == span


@pytest.mark.parametrize(
    ("text", "docstring"),
    [
        ('def f():\n    """One."""\n    return 1', range(1, 2)),
        ("def f():\n\n    r'''One\n\n    two'''\n    return 1", range(2, 5)),
        ('def f(\n    a,\n) -> int:  # said\n    """One."""', range(3, 4)),
        ('def f():\n    return """no docstring"""', None),
        ('def f():\n    """without an end', None),
        ("def f(): return 1", None),
        ("def f():", None),
    ],
)
def test_the_docstring_comes_first_after_the_signature(text: str, docstring: range | None) -> None:
    assert docstring_of(text.split("\n")) == docstring


def test_only_ends_of_lines_of_python_end_lines() -> None:
    assert lines_of("a\r\nb\x0cc\u2028d\n\n") == ["a", "b\x0cc\u2028d", ""]
