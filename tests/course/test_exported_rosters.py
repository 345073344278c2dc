"""Lists of people as other systems export them, as rosters."""

from pathlib import Path

import pytest

from grader.course.roster import FILE, Person, complete_roster, read_roster
from grader.errors import ConfigError

CANVAS = """\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Trees (7),Current Score
,,,,,Manual Posting,
    Points Possible,,,,,180.00,(read only)
"Lovelace, Ada",11,s11,ada@x.edu,CS 1 - A,90.00,50
Cher,12,s12,,CS 1 - B and CS 1 - C,,
"Student, Test",99,,a5f3,CS 1 - A,,
"""
WITHOUT_POINTS = CANVAS.replace("    Points Possible,,,,,180.00,(read only)\n", "")
TWO_NAMES = """LastName,FirstName,ID,Section,Trees (7)
    Points Possible,,,,180
Lovelace,Ada,11,A,
"""
MOODLE = """First name;Last name;ID number;Email address;Assignment: Trees (Real)
Ada;Lovelace;s11;ada@x.edu;9,50
Bo;Li;;bo@x.edu;-
"""
GRADESCOPE = """First Name,Last Name,SID,Email,Sections,Trees
Ada,Lovelace,s11,ada@x.edu,A,9
Bo,Li,,bo@x.edu,,
Cy,,s13,,,
"""
ONE_NAME = "Name,SID,Email,Role\nAda Lovelace,s11,ada@x.edu,Student\n"
BLACKBOARD = """\ufeff"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Last Access"
"Lovelace"\t"Ada"\t"al11"\t"s11"\t"never"
"""
BRIGHTSPACE = """OrgDefinedId,Username,Last Name,First Name,Email,Trees,End-of-Line Indicator
#11,#ada,Lovelace,Ada,ada@x.edu,9,#
"""
ORG_ALONE = "OrgDefinedId,Trees Points Grade,End-of-Line Indicator\n#11,9,#\n"
GITHUB = """"identifier","github_username","github_id","name"
"ada","lovelace","1","Ada Lovelace"
"","bo-li","2",""
"""


