"""A solution of the staff answers from boxes, and says what is wrong with it."""

from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from gametree import Guess, TreeLeaf
from gametree.grading.watched_games import WatchedGame
from grader.asking.answers import RaisedException, Value
from grader.asking.solution import Solution, SolutionFailed, expected_answer
from grader.asking.submission import BoxPlan, Submission
from grader.sandbox.tiers import Nursery
from grader.student.question import CODE, ModuleOf, run
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
def modules(nursery: Nursery) -> Iterator[Callable[[str], Submission]]:
    """Modules of a solution with these files."""
    plan = BoxPlan(tuple(FILES.items()), COSTS, library=LIBRARY, programs=frozenset(["main"]))
    solution = Solution(plan, lambda: nursery)
    made: list[Submission] = []

    def module(name: str) -> Submission:
        made.append(solution.module(name))
        return made[-1]

    yield module
    for each in made:
        each.close()


def test_files_import_each_other_and_stay_imported(modules: Callable[[str], Submission]) -> None:
    work = modules("work")
    assert [expected_answer(work, CODE.work.act(n)) for n in (2, 3)] == [Value(42), Value(43)]
    ran = expected_answer(modules("main"), run("main.py", stdin="word"))
    assert isinstance(ran, Value)
    assert ran.value.output == "word\n"


@pytest.mark.parametrize("name", ["ValueError", "KeyError", "TypeError", "OverflowError"])
def test_an_exception_that_a_task_may_ask_for_is_an_answer(
    modules: Callable[[str], Submission], name: str
) -> None:
    answer = expected_answer(modules("refuse"), CODE.refuse.act(name))
    assert isinstance(answer, RaisedException)
    assert answer.name == name


def test_what_is_no_answer_is_the_staffs_to_see(modules: Callable[[str], Submission]) -> None:
    with pytest.raises(SolutionFailed, match="it raises AttributeError: no"):
        expected_answer(modules("refuse"), CODE.refuse.act("AttributeError"))
    with pytest.raises(SolutionFailed, match=r"work\.py has no other"):
        expected_answer(modules("work"), CODE.work.other())
    with pytest.raises(SolutionFailed, match=r"missing\.py is not in the hand-in"):
        expected_answer(modules("missing"), CODE.missing.act())


def test_visits_are_those_of_the_last_answer(modules: Callable[[str], Submission]) -> None:
    game = WatchedGame(TreeLeaf("a", 3))
    for _ in range(2):
        assert expected_answer(modules("watch"), CODE.watch.act(game)) == Value(Guess(3))
        assert game.visits == ["a"]


def test_a_question_may_begin_with_a_function_of_python(
    modules: Callable[[str], Submission],
) -> None:
    length = ModuleOf("builtins").len
    question = length(ModuleOf("builtins").str(CODE.work.act(2)))
    assert expected_answer(modules("work"), question) == Value(2)


def test_files_may_be_changed_for_one_module_alone(nursery: Nursery) -> None:
    solution = Solution(BoxPlan(tuple(FILES.items()), COSTS, library=LIBRARY), lambda: nursery)
    with (
        closing(solution.module("work", {"part.py": "NUMBER = 1\n"})) as other,
        closing(solution.module("work")) as usual,
    ):
        answers = [expected_answer(one, CODE.work.act(2)) for one in (other, usual)]
    assert answers == [Value(3), Value(42)]


SHADOWS = {
    "work.py": "from operator import eq\nimport statistics\ndef act(): return [eq(1, 2), 3]\n",
    "operator.py": "def eq(a, b): return 'mine'\n",
    "statistics.py": "def mean(x): return 'mine'\n",
    "calendar.py": "def isleap(year): return 'mine'\n",
}


def test_questions_mean_pythons_own_modules_whatever_files_are_called(nursery: Nursery) -> None:
    plan = BoxPlan(tuple(SHADOWS.items()), COSTS, library=LIBRARY, modules=("work", "calendar"))
    with closing(Submission(nursery, "work", plan)) as work:
        answer = CODE.work.act()
        asked = [answer[1], CODE.statistics.mean([1, 3]), answer, CODE.calendar.isleap(2000)]
        # Its own files are its own modules all the same, before and after; so are the assignment's.
        assert work.ask(asked) == [3, 2, ["mine", 3], "mine"]
        assert work.ask(CODE.operator.add(1, 2)) == 3
        assert work.ask(answer) == ["mine", 3]
