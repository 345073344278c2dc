"""Arguments that several commands take."""

from argparse import ArgumentParser, ArgumentTypeError

import pytest

from grader.commands.usage.arguments import add_jobs, heading, number_up_to, part_of
from tests.commands.test_usage import ends_with


@pytest.mark.parametrize("command", [["batch", "h", "--out", ""], ["log", ""], ["grade", ""]])
def test_a_name_that_is_empty_is_not_the_present_folder(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "the name is empty" in ends_with(capsys, *command)


@pytest.mark.parametrize(
    ("text", "part"), [("3/64", (3, 64)), ("1/1", (1, 1)), ("64/64", (64, 64))]
)
def test_a_part_is_one_of_so_many(text: str, part: tuple[int, int]) -> None:
    assert part_of(text) == part


@pytest.mark.parametrize("text", ["", "3", "0/4", "5/4", "-1/4", "1/4/2", "a/b", "1 /4", "²/4"])
def test_what_is_no_part_is_said_with_an_example(text: str) -> None:
    with pytest.raises(ArgumentTypeError) as caught:
        part_of(text)
    assert str(caught.value) == f"{text!r} is not a part such as 3/64: the third of 64"


def test_a_number_is_whole_and_not_too_large() -> None:
    read = number_up_to(8, "a number of jobs (1 to 8)")
    assert [read(text) for text in ("1", "08", "8")] == [1, 8, 8]
    for text in ("0", "9", "-1", "1.5", "", "x"):
        with pytest.raises(ArgumentTypeError) as caught:
            read(text)
        assert str(caught.value) == f"{text!r} is not a number of jobs (1 to 8)"


def test_twice_as_many_jobs_as_cores_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: {3, 5, 7})
    parser = ArgumentParser()
    add_jobs(parser)
    assert parser.parse_args([]).jobs == 6
    assert parser.parse_args(["--jobs", "1024"]).jobs == 1024


def test_a_heading_of_a_column_is_one_line() -> None:
    assert (heading("Trees (12)"), heading("")) == ("Trees (12)", "")
    with pytest.raises(ArgumentTypeError, match="is no heading of a column"):
        heading("A\nB (12)")
