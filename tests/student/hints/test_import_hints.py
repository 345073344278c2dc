"""An import that begins with the folder's name is said, and no other is."""

import pytest

from grader.student.hints.import_hints import advice_on_folder

WITHOUT_FOLDER = "the folder's name isn't part of an import: write helper alone, without hw09"


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
