"""Annotations are commands of ours alone: nothing that a hand-in says becomes one."""

import re

from grader.assignment.config import Assignment, Module, Task
from grader.report.exports.github import annotations, command
from grader.results import CheckResult
from grader.scoring.score import score
from grader.statuses import Status
from grader.student.evidence import Evidence, Frame
from tests.report.report_samples import (
    HOSTILE,
    check,
    good_checks,
    grades,
    handin,
    lost_checks,
    scored,
)


def printed(checks: list[CheckResult]) -> list[str]:
    result = handin("ada", checks)
    return annotations(grades([(result, scored(result))])).splitlines()


def test_lost_tasks_are_errors_at_their_lines_the_dearest_first() -> None:
    first, second, *_ = printed(lost_checks())
    assert first == (
        "::error file=alphabeta.py,line=1,title=alphabeta.search (0 of 20)"
        "::Beta is the least that Minnie can force so far; a child is cut only from there on."
    )
    assert second == (
        "::error file=las.py,line=4,title=las.look_and_say (0 of 6)"
        "::A run ends where the next element differs, not after two."
    )


def test_an_exception_is_at_the_student_s_own_line() -> None:
    evidence = Evidence("raised", frames=(Frame("las.py", 10, "a"), Frame("own, file.py", 3, "b")))
    [first, *_] = printed([check("las.look_and_say", "x", Status.ERROR, evidence)])[1:]
    assert first.startswith("::error file=own%2C file.py,line=3,title=las.look_and_say")


def test_an_exception_in_a_notebook_is_in_its_file_and_names_the_cell() -> None:
    evidence = Evidence("raised", frames=(Frame("las.ipynb, cell 3 (In [7])", 2, "a"),))
    [first, *_] = printed([check("las.look_and_say", "x", Status.ERROR, evidence)])[1:]
    assert first.startswith(
        "::error file=las.ipynb,title=las.look_and_say (0 of 6)::cell 3 (In [7])"
    )
    assert ", line 2: " in first


def test_the_points_come_as_the_notices_that_classroom_reads() -> None:
    assert printed(good_checks()) == [
        "::notice title=Autograding complete::Points 26/26",
        '::notice title=Autograding report::{"totalPoints":26,"maxPoints":26}',
    ]


def test_hostile_text_can_not_begin_a_command() -> None:
    message = f"x\n::error::y\r::set-output name=a::b %0A {HOSTILE}"
    checks = [check("las.look_and_say", message, Status.FAILED, Evidence(message))]
    lines = printed(checks)
    assert len(lines) == 5
    assert all(re.match(r"::(error file=|notice title=)", line) for line in lines)
    assert "%250A" in "".join(lines)


def test_properties_and_messages_are_escaped_as_github_demands() -> None:
    assert command("error", {"title": "a:b,c%"}, "d:e,f%\n") == (
        "::error title=a%3Ab%2Cc%25::d:e,f%25%0A"
    )


def test_errors_beyond_the_tenth_are_left_to_the_summary() -> None:
    tasks = [Task(id=f"las.t{i}", title="T", points=1) for i in range(12)]
    las = Module(name="las", title="Look and say", tasks=tuple(tasks))
    big = Assignment(title="Trees", seed=1, points=12, modules=(las,))
    result = handin("ada", [check(task.id, "x", Status.FAILED, Evidence("m")) for task in tasks])
    lines = annotations(grades([(result, score(big, result))], big)).splitlines()
    assert sum(line.startswith("::error") for line in lines) == 10
    assert lines[10] == "  2 more; see the summary of this step"


def test_files_that_are_not_there_spend_no_annotation() -> None:
    gone = Evidence("las.py is not in the hand-in")
    lines = printed([*lost_checks()[3:], check("las.look_and_say", "x", Status.MISSING, gone)])
    assert [line.partition(",")[0] for line in lines] == [
        "::error file=alphabeta.py",
        "::notice title=Not handed in::las.py",
        "::notice title=Autograding complete::Points 0/26",
        '::notice title=Autograding report::{"totalPoints":0',
    ]
