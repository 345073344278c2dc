"""An answer that is right when it is asked for alone is shown with the calls that spoil it."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from grader.judging import asked_alone
from grader.judging.judge import Judge, grade_in_child
from grader.judging.pytest_plugin import ChecksPlugin
from grader.judging.unit import results_from_bytes
from grader.results import CheckResult, Incident
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.support import HANDOUT, unit_of, warm_judge

REFERENCE = "def act(n, m=0): return 2 * n + m\n"
DRAWN = """
    @judges("drawn")
    @drawn(st.tuples(st.integers(0, 5), st.integers(0, 5)), count=60)
    def test_drawn(code, example):
        return code.work.act(*example)
"""
# What is kept of one call spoils another one.
CACHED = """
    known = {}
    def act(n, m=0):
        return known.setdefault(n, 2 * n + m)
"""


def graded(
    folder: Path, nursery: Nursery, source: str, hidden: str = "", public: str = ""
) -> list[CheckResult]:
    found: list[CheckResult] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        [module] = results_from_bytes(grade_in_child(judge, unit_of(source), nursery))
        found.extend(module.checks)

    warm_judge(folder, body, hidden=hidden, public=public, reference=REFERENCE)
    return found


def incidents_of(folder: Path, nursery: Nursery, source: str, hidden: str) -> list[Incident]:
    """What boxes of the hand-in have tried, by the judge's word."""
    found: list[Incident] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        [module] = results_from_bytes(grade_in_child(judge, unit_of(source), nursery))
        found.extend(module.incidents)

    folder.mkdir()
    warm_judge(folder, body, hidden=hidden, reference=REFERENCE)
    return found


def evidence(folder: Path, nursery: Nursery, source: str, hidden: str) -> Evidence:
    """That of the one check that fails."""
    [failed] = [c for c in graded(folder, nursery, source, hidden) if not c.passed]
    assert failed.evidence is not None
    assert failed.message == failed.evidence.headline
    return failed.evidence


def pasted(folder: Path, source: str, call: str) -> str:
    """What the last line of a call gives at a prompt in the folder of `work.py`."""
    (folder / "work.py").write_text(dedent(source))
    *lines, last = call.splitlines()
    text = "\n".join(["import sys", f"sys.path.append({str(HANDOUT)!r})", *lines, f"print({last})"])
    command = [sys.executable, "-c", text]
    return subprocess.check_output(command, text=True, cwd=folder).strip()


def test_what_one_drawn_question_spoils_is_shown_with_it_and_fails_when_pasted(
    tmp_path: Path, nursery: Nursery
) -> None:
    shown = evidence(tmp_path, nursery, CACHED, DRAWN)
    assert shown.after == 1
    assert shown.headline.startswith("right when asked alone, wrong after another call: wrong val")
    calls = [line for line in shown.call.splitlines() if line.startswith("act(")]
    assert len(calls) == 2
    assert pasted(tmp_path, CACHED, shown.call) == shown.got
    alone = f"from work import act\n{calls[-1]}"
    assert pasted(tmp_path, CACHED, alone) == shown.expected


KEEPS_ITS_FIRST_ANSWER = """
FIRST = []
def act(n, m=0):
    FIRST.append(2 * n + m)
    return FIRST[0] if n == 0 else 2 * n + m
"""


def test_what_is_shown_is_what_comes_of_the_calls_that_are_shown(
    tmp_path: Path, nursery: Nursery
) -> None:
    """Many more were asked before, and another one of them decided."""
    source = KEEPS_ITS_FIRST_ANSWER
    shown = evidence(tmp_path, nursery, source, DRAWN)
    assert shown.after == 1
    assert pasted(tmp_path, source, shown.call) == shown.got != shown.expected


def test_an_expensive_check_asks_an_example_again_without_those_before_it(
    tmp_path: Path, nursery: Nursery
) -> None:
    """It sends a message each, of as many calls as the example has."""
    hidden = """
        @judges("drawn")
        @drawn(st.tuples(st.integers(1, 9)), count=20, cpu_seconds=5.0)
        def test_drawn(code, example):
            return [code.work.act(n) for n in range(example[0])]
    """
    wrong = "def act(n, m=0): return 2 * n + (n == 3)\n"
    shown = evidence(tmp_path, nursery, wrong, hidden)
    assert (shown.after, shown.headline) == (0, shown.message)
    incidents = incidents_of(tmp_path / "again", nursery, wrong, hidden)
    assert incidents == []


def test_what_is_wrong_alone_is_shown_as_ever(tmp_path: Path, nursery: Nursery) -> None:
    shown = evidence(tmp_path, nursery, "def act(n, m=0): return 2 * n\n", DRAWN)
    assert (shown.after, shown.headline) == (0, shown.message)
    assert "# " not in shown.call


def test_what_is_wrong_alone_is_shown_as_it_is_then(tmp_path: Path, nursery: Nursery) -> None:
    """And not with what other calls have left in it."""
    source = "ASKED = []\ndef act(n, m=0):\n    ASKED.append(n)\n    return -len(ASKED)\n"
    shown = evidence(tmp_path, nursery, source, DRAWN)
    assert shown.after == 0
    assert pasted(tmp_path, source, shown.call) == shown.got


ONE_AFTER_THE_OTHER = """
    @judges("first")
    def test_first(submission, expect):
        expect(submission.work.act(1), 2)

    @judges("raises")
    def test_raises(submission, expect):
        with pytest.raises(TypeError):
            expect.answer(submission.work.act("x", 1))

    @judges("several")
    def test_several(submission, expect):
        for n in (4, 5, 1, 6):
            assert expect.answer(submission.work.act(n, n)) == 3 * n
"""


