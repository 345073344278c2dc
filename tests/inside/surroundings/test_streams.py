"""Standard streams for student code: real ones, of which a part is kept."""

import io
import sys

import pytest

from grader.inside.surroundings.streams import CapturedOutput, PrintedOutput, typed


def test_little_output_is_kept_as_it_is() -> None:
    screen = CapturedOutput(50, 50)
    print("one", "two", file=screen.out)
    screen.out.write("three")
    assert screen.text() == "one two\nthree"


def test_of_much_output_the_beginning_and_the_end_are_kept() -> None:
    screen = CapturedOutput(10, 20)
    for number in range(1000):
        screen.out.write(f"{number} ")
    assert screen.text().startswith("0 1 2 3 4 ")
    assert screen.text().endswith("997 998 999 ")
    assert " characters not kept" in screen.text()
    assert len(screen.text()) < 100


@pytest.mark.parametrize("size", [1000, 100_000, 1_000_001])
def test_no_character_is_counted_twice_or_lost(size: int) -> None:
    screen = CapturedOutput(10, 10)
    screen.out.write("x" * 7)
    screen.out.write("ä" * size)
    assert screen.text().count("x") == 7
    kept = screen.text().count("ä")
    assert f"\n[… {size - kept} characters not kept …]\n" in screen.text()
    assert kept < 30


def test_where_nothing_is_kept_all_is_counted() -> None:
    screen = CapturedOutput(0)
    for _ in range(3):
        print("four", file=screen.out)
    assert screen.text() == "\n[… 15 characters not kept …]\n"


def test_bytes_that_are_no_text_are_shown() -> None:
    screen = CapturedOutput(100)
    screen.out.write("a\ud800b\n")
    screen.out.buffer.write(b"\xe0\n")
    assert screen.text() == "a\\ud800b\n\\xe0\n"


def test_output_and_errors_stay_in_their_order() -> None:
    screen = CapturedOutput(100)
    for number in range(3):
        print(number, file=screen.out)
        print("error", number, file=screen.errors)
    assert screen.text() == "0\nerror 0\n1\nerror 1\n2\nerror 2\n"


def test_streams_are_over_descriptors_and_have_names() -> None:
    screen = CapturedOutput(100)
    streams = typed(""), screen.out, screen.errors
    for number, (stream, own) in enumerate(
        zip(streams, (sys.__stdin__, sys.__stdout__, sys.__stderr__), strict=True)
    ):
        assert own is not None
        assert stream.fileno() == number
        assert (stream.name, stream.mode) == (own.name, own.mode)
        assert stream.encoding == "utf-8"
        assert not stream.isatty()


def test_what_replaces_a_stream_and_is_gone_takes_nothing_with_it() -> None:
    screen = CapturedOutput(100)
    other = io.TextIOWrapper(screen.out.buffer, "utf-8")
    other.write("one\n")
    del other
    print("two", file=screen.out)
    assert screen.text() == "one\ntwo\n"


def test_a_stream_that_was_taken_early_prints_later() -> None:
    screen = CapturedOutput(100)
    early = screen.out
    early.close()
    screen.begin()
    print("late", file=early)
    assert screen.text() == "late\n"


def test_after_one_was_detached_there_are_others() -> None:
    screen = CapturedOutput(100)
    own = io.TextIOWrapper(screen.out.detach(), "utf-8", line_buffering=True)
    print("own", file=own)
    assert screen.text() == "own\n"
    screen.begin()
    print("again", file=screen.out)
    assert screen.text() == "again\n"


def test_what_is_typed_is_read_as_text_or_as_bytes_and_then_ends() -> None:
    assert typed("ä\r\nb").read() == "ä\nb"
    assert typed("ä").buffer.read() == "ä".encode()
    assert typed("").readline() == ""


def test_output_that_a_call_closes_is_there_for_the_next_one() -> None:
    output = PrintedOutput()
    print("before", file=output)
    output.close()
    with output:
        print("after", file=output)
    assert output.getvalue() == "before\nafter\n"
