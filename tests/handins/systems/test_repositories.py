"""Repositories are somebody's whatever the names of users, teams and the assignment have alike."""

from pathlib import Path

import pytest

from grader.course.roster import NO_ROSTER, Person, Roster
from grader.handins.finding import find_handins
from tests.handins.test_finding import KNOWN, LAS, laid


def teams(first: str, second: str) -> Roster:
    people = (("ada", first), ("bo", first), ("cy", second))
    return Roster(tuple([Person(student, group=group) for student, group in people]))


@pytest.mark.parametrize(
    ("names", "roster"),
    [
        (("hw1-team-1", "hw1-team-2"), teams("team-1", "team-2")),
        (("hw1-team-1", "hw1-team-2"), teams("Team 1", "Team 2")),
        (("hw-the-bits", "hw-the-bytes"), teams("the-bits", "the-bytes")),
        (("team-a", "team-b"), teams("team-a", "team-b")),
    ],
)
def test_teams_whose_names_begin_alike_are_the_groups_of_the_roster(
    tmp_path: Path, names: tuple[str, str], roster: Roster
) -> None:
    assert students(tmp_path, names, roster) == ["ada", "bo", "cy"]


def test_of_users_whom_no_roster_has_all_that_is_alike_is_the_assignment(tmp_path: Path) -> None:
    assert students(tmp_path, ("hw-the-bits", "hw-the-bytes"), NO_ROSTER) == ["bits", "bytes"]


def students(folder: Path, names: tuple[str, str], roster: Roster) -> list[str]:
    """Who has a hand-in of repositories with these names."""
    for name in names:
        laid(folder, {f"{name}/.git/HEAD": b"ref", f"{name}/las.py": LAS})
    return [one.student for one in find_handins(folder, KNOWN, roster).handins]
