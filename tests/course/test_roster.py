"""The roster: read with all faults at once, matched to other systems, completed, not changed."""

from pathlib import Path

import pytest

from grader.course.roster import FILE, Person, Roster, complete_roster, read_roster
from grader.errors import ConfigError

TEXT = """student,name,email,section,canvas,seat
ada,Ada Lovelace,ada@x.edu,A,11,9
bo,Bo Li,,B,,10
"""
ADA = Person("ada", "Ada Lovelace", "ada@x.edu", "A", ids={"canvas": "11"})


def test_no_file_is_an_empty_roster(tmp_path: Path) -> None:
    assert read_roster(tmp_path) == Roster()


def test_people_are_read_with_their_ids_in_other_systems(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(TEXT)
    assert read_roster(tmp_path).people == (ADA, Person("bo", "Bo Li", section="B"))


def test_all_faults_of_the_file_are_named_at_once(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,name\nada,A\n,B\nada,C\n")
    with pytest.raises(ConfigError) as caught:
        read_roster(tmp_path)
    assert str(caught.value).splitlines() == [
        f"{tmp_path / FILE}:3: student: must be an id, but is empty",
        f"{tmp_path / FILE}:4: 'ada' is in line 2 too: keep one of the two rows, or give each "
        "an id of its own",
    ]


@pytest.mark.parametrize(
    "name",
    [
        "山田\u3000太郎",
        "Bo\xa0X",
        "\u200bBo",
        "Bo\u200b X",
        "Bo  X",
        "\x1b[31mBo",
        "\u202eoB",
        "=1+1",
        "'Bo",
        'Bo\nX, "Y',
        *("Points Possible", "Student, Test", "sep=;", "student", "-"),
    ],
)
def test_who_is_written_is_read_again_as_the_same(name: str, tmp_path: Path) -> None:
    person = Person(name, name, ids={"moodle": "34"})
    assert complete_roster(tmp_path, [person]) == 1
    written = (tmp_path / FILE).read_bytes()
    assert read_roster(tmp_path).find(Person(name, name)) == (read_roster(tmp_path).people[0],)
    assert read_roster(tmp_path).has(person.student)
    assert (complete_roster(tmp_path, [person]), (tmp_path / FILE).read_bytes()) == (0, written)


def test_who_is_listed_once_per_section_is_one_person(tmp_path: Path) -> None:
    head = "student,name,email,section,canvas,group\n"
    rows = "ada,Ada,a@x,A,11,g\nbo,Bo,b@x,A,,\nada,Ada,A@x,B,,\nada,Ada,a@x,C,11,g\n"
    (tmp_path / FILE).write_text(head + rows)
    people = (
        Person("ada", "Ada", "a@x", "A and B and C", "g", {"canvas": "11"}),
        Person("bo", "Bo", "b@x", "A"),
    )
    assert read_roster(tmp_path).people == people
    assert complete_roster(tmp_path, [Person("ada", ids={"moodle": "7"})]) == 0
    assert len((tmp_path / FILE).read_text("utf-8-sig").splitlines()) == 5
    ada = read_roster(tmp_path).of("ada")
    assert (ada.section, ada.ids) == ("A and B and C", {"canvas": "11", "moodle": "7"})


@pytest.mark.parametrize(
    "row", ["ada,Ada,a@x,A,11", "ada,Bo,a@x,B,11", "ada,Ada,b@x,B,11", "ada,Ada,a@x,B,12"]
)
def test_another_row_of_an_id_is_refused_with_both_lines(row: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f"student,name,email,section,canvas\nada,Ada,a@x,A,11\n{row}\n")
    with pytest.raises(ConfigError, match=r"roster\.csv:3: 'ada' is in line 2 too: keep one"):
        read_roster(tmp_path)


@pytest.mark.parametrize("sign", ["-", "N/A", "–"])
def test_a_sign_that_nothing_is_known_is_no_id(sign: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        f"student,email,id number,canvas\na,{sign},{sign},{sign}\n", "utf-8"
    )
    assert read_roster(tmp_path).people == (Person("a"),)
    complete_roster(tmp_path, [Person("a", email="a@x")])
    assert read_roster(tmp_path).people == (Person("a", email="a@x"),)


@pytest.mark.parametrize(
    ("head", "first", "second", "column"),
    [
        ("canvas", "13", "13", "canvas"),
        ("moodle", "33", "33", "moodle"),
        ("email", "w@x", "W@x", "email"),
        ("E-Mail", "w@x", "w@x ", "email"),
        ("github", "wc", "WC", "github"),
        ("idnumber", "007", "007", "id number"),
    ],
)
def test_an_id_of_two_people_is_refused_with_both_lines(
    head: str, first: str, second: str, column: str, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text(f"student,{head}\nwchen,{first}\nbo,\nwchen2,{second}\ncy,\n")
    with pytest.raises(ConfigError) as caught:
        read_roster(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / FILE}:4: {column}: '{first.casefold()}' is in line 2 too, of wchen; it can "
        "be of one student only: correct one of them, or empty the cell"
    )


@pytest.mark.parametrize(
    ("system", "id", "name", "email", "student"),
    [
        ("canvas", "11", "", "", "ada"),
        ("moodle", "77", "bo li", "", "bo"),
        ("moodle", "77", "", "ADA@x.edu", "ada"),
        ("github", "bo", "", "", "bo"),
        ("canvas", "12", "Ada Lovelace", "", None),
        ("canvas", "12", "Cy", "", None),
    ],
)
def test_somebody_of_another_system_is_found(
    system: str, id: str, name: str, email: str, student: str | None
) -> None:
    roster = Roster((ADA, Person("bo", "Bo Li")))
    found = roster.find(Person("", name, email, ids={system: id}))
    assert [person.student for person in found] == ([student] if student else [])


def test_an_e_mail_in_place_of_an_id_is_of_whom_it_belongs_to() -> None:
    roster = Roster((ADA, Person("bo", "Bo Li")))
    assert roster.find(Person("Ada@x.edu")) == (ADA,)
    assert roster.find(Person("ada@y.edu")) == ()


def test_a_name_of_two_finds_both() -> None:
    roster = Roster((Person("a", "Chen Wang"), Person("b", "Chen Wang")))
    found = roster.find(Person("", "Chen Wang", ids={"moodle": "1"}))
    assert [person.student for person in found] == ["a", "b"]


def test_an_id_of_one_and_the_e_mail_of_another_find_both() -> None:
    roster = Roster((ADA, Person("bo", "Bo Li", "bo@x.edu")))
    found = roster.find(Person("", "Ada Lovelace", "BO@x.edu", ids={"canvas": "11"}))
    assert [person.student for person in found] == ["ada", "bo"]


def test_ids_that_differ_by_case_alone_are_a_fault_of_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student\nada\nAda\n")
    with pytest.raises(ConfigError, match="'ada' is in line 2 too: keep one of the two"):
        read_roster(tmp_path)


def test_a_group_is_found_by_its_letters_and_digits() -> None:
    roster = Roster((Person("a", group="Team 5"), Person("b", group="Team 5"), Person("c")))
    assert roster.named_group("team_5") == ("a", "b")
    assert roster.named_group("Team 55") == roster.named_group("") == ()


def test_a_group_is_the_same_in_another_case_and_with_other_spaces() -> None:
    roster = Roster((Person("ada", group="Team 1"), Person("bo", group="team  1"), Person("c")))
    for student in ("ada", "bo"):
        assert roster.members(student) == ("ada", "bo")
    assert roster.named_group("TEAM 1") == ("ada", "bo")
    assert roster.members("c") == ("c",)


def test_an_entry_may_be_called_by_id_e_mail_name_or_group() -> None:
    roster = Roster((ADA, Person("c@y.edu", email="c@x.edu"), Person("bo", group="Team 5")))
    names = ("ADA", "ada@x.edu", "Ada Lovelace", "c@x.edu", "c@y.edu", "team-5")
    assert all(map(roster.knows, names))
    assert not any(map(roster.knows, ("late", "d@x.edu", "team-6")))
    assert roster.find(roster.called("c@y.edu")) == roster.find(roster.called("c@x.edu"))


def test_the_file_is_completed_and_nothing_in_it_changed(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(TEXT)
    new = [Person("ada", "Another", ids={"canvas": "99"}), Person("cy", "Cy", ids={"canvas": "12"})]
    new.append(Person("bo", email="bo@x.edu", ids={"canvas": "13"}))
    assert complete_roster(tmp_path, new) == 1
    assert (tmp_path / FILE).read_text("utf-8-sig").splitlines() == [
        '"student","name","email","section","canvas","seat","group","listed"',
        '"ada","Ada Lovelace","ada@x.edu","A","11","9","",""',
        '"bo","Bo Li","bo@x.edu","B","13","10","",""',
        '"cy","Cy","","","12","","","no"',
    ]
    before = (tmp_path / FILE).stat().st_mtime_ns
    assert complete_roster(tmp_path, new) == 0
    assert (tmp_path / FILE).stat().st_mtime_ns == before


def test_a_spreadsheet_s_own_way_of_writing_stays_when_people_are_added(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes("Student;Name;Seat\nzoë;Zoë;9\n".encode("cp1252"))
    assert complete_roster(tmp_path, [Person("cy", "=cmd\x1b[31m")]) == 1
    assert (tmp_path / FILE).read_text("utf-8-sig").splitlines() == [
        '"Student";"Name";"Seat";"email";"section";"group";"listed"',
        '"zoë";"Zoë";"9";"";"";"";""',
        '"cy";"\'=cmd\\x1b[31m";"";"";"";"";"no"',
    ]
    assert read_roster(tmp_path).of("cy").name == "=cmd\\x1b[31m"


def test_a_roster_is_read_as_excel_writes_it_in_europe(tmp_path: Path) -> None:
    text = "\ufeffStudent;Name;E-Mail;Section\r\n00123;Müller, Ana;a@x.edu;B\r\n"
    (tmp_path / FILE).write_bytes(text.encode())
    assert read_roster(tmp_path).of("00123") == Person("00123", "Müller, Ana", "a@x.edu", "B")


def test_the_e_mail_of_our_roster_may_have_a_heading_of_moodle(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,E-Mail-Adresse\nada,a@x.edu\n", "utf-8")
    assert read_roster(tmp_path).of("ada").email == "a@x.edu"


def test_a_roster_says_who_is_excused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,excused\nada,Yes\nbo,\n", "utf-8")
    assert [one.excused for one in read_roster(tmp_path).people] == [True, False]
    (tmp_path / FILE).write_text("student,excused\nada,ill\n", "utf-8")
    with pytest.raises(ConfigError, match=r"excused: must be yes or no, but is 'ill'"):
        read_roster(tmp_path)


HIDDEN = Person("Participant 7", ids={"moodle": "7"})


def test_somebody_hidden_is_meant_only_if_nobody_else_is() -> None:
    roster = Roster((HIDDEN, ADA, Person("b", "Bo"), Person("c", "Bo")))
    found = {
        name: [person.student for person in roster.find(Person("", name, ids={"moodle": "7"}))]
        for name in ("", "Ada Lovelace", "Bo", "Cy")
    }
    assert found == {
        "": ["Participant 7"],
        "Ada Lovelace": ["ada"],
        "Bo": ["b", "c"],
        "Cy": ["Participant 7"],
    }


def test_a_row_of_somebody_hidden_goes_when_another_has_the_number(tmp_path: Path) -> None:
    text = "student,name,moodle\nParticipant 7,,7\nParticipant 8,,8\nada,Ada,\n"
    (tmp_path / FILE).write_text(text)
    assert complete_roster(tmp_path, [Person("ada", "Ada", ids={"moodle": "7"})]) == 0
    students = [person.student for person in read_roster(tmp_path).people]
    assert students == ["Participant 8", "ada"]
    (tmp_path / FILE).write_text(text.replace("Ada,", "Ada,8"))  # as staff may write it
    students = [person.student for person in read_roster(tmp_path).people]
    assert students == ["Participant 7", "ada"]


def test_an_id_of_an_earlier_assignment_gives_way_to_the_new_one(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,moodle,canvas\nada,2001,1\nbo,2002,2\n")
    complete_roster(tmp_path, [Person("ada", ids={"moodle": "3001", "canvas": "9"})])
    assert [person.ids for person in read_roster(tmp_path).people] == [
        {"canvas": "1", "moodle": "3001"},
        {"canvas": "2", "moodle": "2002"},
    ]


CY = Person("cy", "Cy", "cy@x.edu", ids={"canvas": "12"})


def test_whom_a_download_adds_to_a_roster_of_staff_s_is_a_stranger(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(TEXT)
    for _ in range(2):
        complete_roster(tmp_path, [CY, HIDDEN])
        roster = read_roster(tmp_path)
        assert [(p.student, p.stranger, p.expected) for p in roster.people] == [
            *(("ada", False, True), ("bo", False, True)),
            *(("cy", True, False), ("Participant 7", False, False)),
        ]
        assert not roster.has("cy")
        assert [person.student for person in roster.find(CY)] == ["cy"]
    text = (tmp_path / FILE).read_text("utf-8-sig")
    (tmp_path / FILE).write_text(text.replace('"no"', '""'))  # as staff take them in
    assert read_roster(tmp_path).has("cy")


def test_a_roster_that_a_download_made_is_completed_by_the_next(tmp_path: Path) -> None:
    complete_roster(tmp_path, [HIDDEN])
    complete_roster(tmp_path, [CY])
    with (tmp_path / FILE).open("a") as file:
        file.write('"di","Di"\n')  # by staff
    complete_roster(tmp_path, [Person("eve")])
    roster = read_roster(tmp_path)
    assert all(roster.has(student) for student in ("cy", "di", "eve"))


@pytest.mark.parametrize("row", ["cy,,,", "xu,,cy@x.edu,", "xu,,,12", "xu,Cy,,"])
def test_a_row_of_staff_s_comes_before_that_of_a_stranger(row: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        f"student,name,email,canvas,listed\ncy,Cy,cy@x.edu,12,no\n{row},\n"
    )
    found = read_roster(tmp_path).find(CY)
    assert [(person.student, person.stranger) for person in found] == [(row[:2], False)]
    complete_roster(tmp_path, [Person(row[:2], CY.name, CY.email, ids=CY.ids)])
    assert [person.student for person in read_roster(tmp_path).people] == [row[:2]]


def test_another_word_under_listed_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,listed\nada,perhaps\nbo,Yes\n")
    with pytest.raises(ConfigError) as caught:
        read_roster(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / FILE}:2: listed: must be no, download or empty, but is 'perhaps'"
    )


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("", [("z", "", {"moodle": "17"}), ("k", "", {"moodle": "17"})]),
        ("", [("a", "x@y.z", {"canvas": "1"}), ("b", "X@y.z", {"canvas": "2"})]),
        ("student,email\na,x@y.z\nb,\n", [("b", "x@y.z", {"canvas": "2"})]),
        ("student,canvas\na,\nb,1\n", [("a", "", {"canvas": "1"})]),
    ],
)
def test_what_two_share_in_a_download_leaves_a_roster_that_can_be_read(
    tmp_path: Path, text: str, people: list[tuple[str, str, dict[str, str]]]
) -> None:
    if text:
        (tmp_path / "roster.csv").write_text(text, "utf-8")
    given = [Person(student, email=email, ids=ids) for student, email, ids in people]
    for _ in range(2):
        complete_roster(tmp_path, given)
        found = {one.student for one in read_roster(tmp_path).people}
        assert found == {*[line[0] for line in text.splitlines()[1:]], *[one[0] for one in people]}
