"""Objects of classes that tests and hand-ins have both been given, such as a `Node` of node.py."""

from pathlib import Path
from textwrap import dedent

import pytest

from grader.course_tests.plan import CourseTestsPlan
from grader.sandbox.tiers import Nursery
from tests.course_tests.examining import examined_in, passed_by

GIVEN = dedent(
    """
    from dataclasses import dataclass
    from enum import Enum, IntFlag
    class Node:
        def __init__(self, value, next=None):
            self.value, self.next = value, next
        def __eq__(self, other):
            return isinstance(other, Node) and (self.value, self.next) == (other.value, other.next)
        def __len__(self):
            return 1 + (len(self.next) if self.next is not None else 0)
        def __iter__(self):
            yield self.value
            if self.next is not None:
                yield from self.next
        @property
        def last(self):
            return self if self.next is None else self.next.last
    class Leaf:
        __slots__ = ("key", "_secret")
        def __init__(self, key):
            self.key, self._secret = key, 2 * key
        def secret(self):
            return self._secret
    @dataclass(frozen=True)
    class Point:
        x: int
        y: int = 0
    class Color(Enum):
        RED = 1
        BLUE = 2
    class May(IntFlag):
        READ = 1
        WRITE = 2
    class Pair(tuple):
        pass
    class Missing(KeyError):
        pass
    """
)
NODE = {"node.py": GIVEN}
TESTS = """
    import copy
    import pytest
    from node import Color, Leaf, May, Missing, Node, Pair, Point
    from work import build, color, colors, find, kind, leaf, may, name_of, opposite
    from work import moved, pair, point, points, turned, values

    def test_build():
        head = build([1, 2, 3])
        assert isinstance(head, Node) and head == Node(1, Node(2, Node(3)))
        assert head != Node(1) and len(head) == 3 and [*head] == [1, 2, 3]
        assert head.last.value == 3 and head.last is head.next.next
    def test_change():
        head = build([1, 2])
        head.value = 5
        assert values(head) == [5, 2] and copy.copy(head) == head
        del head.next.next
        head.next = None
        assert values(head) == [5]
    def test_handed():
        assert values(Node(1, Node(2))) == [1, 2]
        back = turned(Node(1, Node(2)))
        assert [*back] == [2, 1]
    def test_point():
        assert point("1,2") == Point(1, 2) and hash(point("1,2")) == hash(Point(1, 2))
        assert repr(point("1")) == "Point(x=1, y=0)" and point("3").y == 0
        assert {point("1,2"): 7}[Point(1, 2)] == 7 and points("1,2 3") == [Point(1, 2), Point(3)]
    def test_moved():
        assert moved(Point(1, 2)) == (Point(4, 2), {"x": 1, "y": 2}, ["x", "y"])
    def test_leaf():
        assert leaf(3).key == 3 and leaf(3).secret() == 6
    def test_given():
        assert opposite(Color.RED) is Color.BLUE and opposite(Color.BLUE) == Color.RED
        assert [name_of(x) for x in (Node(1), Point(1), Leaf(1))] == ["node", "point", "leaf"]
        assert name_of(build([1])) == "node"
    def test_others():
        with pytest.raises(Missing, match="x") as caught:
            find("x")
        assert type(caught.value) is Missing and caught.value.args == ("x",)
        assert kind() is Node and pair(1, 2) == (1, 2) == Pair((1, 2))
    def test_color():
        assert color("r") is Color.RED and color("b") == Color.BLUE and [color("r")] == [Color.RED]
        assert colors("rbr") == [Color.RED, Color.BLUE, Color.RED]
        assert colors("bb")[0] is Color.BLUE and may("rw") == May.READ | May.WRITE
        assert may("w") is May.WRITE and may("") == May(0)
"""
RIGHT = """
    import dataclasses
    from node import Color, Leaf, May, Missing, Node, Pair, Point
    def opposite(color): return Color.BLUE if color is Color.RED else Color.RED
    def name_of(x):
        match x:
            case Node(value=1): return "node"
            case Point(x=1): return "point" if x == Point(1) and Point(1) == x else "?"
        return "leaf" if isinstance(x, Leaf) else ""
    def colors(letters): return [color(letter) for letter in letters]
    def may(letters): return May(("r" in letters) + 2 * ("w" in letters))
    def find(key): raise Missing(key)
    def kind(): return Node
    def pair(*both): return Pair(both)
    def build(xs):
        head = None
        for x in reversed(xs):
            head = Node(x, head)
        return head
    def values(n):
        return [] if n is None else [n.value, *values(n.next)]
    def turned(n):
        back = None
        while n is not None:
            n.next, back, n = back, n, n.next
        return back
    def point(text): return Point(*map(int, text.split(",")))
    def points(text): return [point(one) for one in text.split()]
    def moved(point):
        names = [field.name for field in dataclasses.fields(point)]
        return dataclasses.replace(point, x=4), dataclasses.asdict(point), names
    leaf = Leaf
    def color(letter): return {"r": Color.RED, "b": Color.BLUE}[letter]
"""
# What a hand-in may do to the classes in its own box.
LYING = """
    import node
    for kind in (node.Node, node.Leaf, node.Point, node.Color):
        kind.__eq__ = lambda *_: True
    node.Node.__len__ = lambda _: 3
    node.Node.__iter__ = lambda _: iter([1, 2, 3])
    node.Leaf.secret = lambda _: 6
"""


