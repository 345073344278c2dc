"""A hint says what to change, also where Python's words lead elsewhere."""

import linecache
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.student.checking.own_files import read_files
from grader.student.evidence import MODULE, Evidence, Frame
from grader.student.hints.code_hints import (
    OF_NONE,
    RaisedError,
    advice_on,
    advice_on_raised,
    at_breakpoint,
    names_known,
)

# Where the function that gave None is named, with the place where its end is reached.
MATCH = """\
class Search:
    def evaluate(self, x):
        match x:
            case int():
                return [x]
            case str() if x:
                return [x, x]

    def best(self, xs):
        first = self.evaluate(xs[0])
        for x in xs[1:]:
            if len(self.evaluate(x)) > len(first):
                first = self.evaluate(x)
        return first
"""
BRANCH = """\
def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1

def total(xs):
    return sum(sign(x) for x in xs)
"""
PASSED_ON = """\
def pick(x):
    while x:
        return x

def add(a, b):
    return a + b

def go(x):
    a = pick(x)
    return add(a, 1)
"""
CAUGHT = """\
def pick(x):
    if x:
        return x

def add(a, b):
    if b:
        return a + b

def go(x):
    match pick(x):
        case 3:
            return 3
        case a:
            return add(a, 1)
"""
ENDS_WELL = """\
def pick(x):
    if x:
        return x
    else:
        raise ValueError(x)

def go(x):
    return pick(x) + None
"""


def raised(code: str) -> Exception | SystemExit:
    """What a piece of code raises."""
    try:
        exec(code, {})
    except (Exception, SystemExit) as error:
        return error
    raise AssertionError(code)


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("runs", "is it defined in this function or file, above this line, and so spelt?"),
        ("def f():\n    total = 1\n    return totals\nf()", "did you mean total?"),
        ("pritn(1)", "did you mean print?"),
        ("None.board", "as one does where no case of its `match` fits"),
        ("raise TypeError('not a value: None')", "as one does where no case of its `match` fits"),
        ("None + 1", "as one does where no case of its `match` fits"),
        (
            "class A:\n    def start(self): ...\nA().start.board",
            "`start` is a function here: is @property",
        ),
        ("def f(x, y): ...\nf(1)", "is a parameter too many in it?"),
        ("object()[0]", "this kind of value has no [ ]"),
        ("exit()", "`return` ends a function"),
    ],
)
def test_advice_names_the_likely_cause(code: str, advice: str) -> None:
    assert advice in advice_on(raised(code), "")


@pytest.mark.parametrize(
    ("kind", "message", "text", "advice"),
    [
        ("NameError", "name 'evaluate' is not defined", "x = evaluate()\nevaluate = 1\n", ""),
        (
            "NameError",
            "name 'evaluate' is not defined",
            "evaluate()\nevaluate = evaluates = 1\n",
            "evaluates",
        ),
        (
            "AttributeError",
            "'Deck' object has no attribute 'card'",
            "class Deck:\n    def a(self): self.card = 1\n    def b(self): self.cards = 1\n",
            "cards",
        ),
        (
            "AttributeError",
            "'Deck' object has no attribute 'card'",
            "class Deck:\n    def a(self): self.card = 1\n",
            "",
        ),
    ],
)
def test_nobody_means_the_name_itself_that_is_missing(
    kind: str, message: str, text: str, advice: str
) -> None:
    error = RaisedError([kind], message, frames=[Frame("a.py", 1, MODULE)], texts={"a.py": text})
    found = advice_on_raised(replace(error, names=names_known(error)))
    assert found.partition("did you mean ")[2] == (f"{advice}?" if advice else "")


def test_a_function_that_the_checks_ask_for_is_to_be_renamed() -> None:
    error = raised("import types\nm = types.ModuleType('las')\nm.lookandsay = 3\nm.look_and_say")
    assert advice_on(error, "") == "did you mean lookandsay?"
    expected = "the checks ask for look_and_say: give your lookandsay that name"
    assert advice_on(error, "", asked=True) == expected


