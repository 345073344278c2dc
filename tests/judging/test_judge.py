"""One hand-in, one child: what it costs is bounded, and whatever happens to the child is known."""

import os
import signal
from dataclasses import replace
from math import inf
from pathlib import Path
from textwrap import dedent

import pytest

from grader.asking.allowance import Costs
from grader.errors import BrokenGrader
from grader.judging.judge import Judge, SpentTime, broken_results, grade_in_child
from grader.judging.pytest_plugin import ChecksPlugin
from grader.judging.unit import Unit, results_from_bytes
from grader.results import ModuleResult
from grader.sandbox.clock import HandinPaused
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from tests.support import BUDGET, COSTS, unit_of, warm_judge

DOUBLE = "def act(n): return 2 * n\n"
THREE_TASKS = """
    @judges("first", "work.one")
    def test_one_first(submission, expect):
        expect(submission.work.act(1), 2)

    @judges("second", "work.one")
    def test_one_second(submission, expect):
        expect(submission.work.act(2), 4)

    @judges("third", "work.two")
    def test_two(submission, expect):
        expect(submission.work.act(3), 6)
"""
BRIEF_COSTS = replace(COSTS, budget=replace(BUDGET, cpu_seconds=0.3))


def statuses(results: tuple[ModuleResult, ...]) -> dict[str, Status]:
    return {check.title: check.status for module in results for check in module.checks}


def graded(
    folder: Path,
    nursery: Nursery,
    source: str,
    costs: Costs = BRIEF_COSTS,
    hidden: str = THREE_TASKS,
) -> tuple[ModuleResult, ...]:
    """The results of a hand-in."""
    found: list[tuple[ModuleResult, ...]] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        found.append(results_from_bytes(grade_in_child(judge, unit_of(source), nursery)))

    warm_judge(folder, body, hidden=hidden, reference=DOUBLE, costs=costs)
    return found[0]


def test_a_check_that_asks_for_a_name_that_is_nowhere_is_broken_and_says_where(
    tmp_path: Path, nursery: Nursery
) -> None:
    """Even if a hand-in has the name: nobody was asked to write it."""
    slips = """
        @judges("a name", "work.one")
        def test_name(submission, expect):
            expect(submission.work.act_(1), 2)

        @judges("a module", "work.two")
        def test_module(submission, expect):
            expect(submission.wrok.act(1), 2)
    """
    [module] = graded(tmp_path, nursery, DOUBLE + "def act_(n): return 2\n", hidden=slips)
    found = {check.title: (check.status, check.evidence) for check in module.checks}
    line = (tmp_path / "hidden/test_work.py").read_text().splitlines().index
    assert [status for status, _ in found.values()] == [Status.BROKEN] * 2
    [name, wrong_module] = [evidence.message for _, evidence in found.values() if evidence]
    words = "neither the solution nor the starter file has work.act_"
    assert (
        name == f"hidden/test_work.py:{line('    expect(submission.work.act_(1), 2)') + 1}: {words}"
    )
    at = line("    expect(submission.wrok.act(1), 2)") + 1
    assert wrong_module == f"hidden/test_work.py:{at}: there is no module wrok"


def test_a_right_hand_in_passes_everything(tmp_path: Path, nursery: Nursery) -> None:
    [module] = graded(tmp_path, nursery, DOUBLE)
    assert set(statuses((module,)).values()) == {Status.PASSED}
    assert (module.module, module.incidents) == ("work", ())
    assert module.cpu_seconds > 0


def test_a_hand_in_has_the_data_files_that_were_handed_in(tmp_path: Path, nursery: Nursery) -> None:
    source = "def act(n): return int(open('factor.txt').read()) * n\n"
    unit = replace(unit_of(source), data={"factor.txt": b"2".hex()})
    found: list[ModuleResult] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        found.extend(results_from_bytes(grade_in_child(judge, unit, nursery)))

    warm_judge(tmp_path, body, hidden=THREE_TASKS, reference=DOUBLE, costs=BRIEF_COSTS)
    assert set(statuses(found).values()) == {Status.PASSED}


ASKS_NOTHING = """
    @judges("asks nothing", "work.one")
    def test_source(source):
        assert "work.py" in source.trees

    @judges("asks", "work.two")
    def test_asks(submission, expect):
        expect(submission.work.act(3), 6)
"""


