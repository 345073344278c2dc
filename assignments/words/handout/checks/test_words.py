"""Public checks of counting."""

from typing import Any

import pytest
from feed import Feed


@pytest.mark.task("words.tally", "signs and capital letters")
def test_tally(submission: Any, expect: Any) -> None:
    expect(submission.words.tally("The tree, the TREE!"), {"the": 2, "tree": 2})


@pytest.mark.task("words.density", "a text of common and other words")
def test_density(submission: Any, expect: Any) -> None:
    expect(submission.words.density("the tree and the forest"), 0.4, tolerance=1e-9)


@pytest.mark.task("words.first_repeated", "reads no further than the word that comes again")
def test_first_repeated(submission: Any, expect: Any) -> None:
    feed = Feed(["to", "be", "or", "not", "to", "be"])
    expect(submission.words.first_repeated(feed), "to", calls={"__next__": 5})
