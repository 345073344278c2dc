"""A line lists an example for everybody, as long as the check draws it."""

from pathlib import Path

import pytest
from hypothesis import strategies as st

from grader.errors import ConfigError
from grader.judging.answer_key import record
from grader.judging.listed import ListedExample, read_listed
from grader.judging.properties import Property
from tests.support import Reference, question

CHECK = "work.act/hidden/drawn"
DRAWN = Property(st.integers(0, 10**6), 8, lambda _code, n: question(n))
REFERENCE = Reference({"work.py": "def act(n): return 2 * n\n"})


def test_lines_are_read_with_their_places_and_notes_are_not(tmp_path: Path) -> None:
    file = tmp_path / "work.txt"
    assert list(read_listed(file)) == []
    one = ListedExample("8", 3, "8-abc", CHECK, f"{file}:2")
    file.write_text(f"# found in May\n{one.line}  # ada says 7\n\n")
    assert list(read_listed(file)) == [one]


@pytest.mark.parametrize(
    "line", ["8 3 8-abc", "x 3 8-abc a/b/c", "wide 3 8-abc a/b/c", "8 -1 8-abc a/b/c"]
)
def test_a_line_of_another_form_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "work.txt").write_text(line)
    with pytest.raises(ConfigError, match=r"work\.txt:1: not an example; write SEED NUMBER"):
        list(read_listed(tmp_path / "work.txt"))


def test_a_listed_example_comes_after_the_drawn_ones_and_changes_no_digest() -> None:
    usual = record(DRAWN, "7/x", REFERENCE.answer)
    other = record(DRAWN, f"8/{CHECK}", REFERENCE.answer)
    listed = ListedExample("8", 5, other.digest, CHECK)
    both = record(DRAWN, "7/x", REFERENCE.answer, listed=[listed])
    assert both.examples == (*usual.examples, other.examples[5])
    assert both.expected[-1] == other.expected[5]
    assert both.digest == usual.digest


def test_a_listed_example_that_is_no_longer_drawn_says_which_line_to_delete() -> None:
    listed = ListedExample("8", 5, "8-of-others", CHECK, "listed/work.txt:4")
    with pytest.raises(ValueError, match=r"^listed/work\.txt:4: the check no longer draws this"):
        record(DRAWN, "7/x", REFERENCE.answer, listed=[listed])
