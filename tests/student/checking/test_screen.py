"""The terminal: lines that fit, colours where there are any, and a status that goes away."""

import io

import pytest

from grader.student.checking.screen import Screen, screen_of


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def screen(*, terminal: bool = True, coloured: bool = True, width: int = 20) -> Screen:
    return Screen(Terminal(), width, terminal, coloured)


def shown(one: Screen) -> str:
    assert isinstance(one.out, Terminal)
    return one.out.getvalue()


def test_a_line_is_coloured_only_where_there_are_colours_and_words() -> None:
    one, plain = screen(), screen(coloured=False)
    for each in (one, plain):
        each.line("yes", "good")
        each.line("no")
        each.line("", "bad")
    assert shown(one) == "\x1b[32myes\x1b[0m\nno\n\n"
    assert shown(plain) == "yes\nno\n\n"


def test_a_status_is_cut_to_one_row_and_goes_before_the_next_line() -> None:
    one = screen(width=6)
    one.status("checking las")
    one.status("nim")
    one.line("done")
    one.close()
    assert shown(one) == "check\r\r\x1b[Knim\r\r\x1b[Kdone\n"


def test_without_a_terminal_there_is_no_status() -> None:
    one = screen(terminal=False)
    one.status("checking")
    one.close()
    assert shown(one) == ""


def test_a_text_is_broken_between_words_and_indented() -> None:
    one = screen()
    one.paragraph("one-two three-four five six")
    assert shown(one) == "one-two three-four\n  five six\n"
    assert one.wrapped("", "  ", "    ") == [""]
    assert one.wrapped("a b", "· ", "  ") == ["· a b"]


@pytest.mark.parametrize(("columns", "width"), [("20", 40), ("80", 80), ("300", 110)])
def test_a_screen_is_neither_too_narrow_nor_too_wide(
    columns: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert screen_of(io.StringIO()).width == width


@pytest.mark.parametrize(
    ("out", "variables", "coloured"),
    [
        (Terminal, {}, True),
        (Terminal, {"NO_COLOR": ""}, True),
        (Terminal, {"NO_COLOR": "1"}, False),
        (Terminal, {"TERM": "dumb"}, False),
        (io.StringIO, {}, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(
    out: type[io.StringIO],
    variables: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    coloured: bool,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert screen_of(out()).coloured is coloured
