"""Hidden checks of counting, on drawn texts."""

from typing import Any

import pytest
from feed import Feed
from hypothesis import strategies as st

from grader.judging.properties import drawn
from grader.student.question import Code

WORDS = ("the", "The", "of", "tree", "Tree!", "(tree", "...", "forest,", "a;b", "42")
words = st.sampled_from(WORDS)
texts = st.lists(words, max_size=14).map(" ".join)


@pytest.mark.task("words.tally", "agrees with the reference on drawn texts")
@drawn(texts, count=80)
def test_tally(code: Code, text: str) -> Any:
    return code.words.tally(text)


@pytest.mark.task("words.density", "agrees with the reference on drawn texts")
@drawn(texts, count=80, tolerance=1e-9)
def test_density(code: Code, text: str) -> Any:
    return code.words.density(text)


@pytest.mark.task("words.first_repeated", "agrees with the reference, and reads no further")
@drawn(st.lists(words, max_size=8), count=40)
def test_first_repeated(code: Code, few: list[str]) -> Any:
    return code.words.first_repeated(Feed(few))
