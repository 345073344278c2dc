"""What one box may ask of an object of the other's, beside calls and attributes."""

import builtins
import copy
import math
import operator
from collections.abc import Callable
from typing import Any

from grader.inside.class_facts import attribute_of, is_below

# What writes an object down, perhaps with an address.
WRITING = ("str", "repr", "format", "%")
# What has the methods of an operator of two operands, and is called.
DIVMOD = "divmod"
# Operators of two operands, each with the name of its function and its methods.
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
    return builtins.input(*prompt, **dict(named))  # a test may have put another one in its place


def _iterated(value: Any) -> object:
    """The elements of what can be looked through; itself, if it gives them one by one."""
    steps = iter(value)  # a mock has `__next__`, too
    return value if steps is value else list(steps)


def special_method(value: object, name: str) -> Callable[..., object]:
    """A method of an object's class as `with` finds it, bound by whatever it is.

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
