"""A mistake is named only when it explains everything that was observed."""

from collections.abc import Collection, Iterable
from typing import Any

import pytest

from gametree import Guess, TreeLeaf, TreeNode
from gametree.watched import WatchedGame
from grader.asking.answers import Answer, Missing, Raised, Value
from grader.asking.reference import Reference
from grader.judging.known_mistakes import Diagnosis, Mistake, Observed
from grader.results import CheckResult, Status
from grader.student.evidence import Evidence
from grader.student.question import CODE

ACT, OTHER = "work.act", "work.other"
TREE = TreeNode("a", (TreeLeaf("b", 1), TreeLeaf("c", 2)))


def mistake(source: str, hint: str = "add one", loses: Iterable[str] = (ACT,)) -> Mistake:
    solution = Reference({"work.py": source})
    return Mistake("planted", frozenset({"work"}), hint, frozenset(loses), solution)


OFF_BY_ONE = mistake("def act(n): return n + 1\n")
RAISES = mistake("def act(n): raise ValueError('no')\n", "handle it")
BREAKS = mistake("def act(n): return 1 / 0\n", "never")


def observed(*answers: Answer) -> list[Observed]:
    """Answers to `act(0)`, `act(1)`, …"""
    return [Observed(CODE.work.act(n), answer, {}) for n, answer in enumerate(answers)]


def failed(name: str, status: Status = Status.FAILED) -> CheckResult:
    task, evidence = name.partition("/")[0], Evidence("wrong value", hint="think again")
    return CheckResult(name, task, "a title", False, status, evidence)


def hint(seen: Iterable[Observed], *mistakes: Mistake, module: str = "work") -> str:
    """The hint for one check that failed, "" if it keeps the one that it had."""
    kept, diagnosis = list(seen), Diagnosis(module, mistakes)
    diagnosis.observe("work.act/x", lambda: kept)
    [result] = diagnosis.advise([failed("work.act/x")])
    assert result.evidence is not None
    return "" if result.evidence.hint == "think again" else result.evidence.hint


def test_the_mistake_that_gives_all_the_answers_is_named() -> None:
    assert hint(observed(Value(1), Value(2)), BREAKS, RAISES, OFF_BY_ONE) == "add one"


def test_one_other_answer_and_there_is_no_hint() -> None:
    assert hint(observed(Value(1), Value(7)), OFF_BY_ONE) == ""
    assert hint(observed(Value(1), Missing("no act")), OFF_BY_ONE) == ""


def test_a_mistake_of_another_module_explains_nothing() -> None:
    assert hint(observed(Value(1)), OFF_BY_ONE, module="las") == ""


def test_an_exception_is_explained_by_the_same_kind_of_exception() -> None:
    own = Raised("Refused", "never", (), ("ValueError", "Exception"))
    assert hint(observed(own), RAISES) == "handle it"
    assert hint(observed(Raised("KeyError", "no", ())), RAISES) == ""
    assert hint(observed(Raised("ZeroDivisionError", "no", ())), RAISES, BREAKS) == "never"


def test_a_mistake_may_recurse_as_deep_as_hand_ins_do() -> None:
    deep = mistake("def act(n): return 0 if n == 0 else 1 + max([act(n - 1)])\n", "count once")
    question = CODE.work.act(20_000)
    assert hint([Observed(question, Value(20_000), {})], deep) == "count once"
    endless = mistake("def act(n): return 1 + act(n)\n", "end it")
    assert hint([Observed(question, Raised("RecursionError", "", ()), {})], endless) == "end it"


NEVER_ENDS = "def act(n):\n    while True: pass\n"
NOR_IF_STOPPED = "def act(n):\n    try:\n        while True: pass\n    except Exception: return 1\n"


@pytest.mark.parametrize("source", [NEVER_ENDS, NOR_IF_STOPPED])
def test_a_mistake_that_never_ends_is_given_up_and_no_other_is_looked_for(source: str) -> None:
    diagnosis = Diagnosis("work", (mistake(source, "end it"), OFF_BY_ONE), seconds=0.3)
    for check in ("work.act/x", "work.other/x"):
        diagnosis.observe(check, lambda: observed(Value(1)))
        [result] = diagnosis.advise([failed(check)])
        assert result.evidence is not None
        assert result.evidence.hint == "think again"


def test_the_terminals_must_be_the_same_too() -> None:
    game: Any = WatchedGame(TREE)
    source = "def act(game): return game.estimate(game.make_move(game.start, 1))\n"
    looks_right = mistake(source, "look left")
    seen = Observed(CODE.work.act(game), Value(Guess(2)), {id(game): ["c"]})
    assert hint([seen], looks_right) == "look left"
    seen = Observed(CODE.work.act(game), Value(Guess(2)), {id(game): ["b", "c"]})
    assert hint([seen], looks_right) == ""


