"""The packed handout holds what students need, and nothing that they must not have."""

import re
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.cli import main
from grader.commands.new import new_assignment
from grader.commands.pack import engine_files, pack_handout
from grader.errors import OutputError
from grader.student.handing_in.listing import parse_listing
from tests.las_only import write_las_only
from tests.small_assignment import make
from tests.support import ROOT

TOP = "hw09-handout"

HANDOUT = ROOT / "handout"
COMMON = ("import ", "from ", "def ")


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The names and texts in the packed handout."""
    archive = tmp_path_factory.mktemp("pack") / "handout.tgz"
    pack_handout(HANDOUT, TOP, archive)
    with tarfile.open(archive) as tar:
        return dict(_texts(tar))


def _texts(tar: tarfile.TarFile) -> Iterator[tuple[str, str]]:
    for member in tar.getmembers():
        file = tar.extractfile(member)
        assert file is not None
        yield member.name, file.read().decode("utf-8")


def test_students_get_starters_library_checks_and_texts(packed: dict[str, str]) -> None:
    for name in ("las.py", "README.md", "Makefile", "gametree/seq.py", "checks/__main__.py"):
        assert f"{TOP}/{name}" in packed


def test_everything_is_in_one_folder_and_comes_from_the_handout_or_runs_checks(
    packed: dict[str, str],
) -> None:
    for name, text in packed.items():
        inside = Path(name).relative_to(TOP)
        if inside.name == "handout.json":
            continue
        root = ROOT if inside.parts[0] == "grader" else HANDOUT
        assert text == (root / inside).read_text("utf-8")


def test_every_file_is_listed_and_dated_after_1980(tmp_path: Path) -> None:
    pack_handout(HANDOUT, TOP, tmp_path / "handout.tgz")
    with tarfile.open(tmp_path / "handout.tgz") as tar:
        assert all(member.mtime > 315_532_800 for member in tar.getmembers())
        listed = tar.extractfile(f"{TOP}/checks/handout.json")
        assert listed is not None
        names = set(parse_listing(listed.read()).digests)
        assert {f"{TOP}/{name}" for name in (*names, "checks/handout.json")} == set(tar.getnames())


def test_what_runs_the_checks_is_all_of_the_grader_that_is_in_it(packed: dict[str, str]) -> None:
    engine = {name.removeprefix(f"{TOP}/") for name in packed if name.startswith(f"{TOP}/grader/")}
    student = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("grader/student/**/*.py")}
    names = (
        "__init__",
        "class_facts",
        "deep_calls",
        "library",
        "exceptions",
        "forms",
        "module_names",
        "program",
        "queries",
        "shortening",
        "sources",
        "text_modules",
        "values",
    )
    course = ("course_tests/__init__", "course_tests/decorators")
    suites = [
        f"student_tests/{n}" for n in ("__init__", "askable_modules", "not_run", "uncollected")
    ]
    kinds = ("__init__", "arrays", "charts", "frames", "live_charts", "live_frames", "watched")
    travel = ("wire", *[f"travel/{kind}" for kind in kinds])
    notebook = [
        f"notebook/{n}"
        for n in ("__init__", "escapes", "layout", "ipython_names", "reading", "running")
    ]
    those = (
        *("__init__", "ending", "main_module", "process_state"),
        *("listening", "refusals", "semaphores", "streams"),
    )
    around = [f"surroundings/{name}" for name in those]
    passing = {
        f"grader/inside/{name}.py"
        for name in (*names, *course, *suites, *notebook, *travel, *around)
    }
    data = {"grader/student/pythons/added.txt"}
    assert engine == {"grader/__init__.py", *student, *passing, *data}


def test_no_file_of_the_reference_or_of_the_grader_is_in_it(packed: dict[str, str]) -> None:
    shared = {ROOT / name for name in engine_files()}
    engine = [path for path in ROOT.glob("grader/**/*.py") if path not in shared]
    staff = [*ROOT.glob("reference/**/*"), *engine, *ROOT.glob("tests/**/*")]
    secret = {p.read_bytes().decode("utf-8", "replace") for p in staff if p.is_file()}
    leaked = [name for name, text in packed.items() if text.strip() and text in secret]
    assert leaked == []


def test_no_line_of_a_solution_is_in_it(packed: dict[str, str]) -> None:
    """What is in the reference but not in its starter is nowhere in the handout."""
    given = {line.strip() for text in packed.values() for line in text.splitlines()}
    for path in sorted((ROOT / "reference").glob("*.py")):
        starter = packed.get(f"{TOP}/{path.name}")
        if starter is None:
            continue
        kept = {line.strip() for line in starter.splitlines()}
        bodies = [x for x in path.read_text("utf-8").splitlines() if x.startswith("    ")]
        solved = {line.strip() for line in bodies} - kept
        solutions = {line for line in solved if len(line) > 40 and not line.startswith(COMMON)}
        assert solutions & given == set()


def test_nothing_in_it_imports_more_of_the_grader(packed: dict[str, str]) -> None:
    for name, text in packed.items():
        if name.endswith(".py"):
            assert "import grader" not in text
            assert re.findall(r"from grader(?!\.(?:student|inside)[. ])", text) == []


def test_the_same_handout_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "one.tgz", tmp_path / "two.tgz"
    pack_handout(HANDOUT, TOP, first)
    pack_handout(HANDOUT, TOP, second)
    assert first.read_bytes() == second.read_bytes()


def test_a_starter_that_is_not_python_is_one_line_and_packs_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, archive = make(tmp_path), tmp_path / "handout.tgz"
    starter = tmp_path / "handout/las.py"
    starter.write_text("x = 1\ndef look_and_say(:\n")
    assert main(["pack", str(archive), "--config", str(config)]) == 2
    assert capsys.readouterr().err == f"grader: {starter}:2: it isn't Python: invalid syntax\n"
    assert not archive.exists()


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"none/handout\.tgz: can't be written"):
        pack_handout(HANDOUT, TOP, tmp_path / "none" / "handout.tgz")


def test_a_file_that_is_no_archive_is_not_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_las_only(tmp_path)
    config = tmp_path / "config.yaml"
    before = config.read_bytes()
    for name in ("config.yaml", "handout.zip"):
        assert main(["pack", str(tmp_path / name), "--config", str(config)]) == 2
        assert capsys.readouterr().err.endswith("a handout is a packed tar; name it handout.tgz\n")
    assert config.read_bytes() == before


SOLVED = "def look_and_say(values):\n    return values\n"


def packing(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[list[str], str, str]:
    """What is packed of the handout of a small assignment, and what is said."""
    config, archive = folder / "config.yaml", folder / "handout.tgz"
    main(["pack", str(archive), "--config", str(config)])
    said = capsys.readouterr()
    if not archive.exists():
        return [], said.out, said.err
    with tarfile.open(archive) as tar:
        names = [name.partition("/")[2] for name in tar.getnames()]
    return names, said.out, said.err


@pytest.mark.parametrize(
    "name", ["old/solved.py", "las.py", "notes.txt", "docs/a.pdf", "checks/test_more.py"]
)
@pytest.mark.parametrize("secret", ["reference/las.py", "reference/checks/test_las.py"])
def test_what_is_in_the_reference_is_refused_wherever_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, secret: str
) -> None:
    make(tmp_path)
    (tmp_path / secret).write_text(SOLVED)
    copy = tmp_path / "handout" / name
    copy.parent.mkdir(exist_ok=True)
    copy.write_bytes(SOLVED.replace("\n", "  \r\n").encode() + b"\n\n")
    assert packing(tmp_path, capsys) == (
        *([], ""),
        f"grader: {copy}: it has the content of {tmp_path / secret}, which students must not see; "
        "take it out of the handout\n",
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("las.py", "from builtins import list as look_and_say\n"),
        ("tools.py", SOLVED),
        ("checks/test_las.py", SOLVED),
    ],
)
def test_a_file_that_solves_nothing_may_be_the_same_at_its_own_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, text: str
) -> None:
    make(tmp_path)
    for folder in ("handout", "reference"):
        (tmp_path / folder / name).write_text(text)
    names, _, error = packing(tmp_path, capsys)
    assert (name in names, error) == (True, "")


@pytest.mark.parametrize(
    "copy", ["mistakes/not_begun/las.py", ".ipynb_checkpoints/las-checkpoint.py"]
)
def test_a_starter_may_be_a_mistake_or_an_earlier_state_of_the_solution(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], copy: str
) -> None:
    make(tmp_path)
    for file in (tmp_path / "handout/las.py", tmp_path / "reference" / copy):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("def look_and_say(values): ...\n")
    names, _, error = packing(tmp_path, capsys)
    assert ("las.py" in names, error) == (True, "")


@pytest.mark.parametrize("target", ["../reference/las.py", "../reference", "../none", "docs"])
def test_a_link_to_no_file_of_the_handout_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str
) -> None:
    make(tmp_path)
    (tmp_path / "handout/docs").mkdir()
    (tmp_path / "handout/solved").symlink_to(target)
    assert packing(tmp_path, capsys) == (
        *([], ""),
        f"grader: {tmp_path / 'handout/solved'}: it is a link to {target}, which is no file of the "
        "handout; put the file itself there\n",
    )


def test_a_link_within_the_handout_is_packed_as_that_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path)
    (tmp_path / "handout/README.md").write_text("Read me.\n")
    (tmp_path / "handout/docs").mkdir()
    (tmp_path / "handout/docs/first.md").symlink_to("../README.md")
    assert "docs/first.md" in packing(tmp_path, capsys)[0]


def test_files_of_any_kind_are_packed_and_what_is_not_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make(tmp_path)
    kept = {"task.pdf", "board.PNG", "DATA.CSV", "notes.tsv", "docs/LICENSE", "run.sh"}
    kept |= {"data/roster.csv", "late_days.csv", "submissions.csv", "expected.toml"}
    lost = {"las.py~", "las.py.bak", "hw.tgz", ".gitignore", ".grader-cache/key"}
    silent = {".DS_Store", "__pycache__/las.pyc"}
    for name in kept | lost | silent:
        (tmp_path / "handout" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "handout" / name).write_bytes(b"\xff")
    names, said, _ = packing(tmp_path, capsys)
    assert kept <= {*names}
    assert {*names}.isdisjoint(lost | silent)
    assert said.splitlines()[1] == (
        "not packed, unless `files` of config.yaml names it: .gitignore (hidden), "
        ".grader-cache/key (of the course), hw.tgz (an archive), las.py.bak (a backup), "
        "las.py~ (a backup)"
    )


@pytest.mark.parametrize("what", ["work", "text", "link", "handout"])
def test_a_handout_replaces_only_an_earlier_one(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive, config = tmp_path / "h.tgz", ["--config", str(new_assignment("bank", tmp_path / "a"))]
    match what:
        case "work":
            with tarfile.open(archive, "w:gz") as tar:
                tar.add(tmp_path / "a/handout/bank.py", "bank.py")
        case "text":
            archive.write_text("mine\n", "utf-8")
        case "link":
            archive.symlink_to(tmp_path / "a/config.yaml")
        case "handout":
            archive = tmp_path / "a/handout/h.tgz"
    before = archive.read_bytes() if archive.exists() else b""
    assert main(["pack", str(archive), *config]) == 2
    said = capsys.readouterr().err.replace("\n", " ")
    assert said.endswith("choose another name ")
    assert (archive.read_bytes() if archive.exists() else b"") == before


def test_a_handout_is_packed_again_in_its_place(tmp_path: Path) -> None:
    config = new_assignment("bank", tmp_path / "a")
    command = ["pack", str(tmp_path / "h.tgz"), "--config", str(config)]
    assert main(command) == 0
    assert main(command) == 0
