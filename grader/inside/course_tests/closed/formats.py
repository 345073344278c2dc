"""Texts that the tests format can do only what a hand-in could do itself.

A field of a text, `"{p.name}"`, reads attributes where it is formatted: here, where an object of
the tests leads to all that they expect. A hand-in's text may come in an answer, in pieces, through
a file, or from its printed output. So each text is checked where it is formatted: unless it is
written in the tests, its fields reach neither names with `__` in them nor frames.
"""

import ast
import builtins
import logging
import re
from collections import UserString
from string import Formatter
from typing import Any

from grader.inside.course_tests.own_texts import OwnTexts

FORMATTING = frozenset(("format", "format_map", "vformat"))
# Parts of a syntax tree that contain no calls.
CALLED_NOWHERE = ("pattern", "annotation", "returns")
# Not an identifier, so no program can use this name.
HELPER = "@formatting"
# A brace, or a replacement field of a text, or the part of one before another one.
FIELD = re.compile(r"\{\{|\{[^{}\[]*(?:\[[^\]]*\][^{}\[]*)*")
# Attributes that lead from an object to its code and the names around it.
INSIDES = re.compile(
    r"__|\.(?:(?:ag|cr|gi|tb)_frame|f_(?:back|builtins|globals|locals)|locals|traceback)\b"
)
CLOSED_INSIDES = "_(closed to hand-ins)_"
# Keys in a field and whatever follows its names, which are kept; or a name that is closed.
KEPT_OR_CLOSED = re.compile(rf"(\[[^\]]*\]|[:!].*)|(?:{INSIDES.pattern})", re.DOTALL)


class _FormatCloser(ast.NodeTransformer):
    def generic_visit(self, node: ast.AST) -> ast.AST:
        # Neither patterns nor annotations, which may become texts, can hold a call.
        kept = {name: getattr(node, name) for name in CALLED_NOWHERE if hasattr(node, name)}
        for name in kept:
            setattr(node, name, None)
        super().generic_visit(node)
        for name, value in kept.items():
            setattr(node, name, value)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        is_read = node.attr in FORMATTING and isinstance(node.ctx, ast.Load)
        if not is_read or isinstance(node.value, ast.Constant):
            return node
        call = ast.Call(ast.Name(HELPER, ast.Load()), [node.value, ast.Constant(node.attr)], [])
        return ast.fix_missing_locations(ast.copy_location(call, node))


def close_formats_in(tree: ast.Module) -> None:
    """Make code look up formatting methods by `HELPER`, except on a literal text."""
    _FormatCloser().visit(tree)


def close_formats(own: OwnTexts) -> None:
    """Define `HELPER` so that it closes the texts that aren't the tests' `own`."""

    def closed(text: object) -> object:
        plain = str(text) if isinstance(text, str | UserString) else ""
        is_free = INSIDES.search(plain) is None or own.hold(plain)
        return text if is_free else _with_closed_fields(plain)

    def formatting(owner: Any, name: str) -> object:
        of: object = owner
        if type(owner) is super:
            of = vars(super)["__self__"].__get__(owner)
        if (text := closed(of)) is not of:
            return getattr(text, name)
        method = getattr(owner, name)
        kind = owner if issubclass(type(owner), type) else object
        # Called on the class, a formatter's method takes the object before the text.
        at = int(issubclass(kind, Formatter))
        if not at and not issubclass(kind, (str, UserString)) and not isinstance(of, Formatter):
            return method

        def closing(*given: object, **named: object) -> object:
            if "format_string" in named:
                named["format_string"] = closed(named["format_string"])
            return method(*given[:at], *map(closed, given[at : at + 1]), *given[at + 1 :], **named)

        return closing

    def layout(self: object, fmt: object, **named: object) -> None:
        begin(self, closed(fmt), **named)

    vars(builtins)[HELPER] = formatting
    style: Any = logging.StrFormatStyle
    begin, style.__init__ = style.__init__, layout


def _with_closed_fields(text: str) -> str:
    return FIELD.sub(lambda field: KEPT_OR_CLOSED.sub(_kept_or_closed, field[0]), text)


def _kept_or_closed(part: re.Match[str]) -> str:
    return part[1] or CLOSED_INSIDES
