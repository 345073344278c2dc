"""Hand-ins of every shape are opened in memory; hostile ones are refused in one clear line."""

import bz2
import gzip
import io
import json
import lzma
import os
import re
import tarfile
import tracemalloc
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from unicodedata import normalize

import pytest

from grader.assignment.config import Intake
from grader.errors import HandinError, UsageError
from grader.handins.intake import Handin, open_parcel
from grader.handins.opening import Opener
from grader.handins.parcels import parcel_of
from grader.handins.reading import counts as counting
from grader.handins.reading.archives import DAMAGED
from grader.inside.notebook.reading import module_text
from grader.inside.text_modules import module_of
from grader.student.pythons.versions import this_python

KNOWN = ("las.py", "nim.py")
LAS, NIM = b"x = 1\n", "y = 'é'\n".encode()
MB = 1 << 20


def folder(path: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
    return path


def tgz(path: Path, members: Sequence[tuple[tarfile.TarInfo | str, bytes]]) -> Path:
    with tarfile.open(path, "w:gz", format=tarfile.GNU_FORMAT) as archive:
        for member, content in members:
            info = tarfile.TarInfo(member) if isinstance(member, str) else member
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def zipped(path: Path, members: Sequence[tuple[zipfile.ZipInfo | str, bytes]]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members:
            archive.writestr(member, content)
    return path


def opened(path: Path, **limits: int) -> Handin:
    return Opener(Intake(**limits), KNOWN).open(path)


def refusal(path: Path, **limits: int) -> str:
    with pytest.raises(HandinError) as caught:
        opened(path, **limits)
    return str(caught.value)


# -- shapes ----------------------------------------------------------------------------------


def test_a_folder_and_its_archives_are_the_same_hand_in(tmp_path: Path) -> None:
    files = {"las.py": LAS, "nim.py": NIM}
    shapes = [
        folder(tmp_path / "a", files),
        tgz(tmp_path / "b.tgz", list(files.items())),
        tgz(tmp_path / "c.tar.gz", list(files.items())),
        zipped(tmp_path / "d.zip", list(files.items())),
        tgz(tmp_path / "e.tgz", [(f"hw09-handin/{n}", c) for n, c in files.items()]),
        zipped(tmp_path / "f.zip", [(f".\\top\\{n}", c) for n, c in reversed(files.items())]),
    ]
    handins = [opened(shape) for shape in shapes]
    assert [handin.student for handin in handins] == list("abcdef")
    assert {handin.digest for handin in handins} == {handins[0].digest}
    for handin in handins:
        assert handin.files == {"las.py": "x = 1\n", "nim.py": "y = 'é'\n"}
        assert list(handin.files) == ["las.py", "nim.py"]
        assert handin.notes == ()
        assert handin.problems == {}


def test_a_single_file_is_a_hand_in(tmp_path: Path) -> None:
    (tmp_path / "las.py").write_bytes(LAS)
    assert opened(tmp_path / "las.py").files == {"las.py": "x = 1\n"}


def test_a_package_that_is_imported_instead_of_a_graded_file_is_noted(tmp_path: Path) -> None:
    hidden = folder(tmp_path / "a", {"hw/las.py": LAS, "hw/las/__init__.py": b""})
    assert opened(hidden).notes == (
        "las.py is not graded; beside it is las/__init__.py, which Python imports instead",
    )
    assert opened(folder(tmp_path / "b", {"las.py": LAS, "las/more.py": b""})).notes == ()


def test_a_notebook_is_the_module_of_its_code_cells(tmp_path: Path) -> None:
    notebook = b'{"cells": [{"cell_type": "code", "source": ["x = ", "1"]}]}'
    (tmp_path / "las.ipynb").write_bytes(notebook)
    files = {"las.py": module_text("las.ipynb", notebook)}
    assert files["las.py"].endswith("\nx = 1\n")
    assert opened(tmp_path / "las.ipynb").files == files
    assert opened(zipped(tmp_path / "a.zip", [("las.ipynb", notebook)])).files == files
    both = opened(folder(tmp_path / "b", {"las.ipynb": notebook, "las.py": LAS}))
    assert both.files == {"las.py": "x = 1\n"}
    assert both.notes == ("las.ipynb is not graded; beside it is las.py, which is graded",)
    within = opened(folder(tmp_path / "e", {"hw/las.ipynb": notebook, "hw/las.py": LAS}))
    assert "hw/las.ipynb is not graded; beside it is las.py, which is graded" in within.notes
    assert opened(folder(tmp_path / "f", {"las.ipynb": notebook, "las.py": b"\n"})).files == files
    made = module_text("las.ipynb", b'{"cells": []}').encode()
    assert opened(folder(tmp_path / "d", {"las.ipynb": notebook, "las.py": made})).files == files
    broken = opened(folder(tmp_path / "c", {"las.ipynb": b"{", "nim.py": NIM}))
    assert broken.problems == {
        "las.py": "line 1 of las.ipynb is damaged: open it in Jupyter, and save it again"
    }


def written_by(*cells: str) -> bytes:
    """A notebook of these cells."""
    found = [{"cell_type": "code", "source": one} for one in cells]
    return json.dumps({"cells": found}).encode()


def test_what_a_notebook_writes_is_handed_in(tmp_path: Path) -> None:
    cells = [
        *("%%writefile las.py\nx = 0\n", "%%writefile las.py\nx = 1", "x = 5"),
        *("%%file -a 'las.py'\ny = !2", "\n%%writefile /content/nim.py\n%%time\n"),
        *("%%writefile ../run.py\nx", "%%writefile {name}.py\nx", "%%writefile data.txt\nx"),
        *("# first\n%%writefile las.py\nx = 3", "%%writefile\nx", "%%writefile las.py.md\n"),
    ]
    las, nim = "x = 1\ny = !2\n", "%%time\n"
    notebook = written_by(*cells)
    note = "las.py is what a cell of {} writes", "nim.py is what a cell of {} writes"
    other = opened(folder(tmp_path / "a", {"homework.ipynb": notebook}))
    assert {name: other.files.get(name) for name in KNOWN} == {"las.py": las, "nim.py": nim}
    assert [one.format("homework.ipynb") for one in note] == list(other.notes[:2])
    assert set(other.files) == {"homework.py", "las.py", "nim.py"}
    # Also in the place of a module that the notebook would be.
    own = opened(zipped(tmp_path / "b.zip", [("hw/las.ipynb", notebook)]))
    assert {name: own.files.get(name) for name in KNOWN} == {"las.py": las, "nim.py": nim}
    assert "hw/las.ipynb is not graded; beside it is las.py, which is graded" in own.notes
    # A file that is handed in counts more, if there is something in it.
    files = {"homework.ipynb": notebook, "las.py": LAS, "nim.py": b"\n"}
    both = opened(folder(tmp_path / "c", files))
    assert {name: both.files[name] for name in KNOWN} == {"las.py": "x = 1\n", "nim.py": nim}


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("../run.py", "not looked at: ../run.py"),
        ("mine/../../../run.py", "not looked at: ../../run.py"),
        (".git/run.py", "passed over: .git (version control)"),
        (f"{'a' * 300}.py", f"not looked at: {'a' * 200}"),
        ("a\x07b.py", "not looked at: a\\x07b.py"),
    ],
)
def test_what_a_notebook_writes_has_the_names_that_files_may_have(
    tmp_path: Path, name: str, note: str
) -> None:
    files = {"hw.ipynb": written_by(f"%%writefile {name}\nx = 1"), "las.py": LAS}
    found = opened(folder(tmp_path / "ada", files))
    assert set(found.files) == {"hw.py", "las.py"}
    assert found.notes == (note,)


