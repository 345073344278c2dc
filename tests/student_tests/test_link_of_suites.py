"""Suites that reach for the socket to their solution: all come to an end, and none gains by it."""

import os
from collections.abc import Iterator
from dataclasses import replace
from textwrap import dedent, indent

import pytest

from grader.asking.answers import CodeFailed
from grader.asking.submission import Submission
from grader.inside.pair.link import DIGEST_BYTES
from grader.results import Incident
from grader.running.boxes import nursery_sources, pytest_code, suite_sources
from grader.sandbox.box import BoxEnded, BoxQuestion
from grader.sandbox.clock import Budget
from grader.sandbox.nursery import readable
from grader.sandbox.pair import Pair, Said
from grader.sandbox.tiers import Nursery, start_nursery
from grader.statuses import Status
from grader.student_tests.outline import outline_of
from grader.student_tests.runner import (
    ENDED,
    Ending,
    Runner,
    SuitePlan,
    SuiteRun,
    saw_a_difference,
)
from grader.student_tests.solutions import Solutions
from grader.student_tests.told import ASSERTS_NOTHING, NOT_NOTICED
from grader.student_tests.trial import Trial
from tests.boxed import LOCKED
from tests.support import BUDGET, HANDOUT, LIBRARY, LIMITS, submission_of

STARTER = "def double(n): ...\ndef apply(f, n): ...\n"
RIGHT = "def double(n):\n    return 2 * n\ndef apply(f, n):\n    return f(n)\n"
WRONG = RIGHT.replace("2 * n", "2 * n if n else 1")
RIGHT_TOO = RIGHT.replace("2 * n", "n + n")
# It goes on for ever when the function that it has been given fails.
INSISTS = RIGHT.replace(
    "return f(n)",
    "\n    while True:\n        try:\n            return f(n)\n        except BaseException: pass",
)
FAULTY = {"wrong": WRONG, "right_too": RIGHT_TOO}

# Little sleep, so that who sleeps for ever ends soon; an honest wait is none, however long it is.
BRIEF = replace(BUDGET, idle_seconds=0.5)
# Fewer than there may be, so that it takes a moment to be over them.
FEWER_MESSAGES = 1000

REACHES = """
import gc, os, socket, struct, time
import pytest
from grader.inside.pair.link import LENGTH, Link
from grader.inside.wire import dump
from work import apply, double

PEER = next(x for x in gc.get_objects() if type(x).__name__ == "SuitePeer")
LINK = PEER._link
SOCKET = LINK._sock

def call(n):
    return dump(["", "call", "()", [["@", "work", "double"], "", ["t", n], ["l"]]])

def message(payload):
    return LENGTH.pack(len(payload)) + payload

def test_it():
"""
ASLEEP = "your code sleeps or waits for something that never comes"
TOO_LONG = "the answer did not come in the agreed form: a message that is too long"
NO_MESSAGE = "the answer did not come in the agreed form: no message that a suite sends"
NOT_ANSWERED = "the answer did not come in the agreed form: a call that nobody answers"
TOO_MANY = "your tests call functions more than 100000 times"

# Suites that fail where nothing is wrong, or never end.
SENDS_AHEAD_AND_FAILS = """
    for n in range(50):
        LINK.send(call(n))
    assert False
"""
SENDS_HALF_AND_SLEEPS = """
    SOCKET.sendall(message(call(0))[:-1])
    time.sleep(1000)
"""
SENDS_A_LENGTH_AND_SLEEPS = """
    SOCKET.sendall(struct.pack("<I", 2**32 - 1))
    time.sleep(1000)
"""
CLOSES_AND_SLEEPS = """
    SOCKET.close()
    time.sleep(1000)
"""
FLOODS = """
    while True:
        LINK.exchange(call(0))
"""
SENDS_WITHOUT_END = """
    while True:
        LINK.send(call(0))
"""
SENDS_NO_JSON_AND_PASSES = """
    LINK.send(b"[")
"""
SENDS_NO_MESSAGE_AND_PASSES = """
    assert double(1) == 2
    LINK.send(b"7")
"""
SENDS_A_LENGTH_AND_PASSES = """
    assert double(1) == 2
    SOCKET.sendall(struct.pack("<I", 2**32 - 1))
"""
CALLS_ONCE_TOO_OFTEN_AND_PASSES = f"""
    for _ in range({FEWER_MESSAGES} // 2):
        LINK.exchange(call(0))
    LINK.send(call(0))
"""
ASKS_FOR_ANOTHER_SOCKET = """
    from grader.inside.channel import Channel
    next(x for x in gc.get_objects() if type(x) is Channel).fetch_socket()
"""

