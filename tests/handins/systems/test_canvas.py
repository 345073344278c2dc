"""Whose the files of Canvas's download are."""

from pathlib import Path

from grader.course.roster import Roster
from grader.handins.contents import Content
from grader.handins.systems.canvas import CANVAS
from grader.handins.systems.readings import Delivery

TEST = ("studenttest_99_1_las.py", "studenttest_LATE_99_2_nim.py")


def used(*names: str) -> dict[str, bool]:
    """Which of the files are somebody's, and which are said not to be used."""
    readings = CANVAS.read([Content(name, Path(name)) for name in names], Roster())
    return {name: isinstance(one, Delivery) for name, [one] in readings.items()}


def test_canvas_s_test_student_is_nobody_of_the_class() -> None:
    names = ("studenttestina_7_3_las.py", "text_8_4_studenttest_9_las.py")
    assert used(*TEST, *names) == {**dict.fromkeys(TEST, False), **dict.fromkeys(names, True)}


def test_staff_who_try_it_out_alone_are_graded() -> None:
    assert used(*TEST) == dict.fromkeys(TEST, True)
