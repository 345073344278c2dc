"""A course's own tests find hand-ins in another box as plain pytest finds them in its own program.

Tests pass on the reference and on right hand-ins of other styles; each change of one is caught.
"""

from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.course_tests.examining import ChangedCase as Case
from tests.course_tests.examining import catch_changes, examined_in, failures_of

CASES = {
    "containers that tests keep": Case(
        """
        import gc, weakref
        import pytest
        from work import Game, added, names, pair, refuse
        CASES = [[[n], {n: [n]}] for n in range(60)]
        @pytest.mark.parametrize("case", CASES)
        def test_many(case): assert pair(case) == [case, [case]]
        def test_earlier_ones(): assert CASES[1] == [[1], {1: [1]}]
        def test_of_a_module():
            added("a")
            assert names == ["a"]
        def test_arguments():
            boards = [[0] * 9], [[0] * 30 for _ in range(30)]
            games = [*map(Game, boards)]
            for n in range(60): assert pair(n) == [n, [n]]
            for game in games:
                game.play(2)
                assert game.at(2) == 1
            assert not any(map(any, [*boards[0], *boards[1]]))
        def test_answers():
            game = Game([[0] * 600])
            moves, row = game.moves, game.board[0]
            assert [game.play(n) for n in range(60)] == [*range(1, 61)]
            assert len(moves) == sum(row) == 60
            moves.clear()
            assert game.play(3) == 1 and moves == [3]
        class Thing: pass
        things = []
        def test_that_ends():
            thing = Thing()
            things.append(weakref.ref(thing))
            with pytest.raises(ValueError): refuse(1)
        def test_after_that():
            gc.collect()
            assert things[0]() is None
        """,
        """
        names = []
        def added(name): names.append(name)
        def pair(n): return [n, [n]]
        def refuse(n): raise ValueError(n)
        class Game:
            def __init__(self, board):
                self.board = [[*row] for row in board]
                self.moves = []
            def play(self, n):
                self.board[0][n] = 1
                self.moves.append(n)
                return len(self.moves)
            def at(self, n): return self.board[0][n]
        """,
        (),
        (
            ("[[*row] for row in board]", "board"),
            ("[[*row] for row in board]", "[*board]"),
            ("self.moves.append(n)", "self.moves = [*self.moves, n]"),
            ("names.append(name)", "globals().update(names=[name])"),
            ("return [n, [n]]", "n == [[1], {1: [1]}] and n.append(0); return [n, [n]]"),
        ),
    ),
    "graphs, whose nodes are keys and values": Case(
        """
        from datetime import date
        import work
        class Node:
            def __init__(self, name): self.name = name
        def test_objects():
            a, b, c = map(Node, "abc")
            assert work.neighbours({a: [b, c], b: [], c: [a]}, a) == [b, c]
            assert work.count({a: {b}, b: {a}}) == 2
            assert work.count({(a, b), (b, a), a}) == 3
        def test_points():
            p, q, r = (0, 0), (0, 1), (1, 1)
            assert work.neighbours({p: [q, r], q: [p], r: [q]}, r) == [q]
            assert work.count({(p, q), (q, r), p}) == 3
            assert work.edges({p: [q], q: [p, r], r: []}) == {(p, q), (q, p), (q, r)}
        def test_many():
            day = date(2020, 1, 1)
            assert work.count({(day, i) for i in range(300)}) == 300
            assert work.count({frozenset((day, i)) for i in range(300)}) == 300
        """,
        """
        def neighbours(graph, node): return graph[node]
        def count(items): return len(items)
        def edges(graph): return {(a, b) for a in graph for b in graph[a]}
        """,
        (),
        (("graph[node]", "graph[node][1:]"), ("len(items)", "1"), ("(a, b) for", "(b, a) for")),
    ),
    "operators that neither operand has": Case(
        """
        import pytest
        from work import N
        class T: pass
        class Added:
            def __radd__(self, other): return "added"
        def test_left():
            for left in (object(), T()):
                with pytest.raises(TypeError): left - N(1)
                with pytest.raises(TypeError): left + N(1)
                with pytest.raises(TypeError): left < N(1)
        def test_right():
            for right in (object(), T()):
                with pytest.raises(TypeError): N(1) - right
                with pytest.raises(TypeError): N(1) + right
                with pytest.raises(TypeError): N(1) >= right
        def test_found(): assert N(1) + Added() == "added" and (1 + N(1)).v == (N(1) + 1).v == 2
        """,
        """
        class N:
            def __init__(self, v): self.v = v
            def __add__(self, o): return N(self.v + o) if isinstance(o, int) else NotImplemented
            __radd__ = __add__
        """,
        (),
        (
            (" if isinstance(o, int) else NotImplemented", " if isinstance(o, int) else self"),
            ("__radd__ = __add__", "pass"),
        ),
    ),
    "objects that are called as their base says": Case(
        """
        from unittest import mock
        from work import A, B, C, Deep
        def test_it():
            assert B()(1) == 2 and C()(1) == 2 and Deep()(1) == 2 and callable(B())
        def test_patched():
            with mock.patch.object(C, "run", lambda self, x: 9): assert C()(1) == 9
        def test_below():
            class D(B):
                def run(self, x): return x - 1
            assert D()(1) == 0
        """,
        """
        class A:
            def __call__(self, x): return self.run(x)
            def run(self, x): return x + 1
        class B(A): pass
        class C(A):
            def run(self, x): return x * 2
        class Deep(B): pass
        """,
        (),
        (("x * 2", "x"), ("return self.run(x)", "return x + 1"), ("Deep(B)", "Deep")),
    ),
    "exceptions of the tests' that come back": Case(
        """
        import pytest, work
        def test_same():
            error, seen = OSError("a"), []
            def fail(): raise error
            work.watch(fail, seen.append)
            assert seen == [error] and seen[0] is error
        def test_kind():
            seen = []
            work.watch(lambda: 1 / 0, seen.append)
            assert isinstance(seen[0], ZeroDivisionError)
        def test_from_none():
            with pytest.raises(work.Own) as raised: work.own()
            assert raised.value.__suppress_context__ and raised.value.__cause__ is None
        """,
        """
        class Own(Exception): pass
        def watch(f, on_fail):
            try: return f()
            except Exception as e: on_fail(e)
        def own():
            try: 1 / 0
            except ZeroDivisionError: raise Own("x") from None
        """,
        (),
        (("on_fail(e)", "on_fail(OSError('a'))"), (" from None", "")),
    ),
    "names of Python's own functions, and of those that log": Case(
        """
        import work
        def test_name():
            named = work.named(len)
            assert named.__name__ == "len" and named.__doc__ == len.__doc__ and named([1]) == 1
        def test_logged(caplog):
            work.log()
            assert [one.funcName for one in caplog.records] == ["log"]
        """,
        """
        import functools, logging
        def named(f):
            @functools.wraps(f)
            def wrapped(*a): return f(*a)
            return wrapped
        def log(): logging.getLogger("work").warning("x")
        """,
        (),
        (("@functools.wraps(f)", ""), ("log():", "log(): write()\ndef write():")),
    ),
    "a class below list": Case(
        """
        from work import Pile

        def test_it():
            pile = Pile([1])
            pile.push(2)
            assert pile.top() == 2 and len(pile) == 2 and pile == [1, 2]
            assert list(pile) == [1, 2] and pile[0] == 1 and 2 in pile and isinstance(pile, Pile)
            assert isinstance(pile, list) and sorted(pile, reverse=True) == [2, 1]
            pile.append(3)
            pile[0] = 9
            assert pile == Pile([9, 2, 3]) and pile[1:] == [2, 3] and pile + [4] == [9, 2, 3, 4]
        """,
        """
        class Pile(list):
            def push(self, item):
                self.append(item)
            def top(self):
                return self[-1]
        """,
        (),
        (("self.append(item)", "self.insert(0, item)"), ("(list)", "(dict)")),
    ),
    "coroutines": Case(
        """
        import asyncio, inspect, unittest
        import pytest, work
        def test_run():
            assert asyncio.run(work.fetch(2)) == 4
            with pytest.raises(ValueError, match="negative"):
                asyncio.run(work.fetch(-1))
        def test_together():
            async def both(): return await asyncio.gather(work.fetch(1), work.fetch(2))
            assert asyncio.run(both()) == [2, 4]
        def test_object():
            client = work.Client()
            assert asyncio.run(client.all([1, 2])) == [2, 4] and client.seen == [1, 2]
            assert asyncio.run(client.get(3)) == 6
        def test_callback():
            assert asyncio.run(work.applied(lambda x: x + 1, 2)) == 5
        def test_time():
            assert asyncio.run(work.late()) == "late"
        def test_kind():
            begun = work.fetch(1)
            assert inspect.iscoroutine(begun) and inspect.isawaitable(begun)
            begun.close()
        class TestFetch(unittest.IsolatedAsyncioTestCase):
            async def test_it(self):
                self.assertEqual(await work.fetch(5), 10)
                with self.assertRaises(ValueError):
                    await work.fetch(-1)
        """,
        """
        import asyncio
        async def fetch(x):
            await asyncio.sleep(0.001)
            if x < 0: raise ValueError("negative")
            return x * 2
        class Client:
            def __init__(self):
                self.seen, self.lock = [], asyncio.Lock()
            async def get(self, x):
                async with self.lock:
                    self.seen.append(x)
                    return await fetch(x)
            async def all(self, xs): return await asyncio.gather(*map(self.get, xs))
        async def applied(f, x): return f(await fetch(x))
        async def late():
            try:
                await asyncio.wait_for(asyncio.sleep(9), 0.01)
            except asyncio.TimeoutError:
                return "late"
        """,
        (),
        (
            ("return x * 2", "return x + 2"),
            ("self.seen.append(x)", "pass"),
            ("f(await fetch(x))", "await fetch(x)"),
            ('return "late"', "raise"),
        ),
    ),
    "how deep calls may nest": Case(
        """
        import sys
        import pytest, work
        @pytest.fixture
        def deeper():
            before = sys.getrecursionlimit()
            sys.setrecursionlimit(9_000)
            yield
            sys.setrecursionlimit(before)
        def test_deeper(deeper):
            assert work.depth(5_000) == 5_000
        def test_as_usual():
            with pytest.raises(RecursionError):
                work.depth(5_000)
        def test_flat(monkeypatch):
            monkeypatch.setattr(sys, "getrecursionlimit", lambda: 1)
            assert work.total([1] * 3_000) == 3_000
        """,
        """
        def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
        def total(xs): return sum(xs)
        """,
        (),
        (
            ("0 if n == 0 else 1 + depth(n - 1)", "n"),
            ("sum(xs)", "xs[0] + total(xs[1:]) if xs else 0"),
        ),
    ),
    "what a function wraps, and a generator returns": Case(
        """
        import pytest, work
        def test_decorated():
            assert work.twice.__wrapped__(3) == 6 and work.twice(3) == 12
        def test_of_the_test():
            def own(x): return x + 1
            made = work.doubled(own)
            assert made.__wrapped__ is own and made.__name__ == "own" and made(2) == 6
        def test_value():
            steps = work.steps()
            assert next(steps) == 1 and steps.send(5) == 10
            with pytest.raises(StopIteration) as end:
                steps.send(0)
            assert end.value.value == "done"
        def test_from():
            def outer():
                yield (yield from work.steps())
            assert [*outer()] == [1, "done"]
        """,
        """
        from functools import wraps
        def doubled(function):
            @wraps(function)
            def inner(x): return 2 * function(x)
            return inner
        @doubled
        def twice(x): return 2 * x
        def steps():
            x = yield 1
            while x: x = yield 2 * x
            return "done"
        """,
        (),
        (
            ("@wraps(function)", "@wraps(len)"),
            ('return "done"', 'return "over"'),
            ("while x: x = yield 2 * x", "yield 2 * x"),
        ),
    ),
    "a class below others in some hand-ins": Case(
        """
        import pytest
        import work
        from work import Book, Shelf

        @pytest.fixture
        def shelf():
            return Shelf([Book("Emma", "Austen"), Book("Amok", "Zweig")])

        def test_book():
            book = Book("Emma", "Austen")
            assert book.title == "Emma" and str(book) == "Emma by Austen"
            assert book == Book("Emma", "Austen") and book != Book("Emma", "Amis")
            assert len({book, Book("Emma", "Austen")}) == 1 and type(book) is Book

        def test_shelf(shelf):
            assert len(shelf) == 2 and "Emma" in shelf and "Ulysses" not in shelf
            assert [book.title for book in shelf] == ["Amok", "Emma"]
            assert shelf.find("Emma").author == "Austen"
            with pytest.raises(KeyError):
                shelf.find("Ulysses")
            shelf.add(Book("Ulysses", "Joyce"))
            assert len(shelf) == 3 and len(Shelf()) == 0

        def test_plain():
            assert Book("Emma", "Austen").as_pair() == ("Emma", "Austen")
            assert work.first(Shelf([Book("Emma", "Austen")])).title == "Emma"
        """,
        """
        class Book:
            def __init__(self, title, author):
                self.title, self.author = title, author
            def as_pair(self):
                return self.title, self.author
            def __str__(self):
                return f"{self.title} by {self.author}"
            def __eq__(self, other):
                return isinstance(other, Book) and self.as_pair() == other.as_pair()
            def __hash__(self):
                return hash(self.as_pair())
        class Shelf:
            def __init__(self, books=()):
                self._books = {book.title: book for book in books}
            def __len__(self):
                return len(self._books)
            def __contains__(self, title):
                return title in self._books
            def __iter__(self):
                return iter(sorted(self._books.values(), key=lambda book: book.title))
            def find(self, title):
                return self._books[title]
            def add(self, book):
                self._books[book.title] = book
        def first(shelf):
            return next(iter(shelf))
        """,
        (
            """
            class Book(tuple):
                def __new__(cls, title, author):
                    return super().__new__(cls, (title, author))
                title = property(lambda self: self[0])
                author = property(lambda self: self[1])
                def as_pair(self):
                    return self
                def __str__(self):
                    return f"{self.title} by {self.author}"
            class Shelf(dict):
                def __init__(self, books=()):
                    super().__init__((book.title, book) for book in books)
                def __iter__(self):
                    return iter(sorted(self.values()))
                find = dict.__getitem__
                def add(self, book):
                    self[book.title] = book
            def first(shelf):
                return next(iter(shelf))
            """,
            """
            from collections import UserDict, namedtuple
            class Book(namedtuple("Book", "title author")):
                as_pair = tuple
                def __str__(self):
                    return "%s by %s" % self
                as_pair = lambda self: self
            class Shelf(UserDict):
                def __init__(self, books=()):
                    super().__init__({book.title: book for book in books})
                def __iter__(self):
                    return iter(sorted(self.data.values()))
                def find(self, title):
                    return self.data[title]
                def add(self, book):
                    self.data[book.title] = book
            def first(shelf):
                return next(iter(shelf))
            """,
            """
            class Book(str):
                def __new__(cls, title, author):
                    self = super().__new__(cls, f"{title} by {author}")
                    self.title, self.author = title, author
                    return self
                def as_pair(self):
                    return self.title, self.author
            class Shelf(list):
                def __contains__(self, title):
                    return any(book.title == title for book in self)
                def __iter__(self):
                    return iter(sorted(super().__iter__()))
                def find(self, title):
                    try:
                        return [book for book in self if book.title == title][0]
                    except IndexError:
                        raise KeyError(title)
                add = list.append
            def first(shelf):
                return next(iter(shelf))
            """,
        ),
        (("return self.title, self.author", "return self"), ("title} by", "title}, by")),
    ),
    "named tuples": Case(
        """
        from collections import namedtuple
        from typing import NamedTuple
        import work
        from work import Point, Size

        def test_it():
            x, y = Point(3, -4)
            assert (x, y) == (3, -4) == Point(3, -4) and Point(1, y=2)[1] == 2
            assert work.middle(Point(0, 0), Point(4, 2)) == Point(2, 1) == (2, 1)
            assert work.middle((0, 0), (4, 2)).x == 2 and isinstance(work.origin(), tuple)
            assert Point(1, 2)._replace(x=5) == (5, 2) and Point._fields == ("x", "y")
            assert Point(1, 2)._asdict() == {"x": 1, "y": 2}
            assert repr(Point(1, 2)) == "Point(x=1, y=2)"
            assert sorted([Point(2, 1), Point(1, 2)])[0].x == 1 and max(Point(1, 7)) == 7
            assert {Point(1, 2): "a"}[Point(1, 2)] == "a"

        def test_assigned():
            size = work.size_of(Point(3, 2))
            assert size.width == 3 and size == Size(3, 2) == (3, 2) and len(size) == 2
        """,
        """
        from collections import namedtuple
        from typing import NamedTuple
        class Point(NamedTuple):
            x: int
            y: int
        Size = namedtuple("Size", "width height")
        def middle(a, b):
            (x, y), (v, w) = a, b
            return Point((x + v) // 2, (y + w) // 2)
        def origin():
            return Point(0, 0)
        def size_of(point):
            return Size(*point)
        """,
        (),
        (
            ("Point((x + v) // 2, (y + w) // 2)", "((x + v) // 2, (y + w) // 2)"),
            ("(y + w) // 2", "(y + w)"),
            ("Size(*point)", "point"),
        ),
    ),
    "patches of modules that a module imports": Case(
        """
        from unittest.mock import patch
        import work
        from work import fraction, number, seconds

        def test_a_patched():
            with patch("work.time.perf_counter", side_effect=[1.0]): assert seconds() == 1.0
            assert seconds() != 1.0
        @patch("work.random.randint", return_value=6)
        def test_b_decorated(randint):
            assert number() == 6
            randint.assert_called_once_with(1, 3)
        def test_c_as_before():
            assert seconds() > 0 and {number() for _ in range(99)} == {1, 2, 3}
        def test_d_of_an_object(monkeypatch):
            with patch.object(work.random, "random", return_value=7): assert fraction() == 7
            assert fraction() < 1
            monkeypatch.setattr(work.time, "perf_counter", lambda: -3)
            assert seconds() == -3 == work.time.perf_counter()
            monkeypatch.undo()
            assert seconds() > 0
        """,
        """
        import random, time
        def seconds(): return time.perf_counter()
        def number(): return random.randint(1, 3)
        def fraction(): return random.random()
        """,
        (
            """
            import random, time
            from random import choices
            def seconds(): return time.perf_counter() + 0.0
            def number(): return random.randint(a, 3) if (a := 1) else choices([1])
            def fraction(): return random.random()
            """,
        ),
        (
            ("random.randint(1, 3)", "random.choice([1, 2, 3])"),
            ("time.perf_counter()", "1.0"),
            ("random.random()", "0.5"),
        ),
    ),
    "patches of classes and constants that end": Case(
        """
        from unittest.mock import patch
        import work
        from work import Account

        def test_a_patched(monkeypatch):
            monkeypatch.setattr(work, "RATE", 7)
            monkeypatch.setattr(Account, "limit", 1)
            assert work.interest() == 7 and Account(3).over()
            with patch.object(Account, "made", return_value=4), patch.object(Account, "fee", 9):
                assert Account.made() == 4 and Account(3).fee == 9
        def test_b_as_before():
            assert work.interest() == 1 and work.RATE == 1
            assert not Account(3).over() and Account.limit == 5
            assert Account.made().balance == 1 and Account.zero() == 0 and Account(3).fee == 2
        def test_c_again(monkeypatch):
            monkeypatch.setattr(Account, "zero", lambda: 8)
            assert Account.zero() == 8
        def test_d_as_before(): assert Account.zero() == 0 and Account(1).zero() == 0
        """,
        """
        RATE = 1
        def interest(): return RATE
        class Account:
            limit, fee = 5, 2
            def __init__(self, balance): self.balance = balance
            def over(self): return self.balance > self.limit
            @classmethod
            def made(cls): return cls(1)
            @staticmethod
            def zero(): return 0
        """,
        (),
        (
            ("return RATE", "return 7"),
            ("> self.limit", "> 1"),
            ("limit, fee = 5", "limit, fee = 1"),
        ),
    ),
    "named tuples that the reference has elsewhere": Case(
        """
        import work

        def test_it():
            found = work.counts("aab")
            assert found.letters == 3 and found == (3, 2) and found[1] == 2
            letters, different = found
            assert (letters, different) == (3, 2)
            assert repr(found) == "Counts(letters=3, different=2)"
            assert work.share(found) == 1.5 and max(work.pair(1, 2)) == 2
        """,
        """
        import collections
        KINDS = {"counts": collections.namedtuple("Counts", "letters different")}
        def counts(text):
            return KINDS["counts"](len(text), len({*text}))
        def share(found):
            return found.letters / found.different
        def pair(a, b):
            return a, b
        """,
        (
            """
            from typing import NamedTuple
            class Counts(NamedTuple):
                letters: int
                different: int
            class Pair(NamedTuple):
                a: int
                b: int
            def counts(text):
                return Counts(len(text), len(set(text)))
            def share(found):
                return found.letters / found.different
            pair = Pair
            """,
        ),
        (("len(text), len", "0, len"), ('"letters different"', '"different letters"')),
    ),
    "plain values of classes below": Case(
        """
        import pytest
        import work

        def test_it():
            assert work.third(1) == pytest.approx(1 / 3) and isinstance(work.third(1), float)
            assert work.words("a b") == ["a", "b"] and work.words("a b")[0] == "a"
            assert isinstance(work.words("a"), list) and work.upper("a") == "A"
            assert work.upper("a") in ("A",) and "A".join([work.upper("b")] * 2) == "BAB"
        """,
        """
        def third(n):
            return n / 3
        def words(text):
            return text.split()
        def upper(text):
            return text.upper()
        """,
        (
            """
            class F(float): pass
            class L(list): pass
            class S(str): pass
            def third(n):
                return F(n / 3)
            def words(text):
                return L(text.split())
            def upper(text):
                return S(text.upper())
            """,
        ),
        (("n / 3", "n // 3"), ("text.split()", "tuple(text.split())"), ("text.upper()", "text")),
    ),
    "classes that are Python's own under another name": Case(
        """
        from work import Bag, Pile, is_empty

        def test_bag():
            bag = Bag("abb")
            assert isinstance(bag, Bag) and bag["b"] == 2 and bag["z"] == 0 and len(bag) == 2

        def test_pile():
            pile = Pile()
            pile.append(3)
            assert isinstance(pile, Pile) and pile.pop() == 3
            assert not isinstance(pile, Bag) and not isinstance((), Pile)

        def test_empty():
            assert is_empty(Pile()) and not isinstance("", Pile)
        """,
        """
        class Bag(dict):
            def __init__(self, things):
                super().__init__({thing: things.count(thing) for thing in things})
            def __missing__(self, thing):
                return 0
        class Pile(list):
            pass
        def is_empty(pile):
            return not pile
        """,
        (
            """
            from collections import Counter as Bag
            Pile = list
            def is_empty(pile):
                return len(pile) == 0
            """,
        ),
        (("things.count(thing)", "1"), ("not pile", "bool(pile)"), ("(list)", "")),
    ),
    "classes where the reference has functions": Case(
        """
        from collections import Counter
        from datetime import date, timedelta
        from decimal import Decimal
        from fractions import Fraction
        import pytest
        from work import bag, day, money, pause, share

        def test_money():
            assert money("1.10") + Decimal("0.9") == Decimal("2.00") and money("2") == 2
            assert str(money("1.10")) == "1.10" and round(money("1.15"), 1) == Decimal("1.2")
            assert money("2") > 1 and sum([money("1"), money("2")]) == 3 and -money("2") == -2
            assert money("1.5").quantize(Decimal("1")) == 2 and float(money("1.5")) == 1.5

        def test_share():
            assert share(1, 2) * 2 == 1 and share(2, 4) == Fraction(1, 2)
            assert share(2, 4).denominator == 2

        def test_day():
            assert day(2024, 2, 28) + timedelta(2) == date(2024, 3, 1)
            assert day(2024, 2, 28).isoformat() == "2024-02-28" and day(2024, 2, 28).year == 2024

        def test_pause():
            assert pause(hours=1) == timedelta(0, 3600) and pause(hours=1).seconds == 3600

        def test_bag():
            assert bag("aab") == Counter(a=2, b=1) and bag("aab")["a"] == 2
        """,
        """
        from collections import Counter
        from datetime import date, timedelta
        from decimal import Decimal
        from fractions import Fraction
        def money(text):
            return Decimal(text)
        def share(part, whole):
            return Fraction(part, whole)
        def day(year, month, day):
            return date(year, month, day)
        def pause(hours):
            return timedelta(hours=hours)
        def bag(things):
            return Counter(things)
        """,
        (
            """
            from collections import Counter
            from datetime import date, timedelta
            from decimal import Decimal
            from fractions import Fraction
            class Money(Decimal):
                pass
            class Share(Fraction):
                pass
            class Day(date):
                pass
            class Pause(timedelta):
                pass
            class Bag(Counter):
                pass
            money, share, day, pause, bag = Money, Share, Day, Pause, Bag
            """,
            """
            from collections import Counter
            from datetime import date, timedelta
            from decimal import Decimal
            from fractions import Fraction
            class money(Decimal):
                pass
            class share(Fraction):
                pass
            class day(date):
                pass
            class pause(timedelta):
                pass
            class bag(Counter):
                pass
            """,
        ),
        (
            ("return Decimal(text)", "return Decimal(text) + 1"),
            ("Fraction(part, whole)", "Fraction(whole, part)"),
            ("date(year, month, day)", "date(year, day, month)"),
            ("hours=hours", "minutes=hours"),
            ("Counter(things)", "Counter(set(things))"),
        ),
    ),
    "numbers and texts of its own": Case(
        """
        import pytest
        from work import Celsius, Word

        def test_it():
            warm = Celsius(20.5)
            assert warm + 1 == 21.5 and warm == pytest.approx(20.5)
            assert round(warm.fahrenheit()) == 69
            assert isinstance(warm, float) and f"{warm:.2f}" == "20.50" and warm < 21 < Celsius(22)
            assert Word("Anna").is_palindrome() and Word("Anna") == "Anna"
            assert Word("Anna").upper() == "ANNA" and len(Word("Anna")) == 4
        """,
        """
        class Celsius(float):
            def fahrenheit(self):
                return self * 9 / 5 + 32
        class Word(str):
            def is_palindrome(self):
                return self.lower() == self.lower()[::-1]
        """,
        (),
        (("self * 9 / 5 + 32", "self * 9 / 5 + 30"), ("[::-1]", "[:-1]")),
    ),
    "enums": Case(
        """
        import pytest
        import work
        from work import Colour, Level

        def test_it():
            assert Colour["RED"] is Colour.RED is Colour(1) and Colour.RED.value == 1
            assert [colour.name for colour in Colour] == ["RED", "BLUE"] and len(Colour) == 2
            assert Colour.RED in Colour and Colour.BLUE != Colour.RED and Colour
            assert work.other(Colour.RED) is Colour.BLUE and {Colour.RED: 5}[Colour(1)] == 5
            with pytest.raises(KeyError):
                Colour["GREEN"]
            with pytest.raises(ValueError):
                Colour(7)

        def test_numbers():
            assert Level.HIGH > Level.LOW and Level.HIGH == 2 and Level(1) is Level.LOW
            assert Level.HIGH.name == "HIGH" and sorted([Level.HIGH, Level.LOW])[0] is Level.LOW
        """,
        """
        from enum import Enum, IntEnum
        class Colour(Enum):
            RED = 1
            BLUE = 2
        class Level(IntEnum):
            LOW = 1
            HIGH = 2
        def other(colour):
            return Colour.BLUE if colour is Colour.RED else Colour.RED
        """,
        (
            """
            from enum import Enum, IntEnum
            Colour = Enum("Colour", "RED BLUE")
            Level = IntEnum("Level", ["LOW", "HIGH"])
            def other(colour):
                return {Colour.RED: Colour.BLUE}.get(colour, Colour.RED)
            """,
        ),
        (("BLUE = 2", "BLUE = 1"), ("HIGH = 2", "HIGH = 0"), ("Colour.BLUE if", "2 if")),
    ),
    "both streams": Case(
        """
        import sys
        import work

        def test_it(capsys):
            work.warn()
            out, err = capsys.readouterr()
            assert out == "done\\n" and err == "careful\\n"

        def test_quiet(capsys):
            work.quiet()
            assert capsys.readouterr().err == ""

        def test_between(capsys):
            work.around(lambda: print("mine", file=sys.stderr))
            assert capsys.readouterr().err == "before\\nmine\\nafter\\n"
        """,
        """
        import sys
        def warn():
            print("careful", file=sys.stderr)
            print("done")
        def quiet():
            print("one")
        def around(function):
            print("before", file=sys.stderr)
            function()
            sys.stderr.write("after\\n")
        """,
        (),
        (
            (', file=sys.stderr)\n    print("done")', ')\n    print("done")'),
            ('print("one")', 'print("one", file=sys.stderr)'),
            ('print("done")', 'print("done", file=sys.stderr)'),
        ),
    ),
    "methods that each object has for itself": Case(
        """
        import pytest
        import work

        def test_it():
            till = work.Till()
            assert till.pay(3) == 3 and till.pay(amount=4) == 7
            with pytest.raises(ValueError):
                till.pay(-1)
        """,
        """
        class Till:
            def __init__(self):
                self._sum = 0
            def pay(self, amount):
                if amount < 0:
                    raise ValueError(amount)
                self._sum += amount
                return self._sum
        """,
        (
            """
            class Till:
                def __init__(self):
                    paid = []
                    def pay(amount):
                        if amount < 0:
                            raise ValueError(amount)
                        paid.append(amount)
                        return sum(paid)
                    self.pay = pay
            """,
        ),
        (("+= amount", "= amount"), ("def pay", "def payed")),
    ),
    "copies and patches of objects": Case(
        """
        import copy
        from unittest import mock
        import pytest
        import work
        from work import Item

        def test_copies():
            item = Item(["a"])
            same, other = copy.copy(item), copy.deepcopy(item)
            item.names.append("b")
            item.add("c")
            assert same.names == ["a", "b", "c"] and other.names == ["a"]
            assert type(other) is Item

        def test_patched(monkeypatch):
            item = Item(["a"])
            monkeypatch.setattr(item, "cost", lambda: 5)
            assert work.plus(item) == 6 and item.cost() == 5
            monkeypatch.undo()
            assert work.plus(item) == 2 and item.cost() == 1
            with mock.patch.object(item, "cost", return_value=8):
                assert work.plus(item) == 9
            assert work.plus(item) == 2 and item.cost() == 1
            add, seen = Item.add, []
            monkeypatch.setattr(Item, "add", lambda self, x: seen.append(x) or add(self, x))
            item.add("b")
            assert seen == ["b"] and item.names == ["a", "b"]
            del item.names
            with pytest.raises(AttributeError):
                work.plus(item)
        """,
        """
        class Item:
            def __init__(self, names):
                self.names = names
            def add(self, name):
                self.names.append(name)
            def cost(self):
                return len(self.names)
        def plus(item):
            return item.cost() + 1
        """,
        (),
        (("self.names.append(name)", "pass"), ("item.cost() + 1", "2")),
    ),
    "containers of collections": Case(
        """
        import pytest
        import work
        from collections import Counter, OrderedDict, UserList, defaultdict, deque

        def test_counter():
            assert work.counted("aab").most_common(1) == [("a", 2)]
            assert work.counted("aab") == {"a": 2, "b": 1} and work.counted("")["z"] == 0
            assert isinstance(work.counted("a"), Counter)

        def test_others():
            groups = work.groups(["an", "at", "by"])
            assert groups == {"a": ["an", "at"], "b": ["by"]} and groups["c"] == []
            assert work.ordered("ba") == OrderedDict(b=0, a=1) != OrderedDict(a=1, b=0)
            assert work.last([1, 2, 3]) == deque([2, 3]) and work.last([1])[0] == 1
            assert work.last([1, 2]).maxlen == 2 and list(work.last([1, 2])) == [1, 2]
            assert work.own([1]) == [1] and work.nested("a")["x"].most_common() == [("a", 1)]

        def test_handed_over():
            queue, tally = deque([1, 2]), Counter("aa")
            work.turn(queue)
            work.add(tally, "b")
            assert queue == deque([2, 1]) and tally["b"] == 1 and tally.total() == 3
        """,
        """
        from collections import Counter, OrderedDict, UserList, defaultdict, deque
        def counted(text):
            return Counter(text)
        def groups(words):
            found = defaultdict(list)
            for word in words:
                found[word[0]].append(word)
            return found
        def ordered(text):
            return OrderedDict((letter, place) for place, letter in enumerate(text))
        def last(items):
            return deque(items, maxlen=2)
        def own(items):
            return UserList(items)
        def nested(text):
            return defaultdict(lambda: Counter(text))
        def turn(queue):
            queue.rotate()
        def add(tally, letter):
            tally.update(letter)
        """,
        (),
        (
            ("return Counter(text)", "return dict(Counter(text))"),
            ("return found", "return dict(found)"),
            ("enumerate(text)", "enumerate(text, 1)"),
            ("return deque(items, maxlen=2)", "return items[-2:]"),
            ("queue.rotate()", "pass"),
            ("tally.update(letter)", "Counter(tally).update(letter)"),
        ),
    ),
    "attributes of functions": Case(
        """
        import inspect
        import work
        from work import fib, logged, counting

        def test_cache():
            fib.cache_clear()
            assert fib(30) == 832040 and fib.cache_info().hits > 0
            assert fib.cache_info().currsize == 31

        def test_decorator():
            @counting
            def double(x):
                "Twice x."
                return 2 * x
            assert [double(2), double(x=3)] == [4, 6] and double.calls == 2
            assert double.__name__ == "double" and double.__doc__ == "Twice x."
            double.calls = 0
            assert double(1) == 2 and double.calls == 1

        def test_function():
            assert work.plain.__name__ == "plain" and work.plain.__doc__ == "Nothing."
            assert inspect.isfunction(work.plain) and callable(counting(len))
            assert not hasattr(work.plain, "calls")

        class TestAll:
            function = staticmethod(work.plain)
            def test_it(self):
                assert self.function() is None
        """,
        """
        import functools
        @functools.lru_cache(maxsize=None)
        def fib(n):
            return n if n < 2 else fib(n - 1) + fib(n - 2)
        def counting(function):
            @functools.wraps(function)
            def wrapped(*arguments, **named):
                wrapped.calls += 1
                return function(*arguments, **named)
            wrapped.calls = 0
            return wrapped
        @counting
        def logged():
            pass
        def plain():
            "Nothing."
        """,
        (
            """
            import functools
            @functools.cache
            def fib(n):
                return n if n < 2 else fib(n - 1) + fib(n - 2)
            class counting:
                def __init__(self, function):
                    functools.update_wrapper(self, function)
                    self.function, self.calls = function, 0
                def __call__(self, *arguments, **named):
                    self.calls += 1
                    return self.function(*arguments, **named)
            logged = counting(lambda: None)
            def plain():
                "Nothing."
            """,
        ),
        (
            ("@functools.lru_cache(maxsize=None)", ""),
            ("maxsize=None", "maxsize=1"),
            ("@functools.wraps(function)", ""),
            ("wrapped.calls += 1", "pass"),
            ("Nothing.", "Something."),
        ),
    ),
    "warnings": Case(
        """
        import warnings
        import pytest
        import work

        def test_it(recwarn):
            with pytest.warns(DeprecationWarning, match="^old$"):
                assert work.old() == 1
            with pytest.warns(work.Mine):
                work.mine()
            assert [str(one.message) for one in recwarn] == []

        def test_quiet(capsys):
            work.old()
            assert capsys.readouterr().err == ""

        def test_none():
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                work.quiet()
        """,
        """
        import warnings
        class Mine(UserWarning):
            pass
        def old():
            warnings.warn("old", DeprecationWarning)
            return 1
        def mine():
            warnings.warn(Mine("mine"))
        def quiet():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                warnings.warn("quiet")
        """,
        (),
        (
            (", DeprecationWarning)", ")"),
            ('"old", Dep', '"older", Dep'),
            ('Mine("mine")', '"mine"'),
            ('warnings.simplefilter("ignore")', "pass"),
        ),
    ),
    "what an import prints": Case(
        """
        import importlib
        import sys

        def test_first(capsys):
            importlib.import_module("work")
            assert capsys.readouterr().out == "hello\\n"

        def test_again(capsys):
            import work
            importlib.reload(work)
            assert capsys.readouterr().out == "hello\\n"
            assert work.one() == 1

        def test_forgotten(capsys):
            sys.modules.pop("work")
            import work
            assert capsys.readouterr().out == "hello\\n"
            assert work.one() == 1
        """,
        """
        print("hello")
        def one():
            return 1
        """,
        (),
        (
            ('"hello"', '"hallo"'),
            ("return 1", "return 2"),
            ('print("hello")', 'import sys; print("hello", file=sys.stderr)'),
        ),
    ),
    "what is logged": Case(
        """
        import logging
        import unittest
        import work

        def test_it(caplog):
            with caplog.at_level(logging.INFO):
                work.log(3)
            assert caplog.record_tuples == [("work", logging.INFO, "hello 3")]
            caplog.clear()
            work.log(4)
            assert caplog.text == ""

        class Case(unittest.TestCase):
            def test_case(self):
                with self.assertLogs("work", "INFO") as logs:
                    work.log(5)
                self.assertEqual(logs.output, ["INFO:work:hello 5"])
        """,
        """
        import logging
        LOG = logging.getLogger(__name__)
        logging.basicConfig(level=logging.ERROR)
        def log(number):
            LOG.info("hello %s", number)
        """,
        (),
        (("LOG.info", "LOG.warning"), ("hello", "hallo"), ("LOG.info", "logging.info")),
    ),
    "objects that are nearly equal": Case(
        """
        import unittest
        from work import Vector, length

        class Case(unittest.TestCase):
            def test_third(self):
                self.assertAlmostEqual(Vector(1) / 3, Vector(1 / 3))
            def test_sum(self):
                self.assertAlmostEqual(Vector(0.5) + Vector(0.25), Vector(0.75), delta=0.01)
            def test_length(self):
                self.assertEqual(Vector(2), Vector(2))
                self.assertAlmostEqual(length(Vector(2)), 2.0)
        """,
        """
        class Vector:
            def __init__(self, x):
                self.x = x
            def __eq__(self, other):
                return self.x == other.x
            def __add__(self, other):
                return Vector(self.x + other.x)
            def __sub__(self, other):
                return Vector(self.x - other.x)
            def __truediv__(self, number):
                return Vector(self.x / number)
            def __abs__(self):
                return abs(self.x)
        def length(vector):
            return abs(vector)
        """,
        (
            """
            class Vector:
                def __init__(self, x):
                    self.x = x
                def __eq__(self, other):
                    return self.x == other.x
                def __add__(self, other):
                    return Vector((10 * self.x + 10 * other.x) / 10 + 1e-12)
                def __sub__(self, other):
                    return Vector(self.x - other.x)
                def __truediv__(self, number):
                    return Vector(self.x / number + 1e-12)
                def __abs__(self):
                    return abs(self.x)
            def length(vector):
                return vector.x + 1e-12
            """,
        ),
        (
            ("self.x / number", "self.x / number + 0.1"),
            ("self.x + other.x", "self.x + other.x + 0.1"),
            ("return abs(vector)", "return vector"),
        ),
    ),
    "files that either writes": Case(
        """
        import json, os, tempfile, unittest
        from pathlib import Path
        import pytest
        import work

        def test_save(tmp_path):
            work.save(tmp_path / "a.txt", "hi")
            assert (tmp_path / "a.txt").read_text() == "hi"

        def test_load(tmp_path):
            for text in ("one", "two", ""):
                (tmp_path / "b.txt").write_text(text)
                assert work.load(str(tmp_path / "b.txt")) == text
            with pytest.raises(FileNotFoundError):
                work.load(tmp_path / "c.txt")

        def test_refused(tmp_path):
            with pytest.raises(ValueError):
                work.refuse(tmp_path / "log")
            assert (tmp_path / "log").read_text() == "refused"

        def test_count(tmp_path):
            assert work.count(tmp_path) == 0
            (tmp_path / "sub").mkdir()
            (tmp_path / "x").touch()
            assert work.count(folder=tmp_path) == 2
            (tmp_path / "sub").rmdir()
            assert work.count(tmp_path) == 1

        def test_current(tmp_path, monkeypatch):
            monkeypatch.chdir(tmp_path)
            assert work.out() == Path("out.json")
            assert json.loads(Path("out.json").read_text()) == [1, 2]
            assert (tmp_path / "out.json").exists()

        def test_here():
            work.out()
            assert os.path.exists("out.json")
            work.drop("out.json")
            assert not os.path.exists("out.json")

        class Case(unittest.TestCase):
            def setUp(self):
                self.folder = tempfile.TemporaryDirectory()
                self.addCleanup(self.folder.cleanup)
                self.name = os.path.join(self.folder.name, "deep", "er")
                os.makedirs(self.name)

            def test_grow(self):
                name = os.path.join(self.name, "f")
                work.save(name, "")
                for n in range(3):
                    work.grow(name)
                    with open(name) as file:
                        self.assertEqual(file.read(), "x" * (n + 1))
                self.assertEqual(work.both(name, target=name + "2"), name + "2")
                self.assertEqual(Path(name + "2").read_bytes(), b"xxx")
        """,
        """
        import json, os
        from pathlib import Path
        def save(path, text):
            with open(path, "w") as file:
                file.write(text)
        def load(path):
            with open(path) as file:
                return file.read()
        def refuse(path):
            Path(path).write_text("refused")
            raise ValueError(path)
        def count(folder):
            return len(os.listdir(folder))
        def out():
            Path("out.json").write_text(json.dumps([1, 2]))
            return Path("out.json")
        def grow(path):
            Path(path).write_text(Path(path).read_text() + "x")
        def drop(path):
            os.remove(path)
        def both(source, *, target):
            Path(target).write_bytes(Path(source).read_bytes())
            return target
        """,
        (
            """
            import glob, json, os, pathlib, shutil
            def save(path, text):
                print(text, end="", file=open(path, "w"))
            def load(path):
                return pathlib.Path(path).read_text()
            def refuse(path):
                save(path, "refused")
                raise UnicodeError
            def count(folder):
                return sum(1 for _ in os.scandir(folder))
            def out():
                json.dump([1, 2], open(os.path.join(os.getcwd(), "out.json"), "w"))
                return pathlib.Path("out.json")
            def grow(path):
                with open(path, "a") as file:
                    file.write("x")
            def drop(path):
                pathlib.Path(path).unlink()
            def both(source, *, target):
                return shutil.copy(source, target)
            os.makedirs("logs", exist_ok=True)
            open("logs/begun", "w").close()
            os.chdir(os.path.dirname(os.path.abspath(__file__)))
            os.chdir("..")
            os.chdir(os.path.dirname(os.path.abspath(__file__)))
            """,
        ),
        (
            ("file.write(text)", "file.write(text * 2)"),
            ("return file.read()", "return file.read() or 'one'"),
            ("len(os.listdir(folder))", "len(os.listdir())"),
            ('"refused"', '"no"'),
            ("json.dumps([1, 2])", "str((1, 2))"),
            ('return Path("out.json")', 'return "out.json"'),
            ('+ "x"', '+ "y"'),
            ("os.remove(path)", "pass"),
            ("return target", "return source"),
        ),
    ),
    "patches of Python's own functions": Case(
        """
        import datetime, os, random, time, unittest
        from datetime import date as real
        from unittest import mock
        import pytest
        import work

        @mock.patch("random.randint", return_value=4)
        def test_dice(randint):
            assert work.dice(3) == [4, 4, 4]
            randint.assert_called_with(1, 6)
            assert randint.call_count == 3

        def test_afterwards():
            assert set(work.dice(60)) <= {1, 2, 3, 4, 5, 6} != {4}
            assert work.dice(60) != [4] * 60

        @mock.patch("random.choice", side_effect=["b", "a"])
        def test_choice(choice):
            assert work.pick(["a", "b"]) == "b"
            assert work.pick(["a", "b"]) == "a"
            assert choice.call_args_list == [mock.call(["a", "b"])] * 2

        def test_sleep(monkeypatch):
            slept = []
            monkeypatch.setattr(time, "sleep", slept.append)
            work.wait(3)
            assert slept == [3]

        def test_time():
            with mock.patch("time.time", side_effect=[10.0, 12.5]):
                assert work.took(lambda: None) == 2.5

        def test_print():
            with mock.patch("builtins.print") as printed:
                work.greet("Ada")
            printed.assert_called_once_with("Hello", "Ada")

        def test_open():
            with mock.patch("builtins.open", mock.mock_open(read_data="1\\n2\\n")) as opened:
                assert work.numbers("n.txt") == [1, 2]
            assert opened.call_args == mock.call("n.txt")

        def test_files(monkeypatch):
            monkeypatch.setattr("os.listdir", lambda folder: ["a", folder])
            assert work.files("x") == ["a", "x"]
            with mock.patch("os.path.exists", return_value=True):
                assert work.is_there("nowhere")
            assert not work.is_there("nowhere")

        @mock.patch("subprocess.run")
        @mock.patch("urllib.request.urlopen")
        def test_world(urlopen, run):
            run.return_value.stdout = "out"
            urlopen.return_value.__enter__.return_value.read.return_value = b"page"
            assert work.ran(["ls"]) == "out"
            assert work.page("http://x") == b"page"
            run.assert_called_once_with(["ls"], capture_output=True, text=True)

        def test_today():
            with mock.patch("datetime.date") as date:
                date.today.return_value = real(2024, 2, 29)
                assert work.weekday() == 3

        class Case(unittest.TestCase):
            @mock.patch.object(random, "random", lambda: 0.25)
            @mock.patch("getpass.getpass", return_value="secret")
            def test_both(self, _):
                self.assertEqual(work.share(), 0.25)
                self.assertEqual(work.password(), "secret")
        """,
        """
        import datetime, getpass, os, random, subprocess, time, urllib.request
        def ran(command):
            return subprocess.run(command, capture_output=True, text=True).stdout
        def page(url):
            with urllib.request.urlopen(url) as answer:
                return answer.read()
        def weekday():
            return datetime.date.today().weekday()
        def dice(n):
            return [random.randint(1, 6) for _ in range(n)]
        def pick(things):
            return random.choice(things)
        def wait(seconds):
            time.sleep(seconds)
        def took(work):
            begin = time.time()
            work()
            return time.time() - begin
        def greet(name):
            print("Hello", name)
        def numbers(name):
            with open(name) as file:
                return [int(line) for line in file]
        def files(folder):
            return os.listdir(folder)
        def is_there(name):
            return os.path.exists(name)
        def share():
            return random.random()
        def password():
            return getpass.getpass()
        """,
        (),
        (
            ("random.randint(1, 6)", "random.randint(0, 6)"),
            ("random.choice(things)", "things[0]"),
            ("time.sleep(seconds)", "time.sleep(seconds - 1)"),
            ("time.time() - begin", "begin"),
            ('"Hello", name', '"Hello " + name'),
            ("int(line)", "line"),
            ("os.listdir(folder)", "[]"),
            ("os.path.exists(name)", "False"),
            ("return random.random()", "return 0"),
            ("text=True", "text=False"),
            ("answer.read()", "answer.read(3).decode()"),
            ("today().weekday()", "today().weekday() + 1"),
            ("return getpass.getpass()", "return ''"),
        ),
    ),
    "patches that forbid something": Case(
        """
        import builtins, functools, itertools
        from unittest import mock
        import pytest
        import work
        def refuse(*_, **__): raise AssertionError("write it yourself")
        def test_modules(monkeypatch):
            with mock.patch("statistics.mean", side_effect=refuse):
                assert work.mean([1, 3]) == 2
            monkeypatch.setattr(itertools, "permutations", refuse)
            monkeypatch.setattr(functools, "reduce", refuse)
            assert work.turns([1, 2]) == [(1, 2), (2, 1)] and work.product([2, 3]) == 6
        @pytest.mark.parametrize("name", ["sum", "eval", "max"])
        def test_builtins(monkeypatch, name):
            with mock.patch(f"builtins.{name}", side_effect=refuse) as forbidden:
                assert work.computed("1+4") == 5 and work.most([1, 3, 2]) == 3
                with pytest.raises(AssertionError): getattr(builtins, name)([1])
                assert forbidden.call_count == 1
            assert sum([1]) == eval("1") == max([1]) == 1
        def test_nested(monkeypatch):
            monkeypatch.setattr(builtins, "abs", lambda n: 7)
            with mock.patch("builtins.abs", return_value=8): assert abs(-1) == work.size(-1) == 8
            assert abs(-1) == work.size(-1) == 7
            monkeypatch.undo()
            assert abs(-1) == work.size(-1) == 1
        def test_sorted():
            with mock.patch("builtins.sorted", wraps=sorted) as spy:
                assert work.sort({3, 1, 2}) == [1, 2, 3]
            assert not spy.called
        """,
        """
        import functools, itertools, statistics
        def mean(numbers): return sum(numbers) / len(numbers)
        def turns(items): return [(a, b) for a in items for b in items if a != b]
        def product(numbers): return numbers[0] * numbers[1]
        def computed(text):
            total = 0
            for number in text.split("+"): total += int(number)
            return total
        def size(n): return abs(n)
        def most(numbers):
            found = numbers[0]
            for number in numbers: found = number if number > found else found
            return found
        def sort(numbers):
            found = [*numbers]
            found.sort()
            return found
        """,
        (),
        (
            ("sum(numbers) / len(numbers)", "statistics.mean(numbers)"),
            (
                "[(a, b) for a in items for b in items if a != b]",
                "[*itertools.permutations(items)]",
            ),
            ("numbers[0] * numbers[1]", "functools.reduce(lambda a, b: a * b, numbers)"),
            ("    return total", "    return sum(map(int, text.split('+')))"),
            ("total = 0", "return eval(text)"),
            ("found = numbers[0]", "return max(numbers)"),
            ("found = [*numbers]", "return sorted(numbers)"),
        ),
    ),
    "what tests set around a program": Case(
        """
        import io
        import random
        import sys
        import pytest
        import work

        def test_argv(monkeypatch, capsys):
            monkeypatch.setattr(sys, "argv", ["work.py", "q"])
            assert work.arguments() == ["q"]
            monkeypatch.undo()
            assert "q" not in work.arguments()

        def test_variables(monkeypatch):
            monkeypatch.setenv("MODE", "test")
            assert work.mode() == "test"
            monkeypatch.delenv("MODE")
            assert work.mode() == "none" and work.variables("PYTEST_CURRENT_TEST") is None

        def test_afterwards():
            assert work.mode() == "none"

        def test_seed():
            random.seed(1)
            first = work.roll(5)
            random.seed(1)
            assert work.roll(5) == first
            random.seed(1)
            expected = [random.randint(1, 6) for _ in range(5)]
            random.seed(1)
            assert work.roll(5) == expected

        def test_typed(monkeypatch, capsys):
            monkeypatch.setattr("sys.stdin", io.StringIO("a\\nb\\nc\\nd\\n"))
            assert work.asked() == "a" and sys.stdin.readline() == "b\\n"
            assert work.lines() == ["c", "d"] and work.rest() == ""
            assert capsys.readouterr().out == "Name? "
        """,
        """
        import os, random, sys
        def arguments():
            return sys.argv[1:]
        def mode():
            return os.environ.get("MODE", "none")
        def variables(name):
            return os.environ.get(name)
        def roll(n):
            return [random.randint(1, 6) for _ in range(n)]
        def asked():
            return input("Name? ")
        def lines():
            return [line.strip() for line in sys.stdin]
        def rest():
            return sys.stdin.read()
        """,
        (
            """
            import os, random, sys
            def arguments():
                _, *rest = sys.argv
                return rest
            def mode():
                return os.environ["MODE"] if "MODE" in os.environ else "none"
            variables = os.getenv
            def roll(n):
                return [random.randint(1, 6) for _ in range(n)]
            def asked():
                print("Name? ", end="", flush=True)
                return sys.stdin.readline().strip()
            def lines():
                return sys.stdin.read().split()
            def rest():
                return "".join(sys.stdin.readlines())
            """,
        ),
        (
            ("sys.argv[1:]", "sys.argv"),
            ('"MODE", "none"', '"mode", "none"'),
            ("random.randint(1, 6)", "random.randint(1, 7)"),
            ("line.strip()", "line"),
            ('return input("Name? ")', 'return input("Name?")'),
        ),
    ),
    "standard input that is closed": Case(
        """
        import io
        import pytest
        import work

        def test_leave():
            with pytest.raises(SystemExit) as ended:
                work.leave()
            assert ended.value.code == 2

        def test_total(monkeypatch):
            monkeypatch.setattr("sys.stdin", io.StringIO("1\\n2\\n"))
            assert work.total() == 3

        def test_total_again(monkeypatch):
            monkeypatch.setattr("sys.stdin", io.StringIO("4\\n"))
            assert work.total() == 4
        """,
        """
        import sys
        def leave():
            sys.exit(2)
        def total():
            return sum(map(int, sys.stdin))
        """,
        (
            """
            import sys
            def leave():
                exit(2)
            def total():
                with sys.stdin as lines:
                    return sum(map(int, lines))
            """,
            """
            import sys
            def leave():
                sys.stdin.close()
                raise SystemExit(2)
            def total():
                return sum(int(line) for line in iter(input_line, ""))
            def input_line():
                return sys.stdin.readline()
            """,
        ),
        (("exit(2)", "exit(3)"), ("sum", "max")),
    ),
    "the end of the program": Case(
        """
        import pytest
        import work

        def test_it(capsys):
            with pytest.raises(SystemExit) as caught:
                work.main(["x", "y"])
            assert caught.value.code == 2 and capsys.readouterr().out == "x y\\n"

        def test_text():
            with pytest.raises(SystemExit, match="no name"):
                work.main([])

        def test_interrupted():
            def interrupts():
                raise KeyboardInterrupt
            assert work.calm(interrupts) == "stopped"
        """,
        """
        import sys
        def main(words):
            if not words:
                sys.exit("no name")
            print(*words)
            sys.exit(len(words))
        def calm(function):
            try:
                function()
            except KeyboardInterrupt:
                return "stopped"
        """,
        (),
        (
            ("sys.exit(len(words))", "sys.exit()"),
            ("sys.exit(len(words))", "raise ValueError(2)"),
            ("sys.exit(len(words))", "return 2"),
            ("no name", "nothing"),
        ),
    ),
    "which classes are below which": Case(
        """
        import work
        from work import Animal, Dog, Cat

        def test_heirs():
            assert issubclass(Dog, Animal) and isinstance(Dog(), Animal)
            assert issubclass(Dog, Dog) and not issubclass(Animal, Dog)
            assert not isinstance(Cat(), (Dog, int)) and isinstance(Cat(), work.Animal)

        def test_no_heir():
            assert not issubclass(Cat, Dog) and not isinstance(Cat(), Dog)

        def test_other_things():
            assert not isinstance(3, Animal) and not issubclass(int, Animal)
            assert isinstance(Dog(), object) and issubclass(Dog, object)

        def test_order():
            assert Dog.__mro__[1] is Animal and Dog.__bases__ == (Animal,)
            assert Dog not in Cat.__mro__ and Cat.__base__ is Animal
            assert [kind.__name__ for kind in Cat.__mro__] == ["Cat", "Animal", "object"]

        def test_one_that_is_made():
            assert isinstance(work.made(), Dog) and not isinstance(work.made(), Cat)
        """,
        """
        class Animal: pass
        class Dog(Animal): pass
        class Cat(Animal): pass
        def made(): return Dog()
        """,
        (
            """
            class Animal: pass
            class Dog(Animal): pass
            class Cat(Animal): pass
            class Puppy(Dog): pass
            def made(): return Puppy()
            """,
        ),
        (
            ("class Cat(Animal)", "class Cat(Dog)"),
            ("class Dog(Animal)", "class Dog"),
            ("return Dog()", "return Cat()"),
            ("return Dog()", "return 3"),
        ),
    ),
    "classes of Python's own as values": Case(
        """
        from work import is_a, kind_of, by_kind, first_of

        def test_it():
            assert is_a(1, int) and not is_a("1", int) and is_a(True, (str, bool))
            assert kind_of([1]) is list and kind_of(None) is type(None)
            assert by_kind([1, "a", 2]) == {int: [1, 2], str: ["a"]}
            assert first_of([1, "a"], str) == "a"
        """,
        """
        def is_a(value, kind): return isinstance(value, kind)
        def kind_of(value): return type(value)
        def by_kind(values):
            found = {}
            for value in values: found.setdefault(type(value), []).append(value)
            return found
        def first_of(values, kind): return next(v for v in values if type(v) is kind)
        """,
        (),
        (
            ("return isinstance(value, kind)", "return True"),
            ("return type(value)", "return int"),
            ("setdefault(type(value)", "setdefault(int"),
            ("if type(v) is kind", "if kind"),
        ),
    ),
    "classes that are made when they are needed": Case(
        """
        import types
        from work import Card, RANKS, kind_of

        def test_it():
            card = Card(RANKS["ace"](), 1)
            assert isinstance(card.rank, RANKS["ace"]) and not isinstance(card.rank, RANKS["king"])
            assert RANKS["ace"].name == "ace"
            assert card.rank.name == "ace" and sorted(RANKS) == ["ace", "king"]
            assert RANKS["ace"] is not RANKS["king"] and RANKS["ace"] == RANKS["ace"]

        def test_kinds():
            assert kind_of(lambda: 1) is types.FunctionType and kind_of(test_it) is type(test_it)
        """,
        """
        class Rank: pass
        class Card:
            def __init__(self, rank, suit): self.rank, self.suit = rank, suit
        RANKS = {name: type(name, (Rank,), {"name": name}) for name in ("ace", "king")}
        def kind_of(value): return type(value)
        """,
        (),
        (
            ('"name": name', '"name": "ace "'),
            ("type(name, (Rank,)", "(lambda *_: Rank)(name, (Rank,)"),
            ("self.rank, self.suit = rank, suit", "self.rank, self.suit = RANKS['king'](), suit"),
            ("return type(value)", "return int"),
        ),
    ),
    "containers of other kinds": Case(
        """
        from collections import UserDict
        from work import letters, settings

        def test_letters():
            assert len(letters("abba")) == 2
            assert "a" in letters("abba") and "c" not in letters("abba")
            assert sorted(letters("abba")) == ["a", "b"] and "".join(letters("abba")) == "ab"
            assert [letter for letter in letters("")] == []

        def test_settings():
            found = settings()
            assert found["a"] == 1 and list(found["b"]) == [1, 2] and len(found) == 2
            assert "b" in found and "c" not in found and found.get("c") is None
            assert [key for key in found] == ["a", "b"] and dict(found)["a"] == 1
        """,
        """
        def letters(word): return sorted(set(word))
        def settings(): return {"a": 1, "b": [1, 2]}
        """,
        (
            """
            from types import MappingProxyType
            def letters(word): return dict.fromkeys(sorted(word)).keys()
            def settings(): return MappingProxyType({"a": 1, "b": (1, 2)})
            """,
            """
            from collections import UserDict, deque
            def letters(word): return deque(sorted(set(word)))
            def settings(): return UserDict({"a": 1, "b": range(1, 3)})
            """,
            """
            from collections.abc import Mapping, Sequence
            class Letters(Sequence):
                def __init__(self, word): self._letters = sorted(set(word))
                def __len__(self): return len(self._letters)
                def __getitem__(self, at): return self._letters[at]
            class Settings(Mapping):
                def __len__(self): return 2
                def __iter__(self): return iter("ab")
                def __getitem__(self, key): return {"a": 1, "b": [1, 2]}[key]
            letters, settings = Letters, Settings
            """,
        ),
        (
            ("sorted(set(word))", "sorted(word)"),
            ("sorted(set(word))", "{c: 1 for c in word}.values()"),
            ('"b": [1, 2]', '"c": [1, 2]'),
            ('"a": 1,', '"a": 2,'),
        ),
    ),
    "arrays, times and UUIDs": Case(
        """
        import time
        from array import array
        from uuid import UUID
        import pytest
        from work import Item, doubled, doubles, moment
        def test_ids():
            item = Item(UUID(int=5))
            assert isinstance(item.id, UUID) and item.id == UUID(int=5) and item.id.hex[-1] == "5"
        def test_times():
            assert moment(0).tm_year == 1970 and moment(0) == time.gmtime(0)
        def test_arrays():
            numbers = array("i", [1, 2])
            assert doubled(numbers) == array("i", [2, 4]) and doubled(numbers).typecode == "i"
            doubles(numbers)
            assert numbers == array("i", [2, 4])
            for number in range(60): doubled(array("i", [number]))
            doubles(numbers)
            assert numbers.tolist() == [4, 8]
        """,
        """
        import time
        from array import array
        class Item:
            def __init__(self, id): self.id = id
        def moment(seconds): return time.gmtime(seconds)
        def doubled(numbers): return array("i", [2 * n for n in numbers])
        def doubles(numbers):
            for at, n in enumerate(numbers): numbers[at] = 2 * n
        """,
        (),
        (
            ("self.id = id", "self.id = str(id)"),
            ("time.gmtime(seconds)", "time.gmtime(seconds + 1)"),
            ('array("i", [2 * n for n in numbers])', "[2 * n for n in numbers]"),
            ("numbers[at] = 2 * n", "pass"),
        ),
    ),
    "ranges": Case(
        """
        from work import lines, same, weeks

        def test_range():
            assert lines(3) == range(1, 4) and {"all": lines(3)} == {"all": range(1, 4)}
            assert isinstance(lines(3), range) and lines(3) in [range(1, 4)]
            assert lines(3).stop == 4 and 2 in lines(3) and lines(3)[1:] == range(2, 4)
        def test_own():
            mine = range(5)
            assert same(mine) is mine and same(mine) == range(5)
        def test_either():
            assert list(weeks()) == [1, 8, 15] and len(weeks()) == 3 and 8 in weeks()
        """,
        """
        def lines(count): return range(1, count + 1)
        def same(them): return them
        def weeks(): return [1, 8, 15]
        """,
        (
            """
            def lines(count): return range(int(count > 0), count + True)
            def same(them): return them
            def weeks(): return range(1, 16, 7)
            """,
        ),
        (
            ("range(1, count + 1)", "range(count + 1)"),
            ("range(1, count + 1)", "[*range(1, count + 1)]"),
            ("return them", "return [*them]"),
            ("[1, 8, 15]", "range(1, 15, 7)"),
        ),
    ),
    "methods that are handed over again": Case(
        """
        from work import Bell, Log

        class Guest:
            def __init__(self): self.heard = []
            def hear(self, what): self.heard.append(what)

        def test_own():
            bell, one, other = Bell(), Guest(), Guest()
            bell.attach(one.hear)
            bell.attach(other.hear)
            bell.detach(one.hear)
            bell.ring(1)
            assert one.heard == [] and other.heard == [1]
            assert bell.guests() == [other.hear] and bell.has(other.hear)
            assert not bell.has(one.hear) and not bell.has(other.heard.append)
        def test_of_a_list():
            bell, heard, others = Bell(), [], []
            bell.attach(heard.append)
            assert bell.has(heard.append)
            assert not (bell.has(heard.remove) or bell.has(others.append))
            bell.detach(heard.append)
            bell.ring(1)
            assert heard == [] and bell.guests() == []
        def test_theirs():
            bell, log = Bell(), Log()
            bell.attach(log.write)
            bell.ring(3)
            bell.detach(log.write)
            bell.ring(4)
            assert log.lines == [3]
        """,
        """
        class Bell:
            def __init__(self): self._guests = []
            def attach(self, guest): self._guests.append(guest)
            def detach(self, guest): self._guests.remove(guest)
            def has(self, guest): return guest in self._guests
            def guests(self): return self._guests
            def ring(self, what):
                for guest in self._guests: guest(what)
        class Log:
            def __init__(self): self.lines = []
            def write(self, line): self.lines.append(line)
        """,
        (
            """
            class Bell:
                def __init__(self): self.known = {}
                def attach(self, guest): self.known[guest] = True
                def detach(self, guest): del self.known[guest]
                def has(self, guest): return any(guest == one for one in self.known)
                def guests(self): return list(self.known)
                def ring(self, what): [guest(what) for guest in self.guests()]
            class Log:
                def __init__(self):
                    self.lines = []
                    self.write = self.lines.append
            """,
        ),
        (
            ("self._guests.remove(guest)", "pass"),
            ("self._guests.remove(guest)", "self._guests.pop()"),
            ("return guest in self._guests", "return bool(self._guests)"),
            ("return self._guests", "return [str(guest) for guest in self._guests]"),
        ),
    ),
    "what divides, rounds and gives bytes": Case(
        """
        import math
        import pytest
        from work import Hours, split

        class Half:
            def __divmod__(self, other): return "half", other
            def __rdivmod__(self, other): return other, "half"

        def test_divmod():
            assert divmod(Hours(7.5), 2) == (Hours(3), Hours(1.5))
            assert divmod(9, Hours(4)) == (Hours(2), Hours(1))
            assert divmod(Hours(9), Hours(4)) == (Hours(2), Hours(1))
        def test_other():
            assert divmod(Hours(1), Half()) == (Hours(1), "half")
            assert split(Half(), 3) == ("half", 3) and split(3, Half()) == (3, "half")
        @pytest.mark.parametrize("act", [math.floor, math.ceil, math.trunc])
        def test_round(act): assert act(Hours(-7.5)) == act(-7.5)
        def test_bytes(): assert bytes(Hours(3.5)) == b"3"
        def test_refused():
            with pytest.raises(TypeError, match="unsupported operand"): divmod(Hours(1), "2")
        """,
        """
        import math
        class Hours:
            def __init__(self, number): self.number = number
            def __eq__(self, other): return self.number == other.number
            def __divmod__(self, other):
                if isinstance(other, Hours): other = other.number
                if not isinstance(other, (int, float)): return NotImplemented
                return tuple(map(Hours, divmod(self.number, other)))
            def __rdivmod__(self, other): return tuple(map(Hours, divmod(other, self.number)))
            def __floor__(self): return math.floor(self.number)
            def __ceil__(self): return math.ceil(self.number)
            def __trunc__(self): return math.trunc(self.number)
            def __bytes__(self): return str(int(self.number)).encode()
        def split(one, other): return divmod(one, other)
        """,
        (
            """
            class Hours(float):
                def __divmod__(self, other):
                    if not isinstance(other, (int, float)): return NotImplemented
                    return Hours(self // other), Hours(self % other)
                def __rdivmod__(self, other): return Hours(other // self), Hours(other % self)
                def __bytes__(self): return b"%d" % self
            split = divmod
            """,
        ),
        (
            ("divmod(self.number, other)", "(self.number // other, 0)"),
            ("divmod(other, self.number)", "divmod(self.number, other)"),
            ("math.floor(self.number)", "int(self.number)"),
            ("math.ceil(self.number)", "-7.5"),
            ("str(int(self.number))", "str(self.number)"),
            ("return NotImplemented", "raise ValueError"),
        ),
    ),
    "properties that tests put into a class": Case(
        """
        from unittest.mock import PropertyMock, patch
        from work import Tank, open_one

        def test_mock():
            with patch.object(Tank, "level", new_callable=PropertyMock, return_value=7) as level:
                assert Tank().level == 7 and Tank().twice() == 14
                assert level.call_count == 2
            assert Tank().level == 3 and Tank().twice() == 6
        def test_set():
            with patch("work.Tank.level", new_callable=PropertyMock) as level:
                Tank().fill(5)
            level.assert_called_once_with(5)
        def test_property(monkeypatch):
            monkeypatch.setattr(Tank, "level", property(lambda self: self.size + 1))
            assert Tank().level == 5 and Tank().twice() == 10
        def test_class_method(monkeypatch):
            monkeypatch.setattr(Tank, "small", classmethod(lambda cls: cls(2)))
            assert Tank.small().size == open_one().size == 2
        def test_of_its_type():
            tank = Tank()
            type(tank).level = PropertyMock(side_effect=[8, 9])
            assert tank.twice() == 16 and tank.level == 9
            del Tank.level
            assert tank.level == 3
        """,
        """
        class Tank:
            def __init__(self, size=4): self.size, self._level = size, 3
            @property
            def level(self): return self._level
            @level.setter
            def level(self, new): self._level = new
            def fill(self, new): self.level = new
            def twice(self): return 2 * self.level
            @classmethod
            def small(cls): return cls(1)
        def open_one(): return Tank.small()
        """,
        (
            """
            from dataclasses import dataclass
            class Level:
                def __get__(self, owner, kind=None): return owner.held if owner else self
                def __set__(self, owner, new): owner.held = new
            @dataclass
            class Tank:
                size: int = 4
                held: int = 3
                level = Level()
                def fill(self, new): setattr(self, "level", new)
                def twice(self): return self.level * 2
                @staticmethod
                def small(): return Tank(1)
            open_one = lambda: Tank.small()
            """,
        ),
        (
            ("self.level = new", "self._level = new"),
            ("2 * self.level", "2 * self._level"),
            ("2 * self.level", "self.level + self.level"),
            ("return Tank.small()", "return Tank(1)"),
        ),
    ),
    "methods of the class above": Case(
        """
        from work import Box, Square, Thing

        def test_above():
            assert Box.area(Square(2)) == 0 and Square(2).area() == 4
            assert Box.area(Box()) == 0 and Box.name(Square(2)) == Square(2).name() == "Square"
        def test_unknown():
            assert Thing.make().weigh() == 1 and Thing.weigh(Thing.make()) == 1
        """,
        """
        class Box:
            def area(self): return 0
            def name(self): return type(self).__name__
        class Square(Box):
            def __init__(self, side): self.side = side
            def area(self): return self.side ** 2
        class Thing:
            @classmethod
            def make(cls): return cls()
            def weigh(self): return 1
        """,
        (
            """
            class Base:
                def area(self): return 0
                def name(self): return self.__class__.__name__
            class Box(Base): pass
            class Square(Box):
                def __init__(self, side): self.area = lambda: side * side
            class Thing:
                @staticmethod
                def make(): return Thing()
                def weigh(self): return int(isinstance(self, Thing))
            """,
        ),
        (("return 0", "return 1"), ("self.side ** 2", "super().area()"), ("return 1", "return 2")),
    ),
    "classes that ask for methods alone": Case(
        """
        from work import Duck, Quacking, Stone, Swan, Walking

        def test_protocol():
            assert isinstance(Duck(), Quacking) and isinstance(Swan(), Quacking)
            assert not (isinstance(Stone(), Quacking) or isinstance(3, Quacking))
        def test_registered():
            assert isinstance(Swan(), Walking) and issubclass(Swan, Walking)
            assert not (isinstance(Stone(), Walking) or issubclass(Stone, Walking))
        """,
        """
        from abc import ABC
        from typing import Protocol, runtime_checkable
        @runtime_checkable
        class Quacking(Protocol):
            def quack(self): ...
        class Walking(ABC): pass
        class Duck:
            def quack(self): return "quack"
        class Swan(Duck): pass
        Walking.register(Swan)
        class Stone: pass
        """,
        (
            """
            class Able(type):
                def __instancecheck__(cls, other): return hasattr(other, "quack")
            class Quacking(metaclass=Able): pass
            class Walking: pass
            class Duck: quack = "quack".upper
            class Swan(Duck, Walking): pass
            class Stone: pass
            """,
        ),
        (
            ("def quack(self): ...", "def moo(self): ..."),
            ("Walking.register(Swan)", ""),
            ("class Stone: pass", "class Stone(Swan): pass"),
        ),
    ),
    "names of functions": Case(
        """
        import pytest, work

        def test_decorated():
            assert work.slow.__name__ == "slow" and work.slow() == 3
            assert work.Oven().bake.__name__ == "bake" and work.Oven().bake() == 4
        def test_made(): assert work.double.__name__ == "double" and work.double(2) == 4
        @pytest.mark.parametrize("made", [work.slow, work.double])
        def test_any(made): assert made.__name__ in ("slow", "double")
        """,
        """
        from functools import wraps
        def timed(function):
            @wraps(function)
            def wrapper(*given): return function(*given)
            return wrapper
        @timed
        def slow(): return 3
        def double(number): return 2 * number
        class Oven:
            @timed
            def bake(self): return 4
        """,
        (
            """
            from functools import partial, update_wrapper
            from operator import mul
            class Timed:
                def __init__(self, function):
                    self.function = function
                    update_wrapper(self, function)
                def __call__(self, *given): return self.function(*given)
            @Timed
            def slow(): return 3
            double = partial(mul, 2)
            double.__name__ = "double"
            class Oven:
                def bake(self): return 4
            """,
        ),
        (
            ("@wraps(function)", ""),
            ("def double(number): return 2 * number", "double = lambda number: 2 * number"),
            ("def double(number): return 2 * number", "double = (2).__mul__"),
        ),
    ),
    "a text with attributes": Case(
        """
        from work import level

        def test_it():
            assert level(3).name == "low" and level(9).name == "high"
            assert level(3) != level(9) and level(3) == level(4)
        """,
        """
        import enum
        class Level(enum.Enum):
            low = 1
            high = 2
        def level(n): return Level.high if n >= 5 else Level.low
        """,
        (
            """
            class Word(str):
                @property
                def name(self): return str(self)
            def level(n): return Word(["low", "high"][n >= 5])
            """,
        ),
        (("n >= 5", "n >= 4"), ("low = 1", "small = low = 1")),
    ),
    "kinds of functions": Case(
        """
        import inspect
        import pytest
        import work

        def test_it():
            assert inspect.isgeneratorfunction(work.steps)
            assert not inspect.isgeneratorfunction(work.total)
            assert inspect.iscoroutinefunction(work.wait) and inspect.isfunction(work.total)
            assert not inspect.iscoroutinefunction(work.total)
            assert list(work.steps(2)) == [0, 1] and work.total([1, 2]) == 3

        def test_no_code_is_there():
            with pytest.raises(AttributeError, match="can't see the code"):
                work.total.__code__
        """,
        """
        def steps(n): yield from range(n)
        def total(numbers): return sum(numbers)
        async def wait(): pass
        """,
        (),
        (
            ("yield from range(n)", "return iter(range(n))"),
            ("return sum(numbers)", "yield sum(numbers)"),
            ("async def", "def"),
        ),
    ),
    "exceptions of Python's own modules": Case(
        """
        import csv, dataclasses, decimal, json, queue, re, sqlite3, statistics, subprocess, zipfile
        import pytest
        import work

        def test_frozen():
            with pytest.raises(dataclasses.FrozenInstanceError):
                work.Point(1).x = 3

        @pytest.mark.parametrize(
            "kind, name",
            [
                (decimal.InvalidOperation, "decimal"),
                (decimal.DivisionByZero, "division"),
                (re.error, "pattern"),
                (csv.Error, "csv"),
                (sqlite3.OperationalError, "table"),
                (zipfile.BadZipFile, "zip"),
                (queue.Empty, "queue"),
                (statistics.StatisticsError, "mean"),
                (subprocess.CalledProcessError, "called"),
            ],
        )
        def test_kinds(kind, name):
            with pytest.raises(kind) as caught:
                work.fail(name)
            assert isinstance(caught.value, kind) and bool(str(caught.value)) == (name != "queue")

        def test_position():
            with pytest.raises(json.JSONDecodeError, match="Expecting value: line 1 col") as caught:
                work.parse("[1, ")
            error = caught.value
            assert (error.pos, error.lineno, error.doc) == (4, 1, "[1, ")
            assert "Expecting" in error.msg and isinstance(error, ValueError)

        def test_status():
            with pytest.raises(subprocess.CalledProcessError, match="status 3") as caught:
                work.fail("called")
            assert caught.value.returncode == 3 and caught.value.cmd == ["ls"]

        def test_given():
            def broken():
                raise json.JSONDecodeError("no", "text", 2)
            assert work.text_at(broken) == "ValueError"

        @pytest.mark.parametrize("name", ["no.txt", "sub/no.txt"])
        def test_file(tmp_path, name):
            with pytest.raises(FileNotFoundError, match=name) as caught:
                work.load(tmp_path / name)
            error = caught.value
            assert error.filename == str(tmp_path / name) and error.errno == 2
            assert error.args == (2, "No such file or directory")
        """,
        """
        import csv, dataclasses, decimal, io, json, queue, re, sqlite3, statistics, subprocess
        import zipfile

        @dataclasses.dataclass(frozen=True)
        class Point:
            x: int

        def parse(text):
            return json.loads(text)

        def text_at(function):
            try:
                function()
            except ValueError:
                return "ValueError"

        def load(path):
            with open(path) as file:
                return file.read()

        def fail(name):
            match name:
                case "decimal": return decimal.Decimal("x")
                case "division": return decimal.Decimal(1) / 0
                case "pattern": return re.compile("(")
                case "csv": return list(csv.reader(io.StringIO("a" * 200_000)))
                case "table": return sqlite3.connect(":memory:").execute("select * from t")
                case "zip": return zipfile.ZipFile(io.BytesIO(b"x"))
                case "queue": return queue.Queue().get_nowait()
                case "mean": return statistics.mean([])
                case "called": raise subprocess.CalledProcessError(3, ["ls"])
        """,
        (
            """
            import csv, decimal, json, queue, re, sqlite3, statistics, subprocess, zipfile
            from dataclasses import FrozenInstanceError

            class Point:
                def __init__(self, x):
                    object.__setattr__(self, "x", x)
                def __setattr__(self, name, value):
                    raise FrozenInstanceError(f"cannot assign to field {name!r}")

            def parse(text):
                raise json.JSONDecodeError("Expecting value", text, 4)

            def text_at(function):
                try:
                    function()
                except json.JSONDecodeError as error:
                    return type(error).__mro__[1].__name__

            def load(path):
                raise FileNotFoundError(2, "No such file or directory", str(path))

            class Division(decimal.DivisionByZero): pass
            class NoTable(sqlite3.OperationalError):
                def __str__(self): return "no such table"
            KINDS = {
                "decimal": decimal.InvalidOperation("x"), "division": Division("x"),
                "pattern": re.error("x"), "csv": csv.Error("x"), "table": NoTable(),
                "zip": zipfile.BadZipFile("x"), "queue": queue.Empty(),
                "mean": statistics.StatisticsError("x"),
                "called": subprocess.CalledProcessError(returncode=3, cmd=["ls"]),
            }
            def fail(name):
                raise KINDS[name]
            """,
        ),
        (
            ("frozen=True", "frozen=False"),
            ("return json.loads(text)", "raise ValueError('Expecting value: line 1 column 5')"),
            ('Decimal("x")', 'Decimal("1")'),
            ('case "pattern": return re.compile("(")', 'case "pattern": raise ValueError("(")'),
            ("CalledProcessError(3", "CalledProcessError(4"),
            ("with open(path)", "with open('no.txt')"),
        ),
    ),
    "members and places that a class names": Case(
        """
        from dataclasses import asdict, astuple, fields, is_dataclass, replace
        from work import Color, Point

        def test_places():
            match Point(1, 2):
                case Point(1, y):
                    assert y == 2
                case _:
                    raise AssertionError("another point")

        def test_members():
            assert list(Color.__members__) == ["RED", "BLUE"]
            assert Color.__members__["BLUE"] is Color.BLUE
            assert Color.RED in Color.__members__.values()

        def test_fields():
            assert is_dataclass(Point) and is_dataclass(Point(1, 2)) and not is_dataclass(Color)
            assert [field.name for field in fields(Point)] == ["x", "y"]
            assert asdict(Point(1, [2])) == {"x": 1, "y": [2]} and astuple(Point(1, 2)) == (1, 2)
            assert replace(Point(1, 2), y=3) == Point(1, 3)
        """,
        """
        from dataclasses import dataclass
        from enum import Enum

        @dataclass
        class Point:
            x: int
            y: int

        class Color(Enum):
            RED = 1
            BLUE = 2
        """,
        (
            """
            import enum
            from dataclasses import dataclass, field
            from typing import ClassVar

            class Base:
                def __eq__(self, other): return (self.x, self.y) == (other.x, other.y)

            @dataclass(eq=False)
            class Point(Base):
                origin: ClassVar[int] = 0
                x: int
                y: int = field(default_factory=list)

            Color = enum.Enum("Color", "RED BLUE")
            """,
        ),
        (
            ("@dataclass\n", "@dataclass(match_args=False)\n"),
            ("RED = 1", "GREEN = 1"),
            ("class Color", "@dataclass\nclass Color"),
            ("y: int", "y: int\n    z: int = 0"),
        ),
    ),
    "classes of the tests below the solution's": Case(
        """
        import pytest
        from work import Account, Shape

        class Square(Shape):
            def __init__(self, side):
                self.side = side
            def area(self):
                return self.side ** 2
            name = "square"

        class Dot(Shape):
            def area(self):
                return 0
            name = property(lambda self: "dot")

        class Named(Account):
            def __init__(self, name, cash):
                super().__init__(cash)
                self.name = name

        class Hollow(Account):
            def __init__(self):
                self.name = "none"

        class Dear(Account):
            fee = 2

        def test_abstract():
            with pytest.raises(TypeError, match="abstract"):
                Shape()

        def test_square():
            assert Square(3).area() == 9 and Square(3).twice() == 18
            assert isinstance(Square(1), Shape)
            assert Dot().name == "dot" and Square(1).name == "square"
            assert Dot().told() == "Dot dot" and Square(1).told() == "Square square"
            assert [shape.twice() for shape in (Square(1), Dot(), Square(2))] == [2, 0, 8]

        def test_half_done():
            class Half(Shape):
                pass
            with pytest.raises(TypeError, match="abstract"):
                Half()

        def test_named():
            one = Named("Ann", 3)
            one.pay(2)
            assert one.cash == 5 and one.name == "Ann"

        def test_dear():
            dear = Dear(3)
            dear.pay(4)
            assert dear.cash == 5 and dear.fee == 2 and Account.fee == 0

        def test_hollow():
            hollow = Hollow()
            assert hollow.name == "none"
            with pytest.raises(AttributeError):
                hollow.pay(2)
            hollow.cash = 4
            assert hollow.cash == 4
        """,
        """
        from abc import ABC, abstractmethod

        class Shape(ABC):
            @abstractmethod
            def area(self): ...
            @property
            @abstractmethod
            def name(self): ...
            def twice(self):
                return 2 * self.area()
            def told(self):
                return f"{type(self).__name__} {self.name}"

        class Account:
            fee = 0
            def __init__(self, cash):
                self.cash = cash
            def pay(self, more):
                self.cash += more - self.fee
        """,
        (
            """
            import abc
            class Sized(metaclass=abc.ABCMeta):
                __slots__ = ()
                area = abc.abstractmethod(lambda self: 1)
                name = abc.abstractproperty(lambda self: "")
            class Shape(Sized):
                def told(self): return self.__class__.__qualname__ + " " + self.name
                def twice(self):
                    return sum(self.area() for _ in range(2))
            class Account:
                __slots__ = ("cash", "__dict__")
                fee = 0
                def __init__(self, cash=0):
                    self.cash = cash
                def pay(self, more):
                    self.cash = self.cash + more - self.fee
            """,
        ),
        (
            ("(ABC)", ""),
            ("@abstractmethod", ""),
            ("2 * self.area()", "2"),
            ("self.cash = cash", "self.cash = 0"),
            ("+= more", "-= more"),
        ),
    ),
    "what the solution's exceptions are below": Case(
        """
        import pytest
        from work import ConfigError, EmptyError, MissingKey, pop, value

        def test_raises():
            with pytest.raises(IndexError):
                pop([])

        def test_except():
            try:
                value({}, "a")
            except ConfigError as error:
                assert error.args == ("a",)

        def test_classes():
            assert issubclass(EmptyError, LookupError) and issubclass(MissingKey, ConfigError)
            assert isinstance(MissingKey("a"), KeyError) and not issubclass(ConfigError, KeyError)
        """,
        """
        class EmptyError(IndexError): pass
        class ConfigError(Exception): pass
        class MissingKey(ConfigError, KeyError): pass
        def pop(items):
            if not items: raise EmptyError("nothing there")
        def value(table, key):
            if key not in table: raise MissingKey(key)
        """,
        (
            """
            class Ours(LookupError):
                def __init__(self, *words): super().__init__(*words)
            class Base(Exception): pass
            class EmptyError(Ours, IndexError): pass
            class ConfigError(Base): pass
            class Missing(ConfigError): pass
            class MissingKey(Missing, KeyError): pass
            def pop(items):
                raise EmptyError() from None
            def value(table, key):
                try: table[key]
                except KeyError as error: raise MissingKey(*error.args) from error
            """,
        ),
        (
            ("EmptyError(IndexError)", "EmptyError(Exception)"),
            ("EmptyError(IndexError)", "EmptyError(LookupError)"),
            ("(ConfigError, KeyError)", "(KeyError)"),
            ("(ConfigError, KeyError)", "(ConfigError)"),
            ("ConfigError(Exception)", "ConfigError(KeyError)"),
        ),
    ),
    "numbers in hexadecimal digits": Case(
        """
        import re
        import pytest, work
        from work import Colour

        def test_text():
            assert str(Colour(255, 0, 255)) == f"{Colour(255, 0, 255)}" == "0xff00ff"
            assert Colour(0, 0, 0) % "c0ffee" == "0xc0ffee"
        def test_raised():
            with pytest.raises(ValueError, match="^at 0xdeadbeef$") as refusal: work.fail()
            assert refusal.value.args == ("at 0xdeadbeef",)
        def test_printed(capsys):
            print(Colour(1, 2, 255))
            work.show()
            assert capsys.readouterr().out == "0x0102ff\\n0xdeadbeef\\n"
        def test_own_address(capsys):
            one, other = work.Plain(), work.Plain()
            assert str(one) == repr(one) == f"{one}" != str(other)
            assert re.fullmatch("<work.Plain object at 0x[0-9a-f]+>", str(one))
            one.show()
            assert capsys.readouterr().out == f"{one}\\n"
            with pytest.raises(ValueError, match=re.escape(str(one))): one.fail()
        """,
        """
        class Colour:
            def __init__(self, *parts): self.parts = parts
            def __str__(self): return "0x" + bytes(self.parts).hex()
            def __mod__(self, digits): return "0x" + digits
        class Plain:
            def show(self): print(self)
            def fail(self): raise ValueError(f"bad {self}")
        def fail(): raise ValueError("at 0xdeadbeef")
        def show(): print(hex(0xdeadbeef))
        """,
        (),
        (
            ("hex()", "hex().upper()"),
            ("at 0xdeadbeef", "at 0xdeadbee0"),
            ("print(hex(0xdeadbeef))", "print(hex(0xdeadbee0))"),
            ('"0x" + digits', '"0x…"'),
        ),
    ),
    "what tests put into a module": Case(
        """
        from unittest import mock
        import pytest, work

        @pytest.fixture(autouse=True)
        def begin(): work.COUNT = 0

        def test_changed():
            work.bump()
            work.bump()
            assert work.COUNT == 2
            work.COUNT = 5
            work.bump()
            assert work.COUNT == 6
        def test_containers():
            work.ITEMS = []
            work.keep(1)
            assert work.ITEMS == [1]
            work.ITEMS.append(2)
            work.keep(3)
            assert work.ITEMS == [1, 2, 3]
            work.reset()
            assert work.ITEMS == []
        def test_monkeypatch(monkeypatch):
            with monkeypatch.context() as context:
                context.setattr(work, "LIMIT", 5)
                assert work.limit() == work.LIMIT == 5
            assert work.limit() == work.LIMIT == 1
            monkeypatch.delattr(work, "LIMIT")
            assert not hasattr(work, "LIMIT")
        def test_patches():
            assert work.LIMIT == 1
            with mock.patch("work.LIMIT", 2):
                with mock.patch.object(work, "LIMIT", 3):
                    assert work.limit() == work.LIMIT == 3
                assert work.limit() == work.LIMIT == 2
            assert work.limit() == work.LIMIT == 1
        def test_objects(monkeypatch):
            sent, spy = mock.Mock(return_value=1), lambda: 4
            work.send = sent
            work.run()
            assert work.send is sent and work.send.call_args == mock.call(1)
            monkeypatch.setattr(work, "limit", spy)
            work.run()
            assert work.limit is spy and sent.call_args == mock.call(4)
            monkeypatch.undo()
            work.run()
            assert work.limit() == 1 and sent.call_args == mock.call(1)
        """,
        """
        COUNT, ITEMS, LIMIT = 0, [0], 1
        def bump():
            global COUNT
            COUNT += 1
        def keep(item): ITEMS.append(item)
        def reset():
            global ITEMS
            ITEMS = []
        def limit(): return LIMIT
        def send(n): print(n)
        def run(): send(limit())
        """,
        (),
        (
            ("COUNT += 1", "COUNT = 1"),
            ("ITEMS.append(item)", "pass"),
            ("ITEMS = []", "ITEMS.append(0)"),
            ("return LIMIT", "return 1"),
            ("send(limit())", "send(1)"),
        ),
    ),
    "names of a module": Case(
        """
        import importlib
        from unittest import mock
        import pytest, work
        from work import Shelf, __version__, _tax

        def test_docs():
            assert work.__doc__ == "A shop." and Shelf.__doc__ == "Things."
            assert Shelf.add.__doc__ == Shelf().add.__doc__ == "Puts it there."
            assert Shelf.size.__doc__ == "How many." and Shelf.first.__doc__ is None
            importlib.reload(work)
            assert work.__doc__ == "A shop." and work._seen == []
        def test_names():
            assert work.__version__ == __version__ == "1.2" and work.__author__ == "Ann"
            assert work.__all__ == ["Shelf", "price"] and work.__name__ == "work"
            for name in ("__license__", "__file__", "__path__", "_other", "other"):
                assert not hasattr(work, name)
        def test_private():
            assert work._tax(100) == _tax(100) == 19 and work._RATE == 19
            with mock.patch("work._tax", return_value=1): assert work.price(100) == 101
            assert work.price(100) == 119 and work._seen == [100, 100]
        """,
        """
        'A shop.'
        __all__, __version__, __author__ = ["Shelf", "price"], "1.2", "Ann"
        _RATE, _seen = 19, []
        class Shelf:
            "Things."
            def add(self, item):
                "Puts it there."
            def first(self): return 1
            @property
            def size(self):
                "How many."
        def _tax(n): return n * _RATE // 100
        def price(n):
            _seen.append(n)
            return n + _tax(n)
        """,
        (),
        (
            ("A shop.", ""),
            ("Puts it there.", ""),
            ("1.2", "1.3"),
            ('"Shelf", "price"', '"Shelf"'),
            ("* _RATE // 100", "* 20 // 100"),
            ("+ _tax(n)", "+ n * _RATE // 100"),
            ("_seen.append", "print"),
        ),
    ),
    "all names of a module": Case(
        """
        from work import *
        from other import *

        def test_names():
            assert RATE == 3 and ITEMS == [1] and add(1, 2) == RATE and Shelf().size() == 0
            assert not {"_hidden", "math", "helper"} & globals().keys()
        def test_all():
            assert LIMIT == 5 and shown() == 1 and _own == 2 and "left_out" not in globals()
        """,
        {
            "work.py": """
                import math
                RATE, ITEMS, _hidden = 3, [1], 4
                def add(a, b): return a + b
                class Shelf:
                    def size(self): return 0
                """,
            "other.py": """
                __all__ = ("LIMIT", "shown", "_own")
                LIMIT, _own = 5, 2
                def shown(): return 1
                def left_out(): return 1
                """,
        },
        (
            {
                "work.py": """
                    import random
                    from operator import add
                    from sets import Shelf
                    ITEMS, RATE = [1], 6 // 2
                    def sum(numbers): return 0
                    """,
                "sets.py": """
                    class Shelf(set):
                        def size(self): return len(self)
                    """,
                "other.py": """
                    _own, LIMIT = 2, 5
                    shown, helper = (lambda: 1), 9
                    __all__ = ["_own", "shown", "LIMIT", "helper"]
                    """,
            },
        ),
        (("RATE, ITEMS", "RATES, ITEMS"), ('"LIMIT", "shown"', '"LIMIT"'), ("= 5, 2", "= 5, 3")),
    ),
    "names of Python's own that a module imports": Case(
        """
        from collections import Counter
        from dataclasses import dataclass
        from decimal import Decimal
        from pathlib import Path
        from unittest import mock
        import work
        from work import *
        from work import sqrt as root, randint
        from other import *

        def test_values():
            assert count("aab") == Counter("aab") and isinstance(count(""), Counter)
            assert money("1.10") == Decimal("1.10") and isinstance(path("a"), Path)
            assert root(4) == work.root(4) == cos(0) + 1 and e == 3
        def test_classes():
            @dataclass
            class Point: x: int
            assert Point(1) == Point(1)
        def test_patches():
            with mock.patch("work.randint", return_value=7):
                assert work.rolled() == work.randint(1, 6) == 7
                from work import randint as replaced
                assert replaced(1, 6) == 7
            assert 0 < work.rolled() < 7 and 0 < randint(1, 6) < 7
        """,
        {
            "work.py": """
                from collections import Counter
                from dataclasses import dataclass
                from decimal import Decimal
                from math import sqrt
                from pathlib import Path
                from random import randint
                def count(text): return Counter(text)
                def money(text): return Decimal(text)
                def path(text): return Path(text)
                def root(n): return sqrt(n)
                def rolled(): return randint(1, 6)
                """,
            "other.py": "from math import *; e = 3",
        },
        (
            {
                "work.py": """
                    import collections, decimal, pathlib, random
                    def count(text): return collections.Counter(text)
                    def money(text): return decimal.Decimal(text)
                    def path(text): return pathlib.Path(text)
                    def root(n): return n ** 0.5
                    def randint(a, b): return random.randint(a, b)
                    def rolled(): return randint(1, 6)
                    def dataclass(kind): return kind
                    """,
                "other.py": "from math import cos; e = 3",
            },
        ),
        (
            (
                "def count(text): return Counter(text)",
                "def Counter(text): return {}\ndef count(text): return {}",
            ),
            (
                "def money(text): return Decimal(text)",
                "def Decimal(text): return 0\ndef money(text): return 0",
            ),
            ("def root(n): return sqrt(n)", "def root(n): return 0\nsqrt = cos = root"),
            ("return randint(1, 6)", "return 6"),
            ("e = 3", "e = 4"),
        ),
    ),
    "how functions are called": Case(
        """
        import functools, inspect, typing
        from inspect import Parameter, signature
        from typing import Optional
        import pytest, work
        from work import Box, Point, area, join, later

        def test_functions():
            assert area.__annotations__ == {"a": int, "b": float, "return": float}
            assert typing.get_type_hints(area) == area.__annotations__
            assert str(signature(area)) == "(a: int, b: float = 1.5) -> float"
            assert area.__defaults__ == (1.5,) and join.__kwdefaults__ == {"sep": ", ", "end": None}
            found = signature(join).parameters
            assert list(found) == ["first", "rest", "sep", "end", "more"]
            kinds = [one.kind.name for one in found.values()]
            assert kinds[:3] == ["POSITIONAL_ONLY", "VAR_POSITIONAL", "KEYWORD_ONLY"]
            assert kinds[3:] == ["KEYWORD_ONLY", "VAR_KEYWORD"] and found["sep"].default == ", "
            assert found["rest"].annotation is Parameter.empty
            assert later.__annotations__ == {"box": "Box", "key": "Optional[int]"}
        def test_texts():
            assert typing.get_type_hints(Box.put)["other"] is Box
            assert typing.get_type_hints(work.named)["box"] is Box
        def test_methods():
            assert str(signature(Box.put)) == "(self, item: int, other: 'Box') -> None"
            assert list(signature(Box(1).put).parameters) == ["item", "other"]
            assert Box.put.__annotations__ == {"item": int, "other": "Box", "return": None}
            assert list(signature(Box.made).parameters) == ["n"]
            signature(Box(1).put).bind(1, None)
            with pytest.raises(TypeError): signature(Box(1).put).bind()
        def test_classes():
            assert list(signature(Box).parameters) == ["size"]
            assert Point.__annotations__ == {"x": int, "y": list[int], "z": Optional[int]}
            written = "(x: int, y: list[int], z: Optional[int] = None) -> None"
            assert str(signature(Point)) == written
            assert typing.get_type_hints(Point)["z"] == int | None
        def test_generics():
            assert work.many.__annotations__ == {
                "a": dict[str, list[int]], "b": typing.Callable[[int], str], "c": Box | None,
                "d": tuple[int, ...], "e": typing.Any, "f": typing.List[Box],
            }
        def test_others():
            found = signature(work.hidden).parameters
            assert found["box"].default is not Parameter.empty
            assert found["box"].default != found["box"].default != None
            assert list(signature(work.pick()).parameters) == ["n"]
            assert list(signature(work.twice).parameters) == ["k"] and work.twice(2) == 4
            assert inspect.isfunction(area) and callable(functools.partial(area, 1))
        """,
        """
        import functools
        from dataclasses import dataclass
        from typing import Any, Callable, List, Optional
        class Box:
            def __init__(self, size): self.size = size
            def put(self, item: int, other: "Box") -> None: pass
            @classmethod
            def made(cls, n): return cls(n)
        @dataclass
        class Point:
            x: int
            y: list[int]
            z: Optional[int] = None
        def area(a: int, b: float = 1.5) -> float: return a * b
        def join(first, /, *rest, sep=", ", end=None, **more): return sep.join([first, *rest])
        def later(box: "Box", key: "Optional[int]"): pass
        def named(box: "Box"): pass
        def many(a: dict[str, list[int]], b: Callable[[int], str], c: Box | None,
                 d: tuple[int, ...], e: Any, f: List[Box]): pass
        def hidden(box=Box(1)): pass
        def pick(): return lambda n: n
        def logged(function):
            @functools.wraps(function)
            def wrapped(*given): return function(*given)
            return wrapped
        @logged
        def twice(k): return 2 * k
        """,
        (),
        (
            ("a: int, b: float", "a: float, b: float"),
            ("= 1.5", "= 2.5"),
            ("first, /, *rest", "first, *rest"),
            ("item: int, other", "item, other"),
            ("(self, size): self.size = size", "(self, width): self.size = width"),
            ("z: Optional[int] = None", "z: int = None"),
            ("List[Box]", "list[Box]"),
            ("lambda n: n", "lambda m: m"),
            ("box=Box(1)", "box=None"),
            ("def twice(k): return 2 * k", "def twice(n): return 2 * n"),
        ),
    ),
    "code that nobody sees": Case(
        """
        import dis, functools
        from inspect import getfile, getsource, getsourcelines, iscoroutinefunction, isfunction
        import pytest, work

        HIDDEN = pytest.raises((OSError, AttributeError), match="can't see the code of a hand-in")

        def test_first(): assert work.first() == 1
        @pytest.mark.parametrize("read", [getsource, getsourcelines, getfile])
        def test_source(read):
            @functools.wraps(work.first)
            def wrapped(): return work.first()
            shelf = work.Shelf()
            methods = [work.Shelf.add, shelf.add, work.Shelf.made, shelf.size]
            for hidden in (work.first, *methods, work.Shelf, work, shelf):
                with HIDDEN: read(hidden)
            if read is not getfile:
                with HIDDEN: read(wrapped)
            assert "def test_source" in getsource(test_source)
        @pytest.mark.parametrize("read", [lambda f: f.__code__, lambda f: dis.Bytecode(f)])
        def test_code(read):
            for hidden in (work.first, work.Shelf.add, work.Shelf().add):
                with pytest.raises((AttributeError, TypeError)): read(hidden)
            assert read(test_code)
        def test_called():
            assert callable(work.first) and not iscoroutinefunction(work.Shelf.add)
            assert work.Shelf().add(1) == [1] and isfunction(work.first)
        """,
        """
        class Shelf:
            def __init__(self): self.items = []
            def add(self, item): return [*self.items, item]
            @classmethod
            def made(cls): return cls()
            def __call__(self): return 1
            size = __call__
        def first(): return 1
        """,
        (),
        (("def first(): return 1", "def first(): return 2"),),
    ),
    "exceptions that a with lets pass": Case(
        """
        from contextlib import ExitStack
        import pytest
        from work import Quiet, Noted

        def test_quiet():
            with Quiet(ZeroDivisionError):
                1 / 0
            with pytest.raises(KeyError):
                with Quiet(ZeroDivisionError):
                    {}["a"]

        def test_noted():
            noted = Noted()
            with pytest.raises(ValueError, match="no"):
                with noted:
                    raise ValueError("no")
            assert noted.seen == "ValueError"

        def test_called():
            quiet = Quiet(KeyError)
            assert quiet.__exit__(KeyError, KeyError("a"), None)
            assert not quiet.__exit__(ValueError, ValueError("a"), None)
            assert not quiet.__exit__(None, None, None)

        def test_stack():
            with pytest.raises(OSError):
                with ExitStack() as stack:
                    stack.enter_context(Noted())
                    raise OSError("no")
        """,
        """
        class Quiet:
            def __init__(self, *kinds): self.kinds = kinds
            def __enter__(self): return self
            def __exit__(self, kind, error, trace): return isinstance(error, self.kinds)
        class Noted:
            def __enter__(self): return self
            def __exit__(self, kind, error, trace): self.seen = type(error).__name__
        """,
        (
            """
            import contextlib
            class Quiet(contextlib.suppress):
                def __enter__(self): return None
            class Noted:
                seen = None
                def __enter__(self): return 3
                def __exit__(self, *what):
                    self.seen = what[0] and what[0].__name__
                    return False
            """,
        ),
        (
            ("return isinstance(error, self.kinds)", "return True"),
            ("return isinstance(error, self.kinds)", "return False"),
            ("self.seen = type(error).__name__", "self.seen = type(error).__name__; return self"),
        ),
    ),
    "bytes that are printed": Case(
        """
        import work

        def test_bytes(capsys):
            work.show()
            printed = capsys.readouterr()
            assert printed.out == "a\u00e9b" and printed.err == "\u2603"
        """,
        """
        import sys
        def show():
            print("a\u00e9b", end="")
            print("\u2603", end="", file=sys.stderr)
        """,
        (
            """
            import sys
            def show():
                sys.stdout.reconfigure(encoding="utf-8")
                sys.stdout.write("a")
                for one in "\u00e9".encode(): sys.stdout.buffer.write(bytes([one]))
                print("b", end="", flush=True)
                sys.stderr.buffer.write("\u2603".encode())
                sys.stderr.buffer.flush()
            """,
            """
            import io, sys
            def show():
                with io.TextIOWrapper(sys.stdout.buffer, "utf-8") as out:
                    print("a\u00e9b", end="", file=out)
                print("\u2603", end="", file=sys.stderr)
            """,
        ),
        (("a\u00e9b", "aeb"),),
    ),
    "input that takes no prompt": Case(
        """
        from unittest import mock
        import pytest
        import work

        @pytest.mark.parametrize(
            "typed", [lambda: "5", iter(["5"]).__next__, ["5"].pop, mock.Mock(side_effect=["5"])]
        )
        def test_nothing(monkeypatch, typed):
            monkeypatch.setattr("builtins.input", typed)
            assert work.ask() == 5

        def test_called():
            with mock.patch("builtins.input", return_value="3") as typed:
                assert work.ask() == 3
                typed.assert_called_once_with()
                assert work.ask_for("n: ") == 3
                typed.assert_called_with("n: ")

        def test_by_name(monkeypatch):
            monkeypatch.setattr("builtins.input", lambda *, prompt="1": prompt)
            assert work.ask() == 1 and work.ask_by_name() == 2

        def test_refused(monkeypatch):
            monkeypatch.setattr("builtins.input", lambda: "5")
            with pytest.raises(TypeError):
                work.ask_for("n: ")
            monkeypatch.setattr("builtins.input", iter([]).__next__)
            with pytest.raises(StopIteration):
                work.ask()

        def test_real(monkeypatch, capsys):
            monkeypatch.setattr("sys.stdin", __import__("io").StringIO("1\\n2\\n"))
            assert work.ask() == 1 and work.ask_for("n: ") == 2
            assert capsys.readouterr().out == "n: "
        """,
        """
        def ask(): return int(input())
        def ask_for(prompt): return int(input(prompt))
        def ask_by_name(): return int(input(prompt="2"))
        """,
        (
            """
            import builtins
            def ask(*prompt, **named): return int(builtins.input(*prompt, **named))
            ask_for = ask
            def ask_by_name(): return ask(prompt=2)
            """,
        ),
        (("int(input())", "int(input(''))"), ("int(input(prompt))", "int(input())")),
    ),
    "mocks that are looked through": Case(
        """
        from unittest.mock import MagicMock
        import pytest
        import work

        @pytest.mark.parametrize("given", [iter(["a", "b"]), ["a", "b"], "ab", ("a", "b")])
        def test_iter(given):
            names = MagicMock()
            names.__iter__.return_value = given
            assert work.upper(names) == ["A", "B"]
            names.__iter__.assert_called_once_with()

        def test_nothing():
            assert work.upper(MagicMock()) == []

        def test_side_effect():
            names = MagicMock()
            names.__iter__.side_effect = lambda: iter(["a"])
            names.__len__.return_value = 1
            assert work.upper(names) == work.upper(names) == ["A"] and work.count(names) == 1

        def test_next():
            names = MagicMock()
            names.__iter__ = lambda self: self
            names.__next__.side_effect = ["a", "b", StopIteration]
            assert work.upper(names) == ["A", "B"]

        def test_first():
            names = MagicMock()
            names.__next__.return_value = "a"
            assert work.first(names) == "a"

        def test_other_steps():
            class Pages:
                at = 0
                def __iter__(self): return iter(["a", "b"])
                def __next__(self): raise StopIteration
            assert work.upper(Pages()) == ["A", "B"]
            rows = MagicMock()
            rows.__enter__.return_value.__iter__.return_value = [("a", 1), ("b", 2)]
            assert work.total(rows) == 3

        def test_no_end():
            class Numbers:
                def __iter__(self):
                    at = 0
                    while True:
                        yield at
                        at += 1
            assert work.three(Numbers()) == [0, 1, 2]
        """,
        """
        from itertools import islice
        def upper(names): return [name.upper() for name in names]
        def count(names): return len(names)
        def first(names): return next(names)
        def total(rows):
            with rows as opened: return sum(n for _, n in opened)
        def three(numbers): return list(islice(numbers, 3))
        """,
        (
            """
            def upper(names): return list(map(str.upper, names))
            def count(names): return names.__len__()
            def first(names): return names.__next__()
            def total(rows):
                with rows as opened:
                    all_of_them = [*opened]
                return sum(row[1] for row in all_of_them)
            def three(numbers):
                found = []
                for number in numbers:
                    found.append(number)
                    if len(found) == 3: break
                return found
            """,
        ),
        (("name.upper()", "name"), ("len(names)", "2"), ("numbers, 3", "numbers, 2")),
    ),
    "exceptions of Python's modules that mocks raise": Case(
        """
        import json
        import subprocess
        import urllib.error
        from unittest import mock
        import pytest
        import work

        @mock.patch("urllib.request.urlopen", side_effect=urllib.error.URLError("down"))
        def test_down(urlopen):
            with pytest.raises(ConnectionError, match="^down$"):
                work.get("x")

        def test_words():
            error = urllib.error.HTTPError("http://x", 404, "not found", {}, None)
            assert work.status(mock.Mock(side_effect=error)) == (404, "HTTP Error 404: not found")

        def test_place():
            parse = mock.Mock(side_effect=json.JSONDecodeError("bad", "ab\\nc", 3))
            assert work.place(parse) == (2, 1, "bad")

        def test_run():
            failed = subprocess.CalledProcessError(returncode=3, cmd=["x"], output="why")
            with mock.patch("subprocess.run", side_effect=failed):
                assert work.run() == (3, "why")

        def test_class():
            assert work.is_late(mock.Mock(side_effect=subprocess.TimeoutExpired("x", 5)))

        def test_own():
            class Down(urllib.error.URLError):
                def __init__(self, hours):
                    super().__init__(f"down for {hours} hours")
                    self.hours = hours
            with mock.patch("urllib.request.urlopen", side_effect=Down(3)):
                assert work.hours() == 3

        def test_again():
            error = json.JSONDecodeError("bad", "ab", 1)
            with pytest.raises(ValueError) as raised:
                work.place(mock.Mock(side_effect=error), again=True)
            assert raised.value is error
        """,
        """
        import json, subprocess, urllib.error, urllib.request
        def get(url):
            try: return urllib.request.urlopen(url)
            except urllib.error.URLError as error: raise ConnectionError(error.reason)
        def status(ask):
            try: ask()
            except urllib.error.HTTPError as error: return error.code, str(error)
        def place(parse, again=False):
            try: parse()
            except json.JSONDecodeError as error:
                if again: raise
                return error.lineno, error.colno, error.msg
        def run():
            try: subprocess.run(["x"], check=True)
            except subprocess.CalledProcessError as error: return error.returncode, error.output
        def is_late(f):
            try: f()
            except subprocess.TimeoutExpired as error: return error.timeout == 5
        def hours():
            try: urllib.request.urlopen("x")
            except OSError as error: return error.hours
        """,
        (
            """
            from json import JSONDecodeError
            from subprocess import CalledProcessError, SubprocessError
            from urllib import error, request
            import subprocess
            def get(url):
                try: return request.urlopen(url)
                except OSError as e: raise ConnectionError(e.args[0]) from e
            def status(ask):
                try: ask()
                except error.URLError as e:
                    return (e.code, f"HTTP Error {e.code}: {e.reason}") if hasattr(e, "code") else 0
            def place(parse, again=False):
                try: parse()
                except ValueError as e:
                    if again: raise e
                    before = e.doc[:e.pos].splitlines()
                    return len(before) + 1, e.pos - e.doc.rfind("\\n", 0, e.pos), e.msg
            def run():
                try: subprocess.run("x", check=True)
                except SubprocessError as e:
                    assert isinstance(e, CalledProcessError)
                    return getattr(e, "returncode", 0), e.stdout
            def is_late(f):
                try: f()
                except SubprocessError as e: return "5" in str(e)
            def hours():
                try: request.urlopen("x")
                except error.URLError as e: return getattr(e, "hours", None)
            """,
        ),
        (
            ("error.reason", "error"),
            ("error.code", "400"),
            ("error.lineno", "error.pos"),
            ("error.returncode", "1"),
            ("error.timeout", "error.cmd"),
        ),
    ),
    "NotImplemented and Ellipsis": Case(
        """
        import pytest
        import work
        from work import Vector

        def test_methods():
            one = Vector(1, 2)
            assert one.__eq__(5) is NotImplemented and one.__ne__("a") is NotImplemented
            assert one.__lt__("a") is NotImplemented and one.__add__(5) is NotImplemented
            assert one.__radd__(5) is NotImplemented and one.__mul__("a") is NotImplemented
            assert one.__eq__(Vector(1, 2)) is True and one.__eq__(Vector(1, 3)) is False
            assert one.__eq__(one) is True and one.__lt__(Vector(2, 2)) is True

        def test_operators():
            one, other = Vector(1, 2), Vector(3, 4)
            assert one == Vector(1, 2) and one != other and not one == 5 and one != 5 and 5 != one
            assert one + other == Vector(4, 6) and one * 2 == 2 * one == Vector(2, 4)
            assert one < other and other > one and one in [other, Vector(1, 2)] and not one == None
            assert sorted([other, one]) == [one, other] and [one] == [Vector(1, 2)]
            total = one
            total += other
            assert total == Vector(4, 6) and one == Vector(1, 2)

        @pytest.mark.parametrize("act", [
            lambda v: v + 5, lambda v: 5 + v, lambda v: v < 5, lambda v: 5 > v,
            lambda v: sum([v]), lambda v: v / v, lambda v: sorted([v, 5]),
        ])
        def test_refused(act):
            with pytest.raises(TypeError, match="unsupported operand|not supported between"):
                act(Vector(1, 2))

        def test_own_words():
            with pytest.raises(TypeError, match="^no vector$"):
                Vector(1, 2) - 5

        def test_other_side():
            class Anything:
                def __eq__(self, other): return True
                def __radd__(self, other): return "added"
            assert Vector(1, 2) == Anything() and Vector(1, 2) + Anything() == "added"

        def test_plain_object():
            thing = work.Thing()
            assert thing.__eq__(5) is NotImplemented and thing == thing and thing != work.Thing()

        def test_values():
            assert work.nothing() is NotImplemented and work.rest() is ...
            assert work.same(...) is ...
            assert work.same([NotImplemented, ...]) == [NotImplemented, ...]
            assert work.is_rest(...) and not work.is_rest(None) and work.shape()[..., 0] == "row"
        """,
        """
        from functools import total_ordering
        @total_ordering
        class Vector:
            def __init__(self, x, y): self.x, self.y = x, y
            def __eq__(self, other):
                if not isinstance(other, Vector): return NotImplemented
                return (self.x, self.y) == (other.x, other.y)
            def __lt__(self, other):
                if not isinstance(other, Vector): return NotImplemented
                return (self.x, self.y) < (other.x, other.y)
            def __add__(self, other):
                if not isinstance(other, Vector): return NotImplemented
                return Vector(self.x + other.x, self.y + other.y)
            def __sub__(self, other): raise TypeError("no vector")
            def __mul__(self, by):
                if not isinstance(by, int): return NotImplemented
                return Vector(self.x * by, self.y * by)
            __rmul__ = __mul__
            def __radd__(self, other): return NotImplemented
        class Thing: pass
        class Shape:
            def __getitem__(self, at): return "row" if at == (..., 0) else "all"
        def nothing(): return NotImplemented
        def rest(): return ...
        def same(value): return value
        def is_rest(value): return value is Ellipsis
        def shape(): return Shape()
        """,
        (
            """
            from dataclasses import dataclass
            @dataclass(order=True)
            class Vector:
                x: int
                y: int
                def __add__(self, other):
                    match other:
                        case Vector(x, y): return Vector(self.x + x, self.y + y)
                    return NotImplemented
                def __radd__(self, other): return NotImplemented
                def __sub__(self, _): raise TypeError("no vector")
                def __mul__(self, by):
                    return Vector(self.x * by, self.y * by) if type(by) is int else NotImplemented
                def __rmul__(self, by): return self * by
            class Thing: pass
            class shape:
                def __getitem__(self, at): return "row" if at[0] is ... and not at[1] else ""
            def nothing(): return NotImplemented
            def rest(): return Ellipsis
            def same(value): return value
            def is_rest(value): return value == ...
            """,
        ),
        (
            ("if not isinstance(other, Vector): return NotImplemented", "other.x"),
            (
                "return NotImplemented\n        return (self.x, self.y) ==",
                "return False\n        return (self.x, self.y) ==",
            ),
            ("(other.x, other.y)", "(other.x, 0)"),
            ("def nothing(): return NotImplemented", "def nothing(): return None"),
            ("return ...", "return None"),
        ),
    ),
    "a list that is kept for many calls": Case(
        """
        import work

        def test_it():
            log = []
            meter = work.Meter(log)
            for number in range(40):
                meter.add(number)
            assert log == [*range(40)]
            log.clear()
            assert meter.count() == 0
        """,
        """
        class Meter:
            def __init__(self, log):
                self.log, self.last = log, []
            def add(self, number):
                self.last.append(number)
                if len(self.last) == 40:
                    self.log.extend(self.last)
            def count(self):
                return len(self.log)
        """,
        (),
        (("self.last = log, []", "self.last = [*log], []"), ("== 40", "== 39")),
    ),
    "mocks of the solution's classes": Case(
        """
        from unittest import mock
        from work import Discount, Order, priced

        def test_spec():
            discount = mock.Mock(spec=Discount)
            discount.apply.return_value = 42
            assert Order(discount, [10, 11]).total() == 42
            discount.apply.assert_called_once_with(21)
        def test_autospec():
            discount = mock.create_autospec(Discount, instance=True)
            discount.apply.return_value = 42
            assert Order(discount, [10, 11]).total() == 42
            discount.apply.assert_called_once_with(21)
        def test_passed():
            order = mock.MagicMock(spec=Order)
            order.total.return_value = 3
            assert priced([order, Order(Discount(), [4])]) == [3, 4]
            assert isinstance(order, Order) and not isinstance(order, Discount)
        """,
        """
        class Discount:
            def apply(self, total): return total
        class Order:
            def __init__(self, discount, prices): self.discount, self.prices = discount, prices
            def total(self): return self.discount.apply(sum(self.prices))
        def priced(orders): return [one.total() for one in orders]
        """,
        (
            """
            from dataclasses import dataclass
            class Discount:
                def apply(self, total): return total
            @dataclass(frozen=True)
            class Order:
                discount: Discount
                prices: list
                def total(self):
                    apply = self.discount.apply
                    return apply(sum(self.prices))
            def priced(orders): return list(map(lambda order: order.total(), orders))
            """,
        ),
        (("sum(self.prices)", "max(self.prices)"), ("for one in orders", "for one in orders[1:]")),
    ),
    "annotations that are texts of what is imported": Case(
        """
        import typing
        from decimal import Decimal
        from work import Item, Shop, total
        def test_class():
            assert typing.get_type_hints(Item) == {"name": str, "price": Decimal}
        def test_function():
            assert typing.get_type_hints(total) == {"items": list[Item], "return": Decimal}
        def test_method():
            assert typing.get_type_hints(Shop.sell)["return"] == typing.Optional[Decimal]
        """,
        """
        from dataclasses import dataclass
        from decimal import Decimal
        from typing import Optional
        @dataclass
        class Item:
            name: str
            price: Decimal
        def total(items: list[Item]) -> Decimal: return sum((i.price for i in items), Decimal(0))
        class Shop:
            def sell(self, item: Item) -> Optional[Decimal]: return item.price
        """,
        (
            """
            from __future__ import annotations
            from dataclasses import dataclass
            from decimal import Decimal
            from typing import Optional
            @dataclass
            class Named:
                name: str
            @dataclass
            class Item(Named):
                price: Decimal
            def total(items: list[Item]) -> Decimal: return sum(i.price for i in items)
            class Shop:
                def sell(self, item: Item) -> Optional[Decimal]: return item.price
            """,
            """
            from decimal import Decimal
            class Item:
                name: "str"
                price: "Decimal"
            def total(items: "list[Item]") -> "Decimal": return sum(i.price for i in items)
            class Shop:
                def sell(self, item: "Item") -> "Decimal | None": return item.price
            """,
        ),
        (
            ("price: Decimal", "price: float"),
            ("-> Decimal", "-> float"),
            ("Optional[Decimal]", "Decimal"),
        ),
    ),
    "a member of an enum that is a text": Case(
        """
        import json
        from work import Kind, to_dict
        def test_json(): assert json.loads(json.dumps(to_dict(Kind.TOOL))) == {"kind": "tool"}
        def test_join(): assert "-".join(to_dict(Kind.TOOL).values()) == "tool"
        def test_equal(): assert to_dict(Kind.PART) == {"kind": "part"}
        def test_value(): assert Kind("tool") is Kind.TOOL and Kind.TOOL.value == "tool"
        """,
        """
        from enum import Enum
        class Kind(Enum):
            PART = "part"
            TOOL = "tool"
        def to_dict(kind): return {"kind": kind.value}
        """,
        (
            """
            from enum import Enum
            class Kind(str, Enum):
                PART = "part"
                TOOL = "tool"
            def to_dict(kind): return {"kind": kind}
            """,
            """
            from enum import StrEnum
            Kind = StrEnum("Kind", ["PART", "TOOL"])
            def to_dict(kind): return {"kind": kind}
            """,
        ),
        (("kind.value", "kind.name"),),
    ),
    "decorators of methods": Case(
        """
        from work import memoize
        def test_method():
            class Shop:
                asked = 0
                @memoize
                def price(self, what):
                    self.asked += 1
                    return len(what)
            shop = Shop()
            assert shop.price("ab") == 2 and shop.price("ab") == 2 and shop.asked == 1
            assert Shop().price("abc") == 3 and Shop.price.__name__ == "price"
        def test_function():
            seen = []
            @memoize
            def twice(n):
                seen.append(n)
                return 2 * n
            assert [twice(2), twice(2), twice(3)] == [4, 4, 6] and seen == [2, 3]
        """,
        """
        import functools
        def memoize(f):
            known = {}
            @functools.wraps(f)
            def inner(*a):
                if a not in known: known[a] = f(*a)
                return known[a]
            return inner
        """,
        (
            "from functools import lru_cache\nmemoize = lru_cache(maxsize=None)",
            """
            from functools import partial, update_wrapper
            class memoize:
                def __init__(self, f):
                    self.f, self.known = f, {}
                    update_wrapper(self, f)
                def __get__(self, owner, kind=None):
                    return self if owner is None else partial(self, owner)
                def __call__(self, *a):
                    if a not in self.known: self.known[a] = self.f(*a)
                    return self.known[a]
            """,
        ),
        (("if a not in known: ", ""), ("@functools.wraps(f)", "")),
    ),
    "functions that are registered": Case(
        """
        from work import registry
        def test_it():
            reg = registry()
            @reg.register("sq")
            def square(x): return x * x
            assert list(reg) == ["sq"] and "sq" in reg and len(reg) == 1
            assert [f(4) for name, f in reg.items()] == [16]
            assert [f(5) for f in reg.values()] == [25] and reg["sq"] is square
            assert sorted(reg.keys()) == ["sq"]
        """,
        """
        class Registry(dict):
            def register(self, name):
                def keep(f):
                    self[name] = f
                    return f
                return keep
        def registry(): return Registry()
        """,
        (
            """
            from collections import UserDict
            class Known(UserDict):
                def register(self, name):
                    def keep(f):
                        self[name] = f
                        return f
                    return keep
            def registry(): return Known()
            """,
            """
            class Registry:
                def __init__(self): self.known = {}
                def register(self, name): return lambda f: self.known.setdefault(name, f)
                def __iter__(self): return iter(self.known)
                def __len__(self): return len(self.known)
                def __contains__(self, name): return name in self.known
                def __getitem__(self, name): return self.known[name]
                def items(self): return self.known.items()
                def keys(self): return self.known.keys()
                def values(self): return [*self.known.values()]
            def registry(): return Registry()
            """,
        ),
        (("self[name] = f", "self[name] = lambda x: x"), ("return f\n", "return print\n")),
    ),
    "types of fields": Case(
        """
        from dataclasses import fields
        from work import Car
        def test_fields():
            assert [(f.name, f.type) for f in fields(Car)] == [("wheels", int), ("name", str)]
        """,
        """
        from dataclasses import dataclass
        @dataclass
        class Car:
            wheels: int
            name: str
        """,
        (),
        (("wheels: int", "wheels: float"),),
    ),
    "what is logged of an exception": Case(
        """
        import work
        def test_logged(caplog):
            assert work.parsed("x") is None
            assert "ValueError" in caplog.text and "no number" in caplog.text
            assert caplog.messages == ["no number: ValueError"] or len(caplog.records) == 1
        """,
        """
        import logging
        def parsed(text):
            try:
                return int(text)
            except ValueError as error:
                logging.error("no number: %s", type(error).__name__)
        """,
        (
            """
            import logging
            def parsed(text):
                try:
                    return int(text)
                except ValueError:
                    logging.exception("no number")
            """,
        ),
        (("type(error).__name__", "text"),),
    ),
    "bytes that are changed in place": Case(
        """
        import copy
        import io
        import work

        def test_in_place():
            data = bytearray(b"abc")
            assert work.reverse(data) is None
            assert data == bytearray(b"cba") and type(data) is bytearray

        def test_kept():
            data = bytearray(b"abc")
            before = copy.copy(data)
            assert work.total(data) == 294 and work.total(v=data) == 294
            assert data == before

        def test_nested():
            rows = {"a": [bytearray(b"ab")]}
            work.clear(rows)
            assert rows == {"a": [bytearray()]}

        def test_same():
            data = bytearray(b"x")
            assert work.same(data) is data and work.copied(data) == data
            assert work.copied(data) is not data and isinstance(work.copied(data), bytearray)

        def test_later():
            data = bytearray(b"ab")
            box = work.Box(data)
            data += b"c"
            assert box.size() == 3
            box.add(100)
            assert data == b"abcd"
            data[0] = 120
            assert bytes(box.data) == b"xbcd"

        def test_answer():
            data = work.fresh()
            data.extend(b"!")
            data[0:1] = b"H"
            assert data == b"Hi!" and not isinstance(work.plain(), bytearray)

        def test_given_to_function():
            found = []
            def fill(data):
                found.append(type(data))
                data[:] = b"new"
            assert work.filled(fill) == b"new" and found == [bytearray]

        def test_file():
            assert work.read_into(io.BytesIO(b"abcd")) == b"abc"
        """,
        """
        def reverse(data): data.reverse()
        def total(v): return sum(v)
        def clear(rows):
            for row in rows.values(): row[0].clear()
        def same(data): return data
        def copied(data): return data[:]
        class Box:
            def __init__(self, data): self.data = data
            def size(self): return len(self.data)
            def add(self, one): self.data.append(one)
        def fresh(): return bytearray(b"hi")
        def plain(): return b"hi"
        def filled(fill):
            data = bytearray(3)
            fill(data)
            return bytes(data)
        def read_into(file):
            data = bytearray(3)
            file.readinto(data)
            return data
        """,
        (
            """
            def reverse(data):
                for at in range(len(data) // 2):
                    data[at], data[-1 - at] = data[-1 - at], data[at]
            def total(v): return sum(memoryview(v))
            def clear(rows):
                for [row] in rows.values(): del row[:]
            def same(data): return data
            def copied(data): return bytearray(data)
            class Box:
                def __init__(self, data): self.data = data
                def size(self): return sum(1 for _ in self.data)
                def add(self, one): self.data += bytes([one])
            def fresh():
                class Data(bytearray): pass
                return Data(b"hi")
            def plain(): return bytes(fresh())
            def filled(fill):
                data = bytearray(b"old one")
                fill(data)
                return data
            def read_into(file): return bytearray(file.read(3))
            """,
        ),
        (
            ("data.reverse()", "return data[::-1]"),
            ("return sum(v)", "return (sum(v), v.append(1))[0]"),
            ("row[0].clear()", "row[0].pop()"),
            ("return data[:]", "return data"),
            ("self.data = data", "self.data = data[:]"),
            ('return b"hi"', 'return bytearray(b"hi")'),
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_passes_under_pytest_passes_and_nothing_else(
    nursery: Nursery, tmp_path: Path, name: str
) -> None:
    catch_changes(nursery, tmp_path, CASES[name])


def test_an_error_of_what_stands_in_is_shown(nursery: Nursery, tmp_path: Path) -> None:
    # pytest reads the lines of its frames.
    tests = """
        from work import Point
        def test_places(): assert Point.__match_args__ == ("x",)
        """
    reference = """
        from collections import namedtuple
        class Point(namedtuple("Point", "x")): pass
        """
    plan, _, faults = examined_in(nursery, tmp_path, tests, reference)
    assert faults == {}
    missing = "AttributeError: type object 'Point' has no attribute '__match_args__'"
    assert failures_of(nursery, plan, "class Point: pass") == {"test_places": missing}


def test_a_name_that_is_not_there_costs_only_the_tests_that_need_it(
    nursery: Nursery, tmp_path: Path
) -> None:
    # What these tests have in common has been seen by then as far as it was handed over.
    tests = """
        from unittest import TestCase
        import work
        NUMBERS, MORE = [3, 1, 2], [5, 5]
        class Tests(TestCase):
            @classmethod
            def setUpClass(cls): cls.points = [work.Point(1), work.Point(2)]
            def test_a(self): assert work.first([9], MORE) == 9
            def test_b(self): assert work.second(NUMBERS) == 1
            def test_c(self): assert work.applied(work.second, NUMBERS) == 1
            def test_d(self): assert work.applied(lambda xs: xs[0], NUMBERS) == 3
            def test_d_given(self):
                assert work.applied(lambda xs: (work.second, xs), NUMBERS)[1] == NUMBERS
            def test_d_raised(self):
                def fail(xs): raise ValueError(work.second, xs)
                with self.assertRaises(ValueError): work.applied(fail, MORE)
            def test_d_left(self):
                with self.assertRaises(ValueError), work.Kept():
                    raise ValueError(work.second, NUMBERS)
            def test_e(self): assert work.total(NUMBERS, MORE) == 16
            def test_f(self): assert work.total([p.x for p in self.points], NUMBERS) == 9
            def test_g(self): assert work.Pair(NUMBERS).whole == NUMBERS
            def test_h(self): assert work.total(NUMBERS, NUMBERS) == 12
        """
    reference = """
        class Point:
            def __init__(self, x): self.x = x
        class Pair:
            def __init__(self, whole): self.whole = whole
        class Kept:
            def __enter__(self): return self
            def __exit__(self, *error): pass
        def first(xs, more): return xs[0]
        def second(xs): return xs[1]
        def applied(f, xs): return f(xs)
        def total(xs, ys): return sum(xs) + sum(ys)
        """
    plan, _, faults = examined_in(nursery, tmp_path, tests, reference)
    assert faults == {}
    second = "b", "c", "d_given", "d_raised", "d_left"
    for name, needed in {"second": second, "Pair": "g", "first": "a"}.items():
        lacking = reference.replace(f" {name}(", f" {name}_of_mine(")
        lacking = lacking.replace(f"class {name}:", f"class {name}OfMine:")
        failed = failures_of(nursery, plan, lacking)
        assert failed.keys() == {f"Tests.test_{test}" for test in needed}, failed


def test_a_class_that_is_not_there_may_annotate_what_a_test_hands_over(
    nursery: Nursery, tmp_path: Path
) -> None:
    tests = """
        from work import Box, applied
        def put(x: Box): return x
        def test_put(): assert applied(put, [1]) == [1]
        def test_box(): assert Box
        """
    reference = """
        class Box: pass
        def applied(f, xs): return f(xs)
        """
    plan, _, faults = examined_in(nursery, tmp_path, tests, reference)
    assert faults == {}
    lacking = reference.replace("class Box: pass", "")
    assert "test_put" not in failures_of(nursery, plan, lacking)
