"""No code of a hand-in's runs in the tests' box, and tests may evaluate, unpickle and import."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from grader.course_tests.examination import Examination, TestEnding, TestOutcome, examined
from grader.course_tests.plan import CourseTestsPlan, read_plan
from grader.sandbox.tiers import Nursery, Tier
from tests.boxed import LOCKED
from tests.course_tests.conftest import nursery_for_tests
from tests.course_tests.examining import examined_in, failures_of, has_passed, outcomes_of
from tests.support import BUDGET, submission_of

HELPER = """
def from_helper():
    return 5

class Held:
    def __init__(self, value):
        self.value = value
    def __eq__(self, other):
        return self.value == other.value
"""
TESTS = '''
import copy, os, pickle, runpy, shelve, sqlite3, sys, tarfile, timeit
from collections import Counter, namedtuple
from dataclasses import dataclass, make_dataclass
from datetime import date, datetime, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from importlib import import_module, util
from pathlib import Path
from textwrap import dedent
from typing import get_type_hints
from unittest import mock
import ast, datetime as clock, json, math

import pytest
import work
from work import Color, Mine, Point

BESIDE = Path(__file__).parent
GOLDEN = 7

class Mode(Enum):
    ON = 1

@dataclass
class Own:
    x: "int"
    y: "list[int] | None" = None

class TestEvaluated:
    def test_repr(self):
        p = Point(1, 2)
        assert eval(repr(p)) == p
        assert eval(work.named(p)) == p
        assert eval(work.by_class_method(), {"Point": Point}) == p
    def test_expression(self):
        assert eval(work.to_infix(["3", "4", "+"])) == 7
        assert eval("(1 + 2) * GOLDEN") == 21
    def test_variables(self):
        x = 3
        for n in range(3):
            assert eval(work.derived("x ** 2"), {"x": n}) == 2 * n
        assert eval(work.derived("x ** 2")) == 6
        assert eval(work.text("a + b"), dict(a=1, b=2)) == 3
    def test_calls(self):
        assert eval(work.text("max(len('abc'), round(2.6), *[1])")) == 3
        assert eval(work.text("math.sqrt(16)")) == 4
        assert eval(work.text("sin(0)"), {"sin": math.sin}) == 0
        assert eval(work.text("Own(1, y=[2])")) == Own(1, [2])
        assert eval(work.text("work.double(4 if Point(1, 2) else 0)")) == 8
    def test_values(self):
        for value in (date(2024, 5, 6), Decimal("1.5"), Fraction(1, 2), Counter("aab"), {1: {2}}):
            assert eval(work.shown(value), {**globals(), "datetime": clock}) == value
        now = datetime(2024, 5, 6, tzinfo=timezone.utc)
        assert eval(work.shown(now), {"datetime": clock}) == now
    def test_errors(self):
        for text, kind in (("1 +", SyntaxError), ("1 / 0", ZeroDivisionError)):
            with pytest.raises(kind):
                eval(work.text(text))
    def test_own_texts(self):
        exec("from work import double as twice", globals())
        assert twice(2) == 4
        exec(dedent("""
            def own():
                return [c for c in "ab"]
        """), globals())
        assert own() == ["a", "b"]
        assert eval(compile("lambda: 3", "x", "eval"))() == 3
        assert eval((BESIDE / "cases.txt").read_text().splitlines()[0]) == [1, 4]
        assert timeit.timeit("double(2)", "from work import double", number=2) > 0
        assert timeit.timeit(lambda: work.double(2), number=2) > 0
        assert get_type_hints(Own)["y"] == list[int] | None
    def test_makers(self):
        assert namedtuple("Pair", work.text("a b"))(1, 2).b == 2
        assert make_dataclass("Made", ["x"])(3).x == 3
        spec = mock.create_autospec(copy.copy)
        spec(1)
        assert ast.literal_eval(work.text("[1, {2: 3}]")) == [1, {2: 3}]
        assert ast.parse(work.text("def f(): pass")).body[0].name == "f"
        assert json.loads(work.text("[1]")) == [1]

class TestPickled:
    def test_values(self, tmp_path):
        values = [{"a": [1, (2.5, None)]}, {1}, b"ab", 1j, bytearray(b"x"),
                  frozenset("a"), datetime(2024, 5, 6, tzinfo=timezone.utc), Decimal("1.5"),
                  Fraction(1, 2), Counter("aab"), Path("a/b")]
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            for value in values:
                assert pickle.loads(work.pickled(value, protocol)) == value
            for value in [*values, range(3), slice(1), ...]:
                assert pickle.loads(pickle.dumps(value, protocol)) == value
        work.saved(values, tmp_path / "x")
        with open(tmp_path / "x", "rb") as file:
            assert pickle.load(file) == values
    def test_classes(self):
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(work.pickled(Mine("x"), protocol)).args == ("x",)
            for value in (Own(1, [2]), ValueError("x")):
                assert repr(pickle.loads(pickle.dumps(value, protocol))) == repr(value)
            # Python 3.11.2 has `getattr` called for members of enums, which is closed.
            if b"getattr" not in pickle.dumps(Mode.ON, protocol):
                assert pickle.loads(work.pickled(Color.RED, protocol)) == Color.RED
                assert pickle.loads(pickle.dumps(Mode.ON, protocol)) is Mode.ON
            assert type(pickle.loads(pickle.dumps(Own(1), protocol))) is Own
        assert pickle.loads(pickle.dumps(Own)) is Own
    def test_shelf(self, tmp_path):
        with shelve.open(str(tmp_path / "shelf")) as held:
            held["a"] = [Fraction(1, 2)]
        with shelve.open(str(tmp_path / "shelf")) as held:
            assert held["a"] == [Fraction(1, 2)]
    def test_own_unpickler(self, tmp_path):
        class Careful(pickle.Unpickler):
            def find_class(self, module, name):
                if module == "uuid":
                    raise pickle.UnpicklingError(name)
                return super().find_class(module, name)
        work.saved(Fraction(1, 3), tmp_path / "x")
        assert Careful((tmp_path / "x").open("rb")).load() == Fraction(1, 3)

class TestImported:
    def test_lazily(self, monkeypatch):
        from helper import from_helper
        from pack.inner import VALUE
        import colorsys, wave, pack
        assert from_helper() == 5 and VALUE == 6 and pack.ROOT == 1
        monkeypatch.syspath_prepend(str(BESIDE / "lib"))
        import deep
        from below.one import ONE
        assert deep.DEEP == "x" and ONE == 1
        assert import_module("deep").__file__ == str(BESIDE / "lib" / "deep.py")
    def test_by_path(self):
        spec = util.spec_from_file_location("other", BESIDE / "lib" / "deep.py")
        made = util.module_from_spec(spec)
        spec.loader.exec_module(made)
        assert made.DEEP == "x"
        assert runpy.run_path(str(BESIDE / "lib" / "deep.py"))["DEEP"] == "x"
    def test_written(self, tmp_path):
        (tmp_path / "own.py").write_text("X = [n for n in (1, 2)]")
        spec = util.spec_from_file_location("own", tmp_path / "own.py")
        made = util.module_from_spec(spec)
        spec.loader.exec_module(made)
        assert made.X == [1, 2]
    def test_database(self):
        with sqlite3.connect(":memory:") as database:
            database.execute("create table t (n int)")
            assert isinstance(database, sqlite3.Connection)
            assert work.filled(database) == 1
'''
WORK = """
import enum, pickle
from dataclasses import dataclass

