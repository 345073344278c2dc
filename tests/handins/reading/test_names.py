"""Names of entries can be shown whatever they hold."""

from grader.handins.reading.names import plain


def test_a_text_that_would_not_show_is_escaped_and_long_ones_are_cut() -> None:
    assert plain("josé") == "josé"
    assert plain("a\x1b[0m\u202e\ud800\n") == "a\\x1b[0m\\u202e\\ud800\\n"
    assert plain("x" * 999) == "x" * 200
