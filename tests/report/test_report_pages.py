"""A report is written whole, only where it changed, and the same by one process or several."""

from dataclasses import replace
from pathlib import Path

import pytest
from report_samples import CONTEXT, assignment, good_checks, handin, lost_checks, scored

from grader.errors import OutputError
from grader.report.pages import Graded, write_report
from grader.results import HandinResult


def graded(*results: HandinResult) -> list[Graded]:
    return [(result, scored(result)) for result in results]


def stamps(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_ino for path in (folder / "students").iterdir()}


def test_writes_the_class_and_a_page_a_student(tmp_path: Path) -> None:
    rows = graded(handin("ada", good_checks()), handin("../bob", lost_checks()))
    index = write_report(tmp_path / "out", assignment(), rows, CONTEXT)
    assert index == tmp_path / "out" / "index.html"
    assert sorted(path.name for path in (tmp_path / "out" / "students").iterdir()) == [
        "___bob~548201c683a5d214.html",
        "ada.html",
    ]


def test_a_second_run_leaves_pages_alone_that_would_be_the_same(tmp_path: Path) -> None:
    rows = graded(handin("ada", good_checks()), handin("bob", good_checks()))
    write_report(tmp_path, assignment(), rows, CONTEXT)
    before = stamps(tmp_path)
    rows[1:] = graded(handin("bob", lost_checks()))
    write_report(tmp_path, assignment(), rows, replace(CONTEXT, date="2027-01-01"))
    after = stamps(tmp_path)
    assert {name for name in after if after[name] != before[name]} == {"bob.html"}


def test_a_page_that_was_cut_short_is_written_again(tmp_path: Path) -> None:
    rows = graded(handin("ada", good_checks()))
    write_report(tmp_path, assignment(), rows, CONTEXT)
    page = tmp_path / "students" / "ada.html"
    whole = page.read_text()
    page.write_text(whole[:1000])
    write_report(tmp_path, assignment(), rows, CONTEXT)
    assert page.read_text() == whole


def test_pages_of_students_who_are_gone_are_removed_and_other_files_stay(tmp_path: Path) -> None:
    write_report(tmp_path, assignment(), graded(handin("ada"), handin("bob")), CONTEXT)
    (tmp_path / "students" / "notes.html").write_text("mine")
    write_report(tmp_path, assignment(), graded(handin("ada")), CONTEXT)
    assert sorted(stamps(tmp_path)) == ["ada.html", "notes.html"]


def test_several_processes_write_what_one_writes(tmp_path: Path) -> None:
    rows = graded(*[handin(f"s{i:02}", lost_checks()) for i in range(40)])
    write_report(tmp_path / "one", assignment(), rows, CONTEXT, jobs=1)
    write_report(tmp_path / "two", assignment(), rows, CONTEXT, jobs=2)
    one, two = (
        {path.relative_to(top): path.read_text() for path in top.rglob("*.html")}
        for top in (tmp_path / "one", tmp_path / "two")
    )
    assert len(one) == 41
    assert one == two


def test_no_unfinished_file_is_left(tmp_path: Path) -> None:
    write_report(tmp_path, assignment(), graded(handin("ada", lost_checks())), CONTEXT)
    assert [path for path in tmp_path.rglob("*") if path.name.endswith(".part")] == []


def test_a_folder_that_can_not_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file, not a folder")
    with pytest.raises(OutputError, match=r"out"):
        write_report(tmp_path / "out", assignment(), [], CONTEXT)


def test_hand_ins_are_taken_one_after_the_other(tmp_path: Path) -> None:
    rows = iter(graded(*[handin(f"s{i}", good_checks()) for i in range(20)]))
    write_report(tmp_path, assignment(), rows, CONTEXT)
    assert len(stamps(tmp_path)) == 20
