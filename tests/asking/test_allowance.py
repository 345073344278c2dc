"""What is left for a hand-in cuts down what a question may take, and says so when it is used up."""

from dataclasses import replace
from time import monotonic

from grader.asking.allowance import Allowance
from grader.sandbox.clock import Budget
from grader.sandbox.timeout_words import HANDIN_CPU, HANDIN_WALL

BUDGET = Budget(cpu_seconds=5.0, idle_seconds=4.0, wall_seconds=300.0, answer_bytes=1)


def test_a_question_may_take_all_of_its_budget_if_more_is_left() -> None:
    assert Allowance().within(BUDGET, 100.0, 100.0) == BUDGET
    assert BUDGET.out_of_time == "no answer after 5 seconds of CPU time"
    assert BUDGET.out_of_wall_time == "no answer after 300 seconds"


def test_a_box_may_take_no_more_than_is_left_which_is_then_said() -> None:
    allowance = Allowance(cpu_seconds=10.0, asleep_seconds=6.0, ends_at=monotonic() + 0.7)
    budget = allowance.within(BUDGET, 9.0, 5.5)
    assert (budget.cpu_seconds, budget.idle_seconds) == (1.0, 0.5)
    assert budget.wall_seconds <= 0.7
    assert (budget.out_of_time, budget.out_of_wall_time) == (HANDIN_CPU, HANDIN_WALL)


def test_what_a_budget_says_of_itself_stays() -> None:
    budget = replace(BUDGET, exceeded="the check takes too long", late="the check is late")
    cut = Allowance(cpu_seconds=1.0, ends_at=monotonic() + 1).within(budget, 0.0, 0.0)
    assert (cut.cpu_seconds, cut.out_of_time) == (1.0, "the check takes too long")
    assert cut.out_of_wall_time == "the check is late"
