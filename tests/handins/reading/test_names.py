"""Names of entries can be shown whatever they hold, and lead nowhere."""

import pytest

from grader.handins.reading.names import is_plain, plain


def test_a_text_that_would_not_show_is_escaped_and_long_ones_are_cut() -> None:
    assert plain("josé") == "josé"
    assert plain("a\x1b[0m\u202e\ud800\n") == "a\\x1b[0m\\u202e\\ud800\\n"
    assert plain("x" * 999) == "x" * 200


@pytest.mark.parametrize("name", ["../a.py", "a/../b.py", "/a.py", "a//b.py", "./a.py", "a/.."])
def test_a_name_that_leads_elsewhere_is_none(name: str) -> None:
    assert not is_plain(name)


@pytest.mark.parametrize("name", ["a.py", "a/b.py", "a-1/..b.py", "größe/é.py"])
def test_a_name_of_a_module_is_plain(name: str) -> None:
    assert is_plain(name)
