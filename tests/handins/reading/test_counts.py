"""Only what is read counts, and it is counted until it is too much."""

import io

import pytest

from grader.errors import HandinError
from tests.handins.reading.opened import reader


def test_only_what_is_graded_counts() -> None:
    one = reader(max_files=2)
    names = ["las.py", "notes.txt", "film.mp4", "nim.ipynb"]
    # Notes and films may be data, which has limits of its own.
    assert [one.label(name) for name in (*names, "x.so")] == [*names, None]
    assert one.found.others == ["x.so"]
    with pytest.raises(HandinError, match="the hand-in holds more than 2 Python files"):
        one.label("nim.py")


def test_what_is_read_is_counted_until_it_is_too_much() -> None:
    one = reader(max_mb=1)
    one.add("las.py", io.BytesIO(b"x" * 1000))
    assert one.counts.bytes.total == 1000
    with pytest.raises(HandinError, match="the hand-in holds more than 1 MB of Python files"):
        one.add("nim.py", io.BytesIO(b"x" * (1 << 20)))
