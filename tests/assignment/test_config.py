"""What an assignment says of itself: names of files and folders, and what belongs to what."""

from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.config import (
    AllowedPackages,
    Assignment,
    Examples,
    Folders,
    Format,
    Module,
    Task,
)


def module(name: str, *tasks: str, **more: object) -> Module:
    made = [Task(id=f"{name}.{task}", title=task, points=1) for task in tasks]
    return Module(name=name, title=name, tasks=tuple(made), **more)  # type: ignore[arg-type]  # fields by name


MODULES = (
    module("las", "parse", "write"),
    module("trees.nodes", "walk"),
    module("trees.leaves"),
    module("shell", program=True),
    module("query", "all", format=Format.SQL),
)
ASSIGNMENT = Assignment(title="t", seed=1, points=4, modules=MODULES, root=Path("/a"))


def test_a_file_is_named_after_its_module_unless_something_else_is_said() -> None:
    assert [one.file for one in MODULES] == [
        *("las.py", "trees/nodes.py", "trees/leaves.py", "shell.py", "query.py")
    ]
    assert module("las", file="work/las_1.py").file == "work/las_1.py"


def test_a_text_is_handed_in_by_its_own_ending_and_graded_as_a_module() -> None:
    assert ASSIGNMENT.known_files[-1] == "query.sql"
    assert ASSIGNMENT.texts == {"query.py": "query.sql"}


def test_the_package_of_a_module_is_its_first_folder() -> None:
    assert [one.packages for one in MODULES[:2]] == [(), ("trees",)]
    assert ASSIGNMENT.packages_handed_in == ("trees",)


def test_tasks_are_in_the_order_of_the_file_and_know_their_module() -> None:
    tasks = ["las.parse", "las.write", "trees.nodes.walk", "query.all"]
    assert [one.id for one in ASSIGNMENT.tasks] == tasks
    assert [one.module for one in ASSIGNMENT.tasks] == ["las", "las", "trees.nodes", "query"]
    assert ASSIGNMENT.module_of("trees.nodes.walk") is MODULES[1]
    with pytest.raises(KeyError, match="nowhere"):
        ASSIGNMENT.module_of("nowhere.walk")


def test_programs_are_those_that_are_run() -> None:
    assert ASSIGNMENT.programs == {"shell"}


def test_folders_are_named_from_the_folder_of_the_file() -> None:
    moved = replace(ASSIGNMENT, folders=Folders(handout="h", hidden_checks="secret"))
    assert moved.folders_of_checks == (Path("/a/h/checks"), Path("/a/secret"))
    assert moved.listed_file("las") == Path("/a/secret/listed/las.txt")
    assert (moved.reference, moved.mistakes, moved.planted) == (
        *(Path("/a/reference"), Path("/a/reference/mistakes"), Path("/a/planted")),
    )


def test_packages_are_pinned_in_a_file_of_the_handout() -> None:
    assert (ASSIGNMENT.imports, ASSIGNMENT.lock) == ((), None)
    allowed = replace(ASSIGNMENT, packages=AllowedPackages(names=("numpy",)))
    assert (allowed.imports, allowed.lock) == (("numpy",), Path("/a/handout/requirements.txt"))


def test_files_of_the_handout_are_given_as_python_or_as_bytes(tmp_path: Path) -> None:
    (tmp_path / "handout").mkdir()
    (tmp_path / "handout/tools.py").write_text("x = 'é'\n", "utf-8")
    (tmp_path / "handout/words.csv").write_bytes(b"\xff,1\r\n")
    both = replace(ASSIGNMENT, root=tmp_path, files=("tools.py", "words.csv"))
    assert both.given == {"tools.py": "x = 'é'\n"}
    assert both.data == {"words.csv": b"\xff,1\r\n"}
    with pytest.raises(OSError, match=r"none\.csv"):
        assert replace(both, files=("none.csv",)).data


def test_a_choice_of_examples_counts_where_it_is_there_and_not_all_are_asked(
    tmp_path: Path,
) -> None:
    one = replace(ASSIGNMENT, root=tmp_path)
    assert one.choice_of("las") is None
    file = one.choice_file("las")
    file.parent.mkdir(parents=True)
    file.write_bytes(b"")
    assert one.choice_of("las") == file == tmp_path / "reference/checks/chosen/las.toml"
    assert one.asking_all().choice_of("las") is None
    assert one.asking_all().examples is Examples.ALL
