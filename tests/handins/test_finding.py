"""Which hand-ins there are, in a folder of ids and in the downloads of other systems."""

import io
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from grader.assignment.config import Intake
from grader.course.roster import NO_ROSTER, Person, Roster
from grader.course.submissions import Arrival
from grader.errors import HandinError, UsageError
from grader.handins.finding import HandinList, find_handins
from grader.handins.intake import Handin, open_parcel
from grader.handins.systems.pattern import pattern_of

KNOWN = ("las.py", "nim.py")
LAS, NIM = b"x = 1\n", b"y = 2\n"


def packed(files: Mapping[str, bytes], ending: str = ".tgz") -> bytes:
    file = io.BytesIO()
    if ending == ".zip":
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
    else:
        with tarfile.open(fileobj=file, mode="w:gz") as tar:
            for name, content in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
    return file.getvalue()


BOTH = packed({"hw/las.py": LAS, "hw/nim.py": NIM})


def laid(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def opened(found: HandinList, known: Sequence[str] = KNOWN) -> dict[str, Handin | str]:
    """Each hand-in, or why it can't be opened."""
    both: dict[str, Handin | str] = {}
    for parcel in found.handins:
        try:
            both[parcel.student] = open_parcel(parcel, Intake(), known)
        except HandinError as error:
            both[parcel.student] = str(error)
    return both


def files(found: HandinList) -> dict[str, list[str] | str]:
    """The names of the files of each hand-in, or why it can't be opened."""
    return {s: h if isinstance(h, str) else list(h.files) for s, h in opened(found).items()}


DOWNLOADS: dict[str, tuple[dict[str, bytes], dict[str, list[str]], str]] = {
    "canvas": (
        {
            "wangchen_12345_678901_hw09-handin.tgz": BOTH,
            "diazana_LATE_12346_678902_hw09-handin-1.zip": packed({"las.py": LAS}, ".zip"),
            "obrienbo_12347_678903_las.py": LAS,
            "obrienbo_12347_678904_nim-2.py": NIM,
            "obrienbo_12347_678905_essay.pdf": b"%PDF",
        },
        {
            "diazana": ["las.py"],
            "obrienbo": ["las.py", "nim.py"],
            "wangchen": ["las.py", "nim.py"],
        },
        "12345",
    ),
    "moodle": (
        {
            "Chen Wang_2345678_assignsubmission_file_/hw09-handin.tgz": BOTH,
            "Chen Wang_2345678_assignsubmission_onlinetext_/onlinetext.html": b"<p>Hello</p>",
            "Ana María Díaz_2345679_assignsubmission_file/las.py": LAS,
            "Bo O'Brien_2345680_assignsubmission_file_/hw/nim.py": NIM,
        },
        {
            "Ana María Díaz": ["las.py"],
            "Bo O'Brien": ["nim.py"],
            "Chen Wang": ["las.py", "nim.py"],
        },
        "2345678",
    ),
    "moodle without folders": (
        {
            "Chen Wang_2345678_assignsubmission_file_hw09-handin.tgz": BOTH,
            "Ana Díaz_2345679_assignsubmission_file_las.py": LAS,
            "Ana Díaz_2345679_assignsubmission_file_nim.py": NIM,
        },
        {"Ana Díaz": ["las.py", "nim.py"], "Chen Wang": ["las.py", "nim.py"]},
        "2345678",
    ),
    "autolab": (
        {
            "cwang@andrew.cmu.edu_1_hw09-handin.tgz": packed({"las.py": LAS}),
            "cwang@andrew.cmu.edu_10_hw09-handin.tgz": BOTH,
            "cwang@andrew.cmu.edu_9_hw09-handin.tgz": packed({"nim.py": NIM}),
            "ana_d@cs.cmu.edu_2_hw09-handin.tgz": packed({"nim.py": NIM}),
        },
        {"ana_d": ["nim.py"], "cwang": ["las.py", "nim.py"]},
        "cwang@andrew.cmu.edu",
    ),
    "gradescope": (
        {
            "submission_metadata.yml": b"""---
submission_11111111:
  :submitters:
  - :name: Chen Wang
    :sid: '007'
    :email: cwang@example.edu
  - :name: Ana Diaz
    :sid: '008'
    :email: ana@example.edu
  :created_at: 2026-11-18 20:15:00.123456789 Z
  :score: 3.0
  :history:
  - :id: 9
submission_22222222:
  :submitters:
  - :name: Bo O'Brien
    :sid: '009'
    :email: bo@example.edu
  :created_at: 2026-11-19 01:00:00 -0500
""",
            "submission_11111111/las.py": LAS,
            "submission_11111111/nim.py": NIM,
            "submission_22222222/hw/las.py": LAS,
        },
        {"ana": ["las.py", "nim.py"], "bo": ["las.py"], "cwang": ["las.py", "nim.py"]},
        "007",
    ),
    "repositories": (
        {
            "hw09-cwang/.git/HEAD": b"ref",
            "hw09-cwang/las.py": LAS,
            "hw09-cwang/nim.py": NIM,
            "hw09-ana-d/.git/HEAD": b"ref",
            "hw09-ana-d/src/las.py": LAS,
        },
        {"ana-d": ["las.py"], "cwang": ["las.py", "nim.py"]},
        "cwang",
    ),
}


@pytest.mark.parametrize("system", DOWNLOADS)
def test_the_download_of_each_system_is_opened_as_it_comes(tmp_path: Path, system: str) -> None:
    names, expected, own_id = DOWNLOADS[system]
    found = find_handins(laid(tmp_path / "class", names), KNOWN)
    assert files(found) == expected
    assert (found.problems, found.unresolved) == ({}, 0)
    [(known_as, by_id)] = found.people[max(expected)].ids.items()
    assert system.startswith(found.system)
    assert (known_as in ("autolab", *system.split(), "github"), by_id) == (True, own_id)


@pytest.mark.parametrize("system", [name for name in DOWNLOADS if name != "repositories"])
@pytest.mark.parametrize("top", ["", "assignment_42_export/"])
def test_the_zip_of_the_system_itself_is_the_same(tmp_path: Path, system: str, top: str) -> None:
    names, expected, _ = DOWNLOADS[system]
    if top and system != "gradescope":
        top = ""
    whole = {f"{top}{name}": content for name, content in names.items()}
    (tmp_path / "download.zip").write_bytes(packed(whole, ".zip"))
    zipped = find_handins(tmp_path / "download.zip", KNOWN)
    unpacked = find_handins(laid(tmp_path / "class", whole), KNOWN)
    assert files(zipped) == expected
    assert opened(zipped) == opened(unpacked)
    assert (zipped.people, zipped.arrivals) == (unpacked.people, unpacked.arrivals)


def test_gradescope_says_names_times_attempts_and_groups(tmp_path: Path) -> None:
    found = find_handins(laid(tmp_path, DOWNLOADS["gradescope"][0]), KNOWN)
    assert found.people["ana"] == Person(
        "ana", "Ana Diaz", "ana@example.edu", ids={"gradescope": "008"}
    )
    assert (
        found.arrivals["ana"]
        == found.arrivals["cwang"]
        == Arrival(2, "2026-11-18T20:15:00.123456+00:00")
    )
    assert found.arrivals["bo"].at == "2026-11-19T06:00:00+00:00"
    assert found.ignored == ("submission_metadata.yml: Gradescope's own list",)


def test_canvas_says_who_was_late(tmp_path: Path) -> None:
    found = find_handins(laid(tmp_path, DOWNLOADS["canvas"][0]), KNOWN)
    assert [student for student, came in found.arrivals.items() if came.late] == ["diazana"]
    assert opened(found)["obrienbo"].notes == ("not looked at: essay.pdf",)  # type: ignore[union-attr]


def test_two_of_the_same_name_stay_two(tmp_path: Path) -> None:
    names = {"wangchen_1_10_las.py": LAS, "wangchen_2_11_nim.py": NIM}
    found = find_handins(laid(tmp_path, names), KNOWN)
    assert files(found) == {"wangchen-1": ["las.py"], "wangchen-2": ["nim.py"]}


def test_of_a_file_that_was_handed_in_again_the_last_counts(tmp_path: Path) -> None:
    names = {"wangchen_1_10_las.py": b"old = 1\n", "wangchen_1_11_las-2.py": LAS}
    found = find_handins(laid(tmp_path, {**names, "wangchen_1_12_las-1.py": b"older = 1\n"}), KNOWN)
    [handin] = opened(found).values()
    assert isinstance(handin, Handin)
    assert (handin.files["las.py"], handin.problems) == ("x = 1\n", {})


def test_staffs_own_pattern_names_students_and_files(tmp_path: Path) -> None:
    names = {"hw9+ada+las.py": LAS, "hw9+ada+nim.py": NIM, "hw9+bo+hw.tgz": BOTH, "x.pdf": b""}
    pattern = pattern_of(r"hw9\+(?P<student>[a-z]+)\+(?P<file>.+)")
    found = find_handins(laid(tmp_path, names), KNOWN, names=pattern)
    assert files(found) == {"ada": ["las.py", "nim.py"], "bo": ["las.py", "nim.py"]}
    assert found.ignored == ("x.pdf: --names doesn't match it",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("(", r"--names \(: not a regular expression"),
        ("(?P<file>.*)", r"it needs a group \(\?P<student>…\)"),
        ("(?P<student>.)(?P<nmae>.)", r"it needs a group \(\?P<student>…\), and may have file,"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_wrong_usage(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        pattern_of(text)


def test_names_in_the_folder_of_a_student_are_those_of_no_download(tmp_path: Path) -> None:
    """Who is alone in a class can't hand in for others by what files are called."""
    names = {f"ada/{who}_11_2{n}_nim.py": NIM for n, who in enumerate(("bob", "cy", "di"))}
    folder = laid(tmp_path, {**names, "ada/nim.py": NIM})
    known = Roster((Person("ada"), Person("bob")))
    found = find_handins(folder, KNOWN, known)
    assert [parcel.student for parcel in found.handins] == ["ada"]
    # Without a list it may be a download of Canvas's in a folder.
    alone = find_handins(folder, KNOWN)
    assert [parcel.student for parcel in alone.handins] == ["bob", "cy", "di"]


# -- archives in folders ---------------------------------------------------------------------


def test_an_archive_in_a_folder_is_opened(tmp_path: Path) -> None:
    names = {
        "ada/hw09-handin.tgz": BOTH,
        "bo/inner.zip": packed({"deeper.tgz": BOTH}, ".zip"),
        "cy/notes.txt": b"",
        "di/hw.zip": b"PK",
    }
    assert files(find_handins(laid(tmp_path, names), KNOWN)) == {
        "ada": ["las.py", "nim.py"],
        "bo": ["las.py", "nim.py"],
        "cy": "none of the files that are graded (las.py, nim.py) is in the hand-in; "
        "found: notes.txt",
        "di": "hw.zip, which is in the hand-in, can't be opened: it is cut off or damaged; "
        "download it again, or have it packed and handed in again",
    }


def test_loose_files_come_before_those_of_an_archive(tmp_path: Path) -> None:
    old = packed({"las.py": b"old = 1\n", "nim.py": NIM, "tools.py": b""})
    names = {
        "ada/las.py": LAS,
        "ada/hw.tgz": old,
        "bo/las.py": LAS,
        "bo/nim.py": NIM,
        "bo/a.tgz": old,
    }
    found = opened(find_handins(laid(tmp_path, names), KNOWN))
    ada, bo = found["ada"], found["bo"]
    assert isinstance(ada, Handin)
    assert isinstance(bo, Handin)
    assert ada.files == {"las.py": "x = 1\n", "nim.py": "y = 2\n", "tools.py": ""}
    beside = ".tgz/las.py is not graded; beside it is las.py, which is graded"
    assert ada.notes == ("from hw.tgz: nim.py", f"hw{beside}")
    assert (list(bo.files), bo.notes) == (["las.py", "nim.py"], (f"a{beside}",))


def test_of_several_archives_the_fullest_counts_then_the_one_numbered_higher(
    tmp_path: Path,
) -> None:
    again = packed({"las.py": b"new = 1\n", "nim.py": NIM})
    names = {"ada/hw.tgz": BOTH, "ada/hw-1.tgz": again, "ada/hw-2.tgz": packed({"las.py": b""})}
    [ada] = opened(find_handins(laid(tmp_path, names), KNOWN)).values()
    assert isinstance(ada, Handin)
    assert ada.files["las.py"] == "new = 1\n"


def test_what_archives_in_archives_may_hold_is_counted_together(tmp_path: Path) -> None:
    inner = packed({f"{i}.py": b"" for i in range(300)}, ".zip")
    names = {"ada/a.zip": inner, "ada/b.zip": inner, "ada/las.py": LAS}
    big = packed({"las.py": b"#" * (5 << 20)}, ".zip")
    names |= {"bo/a.zip": big, "bo/b.zip": big}
    assert files(find_handins(laid(tmp_path, names), KNOWN)) == {
        "ada": "the hand-in holds more than 500 Python files, notebooks and archives, "
        "most of it in a.zip/; leave out what isn't asked for",
        "bo": "the hand-in holds more than 8 MB of Python files and notebooks when unpacked, "
        "most of it in a.zip/las.py; leave out what isn't asked for",
    }


def test_archives_without_end_are_not_all_opened(tmp_path: Path) -> None:
    content = BOTH
    for _ in range(4):
        content = packed({"in.zip": content}, ".zip")
    names = {"ada/in.zip": content, **{f"bo/{i}.zip": packed({}, ".zip") for i in range(40)}}
    found = files(find_handins(laid(tmp_path, names | {"bo/las.py": LAS}), KNOWN))
    assert str(found["ada"]).endswith("found: in.zip/in.zip/in.zip")
    assert found["bo"] == ["las.py"]


# -- groups ----------------------------------------------------------------------------------


def test_what_one_member_of_a_group_hands_in_is_every_members(tmp_path: Path) -> None:
    people = [Person(s, group="g1") for s in ("ada", "bo", "cy")] + [Person("di")]
    names = {"ada/las.py": LAS, "di/nim.py": NIM}
    found = find_handins(laid(tmp_path, names), KNOWN, Roster(tuple(people)))
    assert files(found) == {
        "ada": ["las.py"],
        "bo": ["las.py"],
        "cy": ["las.py"],
        "di": ["nim.py"],
    }


def listed(*submitters: str) -> bytes:
    """What Gradescope lists: each submission is of one of these, whose keys are separated by ;."""
    lines = ["  - " + one.replace("; ", "\n    ") for one in submitters]
    said = [f"submission_{n}:\n  :submitters:\n{one}\n" for n, one in enumerate(lines)]
    return "".join(said).encode()


TWO = {"submission_0/las.py": LAS, "submission_1/nim.py": NIM}


@pytest.mark.parametrize("roster", [NO_ROSTER, Roster((Person("ada", "Ada", "ada@x.edu"),))])
@pytest.mark.parametrize("rest", [("; :email: ada@x.edu", "; :email: bo@x.edu"), ("", "")])
def test_two_persons_with_one_id_in_a_system_stay_two(
    tmp_path: Path, rest: tuple[str, str], roster: Roster
) -> None:
    metadata = listed(f":name: Ada; :sid: '0'{rest[0]}", f":name: Bo; :sid: '0'{rest[1]}")
    laid(tmp_path, {"submission_metadata.yml": metadata, **TWO})
    found = files(find_handins(tmp_path, KNOWN, roster))
    assert {student.lower(): some for student, some in found.items()} == {
        "ada": ["las.py"],
        "bo": ["nim.py"],
    }


@pytest.mark.parametrize(
    "names",
    [
        ("12-345 - ada - Nov 18, 2026 815 PM/las.py", "12-345 - bo - Nov 18, 2026 815 PM/nim.py"),
        ("ada_12345_1_las.py", "bo_12345_2_nim.py"),
    ],
)
def test_one_id_under_two_names_is_of_two(tmp_path: Path, names: tuple[str, str]) -> None:
    found = find_handins(laid(tmp_path, dict(zip(names, (LAS, NIM), strict=True))), KNOWN)
    assert files(found) == {"ada": ["las.py"], "bo": ["nim.py"]}


def test_what_gradescope_has_twice_of_one_name_is_nobodys(tmp_path: Path) -> None:
    metadata = listed(":name: Ada", ":name: Ada")
    found = find_handins(laid(tmp_path, {"submission_metadata.yml": metadata, **TWO}), KNOWN)
    assert (files(found), found.unresolved) == ({}, 2)
    assert "submission_metadata.yml has 2 submissions of Ada, without an" in found.ignored[-1]


def test_a_submission_that_gradescope_lists_twice_is_refused(tmp_path: Path) -> None:
    laid(tmp_path, {"submission_metadata.yml": listed(":name: Ada") * 2, **TWO})
    with pytest.raises(UsageError, match="submission_0 is in line 1 and 4; download it again"):
        find_handins(tmp_path, KNOWN)


def test_what_gradescope_lists_and_does_not_pack_is_named(tmp_path: Path) -> None:
    senders = {"submission_1": ["bo"], "submission_2": ["cy"], "submission_3": ["bo", "di"]}
    listed = b"".join(
        f"{name}:\n  :submitters:\n".encode()
        + b"".join(f"  - :email: {one}@x.edu\n".encode() for one in some)
        for name, some in senders.items()
    )
    laid(tmp_path, {"submission_metadata.yml": listed, "submission_1/las.py": LAS})
    found = find_handins(tmp_path, KNOWN)
    why = (
        "is in submission_metadata.yml, but not in the download; download it again, or ask for the "
        "files"
    )
    assert found.problems == {"cy": f"submission_2 {why}", "di": f"submission_3 {why}"}
    assert (found.notes, found.doubtful) == ((f"bo: submission_3 {why}",), 1)


def test_a_folder_that_is_named_by_an_e_mail_is_of_whom_that_is(tmp_path: Path) -> None:
    roster = Roster((Person("cw", "Chen Wang", "cw@x.edu"), Person("bo", "Bo", "bo@x.edu")))
    names = {"CW@x.edu/las.py": LAS, "bo/las.py": LAS, "di@x.edu/las.py": LAS}
    found = find_handins(laid(tmp_path, names), KNOWN, roster)
    assert files(found) == {"bo": ["las.py"], "cw": ["las.py"], "di@x.edu": ["las.py"]}


# -- folders of ids --------------------------------------------------------------------------


def test_the_files_of_one_hand_in_are_not_a_class(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"it holds las\.py and nim\.py, so it is one hand-in"):
        find_handins(laid(tmp_path, {"las.py": LAS, "nim.py": NIM}), KNOWN)


def test_hand_ins_are_found_sorted_by_student(tmp_path: Path) -> None:
    for name in ("b.zip", "c.rar", "a.tgz", "README.txt", ".DS_Store", "submissions.csv"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "ab").mkdir()
    found = find_handins(tmp_path)
    assert [parcel.student for parcel in found.handins] == ["a", "ab", "b", "c"]
    assert found.problems == {}
    assert found.ignored == ("README.txt: it isn't a folder, an archive or a Python file",)


def test_ids_show_and_what_cannot_be_one_and_links_are_named(tmp_path: Path) -> None:
    for name in ("a\x1bda.zip", "bo\u3000 x\u200b.zip", "\u200b.zip"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "eve.zip").symlink_to("/etc/passwd")
    found = find_handins(tmp_path)
    assert [parcel.student for parcel in found.handins] == ["ada", "bo x"]
    assert found.problems == {"eve": "eve.zip is a link; put the hand-in itself there"}
    assert found.ignored == ("\\u200b.zip: nothing in its name can be printed; rename it",)


def test_a_folder_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"class: can't be opened: No such file"):
        find_handins(tmp_path / "class")


def test_a_user_whom_the_roster_knows_by_the_systems_id_is_not_split(tmp_path: Path) -> None:
    roster = Roster((Person("al", ids={"github": "x-al"}), Person("bob")))
    names = ("hw-x-al/.git/HEAD", "hw-x-al/las.py", "hw-x-bob/.git/HEAD", "hw-x-bob/las.py")
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN, roster)
    assert [handin.student for handin in found.handins] == ["al", "x-bob"]


IMITATIONS = {
    "eve@example.edu_3_bob@example.edu_9_las.py": "eve",
    "eve_1_10_bob_2_11_las.py": "eve",
    "Eve_1_assignsubmission_file_Bob_2_assignsubmission_file_las.py": "Eve",
}


@pytest.mark.parametrize("name", IMITATIONS)
def test_a_file_named_as_another_students_stays_whose_it_is(tmp_path: Path, name: str) -> None:
    found = find_handins(laid(tmp_path, {name: LAS}), KNOWN)
    assert [handin.student for handin in found.handins] == [IMITATIONS[name]]
    assert found.arrivals[IMITATIONS[name]].version in (1, 3)
