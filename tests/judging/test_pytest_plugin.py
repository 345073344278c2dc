"""Checks are pytest tests; one fails by the student's fault or the grader's."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from grader.asking.answers import CodeFailed
from grader.errors import BrokenGrader, ConfigError
from grader.judging.judge import Judge
from grader.judging.pytest_plugin import ChecksPlugin, shortened, verdict_of
from grader.results import CheckResult, Status
from grader.sandbox.tiers import Nursery
from grader.student.evidence import CheckFailed, Evidence, RunsPicture
from tests.support import unit_of, warm_judge

DOUBLE = "def act(n): return 2 * n\n"


def results_of(
    folder: Path, nursery: Nursery, source: str, *, public: str = "", hidden: str = ""
) -> dict[str, CheckResult]:
    """The results of a hand-in, by the last part of each check's name."""
    found: list[CheckResult] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        for module in judge.grade(unit_of(source), nursery):
            found.extend(module.checks)

    warm_judge(folder, body, public=public, hidden=hidden, reference=DOUBLE)
    return {result.name.rpartition("/")[2]: result for result in found}


FIXTURES = """
    @judges("asks")
    def test_asks(submission, expect):
        expect(submission.work.act(2), 4)

    @judges("reads")
    def test_reads(source):
        assert source.tree("work").body

    @judges("draws")
    @drawn(st.integers(0, 9), count=5)
    def test_draws(code, n):
        return code.work.act(n)
"""


def test_checks_get_their_fixtures_and_pass(tmp_path: Path, nursery: Nursery) -> None:
    results = results_of(tmp_path, nursery, DOUBLE, public=FIXTURES)
    assert {name: result.status for name, result in results.items()} == {
        "asks": Status.PASSED,
        "reads": Status.PASSED,
        "draws": Status.PASSED,
    }
    asks = results["asks"]
    assert (asks.task, asks.title, asks.public) == ("work.act", "asks", True)
    assert asks.evidence is None


def test_the_texts_among_the_parameters_of_a_check_are_its_words(tmp_path: Path) -> None:
    checks = """
    @judges("plain")
    def test_plain(submission):
        pass

    @pytest.mark.parametrize(("name", "count"), [("a", 1), ("b", 2)])
    @judges("of each")
    def test_each(submission, name, count):
        pass
    """
    found: dict[str, frozenset[str]] = {}

    def body(_judge: Judge, plugin: ChecksPlugin) -> None:
        found.update({check.item.name: check.words for check in plugin.checks})

    warm_judge(tmp_path, body, hidden=checks, reference=DOUBLE)
    assert found == {
        "test_plain": frozenset(),
        "test_each[a-1]": frozenset({"a"}),
        "test_each[b-2]": frozenset({"b"}),
    }


