"""Pages are handed out to those whose they are, under names that their systems find them by."""

import csv
import io
import json
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.course.roster import Person
from grader.errors import UsageError
from grader.report.exports.canvas_comments import comments
from grader.report.exports.gradescope_pages import autograder
from grader.report.exports.pages import pages
from grader.report.forms import ExportData
from grader.report.pages.names import page_name
from grader.results import HandinResult
from grader.statuses import Status
from tests.report.report_samples import check, good_checks, grades, handin, lost_checks, scored

ENTRIES = {
    "ada": "lovelaceada_LATE_12_901_hw09_1.tgz",
    "bo": "anon_Ab3xY_902_las.py",
    "cy": "xucy_14_text.html",
}
FROM_GRADESCOPE = {"ada": "submission_71", "bo": "submission_72"}
BROKEN = handin("cy", [check("las.look_and_say", "x", Status.BROKEN)])


def of_class(folder: Path, entries: dict[str, str], *results: HandinResult) -> ExportData:
    found = results or (handin("ada", good_checks()), handin("bo", lost_checks()))
    for one in found:
        (folder / page_name(one.student)).write_text(f"page of {one.student}", "utf-8")
    graded = [
        (
            one,
            replace(
                scored(one), person=Person(one.student, one.student.title(), f"{one.student}@X.edu")
            ),
        )
        for one in found
    ]
    return replace(grades(graded), pages=folder, entries=entries, secret="s")


def members(data: object) -> dict[str, bytes]:
    assert isinstance(data, bytes)
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def infer_comment_context_from_filename(name: str) -> tuple[str, ...]:
    """As Canvas does: the first two numbers between underscores; of hidden names, the id."""
    parts = name.removeprefix("LATE_").split("_")
    if parts[0] == "anon":
        return parts[1], parts[2]
    return tuple([part for part in parts if part.isdecimal()][:2])


def test_canvas_finds_the_submission_of_each_page(tmp_path: Path) -> None:
    found = members(comments(of_class(tmp_path, ENTRIES)))
    assert {infer_comment_context_from_filename(name): page for name, page in found.items()} == {
        ("12", "901"): b"page of ada",
        ("Ab3xY", "902"): b"page of bo",
    }


def test_a_group_has_one_comment_in_canvas(tmp_path: Path) -> None:
    entries = {"ada": "team_12_901_a.py", "bo": "team_12_901_a.py"}
    assert len(members(comments(of_class(tmp_path, entries)))) == 1


def test_without_names_of_canvas_there_are_no_comments(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no hand-in is from a download of Canvas"):
        comments(of_class(tmp_path, {"ada": "ada", "bo": "bo.tgz"}))


def handed_out(folder: Path, data: ExportData, about: dict[str, Any]) -> Any:
    """What `run_autograder` leaves in a container of Gradescope's, whose folder is another here."""
    for name, content in members(autograder(data)).items():
        (folder / "source").mkdir(exist_ok=True)
        (folder / "source" / name).write_bytes(content.replace(b"/autograder", bytes(folder)))
    (folder / "results").mkdir(exist_ok=True)
    (folder / "submission_metadata.json").write_text(json.dumps(about))
    command = [sys.executable, str(folder / "source/run_autograder")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    file = folder / "results/results.json"
    return json.loads(file.read_text()) if ended.returncode == 0 else ended.stderr


def test_gradescope_gets_the_result_of_the_submission_that_was_graded(tmp_path: Path) -> None:
    data = of_class(tmp_path, FROM_GRADESCOPE)
    users = [{"email": "ada@x.edu"}]
    assert handed_out(tmp_path, data, {"id": 71, "users": users})["score"] == 31.0
    assert handed_out(tmp_path, data, {"id": 72, "users": users})["score"] == 5.0
    later = handed_out(tmp_path, data, {"id": 99, "users": users})
    assert later.startswith("this submission was not graded yet")


def test_gradescope_finds_a_student_by_mail_where_it_gave_no_numbers(tmp_path: Path) -> None:
    data = of_class(tmp_path, {}, handin("ada", good_checks()), BROKEN)
    assert handed_out(tmp_path, data, {"id": 1, "users": [{"email": "ada@x.edu"}]})["score"] == 31
    broken = handed_out(tmp_path, data, {"id": 2, "users": [{"email": "cy@x.edu"}]})
    assert "was not graded yet" in broken  # it is not 0


def test_pages_of_a_web_server_have_names_that_nobody_can_guess(tmp_path: Path) -> None:
    data = replace(of_class(tmp_path, {}), url="https://x.edu/hw/")
    files = pages(data)
    head, *rows = csv.reader(io.StringIO(str(files["mail.csv"]).removeprefix("\ufeff")))
    links = [row[head.index("link")] for row in rows]
    names = [link.removeprefix("https://x.edu/hw/") for link in links]
    assert all(re.fullmatch(r"[0-9a-f]{32}\.html", name) for name in names)
    assert [files[f"web/{name}"] for name in names] == [b"page of ada", b"page of bo"]
    assert all(link in row[head.index("text")] for link, row in zip(links, rows, strict=True))
    assert pages(data) == files
    assert files.keys().isdisjoint(pages(replace(data, secret="t")).keys() - {"mail.csv"} - FIXED)


def test_a_page_of_a_web_server_links_to_the_page_for_requests(tmp_path: Path) -> None:
    data = of_class(tmp_path, {})
    (tmp_path / page_name("ada")).write_text("<footer><p>end</p>\n</footer>", "utf-8")
    found = [
        bytes(c) for name, c in pages(data).items() if re.fullmatch(r"web/[0-9a-f]+.html", name)
    ]
    asking = b'<a href="request.html">Ask for a task to be looked at again</a>'
    assert sorted(asking in page for page in found) == [False, True]


def test_mails_have_links_only_where_the_address_is_known(tmp_path: Path) -> None:
    files = pages(of_class(tmp_path, {}))
    rows = list(csv.DictReader(io.StringIO(str(files["mail.csv"]).removeprefix("\ufeff"))))
    assert {row["link"] for row in rows} == {""}
    assert all(row["page"] in files and ".html" not in row["text"] for row in rows)
    assert "mail.csv: for a mail merge, without links: --url ADDRESS" in str(files["README.txt"])


FIXED = {"README.txt", "web/index.html", "web/request.html", "gradescope-pages.zip"}


def test_what_can_not_be_made_is_left_out_with_the_reason(tmp_path: Path) -> None:
    said = str(pages(of_class(tmp_path, ENTRIES))["README.txt"])
    assert "canvas-comments.zip: Canvas: Gradebook" in said
    assert "moodle-feedback.zip is left out: roster.csv has no participant id" in said
