"""Texts of the hand-in that tests evaluate: `eval(repr(point))`, `eval(work.to_infix(tokens))`.

Such a text is the hand-in's code in the tests' box. So it may only make values: from literals by
operators, and by calls of its own classes and functions, of plain values' classes, and of builtins
that only compute. A variable of a test may hold the expected value, so a text can name one only if
the tests themselves mention it in a text, like the `x` in `work.derived("x ** 2")`.
"""

import ast
import collections.abc
import sys
import typing
from abc import ABCMeta
from collections.abc import Iterator
from types import BuiltinFunctionType, FrameType, ModuleType
from typing import Any

from grader.inside.course_tests.closed.plain_kinds import is_named_value, is_value_class
from grader.inside.course_tests.functions import AskedFunction
from grader.inside.course_tests.own_texts import OwnTexts
from grader.inside.pair.standins import StandInClass, StandInModule

PLAIN = (
    *(ast.Module, ast.Expression, ast.Interactive, ast.Expr, ast.Constant, ast.expr_context),
    *(ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Starred, ast.Subscript, ast.Slice),
    *(ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.keyword),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)
COMPUTING = frozenset(
    (
        *("abs", "all", "any", "bin", "chr", "divmod", "hex", "len", "max", "min", "oct", "ord"),
        *("pow", "repr", "round", "sorted", "sum"),
    )
)
COMPUTING_MODULES = ("cmath", "math")
# A name that isn't defined where it would be evaluated, and something of the hand-in's.
UNKNOWN, THEIRS = object(), object()
MOST_TEXT = 100_000


def refused_in(tree: ast.AST, frame: FrameType, own: OwnTexts) -> str:
    """The first part of a text that it may not contain, evaluated in a frame; or nothing."""
    scope, todo = Scope(frame, own), [tree]
    for node in todo:  # grows during the loop
        match node:
            case ast.Name() | ast.Attribute():
                is_admitted = scope.may_read(node)
            case ast.Call(function, arguments, named):
                is_admitted = scope.may_call(scope.value_of(function))
                todo += [*arguments, *named]
            case _:
                is_admitted = isinstance(node, PLAIN)
                todo += ast.iter_child_nodes(node)
        if not is_admitted:
            return ast.unparse(node)
    return ""


class Scope:
    """What names mean in a frame."""

    def __init__(self, frame: FrameType, own: OwnTexts) -> None:
        self._frame = frame
        self._own = own

    def may_read(self, node: ast.Name | ast.Attribute) -> bool:
        """Whether a text may contain this name."""
        value = self.value_of(node)
        if self.may_call(value) or _is_of_annotations(value):
            return True
        is_variable = isinstance(node, ast.Name) and self._own.speak_of(node.id)
        if is_variable and not callable(value) and type(value) is not ModuleType:
            return True
        match node:
            case ast.Attribute(
                ast.Name("timezone") | ast.Attribute(attr="timezone") as zone, "utc"
            ):  # in the `repr` of a time with a zone
                return self.may_call(self.value_of(zone))
        return False

    def may_call(self, value: object) -> bool:
        """Whether a text may call this value."""
        if value is UNKNOWN or _is_theirs(value) or is_value_class(value):
            return True
        if type(value) is BuiltinFunctionType:
            is_builtin = value.__module__ == "builtins" and value.__name__ in COMPUTING
            return is_builtin or value.__module__ in COMPUTING_MODULES
        return is_own_class(value, self._own)

    def value_of(self, node: ast.expr) -> object:
        """The value of a name or an attribute; None if it may not be looked up."""
        match node:
            case ast.Name(name) if not name.startswith("_"):
                return next(self._named(name), UNKNOWN)
            case ast.Attribute(ast.expr() as owner, name) if not name.startswith("_"):
                return self._attribute(owner, name)
        return None

    def _attribute(self, node: ast.expr, name: str) -> object:
        owner = self.value_of(node)
        if isinstance(owner, StandInModule):
            return vars(owner).get(name, THEIRS)
        if _is_theirs(owner):
            return THEIRS
        # The text may mean a module by this name that isn't imported here, or is something else.
        is_unknown = owner is UNKNOWN or is_value_class(owner)
        if is_unknown and isinstance(node, ast.Name) and is_named_value(node.id, name):
            return UNKNOWN
        if type(owner) is ModuleType and _may_look_in(owner, name):
            return vars(owner).get(name)
        return None

    def _named(self, name: str) -> Iterator[object]:
        """The values of a name here, then elsewhere in the tests; without any it is UNKNOWN."""
        own, frame = self._own.modules, self._frame
        scopes: list[Any] = [frame.f_locals, frame.f_globals, frame.f_builtins]
        above: FrameType | None = frame.f_back
        while above is not None:
            if above.f_globals.get("__name__") in own:
                scopes.append(above.f_locals)
            above = above.f_back
        scopes += [vars(sys.modules[module]) for module in own if module in sys.modules]
        return (scope[name] for scope in scopes if name in scope)


def _is_theirs(value: object) -> bool:
    """Whether something is a class or function of the hand-in, or known only to it."""
    return value is THEIRS or issubclass(type(value), StandInClass) or type(value) is AskedFunction


def _is_of_annotations(value: object) -> bool:
    """Whether something is used in annotations: `Optional`, `Iterable`."""
    is_abstract = type(value) is ABCMeta and value.__module__ == collections.abc.__name__
    return is_abstract or type(value).__module__ == typing.__name__


def is_own_class(value: object, own: OwnTexts) -> bool:
    """Whether something is a class that is written in the tests."""
    return issubclass(type(value), type) and value.__module__ in own.modules


def _may_look_in(module: ModuleType, name: str) -> bool:
    return is_named_value(module.__name__, name) or module.__name__ in COMPUTING_MODULES