# By suite: how its run ends, whatever the solution, and what is reported of it.
FAILS = Ending.FAILED, Status.FAILED, None
SLEEPS = Ending.SUITE_ENDED, Status.TIMEOUT, Incident("time", ASLEEP)
SAYS_TOO_MUCH = Ending.SUITE_ENDED, Status.CRASHED, Incident("protocol", TOO_LONG)
CALLS_TOO_OFTEN = Ending.SUITE_ENDED, Status.TIMEOUT, Incident("calls", TOO_MANY)
SAYS_NOTHING = Ending.SUITE_ENDED, Status.CRASHED, Incident("protocol", NO_MESSAGE)
PASSES_ALL_THE_SAME = {
    "sends what is no JSON and passes": (SENDS_NO_JSON_AND_PASSES, SAYS_NOTHING),
    "sends what is no message and passes": (SENDS_NO_MESSAGE_AND_PASSES, SAYS_NOTHING),
    "sends a length of 4 GB and passes": (SENDS_A_LENGTH_AND_PASSES, SAYS_TOO_MUCH),
    "calls once too often and passes": (CALLS_ONCE_TOO_OFTEN_AND_PASSES, CALLS_TOO_OFTEN),
}
BAD = {
    **PASSES_ALL_THE_SAME,
    "sends calls ahead and claims to fail": (SENDS_AHEAD_AND_FAILS, FAILS),
    "sends half a message and sleeps": (SENDS_HALF_AND_SLEEPS, SLEEPS),
    "sends a length of 4 GB and sleeps": (SENDS_A_LENGTH_AND_SLEEPS, SAYS_TOO_MUCH),
    "closes the link and sleeps": (CLOSES_AND_SLEEPS, SLEEPS),
    "calls too often": (FLOODS, CALLS_TOO_OFTEN),
    "sends calls without end and reads no answer": (SENDS_WITHOUT_END, SLEEPS),
    "asks the judge for another socket": (
        ASKS_FOR_ANOTHER_SOCKET,
        (Ending.SUITE_ENDED, Status.CRASHED, Incident("protocol", NOT_ANSWERED)),
    ),
}

# Suites that pass on every solution, and have asked something.
GOOD = {
    "sends calls ahead and reads no answer": """
    for n in range(50):
        LINK.send(call(n))
""",
    "sends half a length": """
    double(0)
    SOCKET.sendall(message(call(0))[:2])
""",
    "sends half a message": """
    double(0)
    SOCKET.sendall(message(call(0))[:-1])
""",
    "keeps another descriptor, closes the link, and goes on asking": """
    PEER.kept = Link(socket.socket(fileno=os.dup(SOCKET.fileno())))  # until its box ends
    LINK.close()
    assert PEER.kept.exchange(call(21))[3] == 42
""",
    "keeps another descriptor and hangs up by that": """
    double(0)
    socket.socket(fileno=os.dup(SOCKET.fileno())).shutdown(socket.SHUT_RDWR)
    with pytest.raises((EOFError, OSError)):
        double(1)
    sum(range(3_000_000))
""",
    "closes the link and goes on working": """
    double(0)
    LINK.close()
    sum(range(3_000_000))
""",
    "says nothing more but hears": """
    LINK.send(call(21))
    SOCKET.shutdown(socket.SHUT_WR)
    assert b"42" in LINK.receive()
""",
    "hears nothing more but says": """
    double(0)
    SOCKET.shutdown(socket.SHUT_RD)
    LINK.send(call(21))
""",
    "closes the link in the middle of a call of the solution's": """
    def closes(n):
        LINK.close()
        return n
    with pytest.raises(OSError):
        apply(closes, 1)
""",
    "sends half a message in the middle of a call of the solution's": """
    def hangs_up(n):
        SOCKET.sendall(message(call(0))[:-1])
        LINK.close()
    with pytest.raises(OSError):
        apply(hangs_up, 1)
""",
}


