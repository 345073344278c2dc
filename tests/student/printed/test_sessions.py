"""Sessions that a text prints, as data beside the checks."""

from pathlib import Path

import pytest

from grader.student.printed.sessions import (
    NAME,
    STARTER,
    PrintedSession,
    PrintedStep,
    read_sessions,
    sessions_to_bytes,
)

STEP = PrintedStep("parse('é')", 7, "'é'")
SESSION = PrintedSession(
    "trees.nodes.walk",
    "handout.md",
    "the text's own example",
    (PrintedStep("x = 1", 6), STEP),
    functions=("walk",),
    modules=("trees.nodes",),
    library="gametree",
)


def test_sessions_come_back_as_they_were(tmp_path: Path) -> None:
    assert read_sessions(tmp_path) == ()
    both = (SESSION, PrintedSession("las.f", "a.md", "", ()))
    (tmp_path / NAME).write_bytes(sessions_to_bytes(both))
    assert read_sessions(tmp_path) == both


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("handout.md", "handout.md, line 7"),
        (f"{STARTER}las.py", "example in the docstring, las.py, line 7"),
    ],
)
def test_a_step_is_where_its_text_prints_it(text: str, place: str) -> None:
    assert PrintedSession("las.f", text, "", (STEP,)).place(STEP) == place


def test_its_check_has_the_name_of_a_function_and_its_module() -> None:
    assert SESSION.name == "test_the_text_s_own_example"
    assert SESSION.name.isidentifier()
    assert SESSION.module == "trees.nodes"