# -- several checks, several mistakes ------------------------------------------------------------

TWICE = mistake("def act(n): return 2 * n\n", "not twice", [ACT, OTHER])
ALMOST_TWICE = mistake("def act(n): return n + (n == 1)\n", "not just once", [ACT])
DOUBLED = observed(Value(0), Value(2))


def advised(diagnosis: Diagnosis, *results: CheckResult, helped: Collection[str] = ()) -> list[str]:
    evidence = [result.evidence for result in diagnosis.advise(results, helped)]
    return [each.hint for each in evidence if each is not None]


def test_a_mistake_must_explain_all_checks_of_a_task() -> None:
    diagnosis = Diagnosis("work", [ALMOST_TWICE, TWICE])
    diagnosis.observe("work.act/short", lambda: DOUBLED)
    diagnosis.observe("work.act/long", lambda: observed(Value(0), Value(2), Value(4)))
    both = failed("work.act/short"), failed("work.act/long")
    assert advised(diagnosis, *both) == ["not twice", "not twice"]

    diagnosis.observe("work.act/odd", lambda: observed(Value(7)))
    assert advised(diagnosis, *both) == ["think again", "think again"]


def test_a_mistake_that_keeps_a_task_does_not_explain_its_loss() -> None:
    diagnosis = Diagnosis("work", [ALMOST_TWICE])
    diagnosis.observe("work.other/x", lambda: DOUBLED)
    assert advised(diagnosis, failed("work.other/x")) == ["think again"]


def test_of_several_mistakes_the_one_that_explains_most_tasks_is_named() -> None:
    diagnosis = Diagnosis("work", [ALMOST_TWICE, TWICE])
    diagnosis.observe("work.act/x", lambda: DOUBLED)
    diagnosis.observe("work.other/x", lambda: DOUBLED)
    assert advised(diagnosis, failed("work.act/x"), failed("work.other/x")) == ["not twice"] * 2


def test_of_those_the_one_that_loses_the_same_tasks_is_named() -> None:
    diagnosis = Diagnosis("work", [TWICE, ALMOST_TWICE])
    diagnosis.observe("work.act/x", lambda: DOUBLED)
    assert advised(diagnosis, failed("work.act/x")) == ["not just once"]
    assert advised(diagnosis, failed("work.act/x"), failed("work.other/y"))[0] == "not twice"


def test_a_mistake_that_explains_everything_is_named_in_every_check() -> None:
    diagnosis = Diagnosis("work", [TWICE])
    diagnosis.observe("work.act/drawn", lambda: DOUBLED)
    ended = failed("work.other/ended", Status.TIMEOUT)
    assert advised(diagnosis, failed("work.act/drawn"), ended) == ["not twice"] * 2
    other = failed("work.third/ended", Status.TIMEOUT)
    hints = advised(diagnosis, failed("work.act/drawn"), ended, other)
    assert hints == ["not twice", "think again", "think again"]


def test_a_task_that_passes_with_right_functions_has_no_mistake_of_its_own() -> None:
    diagnosis = Diagnosis("work", [OFF_BY_ONE, mistake("def act(n): return n + 2", "x", [OTHER])])
    diagnosis.observe("work.act/drawn", lambda: observed(Value(1)))
    diagnosis.observe("work.other/drawn", lambda: observed(Value(2)))
    results = [failed("work.act/drawn"), failed("work.other/drawn")]
    assert advised(diagnosis, *results, helped={OTHER}) == ["add one", "add one"]


def test_nothing_is_explained_where_nothing_was_compared() -> None:
    silent = mistake("def act(n): return n\n", "never", loses=[])
    assert advised(Diagnosis("work", [silent]), failed("work.act/plain")) == ["think again"]


def test_a_wrong_answer_that_was_not_compared_gets_the_advice_of_its_task() -> None:
    diagnosis = Diagnosis("work", [OFF_BY_ONE])
    diagnosis.observe("work.act/drawn", lambda: observed(Value(1)))
    plain, raised = failed("work.act/plain"), failed("work.act/raised", Status.ERROR)
    hints = advised(diagnosis, failed("work.act/drawn"), plain, raised, failed("work.other/plain"))
    assert hints == ["add one", "add one", "think again", "think again"]


def test_a_check_that_passed_gets_no_advice() -> None:
    passed = CheckResult("work.act/plain", ACT, "a title", True, Status.PASSED)
    diagnosis = Diagnosis("work", [OFF_BY_ONE])
    diagnosis.observe("work.act/drawn", lambda: observed(Value(1)))
    assert diagnosis.advise([failed("work.act/drawn"), passed])[1] == passed
