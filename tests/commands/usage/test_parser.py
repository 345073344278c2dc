"""What was typed wrongly gets one line that helps."""

from functools import partial

import pytest

from grader.cli import main
from grader.commands.usage.parser import GroupedHelp, Parser, actions_of
from tests.commands.test_usage import ends_with


def test_a_command_that_is_not_known_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    printed = ends_with(capsys, "bach", "x")
    assert printed == (
        "grader: there is no 'bach' here; did you mean batch? grader --help lists all"
    )
    printed = ends_with(capsys, "xyz")
    assert printed.startswith("grader: there is no 'xyz' here; known are apply, batch, cancel, ")
    assert printed.endswith("grader --help explains it")


def test_help_lists_commands_by_what_they_are_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    groups = ["every day", "one hand-in", "grades that students have seen", "setting up"]
    places = [text.index(f"\n {group}\n") for group in groups]
    assert places == sorted(places)
    assert places[0] < text.index(" batch ") < places[1] < text.index(" debug ") < places[2]


def test_options_and_forms_are_guessed_too(capsys: pytest.CaptureFixture[str]) -> None:
    printed = ends_with(capsys, "batch", "x", "--out", "y", "--onyl", "z")
    assert printed == "grader batch: there is no option --onyl here; did you mean --only?"
    # Only a command's own options are meant: others have one of this very name.
    assert ends_with(capsys, "verify", "--out", "y") == (
        "grader verify: there is no option --out here; grader verify --help lists all"
    )
    assert "did you mean canvas?" in ends_with(capsys, "export", "cavas", "o")
    assert ends_with(capsys, "--hlep") == (
        "grader: there is no option --hlep here; did you mean --help?"
    )
    assert ends_with(capsys, "batch", "x", "--otu", "y") == (
        "grader batch: there is no option --otu here; did you mean --out?"
    )
    assert ends_with(capsys, "batch", "x").endswith(
        "the following arguments are required: --out; grader batch --help explains it"
    )


def test_what_is_swapped_is_said_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert ends_with(capsys, "export", "graded", "canvas") == (
        "grader export: there is no 'graded' here; 'canvas' comes first: "
        "grader export canvas graded"
    )


@pytest.fixture
def parser() -> Parser:
    """A program with two commands; only one of them has an option."""
    made = Parser(prog="p", formatter_class=partial(GroupedHelp, groups={"often": ["go"]}))
    commands = made.add_subparsers()
    commands.add_parser("go", help="away").add_argument("--quickly", action="store_true")
    commands.add_parser("stay", help="here").add_argument("form", choices=["sit", "stand"])
    return made


def said(parser: Parser, words: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        parser.parse_args(words.split())
    assert ended.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("goo", "p: there is no 'goo' here; did you mean go? p --help lists all"),
        ("x", "p: there is no 'x' here; known are go, stay; p --help explains it"),
        ("stay st", "p stay: there is no 'st' here; did you mean sit? p stay --help lists all"),
        ("stay x", "p stay: there is no 'x' here; known are sit, stand; p stay --help explains it"),
        ("go --quikly", "p go: there is no option --quikly here; did you mean --quickly?"),
        (
            "stay sit --quickly",
            "p stay: there is no option --quickly here; p stay --help lists all",
        ),
        ("go --quickly=3", "p go: argument --quickly: ignored explicit argument '3'; p go --help "),
        ("go more", "p: unrecognized arguments: more; p --help explains it"),
        ("stay", "p stay: the following arguments are required: form; p stay --help explains it"),
        ("stay --sti", "p stay: there is no option --sti here; p stay --help lists all"),
    ],
)
def test_one_line_says_what_was_meant(
    parser: Parser, words: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = said(parser, words, capsys)
    assert printed.startswith(line)
    assert printed.count("\n") == 1


def test_commands_of_no_group_come_last(
    parser: Parser,
) -> None:
    text = parser.format_help()
    places = [text.index(word) for word in ("\n often\n", "go ", "\n this assignment\n", "stay ")]
    assert places == sorted(places)


def test_all_options_of_all_commands_are_actions(parser: Parser) -> None:
    named = [name for one in actions_of(parser) for name in one.option_strings]
    assert "--quickly" in named
