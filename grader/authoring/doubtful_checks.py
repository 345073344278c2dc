"""Checks that prove less than they seem to, as far as their syntax trees show it.

A check that claims nothing passes every hand-in. One that lets a module of Python, such as
`unittest`, decide in the student's process trusts code that can change that module. A course's own
tests see stand-ins for a hand-in's objects, for which some things hold whatever is handed in.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from grader.asking.known_names import ROOTS
from grader.inside.course_tests.patches import shares_module, shares_name
from grader.inside.module_names import statements, tests_of
from grader.inside.sources import is_pythons
from grader.student.source import last_name

FIXTURES = frozenset(("submission", "expect", "expect_printed", "source", "suite"))
# What compares, refuses or decides. Names of `builtins` that only look at an answer are fine.
DECIDING = frozenset(("unittest", "doctest", "contextlib", "pytest", "functools"))
WHERE = "decides in the student's process, which can change it"
PLAIN = (ast.Constant, ast.List, ast.Tuple, ast.Dict, ast.Set)
DECIDING_BUILTINS = frozenset(("all", "any", "exec", "eval", "compile"))
# Functions by which a course's own tests look at an object without asking it anything.
LOOKING_IN = {"inspect": ("getsource", "getsourcelines", "getmembers")}
# What the name of a class looks like.
CLASS_NAME = re.compile(r"[A-Z]\w*[a-z]")
# A stand-in has every special method, and so is an instance of each of these.
BY_METHODS = frozenset(
    (
        "Callable",
        "Collection",
        "Container",
        "Hashable",
        "Iterable",
        "Iterator",
        "Reversible",
        "Sized",
    )
)
# What says how much the tests' own box has done, by tests as they are.
MEASURING = {
    "time": ("process_time", "process_time_ns", "thread_time", "thread_time_ns"),
    "os": ("times",),
    "resource": ("getrusage",),
    "tracemalloc": ("get_traced_memory", "take_snapshot"),
    "threading": ("active_count", "enumerate"),
    "random": ("getstate",),
}
MEASURES = "measures the tests' own box, and nothing that the hand-in does"
# What puts something in the place of a name, or of an attribute of what is named first.
PATCHING, PATCHING_OF = ("patch", "setattr", "delattr"), ("object", "setattr", "delattr")
UNREACHED = "is replaced for the tests alone: to reach a hand-in, patch its module's,"
# Shared in another way than by what is put there.
SHARED = {"sys": ("argv", "stdin", "stdout", "stderr"), "builtins": ("input",), "random": ("seed",)}
LOOKS = "looks at a stand-in, which says nothing of the hand-in: ask for what it does"
# What makes a hand-in's text, bytes or archive more than data, and how much of it is refused.
OF_TEXTS = "refuses a hand-in's text that is more than values, operators and calls of its classes"
OF_PICKLES = "refuses a hand-in's pickle that names a function, or what is in an object of its own"
LOADING = {
    "pickle": (("load", "loads", "Unpickler"), OF_PICKLES),
    "shelve": (("open",), OF_PICKLES),
    "marshal": (("load", "loads"), "is refused: compiled code is closed to hand-ins"),
}
UNPACKING = ("extractall", "unpack_archive")
OF_ARCHIVES = "unpacks a hand-in's files, which can't be imported or run: read them"
INSTEAD = "ask for the value and claim it, or use expect_refusal(expect, question, raises=…)"


def claimless(file: Path) -> Iterator[str]:
    """A line for each check of a file that never claims anything about an answer."""
    for function in _checks(ast.parse(file.read_bytes(), str(file))):
        if not any(map(_claims, _inside(function))):
            words = "claims nothing: compare an answer with `expect(question, expected)`"
            yield f"{file}:{function.lineno}: {function.name} {words}"


def decided_inside(file: Path) -> Iterator[str]:
    """A line for each place of a file where a module of Python decides in a student's process."""
    for node in ast.walk(ast.parse(file.read_bytes(), str(file))):
        match node:
            case ast.Attribute(
                value=ast.Attribute(value=ast.Name(id=root), attr=module), attr=name
            ) if root in ROOTS:
                if module in DECIDING or (module == "builtins" and name in DECIDING_BUILTINS):
                    yield f"{file}:{node.lineno}: {module}.{name} {WHERE}: {INSTEAD}"
            case ast.Call(
                func=ast.Name(id="expect"),
                args=[ast.Compare(ops=[ast.Eq()], comparators=[value]) as asked, _],
            ) if isinstance(value, PLAIN):
                instead = f"expect({_travelling(asked.left)}, {ast.unparse(value)})"
                yield f"{file}:{node.lineno}: == {WHERE}: {instead}"


