"""Watched objects of any class: answered by the judge, counted there, the same ones as answers."""

import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grader.asking.answers import CodeFailed, Value
from grader.asking.submission import BoxPlan, Submission
from grader.authoring.reference import Reference
from grader.inside.library import Library, library_of, read_library
from grader.inside.travel.watched import visits_of, watch
from grader.judging.answer_key import RecordedAnswers, entry_of
from grader.judging.properties import Property
from grader.judging.replay import replay
from grader.running.boxes import nursery_sources
from grader.sandbox.tiers import Nursery, probe, start_nursery
from grader.student.claims import Expect
from grader.student.compare import same
from grader.student.evidence import CheckFailed
from grader.student.python_text import python_text
from grader.student.question import CODE, watched_in
from tests.support import BUDGET, COSTS, LIMITS, at_home

SHOP = '''
from dataclasses import dataclass

@dataclass(frozen=True)
class Holder:
    tape: object

class Tape:
    """An iterator."""
    def __init__(self, items):
        self.items = list(items)
    def __iter__(self):
        return self
    def __next__(self):
        if not self.items:
            raise StopIteration
        return self.items.pop(0)
    def __repr__(self):
        return f"Tape({self.items!r})"

class Key:
    """Something to be sorted, by comparisons alone."""
    def __init__(self, number):
        self.number = number
    def __lt__(self, other):
        return self.number < other.number
    def __repr__(self):
        return f"Key({self.number})"

class Less:
    """A comparison."""
    ordered = True
    def __call__(self, one, other):
        return one < other
    def __repr__(self):
        return "Less()"

class File:
    """Something to read from, line by line."""
    def __init__(self, text):
        self.lines = text.splitlines(keepends=True)
    def readline(self):
        return self.lines.pop(0) if self.lines else ""
    def close(self):
        raise OSError("it stays open")
    def first(self):
        return self.readline().strip()
'''
DECLARED = """
from shop import File, Holder, Key, Less, Tape
VALUES = (Holder,)
WATCHED = {
    Tape: ("__next__",), Key: ("__lt__",), Less: ("__call__",), File: ("readline", "close"),
}
"""
WORK = """
def until(tape, stop):
    for item in tape:
        if item == stop:
            return True
    return False

def of_holder(holder, stop):
    while not hasattr(holder, "__next__"):
        holder = holder.tape if hasattr(holder, "tape") else [*holder.values()][0] \
            if isinstance(holder, dict) else next(iter(holder))
    return until(holder, stop)

def held(holder):
    inside = getattr(holder, "tape", holder)
    while isinstance(inside, (list, tuple, set, frozenset, dict)) and len(inside) == 1:
        inside = next(iter(inside.values() if isinstance(inside, dict) else inside))
    return held(inside) if hasattr(inside, "tape") else inside

made = []
def make(number):
    made.append(number)
    return number

def how_many():
    return len(made)

def ordered(keys):
    return sorted(keys)

def least(items, less):
    best = items[0]
    for item in items[1:]:
        if less(item, best):
            best = item
    return best

def first(file):
    return file.first()

def closing(file):
    try:
        file.close()
    except OSError as error:
        return str(error)

def both_ways(one, other):
    return one < other, other < one

kept = []
def keeps(keys):
    kept.extend(keys)
    return sorted(kept[:len(keys)])

def forges(tape):
    next(tape)
    vars(tape).pop("visits", None)
    tape.visits = []
    type(tape).__next__ = lambda self: 7
    return [next(tape), vars(tape).get("items")]

def asks_oddly(tape):
    tape._ask_judge(9)
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("handout")
    (folder / "shop").mkdir()
    (folder / "shop/__init__.py").write_text(SHOP)
    (folder / "shop/declared.py").write_text(DECLARED)
    sys.path.insert(0, str(folder))
    try:
        read_library("shop")
        yield sys.modules["shop"]
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == "shop"]:
            del sys.modules[name]


@pytest.fixture(scope="module")
def library(shop: ModuleType) -> Library:
    return read_library(shop.__name__)


@pytest.fixture(scope="module")
def boxes(shop: ModuleType) -> Iterator[Nursery]:
    folder = Path(str(shop.__file__)).parents[1]
    sources = nursery_sources(folder, "shop")
    started = start_nursery(probe().tier, LIMITS, sources, library="shop")
    yield started
    started.close()


@pytest.fixture
def box(boxes: Nursery, library: Library) -> Iterator[Submission]:
    """The hand-in in a box."""
    plan = BoxPlan((("work.py", WORK),), COSTS, library=library)
    submission = Submission(boxes, "work", plan)
    yield submission
    submission.close()


@pytest.fixture(params=["box", "reference", "own computer"])
def ask(
    request: pytest.FixtureRequest,
    shop: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[Any], Any]]:
    """Each who answers questions: a box, the reference in a judge, a student's computer."""
    if request.param == "box":
        yield request.getfixturevalue("box").ask
    elif request.param == "reference":
        reference = Reference({"work.py": WORK}, shop.__name__)

        def answer(question: Any) -> Any:
            given = reference.answer(question)
            assert isinstance(given, Value)
            return given.value

        yield answer
    else:
        (tmp_path / "work.py").write_text(WORK)
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, "work", raising=False)
        yield at_home(tmp_path, library="shop").ask
        sys.modules.pop("work", None)


