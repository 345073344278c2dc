"""What Python can do with an answer can be asked: in a box, directly, and pasted at a prompt."""

import operator
import sys
from collections import OrderedDict
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grader.asking.answers import CodeFailed, Value
from grader.asking.questions import prepare
from grader.student.claims import Expect
from grader.student.evaluation import Evaluation
from grader.student.evidence import CheckFailed
from grader.student.python_text import python_text
from grader.student.question import CODE, within
from grader.student.refusals import expect_refusal, outcome
from tests.support import HandIn

WORK = """
import random

class V:
    def __init__(self, *items, scale=1):
        self.items = [scale * item for item in items]

    def __add__(self, other): return V(*self.items, *other.items)
    def __radd__(self, other): return V(other, *self.items)
    def __neg__(self): return V(*self.items, scale=-1)
    def __pow__(self, times): return V(*self.items * times)
    def __eq__(self, other): return isinstance(other, V) and self.items == other.items
    def __lt__(self, other): return self.items < other.items
    def __len__(self): return len(self.items)
    def __iter__(self): return iter(self.items)
    def __contains__(self, item): return item in self.items
    def __getitem__(self, key): return self.items[key]
    def __setitem__(self, key, item): self.items[key] = item
    def __call__(self, *, times): return V(*self.items * times)
    def __hash__(self): return 7
    def __str__(self): return f"<{self.items}>"
    def __abs__(self): return len(self.items)

def keyed(*values, key=None, **others): return sorted(values, key=key), others
class Grid:
    def __getitem__(self, key): return str(key)
def roll(): return random.randint(1, 1000)
def naturals():
    n = 0
    while True:
        yield n
        n += 1
async def later(value): return value
"""
work, ask, v = CODE.work, CODE.builtins, CODE.work.V(1, 2, 3)
numbers = CODE.work.naturals()
VOCABULARY = [
    (work.keyed(2, 1, key=CODE.operator.neg, n=work.V(4)[0]), ([2, 1], {"n": 4})),
    (work.keyed(2, 1, key=operator.neg), ([2, 1], {})),
    (ask.isinstance(v[0] == 1, bool), True),
    (ask.isinstance(v[0], bool), False),
    (ask.isinstance(v, (str, OrderedDict, work.V)), True),
    ((v + work.V(4)).items, [1, 2, 3, 4]),
    ((0 + v).items, [0, 1, 2, 3]),
    ((-v)[-1], -3),
    ((work.V(1) ** 2 + -v).items, [1, 1, -1, -2, -3]),
    (v(times=2)[1:-1:2], [2, 1]),
    (CODE.operator.getitem(v, ask.slice(2)), [1, 2]),
    (work.Grid()[1:2, 0], "(slice(1, 2, None), 0)"),
    ([v == work.V(1, 2, 3), v != work.V(1), v < work.V(2), v > work.V(2)], [1, 1, 1, 0]),
    ([CODE.operator.contains(v, 2), ask.len(v), ask.list(v), ask.hash(v)], [1, 3, [1, 2, 3], 7]),
    ([ask.str(v), abs(v), next(ask.iter(v))], ["<[1, 2, 3]>", 3, 1]),
    ([CODE.operator.setitem(v, 0, 9), v.items], [None, [9, 2, 3]]),
    ([next(numbers), next(numbers), ask.list(CODE.itertools.islice(numbers, 2))], [0, 1, [2, 3]]),
    ([CODE.random.seed(3), work.roll(), CODE.random.seed(3), work.roll()], [None, 244, None, 244]),
    (CODE.asyncio.run(work.later(5)), 5),
    (ask.getattr(work.roll, "__name__"), "roll"),
]


def test_a_box_answers_them_as_python_does(hand_in: HandIn) -> None:
    submission = hand_in(WORK)
    assert [submission.ask(question) for question, _ in VOCABULARY] == [x for _, x in VOCABULARY]


@pytest.mark.parametrize(("question", "expected"), VOCABULARY, ids=lambda _: "")
def test_a_call_that_is_shown_can_be_pasted_and_does_the_same(
    question: Any, expected: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("work")
    exec(WORK, module.__dict__)  # our own text, no hand-in
    monkeypatch.setitem(sys.modules, "work", module)
    assert Evaluation(import_module).evaluate(question) == expected
    *before, last = python_text(question).splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(before), names)
    assert eval(last, names) == expected


def test_a_module_of_a_package_is_asked_although_nothing_imports_it(
    hand_in: HandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"work.py": WORK, "pack/__init__.py": "", "pack/part.py": "def f(x): return x + 1\n"}
    assert hand_in(files).ask(CODE.pack.part.f(2)) == 3
    with pytest.raises(CodeFailed) as missing:
        hand_in(files).ask(CODE.pack.parts.f(2))
    assert missing.value.evidence.message.startswith("pack/__init__.py has no parts")
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours/part.py").write_text("def f(x): return x + 1\n", "utf-8")  # our own text
    monkeypatch.syspath_prepend(tmp_path)
    assert Evaluation(import_module).evaluate(CODE.ours.part.f(2)) == 3


