"""The table for people has name, section, extra credit and the sum; no score is not 0."""

import csv
import io
from dataclasses import replace

from grader.course.roster import Person
from grader.report.exports.table import table
from grader.statuses import Status
from tests.report.report_samples import check, good_checks, grades, handin, scored

ADA = handin("007", good_checks())
BROKEN = handin("bo", [check("las.look_and_say", "x", Status.BROKEN)])


def test_score_extra_and_total_are_there_and_ids_keep_their_zeros() -> None:
    ada = replace(scored(ADA), person=Person("007", "Ada L", "a@x.edu", "B"))
    text = table(grades([(ADA, ada), (BROKEN, scored(BROKEN))])).removeprefix("\ufeff")
    reader = csv.DictReader(io.StringIO(text))
    rows, head = list(reader), list(reader.fieldnames or [])
    assert [rows[0][key] for key in ("student", "name", "section")] == ["007", "Ada L", "B"]
    assert [rows[0][key] for key in ("score", "extra", "total")] == ["26", "5", "31"]
    assert [rows[1][key] for key in ("score", "extra", "total")] == ["", "", ""]
    assert head[-3:] == ["las.look_and_say", "alphabeta.search", "alphabeta.more"]
