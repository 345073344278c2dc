"""Questions are answered here and now, as a box answers them."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from grader.student.evaluation import Evaluation
from grader.student.python_text import python_text
from grader.student.question import CODE, PRINTED, Call, KeptAnswer, Program


class Counter:
    """Stands for a student's class."""

    made = 0

    def __init__(self, start: int) -> None:
        Counter.made += 1
        self.value = start

    def add(self, n: int) -> int:
        self.value += n
        return self.value


MODULES = {"counter": SimpleNamespace(Counter=Counter, twice=lambda x: 2 * x)}


def answer(question: Any) -> Any:
    return Evaluation(MODULES.__getitem__).evaluate(question)  # type: ignore[arg-type]


def test_a_call_of_a_call_is_answered_inside_out() -> None:
    assert answer(CODE.counter.Counter(5).add(CODE.counter.twice(3))) == 11


def test_an_object_that_occurs_twice_is_made_once() -> None:
    Counter.made = 0
    counter = CODE.counter.Counter(1)
    assert answer((counter.add(1), counter.add(10), counter.value)) == (2, 12, 12)
    assert Counter.made == 1


def test_an_answer_may_hold_what_has_been_printed_so_far() -> None:
    printed: list[str] = []
    modules = {"talk": SimpleNamespace(say=printed.append)}
    question = (CODE.talk.say("a"), PRINTED, CODE.talk.say("b"), PRINTED)
    found = Evaluation(modules.__getitem__, lambda: "".join(printed)).evaluate(question)  # type: ignore[arg-type]
    assert found == (None, "a", None, "ab")


@pytest.mark.parametrize("question", [(CODE.work.act(1), 2), [CODE.work.act(1)]])
def test_a_stop_of_the_code_ends_no_answer_early(question: Any) -> None:
    """A `map` over the parts would take it for its own end: a shorter answer, and no exception."""

    def act(_: int) -> int:
        raise StopIteration

    with pytest.raises(StopIteration):
        Evaluation(lambda _name: SimpleNamespace(act=act)).evaluate(question)  # type: ignore[arg-type, return-value]


def test_who_answers_gets_copies_and_changes_no_check() -> None:
    given: Any = ([1], {2: [3]}, {4}, bytearray(b"5"), (6,), frozenset({7}))
    taken = Evaluation(__import__).evaluate(CODE.builtins.list(given))
    assert tuple(taken) == given
    taken[0].append(0)
    taken[1][2].append(0)
    taken[2].add(0)
    taken[3].append(0)
    assert given == ([1], {2: [3]}, {4}, bytearray(b"5"), (6,), frozenset({7}))


def test_what_is_called_is_seen_before_each_call_with_its_values() -> None:
    seen: list[tuple[str, list[object]]] = []

    class Watching(Evaluation):
        def asks(self, call: Call, arguments: Sequence[object]) -> None:
            seen.append((python_text(call._function).split()[-1], list(arguments)))

    Watching(MODULES.__getitem__).evaluate(CODE.counter.twice(CODE.counter.twice(3)))  # type: ignore[arg-type]
    assert seen == [("twice", [3]), ("twice", [6])]


def test_a_module_of_a_package_is_imported_and_a_name_in_it_comes_first() -> None:
    package = SimpleNamespace(__path__=[], own=1)
    modules = {"trees": package, "trees.nodes": SimpleNamespace(walk=lambda: 2)}

    def imported(name: str) -> Any:
        if name not in modules:
            raise ModuleNotFoundError(name)
        return modules[name]

    evaluation = Evaluation(imported)
    assert evaluation.evaluate((CODE.trees.own, CODE.trees.nodes.walk())) == (1, 2)
    with pytest.raises(AttributeError, match="leaves"):
        evaluation.evaluate(CODE.trees.leaves)


def test_a_program_is_run_by_who_can_and_by_nobody_else() -> None:
    program = Program("shell.py")
    with pytest.raises(ValueError, match="programs can't be run here"):
        answer(program("a"))
    runs = Evaluation(__import__, program=lambda file: lambda *words: (file, *words))
    assert runs.evaluate(program("a")) == ("shell.py", "a")


def test_a_kept_answer_is_itself_and_what_stands_for_a_value_takes_its_place() -> None:
    kept = [1]
    assert answer(KeptAnswer(kept)) is kept
    assert Evaluation(MODULES.__getitem__, given=str).evaluate([7, (8,)]) == ["7", ("8",)]  # type: ignore[arg-type]