def test_what_a_notebook_writes_counts_like_files(tmp_path: Path) -> None:
    few = Opener(Intake(max_mb=1, max_files=3), KNOWN)
    many = folder(tmp_path / "a", {"hw.ipynb": written_by(*[f"%%file a{n}.py\n" for n in "123"])})
    with pytest.raises(HandinError, match="holds more than 3 Python files"):
        few.open(many)
    appended = ["%%file -a las.py\n" + "x" * 200_000] * 3
    with pytest.raises(HandinError, match=r"holds more than 1 MB .*, most of it in hw\.ipynb"):
        few.open(folder(tmp_path / "b", {"hw.ipynb": written_by(*appended)}))


def test_a_text_that_is_asked_for_is_a_module_and_nothing_else_is_in_its_place(
    tmp_path: Path,
) -> None:
    opener = Opener(Intake(), ("cheap.sql", "keys.json", "las.py"))
    files = {
        "cheap.sql": b"SELECT 1",
        "cheap.py": b"import os",
        "keys.py": b"TEXT = 1",
        "other.sql": b"",
        "las.py": b"x = 1",
    }
    for path in (folder(tmp_path / "ada", files), tgz(tmp_path / "ada.tgz", [*files.items()])):
        found = opener.open(path)
        assert found.files == {"cheap.py": module_of("cheap.sql", "SELECT 1"), "las.py": "x = 1"}
        assert found.notes == ("not looked at: cheap.py, keys.py, other.sql",)
    single = folder(tmp_path / "bob", {"cheap.sql": b"\xff"}) / "cheap.sql"
    assert "line 1 is not UTF-8" in opener.open(single).problems["cheap.py"]
    with pytest.raises(HandinError, match=r"cheap \(1\).sql must be named cheap.sql"):
        opener.open(folder(tmp_path / "cem", {"cheap (1).sql": b""}))


def test_modules_of_their_own_come_along_with_their_folders(tmp_path: Path) -> None:
    path = folder(tmp_path / "a", {"las.py": LAS, "mine/tools.py": NIM, "mine/__init__.py": b""})
    assert list(opened(path).files) == ["las.py", "mine/__init__.py", "mine/tools.py"]


def test_the_digest_depends_on_names_and_texts_of_python_files_alone(tmp_path: Path) -> None:
    one = opened(folder(tmp_path / "a", {"las.py": LAS})).digest
    assert opened(folder(tmp_path / "b", {"las.py": LAS, "notes.txt": b"x"})).digest == one
    assert opened(folder(tmp_path / "c", {"las.py": LAS + b"\n"})).digest != one
    assert opened(folder(tmp_path / "d", {"nim.py": LAS})).digest != one
    assert opened(folder(tmp_path / "e", {"las.py": LAS, "tools.py": b""})).digest != one
    outside = {"hw/las.py": LAS, "other.py": NIM}
    assert opened(folder(tmp_path / "f", outside)).digest == one
    assert opened(folder(tmp_path / "g", {"las.py": b"\xef\xbb\xbf" + LAS})).digest == one


