"""Whatever differs from what is beside a planted hand-in is a surprise, and nothing else is."""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grader.asking.answers import ImportFailed
from grader.assignment.config import Assignment, Examples, PointStep, Task
from grader.assignment.load import load
from grader.cli import main
from grader.commands.authoring import verdicts
from grader.commands.authoring.verdicts import claimless_checks, specimens, verify
from grader.errors import ConfigError
from grader.judging.unit import Unit
from grader.results import CheckResult, Incident, ModuleResult
from grader.running.boxes import choose_tier
from grader.running.specimens import (
    ANSWERS_DIFFER,
    NEEDS_DRAWN,
    ExpectedVerdict,
    Specimen,
    SpecimenVerdict,
    judge,
)
from grader.sandbox.tiers import Tier
from grader.statuses import Status
from grader.student.evidence import Evidence, without_values
from tests import small_assignment
from tests.las_only import write_las_only
from tests.support import ROOT

ADVICE = frozenset({"add one", "count again"})
HALF, ALL = PointStep(share=0.5, points=4), PointStep(share=0.8, points=10)
TASKS = (
    Task(id="las.a", title="A", points=1),
    Task(id="las.b", title="B", points=2),
    Task(id="las.c", title="C", points=10, steps=(HALF, ALL)),
)


def specimen(*loses: str, hint: str = "", points: float | None = None) -> Specimen:
    unit = Unit("", {}, {}, ("las",))
    return Specimen("faulty", unit, ExpectedVerdict(frozenset(loses), hint, points))


def verdict_on(known: Specimen, *results: ModuleResult) -> SpecimenVerdict:
    return judge(known, results, TASKS, ADVICE)


def suite_that_catches(caught: int) -> ModuleResult:
    """The result of a suite that catches so many of ten faulty solutions."""
    statuses = [Status.PASSED] * caught + [Status.FAILED] * (10 - caught)
    checks = [
        CheckResult(f"las.c/hidden/catches[{i}]", "las.c", "x", False, status, None)
        for i, status in enumerate(statuses)
    ]
    return ModuleResult("las", tuple(checks))


def result(status: Status = Status.PASSED, hint: str = "", task: str = "las.a") -> ModuleResult:
    evidence = None if status is Status.PASSED else Evidence("wrong", hint=hint)
    check = CheckResult(f"{task}/hidden/x", task, "x", False, status, evidence)
    return ModuleResult("las", (check,))


def test_a_specimen_that_loses_what_it_must_is_no_surprise() -> None:
    verdict = verdict_on(specimen("las.a"), result(Status.FAILED))
    assert (verdict.lost, verdict.surprises) == ({"las.a"}, ())
    assert verdict_on(specimen(), result()).surprises == ()


def test_a_task_lost_or_kept_against_the_expectation_is_a_surprise() -> None:
    verdict = verdict_on(specimen("las.b"), result(Status.TIMEOUT))
    assert verdict.surprises == (
        "las.a was lost, but should not be",
        "las.b should be lost, but was not",
    )


def test_a_broken_check_is_a_surprise_even_where_the_task_is_to_be_lost() -> None:
    verdict = verdict_on(specimen("las.a"), result(Status.BROKEN))
    assert verdict.surprises == ("the check las.a/hidden/x broke",)
    assert not verdict.exact


def test_expected_advice_must_be_shown() -> None:
    shown = result(Status.FAILED, "add one")
    assert verdict_on(specimen("las.a", hint="add one"), shown).surprises == ()
    for drawn, why in (((), NEEDS_DRAWN), (("las.a/hidden/x",), ANSWERS_DIFFER)):
        known = specimen("las.a", hint="count again")
        verdict = judge(known, [result(Status.FAILED)], TASKS, ADVICE, drawn)
        assert verdict.surprises == (
            f"this advice should be shown, but was not: count again ({why})",
        )


def test_advice_of_another_mistake_does_not_fit() -> None:
    verdict = verdict_on(specimen("las.a"), result(Status.FAILED, "add one"))
    assert verdict.surprises == ("this advice was shown, but does not fit: add one",)
    assert verdict.advice == {"add one"}
    assert verdict.exact


