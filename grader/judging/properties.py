"""Properties: checks on inputs that are drawn once and asked of every hand-in.

    @pytest.mark.task("primes.is_prime", "agrees with the reference")
    @drawn(sequences(), count=200)
    def test_agrees(code, example):
        return code.primes.is_prime(example)

The decorated function writes down the question for one example. The engine draws the examples
(hypothesis, with a fixed seed), asks the reference once, and keeps both as the answer key; for a
hand-in it sends all questions in one message and compares the reply as bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any

from hypothesis.strategies import SearchStrategy

from grader.judging.drawing.changing import ChangedQuestion
from grader.student.evidence import Picture
from grader.student.question import CODE, Code

Ask = Callable[[Code, Any], object]
Verdict = Callable[[Any, Any, Any], str]
Hint = Callable[[Any, Any, Any], str]
DrawPicture = Callable[[Any, Any], Picture | None]
Wanted = Callable[[Any], str]


class Placed(str):
    """Words on a part of an answer: its place and what is wrong; `alone` is only what is wrong.

    >>> Placed("answer 2", "3 instead of 4"), Placed("answer 2", "3 instead of 4").alone
    ('answer 2: 3 instead of 4', '3 instead of 4')
    """

    __slots__ = ("alone",)
    alone: str

    def __new__(cls, place: str, words: str) -> "Placed":
        made = super().__new__(cls, f"{place}: {words}")
        made.alone = words.alone if isinstance(words, Placed) else words
        return made


@dataclass(frozen=True, slots=True)
class Relation:
    """What a text says of two examples at once, such as of a board and of its mirror image.

    `of(example)` is the other example, or `None` if there is none; `answer(example, answer)` is
    what its answer must be. Without that, it must be the same answer.
    """

    name: str
    of: Callable[[Any], object]
    answer: Callable[[Any, Any], object] | None = None


@dataclass(frozen=True, slots=True)
class Property:
    """What is drawn, what is asked, and how an answer is judged.

    `verdict(example, got, expected)` says in words what is wrong with a value, or "" if nothing;
    without one, the answer must be the `same` as the reference's, where numbers may differ by up to
    `tolerance`. `hint(example, got, expected)` may add advice, `picture(example, got)` a picture.
    If the reference's answer is one of many, `wanted(example)` says in words what a right one is,
    and is shown in its place. With `alone`, no neighbours are asked besides the examples; otherwise
    those of `relations` may be, too. With `among_others`, questions also call what other tasks are
    about: only answers count then, and code that never ends or ends its box loses nothing here.
    """

    examples: SearchStrategy[object]
    count: int
    ask: Ask
    verdict: Verdict | None = None
    hint: Hint | None = None
    picture: DrawPicture | None = None
    cpu_seconds: float | None = None
    tolerance: float = 0
    alone: bool = False
    relations: Sequence[Relation] = ()
    wanted: Wanted | None = None
    among_others: bool = False

    def question(self, example: object, code: Code = CODE) -> object:
        """The question for an example."""
        if isinstance(example, ChangedQuestion):
            return example.ask(self.ask, code)
        return self.ask(code, example)


Replay = Callable[[Property], None]

ONE_EXAMPLE = "a drawn check takes the code and one example; of several parts that is a tuple"


def drawn(
    examples: SearchStrategy[object],
    *others: SearchStrategy[object],
    count: int = 100,
    verdict: Verdict | None = None,
    hint: Hint | None = None,
    picture: DrawPicture | None = None,
    cpu_seconds: float | None = None,
    tolerance: float = 0,
    alone: bool = False,
    relations: Sequence[Relation] = (),
    wanted: Wanted | None = None,
    among_others: bool = False,
) -> Callable[[Ask], Callable[[Replay], None]]:
    """Make a pytest test of a function from `(code, example)` to a question.

    Raises `TypeError` for several strategies, which must be drawn as one example, and for a
    function with any other parameters.
    """
    if others:
        many = ", ".join(["…"] * (1 + len(others)))
        raise TypeError(f"@drawn takes one strategy; use @drawn(st.tuples({many}), count=…)")

    def decorate(ask: Ask) -> Callable[[Replay], None]:
        if len(taken := signature(ask).parameters) != 2:
            raise TypeError(f"{ask.__name__}({', '.join(taken)}): {ONE_EXAMPLE}")
        prop = Property(
            examples,
            count,
            ask,
            verdict,
            hint,
            picture,
            cpu_seconds,
            tolerance,
            alone,
            tuple(relations),
            wanted,
            among_others,
        )

        def test(replay: Replay) -> None:
            replay(prop)

        # Not functools.wraps: pytest would follow `__wrapped__` and ask for fixtures of ask's.
        test.__name__ = ask.__name__
        test.__qualname__ = ask.__qualname__
        test.__module__ = ask.__module__
        test.__doc__ = ask.__doc__
        test.prop = prop  # type: ignore[attr-defined]  # where the key finds what to draw
        return test

    return decorate
