"""Hidden checks of counting, on drawn texts."""

from string import punctuation
from typing import Any

import pytest
from feed import Feed
from hypothesis import strategies as st

from grader.judging.properties import drawn
from grader.student.question import Code

WORDS = (
    *("the", "The", "OF", "a", "A", "to", "tree", "Tree", "TREE", "theory", "x", "42", "2"),
    *(
        "he",
        "an",
        "o",
        "tree's",
        "don't",
        "Don't",
        "well-known",
        "a;b",
        "3.14",
        "x_y",
        "Straße",
        "straße",
        "Été",
        "été",
        "",
    ),
)
# Signs that aren't those of string.punctuation belong to words, and are words alone.
OTHER_SIGNS = ("5€", "20°", "¿tree?", "„the“", "«of»", "–", "…", "¡")
OTHER_SPACE = ("\r\n", "\v", "\f", "\u2003", "\u3000")
words = st.sampled_from(WORDS)
any_words = st.one_of(words, words, words, st.sampled_from(OTHER_SIGNS))
spaces = st.sampled_from((" ", " ", "  ", "\n", "\t", "\n\n"))
any_spaces = st.one_of(spaces, spaces, spaces, st.sampled_from(OTHER_SPACE))
signs = st.sampled_from(("", "", "", "!", "(", "),", "...", "'")) | st.sampled_from(punctuation)
pieces = st.tuples(signs, any_words, signs, any_spaces)
# Half of them end as they begin: without white space.
texts = st.lists(pieces.map("".join), max_size=14).map("".join)
texts |= texts.map(str.strip)
few_words = st.lists(
    words.filter(bool) | st.sampled_from(("tree!", "(tree", "1", "10")), max_size=9
)
# A word that comes again after many others, and more words.
many_words = st.tuples(st.integers(1, 60), st.integers(0, 59), few_words).map(
    lambda drawn: [*map(str, range(drawn[0], 0, -1)), str(1 + drawn[1] % drawn[0]), *drawn[2]]
)


@pytest.mark.task("words.tally", "agrees with the reference on drawn texts")
@drawn(texts, count=120)
def test_tally(code: Code, text: str) -> Any:
    return code.words.tally(text)


@pytest.mark.task("words.tally", "counts again when its caller has changed what it gave")
@drawn(texts, count=10)
def test_tally_again(code: Code, text: str) -> Any:
    changed = code.operator.ior(code.words.tally(text), {"tree": 99})
    return code.builtins.len(changed), code.words.tally(text)


@pytest.mark.task("words.density", "agrees with the reference on drawn texts")
@drawn(texts, count=120, tolerance=1e-9)
def test_density(code: Code, text: str) -> Any:
    return code.words.density(text)


@pytest.mark.task("words.first_repeated", "agrees with the reference, and reads no further")
@drawn(few_words | many_words, count=60)
def test_first_repeated(code: Code, feed: list[str]) -> Any:
    return code.words.first_repeated(Feed(feed))
