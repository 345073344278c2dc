"""A download of an unknown form: the nearest one, what doesn't fit, and a pattern that reads it."""

import re
import shlex
from pathlib import Path

import pytest

from grader.course.roster import Person, Roster
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


@pytest.mark.parametrize(
    "people",
    [
        ("Ada Lovelace", "Ada King", "Bo King"),
        ("Ada Lovelace", "Mary Ann King", "Bo"),
        ("Anna_2", "Hanna_2"),
    ],
)
def test_a_pattern_that_is_proposed_keeps_all_people_apart(
    tmp_path: Path, people: tuple[str, ...]
) -> None:
    folder = laid(tmp_path, {f"hw 9 - {one} - las.py": LAS for one in people})
    with pytest.raises(UsageError) as caught:
        find_handins(folder, KNOWN)
    pattern = shlex.split(str(caught.value)[str(caught.value).index("--names") :])[1]
    found = files(find_handins(folder, KNOWN, names=pattern_of(pattern)))
    assert sorted(one.partition("_")[0] for one in found) == sorted(
        one.partition("_")[0] for one in people
    )
    assert all(some == ["las.py"] for some in found.values())


def test_folders_of_a_form_that_is_nearly_known_are_no_students(tmp_path: Path) -> None:
    names = [f"7{n}-44 - Ada Li - 18. November 2026 20:15/las.py" for n in (0, 1)]
    folder = laid(tmp_path, dict.fromkeys(names, LAS))
    with pytest.raises(UsageError) as caught:
        find_handins(folder, KNOWN)
    assert "The nearest is brightspace's, such as" in str(caught.value)
    assert "the time isn't where it should be" in str(caught.value)
    pattern = shlex.split(str(caught.value)[str(caught.value).index("--names") :])[1]
    found = find_handins(folder, KNOWN, names=pattern_of(pattern))
    assert files(found) == {"70": ["las.py"], "71": ["las.py"]}
    ids = Roster(tuple([Person(name.partition("/")[0]) for name in names]))
    assert len(find_handins(folder, KNOWN, ids).handins) == 2


def test_one_odd_name_among_folders_stops_nobody(tmp_path: Path) -> None:
    names = {"ada/las.py": LAS, "bo/las.py": LAS, "cy_las.py": LAS}
    assert [one.student for one in find_handins(laid(tmp_path, names), KNOWN).handins] == [
        *("ada", "bo", "cy_las")
    ]