@dataclass
class Point:
    x: int
    y: int
    @classmethod
    def of(cls, x, y):
        return cls(x, y)
class Color(enum.Enum):
    RED = 1
class Mine(Exception):
    pass
def text(value): return value
def shown(value): return repr(value)
def named(p): return f"work.{p!r}"
def by_class_method(): return "Point.of(1, 2)"
def derived(text): return "2 * x"
def double(n): return 2 * n
def to_infix(tokens): return f"({tokens[0]} {tokens[2]} {tokens[1]})"
def pickled(value, protocol): return pickle.dumps(value, protocol)
def saved(value, path):
    with open(path, "wb") as file:
        pickle.dump(value, file)
def filled(database):
    return database.execute("insert into t values (3)").rowcount
"""
BESIDE = {
    "helper.py": HELPER,
    "cases.txt": "[n * n for n in (1, 2)]\nend\n",
    "pack/__init__.py": "ROOT = 1\n",
    "pack/inner.py": "from . import ROOT\nVALUE = ROOT + 5\n",
    "lib/deep.py": "DEEP = ''.join(c for c in 'x')\n",
    "lib/below/one.py": "ONE = 1\n",
    "expected.db": "",
}
# What a test does with a hand-in's text, file or object, what is right, and what is hostile.
ATTACKS = {
    "a class of its own": ("assert eval(work.f()) == 41", "'41'", "\"type('E', (), {})()\""),
    "a module": ("assert eval(work.f())", "'1'", "\"__import__('sys').modules\""),
    "an attribute": ("assert eval(work.f()) != 41", "'1'", "'work.__dict__'"),
    "a dotted way": ("assert eval(work.f()) != 41", "'1'", "'().__class__.__base__'"),
    "a lambda": ("assert eval(work.f())", "'1'", "'lambda: 0'"),
    "an assignment": ("assert eval(work.f())", "'1'", "'(GOLDEN := 1)'"),
    "a loop": ("assert eval(work.f())", "'1'", "'[c for c in [1]]'"),
    "a function of the tests": ("assert eval(work.f()) == 41", "'41'", "'golden()'"),
    "a variable": ("expected = 41\n    assert eval(work.f()) == expected", "'41'", "'expected'"),
    "a parameter": ("assert eval(work.f()) == param", "'41'", "'param'"),
    "parameters": ("assert eval(work.f())[0] == other", "'41,'", "'other, more'"),
    "a variable elsewhere": ("assert evaluated(work.f()) == GOLDEN", "'41'", "'GOLDEN'"),
    "a coding": ("assert eval(work.f())", "'1'", "'# coding: utf-7\\n1'"),
    "a statement": ("exec(work.f())", "'1'", "'import work as GOLDEN'"),
    "a tree": (
        "assert eval(compile(ast.parse(work.f(), mode='eval'), 'x', 'eval'))",
        "'1'",
        "'golden()'",
    ),
    "a hint": (
        "assert typing.get_type_hints(types.SimpleNamespace(__annotations__={'x': work.f()}))",
        "'int'",
        "'golden() and int'",
    ),
    "a pickle": ("pickle.loads(work.f())", "b'N.'", "dumped(Reduced(eval, '41'))"),
    "a pickle of getattr": ("pickle.loads(work.f())", "b'N.'", "dumped(Reduced(getattr, 1, 'x'))"),
    "a changed class": (
        "pickle.loads(work.f())",
        "b'N.'",
        "b'cfractions\\nFraction\\n(N}V__eq__\\ncbuiltins\\nslice\\nstb.'",
    ),
    "a changed class of the tests": (
        "pickle.loads(work.f())",
        "b'N.'",
        "b'ctest_work\\nOwn\\n(N}V__eq__\\ncbuiltins\\nslice\\nstb.'",
    ),
    "a changed class of its own": (
        "pickle.loads(work.f())",
        "b'N.'",
        "b'cwork\\nReduced\\n(N}V__eq__\\ncbuiltins\\nslice\\nstb.'",
    ),
    "an object of its own": (
        "pickle.loads(work.f())",
        "b'N.'",
        "b'cwork\\nReduced\\n)\\x81}V_stands_for\\nNsb.'",
    ),
    "a name within a class": (
        "pickle.loads(work.f())",
        "b'N.'",
        "b'\\x80\\x04\\x8c\\x04work\\x8c\\x10Reduced.__init__\\x93.'",
    ),
    "a pickle by Python": ("pickle._loads(work.f())", "b'N.'", "dumped(Reduced(eval, '41'))"),
    "a file that is run": ("runpy.run_path(work.f())", "'helper.py'", "written('own.txt')"),
    "a module by its path": ("by_path(work.f())", "'helper.py'", "written('own.txt')"),
    "a library": ("ctypes.CDLL(work.f())", "None", "written('./own.txt')"),
    "a library of a database": (
        "assert work.with_database(sqlite3.connect(':memory:')) is None",
        "None",
        "database.enable_load_extension(True)",
    ),
    "another database": (
        "assert sqlite3.connect(':memory:').execute(work.f()).fetchall() != 41",
        "'select 1'",
        "\"attach 'expected.db' as e\"",
    ),
}
# Not every Python's sqlite3 can load libraries.
SAID = ("closed", "no more than values", "too many attached", "no attribute 'enable_load")
ATTACKED = """
import ast, ctypes, importlib.util, importlib.machinery, pickle, runpy, sqlite3
import types, typing
from fractions import Fraction
from helper import evaluated
import pytest
import work

