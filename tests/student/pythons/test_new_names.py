"""Names of Python's library that an older one lacks are found in code, with the line."""

import ast

import pytest

from grader.student.pythons.new_names import new_since, newer_names


def found(
    text: str, grading: str = "3.11", own: tuple[str, ...] = ()
) -> list[tuple[int, str, str]]:
    return list(newer_names(ast.parse(text), grading, own))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from typing import override\n", (1, "typing.override", "3.12")),
        ("import itertools\n\nx = itertools.batched\n", (3, "itertools.batched", "3.12")),
        (
            "import itertools as it\ndef f():\n    return it.batched\n",
            (3, "itertools.batched", "3.12"),
        ),
        ("import copy\ncopy.replace(1)\n", (2, "copy.replace", "3.13")),
        ("from warnings import deprecated as d\n", (1, "warnings.deprecated", "3.13")),
        ("import math\nmath.fma(1, 2, 3)\n", (2, "math.fma", "3.13")),
        ("import annotationlib\n", (1, "annotationlib", "3.14")),
        ("from string import templatelib\n", (1, "string.templatelib", "3.14")),
        ("from compression import zstd\n", (1, "compression", "3.14")),
        ("from concurrent import interpreters\n", (1, "concurrent.interpreters", "3.14")),
        ("from pathlib import Path\nPath.walk(Path())\n", (2, "pathlib.Path.walk", "3.12")),
        ("raise PythonFinalizationError\n", (1, "PythonFinalizationError", "3.13")),
    ],
)
def test_a_name_of_a_later_python_is_found_with_its_line(
    text: str, expected: tuple[int, str, str]
) -> None:
    assert found(text)[0] == expected


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    from typing import override\nexcept ImportError:\n    override = None\n",
        "try:\n    import annotationlib\nexcept ModuleNotFoundError:\n    pass\n",
        "import itertools\ntry:\n    f = itertools.batched\nexcept AttributeError:\n    pass\n",
        "import sys\nif sys.version_info >= (3, 12):\n    from typing import override\n",
        "import itertools\nif hasattr(itertools, 'batched'):\n    f = itertools.batched\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from typing import override\n",
    ],
)
def test_a_name_that_is_asked_for_with_care_is_no_fault(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "import itertools\nprint(itertools.chain)\n",
        "class Copy:\n    def replace(self): ...\ncopy = Copy()\ncopy.replace()\n",
        "import copy\ndef f(copy):\n    return copy.replace(1)\n",
        "PythonFinalizationError = 1\nprint(PythonFinalizationError)\n",
        "from .typing import override\n",
    ],
)
def test_a_name_that_was_always_there_or_is_the_students_own_is_no_fault(text: str) -> None:
    assert found(text) == []


def test_a_module_of_the_hand_in_hides_that_of_the_library() -> None:
    assert found("import annotationlib\n", own=("annotationlib",)) == []


def test_a_python_has_all_names_up_to_its_own_version() -> None:
    assert found("from typing import override\n", "3.12") == []
    assert [new_since("copy.replace", v) for v in ("3.12", "3.13", "3.14")] == ["3.13", "", ""]


def test_an_import_in_a_handler_is_looked_at() -> None:
    text = "try:\n    import numpy\nexcept ImportError:\n    from itertools import batched\n"
    assert found(text) == [(4, "itertools.batched", "3.12")]