def test_an_earlier_check_may_be_what_spoils_a_claim(tmp_path: Path, nursery: Nursery) -> None:
    shown = evidence(tmp_path, nursery, CACHED, ONE_AFTER_THE_OTHER)
    assert shown.call.splitlines()[1:] == [
        "act(1)",
        "# right without what is above:",
        "act(1, 1)",
    ]


def test_an_exception_of_the_third_call_needs_two_before_it(
    tmp_path: Path, nursery: Nursery
) -> None:
    source = """
        left = [0, 0]
        def act(n, m=0):
            left.pop()
            return 2 * n + m
    """
    checks = "".join(
        f"""
    @judges("{n}", "work.{n}")
    def test_{n}(submission, expect):
        expect(submission.work.act({n}), {2 * n})
"""
        for n in range(5)
    )
    found = graded(tmp_path, nursery, source, checks)
    assert [check.status for check in found[:3]] == [Status.PASSED, Status.PASSED, Status.ERROR]
    shown = found[2].evidence
    assert shown is not None
    words = "right when asked alone, wrong after 2 other calls: your code raised IndexError"
    assert shown.headline.startswith(words)
    assert pasted(tmp_path, "def act(n): return n", shown.call) == "2"
    assert shown.call.splitlines()[1:3] == ["act(0)", "act(1)"]


def test_a_public_check_shows_no_question_of_a_hidden_one(tmp_path: Path, nursery: Nursery) -> None:
    hidden = """
        @judges("secret")
        def test_secret(submission, expect):
            expect(submission.work.act(3, 1), 7)

        @judges("told")
        @pytest.mark.shown
        def test_told(submission, expect):
            expect(submission.work.act(3), 6)
    """
    told = graded(tmp_path, nursery, CACHED, hidden)[-1]
    assert told.evidence is not None
    assert (told.public, told.evidence.after) == (True, 0)
    assert told.evidence.call.endswith("\nact(3)")


def test_an_answer_by_chance_is_no_answer_by_memory(tmp_path: Path, nursery: Nursery) -> None:
    """Nothing is said that isn't so each time."""
    source = """
        import os
        count = int.from_bytes(os.urandom(8), "big")
        def act(n, m=0): return 2 * n + m if n else count
    """
    shown = evidence(tmp_path, nursery, source, DRAWN)
    assert shown.after == 0


@pytest.mark.parametrize("first", ["while True: pass", "import time; time.sleep(60)", "1 / 0"])
def test_code_that_ends_badly_in_a_fresh_box_keeps_its_verdict(
    tmp_path: Path, nursery: Nursery, first: str
) -> None:
    """It knows a fresh box by its first question, if that is no other one's first."""
    source = f"""
        asked = []
        def act(n, m=0):
            asked.append(n)
            if len(asked) == 1 and n == 5:
                {first}
            return 2 * n + m if n != 5 else 0
    """
    hidden = """
        @judges("the first")
        def test_first(submission, expect):
            expect(submission.work.act(1), 2)

        @judges("the second")
        def test_second(submission, expect):
            expect(submission.work.act(5), 10)
    """
    shown = evidence(tmp_path, nursery, source, hidden)
    assert (shown.after, shown.got) == (0, "0")


def test_its_costs_are_bounded(
    tmp_path: Path, nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asked_alone, "MOST_BOXES", 1)
    assert evidence(tmp_path, nursery, CACHED, DRAWN).after == 0


IN_PARTS = """
    @judges("drawn")
    @drawn(st.integers(1, 5), count=9{more})
    def test_drawn(code, n):
        return code.builtins.len("ab"), code.work.act(n){again}
"""


def test_of_several_answers_the_one_that_is_wrong_alone_is_shown(
    tmp_path: Path, nursery: Nursery
) -> None:
    hidden = IN_PARTS.format(more="", again="")
    shown = evidence(tmp_path, nursery, "def act(n, m=0): return 3 * n", hidden)
    assert shown.call == "from work import act\nact(1)"
    assert (shown.message, shown.got, shown.expected) == (
        "wrong value: 3 instead of 2",
        "3",
        "2",
    )
    assert shown.calls == 1


def test_a_wrong_value_is_no_matter_of_what_was_asked_before(
    tmp_path: Path, nursery: Nursery
) -> None:
    verdict = ", verdict=lambda n, got, e: next((Placed(f'answer {i}', 'another') for i, (a, b) in "
    more = f"{verdict}enumerate(zip(got, e)) if a != b), '')"
    hidden = IN_PARTS.format(more=more, again=", code.work.act(n)")
    hidden = f"    from grader.judging.properties import Placed\n{hidden}"
    shown = evidence(tmp_path, nursery, "def act(n, m=0): return 3 * n", hidden)
    assert shown.message == "wrong value, also when asked alone: another"
    assert type(shown.difference) is str
    assert shown.call.endswith("\nact(1)")
    assert shown.calls == 3


COUNTS_ITS_CALLS = """
    called = []
    def act(n, m=0):
        called.append(n)
        return 2 * n + (len(called) > 1)
"""


def test_what_is_right_alone_is_shown_whole(tmp_path: Path, nursery: Nursery) -> None:
    hidden = IN_PARTS.format(more="", again=", code.work.act(n)")
    hidden = hidden.replace("st.integers(1, 5), count=9", "st.just(3), count=1")
    shown = evidence(tmp_path, nursery, COUNTS_ITS_CALLS, hidden)
    assert shown.call.count("act(3)") == 2
    assert shown.message == "wrong value: item 2: 7 instead of 6"
