"""A task's functions are names that the reference's module defines, as far as its text can say."""

from pathlib import Path

import pytest

from grader.assignment.functions import unknown_function

MODULE = """\
from elsewhere import given, Other as Base
import far.away

def tally(text): ...

class Account:
    limit = 3
    def fetch(self): ...

class Saving(Base): ...

if True:
    def chosen(): ...
computed = object()
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A file of a reference."""
    file = tmp_path / "bank.py"
    file.write_text(MODULE)
    return file


@pytest.mark.parametrize(
    "name",
    [
        "tally",
        "given",
        "Account",
        "Account.fetch",
        "Account.limit",
        "Saving.inherited",
        "Base.any",
        "chosen",
        "computed",
        "computed.method",
        "far.away",
    ],
)
def test_what_is_defined_or_may_be_is_accepted(module: Path, name: str) -> None:
    assert unknown_function(module, name) == ""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Account.fetsch", "defines no 'Account.fetsch'; did you mean 'Account.fetch'?"),
        ("fetch", "defines no 'fetch'"),
        ("quite_another", "defines no 'quite_another'"),
    ],
)
def test_what_is_not_is_named_with_what_is_meant(module: Path, name: str, words: str) -> None:
    assert unknown_function(module, name) == f"the reference's bank.py {words}"


def test_of_what_is_no_python_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("def (")
    assert unknown_function(tmp_path / "odd.py", "act") == ""
    assert unknown_function(tmp_path / "missing.py", "act") == ""
