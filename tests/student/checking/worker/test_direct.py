"""The student's files, asked in the process of the checks: they answer what a box would give."""

import sys
import textwrap
import traceback
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grader.asking.submission import Submission
from grader.inside.wire import Handle
from grader.student.checking.own_files import is_own, own_files
from grader.student.checking.runner import main, this_interpreter
from grader.student.checking.worker.direct import (
    MOST_ENTRIES,
    DirectAnswers,
    shorten_traceback,
)
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


def go_down(levels: int) -> None:
    """Raise after so many calls."""
    if not levels:
        raise ValueError("at the end")
    go_down(levels - 1)


def raised_after(levels: int) -> ValueError:
    with pytest.raises(ValueError, match="at the end") as found:
        go_down(levels)
    return found.value


def test_a_long_traceback_keeps_its_ends() -> None:
    error = raised_after(5 * MOST_ENTRIES)
    before = traceback.extract_tb(error.__traceback__)
    shorten_traceback(error)
    left = traceback.extract_tb(error.__traceback__)
    assert len(left) == 2 * MOST_ENTRIES
    assert list(left[:MOST_ENTRIES]) == list(before[:MOST_ENTRIES])
    assert list(left[-MOST_ENTRIES:]) == list(before[-MOST_ENTRIES:])


def test_a_short_one_stays_whole() -> None:
    error = raised_after(MOST_ENTRIES)
    before = len(traceback.extract_tb(error.__traceback__))
    shorten_traceback(error)
    assert len(traceback.extract_tb(error.__traceback__)) == before


COUNTS = """
counted = []

def count():
    counted.append(None)
    return len(counted)
"""


def test_fresh_modules_have_forgotten_what_was_asked_without_a_library_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "counting.py").write_text(COUNTS, "utf-8")
    direct = at_home(tmp_path, "counting")
    assert [direct.ask(CODE.counting.count()) for _ in range(2)] == [1, 2]
    with direct.fresh_modules():
        assert direct.ask(CODE.counting.count()) == 1
    assert direct.ask(CODE.counting.count()) == 3
    del sys.modules["counting"]


def test_an_environment_in_the_folder_is_not_the_students(tmp_path: Path) -> None:
    for name in ("work.py", "shop/cart.py", "env/lib/pip.py", ".venv/lib/pytest.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    for name in ("env", ".venv"):
        (tmp_path / name / "pyvenv.cfg").write_text("", "utf-8")
    own = sorted(path.name for path in own_files(tmp_path, ""))
    assert own == ["cart.py", "work.py"]
    assert is_own(str(tmp_path / "shop/cart.py"), str(tmp_path), "")
    assert not is_own(str(tmp_path / ".venv/lib/pytest.py"), str(tmp_path), "")


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
