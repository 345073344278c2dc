"""Modules are imported from text, before all others of the same name."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from grader.inside.sources import (
    SourceFinder,
    code_of,
    codes_of,
    module_name,
    pack_data,
    put_down,
    unpack_data,
)

FILES = {
    "first_of_two.py": "from second_of_two import NUMBER\nfrom folder_of_one.inner import WORD\n",
    "second_of_two.py": "NUMBER = 42\n",
    "folder_of_one/inner.py": "WORD = 'inner'\n",
    "colorsys.py": "MINE = True\n",
    "broken_syntax.py": "def f(:\n",
}


@contextmanager
def installed(finder: SourceFinder) -> Iterator[SourceFinder]:
    """A finder that is installed, and gone afterwards with the modules that it has made."""
    finder.install()
    try:
        yield finder
    finally:
        sys.meta_path.remove(finder)
        for name in finder.names():
            sys.modules.pop(name, None)


@pytest.fixture
def finder() -> Iterator[SourceFinder]:
    with installed(SourceFinder(FILES)) as found:
        yield found


def test_the_dotted_name_of_a_file() -> None:
    assert module_name("las.py") == "las"
    assert module_name("pkg/__init__.py") == "pkg"
    assert module_name("pkg/part.py") == "pkg.part"


@pytest.mark.usefixtures("finder")
def test_modules_import_each_other_and_folders_are_packages() -> None:
    module = import_module("first_of_two")
    assert (module.NUMBER, module.WORD) == (42, "inner")
    assert module.__file__ == "first_of_two.py"


@pytest.mark.usefixtures("finder")
def test_a_hand_in_comes_before_the_standard_library() -> None:
    assert import_module("colorsys").MINE is True


@pytest.mark.usefixtures("finder")
def test_a_syntax_error_names_file_and_line() -> None:
    with pytest.raises(SyntaxError) as caught:
        import_module("broken_syntax")
    assert (caught.value.filename, caught.value.lineno) == ("broken_syntax.py", 1)


def test_what_was_compiled_is_imported_as_if_its_file_were_in_a_folder() -> None:
    codes = dict(codes_of({**FILES, "data.txt": "no code"}))
    assert codes.keys() == FILES.keys() - {"broken_syntax.py"}
    with installed(SourceFinder({}, "/of/a/suite", codes)):
        module = import_module("first_of_two")
    assert (module.NUMBER, module.WORD) == (42, "inner")
    assert module.__file__ == "/of/a/suite/first_of_two.py"


def test_what_has_code_is_not_compiled_and_shows_its_text() -> None:
    texts = {"second_of_two.py": "NUMBER = 41\n"}
    with installed(SourceFinder(texts, codes={"second_of_two.py": code_of("x.py", "NUMBER = 42")})):
        module = import_module("second_of_two")
    assert module.NUMBER == 42
    assert module.__loader__.get_source("second_of_two") == "NUMBER = 41\n"


def test_what_has_code_alone_has_no_text() -> None:
    finder = SourceFinder({}, codes={"second_of_two.py": code_of("x.py", "NUMBER = 42")})
    with pytest.raises(ImportError, match="the source of second_of_two is not here"):
        finder.get_source("second_of_two")


def test_data_are_written_and_texts_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sent = pack_data({"work.py": "x = 1"}, {"data/words.txt": b"a\xff"})
    assert sent == [["work.py", "x = 1"], ["data/words.txt", "61ff", True]]
    texts, data = unpack_data(sent)
    assert texts == {"work.py": "x = 1"}
    assert data == {"data/words.txt": b"a\xff"}
    assert (tmp_path / "data/words.txt").read_bytes() == b"a\xff"
    assert not (tmp_path / "work.py").exists()


def test_of_very_many_sources_the_deepest_are_not_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "given.py").write_text("given")
    texts = {f"env/deep/m{n}.py": "" for n in range(500)}
    put_down({**texts, "work.py": "x = 'ä'\n", "given.py": "mine", "old.py": OLD})
    assert (tmp_path / "work.py").read_bytes() == "x = 'ä'\n".encode()
    assert (tmp_path / "old.py").read_bytes() == OLD.encode("latin-1")
    assert (tmp_path / "given.py").read_text() == "given"
    assert len([*tmp_path.rglob("*.py")]) == 200


def test_sources_that_are_too_large_are_not_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    put_down({"a.py": "#" * 100, "b.py": "#" * (3 << 20)})
    assert [path.name for path in tmp_path.iterdir()] == ["a.py"]


OLD = "# coding: latin-1\nx = 'ä'\n"


@pytest.mark.parametrize("files", [("own.py", "own/__init__.py"), ("own/__init__.py", "own.py")])
def test_of_a_package_and_a_module_of_one_name_python_takes_the_package(
    files: tuple[str, str],
) -> None:
    found = SourceFinder({file: f"here = {file!r}\n" for file in files})
    assert found.file_of("own") == "own/__init__.py"
