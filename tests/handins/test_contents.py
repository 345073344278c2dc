"""Names in a download are those that people have, and what an archive holds can do no harm."""

import os
import subprocess
import warnings
import zipfile
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.handins.contents import contents_of, entries_of
from grader.handins.finding import find_handins
from grader.handins.intake import Handin
from grader.handins.systems.pattern import pattern_of
from tests.handins.rights import bound_by_modes
from tests.handins.test_finding import KNOWN, LAS, NIM, files, laid, opened, packed

_MOODLE = "_assignsubmission_file_"
DOTTED = {
    "moodle": ({f". Priya_41{_MOODLE}/las.py", f".Net Nick_42{_MOODLE}/las.py"}, ". Priya"),
    "moodle without folders": ({f". Priya_41{_MOODLE}las.py", f"Bo_2{_MOODLE}las.py"}, ". Priya"),
    "canvas": ({".priya_4001_9001_las.py", "bo_4002_9002_las.py"}, ".priya"),
    "in one folder": ({"hw/.priya_4001_9001_las.py", "hw/bo_4002_9002_las.py"}, ".priya"),
    "ilias": ({"Submissions/.P_._priya_4/las.py", "Submissions/W_Chen_cw_3/las.py"}, "priya"),
    "plain": ({".ada/las.py", "bo/las.py"}, ".ada"),
}
JUNK = (
    *(".DS_Store", "__MACOSX/._ada", "._ada", ".git/HEAD", ".gitignore", ".venv/pyvenv.cfg"),
    *("Thumbs.db", ".~lock.roster.csv#", ".roster.csv.swp", ".grader-cache/x", "roster.csv"),
)
INSIDE = {"./ada/las.py": LAS, "bo/las.py": LAS, ".git/HEAD": b"", "notes.txt": b""}


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        *(("cp437", "Zoë"), ("cp437", "Weiß"), ("cp850", "Søren"), ("cp850", "João Simões")),
        *(("utf-8", "Zoë"), ("utf-8", "李明")),
    ],
)
def test_a_person_is_called_as_the_packing_computer_wrote_it(
    tmp_path: Path, encoding: str, name: str
) -> None:
    place = tmp_path / "class.zip"
    dummy = "x" * len(name.encode(encoding))
    with zipfile.ZipFile(place, "w") as archive:
        archive.writestr(f"{dummy}/las.py", "x = 1\n")
    # Python itself would write UTF-8 and say so.
    place.write_bytes(place.read_bytes().replace(dummy.encode(), name.encode(encoding)))
    assert [one.name for one in contents_of(place)] == [name]


def test_a_download_that_is_cut_off_is_refused_in_plain_words(tmp_path: Path) -> None:
    place = tmp_path / "class.zip"
    place.write_bytes(packed({"ada/las.py": LAS}, ".zip")[:60])
    with pytest.raises(UsageError, match="can't be opened: it is cut off or damaged; download it"):
        contents_of(place)


@pytest.mark.parametrize("name", ["class.tgz", "class.zip"])
def test_a_download_that_is_no_zip_is_to_be_unpacked(tmp_path: Path, name: str) -> None:
    place = tmp_path / name
    place.write_bytes(packed({"ada/las.py": LAS}))
    with pytest.raises(UsageError, match=r"or a download as \.zip; unpack it, and name its folder"):
        contents_of(place)


def test_a_name_that_leads_out_of_a_download_is_below_it(tmp_path: Path) -> None:
    place = tmp_path / "class.zip"
    names = (f"/Ada_1{_MOODLE}/las.py", f"../Bo_2{_MOODLE}/las.py", "..", "/", f"C_3{_MOODLE}/")
    place.write_bytes(packed(dict.fromkeys(names, LAS), ".zip"))
    found = find_handins(place, KNOWN)
    assert {one: some for one, some in files(found).items() if isinstance(some, list)} == {
        "Ada": ["las.py"],
        "Bo": ["las.py"],
    }
    assert len(found.people) == 3


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("name", DOTTED)
def test_a_person_may_have_a_dot_in_front(tmp_path: Path, name: str, *, zipped: bool) -> None:
    names, student = DOTTED[name]
    place = laid(tmp_path / "class", dict.fromkeys(names, LAS))
    if zipped:
        place = tmp_path / "class.zip"
        place.write_bytes(packed(dict.fromkeys(names, LAS), ".zip"))
    found = files(find_handins(place, KNOWN))
    assert (len(found), found[student]) == (2, ["las.py"])


