"""Numbers stand with the singular or the plural, wherever the engine speaks."""

import re

import pytest

from grader.student.plural import numbered
from tests.support import ROOT

# A number that is put in front of a plural by hand is wrong for 1; one of a total reads as it is.
BY_HAND = re.compile(
    r"(?<!of )(?<!points\()\{[\w.()\[\]]*(?:count|len|total|known|number|handins)[\w.()\[\]:,]*\}+ "
    r"(?:hand-ins|checks|changes|students|files|tasks|requests|attempts|entries|remarks)\b"
)


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "0 checks"),
        (1, "1 check"),
        (1200, "1,200 checks"),
        (2.5, "2.5 checks"),
        (1.0, "1 check"),
    ],
)
def test_a_noun_is_in_the_singular_after_one_alone(count: float, words: str) -> None:
    assert numbered(count, "check") == words


def test_a_plural_of_its_own_is_used() -> None:
    assert (numbered(2, "entry", "entries"), numbered(1, "entry", "entries")) == (
        "2 entries",
        "1 entry",
    )


def test_nobody_writes_a_plural_after_a_number_by_hand() -> None:
    files = [*ROOT.glob("grader/**/*.py"), *ROOT.glob("grader/**/*.j2")]
    found = [hit for path in files for hit in BY_HAND.findall(path.read_text("utf-8"))]
    assert found == []
