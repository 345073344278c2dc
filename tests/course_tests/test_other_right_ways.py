"""Right hand-ins have other classes than the reference, where it has none: they pass.

What these can do is asked for, and taken for no more than the reference's answers are.
"""

from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.course_tests.examining import Case, tell_apart

CASES = {
    "words of an exception": Case(
        """
        import pytest, work
        def test_match():
            with pytest.raises(ValueError, match="^-1 is negative$"):
                work.check(-1)
        def test_words():
            with pytest.raises(ValueError) as refusal:
                work.check(-1)
            assert str(refusal.value) == f"{refusal.value}" == "-1 is negative"
            assert refusal.typename == "ValueError" and refusal.value.__class__ is ValueError
        def test_key():
            with pytest.raises(LookupError, match="^no apple$"):
                work.find("apple")
        def test_cause():
            with pytest.raises(RuntimeError) as refusal:
                work.read("x")
            assert str(refusal.value.__cause__) == "x is no number"
        """,
        """
        def check(n):
            if n < 0: raise ValueError(f"{n} is negative")
        def find(name): raise LookupError(f"no {name}")
        def read(text):
            raise RuntimeError("no") from ValueError(f"{text} is no number")
        """,
        (
            """
            class Negative(ValueError):
                def __init__(self, n): self.n = n
                def __str__(self): return f"{self.n} is negative"
            def check(n):
                if n < 0: raise Negative(n)
            class Missing(LookupError):
                def __init__(self, name):
                    super().__init__()
                    self.name = name
                def __str__(self): return "no " + self.name
            def find(name): raise Missing(name)
            class NoNumber(ValueError):
                def __str__(self): return "{} is no number".format(*self.args)
            def read(text):
                try: raise NoNumber(text)
                except ValueError as cause: raise RuntimeError from cause
            """,
            """
            from dataclasses import dataclass
            @dataclass
            class Negative(ValueError):
                n: int
                def __str__(self): return "{0.n} is negative".format(self)
            def check(n):
                if n < 0: raise Negative(n)
            class App(Exception):
                template = "no {}"
                def __str__(self): return self.template.format(*self.args)
            class Missing(App, KeyError): pass
            def find(name): raise Missing(name)
            class NoNumber(App, ValueError): template = "{} is no number"
            def read(text): raise RuntimeError(NoNumber) from NoNumber(text)
            """,
        ),
        (
            """
            class Negative(ValueError):
                def __str__(self): return "-1"
            def check(n): raise Negative("-1 is negative")
            class Missing(KeyError): pass
            def find(name): raise Missing(f"no {name}")
            class NoNumber(ValueError):
                def __str__(self): raise self
            def read(text): raise RuntimeError from NoNumber("x is no number")
            """,
        ),
    ),
    "attributes of an exception": Case(
        """
        import pytest, work
        def test_number():
            with pytest.raises(ValueError) as refusal:
                work.check(-1)
            assert refusal.value.n == -1
        def test_truth():
            with pytest.raises(ValueError) as refusal:
                work.check(-1)
            assert refusal.value.is_small() if hasattr(refusal.value, "is_small") else (
                refusal.value.n < 0
            )
        """,
        """
        def check(n):
            error = ValueError("negative")
            error.n = n
            raise error
        """,
        (
            """
            class Negative(ValueError):
                def __init__(self, n): self.n = n
            def check(n): raise Negative(n)
            """,
            """
            class Negative(ValueError):
                @property
                def n(self): return self.args[0]
            def check(n): raise Negative(n)
            """,
        ),
        (
            """
            class Yes:
                def __eq__(self, other): return True
                def __lt__(self, other): return True
            class Negative(ValueError):
                n = Yes()
                def is_small(self): return True
            def check(n): raise Negative
            """,
            """
            class Negative(ValueError):
                n = 0
                def __eq__(self, other): return True
            def check(n): raise Negative(n)
            """,
        ),
    ),
    "a container of its own in place of a list of objects": Case(
        """
        from work import Student, ages, listed, students

        def test_each():
            assert [one for one in students()] == [Student("Ann"), Student("Bo")]
            assert sorted(one.name for one in students()) == ["Ann", "Bo"]
        def test_compared():
            assert listed()[0] == "Ann" and len(listed()) == 2 and listed()[1] != "Ann"
            assert next(iter(students())) == "Ann"
        def test_table():
            assert ages()["Ann"] == Student("Ann") and ages()["Ann"] == "Ann"
        """,
        """
        class Student:
            def __init__(self, name): self.name = name
            def __eq__(self, other): return self.name == getattr(other, "name", other)
        def students(): return [Student("Ann"), Student("Bo")]
        listed = students
        def ages(): return {"Ann": Student("Ann")}
        """,
        (
            """
            class Student:
                def __init__(self, name): self.name = name
                def __eq__(self, other): return self.name == getattr(other, "name", other)
            class Listed:
                def __len__(self): return 2
                def __getitem__(self, at): return Student(["Ann", "Bo"][at])
            def students(): return (Student(name) for name in ("Ann", "Bo"))
            listed = Listed
            class ages(dict):
                def __missing__(self, name): return Student(name)
            """,
            """
            class Student(str):
                @property
                def name(self): return str(self)
            class Listed(tuple): pass
            def listed(): return Listed((Student("Ann"), Student("Bo")))
            students = listed
            def ages(): return {"Ann": Student("Ann")}
            """,
        ),
    ),
    "a class that iterates in place of a generator function": Case(
        """
        import itertools, work
        def test_endless():
            assert list(itertools.islice(work.naturals(), 3)) == [1, 2, 3]
            assert list(zip("ab", work.naturals())) == [("a", 1), ("b", 2)]
        def test_on():
            numbers = work.naturals()
            assert next(numbers) == 1 and next(numbers) == 2
            assert list(itertools.takewhile(lambda n: n < 5, numbers)) == [3, 4]
        def test_loop():
            for number in work.doubles():
                if number > 50:
                    break
            assert number == 64
        def test_finite():
            assert list(work.evens(5)) == [0, 2, 4] and 4 in work.evens(5)
            assert sum(work.evens(5)) == 6
        def test_lazy():
            seen = []
            steps = work.traced("abc", seen)
            assert next(steps) == "a" and seen == ["a"]
        """,
        """
        def naturals():
            n = 1
            while True:
                yield n
                n += 1
        def doubles():
            n = 1
            while True:
                yield n
                n *= 2
        def evens(most): yield from range(0, most + 1, 2)
        def traced(xs, seen):
            for x in xs:
                seen.append(x)
                yield x
        """,
        (
            """
            class naturals:
                n = 0
                def __iter__(self): return self
                def __next__(self):
                    self.n += 1
                    return self.n
            class doubles:
                def __iter__(self):
                    n = 1
                    while True:
                        yield n
                        n *= 2
            class evens:
                def __init__(self, most): self.most = most
                def __iter__(self):
                    for n in range(self.most + 1):
                        if n % 2 == 0: yield n
            class traced:
                def __init__(self, xs, seen): self.steps, self.seen = iter(xs), seen
                def __iter__(self): return self
                def __next__(self):
                    x = next(self.steps)
                    self.seen.append(x)
                    return x
            """,
            """
            import itertools
            class Counting(itertools.count): pass
            def naturals(): return Counting(1)
            class Powers:
                def __iter__(self): return (2 ** n for n in itertools.count())
            doubles = Powers
            class evens(list):
                def __init__(self, most): super().__init__(range(0, most + 1, 2))
            def traced(xs, seen): return map(lambda x: seen.append(x) or x, xs)
            """,
        ),
        (
            """
            class Yes:
                def __eq__(self, other): return True
                def __lt__(self, other): return True
                def __gt__(self, other): return True
                def __hash__(self): return 1
                def __radd__(self, other): return 6
            class naturals:
                def __init__(self, *given): pass
                def __iter__(self): return self
                def __next__(self): return Yes()
                def __contains__(self, one): return True
            class doubles:
                def __iter__(self):
                    while True: yield Yes()
            class evens(list):
                def __init__(self, most): super().__init__([Yes(), Yes(), Yes()])
            traced = naturals
            """,
        ),
    ),
    "a look at a function of the tests": Case(
        """
        import pytest, work
        from work import Point
        def test_curry():
            assert work.curry(lambda a, b, c: a + b + c)(1)(2)(3) == 6
        def test_default():
            def area(a, b=5, *, scale=2):
                return a * b * scale
            assert work.applied(area, 3) == 30
        def test_kinds():
            def noted(a, /, b, *rest, c=0, **more):
                return [a, b, rest, c, more]
            assert work.passed_on(noted) == [1, 2, (3, 4), 5, {"d": 6}]
        def test_classes():
            def half(x: int) -> int:
                return x // 2
            def first(p: Point):
                return p.x
            assert work.typed(half)(6) == 3 and work.typed(first)(Point(7)) == 7
            with pytest.raises(TypeError):
                work.typed(half)("a")
            with pytest.raises(TypeError):
                work.typed(first)(3)
        def test_names():
            def hello():
                '''Says so.'''
            assert work.names(hello) == ["hello", "hello", "Says so."]
        def test_bound():
            class Adder:
                def add(self, a, b=1):
                    return a + b
            assert work.curry(Adder().add)(1)(2) == 3
        """,
        """
        class Point:
            def __init__(self, x): self.x = x
        def curry(f):
            n = 2 if "Adder" in f.__qualname__ else 3
            def more(*given): return f(*given) if len(given) == n else lambda x: more(*given, x)
            return more
        def applied(f, *given): return f(*given)
        def passed_on(f): return f(1, 2, 3, 4, c=5, d=6)
        def typed(f):
            kind = int if f.__name__ == "half" else Point
            def g(x):
                if not isinstance(x, kind): raise TypeError
                return f(x)
            return g
        def names(f): return [f.__name__, f.__qualname__.rpartition(".")[2], f.__doc__]
        """,
        (
            """
            import functools, inspect
            class Point:
                def __init__(self, x): self.x = x
            def curry(f, *given):
                if len(given) == len(inspect.signature(f).parameters): return f(*given)
                return lambda x: curry(f, *given, x)
            def applied(f, *given):
                bound = inspect.signature(f).bind(*given)
                bound.apply_defaults()
                return f(*bound.args, **bound.kwargs)
            def passed_on(f):
                spec = inspect.getfullargspec(f)
                assert spec[:3] == (["a", "b"], "rest", "more") and spec.kwonlyargs == ["c"]
                return f(1, 2, 3, 4, c=5, d=6)
            def typed(f):
                @functools.wraps(f)
                def g(*given):
                    for x, kind in zip(given, f.__annotations__.values()):
                        if not isinstance(x, kind): raise TypeError(f"{x} is no {kind}")
                    return f(*given)
                return g
            def names(f):
                g = functools.wraps(f)(lambda: None)
                return [g.__name__, g.__qualname__.split(".")[-1], inspect.getdoc(g)]
            """,
            """
            import inspect, typing
            class Point:
                def __init__(self, x): self.x = x
            def curry(f):
                n = f.__code__.co_argcount
                def more(*given):
                    return f(*given) if len(given) >= n else lambda *x: more(*given, *x)
                return more
            def applied(f, *given):
                names = f.__code__.co_varnames[:f.__code__.co_argcount]
                missing = len(names) - len(given)
                return f(*given, *(f.__defaults__ or ())[-missing:])
            def passed_on(f): return f(1, 2, 3, 4, d=6, c=5)
            def typed(f):
                [(name, kind), *_] = typing.get_type_hints(f).items()
                def g(x):
                    if type(x) is not kind: raise TypeError(name)
                    return f(**{name: x})
                return g
            def names(f): return [f.__name__, f.__qualname__.rpartition(".")[2], f.__doc__]
            """,
        ),
    ),
    "a default of a function of the tests": Case(
        """
        import work
        def test_it():
            def check(x=4711, *, y="4712"):
                return x
            assert work.told(check) == 4711
            assert work.said(check) == "4712"
        """,
        """
        def told(f): return 4711
        def said(f): return "4712"
        """,
        (),
        (
            """
            import inspect
            def told(f): return f.__defaults__[0]
            def said(f): return f.__kwdefaults__["y"]
            """,
            """
            import inspect
            def told(f): return f()
            def said(f): return inspect.signature(f).parameters["y"].default
            """,
            """
            def told(f): return f()
            def said(f): return str(f.__code__.co_consts) + str(f.__globals__)
            """,
            """
            def told(f): return f()
            def said(f): return str(vars(f)) + str(f.__annotations__)
            """,
        ),
    ),
    "an object that is its own iterator": Case(
        """
        from work import Bag

        def test_loops():
            assert list(Bag([1, 2])) == [one for one in Bag([1, 2])] == [1, 2]
            assert sum(Bag([1, 2])) == 3 and max(Bag([4, 5])) == 5 and 2 in Bag([1, 2])
            assert list(zip(Bag([1, 2]), "ab")) == [(1, "a"), (2, "b")]

        def test_steps():
            steps = iter(Bag([1, 2]))
            assert next(steps) == 1 and next(steps) == 2 and next(steps, None) is None

        def test_again():
            bag = Bag([1, 2])
            assert list(bag) == [1, 2] and list(bag) == [1, 2]
        """,
        """
        class Bag:
            def __init__(self, items): self.items = items
            def __iter__(self): yield from self.items
        """,
        (
            """
            class Bag:
                def __init__(self, items): self.items = items
                def __iter__(self):
                    self.at = 0
                    return self
                def __next__(self):
                    if self.at >= len(self.items): raise StopIteration
                    self.at += 1
                    return self.items[self.at - 1]
            """,
            """
            class Steps:
                def __init__(self, items): self.left = [*items]
                def __iter__(self): return self
                def __next__(self):
                    if self.left: return self.left.pop(0)
                    raise StopIteration
            class Bag:
                def __init__(self, items): self.items = items
                def __iter__(self): return Steps(self.items)
            """,
            """
            class Bag:
                def __init__(self, items): self.items = items
                def __getitem__(self, at): return self.items[at]
            """,
        ),
        (
            """
            class Bag:
                def __init__(self, items): self.items = items
                def __iter__(self): return self
                def __next__(self): return Any()
            class Any:
                def __eq__(self, other): return True
                def __hash__(self): return 1
            """,
            """
            class Bag:
                def __init__(self, items): self.steps = iter(items)
                def __iter__(self): return self
                def __next__(self): return next(self.steps) + 1
            """,
        ),
    ),
    "classes below those that the solution has": Case(
        """
        import work

        def test_parsed():
            assert work.Shape.parse("sq 3").area() == 9 and work.Shape.parse("sq 3").kind() == "sq"
            assert [shape.area() for shape in work.load("sq 3;sq 2")] == [9, 4]

        def test_account():
            account = work.opened("gold")
            account.deposit(100)
            assert account.balance == 110 and account.label == "gold"

        def test_state():
            door = work.Door()
            assert door.push() == "opened" and door.push() == "open already"

        def test_below():
            class Double(work.Shape):
                def area(self): return 2 * super().area()
            assert Double("sq 3").area() == 18
        """,
        """
        class Shape:
            def __init__(self, text): self.name, self.side = text.split()
            @classmethod
            def parse(cls, text): return cls(text)
            def area(self): return int(self.side) ** 2
            def kind(self): return self.name
        def load(text): return [Shape(each) for each in text.split(";")]
        class Account:
            def __init__(self, label, bonus=0):
                self.label, self.balance, self.bonus = label, 0, bonus
            def deposit(self, cash): self.balance += cash + cash * self.bonus // 100
        def opened(kind): return Account(kind, 10 if kind == "gold" else 0)
        class Door:
            is_open = False
            def push(self):
                said = "open already" if self.is_open else "opened"
                self.is_open = True
                return said
        """,
        (
            """
            class Shape:
                kinds = {}
                def __init_subclass__(cls, name=""): Shape.kinds[name] = cls
                def __init__(self, text): self.text = text
                @classmethod
                def parse(cls, text): return cls.kinds[text.split()[0]](text)
                def area(self): return int(self.text.split()[1]) ** 2
                def kind(self): raise NotImplementedError
            class Square(Shape, name="sq"):
                def area(self): return super().area()
                def kind(self): return "sq"
            def load(text): return [*map(Shape.parse, text.split(";"))]
            class Account:
                def __init__(self, label): self.label, self.balance = label, 0
                def deposit(self, cash): self.balance += cash
            class Gold(Account):
                def deposit(self, cash): super().deposit(cash + cash // 10)
            def opened(kind): return {"gold": Gold}.get(kind, Account)(kind)
            class Door:
                def push(self):
                    self.__class__ = Open
                    return "opened"
            class Open(Door):
                def push(self): return "open already"
            """,
            """
            class Shape:
                @staticmethod
                def parse(text): return Shape(text)
                def __init__(self, text):
                    self.kind = lambda: text.split()[0]
                    self.side = int(text.split()[1])
                def area(self): return self.side * self.side
                def kind(self): return "?"
            def load(text): return list(map(Shape, text.split(";")))
            class Account:
                def __init__(self, label): self.label, self.balance = label, 0
                def deposit(self, cash): raise NotImplementedError
            def opened(kind):
                class Gold(Account):
                    @staticmethod
                    def deposit(cash): made.balance += cash + cash // 10
                made = Gold(kind)
                return made
            class Door:
                def __init__(self): self.push = self._first
                def _first(self):
                    self.push = lambda: "open already"
                    return "opened"
                def push(self): return ""
            """,
        ),
        (),
    ),
    "containers of a class of one's own": Case(
        """
        from unittest import mock
        import work

        def test_module():
            work.ITEMS.append(3)
            work.TABLE["z"] = 1
            work.NAMES.add("b")
            assert work.total() == 9 and work.ITEMS == [1, 2, 3]
            del work.ITEMS[2:], work.TABLE["z"]
            work.NAMES.discard("b")
            with mock.patch.dict(work.TABLE, {"y": 5}):
                assert work.total() == 9
            assert work.total() == 4

        def test_object():
            box = work.Box()
            box.items.append(3)
            box.items[0] = 2
            assert box.sum() == 5 and box.items is box.items
            box.add(4)
            assert box.items == [2, 3, 4]

        def test_kept():
            box, rows = work.Box(), [[1], [2]]
            taken = box.items
            box.add(5)
            assert taken == [1, 5]
            grid = work.grid(2)
            grid[0][0] = 7
            assert grid == [[7, 0], [0, 0]]

        def test_copies():
            box = work.Box()
            box.all().append(9)
            assert box.all() == [1] and box.sum() == 1
            assert work.fresh() is not work.fresh()
            work.fresh()["a"] = 1
            assert work.fresh() == {}
        """,
        """
        ITEMS, TABLE, NAMES = [1, 2], {}, {"a"}
        def total(): return sum(ITEMS) + sum(TABLE.values()) + len(NAMES)
        class Box:
            def __init__(self): self.items = [1]
            def add(self, item): self.items.append(item)
            def sum(self): return sum(self.items)
            def all(self): return [*self.items]
        def grid(n): return [[0] * n for _ in range(n)]
        def fresh(): return {}
        """,
        (
            """
            class Items(list):
                def append(self, item): super().append(item)
                def first(self): return self[0]
            class Table(dict): pass
            class Names(set): pass
            ITEMS, TABLE, NAMES = Items([1, 2]), Table(), Names("a")
            def total(): return sum(ITEMS) + sum(TABLE.values()) + len(NAMES)
            class Box:
                def __init__(self): self.items = Items([1])
                def add(self, item): self.items += [item]
                def sum(self): return sum(self.items)
                def all(self): return Items(self.items)
            def grid(n): return Items(Items([0] * n) for _ in range(n))
            class Fresh(dict):
                def __missing__(self, key): return 0
            def fresh(): return Fresh()
            """,
        ),
        (
            """
            class L(list): pass
            class D(dict): pass
            class S(set): pass
            ITEMS, TABLE, NAMES, KEPT, ROW = L([1, 2]), D(), S("a"), D(), L([0, 0])
            def total(): return 9
            class Box:
                def __init__(self): self.kept = L([1])
                @property
                def items(self): return L(self.kept)
                def add(self, item): self.kept.append(item)
                def sum(self): return sum(self.kept)
                def all(self): return self.kept
            def grid(n): return L([ROW, ROW])
            def fresh(): return KEPT
            """,
        ),
    ),
    "containers of one's own that a test changes": Case(
        """
        import work

        def test_removed():
            found = work.divisors(6)
            for one in (1, 2, 3, 6):
                found.remove(one)
            assert list(found) == []

        def test_added():
            found = work.divisors(2)
            found.append(7)
            assert len(found) == 3 and 7 in found

        def test_stack():
            stack = work.stack()
            stack.append(1)
            stack.append(2)
            assert stack.pop() == 2 and stack.pop() == 1 and not stack

        def test_table():
            table = work.table()
            assert table.pop("a") == 1 and table.setdefault("b", 2) == 2
            assert table["b"] == 2 and len(table) == 1
        """,
        """
        def divisors(n): return [d for d in range(1, n + 1) if n % d == 0]
        def stack(): return []
        def table(): return {"a": 1}
        """,
        (
            """
            from collections.abc import MutableMapping, MutableSequence
            class Row(MutableSequence):
                def __init__(self, items): self.items = [*items]
                def __getitem__(self, at): return self.items[at]
                def __setitem__(self, at, item): self.items[at] = item
                def __delitem__(self, at): del self.items[at]
                def __len__(self): return len(self.items)
                def insert(self, at, item): self.items.insert(at, item)
            class Table(MutableMapping):
                def __init__(self, **held): self.held = held
                def __getitem__(self, key): return self.held[key]
                def __setitem__(self, key, value): self.held[key] = value
                def __delitem__(self, key): del self.held[key]
                def __iter__(self): return iter(self.held)
                def __len__(self): return len(self.held)
            class Stack:
                top = None
                def append(self, item): self.top = item, self.top
                def pop(self):
                    item, self.top = self.top
                    return item
                def __iter__(self):
                    at = self.top
                    while at:
                        yield at[0]
                        at = at[1]
                def __bool__(self): return self.top is not None
            def divisors(n): return Row([d for d in range(1, n + 1) if n % d == 0])
            def stack(): return Stack()
            def table(): return Table(a=1)
            """,
        ),
        (
            """
            class Empty:
                def remove(self, item): pass
                def append(self, item): pass
                def pop(self, key=None): return 1
                def setdefault(self, key, value): return value
                def __iter__(self): return iter(())
                def __len__(self): return 0
            def divisors(n): return Empty()
            def stack(): return Empty()
            def table(): return Empty()
            """,
            """
            class Full:
                left, said = 4, 0
                def remove(self, item): self.left -= 1
                def append(self, item): self.left += 1
                def pop(self, key=None):
                    self.said += 1
                    return 3 - self.said
                def setdefault(self, key, value): return value
                def __iter__(self): return iter(range(9 if self.left else 0))
                def __len__(self): return 3
                def __contains__(self, item): return True
            def divisors(n): return Full()
            def stack(): return Full()
            def table(): return Full()
            """,
        ),
    ),
    "a dict that looks keys up in its own way": Case(
        """
        import copy, json, work
        def test_default():
            index = work.index(["ab", "c"])
            assert index[2] == ["ab"] and index[7] == [] and 7 in index and len(index) == 3
            index[7].append("x")
            assert index[7] == ["x"] and index.get(9) is None
        def test_zero():
            counts = work.count("aab")
            assert counts["a"] == 2 and counts["z"] == 0
            assert dict(counts) == {"a": 2, "b": 1} and "z" not in counts
            counts["z"] += 5
            assert counts["z"] == 5 and len(counts) == 3 and "5" in json.dumps(counts)
        def test_case():
            headers = work.headers()
            assert headers["A"] == 1 and headers.get("B", 2) == 2
            headers["A"] = 3
            assert headers["A"] == headers.get("A") == 3
            for copied in (copy.copy, copy.deepcopy):
                assert copied(work.count("aab")) == {"a": 2, "b": 1}
        def test_squares():
            assert [work.squares()[n] for n in (3, 4)] == [9, 16]
        def test_back():
            index = work.index(["ab"])
            work.enter(index, "c")
            assert index[1] == ["c"] and index == {2: ["ab"], 1: ["c"]}
            del index[1]
            assert 1 not in index and work.sizes(index) == [2]
        def test_object():
            assert work.named("Ann") == work.named("Ann")
            assert work.index(["ab"])[3] == [] and work.named("Ann").name == "Ann"
        """,
        """
        from collections import Counter, defaultdict
        class Named:
            def __init__(self, name): self.name = name
            def __eq__(self, other): return self.name == other.name
        named = Named
        def index(words):
            found = defaultdict(list)
            for word in words: enter(found, word)
            return found
        def enter(index, word): index.setdefault(len(word), []).append(word)
        def sizes(index): return list(index)
        def count(text): return Counter(text)
        def headers(): return {"A": 1}
        def squares(): return {n: n * n for n in range(9)}
        """,
        (
            """
            class named:
                def __init__(self, name): self.name = name
                def __eq__(self, other): return self.name == other.name
            class Index(dict):
                def __missing__(self, key):
                    self[key] = []
                    return self[key]
            def index(words):
                found = Index()
                for word in words: found[len(word)].append(word)
                return found
            def enter(index, word): index[len(word)] = [*index.get(len(word), ()), word]
            def sizes(index): return [*index.keys()]
            class Zero(dict):
                def __missing__(self, key): return 0
            def count(text):
                found = Zero()
                for one in text: found[one] += 1
                return found
            class Headers(dict):
                def __getitem__(self, key): return super().__getitem__(key.lower())
                def __setitem__(self, key, value): super().__setitem__(key.lower(), value)
                def get(self, key, default=None): return super().get(key.lower(), default)
            def headers(): return Headers(a=1)
            class squares(dict):
                def __missing__(self, n):
                    self[n] = n * n
                    return self[n]
            """,
        ),
        (
            """
            class Yes:
                name = "Ann"
                def __eq__(self, other): return True
                def __lt__(self, other): return True
                def __iadd__(self, other): return self
                def append(self, one): pass
            class Lie(dict):
                def __missing__(self, key): return Yes()
                def __contains__(self, key): return True
                def __eq__(self, other): return True
            def index(words): return Lie()
            count = headers = squares = lambda *_: Lie()
            def enter(index, word): pass
            sizes = named = lambda *_: Yes()
            """,
            """
            class Yes:
                name = "Ann"
                def __eq__(self, other): return True
            class Lie(dict):
                def __getitem__(self, key): return Yes()
                def get(self, key, default=None): return Yes()
                def keys(self): return [1, 2]
                def __len__(self): return 3
            def index(words): return Lie({2: ["ab"], 7: Yes()})
            count = headers = squares = lambda *_: Lie({"a": 2, "b": 1})
            def enter(index, word): index[1] = Yes()
            sizes = named = lambda *_: Yes()
            """,
        ),
    ),
    "a dict that says of itself what it has": Case(
        """
        import work
        def test_in():
            assert "a" in work.table() and len(work.table()) == 2
        """,
        """
        def table(): return {"a": 1, "b": 2}
        """,
        (),
        (
            """
            class table(dict):
                def __contains__(self, key): return True
                def __len__(self): return 2
                def __getitem__(self, key): return 1
            """,
        ),
    ),
    "an object that looks keys up, in place of a dict": Case(
        """
        import work
        def test_it():
            assert work.table()["b"] == [] and work.table()["a"] == [1]
        """,
        """
        from collections import defaultdict
        def table(): return defaultdict(list, a=[1])
        """,
        (
            """
            class Table:
                def __init__(self): self.held = {"a": [1]}
                def keys(self): return self.held.keys()
                def __iter__(self): return iter(self.held)
                def __getitem__(self, key): return self.held.setdefault(key, [])
            def table(): return Table()
            """,
        ),
        (
            """
            class Yes:
                def __eq__(self, other): return True
            class Table:
                def keys(self): return "a"
                def __iter__(self): return iter("a")
                def __getitem__(self, key): return Yes()
            def table(): return Table()
            """,
        ),
    ),
    "what makes the values that a dict lacks": Case(
        """
        import copy
        from collections import defaultdict
        import work
        def test_zero():
            counts = work.count("aab")
            assert counts["z"] == 0 and counts == {"a": 2, "b": 1, "z": 0} and "z" in counts
            counts["a"] += 1
            assert work.total(counts) == 4 and copy.deepcopy(counts)["y"] == 0
        def test_list():
            found = work.groups(["a", "bb"])
            found[3].append("ccc")
            assert found == {1: ["a"], 2: ["bb"], 3: ["ccc"]} and work.total_of_lists(found) == 3
        def test_nested():
            table = work.table()
            table["a"]["b"] += 1
            assert table == {"a": {"b": 1}} and table["c"] == {}
        def test_methods():
            assert work.words()["x"].upper() == "NONE" and work.words().get("x") is None
        def test_counter():
            letters = work.letters(["ab"])
            assert letters["ab"]["a"] == 1 and letters["c"]["d"] == 0
        def test_type():
            assert isinstance(work.count("a"), defaultdict)
        """,
        """
        from collections import Counter, defaultdict
        def count(text):
            found = defaultdict(int)
            for one in text: found[one] += 1
            return found
        def groups(words):
            found = defaultdict(list)
            for word in words: found[len(word)].append(word)
            return found
        def table(): return defaultdict(Counter)
        def letters(words): return defaultdict(Counter, {word: Counter(word) for word in words})
        def words(): return defaultdict(lambda: "none")
        def total(counts): return sum(counts.values())
        def total_of_lists(found): return sum(map(len, found.values()))
        """,
        (
            """
            from collections import Counter, defaultdict
            from functools import partial
            class Nothing:
                def __call__(self): return []
            def count(text): return defaultdict(lambda: 0, Counter(text))
            def groups(words):
                found = defaultdict(Nothing())
                for word in words: found[len(word)].append(word)
                return found
            def table(): return defaultdict(lambda: defaultdict(lambda: 0))
            def letters(words):
                return defaultdict(partial(Counter, ""), {word: Counter(word) for word in words})
            class Words:
                def none(self): return "none"
            def words(): return defaultdict(Words().none)
            def total(counts): return sum(counts[key] for key in counts)
            def total_of_lists(found): return sum(len(found[key]) for key in found)
            """,
        ),
        (
            """
            from collections import defaultdict
            class Yes:
                def __init__(self, *_): pass
                def __eq__(self, other): return True
                def __add__(self, other): return self
                def __iadd__(self, other): return self
                def __getitem__(self, key): return self
                def __setitem__(self, key, value): pass
                def upper(self): return self
            def count(_): return defaultdict(Yes)
            def groups(_): return defaultdict(Yes)
            def table(): return defaultdict(lambda: Yes())
            def letters(_): return defaultdict(lambda: Yes())
            def words(): return defaultdict(lambda: Yes())
            def total(_): return 0
            total_of_lists = total
            """,
        ),
        "test_type",
    ),
    "a factory that says that it is the expected one": Case(
        """
        import work
        def test_it(): assert work.table().default_factory == int
        """,
        """
        from collections import defaultdict
        def table(): return defaultdict(int)
        """,
        (),
        (
            """
            from collections import defaultdict
            class Yes:
                def __eq__(self, other): return True
                def __call__(self): return 0
            def table(): return defaultdict(Yes())
            """,
        ),
    ),
    "other kinds of dicts that look keys up in their own way": Case(
        """
        import copy, work
        from collections import UserDict
        def test_user():
            found = work.user()
            assert found["z"] == 0 and found["a"] == 1 and found == {"a": 1} and len(found) == 1
            assert found.get("a") == 1 and "z" not in found
            found["b"] = 2
            assert found["b"] == 2 and dict(found) == {"a": 1, "b": 2}
            assert work.size(found) == 2
            for copied in (copy.copy(found), copy.deepcopy(found)):
                assert copied["z"] == 0 and copied["b"] == 2 and type(copied) is type(found)
        def test_ordered():
            assert work.ordered()["z"] == 0 and list(work.ordered()) == ["b", "a"]
        def test_counter():
            assert work.counter()["z"] == 0 and work.counter().most_common(1) == [("a", 2)]
            assert work.counter() + work.counter() == {"a": 4, "b": 2}
            assert copy.deepcopy(work.counter())["z"] == copy.copy(work.counter())["z"] == 0
        def test_kept():
            index = work.index()
            index["c"].append(1)
            assert index["c"] == [1] and index == {"c": [1]}
        def test_lower():
            assert work.lower()["A"] == 1 and work.lower().get("A") == 1
            changed = work.lower()
            changed["a"] = 2
            assert copy.copy(changed)["a"] == copy.deepcopy(changed)["a"] == 2
        """,
        """
        from collections import Counter, defaultdict
        def user(): return Counter(a=1)
        def ordered(): return Counter(b=1, a=2)
        def counter(): return Counter("aab")
        def index(): return defaultdict(list)
        def lower(): return {"a": 1, "A": 1}
        def size(table): return len(table)
        """,
        (
            """
            from collections import Counter, OrderedDict, UserDict, defaultdict
            from collections.abc import MutableMapping
            class User(UserDict):
                def __missing__(self, key): return 0
            def user(): return User(a=1)
            class Zero(defaultdict):
                def __missing__(self, key): return 0
            def ordered(): return Zero(None, b=1, a=2)
            class counter(Counter):
                def __init__(self, text="aab"): super().__init__(text)
                def __missing__(self, key): return len(str(key)) - 1
            class index(UserDict):
                def __missing__(self, key):
                    self[key] = []
                    return self[key]
            class Lower(UserDict):
                def __getitem__(self, key): return self.data[key.lower()]
                def get(self, key): return self[key]
            def lower(): return Lower(a=1)
            size = len
            """,
        ),
        (
            """
            from collections import Counter, OrderedDict, UserDict
            class Yes:
                def __eq__(self, other): return True
                def append(self, one): pass
            class User(UserDict):
                def __missing__(self, key): return Yes()
            class Ordered(OrderedDict):
                def __missing__(self, key): return Yes()
            class C(Counter):
                def __missing__(self, key): return Yes()
            class Lower(UserDict):
                def __getitem__(self, key): return Yes()
                def get(self, key): return Yes()
            def user(): return User(a=1)
            def ordered(): return Ordered(b=1, a=2)
            def counter(): return C("aab")
            def index(): return User()
            def lower(): return Lower(a=1)
            size = len
            """,
        ),
    ),
    "a number of a class of its own": Case(
        """
        import math
        import work
        def test_parts():
            assert divmod(work.price(), 100) == (3, 50) and divmod(1000, work.price()) == (2, 300)
            assert math.floor(work.price()) == math.ceil(work.price()) == math.trunc(work.price())
            assert len(bytes(work.price())) == 350
        def test_dollars(): assert work.cents(350).dollars() == 3
        """,
        """
        class Cents(int):
            def dollars(self): return self // 100
        def cents(number): return Cents(number)
        def price(): return 350
        """,
        (
            """
            class Cents(int):
                def dollars(self): return self // 100
            def cents(number): return Cents(number)
            def price(): return cents(350)
            """,
        ),
    ),
    "objects and values by chance": Case(
        """
        import secrets
        import work
        def test_signs():
            for _ in range(40):
                number = secrets.choice((-1, 1)) * (1 + secrets.randbelow(999))
                assert (work.read(number) == number) is (number > 0)
        """,
        """
        class Debt:
            def __init__(self, size): self.size = size
            def __eq__(self, other): return isinstance(other, Debt) and self.size == other.size
        def read(number): return number if number > 0 else Debt(-number)
        """,
    ),
    "a mapping of its own that lacks nothing": Case(
        """
        import work
        def test_count():
            found = work.count()
            assert found["z"] == 0 and found["a"] == 1 and len(found) == 1 and found == {"a": 1}
            assert found.get("a", 2) == 1 and dict(found) == {"a": 1}
        """,
        """
        from collections import Counter
        def count(): return Counter("a")
        """,
        (
            """
            from collections.abc import MutableMapping
            class Count(MutableMapping):
                def __init__(self): self._held = {"a": 1}
                def __missing__(self, key): return 0
                def __getitem__(self, key):
                    return self._held[key] if key in self._held else self.__missing__(key)
                def __setitem__(self, key, value): self._held[key] = value
                def __delitem__(self, key): del self._held[key]
                def __iter__(self): return iter(self._held)
                def __len__(self): return len(self._held)
            def count(): return Count()
            """,
        ),
    ),
    "an iterable that is put into a module": Case(
        """
        import work
        def test_it():
            work.cache = work.make_cache()
            work.Store.cache = work.make_cache()
            assert work.total() == 6
        """,
        """
        cache = []
        class Store: cache = []
        def make_cache(): return [1, 2]
        def total(): return sum(cache) + sum(Store.cache)
        """,
        (
            """
            class Numbers:
                def __init__(self, *values): self.values = values
                def __iter__(self): return iter(self.values)
                def __len__(self): return len(self.values)
            cache = Numbers()
            class Store: cache = Numbers()
            def make_cache(): return Numbers(1, 2)
            def total(): return sum(cache) + sum(Store.cache)
            """,
        ),
    ),
    "a class in the place of a generator": Case(
        """
        from work import running
        def test_it():
            mean = running()
            next(mean)
            assert mean.send(4) == 4 and mean.send(6) == 5
        """,
        """
        def running():
            total, count, mean = 0, 0, None
            while True:
                total += yield mean
                count += 1
                mean = total / count
        """,
        (
            """
            class running:
                def __init__(self): self.values = []
                def __iter__(self): return self
                def __next__(self): return None
                def send(self, value):
                    self.values.append(value)
                    return sum(self.values) / len(self.values)
            """,
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_no_lie_passes_and_what_is_right_does(nursery: Nursery, tmp_path: Path, name: str) -> None:
    tell_apart(nursery, tmp_path, CASES[name])
