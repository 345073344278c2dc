"""What is said of a test of a course's that fails."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from grader.inside.course_tests.left_out import LeftOutCases
from grader.inside.course_tests.session import Reports


def a_test() -> None:
    """A test of a course's, whose refusal says something else."""
    with pytest.raises(ValueError, match="only 1 left"):
        raise ValueError("none")


def test_a_refusal_in_other_words_fails_in_the_line_of_the_tests() -> None:
    """Also where pytest, which raises it, lies below the folder of the tests."""
    peer = cast(Any, SimpleNamespace(is_theirs=lambda _: False, frames={}))
    with pytest.raises(AssertionError) as failed:
        a_test()
    [outcome, words, line, text, _] = Reports(peer, [__file__], LeftOutCases(None))._failed(failed)
    assert (outcome, text) == ("failed", 'with pytest.raises(ValueError, match="only 1 left"):')
    assert "Regex pattern did not match" in words
    assert line == failed.traceback[1].lineno + 1
    assert Reports(peer, [], LeftOutCases(None))._failed(failed)[2:4] == [0, ""]
