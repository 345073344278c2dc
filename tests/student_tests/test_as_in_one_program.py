"""A suite finds solutions in another box as they would be in its own program.

Each suite passes on the right solution; each change of that is caught by it.
"""

from collections.abc import Iterator
from textwrap import dedent

import pytest

from grader.running.boxes import nursery_sources, pytest_code, suite_sources
from grader.sandbox.tiers import Nursery, start_nursery
from grader.student_tests.outline import outline_of
from grader.student_tests.runner import Ending, Runner, SuitePlan, saw_a_difference
from tests.boxed import LOCKED
from tests.support import BUDGET, LIMITS, submission_of

STARTER = """
import sys
from enum import IntEnum
from typing import NamedTuple
class Pile(list):
    def push(self, item): ...
    def top(self): ...
class Pair(NamedTuple):
    left: int
    right: int
class Side(IntEnum):
    LEFT = 1
    RIGHT = 2
def turned(pair): ...
def end(code): ...
def complain(): ...
class Bag:
    def __init__(self, *items): ...
    def __call__(self, item): ...
    def add(self, item): ...
class Broken(Exception): ...
class Worse(Broken, ValueError):
    def __init__(self, what, code): self.code = code
def take(name): ...
def wrap(function): ...
def put(board): ...
def clear(names): ...
def swap(pair, table): ...
def give(names): ...
def ask(function, names): ...
def refuse(names): ...
def count(tally): ...
def fill(shelf): ...
class Shop:
    def __init__(self, names): ...
    def sell(self, name): ...
    def left(self): ...
    def odd(self): ...
def codes(pair): ...
class Jar:
    most = 2
    def holds(self, count): ...
    @staticmethod
    def size(): ...
"""
# The library of a course, with values that can be changed.
STORE = """
from dataclasses import dataclass, field

@dataclass
class Tally:
    name: str
    number: int = 0
    seen: list = field(default_factory=list)

@dataclass
class Shelf:
    tallies: dict
"""
DECLARED = "from store import Shelf, Tally\nVALUES = (Shelf, Tally)\n"
RIGHT = """
import sys
from enum import IntEnum
from typing import NamedTuple

class Pile(list):
    def push(self, item): self.append(item)
    def top(self): return self[-1]

class Pair(NamedTuple):
    left: int
    right: int

class Side(IntEnum):
    LEFT = 1
    RIGHT = 2

class Codes(list):
    pass

def turned(pair):
    return Pair(pair[1], pair[0])

class Jar:
    most = 2
    def holds(self, count):
        return count <= self.most
    @staticmethod
    def size():
        return 7
def codes(pair):
    return Codes(pair)

def end(code):
    sys.exit(code)

def complain():
    print("said")
    print("complained", file=sys.stderr)

class Bag:
    def __init__(self, *items): self._items = list(items)
    def __len__(self): return len(self._items)
    def __getitem__(self, at): return self._items[at]
    def __setitem__(self, at, item): self._items[at] = item
    def __delitem__(self, at): del self._items[at]
    def __contains__(self, item): return item in self._items
    def __iter__(self): return iter(self._items)
    def __eq__(self, other): return isinstance(other, Bag) and self._items == other._items
    def __lt__(self, other): return len(self) < len(other)
    def __hash__(self): return hash(tuple(self._items))
    def __bool__(self): return bool(self._items)
    def __add__(self, other): return Bag(*self, *other)
    def __radd__(self, other): return Bag(other, *self)
    def __iadd__(self, other): self._items += other; return self
    def __neg__(self): return Bag(*reversed(self._items))
    def __call__(self, item): return self._items.count(item)
    def __enter__(self): return self
    def __exit__(self, kind, error, trace): self._items.clear(); return kind is KeyError
    def __str__(self): return f"a bag of {len(self)}"
    def __repr__(self): return f"Bag({self._items})"
    def add(self, item): self._items.append(item)

class Broken(Exception):
    pass

class Worse(Broken, ValueError):
    def __init__(self, what, code):
        super().__init__(what)
        self.code = code

def take(name):
    try:
        {}[name]
    except KeyError as error:
        raise Worse(f"no {name}", 7) from error

def wrap(function):
    try:
        return function()
    except Broken as error:
        return str(error)

def put(board):
    board[0][0] = 9
    return board

def clear(names):
    names.clear()

def swap(pair, table):
    pair[0]["a"], table["b"][1] = table["b"][1], pair[0]["a"]
    table["c"] = {1, 2}

def give(names):
    return [*names]

def ask(function, names):
    names.append("one")
    function(names)
    return len(names)

def refuse(names):
    names.append("before")
    raise ValueError

def count(tally):
    tally.number += 1
    return tally.number

def fill(shelf):
    for name, tally in shelf.tallies.items():
        tally.seen.append(name)
        tally.name = name.upper()
    shelf.tallies = {"all": [*shelf.tallies.values()]}
    return shelf

class Shop:
    def __init__(self, names):
        self._names = [*names]
        self._kept = names
    def sell(self, name):
        self._names.remove(name)
        return name
    def left(self):
        return self._names
    def odd(self):
        self._names.append(iter([]))
"""

