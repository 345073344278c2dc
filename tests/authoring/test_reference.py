"""The reference answers in the judge, apart from modules of the same names."""

import sys
from types import ModuleType

import pytest

from gametree import Guess, TreeLeaf
from gametree.grading.watched_games import WatchedGame
from grader.asking.answers import RaisedException, Value
from grader.authoring.reference import Reference
from grader.student.question import CODE, ModuleOf

FILES = {
    "work.py": "from part import NUMBER\ndef act(n):\n    print('noise')\n    return NUMBER + n\n",
    "part.py": "NUMBER = 40\n",
    "refuse.py": "def act(error): raise error\n",
    "watch.py": "def act(game): return game.estimate(game.start)\n",
    "count.py": "seen = []\ndef act():\n    seen.append(0)\n    return len(seen)\n",
}


def test_files_import_each_other_by_bare_names_and_print_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert Reference(FILES).answer(CODE.work.act(2)) == Value(42)
    assert capsys.readouterr().out == ""


def test_modules_of_the_same_names_stay_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    other = ModuleType("part")
    monkeypatch.setitem(sys.modules, "part", other)
    monkeypatch.delitem(sys.modules, "work", raising=False)  # of another test
    assert Reference(FILES).answer(CODE.work.act(2)) == Value(42)
    assert sys.modules["part"] is other
    assert "work" not in sys.modules


def test_two_solutions_live_side_by_side() -> None:
    first, second = Reference(FILES), Reference({**FILES, "part.py": "NUMBER = 1\n"})
    for _ in range(2):
        assert first.answer(CODE.work.act(2)) == Value(42)
        assert second.answer(CODE.work.act(2)) == Value(3)


def test_a_folder_of_one_solution_is_no_folder_of_another() -> None:
    cart = ModuleOf("shop.cart")
    first = Reference({"shop/cart.py": "NUMBER = 1\n"})
    assert first.answer(cart.NUMBER) == Value(1)
    assert "shop" not in sys.modules
    second = Reference({"shop/cart.py": "NUMBER = 2\n", "shop/__init__.py": "OWN = 3\n"})
    assert second.answer((cart.NUMBER, CODE.shop.OWN)) == Value((2, 3))
    assert first.answer(cart.NUMBER) == Value(1)


def test_a_module_is_imported_once() -> None:
    reference = Reference(FILES)
    assert [reference.answer(CODE.count.act()) for _ in range(2)] == [Value(1), Value(2)]


def test_an_exception_that_a_task_may_ask_for_is_an_answer() -> None:
    reference = Reference(FILES)
    for error in (ValueError("no"), KeyError("no"), TypeError("no")):
        answer = reference.answer((CODE.refuse.act(error),))
        assert answer == RaisedException(type(error).__name__, str(error), ())


def test_visits_are_those_of_the_last_answer() -> None:
    reference, game = Reference(FILES), WatchedGame(TreeLeaf("a", 3))
    for _ in range(2):
        assert reference.answer(CODE.watch.act(game)) == Value(Guess(3))
        assert game.visits == ["a"]