def looked_at(file: Path) -> Iterator[str]:
    """A line for each place where a course's own tests look at or run what they can't."""
    tree = ast.parse(file.read_bytes(), str(file))
    known = dict(_pythons_in(tree, file.name))
    for node in ast.walk(tree):
        yield from (f"{file}:{line}: {words}" for line, words in _run_in(node))
        if (patched := _patched_by(node, known)) and not _reaches(*patched, node):
            yield f"{file}:{node.lineno}: {_unreached(file, *patched)}"  # type: ignore[attr-defined]
        match node:
            case ast.Attribute(ast.Name(module), name) if name in MEASURING.get(module, ()):
                yield f"{file}:{node.lineno}: {module}.{name} {MEASURES}"
            case ast.Attribute(ast.Name(module), name) if name in LOOKING_IN.get(module, ()):
                yield f"{file}:{node.lineno}: {module}.{name} {LOOKS}"
            case ast.Call(_, [ast.Name(own), *_]) | ast.Attribute(ast.Name(own)) if own in known:
                pass  # it isn't a hand-in's
            case ast.Call(ast.Name("dir"), [_, *_]):
                yield f"{file}:{node.lineno}: dir {LOOKS}"
            case ast.Attribute(_, "__closure__"):
                yield f"{file}:{node.lineno}: __closure__ {LOOKS}"
            # An object can be asked for what it has, a class can't.
            case ast.Call(ast.Name("vars"), [kind]) | ast.Attribute(kind, "__dict__") if (
                CLASS_NAME.match(last_name(kind))
            ):
                yield f"{file}:{node.lineno}: {ast.unparse(node)} {LOOKS}"
            case ast.Call(ast.Name("hasattr"), [_, ast.Constant(str(name))]) if name[:2] == "__":
                yield f"{file}:{node.lineno}: hasattr {LOOKS}"
            case ast.Call(ast.Name("isinstance" | "issubclass"), [_, kinds]):
                for name in sorted(BY_METHODS.intersection(_names_in(kinds))):
                    yield f"{file}:{node.lineno}: {name} {LOOKS}"


def _pythons_in(tree: ast.Module, file: str) -> Iterator[tuple[str, str]]:
    """The names of a file that stand for modules of Python's own, or for what is in them."""
    for node in statements(tree):
        match node:
            case ast.Import(names=names):
                paths = [
                    (a.asname, a.name) if a.asname else (a.name.partition(".")[0],) * 2
                    for a in names
                ]
                homes = {a.name for a in names}
            case ast.ImportFrom(module=str(module), names=names, level=0):
                paths = [(a.asname or a.name, f"{module}.{a.name}") for a in names]
                homes = {module}
            case _:
                continue
        if tests_of(min(homes)) != file:
            yield from [one for one in paths if is_pythons(one[1].partition(".")[0])]


def _patched_by(node: ast.AST, known: Mapping[str, str]) -> tuple[str, str] | None:
    """Where a node puts something in the place of what is Python's own, and its name there."""
    match node:
        case ast.Call(func, [ast.Constant(str(path)), *_]) if last_name(func) in PATCHING:
            place, _, name = path.rpartition(".")
        case ast.Call(func, [of, ast.Constant(str(name)), *_]) if last_name(func) in PATCHING_OF:
            place = _path_of(of, known)
        case ast.Assign([ast.Attribute(of, name)]):
            place = _path_of(of, known)
        case _:
            return None
    return (place, name) if is_pythons(place.partition(".")[0]) else None


def _path_of(node: ast.expr, known: Mapping[str, str]) -> str:
    match node:
        case ast.Name(name):
            return known.get(name, "")
        case ast.Attribute(of, name) if path := _path_of(of, known):
            return f"{path}.{name}"
    return ""


def _unreached(file: Path, place: str, name: str) -> str:
    module = file.stem.removeprefix("test_")
    if place == "builtins":
        return f"{place}.{name} {UNREACHED} `{module}.{name}` with `create=True`"
    return f"{place}.{name} {UNREACHED} `{module}.{place.rpartition('.')[2]}.{name}`"


def _reaches(place: str, name: str, node: ast.AST) -> bool:
    """Whether what tests put there is there for the hand-in, too; that it is gone never is."""
    if isinstance(node, ast.Call) and last_name(node.func) == "delattr":
        return False
    if name in SHARED.get(place, ()):
        return True
    with suppress(ModuleNotFoundError):  # of a class
        return find_spec(place) is not None and shares_module(place) and shares_name(place, name)
    return False


def _run_in(node: ast.AST) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Call(ast.Name("eval" | "exec" as name), [asked, *_]):
            if not isinstance(asked, ast.Constant):
                yield node.lineno, f"{name} {OF_TEXTS}"
        case ast.Attribute(ast.Name(module), name) if module in LOADING:
            names, refused = LOADING[module]
            if name in names:
                yield node.lineno, f"{module}.{name} {refused}"
        case ast.Call(ast.Attribute(_, name)) if name in UNPACKING:
            yield node.lineno, f"{name} {OF_ARCHIVES}"


def _names_in(node: ast.expr) -> Iterator[str]:
    for part in ast.walk(node):
        match part:
            case ast.Name(name) | ast.Attribute(_, name):
                yield name


def _travelling(asked: ast.expr) -> str:
    """A question as text; a dtype doesn't travel, so its name is asked instead."""
    is_dtype = isinstance(asked, ast.Attribute) and asked.attr == "dtype"
    return f"{ast.unparse(asked)}.name" if is_dtype else ast.unparse(asked)


def _checks(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions marked as checks of a task, but not drawn ones, which return a question."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            marks = [ast.unparse(mark) for mark in node.decorator_list]
            drawn = any(mark.startswith(("drawn(", "properties.drawn(")) for mark in marks)
            if any(".task(" in mark for mark in marks) and not drawn:
                yield node


def _inside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    for statement in function.body:
        yield from ast.walk(statement)


def _claims(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Raise() | ast.With():
            return True
        case ast.Call(func=ast.Name(id="expect" | "expect_printed")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="suite" | "pytest"))):
            return True
        case ast.Call(args=arguments, keywords=named):  # whatever it calls may claim something
            handed = [*arguments, *[keyword.value for keyword in named]]
            return any(isinstance(one, ast.Name) and one.id in FIXTURES for one in handed)
    return False