@pytest.mark.parametrize(
    ("slip", "instead"),
    [
        (lambda question: 3 in question, "submission.operator.contains(question, value)"),
        (lambda question: [*question], "expect.answer(submission.builtins.list(question))"),
        (len, "submission.builtins.len(question)"),
        (lambda question: f"{question}", "submission.builtins.format(question)"),
        (lambda question: question.__name__, "getattr(question, '__name__')"),
        (lambda question: question.__setitem__(0, 1), "operator.setitem(question, key, value)"),
    ],
)
def test_what_python_would_answer_at_once_says_how_to_ask_for_it(slip: Any, instead: str) -> None:
    with pytest.raises((TypeError, AttributeError)) as slipped:
        slip(work.roll())
    assert instead in str(slipped.value)


CALLS_BACK = """
def act(f): return f(2, n=3)
def lie(f, data):
    import grader.inside.worker as worker, gc
    [own] = [one for one in gc.get_objects() if type(one) is worker.Worker]
    return own._channel.ask(0, data)
"""


def test_a_function_of_a_check_gets_arguments_by_name(hand_in: HandIn) -> None:
    submission = hand_in(CALLS_BACK)
    assert submission.ask(work.act(lambda x, n: (x, n))) == (2, 3)
    for data in ([["**", 3]], [["**", [3, 4]]], [["**", ["n", ["?"]]]]):
        with pytest.raises(CheckFailed, match=r"agreed form|unknown tag"):
            submission.ask(work.lie(lambda **_: 1, data))


REFUSING = """
class Empty(Exception):
    def __init__(self, size):
        super().__init__(f"{size} are there")
        self.size = size
class Own(Exception):
    __class__ = ValueError
class ValueError(Exception):
    pass
def act(kind):
    try: {}[0]
    except KeyError as error:
        raise {"empty": Empty(0), "own": Own(), "value": ValueError()}[kind] from error
def lie():
    import grader.inside.forms
    grader.inside.forms.refusal = lambda *_: {"kind": "Full"}
"""


def test_a_box_says_what_was_raised_and_the_judge_decides(hand_in: HandIn) -> None:
    expect = Expect(hand_in(REFUSING).ask)
    size: dict[str, Any] = {"attributes": {"size": 0}, "cause": LookupError}
    expect_refusal(expect, work.act("empty"), "0 are there", raises=work.Empty, **size)
    calls = [outcome(work.act("empty"), work.Empty), outcome(CODE.builtins.len(work.act))]
    with pytest.raises(CheckFailed, match="TypeError"):
        expect(calls, ["Empty", "ValueError"])
    for kind in ("own", "value"):
        with pytest.raises(CheckFailed, match=r"your code raised (Own|work.ValueError)"):
            expect_refusal(expect, work.act(kind))
    expect_refusal(expect, work.act("value"), raises=work.ValueError)
    expect(within(CODE.io.StringIO("a"), lambda entered: entered.read()), "a")
    expect.answer(work.lie())
    with pytest.raises(CheckFailed, match="not come in the agreed form"):
        expect_refusal(expect, work.act("own"))


def test_a_call_that_has_failed_fails_alike_where_it_is_used_again(hand_in: HandIn) -> None:
    made = CODE.work.V(2).broken()
    submission = hand_in(
        f"{WORK}\ndef broken(v): raise LookupError('no more')\nV.broken = broken\n"
    )
    with pytest.raises(CodeFailed, match="your code raised LookupError: no more"):
        submission.ask([outcome(made.size, LookupError), made.size])


def test_a_call_that_has_failed_fails_no_other_question_of_the_message(hand_in: HandIn) -> None:
    submission = hand_in("def half(n):\n    if n % 2: raise ValueError(n)\n    return n // 2")
    halves = [CODE.work.half(n) for n in (3, 4)]
    questions = [[outcome(half), outcome(half + half)] for half in halves]
    prepared = prepare(questions, submission.plan.library)
    answers = submission.read(submission.ask_all(prepared), prepared)
    assert [a.value for a in answers if isinstance(a, Value)] == [["ValueError"] * 2, [[2], [4]]]


WEAK = """
import weakref

class House:
    def beside(self): return self.next() is not None

def street():
    houses = [House(), House()]
    houses[0].next = weakref.ref(houses[1])
    return houses
"""


def test_what_a_check_has_in_a_variable_lives_as_long_as_its_question(
    hand_in: HandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    houses = CODE.work.street()
    question = houses[0].beside()
    assert hand_in(WEAK).ask(question) is True
    module = ModuleType("work")
    exec(WEAK, module.__dict__)  # our own text, no hand-in
    monkeypatch.setitem(sys.modules, "work", module)
    assert Evaluation(import_module).evaluate(question) is True
