"""Tables are read as spreadsheets write them; what can't be understood is refused by its line."""

from pathlib import Path

import pytest

from grader.course.table import caution, read_table
from grader.errors import ConfigError

ROWS = [{"student": "ada", "name": "Ada"}, {"student": "zoë", "name": "Zoë, Å"}]


def table(folder: Path, data: bytes | str) -> list[dict[str, str]]:
    path = folder / "roster.csv"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return [dict(row) for _, row in read_table(path, ("student",)).rows]


def refused(folder: Path, text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        table(folder, text)
    return str(caught.value).replace(f"{folder}/roster.csv:", "").splitlines()


COMMAS = 'student,name\nada,Ada\nzoë,"Zoë, Å"\n'
SEMICOLONS = "student;name\nada;Ada\nzoë;Zoë, Å\n"


@pytest.mark.parametrize(
    "data",
    [
        COMMAS.encode(),
        COMMAS.encode("utf-8-sig"),
        COMMAS.encode("utf-16"),
        COMMAS.encode("cp1252"),
        COMMAS.replace("\n", "\r\n").encode(),
        COMMAS.replace("\n", "\r").encode(),
        COMMAS.replace("student,name", "Student , NAME").encode(),
        COMMAS.replace(",", ", ").replace(",  ", ", ").encode(),
        SEMICOLONS.encode(),
        SEMICOLONS.replace(";", "\t").encode("utf-16"),
        f"sep=;\n{SEMICOLONS}".encode(),
        f'\ufeff"sep=;"\r\n{SEMICOLONS}'.encode(),
        b"\n,,\n" + COMMAS.encode() + b",\n\n",
        COMMAS.replace("\n", ",,\n").encode(),
        SEMICOLONS.replace("\n", ";\n").encode("utf-8-sig"),
    ],
)
def test_a_table_is_read_as_spreadsheets_write_it(tmp_path: Path, data: bytes) -> None:
    assert table(tmp_path, data) == ROWS


def test_a_guess_at_letters_is_said_with_one_of_the_words(tmp_path: Path) -> None:
    table(tmp_path, COMMAS.encode("cp1252"))
    assert 'was read as Windows-1252; look at the names in it ("zoë")' in caution(
        tmp_path / "roster.csv"
    )
    for encoding in ("utf-8", "utf-16"):
        table(tmp_path, COMMAS.encode(encoding))
        assert caution(tmp_path / "roster.csv") == ""
    assert caution(tmp_path / "none.csv") == ""


def test_a_quote_that_is_never_closed_is_refused_where_it_is(tmp_path: Path) -> None:
    [line] = refused(tmp_path, 'student,name\nada,Ada\nbo,"Bo\ncy,Cy\n')
    assert line.startswith("3: a quote (\") of this row isn't closed")


@pytest.mark.parametrize(
    "text",
    [
        'student,name\nada,Ada\nbo,"Bo\ncy,"Cy"\n',
        'student,name\nada,Ada\nbo,"Bo\ncy,Cy"\n',
        'student,name\nada,Ada\nbo,"Bo\ncy,"\n',
    ],
)
def test_a_quote_that_is_closed_in_another_row_swallows_nobody(tmp_path: Path, text: str) -> None:
    [line] = refused(tmp_path, text)
    assert line.startswith("3: ")


def test_a_note_may_have_two_lines(tmp_path: Path) -> None:
    text = 'student,name,note\nada,Ada,"one\ntwo"\nbo,Bo,\n'
    assert table(tmp_path, text)[0]["note"] == "one\ntwo"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "student,email\nada,Lovelace, Ada\n",
            "2: 'Ada' is under no heading; put a text that has a ',' in it in quotes",
        ),
        (
            "student,,name\nada,x,y\n",
            "2: 'x' is under no heading; put a text that has a ',' in it in quotes",
        ),
        ("id,name\nada,Ada\n", "1: the column student is missing; there are: id, name"),
        ("id\x01\u202e\nada\n", r"1: the column student is missing; there are: id\x01\u202e"),
        (
            "student,Name,name\nada,A,B\n",
            "1: the column name is there twice; keep one of them",
        ),
        ("\n\n", "1: the file is empty; its first row must have the headings"),
    ],
)
def test_what_cannot_be_understood_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    assert refused(tmp_path, text) == [fault]


def test_every_row_with_a_fault_is_named(tmp_path: Path) -> None:
    lines = refused(tmp_path, "student\nada,x\nbo\ncy,y\n")
    assert [line.partition(":")[0] for line in lines] == ["2", "4"]


@pytest.mark.parametrize("data", [b"student\n\x00", COMMAS.encode("utf-16-le"), b"student\n\x81"])
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ConfigError, match=r'it is no text in UTF-8; save it as "CSV UTF-8"'):
        table(tmp_path, data)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"PK\x03\x04 and so on", "it is a spreadsheet or an archive; export the sheet as CSV"),
        (b"\xd0\xcf\x11\xe0 and so on", "it is a spreadsheet or an archive"),
        (b"\xef\xbb\xbf\n<!DOCTYPE html><title>Sign in", "it is a web page, perhaps of a login"),
        (b"student,name\nada," + b"A" * 200_000, "a cell has more than 131,072 characters"),
    ],
)
def test_what_is_no_table_is_said(tmp_path: Path, data: bytes, what: str) -> None:
    with pytest.raises(ConfigError, match=what):
        table(tmp_path, data)


def test_ids_may_be_formulas_that_keep_their_zeros(tmp_path: Path) -> None:
    assert table(tmp_path, '="student",name\n="0012",Ada\n')[0]["student"] == "0012"


def test_a_heading_that_does_not_print_is_shown_as_an_escape(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("s\tudent,name\n", "utf-8")
    with pytest.raises(ConfigError, match=r"student is missing; there are: s\\tudent, name$"):
        read_table(path, ("student",))


def test_ids_are_the_same_with_other_blanks_and_signs_that_do_not_show(tmp_path: Path) -> None:
    rows = table(tmp_path, "student,name\nBo\u3000 X\u200b,Bo\u3000X\n")
    assert rows == [{"student": "Bo X", "name": "Bo\u3000X"}]
