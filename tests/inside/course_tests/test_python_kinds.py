"""What tests as they are see of classes: what they are below, what they lack, what objects hold."""

from collections.abc import Sized
from enum import Enum
from pathlib import Path

import pytest

from grader.inside.course_tests.python_kinds import (
    is_below_or_says,
    is_of,
    kinds_above,
    known_kinds,
)
from grader.sandbox.tiers import Nursery
from tests.course_tests.conftest import nursery
from tests.course_tests.examining import ChangedCase, catch_changes

__all__ = ["nursery"]

SHAPES = """
from abc import ABC, abstractmethod
from collections.abc import Sequence
from enum import Enum
from threading import Thread
class Shape(ABC):
    @abstractmethod
    def area(self): "How large it is."
class Square(Shape):
    def __init__(self, side): self._side = side
    @property
    def side(self): "How long it is."; return self._side
    @side.setter
    def side(self, side):
        if side < 0: raise ValueError("negative")
        self._side = side
    def area(self): return self._side ** 2
class Color(Enum):
    RED = 1
    GREEN = 2
class Hand(Sequence):
    def __init__(self, cards): self.cards = cards
    def __len__(self): return len(self.cards)
    def __getitem__(self, at): return self.cards[at]
class Pair: __slots__ = ("x", "y")
class Worker(Thread):
    def __init__(self, job):
        super().__init__(name="worker")
        self.job = job
    def run(self): self.done = self.job * 2
"""
NO_ENUM = """
class Kind(type):
    def __iter__(self): return iter(())
class Enum(metaclass=Kind): pass
"""
CASES = {
    "classes of Python's library above it": ChangedCase(
        """
        import inspect, threading
        from abc import ABC
        from collections.abc import Sequence
        from enum import Enum
        import pytest
        import work
        def test_abstract():
            assert issubclass(work.Shape, ABC) and isinstance(work.Square(1), ABC)
        def test_bases():
            assert work.Shape.__bases__ == (ABC,)
            assert inspect.getmro(work.Square) == (work.Square, work.Shape, ABC, object)
        def test_enum():
            assert issubclass(work.Color, Enum) and isinstance(work.Color.RED, Enum)
        @pytest.mark.parametrize("color", list(work.Color))
        def test_member(color):
            assert color is work.Color(color.value) is work.Color[color.name]
            assert isinstance(color, work.Color) and not isinstance(color, ABC)
        def test_members():
            assert [color.name for color in work.Color] == ["RED", "GREEN"]
            assert str(work.Color.RED) == "Color.RED" and work.Color.RED != work.Color.GREEN
        def test_sequence():
            hand = work.Hand([3, 1])
            assert isinstance(hand, Sequence) and issubclass(work.Hand, Sequence)
            assert hand.index(1) == 1 and hand.count(3) == 1 and [*reversed(hand)] == [1, 3]
        def test_thread():
            worker = work.Worker(4)
            assert isinstance(worker, threading.Thread) and worker.name == "worker"
            worker.start()
            worker.join()
            assert worker.done == 8 and not worker.is_alive()
        """,
        SHAPES,
        (SHAPES.replace("GREEN = 2", "GREEN = 2\n    def dark(self): return self"),),
        (
            ("class Shape(ABC)", "class Shape"),
            ("from enum import Enum", NO_ENUM),
            ("class Hand(Sequence)", "class Hand"),
            ('super().__init__(name="worker")', "super().__init__()"),
            ("* 2", "* 3"),
        ),
    ),
    "classes of Python's library that do something": ChangedCase(
        """
        import json, logging
        from collections import UserDict
        from functools import cached_property
        import work
        def test_handler():
            kept = work.Kept()
            assert isinstance(kept, logging.Handler) and kept.level == logging.NOTSET
            kept.emit(3)
            assert kept.seen == [3] and kept.filters == []
        def test_encoder():
            assert issubclass(work.Encoder, json.JSONEncoder)
            assert work.Encoder().encode({1, 2}) == "[1, 2]"
        def test_dict():
            counts = work.Counts(a=1)
            assert isinstance(counts, UserDict) and counts == {"a": 1} and counts["b"] == 0
            counts["b"] += 2
            assert counts.data == {"a": 1, "b": 2} and sorted(counts) == ["a", "b"]
        def test_own():
            class Own(work.Kept):
                asked = 0
                @cached_property
                def once(self):
                    self.asked += 1
                    return self.asked
            own = Own()
            assert own.once == own.once == 1 and isinstance(own, logging.Handler)
        """,
        """
        import json, logging
        from collections import UserDict
        class Kept(logging.Handler):
            def __init__(self):
                super().__init__()
                self.seen = []
            def emit(self, record): self.seen.append(record)
        class Encoder(json.JSONEncoder):
            def default(self, value): return sorted(value)
        class Counts(UserDict):
            def __missing__(self, key): return 0
        """,
        (),
        (
            ("class Kept(logging.Handler)", "class Kept(logging.Filter)"),
            ("class Encoder(json.JSONEncoder)", "class Encoder"),
            ("class Counts(UserDict)", "class Counts(dict)"),
        ),
    ),
    "what a class lacks": ChangedCase(
        """
        import inspect
        import work
        def test_abstract():
            assert inspect.isabstract(work.Shape) and not inspect.isabstract(work.Square)
        def test_names():
            assert work.Shape.__abstractmethods__ == {"area"}
            class Dot(work.Shape):
                def area(self): return 0
            assert not inspect.isabstract(Dot) and Dot.__abstractmethods__ == set()
        """,
        SHAPES,
        (),
        (("    @abstractmethod\n", ""),),
    ),
    "properties": ChangedCase(
        """
        import pytest
        import work
        def test_kind():
            assert isinstance(work.Square.side, property) and type(work.Square.side) is property
        def test_functions():
            side, square = work.Square.side, work.Square(2)
            assert side.fget(square) == 2 and side.fdel is None
            assert side.__doc__ == "How long it is."
            side.fset(square, 3)
            assert square.side == 3
            with pytest.raises(ValueError, match="negative"):
                side.fset(square, -1)
        """,
        SHAPES,
        (),
        (("@side.setter", "@property"), ("return self._side\n", "return 2\n")),
    ),
    "what an object holds": ChangedCase(
        """
        import json
        import work
        def test_vars():
            assert vars(work.Square(2)) == {"_side": 2} == work.Square(2).__dict__
        def test_names():
            assert "_side" in work.Square(2).__dict__ and "side" not in vars(work.Square(2))
        def test_equal():
            assert vars(work.Square(2)) == vars(work.Square(2)) != vars(work.Square(3))
        def test_json():
            assert json.dumps(work.Square(2).__dict__) == '{"_side": 2}'
        def test_nested():
            square = work.Square(2)
            assert vars(work.Hand([square]))["cards"][0] is square
        def test_changed():
            square = work.Square(2)
            square.__dict__["_side"] = 3
            assert square.side == 3
        def test_slots():
            assert work.Pair.__slots__ == ("x", "y") and not hasattr(work.Pair(), "__dict__")
        """,
        SHAPES,
        (),
        (
            ("self._side = side\n", "self._side = self.other = side\n"),
            ("self.cards = c", "self.c = c"),
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_classes_are_seen_as_under_pytest(nursery: Nursery, tmp_path: Path, name: str) -> None:
    catch_changes(nursery, tmp_path, CASES[name])


def test_names_of_other_classes_are_none_of_pythons() -> None:
    class Flag:
        __module__ = "enum"

    assert kinds_above(Flag) == []
    assert known_kinds(["enum.Enum", "os.system", "enum.EnumType", "json.none.No", 3]) == [Enum]
    assert known_kinds("abc.ABC") == []


def test_what_python_says_by_methods_is_pythons_word() -> None:
    class Bag:
        def __len__(self) -> int:
            return 0

    assert is_of(Bag(), Sized) == (True, False, True)
    assert is_below_or_says(Bag, Sized) == (True, False, True)
