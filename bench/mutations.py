"""Mutants of a Python file: copies of it with one small change each, as a slip would make it.

The operators are those of mutmut, a maintained mutation tester, used as a library: numbers,
operators, arguments, assignments, cases of a `match`, the arms of a conditional. Ours come on top,
for what a student of this assignment mixes up: the two players, rows and columns, a condition
that should not be there, a step that is left out.
"""

import ast
import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import libcst as cst
from mutmut.mutation.mutators import mutation_operators

from bench.fates import Mutant

Operator = Callable[[Any], Iterable[cst.CSTNode]]

PAIRS = (
    ("MAXIE", "MINNIE"),
    ("MAX", "MIN"),
    ("max", "min"),
    ("maxalpha", "minbeta"),
    ("PRUNED", "PARENT_PRUNE"),
    ("alpha", "beta"),
    ("any", "all"),
    ("num_cols", "num_rows"),
    ("rows", "cols"),
    ("diags1", "diags2"),
)
SWAPPED = {**dict(PAIRS), **{b: a for a, b in PAIRS}}
NEGATED: Mapping[type, type] = {
    cst.LessThan: cst.GreaterThanEqual,
    cst.GreaterThanEqual: cst.LessThan,
    cst.GreaterThan: cst.LessThanEqual,
    cst.LessThanEqual: cst.GreaterThan,
}
# Calls whose arguments only make an exception at once when they change.
UNTOUCHED_CALLS = ("isinstance", "len")


# -- our own operators -----------------------------------------------------------------------


def one_less(node: cst.Integer) -> Iterable[cst.CSTNode]:
    """n becomes n - 1."""
    less = int(node.value, 0) - 1
    number = cst.Integer(str(abs(less)))
    yield number if less >= 0 else cst.UnaryOperation(cst.Minus(), number)


def negated(node: cst.ComparisonTarget) -> Iterable[cst.CSTNode]:
    """An order becomes its opposite."""
    if type(node.operator) in NEGATED:
        yield node.with_changes(operator=NEGATED[type(node.operator)]())


def swapped(node: cst.Name) -> Iterable[cst.CSTNode]:
    """A name becomes the other one of its pair."""
    if node.value in SWAPPED:
        yield node.with_changes(value=SWAPPED[node.value])


def decided(node: cst.If | cst.While) -> Iterable[cst.CSTNode]:
    """A condition becomes always true, or never."""
    for answer in ("True", "False"):
        yield node.with_changes(test=cst.Name(answer))


def unguarded(node: cst.MatchCase) -> Iterable[cst.CSTNode]:
    """A case loses its guard."""
    if node.guard is not None:
        yield node.with_changes(
            guard=None, whitespace_before_if=cst.SimpleWhitespace(""), whitespace_after_if=_NONE
        )


def unfiltered(node: cst.CompFor) -> Iterable[cst.CSTNode]:
    """A comprehension loses its condition."""
    if node.ifs:
        yield node.with_changes(ifs=())


def left_out(node: cst.SimpleStatementLine) -> Iterable[cst.CSTNode]:
    """A step is not taken."""
    match node.body:
        case [cst.Expr() | cst.Assign() | cst.AugAssign() | cst.Break() | cst.Raise()]:
            yield node.with_changes(body=[cst.Pass()])


_NONE = cst.SimpleWhitespace("")
OPERATORS: tuple[tuple[Any, Operator], ...] = (
    *mutation_operators,
    (cst.Integer, one_less),
    (cst.ComparisonTarget, negated),
    (cst.Name, swapped),
    (cst.If, decided),
    (cst.While, decided),
    (cst.MatchCase, unguarded),
    (cst.CompFor, unfiltered),
    (cst.SimpleStatementLine, left_out),
)


# -- the mutants of a file -------------------------------------------------------------------


