"""Tests that catch what is known to go wrong."""

from feed import Feed
from words import density, first_repeated, tally


def test_a_word_is_the_same_in_capital_letters() -> None:
    assert tally("The tree, the TREE!") == {"the": 2, "tree": 2}


def test_each_occurrence_counts() -> None:
    assert density("tree tree the") == 2 / 3
    assert density("") == 0


def test_the_first_word_that_comes_again() -> None:
    assert first_repeated(Feed(["a", "b", "b", "a"])) == "b"
    assert first_repeated(Feed(["a", "b"])) is None
