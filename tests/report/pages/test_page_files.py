"""Pages are written whole, and only where they changed."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from grader.errors import OutputError
from grader.report.pages import html
from grader.report.pages import page_files as pages
from grader.report.pages.page_files import ReportTarget, pages_digest, write_class_page, write_page
from grader.results import HandinResult
from grader.scoring.score import HandinScore
from tests.report.report_samples import (
    CONTEXT,
    assignment,
    good_checks,
    handin,
    lost_checks,
    scored,
    view_of,
    write_pages,
)

ADA, BOB = handin("ada", good_checks()), handin("bob", good_checks())


def graded(*results: HandinResult) -> Iterable[tuple[HandinResult, HandinScore]]:
    return [(result, scored(result)) for result in results]


def stamps(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_ino for path in (folder / "students").iterdir()}


def test_writes_the_class_and_a_page_a_student(tmp_path: Path) -> None:
    index = write_pages(tmp_path, graded(ADA, handin("../bob", lost_checks())))
    assert index == tmp_path / "index.html"
    assert sorted(path.name for path in (tmp_path / "students").iterdir()) == [
        "___bob~548201c683a5d214.html",
        "ada.html",
    ]


def test_a_page_that_would_be_the_same_is_left_alone(tmp_path: Path) -> None:
    write_pages(tmp_path, graded(ADA, BOB))
    before = stamps(tmp_path)
    write_pages(tmp_path, graded(ADA, handin("bob", lost_checks())))
    after = stamps(tmp_path)
    assert {name for name in after if after[name] != before[name]} == {"bob.html"}


def test_a_page_that_was_cut_short_is_written_again(tmp_path: Path) -> None:
    write_pages(tmp_path, graded(ADA))
    page = tmp_path / "students" / "ada.html"
    whole = page.read_text()
    page.write_text(whole[:1000])
    write_pages(tmp_path, graded(ADA))
    assert page.read_text() == whole


def test_pages_of_students_who_are_gone_are_removed_and_other_files_stay(tmp_path: Path) -> None:
    write_pages(tmp_path, graded(ADA, BOB))
    (tmp_path / "students" / "notes.html").write_text("mine")
    write_pages(tmp_path, graded(ADA))
    assert sorted(stamps(tmp_path)) == ["ada.html", "notes.html"]


def test_what_is_there_is_reported_by_its_digest_whatever_else_lies_beside_it(
    tmp_path: Path,
) -> None:
    write_pages(tmp_path, graded(ADA, BOB))
    before = pages_digest(tmp_path)
    (tmp_path / "students" / "notes.html").write_text("mine")
    assert pages_digest(tmp_path) == before
    write_pages(tmp_path, graded(ADA, handin("bob", lost_checks())))
    changed = pages_digest(tmp_path)
    (tmp_path / "students" / "bob.html").unlink()
    assert len({before, changed, pages_digest(tmp_path)}) == 3


def test_no_unfinished_file_is_left(tmp_path: Path) -> None:
    write_pages(tmp_path, graded(handin("ada", lost_checks())))
    assert [path for path in tmp_path.rglob("*") if path.name.endswith(".part")] == []


def test_a_folder_that_can_not_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file, not a folder")
    desk = ReportTarget(tmp_path / "out", assignment(), CONTEXT)
    with pytest.raises(OutputError, match=r"out.*: Not a directory"):
        write_page(desk, ADA, scored(ADA), sha256().hexdigest())
    with pytest.raises(OutputError, match=r"out.*: Not a directory"):
        write_class_page(desk, view_of())
    missing = replace(desk, folder=tmp_path / "none")
    with pytest.raises(OutputError, match=r"No such file or directory"):
        write_class_page(missing, view_of())


def _never_shown() -> None:
    while True:
        re.match("(a+)+b", "a" * 22)


def _too_deep() -> None:
    raise RecursionError("of a text that nobody has foreseen")


@pytest.mark.parametrize(
    ("failing", "name"), [(_too_deep, "RecursionError"), (_never_shown, "TimeoutError")]
)
def test_what_can_not_be_shown_of_one_student_costs_no_other_page(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    failing: Callable[[], None],
    name: str,
) -> None:
    real = html.modules_of
    monkeypatch.setattr(pages, "PAGE_CPU_SECONDS", 1.0)

    def fails(*arguments: Any) -> Any:
        if arguments[1].sources:
            failing()
        return real(*arguments)

    monkeypatch.setattr(html, "modules_of", fails)
    odd = replace(handin("odd", lost_checks()), sources={"work.py": "x = 1\n"})
    write_pages(tmp_path, graded(ADA, odd, BOB))
    assert sorted(stamps(tmp_path)) == ["ada.html", "bob.html", "odd.html"]
    page = (tmp_path / "students" / "odd.html").read_text("utf-8")
    assert f"code and details are left out here: showing them failed ({name})" in page
