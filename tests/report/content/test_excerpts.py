"""The student's own lines: the functions of a task and the places of an error, highlighted."""

import re
from html import unescape

import pytest

from grader.report.content.excerpts import (
    MOST_LINES,
    commented,
    excerpts,
    has_line,
    highlighted,
    open_quotes,
    with_folded,
)
from grader.report.pages.page_files import PAGE_CPU_SECONDS
from grader.sandbox.kernel.own_limits import raising_after
from grader.scoring.rubric import Remark
from grader.student.evidence import MODULE, Frame
from tests.report.report_samples import HOSTILE, LAS


def shown(frames: list[Frame], *functions: str) -> list[tuple[str, bool]]:
    """The functions whose lines are shown of `LONG_CALLS`, and whether they are folded."""
    parts = list(excerpts({"las.py": LONG_CALLS}, "las.py", functions, frames))
    return [(part.function, part.folded) for part in with_folded(parts, frames[::-1])]


LONG_CALLS = "".join([f"def {name}():\n" + "    x = 1\n" * 14 for name in ("a", "b", "c")])


def test_of_several_places_the_one_where_it_went_wrong_is_open() -> None:
    frames = [Frame("las.py", 3, "a"), Frame("las.py", 18, "b")]
    assert shown(frames, "a") == [("a", True), ("b", False)]
    assert shown(frames[:1], "a", "c") == [("a", False), ("c", True)]


def test_a_function_alone_is_open_and_several_without_a_place_are_folded() -> None:
    assert shown([], "a") == [("a", False)]
    assert shown([], "a", "b") == [("a", True), ("b", True)]


def test_short_places_are_all_open() -> None:
    frames = [Frame("las.py", 10, "look_and_say"), Frame("las.py", 16, "more")]
    parts = list(excerpts({"las.py": LAS}, "las.py", ["look_and_say"], frames))
    assert [part.folded for part in with_folded(parts, frames)] == [False, False]


def test_shows_the_function_with_the_line_of_the_error_marked() -> None:
    [part] = excerpts({"las.py": LAS}, "las.py", ["more"], [Frame("las.py", 16, "more")])
    assert [line.number for line in part.lines if line.marked] == [16]
    assert (part.lines[0].number, part.lines[-1].number) == (13, 17)


def test_shows_the_function_of_a_frame_elsewhere_too() -> None:
    parts = list(
        excerpts({"las.py": LAS}, "las.py", ["look_and_say"], [Frame("las.py", 16, "more")])
    )
    assert [part.function for part in parts] == ["look_and_say", "more"]


@pytest.mark.parametrize("frame", [Frame("gone.py", 1, "f"), Frame("las.py", 999, "f")])
def test_a_place_that_is_not_in_the_hand_in_is_not_shown(frame: Frame) -> None:
    assert list(excerpts({"las.py": LAS}, "las.py", [], [frame])) == []


def test_no_line_is_shown_twice() -> None:
    text = (
        "class Room\n    def book(self):\n        return 1\n\n    def cancel(self):\n        pass\n"
    )
    frames = [Frame("a.py", 1, MODULE), Frame("a.py", 5, MODULE)]
    parts = excerpts({"a.py": text}, "a.py", ["Room.book"], frames)
    shown = [(part.function, [line.number for line in part.lines]) for part in parts]
    assert shown == [("Room.book", [2, 3]), ("", [1]), ("", [4, 5, 6])]


def test_a_long_function_is_cut_around_its_marked_line() -> None:
    text = "def f():\n" + "    x = 1\n" * 500
    [part] = excerpts({"a.py": text}, "a.py", ["f"], [Frame("a.py", 300, "f")])
    numbers = [line.number for line in part.lines]
    assert (len(numbers), 300 in numbers, part.more) == (MOST_LINES, True, 501 - MOST_LINES)


DOCUMENTED = (
    "def f(\n    x: int,  # what: it is\n) -> int:\n"
    "    r'''f(x) ==> y\n\n    REQUIRES: x\n    ENSURES: y\n    '''\n    return 1\n"
)


@pytest.mark.parametrize(
    ("line", "shown"),
    [(9, [1, 2, 3, 4, 0, 9]), (6, [1, 2, 3, 4, 5, 6, 7, 8, 9])],
    ids=["folded", "marked within"],
)
def test_of_a_long_docstring_one_line_is_shown_unless_another_is_marked(
    line: int, shown: list[int]
) -> None:
    [part] = excerpts({"a.py": DOCUMENTED}, "a.py", ["f"], [Frame("a.py", line, "f")])
    assert [one.number for one in part.lines] == shown
    assert ("… 4 more lines &#39;&#39;&#39;" in part.html) == (0 in shown)
    assert part.more == 0