def test_why_a_file_cannot_be_used_is_in_the_digest(tmp_path: Path) -> None:
    """Packed better, the same file would have the results of the one that couldn't be used."""
    good = opened(folder(tmp_path / "a", {"hw/las.py": LAS}))
    twice = opened(folder(tmp_path / "b", {"hw/las.py": LAS, "HW/las.py": LAS}))
    assert (list(good.files), list(twice.files)) == (["las.py"], [])
    assert twice.problems["las.py"].startswith("it is there more than once")
    assert twice.digest != good.digest
    said = opened(folder(tmp_path / "c", {"las.py": twice.problems["las.py"].encode()}))
    assert said.digest != twice.digest


def test_what_systems_leave_behind_is_passed_over(tmp_path: Path) -> None:
    strays = ["._las.py", ".DS_Store", "Thumbs.db", "__MACOSX/._las.py", "expected.toml"]
    strays += [".git/hooks/evil.py", "__pycache__/las.cpython-311.pyc"]
    files = dict.fromkeys(strays, b"\x00")
    handin = opened(folder(tmp_path / "a", {"las.py": LAS, **files}))
    notes = ("passed over: .git (version control), __pycache__ (a cache)",)
    assert (list(handin.files), handin.notes, handin.problems) == (["las.py"], notes, {})
    assert opened(zipped(tmp_path / "b.zip", [("las.py", LAS), *files.items()])) == Handin(
        "b", handin.digest, handin.files, notes
    )


def test_other_files_are_not_looked_at_and_noted(tmp_path: Path) -> None:
    others = {f"{i}.txt": b"" for i in range(6)}
    handin = opened(folder(tmp_path / "a", {"las.py": LAS, "inner.zip": b"PK", **others}))
    assert handin.notes == (
        "not looked at: 0.txt, 1.txt, 2.txt, 3.txt, 4.txt and 1 more",
        f"inner.zip can't be opened: {DAMAGED}",
    )


def test_the_folder_with_most_of_the_graded_files_is_graded_and_noted(tmp_path: Path) -> None:
    files = {"old/las.py": NIM, "new/las.py": LAS, "new/nim.py": NIM, "new/tools.py": b""}
    handin = opened(folder(tmp_path / "a", files))
    assert handin.files["las.py"] == "x = 1\n"
    assert handin.notes == (
        "graded files are in new/ and old/; those in new/ are graded",
        "not looked at: old/las.py",
    )


def test_a_name_in_the_wrong_case_is_noted(tmp_path: Path) -> None:
    handin = opened(folder(tmp_path / "a", {"las.py": LAS, "Nim.py": NIM}))
    assert handin.notes == ("Nim.py is not graded; its name must be nim.py",)


@pytest.mark.parametrize(
    "name",
    [
        "las (1).py",
        "las(2).py",
        "las-1.py",
        "las copy.py",
        "Copy of las.py",
        "las.py.txt",
        "LAS.py",
    ],
)
def test_a_file_that_is_named_almost_as_a_graded_one_is_noted(tmp_path: Path, name: str) -> None:
    handin = opened(folder(tmp_path / "a", {"nim.py": NIM, name: LAS}))
    assert f"{name} is not graded; its name must be las.py" in handin.notes
    with pytest.raises(HandinError, match=f"; {re.escape(name)} must be named las.py$"):
        opened(folder(tmp_path / "b", {name: LAS}))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("las/__init__.py", "las.py"),
        ("tests_all.py", "test_all.py"),
        ("test_las.py", "test_all.py"),
    ],
)
def test_a_package_or_a_suite_of_another_name_is_said_to_be_misnamed(
    tmp_path: Path, name: str, meant: str
) -> None:
    files = ("las.py", "nim.py", "test_all.py")
    handin = Opener(Intake(), files).open(folder(tmp_path / "a", {"nim.py": NIM, name: LAS}))
    assert f"{name} is not graded; its name must be {meant}" in handin.notes