@pytest.mark.parametrize(
    ("name", "value"), [("PYTEST_ADDOPTS", "-k asks"), ("PYTEST_PLUGINS", "no_such_plugin")]
)
def test_what_staff_set_for_their_own_tests_changes_no_grade(
    tmp_path: Path, nursery: Nursery, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    assert set(results_of(tmp_path, nursery, DOUBLE, public=FIXTURES)) == {"asks", "reads", "draws"}


def test_folders_above_the_checks_need_not_be_ones_that_we_may_list(
    tmp_path: Path, nursery: Nursery, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.scandir

    def scandir(folder: str | Path = ".") -> Any:
        if Path(folder) in tmp_path.parents:
            raise PermissionError(13, "Permission denied", str(folder))
        return real(folder)

    monkeypatch.setattr("os.scandir", scandir)
    found = results_of(tmp_path, nursery, DOUBLE, public=FIXTURES, hidden=FIXTURES)
    assert {result.status for result in found.values()} == {Status.PASSED}


def test_hidden_checks_are_known_by_their_folder(tmp_path: Path, nursery: Nursery) -> None:
    results = results_of(tmp_path, nursery, DOUBLE, hidden=FIXTURES)
    assert results["asks"].name == "work.act/hidden/asks"
    assert not results["asks"].public


def test_a_students_failure_is_a_failure(tmp_path: Path, nursery: Nursery) -> None:
    results = results_of(tmp_path, nursery, "def act(n): return n\n", public=FIXTURES)
    assert results["asks"].status is Status.FAILED
    assert results["asks"].message == "wrong value: 2 instead of 4"
    assert results["draws"].status is Status.FAILED
    assert results["reads"].status is Status.PASSED


def test_code_that_gives_no_value_keeps_its_status(tmp_path: Path, nursery: Nursery) -> None:
    results = results_of(tmp_path, nursery, "def act(n): return 1 / 0\n", public=FIXTURES)
    assert {results["asks"].status, results["draws"].status} == {Status.ERROR}


FAULTS = """
    @judges("a fault of the grader")
    def test_broken(submission):
        submission.ask(submission.work.act(2)).nothing

    @judges("a fixture that isn't there")
    def test_fixture(no_such_fixture):
        pass

    @judges("a plain assertion")
    def test_assertion():
        assert 1 == 2, "one is not two"

    @judges("a plain assertion without words")
    def test_wordless():
        raise AssertionError

    @judges("goes on afterwards")
    def test_after(submission, expect):
        expect(submission.work.act(2), 4)
"""


def test_a_fault_of_a_check_is_broken_and_never_failed(tmp_path: Path, nursery: Nursery) -> None:
    results = results_of(tmp_path, nursery, DOUBLE, hidden=FAULTS)
    assert {name: result.status for name, result in results.items()} == {
        "broken": Status.BROKEN,
        "fixture": Status.BROKEN,
        "assertion": Status.FAILED,
        "wordless": Status.FAILED,
        "after": Status.PASSED,
    }
    assert results["broken"].message == "AttributeError in the check"
    assert results["broken"].evidence is not None
    assert "test_work.py" in results["broken"].evidence.output
    assert results["assertion"].message.startswith("one is not two")
    assert results["wordless"].message == "the check failed"


HANGS = {
    "a sleep": "time.sleep(60)",
    "a sleep in a callback, whose exceptions go to the box": (
        "submission.ask(submission.work.act(lambda: time.sleep(60)))"
    ),
    "a loop that catches every exception": (
        "while True:\n            try: time.sleep(60)\n            except BaseException: break"
    ),
}


@pytest.mark.parametrize("how", HANGS)
def test_a_check_that_hangs_is_ended_by_the_backstop_as_a_fault_of_ours(
    tmp_path: Path, nursery: Nursery, how: str
) -> None:
    check = f"""
    import time

    @judges("hangs")
    def test_hangs(submission):
        {HANGS[how]}
    """

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        judge.grade(unit_of("def act(f): return f()\n"), nursery)

    with pytest.raises(BrokenGrader, match=r"test_hangs has not ended in 0\.3 seconds"):
        warm_judge(tmp_path, body, hidden=check, reference=DOUBLE, backstop_seconds=0.3)


def test_the_backstop_is_gone_when_the_check_has_ended(tmp_path: Path, nursery: Nursery) -> None:
    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        judge.grade(unit_of(DOUBLE), nursery)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL

    warm_judge(tmp_path, body, public=FIXTURES, reference=DOUBLE)


UNCOLLECTABLE = {
    "no mark": "def test_unmarked(): pass\n",
    "a mark without a title": "@pytest.mark.task('work.act')\ndef test_short(): pass\n",
    "a syntax error": "def test_broken(:\n",
    "an import that fails": "import no_such_module\n",
    "an unknown mark": "@pytest.mark.tsak('a', 'b')\ndef test_misspelt(): pass\n",
    "one name twice": "@judges('one')\n@pytest.mark.parametrize('n', [1])\n"
    "def test_same(n): pass\n\nclass TestOther:\n    @judges('two')\n"
    "    @pytest.mark.parametrize('n', [1])\n    def test_same(self, n): pass\n",
}


@pytest.mark.parametrize("why", UNCOLLECTABLE)
@pytest.mark.usefixtures("capfd")
def test_checks_that_can_not_be_collected_are_a_fault_of_ours(tmp_path: Path, why: str) -> None:
    with pytest.raises(ConfigError, match="can't be collected"):
        warm_judge(tmp_path, _never, hidden=UNCOLLECTABLE[why])


@pytest.mark.usefixtures("capfd")
def test_ctrl_c_while_checks_are_collected_is_not_a_fault_of_theirs(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        warm_judge(tmp_path, _never, hidden="raise KeyboardInterrupt\n")


def _never(_judge: Judge, _plugin: ChecksPlugin) -> None:
    raise AssertionError("there is nothing to judge")


def test_a_folder_without_checks_is_a_fault_of_ours(tmp_path: Path) -> None:
    with pytest.raises(BrokenGrader, match="there are no checks"):
        warm_judge(tmp_path, _never, hidden="x = 1\n")


VERDICTS: list[tuple[BaseException | None, Status, str]] = [
    (CheckFailed(Evidence("wrong")), Status.FAILED, "wrong"),
    (CodeFailed(Evidence("slow"), Status.TIMEOUT), Status.TIMEOUT, "slow"),
    (AssertionError("x" * 5000), Status.FAILED, "x"),
    (KeyError("k"), Status.BROKEN, "KeyError in the check"),
    (RecursionError(), Status.BROKEN, "RecursionError in the check"),
]


@pytest.mark.parametrize(("failure", "status", "message"), VERDICTS, ids=str)
def test_what_an_exception_means(failure: BaseException, status: Status, message: str) -> None:
    got_status, evidence = verdict_of(failure)
    assert evidence is not None
    assert got_status is status
    assert evidence.message.startswith(message)
    assert len(evidence.message) < 1100


def test_no_exception_is_a_pass() -> None:
    assert verdict_of(None) == (Status.PASSED, None)


def test_a_nursery_that_is_gone_is_not_a_verdict_on_a_check() -> None:
    with pytest.raises(BrokenGrader, match="gone"):
        verdict_of(BrokenGrader("the nursery is gone"))


def test_evidence_is_kept_short_and_small_evidence_as_it_is() -> None:
    small = Evidence("wrong", got="1", picture=RunsPicture(("1",), (1,), (1,)))
    assert shortened(small) == small
    flood = "x" * 10**6
    runs = RunsPicture((flood[:10],) * 10**5, (1,) * 10**5, (1,) * 10**5)
    large = Evidence(flood, flood, flood, flood, flood, flood, flood, picture=runs)
    assert len(str(shortened(large))) < 300_000
