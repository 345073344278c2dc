"""Hand-made assignments, results and evidence for the tests of the report."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from grader.assignment.config import Assignment, Feedback, Module, RevealLevel, Task
from grader.course.roster import NO_ROSTER, Roster
from grader.report.content.classes import ClassView, class_view, summary_of
from grader.report.context import RunContext
from grader.report.forms import ExportData
from grader.report.pages.page_files import ReportTarget, write_class_page, write_page
from grader.results import CheckResult, HandinResult, Incident, ModuleResult
from grader.scoring.score import HandinScore, TaskScore
from grader.statuses import Status
from grader.student.evidence import (
    BoardPicture,
    Evidence,
    Frame,
    Picture,
    PictureNode,
    RunsPicture,
    TreePicture,
)

HOSTILE = (
    "<script>alert(1)</script> & </style></script><img src=x onerror=alert(2)> "
    "\x1b[31mred\x1b]0;title\x07 \u202eevil\u2066 \x00 \ud800 \ue000 \u2028 \u2029 "
    '=HYPERLINK("x") &lt;b&gt; \'"` {{ 7*7 }} {% raw %} javascript:alert(3) --> ]]>'
)


def leaf(label: str, value: int) -> PictureNode:
    return PictureNode(label, "leaf", str(value))


def handout_small() -> PictureNode:
    """The small tree of the handout."""
    rows = (
        ("b", "c3 d6 e-2", "(−∞, ∞)"),
        ("f", "g6 h4 i10", "(−2, ∞)"),
        ("j", "k1 l30 m9", "(4, ∞)"),
    )
    return PictureNode(
        "a",
        "max",
        children=tuple(
            PictureNode(
                name,
                "min",
                window=window,
                children=tuple(leaf(word[0], int(word[1:])) for word in leaves.split()),
            )
            for name, leaves, window in rows
        ),
    )


TREE = TreePicture(handout_small(), tuple("cdeghik"), tuple("cdeghik"))
WRONG_TREE = TreePicture(handout_small(), tuple("cdegiklm"), tuple("cdeghik"))
BOARD = BoardPicture(
    ("       ", "       ", "   X   ", "  XO   ", " XOX O "),
    "After drop 3",
    ("       ", "   X   ", "   X   ", "  XO   ", " XOX O "),
)
LOLO = BoardPicture((".12.", ".12.", "1122", ".34."), "Lolo from (0, 1, 0, 1)")
RUNS = RunsPicture(("2", "2", "5", "5", "5", "'hi'"), (2, 2, 1, 1), (2, 3, 1))

LAS = """from gametree import Seq, Cons, Nil


def look_and_say(eq, s):
    \"\"\"look_and_say(eq, s) ==> runs\"\"\"
    match s.showl():
        case Nil():
            return Seq.empty()
        case Cons(x, rest):
            return more(eq, x, 1, rest)


def more(eq, x, n, rest):
    # counts the run that x began
    if n > 3:
        raise ValueError("too long")
    return rest
