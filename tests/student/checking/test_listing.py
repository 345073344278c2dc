"""What a student reads of one run: first what is wrong, one fault in full, the rest in a line."""

import ast
import io
from collections.abc import Mapping
from typing import Any

from grader.student.advice import fingerprint
from grader.student.checking.assignment import HandoutAssignment, HandoutModule, HandoutTask
from grader.student.checking.listing import Listing
from grader.student.checking.misplaced import MisplacedFile
from grader.student.checking.outcome import BrokenModule, ModuleOutcome, Outcome
from grader.student.checking.own_files import Files
from grader.student.checking.screen import Screen
from grader.student.evidence import UNWRITTEN, Evidence, Frame

NOTHING: Mapping[str, str] = {}


def module(name: str, *tasks: str, tests: bool = False) -> HandoutModule:
    found = [HandoutTask(f"{name}.{task}", 2) for task in tasks]
    return HandoutModule(name, tuple(found), tests=tests)


MODULES = (
    module("las", "parse", "write"),
    module("nim", "play"),
    module("trees", "walk"),
    module("test_all", "finds", tests=True),
)
TASKS = HandoutAssignment(MODULES, "hw.tgz")
WRONG = Evidence("wrong value: 1 instead of 2", got="1", expected="2")
RAISED = Evidence("your code raised KeyError (las.py, line 3)")
UNBEGUN = Evidence(f"parse {UNWRITTEN}")


def outcome(name: str, *found: Evidence | str | None, task: str = "") -> ModuleOutcome:
    """A module with a check of its first task, or of this one, for each: why it failed, or not."""
    [of] = [one for one in MODULES if one.name == name]
    of_task = task or of.tasks[0].id
    checks = [
        Outcome(
            *(f"{name}.{number}", name, of_task, f"title {number}"),
            evidence=one if isinstance(one, Evidence) else None,
            not_run=one if isinstance(one, str) else "",
            name=f"test_{number}",
        )
        for number, one in enumerate(found, 1)
    ]
    return ModuleOutcome(name, checks)


def broken(name: str, why: BrokenModule) -> ModuleOutcome:
    return ModuleOutcome(name, broken=why)


def files(imports: Mapping[str, str]) -> Files:
    trees = {f"{one.name}.py": ast.parse(imports.get(one.name, "")) for one in MODULES}
    return Files(trees, {}, "", ["test_all.py"])


def listed(
    *outcomes: ModuleOutcome, imports: Mapping[str, str] = NOTHING, **more: Any
) -> list[str]:
    """All lines about these outcomes, at 90 columns."""
    out = io.StringIO()
    fields = {"advice": {}, "chosen": False, "grading": "", "instead": {}, "too_new": {}}
    listing = Listing(
        *(TASKS, files(imports), Screen(out, 90, False, False)),
        **{**fields, "importable": {}, **more},
    )
    for one in outcomes:
        listing.show(one)
    listing.show_end()
    return out.getvalue().splitlines()


def test_what_passes_is_one_line_and_the_sum_comes_last() -> None:
    assert listed(outcome("las", None, None), outcome("nim", None)) == [
        "✓ all checks passed: las, nim",
        "",
        "3 of 3 public checks passed; staff run hidden ones, too.",
    ]


def test_the_first_fault_is_shown_in_full_and_other_tasks_in_a_line() -> None:
    both = outcome("las", WRONG, WRONG)
    both.checks.append(Outcome("las.9", "las", "las.write", "t", RAISED))
    assert listed(both)[:7] == [
        "✗ las.py",
        "  ✗ las.parse (2 points): title 1  [las.1]",
        "      why        wrong value: 1 instead of 2",
        "      got        1",
        "      expected   2",
        "      las.2 fails too",
        "  ✗ las.write (2 points): KeyError (las.py, line 3)  [las.9]",
    ]


def test_failures_of_one_cause_are_told_once() -> None:
    both = outcome("las", RAISED)
    both.checks.append(Outcome("las.9", "las", "las.write", "t", RAISED))
    lines = listed(both)
    assert "  ✗ as las.1, for the same reason: las.write (2 points)" in lines
    assert lines[-1] == "One check in full: python3 -m checks --try las.1"


def test_a_file_that_is_written_in_part_is_headed_by_what_is_right() -> None:
    half = outcome("las", UNBEGUN)
    half.checks.append(Outcome("las.9", "las", "las.write", "t"))
    assert listed(half)[:2] == [
        "✓ las.py: write",
        "  · not written yet: parse (2 points)",
    ]


def test_what_is_not_begun_passes_nothing_and_comes_last() -> None:
    assert listed(outcome("las", UNBEGUN, None), outcome("nim", WRONG))[-4:] == [
        "· not begun: las.py (4 points)",
        "",
        "0 of 3 public checks passed; staff run hidden ones, too.",
        "One check in full: python3 -m checks --try nim.1",
    ]


