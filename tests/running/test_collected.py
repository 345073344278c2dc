"""Faults of checks are named with file and line before any hand-in is looked at."""

import subprocess
import sys
from pathlib import Path

import pytest

from grader.assignment.load import load
from grader.errors import ConfigError
from grader.judging.pytest_plugin import ChecksPlugin
from grader.running.session import collect
from tests import small_assignment

BEGIN = "import pytest\n"
RUNS = '@pytest.mark.task("las.look_and_say", "runs")\ndef test_{}(): pass\n'
OTHERS = (
    '@pytest.mark.task("tests.thoroughness", "t")\ndef test_catches(): pass\n'
    'class TestMore:\n    pytestmark = pytest.mark.task("tests.more", "m")\n'
    "    def test_m(self): pass\n"
)


def collected(folder: Path, las: str, tests: str = OTHERS, public: str = "") -> list[str]:
    """The names of the checks; raises what `collect` does."""
    config = small_assignment.make(folder)
    assignment = load(config)
    (assignment.hidden_checks / "test_las.py").write_text(BEGIN + las)
    (assignment.hidden_checks / "test_tests.py").write_text(BEGIN + tests)
    (assignment.public_checks / "test_las.py").write_text(BEGIN + public)
    names: list[str] = []

    def body(plugin: ChecksPlugin) -> None:
        names.extend(check.name for check in plugin.checks)

    collect(assignment, ["las", "tests"], body)
    return names


def fault(folder: Path, las: str, tests: str = OTHERS, public: str = "") -> str:
    with pytest.raises(ConfigError) as caught:
        collected(folder, las, tests, public)
    assert caught.value.exit_status == 2
    return str(caught.value).replace(f"{folder}/", "")


def test_marks_may_stand_on_functions_classes_and_modules(tmp_path: Path) -> None:
    module = 'pytestmark = pytest.mark.task("las.look_and_say", "runs")\ndef test_a(): pass\n'
    assert len(collected(tmp_path, module)) == 3


TWICE = """
import sys
from pathlib import Path
from grader.assignment.load import load
from grader.running.session import collect

assignment = load(Path(sys.argv[1]))
for text in ("N = 1", "N = 2"):
    (assignment.hidden_checks / "helper.py").write_text(text)
    collect(assignment, ["las", "tests"], print)
"""


def test_a_helper_that_is_changed_while_a_command_runs_ends_it(tmp_path: Path) -> None:
    """Answers of the checks as they were would be kept as those of the checks as they are."""
    config = small_assignment.make(tmp_path)
    folder = load(config).hidden_checks
    name = ".".join(folder.relative_to(tmp_path).parts)
    las = f"{BEGIN}from {name}.helper import N\n{RUNS.format('a')}"
    (folder / "test_las.py").write_text(las)
    (folder / "test_tests.py").write_text(BEGIN + OTHERS)
    # In a process of its own: here, modules of this repository are put aside and come back.
    done = subprocess.run(
        [sys.executable, "-c", TWICE, config], capture_output=True, text=True, check=False
    )
    assert done.stdout.count("ChecksPlugin") == 1
    end = "helper.py: changed while this command ran; run the command again\n"
    assert done.stderr.endswith(end), done.stderr


def test_parameters_make_several_checks_of_one_function(tmp_path: Path) -> None:
    las = '@pytest.mark.parametrize("n", [1, 2])\n' + RUNS.format("n").replace("()", "(n)")
    assert len(collected(tmp_path, las)) == 4


def test_a_task_that_no_check_names_is_refused(tmp_path: Path) -> None:
    tests = OTHERS.partition("class")[0]
    assert fault(tmp_path, RUNS.format("a"), tests) == (
        "config.yaml:20: no check judges 'tests.more'; "
        'mark one @pytest.mark.task("tests.more", "title")'
    )