GOLDEN = 41
class Own:
    pass
def golden():
    return GOLDEN
def by_path(path):
    loader = importlib.machinery.SourceFileLoader("x", path)
    spec = importlib.util.spec_from_loader("x", loader)
    loader.exec_module(importlib.util.module_from_spec(spec))
@pytest.mark.parametrize("param", [41])
@pytest.mark.parametrize("other, more", [(41, 2)])
def test_it(tmp_path, param, other, more):
    {}
"""
ATTACKER = """
import pickle
class Reduced:
    def __init__(self, *way):
        self.way = way
    def __reduce__(self):
        return self.way[0], self.way[1:]
def dumped(value):
    return pickle.dumps(value)
def written(name):
    with open(name, "w") as file:
        file.write("X = 1")
    return name
def f():
    return {0}
def with_database(database):
    return {0}
"""


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """What is closed in a box of tests is so at every tier."""
    with nursery_for_tests(LOCKED[-1]) as made:
        yield made


def _plan(folder: Path, tests: str, beside: dict[str, str], work: str) -> CourseTestsPlan:
    for name, text in {**beside, "test_work.py": tests}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return read_plan(folder / "test_work.py", {"work.py": work})


def _outcome(nursery: Nursery, plan: CourseTestsPlan, work: str) -> TestOutcome:
    examination = Examination(nursery, plan, submission_of(nursery, {"work.py": work}))
    examination.collect(BUDGET)
    try:
        return examination.run(examination.collected[0].path, BUDGET)
    finally:
        examination.close()


def test_what_tests_evaluate_unpickle_and_import_goes_on(nursery: Nursery, tmp_path: Path) -> None:
    plan = _plan(tmp_path, TESTS, BESIDE, WORK)
    _, tests, faults = examined(nursery, plan, submission_of(nursery, {"work.py": WORK}), BUDGET)
    assert faults == {}
    assert len(tests) == TESTS.count("def test_")


@pytest.mark.parametrize("attack", ATTACKS)
def test_code_of_a_hand_in_is_refused(nursery: Nursery, tmp_path: Path, attack: str) -> None:
    test, right, hostile = ATTACKS[attack]
    helper = f"{HELPER}\ndef evaluated(text):\n    return eval(text)\n"
    tests, reference = ATTACKED.format(test), ATTACKER.format(right)
    plan = _plan(tmp_path, tests, {"helper.py": helper, "expected.db": ""}, reference)
    files = {"work.py": reference}
    plan, _, faults = examined(nursery, plan, submission_of(nursery, files), BUDGET)
    assert faults == {}
    work = ATTACKER.format(hostile)
    outcome = _outcome(nursery, plan, work)
    assert outcome.kind in (TestEnding.FAILED, TestEnding.RAISED)
    assert any(words in outcome.words for words in SAID)
    assert "\n" not in outcome.words.strip()


PLANTED = """
from datetime import datetime
from unittest import mock
import work