def test_what_builds_on_a_wrong_file_is_a_line_unless_it_was_chosen() -> None:
    both = outcome("las", WRONG), outcome("nim", WRONG, None)
    lines = listed(*both, imports={"nim": "import las"})
    assert "✗ nim.py (1 of 2 checks) fails too: see las.py, which it imports" in lines
    chosen = listed(*both, imports={"nim": "import las"}, chosen=True)
    assert "✗ nim.py" in chosen
    assert "✗ nim.py" not in lines


def test_a_missing_file_and_one_that_needs_it_are_told_apart() -> None:
    lines = listed(
        broken("las", BrokenModule("las.py", missing=True)),
        broken("nim", BrokenModule("nim.py", Evidence("las.py is missing: write it"))),
        instead={"las": MisplacedFile("las.py", ("old/las.py",))},
    )
    assert "· nim.py: not checked, because it needs las.py, which is missing (2 points)" in lines
    assert "· missing in this folder: las.py (4 points)" in lines
    assert "! las.py is missing; there is old/las.py: move it here" in lines


def test_a_file_that_can_not_be_run_is_told_once() -> None:
    fault = Evidence("Python can't read las.py, line 1")
    lines = listed(
        broken("las", BrokenModule("las.py", fault)),
        broken("nim", BrokenModule("las.py", fault)),
        broken("trees", BrokenModule("las.py")),
    )
    assert lines[0] == "· las.py: none of its checks can be run (4 points)"
    assert lines.count("· nim.py: not checked, because it needs las.py (see above) (2 points)") == 1
    assert "· trees.py: not checked, because it needs las.py (see above) (2 points)" in lines
    assert lines[-1] == "0 of 3 public checks passed; staff run hidden ones, too."


def test_tests_are_not_blamed_for_files_that_right_solutions_replace() -> None:
    evidence = Evidence("las.py is missing: write it")
    lines = listed(
        broken("test_all", BrokenModule("test_all.py", evidence)),
        imports={"test_all": "import las"},
    )
    assert lines[0].startswith("· test_all.py: not run here, because it imports las.py, which is")


def test_advice_for_the_very_same_answers_is_shown() -> None:
    known = {fingerprint("las", {"test_1": WRONG}): "count each run once"}
    assert "  ! count each run once" in listed(outcome("las", WRONG), advice=known)
    assert "  ! count each run once" not in listed(outcome("las", WRONG, WRONG), advice=known)


def test_what_is_not_written_yet_keeps_no_advice_from_the_rest() -> None:
    known = {fingerprint("las", {"test_1": WRONG}): "count each run once"}
    half = outcome("las", WRONG)
    half.checks.append(Outcome("las.9", "las", "las.write", "t", UNBEGUN, name="test_9"))
    assert "  ! count each run once" in listed(half, advice=known)


def test_what_is_not_run_says_why_once_with_its_number() -> None:
    lines = listed(outcome("las", "parse never ends", "parse never ends", None))
    assert lines[0] == "· las.py: 2 checks not run, because parse never ends"
    assert lines[-1].startswith("1 of 3 public checks passed")


def test_own_tests_that_fail_are_shown_where_no_code_has_failed() -> None:
    frames = (Frame("test_all.py", 7, "test_a", "assert f() == 2"),)
    tests = [
        Outcome("", "test_all", "", "test_a[1]", Evidence("assert 1 == 2", frames=frames)),
        Outcome("", "test_all", "", "test_b", Evidence("assert 3 == 4")),
        Outcome("", "test_all", "", "test_c", UNBEGUN),
    ]
    own = ModuleOutcome("test_all", outcome("test_all", None).checks, tests=tests)
    lines = listed(own)
    assert "✗ test_all.py: 2 of 3 tests fail on your own files" in lines
    assert "  ✗ test_a[1]" in lines
    assert "  ✗ test_b: assert 3 == 4" in lines
    assert "  in pytest's own words: python3 -m pytest test_all.py" in lines
    assert "· test_all.py: 1 test of what is not written yet" in lines
    after = listed(outcome("las", WRONG), own)
    assert (
        "✗ test_all.py: 2 of 3 tests fail on your own files: test_a[1], line 7: assert 1 == 2,"
        in after
    )


def test_the_python_that_grades_is_named_where_it_is_another() -> None:
    too_new = {"las": "Python 3.11 can't read it"}
    lines = listed(outcome("las", None), grading="3.11", too_new=too_new)
    assert "! las.py gets none of its 4 points: Python 3.11 can't read it" in lines
    assert lines[-1].endswith("staff run hidden ones, too, with Python 3.11.")
    assert listed(grading="3.11") == ["Staff run hidden checks, too, with Python 3.11."]
