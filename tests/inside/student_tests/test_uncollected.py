"""Why a suite can't be collected is read in its text, and what only may happen isn't said."""

import sys
from types import ModuleType

import pytest

from grader.inside.student_tests.uncollected import ONCE, why_uncollected

NAMES = {"work": ["double"], "open": ["*"], "shop": [], "shop.cart": ["add"]}


def why(suite: str, **others: str) -> str:
    texts = {f"{name}.py": text for name, text in others.items()}
    return why_uncollected("test_all.py", {"test_all.py": suite, **texts}, NAMES)


@pytest.mark.parametrize(
    ("suite", "words"),
    [
        ("import nowhere", "imports nowhere, which isn't there"),
        ("from nowhere.deep import x", "imports nowhere, which isn't there"),
        ("import json, nowhere as n", "imports nowhere, which isn't there"),
        ("from work import double, mine", "imports mine from work, which is only in yours"),
        ("import unittest\nunittest.main()", f"calls unittest.main() {ONCE}"),
        ("import unittest as u\nu.main(verbosity=2)", f"calls u.main() {ONCE}"),
        ("from unittest import main\nmain()", f"calls main() {ONCE}"),
        ("exit()", f"calls exit() {ONCE}"),
        ("from shop import add", "imports add from shop, which is only in yours"),
        ("from shop import work", "imports work from shop, which is only in yours"),
        ("import sys\nsys.exit(0)", f"calls sys.exit() {ONCE}"),
        ("import pytest\nraise SystemExit(pytest.main())", "raises SystemExit when it is imported"),
        ("raise RuntimeError", "raises RuntimeError when it is imported"),
    ],
)
def test_what_always_ends_the_import_is_named(suite: str, words: str) -> None:
    assert why(f"x = 1\n{suite}\n") == f"test_all.py {words}"


@pytest.mark.parametrize(
    "suite",
    [
        "import json, pytest, work, shop.cart\nfrom shop import cart\nfrom work import *",
        "from shop.cart import add\nimport helpers\nfrom work import double as d",
        "try:\n    import nowhere\nexcept ImportError:\n    nowhere = None",
        "import unittest\nif __name__ == '__main__':\n    unittest.main()",
        "import unittest\nunittest.main(exit=False)",
        "def main(): pass\nmain()",
        "def exit(): pass\nexit()",
        "exit = print\nexit()",
        "first, exit = 1, print\nexit()",
        "exit: object = print\nexit()",
        "for exit in [print]: pass\nexit()",
        "with open(0) as exit: pass\nexit()",
        "if exit := print: pass\nexit()",
        "try:\n    from work import double as exit\nexcept ImportError:\n    exit = print\nexit()",
        "import __main__",
        "import without_spec",
        "from open import anything",
        "def test_x():\n    import nowhere\n    exit()",
        "x = (",
    ],
)
def test_of_what_may_be_all_right_nothing_is_said(
    suite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_spec = ModuleType("without_spec")
    assert without_spec.__spec__ is None
    monkeypatch.setitem(sys.modules, "without_spec", without_spec)
    assert why(suite, helpers="x = 1") == ""


def test_files_that_are_imported_are_read_too_and_conftest_first() -> None:
    assert why("import one", one="import two", two="1\nexit()").startswith("two.py calls exit()")
    both = why("exit()", conftest="raise RuntimeError('x')")
    assert both == "conftest.py raises RuntimeError when it is imported"
    assert why("import one", one="import test_all\nimport one") == ""


@pytest.mark.parametrize(
    "text", ["x = " + "-" * 50_000 + "1", *["a" + ".b" * n + "()" for n in (900, 3_000)]]
)
def test_what_is_nested_too_deep_is_passed_over(text: str) -> None:
    assert why(text) == ""
