"""Planted hand-ins: which files they have, and what is said of a name that leads nowhere."""

from pathlib import Path

import pytest

from grader.assignment.planted import lay_out, named_files, planted_files, whole_handin
from grader.errors import ConfigError

ROW = '[files]\n"{}" = {}\n'
IN_FOLDER = "isn't the path of a file in the hand-in"
OF_PATHS = 'must be a table of paths, such as "runs.py" = "other/runs.py"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A planted hand-in of `own.py`, in an assignment that has `other/runs.py`."""
    folder = tmp_path / "root/planted/right/short"
    for file, text in (("own.py", "x = 1\n"), ("sub/deep.py", "y = 2\n")):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
    (tmp_path / "root/other").mkdir()
    (tmp_path / "root/other/runs.py").write_text("z = 3\n")
    (tmp_path / "secret.py").write_text("w = 4\n")
    return folder


def root_of(folder: Path) -> Path:
    return folder.parents[2]


def name(folder: Path, table: str) -> None:
    (folder / "expected.toml").write_text(f"loses = []\n{table}")


def texts(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def test_a_hand_in_has_its_own_files_and_those_that_it_names(folder: Path) -> None:
    name(folder, ROW.format("pack/runs.py", '"other/runs.py"'))
    own = {"own.py": folder / "own.py", "sub/deep.py": folder / "sub/deep.py"}
    runs = root_of(folder) / "other/runs.py"
    assert planted_files(folder, root_of(folder)) == {**own, "pack/runs.py": runs}
    assert named_files(folder, root_of(folder)) == {"pack/runs.py": runs}


def test_all_files_are_laid_out_but_what_is_expected(folder: Path, tmp_path: Path) -> None:
    name(folder, ROW.format("pack/runs.py", '"other/runs.py"'))
    lay_out(folder, root_of(folder), tmp_path / "place")
    everything = {"own.py": "x = 1\n", "sub/deep.py": "y = 2\n", "pack/runs.py": "z = 3\n"}
    assert texts(tmp_path / "place") == everything
    with whole_handin(folder, root_of(folder)) as whole:
        assert (whole.name, texts(whole)) == ("short", everything)
    assert not whole.exists()


@pytest.mark.parametrize("table", ["", "[files]\n", None])
def test_a_hand_in_that_names_nothing_is_graded_where_it_is(
    folder: Path, table: str | None
) -> None:
    if table is not None:
        name(folder, table)
    with whole_handin(folder, root_of(folder)) as whole:
        assert whole == folder
    assert planted_files(folder, root_of(folder)).keys() == {"own.py", "sub/deep.py"}


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (ROW.format("runs.py", '"other/run.py"'), "runs.py: there is no file other/run.py in ROOT"),
        (ROW.format("runs.py", '"other"'), "runs.py: there is no file other in ROOT"),
        (ROW.format("runs.py", '"../secret.py"'), "runs.py: ../secret.py leads out of ROOT"),
        (ROW.format("runs.py", '"/etc/passwd"'), "runs.py: /etc/passwd leads out of ROOT"),
        (ROW.format("runs.py", '"other/link.py"'), "runs.py: other/link.py leads out of ROOT"),
        (ROW.format("own.py", '"other/runs.py"'), "own.py: is in the folder too; delete one"),
        (ROW.format("runs.py", "3"), "runs.py: must be given a path, as text"),
        (ROW.format("../runs.py", '"other/runs.py"'), f"../runs.py: {IN_FOLDER}"),
        (ROW.format("/runs.py", '"other/runs.py"'), f"/runs.py: {IN_FOLDER}"),
        (ROW.format("./own.py", '"other/runs.py"'), f"./own.py: {IN_FOLDER}"),
        (ROW.format("", '"other/runs.py"'), f": {IN_FOLDER}"),
        ('files = ["other/runs.py"]\n', OF_PATHS),
    ],
)
def test_a_name_that_can_not_be_followed_is_a_line(folder: Path, table: str, line: str) -> None:
    (root_of(folder) / "other/link.py").symlink_to(root_of(folder).parent / "secret.py")
    name(folder, table)
    with pytest.raises(ConfigError) as caught:
        named_files(folder, root_of(folder))
    said = str(caught.value).replace(str(root_of(folder)), "ROOT")
    assert said.startswith(f"ROOT/planted/right/short/expected.toml: files: {line}")
    assert "\n" not in said


def test_all_faults_are_said_at_once(folder: Path) -> None:
    name(folder, '[files]\n"a.py" = "a.py"\n"own.py" = "other/runs.py"\n')
    with pytest.raises(ConfigError) as caught:
        planted_files(folder, root_of(folder))
    assert len(str(caught.value).splitlines()) == 2
