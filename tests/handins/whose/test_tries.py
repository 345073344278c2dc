"""Which of several attempts was the last: by number, time or lateness; else nothing says so."""

from pathlib import Path

import pytest

from grader.course.roster import NO_ROSTER, Person, Roster
from grader.course.submissions import Arrival
from grader.handins.finding import find_handins
from grader.handins.systems.pattern import pattern_of
from tests.handins.test_finding import KNOWN, LAS, NIM, files, laid

TEAM = Roster((Person("ada", group="x"), Person("bo", group="x")))
TIMES = r"(?P<student>\w+) (?P<time>[^/]+)/(?P<file>.+)"


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (("cw+hw+2026-11-18 20:15:00 EST+aa/las.py", "cw+hw+2026-11-19 20:15:00 EST/las.py"), ""),
        (("cw 18th/las.py", "cw 2026-11-18 20:15/las.py"), TIMES),
        (("cw 18th/las.py", "cw 19th/nim.py"), TIMES),
    ],
)
def test_of_attempts_whose_times_are_not_understood_none_is_graded(
    tmp_path: Path, names: tuple[str, str], pattern: str
) -> None:
    folder = laid(tmp_path, dict.fromkeys((*names, "README"), LAS))
    found = find_handins(folder, KNOWN, names=pattern_of(pattern) if pattern else None)
    assert found.handins == ()
    why = found.problems["cw"]
    assert why.startswith("nothing says which was handed in last, cw")
    assert why.endswith("; keep only that one")


def test_what_is_late_of_one_member_is_later_than_what_another_had_in_time(tmp_path: Path) -> None:
    names = {"Team 1/A_Ada_ada_1/las.py": LAS, "Team 1/B_Bo_bo_2/Late Submission - las.py": NIM}
    found = find_handins(laid(tmp_path, names), KNOWN, TEAM)
    assert found.arrivals["ada"] == Arrival(2, late=True, entry="Late Submission - las.py")
    assert not any("nothing says" in note for note in found.notes)


def test_a_file_in_time_stays_beside_another_that_is_handed_in_again_late(tmp_path: Path) -> None:
    names = {"las.py": LAS, "nim.py": NIM, "Late Submission - las.py": NIM}
    top = "A_Ada_ada_1/"
    folder = laid(tmp_path, {top + name: content for name, content in names.items()})
    found = find_handins(folder, KNOWN, NO_ROSTER)
    assert files(found) == {"ada": ["las.py", "nim.py"]}
    in_time, late = found.attempts["ada"].values()
    assert [one.name for one in in_time[0].pieces] == ["las.py", "nim.py"]
    assert (in_time[1].late, late[1].late) == (False, True)
    assert (found.counts.used, found.counts.earlier) == (2, 1)
