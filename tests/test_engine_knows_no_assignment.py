"""The engine's files hold no name of this assignment: not of a module, its library, a game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gametree
from grader.assignment.load import load
from tests.support import ROOT

ASSIGNMENT = load(ROOT / "config.yaml")
# Names that no rule finds, since they look like ordinary words, or are in no list of names.
GAMES = {
    *("lolo", "nim", "connect4", "connect 4", "connect four", "popout", "jamboree", "alphabeta"),
    *("hw09", "maxie", "minnie", "pebbles", "las", "seq", "handout_small", "handout_big"),
}
FILES = sorted(
    path for end in ("py", "j2", "css", "js") for path in (ROOT / "grader").rglob(f"*.{end}")
)


def is_ordinary(name: str) -> bool:
    """Whether a name is one word, of letters alone, that any program might use.

    `run`, `status` and `Value` are; `look_and_say`, `BestEdge`, `C4State` and `cfg2str` are not.
    """
    return re.fullmatch("[A-Z]?[a-z]+|[A-Z]+", name) is not None


def names() -> set[str]:
    """The names of this assignment that are no ordinary words, in lower case."""
    functions = [name for task in ASSIGNMENT.tasks for name in task.functions]
    found = {
        *[part for name in functions for part in name.split(".")],
        *[part for task in ASSIGNMENT.tasks for part in task.id.split(".")],
        *[module.name for module in ASSIGNMENT.modules],
        *gametree.__all__,
    }
    own = {name.lower() for name in found if not is_ordinary(name)}
    return own | GAMES | {ASSIGNMENT.library, ASSIGNMENT.handout_name}


def mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<![a-z0-9_]){re.escape(name)}(?![a-z0-9_])", text) is not None


def found_in(path: Path) -> Iterator[str]:
    text = path.read_text("utf-8").lower()
    return (name for name in sorted(names()) if mentions(text, name))


def test_names_are_found() -> None:
    assert {"look_and_say", "gametree", "test_all", "bestedge", "nim", "c4state"} <= names()
    assert not {"run", "status", "value"} & names()
    assert mentions('x = "lolo l1"', "lolo")
    assert mentions("self.gametree.play", "gametree")
    assert not mentions("class lasting:", "las")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_of_the_engine_names_nothing_of_an_assignment(path: Path) -> None:
    assert list(found_in(path)) == []
