"""What Python's operators ask of a question, and how that is written."""

from collections.abc import Mapping

# By the names of the functions in `operator`; the first ones have a form for the right operand.
_ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "matmul": "@", "truediv": "/"}
_ARITHMETIC |= {"floordiv": "//", "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>"}
_ARITHMETIC |= {"and_": "&", "or_": "|", "xor": "^"}
_COMPARING = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNARY = {"neg": "-", "pos": "+", "invert": "~"}
_BUILTINS = ("abs", "divmod", "next", "reversed", "round")

# How a call of such a function is written, with its operands in the places of the braces.
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


# By special method: the module and the function that are asked, with the operands as they are.
ASKED: Mapping[str, tuple[str, str]] = {
    **{_special(x): ("operator", x) for x in (*_ARITHMETIC, *_COMPARING, *_UNARY, "getitem")},
    **{_special(name): ("builtins", name) for name in _BUILTINS},
}
# By special method of the right operand, where the left one is no question.
SWAPPED: Mapping[str, str] = {_special(name, "r"): name for name in _ARITHMETIC}
