"""What texts print is read as sessions, one for each text and task."""

from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.assignment.printed import printed_in
from grader.student.printed.sessions import NAME, read_sessions, sessions_to_bytes
from tests.small_assignment import CONFIG, make
from tests.support import ROOT

STARTER = '''\
"""Runs."""

from gametree import Seq


def look_and_say(values):
    """The runs of values.

    >>> look_and_say(Seq.of(1, 1))
    Seq.of((2, 1))
    """
    raise NotImplementedError("look_and_say")


def given(values):
    """Given.

    >>> given(3)
    3
    """
    return values
'''


def assignment(folder: Path, page: str = "", starter: str = STARTER) -> Assignment:
    config = make(folder)
    (folder / "handout/las.py").write_text(starter)
    (folder / "handout/docs").mkdir()
    (folder / "handout/docs/las.md").write_text(page)
    return load(config)


def steps(page: str, folder: Path) -> list[tuple[str, str]]:
    """What the one session of a page types, and what is compared with it."""
    found = printed_in(assignment(folder, page, "def look_and_say(values): ...\n"))
    return [(s.typed, s.printed) for session in found.sessions for s in session.steps]


def why(page: str, folder: Path) -> list[str]:
    """Why the examples of a page can't be checked."""
    found = printed_in(assignment(folder, page, STARTER.replace(">>>", "$")))
    return [f"{one.place} {one.why}" for one in found.unchecked]


def test_the_examples_of_a_docstring_are_a_session_of_its_task(tmp_path: Path) -> None:
    found = printed_in(assignment(tmp_path))
    [session] = found.sessions
    assert (session.task, session.text, session.title, session.functions) == (
        *("las.look_and_say", "starter las.py", "the examples of look_and_say"),
        ("look_and_say",),
    )
    assert [(step.typed, step.printed, step.line) for step in session.steps] == [
        ("from gametree import Seq", "", 1),
        ("look_and_say(Seq.of(1, 1))", "Seq.of((2, 1))", 9),
    ]
    assert found.unchecked == ()


def test_what_a_module_imports_of_its_own_package_is_no_step(tmp_path: Path) -> None:
    imports = "from .errors import Full\nimport runs.errors\nfrom gametree import Seq"
    config = make(tmp_path, CONFIG.replace("las", "runs.las"))
    for folder in ("handout", "reference"):
        (tmp_path / folder / "runs").mkdir()
        text = STARTER.replace("from gametree import Seq", imports)
        (tmp_path / folder / "runs/las.py").write_text(text)
    (tmp_path / "handout/checks/test_runs_las.py").touch()
    [session] = printed_in(load(config)).sessions
    assert [step.typed for step in session.steps] == [
        "from gametree import Seq",
        "look_and_say(Seq.of(1, 1))",
    ]
    assert session.module == "runs.las"


@pytest.mark.parametrize("imported", ["import runs.las", "import runs.las as las"])
def test_a_module_by_another_name_than_its_own_is_said_to_have_no_check(
    tmp_path: Path, imported: str
) -> None:
    config = make(tmp_path, CONFIG.replace("las", "runs.las"))
    for folder in ("handout", "reference"):
        (tmp_path / folder / "runs").mkdir()
        (tmp_path / folder / "runs/las.py").write_text(STARTER.replace(">>>", "$"))
    (tmp_path / "handout/checks/test_runs_las.py").touch()
    name = imported.rpartition(" ")[2]
    page = f">>> {imported}\n>>> {name}.look_and_say([1])\n[(1, 1)]\n"
    (tmp_path / "handout/README.md").write_text(page)
    found = printed_in(load(config))
    assert found.sessions == ()
    assert [str(one) for one in found.unchecked] == [
        f"README.md:2: no check asks `{name}.look_and_say([1])`: "
        "write `from runs.las import …` above it"
    ]


def test_a_page_gives_the_steps_that_an_example_needs_and_no_others(tmp_path: Path) -> None:
    page = """
    >>> from las import look_and_say
    >>> unused = 3
    >>> unused
    3
    >>> values = [1]
    >>> twice = values + values
    >>> look_and_say(twice)
    [(2, 1)]
"""
    assert steps(page, tmp_path) == [
        ("values = [1]", ""),
        ("twice = values + values", ""),
        ("look_and_say(twice)", "[(2, 1)]"),
    ]


def test_a_name_of_the_text_may_be_that_of_the_module(tmp_path: Path) -> None:
    page = """
    >>> from las import look_and_say
    >>> las = [1, 1]
    >>> look_and_say(las)
    [(2, 1)]
    """
    assert steps(page, tmp_path) == [("las = [1, 1]", ""), ("look_and_say(las)", "[(2, 1)]")]


