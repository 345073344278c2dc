"""Help in place of a wrong small function: what it gives, and what nobody can gain by it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.assignment.config import Task
from grader.errors import BrokenGrader
from grader.judging.help import FILE, Help, help_of, read_functions
from grader.judging.judge import Judge
from grader.judging.pytest_plugin import ChecksPlugin
from grader.results import CheckResult
from grader.sandbox.tiers import Nursery
from grader.scoring.score import task_scores
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.support import unit_of, warm_judge

CHECKS = """
    @judges("small", "work.small")
    def test_small(submission, expect):
        expect(submission.work.Sum().small(3), 4)

    @judges("large", "work.large")
    def test_large(submission, expect):
        expect(submission.work.Sum().large(3), 8)
        expect(submission.work.Sum().large(0), 2)
"""
HELP = Help(
    {"work.large": frozenset({"small"})},
    {"work": {"small": ("Sum.small", lambda n: n + 1)}},
)
LARGE = "    def large(self, n): return 2 * self.small(n)\n"
SOURCES = {
    "right": "class Sum:\n    def small(self, n): return n + 1\n" + LARGE,
    "slip": "class Sum:\n    def small(self, n): return n - 1\n" + LARGE,
    "unwritten": "class Sum:\n    def small(self, n): raise NotImplementedError\n" + LARGE,
    "by name": "class Sum:\n    def small(self, m): return m - 1\n"
    "    def large(self, n): return 2 * self.small(m=n)\n",
    "both wrong": "class Sum:\n    def small(self, n): return n - 1\n"
    "    def large(self, n): return 3 * self.small(n)\n",
    "nothing but help": "class Sum:\n    def small(self, n): return n - 1\n"
    "    def large(self, n): return self.small(n)\n",
    "remembers": "known = {}\nclass Sum:\n    def small(self, n): return known.get(n, 0)\n"
    "    def large(self, n):\n        known[n] = self.small(n)\n        return 2 * known[n]\n",
    "asks for more": "class Sum:\n    def small(self, n): return n - 1\n"
    "    def large(self, n): return self.small(self)\n",
    "forges a call": "import gc\nclass Sum:\n    def small(self, n): return n - 1\n"
    "    def large(self, n):\n"
    "        from grader.inside.channel import Channel\n"
    "        channel = next(x for x in gc.get_objects() if isinstance(x, Channel))\n"
    "        return channel.ask(1_000_007, [n])\n",
}


def verdicts(
    folder: Path,
    nursery: Nursery,
    source: str,
    *,
    available: Help = HELP,
    checks: str = CHECKS,
    right: str = SOURCES["right"],
) -> dict[str, str]:
    """Of each task its verdict alone, and the one with help if there was any."""
    found: list[CheckResult] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        judge.available = available
        [module] = judge.grade(unit_of(source), nursery)
        found.extend(module.checks)

    warm_judge(folder, body, hidden=checks, reference=right)
    return {check.title: " ".join(filter(None, (check.status, check.helped))) for check in found}


@pytest.mark.parametrize(
    ("what", "small", "large"),
    [
        ("right", "passed", "passed"),
        ("slip", "failed", "failed passed"),
        ("unwritten", "error", "error passed"),
        ("by name", "failed", "failed passed"),
        ("both wrong", "failed", "failed failed"),
        ("nothing but help", "failed", "failed failed"),
        ("remembers", "failed", "failed passed"),
        ("asks for more", "failed", "error error"),
        ("forges a call", "failed", "error crashed"),
    ],
)
def test_help_is_given_only_where_a_small_function_is_wrong(
    tmp_path: Path, nursery: Nursery, what: str, small: str, large: str
) -> None:
    found = verdicts(tmp_path, nursery, SOURCES[what])
    assert found["small"] == small
    assert found["large"].split()[-1] == large.rsplit(maxsplit=1)[-1]


LARGE_AGAIN = """
    @judges("large again", "work.large")
    def test_large_again(submission, expect):
        expect(submission.work.Sum().large(1), 4)
