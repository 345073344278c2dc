"""A file of nearly the right name, or in another folder, is found, with what to do about it."""

from pathlib import Path

import pytest

from grader.student.checking.assignment import HandoutModule
from grader.student.checking.misplaced import misplaced
from grader.student.handing_in.listing import UNKNOWN, Handout, digest

NIM, SELECT = HandoutModule("nim", ()), HandoutModule("select_move", ())
STARTER = b"raise NotImplementedError\n"
HANDOUT = Handout("1", {"nim.py": digest(STARTER), "las.py": digest(STARTER)})


def words(folder: Path, handout: Handout = UNKNOWN) -> dict[str, str]:
    found = misplaced(folder, [NIM, SELECT], "gametree", handout)
    return {name: one.words for name, one in found.items()}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("src/nim.py", "there is src/nim.py: move it here"),
        ("my work/Nim.py", "there is 'my work/Nim.py': move it here, as nim.py"),
        ("Nim.py", "there is Nim.py: rename it to nim.py"),
        ("nim (1).py", "there is 'nim (1).py': rename it to nim.py"),
        ("nim(2).py", "there is nim(2).py: rename it to nim.py"),
        ("Copy of nim.py", "there is 'Copy of nim.py': rename it to nim.py"),
        ("nim - Copy (2).py", "there is 'nim - Copy (2).py': rename it to nim.py"),
        ("nim copy 2.py", "there is 'nim copy 2.py': rename it to nim.py"),
        ("nim.py.txt", "there is nim.py.txt: rename it to nim.py"),
        ("Nim.ipynb", "there is Nim.ipynb: rename it to nim.ipynb"),
    ],
)
def test_a_file_that_is_meant_as_a_missing_one_is_named(
    tmp_path: Path, name: str, expected: str
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("x = 1\n")
    assert words(tmp_path) == {"nim": expected}


def test_words_of_a_name_may_be_joined_in_other_ways(tmp_path: Path) -> None:
    (tmp_path / "select-move.py").write_text("x = 1\n")
    assert words(tmp_path) == {
        "select_move": "there is select-move.py: rename it to select_move.py"
    }


def test_of_several_files_one_must_be_chosen(tmp_path: Path) -> None:
    for name in ("nim (1).py", "nim (2).py"):
        (tmp_path / name).write_text("x = 1\n")
    assert words(tmp_path) == {"nim": "there is 'nim (1).py' and 'nim (2).py': one must be nim.py"}


@pytest.mark.parametrize("name", ["nim_old.py", "minim.py", "checks/nim.py", "gametree/nim.py"])
def test_other_files_are_not_meant(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("x = 1\n")
    assert words(tmp_path) == {}


def test_beside_work_a_copy_is_no_news(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_text("x = 1\n")
    (tmp_path / "nim (1).py").write_text("x = 2\n")
    assert words(tmp_path, HANDOUT) == {}


def test_beside_an_untouched_starter_it_is(tmp_path: Path) -> None:
    (tmp_path / "nim.py").write_bytes(STARTER)
    (tmp_path / "nim (1).py").write_text("x = 2\n")
    assert words(tmp_path, HANDOUT) == {"nim": "there is 'nim (1).py': rename it to nim.py"}


def test_another_untouched_starter_is_not_meant(tmp_path: Path) -> None:
    (tmp_path / "hw").mkdir()
    (tmp_path / "hw/nim.py").write_bytes(STARTER)
    assert words(tmp_path, HANDOUT) == {}


def test_beside_an_untouched_starter_in_a_package_it_is_too(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop/cart.py").write_bytes(STARTER)
    (tmp_path / "cart.py").write_text("x = 2\n")
    handout = Handout("1", {"shop/cart.py": digest(STARTER)})
    [one] = misplaced(tmp_path, [HandoutModule("shop.cart", ())], "", handout).values()
    assert one.words == "there is cart.py: rename it to shop/cart.py"
