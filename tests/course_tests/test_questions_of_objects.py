"""What a hand-in's objects are asked: by attributes and methods, what the reference's were.

The tests are the same, so another question is for an object that the reference hasn't given there.
"""

from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.course_tests.examining import Case, tell_apart

YES = """
class Yes:
    n, name = 1, "Bob"
    def __getattr__(self, name):
        if name.startswith("__"): raise AttributeError(name)
        return lambda *_, **named: True
    def __eq__(self, other): return True
"""
CASES = {
    "an object that claims to be a text": Case(
        """
        from work import Money, greet

        def test_money(): assert str(Money(3)) == "3"
        def test_greet(): assert greet("Ann").startswith("Hello") and greet("Ann").endswith("Ann")
        """,
        """
        class Money:
            def __init__(self, n): self.n = n
            def __str__(self): return str(self.n)
        def greet(name): return f"Hello {name}"
        """,
        (
            """
            class Money(str):
                def __new__(cls, n): return super().__new__(cls, n)
            def greet(name): return Money(f"Hello {name}")
            """,
        ),
        (
            """
            class Money(str):
                def __init__(self, n): pass
                def __str__(self): return "4"
                def __getattribute__(self, name): return lambda *_: True
            greet = Money
            """,
        ),
    ),
    "a text where there is another value": Case(
        """
        from work import half, letters, shout

        def test_number(): assert half(4).is_integer() and not half(3).is_integer()
        def test_set(): assert letters("abba").union({"c"}) == {"a", "b", "c"}
        def test_issubset(): assert letters("abba").issubset({"a", "b"})
        def test_shout(): assert shout("a").twice() == "aa" and shout("a") == "a"
        """,
        """
        class Shout(str):
            def twice(self): return self * 2
        def shout(text): return Shout(text)
        def half(n): return n / 2
        def letters(word): return set(word)
        """,
        (
            """
            class Half(float): pass
            class Loud(str):
                def twice(self): return self + self
            shout, letters = Loud, frozenset
            def half(n): return Half(n / 2)
            """,
        ),
        (
            """
            asked = []
            class Text(str):
                def is_integer(self): asked.append(1); return len(asked) == 1
                def issubset(self, other): return True
                def union(self, other): return other | {"a", "b"}
                twice = "aa"
            half = letters = shout = Text
            """,
        ),
    ),
    "what is put into the tests' objects": Case(
        """
        import io
        from unittest import mock
        from work import publish, report, tell

        class Mailer:
            def __init__(self): self.sent = []
            def send(self, to, text): self.sent.append((to, text))
            def was_sent(self, to): return any(to == one for one, _ in self.sent)

        def test_tell():
            friend = mock.Mock()
            tell(friend)
            friend.hear.assert_called_once_with("x")
        def test_publish():
            mailer = Mailer()
            publish(mailer, "ann")
            assert mailer.was_sent("ann") and not mailer.was_sent("bob")
        def test_report():
            out = io.StringIO()
            report(out)
            assert out.getvalue().startswith("Report")
        """,
        """
        def tell(friend): friend.hear("x")
        def publish(mailer, to): mailer.send(to, "hi")
        def report(out): out.write("Report 2024")
        """,
        (
            """
            class Mail:
                def __init__(self, mailer): self.mailer = mailer
            def tell(friend):
                hear = friend.hear
                hear("x")
            def publish(mailer, to):
                mailer.mail = Mail(mailer)
                mailer.mail.mailer.send(to, "hello")
            def report(out): print("Report 2024", file=out)
            """,
        ),
        (
            YES + "def tell(friend): friend.hear = Yes()\n"
            "def publish(mailer, to): mailer.was_sent = lambda to: to == 'ann'\n"
            "def report(out): out.getvalue = lambda: Yes()\n",
        ),
    ),
    "a list that changes later": Case(
        """
        from work import Shop, names, size

        def test_names():
            found = names()
            assert size() == 2
            assert found[0].startswith("Ann")
        def test_shop():
            shop = Shop()
            shop.add("ann")
            people = shop.people()
            assert people[0].name == "ann"
            shop.add("bob")
            assert [person.name for person in shop.people()] == ["ann", "bob"]
            assert shop.people() == [*people[:1], shop.find("bob")]
        """,
        """
        class Person:
            def __init__(self, name): self.name = name
        class Shop:
            def __init__(self): self.all = []
            def add(self, name): self.all.append(Person(name))
            def people(self): return [*self.all]
            def find(self, name): return next(p for p in self.all if p.name == name)
        def names(): return ["Anna", "Ben"]
        def size(): return 2
        """,
        (
            """
            class Customer:
                def __init__(self, name): self.name = name
            class Shop:
                def __init__(self): self.all, self.by_name = [], {}
                def add(self, name):
                    self.by_name[name] = Customer(name)
                    self.all.append(self.by_name[name])
                def people(self): return self.all
                def find(self, name): return self.by_name[name]
            LIST = []
            def names():
                LIST[:] = ["Anna", "Ben", "Cy"]
                return LIST
            def size():
                LIST[2:] = []
                return len(LIST)
            """,
        ),
        (
            YES + "LIST = []\n"
            "def names():\n"
            "    LIST[:] = ['x', 'y']\n"
            "    return LIST\n"
            "def size():\n"
            "    LIST[0] = Yes()\n"
            "    return 2\n"
            "class Shop:\n"
            "    def add(self, name): pass\n"
            "    def people(self): return [Yes()]\n"
            "    def find(self, name): return Yes()\n",
        ),
    ),
    "objects of the tests that are given back": Case(
        """
        from work import Queue, adults, listen, oldest

        class Person:
            def __init__(self, name, age): self.name, self.age = name, age
            def is_adult(self): return self.age >= 18

        PEOPLE = [Person("Ann", 3), Person("Bob", 40), Person("Cy", 50)]

        def test_oldest():
            found = oldest(PEOPLE[:2])
            assert found.is_adult() and found.name == "Bob"
        def test_adults():
            assert len(adults(PEOPLE)) == 2 and all(p.is_adult() for p in adults(PEOPLE))
        def test_queue():
            queue = Queue()
            for person in PEOPLE: queue.put(person)
            assert not queue.get().is_adult() and queue.get().is_adult()
        def test_listen():
            @listen("x")
            def said(text): return f"said {text}"
            assert said("a") == "said a"
        """,
        """
        def oldest(people): return max(people, key=lambda p: p.age)
        def adults(people): return [p for p in people if p.is_adult()]
        class Queue:
            def __init__(self): self.held = []
            def put(self, one): self.held.append(one)
            def get(self): return self.held.pop(0)
        def listen(name): return lambda function: function
        """,
        (
            """
            from collections import deque
            class Queue(deque):
                put, get = deque.append, deque.popleft
            def oldest(people): return sorted(people, key=lambda p: -p.age)[0]
            def adults(people): return tuple(filter(lambda p: p.age > 17, people))
            class Listener:
                def __init__(self, function): self.function = function
                def __call__(self, *given): return self.function(*given)
            def listen(name): return Listener
            """,
            """
            from functools import wraps
            class Node:
                def __init__(self, held, then): self.held, self.then = held, then
            class Queue:
                first = None
                def put(self, one):
                    if self.first is None: self.first = self.last = Node(one, None)
                    else: self.last.then = Node(one, None); self.last = self.last.then
                def get(self):
                    one, self.first = self.first.held, self.first.then
                    return one
            def oldest(people):
                found = people[0]
                for person in people:
                    if person.age > found.age: found = person
                return found
            def adults(people): return [p for p in people if not p.age < 18]
            def listen(name):
                def decorated(function):
                    @wraps(function)
                    def inner(*given): return function(*given)
                    return inner
                return decorated
            """,
        ),
        (
            YES + "class No(Yes):\n"
            "    name = 'Bob'\n"
            "    def is_adult(self): return False\n"
            "def oldest(people): return Yes()\n"
            "def adults(people): return [Yes(), Yes()]\n"
            "class Queue:\n"
            "    def __init__(self): self.held = [No(), Yes()]\n"
            "    def put(self, one): pass\n"
            "    def get(self): return self.held.pop(0)\n"
            "def listen(name): return lambda function: lambda text: Yes()\n",
        ),
    ),
    "objects beside values": Case(
        """
        import pytest
        from work import Account, Event, parse, run

        def test_given():
            names, events = [], []
            run(names.append, events.append)
            assert names[0].startswith("begin") and events[0].n == 1
        def test_parts():
            label, event = parse("x")
            assert label.startswith("x") and event.n == 1
        def test_error():
            assert Account(3) is not None
            with pytest.raises(ValueError) as found: Account(-1)
            assert found.value.args[0].startswith("negative")
        """,
        """
        class Event:
            def __init__(self, n): self.n = n
        class Account:
            def __init__(self, n):
                if n < 0: raise ValueError("negative amount")
        def run(named, happened): named("begin"); happened(Event(1))
        def parse(text): return text + "!", Event(1)
        """,
        (
            """
            class Event:
                def __init__(self, n): self.n = n
            class Account:
                def __new__(cls, n):
                    if n < 0: raise ValueError("negative", cls)
                    return super().__new__(cls)
            class Text(str):
                def shout(self): return self.upper()
            def run(named, happened): happened(Event(1)); named(Text("begin"))
            def parse(text): return [Text(text), Event(1)]
            """,
        ),
        (
            """
            class Event:
                n = 1
                def startswith(self, text): return True
            class Account:
                def __init__(self, n):
                    if n < 0: raise ValueError(Event())
            def run(named, happened): named(Event()); happened(Event())
            def parse(text): return Event(), Event()
            """,
            """
            class Event:
                n, startswith = 1, lambda *_: True
            class Account:
                def __init__(self, n):
                    if n < 0: raise ValueError(Event)
            def run(named, happened): named(Event); happened(Event())
            def parse(text): return Event, Event()
            """,
            """
            class Event: n = 1
            def parse(text): return parse, Event()
            def run(named, happened): named(parse); happened(Event())
            class Account:
                def __init__(self, n):
                    if n < 0: raise ValueError(parse)
            parse.startswith = lambda _: True
            """,
        ),
    ),
    "several threads": Case(
        """
        from concurrent.futures import ThreadPoolExecutor
        from work import made, named

        def test_threads():
            with ThreadPoolExecutor(4) as pool:
                both = [(pool.submit(made, n), pool.submit(named, n)) for n in range(20)]
                assert all(one.result() == n for n, (one, _) in enumerate(both))
                assert all(other.result() == f"n{n}" for n, (_, other) in enumerate(both))
        """,
        """
        from time import sleep
        class Item:
            def __init__(self, n): self.n = n
            def __eq__(self, other): return self.n == other
        def made(n):
            sleep(0.002)
            return Item(n)
        def named(n):
            sleep(0.001)
            return f"n{n}"
        """,
        (),
        (YES + "made = named = lambda n: Yes()\n",),
    ),
    "threads that are left": Case(
        """
        from work import name, run, square

        def test_run():
            seen = []
            run(seen.append, [1])
            assert 1 in seen
        def test_first(): assert square(3) == 9
        def test_name(): assert name() == "bob"
        def test_second(): assert square(4) == 16
        """,
        """
        def run(f, xs): [f(x) for x in xs]
        def square(n): return n * n
        def name(): return "bob"
        """,
        (
            """
            from threading import Thread
            from time import sleep
            def run(f, xs):
                f(1)
                Thread(target=lambda: [f(n) for n in range(300)], daemon=True).start()
            def square(n):
                sleep(0.002)
                return n ** 2
            def name():
                sleep(0.002)
                return "bob"
            """,
        ),
        (
            """
            from threading import Thread
            def run(f, xs): Thread(target=lambda: [f(9) for _ in xs * 300], daemon=True).start()
            def square(n): return 16 if n == 3 else 9
            def name(): return 9
            """,
        ),
    ),
    "tests that take what there is": Case(
        """
        from work import made, stacked, tree

        def test_stack():
            stack = stacked()
            push = stack.push if hasattr(stack, "push") else stack.append
            push(1)
            push(2)
            assert stack.pop() == 2
        def test_pair():
            pair = made(1, 2)
            assert pair.first == 1 or pair.one == 1
        def test_tree():
            def has(node, value):
                return node.value == value or any(
                    has(below, value)
                    for below in (node.left if node.left is not None else node.right,)
                )
            assert has(tree([1, 2, 3]), 3)
        """,
        """
        class Stack:
            def __init__(self): self.held = []
            def push(self, value): self.held.append(value)
            def pop(self): return self.held.pop()
        class Pair:
            def __init__(self, *both): self.first, self.second = both
        def stacked(): return Stack()
        def made(*both): return Pair(*both)
        class Node:
            def __init__(self, value, left=None, right=None):
                self.value, self.left, self.right = value, left, right
        def tree(values):
            return Node(values[0], tree(values[1:])) if values else None
        """,
        (
            """
            class Pile:
                def __init__(self): self.held = []
                def append(self, value): self.held.append(value)
                def pop(self): return self.held.pop()
            class Two:
                def __init__(self, *both): self.one, self.other = both; self.first = None
            class Tree:
                left = None
                def __init__(self, value, right): self.value, self.right = value, right
            def tree(values): return Tree(values[0], tree(values[1:])) if values else None
            stacked, made = lambda: Pile(), lambda *both: Two(*both)
            """,
            """
            class Pile(list): pass
            class Two:
                first = property(lambda self: self.both[0])
                def __init__(self, *both): self.both = both
            class Node:
                def __init__(self, value, left=None, right=None):
                    self.value, self.left, self.right = value, left, right
            def tree(values): return Node(values[0], None, tree(values[1:])) if values else None
            stacked, made = lambda: Pile(), lambda *both: Two(*both)
            """,
        ),
        (
            "class Pile:\n    def append(self, n): pass\n    def pop(self): return 1\n"
            "stacked, made, tree = Pile, print, lambda _: Pile()",
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_another_question_decides_nothing(nursery: Nursery, tmp_path: Path, name: str) -> None:
    tell_apart(nursery, tmp_path, CASES[name])