@pytest.mark.parametrize(
    ("text", "people"),
    [
        *[
            (
                canvas,
                (
                    Person(
                        "ada@x.edu", "Ada Lovelace", "ada@x.edu", "CS 1 - A", ids={"canvas": "11"}
                    ),
                    Person("s12", "Cher", section="CS 1 - B and CS 1 - C", ids={"canvas": "12"}),
                ),
            )
            for canvas in (CANVAS, WITHOUT_POINTS)
        ],
        (TWO_NAMES, (Person("11", "Ada Lovelace", section="A", ids={"canvas": "11"}),)),
        (
            MOODLE,
            (
                Person("s11", "Ada Lovelace", "ada@x.edu", ids={"id number": "s11"}),
                Person("bo@x.edu", "Bo Li", "bo@x.edu"),
            ),
        ),
        (
            GRADESCOPE,
            (
                Person("ada", "Ada Lovelace", "ada@x.edu", "A", ids={"gradescope": "s11"}),
                Person("bo", "Bo Li", "bo@x.edu", ids={"gradescope": "bo@x.edu"}),
                Person("s13", "Cy", ids={"gradescope": "s13"}),
            ),
        ),
        (ONE_NAME, (Person("ada", "Ada Lovelace", "ada@x.edu", ids={"gradescope": "s11"}),)),
        (
            BLACKBOARD,
            (Person("al11", "Ada Lovelace", ids={"blackboard": "al11", "username": "al11"}),),
        ),
        (BRIGHTSPACE, (Person("ada", "Ada Lovelace", "ada@x.edu", ids={"username": "ada"}),)),
        (ORG_ALONE, (Person("11"),)),
        (
            GITHUB,
            (
                Person("ada", "Ada Lovelace", ids={"github": "lovelace"}),
                Person("bo-li", ids={"github": "bo-li"}),
            ),
        ),
    ],
    ids=(
        *(
            "canvas",
            "canvas without its row of points",
            "canvas with two names",
            "moodle",
            "gradescope",
            "gradescope with one name",
        ),
        *("blackboard", "brightspace", "brightspace's number alone", "github"),
    ),
)
def test_a_list_of_another_system_is_a_roster(
    text: str, people: tuple[Person, ...], tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert read_roster(tmp_path).people == people


@pytest.mark.parametrize(
    "text",
    [
        "Name,SID,Email,Role\nAda,1,ada@x,Student\nTim,2,tim@x,TA\nIna,3,ina@x,Instructor\n"
        "Rea,4,rea@x,Reader\nBo,5,bo@x,\n",
        "First name,Last name,Username,Email address,Roles\nA,L,ada,ada@x,Student\n"
        'T,T,tim,tim@x,Non-editing teacher\nB,L,bo,bo@x,"Student, Manager"\n',
        "Name,SID,Email,Role\nAda,1,ada@x,Hörer\nBo,2,bo@x,Tutor\n",  # words that nobody knows
    ],
)
def test_who_is_no_student_is_left_out(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    assert [person.student for person in read_roster(tmp_path).people] == ["ada", "bo"]


@pytest.mark.parametrize(
    "head",
    [
        "student,id,section,name",
        "student,id,sis login id,name",
        "student,name,sid,email",
        "student,first name,last name,email",
    ],
)
def test_a_roster_of_ours_with_the_headings_of_another_is_ours(head: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f"{head}\nada,b,c,d\n", "utf-8")
    assert [person.student for person in read_roster(tmp_path).people] == ["ada"]


def test_a_roster_by_login_with_a_column_of_canvas_is_ours(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("student,id,sis login id\nada,7,ada\nbo,8,bo\n")
    assert read_roster(tmp_path).people == (Person("ada"), Person("bo"))


def test_people_whose_short_e_mails_are_the_same_go_by_the_whole(tmp_path: Path) -> None:
    head = "First Name,Last Name,SID,Email\n"
    (tmp_path / FILE).write_text(
        f"{head}Chen,Wang,1,cw@x.edu\nBo,Li,2,bo@x.edu\nCy,Wu,,CW@y.edu\nDi,Fox,bo,\n"
    )
    people = [(person.student, person.email) for person in read_roster(tmp_path).people]
    assert people == [
        *(("cw@x.edu", "cw@x.edu"), ("bo@x.edu", "bo@x.edu")),
        *(("CW@y.edu", "CW@y.edu"), ("bo", "")),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "First name,Last name,Email address,Groups\nAda,Li,a@x.edu,\nDi,Fox,,\n",
        "OrgDefinedId,Username,Last Name,First Name,End-of-Line Indicator\n"
        "#1,#a@x.edu,Li,Ada,#\n,,Fox,Di,#\n",
        "First Name,Last Name,SID,Email\nAda,Li,a@x.edu,\nDi,Fox,,\n",
        "Student,ID,SIS Login ID,Section\nPoints Possible,,,\n,,,Manual Posting\n"
        '"Li, Ada",1,a@x.edu,\n"Fox, Di",,,\n',
        "Last Name,First Name,Username,Student ID\nLi,Ada,a@x.edu,\nFox,Di,,\n",
        "identifier,github_username,name\na@x.edu,,Ada Li\n,,Di Fox\n",
    ],
    ids=("moodle", "brightspace", "gradescope", "canvas", "blackboard", "github"),
)
def test_who_has_no_id_goes_by_the_name_and_stays_in_the_file(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    for new in ([], [Person("Cy Xu", "Cy Xu", ids={"moodle": "7"})]):
        complete_roster(tmp_path, new)
        people = read_roster(tmp_path).people
        expected = [
            ("a@x.edu", "Ada Li"),
            ("Di Fox", "Di Fox"),
            *[(p.student, p.name) for p in new],
        ]
        assert [(person.student, person.name) for person in people] == expected


def test_a_sign_that_nothing_is_known_is_no_id(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        "First name,Last name,ID number,Email address\nAda,Li,-,a@x\nBo,Li,-,-\nDi,Fox,n/a,N/A\n"
    )
    people = (Person("a@x", "Ada Li", "a@x"), Person("Bo Li", "Bo Li"), Person("Di Fox", "Di Fox"))
    assert read_roster(tmp_path).people == people


def test_who_is_in_two_sections_of_a_gradebook_is_one_person(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        "Student,ID,SIS Login ID,Section,Trees (7)\nPoints Possible,,,,9\n"
        '"Li, Ada",1,al,A,8\n"Li, Ada",1,al,B,8\n'
    )
    roster = read_roster(tmp_path)
    assert roster.people == (Person("al", "Ada Li", section="A and B", ids={"canvas": "1"}),)
    assert roster.gradebook == {"Trees (7)": {"al": "8"}}


def test_a_row_without_any_name_or_id_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(f"{ORG_ALONE},8,#\n", "utf-8")
    with pytest.raises(ConfigError, match=r"roster\.csv:3: student: must be an id, but is empty"):
        read_roster(tmp_path)


def test_who_is_added_stands_beside_all_that_was_there(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(CANVAS, "utf-8")
    before = read_roster(tmp_path).people
    assert complete_roster(tmp_path, [Person("libo", ids={"canvas": "13"})]) == 1
    after = read_roster(tmp_path).people
    assert after == (*before, Person("libo", ids={"canvas": "13"}, stranger=True))
    text = (tmp_path / FILE).read_text("utf-8-sig")
    assert text.splitlines()[0] == (
        '"student","name","email","section","canvas","ID","SIS User ID","SIS Login ID",'
        '"Trees (7)","Current Score","group","listed"'
    )
    assert '"90.00"' in text


def test_a_list_of_which_everybody_is_known_is_not_written_again(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(CANVAS, "utf-8")
    before = (tmp_path / FILE).read_bytes()
    assert complete_roster(tmp_path, read_roster(tmp_path).people) == 0
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize(
    "head",
    [
        "Vorname,Nachname,Anmeldename,ID-Nummer,E-Mail-Adresse",
        "VORNAME;Nachname;Anmeldename;ID-Nummer;E-Mail-Adresse",
        "Prénom,Nom de famille,Nom d’utilisateur,Numéro d’identification,Adresse de courriel",
        "Pre\u0301nom,Nom de famille,Nom d'utilisateur,Numéro d'identification,Adresse de courriel",
        "Nombre,Apellido(s),Nombre de usuario,Número de ID,Dirección de correo",
    ],
)
def test_moodles_lists_are_known_in_other_languages(head: str, tmp_path: Path) -> None:
    sign = ";" if ";" in head else ","
    row = sign.join(["Ada", "Lovelace", "al", "007", "ada@x.edu"])
    (tmp_path / FILE).write_text(f"{head}\n{row}\n", "utf-8")
    ada = Person("al", "Ada Lovelace", "ada@x.edu", ids={"username": "al", "id number": "007"})
    assert read_roster(tmp_path).people == (ada,)
    complete_roster(tmp_path, [Person("cy")])
    assert read_roster(tmp_path).people == (ada, Person("cy", stranger=True))


def test_a_list_that_is_not_understood_is_refused_with_what_is_needed(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("Etunimi,Sukunimi,Sähköposti\nA,B,a@x\n", "utf-8")
    with pytest.raises(ConfigError) as caught:
        read_roster(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / FILE}:1: the column student is missing; there are: Etunimi, Sukunimi, "
        "Sähköposti; rename them as in 'student,name,email', with the login under student"
    )


def test_moodles_username_and_id_number_stay_what_they_are(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        "First name,Last name,Username,ID number,Email address\n"
        "Jörg,Müller,jm,00123,j@x\nB,Beta,bb,jm,b@x\n",
        "utf-8",
    )
    people = (
        Person("jm", "Jörg Müller", "j@x", ids={"username": "jm", "id number": "00123"}),
        Person("bb", "B Beta", "b@x", ids={"username": "bb", "id number": "jm"}),
    )
    assert read_roster(tmp_path).people == people
    complete_roster(tmp_path, [Person("Cy Xu", "Cy Xu", ids={"moodle": "7"})])
    assert read_roster(tmp_path).people[:2] == people
