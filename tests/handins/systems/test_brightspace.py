"""Names of Brightspace's downloads: what students chose in them decides nothing."""

from pathlib import Path

import pytest

from grader.course.roster import Roster
from grader.handins.contents import Content
from grader.handins.systems.brightspace import BRIGHTSPACE
from grader.handins.systems.readings import handed_in

EARLY, REAL = "Nov 1, 2026 100 AM", "Nov 18, 2026 815 PM"


@pytest.mark.parametrize(
    ("name", "at"),
    [
        (f"71-44 - Bo - {REAL} - las.py", "2026-11-18T20:15:00"),
        (f"71-44 - Bo - {EARLY} - {REAL} - las.py", "2026-11-18T20:15:00"),
        (f"71-44 - Bo - {REAL} - {EARLY} - las.py", "2026-11-18T20:15:00"),
        ("71-44 - Bo - 18 déc. 2026 2015 - las.py", "2026-12-18T20:15:00"),
        ("71-44 - Bo - 9 mag 2026 2015 - las.py", "2026-05-09T20:15:00"),
        ("71-44 - Bo - 9 Mär 2026 2015 - las.py", "2026-03-09T20:15:00"),
        ("71-44 - Bo - 9 mrt. 2026 015 - las.py", "2026-03-09T00:15:00"),
        ("71-44 - Bo - 9 marras 2026 2015 - las.py", ""),
        ("71-44 - Bo - 9 jui 2026 2015 - las.py", ""),
        (f"71-44 - Bo - {EARLY} - Smarch 18, 2026 815 PM - las.py", ""),
    ],
)
def test_a_name_or_file_called_like_a_time_makes_nothing_earlier(name: str, at: str) -> None:
    readings = BRIGHTSPACE.read([Content(name, Path(name))], Roster())
    assert [one.at for one in handed_in(readings)] == [at]
