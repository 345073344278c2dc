"""The assignment is read whole or refused with all of its faults."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grader.assignment.config import (
    EarlyBonus,
    Examples,
    Lateness,
    Limits,
    MinimumTier,
    PointStep,
    Policy,
    RevealLevel,
    VersionLimit,
)
from grader.assignment.load import load, unknown_function
from grader.assignment.sources import reference_files
from grader.assignment.tasks_table import tasks_table
from grader.errors import ConfigError
from tests import small_assignment
from tests.small_assignment import CONFIG

ROOT = Path(__file__).parents[2]


def faults(folder: Path, config: str) -> list[str]:
    """The lines of the error, without the path of the file."""
    path = small_assignment.make(folder, config)
    with pytest.raises(ConfigError) as caught:
        load(path)
    return [line.removeprefix(f"{path}:") for line in str(caught.value).splitlines()]


def test_what_stands_in_the_file_is_what_comes_out(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    assert assignment.title == "Small"
    assert assignment.seed == 7
    assert assignment.points == 16
    assert assignment.extra_points == 5
    assert [task.id for task in assignment.tasks] == [
        "las.look_and_say",
        "tests.thoroughness",
        "tests.more",
    ]
    assert assignment.tasks[0].functions == ("look_and_say",)
    assert assignment.tasks[1].steps == (
        PointStep(share=0.5, points=4),
        PointStep(share=0.7, points=10),
    )
    assert [task.extra for task in assignment.tasks] == [False, False, True]


def test_modules_are_found_by_name_and_by_task(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    assert assignment.module("las").file == "las.py"
    assert assignment.module_of("tests.more").name == "tests"
    assert assignment.known_files == ("las.py", "tests.py")
    with pytest.raises(KeyError):
        assignment.module("nim")


def test_folders_start_from_the_folder_of_the_file(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    assert assignment.root == tmp_path.resolve()
    assert assignment.reference == assignment.root / "reference"
    assert assignment.public_checks == assignment.root / "handout/checks"
    assert assignment.hidden_checks == assignment.root / "reference/checks"


def test_what_is_left_out_has_a_default(tmp_path: Path) -> None:
    assignment = load(small_assignment.make(tmp_path))
    assert assignment.limits == Limits()
    assert assignment.feedback.hidden is RevealLevel.DIAGNOSIS
    assert assignment.isolation.minimum is MinimumTier.CONFINED
    assert assignment.examples is Examples.CHOSEN
    assert assignment.policy == Policy()


def test_all_rules_of_a_policy_can_be_stated(tmp_path: Path) -> None:
    policy = """\
policy:
  due: 2014-11-19T03:59:00+00:00
  early_bonus: {points: 2, per_hours: 12, most: 28}
  late: {points: 10, most_hours: 48}
  versions: {most: 6, points: 5}
