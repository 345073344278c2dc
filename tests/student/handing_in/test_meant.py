"""Which files are meant as those that are asked for, though their names are others."""

import pytest

from grader.student.handing_in.meant import meant_name


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        *[
            (name, "nim.py")
            for name in ("Nim.py", "nim (1).py", "nim-1.py", "nim.py.txt", "nim - Kopie.py")
        ],
        *[(name, "nim.py") for name in ("nim kopia.py", "nim[1].py", "nim\xa0.py", "ｎｉｍ.py")],
        *[(name, "nim.py") for name in ("nim/__init__.py", "old/nim - Copy (2).py", "nim.py.py")],
        *[(name, "select_move.py") for name in ("select-move.py", "Select Move.py")],
        *[(name, "jamboree.py") for name in ("jamborree.py", "jambore.py", "jamboree2.py")],
        *[(name, "test_all.py") for name in ("tests_all.py", "test_nim.py", "nim_test.py")],
        ("shop.py", "shop/__init__.py"),
        ("cart.py", "shop/cart.py"),
        ("cheap (1).sql", "cheap.sql"),
        ("cafe\u0301s.py", "caf\xe9s.py"),
    ],
)
def test_a_file_of_nearly_the_right_name_is_meant(name: str, wanted: str) -> None:
    assert meant_name(name, wanted) == wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        *[(name, "nim.py") for name in ("nim_old.py", "minim.py", "nin.py", "nim.txt", "nim.sql")],
        *[(name, "jamboree.py") for name in ("jamboree_tools.py", "test_jamboree.py")],
        ("tools.py", "test_all.py"),
        ("cheap.ipynb", "cheap.sql"),
        ("", "nim.py"),
        ("__init__.py", "nim.py"),
    ],
)
def test_other_files_are_not(name: str, wanted: str) -> None:
    assert meant_name(name, wanted) == ""


def test_a_name_of_many_copies_is_read_like_any_other() -> None:
    assert meant_name(f"nim{' copy 1' * 100}.py", "nim.py") == "nim.py"
    assert meant_name(f"{' copy 1' * 100}x.py", "nim.py") == ""  # else it takes for ever


def test_a_notebook_is_meant_as_the_module_that_is_made_of_it() -> None:
    assert meant_name("Copy of Nim.ipynb", "nim.py") == "nim.ipynb"
