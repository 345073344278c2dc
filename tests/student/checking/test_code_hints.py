"""A hint says what to change, also where Python's words lead elsewhere."""

from pathlib import Path

import pytest

from grader.student.checking.code_hints import advice_on, advice_on_folder
from grader.student.checking.files import read_files

WITHOUT_FOLDER = "the folder's name isn't part of an import: write helper alone, without hw09"


def raised(code: str) -> Exception | SystemExit:
    """What a piece of code raises."""
    try:
        exec(code, {})
    except (Exception, SystemExit) as error:
        return error
    raise AssertionError(code)


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        ("runs", "is it defined in this function or file, above this line, and so spelt?"),
        ("def f():\n    total = 1\n    return totals\nf()", "did you mean total?"),
        ("pritn(1)", "did you mean print?"),
        ("None.board", "as one does where no case of its `match` fits"),
        ("raise TypeError('not a value: None')", "as one does where no case of its `match` fits"),
        ("None + 1", "as one does where no case of its `match` fits"),
        (
            "class A:\n    def start(self): ...\nA().start.board",
            "`start` is a function here: is @property",
        ),
        ("def f(x, y): ...\nf(1)", "is a parameter too many in it?"),
        ("object()[0]", "this kind of value has no [ ]"),
        ("exit()", "`return` ends a function"),
    ],
)
def test_advice_names_the_likely_cause(code: str, advice: str) -> None:
    assert advice in advice_on(raised(code), "")


def test_a_function_that_the_checks_ask_for_is_to_be_renamed() -> None:
    error = raised("import types\nm = types.ModuleType('las')\nm.lookandsay = 3\nm.look_and_say")
    assert advice_on(error, "") == "did you mean lookandsay?"
    expected = "the checks ask for look_and_say: give your lookandsay that name"
    assert advice_on(error, "", asked=True) == expected


def test_a_file_that_is_nested_too_deep_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "las.py").write_text(f"x = {'-' * 20_000}1\ny = x{'.y' * 20_000}\n")
    (tmp_path / "nim.py").write_text("x = 1\n")
    found = read_files(tmp_path, "")
    assert list(found.trees) == ["nim.py"]
    assert found.faults["las.py"].message.startswith("las.py can't be read as Python: ")


def test_a_file_in_utf_16_is_named_as_such(tmp_path: Path) -> None:
    (tmp_path / "las.py").write_bytes("x = 1\n".encode("utf-16"))
    [fault] = read_files(tmp_path, "").faults.values()
    assert fault.message == "las.py can't be read: it is UTF-16 text: save it as UTF-8"


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("from hw09.helper import X", WITHOUT_FOLDER),
        ("import hw09.helper", WITHOUT_FOLDER),
        ("from hw09 import helper", WITHOUT_FOLDER),
        ("    from hw09 import (helper)", WITHOUT_FOLDER),
        ("import hw09", ""),
        ("from hw09.other import X", ""),
        ("from other.helper import X", ""),
    ],
)
def test_an_import_by_the_name_of_a_folder_is_told_apart(line: str, advice: str) -> None:
    files = {"las.py": f"import os\n{line}\n", "helper.py": ""}
    assert advice_on_folder("No module named 'hw09'", files) == advice


def test_other_failures_of_imports_get_no_such_advice() -> None:
    assert advice_on_folder("cannot import name 'X' from 'hw09'", {"hw09.py": ""}) == ""