def test_a_checks_own_advice_is_nobodys_business() -> None:
    assert verdict_on(specimen("las.a"), result(Status.FAILED, "think")).surprises == ()


def test_a_task_with_steps_is_lost_unless_it_has_all_of_its_points() -> None:
    assert verdict_on(specimen(), suite_that_catches(8)).surprises == ()
    assert verdict_on(specimen(), suite_that_catches(7)).lost == {"las.c"}


def test_points_that_stand_beside_a_specimen_are_compared() -> None:
    known = specimen("las.c", points=4)
    assert verdict_on(known, suite_that_catches(7)).surprises == ()
    assert verdict_on(known, suite_that_catches(4)).surprises == (
        "4 points are expected, but it has 0",
    )
    both = (suite_that_catches(5), result())
    assert verdict_on(specimen("las.c", points=5), *both).surprises == ()


@pytest.mark.parametrize(
    ("kind", "surprises"),
    [("right", ("unexpected incident: tried to fly",)), ("hostile", ())],
)
def test_an_incident_of_an_honest_hand_in_is_a_surprise(
    kind: str, surprises: tuple[str, ...]
) -> None:
    known = replace(specimen(), kind=kind)
    flight = ModuleResult("las", (), (Incident("flight", "tried to fly"),))
    assert verdict_on(known, result(), flight).surprises == surprises


# -- what is planted -----------------------------------------------------------------------------


def plant(folder: Path, name: str, expected: str | None) -> Path:
    planted = folder / name
    planted.mkdir(parents=True)
    (planted / "las.py").write_text("")
    if expected is not None:
        (planted / "expected.toml").write_text(expected)
    return planted


def test_the_reference_the_starter_files_and_all_planted_hand_ins_are_specimens(
    tmp_path: Path,
) -> None:
    assignment = load(small_assignment.make(tmp_path))
    plant(tmp_path, "planted/right/plain", "")
    mistake = 'loses = ["las.look_and_say"]\nhint = "add one"\nfile = "x = 1"\n'
    (tmp_path / "reference/mistakes").mkdir()
    (tmp_path / "reference/mistakes/las.toml").write_text(f"[short]\n{mistake}")
    plant(tmp_path, "planted/hostile/rude", "loses = []\npoints = 2.5\n")
    (tmp_path / "planted" / "right" / "of_nothing_graded").mkdir()
    found = {s.unit.student: s for s in specimens(assignment)}
    for only in ("faulty/short", "right/plain", "starter/handout"):
        assert [s.unit.student for s in specimens(assignment, only)] == [only]

    everything = {task.id for task in assignment.tasks}
    assert {name: s.expected.loses for name, s in found.items()} == {
        "reference/reference": set(),
        "starter/handout": everything,
        "right/plain": set(),
        "faulty/short": {"las.look_and_say"},
        "hostile/rude": set(),
    }
    assert found["faulty/short"].expected.hint == "add one"
    assert found["hostile/rude"].expected.points == 2.5
    assert found["right/plain"].expected.points is None
    assert found["faulty/short"].unit.modules == ("las",)
    assert found["reference/reference"].unit.modules == ("las", "tests")


@pytest.mark.parametrize("expected", [None, "loses = ["])
def test_a_planted_hand_in_without_a_readable_expectation_is_a_fault_of_ours(
    tmp_path: Path, expected: str | None
) -> None:
    assignment = load(small_assignment.make(tmp_path))
    folder = plant(tmp_path, "planted/right/short", expected)
    with pytest.raises(ConfigError, match=str(folder / "expected.toml")):
        list(specimens(assignment))


