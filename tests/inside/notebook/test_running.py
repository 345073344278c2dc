"""Cells are run one by one: what fails costs what it would have made, and is named by its cell."""

import json
from typing import Any

import pytest

from grader.inside.notebook.reading import module_text
from grader.statuses import Status
from tests.support import HandIn, failed_at, question

ACT = "def act(n=1):\n    return n + 1"


def made_of(*cells: str, markdown: bool = False) -> str:
    code = [
        {"cell_type": "code", "execution_count": number + 7, "source": cell}
        for number, cell in enumerate(cells)
    ]
    first: list[Any] = [{"cell_type": "markdown", "source": "# Title"}] if markdown else []
    return module_text("work.ipynb", json.dumps({"cells": first + code}).encode())


@pytest.mark.parametrize(
    "other",
    [
        *(
            "raise KeyError('x')",
            "display([1])\ndisplay('a', kind=3)",
            "df = 1\ndf?",
            "x = !ls\nx[:]",
        ),
        *("import no_such_package", "for x in 3\n    pass", "raise SystemExit(3)", "input()"),
        *(
            "raise KeyboardInterrupt",
            "raise BaseException",
            "get_ipython().run_line_magic('x', '')",
        ),
        *("from IPython.display import HTML, display\ndisplay(HTML('<b>'))", "return 3", "exit()"),
        *("import asyncio\nawait asyncio.sleep(0)", "%%bash\nrm -r /", "def f(): return f()\nf()"),
        *(
            "class E(Exception):\n    def __str__(self): raise self\nraise E",
            "\x00",
            "x = '\ud800'",
        ),
    ],
)
def test_a_cell_beside_costs_nothing(hand_in: HandIn, other: str) -> None:
    for cells in ((ACT, other), (other, ACT)):
        assert hand_in(made_of(*cells)).ask(question(4)) == 5


def test_a_name_that_a_failed_cell_should_have_made_names_the_cell(hand_in: HandIn) -> None:
    text = made_of("x = 1", "import no_such\n", "y = 2\nno_such.x\n" + ACT, markdown=True)
    failed = failed_at(hand_in(text), question())
    assert (failed.status, failed.evidence.message) == (
        Status.MISSING,
        "work.ipynb has no act: work.ipynb, cell 4 (In [9]), line 2 failed: "
        "NameError: name 'no_such' is not defined",
    )


def test_a_name_that_is_not_there_in_a_function_names_the_cell_that_failed(hand_in: HandIn) -> None:
    failed = failed_at(
        hand_in(made_of("import no_such as ns", "def act():\n\n    return ns.x")), question()
    )
    assert failed.evidence.message == (
        "your code raised NameError: name 'ns' is not defined; work.ipynb, cell 1 (In [7]), line 1 "
        "failed: ModuleNotFoundError: No module named 'no_such' "
        "(work.ipynb, cell 2 (In [8]), line 3)"
    )


def test_an_error_is_at_a_line_of_its_cell(hand_in: HandIn) -> None:
    failed = failed_at(hand_in(made_of("x = 1\n\n", "y = 2\ndef act():\n    1 / 0")), question())
    assert [(f.file, f.line, f.function) for f in failed.evidence.frames] == [
        ("work.ipynb, cell 2 (In [8])", 3, "act")
    ]


def test_cells_share_their_names_future_statements_and_loop(hand_in: HandIn) -> None:
    first = "from __future__ import annotations\nimport asyncio\nasync def two(): return 2"
    second = "task = asyncio.ensure_future(two())\nawait asyncio.sleep(0)"
    third = "got = await task\ndef act(n: 'x' | 5 = 1): return got"
    assert hand_in(made_of(first, second, third)).ask(question()) == 2


def test_a_cell_that_changes_what_runs_cells_gains_nothing(hand_in: HandIn) -> None:
    hostile = (
        "import sys\nfor name, module in list(sys.modules.items()):\n"
        "    if 'notebook' in name:\n        module.cells_of = module.run_cells = None\n"
        "        module.compile = lambda *a, **k: 0 / 0\n"
    )
    failed = failed_at(hand_in(made_of(hostile, ACT)), question())
    assert failed.status is Status.ERROR
    assert hand_in(made_of(ACT)).ask(question()) == 2


def test_an_empty_notebook_is_one_in_which_nothing_is_there(hand_in: HandIn) -> None:
    failed = failed_at(hand_in(made_of()), question())
    assert (failed.status, failed.evidence.message) == (
        Status.MISSING,
        "work.ipynb has no act: is it spelt as in the starter file?",
    )


def test_a_source_can_be_asked_for(hand_in: HandIn) -> None:
    cells = (ACT, "import inspect\ntext = inspect.getsource(act)", "def act(): return text")
    assert hand_in(made_of(*cells)).ask(question()) == ACT + "\n"


def test_a_cell_that_fails_is_a_remark(hand_in: HandIn) -> None:
    submission = hand_in(made_of(ACT, "raise KeyError('x')"))
    assert submission.ask(question(4)) == 5
    assert submission.remarks == ("work.ipynb, cell 2 (In [8]), line 1 failed: KeyError: 'x'",)
