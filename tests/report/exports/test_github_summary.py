"""The summary of a step is a table in which nothing that a hand-in says becomes markup."""

from grader.report.exports.github_summary import step_summary
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.report.report_samples import (
    check,
    grades,
    handin,
    scored,
)


def test_the_summary_is_a_table_in_which_hostile_text_is_text() -> None:
    evidence = Evidence("<img> | `x` **b** [a](javascript:b)\n# h")
    result = handin("a|b", [check("las.look_and_say", "x", Status.FAILED, evidence)])
    text = step_summary(grades([(result, scored(result))]))
    assert text.splitlines()[0] == "### a&#124;b: 0 of 26"
    assert "&#60;img&#62; &#124; &#96;x&#96; &#42;&#42;b&#42;&#42; &#91;a&#93;" in text
    rows = [line for line in text.splitlines() if line.startswith("| ✗")]
    assert [line.count("|") for line in rows] == [4, 4, 4]
