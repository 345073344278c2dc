"""Submitty's downloads: the active version is graded, and why none is."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.course.roster import Person, Roster
from grader.course.submissions import Arrival
from grader.handins.contents import Content
from grader.handins.finding import find_handins
from grader.handins.identity import Group
from grader.handins.systems.readings import Delivery, Reading, UngradableHandin, UnusedEntry
from grader.handins.systems.submitty import SUBMITTY
from tests.handins.test_finding import KNOWN, LAS, NIM, laid

SETTINGS = "user_assignment_settings.json"


def read_of(folder: Path, settings: str, *names: str) -> Sequence[Reading]:
    """The readings of di's folder, with these settings and files."""
    laid(folder, {f"di/{SETTINGS}": settings.encode()} | {f"di/{name}": LAS for name in names})
    return SUBMITTY.read([Content("di", folder / "di", folder=True)], Roster())["di"]


def test_who_cancelled_in_submitty_has_a_row_that_says_so(tmp_path: Path) -> None:
    laid(
        tmp_path, {"di/1/las.py": LAS, "di/user_assignment_settings.json": b'{"active_version": 0}'}
    )
    found = find_handins(tmp_path, KNOWN)
    assert (found.system, list(found.problems), found.handins) == ("submitty", ["di"], ())
    assert found.problems["di"] == (
        "no version is active, since the submission was cancelled in Submitty, which counts it as "
        "a zero; to have one graded, make it active there"
    )


def test_submittys_active_version_is_graded_though_the_clock_was_set_back(tmp_path: Path) -> None:
    settings = """{"active_version": 2, "history": [
        {"version": 1, "time": "2026-11-18 20:15:31-0500"},
        {"version": 2, "time": "2026-11-18 20:15:30-0500"}]}"""
    content = {"inv/1/las.py": NIM, "inv/2/las.py": LAS}
    laid(tmp_path, {**content, "inv/user_assignment_settings.json": settings.encode()})
    found = find_handins(tmp_path, KNOWN)
    assert found.arrivals == {"inv": Arrival(2, "2026-11-19T01:15:30+00:00")}
    assert found.notes == ("inv: version 2 is graded, not 1",)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ('{"active_version": 3}', "version 3 is active in Submitty, but it isn't there; "),
        ('{"active_version": true}', f"{SETTINGS} doesn't say which version is active; "),
        ('{"active_version": []}', f"{SETTINGS} doesn't say which version is active; "),
        ("[1]", f"{SETTINGS} doesn't say which version is active; "),
        ("{", f"{SETTINGS} doesn't say which version is active; "),
    ],
)
def test_without_an_active_version_nothing_is_graded_and_the_reason_is_said(
    tmp_path: Path, settings: str, why: str
) -> None:
    readings = read_of(tmp_path, settings, "1/las.py")
    [unused] = [one for one in readings if isinstance(one, UnusedEntry)]
    [lost] = [one for one in readings if isinstance(one, UngradableHandin)]
    assert unused.why == "a version that isn't the active one"
    assert lost == UngradableHandin(Person("di"), f"{why}download it again")


def test_earlier_versions_are_attempts_and_later_ones_are_not(tmp_path: Path) -> None:
    names = ("1/las.py", "2/las.py", "3/las.py", "notes.json")
    readings = read_of(tmp_path, '{"active_version": 2, "history": [7]}', *names)
    assert [(one.number, one.at) for one in readings if isinstance(one, Delivery)] == [
        (1, ""),
        (2, ""),
    ]
    assert {one.content.base: one.why for one in readings if isinstance(one, UnusedEntry)} == {
        "3": "a version that isn't the active one",
        "notes.json": "Submitty's own file",
    }


def test_a_team_has_a_history_and_its_cancelled_version_is_no_hand_in(tmp_path: Path) -> None:
    [team] = read_of(tmp_path / "a", '{"team_history": [], "active_version": 1}', "1/las.py")
    assert isinstance(team, Delivery)
    assert team.whose == Group("di")
    [nothing] = read_of(tmp_path / "b", '{"team_history": [], "active_version": 0}')
    assert isinstance(nothing, UnusedEntry)
    assert nothing.why == "nothing was handed in"