@pytest.mark.parametrize(
    ("unit", "status", "why"),
    [
        (Unit("ada", {}, {}, ("work",)), Status.MISSING, "work.py is not in the hand-in"),
        (
            Unit("ada", {}, {"work.py": "it is no UTF-8"}, ("work",)),
            Status.ERROR,
            "work.py can't be read: it is no UTF-8",
        ),
    ],
    ids=["missing", "unreadable"],
)
def test_without_the_file_every_check_says_so(
    tmp_path: Path, nursery: Nursery, unit: Unit, status: Status, why: str
) -> None:
    found: list[ModuleResult] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        found.extend(results_from_bytes(grade_in_child(judge, unit, nursery)))

    warm_judge(tmp_path, body, hidden=ASKS_NOTHING, reference=DOUBLE, costs=BRIEF_COSTS)
    found = [(check.status, check.message) for module in found for check in module.checks]
    assert found == [(status, why)] * 2


def test_after_a_timeout_the_rest_of_its_task_is_skipped(tmp_path: Path, nursery: Nursery) -> None:
    source = "def act(n):\n    while n < 3: pass\n    return 2 * n\n"
    [module] = graded(tmp_path, nursery, source)
    assert statuses((module,)) == {
        "first": Status.TIMEOUT,
        "second": Status.SKIPPED,
        "third": Status.PASSED,
    }
    assert module.checks[1].message == "not run: an earlier check of this task did not end"
    assert [incident.kind for incident in module.incidents] == ["time"]


def test_after_a_crash_the_next_check_has_a_new_box(tmp_path: Path, nursery: Nursery) -> None:
    source = "import os\ndef act(n):\n    if n == 1: os._exit(3)\n    return 2 * n\n"
    assert statuses(graded(tmp_path, nursery, source)) == {
        "first": Status.CRASHED,
        "second": Status.PASSED,
        "third": Status.PASSED,
    }


def test_what_happens_again_is_one_incident(tmp_path: Path, nursery: Nursery) -> None:
    """How often somebody is just about out of time differs from run to run."""
    source = "import os\ntry: os.fork()\nexcept OSError: pass\ndef act(n): os._exit(min(n, 2))\n"
    [module] = graded(tmp_path, nursery, source)
    assert {check.status for check in module.checks} == {Status.CRASHED}
    kinds = [incident.kind for incident in module.incidents]
    assert sorted(kinds) == ["exit", "exit", "process"]


ALL_CPU_TIME = "the hand-in has used up all of its CPU time"
ALL_SLEEP = "the hand-in has slept for as long as it may"
ALL_TIME = "the hand-in has taken as long as it may"
WORKS = "    while time.process_time() < begun + 0.4: pass"
WORKS_NOW_AND_THEN = "    for _ in range(60): time.sleep(0.01), sum(range(10_000))"

# Code that stays within what one question may cost, what it may cost in all, and the words for it.
TOO_MUCH_IN_ALL = {
    "CPU time": (WORKS, {"handin_cpu_seconds": 1.0}, ALL_CPU_TIME),
    "sleep": ("    time.sleep(0.6)", {"handin_idle_seconds": 1.0}, ALL_SLEEP),
    "time": (WORKS_NOW_AND_THEN, {"handin_wall_seconds": 1.0}, ALL_TIME),
}
ONE_CHECK_OF_MANY_QUESTIONS = """
    @judges("many questions", "work.one")
    def test_many(submission, expect):
        for n in range(20):
            expect(submission.work.act(n), 2 * n)

    @judges("another task", "work.two")
    def test_another(submission, expect):
        expect(submission.work.act(3), 6)
"""


@pytest.mark.parametrize("of", TOO_MUCH_IN_ALL)
def test_a_hand_in_has_a_bound_that_holds_in_the_middle_of_a_check_too(
    tmp_path: Path, nursery: Nursery, of: str
) -> None:
    does, most, words = TOO_MUCH_IN_ALL[of]
    begins = "import time\ndef act(n):\n    begun = time.process_time()\n"
    source = f"{begins}{does}\n    return 2 * n\n"
    costs = replace(COSTS, **most)
    [module] = graded(tmp_path, nursery, source, costs, ONE_CHECK_OF_MANY_QUESTIONS)
    first, second = module.checks
    assert first.status in (Status.TIMEOUT, Status.SKIPPED)
    assert first.message.removeprefix("not run: ") == words
    assert (second.status, second.message) == (Status.SKIPPED, f"not run: {words}")


