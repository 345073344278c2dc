"""What was chosen holds for the examples that it was chosen from, and for no others."""

from pathlib import Path

import pytest

from grader.errors import ConfigError
from grader.judging.chosen import ExampleChoice, read_choice

CHOICE = ExampleChoice("40-abc", (3, 17), (9,))


def test_the_chosen_examples_and_an_eighth_of_the_others_are_asked_in_order() -> None:
    asked = CHOICE.asked("7/check")
    assert asked == sorted(set(asked))
    assert {3, 9, 17} <= set(asked) <= set(range(40))
    # Of the 37 others, rounded up.
    assert len(asked) == 3 + 5


def test_the_seed_draws_the_eighth() -> None:
    drawn = {tuple(CHOICE.asked(f"{seed}/check")) for seed in range(60)}
    assert len(drawn) > 50
    assert CHOICE.asked("7/check") == CHOICE.asked("7/check")
    # Whatever the seed, each of the others is asked at some time.
    assert set(range(40)) == {number for asked in drawn for number in asked}


def test_where_all_are_chosen_nothing_is_beside_them() -> None:
    assert ExampleChoice("15-abc", tuple(range(15)), ()).asked("7/check") == [*range(15)]


def test_a_dozen_or_less_are_all_asked() -> None:
    assert ExampleChoice("12-abc", (0, 2), (1,)).asked("7/check") == [*range(12)]
    assert len(ExampleChoice("13-abc", (0, 2), (1,)).asked("7/check")) == 3 + 2


@pytest.mark.parametrize(
    "text",
    [
        "[x",
        "x = 3",
        '[x]\ndigest = "3-a"',
        '[x]\ndigest = "3-a"\nfaults = [3]\ndomains = []',
        '[x]\ndigest = "3-a"\nfaults = []\ndomains = [-1]',
        '[x]\ndigest = "3-a"\nfaults = ["1"]\ndomains = []',
        '[x]\ndigest = "a"\nfaults = [1]\ndomains = []',
        "[x]\ndigest = 3\nfaults = [1]\ndomains = []",
        '[x]\ndigest = "3-a"\nfaults = 1\ndomains = []',
    ],
)
def test_a_file_with_faults_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "las.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=r"las\.toml: .*make examples"):
        read_choice(file)