@pytest.mark.parametrize(
    "names",
    [
        ("part_1.py", "part_2.py"),
        ("linked_list.py", "linked_lists.py"),
        ("test_a.py", "test_b.py", "a.py"),
    ],
)
def test_a_file_that_is_asked_for_is_meant_as_no_other(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    for ending in (".py", ".ipynb"):
        content = LAS if ending == ".py" else b'{"cells": []}'
        given = {f"{names[0].removesuffix('.py')}{ending}": content}
        handin = Opener(Intake(), names).open(folder(tmp_path / ending, given))
        assert not any("its name must be" in note for note in handin.notes)


def test_checks_of_the_handout_are_meant_as_no_suite(tmp_path: Path) -> None:
    files = {"nim.py": NIM, "checks/test_nim.py": b"", "checks/__init__.py": b""}
    opener = Opener(Intake(), ("nim.py", "test_all.py", "checks.py"))
    handin = opener.open(folder(tmp_path / "a", files))
    assert not any("its name must be" in note for note in handin.notes)


@pytest.mark.parametrize(
    "top", ["hw 09", "Übung 9", "E\u0301tude", "a'b\"&c,d", "x\x1b[31m\n", "課題"]
)
def test_the_folder_around_a_hand_in_may_have_any_name(tmp_path: Path, top: str) -> None:
    plain = opened(folder(tmp_path / "a", {"las.py": LAS, "mine/tools.py": NIM}))
    files = {f"{top}/las.py": LAS, f"{top}/mine/tools.py": NIM, f"{top}/my notes/x.py": b""}
    for path in (
        folder(tmp_path / "b", files),
        zipped(tmp_path / "c.zip", list(files.items())),
        tgz(tmp_path / "d.tgz", list(files.items())),
        tgz(tmp_path / "e.tgz", [(f"deep er/{name}", text) for name, text in files.items()]),
    ):
        handin = opened(path)
        assert (handin.files, handin.digest) == (plain.files, plain.digest)
        [note] = handin.notes
        assert note.startswith("not looked at: ")
        assert note.isprintable()


def test_a_zip_as_macos_makes_it_is_opened(tmp_path: Path) -> None:
    members = [("hw 09/", b""), ("hw 09/las.py", LAS), ("hw 09/.DS_Store", b"\x00\x01")]
    members += [("__MACOSX/hw 09/._las.py", b"\x00"), ("__MACOSX/._hw 09", b"\x00")]
    handin = opened(zipped(tmp_path / "ada.zip", members))
    assert (handin.files, handin.notes, handin.problems) == ({"las.py": "x = 1\n"}, (), {})


def test_of_two_folders_with_odd_names_the_note_can_be_shown(tmp_path: Path) -> None:
    files = {"a\x1b b/las.py": LAS, "a\x1b b/nim.py": NIM, "c d/las.py": NIM}
    assert opened(folder(tmp_path / "a", files)).notes == (
        "graded files are in a\\x1b b/ and c d/; those in a\\x1b b/ are graded",
        "not looked at: c d/las.py",
    )


# -- what can't be opened --------------------------------------------------------------------


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    assert refusal(tmp_path / "a") == "the hand-in is empty"


def test_what_holds_only_what_is_passed_over_says_what_that_is(tmp_path: Path) -> None:
    files = {".keep": b"", ".venv/bin/las.py": LAS, "__MACOSX/._las.py": LAS}
    assert refusal(folder(tmp_path / "a", files)) == (
        "the hand-in is empty: it holds only what is passed over, .keep (hidden), "
        ".venv (a Python environment), __MACOSX (of the operating system)"
    )


def test_a_hand_in_without_a_graded_file_says_what_was_found(tmp_path: Path) -> None:
    path = folder(tmp_path / "a", {"main.py": LAS, "README": b""})
    assert refusal(path) == (
        "none of the files that are graded (las.py, nim.py) is in the hand-in; "
        "found: README, main.py"
    )


@pytest.mark.parametrize("name", ["a.tgz", "a.zip"])
@pytest.mark.parametrize("content", [b"", b"no archive at all", b"\x1f\x8b\x08\x00junk", b"PK\3\4"])
def test_an_unreadable_archive_is_refused(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    assert refusal(tmp_path / name).startswith("the hand-in ")


def locked(content: bytes) -> bytes:
    """A zip archive whose members say that they have a password."""
    local, central = b"PK\x03\x04\x14\x00", b"PK\x01\x02\x14\x03\x14\x00"
    return content.replace(local + b"\0", local + b"\1").replace(central + b"\0", central + b"\1")


def test_an_archive_with_a_password_is_refused_and_no_file_of_it_is_called_wrong(
    tmp_path: Path,
) -> None:
    path = zipped(tmp_path / "a.zip", [("hw/las.py", LAS), ("hw/notes.txt", b"x")])
    path.write_bytes(locked(path.read_bytes()))
    why = "it has a password; pack it without one"
    assert refusal(path) == f"the hand-in can't be opened: {why}"
    inside = folder(tmp_path / "b", {"a.zip": path.read_bytes()})
    assert refusal(inside) == f"a.zip, which is in the hand-in, can't be opened: {why}"
    beside = opened(folder(tmp_path / "c", {"a.zip": path.read_bytes(), "las.py": LAS}))
    assert beside.notes == (f"a.zip can't be opened: {why}",)


def test_a_password_of_what_is_not_read_stops_nobody(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", [("notes.txt", b"x")])
    path.write_bytes(locked(path.read_bytes()))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("las.py", LAS)
    assert list(opened(path).files) == ["las.py"]


def test_a_path_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such file or folder"):
        opened(tmp_path / "nobody")


# -- hostile archives ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        *("../las.py", "/las.py", "x/../../las.py", "a b.py", "-\n.py", "a\x1b[31m.py"),
        *("ｌａｓx.py", "a\u202e.py", "a\u200b.py", "ä b/x.py", "é.py.py.exe", "ﬁx.py", "–.py"),
    ],
)
def test_entries_with_unusual_names_are_left_out(tmp_path: Path, name: str) -> None:
    members = [("las.py", LAS), (name, NIM)]
    for path in (tgz(tmp_path / "a.tgz", members), zipped(tmp_path / "b.zip", members)):
        handin = opened(path)
        assert list(handin.files) == ["las.py"]
        assert handin.notes[0].startswith("not looked at: ")
        assert handin.notes[0].isprintable()
    assert sorted(child.name for child in tmp_path.iterdir()) == ["a.tgz", "b.zip"]


@pytest.mark.parametrize(
    "name", ["hilfs_ä.py", "hilfs_a\u0308.py", "größe/maß.py", "помощь.py", "助け.py"]
)
def test_a_module_may_have_any_name_that_python_imports(tmp_path: Path, name: str) -> None:
    members = [("las.py", LAS), (name, NIM)]
    (tmp_path / "c").mkdir()
    paths = (
        tgz(tmp_path / "a.tgz", members),
        zipped(tmp_path / "b.zip", members),
        folder(tmp_path / "c", dict(members)),
    )
    for path in paths:
        handin = opened(path)
        assert sorted(handin.files) == sorted(["las.py", normalize("NFC", name)])
        assert handin.notes == ()


def test_one_name_in_two_forms_is_there_twice(tmp_path: Path) -> None:
    members = [("las.py", LAS), ("ä.py", NIM), ("a\u0308.py", LAS)]
    handin = opened(tgz(tmp_path / "a.tgz", members))
    assert list(handin.files) == ["las.py"]
    assert "it is there more than once" in handin.problems["ä.py"]


def test_links_and_pipes_in_a_folder_are_not_opened(tmp_path: Path) -> None:
    path = folder(tmp_path / "a", {"las.py": LAS})
    (path / "nim.py").symlink_to("/etc/passwd")
    os.mkfifo(path / "pipe.py")
    (path / "dir").symlink_to("/etc")
    handin = opened(path)
    assert list(handin.files) == ["las.py"]
    why = "it is a link or a device, not a file; hand in the file itself"
    assert handin.problems == {"nim.py": why, "pipe.py": why}
    assert handin.notes == ("not looked at: dir",)


@pytest.mark.parametrize("twin", ["nim.py", "NIM.py", "./nim.py"])
def test_a_file_that_is_there_twice_is_not_used(tmp_path: Path, twin: str) -> None:
    path = tgz(tmp_path / "a.tgz", [("las.py", LAS), ("nim.py", NIM), (twin, LAS)])
    handin = opened(path)
    assert list(handin.files) == ["las.py"]
    assert handin.problems["nim.py"].startswith("it is there more than once (nim.py, ")


def test_unpacked_size_is_counted_not_believed(tmp_path: Path) -> None:
    zeros = b"#" * (3 * MB)
    too_much = "the hand-in holds more than 5 MB of Python files and notebooks when unpacked"
    too_much += ", most of it in {}; leave out what isn't asked for"
    path = zipped(tmp_path / "a.zip", [("las.py", zeros), ("nim.py", zeros)])
    assert path.stat().st_size < 20_000
    assert refusal(path, max_mb=5) == too_much.format("las.py")
    path = tgz(tmp_path / "b.tgz", [("las.py", zeros), ("nim.py", zeros)])
    assert refusal(path, max_mb=5) == too_much.format("las.py")
    path = folder(tmp_path / "c", {"las.py": zeros, "nim.py": zeros})
    assert refusal(path, max_mb=5) == too_much.format("las.py")


def a_notebook(shown: str, source: str = "x = 1") -> bytes:
    """A notebook of one cell that shows a text, with an image in what is written beside it."""
    outputs = [{"output_type": "display_data", "data": {"image/png": shown}}]
    cells = [
        {"cell_type": "code", "execution_count": 1, "source": [source], "outputs": outputs},
        {"cell_type": "markdown", "source": "# A", "attachments": {"a.png": {"image/png": shown}}},
    ]
    return json.dumps({"cells": cells, "nbformat": 4}).encode()


def test_what_a_notebook_shows_does_not_count(tmp_path: Path) -> None:
    bare, full = a_notebook(""), a_notebook("A" * (3 * MB))
    for place in (
        folder(tmp_path / "a", {"las.ipynb": full}),
        zipped(tmp_path / "b.zip", [("hw/las.ipynb", full)]),
        tgz(tmp_path / "c.tgz", [("las.ipynb", full)]),
    ):
        found = opened(place, max_mb=1)
        assert found.files == {"las.py": module_text("las.ipynb", bare)}
        assert found.digest == opened(folder(tmp_path / "d", {"las.ipynb": bare})).digest


def test_what_is_written_in_a_notebook_counts(tmp_path: Path) -> None:
    written = a_notebook("", "#" * (2 * MB))
    (tmp_path / "las.ipynb").write_bytes(written)
    words = "the hand-in holds more than 1 MB of Python files and notebooks when unpacked"
    assert refusal(tmp_path / "las.ipynb", max_mb=1).startswith(words)
    (tmp_path / "las.ipynb").write_bytes(b"#" * (2 * MB))  # none at all
    assert refusal(tmp_path / "las.ipynb", max_mb=1).startswith(words)


def test_a_notebook_is_not_read_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "_MOST_SHOWN", 2)
    path = zipped(tmp_path / "a.zip", [("las.ipynb", a_notebook("A" * (3 * MB)))])
    assert refusal(path, max_mb=1) == (
        "the hand-in holds more than 2 MB of notebooks with what they show, most of it in "
        "las.ipynb; leave out what isn't asked for"
    )


