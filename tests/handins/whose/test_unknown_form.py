"""A download of an unknown form: the nearest one, what doesn't fit, and a pattern that reads it."""

import re
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.handins.finding import find_handins
from grader.handins.systems.pattern import pattern_of
from tests.handins.test_finding import KNOWN, LAS, files, laid

FORMS = {
    "blackboard's without the hours": (
        ("hw09_cwang_attempt_2026-11-18_las.py", "hw09_ana_attempt_2026-11-17_las.py"),
        "blackboard",
        "the time isn't where it should be",
    ),
    "canvas's with one number": (
        ("cwang_12345_las.py", "ana_12346_las.py"),
        "canvas",
        "the file's number isn't where it should be",
    ),
    "a form of staff's own": (
        ("hw09-cwang-20261118201500-las.py", "hw09-ana-20261118201500-las.py"),
        "",
        "",
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_pattern_is_proposed_that_reads_the_names(tmp_path: Path, name: str) -> None:
    names, system, lacking = FORMS[name]
    folder = laid(tmp_path, dict.fromkeys(names, LAS))
    with pytest.raises(UsageError) as caught:
        find_handins(folder, KNOWN)
    assert f"The nearest is {system}" in str(caught.value)
    assert lacking in str(caught.value)
    proposed = re.search(r"--names '(.+)'", str(caught.value))
    assert proposed is not None
    found = find_handins(folder, KNOWN, names=pattern_of(proposed[1]))
    assert files(found) == {"ana": ["las.py"], "cwang": ["las.py"]}


def test_one_odd_name_among_folders_stops_nobody(tmp_path: Path) -> None:
    names = {"ada/las.py": LAS, "bo/las.py": LAS, "cy_las.py": LAS}
    assert [one.student for one in find_handins(laid(tmp_path, names), KNOWN).handins] == [
        *("ada", "bo", "cy_las")
    ]