"""


def test_a_task_that_is_lost_with_help_too_is_asked_nothing_more(
    tmp_path: Path, nursery: Nursery
) -> None:
    source, more = SOURCES["both wrong"], CHECKS + LARGE_AGAIN
    assert verdicts(tmp_path, nursery, source, checks=more)["large again"] == "failed skipped"


def test_a_check_of_the_small_function_does_not_lose_the_large_task() -> None:
    for name, is_lost in (("work.large/hidden/small", False), ("work.large/hidden/large", True)):
        check = CheckResult(name, "work.large", "", True, Status.FAILED)
        assert HELP.is_lost_by(check) is is_lost
    assert not HELP.is_lost_by(CheckResult("large", "work.large", "", True, Status.PASSED))


FUNCTIONS_ALONE = """
    @judges("small", "work.small")
    def test_small(submission, expect):
        expect(submission.work.small(3), 4)

    @judges("middle", "work.middle")
    def test_middle(submission, expect):
        expect(submission.work.middle(3), 8)

    @judges("large", "work.large")
    def test_large(submission, expect):
        expect(submission.work.large(3), 9)
"""
CHAIN = Help(
    {"work.middle": frozenset({"small"}), "work.large": frozenset({"small", "middle"})},
    {
        "work": {
            "small": ("small", lambda n: n + 1),
            "middle": ("middle", lambda n: 2 * (n + 1)),
        }
    },
)
SMALL_WRONG, MIDDLE_WRONG = "def small(n): return n - 1\n", "def middle(n): return 3 * small(n)\n"
MIDDLE, LARGE_OF_BOTH = (
    "def middle(n): return 2 * small(n)\n",
    "def large(n): return middle(n) + small(n) - n\n",
)


@pytest.mark.parametrize(
    ("source", "statuses"),
    [
        (SMALL_WRONG + MIDDLE, ["failed", "failed passed", "failed passed"]),
        # Help for what builds on `middle` is none for `middle` itself.
        (SMALL_WRONG + MIDDLE_WRONG, ["failed", "failed failed", "failed passed"]),
    ],
)
def test_functions_that_build_on_each_other_are_helped_one_by_one(
    tmp_path: Path, nursery: Nursery, source: str, statuses: list[str]
) -> None:
    right = "def small(n): return n + 1\n" + MIDDLE + LARGE_OF_BOTH
    asked: Any = {"available": CHAIN, "checks": FUNCTIONS_ALONE, "right": right}
    found = verdicts(tmp_path, nursery, source + LARGE_OF_BOTH, **asked)
    assert [found[title] for title in ("small", "middle", "large")] == statuses


def test_the_judge_is_asked_once_for_the_same_arguments_and_the_answer_is_made_anew(
    tmp_path: Path, nursery: Nursery
) -> None:
    asked: list[list[int]] = []

    def small(numbers: list[int]) -> list[int]:
        asked.append(numbers)
        return [*numbers, 1]

    checks = """
    @judges("small", "work.small")
    def test_small(submission, expect):
        expect(submission.work.small([3]), [3, 1])

    @judges("large", "work.large")
    def test_large(submission, expect):
        expect(submission.work.large([3]), [[3, 1], [3, 1], [3, 2, 1]])
    """
    large = (
        "def large(numbers):\n    first = small(numbers)\n    kept = list(first)\n"
        "    first.append(2)\n    second = small(numbers)\n    numbers.append(2)\n"
        "    return [kept, second, small(numbers)]\n"
    )
    right = "def small(numbers): return [*numbers, 1]\n" + large
    available = Help({"work.large": frozenset({"small"})}, {"work": {"small": ("small", small)}})
    source = "def small(numbers): return []\n" + large
    found = verdicts(tmp_path, nursery, source, available=available, checks=checks, right=right)
    assert found["large"] == "failed passed"
    assert asked == [[3], [3, 2]]


def test_who_has_more_help_comes_after_those_whom_it_would_answer() -> None:
    groups = [tasks for tasks, _ in CHAIN.groups(["work.large", "work.middle"])]
    assert groups == [("work.middle",), ("work.large",)]


def test_in_the_first_box_there_is_nobody_to_ask(tmp_path: Path, nursery: Nursery) -> None:
    """Who calls the judge's function there, to pass the small task by it, ends the box."""
    source = (
        "import gc\nclass Sum:\n    def small(self, n):\n"
        "        from grader.inside.channel import Channel\n"
        "        channel = next(x for x in gc.get_objects() if isinstance(x, Channel))\n"
        "        return channel.ask(1_000_000, [n])\n" + LARGE
    )
    assert verdicts(tmp_path, nursery, source)["small"] == "crashed"


def test_a_task_that_nobody_helps_is_the_assignments_fault() -> None:
    with pytest.raises(BrokenGrader, match="has no function for"):
        help_of([("work.large", ["work.small"], ())], {})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import nothing_there\n", "No module named 'nothing_there'"),
        ("RIGHT = {}\n", "it has no table FUNCTIONS of task ids and functions"),
        ("FUNCTIONS = {\n", "'{' was never closed"),
    ],
)
def test_a_fault_in_the_file_of_right_functions_is_one_line(
    tmp_path: Path, text: str, why: str
) -> None:
    (tmp_path / FILE).write_text(text, "utf-8")
    with pytest.raises(BrokenGrader) as caught:
        read_functions(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / FILE}: ")
    assert why in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