def test_a_bomb_is_never_in_memory_as_a_whole(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", [("las.py", b"#" * (64 * MB))])
    tracemalloc.start()
    try:
        with pytest.raises(HandinError):  # in this process, where its memory can be seen
            open_parcel(parcel_of(path), Intake(max_mb=1), KNOWN)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * MB


@pytest.mark.parametrize("name", ["las.py.gz", "las.py.bz2", "las.py.xz"])
def test_one_packed_file_that_is_a_bomb_is_refused(tmp_path: Path, name: str) -> None:
    pack = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}[name[7:]]
    (tmp_path / name).write_bytes(pack(b"#" * (64 * MB)))
    assert refusal(tmp_path / name, max_mb=1).startswith("the hand-in holds more than 1 MB of Py")


def test_more_files_than_allowed_are_refused(tmp_path: Path) -> None:
    members = [(f"f{i}.py", b"") for i in range(6)]
    shapes = [
        tgz(tmp_path / "a.tgz", members),
        zipped(tmp_path / "b.zip", members),
        folder(tmp_path / "c", dict(members)),
    ]
    for path in shapes:
        assert refusal(path, max_files=5) == (
            "the hand-in holds more than 5 Python files, notebooks and archives"
        )


def test_the_folder_that_holds_too_much_is_named(tmp_path: Path) -> None:
    files = {"hw/las.py": LAS, **{f"hw/sdk/part{i % 3}/f{i}.py": b"" for i in range(9)}}
    assert refusal(folder(tmp_path / "a", files), max_files=8) == (
        "the hand-in holds more than 8 Python files, notebooks and archives, most of it in "
        "hw/sdk/; leave out what isn't asked for"
    )