Ask = Callable[[Any], Any]


def test_an_iterator_is_read_no_further_than_the_code_reads(ask: Ask, shop: ModuleType) -> None:
    tape = shop.Tape("abcd")
    for _ in range(2):  # it begins anew for whoever is asked next
        assert ask(CODE.work.until(tape, "b")) is True
        assert tape.visits == ["__next__()"] * 2
    assert ask(CODE.work.until(tape, "x")) is False
    assert tape.visits == ["__next__()"] * 5


def test_compared_objects_come_back_as_themselves(ask: Ask, shop: ModuleType) -> None:
    keys = [shop.Key(3), shop.Key(1), shop.Key(2)]
    assert same(ask(CODE.work.ordered(keys)), [keys[1], keys[2], keys[0]])
    assert not same(ask(CODE.work.ordered(keys)), [keys[1], keys[0], keys[2]])
    assert sum(len(key.visits) for key in keys) >= 2


def test_each_can_be_given_to_the_methods_of_the_others(ask: Ask, shop: ModuleType) -> None:
    one, other = shop.Key(1), shop.Key(2)
    assert ask(CODE.work.both_ways(one, other)) == (True, False)
    assert (one.visits, other.visits) == (["__lt__(Key(2))"], ["__lt__(Key(1))"])


def test_a_comparison_is_called_in_an_order(ask: Ask, shop: ModuleType) -> None:
    less = shop.Less()
    Expect(lambda question, *_: ask(question))(
        CODE.work.least([3, 1, 2], less), 1, visits=["__call__(1, 3)", "__call__(2, 1)"]
    )


def test_other_methods_work_through_the_watched_ones(ask: Ask, shop: ModuleType) -> None:
    file = shop.File("one\ntwo\n")
    assert ask(CODE.work.first(file)) == "one"
    assert visits_of(file) == ["readline()"]
    assert ask(CODE.work.closing(file)) == "it stays open"


def test_calls_can_be_bounded(ask: Ask, shop: ModuleType) -> None:
    expect = Expect(lambda question, *_: ask(question))
    tape = shop.Tape("abcd")
    expect(CODE.work.until(tape, "b"), True, calls={"__next__": 2})
    with pytest.raises(CheckFailed) as failed:
        expect(CODE.work.until(tape, "c"), True, calls={"__next__": 2})
    assert failed.value.evidence.message.startswith("__next__ is called 3 times where 2 would do")
    assert "tape = Tape(['a', 'b', 'c', 'd'])" in failed.value.evidence.call


WRAPPED: dict[str, Callable[[Any, Any], Any]] = {
    "a dataclass": lambda holder, tape: holder(tape),
    "a dataclass in a dataclass": lambda holder, tape: holder(holder(tape)),
    "a dataclass in a list": lambda holder, tape: [holder(tape)],
    "a list in a dataclass": lambda holder, tape: holder([tape]),
    "a dict in a dataclass in a tuple": lambda holder, tape: (holder({"a": tape}),),
    "a set": lambda _holder, tape: {tape},
}


@pytest.mark.parametrize("where", WRAPPED)
def test_calls_are_counted_wherever_in_a_question_the_object_is(
    ask: Ask, shop: ModuleType, where: str
) -> None:
    expect = Expect(lambda question, *_: ask(question))
    held = WRAPPED[where](shop.Holder, shop.Tape("abcd"))
    expect(CODE.work.of_holder(held, "b"), True, calls={"__next__": 2})
    with pytest.raises(CheckFailed, match="__next__ is called 3 times where 2 would do"):
        expect(CODE.work.of_holder(held, "c"), True, calls={"__next__": 2})


@pytest.mark.parametrize("where", [*WRAPPED, "a dataclass in a set"])
def test_a_question_is_answered_wherever_in_another_one_it_is(
    ask: Ask, shop: ModuleType, where: str
) -> None:
    wrap = WRAPPED.get(where, lambda holder, asked: {holder(asked)})
    before = ask(CODE.work.how_many())
    assert ask(CODE.work.held(wrap(shop.Holder, CODE.work.make(7)))) == 7
    assert ask(CODE.work.how_many()) == before + 1


def test_a_question_that_occurs_twice_in_a_dataclass_is_asked_once(
    ask: Ask, shop: ModuleType
) -> None:
    before = ask(CODE.work.how_many())
    once = CODE.work.make(3)
    holder = shop.Holder((CODE.work.ordered([once, 1]), once))
    assert ask(CODE.work.held(holder)) == ([1, 3], 3)
    assert ask(CODE.work.how_many()) == before + 1