def mutants_of(file: str, source: str, owners: Iterable[str]) -> Iterator[Mutant]:
    """All mutants of what `owners` own, each text once, as far as they compile."""
    module = cst.parse_module(source)
    wanted, seen = set(owners), {source}
    for owner, node in owned(module.body):
        if owner not in wanted:
            continue
        for original, changed in _changes(node):
            mutated = cst.ensure_type(module.deep_replace(original, changed), cst.Module)
            text = mutated.code
            if text not in seen and compiles(text):
                seen.add(text)
                yield Mutant(file, owner, *difference(source, text), text)


def owned(body: Iterable[cst.CSTNode], prefix: str = "") -> Iterator[tuple[str, cst.CSTNode]]:
    """The functions, methods and assigned names of a body, each with the name of its owner."""
    for statement in body:
        match statement:
            case cst.FunctionDef(cst.Name(name)):
                yield prefix + name, statement
            case cst.ClassDef(cst.Name(name), cst.IndentedBlock(inner)):
                yield from owned(inner, f"{name}.")
            case cst.SimpleStatementLine([cst.Assign([cst.AssignTarget(cst.Name(name))])]):
                yield prefix + name, statement


def _changes(node: cst.CSTNode) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    if _is_left_alone(node):
        return
    for kind, operator in OPERATORS:
        if isinstance(node, kind):
            yield from ((node, changed) for changed in operator(node))
    for child in node.children:
        yield from _changes(child)


def _is_left_alone(node: cst.CSTNode) -> bool:
    match node:
        case cst.Annotation() | cst.Decorator():
            return True
        case cst.SimpleStatementLine([cst.Expr(cst.SimpleString())]):  # a docstring
            return True
        case cst.SimpleStatementLine([cst.Assign(value=cst.Call(cst.Name("TypeVar")))]):
            return True
        case cst.Call(cst.Name(name)):
            return name in UNTOUCHED_CALLS
    return False


def compiles(text: str) -> bool:
    """Whether a file can be imported, as far as its syntax goes."""
    try:
        compile(text, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def difference(before: str, after: str) -> tuple[str, str]:
    """The lines that change, before and after."""
    lines = list(difflib.ndiff(before.splitlines(), after.splitlines()))
    was = [line[2:].strip() for line in lines if line.startswith("- ")]
    becomes = [line[2:].strip() for line in lines if line.startswith("+ ")]
    return "\n".join(was), "\n".join(becomes)


# -- who needs what --------------------------------------------------------------------------


@cache
def names_used(source: str) -> Mapping[str, frozenset[str]]:
    """For every owner in a file, the owners that it refers to by name, itself included."""
    bodies = dict(_bodies(ast.parse(source).body))
    short = {owner: owner.rpartition(".")[2] for owner in bodies}
    mentioned = {owner: _mentioned(body) for owner, body in bodies.items()}
    return {
        owner: frozenset({owner, *(other for other in bodies if short[other] in mentioned[owner])})
        for owner in bodies
    }


def _bodies(body: Iterable[ast.stmt], prefix: str = "") -> Iterator[tuple[str, ast.stmt]]:
    for statement in body:
        match statement:
            case ast.FunctionDef(name):
                yield prefix + name, statement
            case ast.ClassDef(name, body=inner):
                yield from _bodies(inner, f"{name}.")
            case ast.Assign([ast.Name(name)]):
                yield prefix + name, statement


def _mentioned(body: ast.stmt) -> set[str]:
    nodes = list(ast.walk(body))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def meant(source: str, names: Iterable[str]) -> tuple[str, ...]:
    """The owners in a file that names mean: of a class, all that it defines."""
    owners = names_used(source)
    return tuple(
        [owner for name in names for owner in owners if f"{owner}.".startswith(f"{name}.")]
    )


def reached(source: str, functions: Iterable[str]) -> frozenset[str]:
    """The owners that some functions of a file need, directly or through others.

    A class's `__init__` is needed by all of its methods.
    """
    used, found = names_used(source), set[str]()
    waiting = list(functions)
    while waiting:
        owner = waiting.pop()
        if owner in used and owner not in found:
            found.add(owner)
            makes = owner.rpartition(".")[0] + ".__init__"
            waiting += [*used[owner], makes]
    return frozenset(found)
