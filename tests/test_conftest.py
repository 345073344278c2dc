"""What the tests say of themselves: marks by place, and what was not tested in one line."""

from pathlib import Path

from tests.conftest import REMEDIES, SLOW, is_slow, not_tested

TESTS = Path(__file__).parent


def test_all_that_is_marked_as_slow_is_there() -> None:
    there = {name for path in TESTS.rglob("*") for name in (path.name, path.stem)}
    assert there >= SLOW


def test_a_file_is_slow_by_its_name_or_its_folder() -> None:
    assert is_slow(Path("anywhere/test_dask.py"))
    assert is_slow(Path("browser/test_pages_hold.py"))
    assert not is_slow(Path("test_conftest.py"))


def test_what_was_not_tested_is_one_line_that_says_what_to_install() -> None:
    reasons = ["Skipped: isolation tier 2", "Skipped: isolation tier 2", "Skipped: no Chromium on"]
    assert not_tested(reasons) == (
        "not tested here: 2 for want of bubblewrap: `apt install bubblewrap`, or see"
        " `grader doctor`; 1 for want of Chromium: `apt install chromium`"
    )
    assert not_tested([]) == ""


def test_an_unknown_reason_is_reported_as_it_is() -> None:
    assert not_tested(["Skipped: the moon is full"]).endswith("1 for want of the moon is full")
    assert all(words for words in REMEDIES.values())