@pytest.mark.parametrize(("others", "left"), [(0.0, 30.0), (12.0, 18.0), (29.0, 3.0), (31.0, 3.0)])
def test_each_module_may_sleep_a_while_however_long_others_have_slept(
    others: float, left: float
) -> None:
    spent = SpentTime(0.0, 0.0, asleep_seconds=others).for_module(COSTS)
    assert spent.left(COSTS).asleep_seconds == left
    assert replace(spent, asleep_seconds=others + 1).left(COSTS).asleep_seconds == left - 1


def test_a_module_is_asked_though_another_has_slept_for_as_long_as_it_may(
    tmp_path: Path, nursery: Nursery
) -> None:
    found: list[ModuleResult] = []
    source = "import time\ndef act(n):\n    time.sleep(0.15)\n    return 2 * n\n"
    unit = replace(unit_of(source), modules=("work", "work"))

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        found.extend(results_from_bytes(grade_in_child(judge, unit, nursery)))

    costs = replace(COSTS, handin_idle_seconds=1.0)
    hidden = ONE_CHECK_OF_MANY_QUESTIONS
    warm_judge(tmp_path, body, hidden=hidden, reference=DOUBLE, costs=costs)
    [first, second] = [module.checks for module in found]
    assert [check.status for check in first] == [Status.TIMEOUT, Status.SKIPPED]
    assert second[0].status is Status.TIMEOUT


def test_what_led_to_a_wrong_answer_is_printed_and_advised_on(
    tmp_path: Path, nursery: Nursery
) -> None:
    """Advice by the words of an exception is marked: they may be chosen by a hidden value."""
    source = "def act(n):\n    print(n)\n    if n > 2: return n + self\n"
    [module] = graded(tmp_path, nursery, source)
    first, _, third = [check.evidence for check in module.checks]
    assert first is not None
    assert third is not None
    assert (first.output, first.by_its_word) == ("1\n", False)
    assert third.hint == "make `self` the first parameter of the method"
    assert (third.output, third.by_its_word) == ("3\n", True)


def test_what_is_kept_of_the_output_has_a_bound_in_all(tmp_path: Path, nursery: Nursery) -> None:
    source = "def act(n):\n    print('x' * 300)\n    raise ValueError\n"
    costs = replace(BRIEF_COSTS, handin_output_characters=500)
    [module] = graded(tmp_path, nursery, source, costs)
    kept = [check.evidence.output for check in module.checks if check.evidence]
    assert kept[0] == "x" * 300 + "\n"
    assert 300 < sum(map(len, kept)) < 550


def test_a_check_has_the_time_of_its_task(tmp_path: Path, nursery: Nursery) -> None:
    """Also where it asks one question after the other."""
    costs = replace(BRIEF_COSTS, task_cpu_seconds={"work.one": 5.0})
    begins = "import time\ndef act(n):\n    begun = time.process_time()\n"
    source = begins + WORKS.replace("0.4", "0.9") + "\n    return 2 * n\n"
    assert statuses(graded(tmp_path, nursery, source, costs)) == {
        "first": Status.PASSED,
        "second": Status.PASSED,
        "third": Status.TIMEOUT,
    }


CALLS_THE_JUDGE = """
    @judges("calls", "work.one")
    def test_calls(submission, expect):
        expect(submission.work.act(lambda a, b: a % 2 == b % 2), "MemoryError")
"""


def test_a_call_can_not_make_the_judge_take_all_memory(tmp_path: Path, nursery: Nursery) -> None:
    """`%` of a text writes a number in as many digits as the text says."""
    source = """
        def act(eq):
            try:
                return eq("%2000000000d", 2)
            except Exception as error:
                return type(error).__name__
    """
    [module] = graded(tmp_path, nursery, dedent(source), hidden=CALLS_THE_JUDGE)
    assert [check.message for check in module.checks] == [""]


