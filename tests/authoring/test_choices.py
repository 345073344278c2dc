"""What `make examples` chose is read again as it was written, and known when it is out of date."""

from pathlib import Path

from grader.authoring.choices import stale, written
from grader.judging.chosen import ExampleChoice, read_choice

CHOICE = ExampleChoice("40-abc", (3, 17), (9,))


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    choices = {"las.a/hidden/x": CHOICE, "las.b/hidden/y": ExampleChoice("2-def", (), (1,))}
    file = tmp_path / "las.toml"
    file.write_text("# words\n" + "\n".join(written(choices)))
    assert read_choice(file) == choices


def test_each_check_that_asks_all_of_its_examples_has_a_line() -> None:
    choices = {"a": CHOICE, "b": CHOICE, "gone": CHOICE}
    lines = list(stale(choices, {"a": "40-abc", "b": "40-other", "new": "40-abc"}))
    assert [line.partition(":")[0] for line in lines] == ["b", "new", "gone"]
    assert list(stale({"a": CHOICE}, {"a": "40-abc", "few": "12-abc"})) == []