# By what it is about: a suite, and changes of the solution that it has to catch.
SUITES = {
    "operators": (
        """
        def test_it():
            bag = Bag(1, 2)
            assert len(bag) == 2 and bag[1] == 2 and 1 in bag and 3 not in bag
            assert list(bag) == [1, 2] and [*reversed(-bag)] == [1, 2]
            assert bag == Bag(1, 2) and bag != Bag(2) and not bag == 1
            assert Bag(1) < bag and bag > Bag(1) and sorted([bag, Bag(1)])[0] == Bag(1)
            assert hash(bag) == hash(Bag(1, 2)) and {bag: 1}[Bag(1, 2)] == 1
            assert not Bag() and bag
            assert bag + Bag(3) == Bag(1, 2, 3) and 0 + bag == Bag(0, 1, 2)
            assert bag(2) == 1 and callable(bag)
            assert str(bag) == f"{bag}" == "a bag of 2" and repr(bag) == "Bag([1, 2])"
        """,
        (
            ("return len(self._items)", "return len(self._items) + 1"),
            ("item in self._items", "True"),
            ("bool(self._items)", "True"),
            ("len(self) < len(other)", "len(self) > len(other)"),
            ("hash(tuple(self._items))", "id(self)"),
            ("self._items.count(item)", "0"),
            ("Bag(other, *self)", "Bag(*self, other)"),
        ),
    ),
    "what changes an object": (
        """
        def test_it():
            bag = same = Bag(1, 2)
            bag[0] = 5
            del bag[1]
            bag += [6]
            bag.add(7)
            assert bag is same and list(bag) == [5, 6, 7]
            with pytest.raises(IndexError):
                bag[9]
            with bag as entered:
                assert entered is bag
                raise KeyError
            assert not bag
            with pytest.raises(TypeError):
                with bag:
                    raise TypeError
        """,
        (
            ("del self._items[at]", "pass"),
            ("self._items += other; return self", "return Bag(*self, *other)"),
            ("kind is KeyError", "True"),
            ("self._items.clear(); return", "return"),
        ),
    ),
    "its own exceptions": (
        """
        def test_it():
            with pytest.raises(work.Worse, match="no key") as caught:
                work.take("key")
            assert type(caught.value) is work.Worse and caught.value.code == 7
            assert caught.value.args == ("no key",)
            assert isinstance(caught.value.__cause__, KeyError)
            assert isinstance(caught.value, work.Broken) and isinstance(caught.value, ValueError)
            with pytest.raises(work.Broken):
                work.take("key")
        class Case(unittest.TestCase):
            def test_it(self):
                with self.assertRaises(work.Worse) as caught:
                    work.take("key")
                self.assertEqual(caught.exception.code, 7)
                self.assertRaises(work.Broken, work.take, "key")
        def test_one_that_the_suite_raises():
            def fails():
                raise work.Worse("mine", 3)
            assert work.wrap(fails) == "mine"
            assert work.Worse("mine", 3).code == 3
        """,
        (
            ('raise Worse(f"no {name}", 7)', 'raise Broken(f"no {name}")'),
            ('raise Worse(f"no {name}", 7)', 'raise ValueError(f"no {name}")'),
            ('(f"no {name}", 7)', '(f"no {name}", 8)'),
            (" from error", " from None"),
            ("except Broken as error", "except KeyError as error"),
        ),
    ),
    "objects of classes below those of values": (
        """
        def test_a_list():
            pile = work.Pile([1])
            pile.push(2)
            assert pile.top() == 2 and len(pile) == 2 and pile == [1, 2] and list(pile) == [1, 2]
            assert type(pile) is work.Pile and isinstance(pile, list) and pile[:1] == [1]
            pile.append(7)
            assert pile.top() == 7 and pile.count(7) == 1

        def test_a_tuple():
            pair = work.turned(work.Pair(3, 4))
            left, right = pair
            assert pair.left == left == 4 and right == 3 and pair == (4, 3) == work.Pair(4, 3)
            assert isinstance(pair, work.Pair) and isinstance(pair, tuple)

        def test_an_enum():
            assert work.Side["LEFT"] is work.Side.LEFT is work.Side(1) and work.Side.LEFT < 2
            assert [side.name for side in work.Side] == ["LEFT", "RIGHT"]

        def test_one_that_only_the_solution_has():
            assert work.codes((1, 2)) == [1, 2] and type(work.codes((1, 2))) is list
        """,
        (
            ("self.append(item)", "self.insert(0, item)"),
            ("return self[-1]", "return self[0]"),
            ("return Pair(pair[1], pair[0])", "return Pair(*pair)"),
            ("return Pair(pair[1], pair[0])", "return pair[1], pair[0]"),
            ("RIGHT = 2", "RIGHT = 1"),
            ("return Codes(pair)", "return Codes(pair[1:])"),
        ),
    ),
    "what is printed, and the end": (
        """
        def test_both_streams(capsys):
            work.complain()
            assert capsys.readouterr() == ("said\\n", "complained\\n")

        def test_the_end():
            with pytest.raises(SystemExit) as caught:
                work.end(3)
            assert caught.value.code == 3
        """,
        (
            (", file=sys.stderr", ""),
            ('print("said")', 'print("said", file=sys.stderr)'),
            ("sys.exit(code)", "sys.exit()"),
            ("sys.exit(code)", "raise ValueError(code)"),
        ),
    ),
    "what is done to arguments": (
        """
        def test_in_place():
            board = [[1, 2], [3]]
            row = board[0]
            assert work.put(board) is board
            assert board == [[9, 2], [3]] and board[0] is row
            names = ["a"]
            assert work.clear(names) is None and names == []
        def test_deep():
            pair, table = ({"a": 1},), {"b": [2, 3]}
            work.swap(pair, table)
            assert pair == ({"a": 3},) and table == {"b": [2, 1], "c": {1, 2}}
        def test_left_alone():
            names = ["a", "b"]
            assert work.give(names) == names == ["a", "b"]
        def test_on_the_way():
            def look(seen):
                assert seen is names and names == ["one"]
                seen.append("two")
            names = []
            assert work.ask(look, names) == 2 and names == ["one", "two"]
        def test_before_it_is_refused():
            names = []
            with pytest.raises(ValueError):
                work.refuse(names)
            assert names == ["before"]
        """,
        (
            (
                "    board[0][0] = 9\n    return board",
                "    return [[9, *board[0][1:]], *board[1:]]",
            ),
            ("    names.clear()", "    pass"),
            ("return [*names]", "found = [*names]; names.clear(); return found"),
            ("return [*names]", "found = [*names]; names.reverse(); return found"),
            ('table["c"] = {1, 2}', "pass"),
            ('names.append("before")', "pass"),
        ),
    ),
    "what is kept from an earlier call": (
        """
        def test_what_was_given():
            names = ["a", "b", "b"]
            shop = work.Shop(names)
            assert shop.sell("b") == "b" and names == ["a", "b", "b"]
            names.append("c")
            assert shop.left() == ["a", "b"] and shop.sell("a") and names[-1] == "c"

        def test_what_was_got():
            shop = work.Shop(["a", "b"])
            left = shop.left()
            assert shop.sell("a") and left == ["b"] and left is shop.left()
            left.append("d")
            assert shop.sell("d") and left == ["b"]

        def test_after_what_could_not_be_handed_over():
            first, second = ["a", "b"], ["x", "y"]
            shop, other = work.Shop(first), work.Shop(second)
            with pytest.raises(TypeError):
                work.give([10**5000, [1], [2]])
            with Bag(1) as bag:
                raise KeyError(["list"], [7])
            with pytest.raises(ZeroDivisionError):
                work.ask(lambda names: 1 / 0, [[3]])
            left, others = shop.left(), other.left()
            work.give([["large"] * 700, [4]])
            assert shop.sell("a") and other.sell("y") and (left, others) == (["b"], ["x"])
            for _ in range(40):
                assert work.give([1]) == [1]
            assert shop.sell("b") and shop.left() == []

        def test_after_many_others():
            kept, large = ["a"], ["b"] * 700
            shop, other = work.Shop(kept), work.Shop(large)
            left = shop.left()
            many = [work.give([number]) for number in range(60)]
            assert shop.sell("a") and left == [] and kept == ["a"]
            assert other.sell("b") and large == ["b"] * 700
            work.clear(many[3])
            assert [*map(len, many[2:5])] == [1, 0, 1]

        def test_what_cannot_cross_over_any_more():
            shop = work.Shop(["a"])
            left = shop.left()
            shop.odd()
            left.append(object())
            assert work.count.__name__ and Bag(1)(1) == 1 and not work.give([])
        """,
        (
            ("self._names = [*names]", "self._names = names"),
            ("self._names.remove(name)", "self._names = [n for n in self._names if n != name]"),
            ("return self._names", "return [*self._names]"),
            ("        return name", "        self._kept.clear(); return name"),
        ),
    ),
    "values of the course's own classes": (
        """
        from store import Shelf, Tally

        def test_it():
            tally = Tally("a")
            assert work.count(tally) == 1 and tally == Tally("a", 1)
            assert work.count(tally) == 2 and tally == Tally("a", 2)
            shelf, seen = Shelf({"b": tally}), tally.seen
            assert work.fill(shelf) is shelf
            assert shelf.tallies["all"][0] is tally and tally.name == "B"
            assert seen == ["b"] and tally.seen is seen
        """,
        (
            ("    tally.number += 1\n    return tally.number", "    return tally.number + 1"),
            ("tally.seen.append(name)", "tally.seen = [name]"),
            ("tally.name = name.upper()", "pass"),
            ('shelf.tallies = {"all": [*shelf.tallies.values()]}', "pass"),
        ),
    ),
    "patches of a class that end": (
        """
        from unittest import mock
        from work import Jar

        class Own(Jar):
            def more(self):
                return self.holds(1)

        def test_a(monkeypatch):
            monkeypatch.setattr(Jar, "most", 5)
            assert Jar().holds(4)
            with mock.patch.object(Jar, "size", return_value=1):
                assert Jar.size() == 1
        def test_b():
            assert not Jar().holds(4) and Jar.most == 2 and Jar().holds(2)
            assert Jar.size() == 7 and Jar().size() == 7
            assert Own().more() and not Own().holds(3)
        """,
        (("most = 2", "most = 3"), ("return 7", "return 1"), ("count <= self", "count < self")),
    ),
}
CASES = [(about, change) for about, (_, changes) in SUITES.items() for change in changes]


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """A nursery with one for suites beside it, as a judge has."""
    if not LOCKED:
        pytest.skip("no box can be locked here")
    tier, name, handout = LOCKED[-1], "store", tmp_path_factory.mktemp("handout")
    (handout / name).mkdir()
    (handout / name / "__init__.py").write_text(STORE)
    (handout / name / "declared.py").write_text(DECLARED)
    made = start_nursery(tier, LIMITS, nursery_sources(handout, name), library=name)
    made.for_suites = start_nursery(tier, LIMITS, suite_sources(handout, name), pytest_code(), name)
    yield made
    made.close()


