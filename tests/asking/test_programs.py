"""A program of the student's is run, in a box as on a student's computer: the same comes of it."""

import os
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.asking.answers import Value
from grader.authoring.reference import Reference
from grader.inside.notebook.layout import Cell, text_of
from grader.inside.values import Ran
from grader.sandbox.tiers import Tier
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed
from grader.student.python_text import python_text
from grader.student.question import CODE, dialogue, run
from tests.boxed import needs
from tests.support import HandIn, at_home

TOTAL = """
    import sys
    import work_parts

    total = work_parts.total(sys.argv[1:])
    print(total)
    for line in sys.stdin:
        print(line.strip().upper())
"""
PARTS = "def total(texts): return sum(map(int, texts))\n"
FILES = """
    import os
    from pathlib import Path
    text = Path("in/names.txt").read_text()
    Path("out.txt").write_text(text.title())
    Path("raw.bin").write_bytes(bytes([255, 0]))
    os.remove("old.txt")
"""
GREET = """
    name = input("Name? ")
    age = int(input("Age? "))
    print(f"{name} is {age + 1} soon")
"""
FAULTY = """
    import sys
    def halve(n):
        return n // 0
    print("so far")
    halve(3)
"""
AGAIN = """
    import counter
    counter.n += 1
    print(counter.n)
"""
Ask = Callable[[Any], Any]
PLACES = ("here", "boxed", "reference")


@pytest.fixture(params=PLACES)
def asking(
    request: pytest.FixtureRequest,
    hand_in: HandIn,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[..., Ask]]:
    """What answers questions about some files, in each of the three places."""
    monkeypatch.syspath_prepend(str(tmp_path))
    names: list[str] = []

    def make(main: str, **others: str) -> Ask:
        texts = {"main": textwrap.dedent(main), **others}
        files = {f"{name}.py": text for name, text in texts.items()}
        names.extend(texts)
        if request.param == "reference":
            return _of_reference(files)
        if request.param == "boxed":
            return hand_in(files | {"work.py": ""}).ask
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        return at_home(tmp_path, "main", program=True).ask

    yield make
    for name in names:
        sys.modules.pop(name, None)


def _of_reference(files: dict[str, str]) -> Ask:
    def ask(question: Any) -> Any:
        answer = Reference(files).answer(question)
        assert isinstance(answer, Value)
        return answer.value

    return ask


def test_a_program_has_arguments_and_what_is_typed(asking: Callable[..., Ask]) -> None:
    ask = asking(TOTAL, work_parts=PARTS)
    ran = ask(run("main.py", ["3", "4"], "one\ntwo\n"))
    assert ran == Ran(0, "7\nONE\nTWO\n", "", {})


def test_a_program_has_files_and_leaves_files(asking: Callable[..., Ask]) -> None:
    given = {"in/names.txt": "ada, bob", "old.txt": "x", "kept.txt": "y"}
    before = os.getcwd()
    ran = asking(FILES)(run("main.py", files=given))
    assert ran == Ran(files={"out.txt": "Ada, Bob", "raw.bin": b"\xff\x00", "old.txt": None})
    assert os.getcwd() == before


def test_a_dialogue_waits_for_its_prompts(asking: Callable[..., Ask]) -> None:
    ask = asking(GREET)
    ran = ask(run("main.py", stdin=dialogue(("Name?", "Ada"), ("Age?", "36"))))
    assert ran == Ran(output="Name? Ada\nAge? 36\nAda is 37 soon\n")
    ran = ask(run("main.py", stdin=dialogue(("Your name?", "Ada"))))
    assert ran.status == 1
    assert "EOFError: nothing is typed at 'Name?': the prompt should be 'Your name?'" in ran.errors
    ran = ask(run("main.py", stdin=dialogue(("Name?", "Ada"))))
    assert ran.errors.endswith("EOFError: no input is left: the whole dialogue has been typed\n")


def test_an_exception_is_reported_as_python_does(asking: Callable[..., Ask]) -> None:
    ran = asking(FAULTY)(run("main.py"))
    assert (ran.status, ran.output) == (1, "so far\n")
    lines = ran.errors.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert re.fullmatch("ZeroDivisionError: .*division.* by zero", lines[-1])
    assert '  File "main.py", line 6, in <module>' in lines
    assert "    halve(3)" in lines
    assert not [line for line in lines if "program.py" in line]


