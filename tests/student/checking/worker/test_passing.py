"""Answers on a student's computer are what a box would give: checks say the same in both places."""

import sys
import textwrap
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grader.asking.submission import Submission
from grader.inside.wire import Handle
from grader.student.checking.runner import main, this_interpreter
from grader.student.checking.worker.direct import DirectAnswers
from grader.student.evidence import CheckFailed
from grader.student.literal import literal
from grader.student.question import CODE, KeptAnswer, Question
from tests.support import HandIn, at_home, question

ANSWERS = [
    "{'b': {2, 1}, 'a': [b'x', 1j]}",
    "collections.Counter('aab')",
    "collections.namedtuple('Pair', 'one two')(1, 2)",
    "decimal.Decimal('1.50')",
    "[fractions.Fraction(1, 3), datetime.date(2024, 1, 2), -0.0, float('nan')]",
    "frozenset({(1, 2)})",
    "bytearray(b'x')",
    "object()",
    "[object(), len]",
    "{'when': object()}",
    "range(3)",
    "'\\ud800'",
    "(lambda x: x.append(x) or x)([])",
]
WORK = """
import collections, datetime, decimal, fractions
def act(*arguments):
    return {answer}
"""


@pytest.fixture
def direct(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], DirectAnswers]]:
    """What answers questions with a file beside it, without a library."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(text: str) -> DirectAnswers:
        (tmp_path / "work.py").write_text(textwrap.dedent(text))
        sys.modules.pop("work", None)
        return at_home(tmp_path)

    yield make
    sys.modules.pop("work", None)


def seen(ask: Callable[[Any], Any], asked: Question) -> str:
    """What a check sees of an answer."""
    try:
        return literal(ask(asked))
    except CheckFailed as failed:
        return failed.evidence.message


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_check_sees_the_same_here_and_in_a_box(
    hand_in: HandIn, direct: Callable[[str], DirectAnswers], answer: str
) -> None:
    text = WORK.format(answer=answer)
    boxed: Submission = hand_in(text)
    assert seen(direct(text).ask, CODE.work.act()) == seen(boxed.ask, question("work", "act"))


def test_what_a_call_does_to_its_arguments_changes_no_check(
    direct: Callable[[str], DirectAnswers],
) -> None:
    here = direct("def act(x, y, z): x.append(1), y.update(a=1), z.add(1)\n")
    given: tuple[list[int], dict[str, int], set[int]] = ([], {}, set())
    here.ask(CODE.work.act(*given))
    assert given == ([], {}, set())


def test_what_cannot_travel_can_be_asked_again(direct: Callable[[str], DirectAnswers]) -> None:
    here = direct("class Box: size = 3\ndef act(box): return box.size\n")
    box = here.ask(CODE.work.Box())
    assert isinstance(box, KeptAnswer)
    assert isinstance(box, Handle)
    assert here.ask(CODE.work.act([box][0])) == 3


def test_a_function_of_a_check_gets_what_a_box_would_send(
    direct: Callable[[str], DirectAnswers],
) -> None:
    given: list[Any] = []

    def keep(*arguments: Any) -> Any:
        given.extend(arguments)
        return Decimal(1), [2]

    here = direct(
        """
        import collections
        def act(keep): return keep(collections.OrderedDict(a=1), object(), 5)
        """
    )
    assert here.ask(CODE.work.act(keep)) == (Decimal(1), [2])
    assert [type(one) for one in given] == [dict, KeptAnswer, int]


def test_questions_may_be_anywhere_in_an_argument(direct: Callable[[str], DirectAnswers]) -> None:
    here = direct("def act(x): return x\n")
    asked = CODE.work.act({"a": [CODE.work.act(date(2024, 1, 2))]})
    assert here.ask(asked) == {"a": [date(2024, 1, 2)]}


def test_a_package_that_is_not_there_is_told_with_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "tasks.toml").write_text(
        'handin = "h.tgz"\npackages = ["no_such_one"]\nlock = "pins.txt"\nmodules = []\n'
    )
    assert main(tmp_path, []) == 2
    said = capsys.readouterr().out
    assert said == (
        f"no_such_one can't be imported: run `{this_interpreter()} -m pip install -r pins.txt` "
        "once, then try again.\n"
    )


def test_what_may_be_imported_is_told_with_what_may_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "work.py").write_text("import no_such_one\n")
    monkeypatch.delitem(sys.modules, "work", raising=False)
    for packages, only in ((["json"], "library, json"), ([], "library")):
        words = f"only Python's own {only} and your own files can be imported"
        with pytest.raises(CheckFailed, match=words):
            at_home(tmp_path, packages=packages).load("work")
