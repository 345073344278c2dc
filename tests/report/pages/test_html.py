"""Pages need nothing but themselves, run nothing of a hand-in, and are sound HTML."""

import re
from base64 import b64encode
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from zoneinfo import ZoneInfo

import pytest

from grader.assignment.config import Policy, RevealLevel
from grader.report.content.classes import Summary, class_view, summary_of
from grader.report.pages.html import by_name, render_class, render_student
from grader.results import CheckResult, Finding, HandinResult, Incident
from grader.scoring.rubric import Item, ItemMark, Remark, Words
from grader.statuses import Status
from grader.student.evidence import MODULE, Evidence, Frame, RunsPicture
from tests.report.report_samples import (
    CONTEXT,
    HOSTILE,
    assignment,
    board_evidence,
    check,
    good_checks,
    handin,
    lost_checks,
    scored,
    view_of,
)

VOID = {"meta", "link", "br", "img", "input", "hr"}
OPTIONAL = {"th", "td", "tr"}  # the table of hand-ins leaves out end tags, as HTML allows


class Page(HTMLParser):
    """A page taken apart: its elements, its text, and tags that don't match."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> stays open" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID and tag not in OPTIONAL:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in OPTIONAL:
            return
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> in the wrong place")

    def handle_data(self, data: str) -> None:
        if not self._open or self._open[-1] not in ("style", "script"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, name: str) -> list[str]:
        """The values of an attribute, wherever it occurs."""
        return [attributes[name] for _, attributes in self.elements if name in attributes]


def student_page(result: HandinResult, level: RevealLevel = RevealLevel.FULL) -> str:
    return render_student(assignment(level), result, scored(result), CONTEXT)


def class_page(*results: HandinResult) -> str:
    return "".join(render_class(assignment(), view_of(*results), CONTEXT))


def hostile_handin() -> HandinResult:
    evidence = Evidence(
        *(HOSTILE, HOSTILE, HOSTILE, HOSTILE[::-1], HOSTILE, HOSTILE, HOSTILE),
        frames=(Frame(HOSTILE, 1, HOSTILE),),
        picture=RunsPicture((HOSTILE,), (1,), (1,)),
    )
    checks = [
        check("las.look_and_say", HOSTILE, Status.FAILED, evidence),
        check("alphabeta.search", "board", Status.FAILED, board_evidence()),
    ]
    incident = Incident(HOSTILE, HOSTILE)
    result = handin(HOSTILE, checks, incidents=(incident,), notes=(HOSTILE,))
    return replace(result, findings=(Finding(HOSTILE, 1, HOSTILE, HOSTILE),))


PAGES = {
    "lost": student_page(handin("ada", lost_checks(), notes=("one file is not graded",))),
    "perfect": student_page(handin("ada", good_checks())),
    "unopened": student_page(handin("ada", problem="it is no archive")),
    "broken": student_page(handin("ada", [check("las.look_and_say", "x", Status.BROKEN)])),
    "hostile": student_page(hostile_handin()),
    "class": class_page(*[handin(f"s{i}", lost_checks()) for i in range(6)], hostile_handin()),
    "empty class": class_page(),
}


@pytest.mark.parametrize("name", PAGES)
def test_tags_match(name: str) -> None:
    assert Page(PAGES[name]).faults == []


@pytest.mark.parametrize("name", PAGES)
def test_ids_are_unique_and_links_within_a_page_lead_somewhere(name: str) -> None:
    page = Page(PAGES[name])
    ids = Counter(page.all("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    assert {link[1:] for link in page.all("href") if link.startswith("#")} <= set(ids)


def test_a_box_is_shown_of_what_is_known_alone() -> None:
    evidence = Evidence("the answer can't be read", got="(None,)", output="Estimating state c[3]")
    page = student_page(handin("ada", [check("las.look_and_say", "x", Status.FAILED, evidence)]))
    assert "<h4>Got</h4>" in page
    assert "<h4>Expected</h4>" not in page
    # The library may have printed it.
    assert "<h4>Printed</h4>" in page


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_fetched_and_nothing_else_runs(name: str) -> None:
    page = Page(PAGES[name])
    tags = Counter(tag for tag, _ in page.elements)
    assert (tags["script"], tags["style"], tags["img"], tags["iframe"], tags["link"]) == (
        *(1, 1),
        *(0, 0, 0),
    )
    attributes = {name for _, pairs in page.elements for name in pairs}
    assert {a for a in attributes if a == "style" or a.startswith("on") or a == "src"} == set()
    assert all(re.match(r"#|students/[\w~%.-]+\.html", link) for link in page.all("href"))


@pytest.mark.parametrize("name", PAGES)
def test_the_policy_allows_just_the_style_and_script_of_the_page(name: str) -> None:
    page = PAGES[name]
    for kind in ("style", "script"):
        body = re.search(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        assert body is not None
        digest = b64encode(sha256(body[1].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in page
    assert "default-src 'none'" in page


@pytest.mark.parametrize("name", ["hostile", "class"])
def test_hostile_text_is_shown_and_invisible_characters_as_escapes(name: str) -> None:
    text = Page(PAGES[name]).text
    assert "<script>alert(1)</script>" in text
    assert "\\x1b[31mred" in text
    assert "\\u202eevil" in text
    assert not any(c in PAGES[name] for c in "\x00\x1b\x07\u202e\u2066\u2028\u2029\ue000\ud800")


STAFF_ONLY = ("namespaces", "seccomp", "0.1.0", "0123abcd", "2026-05-01")


def test_versions_and_digests_are_on_the_page_of_the_class_alone() -> None:
    assert [word for word in STAFF_ONLY if word in Page(PAGES["lost"]).text] == []
    text = Page(class_page(handin("ada", lost_checks()))).text
    assert [word for word in STAFF_ONLY if word not in text] == []


def test_the_foot_of_a_page_says_when_it_was_graded_and_whom_to_ask() -> None:
    assert "Graded on 1 May 2026 12:00 UTC . Hidden checks are " in Page(PAGES["lost"]).text
    policy = Policy(timezone=ZoneInfo("Europe/Berlin"))
    asked = replace(assignment(), questions="staff@example.edu", policy=policy)
    result = handin("ada", good_checks())
    text = Page(render_student(asked, result, scored(result), CONTEXT)).text
    assert "Graded on 1 May 2026 14:00 CEST ; questions to staff@example.edu. " in text


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_has_a_name_for_those_who_can_not_see_it(name: str) -> None:
    pictures = [pairs for tag, pairs in Page(PAGES[name]).elements if tag == "svg"]
    nameless = [p for p in pictures if p.get("role") != "img" or not p.get("aria-label")]
    assert nameless == []


def test_a_lost_task_shows_call_got_and_expected_and_its_hint_once() -> None:
    text = Page(PAGES["lost"]).text
    assert "AlphaBeta(HANDOUT_SMALL, 2).next_move(HANDOUT_SMALL.start)" in text
    assert "Got c, d, e, g, i, k , l, m Expected c, d, e, g, h, i, k" in text
    assert text.count("Beta is the least") == 2  # in what to fix, and where it is explained


def test_every_difference_is_marked() -> None:
    assert "<mark>, l, m</mark>" in PAGES["lost"]
    assert re.search("<mark>[^<]*h[^<]*</mark>", PAGES["lost"])


def test_what_is_missing_is_one_line_after_the_mistakes() -> None:
    gone = [
        check(
            f"alphabeta.{name}",
            name,
            Status.MISSING,
            Evidence("alphabeta.py is not in the hand-in"),
        )
        for name in ("search", "more")
    ]
    wrong = check("las.look_and_say", "x", Status.FAILED, Evidence("wrong value"))
    page = student_page(handin("ada", [wrong, *gone]))
    text = Page(page).text
    assert "Not handed in: alphabeta.py 25 −25" in text
    assert text.index("wrong value") < text.index("Not handed in: ")
    assert (page.count("<article"), "not handed in 0 / 25" in text) == (1, True)


def test_of_one_mistake_that_costs_two_tasks_the_second_is_folded() -> None:
    module = assignment().modules[1]
    required = tuple([replace(task, extra=False) for task in module.tasks])
    same = Evidence("wrong value", "f()")
    result = handin("ada", [check(task.id, "x", Status.FAILED, same) for task in required])
    course = replace(assignment(), modules=(replace(module, tasks=required),))
    page = render_student(course, result, scored(result), CONTEXT)
    assert (page.count("<article"), page.count('<details class="task lost"')) == (1, 1)
    assert '<span class="message">the same mistake</span></summary>' in page
    assert page.count("f()") == 2


def test_a_mistake_that_may_follow_from_another_one_is_folded_whole() -> None:
    las = check("las.look_and_say", "x", Status.FAILED, Evidence("wrong value"))
    fault = Evidence("no 'fours' in las", frames=(Frame("alphabeta.py", 1, MODULE),))
    checks = [check(f"alphabeta.{n}", n, Status.ERROR, fault) for n in ("search", "more")]
    sources = {"las.py": "x = 1\n", "alphabeta.py": "from las import fours\n"}
    page = student_page(replace(handin("ada", [las, *checks]), sources=sources))
    folded = page[page.index('<details class="task lost" id="alphabeta.search">') :]
    text = Page(folded[: folded.index("</details>")]).text
    assert "alphabeta.py can't be run: it imports las.py, which is wrong 0 / 25" in text
    assert "No task of alphabeta.py could be checked: Search, More of it." in text
    assert "1 (concerned) from las import fours" in text
    assert "Closed ones may follow from a mistake above them." in Page(page).text
    assert "Closed ones" not in Page(PAGES["lost"]).text


def test_of_a_file_that_can_not_be_read_only_the_place_is_shown() -> None:
    place = Frame("alphabeta.py", 22, MODULE)
    fault = Evidence("alphabeta.py, line 22: SyntaxError", frames=(place,))
    checks = [check(f"alphabeta.{n}", n, Status.ERROR, fault) for n in ("search", "more")]
    start = "class AlphaBeta:\n    def search(self):\n        return 1\n"
    lines = start + "x = 1\n" * 18 + "4 +\n" + "y = 2\n" * 9
    page = student_page(replace(handin("ada", checks), sources={"alphabeta.py": lines}))
    text = Page(page).text
    assert page.count("<article") == 2  # one for las.py
    assert "22 (concerned) 4 +" in text
    assert "def search" not in text


def test_a_module_whose_functions_have_other_names_is_begun() -> None:
    spelt = [
        check(f"alphabeta.{name}", name, Status.MISSING, Evidence(f"{name} is missing"))
        for name in ("search", "more")
    ]
    assert "not written" not in student_page(handin("ada", spelt))


def test_points_that_came_with_help_say_so_and_show_both_verdicts() -> None:
    score = scored(handin("ada", lost_checks()))
    task = replace(
        score.tasks["alphabeta.search"], passed=True, points=20.0, helped_by=("alphabeta.more",)
    )
    helped = replace(score, tasks={**score.tasks, "alphabeta.search": task})
    text = Page(render_student(assignment(), handin("ada", lost_checks()), helped, CONTEXT)).text
    assert "Your own code fails checks of this task, because of alphabeta.more." in text
    assert "With your functions: " in text


def test_what_to_mend_names_the_dearest_task_first() -> None:
    text = Page(PAGES["lost"]).text
    assert text.index("−20") < text.index("−6")


def test_a_perfect_hand_in_has_nothing_to_mend() -> None:
    text = Page(PAGES["perfect"]).text
    assert "Nothing is left to fix" in text
    assert "26 of 26 points + 5 extra" in text


def test_a_fault_of_ours_is_no_score_and_says_whose_fault_it_is() -> None:
    text = Page(PAGES["broken"]).text
    assert "No score yet" in text
    assert "It is not your fault" in text


def test_a_hand_in_that_could_not_be_opened_says_why() -> None:
    text = Page(PAGES["unopened"]).text
    assert "it is no archive" in text
    assert "No score" in text
    assert "No score yet" not in text
    assert "The grader failed" not in text
    assert "✗" not in text
    assert " / 6" not in text  # what isn't scored has lost nothing


def test_a_task_that_the_grader_could_not_judge_is_not_shown_as_lost() -> None:
    text = Page(PAGES["broken"]).text
    assert "0 / 6" not in text
    assert "– / 6" in text


def test_adjustments_are_named_with_their_sign() -> None:
    result = handin("ada", good_checks())
    page = render_student(assignment(), result, scored(result, (("late", -2.5),)), CONTEXT)
    assert "late: −2.5" in Page(page).text


def test_staff_s_words_stand_below_the_lines_they_are_about() -> None:
    result = handin("ada", good_checks())
    style = Item(id="style", title="Style", points=5)
    remarks = (
        Remark(text="Why <here>?", file="las.py", line=6),
        Remark(text="Not there.", file="las.py", line=900),
        Remark(text="Well done."),
    )
    words = Words((ItemMark(style, 4.0, "Clear names."),), remarks)
    scored_with = replace(scored(result), words=words)
    html = render_student(assignment(), result, scored_with, CONTEXT)
    text = Page(html).text
    assert "Style 4 of 5 Clear names." in text
    assert "match s.showl(): Comment on line 6: Why <here>?" in text
    assert "las.py, line 900 Not there." in text
    assert "Well done." in text
    assert Page(html).faults == []
    assert "From staff" not in PAGES["perfect"]


@pytest.mark.parametrize(
    ("level", "title", "message"),
    [
        (RevealLevel.NONE, False, False),
        (RevealLevel.NAME, True, False),
        (RevealLevel.DIAGNOSIS, True, False),
        (RevealLevel.FULL, True, True),
    ],
)
def test_the_text_of_a_hidden_exception_is_shown_at_level_full_only(
    level: RevealLevel, title: bool, message: bool
) -> None:
    text = Page(student_page(handin("ada", lost_checks()), level)).text
    assert ("long runs" in text, "ValueError: too long" in text.replace("raise ", "")) == (
        title,
        message,
    )


def test_a_page_names_no_other_student() -> None:
    assert "students/" not in PAGES["lost"]


def test_output_of_ten_megabytes_leaves_a_page_small() -> None:
    flood = Evidence("too much", "f()", "x" * 10_000_000, "y", output="<\x1b\n" * 3_000_000)
    checks = [check("las.look_and_say", str(i), Status.FAILED, flood) for i in range(40)]
    assert len(student_page(handin("ada", checks)).encode()) < 200_000


def test_a_page_with_every_check_failing_at_length_stays_below_200_kilobytes() -> None:
    checks = [
        check(
            task,
            f"check {i}",
            Status.FAILED,
            Evidence(f"wrong {i}", "f(&)\n" * 999, "<" * 3_000, ">" * 3_000, output="'\n" * 999),
        )
        for task in ("las.look_and_say", "alphabeta.search", "alphabeta.more")
        for i in range(60)
    ]
    assert len(student_page(handin("ada", checks)).encode()) < 200_000


def test_the_class_page_links_every_student() -> None:
    links = Page(PAGES["class"]).all("href")
    assert [link for link in links if link == "students/s3.html"] != []
    assert sum(link.startswith("students/_script") for link in links) >= 1


def test_what_staff_should_look_at_comes_before_all_else() -> None:
    text = Page(PAGES["class"]).text
    assert text.index("Lowest to highest") < text.rindex("To look at") < text.rindex("Scores")


def test_who_is_to_look_at_has_a_name_there_as_in_the_table() -> None:
    killed = (Incident("signal", "killed"),)
    summary = summary_of(one := handin("s7", good_checks(), incidents=killed), scored(one))
    view = class_view(assignment(), [replace(summary, name="Ada <b>")])
    page = "".join(render_class(assignment(), view, CONTEXT))
    assert '<li><a href="students/s7.html">Ada &lt;b&gt;</a> <strong>signal</strong>' in page
    assert ">s7</a>" not in page


def test_of_what_staff_should_look_at_there_is_only_what_is_there() -> None:
    heading = "<summary><h3>Incidents"
    assert heading not in class_page(handin("ada", good_checks()))
    one = handin("ada", good_checks(), incidents=(Incident("signal", "killed"),))
    assert f"<details open>{heading}</h3>" in class_page(one)
    kinds = tuple([Incident("signal", f"killed at {number}") for number in range(21)])
    many = handin("ada", good_checks(), incidents=kinds)
    assert f"<details>{heading} <small>21</small></h3>" in class_page(many)


def test_one_group_of_checks_is_no_groups() -> None:
    def of(status: Status, *names: str) -> list[CheckResult]:
        return [check("las.look_and_say", name, status) for name in names]

    one = of(Status.FAILED, "a", "b") + of(Status.PASSED, "c", "d")
    other = of(Status.PASSED, "a", "b") + of(Status.FAILED, "c", "d")
    class_of = [handin("s", one), handin("t", one)]
    assert "<summary>1 group of checks that" in class_page(*class_of, handin("u", other))
    class_of += [handin("u", other), handin("v", other)]
    assert "<summary>2 groups of checks that" in class_page(*class_of)


def test_the_table_of_hand_ins_has_a_cell_for_each_task() -> None:
    rows = re.findall(r"<tr[^>]*><th scope=row>.*", class_page(handin("s", lost_checks())))
    assert [re.findall(r"<td[^>]*>([^<]*)", row) for row in rows] == [["0", "5", "✗", "✗", "✓"]]


def test_a_task_that_was_not_handed_in_is_shown_unlike_a_lost_one() -> None:
    missing = check(
        "las.look_and_say", "m", Status.MISSING, Evidence("las.py is not in the hand-in")
    )
    [row] = re.findall(r"<tr[^>]*><th scope=row>.*", class_page(handin("s", [missing])))
    assert re.findall(r"<td[^>]*>([^<]*)", row)[2] == "○"


def test_a_hand_in_without_a_score_has_dashes_in_the_table() -> None:
    broken = handin("s", [check("las.look_and_say", "x", Status.BROKEN)])
    [row] = re.findall(r"<tr[^>]*><th scope=row>.*", class_page(broken))
    assert re.findall(r"<td[^>]*>([^<]*)", row) == ["–", "", "–", "–", "–"]


def test_findings_are_in_a_table_and_not_inside_the_code() -> None:
    found = (
        Finding("las.py", 4, "tests", "look_and_say: none"),
        Finding("", 0, "lint", "and 3 more"),
    )
    page = Page(student_page(replace(handin("ada", lost_checks()), findings=found)))
    assert "Documentation and style How your code is written" in page.text
    assert "2 remarks Where What Remark" in page.text
    assert "las.py:4 tests look_and_say: none all files lint and 3 more" in page.text
    assert "Comment on line 4" not in page.text


def test_without_findings_nothing_is_said_of_style() -> None:
    assert "Documentation and style" not in Page(PAGES["perfect"]).text


def test_findings_are_behind_a_switch() -> None:
    found = (Finding("las.py", 1, "E501", "long"),)
    page = Page(student_page(replace(handin("ada", good_checks()), findings=found)))
    [attributes] = [a for tag, a in page.elements if a.get("class") == "findings"]
    assert "open" not in attributes


def test_the_page_of_a_class_comes_in_pieces_that_do_not_grow_with_it() -> None:
    def largest(size: int) -> int:
        handins = [handin(f"s{number:04}", good_checks()) for number in range(size)]
        return max(map(len, render_class(assignment(), view_of(*handins), CONTEXT)))

    assert largest(1000) == largest(100)


def named(**names: str) -> list[Summary]:
    """Rows of students with these logins and names."""
    rows = view_of(*map(handin, names)).rows
    return [replace(row, name=names[row.student]) for row in rows]


def logins(rows: list[Summary]) -> list[str]:
    return [row.student for row in by_name(rows)]


def test_students_stand_by_last_name_and_then_by_first_name() -> None:
    rows = named(a="Zoe Adams", b="Ada van Dyke", c="Carl adams", d="Baker, Wim", e="Cher")
    assert logins(rows) == ["c", "a", "d", "e", "b"]


def test_without_a_name_the_login_decides() -> None:
    assert logins(named(miller="", x="Ada Nash", clark="")) == ["clark", "miller", "x"]
    assert logins(named(b="Ada Nash", a="Ada Nash")) == ["a", "b"]


def test_an_accent_changes_no_place() -> None:
    assert logins(named(a="Pak Pak", b="Can \u00d6zil", c="Ann Owen")) == ["c", "b", "a"]


def test_what_stands_behind_a_last_name_is_no_name() -> None:
    rows = named(
        a="Sam Young Jr.", b="Sam Young, III", c="Ives, Ann", d="Young Sr., Al", e="Zoe Moss"
    )
    assert logins(rows) == ["c", "e", "d", "a", "b"]
