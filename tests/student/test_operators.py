"""What Python's operators ask of a question is what they do to values, and is written as such."""

import operator
import re
from typing import Any

import pytest

from grader.student.evaluation import Evaluation
from grader.student.operators import ASKED, SWAPPED, WRITTEN
from grader.student.python_text import python_text
from grader.student.question import CODE

SEVEN = CODE.builtins.int("7")
EXPRESSIONS = (
    *("{} + 2", "{} - 2", "{} * 2", "{} / 2", "{} // 2", "{} % 2", "{} ** 2", "{} << 2"),
    *("{} >> 2", "{} & 2", "{} | 2", "{} ^ 2", "2 + {}", "2 - {}", "2 * {}", "2 / {}"),
    *("2 // {}", "2 % {}", "2 ** {}", "2 << {}", "2 >> {}", "2 & {}", "2 | {}", "2 ^ {}"),
    *("{} == 7", "{} != 7", "{} < 7", "{} <= 7", "{} > 7", "{} >= 7", "-{}", "+{}", "~{}"),
    *("abs({})", "divmod({}, 2)", "round({})"),
)


def operands(name: str) -> list[str]:
    return re.findall("{.*?}", WRITTEN[name])


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_of_a_question_has_the_value_of_that_of_its_answer(expression: str) -> None:
    question = eval(expression.format("seven"), {"seven": SEVEN})
    assert Evaluation(__import__).evaluate(question) == eval(expression.format("7"))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_of_a_question_is_written_as_it_is(expression: str) -> None:
    text = python_text(eval(expression.format("seven"), {"seven": SEVEN}))
    assert text == expression.format("int('7')")


@pytest.mark.parametrize("name", sorted(WRITTEN.keys() - {"matmul"}))
def test_each_function_is_written_as_the_operator_that_it_is(name: str) -> None:
    given: list[Any] = [[6], 6] if name == "contains" else [6, 3][: len(operands(name))]
    written = WRITTEN[name].format(*"xy"[: len(given)])
    assert eval(written, dict(zip("xy", given, strict=False))) == getattr(operator, name)(*given)


def test_only_operators_that_have_a_form_for_the_right_operand_are_swapped() -> None:
    assert {special for special in SWAPPED if not hasattr(int, special)} == {"__rmatmul__"}
    assert {ASKED[f"__{special[3:]}"][1] for special in SWAPPED} == set(SWAPPED.values())
