"""A module of a package: from its checks to the page, and with a course's tests as they are."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import main
from grader.commands.new import new_assignment
from tests.support import ROOT, unpack

HELPER = "class Nothing(ValueError):\n    pass\n"
AS_IT_IS = """\
import pytest

import shop.cart
from shop.cart import mean, tally


def test_tally():
    assert tally("a A b") == {"a": 2, "b": 1}


def test_mean():
    assert mean([1, 2]) == 1.5
    with pytest.raises(ValueError):
        shop.cart.mean([])
"""


SUITE = """\
from shop.cart import mean, tally
import shop.cart


def test_tally():
    assert tally("a A") == {"a": 2}
    assert tally("b") == {"b": 1}


def test_mean_keeps_its_numbers():
    numbers = [1, 2]
    assert shop.cart.mean(numbers) == 1.5
    assert numbers == [1, 2]
"""
HALF = SUITE.partition("    assert numbers")[0]
MISTAKES_OF_WORDS = ("divides_by_all", "first_that_is_repeated")
MISTAKES = ("goes_on_counting", "uses_up_its_numbers")
TESTS_OF_STUDENTS = """\
  - name: test_all
    title: Own tests
    tasks:
      - id: test_all.thoroughness
        title: Tests that catch faulty solutions
        points: 2
        steps: [{share: 0.5, points: 1}, {share: 1, points: 2}]
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A new assignment whose module is put into a package, `shop.cart`."""
    config = new_assignment("cart", tmp_path / "cart")
    root = config.parent
    for file in [*root.glob("*/cart.py"), *root.glob("planted/*/*/cart.py")]:
        (file.parent / "shop").mkdir()
        (file.parent / "shop/__init__.py").touch()
        text = file.read_text("utf-8")
        if file.parent.name != "claims_to_be_right":
            (file.parent / "shop/errors.py").write_text(HELPER, "utf-8")
            text = text.replace("\n\n", "\n\nfrom .errors import Nothing as Nothing\n", 1)
        (file.parent / "shop/cart.py").write_text(text, "utf-8")
        file.unlink()
    for file in root.glob("*/checks/test_cart.py"):
        text = file.read_text("utf-8").replace('"cart.', '"shop.cart.')
        for whose in ("submission", "code"):
            text = text.replace(f"{whose}.cart", f"{whose}.shop.cart")
        file.with_name("test_shop_cart.py").write_text(text, "utf-8")
        file.unlink()
    mistakes = root / "reference/mistakes/cart.toml"
    for file in (mistakes, *root.glob("planted/*/*/expected.toml")):
        file.write_text(file.read_text("utf-8").replace('"cart.', '"shop.cart.'), "utf-8")
    mistakes.rename(mistakes.with_name("shop.cart.toml"))
    text = config.read_text("utf-8").replace("name: cart\n", "name: shop.cart\n")
    config.write_text(text.replace("id: cart.", "id: shop.cart."), "utf-8")
    (root / "handout/checks/tasks.toml").unlink()
    return config


def packed(config: Path, tmp_path: Path) -> Path:
    """The handout, unpacked."""
    archive = tmp_path / "handout.tgz"
    assert main(["pack", str(archive), "--config", str(config)]) == 0
    unpack(archive, tmp_path)
    return tmp_path / "cart-handout"


def test_a_module_of_a_package_is_checked_handed_in_and_graded(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = packed(config, tmp_path)
    assert main(["verify", "--config", str(config)]) == 0
    shutil.copytree(config.parent / "reference/shop", folder / "shop", dirs_exist_ok=True)
    make = ["make", f"PYTHON={sys.executable}"]
    ran = subprocess.run(make, cwd=folder, capture_output=True, text=True, check=False)
    assert "all checks passed: shop.cart" in ran.stdout
    assert "Packed too, because they are imported: shop/__init__.py, shop/errors.py" in ran.stdout
    cart = folder / "shop/cart.py"
    cart.write_text(cart.read_text("utf-8").replace("text.lower()", "text"), "utf-8")
    one = [sys.executable, "-m", "checks", "shop/cart.py"]
    ran = subprocess.run(one, cwd=folder, capture_output=True, text=True, check=False)
    assert "✗ shop.cart.tally (6 points)" in ran.stdout
    handins = tmp_path / "class"
    shutil.copytree(folder / "shop", handins / "ada/shop")
    (handins / "bob").mkdir()
    shutil.copy(cart, handins / "bob")
    shutil.copy(folder / "cart-handin.tgz", handins / "cem.tgz")
    capsys.readouterr()
    out = tmp_path / "out"
    assert main(["batch", str(handins), "--out", str(out), "--config", str(config)]) in (0, 1)
    shown = capsys.readouterr().out
    assert "shop.cart.tally                1 of 2" in shown
    assert "found: cart.py; cart.py must be named shop/cart.py" in shown
    assert "the same word may begin with a capital letter" in (out / "students/ada.html").read_text(
        "utf-8"
    )


def test_tests_as_they_are_import_modules_of_a_package(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("handout", "reference"):
        (config.parent / folder / "checks/test_shop_cart.py").write_text(AS_IT_IS, "utf-8")
    text = config.read_text("utf-8").replace("shop.cart\n", "shop.cart\n    tests: as-is\n", 1)
    for name in ("tally", "mean"):
        text = text.replace(f"[{name}]", f"[{name}]\n        tests: [test_{name}]")
    config.write_text(text, "utf-8")
    packed(config, tmp_path)
    planted = config.parent / "planted"
    for handin, points in (("right/by_counter", 10), ("hostile/claims_to_be_right", 0)):
        capsys.readouterr()
        assert main(["grade", str(planted / handin), "--config", str(config)]) == 0
        assert f"{points} of 10 points" in capsys.readouterr().out


def test_a_students_tests_import_modules_of_a_package(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root, words = config.parent, ROOT / "assignments/words"
    (root / "reference/test_all.py").write_text(SUITE, "utf-8")
    (root / "handout/test_all.py").write_text('"""Your tests."""\n', "utf-8")
    for folder in ("handout", "reference"):
        text = (words / folder / "checks/test_test_all.py").read_text("utf-8")
        for old, new in zip(MISTAKES_OF_WORDS, MISTAKES, strict=True):
            text = text.replace(old, new)
        (root / folder / "checks/test_test_all.py").write_text(text, "utf-8")
    text = config.read_text("utf-8").replace("modules:\n", "student_tests: test_all\n\nmodules:\n")
    config.write_text(text.replace("points: 10", "points: 12", 1) + TESTS_OF_STUDENTS, "utf-8")
    packed(config, tmp_path)
    for number, (tests, points) in enumerate([(SUITE, 12), (HALF, 11)]):
        handin = tmp_path / f"handin{number}"
        shutil.copytree(root / "reference/shop", handin / "shop")
        (handin / "test_all.py").write_text(tests, "utf-8")
        capsys.readouterr()
        assert main(["grade", str(handin), "--config", str(config)]) == 0
        assert f"{points} of 12 points" in capsys.readouterr().out
