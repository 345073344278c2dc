"""Escapes are found where IPython finds them, by IPython's own word, and nowhere else."""

import ast
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager

from grader.inside.notebook.escapes import OF_PYTHON, python_of


class WithoutShell(ast.NodeTransformer):
    """IPython's calls of its shell, as what they come to where there is none."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        called = shell_call(node.value)
        if called is None:
            return node
        method, *arguments = called
        if method == "run_line_magic" and arguments[0] == "time" and is_statement(arguments[1]):
            return by_ipython(arguments[1]).body
        if method == "run_cell_magic":
            return by_ipython(arguments[2]).body if arguments[0] in OF_PYTHON else []
        return ast.Pass()

    def visit_Assign(self, node: Any) -> Any:
        called = shell_call(node.value)
        if called is not None:
            is_timed = called[:2] == ["run_line_magic", "time"] and is_statement(called[2])
            if is_timed and not is_expression(called[2]):
                node.value = ast.Constant(None)
                return [*by_ipython(called[2]).body, node]
            text = called[2] if is_timed else {"getoutput": "[]"}.get(called[0], "None")
            node.value = ast.parse(text, mode="eval").body
        return node

    visit_AnnAssign = visit_AugAssign = visit_Assign  # noqa: N815  # names of `ast`


def shell_call(node: ast.expr | None) -> list[str] | None:
    match node:
        case ast.Call(ast.Attribute(ast.Call(ast.Name("get_ipython")), method), args):
            return [method, *[arg.value for arg in args if isinstance(arg, ast.Constant)]]
    return None


def is_statement(text: str) -> bool:
    return bool(text.strip()) and text.lstrip()[0] not in "-%!?,;/"


def is_expression(text: str) -> bool:
    try:
        ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return False
    return True


def by_ipython(cell: str) -> ast.Module:
    tree = ast.parse(TransformerManager().transform_cell(cell))
    return WithoutShell().visit(tree)  # type: ignore[no-any-return]


def tree_or_none(make: Any, cell: str) -> str | None:
    try:
        return ast.dump(make(cell))
    except SyntaxError:
        return None


LINES = (
    *(
        "x = 1",
        "x = 1  # why?",
        "def f(a, b=2):",
        "    return a % b",
        "",
        "   ",
        "    y = 2",
        "if x:",
    ),
    *(
        "%matplotlib inline",
        "%time x = f(3)",
        "%time",
        "%time?",
        "%%time",
        "%%bash",
        "%%capture out",
    ),
    *("!ls -l", "!!ls", "!echo 'it", "  !ls", "    !ls", "%d items", "!x", "?x", "??x.y"),
    *("x?", "x??", "x.y[0]?", "f(x)?", "x = !ls", "x = %pwd", "x, y = !ls {x}", "x = y = !ls"),
    *(",f a b", ";f a b", "/f a b", "/", "x = f(a=!b)", "x = f(k=3) % 2", "x = 5 % x", "x == 1"),
    *(
        "x = (1\n% 2)",
        "f(\n  !ls\n)",
        "x = [\n%pwd\n]",
        "x = 1 \\",
        "% 3",
        "!ls \\",
        "x = \\",
        "'''",
        '"""',
        'x = """',
    ),
    *('"a" % x', "f'{x!r}'", "f'{x}?'", "'?'", "# %%bash", "#!ls", "for i in x:", "    %time f(i)"),
    *(
        "with x as y:",
        "    x = !ls",
        "    z?",
        "    '''",
        "else:",
        "pass",
        "x != 1",
        "!= 1",
        "%= 2",
    ),
    *("/= 2", "x /= 2", "// 2", "await f()", "@f", "class A:", "    x: int = %pwd", "x: int = !ls"),
    *('    """%d', "    !not a command", '    """', "lambda: 0", "x = {\n'a': 1, '%b': 2}"),
)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=8).map("\n".join))
def test_a_cell_is_read_as_ipython_reads_it(cell: str) -> None:
    # IPython forgets lines that a backslash joins to one with a question mark at its end.
    assume(not re.search(r"\\\n(.*\\\n)*.*\?$", cell, re.MULTILINE))
    ours = tree_or_none(lambda text: ast.parse(python_of(text)), cell)
    assert ours == tree_or_none(by_ipython, cell)


@given(st.text("%!?=,;/()[]'\"\\#\n xf1:>.", max_size=30))
def test_any_text_keeps_its_lines(cell: str) -> None:
    assert python_of(cell).count("\n") == cell.count("\n")


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ('t = """\n%d items\n!ls\nx?\n"""', 't = """\n%d items\n!ls\nx?\n"""'),
        ("x = (17\n% 5)", "x = (17\n% 5)"),
        ("%matplotlib inline\nx = 1", "pass  # %matplotlib inline\nx = 1"),
        ("%%bash\nls -l", "# %%bash\n# ls -l"),
        ("%%time\n%%capture\nx = 1", "# %%time\n# %%capture\nx = 1"),
        ("names = !ls \\\n  -l\nx = 1", "names = []\n#   -l\nx = 1"),
        ("def f():\n    %time\n    df?", "def f():\n    pass  # %time\n    pass  # df?"),
        ("took = %time f(3)", "took = f(3)"),
        (">>> x = 1\n>>> y = 2", "x = 1\ny = 2"),
        ("In [3]: x = 1\n   ...: y = 2", "x = 1\ny = 2"),
        ("text = '\u2028'\n!ls", "text = '\u2028'\npass  # !ls"),
    ],
)
def test_an_escape_comes_to_what_it_comes_to_without_a_shell(cell: str, python: str) -> None:
    assert python_of(cell) == python


def test_many_brackets_that_never_close_are_read_in_a_moment() -> None:
    cell = "x = !ls\n" + "!echo (\n" * 20_000 + "f(\n" * 20_000
    assert python_of(cell).count("\n") == cell.count("\n")
