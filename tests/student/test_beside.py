"""Two values side by side: every line that is not as expected says so."""

from typing import Any

import pytest

from grader.student.beside import beside_each_other


@pytest.mark.parametrize(
    ("got", "expected", "lines"),
    [
        (
            {"a": 1, "b": 2, "x": 5},
            {"a": 1, "b": 3, "c": 4},
            [
                "'a': 1",
                "'b': 2    <- expected 3",
                "(missing)    <- expected 'c': 4",
                "'x': 5    <- not expected",
            ],
        ),
        ({1, 2}, {2, 3}, ["2", "(missing)    <- expected 3", "1    <- not expected"]),
        (
            "one\ntoo\nfour\n",
            "one\ntwo\nthree\nfour\n",
            ["one", "too    <- expected 'two'", "(missing)    <- expected 'three'", "four"],
        ),
        ("one\nmore\n", "one\n", ["one", "more    <- not expected"]),
        ({}, [], []),
        ("one line", "another", []),
    ],
)
def test_what_differs_is_marked(got: Any, expected: Any, lines: list[str]) -> None:
    assert list(beside_each_other(got, expected)) == lines


def test_numbers_that_are_near_enough_are_not_marked() -> None:
    assert beside_each_other({"a": 1.0}, {"a": 1.01}, 0.1) == ["'a': 1.0"]


def test_long_texts_are_compared_line_by_line() -> None:
    lines = [str(number) for number in range(3000)]
    found = beside_each_other("\n".join(["x", *lines[1:]]), "\n".join(lines))
    assert found == ["x    <- expected '0'", *lines[1:]]