def test_a_planted_hand_in_has_the_files_that_it_names(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    names = '[files]\n"tests.py" = "planted/right/plain/las.py"\n'
    (plant(tmp_path, "planted/right/plain", "") / "las.py").write_text("x = 1\n")
    folder = plant(tmp_path, "planted/right/short", names)
    [short] = specimens(assignment, "right/short")
    assert short.unit.files == {"las.py": "", "tests.py": "x = 1\n"}
    assert short.unit.modules == ("las", "tests")
    (folder / "tests.py").touch()
    words = "files: tests.py: is in the folder too; delete one of them"
    with pytest.raises(ConfigError) as caught:
        list(specimens(assignment))
    assert str(caught.value) == f"{folder / 'expected.toml'}: {words}"


def test_a_planted_hand_in_that_must_lose_an_unknown_task_is_refused(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    words = "there is no task 'las.look' in config.yaml; did you mean 'las.look_and_say'?"
    folder = plant(tmp_path, "planted/right/short", 'loses = ["las.look"]')
    with pytest.raises(ConfigError) as caught:
        list(specimens(assignment))
    assert str(caught.value) == f"{folder / 'expected.toml'}: {words}"
    (tmp_path / "reference/mistakes").mkdir()
    mistakes = tmp_path / "reference/mistakes/las.toml"
    mistakes.write_text('[short]\nloses = ["las.look"]\nfile = "x = 1"\n')
    with pytest.raises(ConfigError) as caught:
        list(specimens(assignment, "faulty/short"))
    assert str(caught.value) == f"{mistakes}:1: {words}"


@pytest.mark.parametrize(
    ("assignment", "why"),
    [
        ("matrix", "--domains can't be used with `packages`, as {} has"),
        ("shop", "--domains looks at checks, and in {} all tests are as-is"),
    ],
)
def test_domains_of_checks_that_are_asked_elsewhere_are_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], assignment: str, why: str
) -> None:
    config = ROOT / "assignments" / assignment / "config.yaml"
    assert main(["verify", "--domains", "--config", str(config)]) == 2
    assert capsys.readouterr().err == f"grader: {why.format(config)}\n"


def test_a_task_that_is_newer_than_a_planted_hand_in_is_no_surprise() -> None:
    newer = Task(id="las.d", title="D", points=3, functions=("newer", "Deep.newest"))
    gone = result(Status.MISSING, task="las.d")

    def surprises(text: str, found: ModuleResult, *loses: str, kind: str = "faulty") -> int:
        unit = Unit("", {"las.py": text}, {}, ("las",))
        known = Specimen(kind, unit, ExpectedVerdict(frozenset(loses)))
        return len(judge(known, [found], (*TASKS, newer)).surprises)

    assert surprises("def a(): pass", gone) == 0
    assert surprises("def a(): return newer()", gone) == 1
    assert surprises("def a(): pass", result(Status.FAILED, task="las.d")) == 1
    raised = result(Status.ERROR, task="las.d")  # as of a method that isn't there
    assert surprises("def a(): pass", raised) == 0
    assert surprises("def newer(): pass", raised) == 1
    assert surprises("def a(): pass", gone, "las.d") == 0  # it is said to lose it
    assert surprises("def a(): pass", gone, kind="reference") == 2  # and the reason


@pytest.mark.parametrize("as_graded", [False, True])
def test_right_hand_ins_are_asked_everything_and_faulty_ones_what_students_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_graded: bool
) -> None:
    assignment = load(small_assignment.make(tmp_path))
    opened: list[tuple[Examples, list[str]]] = []

    def open_session(asked: Assignment, _: Any, __: Any, body: Callable[[Any], None]) -> None:
        def grade(units: Sequence[Unit], _jobs: int) -> Sequence[Any]:
            opened.append((asked.examples, [unit.student for unit in units]))
            return ()

        body(SimpleNamespace(grade=grade, plugin=SimpleNamespace(checks=()), key={}))

    monkeypatch.setattr(verdicts, "open_session", open_session)
    right, faulty = (
        replace(specimen(), kind=kind, unit=Unit(kind, {}, {}, ("las",)))
        for kind in ("right", "faulty")
    )

    def asked(*planted: Specimen) -> list[tuple[Examples, list[str]]]:
        opened.clear()
        verify(assignment, planted, Tier.NONE, 1, lambda _: None, as_graded=as_graded)
        return opened

    chosen = Examples.CHOSEN
    if as_graded:
        assert asked(right, faulty) == [(chosen, ["right", "faulty"])]
    else:
        assert asked(faulty, right) == [(Examples.ALL, ["right"]), (chosen, ["faulty"])]
        assert asked(right) == [(Examples.ALL, ["right"])]
    assert asked(faulty) == [(chosen, ["faulty"])]


