from grader.inside.shortening import cut, cut_end, cut_lines, listed, sendable


def test_what_is_left_out_of_a_text_is_counted_in_its_middle() -> None:
    text = "a" * 10 + "b" * 1000 + "c" * 10
    assert cut(text, 20) == "a" * 10 + " [… 1,000 characters …] " + "c" * 10
    assert cut(text, 1) == " [… 1,020 characters …] "


def test_a_text_never_gets_longer() -> None:
    for length in range(200):
        assert len(cut("x" * length, 60)) <= length
        assert len(cut_end("x" * length, 60)) <= min(length, 60)


def test_a_text_that_fits_stays() -> None:
    assert (cut("short", 5), cut_end("short", 5)) == ("short", "short")
    assert cut_end("longer", 5) == "long…"


def test_what_can_not_travel_of_a_text_is_a_question_mark() -> None:
    assert sendable("café \ud83d", 100) == "café ?"
    assert sendable("café", 3) == "caf"


def test_lines_are_left_out_of_the_middle() -> None:
    lines = [str(n) for n in range(100)]
    assert cut_lines(lines, 4) == ["0", "1", "[… 96 lines …]", "98", "99"]
    assert cut_lines(lines, 1) == ["[… 100 lines …]"]
    assert cut_lines(lines, 100) == lines


def test_lines_that_were_not_even_kept_are_not_counted() -> None:
    lines = [*map(str, range(4)), "[… 9000 characters not kept …]", *map(str, range(4))]
    assert cut_lines(lines, 2) == ["0", "[… more than 7 lines …]", "3"]


def test_what_is_left_out_of_a_list_is_counted() -> None:
    names = [f"n{n}" for n in range(2000)]
    assert listed(names[:3], 3) == "n0, n1, n2"
    assert listed(names, 2) == "n0, n1 and 1,998 more"
    assert listed([], 2) == ""