"""
    assert load(small_assignment.make(tmp_path, CONFIG + policy)).policy == Policy(
        due=datetime(2014, 11, 19, 3, 59, tzinfo=UTC),
        early_bonus=EarlyBonus(points=2, per_hours=12, most=28),
        late=Lateness(points=10, per_hours=24, most_hours=48),
        versions=VersionLimit(most=6, points=5),
    )


def test_the_assignment_of_this_repository_has_no_faults() -> None:
    assignment = load(ROOT / "config.yaml")
    required = [task.points for task in assignment.tasks if not task.extra]
    assert sum(required) == assignment.points


def test_the_columns_of_the_grades_are_in_the_order_that_is_promised() -> None:
    modules = ["las", "connect4", "alphabeta", "run", "jamboree", "nim", "lolo", "select_move"]
    assignment = load(ROOT / "config.yaml")
    assert [module.name for module in assignment.modules] == [*modules, "popout", "test_all"]


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path / "config.yaml")
    assert str(caught.value) == (
        f"{tmp_path}/config.yaml: there is no such file; "
        "go to the assignment's folder or give it with --config"
    )


def test_a_file_that_is_not_utf_8_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(b"seed: 1\ntitle: \xff")
    with pytest.raises(ConfigError) as refused:
        load(path)
    assert str(refused.value) == (
        f"{path}: can't be read: line 2 isn't UTF-8; save the file as UTF-8"
    )


@pytest.mark.parametrize(
    ("config", "fault"),
    [
        ("", "1: the file is empty"),
        ("- title", "1: must be a mapping with the keys title, seed, "),
        ("title: [a\nseed: 3\n", "2: not YAML: "),
        ("title: \x07", "1: not YAML: "),
    ],
)
def test_what_is_no_mapping_is_refused_with_its_line(
    tmp_path: Path, config: str, fault: str
) -> None:
    [line] = faults(tmp_path, config)
    assert line[: len(fault)] == fault


LAS, TESTS, MORE = "modules[0].tasks[0]", "modules[1].tasks[0]", "modules[1].tasks[1]"
FAULTS = [
    ("points: 6", "pionts: 6", f"11: {LAS}.pionts: unknown key; did you mean 'points'?"),
    ("seed: 7", "seed: x", "2: seed: must be a whole number, but is 'x'"),
    ("seed: 7", "seed: 7.5", "2: seed: must be a whole number, but is '7.5'"),
    ("seed: 7", "seed:", "2: seed: must be a whole number, but is empty"),
    ("title: Small", "title: 3", "1: title: must be a text in quotes, but is '3'"),
    ("title: Small", "title: ' '", "1: title: must be a text, but is ' '"),
    ("extra: true", "extra: yes", f"23: {MORE}.extra: must be true or false, but is 'yes'"),
    ("points: 6", "points: -1", f"11: {LAS}.points: must be at least 0, but is '-1'"),
    ("points: 6", "points: .nan", f"11: {LAS}.points: must be a number, but is '.nan'"),
    ("points: 6", "points: [6]", f"11: {LAS}.points: must be a number, but is a list"),
    (
        "[look_and_say]",
        "look_and_say",
        f"12: {LAS}.functions: must be a list, but is 'look_and_say'",
    ),
    (
        "[look_and_say]",
        "[look_and_sya]",
        f"12: {LAS}.functions[0]: the reference's las.py defines no 'look_and_sya'; "
        "did you mean 'look_and_say'?",
    ),
    (
        "seed: 7",
        "limits: {stack_mb: 1}",
        "2: limits.stack_mb: must be from 8 to 4096, but is '1'",
    ),
    (
        "seed: 7",
        "feedback: {hidden: all}",
        "2: feedback.hidden: must be one of none, name, diagnosis, full, but is 'all'",
    ),
    ("seed: 7", "examples: some", "2: examples: must be one of chosen, all, but is 'some'"),
    (
        "seed: 7",
        "seed: 7\nlint: {select: [E, -x]}",
        "3: lint.select[1]: '-x' can't be one of ruff's rules or groups of rules, like E or F401",
    ),
    (
        "seed: 7",
        "seed: 7\npolicy: {late: {most_hours: 0}}",
        "3: policy.late: needs policy.due, the time when hand-ins are due",
    ),
    ("seed: 7", "seed: 7\nseed: 8", "3: seed: is in line 2 already; keep one of them"),
    ("seed: 7\n", "", "1: the key 'seed' is missing"),
    (
        "name: tests",
        "name: las",
        "13: modules[1].name: 'las' is in line 6 already; rename one of them",
    ),
    (
        "id: tests.more",
        "id: tests.thoroughness",
        f"20: {MORE}.id: 'tests.thoroughness' is in line 16 already; rename one of them",
    ),
    (
        "id: las.look_and_say",
        "id: lsa.look",
        f"9: {LAS}.id: a task of the module 'las' is named like 'las.look', not 'lsa.look'",
    ),
    (
        "id: las.look_and_say",
        "id: las",
        f"9: {LAS}.id: a task of the module 'las' is named like 'las.some_name', not 'las'",
    ),
    (
        "points: 16",
        "points: 17",
        "3: points: 17 is stated, but the required tasks add up to 16; correct one of them",
    ),
    (
        "extra_points: 5",
        "extra_points: 0",
        "4: extra_points: 0 is stated, but the extra tasks add up to 5; correct one of them",
    ),
    (
        "share: 0.7",
        "share: 0.5",
        f"19: {TESTS}.steps: shares and points must grow from step to step",
    ),
    (
        "share: 0.7, points: 10",
        "share: 0.7, points: 9",
        f"19: {TESTS}.steps: the last step must give the task's 10 points",
    ),
    ("name: las", "name: las\n    depends_on: [planted]", "6: modules[0]: planted is missing"),
    (
        "library: gametree",
        "library: nothing",
        "24: library: handout/nothing/declared.py is missing",
    ),
    (
        "seed: 7",
        "seed: 7\nstudent_tests: test_all",
        "3: student_tests: 'test_all' is none of the modules, las, tests",
    ),
]


@pytest.mark.parametrize(("good", "bad", "fault"), FAULTS)
def test_a_fault_is_named_with_its_line_and_the_way_to_mend_it(
    tmp_path: Path, good: str, bad: str, fault: str
) -> None:
    assert good in CONFIG
    assert fault in faults(tmp_path, CONFIG.replace(good, bad, 1))


@pytest.mark.parametrize("name", ["../theirs", "/abs", "a/b", "..", "x/"])
def test_a_handout_unpacks_to_one_folder(tmp_path: Path, name: str) -> None:
    assert faults(tmp_path, f"{CONFIG}handout_name: {name}\n") == [
        f"25: handout_name: '{name}' is not the name of a folder, such as trees-handout"
    ]


def test_a_time_without_its_offset_is_refused(tmp_path: Path) -> None:
    config = CONFIG + "policy: {due: 2014-11-18T23:59:00}\n"
    assert faults(tmp_path, config) == [
        "25: policy.due: must be a time with its offset, such as 2014-11-18T23:59:00-04:00, "
        "but is '2014-11-18T23:59:00'; or set policy.timezone"
    ]


def test_a_time_without_an_offset_is_on_the_clock_of_the_course(tmp_path: Path) -> None:
    config = CONFIG + "policy: {due: 2026-11-18 23:59, timezone: America/New_York, grace: 5 min}\n"
    policy = load(small_assignment.make(tmp_path, config)).policy
    assert policy.due is not None
    assert policy.due == datetime.fromisoformat("2026-11-18T23:59:00-05:00")
    assert str(policy.due.tzinfo) == "America/New_York"
    assert policy.grace == timedelta(minutes=5)


@pytest.mark.parametrize(
    ("policy", "fault"),
    [
        (
            "{due: 2026-11-01 01:30, timezone: America/New_York}",
            "policy.due: '2026-11-01T01:30:00' is there twice on the clocks of America/New_York; "
            "add its offset",
        ),
        (
            "{due: 2026-03-08 02:30, timezone: America/New_York}",
            "policy.due: '2026-03-08T02:30:00' is skipped by the clocks of America/New_York; "
            "choose another time",
        ),
        *[
            (
                f"{{timezone: {name}}}",
                "policy.timezone: must be a time zone that this machine knows, such as "
                f"America/New_York or Europe/Berlin, but is '{name}'",
            )
            for name in ("America/NewYork", "America", "../etc/passwd")
        ],
        *[
            (
                f"{{due: 2026-11-18T23:59Z, grace: {span}}}",
                f"policy.grace: must be a span of time, such as 5 min, 90 s or 1 h, "
                f"but is '{span}'",
            )
            for span in ("5", "-5 min", "5 weeks", "soon")
        ],
        (
            "{due: 2026-11-18}",
            "policy.due: must be a day with a time of day, such as 2026-11-18 23:59; without "
            "policy.timezone, with its offset too, such as 2026-11-18T23:59:00-04:00, but is "
            "'2026-11-18'",
        ),
        (
            "{due: 2026-11-18T23:59Z, late: {points: x, most_hours: 48}, late_days: {bank: 5}}",
            "policy.late.points: must be a number, but is 'x'",
        ),
        (  # it would take everything of what is a minute late
            "{due: 2026-11-18T23:59Z, late: {points: 5, per_hours: 24}}",
            "policy.late: the key 'most_hours' is missing",
        ),
    ],
)
def test_a_rule_about_time_that_is_not_clear_is_one_fault(
    tmp_path: Path, policy: str, fault: str
) -> None:
    assert faults(tmp_path, f"{CONFIG}policy: {policy}\n") == [f"25: {fault}"]


def test_what_cannot_be_read_has_no_second_fault_that_follows_from_it(tmp_path: Path) -> None:
    config = CONFIG.replace("points: 6", "points: 6,5", 1)
    config = config.replace("extra: true", "extra: true\n        builds_on: [las.look_and_say]")
    expected = ["11: modules[0].tasks[0].points: must be a number, but is '6,5'"]
    assert faults(tmp_path, config) == expected


def test_a_module_that_cannot_be_read_is_not_said_to_be_missing(tmp_path: Path) -> None:
    config = CONFIG.replace("title: Own tests", "title: []", 1) + "student_tests: tests\n"
    assert faults(tmp_path, config) == ["14: modules[1].title: must be a text, but is a list"]


def test_an_unknown_key_that_is_like_no_other_gets_the_list_of_known_ones(tmp_path: Path) -> None:
    config = CONFIG + "feedback: {colour: red}\n"
    assert faults(tmp_path, config) == ["25: feedback.colour: unknown key; known here are hidden"]


def test_all_faults_are_named_at_once_in_the_order_of_their_lines(tmp_path: Path) -> None:
    config = CONFIG.replace("seed: 7", "seed: 7\nseed: 8").replace("id: las.look_and_say", "id: x")
    config = config.replace("points: 10\n", "ponits: 10\n") + "limits: {cpu_seconds: fast}\n"
    assert [line.split(": ")[:2] for line in faults(tmp_path, config)] == [
        ["3", "seed"],
        ["10", "modules[0].tasks[0].id"],
        ["17", "modules[1].tasks[0]"],
        ["19", "modules[1].tasks[0].ponits"],
        ["26", "limits.cpu_seconds"],
    ]


def test_a_task_that_cannot_be_read_leaves_its_neighbours_their_places(tmp_path: Path) -> None:
    config = CONFIG.replace("points: 10\n", "points: ten\n").replace("id: tests.more", "id: more.x")
    assert [line.split(": ")[1] for line in faults(tmp_path, config)] == [
        "modules[1].tasks[0].points",
        "modules[1].tasks[1].id",
    ]


@pytest.mark.parametrize("name", ["reference/las.py", "handout/las.py"])
def test_a_missing_file_of_a_module_is_named(tmp_path: Path, name: str) -> None:
    path = small_assignment.make(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert str(caught.value) == f"{path}:6: modules[0]: {name} is missing"


def test_a_module_without_any_checks_is_refused(tmp_path: Path) -> None:
    path = small_assignment.make(tmp_path)
    (tmp_path / "reference/checks/test_tests.py").unlink()
    with pytest.raises(ConfigError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path}:13: modules[1]: it has no checks: "
        "test_tests.py is missing in handout/checks and reference/checks"
    )


@pytest.mark.parametrize(
    ("folders", "fault"),
    [
        (
            "hidden_checks: grader/cheks",
            "25: folders.hidden_checks: grader/cheks is missing; "
            "correct the name or put them there",
        ),
        (
            "hidden_checks: empty",
            "25: folders.hidden_checks: empty holds no checks (test_*.py); "
            "correct the name or put them there",
        ),
        (
            "hidden_checks: handout/checks",
            "25: folders.hidden_checks: these are the public checks; name another folder",
        ),
        (
            "mistakes: mistaks",
            "25: folders.mistakes: mistaks is missing; correct the name or leave it out",
        ),
        ("handout: hanout", "25: folders.handout: hanout/checks is missing"),
    ],
)
def test_a_folder_that_is_missing_or_empty_is_refused(
    tmp_path: Path, folders: str, fault: str
) -> None:
    (tmp_path / "empty").mkdir()
    assert fault in faults(tmp_path, CONFIG + f"folders: {{{folders}}}\n")


def test_data_files_are_read_from_the_handout(tmp_path: Path) -> None:
    path = small_assignment.make(tmp_path, f"{CONFIG}files: [data/words.txt]\n")
    (tmp_path / "handout/data").mkdir()
    (tmp_path / "handout/data/words.txt").write_bytes(b"a\n")
    assignment = load(path)
    assert assignment.data == {"data/words.txt": b"a\n"}
    assert assignment.programs == frozenset()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("words.txt", "handout/words.txt is no file of data in the handout"),
        ("las.py", "'las.py' is handed in; only what students are given belongs here"),
        ("other.py", "handout/other.py is no file of data in the handout"),
        ("../config.yaml", "'../config.yaml' is outside of the handout; put it there"),
    ],
)
def test_what_is_no_data_file_is_refused(tmp_path: Path, name: str, words: str) -> None:
    [fault] = faults(tmp_path, f"{CONFIG}files: [{name}]\n")
    assert fault.endswith(f"files[0]: {words}")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"CENT = 1\ndef f(\n", "is no Python, line 2: '(' was never closed"),
        ("NAME = 'É'\n".encode("latin-1"), "is not UTF-8; save it so"),
    ],
)
def test_what_nobody_can_import_is_refused(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "handout").mkdir()
    (tmp_path / "handout/units.py").write_bytes(content)
    [fault] = faults(tmp_path, f"{CONFIG}files: [units.py]\n")
    assert fault.endswith(f"files[0]: handout/units.py {words}")


def test_a_module_that_is_made_of_a_text_is_not_given(tmp_path: Path) -> None:
    (tmp_path / "handout").mkdir()
    (tmp_path / "handout/las.py").write_text("", "utf-8")
    text = CONFIG.replace("- name: las", "- name: las\n    format: sql", 1)
    assert text != CONFIG
    assert any(
        "'las.py' is handed in" in one for one in faults(tmp_path, f"{text}files: [las.py]\n")
    )


def test_data_that_is_too_much_for_every_box_is_refused(tmp_path: Path) -> None:
    (tmp_path / "handout").mkdir()
    (tmp_path / "handout/big.bin").write_bytes(bytes((4 << 20) + 1))
    [fault] = faults(tmp_path, f"{CONFIG}files: [big.bin]\n")
    assert "at most 4194304 go into every box" in fault


def test_packages_are_pinned_by_a_file_of_the_handout(tmp_path: Path) -> None:
    path = small_assignment.make(tmp_path, f"{CONFIG}packages: {{names: [numpy]}}\n")
    (tmp_path / "handout/requirements.txt").write_text("numpy==2.4.6 --hash=sha256:0\n")
    assignment = load(path)
    assert assignment.imports == ("numpy",)
    assert assignment.lock == tmp_path / "handout/requirements.txt"
    assert load(small_assignment.make(tmp_path)).imports == ()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("{names: [numpy]}", "lock: handout/requirements.txt is no file in the handout"),
        ("{names: [numpy], lock: ../config.yaml}", "config.yaml is no file in the handout"),
        ("{names: [json], lock: las.py}", "names[0]: 'json' can't be a package"),
        ("{names: [las], lock: las.py}", "names[0]: 'las' can't be a package"),
        ("{names: [gametree], lock: las.py}", "names[0]: 'gametree' can't be a package"),
        ("{names: [scikit-learn], lock: las.py}", "names[0]: 'scikit-learn' can't be a package"),
    ],
)
def test_what_can_be_no_package_is_refused(tmp_path: Path, given: str, words: str) -> None:
    [fault] = faults(tmp_path, f"{CONFIG}packages: {given}\n")
    assert words in fault


@pytest.mark.parametrize("name", ["x" * 5_000, "\\ud800", "\\0"])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    [line] = faults(tmp_path, CONFIG.replace("library: gametree", f'files: ["{name}"]'))
    assert "can't be the name of a file" in line


def test_a_word_of_python_is_no_name_of_a_module(tmp_path: Path) -> None:
    words = "'class' can't be the name of a Python module"
    assert any(
        words in line for line in faults(tmp_path, CONFIG.replace("name: las", "name: class"))
    )


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("shop", "shop.cart"), "there is something else named 'shop'; name the package otherwise"),
        (("shop.cart", "shop.cart.parts"), "there is something else named 'shop.cart'"),
        (("las", "checks.cart"), "there is something else named 'checks'"),
        (("las", "gametree.cart"), "there is something else named 'gametree'"),
        (("shop_cart", "shop.cart"), "its checks would be in test_shop_cart.py, as those of"),
        (("las", "shop..cart"), "'shop..cart' can't be the name of a Python module"),
    ],
)
def test_modules_of_packages_have_files_of_their_own(
    tmp_path: Path, names: tuple[str, str], words: str
) -> None:
    one, other = names
    text = CONFIG.replace("name: las", f"name: {one}").replace("name: tests", f"name: {other}")
    assert any(words in line for line in faults(tmp_path, text))


def test_a_starter_may_be_a_notebook(tmp_path: Path) -> None:
    path = small_assignment.make(tmp_path)
    (tmp_path / "handout/las.py").rename(tmp_path / "handout/las.ipynb")
    assert load(path).module("las").file == "las.py"


def test_a_module_may_be_a_text(tmp_path: Path) -> None:
    config = CONFIG.replace("name: las", "name: las\n    format: sql")
    path = small_assignment.make(tmp_path, config)
    for name in ("handout", "reference"):
        (tmp_path / name / "las.py").rename(tmp_path / name / "las.sql")
    assignment = load(path)
    assert (assignment.known_files, assignment.texts) == (
        ("las.sql", "tests.py"),
        {"las.py": "las.sql"},
    )
    assert reference_files(assignment)["las.py"].startswith("# Made of las.sql")
    assert 'name = "las"\nformat = "sql"\n' in tasks_table(assignment)
    path.write_text(config.replace("format: sql", "format: sql\n    program: true"))
    with pytest.raises(ConfigError, match="format: a module of the format sql is a text"):
        load(path)


MODULE = """\
from elsewhere import given, Other as Base
import far.away

def tally(text): ...

class Account:
    limit = 3
    def fetch(self): ...

class Saving(Base): ...

if True:
    def chosen(): ...
computed = object()
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A file of a reference."""
    file = tmp_path / "bank.py"
    file.write_text(MODULE)
    return file


@pytest.mark.parametrize(
    "name",
    [
        "tally",
        "given",
        "Account",
        "Account.fetch",
        "Account.limit",
        "Saving.inherited",
        "Base.any",
        "chosen",
        "computed",
        "computed.method",
        "far.away",
    ],
)
def test_what_is_defined_or_may_be_is_accepted(module: Path, name: str) -> None:
    assert unknown_function(module, name) == ""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Account.fetsch", "defines no 'Account.fetsch'; did you mean 'Account.fetch'?"),
        ("fetch", "defines no 'fetch'"),
        ("quite_another", "defines no 'quite_another'"),
    ],
)
def test_what_is_not_is_named_with_what_is_meant(module: Path, name: str, words: str) -> None:
    assert unknown_function(module, name) == f"the reference's bank.py {words}"


def test_of_what_is_no_python_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("def (")
    assert unknown_function(tmp_path / "odd.py", "act") == ""
    assert unknown_function(tmp_path / "missing.py", "act") == ""
