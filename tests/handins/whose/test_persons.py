"""Names of folders are persons' only if nothing else explains them."""

import pytest

from grader.handins.whose.persons import persons_among


@pytest.mark.parametrize(
    ("names", "count"),
    [
        (["ada", "bo"], 2),
        (["s14", "s10", "s6"], 3),
        (["hw9-ada", "hw9-bo"], 2),
        (["2345678", "2345679"], 2),
        (["李明", "王芳"], 2),
        (["Ada Lovelace", "Bo Li"], 2),
        (["src", "old", "New folder", "v1", "v2", "hw 9", "final_v2"], 0),
        (["1", "2", "2026"], 0),
        (["bank", "bank old", "bank-2", "main"], 0),
        (["zoe-bank", "zoe backup"], 0),
        (["trees", "trees2", "trees (3)", "old trees"], 1),
        (["BankAccount", "BankAccountV1"], 1),
        (["BankProject", "mybank", "bankold"], 0),
        (["AdaLovelace", "BoLi", "burbank"], 3),
        ([], 0),
    ],
)
def test_persons_are_told_from_folders_of_one_student(names: list[str], count: int) -> None:
    assert len(persons_among(names, "zoe", ["bank.py", "main.py"])) == count
