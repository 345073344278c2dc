"""Syntax that an older Python can't read is found by the newer one that can."""

import sys

import pytest

from grader.student.pythons.syntax import NESTED, newer_syntax

since = {
    number: pytest.mark.skipif(sys.version_info < (3, number), reason=f"needs Python 3.{number}")
    for number in (12, 13, 14)
}


def test_each_statement_that_is_too_new_is_named_with_its_line() -> None:
    text = "x = 1\nmatch x:\n    case 1: pass\n\ntry:\n    pass\nexcept* ValueError:\n    pass\n"
    assert [(line, version) for line, _, version in newer_syntax(text, "3.9")] == [
        (3, "3.10"),
        (8, "3.11"),
    ]


def test_a_text_that_the_older_one_reads_has_nothing_new() -> None:
    assert list(newer_syntax("def f(x: int) -> str:\n    return f'{x}'\n", "3.11")) == []
    assert list(newer_syntax("", "3.11")) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("\ntype X = int\n", (2, "`type` statements", "3.12"), marks=since[12]),
        pytest.param("def f[T](x): ...\n", (1, "type parameter lists", "3.12"), marks=since[12]),
        pytest.param("@a\nclass B[T]: ...\n", (2, "type parameter lists", "3.12"), marks=since[12]),
        pytest.param(
            "def f[T = int](x): ...\n", (1, "type parameter defaults", "3.13"), marks=since[13]
        ),
        pytest.param("s = t'{1}'\n", (1, "t-strings", "3.14"), marks=since[14]),
        pytest.param(
            "def f():\n    try:\n        pass\n    except A, B:\n        pass\n    x = 1\n",
            (4, "except expressions without parentheses", "3.14"),
            marks=since[14],
        ),
    ],
)
def test_new_syntax_is_named_as_python_names_it(text: str, expected: tuple[int, str, str]) -> None:
    grading = f"3.{int(expected[2].partition('.')[2]) - 1}"
    assert list(newer_syntax(text, grading)) == [expected]


@since[12]
@pytest.mark.parametrize(
    "text",
    [
        "s = f'{d['a']}'\n",
        "s = f'{f'{1}'}'\n",
        "s = f'{\"\\n\".join([])}'\n",
        "s = f'''{1 # one\n}'''\n",
        "s = f'{1 +\n 2}'\n",
    ],
)
def test_braces_of_f_strings_that_were_none_before_3_12_are_found(text: str) -> None:
    assert list(newer_syntax(text, "3.11")) == [(1, NESTED, "3.12")]
    assert list(newer_syntax(text, "3.12")) == []


@pytest.mark.parametrize(
    "text",
    [
        "s = f'{1:>{2}}'\n",
        's = f"""{"a"}"""\n',
        "s = f'a\\n{1}\\t'\n",
        "s = f'''{\n1}'''\n",
        "s = f'{d[\"a\"]}'\n",
        "s = f\"{f'{1}'}\"\n",
        "s = f'{1}' \"{'\" f\"{'x'}\"\n",
        "s = rf'\\d{1}\\w'\n",
    ],
)
def test_braces_of_f_strings_that_every_python_reads_are_left_alone(text: str) -> None:
    assert list(newer_syntax(text, "3.11")) == []


def test_lines_are_counted_as_python_counts_them() -> None:
    text = 'x = """\f\u2028"""\r\nmatch x:\r\n    case _:\r\n        pass\r\n'
    assert [(line, version) for line, _, version in newer_syntax(text, "3.9")] == [(4, "3.10")]