def test_opens(tmp_path):
    (tmp_path / "notes.txt").write_text("one")
    with mock.patch("builtins.open", wraps=open):
        assert work.first_line(tmp_path / "notes.txt") == "one"
    import _strptime
    assert not hasattr(_strptime, "PLANTED")
    assert datetime.strptime("2024", "%Y").year == 2024
    from lib import deep
    assert deep.DEEP == "x"
"""
READER = """
def first_line(path):
    {}
    with open(path) as file:
        return file.readline()
"""
SPY = """
    import os
    with open(os.path.join(os.getcwd(), "test_work.py")) as file:
        return file.read()
"""
PLANT = """
    for name in ("_strptime.py", "lib/other.py", "lib/deep/__init__.py"):
        try:
            with open(name, "w") as file:
                file.write("PLANTED = 1")
        except OSError:
            pass
"""


@pytest.mark.parametrize("tier", sorted({LOCKED[0], LOCKED[-1]} if LOCKED else {}))
def test_what_a_spy_writes_is_never_imported(tier: Tier, tmp_path: Path) -> None:
    """Nor does it read the tests' own files; where each box has its own folder, it finds theirs."""
    hostile = READER.format(dedent(PLANT).replace("\n", "\n    "))
    plan = _plan(tmp_path, PLANTED, BESIDE, READER.format(""))
    with nursery_for_tests(tier) as nursery:
        right = submission_of(nursery, {"work.py": READER.format("")})
        plan, _, faults = examined(nursery, plan, right, BUDGET)
        assert faults == {}
        outcome = _outcome(nursery, plan, hostile)
        assert (outcome.kind, outcome.words) == (TestEnding.PASSED, "")
        spying = _outcome(nursery, plan, READER.format(SPY))
    assert spying.kind is TestEnding.RAISED
    assert "test_work.py is closed to hand-ins" in spying.words


