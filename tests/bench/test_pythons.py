"""Another Python is found by asking it, and only a released one of the supported versions."""

import os
import sys
from pathlib import Path

import pytest

from bench.library_names import added
from bench.pythons import found_pythons, version_of


def test_this_python_is_among_those_found() -> None:
    assert sys.version_info[:2] in map(version_of, found_pythons())


def test_each_version_is_found_once_and_the_oldest_comes_first() -> None:
    versions = [version_of(python) or (0, 0) for python in found_pythons()]
    assert versions == sorted(set(versions))
    assert versions[0] >= (3, 11)


def test_a_folder_of_the_path_that_cant_be_listed_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", f"/{'name' * 100}:{os.environ['PATH']}")
    assert sys.version_info[:2] in map(version_of, found_pythons())


@pytest.mark.parametrize("text", ["#!/bin/sh\nexit 1\n", "#!/bin/sh\necho 3 13 beta\n", ""])
def test_what_is_no_released_python_is_passed_over(tmp_path: Path, text: str) -> None:
    program = tmp_path / "python3.13"
    program.write_text(text, "utf-8")
    program.chmod(0o755)
    assert version_of(str(program)) is None


def test_new_names_and_new_modules_are_told_from_what_a_module_only_came_to_show() -> None:
    old = {"copy": [["copy"], ["copy", "weakref"]]}
    new = {
        "copy": [["copy", "replace", "weakref"], ["copy", "replace", "weakref"]],
        "zstd": [["open"], ["open"]],
    }
    assert list(added(old, new)) == [("copy", ["replace"]), ("zstd", [])]
