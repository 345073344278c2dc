"""Results on a terminal: what was lost and why, the score last, no character that commands it."""

import unicodedata
from dataclasses import replace

from grader.report.text import class_text, handin_text
from grader.results import CheckResult, Finding, Incident
from grader.scoring.rubric import Remark, Words
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.report.report_samples import (
    HOSTILE,
    assignment,
    board_evidence,
    check,
    good_checks,
    handin,
    lost_checks,
    scored,
    view_of,
)


def text_of(checks: list[CheckResult], **options: object) -> str:
    result = handin("ada", checks)
    return handin_text(assignment(), result, scored(result), **options)  # type: ignore[arg-type]  # passed on as they are


def test_a_perfect_hand_in_is_a_short_list() -> None:
    assert text_of(good_checks()) == (
        "ada\n\n"
        "las  1 of 1 task\n"
        "  ✓ las.look_and_say               6/6  Look and say\n\n"
        "alphabeta  2 of 2 tasks\n"
        "  ✓ alphabeta.search             20/20  Search\n"
        "  ✓ alphabeta.more                 5/5  More of it\n\n"
        "26 of 26 points, and 5 of extra credit\n"
    )


def test_a_lost_task_shows_its_evidence() -> None:
    text = text_of(lost_checks())
    assert "got        c, d, e, g, i, k, l, m" in text
    assert "expected   c, d, e, g, h, i, k" in text
    assert "h 4  MISSED" in text


def test_what_is_missing_is_said_in_one_line() -> None:
    evidence = Evidence("las.py is not in the hand-in", "look_and_say(streq, ())")
    text = text_of([check("las.look_and_say", "m", Status.MISSING, evidence)])
    assert "  not handed in  las.py\n" in text
    assert "las.look_and_say" not in text
    assert "look_and_say(streq" not in text


def test_a_fault_of_a_file_is_said_once() -> None:
    fault = Evidence("alphabeta.py, line 1: SyntaxError: expected ':'", hint="put a colon there")
    tasks = ("alphabeta.search", "alphabeta.more")
    text = text_of([check(task, "a", Status.ERROR, fault) for task in tasks])
    assert text.count("SyntaxError") == text.count("put a colon there") == 1
    assert all(f"✗ {task}" in text for task in tasks)


def test_a_board_is_drawn_beside_the_one_expected() -> None:
    board = check("las.look_and_say", "board", Status.FAILED, board_evidence())
    text = text_of([board])
    assert "board       expected" in text
    assert "|       |   |   X   |" in text


def test_staff_see_hidden_evidence() -> None:
    hidden = check("las.look_and_say", "h", Status.FAILED, Evidence("m", "call()"), public=False)
    assert "call()" in text_of([hidden])


def test_colour_is_there_only_when_it_is_asked_for() -> None:
    assert "\x1b" not in text_of(lost_checks())
    assert "\x1b[31m✗\x1b[0m" in text_of(lost_checks(), colour=True)


def test_nothing_of_a_hand_in_commands_the_terminal() -> None:
    evidence = Evidence(*[HOSTILE] * 7)
    result = handin(
        HOSTILE,
        [check("las.look_and_say", HOSTILE, Status.FAILED, evidence)],
        incidents=(Incident(HOSTILE, HOSTILE),),
        notes=(HOSTILE,),
    )
    text = handin_text(assignment(), result, scored(result))
    text += class_text(view_of(result, result))
    assert {unicodedata.category(c) for c in text} & {"Cf", "Cs", "Co", "Zl", "Zp"} == set()
    assert {c for c in text if unicodedata.category(c) == "Cc"} == {"\n"}


def test_no_score_is_said_in_words() -> None:
    text = text_of([check("las.look_and_say", "x", Status.BROKEN)])
    assert text.endswith("No score: the grader failed here, through no fault of the hand-in.\n")
    assert "  – las.look_and_say               –/6" in text


def test_a_fault_of_a_check_is_one_line_without_its_traceback() -> None:
    place = "test_las.py:7: TypeError: no; write it otherwise"
    evidence = Evidence("TypeError in the check", output=f"Traceback\n  a\n  b\n{place}")
    text = text_of([check("las.look_and_say", "x", Status.BROKEN, evidence)])
    assert f"why        {place}\n" in text
    assert "Traceback" not in text


def test_a_hand_in_that_could_not_be_opened_says_why_once() -> None:
    result = handin("ada", problem="it is no archive")
    text = handin_text(assignment(), result, scored(result))
    assert "No score: this hand-in could not be opened." in text
    assert "could not be opened: it is no archive" in text
    assert "las.look_and_say" not in text


def test_the_class_is_summed_up() -> None:
    results = [handin("a", good_checks()), handin("b", lost_checks()), handin("c", lost_checks())]
    text = class_text(view_of(*results))
    assert "3 hand-ins, 3 with a score\nmedian 0, mean 8.7, 0 to 26\n" in text
    assert "las.look_and_say               1 of 3     ██████████\n" in text
    assert "    2 × alphabeta.search: Beta is the least that Minnie can force so far;" in text


def test_bars_stand_in_one_column_after_the_longest_name() -> None:
    view = view_of(handin("a", good_checks()))
    task = replace(view.rates[0].task, id="las.look_and_say_and_look_again")
    text = class_text(replace(view, rates=(replace(view.rates[0], task=task), *view.rates[1:])))
    bars = {line.index("█") for line in text.splitlines() if line.endswith("█") and " of " in line}
    assert (len(bars), "1 hand-in, 1 with a score" in text) == (1, True)


def test_a_class_of_nobody_is_said_to_be_so() -> None:
    assert class_text(view_of()).startswith("0 hand-ins, 0 with a score\n")


def test_staff_s_comments_stand_before_the_score() -> None:
    remarks = (Remark(text="Why?\x1b[31m", file="las.py", line=3), Remark(text="Well done."))
    result = handin("ada", good_checks())
    text = handin_text(assignment(), result, replace(scored(result), words=Words((), remarks)))
    assert text.endswith(
        "  > las.py:3: Why?\\x1b[31m\n  > Well done.\n\n26 of 26 points, and 5 of extra credit\n"
    )


def test_findings_come_before_the_score_and_not_without_end() -> None:
    found = [Finding("las.py", line, "F401", "`os`\x1b[31m unused") for line in range(1, 15)]
    result = replace(handin("ada", good_checks()), findings=tuple(found))
    lines = handin_text(assignment(), result, scored(result)).splitlines()
    start = lines.index("  documentation and style, which cost no points: 14 remarks")
    assert lines[start + 1] == r"  ~ las.py:1             F401           `os`\x1b[31m unused"
    assert lines[start + 12 :] == [
        r"  ~ las.py:12            F401           `os`\x1b[31m unused",
        "  ~ and 2 more",
        "",
        "26 of 26 points, and 5 of extra credit",
    ]