UNPACKED = """
import tarfile
from pathlib import Path
import work

def test_it(tmp_path):
    (tmp_path / "a.txt").write_text("one")
    work.pack(tmp_path / "a.txt", tmp_path / "b.tar")
    with tarfile.open(tmp_path / "b.tar") as tar:
        tar.extractall(tmp_path / "out")
    assert work.length() == int((Path(__file__).parent / "golden.txt").read_text())
    assert (tmp_path / "out" / "a.txt").read_text() == "one"
"""
PACKER = """
import io, tarfile
def pack(path, to):
    with tarfile.open(to, "w") as tar:
        tar.add(path, path.name)
        {}
def length():
    return 3
"""
OUTSIDE = """
        for up in range(1, 5):
            member = tarfile.TarInfo("../" * up + "golden.txt")
            member.size = 1
            tar.addfile(member, io.BytesIO(b"0"))
"""


def test_no_member_of_an_archive_lands_beside_the_tests(nursery: Nursery, tmp_path: Path) -> None:
    right = PACKER.format("pass")
    plan = _plan(tmp_path, UNPACKED, {"golden.txt": "3"}, right)
    plan, _, faults = examined(nursery, plan, submission_of(nursery, {"work.py": right}), BUDGET)
    assert faults == {}
    outcome = _outcome(nursery, plan, PACKER.format(OUTSIDE).replace("return 3", "return 0"))
    assert outcome.kind is TestEnding.FAILED


OPENED = """
import filecmp, json, sqlite3
from pathlib import Path
import pytest
import work

BESIDE = Path(__file__).parent
ALL = json.loads((BESIDE / "all.json").read_text())

@pytest.fixture(scope="module")
def table():
    with open(BESIDE / "table.csv") as file:
        return [line.split(",") for line in file]

def test_report(tmp_path):
    path = Path(work.report(tmp_path))
    assert path.read_text() == (BESIDE / "golden.txt").read_text()

def test_lines(tmp_path):
    written = Path(work.report(tmp_path)).read_text()
    assert work.first(written) == "total"

def test_database(tmp_path):
    with sqlite3.connect(work.report(tmp_path)) as base:
        with pytest.raises(sqlite3.DatabaseError):
            base.execute("select 1 from sqlite_master")

KEPT = []
def kept():
    if not KEPT:
        KEPT.append((BESIDE / "kept.txt").read_text())
    return KEPT[0]

def test_kept_before():
    assert kept() == "kept"

def test_ends():
    assert work.first("total 3") == "total"

def test_kept_after():
    assert kept() == "kept" and work.double(1) == 2

def read(path):
    return Path(path).read_text()

def test_read(tmp_path):
    assert read(work.report(tmp_path)) == read(BESIDE / "golden.txt")

def test_compared(tmp_path):
    assert filecmp.cmp(work.report(tmp_path), BESIDE / "golden.txt")

def test_none_differs(tmp_path):
    path = Path(work.report(tmp_path))
    assert filecmp.cmpfiles(path.parent, BESIDE, [path.name])[1] == []

@pytest.mark.parametrize("at", [0, 1])
def test_table(table, at):
    import helper
    assert work.double(at) == int(table[at][1]) == ALL[at] == helper.double(at)
"""
OPENER = """
import os
def report(folder):
    path = os.path.join(folder, "report.txt")
    with open(path, "w") as file:
        file.write("total 3")
    return path
def first(text):
    return text.split()[0]
def double(n):
    return 2 * n
"""
NAMING = """
def report(folder): return {!r}
def first(text): return "total"
def double(n): return [0, 2][n]
"""


