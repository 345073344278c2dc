"""The pages that the browser looks at: a class of ordinary and of hostile hand-ins."""

from dataclasses import replace
from pathlib import Path

from grader.report.content.diff import difference
from grader.report.grades_files import submission_json
from grader.report.pages.html import render_diff
from grader.report.pages.page_names import page_name
from grader.results import CheckResult, HandinResult, Incident
from grader.scoring.rubric import Item, ItemMark, Remark, Words
from grader.scoring.score import HandinScore
from grader.statuses import Status
from grader.student.evidence import (
    BoardPicture,
    Evidence,
    Frame,
    PictureNode,
    RunsPicture,
    TreePicture,
)
from tests.report import report_samples
from tests.report.report_samples import (
    HOSTILE,
    LAS,
    LOLO,
    board_evidence,
    check,
    good_checks,
    handin,
    lost_checks,
    scored,
)

PAYLOADS = (
    HOSTILE,
    "<img src=x onerror=document.title='owned'>",
    "</pre></td></svg><svg onload=document.title='owned'>",
    "</script><script>document.title='owned'</script>",
    "</style><style>*{display:none}</style>",
    "<meta http-equiv=refresh content=0;url=https://example.org/>",
    "<base href=https://example.org/><link rel=stylesheet href=//example.org/a.css>",
    '" autofocus onfocus="document.title=1" x="',
    "&lt;script&gt;document.title='owned'&lt;/script&gt; &#x3c;b&#x3e;",
    "{{ cycler.__init__.__globals__ }} {% include '/etc/passwd' %} ${7*7}",
    "\u202e\u2066txt.exe\u2069 \x1b]8;;https://example.org\x07link\x1b]8;;\x07 \x00\x08\x7f\x9b31m",
    '=HYPERLINK("https://example.org","x") @SUM(1) +1 -1',
    "javascript:document.title='owned'",
    "Z̸̢͖͙" + "\u0300" * 400,
)
LONG = "long" * 2_500_000


def write_pages(folder: Path) -> None:
    """A whole report with its page of differences below `folder`."""
    graded = [with_words(result) for result in [*ordinary(), *hostile()]]
    report_samples.write_pages(folder, graded)
    old = {"max_score": 26.0, "submissions": [submission_json(*one) for one in graded]}
    new = {"max_score": 26.0, "submissions": [submission_json(*one) for one in _later(graded)]}
    page = render_diff(difference(old, new), "Trees", ("old", "new"), linked=True)
    (folder / "diff.html").write_text(page, "utf-8")


def ordinary() -> list[HandinResult]:
    """Hand-ins as they come: perfect, lost in several ways, not opened, broken by us."""
    perfect = [handin(f"good{i}", good_checks()) for i in range(3)]
    lost = [handin(f"lost{i}", lost_checks(), notes=("one file is not graded",)) for i in range(3)]
    board = check("las.look_and_say", "board", Status.FAILED, board_evidence())
    square = check("alphabeta.search", "square", Status.FAILED, board_evidence(LOLO))
    follows = replace(
        handin("follows", lost_checks()),
        sources={"las.py": LAS, "alphabeta.py": "from las import look_and_say\n"},
    )
    return [
        *perfect,
        *lost,
        follows,
        handin("boards", [board, square]),
        handin("broken", [check("las.look_and_say", "x", Status.BROKEN)]),
        handin("unopened", problem="it is no archive"),
        handin("incident", lost_checks(), incidents=(Incident("signal", "it was killed"),)),
    ]


def hostile() -> list[HandinResult]:
    """Hand-ins that say something hostile wherever a hand-in can say anything."""
    named = [_hostile(f"{payload[:60]}{i}", payload) for i, payload in enumerate(PAYLOADS)]
    flood = Evidence(LONG, output=LONG, frames=(Frame("las.py", 3, LONG),))
    flooded = handin("flood-", [check("las.look_and_say", "x", Status.ERROR, flood)])
    return [*named, replace(flooded, sources={"las.py": LONG})]


def _hostile(name: str, payload: str) -> HandinResult:
    texts = (payload, payload, payload, payload[::-1], payload, payload, payload)
    evidence = Evidence(*texts, frames=(Frame(payload, 1, payload), Frame("las.py", 3, payload)))
    pictures = (
        RunsPicture((payload[:2000], payload[:10]), (1, 1), (2,)),
        BoardPicture((payload[:9], payload[:9]), payload[:2000], ("X" * 9, "O" * 9)),
        _tree(payload[:2000]),
    )
    checks = [
        check("las.look_and_say", payload[:300], Status.FAILED, replace(evidence, picture=picture))
        for picture in pictures
    ]
    checks.append(check("alphabeta.search", payload[:300], Status.ERROR, evidence))
    result = handin(
        name, checks, incidents=(Incident(payload[:500], payload[:500]),), notes=(payload[:500],)
    )
    return replace(result, sources={"las.py": LAS + payload, "alphabeta.py": payload})


def _tree(label: str) -> TreePicture:
    leaves = tuple([PictureNode(f"{label}{i}", "leaf", label) for i in range(3)])
    root = PictureNode(label, "max", label, label, leaves)
    names = [leaf.label for leaf in leaves]
    return TreePicture(root, (names[1], names[0]), (names[0], names[2]))


def with_words(result: HandinResult) -> tuple[HandinResult, HandinScore]:
    """The hand-in with its score and, where its page leaves room for doubt, words of staff."""
    style = Item(id="style", title="Style", points=5)
    remarks = (
        Remark(text="Why is it done twice?\n<b>Really?</b>", file="las.py", line=3),
        Remark(text="Well done."),
    )
    words = Words((ItemMark(style, 4.0, "Clear names."),), remarks)
    return result, replace(scored(result, (("Style", 4.0),)), words=words)


def _later(
    graded: list[tuple[HandinResult, HandinScore]],
) -> list[tuple[HandinResult, HandinScore]]:
    """The same class when another check has been fixed and another one spoilt."""
    return [
        _rechecked(result) if i % 2 else (result, one) for i, (result, one) in enumerate(graded)
    ]


def _rechecked(result: HandinResult) -> tuple[HandinResult, HandinScore]:
    spoilt: list[CheckResult] = [
        replace(one, status=Status.FAILED, evidence=Evidence(HOSTILE))
        for module in result.modules
        for one in module.checks
    ]
    return with_words(handin(result.student, spoilt))


def pages_in(folder: Path) -> dict[str, Path]:
    """The pages that are looked at, by what they show."""
    students = folder / "students"
    return {
        "class": folder / "index.html",
        "differences": folder / "diff.html",
        "perfect": students / "good0.html",
        "lost": students / "lost0.html",
        "follows": students / "follows.html",
        "boards": students / "boards.html",
        "broken": students / "broken.html",
        "unopened": students / "unopened.html",
        "hostile": students / page_name(hostile()[0].student),
    }
