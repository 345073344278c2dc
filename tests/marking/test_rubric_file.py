"""What the page to mark in writes is what staff would have written, and nothing else changes."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from grader.errors import ConfigError, OutputError
from grader.marking.rubric_file import change_words, scalar
from grader.scoring.rubric import Item, ItemMark, Remark, Words, read_rubric

STYLE = Item(id="style", title="Style", points=5)
ITEMS = "items:\n  - {id: style, title: Style, points: 5}\n"
NEW = Words(
    (ItemMark(STYLE, 3.5, "Well: done"),), (Remark(text='"Why?"\n# no', file="a b.py", line=2),)
)
BO = """
  - student: bo
    marks:
      - {item: style, points: 3.5, comment: "Well: done"}
    comments:
      - {file: "a b.py", line: 2, text: "\\"Why?\\"\\n# no"}
"""[1:]


def written(folder: Path, text: str, student: str = "bo", words: Words = NEW) -> str:
    (folder / "rubric.yaml").write_text(text, "utf-8")
    assert change_words(folder, student, lambda _now: words) == words
    assert read_rubric(folder).of(student) == words
    return (folder / "rubric.yaml").read_text("utf-8")


def test_the_first_entry_is_written_below_the_items(tmp_path: Path) -> None:
    assert written(tmp_path, ITEMS) == f"{ITEMS}handins:\n{BO}"


def test_what_a_student_calls_a_file_keeps_nobody_from_marking(tmp_path: Path) -> None:
    for name, text in {"mal_2_x": "marks: 3\n", "mal_2_y": "marks: []\n"}.items():
        (tmp_path / f"{name}.rubric.yaml").write_text(text, "utf-8")
    assert written(tmp_path, ITEMS) == f"{ITEMS}handins:\n{BO}"


def test_an_empty_list_gets_its_first_entry(tmp_path: Path) -> None:
    text = f"handins: []  # nobody yet\n{ITEMS}"
    assert written(tmp_path, text) == f"handins:\n{BO.rstrip()}  # nobody yet\n{ITEMS}"


def test_an_entry_is_replaced_and_comments_around_it_stay(tmp_path: Path) -> None:
    before = "# our marks\nhandins:\n  # the first\n  - student: ada\n    marks: []  # soon\n\n"
    after = "\n  # the last\n  - {student: cy, comments: [{text: Why?}]}\n"
    old = "  - student: bo\n    marks:\n      - {item: style, points: 1}"
    text = f"{ITEMS}{before}{old}\n{after}"
    assert written(tmp_path, text) == f"{ITEMS}{before}{BO}{after}"


def test_a_new_entry_follows_the_last_one(tmp_path: Path) -> None:
    text = f"handins:\n- student: ada\n  comments: [{{text: a}}]  # well\n\n{ITEMS}"
    entry = BO.replace("\n  ", "\n")[2:]
    assert written(tmp_path, text) == (
        f"handins:\n- student: ada\n  comments: [{{text: a}}]  # well\n{entry}\n{ITEMS}"
    )


def test_a_list_in_brackets_becomes_one_of_lines(tmp_path: Path) -> None:
    text = (
        f"{ITEMS}handins: [{{student: bo, marks: []}}, {{student: cy, comments: [{{text: ä}}]}}]\n"
    )
    cy = "  - {student: cy, comments: [{text: ä}]}\n"
    assert written(tmp_path, text) == f"{ITEMS}handins: \n{cy}{BO}"


def test_an_own_file_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "rubric.yaml").write_text(ITEMS, "utf-8")
    (tmp_path / "bo.rubric.yaml").write_text("marks: [{item: style, points: 1}]\n", "utf-8")
    change_words(tmp_path, "bo", lambda _now: NEW)
    assert read_rubric(tmp_path).of("bo") == NEW
    assert (tmp_path / "rubric.yaml").read_text("utf-8") == ITEMS


def test_without_a_file_one_is_made(tmp_path: Path) -> None:
    said = Words(comments=(Remark(text="ok"),))
    change_words(tmp_path, "bo", lambda _now: said)
    text = (tmp_path / "rubric.yaml").read_text("utf-8")
    assert text == "handins:\n  - student: bo\n    comments:\n      - {text: ok}\n"


@pytest.mark.parametrize("text", ["{items: [], handins: [{student: a}]}", "{items: []}"])
def test_what_can_not_be_changed_stays(tmp_path: Path, text: str) -> None:
    (tmp_path / "rubric.yaml").write_text(text, "utf-8")
    with pytest.raises(OutputError):
        change_words(tmp_path, "bo", lambda _now: Words(comments=(Remark(text="x"),)))
    assert (tmp_path / "rubric.yaml").read_text("utf-8") == text


def test_a_faulty_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "rubric.yaml").write_text("itms: []\n", "utf-8")
    with pytest.raises(ConfigError, match="did you mean"):
        change_words(tmp_path, "bo", lambda _now: NEW)
    assert (tmp_path / "rubric.yaml").read_text("utf-8") == "itms: []\n"


def test_many_at_a_time_lose_nothing(tmp_path: Path) -> None:
    def more(number: int) -> Callable[[Words], Words]:
        return lambda now: replace(now, comments=(*now.comments, Remark(text=f"remark {number}")))

    def add(student: str) -> None:
        for number in range(5):
            change_words(tmp_path, student, more(number))

    threads = [Thread(target=add, args=(student,)) for student in ("bo", "bo", "cy", "di")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = read_rubric(tmp_path)
    assert [len(found.of(student).comments) for student in ("bo", "cy", "di")] == [10, 5, 5]


TEXTS = [
    "no",
    "1:30",
    "0o17",
    "~",
    "",
    "a: b",
    "x\u2028y",
    "\U0001f600",
    "\x07",
    "- a",
    "? b",
    "é",
    "1e3",
]


@pytest.mark.parametrize("text", TEXTS)
def test_any_text_comes_back(tmp_path: Path, text: str) -> None:
    written(tmp_path, ITEMS, words=Words((ItemMark(STYLE, 1.0, text),)))
    assert "\n" not in scalar(text)


@pytest.mark.parametrize("student", ["no", "12", "a b", "ü", "x/y", "-"])
def test_any_id_can_be_marked(tmp_path: Path, student: str) -> None:
    written(tmp_path, ITEMS, student)


def test_a_rubric_that_only_its_owner_may_read_stays_so(tmp_path: Path) -> None:
    path = tmp_path / "rubric.yaml"
    path.write_text(ITEMS, "utf-8")
    path.chmod(0o600)
    change_words(tmp_path, "bo", lambda _now: NEW)
    assert path.stat().st_mode & 0o777 == 0o600
