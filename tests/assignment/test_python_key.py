"""A course may say which Python must grade; every other one is refused."""

import sys
from pathlib import Path

import pytest

from grader.assignment.load import load
from grader.errors import ConfigError
from tests import small_assignment

THIS = "{}.{}".format(*sys.version_info[:2])


def with_python(tmp_path: Path, version: str) -> Path:
    config = f'python: "{version}"\n{small_assignment.CONFIG}'
    return small_assignment.make(tmp_path, config)


def test_the_python_that_must_grade_is_accepted(tmp_path: Path) -> None:
    assert load(with_python(tmp_path, THIS)).python == THIS


def test_another_python_is_refused_with_the_line_and_the_command(tmp_path: Path) -> None:
    expected = rf"yaml:1: python: Python 3\.99 must grade, but this is {THIS}; .*PYTHON=python3\.99"
    with pytest.raises(ConfigError, match=expected):
        load(with_python(tmp_path, "3.99"))


@pytest.mark.parametrize("version", ["3", "3.11.7", "python3", "3.1234"])
def test_what_is_no_version_is_refused(tmp_path: Path, version: str) -> None:
    with pytest.raises(ConfigError, match="is no version of Python"):
        load(with_python(tmp_path, version))
