"""Files and modules that the documents, or the engine's docstrings, name are there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        ROOT / "tests/README.md",
        ROOT / "bench/README.md",
    ]
)
# What begins so is a place of this repository; pages for staff also name files of theirs.
PLACES = ("grader", "handout", "reference", "tests", "bench", "docs", "examples")
ENGINE_PLACES = tuple(path.name for path in (ROOT / "grader").iterdir() if path.is_dir())
# Names that stand for one that the reader chooses, and files that are made.
MADE = re.compile(r"[A-Z]{2,}|word_count|case_counts|course_fixtures|full\.md|/\.|\*|…")
NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]*)+)`")
IN_DOCSTRING = re.compile(r"(?<![\w/.-])((?:\w+/)+\w+\.py)\b")
DOTTED = re.compile(r"`(grader(?:\.\w+)+)`")
ENGINE = sorted((ROOT / "grader").rglob("*.py"))
FOLDERS = {*PLACES, *[file.parent.name for file in ENGINE]}


def paths_in(document: Path) -> Iterator[str]:
    for name in NAMED.findall(document.read_text("utf-8")):
        if name.split("/")[0] in PLACES + ENGINE_PLACES and not MADE.search(name):
            yield name


@pytest.mark.parametrize("document", [d for d in DOCUMENTS if d.exists()], ids=lambda d: d.name)
def test_every_path_that_a_document_names_is_there(document: Path) -> None:
    missing = {
        name
        for name in paths_in(document)
        if not (ROOT / name).exists() and not (ROOT / "grader" / name).exists()
    }
    assert missing == set()


def test_the_journeys_name_files() -> None:
    found = list(paths_in(ROOT / "docs/architecture.md"))
    assert len(found) > 40
    assert "judging/judge.py" in found


def docstrings(file: Path) -> Iterator[str]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, kinds) and (text := ast.get_docstring(node)):
            yield text


def is_there(name: str, beside: Path) -> bool:
    """Whether a file is there: from the repository, the engine, or a folder above the text."""
    folders = [ROOT, *beside.parents]
    return any((folder / name).is_file() for folder in folders if folder.is_relative_to(ROOT))


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_file_that_a_docstring_names_is_there(file: Path) -> None:
    named = {name for text in docstrings(file) for name in IN_DOCSTRING.findall(text)}
    ours = {name for name in named if name.split("/")[0] in FOLDERS}
    assert {name for name in ours if not is_there(name, file)} == set()


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_module_that_a_docstring_names_is_there(file: Path) -> None:
    named = {name for text in docstrings(file) for name in DOTTED.findall(text)}
    assert {name for name in named if not is_module_or_in_one(name)} == set()


def is_module_or_in_one(name: str) -> bool:
    """Whether a dotted name is a package, a module, or something that a module's text has."""
    parts = name.split(".")
    for count in range(len(parts), 1, -1):
        place = ROOT.joinpath(*parts[:count])
        if place.is_dir():
            return count == len(parts)
        if place.with_suffix(".py").is_file():
            text = place.with_suffix(".py").read_text("utf-8")
            return all(re.search(rf"\b{part}\b", text) for part in parts[count:])
    return False
