"""Staff's words are read beside the hand-ins, with every fault by file and line, and count."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from grader.assignment.config import Assignment, EarlyBonus, Lateness, Module, Policy, Task
from grader.course.submissions import SubmittedAttempt
from grader.errors import ConfigError
from grader.results import CheckResult, HandinResult, ModuleResult
from grader.scoring.rubric import Item, ItemMark, Remark, Rubric, Words, read_rubric
from grader.scoring.score import Facts, score
from grader.statuses import Status

STYLE = Item(id="style", title="Style", points=5)
ASIDES = Item(id="asides", title="Dead code", points=-2)
ITEMS = """\
items:
  - {id: style, title: Style, points: 5}
  - {id: asides, title: Dead code, points: -2}
"""
CLASS = (
    ITEMS
    + """\
handins:
  - student: ada
    marks:
      - {item: style, points: 4.5, comment: Clear names.}
      - {item: asides, points: -1}
    comments:
      - {file: las.py, line: 3, text: Why twice?}
      - {text: Well done.}
"""
)


def written(folder: Path, **files: str) -> Path:
    for student in ("ada", "bo"):
        (folder / student).mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")
    return folder


def refused(folder: Path) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        read_rubric(folder)
    return [line.removeprefix(f"{folder}/") for line in str(caught.value).splitlines()]


def test_a_faulty_file_under_the_name_of_nobody_is_named_and_stops_nothing(tmp_path: Path) -> None:
    written(tmp_path, rubric__yaml=CLASS, mal_2_x__rubric__yaml="marks: 3\n")
    found = read_rubric(tmp_path)
    assert found.of("ada").marks
    assert not found.of("mal_2_x").marks
    assert next(found.strangers(["ada"])).startswith(f"{tmp_path}/mal_2_x.rubric.yaml:1: marks")
    (tmp_path / "roster.csv").write_text("student\nmal_2_x\n", "utf-8")
    assert refused(tmp_path)


def test_without_a_file_there_are_no_words(tmp_path: Path) -> None:
    assert read_rubric(tmp_path) == Rubric()
    assert Rubric().of("ada") == Words()


def test_the_file_of_the_class_holds_items_marks_and_comments(tmp_path: Path) -> None:
    rubric = read_rubric(written(tmp_path, rubric__yaml=CLASS))
    assert rubric.of("ada") == Words(
        (ItemMark(STYLE, 4.5, "Clear names."), ItemMark(ASIDES, -1.0)),
        (Remark(text="Why twice?", file="las.py", line=3), Remark(text="Well done.")),
    )
    assert rubric.of("bo") == Words()


def test_a_file_beside_a_hand_in_is_of_that_student(tmp_path: Path) -> None:
    own = "marks: [{item: style, points: 2}]\ncomments: [{text: Short.}]\n"
    rubric = read_rubric(written(tmp_path, rubric__yaml=ITEMS, bo__rubric__yaml=own))
    assert rubric.of("bo") == Words((ItemMark(STYLE, 2.0),), (Remark(text="Short."),))


def test_a_rubric_inside_a_hand_in_is_never_read(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    written(tmp_path, rubric__yaml=ITEMS)
    written(tmp_path / "ada", rubric__yaml=CLASS, ada__rubric__yaml="marks: []")
    assert read_rubric(tmp_path).words == {}


def test_all_faults_of_all_files_are_named_with_their_lines(tmp_path: Path) -> None:
    marks = "marks:\n  - {item: stile, points: 1}\n  - {item: style, points: 6}\n"
    comments = "coments: []\ncomments:\n  - {line: 3, text: x}\n"
    written(
        tmp_path,
        rubric__yaml=ITEMS + "  - {id: style, title: Twice, points: 1}\n",
        ada__rubric__yaml=marks + comments,
        bo__rubric__yaml="marks:\n  - {item: asides, points: 1}\n  - {item: asides, points: -1}\n",
    )
    assert refused(tmp_path) == [
        "rubric.yaml:4: items[2].id: the item 'style' is there already",
        "ada.rubric.yaml:2: marks[0].item: there is no item 'stile'; did you mean 'style'?",
        "ada.rubric.yaml:3: marks[1].points: 'style' gives from 0 to 5, not 6",
        "ada.rubric.yaml:4: coments: unknown key; did you mean 'comments'?",
        "ada.rubric.yaml:6: comments[0]: a comment with a line needs the key 'file'",
        "bo.rubric.yaml:2: marks[0].points: 'asides' gives from -2 to 0, not 1",
        "bo.rubric.yaml:3: marks[1].item: 'asides' is marked already",
    ]


def test_words_on_one_hand_in_in_two_places_are_refused(tmp_path: Path) -> None:
    written(tmp_path, rubric__yaml=CLASS, ada__rubric__yaml="marks: []\n")
    [line] = refused(tmp_path)
    assert line == (
        f"ada.rubric.yaml:1: ada is marked in {tmp_path}/rubric.yaml:5 too; keep both in one file"
    )


def test_marks_without_items_say_where_items_belong(tmp_path: Path) -> None:
    written(tmp_path, ada__rubric__yaml="marks: [{item: style, points: 1}]\n")
    assert refused(tmp_path) == [
        "ada.rubric.yaml:1: marks[0].item: there is no item 'style'; "
        "the items of rubric.yaml are: none"
    ]


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rubric.yaml").write_bytes(b"\xff\xfe")
    [line] = refused(tmp_path)
    assert line == ("rubric.yaml:1: can't be read: line 1 isn't UTF-8; save the file as UTF-8")


def test_words_on_a_hand_in_that_is_not_there_are_reported(tmp_path: Path) -> None:
    rubric = read_rubric(written(tmp_path, rubric__yaml=CLASS))
    assert list(rubric.strangers(["adda", "bo"])) == [
        f"{tmp_path}/rubric.yaml:5: there is no hand-in of ada; did you mean 'adda'?"
    ]
    assert list(rubric.strangers(["ada"])) == []


# -- in the score ----------------------------------------------------------------------------

DUE = datetime(2026, 5, 1, tzinfo=UTC)


def assignment(policy: Policy = Policy()) -> Assignment:  # noqa: B008  # it is frozen
    task = Task(id="las.look_and_say", title="Look and say", points=6)
    module = Module(name="las", title="Look and say", tasks=(task,))
    return Assignment(title="Trees", seed=1, points=6, policy=policy, modules=(module,))


def handin(status: Status = Status.PASSED) -> HandinResult:
    check = CheckResult("las.look_and_say/c", "las.look_and_say", "c", True, status)
    return HandinResult("ada", "d", (ModuleResult("las", (check,)),))


def marked(*points: float) -> Words:
    items = (STYLE, ASIDES)
    return Words(tuple([ItemMark(item, p) for item, p in zip(items, points, strict=False)]))


def test_marks_are_adjustments_of_the_score() -> None:
    scored = score(assignment(), handin(), Facts(words=marked(4.5, -1)))
    assert (scored.score, scored.max_score) == (9.5, 6.0)
    assert scored.adjustments == (
        ("Style (of 5, by staff)", 4.5),
        ("Dead code (of -2, by staff)", -1.0),
    )
    assert scored.words == marked(4.5, -1)


def test_marks_never_take_a_score_below_zero() -> None:
    scored = score(assignment(), handin(Status.FAILED), Facts(words=marked(0.5, -2)))
    assert scored.score == 0.0


def test_a_hand_in_that_is_not_accepted_gets_no_marks_but_keeps_its_words() -> None:
    policy = Policy(due=DUE, late=Lateness(most_hours=0))
    late = SubmittedAttempt(datetime(2026, 5, 2, tzinfo=UTC))
    scored = score(assignment(policy), handin(), Facts((late,), marked(5)))
    assert (scored.score, scored.words) == (0.0, marked(5))


def test_a_fault_of_ours_leaves_no_score_whatever_the_marks() -> None:
    scored = score(assignment(), handin(Status.BROKEN), Facts(words=marked(5)))
    assert (scored.score, scored.adjustments) == (None, ())


def test_marks_come_after_the_rules_about_time() -> None:
    policy = Policy(due=DUE, early_bonus=EarlyBonus(points=1, per_hours=24))
    early = SubmittedAttempt(datetime(2026, 4, 30, tzinfo=UTC))
    scored = score(assignment(policy), handin(), Facts((early,), marked(5)))
    assert [label for label, _ in scored.adjustments] == [
        "handed in 1 d early",
        "Style (of 5, by staff)",
    ]
    assert scored.score == 12.0
