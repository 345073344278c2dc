"""What became of checks and of modules: passed, failed, not run, not begun, broken."""

from grader.student.checking.outcome import BrokenModule, ModuleOutcome, Outcome
from grader.student.evidence import UNWRITTEN, Evidence, Frame, evidence_to_json

WRONG, UNBEGUN = Evidence("wrong value"), Evidence(f"act {UNWRITTEN}")


def check(task: str, evidence: Evidence | None = None, not_run: str = "") -> Outcome:
    return Outcome("las.1", "las", task, "a title", evidence, not_run)


def test_an_event_of_a_process_is_an_outcome() -> None:
    event = {"event": "end", "ref": "las.1", "module": "las", "task": "las.f", "title": "t"}
    assert Outcome.from_event(event) == Outcome("las.1", "las", "las.f", "t")
    failed = Outcome.from_event({**event, "evidence": evidence_to_json(WRONG), "not_run": ""})
    assert (failed.evidence, failed.passed) == (WRONG, False)


def test_what_is_not_run_has_not_passed() -> None:
    assert [one.passed for one in (check("f"), check("f", WRONG), check("f", None, "f hangs"))] == [
        *(True, False, False)
    ]
    assert [one.unwritten for one in (check("f"), check("f", WRONG), check("f", UNBEGUN))] == [
        *(False, False, True)
    ]


def test_what_has_no_title_is_an_import() -> None:
    assert Outcome("", "las").is_import
    assert not check("f").is_import


def test_a_module_is_begun_as_soon_as_no_check_of_a_task_says_otherwise() -> None:
    first = [check("f", UNBEGUN), check("f")]
    assert ModuleOutcome("las", [*first, check("g", UNBEGUN)]).unwritten
    assert not ModuleOutcome("las", [*first, check("g", WRONG)]).unwritten
    assert not ModuleOutcome("las", [*first, check("g")]).unwritten
    assert not ModuleOutcome("las").unwritten


def test_a_broken_module_has_not_passed_though_no_check_failed() -> None:
    assert ModuleOutcome("las", [check("f")]).passed
    assert not ModuleOutcome("las", [check("f")], BrokenModule("las.py")).passed


def test_checks_of_a_task_are_together_in_the_order_of_tasks() -> None:
    g, f1, f2 = check("g"), check("f"), check("f", WRONG)
    assert list(ModuleOutcome("las", [f1, g, f2]).by_task()) == [("f", [f1, f2]), ("g", [g])]


def test_the_file_of_the_last_line_is_at_fault() -> None:
    frames = (Frame("nim.py", 1, "f"), Frame("las.py", 2, "g"))
    assert BrokenModule.by(Evidence("x", frames=frames), "nim").file == "las.py"
    assert BrokenModule.by(WRONG, "trees.nodes").file == "trees/nodes.py"


def test_a_file_that_is_not_there_is_named_by_the_import_that_misses_it() -> None:
    assert BrokenModule("nim.py", Evidence("las.py is missing: …")).missing_file == "las.py"
    assert BrokenModule("nim.py", Evidence("las.py is missing_")).missing_file == ""
    assert BrokenModule("nim.py", WRONG).missing_file == BrokenModule("nim.py").missing_file == ""


def test_a_file_that_lacks_only_a_name_of_tests_does_not_lose_all() -> None:
    lost = [BrokenModule("a.py"), BrokenModule("a.py", missing=True)]
    lost += [BrokenModule("a.py", importable=True)]
    assert [one.loses_all for one in lost] == [True, False, False]
