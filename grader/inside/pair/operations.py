"""What one box may ask of the other's objects, besides calls and attributes."""

import builtins
import copy
import math
import operator
from collections.abc import Callable
from typing import Any

from grader.inside.class_facts import attribute_of, is_below

# Operations that return a text, which may contain an address.
WRITING = ("str", "repr", "format", "%")
# An operation of two operands with methods like an operator's, but called as a function.
DIVMOD = "divmod"
# Binary operators, each with the name of its function and methods.
BINARY = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "&": "and_",
    "|": "or_",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}


def _input(named: list[tuple[str, object]], *prompt: object) -> str:
    return builtins.input(*prompt, **dict(named))  # looked up now: a test may have replaced it


def _iterated(value: Any) -> object:
    """The elements of an iterable; an iterator itself, which gives them one by one."""
    steps = iter(value)  # `iter` decides: a mock has `__next__` too
    return value if steps is value else list(steps)


def special_method(value: object, name: str) -> Callable[..., object]:
    """A method looked up on an object's class, as `with` does, and bound to the object.

    Raises `AttributeError` if the class has none.
    """
    kind: Any = type(value)
    found: Any = attribute_of(kind, name)
    if found is None:
        raise AttributeError(f"{kind.__name__!r} object has no attribute {name!r}")
    bind = getattr(type(found), "__get__", None)
    bound: Callable[..., object] = found if bind is None else bind(found, value, kind)
    return bound


OPERATIONS: dict[str, Callable[..., object]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "!=": operator.ne,
    "[]": operator.getitem,
    "[]=": operator.setitem,
    "del[]": operator.delitem,
    "in": operator.contains,
    "len": len,
    "iter": _iterated,
    "next": next,
    "reversed": lambda value: list(reversed(value)),
    "bool": bool,
    "int": int,
    "float": float,
    "complex": complex,
    "index": operator.index,
    "abs": abs,
    "round": round,
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "bytes": bytes,
    DIVMOD: divmod,
    "neg": operator.neg,
    "pos": operator.pos,
    "~": operator.invert,
    "format": lambda value, how: str.__str__(format(value, how)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "enter": lambda value: special_method(value, "__enter__")(),
    **{symbol: getattr(operator, name) for symbol, name in BINARY.items()},
    **{f"{symbol}=": getattr(operator, f"i{name.strip('_')}") for symbol, name in BINARY.items()},
    "str": lambda value: str.__str__(str(value)),
    "repr": lambda value: str.__str__(repr(value)),
    "input": _input,
    "below": is_below,
    "of": lambda value, kind: is_below(type(value), kind),
}
