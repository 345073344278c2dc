"""A typing mistake in a check is reported at once, with its line and what would be right."""

from pathlib import Path

import pytest

from grader.asking.known_names import unasked, unknown_names
from grader.cli import main
from grader.commands.new import new_assignment


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A new assignment, whose checks are replaced one by one."""
    return new_assignment("bank", tmp_path / "bank")


def hidden(config: Path, text: str) -> Path:
    """Put a check into the file of hidden checks."""
    file = config.parent / "reference/checks/test_bank.py"
    file.write_text(f"{file.read_text()}\n\n{text}")
    return file


MARK = '@pytest.mark.task("bank.mean", "of mine")\n'
FAULTS = {
    "a name": (
        "def test_x(submission, expect):\n    expect(submission.bank.talley('a'), {'a': 1})\n",
        "neither solution nor starter of bank.py has 'talley'; did you mean 'tally'?",
    ),
    "a name that is like no other": (
        "def test_x(submission, expect):\n    expect(submission.bank.zzz('a'), {'a': 1})\n",
        "neither solution nor starter of bank.py has 'zzz'; there are mean, tally\n",
    ),
    "a module": (
        "def test_x(submission, expect):\n    expect(submission.bnak.tally('a'), {'a': 1})\n",
        "there is no module 'bnak' to ask; did you mean 'bank'?",
    ),
    "a fixture": (
        "def test_x(submission, expct):\n    pass\n",
        "there is no 'expct' for checks; there are submission, expect, source",
    ),
    "a call that nobody asks": (
        "def test_x(submission, expect):\n    count = submission.bank.tally('a')\n"
        "    count.pop('a')\n    expect(count.items(), [])\n",
        "count.pop('a') is never asked: put it into a list with what follows",
    ),
    "a call that nobody asks of a drawn example": (
        "@drawn(st.just(1), count=5)\ndef test_x(code, x):\n"
        "    for _ in range(2):\n        code.bank.mean([x])\n    return code.bank.mean([x])\n",
        "code.bank.mean([x]) is never asked: put it into a list with what follows",
    ),
    "two strategies": (
        "@drawn(st.just(1), st.just(2), count=5)\ndef test_x(code, x):\n    return 1\n",
        ": the checks can't be collected: TypeError: @drawn takes one strategy; "
        "use @drawn(st.tuples(…, …), count=…)",
    ),
    "a reference that fails on what is drawn": (
        "@drawn(st.just([7]), count=5)\ndef test_x(code, x):\n    return [1, code.bank.tally(x)]\n",
        "ReferenceFailed: on the drawn [7] it raises AttributeError: "
        "'list' object has no attribute 'lower'; "
        "correct the reference, or what is drawn",
    ),
    "draws nothing": (
        "@drawn(st.nothing(), count=5)\ndef test_x(code, x):\n    return code.bank.mean([x])\n",
        "ValueError: it draws no examples: see what its strategy filters out",
    ),
    "a question that can't be asked": (
        "@drawn(st.just(1), count=5)\ndef test_x(code, x):\n    return code.bank.mean(x.y)\n",
        "AttributeError: 'int' object has no attribute 'y'",
    ),
    "what can't travel": (
        "@drawn(st.just(object()), count=5)\ndef test_x(code, x):\n    return code.bank.mean(x)\n",
        "TypeError: a question can't contain <object object at",
    ),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_reported_in_one_line_before_anything_is_graded(
    config: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    text, words = FAULTS[what]
    file = hidden(config, MARK + text)
    assert main(["verify", "--config", str(config)]) == 2
    printed = capsys.readouterr().err
    assert f"{file}:" in printed
    assert words in printed
    assert "Traceback" not in printed
    assert len(printed.splitlines()) == 1


def test_a_variable_of_that_name_is_the_checks_own(tmp_path: Path) -> None:
    file = tmp_path / "test_bank.py"
    file.write_text("def test_x(submission):\n    code = 'x'\n    assert code.upper().isupper()\n")
    assert list(unknown_names(file, ["bank"], {"bank": {"mean"}}, ())) == []
    file.write_text("def test_x(code):\n    return code.upper()\n")
    assert len(list(unknown_names(file, ["bank"], {"bank": {"mean"}}, ()))) == 1


def test_a_reference_that_fails_its_own_check_is_reported_with_the_reason(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hidden(
        config,
        MARK + "def test_x(submission, expect):\n    expect(submission.bank.mean([1, 2]), 2.5)\n",
    )
    assert main(["verify", "--config", str(config)]) == 1
    printed = capsys.readouterr().out
    reason = "bank.mean/hidden/x: wrong value: 1.5 instead of 2.5"
    assert f"unexpected: reference/reference: {reason}" in printed


def test_a_check_that_expects_what_no_answer_can_be_is_reported_with_its_line(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = hidden(
        config,
        "class Money:\n    pass\n\n\n"
        + MARK
        + "def test_x(submission, expect):\n    expect(submission.bank.mean([1]), Money())\n",
    )
    assert main(["verify", "--config", str(config)]) == 1
    printed = capsys.readouterr().out
    assert (
        f"{file}:{len(file.read_text().splitlines())}: TypeError: no answer can be a Money"
        in printed
    )


def test_names_that_are_there_are_no_faults(config: Path) -> None:
    file = config.parent / "checks.py"
    file.write_text(
        "def f(code, submission):\n    code.bank.tally, submission.sys.stdin, submission.ask"
    )
    assert list(unknown_names(file, ["bank"], {"bank": frozenset({"tally"})}, ())) == []


@pytest.mark.parametrize(
    "line",
    [
        "submission.close()",
        "submission.allow(2)",
        "expect([queue.join('a'), queue.serve()], [None, 'a'])",
        "seen.append(queue.join('a'))",
        "mine.join('a')",
        "first, second = queue.join('a'), queue.serve()",
        "(lambda queue: queue.join('a'))(seen)",
    ],
)
def test_what_stands_alone_and_is_no_question_is_no_fault(tmp_path: Path, line: str) -> None:
    file = tmp_path / "test_bank.py"
    file.write_text(
        "def test_x(submission, expect, seen):\n    queue = submission.bank.Queue(3)\n"
        f"    mine = seen\n    mine = submission.bank.Queue(3)\n    {line}\n"
    )
    assert list(unasked(file)) == []


@pytest.mark.parametrize("line", ["queue[0]", "-queue", "queue + 1", "1 == queue.serve()"])
def test_an_operation_that_stands_alone_is_never_asked(tmp_path: Path, line: str) -> None:
    file = tmp_path / "test_bank.py"
    text = f"def test_x(submission, expect):\n    queue = submission.bank.Queue(3)\n    {line}\n"
    file.write_text(text)
    words = f"{file}:3: {line} is never asked: put it into a list with what follows"
    assert list(unasked(file)) == [words]


def test_what_a_function_inside_calls_by_that_name_is_its_own(tmp_path: Path) -> None:
    file = tmp_path / "test_bank.py"
    file.write_text(
        "def test_x(submission):\n    queue = submission.bank.Queue(3)\n"
        "    def f(queue):\n        queue.join('a')\n    f([])\n"
    )
    assert list(unasked(file)) == []


# Faults that show when a check is run, and what is advised: all of them in one run.
ADVISED = {
    "len(submission.bank.tally('a'))": "write `submission.builtins.len(question)`",
    "int(submission.bank.mean([1]))": "write `submission.builtins.int(question)`",
    "expect(submission.bank.mean([1]), submission.bank.mean([2]))": "expect(one == other, True)",
    "submission.bank.mean([1]).owner = 3": "submission.builtins.setattr(question,",
    "expect(submission.bank.mean([1]))": "is how a claim reads",
    "assert submission.bank.mean([1]) == 1": "is how a claim reads",
    "assert submission.bank.tally('a')": "is how a claim reads",
    "expect(1 == 1, True)": "is how a claim reads",
    "refused(expect, submission.bank.mean([]), raises=submission.bank.mean([]))": "such a claim",
    "int([])": "`grader debug HANDIN -x --pdb` stops there",
}


def test_advice_is_given_where_it_helps(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checks = ["from grader.student.refusals import expect_refusal as refused\n"]
    for number, line in enumerate(ADVISED):
        checks.append(f"{MARK}def test_x{number}(submission, expect):\n    {line}\n")
    hidden(config, "\n".join(checks))
    assert main(["verify", "--config", str(config), "--only", "reference"]) == 1
    shown = capsys.readouterr().out.splitlines()
    for number, (line, advice) in enumerate(ADVISED.items()):
        [of_it] = [said for said in shown if f"/x{number}: " in said]
        assert advice in of_it, line


def test_domains_say_what_is_not_there_or_wrong_in_one_line(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--domains", "--config", str(config)]) == 0
    assert "there are no domain tables (DOMAINS) in" in capsys.readouterr().out
    hidden(config, MARK + "def test_x(submission, expect):\n    int([])\n")
    assert main(["verify", "--domains", "--config", str(config)]) == 1
    printed = capsys.readouterr().err
    assert "the reference fails bank.mean/hidden/x: " in printed
    assert "TypeError: int() argument" in printed
    assert len(printed.splitlines()) == 1
