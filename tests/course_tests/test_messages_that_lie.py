"""No message that a hand-in's box makes up passes for what a test expects, whatever it says.

These hand-ins alter the end of the conversation in their own box, which nothing prevents.
"""

from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.course_tests.examining import Case, tell_apart

# What replaces how the hand-in's end describes an object.
OWN_PEER = """
import sys
Subject = sys.modules["grader.inside.course_tests.subject"]
class Yes:
    def __getattr__(self, name):
        if name.startswith("__"): raise AttributeError(name)
        return lambda *_: True
"""
CASES = {
    "an iterator by the number of the tests' object": Case(
        """
        from unittest import mock
        from work import double, look, send

        class Near:
            def __init__(self, n): self.n = n
            def __eq__(self, other): return True

        def test_any():
            look(mock.ANY)
            assert double(4) == 8
        def test_near():
            send(Near(3))
            assert double(4) == 8
        """,
        """
        def look(value): pass
        def send(near): str(near.n)
        def double(n): return 2 * n
        """,
        (),
        (
            OWN_PEER + "def look(given):\n"
            "    global kept\n"
            "    kept, peer = given, given._peer\n"
            "    number, encoder = peer.number_of(given), peer._encode.__self__\n"
            "    old = encoder._other\n"
            "    encoder._other = lambda value: (\n"
            "        ['o', number, 'iterator'] if isinstance(value, Yes) else old(value)\n"
            "    )\n"
            "    try:\n"
            "        peer.ask('==', given, Yes())\n"
            "    except BaseException:\n"
            "        pass\n"
            "    encoder._other = old\n"
            "send = look\n"
            "def double(n): return kept\n",
        ),
    ),
    "an object by the number of an iterator": Case(
        """
        from work import greet

        def test_greet(): assert greet("Ann") is not None and greet("Ann").startswith("Hello")
        """,
        "def greet(name): return 'Hello ' + name",
        (),
        (
            OWN_PEER + "YES, kinds = Yes(), iter(['iterator'])\n"
            "def other(self, value, old=Subject.SubjectPeer._other):\n"
            "    if value is not YES: return old(self, value)\n"
            "    if id(value) not in self._numbers: self._number(value)\n"
            "    return ['o', self._numbers[id(value)], next(kinds, 'object')]\n"
            "Subject.SubjectPeer._other = other\n"
            "def greet(name): return YES\n",
        ),
    ),
    "an object by the number of a value": Case(
        """
        from work import Coin, double

        def test_double(): assert Coin(1) == 1 and double(4) == 8
        """,
        """
        class Coin:
            def __init__(self, n): self.n = n
            def __eq__(self, other): return self.n == other
        def double(n): return 2 * n
        """,
        (),
        (
            OWN_PEER + "dump = sys.modules['grader.inside.wire'].dump\n"
            "class Coin:\n"
            "    def __init__(self, n): pass\n"
            "    def __eq__(self, other): return True\n"
            "YES = Coin(1)\n"
            "def answer_of(self, changed, value, old=Subject.SubjectPeer._answer_of):\n"
            "    if value is not YES: return old(self, changed, value)\n"
            "    return dump(['', 'give', [['&=', 1001, self._other(YES)]], ['&', 1001]])\n"
            "Subject.SubjectPeer._answer_of = answer_of\n"
            "def double(n): return YES\n",
        ),
    ),
    "a value again that was the answer to another question": Case(
        """
        from work import add, coins, numbers, same, table, total

        def test_numbers():
            assert coins()[0] == 1
            assert numbers() == [8]
        def test_table():
            assert coins()[0] == 1
            assert table()["a"] == [8] and table()["b"] == (8,)
        def test_same():
            xs, ys = [3], [[4]]
            assert same(xs) is xs and same(ys) is ys and same(ys)[0] is ys[0]
        def test_function(): assert total([[add], [3]]) == 3
        """,
        """
        class Coin:
            def __init__(self, n): self.n = n
            def __eq__(self, other): return self.n == other
        def coins(): return [Coin(1)]
        def numbers(): return [8]
        def table(): return {"a": [8], "b": (8,)}
        def same(xs): return xs
        def add(*ns): return sum(ns)
        def total(fs): return fs[1][0]
        """,
        (
            """
            class Coin:
                def __init__(self, n): self.n = n
                def __eq__(self, other): return self.n == other
            COINS, NUMBERS, TABLE = [Coin(1)], [8], {"a": [8], "b": (8,)}
            def coins(): return COINS
            def numbers(): return NUMBERS
            def table(): return TABLE
            def same(xs): return xs
            def add(*ns): return sum(ns)
            def total(fs):
                fs.reverse()
                return fs[0][0]
            """,
        ),
        (
            """
            class Coin:
                def __eq__(self, other): return True
            COINS = [Coin()]
            def coins(): return COINS
            numbers = coins
            def table(): return {"a": COINS, "b": (8,)}
            def same(xs): return [*xs]
            def add(*ns): return 0
            def total(fs): return fs
            """,
        ),
    ),
    "the tests' object as what an object is": Case(
        """
        from work import Stack, keep

        class Near:
            def __init__(self, n): self.n = n
            def __eq__(self, other): return True
        def test_stack():
            keep(Near(5))
            stack = Stack()
            stack.push(3)
            stack.push(4)
            stack.push(Near(1))
            stack.pop()
            assert stack.pop() == 4
            assert stack.pop() == 3
        """,
        """
        class Stack:
            def __init__(self): self.items = []
            def push(self, item): self.items.append(item)
            def pop(self): return self.items.pop()
        def keep(value): str(value.n)
        """,
        (),
        (
            OWN_PEER + "kept = []\n"
            "def keep(value): kept.append(value)\n"
            "class Stack:\n"
            "    def push(self, item): pass\n"
            "    def pop(self): return Stack()\n"
            "old = Subject.SubjectPeer.refuse_call\n"
            "def refuse_call(self, *call):\n"
            "    for name in ('content', 'made of'):\n"
            "        self._operations[name] = lambda *values: [kept[-1] for _ in values]\n"
            "Subject.SubjectPeer.refuse_call = refuse_call\n",
        ),
    ),
    "what is written of closed objects": Case(
        """
        import dataclasses, functools, operator
        from unittest import mock
        from work import guess, show

        @dataclasses.dataclass
        class Place:
            name: str
        @dataclasses.dataclass
        class Case:
            n: int
            _expected: int = 77
            def step(self): return self.n
        @dataclasses.dataclass
        class Question:
            n: int
            case: Case

        def test_partial():
            show(functools.partial(operator.eq, 4711))
            assert guess("a") == 4711
        def test_method():
            show([813, 5].index)
            assert guess("b") == 813
        def test_bound():
            show(Case(3, 555).step)
            assert guess("c") == 555
        def test_mock():
            show(mock.NonCallableMock(spec_set=[], name="of 999"))
            assert guess("d") == 999
        def test_case():
            show(Case(3))
            assert guess("e") == 77
        def test_inside():
            show(Question(3, Case(4)))
            assert guess("e") == 77
        def test_caller():
            show(operator.methodcaller("act", 1234))
            assert guess("f") == 1234
        def test_open():
            assert show(Place("Rome")).endswith("Place(name='Rome')")
        """,
        """
        def show(value): return str(value) if hasattr(value, "name") else ""
        def guess(key): return dict(a=4711, b=813, c=555, d=999, e=77, f=1234)[key]
        """,
        (
            "def show(value): return f'{value!r}'\n"
            "def guess(key): return dict(a=4711, b=813, c=555, d=999, e=77, f=1234)[key]\n",
        ),
        (
            OWN_PEER + "import gc, re\n"
            "said = []\n"
            "def show(value):\n"
            "    of = (p for p in gc.get_objects() if type(p) is Subject.SubjectPeer)\n"
            "    peer = next(of)\n"
            "    said.append(peer.ask('repr', value) + peer.ask('format', value, ''))\n"
            "    return peer.ask('str', value)\n"
            "def guess(key):\n"
            "    found = re.findall(r'4711|813|555|999|77|1234', said[-1])\n"
            "    return int(found[-1]) if found else None\n",
        ),
        "test_open",
    ),
    "answers ahead of time": Case(
        """
        from work import begin, value

        def test_begin():
            begin()
            assert value() == 3
        def test_value(): assert value() == 3
        def test_values(): assert [value() for _ in range(5)] == [3] * 5
        """,
        """
        def begin(): pass
        def value(): return 3
        """,
        (),
        (
            OWN_PEER + "import gc\n"
            "def begin():\n"
            "    of = (p for p in gc.get_objects() if type(p) is Subject.SubjectPeer)\n"
            '    said = b\'["","give",[],3]\'\n'
            "    frame = len(said).to_bytes(4, 'little') + said\n"
            "    next(of)._link._sock.sendall(20 * frame)\n"
            "def value(): return 0\n",
        ),
    ),
    "a class of Python's own": Case(
        """
        from work import letters

        def test_letters(): assert letters("abc").intersection({"a", "b"}) == {"a", "b"}
        """,
        "def letters(word): return set(word)",
        ("def letters(word): return frozenset(word)",),
        ("def letters(word): return set",),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_no_message_passes_for_an_answer(nursery: Nursery, tmp_path: Path, name: str) -> None:
    tell_apart(nursery, tmp_path, CASES[name])
