"""Tests that can find no mistake are told from those that may."""

from pathlib import Path

import pytest

from grader.student.checking.own_files import read_files
from grader.student.checking.weak_tests import NO_ASSERT, NO_CALL, NO_CALL_BY_DOCTESTS, weakness

IMPORT = "from las import look_and_say\n"
MODULES = ("las", "nim", "shop.cart")


def found(folder: Path, text: str, **others: str) -> str:
    for name, written in {"test_all": text, **others}.items():
        (folder / f"{name}.py").write_text(written, "utf-8")
    return weakness("test_all.py", read_files(folder, "gametree"), MODULES)


@pytest.mark.parametrize(
    "text",
    [
        f"{IMPORT}def test_a():\n    look_and_say(1, 2)\n",
        f"{IMPORT}def test_a():\n    look_and_say(1, 2) == 3\n",
        f"{IMPORT}def test_a():\n    print(look_and_say)\n",
    ],
)
def test_tests_without_an_assertion_are_said(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == NO_ASSERT


def test_tests_that_only_run_doctests_are_said(tmp_path: Path) -> None:
    loop = (
        "def test_a():\n    for m in (las, nim):\n        assert doctest.testmod(m).failed == 0\n"
    )
    assert found(tmp_path, f"import doctest, las, nim\n{loop}") == NO_CALL_BY_DOCTESTS
    more = "def test_b():\n    assert las.look_and_say(1)\n"
    assert found(tmp_path, f"import doctest, las, nim\n{loop}{more}") == ""


def test_what_only_the_own_file_has_can_not_be_imported_when_graded(tmp_path: Path) -> None:
    text = "from las import look_and_say, mine\ndef test_a():\n    assert look_and_say(mine)\n"
    (tmp_path / "test_all.py").write_text(text, "utf-8")
    files = read_files(tmp_path, "gametree")
    said = weakness("test_all.py", files, MODULES, {"las": ["look_and_say"]})
    why = "test_all.py imports mine from las, which is only in yours"
    assert said == f"graded, your tests can't be collected: {why}"
    assert weakness("test_all.py", files, MODULES, {"las": ["look_and_say", "mine"]}) == ""
    assert weakness("test_all.py", files, MODULES) == ""


@pytest.mark.parametrize(
    "text",
    [
        "def test_a():\n    assert 1 + 1 == 2\n",
        f"{IMPORT}def helper(x): return x\ndef test_a():\n    assert helper(2) == 2\n",
        f"{IMPORT}def test_a():\n    look_and_say\n    assert True\n",
    ],
)
def test_tests_of_nothing_of_the_assignment_are_said(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == NO_CALL


@pytest.mark.parametrize(
    "text",
    [
        f"{IMPORT}def test_a():\n    assert look_and_say(1, 2) == 3\n",
        "import nim as n\ndef test_a():\n    assert n.equal(1, 2)\n",
        "from shop.cart import Cart\nclass TestA(T):\n    def test(self):\n"
        "        self.assertEqual(Cart().total, 1)\n",
        "from shop import cart\ndef test_a():\n    assert cart.Cart()\n",
        f"{IMPORT}import pytest\ndef test_a():\n    with pytest.raises(ValueError):\n"
        "        look_and_say(1, 2)\n",
        f"{IMPORT}def test_a():\n    if look_and_say(1, 2) != 3:\n        raise ValueError\n",
        f"{IMPORT}f = look_and_say\ndef test_a():\n    assert f(1, 2)\n",
        "from las import *\ndef test_a():\n    assert look_and_say(1, 2)\n",
        "import importlib\ndef test_a():\n    assert importlib.import_module('las')\n",
        "def test_a(: pass\n",
    ],
)
def test_of_other_tests_nothing_is_said(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == ""


def test_own_files_beside_the_tests_count(tmp_path: Path) -> None:
    text = "from beside import same\ndef test_a():\n    same(1, 2)\n"
    beside = "import las\ndef same(x, y):\n    assert las.look_and_say(x, y)\n"
    assert found(tmp_path, text, beside=beside) == ""
    assert found(tmp_path, text, beside="def same(x, y):\n    return x\n") == NO_ASSERT