def test_a_file_that_is_nested_too_deep_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "las.py").write_text(f"x = {'-' * 20_000}1\ny = x{'.y' * 20_000}\n")
    (tmp_path / "nim.py").write_text("x = 1\n")
    found = read_files(tmp_path, "")
    assert list(found.trees) == ["nim.py"]
    assert found.faults["las.py"].message.startswith("las.py can't be read as Python: ")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="it can read that")
def test_what_this_python_is_too_old_for_is_named(tmp_path: Path) -> None:
    (tmp_path / "las.py").write_text("def first[X](xs): ...\n")
    [fault] = read_files(tmp_path, "").faults.values()
    assert fault.hint == "this is Python 3.11, which doesn't have type parameters (new in 3.12)"


def test_a_file_in_utf_16_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "las.py").write_bytes("x = 1\n".encode("utf-16"))
    [fault] = read_files(tmp_path, "").faults.values()
    assert fault.message == "las.py can't be read: it is UTF-16 text: save it as UTF-8"


def advice_on_call(code: str, call: str, name: str) -> str:
    """What is said of an error that a call of a file with this code raises."""
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    names: dict[str, object] = {}
    exec(compile(code, name, "exec"), names)
    with pytest.raises((AttributeError, TypeError)) as raised:
        eval(call, names)
    return advice_on(raised.value, "")


def test_a_match_that_no_case_of_fits_is_named_where_its_value_is_used() -> None:
    expected = "evaluate gave None here: it ends where no case of its `match` in line 3 fits"
    assert advice_on_call(MATCH, "Search().best([1, ''])", "match.py") == expected
    # The value came into a name before.
    assert advice_on_call(MATCH, "Search().best(['', 1])", "match.py") == expected


def test_a_chain_of_ifs_without_an_else_is_named() -> None:
    expected = "sign gave None here: it ends without `return`, after line 4"
    assert advice_on_call(BRANCH, "total([1, 0])", "branch.py") == expected


def test_a_value_that_was_passed_on_is_followed_to_the_caller() -> None:
    expected = "pick gave None here: it ends without `return`, after line 2"
    assert advice_on_call(PASSED_ON, "go(0)", "passed_on.py") == expected


def test_a_value_that_a_case_has_caught_is_followed_and_what_still_runs_is_not_blamed() -> None:
    expected = "pick gave None here: it ends without `return`, after line 2"
    assert advice_on_call(CAUGHT, "go(0)", "caught.py") == expected


def test_a_function_whose_end_is_never_reached_is_not_blamed() -> None:
    assert advice_on_call(ENDS_WELL, "go(1)", "ends_well.py") == OF_NONE


def test_of_two_that_may_have_given_it_neither_is_chosen() -> None:
    code = BRANCH + "\ndef half(x):\n    if x % 2 == 0:\n        return x // 2\n"
    both = f"{code}\ndef go(x):\n    return sign(x) + half(x)\n"
    assert advice_on_call(both, "go(1)", "both.py").startswith(
        "sign or half gave None here: its end"
    )