"""


def tree_evidence() -> Evidence:
    return Evidence(
        message="h should be visited too, and l, m should not",
        call=(
            "from gametree import *\nfrom alphabeta import AlphaBeta\n"
            "AlphaBeta(HANDOUT_SMALL, 2).next_move(HANDOUT_SMALL.start)"
        ),
        got="c, d, e, g, i, k, l, m",
        expected="c, d, e, g, h, i, k",
        difference="visit 5 is i where h is expected",
        hint="Beta is the least that Minnie can force so far; a child is cut only from there on.",
        picture=WRONG_TREE,
    )


def value_evidence() -> Evidence:
    return Evidence(
        message="wrong value: item 1: (2, 5) instead of (3, 5)",
        call="from las import look_and_say\nlook_and_say(operator.eq, Seq.of(2, 2, 5, 5, 5, 'hi'))",
        got="Seq.of((2, 2), (2, 5), (1, 5), (1, 'hi'))",
        expected="Seq.of((2, 2), (3, 5), (1, 'hi'))",
        difference="item 1: (2, 5) instead of (3, 5)",
        hint="A run ends where the next element differs, not after two.",
        output="debug 1\ndebug 2\n",
        picture=RUNS,
        kind="wrong value",
    )


def error_evidence() -> Evidence:
    return Evidence(
        message="your code raised ValueError: too long (las.py, line 16)",
        call="look_and_say(operator.eq, Seq.of(1, 1, 1, 1))",
        frames=(Frame("las.py", 10, "look_and_say"), Frame("las.py", 16, "more")),
    )


def board_evidence(picture: Picture = BOARD) -> Evidence:
    return Evidence("make_move puts the disc one row too low", "m", "g", "d", picture=picture)


def assignment(hidden: RevealLevel = RevealLevel.FULL) -> Assignment:
    """Two modules with three tasks, one of them extra."""
    las = Task(id="las.look_and_say", title="Look and say", points=6, functions=("look_and_say",))
    search = Task(id="alphabeta.search", title="Search", points=20, functions=("AlphaBeta.search",))
    extra = Task(id="alphabeta.more", title="More of it", points=5, extra=True)
    return Assignment(
        title="Game tree search",
        seed=1,
        points=26,
        extra_points=5,
        feedback=Feedback(hidden=hidden),
        modules=(
            Module(name="las", title="Look and say", tasks=(las,), file="las.py"),
            Module(
                name="alphabeta", title="Alpha-beta", tasks=(search, extra), file="alphabeta.py"
            ),
        ),
    )


CONTEXT = RunContext(
    title="Game tree search",
    tier="namespaces",
    facts=("user namespaces", "seccomp"),
    versions=(("grader", "0.1.0"), ("Python", "3.11")),
    hashes=(("assignment", "0123abcd"),),
    date="2026-05-01T12:00:00+00:00",
)


def grades(
    graded: Iterable[tuple[HandinResult, HandinScore]],
    made_for: Assignment | None = None,
    *,
    column: str = "",
    pages: Path = Path(),
    roster: Roster = NO_ROSTER,
) -> ExportData:
    """What an export of these is made from."""
    made_for = made_for or assignment()
    return ExportData(made_for, graded, CONTEXT, pages, column, roster=roster)


def check(
    task: str,
    title: str,
    status: Status = Status.PASSED,
    evidence: Evidence | None = None,
    public: bool = True,
) -> CheckResult:
    return CheckResult(f"{task}/{title.replace(' ', '_')}", task, title, public, status, evidence)


def handin(
    student: str = "ada",
    checks: Sequence[CheckResult] = (),
    *,
    incidents: tuple[Incident, ...] = (),
    notes: tuple[str, ...] = (),
    problem: str = "",
    cpu_seconds: float = 0.5,
) -> HandinResult:
    """A hand-in with these checks, a module result for each module that occurs in them."""
    names = list(dict.fromkeys(c.task.partition(".")[0] for c in checks))
    modules = tuple(
        ModuleResult(
            name,
            tuple(c for c in checks if c.task.startswith(f"{name}.")),
            incidents if name == names[0] else (),
            cpu_seconds,
        )
        for name in names
    )
    return HandinResult(student, "d1" * 32, modules, notes, problem, {"las.py": LAS})


def scored(result: HandinResult, adjustments: tuple[tuple[str, float], ...] = ()) -> HandinScore:
    """The score of a hand-in under `assignment()`."""
    tasks = {}
    for task in assignment().tasks:
        checks = tuple(c for m in result.modules for c in m.checks if c.task == task.id)
        passed = bool(checks) and all(c.passed for c in checks)
        tasks[task.id] = TaskScore(task.points if passed else 0.0, task.points, passed, checks)
    figures = {
        module.name: (sum(tasks[t.id].passed for t in module.tasks), len(module.tasks))
        for module in assignment().modules
    }
    score = tasks["las.look_and_say"].points + tasks["alphabeta.search"].points
    total = max(0.0, score + sum(value for _, value in adjustments))
    return HandinScore(
        student=result.student,
        score=None if result.broken or result.problem else total,
        extra=tasks["alphabeta.more"].points,
        max_score=26.0,
        tasks=tasks,
        figures=figures,
        adjustments=adjustments,
        problem=result.problem,
    )


def view_of(*results: HandinResult) -> ClassView:
    """The class of these hand-ins."""
    return class_view(assignment(), [summary_of(result, scored(result)) for result in results])


def write_pages(folder: Path, graded: Iterable[tuple[HandinResult, HandinScore]]) -> Path:
    """The pages of a class below `folder`; returns the page of the class."""
    desk = ReportTarget(folder, assignment(), CONTEXT)
    summaries = []
    for result, one in graded:
        write_page(desk, result, one, sha256(repr((result, one)).encode()).hexdigest())
        summaries.append(summary_of(result, one))
    return write_class_page(desk, class_view(assignment(), summaries))


def good_checks() -> list[CheckResult]:
    return [
        check("las.look_and_say", "one run"),
        check("alphabeta.search", "small tree"),
        check("alphabeta.more", "more"),
    ]


def lost_checks() -> list[CheckResult]:
    """Las fails with a value and an error, the search visits wrong terminals."""
    return [
        check("las.look_and_say", "one run"),
        check("las.look_and_say", "drawn sequences", Status.FAILED, value_evidence()),
        check("las.look_and_say", "long runs", Status.ERROR, error_evidence(), public=False),
        check("alphabeta.search", "small tree", Status.FAILED, tree_evidence()),
        check("alphabeta.search", "big tree", Status.TIMEOUT, Evidence("ran out of time")),
        check("alphabeta.more", "more"),
    ]