@pytest.fixture(
    scope="module",
    params=sorted({LOCKED[0], LOCKED[-1]} if LOCKED else {}),
    ids=lambda tier: tier.name.lower(),
)
def nursery(request: pytest.FixtureRequest) -> Iterator[Nursery]:
    """A nursery with one for suites beside it, whose solutions hear fewer messages."""
    tier, name = request.param, LIBRARY.name
    sources = nursery_sources(HANDOUT, name)
    link = sources["grader.inside.pair.link"]
    fewer = link.replace("MOST_MESSAGES = 200_000", f"MOST_MESSAGES = {FEWER_MESSAGES}")
    assert fewer != link
    made = start_nursery(tier, LIMITS, sources | {"grader.inside.pair.link": fewer}, library=name)
    made.for_suites = start_nursery(tier, LIMITS, suite_sources(HANDOUT, name), pytest_code(), name)
    yield made
    made.close()


@pytest.fixture
def account(nursery: Nursery) -> Submission:
    """What is charged to the hand-in, and reported of it."""
    return submission_of(nursery, {}, "test_all")


@pytest.fixture
def solutions() -> Solutions:
    faulty = {name: {"work.py": text} for name, text in FAULTY.items()}
    return Solutions({"work.py": RIGHT}, faulty, (outline_of("work", STARTER),))


def runner_of(
    account: Submission, solutions: Solutions, body: str, budget: Budget = BRIEF
) -> Runner:
    """Runs a suite whose only test does such things with the link."""
    files = (("test_all.py", REACHES + indent(dedent(body), "    ")),)
    plan = SuitePlan("test_all.py", files, solutions.outlines, budget, budget, 10_000)
    return Runner(account._nursery, plan, account)


@pytest.fixture
def few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of these tests depends on how often a suite is run on the right solution."""
    monkeypatch.setattr("grader.student_tests.trial.LEAST_REFERENCES", 2)


@pytest.fixture
def suite_is_heard_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A suite may have said its word before its solution says anything: let it be always so."""

    def listen(pair: Pair) -> tuple[BoxQuestion, Said]:
        return pair.first, pair.first.listen()

    monkeypatch.setattr(Pair, "listen", listen)


def assert_is_transcript(run: SuiteRun) -> None:
    """Digests of whole messages; all that a suite said is answered, unless it was ended for it."""
    said = run.said[:-1] if run.ending is Ending.SOLUTION_ENDED else run.said
    assert {len(one) for one in said} <= {DIGEST_BYTES}
    assert run.ending is Ending.SUITE_ENDED or len(run.said) % 2 == 0


@pytest.mark.parametrize("how", BAD)
def test_who_breaks_the_link_fails_on_the_right_solution_by_its_own_fault(
    account: Submission, solutions: Solutions, how: str
) -> None:
    body, (ending, status, incident) = BAD[how]
    run = runner_of(account, solutions, body).run(solutions.reference)
    assert (run.ending, run.status) == (ending, status), run.why
    assert account.incidents == ([incident] if incident else [])
    assert_is_transcript(run)


@pytest.mark.parametrize("how", PASSES_ALL_THE_SAME)
@pytest.mark.usefixtures("suite_is_heard_first")
def test_whose_fault_it_is_does_not_depend_on_who_was_faster(
    account: Submission, solutions: Solutions, how: str
) -> None:
    body, (ending, status, incident) = PASSES_ALL_THE_SAME[how]
    run = runner_of(account, solutions, body).run(solutions.reference)
    assert (run.ending, run.status) == (ending, status), run.why
    assert account.incidents == ([incident] if incident else [])
    assert_is_transcript(run)


@pytest.mark.parametrize("how", BAD)
@pytest.mark.usefixtures("few_runs")
def test_and_catches_nothing(account: Submission, solutions: Solutions, how: str) -> None:
    body, (_, _, incident) = BAD[how]
    made = Trial(runner_of(account, solutions, body), solutions, lambda: True)
    for name in FAULTY:
        with pytest.raises(CodeFailed, match="correct solution"):
            made.verdict(name, [*FAULTY])
    with pytest.raises(CodeFailed, match="correct solution"):
        made.require_steadiness()
    assert {*account.incidents} == ({incident} if incident else set())


@pytest.mark.parametrize("how", GOOD)
@pytest.mark.usefixtures("few_runs")
def test_who_cuts_the_link_and_passes_has_noticed_nothing(
    account: Submission, solutions: Solutions, how: str
) -> None:
    made = Trial(runner_of(account, solutions, GOOD[how]), solutions, lambda: True)
    claims = "assert" in GOOD[how] or "pytest.raises" in GOOD[how]
    words = NOT_NOTICED if claims else ASSERTS_NOTHING
    for name in FAULTY:
        verdict = made.verdict(name, [*FAULTY])
        assert (verdict.caught, verdict.words) == (False, words), name
    made.require_steadiness()
    assert account.incidents == []


