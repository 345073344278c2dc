"""Texts that the tests format do no more than a hand-in may do itself, wherever they come from.

A field of a text, `"{p.name}"`, reads attributes where it is formatted: here, where an object of
the tests' leads to all that they expect. A text of a hand-in's may come in an answer, in pieces, by
a file, or be what it has printed. So it is looked at where it is formatted, and unless it is
written in the tests its fields lead to nothing whose name has `__` in it.
"""

import ast
import builtins
import re
from collections import UserString
from string import Formatter
from typing import Any

from grader.inside.course_tests.own_texts import OwnTexts

FORMATTING = frozenset(("format", "format_map", "vformat"))
# No name that a program can write.
HELPER = "@formatting"
# A replacement field of a text, or the part of one before another one.
FIELD = re.compile(r"\{[^{}\[]*(?:\[[^\]]*\][^{}\[]*)*")
INSIDES, CLOSED_INSIDES = "__", "_(closed to hand-ins)_"


class _Closing(ast.NodeTransformer):
    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        is_read = node.attr in FORMATTING and isinstance(node.ctx, ast.Load)
        if not is_read or isinstance(node.value, ast.Constant):
            return node
        helper = ast.Name(HELPER, ast.Load())
        call = ast.Call(helper, [node.value, ast.Constant(node.attr)], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.AST:
        return node


def close_formats_in(tree: ast.Module) -> None:
    """Let code look up what formats a text by `HELPER`, but for a text that is written there."""
    _Closing().visit(tree)


def close_formats(own: OwnTexts) -> None:
    """Have that name mean what closes the texts that aren't the tests' `own`."""

    def closed(text: object) -> object:
        plain = str(text) if isinstance(text, str | UserString) else ""
        return text if INSIDES not in plain or own.hold(plain) else _with_closed_fields(plain)

    def formatting(owner: Any, name: str) -> Any:
        if isinstance(owner, str | UserString):
            return getattr(closed(owner), name)
        method = getattr(owner, name)
        if isinstance(owner, Formatter) or owner in (str, UserString, Formatter):
            return lambda *texts, **named: method(*map(closed, texts), **named)
        return method

    vars(builtins)[HELPER] = formatting


def _with_closed_fields(text: str) -> str:
    return FIELD.sub(lambda field: field[0].replace(INSIDES, CLOSED_INSIDES), text)
