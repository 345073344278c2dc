"""Known faulty solutions: patches of the reference, and what is said of one that doesn't fit."""

from pathlib import Path

import pytest

from grader.assignment.faulty import FaultySolution, faulty_solutions
from grader.errors import ConfigError

REFERENCE = {
    "one.py": "import two\na = 1\nb = 1\nc = 3\n",
    "two.py": "d = 4\n",
    "three.py": "e = 5\n",
}

OVERLAP = "two texts of replace overlap; make one of them"
ONCE = "replace must be in the reference's one.py once, but is there"


def read(folder: Path, text: str, name: str = "one") -> tuple[FaultySolution, ...]:
    (folder / f"{name}.toml").write_text(text, "utf-8")
    return faulty_solutions(folder, REFERENCE)


def refused(folder: Path, text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        read(folder, text)
    return str(caught.value).replace(f"{folder}/", "")


def test_patches_are_applied_to_the_reference_in_any_order(tmp_path: Path) -> None:
    [known] = read(
        tmp_path, '[m]\nloses = ["one.t"]\nreplace = [["c = 3", "c = 1"], ["a = 1", "a = 3"]]'
    )
    assert known.files == {"one.py": "import two\na = 3\nb = 1\nc = 1\n"}
    assert (known.name, known.loses, known.hint, known.points) == ("m", {"one.t"}, "", None)


def test_the_file_of_another_module_can_be_patched_as_well(tmp_path: Path) -> None:
    replace = 'replace.one = [["a = 1", "a = 2"]]\nreplace.two = [["d = 4", ""]]'
    [known] = read(tmp_path, f"[m]\nloses = []\n{replace}")
    assert known.files == {"one.py": "import two\na = 2\nb = 1\nc = 3\n", "two.py": "\n"}


def test_a_mistake_of_another_shape_is_a_whole_file(tmp_path: Path) -> None:
    [known] = read(tmp_path, '[m]\nabout = "x"\nloses = []\nhint = "h"\npoints = 4\nfile = "z = 1"')
    assert known.files == {"one.py": "z = 1"}
    assert (known.about, known.hint, known.points) == ("x", "h", 4)


def test_as_a_hand_in_it_has_the_files_that_it_imports(tmp_path: Path) -> None:
    [known] = read(tmp_path, '[m]\nloses = []\nreplace = [["c = 3", ""]]')
    assert known.as_handin(REFERENCE).keys() == {"one.py", "two.py"}


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ('replace = [["x = 9", ""]]', f"text 1 of {ONCE} 0 times"),
        ('replace = [["a = 1", ""], ["= 1", ""]]', f"text 2 of {ONCE} 2 times"),
        ('replace = [["a = 1", ""], ["1\\nb", ""]]', OVERLAP),
        ('replace = ["a = 1"]', "replace must be pairs of texts, [[old, new], …]"),
        ('replace.four = [["a", "b"]]', "the reference has no four.py"),
        ("file = 3", "file must be text without NUL"),
        ('file = "a\\u0000"', "file must be text without NUL"),
        ('file."../two" = ""', "../two can't be the name of a Python module"),
        ('file = ""\nhint = 5', "hint must be text"),
        ('file = ""\nabout = ["x"]', "about must be text"),
        ('file = ""\npoints = true', "points must be a number"),
        ('file = ""\npoints = nan', "points must be a number"),
        ("", "say what is wrong in it, by replace = [[old, new], …]"),
        ('file = ""\nreplaces = 1', "unknown key replaces"),
    ],
)
def test_a_description_that_does_not_fit_is_a_fault_with_its_place(
    tmp_path: Path, table: str, line: str
) -> None:
    assert refused(tmp_path, f"# words\n[m]\nloses = []\n{table}\n") == f"one.toml:2: m: {line}"


def test_a_mistake_says_what_it_loses(tmp_path: Path) -> None:
    said = 'one.toml:1: m: say what it loses, such as loses = ["module.task"]'
    assert refused(tmp_path, '[m]\nfile = ""') == said


@pytest.mark.parametrize("change", ['add = "def ("', 'replace = [["c = 3", "c = (\\u0000"]]'])
def test_a_mistake_that_is_not_python_is_refused(tmp_path: Path, change: str) -> None:
    said = refused(tmp_path, f"[m]\nloses = []\n{change}")
    assert said.startswith("one.toml:1: m: its one.py isn't Python: ")


def test_what_a_mistake_loses_is_named_in_texts(tmp_path: Path) -> None:
    said = 'one.toml:1: m: say what it loses, such as loses = ["module.task"]'
    assert refused(tmp_path, '[m]\nloses = [["one.t"]]\nfile = ""') == said


def test_a_file_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    said = "one.toml: can't be read: it is nested too deeply"
    assert refused(tmp_path, "a = " + "[" * 20_000) == said


def test_two_mistakes_of_one_name_are_refused(tmp_path: Path) -> None:
    read(tmp_path, '[m]\nloses = []\nfile = ""')
    with pytest.raises(
        ConfigError, match=r"two\.toml:1: \[m\] is at .*one\.toml:1 too; rename one"
    ):
        read(tmp_path, '[m]\nloses = []\nfile = ""', "two")


def test_a_file_that_is_no_toml_is_one_line_and_all_faults_are_shown(tmp_path: Path) -> None:
    (tmp_path / "zero.toml").write_text("[m", "utf-8")
    lines = refused(tmp_path, "[n]\nloses = []").splitlines()
    assert [line.partition(":")[0] for line in lines] == ["one.toml", "zero.toml"]
    assert "can't be read" in lines[1]


def test_a_folder_without_descriptions_has_no_faulty_solutions(tmp_path: Path) -> None:
    assert faulty_solutions(tmp_path / "none", {}) == ()
