"""Blackboard finds users and the column, by its own rules."""

import csv
import io
from dataclasses import replace

import pytest

from grader.course.roster import Person
from grader.errors import UsageError
from grader.report.exports.blackboard import blackboard
from grader.statuses import Status
from tests.report.report_samples import (
    check,
    good_checks,
    grades,
    handin,
    scored,
)

COLUMN = "Trees [Total Pts: 26 Score] |123456"


def uploaded(text: str) -> dict[tuple[str, str], str]:
    """By user name and column id; an empty cell changes nothing."""
    head, *rows = csv.reader(io.StringIO(text))
    user = head.index("Username")
    ids = {at: name.rpartition("|")[2] for at, name in enumerate(head) if "|" in name}
    return {(row[user], id): row[at] for row in rows for at, id in ids.items() if row[at]}


@pytest.mark.parametrize("name", ["Ada Lovelace", "Lovelace, Ada"])
def test_blackboard_finds_users_and_the_column(name: str) -> None:
    broken = handin("bo", [check("las.look_and_say", "x", Status.BROKEN)])
    ada = handin("ada", good_checks())
    person = Person("ada", name, ids={"blackboard": "al1"})
    text = blackboard(
        grades(
            [(ada, replace(scored(ada), person=person)), (broken, scored(broken))], column=COLUMN
        )
    )
    assert uploaded(text) == {("al1", "123456"): "31"}
    assert text.splitlines()[1] == '"Lovelace","Ada","al1",31'


@pytest.mark.parametrize("column", ["", "Trees", "Trees |x"])
def test_a_column_without_an_id_would_make_a_new_one_of_texts(column: str) -> None:
    with pytest.raises(UsageError, match="blackboard needs --column"):
        blackboard(grades([], column=column))
