"""Which operators a question supports, and how they are written."""

from collections.abc import Mapping

# By name of the functions in `operator`; these also exist for the right operand (`__radd__`).
_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "matmul": "@", "truediv": "/"}
_ARITHMETIC |= {"floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>"}
_ARITHMETIC |= {"and_": "&", "or_": "|", "xor": "^"}
_COMPARING = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNARY = {"neg": "-", "pos": "+", "invert": "~"}
_BUILTINS = ("abs", "divmod", "next", "reversed", "round")

# How a call of such a function is written; the operands go into the braces.
WRITTEN: Mapping[str, str] = {
    **{name: f"{{}} {symbol} {{}}" for name, symbol in (_ARITHMETIC | _COMPARING).items()},
    **{name: f"{symbol}{{}}" for name, symbol in _UNARY.items()},
    "is_": "{} is {}",
    "is_not": "{} is not {}",
    "not_": "not {}",
    "contains": "{1} in {0}",
}


def _special(name: str, reflected: str = "") -> str:
    return f"__{reflected}{name.strip('_')}__"


# By special method: the module and function to ask, with the operands in the same order.
ASKED: Mapping[str, tuple[str, str]] = {
    **{_special(x): ("operator", x) for x in (*_ARITHMETIC, *_COMPARING, *_UNARY, "getitem")},
    **{_special(name): ("builtins", name) for name in _BUILTINS},
}
# By special method of the right operand, used if the left one is no question.
SWAPPED: Mapping[str, str] = {_special(name, "r"): name for name in _ARITHMETIC}
