"""The question for an example with an argument changed, which no example of the check is asked."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from grader.judging.drawing.changing import changed
from grader.judging.drawing.rewriting import Rewriting
from grader.student.question import Call, Code, has_questions, parts


@dataclass(frozen=True, slots=True)
class ChangedQuestion:
    """Two drawn examples, and the number that says how the question for the first is changed."""

    example: Any
    other: Any
    seed: int

    def ask(self, ask: Callable[[Code, Any], Any], code: Code) -> Any:
        """The changed question; raises `ValueError` where none can be made."""
        question, rng = ask(code, self.example), Random(self.seed)
        if not (found := _arguments(question)):
            raise ValueError("no argument is a value")
        call, at, argument = rng.choice(found)
        others = _arguments(ask(code, self.other))
        alike = [value for other, place, value in others if place == at and _is_like(other, call)]
        value = changed(argument, rng.choice(alike or [argument]), rng)
        if value is None:
            raise ValueError("it can't be changed so")
        arguments = (*call._arguments[:at], value, *call._arguments[at + 1 :])
        return Rewriting([(call, Call(call._function, arguments, call._named))]).of(question)


def _arguments(question: Any) -> list[tuple[Call, int, Any]]:
    """The arguments of calls that are values, and not questions."""
    calls = {id(part): part for part in parts(question) if isinstance(part, Call)}
    return [
        (call, at, argument)
        for call in calls.values()
        for at, argument in enumerate(call._arguments)
        if not has_questions(argument)
    ]


def _is_like(one: Call, other: Call) -> bool:
    names = [getattr(call._function, "_name", None) for call in (one, other)]
    return names[0] == names[1]