@pytest.mark.parametrize("name", ["no_such", "readline", "__iter__"])
def test_a_bound_that_nothing_can_break_is_refused(ask: Ask, shop: ModuleType, name: str) -> None:
    expect = Expect(lambda question, *_: ask(question))
    with pytest.raises(TypeError, match=f"calls= bounds {name}, which no watched object"):
        expect(CODE.work.until(shop.Tape("ab"), "b"), True, calls={name: 2})


def test_a_method_that_a_base_has_watched_already_is_counted_once() -> None:
    class Rows:
        def row(self) -> int:
            return 7

    class Table(Rows):
        def cell(self) -> int:
            return self.row()

    watch(Rows, ["row"])
    watch(Table, ["row", "cell"])
    table = Table()
    assert (table.cell(), visits_of(table)) == (7, ["cell()", "row()"])


def test_their_text_can_be_pasted(shop: ModuleType) -> None:
    assert python_text(CODE.work.until(shop.Tape("a"), "b")).splitlines() == [
        "from shop import *",
        "from work import until",
        "tape = Tape(['a'])",
        "until(tape, 'b')",
    ]


# -- hostile code -----------------------------------------------------------------------------


def test_a_box_has_nothing_of_the_object_and_can_forge_no_call(
    box: Submission, shop: ModuleType
) -> None:
    tape = shop.Tape("abc")
    assert box.ask(CODE.work.forges(tape)) == [7, None]
    assert tape.visits == ["__next__()"]


def test_a_method_that_is_not_there_ends_the_box(box: Submission, shop: ModuleType) -> None:
    with pytest.raises(CodeFailed, match="did not come in the agreed form"):
        box.ask(CODE.work.asks_oddly(shop.Tape("abc")))


def test_an_object_of_another_question_is_no_answer(
    box: Submission, library: Library, shop: ModuleType
) -> None:
    def keeping(code: Any, numbers: list[int]) -> Any:
        return code.work.keeps([shop.Key(number) for number in numbers])

    prop = Property(None, 2, keeping)  # type: ignore[arg-type]  # nothing is drawn here
    reference = Reference({"work.py": WORK.replace("kept[:len(keys)]", "keys")}, "shop")
    entry = entry_of_examples(prop, reference, library, [[2, 1], [3, 4]])
    with pytest.raises(CodeFailed, match="agreed form"):
        replay(entry, box, BUDGET, lambda *_: None)


def test_drawn_checks_compare_calls_with_those_of_the_reference(
    box: Submission, library: Library, shop: ModuleType
) -> None:
    def until(code: Any, stop: str) -> Any:
        return code.work.until(shop.Tape("abcd"), stop)

    prop = Property(None, 2, until)  # type: ignore[arg-type]
    right = Reference({"work.py": WORK}, "shop")
    replay(
        entry_of_examples(prop, right, library, ["b", "x"]),
        box,
        BUDGET,
        lambda _: None,
    )
    # One that reads less than this code: it reads to the end when the first item is wanted.
    thrifty = WORK.replace(
        "for item in tape:", "if stop == 'a': return True\n    for item in tape:"
    )
    entry = entry_of_examples(prop, Reference({"work.py": thrifty}, "shop"), library, ["a"])
    with pytest.raises(CheckFailed) as failed:
        replay(entry, box, BUDGET, lambda *_: None)
    assert failed.value.evidence.message == "__next__ is called once where 0 would do"


def entry_of_examples(
    prop: Property, reference: Reference, library: Library, examples: list[Any]
) -> Any:
    """An entry of an answer key whose expected answers have been pickled, as cached ones are."""
    questions = [prop.ask(CODE, example) for example in examples]
    answers = tuple([reference.answer(question) for question in questions])
    watched = {id(one): one for question in questions for one in watched_in(question)}
    visits = tuple([tuple(one.visits) for one in watched.values()])
    count = len(examples)
    recorded = RecordedAnswers(tuple(examples), answers, visits, (0.0,) * count, (0,) * count, "")
    return entry_of(prop, pickle.loads(pickle.dumps(recorded)), library)


@pytest.mark.parametrize(
    ("kind", "methods", "words"),
    [
        (type("Slots", (), {"__slots__": (), "act": print}), ("act",), "can't be watched"),
        (type("Number", (int,), {"act": print}), ("act",), "can't be watched"),
        (type("Plain", (), {"act": 3}), ("act",), "which is no method"),
        (type("Plain", (), {}), ("act",), "which is no method"),
    ],
)
def test_a_class_that_cant_be_watched_is_told(kind: type, methods: Any, words: str) -> None:
    declared = ModuleType("declared")
    vars(declared)["WATCHED"] = {kind: methods}
    with pytest.raises(ValueError, match=words):
        library_of("shop", declared)
