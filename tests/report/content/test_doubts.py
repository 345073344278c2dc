"""Staff read who answers otherwise, how, where to look, and which line asks everybody."""

from grader.report.content.doubts import doubtful_examples, doubts_text
from grader.report.pages.html import render_doubts
from grader.results import CheckResult, Doubt
from grader.statuses import Status
from grader.student.evidence import Evidence

LINE = "8 3 8-abc work.act/hidden/x"


def doubt(student: str, got: str = "3", call: str = "act(1)", message: str = "wrong") -> Doubt:
    evidence = Evidence(message, call=call, got=got, expected="2")
    name = "work.act/hidden/x"
    check = CheckResult(name, "work.act", "doubles", False, Status.FAILED, evidence)
    return Doubt(student, check, (LINE,))


def shown(*doubts: Doubt, asked: int = 9) -> str:
    found = doubtful_examples(doubts, {"work.act": asked}, {"work": "listed/work.txt"})
    return doubts_text(found, asked)


def test_an_example_is_listed_once_with_its_answers_and_its_line() -> None:
    text = shown(doubt("bob"), doubt("eve", "4"), doubt("ada"))
    assert text.splitlines() == [
        "? work.act: doubles: 3 of 9 hand-ins differ",
        "  the checks don't notice this, or the text leaves it open",
        "    act(1)",
        "  expected  2",
        "  ada, bob: 3",
        "  eve: 4",
        "  to ask everybody, add to listed/work.txt:",
        f"    {LINE}",
    ]


def test_where_most_answer_alike_the_reference_is_in_doubt() -> None:
    text = shown(doubt("ada"), doubt("bob"), doubt("eve", call="act(2)"), asked=3)
    first, second = text.split("\n\n")
    assert "most answer alike, and not as the reference does" in first
    assert "the checks don't notice this" in second


def test_the_page_escapes_what_students_wrote() -> None:
    found = doubtful_examples([doubt("ada", "<script>")], {}, {})
    page = render_doubts(found, "Doubling", 1)
    assert "<script>" not in page.split("<main")[1].split("</main")[0]
    assert "&lt;script&gt;" in page
    assert LINE in page
