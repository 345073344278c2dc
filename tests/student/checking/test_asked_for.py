"""What students type after `python3 -m checks` means what they think it does."""

from pathlib import Path

import pytest

from grader.student.checking.asked_for import CheckSelection, asked_for, unknown_words
from grader.student.checking.assignment import HandoutAssignment, HandoutModule, HandoutTask

ASSIGNMENT = HandoutAssignment(
    tuple(
        [
            HandoutModule(name, tuple([HandoutTask(f"{name}.{task}", 1) for task in tasks]))
            for name, tasks in (
                ("las", ["look_and_say"]),
                ("nim", ["equal", "search"]),
                ("shop.cart", ["total", "search"]),
            )
        ]
    ),
    "handin.tgz",
)


def asked(folder: Path, *arguments: str) -> CheckSelection:
    return asked_for(arguments, folder, ASSIGNMENT)


@pytest.mark.parametrize(
    "argument", ["las", "las.py", "./las.py", "LAS", "Las.py", "las.ipynb", "las,las", "{}/las.py"]
)
def test_a_module_may_be_named_in_many_ways(tmp_path: Path, argument: str) -> None:
    assert asked(tmp_path, argument.format(tmp_path)) == CheckSelection(("las",))


def test_several_may_be_joined_by_commas(tmp_path: Path) -> None:
    expected = CheckSelection(("las", "nim", "shop.cart"))
    assert asked(tmp_path, "las,nim", "shop/cart.py") == expected
    assert asked(tmp_path, "las,", "nim,shop.cart") == expected


@pytest.mark.parametrize(
    ("argument", "ref"),
    [
        ("las.2", "las.2"),
        ("shop.cart.1", "shop.cart.1"),
        ("nim.search", "nim.search"),
        ("look_and_say", "las.look_and_say"),
    ],
)
def test_a_check_a_task_and_a_function_are_tried_alone(
    tmp_path: Path, argument: str, ref: str
) -> None:
    assert asked(tmp_path, argument) == CheckSelection((), ref)


def test_of_several_functions_the_modules_are_checked(tmp_path: Path) -> None:
    assert asked(tmp_path, "look_and_say", "equal") == CheckSelection(("las", "nim"))


def test_a_function_of_two_modules_is_not_known(tmp_path: Path) -> None:
    assert asked(tmp_path, "search") == CheckSelection((), unknown=("search",))


def test_other_files_are_told_apart_from_what_is_not_there(tmp_path: Path) -> None:
    for name in ("nim (1).py", "a,b.py"):
        (tmp_path / name).write_text("")
    found = asked(tmp_path, "las.py", "nim (1).py", "a,b.py", "lass")
    assert found == CheckSelection(("las",), "", ("lass",), ("nim (1).py", "a,b.py"))


def test_what_may_be_meant_is_said() -> None:
    there = "here are checks of las, nim, shop.cart."
    assert unknown_words("lass", ASSIGNMENT) == (
        f"There are no checks of lass; did you mean las? T{there}"
    )
    assert "did you mean look_and_say? T" in unknown_words("lookandsay", ASSIGNMENT)
    assert unknown_words("chess", ASSIGNMENT) == f"There are no checks of chess; t{there}"
