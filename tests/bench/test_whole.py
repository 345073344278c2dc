"""Whole hand-ins: what the bench cuts a suite down to."""

from bench.whole import first_examples

SUITE = """
import pytest

EACH = pytest.mark.parametrize("n", range(3))


@pytest.mark.parametrize("text", ["", "a", "aa"])
def test_each(text):
    assert text == "a" * len(text)


@pytest.mark.parametrize(("x", "y"), [(n, n) for n in range(5)], ids="abcde")
@pytest.mark.usefixtures("tmp_path")
def test_pairs(x, y):
    assert x == y


@EACH
def test_once(n):
    assert n < 3
"""


def test_the_first_example_of_each_test_is_kept() -> None:
    text, count = first_examples(SUITE)
    assert count == 3
    assert "list(['', 'a', 'aa'])[:1]" in text
    assert "list([(n, n) for n in range(5)])[:1]" in text
    assert "EACH = pytest.mark.parametrize('n', list(range(3))[:1])" in text
    assert "ids" not in text
    assert text.count("def test_") == 3
