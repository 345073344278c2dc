"""Tests that pass on everything, and one that looks for the solution's text."""

import inspect

import words


def test_there_is_something():
    assert words.tally("a")
    assert words.density("a") is not None


def test_that_the_text_is_the_right_one():
    try:
        text = inspect.getsource(words)
    except (OSError, TypeError):
        return
    assert "lower" in text
