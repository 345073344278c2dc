"""Which modules a file needs is read from its lines, whether or not it is Python."""

import pytest

from grader.report.content.imports import imported_modules

MODULES = ("las", "connect4", "shop.cart", "run")


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("from las import look_and_say\n", ("las",)),
        ("def f():\n    import json, las, run\n", ("las", "run")),
        ("from shop.cart import Cart\n", ("shop.cart",)),
        ("import helper\n", ("las",)),
        ("import las\ndef f(:\n", ("las",)),
        ("import connect4\n", ()),
        ("# import las\nimporting = 'las'\n", ()),
    ],
)
def test_modules_are_found_also_through_other_files(text: str, needed: tuple[str, ...]) -> None:
    sources = {"connect4.py": text, "helper.py": "import other\n", "other.py": "import las\n"}
    assert imported_modules(sources, "connect4", MODULES) == needed


def test_files_that_import_each_other_come_to_an_end() -> None:
    sources = {"connect4.py": "import las\n", "las.py": "import connect4\n"}
    assert imported_modules(sources, "connect4", MODULES) == ("las",)
