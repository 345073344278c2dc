"""A student whose code runs out of time reads which limit it met."""

import pytest

from grader.sandbox import timeout_words
from grader.sandbox.timeout_words import no_answer_by_cpu, no_answer_by_wall


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(5, "5 seconds"), (1.0, "1 second"), (0.5, "0.5 seconds"), (2.0, "2 seconds")],
)
def test_the_seconds_of_a_check_are_said_with_what_was_counted(seconds: float, words: str) -> None:
    assert no_answer_by_cpu(seconds) == f"no answer after {words} of CPU time"
    assert no_answer_by_wall(seconds) == f"no answer after {words}"


def test_each_limit_has_words_of_its_own() -> None:
    words = [text for name, text in vars(timeout_words).items() if name.isupper()]
    assert len({*words}) == len(words) == 5
