"""Whatever a box sends for an answer, a check gets none of another shape than its question's."""

from typing import Any

import pytest

from gametree import Seq
from grader.asking.answers import Value, read_answers
from grader.inside.values import Ran
from grader.inside.wire import Violation, dump
from grader.student.printing import printed
from grader.student.question import CODE, PRINTED, SpecialForm, run, within
from grader.student.refusals import outcome
from tests.support import LIBRARY

RAN = run("main.py", ["go"])
CALL = CODE.las.f(1)
LENGTH = CODE.builtins.len(CALL)
SPOKEN = SpecialForm("spoken", CALL, [["Ada"]])
OUTCOME = outcome(CALL, CODE.las.Empty)
SHOWN = SpecialForm("shown", LENGTH, [])
REFUSAL = SpecialForm("refusal", CALL, [[["Empty", CODE.las.Empty]], ["size"], []])


def refused(**others: Any) -> Any:
    """What a box says of a refusal, some of it another thing."""
    usual = {"kind": "Empty", "says": "", "has": ["dict"], "cause": ["l", "", "OSError"]}
    return ["dict", *[part for item in (usual | others).items() for part in item]]


def read(question: Any, data: Any) -> Any:
    [answer] = read_answers(dump([["v", data]]), (question,), LIBRARY)
    assert isinstance(answer, Value)
    return answer.value


@pytest.mark.parametrize(
    ("question", "data"),
    [
        ((CALL, CALL), 7),
        ((CALL, CALL), ["t", 1]),
        ((CALL, CALL), ["t", 1, 2, 3]),
        ((CALL, CALL), ["l", 1, 2]),
        ([CALL], ["t", 1]),
        ([(CALL, CALL), CALL], ["l", 1, 2]),
        ({"a": (CALL, CALL)}, ["dict", "a", 1]),
        ({"a": CALL}, ["dict", "b", 1]),
        ({"a": CALL}, ["l"]),
        (PRINTED, 7),
        (LENGTH, "3"),
        (LENGTH, True),
        (CODE.builtins.isinstance(CALL, CODE.las.C), 1),
        (CODE.builtins.sorted(CALL), ["t", 1]),
        (RAN, 7),
        (RAN, ["ran", "0", "", "", ["dict"]]),
        (RAN, ["ran", True, "", "", ["dict"]]),
        (RAN, ["ran", 0, 7, "", ["dict"]]),
        (RAN, ["ran", 0, "", None, ["dict"]]),
        (RAN, ["ran", 0, "", "", 7]),
        (RAN, ["ran", 0, "", "", ["dict", "a.csv", 7]]),
        (RAN, ["ran", 0, "", "", ["dict", 7, "a"]]),
        (CALL, ["ran", 0, "", "", 7]),
        (RAN.status, "0"),
        (RAN.output, 7),
        ((RAN.output, RAN.files), ["t", "", "files"]),
        (None, 7),
        (OUTCOME, "Full"),
        (OUTCOME, ["l", 1, 2]),
        (OUTCOME, ["t", 1]),
        (outcome(LENGTH), ["l", "3"]),
        (REFUSAL, 7),
        (REFUSAL, "Empty"),
        (REFUSAL, refused(kind="Full")),
        (REFUSAL, refused(says=7)),
        (REFUSAL, refused(has=["dict", "other", 1])),
        (REFUSAL, refused(cause=["l", "KeyError", ""])),
        (REFUSAL, refused(cause=["l", ""])),
        (within(CALL, lambda _: LENGTH), "3"),
        (SHOWN, "3"),
        (printed(CALL), 7),
        (SPOKEN, ["l", ["l", "a"]]),
        (SPOKEN, ["l", ["l", "a", "b"], None]),
        (SPOKEN, ["l", ["l", 7], None]),
        (SPOKEN, ["l", ["l", "a"], 7]),
    ],
    ids=lambda _: "",
)
def test_an_answer_of_another_shape_than_its_question_is_a_violation(
    question: Any, data: Any
) -> None:
    with pytest.raises(Violation):
        read(question, data)


@pytest.mark.parametrize(
    ("question", "data", "value"),
    [
        (CALL, 7, 7),
        (CALL, ["t", 1, 2], (1, 2)),
        ((CALL, (LENGTH, CALL)), ["t", None, ["t", 3, ["s", 1]]], (None, (3, Seq.of(1)))),
        ([CALL, "a", None], ["l", 1, "a", None], [1, "a", None]),
        ({"a": CALL, CALL: 1}, ["dict", "a", 1, "b", 1], {"a": 1, "b": 1}),
        (CODE.las.isinstance(CALL), 7, 7),
        (CODE.builtins.len, ["o", 0, "f"], None),
        (RAN, ["ran", 1, "a", "b", ["dict", "a.csv", None]], Ran(1, "a", "b", {"a.csv": None})),
        (RAN.files, ["dict", "a.bin", ["bytes", "00"]], {"a.bin": b"\0"}),
        (RAN.output.split(), ["l", "a"], ["a"]),
        (None, None, None),
        (OUTCOME, "Empty", "Empty"),
        (OUTCOME, ["l", "Full"], ["Full"]),
        (REFUSAL, ["l", 7], [7]),
        (REFUSAL, refused(), {"kind": "Empty", "says": "", "has": {}, "cause": ["", "OSError"]}),
        (within(CALL, lambda _: LENGTH), None, None),
        (SHOWN, 3, 3),
        (SHOWN, ["o", 0, "Length"], None),
        (SPOKEN, ["l", ["l", "a", "b", ""], "a"], [["a", "b", ""], "a"]),
    ],
    ids=lambda _: "",
)
def test_an_answer_of_its_questions_shape_is_read(question: Any, data: Any, value: Any) -> None:
    got = read(question, data)
    assert value is None or got == value