def test_a_program_of_a_notebook_ends_in_the_cell_that_raises(
    asking: Callable[..., Ask],
) -> None:
    cells = (
        "print('a')",
        "if",
        "display(2)\nawait_ = 1",
        "def f():\n    return 1 / 0\nf()",
        "exit(7)",
    )
    text = text_of("main.ipynb", [Cell(number, None, cell) for number, cell in enumerate(cells, 1)])
    ran = asking(text)(run("main.py"))
    assert (ran.status, ran.output) == (1, "a\n2\n")
    lines = ran.errors.splitlines()
    assert lines[1] == '  File "main.ipynb, cell 4", line 3, in <module>'
    assert "    return 1 / 0" in lines
    assert ".py" not in ran.errors


@pytest.mark.parametrize("claim", [lambda ran: ran.output, lambda ran: [ran.output, ran.status]])
def test_a_claim_on_a_part_of_a_run_shows_what_the_program_says_of_its_end(
    claim: Callable[[Any], Any], asking: Callable[..., Ask]
) -> None:
    expect = Expect(asking(FAULTY))
    with pytest.raises(CheckFailed) as raised:
        expect(claim(run("main.py")), "so far\nand so on\n")
    said = raised.value.evidence.output
    assert "line 4, in halve" in said
    assert said.endswith("ZeroDivisionError: integer division or modulo by zero")


def test_an_exception_in_another_module_shows_no_frame_of_ours(asking: Callable[..., Ask]) -> None:
    ran = asking("import work_parts\n", work_parts="x = 1\n1 / 0\n")(run("main.py"))
    files = re.findall(r'File "([^"]*)", line (\d+)', ran.errors)
    assert [(os.path.basename(file), line) for file, line in files] == [
        ("main.py", "1"),
        ("work_parts.py", "2"),
    ]


@pytest.mark.parametrize(
    ("code", "status", "errors"),
    [
        ("import sys; sys.exit()", 0, ""),
        ("import sys; sys.exit(3)", 3, ""),
        ("import sys; sys.exit(-1)", 255, ""),
        ("import os; os._exit(2)", 2, ""),
        ("import os\ntry: os._exit(300)\nexcept Exception: pass", 44, ""),
        ("import sys; sys.exit('no such account')", 1, "no such account\n"),
        ("if __name__ == '__main__': raise SystemExit(5)", 5, ""),
        ("import sys; print('x', file=sys.stderr)", 0, "x\n"),
        ("import sys; sys.stdout.buffer.write(b'x\\n')", 0, ""),
        ("import io, sys; sys.stdout = io.TextIOWrapper(sys.stdout.buffer); print('x')", 0, ""),
        ("import faulthandler; faulthandler.enable(); faulthandler.disable()", 0, ""),
        ("with open(__file__) as own: assert own.read().startswith('with')", 0, ""),
        ("from pathlib import Path; assert (Path(__file__).parent / 'main.py').exists()", 0, ""),
    ],
)
def test_a_program_ends_as_it_says(
    asking: Callable[..., Ask], code: str, status: int, errors: str
) -> None:
    ran = asking(code)(run("main.py"))
    assert (ran.status, ran.errors) == (status, errors)


UNFINISHED = (CheckFailed, SyntaxError, NotImplementedError)


@pytest.mark.parametrize(
    ("main", "parts"),
    [
        ("print(", ""),
        ("import work_parts", "x = 1\n  y = 2\n"),
        ("print('x')\nimport work_parts", "("),
    ],
)
def test_a_file_that_python_cannot_read_is_no_run(
    asking: Callable[..., Ask], main: str, parts: str
) -> None:
    with pytest.raises(UNFINISHED) as caught:
        asking(main, work_parts=parts)(run("main.py"))
    file = "work_parts.py" if parts else "main.py"
    if isinstance(caught.value, CheckFailed):
        assert f"{file}, line {2 if 'y' in parts else 1}" in str(caught.value)


