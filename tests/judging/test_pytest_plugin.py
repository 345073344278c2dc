"""Checks are pytest tests; one fails by the student's fault or the grader's."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from grader.errors import BrokenGrader, ConfigError
from grader.judging.judge import Judge
from grader.judging.pytest_plugin import ChecksPlugin
from grader.results import CheckResult, Incident, ModuleResult
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from tests.support import unit_of, warm_judge

DOUBLE = "def act(n): return 2 * n\n"


def results_of(
    folder: Path,
    nursery: Nursery,
    source: str,
    *,
    public: str = "",
    hidden: str = "",
    reference: str = DOUBLE,
) -> dict[str, CheckResult]:
    """The results of a hand-in, by the last part of each check's name."""
    found: list[CheckResult] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        for module in judge.grade(unit_of(source), nursery):
            found.extend(module.checks)

    warm_judge(folder, body, public=public, hidden=hidden, reference=reference)
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


def test_advice_is_kept_short(tmp_path: Path, nursery: Nursery) -> None:
    name = "x" * 5_000
    source = f"""
def {name}(n):
    if n > 5: return 1
def act(n):
    return {name}(n) + 1
"""
    evidence = results_of(tmp_path, nursery, source, public=FIXTURES)["asks"].evidence
    assert evidence is not None
    assert "gave None here" in evidence.hint
    assert len(evidence.hint) < 1_100


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
    assert results["assertion"].message == "the check failed: one is not two; assert 1 == 2"
    assert results["wordless"].message == "the check failed"


ODD_ANSWERS = """
    import pytest

    @judges("unpacks")
    def test_unpacks(submission, expect):
        _, left = expect.answer(submission.work.act(2))
        assert left == 2

    @judges("takes an attribute")
    def test_attribute(expect, submission):
        assert expect.answer(submission.work.act(2)).count(2) == 2

    @judges("takes a key")
    def test_key(expect, submission):
        assert {2: "two"}[expect.answer(submission.work.act(2))[0]] == "two"

    @judges("never comes to an end of itself")
    def test_recursion(expect, submission):
        def walk(value):
            return value and walk(value)
        walk(expect.answer(submission.work.act(2)) != (2, 2))

    @judges("is left out")
    def test_skips(expect, submission):
        if expect.answer(submission.work.act(2)) != (2, 2):
            pytest.skip("this should not be")

    @judges("ends everything")
    def test_exits(expect, submission):
        if expect.answer(submission.work.act(2)) != (2, 2):
            raise SystemExit

    @judges("has a slip where it says what is wrong")
    def test_slip(expect, submission):
        if expect.answer(submission.work.act(2)) != (2, 2):
            raise ChekFailed("not a pair")

    @judges("asks for a name that the answer says")
    def test_name(expect, submission):
        getattr(submission.work, {(2, 2): "act"}.get(expect.answer(submission.work.act(2)), "no"))

    @judges("looks at the source")
    def test_source(source):
        assert source.tree("work").body[1].name == "act"
"""
PAIRS = "WIDTH = 2\n\ndef act(n): return n, n\n"


@pytest.mark.parametrize("answer", ["7", "None", "'text'", "()", "[n - 1]", "{n: n}", "object()"])
def test_an_answer_that_a_check_can_not_read_is_the_hand_ins_failure(
    tmp_path: Path, nursery: Nursery, answer: str
) -> None:
    source = f"def act(n): return {answer}\n"
    results = results_of(tmp_path, nursery, source, hidden=ODD_ANSWERS, reference=PAIRS)
    assert {name: result.status for name, result in results.items()} == dict.fromkeys(
        results, Status.FAILED
    )


def test_a_check_that_can_read_the_reference_passes_it(tmp_path: Path, nursery: Nursery) -> None:
    results = results_of(tmp_path, nursery, PAIRS, hidden=ODD_ANSWERS, reference=PAIRS)
    assert {result.status for result in results.values()} == {Status.PASSED}


def test_a_check_that_breaks_on_the_reference_too_is_ours(tmp_path: Path, nursery: Nursery) -> None:
    results = results_of(tmp_path, nursery, "def act(n): return 7\n", hidden=ODD_ANSWERS)
    assert results["unpacks"].status is Status.BROKEN
    assert results["unpacks"].message == "TypeError in the check"


def test_staff_are_told_of_an_answer_that_a_check_can_not_read(
    tmp_path: Path, nursery: Nursery
) -> None:
    found: list[ModuleResult] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        found.extend(judge.grade(unit_of("def act(n): return 7\n"), nursery))

    warm_judge(tmp_path, body, hidden=ODD_ANSWERS, reference=PAIRS)
    [module] = found
    words = "work.act: a check can't read what the hand-in answers (TypeError)"
    assert Incident("answer", words) in module.incidents
    unpacks = next(check for check in module.checks if check.title == "unpacks")
    assert unpacks.message == "the answer is of a kind that this check can't read: an int"


def test_what_a_check_stumbles_over_is_no_answer_to_an_earlier_check(
    tmp_path: Path, nursery: Nursery
) -> None:
    checks = """
        @judges("answers one")
        def test_a_one(expect, submission):
            expect(submission.work.act(1), (1, 1))

        @judges("looks at the source")
        def test_b_source(source):
            assert source.tree("work").body[1].name == "act"
    """
    source = PAIRS.partition("\n\n")[2]
    results = results_of(tmp_path, nursery, source, hidden=checks, reference=PAIRS)
    assert results["a_one"].status is Status.PASSED
    found = results["b_source"]
    assert found.message == "the answer is of a kind that this check can't read"
    assert found.evidence
    assert (found.evidence.call, found.evidence.got) == ("", "")


FAILS = """
    import pytest

    @judges("fails")
    def test_fails(expect, submission):
        if expect.answer(submission.work.act(2)) != 4:
            pytest.fail("it is not twice as much")

    @judges("expects an exception")
    def test_raises(expect, submission):
        with pytest.raises(IndexError):
            expect.answer(submission.work.act("a"))
"""


def test_claims_of_pytest_are_claims(tmp_path: Path, nursery: Nursery) -> None:
    results = results_of(tmp_path, nursery, "def act(n): return n\n", hidden=FAILS)
    assert {name: result.status for name, result in results.items()} == dict.fromkeys(
        results, Status.FAILED
    )
    assert results["fails"].message == "the check failed: it is not twice as much"


DRAWN_BADLY = """
    import pytest

    def verdict(_example, got, expected):
        if got[0] != expected[0]:
            pytest.fail("the first is wrong")
        return ""

    def hint(_example, got, _expected):
        pytest.fail("no hint")

    @judges("drawn")
    @drawn(st.integers(0, 9), count=5, verdict=verdict, hint=hint, picture=lambda *_: [1])
    def test_drawn(code, n):
        return code.work.act(n)
"""


@pytest.mark.parametrize("answer", ["7", "None", "(n + 1, n)", "[]", "1 / 0"])
def test_a_drawn_check_that_stumbles_is_the_hand_ins_failure_too(
    tmp_path: Path, nursery: Nursery, answer: str
) -> None:
    source = f"def act(n): return {answer}\n"
    results = results_of(tmp_path, nursery, source, hidden=DRAWN_BADLY, reference=PAIRS)
    assert results["drawn"].status in (Status.FAILED, Status.ERROR)


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
