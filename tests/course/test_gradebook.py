"""What the gradebook of Canvas says of its assignments, where it is the roster."""

from pathlib import Path

import pytest

from grader.course.gradebook import heading_of
from grader.course.roster import FILE, Person, complete_roster, read_roster

GRADEBOOK = """Student,ID,Section,Trees (7),Lists (8),Notes,Current Score (2026)
    Points Possible,,,180,9,,(read only)
Cher,12,A,EX,ex,EX,EX
Bo,13,A,complete,5,,
"""


def test_a_gradebook_says_what_students_have_in_each_assignment(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(GRADEBOOK, "utf-8")
    before = read_roster(tmp_path).gradebook
    trees, lists = {"12": "EX", "13": "complete"}, {"12": "EX", "13": "5"}
    assert before == {"Trees (7)": trees, "Lists (8)": lists}
    complete_roster(tmp_path, [Person("14", ids={"canvas": "14"})])
    assert read_roster(tmp_path).gradebook == before


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("Trees (7)", "Trees (7)"),
        ("Renamed trees (7)", "Trees (7)"),
        ("Trees", "Trees (7)"),
        ("Trees (9)", ""),
        ("Twice", ""),
    ],
)
def test_an_assignment_is_found_by_its_id_or_by_a_title_of_its_own(name: str, heading: str) -> None:
    assert heading_of(name, ["Trees (7)", "Twice (1)", "Twice (2)"]) == heading