@pytest.mark.parametrize("how", GOOD)
@pytest.mark.usefixtures("suite_is_heard_first")
def test_its_word_counts_though_it_comes_first(
    account: Submission, solutions: Solutions, how: str
) -> None:
    run = runner_of(account, solutions, GOOD[how]).run(solutions.reference)
    assert (run.ending, run.asked) == (Ending.PASSED, True), run.why
    assert account.incidents == []
    assert_is_transcript(run)


def test_a_suite_that_knows_its_solution_by_something_else_than_answers_can_not_pretend_to_see_any(
    account: Submission, solutions: Solutions
) -> None:
    """It passes on the right solution in any way, and breaks the link in any way on another one."""
    passed = {
        how: runner_of(account, solutions, body).run(solutions.reference)
        for how, body in GOOD.items()
    }
    assert {run.ending for run in passed.values()} == {Ending.PASSED}
    assert all(run.asked for run in passed.values())
    for how, (body, _) in BAD.items():
        run = runner_of(account, solutions, body).run(solutions.faulty("right_too"))
        assert run.ending is not Ending.PASSED
        seen = [other for other in passed if saw_a_difference(run, passed[other])]
        assert (how, seen) == (how, [])


IN_THE_MIDDLE = "closes the link in the middle of a call of the solution's"


def test_a_solution_that_goes_on_for_ever_without_its_suite_is_ended_and_not_caught(
    account: Submission, solutions: Solutions
) -> None:
    runner = runner_of(account, solutions, GOOD[IN_THE_MIDDLE], replace(BRIEF, cpu_seconds=0.5))
    passed, ended = (runner.run({"work.py": text}) for text in (RIGHT, INSISTS))
    assert passed.ending is Ending.PASSED, passed.why
    assert (ended.ending, ended.out_of_time) == (Ending.SOLUTION_ENDED, True)
    assert ended.said == (*passed.said, ENDED)
    assert not saw_a_difference(ended, passed)
    assert account.incidents == []


def test_what_a_solution_answers_while_it_is_found_out_of_time_is_no_answer(
    account: Submission, solutions: Solutions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a slow solution is caught must not depend on that moment."""

    def out_of_time(pair: Pair) -> tuple[BoxQuestion, Said]:
        pair.seen = 1
        readable(pair.first.fileno(), 60.0)  # the suite has its answer, and has ended
        ended = BoxEnded(Status.TIMEOUT, "no answer", Incident("time", "no answer"))
        return pair.second, ended

    monkeypatch.setattr(Pair, "listen", out_of_time)
    run = runner_of(account, solutions, "assert double(1) == 2").run(solutions.reference)
    assert (run.ending, run.out_of_time) == (Ending.SOLUTION_ENDED, True)
    assert len(run.said) == 2
    assert run.said[-1] == ENDED


def test_a_suite_that_waits_for_a_solution_at_work_does_not_sleep(
    account: Submission, solutions: Solutions
) -> None:
    """Nor does a solution that waits for its suite; each has its own time to work."""
    works = "sum(range(10_000_000))"
    slow = RIGHT.replace("return f(n)", f"{works}\n    return f(n)")
    body = f"""
    def works(n):
        {works}
        return n
    for n in range(3):
        assert apply(works, n) == n
"""
    runner = runner_of(account, solutions, body, replace(BUDGET, idle_seconds=0.2))
    run = runner.run({"work.py": slow})
    assert run.ending is Ending.PASSED, run.why
    assert len(run.said) == 3 * 4


def test_a_solution_that_sleeps_is_ended_and_not_the_suite_that_waits_for_it(
    account: Submission, solutions: Solutions
) -> None:
    sleeps = RIGHT.replace("return 2 * n", "__import__('time').sleep(1000)")
    run = runner_of(account, solutions, "assert double(1) == 2").run({"work.py": sleeps})
    assert (run.ending, run.out_of_time) == (Ending.SOLUTION_ENDED, True), run.why
    assert (len(run.said), run.said[-1]) == (2, ENDED)
    assert account.incidents == []


def test_runs_leave_no_descriptor_with_the_judge(account: Submission, solutions: Solutions) -> None:
    suites = [BAD["sends a length of 4 GB and sleeps"][0], *GOOD.values()]
    found = []
    for _ in range(2):
        for body in suites:
            runner_of(account, solutions, body).run(solutions.reference)
        found.append(len(os.listdir("/proc/self/fd")))
    assert found[0] == found[1]
