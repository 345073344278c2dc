"""What a check may know of a hand-in beside its answers."""

import pytest

from grader.asking.handed_in import CheckedModule, names_of
from grader.statuses import Status
from grader.student.evidence import CheckFailed
from tests.support import HandIn

WORK = """
import time

def act(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    return seconds
"""


def test_the_time_that_code_has_used_is_the_kernels(hand_in: HandIn) -> None:
    code = CheckedModule(hand_in(WORK), names_of({"work.py": WORK}))
    code.ask(code.work.act(0))
    before = code.cpu_seconds
    code.ask(code.work.act(0.3))
    assert 0.3 <= code.cpu_seconds - before < 1


def test_a_check_may_allow_its_questions_another_time(hand_in: HandIn) -> None:
    code = CheckedModule(hand_in(WORK), names_of({"work.py": WORK}))
    code.allow(0.2)
    with pytest.raises(CheckFailed) as failed:
        code.ask(code.work.act(60))
    assert failed.value.status is Status.TIMEOUT  # type: ignore[attr-defined]
    code.allow(60)
    assert code.ask(code.work.act(0.5)) == 0.5


def test_what_is_built_into_python_can_be_asked_of_an_answer(hand_in: HandIn) -> None:
    code = CheckedModule(hand_in(WORK), names_of({"work.py": WORK}))
    assert code.ask(code.builtins.len([code.work.act(0), 3])) == 2
