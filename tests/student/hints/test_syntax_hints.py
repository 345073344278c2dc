"""Advice on what Python can't read is true of the line, or there is none."""

import pytest

from grader.student.hints.syntax_hints import advice_on_syntax

# A text, and what the advice says of it.
TEXTS = [
    ("def act(x)\n    return x\n", "put a colon at the end of this line"),
    ("def act(x)  # of all\n    return x\n", "put a colon at the end of this line"),
    ("if x:\n    y = 1\nelse if x:\n    y = 2\n", "Python writes `elif` for `else if`"),
    ("x = 1\n<<<<<<< HEAD\nx = 2\n=======\nx = 3\n>>>>>>> ada\n", "`<<<<<<<` is a conflict marker"),
    ("x = 1\n=======\nx = 3\n", "`=======` is a conflict marker"),
    ("if c = d:\n    x = 1\n", "`==` compares; `=` gives a value to a name"),
    ('x = "C:\\Users"\n', "write / or"),
    ("def f():\n    x = 1\n    y = 2\n\tz = 3\n", "line 4 is indented with a tab, the others"),
    ("def f():\n\tx = 1\n\ty = 2\n        z = 3\n", "line 4 is indented with spaces, the others"),
    ("def f():\n    x = 1\n  y = 2\n", "line it up with the line where its block begins"),
    ("x = y && z\n", "Python writes `and` for `&&`"),
    ("x = (1 2)\n", ""),
]


@pytest.mark.parametrize(("text", "advice"), TEXTS)
def test_advice_is_true_of_the_line(text: str, advice: str) -> None:
    with pytest.raises(SyntaxError) as caught:
        compile(text, "work.py", "exec")
    found = advice_on_syntax(caught.value.msg, caught.value.lineno or 0, text, "")
    assert advice in found if advice else found == ""