# What is raised, its words, the file that raises it and the line there, and the advice.
INIT = "class A:\n    def __init__(self, size, rest):\n        {}\n        self.rest = rest\n"
STARS = "from nim import *\nfrom lolo import *\nlevel((1, 2))\n"
TAKES = "{}() takes 1 positional argument but 2 were given"
MISSES = "{}() missing 1 required positional argument: 'step'"
NO_SIZE = "'A' object has no attribute 'size'"
NO_ALIAS = "cannot import name 'TypeAlias' from 'typing'"
NO_ROW = "name 'childs' is not defined"
READ = [
    (
        "TypeError",
        TAKES.format("go"),
        {"a.py": "def go(x): ..."},
        0,
        "is a parameter missing in it?",
    ),
    (
        "TypeError",
        TAKES.format("A.go"),
        {"a.py": "class A:\n    def go(x): ..."},
        0,
        "make `self` the",
    ),
    (
        "TypeError",
        TAKES.format("A.go"),
        {"a.py": "class A:\n    def go(self): ..."},
        0,
        "missing in",
    ),
    (
        "TypeError",
        MISSES.format("go"),
        {"a.py": "def go(x, step): ..."},
        0,
        "a parameter too many in",
    ),
    (
        "TypeError",
        MISSES.format("go"),
        {"a.py": "go(1)"},
        1,
        "does this call fit the first line of go?",
    ),
    (
        "TypeError",
        MISSES.format("level"),
        {"a.py": STARS, "nim.py": "def level(c): ...", "lolo.py": "def level(c, step): ..."},
        3,
        "nim and lolo both have a level, and `import *` of the last one hides the others",
    ),
    (
        "TypeError",
        MISSES.format("level"),
        {"a.py": "from nim import *\nfrom nim import *\nlevel(1)", "nim.py": "def level(c): ..."},
        3,
        "does this call fit the first line of level?",
    ),
    ("AttributeError", NO_SIZE, {"a.py": INIT.format("size = size")}, 1, "doesn't set self.size"),
    ("AttributeError", NO_SIZE, {"a.py": INIT.format("pass")}, 1, "doesn't set self.size"),
    ("AttributeError", NO_SIZE, {"a.py": INIT.format("self._size = size")}, 1, "mean _size?"),
    ("AttributeError", "'list' object has no attribute 'push'", {"a.py": "x"}, 1, ""),
    ("ImportError", NO_ALIAS, {"a.py": "x", "typing.py": ""}, 1, "your typing.py hides Python's"),
    ("ImportError", NO_ALIAS, {"a.py": "x"}, 1, ""),
    (
        "AttributeError",
        "partially initialized module 'random' has no attribute 'choice' (most likely …)",
        {"a.py": "x", "random.py": "import random"},
        1,
        "your random.py hides Python's module random",
    ),
    (
        "ImportError",
        "attempted relative import with no known parent package",
        {"a.py": "from .nim import level"},
        1,
        "write `from nim import …`, without the dot",
    ),
    (
        "FileNotFoundError",
        "[Errno 2] No such file",
        {"a.py": "open('x')"},
        1,
        "no such file is there",
    ),
    (
        "NameError",
        NO_ROW,
        {"a.py": "children = 1\nx = [child for child in childs]"},
        2,
        "children?",
    ),
    ("SystemExit", "", {"a.py": "exit()"}, 1, "below `if __name__"),
]


@pytest.mark.parametrize(("kind", "words", "files", "line", "advice"), READ)
def test_advice_comes_of_the_words_and_of_the_text_alone(
    kind: str, words: str, files: dict[str, str], line: int, advice: str
) -> None:
    """As where hand-ins are graded, and the exception itself stays in its box."""
    frames = [Frame("a.py", line, MODULE)] if line else []
    raised = RaisedError([kind], words, "", frames, files)
    raised = replace(raised, names=names_known(raised))
    found = advice_on_raised(raised, asked=not frames)
    assert advice in found if advice else found == ""


def test_a_file_that_the_assignment_asks_for_hides_nothing() -> None:
    files = {"a.py": "x", "queue.py": ""}
    raised = RaisedError(
        ["ImportError"], "cannot import name 'Q' from 'queue'", "", (), files, ["queue"]
    )
    assert "hides" not in advice_on_raised(raised)


def test_the_line_that_opens_the_debugger_is_named_and_not_the_one_after_it() -> None:
    files = {"a.py": "def go():\n    import pdb; pdb.set_trace()\n\n    return 3\n"}
    evidence = Evidence("your code raised BdbQuit", frames=(Frame("a.py", 4, "go", "return 3"),))
    found = at_breakpoint(evidence, ["BdbQuit"], files)
    assert found.message == "your code opens the debugger (a.py, line 2)"
    assert found.frames == (Frame("a.py", 2, "go", "import pdb; pdb.set_trace()"),)
    assert at_breakpoint(evidence, ["ValueError"], files) == evidence


def test_the_line_that_opened_the_debugger_is_near_and_shown_in_part() -> None:
    evidence = Evidence("wrong", frames=(Frame("a.py", 80, "go", "x"),))
    far = {"a.py": "breakpoint()\n" + "x\n" * 100}
    assert at_breakpoint(evidence, ["BdbQuit"], far).frames == evidence.frames
    long = {"a.py": "x\n" * 78 + f"breakpoint(); {'1' * 10_000}\n" + "x\n"}
    [frame] = at_breakpoint(evidence, ["BdbQuit"], long).frames
    assert frame.line == 79
    assert len(frame.text) < 300
