"""`grades.csv` and `grades.json` are as other programs expect them, whatever is in them."""

import csv
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.config import Assignment, Module, Task
from grader.errors import OutputError
from grader.report.grades_files import (
    csv_row,
    csv_table,
    json_line,
    json_table,
    submission_json,
)
from grader.results import CheckResult, Finding, HandinResult, Incident, ModuleResult
from grader.scoring.rubric import Remark, Words
from grader.scoring.score import HandinScore, score
from grader.statuses import Status
from grader.student.evidence import Evidence

ASSIGNMENT = Assignment(
    title='Game "trees"',
    seed=1,
    points=8,
    extra_points=2.5,
    modules=(
        Module(
            name="las",
            title="Look and say",
            tasks=(Task(id="las.look_and_say", title="Runs", points=6),),
        ),
        Module(
            name="nim",
            title="Nim",
            tasks=(
                Task(id="nim.b", title="B", points=2),
                Task(id="nim.a", title="A", points=2.5, extra=True),
            ),
        ),
    ),
)


def check(task: str, status: Status) -> CheckResult:
    evidence = None if status is Status.PASSED else Evidence("wrong \x1b[31m\u202e\ud800")
    return CheckResult(f"{task}/public/c", task, "C", True, status, evidence)


def handin(
    student: str, look: Status = Status.PASSED, b: Status = Status.PASSED, cpu: float = 0.5
) -> HandinResult:
    las = ModuleResult("las", (check("las.look_and_say", look),), (Incident("signal", "9"),), cpu)
    nim = ModuleResult("nim", (check("nim.b", b), check("nim.a", Status.PASSED)))
    return HandinResult(student, "h", (las, nim), ("a note",), sources={"las.py": "secret"})


def scored(one: HandinResult) -> HandinScore:
    return score(ASSIGNMENT, one)


CLASS = [handin("ada"), handin("bob", look=Status.FAILED), handin("eve", b=Status.BROKEN)]


def write_csv(path: Path, assignment: Assignment, scored: Iterable[HandinScore]) -> None:
    with csv_table(path, assignment) as add:
        for one in scored:
            add(csv_row(assignment, one))


def write_json(path: Path, assignment: Assignment, handins: Iterable[HandinResult]) -> None:
    with json_table(path, assignment, "c0de") as add:
        for one in handins:
            add(json_line(one, score(assignment, one)))


def write_both(folder: Path, handins: list[HandinResult]) -> None:
    write_csv(folder / "grades.csv", ASSIGNMENT, map(scored, handins))
    write_json(folder / "grades.json", ASSIGNMENT, handins)


def test_csv_has_a_row_a_student_and_a_column_a_task_in_order(tmp_path: Path) -> None:
    write_both(tmp_path, CLASS)
    assert (tmp_path / "grades.csv").read_text("utf-8-sig") == (
        '"student","score","max_score","las.look_and_say","nim.b","nim.a"\n'
        '"ada",8,8,6,2,2.5\n'
        '"bob",2,8,0,2,2.5\n'
        '"eve",,8,6,,2.5\n'
    )


