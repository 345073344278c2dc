"""How well the required functions of a hand-in are documented, read from their syntax trees.

A function should have a docstring with what `config.yaml` asks of one (a call template, clauses
such as REQUIRES), type annotations and a test. What a docstring says may also be in comments around
the `def`; a test is a mention in the student's tests or in a doctest. Only their presence is
checked, not their text. A missing function, or a file that isn't Python, is left to the checks.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from grader.assignment.config import Assignment, Documentation
from grader.inside.module_names import file_of
from grader.results import Finding
from grader.student.evidence import CheckFailed
from grader.student.source import Function, Source, last_name

# Marks a sentence in a starter file that the student must replace.
TO_SAY = "(Yours to say:"


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition in a hand-in and the module where it is."""

    module: str
    node: Function

    def finding(self, kind: str, message: str) -> Finding:
        """A finding at the definition."""
        return Finding(file_of(self.module), self.node.lineno, kind, f"{self.node.name} {message}")


def documentation(assignment: Assignment, source: Source) -> Iterator[Finding]:
    """What the required functions lack, function by function, in the order of the assignment."""
    yield from _still_to_say(assignment, source)
    tests = assignment.student_tests
    tested = _names_in_tests(source, tests)
    reported: set[Definition] = set()
    for task in assignment.tasks:
        for name in task.functions:
            found = _find(source, task.module, name)
            # Several tasks may name one function, and several classes may inherit one.
            if found and found not in reported:
                reported.add(found)
                yield from _missing(found, source, assignment, tested)


def _still_to_say(assignment: Assignment, source: Source) -> Iterator[Finding]:
    """Where a starter file asks for a sentence of the student's own, and there is none yet."""
    for module in assignment.modules:
        for number, line in enumerate(source.files.get(module.file, "").splitlines(), 1):
            if TO_SAY in line:
                message = "this line of the starter file asks for your own words"
                yield Finding(module.file, number, "comment", message)


# -- finding a function ----------------------------------------------------------------------


def _find(source: Source, module: str, dotted: str) -> Definition | None:
    """The function of that name; for a class also one that it inherits within the hand-in."""
    owner, _, name = dotted.rpartition(".")
    try:
        if owner:
            return _method(source, module, owner, name, set())
        # A class of that name may come first; it is no function.
        for home, node in _definitions(source, module, name):
            if isinstance(node, Function):
                return Definition(home, node)
    except (CheckFailed, RecursionError):
        pass  # a file on the way isn't Python, or is nested too deeply to be hand-written
    return None


def _method(
    source: Source, module: str, owner: str, name: str, seen: set[tuple[str, str]]
) -> Definition | None:
    for home, node in _definitions(source, module, owner):
        if (home, owner) in seen or not isinstance(node, ast.ClassDef):
            continue
        seen.add((home, owner))
        for statement in node.body:
            if isinstance(statement, Function) and statement.name == name:
                return Definition(home, statement)
        inherited = [_method(source, home, last_name(base), name, seen) for base in node.bases]
        return next((found for found in inherited if found), None)
    return None


def _definitions(source: Source, module: str, name: str) -> Iterator[tuple[str, ast.stmt]]:
    """The functions and classes that a name of a module may mean, the likeliest first.

    Those in the module itself come first, the last definition before others. What it
    imports or mentions is looked at only if that isn't enough, since it costs more.
    """
    if file_of(module) in source.files:
        for node in reversed(source.tree(module).body):
            if isinstance(node, Function | ast.ClassDef) and node.name == name:
                yield module, node
    for home, found in source.reachable(module, name):
        if isinstance(found, Function | ast.ClassDef) and found.name == name:
            yield home, found


# -- what is missing -------------------------------------------------------------------------


def _missing(
    found: Definition, source: Source, assignment: Assignment, tested: set[str]
) -> Iterator[Finding]:
    node, tests = found.node, assignment.student_tests
    text, doctests = _written(node, source.files[source.file(found.module)])
    if not text.strip():
        yield found.finding("docstring", f"has none{_wanted(assignment.documentation)}")
    else:
        yield from _clauses(found, text, assignment.documentation)
    unannotated = [arg.arg for arg in _arguments(node) if arg.annotation is None]
    if node.returns is None:
        unannotated.append("the result")
    if unannotated:
        yield found.finding("annotations", f"does not annotate {', '.join(unannotated)}")
    # If no tests are handed in, none are asked for.
    if tests and node.name not in tested and not re.search(rf"\b{node.name}\b", doctests):
        yield found.finding("tests", f"is named in no test of {tests}.py and in no doctest")


def _wanted(asked: Documentation) -> str:
    *rest, last = ["call template"] * asked.call_template + [*asked.clauses] or [""]
    words = f"{', '.join(rest)} and {last}" if rest else last
    return f": {words} {'are' if rest else 'is'} expected" if words else ""


def _clauses(found: Definition, text: str, asked: Documentation) -> Iterator[Finding]:
    name = found.node.name
    # Matched line by line: over all lines at once, a hostile text could make it take for ever.
    template = re.compile(rf"\W*(?:\w+\.)*{name}\b(?:\s*\(|.*==>)")
    if asked.call_template and not any(template.match(line) for line in text.split("\n")):
        yield found.finding("call template", f"has no line like {name}(…) ==> …")
    for clause in asked.clauses:
        if not re.search(rf"(?i)\b{re.escape(clause)}\b", text):
            yield found.finding(clause, f"has no line {clause}: …")


def _written(node: Function, text: str) -> tuple[str, str]:
    """What is in the docstring and the comments around a `def`, and its doctests."""
    docstring = (ast.get_docstring(node) or "").splitlines()
    doctests = [line for line in docstring if _is_doctest(line)]
    words = [line for line in docstring if not _is_doctest(line)]
    return "\n".join([*_comments(node, text), *words]), "\n".join(doctests)


def _is_doctest(line: str) -> bool:
    return line.lstrip().startswith((">>>", "... "))


def _comments(node: Function, text: str) -> Iterator[str]:
    """The comments right above a function and between its signature and its first statement."""
    # Lines end where Python's own numbering says, not wherever `splitlines` sees an end.
    lines = [line.strip() for line in re.split("\r\n?|\n", text)]
    first = min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
    above = first - 1
    while above > 0 and lines[above - 1].startswith("#"):
        above -= 1
    yield from lines[above : first - 1]
    yield from [line for line in lines[node.lineno : node.body[0].lineno] if line[:1] == "#"]


def _arguments(node: Function) -> Iterator[ast.arg]:
    """The arguments that are to be annotated: all but `self`."""
    every = node.args
    named = [*every.posonlyargs, *every.args]
    yield from [arg for arg in named if arg.arg not in ("self", "cls")]
    yield from [arg for arg in (every.vararg, *every.kwonlyargs, every.kwarg) if arg]


def _names_in_tests(source: Source, tests: str) -> set[str]:
    """Every name that the tests mention, also under another name that they import it by."""
    try:
        tree = source.tree(tests)
    except CheckFailed:
        return set()
    names: set[str] = set()
    own: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                names.add(name)
            case ast.alias(name=name, asname=str(other)):
                own[other] = name
    return names | {own[name] for name in names if name in own}