def test_what_costs_the_judge_too_much_is_skipped(
    tmp_path: Path, nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the judge's own end comes, which would be a fault of the grader."""
    monkeypatch.setattr("grader.judging.judge.JUDGING_CPU_SECONDS", -1)
    [module] = graded(tmp_path, nursery, DOUBLE)
    assert set(statuses((module,)).values()) == {Status.SKIPPED}
    assert module.checks[0].message == "not run: the answers of the hand-in take too long to read"


def test_a_task_and_a_property_may_have_budgets_of_their_own() -> None:
    costs = replace(COSTS, task_cpu_seconds={"work.act": 9.0})
    assert costs.of("work.act", None) == replace(BUDGET, cpu_seconds=9.0)
    assert costs.of("work.act", 3.0) == replace(BUDGET, cpu_seconds=3.0)
    assert costs.of("work.other", None) == BUDGET


ENDINGS = {
    "raises": ("raise RuntimeError('a fault')", "RuntimeError: a fault"),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", "failed: ended by SIGKILL"),
    "exits": ("os._exit(3)", "the judge of this hand-in failed"),
    "ends half way": ("os._exit(0)", "the judge of this hand-in failed"),
}


class Faulty(Judge):
    """A judge that does something else."""

    def __init__(self, does: str) -> None:
        self._does = does

    def grade(
        self, _unit: Unit, _nursery: Nursery, _progress: object = None
    ) -> tuple[ModuleResult, ...]:
        exec(self._does, {"os": os, "signal": signal})
        return ()


@pytest.mark.parametrize("how", ENDINGS)
def test_a_child_that_does_not_finish_is_a_fault_of_ours(nursery: Nursery, how: str) -> None:
    does, words = ENDINGS[how]
    with pytest.raises(BrokenGrader, match=words):
        grade_in_child(Faulty(does), unit_of(DOUBLE), nursery)


def test_a_child_that_never_ends_is_ended(
    nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.judging.judge.CHILD_CPU_SECONDS", 1)
    with pytest.raises(BrokenGrader, match="failed: ended by SIG"):
        grade_in_child(Faulty("while True: pass"), unit_of(DOUBLE), nursery)


NONE_FOR_A_NUMBER = "def act(n):\n    if n == 7: return 1\n"


def test_no_text_keeps_a_failed_check_from_its_verdict(tmp_path: Path, nursery: Nursery) -> None:
    """Here one that is too deep for whatever looks into it by recursion."""
    deep = "".join([f"    elif n == {n}: return None\n" for n in range(1200)])
    [module] = graded(tmp_path, nursery, f"{NONE_FOR_A_NUMBER}{deep}    else: return 2\n")
    assert set(statuses((module,)).values()) == {Status.FAILED}


def test_what_could_not_be_graded_is_broken_in_every_check(tmp_path: Path) -> None:
    def body(_judge: Judge, plugin: ChecksPlugin) -> None:
        [module] = broken_results(plugin.checks, ["work"], "a fault")
        assert set(statuses((module,)).values()) == {Status.BROKEN}
        assert module.checks[0].message == "the grader failed here; staff have been informed"
        assert module.checks[0].evidence is not None
        assert module.checks[0].evidence.output == "a fault"

    warm_judge(tmp_path, body, hidden=THREE_TASKS)


def test_a_hand_in_that_works_or_sleeps_for_too_long_is_set_aside(
    tmp_path: Path, nursery: Nursery
) -> None:
    """Whether it works or sleeps; one that takes less never is."""
    unit = unit_of("import time\ndef act(n):\n    time.sleep(1.2)\n    return 2 * n\n")
    busy = unit_of("def act(n):\n    while True: pass\n")
    ended: list[str] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        for patience, each in ((0.2, unit), (0.2, busy), (60.0, unit), (60.0, busy)):
            try:
                grade_in_child(judge, replace(each, patience=patience), nursery)
                ended.append("graded")
            except HandinPaused:
                ended.append("set aside")

    warm_judge(tmp_path, body, hidden=THREE_TASKS, reference=DOUBLE, costs=BRIEF_COSTS)
    assert ended == ["set aside", "set aside", "graded", "graded"]


def test_a_hand_in_that_holds_its_slot_without_work_is_set_aside_in_the_middle_of_a_question(
    tmp_path: Path, nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless nobody waits; and a check that catches all exceptions can't keep it."""
    monkeypatch.setattr("grader.sandbox.clock.SLOT_SECONDS", 0.5)
    asleep = unit_of("import time\ndef act(n):\n    time.sleep(2)\n    return 2 * n\n")
    catching = """
@judges("catches everything")
def test_it(submission, expect):
    try:
        expect(submission.work.act(1), 2)
    except Exception:
        pass
"""
    ended: list[str] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        for patience in (60.0, inf):
            try:
                grade_in_child(judge, replace(asleep, patience=patience), nursery)
                ended.append("graded")
            except HandinPaused:
                ended.append("set aside")

    warm_judge(tmp_path, body, hidden=catching, reference=DOUBLE)
    assert ended == ["set aside", "graded"]