def test_excel_knows_that_the_csv_is_utf_8(tmp_path: Path) -> None:
    write_both(tmp_path, [handin("Zoë")])
    assert (tmp_path / "grades.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_ids_with_commas_and_quotes_come_back(tmp_path: Path) -> None:
    write_both(tmp_path, [handin('a,"b"'), handin("=1+1"), handin("josé")])
    with (tmp_path / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["student"] for row in csv.DictReader(file)] == ['a,"b"', "'=1+1", "josé"]
    data = json.loads((tmp_path / "grades.json").read_text())
    assert [row["student"] for row in data["submissions"]] == ['a,"b"', "=1+1", "josé"]


def test_json_has_the_keys_of_the_contract(tmp_path: Path) -> None:
    write_both(tmp_path, CLASS[1:2])
    data = json.loads((tmp_path / "grades.json").read_text())
    [one] = data.pop("submissions")
    assert data == {"assignment": 'Game "trees"', "max_score": 8.0, "certificate": "c0de"}
    assert [one[key] for key in ("student", "score", "extra", "max_score")] == [
        "bob",
        2.0,
        2.5,
        8.0,
    ]
    assert list(one["tasks"]) == ["las.look_and_say", "nim.b", "nim.a"]
    assert one["tasks"]["las.look_and_say"] == {
        "points": 0.0,
        "max_points": 6.0,
        "passed": False,
        "checks": [
            {
                "name": "las.look_and_say/public/c",
                "status": "failed",
                "public": True,
                "message": "wrong \x1b[31m\u202e\ud800",
                "title": "C",
            }
        ],
    }
    assert one["incidents"] == [{"kind": "signal", "detail": "9"}]
    assert one["modules"] == {"las": {"passed": 0, "of": 1}, "nim": {"passed": 2, "of": 2}}
    assert one["notes"] == ["a note"]
    assert one["comments"] == []


def test_staff_s_comments_are_in_json() -> None:
    words = Words((), (Remark(text="Why?", file="las.py", line=3), Remark(text="Good.")))
    data = submission_json(CLASS[0], replace(scored(CLASS[0]), words=words))
    assert data["comments"] == [
        {"file": "las.py", "line": 3, "text": "Why?"},
        {"file": "", "line": None, "text": "Good."},
    ]


def test_findings_are_in_json() -> None:
    result = replace(CLASS[0], findings=(Finding("las.py", 3, "tests", "none"),))
    assert submission_json(result, scored(result))["findings"] == [
        {"file": "las.py", "line": 3, "kind": "tests", "message": "none"}
    ]


def test_points_are_floats_in_json(tmp_path: Path) -> None:
    write_both(tmp_path, CLASS[:1])
    text = (tmp_path / "grades.json").read_text()
    assert '"score": 8.0, "extra": 2.5, "max_score": 8.0' in text
    assert '"points": 6.0, "max_points": 6.0, "passed": true' in text


def test_a_fault_of_ours_is_null_in_json() -> None:
    assert submission_json(CLASS[2], scored(CLASS[2]))["score"] is None


def test_json_is_ascii_so_that_nothing_in_it_acts_on_a_terminal(tmp_path: Path) -> None:
    write_both(tmp_path, CLASS)
    content = (tmp_path / "grades.json").read_bytes()
    assert content.isascii()
    assert b"\x1b" not in content


def test_a_class_without_hand_ins_gives_files_without_rows(tmp_path: Path) -> None:
    write_both(tmp_path, [])
    assert json.loads((tmp_path / "grades.json").read_text())["submissions"] == []
    assert (tmp_path / "grades.csv").read_text().count("\n") == 1


def test_the_time_used_changes_nothing_in_the_files(tmp_path: Path) -> None:
    files = []
    for cpu in (0.5, 7.0):
        write_both(tmp_path, [handin("ada", cpu=cpu)])
        files.append([(tmp_path / f"grades.{end}").read_bytes() for end in ("csv", "json")])
    assert files[0] == files[1]


def test_a_file_is_complete_or_the_old_one(tmp_path: Path) -> None:
    write_both(tmp_path, CLASS)
    before = (tmp_path / "grades.csv").read_bytes()

    def rows() -> Iterator[HandinScore]:
        yield scored(CLASS[0])
        raise ValueError("stopped")

    with pytest.raises(ValueError, match="stopped"):
        write_csv(tmp_path / "grades.csv", ASSIGNMENT, rows())
    assert (tmp_path / "grades.csv").read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == ["grades.csv", "grades.json"]


def test_grades_are_not_for_everybody_on_the_machine(tmp_path: Path) -> None:
    write_both(tmp_path, CLASS)
    assert {path.stat().st_mode & 0o007 for path in tmp_path.iterdir()} == {0}


def test_a_folder_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "no" / "grades.csv"
    with pytest.raises(OutputError) as caught:
        write_csv(path, ASSIGNMENT, [])
    assert str(caught.value) == f"{path}: can't be written: No such file or directory"


def test_a_score_with_many_digits_is_written_short(tmp_path: Path) -> None:
    one = replace(scored(CLASS[0]), score=0.1 + 0.2)
    write_csv(tmp_path / "grades.csv", ASSIGNMENT, [one])
    assert (tmp_path / "grades.csv").read_text().splitlines()[1] == '"ada",0.3,8,6,2,2.5'