def _passed(nursery: Nursery, plan: CourseTestsPlan, work: str) -> set[str]:
    return passed_by(nursery, plan, {"work.py": work, **NODE})


@pytest.fixture
def plan(nursery: Nursery, tmp_path: Path) -> CourseTestsPlan:
    made, _, faults = examined_in(nursery, tmp_path, TESTS, RIGHT, NODE)
    assert faults == {}
    return made


def test_tests_use_objects_of_given_classes_as_in_one_program(
    nursery: Nursery, plan: CourseTestsPlan
) -> None:
    every = {
        f"test_{name}" for name in ("build", "change", "handed", "point", "leaf", "others", "moved")
    }
    every |= {"test_color", "test_given"}
    assert _passed(nursery, plan, RIGHT) == every
    below = "    class Own(Node):\n        pass\n" + RIGHT.replace("Node(x, head)", "Own(x, head)")
    assert _passed(nursery, plan, "    from node import Node\n" + below) == every


@pytest.mark.parametrize(
    ("old", "new", "test"),
    [
        ("reversed(xs)", "xs", "test_build"),
        ("Point(*map(int, text.split(',')))", "Point(9)", "test_point"),
        ("x=4", "x=3", "test_moved"),
        ("leaf = Leaf", "leaf = lambda key: Leaf(key + 1)", "test_leaf"),
        ('"r": Color.RED', '"r": Color.BLUE', "test_color"),
        ("return back", "return Node(2, Node(0))", "test_handed"),
        ("raise Missing", "raise KeyError", "test_others"),
        ("color is Color.RED", "color is Color.BLUE", "test_given"),
        ("isinstance(x, Leaf)", "isinstance(x, Node)", "test_given"),
    ],
)
def test_what_a_hand_in_makes_of_the_classes_decides_nothing(
    nursery: Nursery, plan: CourseTestsPlan, old: str, new: str, test: str
) -> None:
    wrong = RIGHT.replace('","', "','").replace(old, new)
    assert wrong != RIGHT.replace('","', "','")
    assert test not in _passed(nursery, plan, LYING + wrong)


def test_an_attribute_that_equals_everything_is_none(
    nursery: Nursery, plan: CourseTestsPlan
) -> None:
    yes = """
    class Yes:
        def __eq__(self, other): return True
        def __hash__(self): return 1
        def __mul__(self, other): return self
        __rmul__ = __mul__
    """
    wrong = RIGHT.replace("Node(x, head)", "Node(Yes(), head)").replace(
        "leaf = Leaf", "def leaf(_): return Leaf(Yes())"
    )
    wrong = wrong.replace('return Point(*map(int, text.split(",")))', "return Point(Yes(), Yes())")
    passed = _passed(nursery, plan, yes + wrong)
    assert passed.isdisjoint({"test_build", "test_change", "test_point", "test_leaf"})


def test_attributes_are_no_methods_and_a_tree_may_have_another_shape(
    nursery: Nursery, tmp_path: Path
) -> None:
    node = """
    class Node:
        def __init__(self, value, left=None, right=None):
            self.value, self.left, self.right = value, left, right
        def has(self, value):
            below = self.right if self.left is None else self.left
            return self.value == value or (below is not None and below.has(value))
    """
    tests = """
    from work import parse, tree
    def test_parse():
        label, node = parse("x")
        assert label.startswith("x") and node.value == 1
    def test_tree(): assert tree([1, 2, 3]).has(3)
    """
    right = """
    from node import Node
    def parse(text): return text, Node(1)
    def tree(values): return Node(values[0], tree(values[1:])) if values else None
    """
    other = right.replace("values[0], tree", "values[0], None, tree")
    lie = """
    from node import Node
    def parse(text):
        node = Node(1)
        node.startswith = lambda _: True
        return node, node
    class Yes:
        def __eq__(self, other): return True
        def has(self, value): return True
    def tree(values):
        return Node(0, None, Yes())
    """
    given = {"node.py": dedent(node)}
    plan, _, faults = examined_in(nursery, tmp_path, tests, right, given)
    assert faults == {}
    for work in (right, other):
        assert passed_by(nursery, plan, {"work.py": work, **given}) == {"test_parse", "test_tree"}
    assert passed_by(nursery, plan, {"work.py": lie, **given}) == set()