def test_what_a_function_has_done_to_its_argument_is_compared_too(tmp_path: Path) -> None:
    page = "    >>> from las import *\n    >>> a = [1]\n    >>> _ = look_and_say(a)\n"
    page += "    >>> len(a)\n    1\n"
    assert steps(page, tmp_path)[-2:] == [("_ = look_and_say(a)", ""), ("len(a)", "1")]


@pytest.mark.parametrize(
    ("example", "words"),
    [
        ("look_and_say(values=[1])", "it passes an argument by its name, which is free"),
        ("look_and_say(given(3))", "it calls given, which no task's `functions` name"),
        ("look_and_say([1])  # doctest: +SKIP", "the text says +SKIP"),
        ("type(look_and_say([1]))", "type tells nothing of an object that stays beside a hand-in"),
        ("max([1], key=look_and_say)", ""),
    ],
)
def test_an_example_that_cannot_be_asked_says_why(example: str, words: str, tmp_path: Path) -> None:
    page = f"    >>> from las import *\n    >>> {example}\n    1\n"
    assert why(page, tmp_path) == ([f"docs/las.md:2 {words}"] if words else [])


def test_an_example_of_two_tasks_says_which_by_a_comment(tmp_path: Path) -> None:
    page = "    >>> from las import *\n    >>> look_and_say([])\n    []\n"
    small = assignment(tmp_path, page, STARTER.replace(">>>", "$"))
    [las, tests] = small.modules
    other = replace(las.tasks[0], id="las.other")
    both = replace(small, modules=(replace(las, tasks=(las.tasks[0], other)), tests))
    assert [one.why for one in printed_in(both).unchecked] == [
        "its functions are of las.look_and_say, las.other; a comment says which: # las.look_and_say"
    ]
    pinned = page.replace("look_and_say([])", "look_and_say([])  # las.other")
    (tmp_path / "handout/docs/las.md").write_text(pinned)
    assert [session.task for session in printed_in(both).sessions] == ["las.other"]


CLASSES = """
class Shape:
    def area(self): ...

class Point(Shape):
    def moved(self, by): ...

    @property
    def size(self): ...

class Line:
    def moved(self, by): ...
"""
ASKED = {
    "Point(1).moved(3)": "moved",
    "Point(1).size": "size",
    "Point(1).area()": "area",
    "Line(1).moved(3)": "line",
}


@pytest.mark.parametrize(
    ("named", "tasks"),
    [
        ((["Point"], ["Line"]), {"moved": 0, "size": 0, "area": 0, "line": 1}),
        ((["Point"], ["Point.moved"]), {"moved": None, "size": 0, "area": 0, "line": 1}),
        ((["Shape"], ["Point", "Line.moved"]), {"moved": 1, "size": 1, "area": 1, "line": 1}),
        ((["Line"], ["Shape.area"]), {"moved": 0, "size": None, "area": 1, "line": 0}),
    ],
)
def test_a_class_names_its_methods_but_those_that_a_task_names(
    named: tuple[list[str], list[str]], tasks: dict[str, int | None], tmp_path: Path
) -> None:
    page = "    >>> from las import *\n" + "".join(f"    >>> {one}\n    3\n" for one in ASKED)
    small = assignment(tmp_path, page, CLASSES)
    [las, tests] = small.modules
    both = tuple(
        [
            replace(las.tasks[0], id=f"las.task{number}", functions=tuple(functions))
            for number, functions in enumerate(named)
        ]
    )
    found = printed_in(replace(small, modules=(replace(las, tasks=both), tests)))
    asked = {
        ASKED[step.typed]: int(session.task[-1])
        for session in found.sessions
        for step in session.steps
        if step.printed
    }
    assert asked == {name: number for name, number in tasks.items() if number is not None}


def test_sessions_are_read_as_they_were_written(tmp_path: Path) -> None:
    sessions = printed_in(load(ROOT / "config.yaml")).sessions
    (tmp_path / NAME).write_bytes(sessions_to_bytes(sessions))
    assert read_sessions(tmp_path) == sessions


def test_every_task_of_the_course_but_the_suite_has_a_printed_example() -> None:
    course = load(ROOT / "config.yaml")
    tasks = {session.task for session in printed_in(course).sessions}
    without = {task.id for task in course.tasks} - tasks
    assert without == {"run.c4_hvab", "test_all.thoroughness"}