IN_A_DOCSTRING = (
    'def f():\n    """f() ==> what it\'s worth\n\n'
    + "    # no comment, if any\n" * 8
    + '    """\n    return 1 if "x" else 2\n\n\nx = 3\n'
)


def coloured(text: str) -> dict[int, str]:
    """All lines of a text in colour, by their numbers."""
    return dict(enumerate(highlighted(tuple(text.split("\n"))), start=1))


@pytest.mark.parametrize("line", [8, 16])
def test_lines_from_within_a_docstring_have_the_colours_of_the_whole_file(line: int) -> None:
    """A comment of staff, or a place outside of functions, may show its last lines alone."""
    whole = coloured(IN_A_DOCSTRING)
    comment = Remark(text="why?", file="a.py", line=line)
    parts = [
        *commented({"a.py": IN_A_DOCSTRING}, [comment]),
        *excerpts({"a.py": IN_A_DOCSTRING}, "a.py", [], [Frame("a.py", line, MODULE)]),
    ]
    assert len(parts) == 2
    for part in parts:
        assert [one.html for one in part.lines] == [whole[one.number] for one in part.lines]


def test_a_function_that_is_cut_within_its_docstring_keeps_its_colours() -> None:
    body = "    # no comment, if any\n" * 30
    text = f'def f():\n    """f() ==> x\n\n{body}    """\n    return 1\n'
    [part] = excerpts({"a.py": text}, "a.py", ["f"], [Frame("a.py", 30, "f")])
    assert [one.html for one in part.lines] == [coloured(text)[one.number] for one in part.lines]


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ('x = """', '"""'),
        ('x = """y""" + \'\'\'', "'''"),
        ("# it's '''\n", ""),
        ("x = 'it is \\' \"\"\"'\n", ""),
        ('x = """\\"""', '"""'),
        ("x = '\ny = 3", ""),
        ('x = \'y\n"""', '"""'),
        ('x = "\n"""', '"""'),
        ('x = "a\\\n"""', ""),
    ],
)
def test_the_quotes_of_an_open_long_string_are_found(text: str, quotes: str) -> None:
    assert open_quotes(text) == quotes


@pytest.mark.parametrize("text", ['"' + 300_000 * '\\"', "'\\\n" * 100_000, '"' * 300_001])
def test_the_quotes_of_a_long_text_are_each_looked_at_once(text: str) -> None:
    with raising_after(PAGE_CPU_SECONDS):
        open_quotes(text)


def test_highlighting_changes_no_text() -> None:
    lines = LAS.split("\n")
    assert [unescape(re.sub(r"<[^>]*>", "", html)) for html in highlighted(tuple(lines))] == lines


@pytest.mark.parametrize("text", [HOSTILE, '"' * 999, "(" * 2000, "'''", "\\" * 500, "f'{" * 300])
def test_hostile_source_stays_text(text: str) -> None:
    parts = list(excerpts({"a.py": f"def f():\n    {text}\n"}, "a.py", ["f"], []))
    html = "".join(line.html for part in parts for line in part.lines)
    assert set(re.findall(r"<[^>]*>", html)) <= {
        "</span>",
        *(f'<span class="{kind}">' for kind in ("tc", "ts", "tn", "tk", "tf")),
    }


def test_comments_stand_at_their_lines_with_the_code_around_them() -> None:
    comments = [
        Remark(text="first", file="las.py", line=2),
        Remark(text="second", file="las.py", line=2),
        Remark(text="near", file="las.py", line=9),
        Remark(text="elsewhere", file="nim.py", line=1),
        Remark(text="beyond", file="las.py", line=99),
        Remark(text="of all", file="las.py"),
    ]
    [part] = commented({"las.py": LAS}, comments)
    assert (part.lines[0].number, part.lines[-1].number) == (1, 13)
    assert {line.number: line.comments for line in part.lines if line.comments} == {
        2: ("first", "second"),
        9: ("near",),
    }
    assert [c.text for c in comments if not has_line({"las.py": LAS}, c)] == [
        "elsewhere",
        "beyond",
        "of all",
    ]


def test_comments_far_apart_are_shown_apart() -> None:
    text = "x = 1\n" * 50
    comments = [Remark(text="a", file="f.py", line=1), Remark(text="b", file="f.py", line=40)]
    spans = [(p.lines[0].number, p.lines[-1].number) for p in commented({"f.py": text}, comments)]
    assert spans == [(1, 5), (36, 44)]
