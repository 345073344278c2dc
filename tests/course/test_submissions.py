"""Times of hand-ins: completed by what a download says, never changed."""

from datetime import datetime
from pathlib import Path
from unicodedata import normalize
from zoneinfo import ZoneInfo

import pytest

from grader.course.submissions import (
    FILE,
    Arrival,
    complete_submissions,
    other_times,
    read_submissions,
)
from grader.errors import ConfigError


def attempt(student: str, at: str, version: int, *, late: bool = False) -> tuple[str, Arrival]:
    return student, Arrival(version, at, late)


def test_times_of_a_download_are_added_and_those_that_stand_there_stay(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,submitted_at\nada,2026-11-18T20:00:00Z\n")
    times = [attempt("ada", "2026-12-01T00:00:00Z", 1), attempt("bo", "2026-11-19T00:00:00Z", 2)]
    assert complete_submissions(tmp_path, times, marks=False) == 1
    assert complete_submissions(tmp_path, times, marks=False) == 0
    assert (tmp_path / FILE).read_text("utf-8-sig").splitlines() == [
        '"student","submitted_at","version"',
        '"ada","2026-11-18T20:00:00Z",""',
        '"bo","2026-11-19T00:00:00Z","2"',
    ]
    assert [one.version for one in read_submissions(tmp_path)["bo"]] == [2]


def test_a_version_is_the_number_that_its_cell_says(tmp_path: Path) -> None:
    text = "student,submitted_at,version\nada,2026-11-18T20:00:00Z,01\n"
    (tmp_path / FILE).write_text(text, "utf-8")
    assert (
        complete_submissions(tmp_path, [attempt("ada", "2026-11-18T20:00:00Z", 1)], marks=False)
        == 0
    )


def test_an_accent_may_be_a_character_of_its_own(tmp_path: Path) -> None:
    """Some systems write it so; a second row of the same attempt would be refused."""
    text = f"student,submitted_at,version\n{normalize('NFD', 'josé')},2026-11-18T20:00:00Z,1\n"
    (tmp_path / FILE).write_text(text, "utf-8")
    assert (
        complete_submissions(tmp_path, [attempt("josé", "2026-11-18T20:00:00Z", 1)], marks=False)
        == 0
    )
    assert len(read_submissions(tmp_path)["josé"]) == 1


def test_a_download_without_times_makes_no_file(tmp_path: Path) -> None:
    assert complete_submissions(tmp_path, [], marks=False) == 0
    assert not (tmp_path / FILE).exists()


def test_an_attempt_without_a_time_has_its_version(tmp_path: Path) -> None:
    assert (
        complete_submissions(tmp_path, [attempt("ada", "", 7), attempt("bo", "", 1)], marks=False)
        == 1
    )
    [ada] = read_submissions(tmp_path)["ada"]
    assert (ada.at, ada.version) == (None, 7)


def test_a_time_without_an_offset_is_on_the_clock_of_the_course(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,submitted_at\nada,2026-11-01 19:30\n")
    [ada] = read_submissions(tmp_path, ZoneInfo("America/New_York"))["ada"]
    assert ada.at == datetime.fromisoformat("2026-11-01T19:30:00-05:00")


def test_a_time_that_is_another_one_in_the_download_is_told_and_not_taken(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,submitted_at\nada,2026-11-18T20:00:00Z\n")
    known = read_submissions(tmp_path)
    at = "2026-11-18T15:00:00-05:00", "2026-11-18T20:00:00Z"
    same = [attempt("ada", at[0], 1), attempt("bo", at[1], 1)]
    assert list(other_times(known, same)) == []
    assert list(other_times(known, [attempt("ada", "2026-11-18T21:00:00+00:00", 1)])) == [
        "submissions.csv says that version 1 of ada is of 2026-11-18T20:00:00+00:00, the download "
        "2026-11-18T21:00:00+00:00: the file counts"
    ]


def test_what_the_system_marks_as_late_is_kept_and_what_staff_say_of_it_stays(
    tmp_path: Path,
) -> None:
    (tmp_path / FILE).write_text("student,submitted_at,late\nada,2026-11-18T20:00:00Z,no\n")
    late = [attempt("ada", "", 1, late=True), attempt("bo", "", 1, late=True)]
    assert complete_submissions(tmp_path, late, marks=True) == 1
    assert complete_submissions(tmp_path, [attempt("bo", "", 1)], marks=False) == 0
    known = read_submissions(tmp_path)
    assert [(one.at is None, one.late) for one in (*known["ada"], *known["bo"])] == [
        (False, False),
        (True, True),
    ]


def test_an_attempt_that_the_newest_download_does_not_mark_is_not_late(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,submitted_at,version,late\ncy,,1,Yes\n")
    late = [attempt(student, "", 1, late=True) for student in ("ada", "bo")]
    assert complete_submissions(tmp_path, late, marks=True) == 2
    newer = [attempt("ada", "", 1, late=False), attempt("cy", "", 1, late=False)]
    assert complete_submissions(tmp_path, newer, marks=True) == 0
    known = read_submissions(tmp_path)
    assert {student: one.late for student, [one] in known.items()} == {
        "ada": False,
        "bo": True,
        "cy": True,  # in staff's own words
    }


def test_a_fault_that_many_rows_have_is_told_once(tmp_path: Path) -> None:
    rows = [f"s{day},2026-11-{day} 10:00\n" for day in range(10, 18)]
    (tmp_path / FILE).write_text(f"student,submitted_at\n{''.join(rows)}x,soon\n")
    with pytest.raises(ConfigError) as refused:
        read_submissions(tmp_path)
    zone, soon = str(refused.value).splitlines()
    assert zone == (
        f"{tmp_path / FILE}:2: submitted_at: must be a time with its offset, such as "
        "2014-11-18T23:59:00-04:00, but is '2026-11-10 10:00'; or set policy.timezone "
        "(and so in row 3, 4, 5, 6, 7 and 2 more)"
    )
    assert soon.endswith("but is 'soon'")
