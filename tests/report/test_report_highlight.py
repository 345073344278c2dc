"""Python is shown in five colours, and every character of it is shown."""

import re
from html import unescape

import pytest
from report_samples import HOSTILE, LAS

from grader.report.highlight import highlighted


def coloured(text: str) -> list[tuple[str, str]]:
    """The words that have a colour, each with its class."""
    html = "\n".join(highlighted(text.split("\n")))
    return [(kind, unescape(word)) for kind, word in re.findall(r'"(t\w)">([^<]*)<', html)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1  # one", [("tn", "1"), ("tc", "# one")]),
        ("x = '# no comment'", [("ts", "'# no comment'")]),
        ('x = rb"\\"" + F"{x}"', [("ts", 'rb"\\""'), ("ts", 'F"{x}"')]),
        ('"""a\nb"""', [("ts", '"""a'), ("ts", 'b"""')]),
        ('"""never\nended', [("ts", '"""never'), ("ts", "ended")]),
        ("x = 'never ended\ny = 2", [("ts", "'never ended"), ("tn", "2")]),
        ("def f(x1):", [("tk", "def"), ("tf", "f")]),
        ("class A:", [("tk", "class"), ("tf", "A")]),
        ("return None if a else b and c", [("tk", w) for w in ("return", "None", "if", "else")]),
        ("0x1F, 1_000, 2.5e-3, .5j, a1", [("tn", n) for n in ("0x1F", "1_000", "2.5e-3", ".5j")]),
        ("match x:\n  case A(b) | c:  # d", [("tk", "match"), ("tk", "case"), ("tc", "# d")]),
        ("match = case\nmatch(x)", []),
        ("define, iffy, x.format", []),
    ],
)
def test_five_kinds_of_words_have_a_colour(text: str, words: list[tuple[str, str]]) -> None:
    assert coloured(text) == words


@pytest.mark.parametrize("text", [LAS, HOSTILE, "'''", '"' * 999, "", "\n\n", "\\\n'\\\n'"])
def test_highlighting_changes_no_text(text: str) -> None:
    lines = text.split("\n")
    assert [unescape(re.sub(r"<[^>]*>", "", html)) for html in highlighted(lines)] == lines