@pytest.mark.parametrize(
    ("main", "parts", "words"),
    [
        ("raise NotImplementedError('main.py')", "", "main.py"),
        ("raise NotImplementedError", "", "main.py"),
        ("print('so far')\ndef act(): raise NotImplementedError\nact()", "", "this function"),
        ("from work_parts import f\nf()", "def f(): raise NotImplementedError('f')", "f"),
    ],
)
def test_a_program_that_says_so_is_not_written_yet(
    asking: Callable[..., Ask], main: str, parts: str, words: str
) -> None:
    with pytest.raises(UNFINISHED) as caught:
        asking(main, work_parts=parts)(run("main.py"))
    if isinstance(caught.value, CheckFailed):
        assert str(caught.value).startswith(f"{words} is not written yet")
        assert caught.value.evidence.unwritten


@pytest.mark.parametrize(
    "code",
    [
        "compile('print(', 'typed', 'exec')",
        "class Own(NotImplementedError): pass\nraise Own('x')",
        "import codecs\ncodecs.Codec().encode('x')",
        "try:\n    raise NotImplementedError\nexcept NotImplementedError:\n    1 / 0",
    ],
)
def test_other_exceptions_are_ends_of_programs(asking: Callable[..., Ask], code: str) -> None:
    assert asking(code)(run("main.py")).status == 1


def test_every_run_begins_anew(asking: Callable[..., Ask]) -> None:
    ask = asking(AGAIN, counter="n = 0\n")
    assert [ask(run("main.py")).output for _ in range(2)] == ["1\n", "1\n"]


def test_one_run_may_be_asked_about_twice(asking: Callable[..., Ask]) -> None:
    ran = run("main.py", ["1"])
    assert asking(TOTAL, work_parts=PARTS)((ran.status, ran.output)) == (0, "1\n")


def test_endless_output_is_cut(asking: Callable[..., Ask]) -> None:
    ran = asking("print('x' * 200_000)")(run("main.py"))
    assert len(ran.output) < 140_000
    assert ran.output.endswith("[… 68929 characters not kept …]\n")


@pytest.mark.parametrize("many", ["open(str(n), 'w').close()", "open('x', 'a').write('x' * 9999)"])
def test_too_much_in_files_cannot_be_compared(hand_in: HandIn, many: str) -> None:
    files = {"main.py": f"for n in range(150):\n    {many}\n", "work.py": ""}
    with pytest.raises(CheckFailed, match="the program leaves"):
        hand_in(files).ask(run("main.py"))


def test_a_file_that_cannot_be_read_is_named_without_its_folder(hand_in: HandIn) -> None:
    locks = "import os\nos.close(os.open('locked', os.O_CREAT | os.O_WRONLY, 0))\n"
    with pytest.raises(CheckFailed, match=r"a file that can't be read: locked$"):
        hand_in({"main.py": locks, "work.py": ""}).ask(run("main.py"))


@needs(Tier.NAMESPACED)  # below, the box's own folder has a name by chance
def test_a_program_says_the_same_of_its_folder_in_every_run(hand_in: HandIn) -> None:
    files = {"main.py": "import os\nprint(os.getcwd())\n", "work.py": ""}
    boxes = [hand_in(files) for _ in range(2)]
    assert len({box.ask(run("main.py")).output for box in (*boxes, *boxes)}) == 1


READS = """
    from pathlib import Path
    text = Path("in/names.txt").read_text()
    Path("in/names.txt").write_text("mine")
    print(text)
"""