def test_folders_without_end_are_not_looked_into(tmp_path: Path) -> None:
    path, below = folder(tmp_path / "a", {"las.py": LAS}), tmp_path / "a"
    for _ in range(11):
        below = below / ("d" * 100)
        below.mkdir()
    assert opened(path).files == {"las.py": "x = 1\n"}
    [note] = opened(path).notes
    assert note.startswith("not looked at: ddd")


def test_a_file_that_is_not_text_costs_only_its_own_module(tmp_path: Path) -> None:
    handin = opened(folder(tmp_path / "a", {"las.py": LAS, "nim.py": b"\0"}))
    assert list(handin.files) == ["las.py"]
    assert handin.problems == {"nim.py": "it holds NUL bytes; save it as UTF-8 text"}


def test_the_present_folder_has_the_name_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder(tmp_path / "ada", {"las.py": LAS}))
    assert opened(Path()).student == "ada"


@pytest.mark.parametrize("name", ["las (1).py", "las - Copy.py", "las-2.py", "las (1).ipynb"])
def test_a_copy_beside_a_graded_file_is_pointed_out(tmp_path: Path, name: str) -> None:
    path = folder(
        tmp_path / "a",
        {f"hw/{name}": LAS, "hw/las.py": LAS, "hw/x (1).py": b"", "hw/my_las.py": b""},
    )
    assert opened(path).notes == (
        f"hw/{name} is not graded; beside it is las.py, which is graded",
        "not looked at: hw/x (1).py",
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("las.py ", "found: 'las.py '; 'las.py ' must be named las.py"),
        ("las.py.", "found: las.py.; las.py. must be named las.py"),
        ("/las.py", "found: /las.py; a name with / or .. in front is of no file in the hand-in"),
        ("../las.py", "a name with / or .. in front is of no file in the hand-in"),
    ],
)
def test_a_name_that_is_nearly_right_in_an_archive_is_explained(
    tmp_path: Path, name: str, said: str
) -> None:
    assert refusal(zipped(tmp_path / "a.zip", [(name, LAS)])).endswith(said)


@pytest.mark.parametrize("name", ["/home/me/las.py", "../las.py"])
def test_a_name_that_leads_out_of_an_inner_archive_is_explained(tmp_path: Path, name: str) -> None:
    inner = zipped(tmp_path / "a.zip", [(name, LAS)]).read_bytes()
    assert refusal(folder(tmp_path / "ada", {"a.zip": inner})).endswith(
        f"found: a.zip/{name}; a name with / or .. in front is of no file in the hand-in"
    )


def test_of_many_copies_some_are_pointed_out(tmp_path: Path) -> None:
    copies = {f"las ({number}).py": b"" for number in range(60)}
    assert len(opened(folder(tmp_path / "a", {"las.py": LAS, **copies})).notes) == 6


@pytest.mark.parametrize("name", ["las (1).ipynb", "Copy of las.ipynb", "LAS.ipynb"])
def test_a_notebook_of_almost_the_right_name_is_pointed_out(tmp_path: Path, name: str) -> None:
    handin = opened(folder(tmp_path / "a", {name: b'{"cells": []}', "nim.py": NIM}))
    assert f"{name} is not graded; its name must be las.ipynb" in handin.notes


def test_the_python_that_packed_is_a_remark_if_another_one_grades(tmp_path: Path) -> None:
    folder = tmp_path / "mcarlsen"
    folder.mkdir()
    (folder / "las.py").write_text("x = 1\n", "utf-8")
    (folder / ".packed-with-python-3.99").touch()
    notes = opened(folder).notes
    assert notes == (f"packed with Python 3.99; grading uses Python {this_python()}",)


STARTED = Opener(Intake(), KNOWN, starters={"las.py": "x = ...\n", "nim.py": "y = ...\n"})
RAW = b"x  = ...\r\n"


@pytest.mark.parametrize(
    ("files", "notes"),
    [
        ({"handout/las.py": RAW, "mine/las.py": LAS}, ("not looked at: handout/las.py",)),
        (
            {"handout/las.py": RAW, "handout/nim.py": b"y = ...\n", "mine/las.py": LAS},
            ("not looked at: handout/las.py, handout/nim.py",),
        ),
        ({"las.py": RAW, "work/las.py": LAS}, ("not looked at: las.py",)),
        ({"las.py": RAW, "hw.zip": {"las.py": LAS}}, ("not looked at: las.py",)),
        ({"a.zip": {"las.py": LAS}, "b.zip": {"las.py": RAW}}, ("not looked at: b.zip",)),
        ({"a/las.py": RAW, "b/las.py": b"\0"}, ("not looked at: a/las.py",)),
    ],
)
def test_a_starter_counts_only_where_there_is_nothing_else(
    tmp_path: Path, files: Mapping[str, bytes | Mapping[str, bytes]], notes: tuple[str, ...]
) -> None:
    for name, content in files.items():
        (tmp_path / "a" / name).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            (tmp_path / "a" / name).write_bytes(content)
        else:
            zipped(tmp_path / "a" / name, list(content.items()))
    handin = STARTED.open(tmp_path / "a")
    assert handin.files.get("las.py", "") != RAW.decode().replace("\r", "")
    assert handin.notes == notes


