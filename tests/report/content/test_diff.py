"""`grader diff` shows whose points changed, drops first, and which checks changed them."""

import json
from pathlib import Path
from typing import Any

import pytest

from grader.errors import UsageError
from grader.report.content.diff import Move, difference, difference_text, read_grades
from grader.report.pages.html import render_diff

LOOK, SEARCH = "las.look_and_say", "alphabeta.search"


def check(name: str, status: str = "passed", message: str = "") -> dict[str, Any]:
    return {"name": name, "status": status, "public": True, "message": message, "title": name}


def one(
    student: str,
    look: str = "passed",
    search: str = "passed",
    *,
    extra: float = 0.0,
    late: float = 0.0,
    broken: bool = False,
) -> dict[str, Any]:
    tasks = {
        LOOK: task(6.0, check(f"{LOOK}/runs", look, "" if look == "passed" else "one run too few")),
        SEARCH: task(20.0, check(f"{SEARCH}/big", search)),
    }
    score = sum(each["points"] for each in tasks.values()) + late
    return {
        "student": student,
        "score": None if broken else score,
        "extra": extra,
        "tasks": tasks,
        "adjustments": [{"label": "late", "points": late}] if late else [],
    }


def task(most: float, *checks: dict[str, Any]) -> dict[str, Any]:
    passed = all(each["status"] == "passed" for each in checks)
    points = most if passed else 0.0
    return {"points": points, "max_points": most, "passed": passed, "checks": list(checks)}


def grades(*submissions: dict[str, Any], most: float = 26.0) -> dict[str, Any]:
    return {"assignment": "Trees", "max_score": most, "submissions": list(submissions)}


def moves(old: dict[str, Any], new: dict[str, Any]) -> list[tuple[str, Move]]:
    return [(change.student, change.move) for change in difference(old, new).changes]


def test_equal_grades_have_no_difference() -> None:
    found = difference(grades(one("ada"), one("bo")), grades(one("ada"), one("bo")))
    assert (found.changes, found.turned, found.same) == ((), (), 2)


def test_drops_come_first_the_deepest_on_top() -> None:
    old = grades(
        *(one("up", look="failed"), one("six"), one("twenty"), one("gone"), one("broken")),
        one("fixed", broken=True),
    )
    new = grades(
        *(one("up"), one("six", look="failed"), one("twenty", search="failed"), one("new")),
        *(one("broken", broken=True), one("fixed")),
    )
    assert moves(old, new) == [
        ("gone", Move.GONE),
        ("broken", Move.UNSCORED),
        ("twenty", Move.DOWN),
        ("six", Move.DOWN),
        ("up", Move.UP),
        ("fixed", Move.RESCORED),
        ("new", Move.NEW),
    ]
    assert [change.student for change in difference(old, new).drops] == [
        "gone",
        "broken",
        "twenty",
        "six",
    ]


def test_lost_extra_credit_is_a_drop_though_the_score_rose() -> None:
    old, new = grades(one("ada", look="failed", extra=5)), grades(one("ada"))
    assert moves(old, new) == [("ada", Move.DOWN)]


def test_points_that_went_from_one_task_to_another_are_reported_and_no_drop() -> None:
    old, new = grades(one("ada")), grades(one("ada"))
    new["submissions"][0]["tasks"][LOOK]["points"] = 5.0
    new["submissions"][0]["tasks"][SEARCH]["points"] = 21.0
    assert moves(old, new) == [("ada", Move.SIDEWAYS)]
    assert difference(old, new).drops == ()


def test_a_task_names_the_check_that_moved_it() -> None:
    [change] = difference(grades(one("ada")), grades(one("ada", look="timeout"))).changes
    [task_change] = change.tasks
    assert (task_change.name, task_change.before, task_change.after) == (LOOK, 6.0, 0.0)
    [turned] = task_change.checks
    assert (turned.name, turned.before, turned.after, turned.message) == (
        *(f"{LOOK}/runs", "passed", "timeout"),
        "one run too few",
    )


def test_an_adjustment_that_is_new_is_reported_like_a_task() -> None:
    [change] = difference(grades(one("ada")), grades(one("ada", late=-2.0))).changes
    assert [(each.name, each.before, each.after) for each in change.tasks] == [("late", None, -2.0)]


def test_a_check_that_turned_is_reported_once_with_all_of_its_hand_ins() -> None:
    old = grades(one("ada"), one("bo"), one("cy", look="failed"))
    new = grades(one("ada", look="failed"), one("bo", look="failed"), one("cy"))
    turned = difference(old, new).turned
    assert [(each.before, each.after, each.students) for each in turned] == [
        ("passed", "failed", ("ada", "bo")),
        ("failed", "passed", ("cy",)),
    ]


def test_the_text_has_drops_first_and_counts_last() -> None:
    old = grades(one("ada"), one("bo", look="failed"))
    new = grades(one("ada", look="failed"), one("bo"), most=30.0)
    assert difference_text(difference(old, new)).splitlines() == [
        "ada: 26 → 20 (down)",
        "    las.look_and_say: 6 → 0",
        "        las.look_and_say/runs: passed → failed: one run too few",
        "bo: 20 → 26 (up)",
        "    las.look_and_say: 0 → 6",
        "        las.look_and_say/runs: failed → passed",
        "las.look_and_say/runs: passed → failed for 1: ada",
        "las.look_and_say/runs: failed → passed for 1: bo",
        "the scores are of 26 points before, of 30 after",
        "1 dropped, 1 rose",
    ]


def test_hostile_names_do_nothing_to_terminal_or_page() -> None:
    name = "<script>\x1b[31m\u202e"
    found = difference(grades(one(name)), grades(one(name, look="failed")))
    page = render_diff(found, "Trees", ("old", "new"), linked=True)
    assert "<script>\\x1b" not in page
    assert "&lt;script&gt;\\x1b[31m\\u202e" in page
    assert difference_text(found).startswith("<script>\\x1b[31m\\u202e: 26 → 20")


def test_the_page_links_hand_ins_that_have_a_page_beside_it() -> None:
    found = difference(grades(one("ada"), one("bo")), grades(one("ada", look="failed")))
    linked = render_diff(found, "Trees", ("old", "new"), linked=True)
    assert 'href="students/ada.html"' in linked
    assert 'href="students/bo.html"' not in linked
    assert "students/" not in render_diff(found, "Trees", ("old", "new"), linked=False)


def test_grades_are_read_from_a_folder_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "grades.json"
    file.write_text(json.dumps(grades(one("ada"))), "utf-8")
    assert read_grades(tmp_path) == read_grades(file) == grades(one("ada"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no json", "it is not JSON"),
        ("[]", "it holds no grades"),
        ('{"a": 1}', "it holds no grades"),
    ],
)
def test_other_files_are_refused_in_one_line(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "grades.json"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        read_grades(file)
    assert str(caught.value) == f"{file}: {why}; name an output folder or its grades.json"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none/grades\.json|none: can't be read"):
        read_grades(tmp_path / "none")


def test_grades_without_their_keys_are_refused() -> None:
    with pytest.raises(UsageError, match="not made by this grader: KeyError"):
        difference(grades({"student": "ada", "score": 1.0}), grades(one("ada")))
