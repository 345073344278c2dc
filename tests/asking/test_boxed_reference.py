"""A solution in boxes answers as one in the judge does, and says what is wrong with it."""

from collections.abc import Iterator

import pytest

from gametree import Guess, TreeLeaf
from gametree.watched import WatchedGame
from grader.asking.answers import Raised, Value
from grader.asking.boxed_reference import BoxedReference, SolutionFailed
from grader.asking.submission import BoxPlan
from grader.sandbox.tiers import Nursery
from grader.student.question import CODE, run
from tests.support import COSTS, LIBRARY

FILES = {
    "work.py": "from part import NUMBER\ndef act(n):\n    print('noise')\n    return NUMBER + n\n",
    "part.py": "NUMBER = 40\n",
    "refuse.py": "import builtins\ndef act(name): raise getattr(builtins, name)('no')\n",
    "watch.py": "def act(game): return game.estimate(game.start)\n",
    "odd.py": "def act(): return object()\n",
    "main.py": "print(input())\n",
}


@pytest.fixture
def solution(nursery: Nursery) -> Iterator[BoxedReference]:
    plan = BoxPlan(tuple(FILES.items()), COSTS, library=LIBRARY, programs=frozenset(["main"]))
    made = BoxedReference(plan, lambda: nursery).within(nursery)
    yield made
    made.close()


def test_files_import_each_other_and_stay_imported(solution: BoxedReference) -> None:
    assert [solution.answer(CODE.work.act(n)) for n in (2, 3)] == [Value(42), Value(43)]
    ran = solution.answer(run("main.py", stdin="word"))
    assert isinstance(ran, Value)
    assert ran.value.output == "word\n"


@pytest.mark.parametrize("name", ["ValueError", "KeyError", "TypeError", "OverflowError"])
def test_an_exception_that_a_task_may_ask_for_is_an_answer(
    solution: BoxedReference, name: str
) -> None:
    answer = solution.answer(CODE.refuse.act(name))
    assert isinstance(answer, Raised)
    assert answer.name == name


def test_what_is_no_answer_is_the_staffs_to_see(solution: BoxedReference) -> None:
    with pytest.raises(SolutionFailed, match="it raises AttributeError: no"):
        solution.answer(CODE.refuse.act("AttributeError"))
    with pytest.raises(SolutionFailed, match=r"work\.py has no other"):
        solution.answer(CODE.work.other())
    with pytest.raises(SolutionFailed, match=r"missing\.py is not in the hand-in"):
        solution.answer(CODE.missing.act())


def test_visits_are_those_of_the_last_answer(solution: BoxedReference) -> None:
    game = WatchedGame(TreeLeaf("a", 3))
    for _ in range(2):
        assert solution.answer(CODE.watch.act(game)) == Value(Guess(3))
        assert game.visits == ["a"]