def test_a_starter_that_nobody_can_import_is_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would lose its tasks as expected, and so would all who begin with it."""
    assignment = load(small_assignment.make(tmp_path))
    words = "your code raised NameError: name 'RATE' is not defined (las.py, line 1)"
    failed = ImportFailed(Evidence(words), Status.ERROR).evidence
    missing = without_values("tests.py is not in the hand-in")

    def noted(kind: str, *ends: tuple[Status, Evidence | None]) -> list[str]:
        checks = [
            CheckResult(f"las.a/hidden/{i}", "las.a", "x", False, *end)
            for i, end in enumerate(ends)
        ]
        unit = Unit("", {}, {}, ("las",))
        graded = [(unit, [ModuleResult("las", tuple(checks))])]
        plugin = SimpleNamespace(checks=())
        session = SimpleNamespace(grade=lambda *_: graded, plugin=plugin, key={})
        monkeypatch.setattr(verdicts, "open_session", lambda *asked: asked[-1](session))
        known = Specimen(kind, unit, ExpectedVerdict())
        return verify(assignment, [known], Tier.NONE, 1, lambda _: None)

    broken = (Status.ERROR, failed)
    note = f"{assignment.handout / 'las.py'}: can't be imported: {words}"
    assert noted("starter", broken, broken) == [note]
    assert noted("starter", broken, (Status.PASSED, None)) == []
    assert noted("starter", (Status.ERROR, Evidence("las.py is not written yet"))) == []
    assert noted("starter", (Status.MISSING, missing)) == []
    assert noted("faulty", broken) == []


def test_verify_can_be_quiet_or_speak_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_las_only(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert main(["verify", "--only", "reference", "-q"]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["verify", "--only", "reference", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hand_ins"] == {"reference": {"all": 1, "as_expected": 1}}
    assert found["unexpected"] == []


def test_verify_says_what_is_unexpected_however_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_las_only(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verdicts, "claimless_checks", lambda _: ["a check claims nothing"])
    assert main(["verify", "--only", "reference", "-q"]) == 1
    assert capsys.readouterr() == ("unexpected: a check claims nothing\n", "")


def test_a_check_that_claims_nothing_is_a_line(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    file = assignment.hidden_checks / "test_las.py"
    file.write_text('@pytest.mark.task("las.look_and_say", "runs")\ndef test_runs(): pass\n')
    [line] = claimless_checks(assignment)
    assert line.startswith(f"{file}:2: test_runs claims nothing: ")


BOUNDED = """
from typing import Any

import pytest
from feed import Feed


@pytest.mark.task("words.first_repeated", "reads no further")
@pytest.mark.parametrize("most", [5, 500])
def test_bounds(submission: Any, expect: Any, most: int) -> None:
    question = submission.words.first_repeated(Feed("abcba"))
    expect(question, "b", calls={"__next__": 4})
    expect(question, "b", calls={"__next__": most})
    expect(question, "b", calls={"__next__": 100 * most})
    expect(submission.words.tally(""), {})
    expect(question, "b", visits=["__next__()"] * 9)
"""


def test_a_bound_that_notices_no_doubled_call_is_noted(tmp_path: Path) -> None:
    folder = tmp_path / "words"
    shutil.copytree(ROOT / "assignments/words", folder)
    file = folder / "handout/checks/test_words.py"
    file.write_text(file.read_text() + BOUNDED)
    first = file.read_text().count("\n") - BOUNDED.count("\n")
    assignment = load(folder / "config.yaml")
    [reference] = [s for s in specimens(assignment) if s.kind == "reference"]
    words_only = replace(reference, unit=replace(reference.unit, modules=("words",)))
    verdicts: list[SpecimenVerdict] = []
    lines = verify(assignment, [words_only], choose_tier(Tier.NONE), 1, verdicts.append)
    assert [verdict.surprises for verdict in verdicts] == [()]
    words = (
        "of __next__ doesn't fail even if each is doubled: the reference makes 4; lower the bound"
    )
    assert lines == [
        f"{file}:{first + 14}: a bound of 50000 calls {words}",
        f"{file}:{first + 16}: a bound of 9 calls {words}",
    ]