@pytest.mark.parametrize("tier", sorted({LOCKED[0], LOCKED[-1]} if LOCKED else {}))
def test_tests_open_no_file_beside_them_because_a_hand_in_names_it(
    tier: Tier, tmp_path: Path
) -> None:
    """They open theirs as with the solution, also again after a box has ended."""
    helper = "def double(n): return 2 * n"
    beside = {
        "golden.txt": "total 3",
        "kept.txt": "kept",
        "all.json": "[0, 2]",
        "table.csv": "a,0\nb,2\n",
    }
    plan = _plan(tmp_path, OPENED, {**beside, "helper.py": helper}, OPENER)
    with nursery_for_tests(tier) as nursery:
        right = submission_of(nursery, {"work.py": OPENER})
        plan, _, faults = examined(nursery, plan, right, BUDGET)
        assert faults == {}
        ending = OPENER.replace("def first(text):", "def first(text):\n    os._exit(1)")
        assert _failed(nursery, plan, OPENER) == set()
        assert _failed(nursery, plan, ending) == {"test_lines", "test_ends"}
        for name in ("golden.txt", "../work/golden.txt", "test_work.py", "/proc/self/cmdline"):
            losing = {"test_report", "test_lines", "test_database", "test_read", "test_compared"}
            failed = _failed(nursery, plan, NAMING.format(name))
            assert failed - {"test_none_differs"} == losing, name
            assert name != "golden.txt" or "test_none_differs" in failed


def _failed(nursery: Nursery, plan: CourseTestsPlan, work: str) -> set[str]:
    found = outcomes_of(nursery, plan, work)
    return {path for path, outcome in found.items() if not has_passed(outcome)}


SETTINGS = """
    import logging.config
    import work

    EXPECTED = 9

    class Handler(logging.Handler):
        def emit(self, record):
            pass

    OWN = {"version": 1, "handlers": {"h": {"class": "test_work.Handler"}}}

    def test_own():
        logging.config.dictConfig(OWN)
        assert work.square(3) == 9

    def test_settings():
        logging.config.dictConfig(work.SETTINGS)
        assert work.square(3) == EXPECTED
"""
SQUARE = """
    SETTINGS = {{
        "version": 1,
        "formatters": {{"f": {formatter}}},
        "handlers": {{"h": {{"class": "logging.StreamHandler", "stream": "ext://sys.stdout"}}}},
    }}
    def square(x):
        return {value}
"""
PLAIN_FORMAT = {"format": "%(message)s"}
TAKING = {
    "()": "importlib.import_module",
    "name": "grader.inside.course_tests.session",
    ".": {"FAILED": "passed", "RAISED": "passed"},
}
CHANGING = {"()": "importlib.import_module", "name": "test_work", ".": {"EXPECTED": 0}}
READING = {"format": "ext://test_work.EXPECTED", "validate": False}


@pytest.mark.parametrize("formatter", [TAKING, CHANGING, READING])
def test_settings_of_a_hand_in_reach_nothing_but_loggers(
    nursery: Nursery, tmp_path: Path, formatter: dict[str, object]
) -> None:
    right = SQUARE.format(formatter=PLAIN_FORMAT, value="x * x")
    plan, _, faults = examined_in(nursery, tmp_path, SETTINGS, right)
    assert faults == {}
    found = failures_of(nursery, plan, SQUARE.format(formatter=formatter, value="0"))
    assert found.keys() == {"test_own", "test_settings"}
    assert "is closed to hand-ins" in found["test_settings"] or "Unable" in found["test_settings"]