BETTER = b"x = 2\n"


@pytest.mark.parametrize(
    ("files", "graded", "notes"),
    [
        ({"las.py": b" \n", "hw.zip": {"las.py": LAS}}, LAS, ("not looked at: las.py",)),
        (
            {"las.py": LAS, "hw.zip": {"hw/las.py": BETTER}},
            LAS,
            ("hw.zip/las.py is not graded; beside it is las.py, which is graded",),
        ),
        (
            {"a.zip": {"las.py": BETTER}, "b.zip": {"las.py": LAS}},
            LAS,
            ("a.zip/las.py is not graded; beside it is las.py, which is graded",),
        ),
        (
            {"las.py": LAS, "a.zip": {"las.py": BETTER, "nim.py": NIM}},
            LAS,
            (
                "from a.zip: nim.py",
                "a.zip/las.py is not graded; beside it is las.py, which is graded",
            ),
        ),
        ({"las.py": LAS, "a.zip": {"las.py": LAS}}, LAS, ("not looked at: a.zip",)),
    ],
)
def test_other_work_in_an_archive_is_pointed_out(
    tmp_path: Path,
    files: Mapping[str, bytes | Mapping[str, bytes]],
    graded: bytes,
    notes: tuple[str, ...],
) -> None:
    (tmp_path / "a").mkdir()
    for name, content in files.items():
        if isinstance(content, bytes):
            (tmp_path / "a" / name).write_bytes(content)
        else:
            zipped(tmp_path / "a" / name, list(content.items()))
    handin = STARTED.open(tmp_path / "a")
    assert handin.files["las.py"] == graded.decode()
    assert handin.notes == notes


def test_an_archive_around_the_graded_one_is_no_remark(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "y.zip", [("las.py", LAS)]).read_bytes()
    handin = opened(zipped(tmp_path / "x.zip", [("hw.zip", inner)]))
    around = opened(folder(tmp_path / "a", {"x.zip": (tmp_path / "x.zip").read_bytes()}))
    assert (handin.notes, around.notes) == ((), ())


def test_of_starters_alone_the_fullest_folder_is_graded(tmp_path: Path) -> None:
    files = {"a/las.py": RAW, "b/las.py": RAW, "b/nim.py": b"y = ...\n"}
    assert list(STARTED.open(folder(tmp_path / "a", files)).files) == ["las.py", "nim.py"]


def test_an_unchanged_library_with_the_name_of_a_graded_file_is_no_other_work(
    tmp_path: Path,
) -> None:
    library = {"lib/nim.py": "z = 3\n", "lib/deep/las.py": "w = 4\n"}
    opener = replace(STARTED, starters={**STARTED.starters, **library})
    unchanged = {name: text.encode() for name, text in library.items()}
    for number, top in enumerate(("", "hw09/")):
        files = {f"{top}las.py": LAS, **{top + name: text for name, text in unchanged.items()}}
        handin = opener.open(folder(tmp_path / f"a{number}", files))
        assert (handin.files["las.py"], handin.notes) == ("x = 1\n", ())
    changed = {"las.py": LAS, **unchanged, "lib/nim.py": b"z = 5\n"}
    assert opener.open(folder(tmp_path / "b", changed)).notes == (
        "graded files are in the top and lib/; those in the top are graded",
    )
    alone = opener.open(folder(tmp_path / "c", {"lib/las.py": LAS, **unchanged}))
    assert alone.files["las.py"] == "x = 1\n"


@pytest.mark.parametrize(
    "uses",
    ["from work.las import x", "from work import las", "import more", "import work.las as w"],
)
def test_what_a_graded_file_imports_is_no_other_work(tmp_path: Path, uses: str) -> None:
    files = {"las.py": uses.encode(), "more.py": b"from work.las import x", "work/las.py": LAS}
    assert opened(folder(tmp_path / "a", files)).notes == ()


@pytest.mark.parametrize("text", ["y = 2", "from elsewhere.las import x", "def (", "(" * 10_000])
def test_what_no_graded_file_imports_is_other_work(tmp_path: Path, text: str) -> None:
    files = {"las.py": text.encode(), "work/las.py": LAS, "work/nim.py": NIM, "nim.py": NIM}
    note = "graded files are in the top and work/; those in the top are graded"
    assert opened(folder(tmp_path / "a", files)).notes == (note,)


# -- data files ------------------------------------------------------------------------------

READS = b"import json\nT = json.load(open('tables.json'))\nW = open('words/' + T[0])\n"


def test_data_files_that_a_module_names_are_given_and_others_are_not_looked_at(
    tmp_path: Path,
) -> None:
    files = {"las.py": READS, "tables.json": b"[\xff]", "words/a": b"", "notes.pdf": b"x"}
    shapes = [
        folder(tmp_path / "a", files),
        tgz(tmp_path / "b.tgz", [(f"top/{name}", content) for name, content in files.items()]),
        zipped(tmp_path / "c.zip", [*reversed(files.items())]),
    ]
    for path in shapes:
        handin = opened(path)
        assert handin.data == {"tables.json": b"[\xff]".hex(), "words/a": ""}
        assert [note.replace("top/", "") for note in handin.notes] == [
            "not looked at: notes.pdf",
            "for your code to read: tables.json, words/a",
        ]
    assert len({opened(path).digest for path in shapes}) == 1