@pytest.mark.parametrize("zipped", [False, True])
def test_what_tools_make_is_no_entry_and_what_else_is_hidden_is_named(
    tmp_path: Path, *, zipped: bool
) -> None:
    content = {**dict.fromkeys(JUNK, b""), "ada/las.py": LAS, ".notes": b""}
    place = laid(tmp_path / "class", content)
    if zipped:
        place = tmp_path / "class.zip"
        place.write_bytes(packed(content, ".zip"))
    found = find_handins(place, KNOWN)
    assert [one.student for one in found.handins] == ["ada"]
    assert [line.partition(":")[0] for line in found.ignored] == [".notes"]


def test_what_staff_keep_beside_hand_ins_is_no_entry_but_in_an_archive_it_is_not_read(
    tmp_path: Path,
) -> None:
    staffs = ("rubric.yaml", "ada.rubric.yaml", "config.yaml")
    content = {**dict.fromkeys(staffs, b"x"), "ada/las.py": LAS, "notes.yaml": b""}
    found = find_handins(laid(tmp_path / "class", content), KNOWN)
    why = "it isn't a folder, an archive or a Python file"
    assert found.ignored == (f"notes.yaml: {why}",)
    (tmp_path / "class.zip").write_bytes(packed(content, ".zip"))
    found = find_handins(tmp_path / "class.zip", KNOWN)
    assert found.ignored == (f"ada.rubric.yaml, config.yaml, notes.yaml, rubric.yaml: {why}",)


def test_a_download_in_a_folder_is_read_with_a_rubric_beside_it(tmp_path: Path) -> None:
    content = {"rubric.yaml": b"", "hw/bo_1_9_las.py": LAS, "hw/cy_2_10_las.py": LAS}
    found = find_handins(laid(tmp_path, content), KNOWN)
    assert (found.system, list(files(found))) == ("canvas", ["bo", "cy"])


def test_hidden_files_in_a_folder_of_sakai_make_it_no_other_folder(tmp_path: Path) -> None:
    names = ("Wang, C(cw)/Submission attachment(s)/las.py", "Wang, C(cw)/.hidden")
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN)
    assert (found.system, list(files(found))) == ("sakai", ["cw"])


@pytest.mark.parametrize("ending", [".zip", ".tgz"])
@pytest.mark.parametrize("zipped", [False, True])
def test_entries_are_those_that_may_be_hand_ins(
    tmp_path: Path, ending: str, *, zipped: bool
) -> None:
    content = {f"inner{ending}": packed(INSIDE, ending)}
    place = laid(tmp_path / "class", content)
    if zipped:
        place = tmp_path / "class.zip"
        place.write_bytes(packed(content, ".zip"))
    [archive] = contents_of(place)
    found = entries_of(archive)
    assert [(one.base, one.folder) for one in found] == [
        *(("ada", True), ("bo", True), ("notes.txt", False))
    ]
    assert found[2].text() == ""  # only names are known


def test_of_what_can_not_be_looked_at_nothing_is_known(tmp_path: Path) -> None:
    laid(
        tmp_path, {"cut.zip": packed(INSIDE, ".zip")[:50], "essay.tgz": b"an essay", "las.py": LAS}
    )
    (tmp_path / "link.zip").symlink_to("cut.zip")
    assert [entries_of(one) for one in contents_of(tmp_path)] == [[], [], [], []]


DEEP = f"mal/{'a/' * 3000}las.py"


@pytest.mark.parametrize("name", [DEEP, f".{DEEP}"])
@pytest.mark.parametrize("pattern", [None, "(?P<student>[^/]+)/(?P<file>.+)"])
@pytest.mark.parametrize("ending", [".zip", ".tgz"])
def test_a_hand_in_that_is_too_deep_is_its_own_problem(
    tmp_path: Path, name: str, pattern: str | None, ending: str
) -> None:
    content = {"ada/las.py": LAS, name: LAS}
    place = tmp_path / "class.zip"
    if ending == ".tgz":  # the hand-in itself
        content = {"ada/las.py": LAS, f"{name[:4]}/x.tgz": packed({name: LAS})}
        place = laid(tmp_path / "class", content)
    else:
        place.write_bytes(packed(content, ".zip"))
    found = find_handins(place, KNOWN, names=pattern_of(pattern) if pattern else None)
    assert files(found)["ada"] == ["las.py"]
    [said] = {*files(found), *found.ignored} - {"ada"}
    assert "mal" in said


