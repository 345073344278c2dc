"""A module's digest changes when, and only when, its verdicts could."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from grader.assignment.config import Assignment
from grader.assignment.digest import (
    _APART,
    _DECIDING,
    _decides,
    _of_engine,
    digests_of_drawn,
    module_digests,
)
from grader.assignment.load import load
from grader.assignment.sources import with_imported
from tests import small_assignment
from tests.small_assignment import CONFIG
from tests.support import ROOT


def changed(
    folder: Path,
    file: str,
    text: str,
    digests: Callable[[Assignment], dict[str, str]] = module_digests,
) -> set[str]:
    """The modules whose digests change when a file gets another text."""
    path = folder / "config.yaml"
    if not path.exists():
        small_assignment.make(folder)
    before = digests(load(path))
    (folder / file).write_text(text)
    after = digests(load(path))
    return {name for name in before if before[name] != after[name]}


@pytest.mark.parametrize(
    ("file", "modules"),
    [
        ("reference/checks/test_las.py", {"las"}),
        ("handout/checks/test_las.py", {"las"}),
        ("reference/checks/test_tests.py", {"tests"}),
        ("reference/las.py", {"las"}),
        ("reference/tools.py", {"las"}),
        ("reference/tests.py", {"tests"}),
        ("handout/gametree/__init__.py", {"las", "tests"}),
        ("handout/checks/boards.py", {"las", "tests"}),
        ("reference/checks/drawing.py", {"las", "tests"}),
        ("handout/las.py", set()),
        ("reference/NOTES.md", set()),
    ],
)
def test_a_changed_file_changes_the_modules_that_depend_on_it(
    tmp_path: Path, file: str, modules: set[str]
) -> None:
    assert changed(tmp_path, file, "CHANGED = 1\n") == modules


@pytest.mark.parametrize(
    "file", ["reference/checks/lib/deep.py", "handout/helpers/numbers.py", "reference/deeper.py"]
)
def test_what_checks_import_changes_the_modules_that_they_judge(tmp_path: Path, file: str) -> None:
    small_assignment.make(tmp_path)
    for name in ("reference/checks/lib/deep.py", "handout/helpers/numbers.py"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("from reference import deeper\n")
    (tmp_path / "reference/deeper.py").touch()
    imports = "from reference.checks.lib import deep\nfrom helpers.numbers import deeper\n"
    (tmp_path / "reference/checks/test_las.py").write_text(imports)
    assert changed(tmp_path, file, "CHANGED = 1\n") == {"las"}


@pytest.mark.parametrize("file", ["conftest.py", "boards.py"])
def test_what_files_beside_the_checks_import_changes_all_modules(tmp_path: Path, file: str) -> None:
    small_assignment.make(tmp_path)
    (tmp_path / "reference/deeper.py").touch()
    (tmp_path / "reference/checks" / file).write_text("from reference import deeper\n")
    assert changed(tmp_path, "reference/deeper.py", "CHANGED = 1\n") == {"las", "tests"}


@pytest.mark.parametrize(
    ("good", "other", "modules"),
    [
        ("seed: 7", "seed: 8", {"las", "tests"}),
        ("seed: 7", "seed: 7\nlimits: {cpu_seconds: 9}", {"las", "tests"}),
        ("points: 6", "points: 6\n        cpu_seconds: 9", {"las"}),
        ("title: Runs", "title: Other", set()),
        ("extra: true", "extra: true\n        builds_on: [las.look_and_say]", {"tests"}),
        ("functions: [look_and_say]", "functions: []", set()),
        ("seed: 7", "seed: 7\nfeedback: {hidden: full}", set()),
    ],
)
def test_a_changed_setting_changes_the_modules_that_it_touches(
    tmp_path: Path, good: str, other: str, modules: set[str]
) -> None:
    assert changed(tmp_path, "config.yaml", CONFIG.replace(good, other, 1)) == modules


# Folders of which nothing counts.
OTHERS = {"authoring", "commands", "handins", "marking", "publishing", "report", "scoring", "store"}


def commented(folder: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> set[str]:
    """The modules whose digests change by a comment in a file of the engine, or in a folder."""
    engine = folder / "grader"
    copytree(ROOT / "grader", engine, ignore=ignore_patterns("__pycache__"))
    monkeypatch.setattr("grader.assignment.digest._ENGINE", engine)
    # A process knows its engine as it was at first; here it is read as another process would.
    monkeypatch.setattr("grader.assignment.digest._of_engine", _of_engine.__wrapped__)
    file = engine / place if place.endswith(".py") else min((engine / place).rglob("*.py"))
    text = file.read_text("utf-8") + "# a comment\n"
    return changed(folder, file.relative_to(folder).as_posix(), text)


@pytest.mark.parametrize(
    ("place", "modules"),
    [
        *[(place, {"las", "tests"}) for place in _DECIDING],
        *[(place, set()) for place in (*_APART, *sorted(OTHERS))],
        *[(place, set()) for place in ("cli.py", "__main__.py", "course/roster.py")],
    ],
)
def test_the_part_of_the_engine_that_can_touch_a_verdict_is_in_the_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, modules: set[str]
) -> None:
    assert commented(tmp_path, monkeypatch, place) == modules


def test_all_that_a_judge_and_its_boxes_import_is_in_the_digest() -> None:
    files = {path.relative_to(ROOT): path for path in (ROOT / "grader").rglob("*.py")}
    texts = {name.as_posix(): path.read_text("utf-8") for name, path in files.items()}
    judging = ("asking", "course_tests", "inside", "judging", "sandbox", "student_tests")
    begin = [f"grader/{name}/" for name in (*judging, "running/session.py", "running/local.py")]
    roots = [name for name in texts if f"{name}/".startswith(tuple(begin))]
    assert len(roots) > 150
    imported = with_imported(roots, texts)
    assert {"grader/student/question.py", "grader/assignment/load.py"} <= imported.keys()
    missing = {
        name
        for name, text in imported.items()
        if text and not _decides(Path(name).relative_to("grader"))
    }
    assert missing == set()


def test_what_checks_import_of_the_engine_is_in_the_digest_whatever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_assignment.make(tmp_path)
    checks = tmp_path / "reference/checks/test_las.py"
    checks.write_text("def test_one():\n    from grader.student import text\n")
    assert commented(tmp_path, monkeypatch, "student/text.py") == {"las"}


def test_every_folder_of_the_engine_is_sorted_into_what_decides_or_not() -> None:
    """A new folder has to be thought about."""
    folders = {path.name for path in (ROOT / "grader").glob("*/") if path.name != "__pycache__"}
    assert folders == OTHERS | {place.partition("/")[0] for place in _DECIDING if "/" in place}
    for place in (*_DECIDING, *_APART):
        assert (ROOT / "grader" / place).exists()


def test_what_a_module_says_that_it_depends_on_is_part_of_it(tmp_path: Path) -> None:
    (tmp_path / "planted/one").mkdir(parents=True)
    (tmp_path / "planted/one/las.py").write_text("")
    config = CONFIG.replace("name: tests", "name: tests\n    depends_on: [planted]")
    small_assignment.make(tmp_path, config)
    assert changed(tmp_path, "planted/one/las.py", "x = 1\n") == {"tests"}


def test_the_chosen_examples_of_a_module_are_part_of_it(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    every = module_digests(assignment)
    assert module_digests(assignment.asking_all()) == every
    assignment.choice_file("las").parent.mkdir()
    assert changed(tmp_path, "reference/checks/chosen/las.toml", "# a choice") == {"las"}
    assert module_digests(assignment) != every
    # What asks everything does not depend on what is chosen.
    assert module_digests(assignment.asking_all()) == every
    config = CONFIG.replace("seed: 7", "seed: 7\nexamples: all")
    assert module_digests(load(small_assignment.make(tmp_path, config))) == every


@pytest.mark.parametrize(
    ("file", "text", "modules"),
    [
        ("reference/las.py", "CHANGED = 1\n", {"las"}),
        ("reference/checks/test_las.py", "CHANGED = 1\n", {"las"}),
        ("handout/gametree/__init__.py", "CHANGED = 1\n", {"las", "tests"}),
        ("config.yaml", CONFIG.replace("seed: 7", "seed: 8"), {"las", "tests"}),
        # What the reference doesn't answer within its limits is not asked as a neighbour.
        ("config.yaml", f"{CONFIG}limits: {{cpu_seconds: 9}}\n", {"las", "tests"}),
    ],
)
def test_what_is_drawn_depends_on_checks_reference_library_and_limits(
    tmp_path: Path, file: str, text: str, modules: set[str]
) -> None:
    assert changed(tmp_path, file, text, digests_of_drawn) == modules


MISTAKE = """\
[none]
about = "Nothing is said."
loses = ["las.look_and_say"]
hint = "say something"
replace = [["(values): ...", "(values): return None"]]
"""


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("reference/mistakes/las.toml", MISTAKE),
        ("config.yaml", CONFIG.replace("points: 6", "points: 6\n        cpu_seconds: 9")),
        ("handout/README.md", ">>> from las import look_and_say\n>>> look_and_say(1)\n2\n"),
        ("reference/checks/chosen/las.toml", "# a choice"),
    ],
)
def test_what_is_drawn_stays_when_hints_texts_and_choices_change(
    tmp_path: Path, file: str, text: str
) -> None:
    small_assignment.make(tmp_path)
    for folder in ("mistakes", "checks/chosen"):
        (tmp_path / "reference" / folder).mkdir()
    before = (tmp_path / "config.yaml").read_text()
    assert changed(tmp_path, file, text, digests_of_drawn) == set()
    # Verdicts do depend on it.
    (tmp_path / file).unlink()
    (tmp_path / "config.yaml").write_text(before)
    assert "las" in changed(tmp_path, file, text)


def test_the_digest_does_not_depend_on_the_place(tmp_path: Path) -> None:
    small_assignment.make(tmp_path / "here")
    copytree(tmp_path / "here", tmp_path / "there")
    here, there = (load(tmp_path / name / "config.yaml") for name in ("here", "there"))
    assert module_digests(here) == module_digests(there)


def test_reference_modules_that_import_each_other_are_followed_once(tmp_path: Path) -> None:
    small_assignment.make(tmp_path)
    (tmp_path / "reference/tools.py").write_text("from las import look_and_say\n")
    assert changed(tmp_path, "reference/tests.py", "import tools\n") == {"tests"}
    assert changed(tmp_path, "reference/las.py", "import tools\nX = 1\n") == {"las", "tests"}


def test_a_reference_that_is_not_python_is_named(tmp_path: Path) -> None:
    path = small_assignment.make(tmp_path)
    (tmp_path / "reference/las.py").write_text("def (")
    with pytest.raises(SyntaxError) as raised:
        module_digests(load(path))
    assert raised.value.filename == f"{tmp_path}/reference/las.py"


def test_packages_change_every_module(tmp_path: Path) -> None:
    config = f"{CONFIG}packages: {{names: [numpy]}}\n"
    small_assignment.make(tmp_path)
    before = module_digests(load(tmp_path / "config.yaml"))
    (tmp_path / "handout/requirements.txt").write_text("numpy==2.4.6\n")
    with_packages = module_digests(load(small_assignment.make(tmp_path, config)))
    assert [name for name in before if before[name] == with_packages[name]] == []
    assert changed(tmp_path, "handout/requirements.txt", "numpy==2.4.7\n") == {*before}