def test_a_program_may_read_the_data_of_the_assignment(hand_in: HandIn, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in/names.txt").write_bytes(b"ada")
    files = {"main.py": textwrap.dedent(READS)}
    (tmp_path / "main.py").write_text(files["main.py"])
    data = {"in/names.txt": b"ada"}
    boxed = hand_in(files | {"work.py": ""})
    boxed.plan = replace(boxed.plan, data=data)
    here = at_home(tmp_path, "main", program=True, files=tuple(data))
    reference = Reference(files, folder=tmp_path, data=data)
    asked = run("main.py")
    expected = Ran(output="ada\n", files={"in/names.txt": "mine"})
    for _ in range(2):  # and it gets them again each time
        assert boxed.ask(asked) == here.ask(asked) == expected
        assert reference.answer(asked) == Value(expected)


def test_functions_find_the_data_where_they_are_called(hand_in: HandIn, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_bytes(b"\xff\x00")
    text = "from pathlib import Path\ndef act(): return Path('words.txt').read_bytes()\n"
    boxed = hand_in(text)
    boxed.plan = replace(boxed.plan, data={"words.txt": b"\xff\x00"})
    assert boxed.ask(CODE.work.act()) == b"\xff\x00"
    before = os.getcwd()
    assert Reference({"work.py": text}, folder=tmp_path).answer(CODE.work.act()) == Value(
        b"\xff\x00"
    )
    assert os.getcwd() == before


def test_a_program_that_is_not_there_is_missing(hand_in: HandIn) -> None:
    with pytest.raises(CheckFailed, match=r"main.py is not there"):
        hand_in({"work.py": ""}).ask(run("main.py"))


@pytest.mark.parametrize("name", ["/etc/passwd", "../x", "a/../../x", ""])
def test_no_file_of_a_program_is_outside_of_its_folder(name: str) -> None:
    with pytest.raises(ValueError, match="can't be a file of a program"):
        run("main.py", files={name: ""})


def test_a_wrong_output_is_shown_line_by_line(hand_in: HandIn) -> None:
    expect = Expect(hand_in({"main.py": "print('a')\nprint('x')\n", "work.py": ""}).ask)
    with pytest.raises(CheckFailed) as caught:
        expect(run("main.py", ["it's"], "typed\n", {"f.txt": "1"}), Ran(output="a\nb\n"))
    evidence = caught.value.evidence
    assert evidence.message == "wrong value: output: line 2: 'x' instead of 'b'"
    assert evidence.call == (
        "printf %s 1 > f.txt\nprintf %s 'typed\n' | python3 main.py 'it'\"'\"'s'"
    )
    assert evidence.picture is not None
    lines: Sequence[str] = evidence.picture.lines  # type: ignore[union-attr]
    assert list(lines) == ["output:", "a", "x    <- expected 'b'"]


def test_the_call_of_one_result_is_the_whole_run() -> None:
    assert python_text(run("main.py").output) == "python3 main.py"


def test_parts_of_one_run_are_shown_as_one_call_with_their_names() -> None:
    ran, other = run("work.py", ["3"]), run("work.py")
    assert python_text([ran.output, ran.status]) == "python3 work.py 3  # output, status"
    assert python_text([ran, other.files]) == "python3 work.py 3\npython3 work.py  # files"


READS_ITS_OWN = """
    import json, os
    with open("tables.json") as file:
        print(json.load(file), sorted(os.listdir()))
    with open("log.txt", "w") as file:
        file.write("again")
    os.remove("old.txt")
"""
HANDED_IN = {"tables.json": b"[1]", "log.txt": b"again", "old.txt": b"", "big.bin": b"x" * 200_000}


@pytest.mark.parametrize("place", ["here", "boxed"])
def test_a_program_may_read_data_files_that_were_handed_in(
    hand_in: HandIn, tmp_path: Path, place: str
) -> None:
    """What it writes is compared even if it is as it was handed in; what it leaves alone isn't."""
    text = textwrap.dedent(READS_ITS_OWN)
    if place == "boxed":
        submission = hand_in({"main.py": text, "work.py": ""})
        submission.plan = replace(submission.plan, handed_in=HANDED_IN)
        ask: Ask = submission.ask
    else:
        (tmp_path / "main.py").write_text(text)
        for name, content in HANDED_IN.items():
            (tmp_path / name).write_bytes(content)
        ask = at_home(tmp_path, "main", program=True, handed_in=[*HANDED_IN]).ask
    for _ in range(2):
        ran = ask(run("main.py"))
        assert ran.output.startswith("[1] ['big.bin', ")
        assert (ran.status, ran.files) == (0, {"log.txt": "again"})


def test_files_of_a_question_come_before_those_that_were_handed_in(hand_in: HandIn) -> None:
    submission = hand_in({"main.py": "print(open('a.txt').read())\n", "work.py": ""})
    submission.plan = replace(submission.plan, handed_in={"a.txt": b"mine", "b.txt/c": b""})
    ran = submission.ask(run("main.py", files={"a.txt": "given", "b.txt": ""}))
    assert ran == Ran(output="given\n")