def test_steps_without_a_check_that_earns_shares_are_refused(tmp_path: Path) -> None:
    tests = OTHERS.replace("test_catches", "test_finds")
    said = fault(tmp_path, RUNS.format("a"), tests)
    assert said.startswith("config.yaml:16: the steps of 'tests.thoroughness' are never reached, ")
    assert "test_catches…" in said


def test_a_check_of_an_unknown_task_is_refused(tmp_path: Path) -> None:
    las = RUNS.format("a") + RUNS.format("b").replace("look_and_say", "look")
    hidden = load(small_assignment.make(tmp_path)).hidden_checks.relative_to(tmp_path)
    words = "there is no task 'las.look' in config.yaml; did you mean 'las.look_and_say'?"
    assert fault(tmp_path, las) == f"{hidden}/test_las.py:4: {words}"


def test_an_unknown_task_of_a_check_with_parameters_is_said_once(tmp_path: Path) -> None:
    several = RUNS.format("b").replace("look_and_say", "look").replace("()", "(n)")
    several = f'@pytest.mark.parametrize("n", [1, 2, 3])\n{several}'
    assert fault(tmp_path, RUNS.format("a") + several).count("no task 'las.look'") == 1


def test_a_check_in_the_file_of_another_module_is_refused(tmp_path: Path) -> None:
    las = RUNS.format("a") + OTHERS.partition("class")[0].replace("test_catches", "test_u")
    assert "it judges 'tests.thoroughness'; move it to test_tests.py" in fault(tmp_path, las)


@pytest.mark.parametrize(
    ("las", "words"),
    [
        (RUNS.format("a") * 2, "5: test_a takes the place of a check of the same name; rename"),
        (
            RUNS.format("a") + RUNS.format("b").replace("test_b", "tset_b"),
            "5: tset_b is marked as a check, but not collected",
        ),
        (
            RUNS.format("a")
            + "class TestB:\n    def __init__(self): pass\n"
            + '    @pytest.mark.task("las.look_and_say", "b")\n    def test_b(self): pass\n',
            " the checks can't be collected: pytest.PytestCollectionWarning",
        ),
    ],
)
def test_of_two_checks_one_that_can_not_be_collected_is_refused(
    tmp_path: Path, las: str, words: str
) -> None:
    assert f"test_las.py:{words}" in fault(tmp_path, las)


def test_one_of_two_files_that_can_not_be_imported_is_refused(tmp_path: Path) -> None:
    said = fault(tmp_path, "import no_such_module\n", public=RUNS.format("a"))
    assert "test_las.py:2: the checks can't be collected: " in said
    assert "No module named 'no_such_module'" in said


def test_suites_without_known_faulty_solutions_are_refused(tmp_path: Path) -> None:
    said = fault(tmp_path, RUNS.format("a").replace("()", "(suite)"))
    assert said.startswith("config.yaml:1: students' own tests are run on known faulty solutions")


def test_two_packages_of_one_name_are_refused(tmp_path: Path) -> None:
    """Otherwise public checks would be run twice, and hidden ones never."""
    config = small_assignment.CONFIG + "folders: {hidden_checks: hidden/checks}\n"
    for folder in ("hidden/checks", "handout/checks"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "__init__.py").write_text("")
    for name in ("las", "tests"):
        (tmp_path / f"hidden/checks/test_{name}.py").write_text("")
    path = small_assignment.make(tmp_path, config)
    text = BEGIN + RUNS.format("a")
    (tmp_path / "handout/checks/test_las.py").write_text(text)
    (tmp_path / "hidden/checks/test_las.py").write_text(text.replace("test_a", "test_hidden"))
    (tmp_path / "hidden/checks/test_tests.py").write_text(BEGIN + OTHERS)
    names: list[str] = []
    try:
        collect(load(path), ["las", "tests"], lambda p: names.extend(c.name for c in p.checks))
    except ConfigError as error:
        assert "name" in str(error)  # noqa: PT017  # both ways out are right
    else:
        assert "las.look_and_say/hidden/hidden" in names
