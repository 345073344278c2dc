"""Public checks of counting."""

from typing import Any

import pytest
from feed import Feed


@pytest.mark.task("words.tally", "signs and capital letters")
def test_tally(submission: Any, expect: Any) -> None:
    expect(submission.words.tally("The tree, the TREE!"), {"the": 2, "tree": 2})


@pytest.mark.task("words.tally", "signs before, after and inside a word, and alone")
def test_signs(submission: Any, expect: Any) -> None:
    expect(submission.words.tally("(don't!) -- well-known"), {"don't": 1, "well-known": 1})


@pytest.mark.task("words.density", "a text of common and other words")
def test_density(submission: Any, expect: Any) -> None:
    expect(submission.words.density("the tree and the forest"), 0.4, tolerance=1e-9)


@pytest.mark.task("words.density", "a text of signs alone has no words")
def test_no_words(submission: Any, expect: Any) -> None:
    expect([submission.words.density("..."), submission.words.density("")], [0, 0])


@pytest.mark.task("words.first_repeated", "reads no further than the word that comes again")
def test_first_repeated(submission: Any, expect: Any) -> None:
    feed = Feed(["to", "be", "or", "not", "to", "be"])
    expect(submission.words.first_repeated(feed), "to", calls={"__next__": 5})


@pytest.mark.task("words.first_repeated", "no word comes again: None")
def test_no_repeated(submission: Any, expect: Any) -> None:
    expect(submission.words.first_repeated(Feed(["to", "To"])), None)