# -- points ------------------------------------------------------------------------------------

SMALL = Task(id="a.small", title="", points=2)
LARGE_TASK = Task(id="a.large", title="", points=20, builds_on=("a.small",))
OTHER = Task(id="b.large", title="", points=10, builds_on=("a.small",))


def check(name: str, passed: bool, helped: bool | None = None) -> CheckResult:
    status = Status.PASSED if passed else Status.FAILED
    second = None if helped is None else Status.PASSED if helped else Status.FAILED
    return CheckResult(
        name, name.partition("/")[0], "", False, status, Evidence("no"), helped=second
    )


def points(*checks: CheckResult) -> list[float]:
    found = {
        task: tuple([c for c in checks if c.task == task.id]) for task in (SMALL, LARGE_TASK, OTHER)
    }
    return [score.points for score in task_scores(found).values()]


def test_a_slip_costs_its_own_points_alone() -> None:
    small, other = check("a.small/hidden/x", False), check("b.large/hidden/x", True)
    large = check("a.large/hidden/x", False, helped=True)
    assert points(small, large, other) == [0, 20, 10]


def test_a_file_that_is_not_handed_in_excuses_no_copy_in_another_one() -> None:
    missing = replace(check("a.small/hidden/x", False), status=Status.MISSING)
    copied = check("b.large/hidden/small", False, helped=True)
    assert points(missing, check("a.large/hidden/x", True), copied) == [0, 20, 0]
    wrong = check("a.small/hidden/x", False)
    assert points(wrong, check("a.large/hidden/x", True), copied) == [0, 20, 10]


def test_a_function_that_is_missing_in_its_own_file_costs_its_own_points_alone() -> None:
    missing = replace(check("a.small/hidden/x", False), status=Status.MISSING)
    large = check("a.large/hidden/x", False, helped=True)
    assert points(missing, large, check("b.large/hidden/x", True)) == [0, 20, 10]


def test_one_check_that_fails_with_help_too_costs_the_task() -> None:
    small, other = check("a.small/hidden/x", False), check("b.large/hidden/x", True)
    large = check("a.large/hidden/x", False, helped=True)
    also = check("a.large/hidden/y", False, helped=False)
    assert points(small, large, also, other) == [0, 0, 10]


def test_a_check_that_passes_only_without_help_costs_the_task() -> None:
    """The better verdict is that of all checks together: they can't be mixed."""
    small, other = check("a.small/hidden/x", False), check("b.large/hidden/x", True)
    large = check("a.large/hidden/x", False, helped=True)
    also = check("a.large/hidden/y", True, helped=False)
    assert points(small, large, also, other) == [0, 0, 10]


def test_help_counts_only_where_the_small_points_are_lost() -> None:
    small, large = check("a.small/hidden/x", True), check("a.large/hidden/x", True)
    own = check("b.large/hidden/small", False, helped=True)
    other = check("b.large/hidden/x", False, helped=True)
    assert points(small, large, own, other) == [2, 20, 0]


def test_a_check_that_is_broken_earns_nothing_with_help() -> None:
    small = check("a.small/hidden/x", False)
    broken = replace(check("a.large/hidden/x", False, helped=True), status=Status.BROKEN)
    assert list(Help({"a.large": frozenset({"small"})}).earned([small, broken])) == []


def test_what_is_earned_with_help_is_what_scores_say() -> None:
    known = Help({"a.large": frozenset({"small"})})
    small, large = check("a.small/hidden/x", False), check("a.large/hidden/x", False, helped=True)
    also, own = check("a.large/hidden/y", True, helped=False), check("a.large/hidden/small", False)
    assert list(known.earned([small, large])) == ["a.large"]
    assert list(known.earned([small, large, own])) == ["a.large"]
    assert list(known.earned([small, large, also])) == []
    assert list(known.earned([large, own])) == []


def test_the_same_slip_in_another_module_is_paid_once() -> None:
    small, large = check("a.small/hidden/x", False), check("a.large/hidden/x", True)
    own = check("b.large/hidden/small", False, helped=True)
    other = check("b.large/hidden/x", False, helped=True)
    assert points(small, large, own, other) == [0, 20, 10]