def runner_of(nursery: Nursery, about: str) -> Runner:
    suite = "import unittest\nimport pytest\nimport work\nfrom work import Bag\n"
    files = (("test_all.py", suite + dedent(SUITES[about][0])),)
    plan = SuitePlan("test_all.py", files, (outline_of("work", STARTER),), BUDGET, BUDGET, 10_000)
    return Runner(nursery, plan, submission_of(nursery, dict(files), "test_all"))


@pytest.mark.parametrize("about", SUITES)
def test_a_suite_passes_on_the_right_solution_in_another_box(nursery: Nursery, about: str) -> None:
    run = runner_of(nursery, about).run({"work.py": RIGHT})
    assert run.ending is Ending.PASSED, (run.test, run.why)


@pytest.mark.parametrize(("about", "change"), CASES, ids=[f"{a}-{c[1][:20]}" for a, c in CASES])
def test_a_changed_solution_is_caught(
    nursery: Nursery, about: str, change: tuple[str, str]
) -> None:
    wrong = RIGHT.replace(*change)
    assert wrong != RIGHT
    runner = runner_of(nursery, about)
    right, found = (runner.run({"work.py": text}) for text in (RIGHT, wrong))
    assert found.ending is Ending.FAILED, (found.test, found.why)
    assert saw_a_difference(found, right)