def test_data_files_beside_an_archive_are_given(tmp_path: Path) -> None:
    folder(tmp_path / "ada", {"tables.json": b"[]"})
    tgz(tmp_path / "ada/work.tgz", [("las.py", READS)])
    handin = opened(tmp_path / "ada")
    assert handin.data == {"tables.json": b"[]".hex()}
    assert handin.notes == ("for your code to read: tables.json",)


def test_results_depend_on_data_files_that_are_given_and_on_no_others(tmp_path: Path) -> None:
    def digest(name: str, **more: bytes) -> str:
        files = {"las.py": READS, **{f"{one}.json": content for one, content in more.items()}}
        return opened(folder(tmp_path / name, files)).digest

    without = digest("a")
    assert len({without, digest("b", tables=b"[]"), digest("c", tables=b"{}")}) == 3
    small = opened(folder(tmp_path / "d", {"las.py": LAS, "tables.json": b"[]"}))
    assert small.digest == opened(folder(tmp_path / "e", {"las.py": LAS})).digest


def test_data_files_that_were_handed_out_or_are_too_large_are_not_given(tmp_path: Path) -> None:
    files = {"las.py": READS + b"open('given.json')\n", "given.json": b"", "tables.json": b"[]"}
    large = {"words/a": b"x" * ((256 << 10) + 1)}
    path = folder(tmp_path / "ada", files | large)
    handin = Opener(Intake(), KNOWN, handed_out=["given.json"]).open(path)
    assert [*handin.data] == ["tables.json"]
    assert handin.notes[0] == "not looked at: given.json, words/a"


def test_only_so_much_is_read_of_files_that_may_be_data(tmp_path: Path) -> None:
    many = {f"{n:03}.json": b"x" * (256 << 10) for n in range(70)}
    las = b"from glob import glob\nALL = glob('*.json')\n"
    handin = opened(folder(tmp_path / "ada", {"las.py": las, **many, "tables.json": b"[]"}))
    assert len(handin.data) == 4
    assert handin.notes[0].startswith("not looked at: 004.json")


@pytest.mark.parametrize("name", ["tables.json", "words/x"])
def test_links_and_devices_are_no_data_and_cost_nothing(tmp_path: Path, name: str) -> None:
    path = folder(tmp_path / "ada", {"las.py": READS, "words/b": b"1"})
    (path / name).symlink_to("/etc/passwd")
    os.mkfifo(path / "pipe.json")
    handin = opened(path)
    assert (handin.data, handin.problems) == ({"words/b": b"1".hex()}, {})
    link = tarfile.TarInfo(name)
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    handin = opened(tgz(tmp_path / "b.tgz", [("las.py", READS), (link, b"")]))
    assert (handin.data, handin.problems) == ({}, {})
    assert handin.notes == (f"not looked at: {name}",)


def test_data_files_never_take_the_place_of_a_module(tmp_path: Path) -> None:
    names = ("LAS.PY", "las.py/x.json", "las", "conftest.py", "../up.json", "/etc/x.json")
    members = [("las.py", READS), *[(name, b"x = 2\n") for name in names]]
    handin = opened(zipped(tmp_path / "a.zip", members))
    assert handin.data == {}


def test_of_data_files_of_one_name_none_is_given(tmp_path: Path) -> None:
    twice = [("tables.json", b"[1]"), ("tables.json", b"[2]"), ("words/a", b""), ("words/a", b"")]
    handin = opened(tgz(tmp_path / "a.tgz", [("las.py", READS), *twice]))
    assert [*handin.data] == ["words/a"]


def test_data_files_with_a_password_are_not_given(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", [("las.py", READS), ("tables.json", b"[]")])
    content = bytearray(path.read_bytes())
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.rindex(signature)
        content[at + flags] |= 1
    path.write_bytes(content)
    handin = opened(path)
    assert (handin.data, handin.notes) == ({}, ("not looked at: tables.json",))


@pytest.mark.parametrize("code", [b"(" * 5000, b"not " * 100_000, b"1" + b"+1" * 100_000])
def test_a_module_that_can_not_be_read_costs_no_other_its_data(tmp_path: Path, code: bytes) -> None:
    files = {"nim.py": code, "las.py": READS, "tables.json": b"1"}
    assert [*opened(folder(tmp_path / "ada", files)).data] == ["tables.json"]
    assert opened(folder(tmp_path / "bob", files | {"las.py": LAS})).data == {}


def test_a_data_file_that_can_not_be_read_here_is_no_fault_of_the_students(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder(tmp_path / "ada", {"las.py": READS, "tables.json": b"", "b.json": b""})
    (path / "b.json").unlink()
    real = os.open

    def shut(file: str | Path, *rest: int) -> int:
        if str(file).endswith(".json"):
            raise PermissionError(13, "Permission denied")
        return real(file, *rest)

    monkeypatch.setattr(os, "open", shut)
    assert "tables.json: Permission denied" in refusal(path)
    (path / "las.py").write_bytes(LAS)
    assert opened(path).notes == ("not looked at: tables.json",)


def test_a_module_whose_name_is_taken_is_to_be_renamed(tmp_path: Path) -> None:
    files = {"las.py": LAS, "grader.py": LAS, "sub/grader.py": LAS, "lib/x.py": LAS}
    handin = Opener(Intake(), KNOWN, packages=("grader", "lib")).open(folder(tmp_path / "a", files))
    assert handin.notes == ("grader.py is not used: a package of ours has that name; rename it",)