def test_folders_on_the_disk_may_be_as_deep_as_any(tmp_path: Path) -> None:
    laid(tmp_path, {"ada/las.py": LAS, ".mal/x": b""})
    here = os.open(tmp_path / ".mal", os.O_RDONLY)
    for _ in range(2500):
        os.mkdir("a", dir_fd=here)
        below = os.open("a", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    try:
        for pattern in (None, pattern_of("(?P<student>[^/]+)/(?P<file>.+)")):
            assert files(find_handins(tmp_path, KNOWN, names=pattern))["ada"] == ["las.py"]
    finally:  # pytest's own way of removing it is recursive
        subprocess.run(["rm", "-r", tmp_path / ".mal"], check=True)


@pytest.mark.parametrize("pattern", [None, "(?P<student>[^/]+)/(?P<file>.+)"])
@pytest.mark.parametrize("mal", [".mal", "mal"])
@pytest.mark.parametrize("zipped", [False, True])
def test_many_deep_names_can_be_looked_at(
    tmp_path: Path, mal: str, pattern: str | None, *, zipped: bool
) -> None:
    names = [f"{'a/' * 300}{number}.txt" for number in range(5_000)]
    if zipped:
        place = tmp_path / "class.zip"
        given = dict.fromkeys(["ada/las.py", *[f"{mal}/{name}" for name in names]], LAS)
        place.write_bytes(packed(given, ".zip"))
    else:
        hw = packed(dict.fromkeys(names, b""), ".zip")
        place = laid(tmp_path, {"ada/las.py": LAS, f"{mal}/1.zip": hw, f"{mal}/2.zip": hw})
    found = find_handins(place, KNOWN, names=pattern_of(pattern) if pattern else None)
    assert "ada" in [one.student for one in found.handins]


@pytest.mark.parametrize("mode", [0o000, 0o444])
def test_a_folder_that_nobody_may_enter_stops_no_class(tmp_path: Path, mode: int) -> None:
    laid(tmp_path, {"ada/las.py": LAS, "eve/las.py": LAS})
    (tmp_path / "eve").chmod(mode)
    with bound_by_modes():
        found = find_handins(tmp_path, KNOWN)
    (tmp_path / "eve").chmod(0o755)
    assert [one.student for one in found.handins] == ["ada", "eve"]


def test_a_link_to_itself_is_not_used(tmp_path: Path) -> None:
    laid(tmp_path, {"ada/las.py": LAS})
    (tmp_path / "loop").symlink_to("loop")
    found = find_handins(tmp_path, KNOWN)
    assert [one.student for one in found.handins] == ["ada"]
    assert found.ignored == ("loop: it isn't a folder, an archive or a Python file",)


@pytest.mark.parametrize(
    "names",
    [
        (f"Ada_1{_MOODLE}/", f"Bo_2{_MOODLE}/las.py"),
        (f"Ada_1{_MOODLE}\\", f"Bo_2{_MOODLE}/", f"Bo_2{_MOODLE}/las.py"),
        (f"hw/Ada_1{_MOODLE}/src/", "hw/", f"hw/Bo_2{_MOODLE}/las.py"),
        ("Ada/", "Bo/las.py", "Bo/.git/refs/"),
        ("Ada.zip/", "Bo/las.py"),
    ],
)
def test_an_empty_folder_in_an_archive_is_a_hand_in_as_on_the_disk(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    place = tmp_path / "class.zip"
    place.write_bytes(packed({name: LAS if name.endswith("py") else b"" for name in names}, ".zip"))
    assert files(find_handins(place, KNOWN)) == {"Ada": "the hand-in is empty", "Bo": ["las.py"]}


def test_of_two_members_of_one_name_none_is_taken_for_the_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in (("ada", LAS), ("ada", NIM), ("bo", LAS), ("bo", LAS)):
            archive.writestr(f"{name}/las.py", content)
    found = opened(find_handins(tmp_path / "class.zip", KNOWN))
    assert {student: one.files for student, one in found.items() if isinstance(one, Handin)} == {
        "ada": {},
        "bo": {"las.py": LAS.decode()},
    }
