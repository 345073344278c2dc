"""Staff's own patterns: of names and of paths, with times, attempts, folders and groups."""

from pathlib import Path

from grader.course.roster import Person, Roster
from grader.course.submissions import Arrival
from grader.handins.finding import find_handins
from grader.handins.systems.pattern import pattern_of
from tests.handins.test_finding import KNOWN, LAS, NIM, files, laid


def test_a_pattern_of_paths_reads_files_at_any_depth(tmp_path: Path) -> None:
    names = {"s1/ada/src/las.py": LAS, "s1/ada/src/nim.py": NIM, "s2/bo/las.py": LAS, "s2/x": b""}
    pattern = r"s\d/(?P<student>[^/]+)/(?:(?P<folder>.+)/)?(?P<file>[^/]+\.py)"
    found = find_handins(laid(tmp_path, names), KNOWN, names=pattern_of(pattern))
    assert files(found) == {"ada": ["las.py", "nim.py"], "bo": ["las.py"]}
    assert found.ignored == ("s2/x: --names doesn't match it",)
    assert (found.counts.used, found.counts.unused) == (3, 1)


def test_attempts_are_ordered_by_number_and_not_as_texts(tmp_path: Path) -> None:
    names = {"ada/9/las.py": NIM, "ada/10/las.py": LAS}
    pattern = pattern_of(r"(?P<student>[^/]+)/(?P<version>\d+)/(?P<file>.+)")
    found = find_handins(laid(tmp_path, names), KNOWN, names=pattern)
    assert found.arrivals == {"ada": Arrival(10)}
    assert (found.counts.used, found.counts.earlier) == (1, 1)


def test_a_time_says_which_attempt_is_the_last(tmp_path: Path) -> None:
    names = {"ada 20261118T091500Z las.py": NIM, "ada 20261118T101500+0200 las.py": LAS}
    pattern = pattern_of(r"(?P<student>\w+) (?P<time>\S+) (?P<file>.+)")
    found = find_handins(laid(tmp_path, names), KNOWN, names=pattern)
    assert found.arrivals == {"ada": Arrival(2, "2026-11-18T09:15:00+00:00")}


def test_a_group_of_a_pattern_is_its_members(tmp_path: Path) -> None:
    roster = Roster((Person("ada", group="t5"), Person("bo", group="t5")))
    names = {"t5/las.py": LAS, "t6/las.py": LAS}
    pattern = pattern_of(r"(?P<group>[^/]+)/(?P<file>.+)")
    found = find_handins(laid(tmp_path, names), KNOWN, roster, pattern)
    assert files(found) == {"ada": ["las.py"], "bo": ["las.py"]}
    assert found.ignored == (
        "t6/las.py: it is of the group t6, of which roster.csv has nobody: write t6 into the "
        "column group of its members",
    )


def test_a_name_in_which_a_pattern_finds_nobody_is_named_with_the_reason(tmp_path: Path) -> None:
    names = {"hw__las.py": LAS, "hw_a_las.py": NIM}
    found = find_handins(
        laid(tmp_path, names), KNOWN, names=pattern_of(r"hw_(?P<student>[a-z]*)_(?P<file>.+)")
    )
    assert list(files(found)) == ["a"]
    assert found.ignored == ("hw__las.py: --names finds nobody's id, name, e-mail or group in it",)
    assert found.doubtful == 1
