"""Assertions about answers: `expect(question, expected)` passes or raises `CheckFailed`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from grader.inside.shortening import cut, listed
from grader.inside.travel.watched import is_noted, methods_of, visits_of
from grader.inside.values import Ran
from grader.student.compare import around, difference, refuse_uncomparable, same, short
from grader.student.evidence import (
    BoardPicture,
    CheckFailed,
    Evidence,
    PictureNode,
    TextPicture,
    TreePicture,
)
from grader.student.library_tables import declared
from grader.student.literal import in_order, literal
from grader.student.plural import numbered
from grader.student.python_text import python_text
from grader.student.question import Attribute, has_questions, is_run, parts, watched_in

# A search that never stops visits terminals endlessly.
MOST_SHOWN = 200
MOST_NAMED = 8  # in a sentence
MOST_ERRORS = 1500  # characters of what a program writes as errors
# At most so many lines of a tree are shown, around the difference.
MOST_LINES = 13
MOST_WIDE = 100  # characters of a value beside another one
# Matching the lines of two texts takes quadratic time.
MOST_MATCHED = 2_000
EXPECTED = "what is expected is a question too: write `expect(one == other, True)`"
TOO_MANY_CALLS = "a method is called more often than it has to be"
NO_RETURN = "a function without `return` gives None: is a `return` missing?"


class Expect:
    """Assertions about one hand-in; `ask` returns an answer or raises `CheckFailed`."""

    def __init__(self, ask: Callable[..., Any]) -> None:
        self._ask = ask

    def __call__(
        self,
        question: object,
        expected: object,
        *,
        visits: Sequence[str] | None = None,
        calls: Mapping[str, int] | None = None,
        tolerance: float = 0,
        hint: str = "",
    ) -> None:
        """Assert that the answer is as good as `expected`.

        It may contain values of `pytest.approx`, and numbers may differ by `tolerance`. `visits`
        are the labels of the terminals that the question should visit on its watched object;
        `calls` says how often methods of its watched objects may be called, by name.
        """
        if not has_questions(question):
            raise TypeError(_asks_nothing(question))
        if has_questions(expected):
            raise TypeError(EXPECTED)
        for name in calls or ():
            _refuse_uncounted(question, name)
        got = self._ask(question)
        if not same(got, expected, tolerance):
            refuse_uncomparable(expected)
            evidence = self._wrong_value(question, got, expected, visits, tolerance)
            raise CheckFailed(replace(evidence, hint=hint or evidence.hint))
        if visits is not None:
            self._expect_visits(question, visits, hint)
        if calls is not None:
            self._expect_calls(question, calls, hint)

    def answer(self, question: object, stdin: str = "") -> Any:
        """The code's answer after `stdin` was typed; raises `CheckFailed` if there is none."""
        return self._ask(question, stdin)

    def _wrong_value(
        self,
        question: object,
        got: object,
        expected: object,
        visits: Sequence[str] | None,
        tolerance: float,
    ) -> Evidence:
        evidence = wrong_value(question, got, expected, tolerance=tolerance)
        if said := self._errors_of_programs(question):
            evidence = replace(evidence, output=said)
        if not visits:
            return evidence
        [watched] = watched_in(question)
        return replace(evidence, picture=tree_picture(watched, watched.visits, visits))

    def _errors_of_programs(self, question: object) -> str:
        """The end of the error output of the question's programs, unless that is asked for."""
        asked = [part for part in parts(question) if isinstance(part, Attribute)]
        runs = {id(one._target): one._target for one in asked if is_run(one._target)}
        if not runs or any(one._name == "errors" for one in asked):
            return ""
        try:
            errors = self._ask([Attribute(run, "errors") for run in runs.values()])
        except CheckFailed:
            return ""
        return "\n".join(filter(None, [text[-MOST_ERRORS:].strip() for text in errors]))

    def _expect_visits(self, question: object, visits: Sequence[str], hint: str) -> None:
        [watched] = watched_in(question)
        if not same_visits(watched, watched.visits, visits):
            evidence = wrong_visits(question, watched, watched.visits, visits)
            raise CheckFailed(replace(evidence, hint=hint))

    def _expect_calls(self, question: object, calls: Mapping[str, int], hint: str) -> None:
        if more := too_many_calls(watched_in(question), calls):
            call = python_text(question)
            evidence = Evidence(more, call=call, difference=more, hint=hint, kind=TOO_MANY_CALLS)
            raise CheckFailed(evidence)


def _asks_nothing(value: object) -> str:
    words = f"`expect` asks nothing of the hand-in by {cut(repr(value), 60)}"
    asked = (
        "`submission.operator.is_(a, b)` and `submission.builtins.isinstance(a, b)` are questions"
    )
    return f"{words}: {asked}" if isinstance(value, bool) else words


def _refuse_uncounted(question: object, method: str) -> None:
    """Raise `TypeError` if a method's calls aren't counted: then its bound could never fail."""
    watched = watched_in(question)
    if not any(method in methods_of(type(one)) for one in watched):
        counted = sorted({f"`{name}`" for one in watched for name in methods_of(type(one))})
        instead = f"; what is counted are calls of {', '.join(counted)}" if counted else ""
        raise TypeError(
            f"calls= bounds {method}, which no watched object of the question has{instead}"
        )


def same_visits(watched: Any, got: Sequence[str], expected: Sequence[str]) -> bool:
    """Whether the visited terminals are the expected ones: in order, or each as often.

    For a watched object that isn't `ordered`, whether no method is called more often than expected.
    """
    if is_noted(type(watched)) and not watched.ordered:
        return not counted(got) - counted(expected)
    return list(got) == list(expected) if watched.ordered else Counter(got) == Counter(expected)


def counted(visits: Iterable[str]) -> Counter[str]:
    """How often each method was called."""
    return Counter(visit.partition("(")[0] for visit in visits)


def too_many_calls(watched: Iterable[object], most: Mapping[str, int]) -> str:
    """A sentence about a method that was called too often; empty if none was."""
    visits = [visit for one in watched for visit in visits_of(one)]
    for name, times in counted(visits).items():
        if name in most and times > most[name]:
            own = [visit for visit in visits if visit.startswith(f"{name}(")]
            return f"{_times(name, times)} where {most[name]} would do: {listed(own, MOST_NAMED)}"
    return ""


def _times(name: str, times: int) -> str:
    return f"{name} is called {'once' if times == 1 else f'{times} times'}"


def wrong_value(
    question: object, got: object, expected: object, words: str = "", tolerance: float = 0
) -> Evidence:
    """Evidence that a value is wrong; `words` say why, if a comparison can't."""
    return wrong_answer(python_text(question), got, expected, words, tolerance)


def wrong_answer(
    call: str, got: object, expected: object, words: str = "", tolerance: float = 0
) -> Evidence:
    """The same for a call that is given as text."""
    first = words or difference(got, expected, tolerance)
    got_text, expected_text = literal(got), literal(expected)
    return Evidence(
        message=f"wrong value: {first}" if first else "wrong value",
        call=call,
        got=around(got_text, expected_text),
        expected=around(expected_text, got_text),
        difference=first,
        hint=NO_RETURN if got is None and expected is not None else "",
        picture=value_picture(got, expected, tolerance),
        kind="wrong value",
    )


def wrong_visits(
    question: object, watched: object, got: Sequence[str], expected: Sequence[str]
) -> Evidence:
    """Evidence that the value is right, but the wrong terminals were visited."""
    if is_noted(type(watched)):
        return _wrong_calls(question, watched, got, expected)
    words, kind = _visits_in_words(got, expected)
    return Evidence(
        message=words,
        call=python_text(question),
        got=listed(got, MOST_SHOWN) or "no terminals",
        expected=listed(expected, MOST_SHOWN) or "no terminals",
        difference=words,
        picture=tree_picture(watched, got, expected),
        kind=kind,
    )


def _wrong_calls(
    question: object, watched: Any, got: Sequence[str], expected: Sequence[str]
) -> Evidence:
    if watched.ordered:
        words = kind = "the right calls in the wrong order, or others"
    else:
        kind = TOO_MANY_CALLS
        more, least = counted(got) - counted(expected), counted(expected)
        name = next(iter(more))
        words = f"{_times(name, counted(got)[name])} where {least[name]} would do"
    return Evidence(
        message=words,
        call=python_text(question),
        got=listed(got, MOST_SHOWN) or "no calls",
        expected=listed(expected, MOST_SHOWN) or "no calls",
        difference=words,
        kind=kind,
    )


def _visits_in_words(got: Sequence[str], expected: Sequence[str]) -> tuple[str, str]:
    """What is wrong with the visits, and the same without labels, which a hidden check keeps."""
    more = list((Counter(got) - Counter(expected)).elements())
    less = list((Counter(expected) - Counter(got)).elements())
    match bool(more), bool(less):
        case True, False:
            kind = "terminals are visited that should be pruned"
            extra = f"{listed(more, MOST_NAMED)} should not be visited"
            seen = f"{numbered(len(got), 'terminal')} visited, {len(expected)} expected"
            return f"{seen}: {extra}", kind
        case False, True:
            kind = "terminals are pruned that should be visited"
            seen = f"{len(got)} of {numbered(len(expected), 'terminal')} visited"
            return f"{listed(less, MOST_NAMED)} should be visited too: {seen}", kind
        case True, True:
            kind = "some terminals are visited that should be pruned, others are missed"
            return f"{listed(more, MOST_NAMED)} visited, but {listed(less, MOST_NAMED)} not", kind
    kind = "the right terminals are visited, in the wrong order"
    at = next(i for i, (g, e) in enumerate(zip(got, expected, strict=True)) if g != e)
    where = f"{got[at]} where {expected[at]} is expected"
    return f"the right terminals in the wrong order: {where}", kind


def tree_picture(watched: Any, got: Sequence[str], expected: Sequence[str]) -> TreePicture | None:
    """A watched object's tree with visited and expected terminals; `None` for other objects."""
    if declared(type(watched), "PICTURES") is None:
        return None
    return TreePicture(
        picture_of(watched), tuple(got[:MOST_SHOWN]), tuple(expected), watched.ordered
    )


def picture_of(value: object) -> PictureNode:
    """The drawing that an object's library makes of it, as picture data."""
    return _node(declared(type(value), "PICTURES")(value))


def _node(node: tuple[Any, ...]) -> PictureNode:
    label, kind, value, player, outcome, children = node
    below = tuple(map(_node, children))
    return PictureNode(label, kind, value, children=below, player=player, outcome=outcome)


def value_picture(
    got: object, expected: object, tolerance: float = 0
) -> TextPicture | BoardPicture | None:
    """The returned value beside the expected one, if that shows more than their texts."""
    if isinstance(got, tuple | list) and isinstance(expected, tuple | list):
        differing = [
            (g, e) for g, e in zip(got, expected, strict=False) if not same(g, e, tolerance)
        ]
        pictures = [value_picture(g, e, tolerance) for g, e in differing]
        return next((picture for picture in pictures if picture), None)
    if lines := beside_each_other(got, expected, tolerance):
        return TextPicture(tuple(_around_mark(list(lines))))
    beside = declared(type(expected), "BESIDE")
    if beside is None or type(got) is not type(expected):
        return None
    rows, expected_rows = beside(got, expected, same)
    if expected_rows is not None:
        return BoardPicture(tuple(rows), "what was returned", tuple(expected_rows))
    return TextPicture(tuple(_around_mark(list(rows))))


def _around_mark(lines: list[str]) -> list[str]:
    first = next((i for i, line in enumerate(lines) if "<-" in line), 0)
    start = max(0, min(first - MOST_LINES // 2, len(lines) - MOST_LINES))
    before, after = ["…"] * (start > 0), ["…"] * (start + MOST_LINES < len(lines))
    return [*before, *lines[start : start + MOST_LINES], *after]


def beside_each_other(got: object, expected: object, tolerance: float = 0) -> Sequence[str]:
    """The lines of two dicts, sets or multi-line texts; empty for other values.

    Each item has a line: one that isn't as expected is marked with `<-`.
    """
    match expected:
        case dict() if isinstance(got, dict):
            return list(_keys(got, expected, tolerance))
        case set() | frozenset() if isinstance(got, set | frozenset):
            return list(_elements(got, expected))
        case Ran() if isinstance(got, Ran):
            return _of_program(got, expected)
        case str() if isinstance(got, str) and ("\n" in expected or "\n" in got):
            return list(_lines(got, expected))
    return ()


def _of_program(got: Ran, expected: Ran) -> Sequence[str]:
    for name in ("output", "errors", "files"):
        came, wanted = getattr(got, name), getattr(expected, name)
        if not same(came, wanted) and (lines := beside_each_other(came, wanted)):
            return [f"{name}:", *lines]
    return ()


def _keys(
    got: Mapping[object, object], expected: Mapping[object, object], tolerance: float
) -> Iterator[str]:
    for key, value in expected.items():
        if key not in got:
            yield f"(missing)    <- expected {_item(key, value)}"
        else:
            right = same(got[key], value, tolerance)
            mark = "" if right else f"    <- expected {short(value, MOST_WIDE)}"
            yield _item(key, got[key]) + mark
    for key, value in got.items():
        if key not in expected:
            yield f"{_item(key, value)}    <- not expected"


def _item(key: object, value: object) -> str:
    return f"{short(key, MOST_WIDE)}: {short(value, MOST_WIDE)}"


def _elements(got: object, expected: Any) -> Iterator[str]:
    yield from in_order(got & expected)
    yield from [f"(missing)    <- expected {text}" for text in in_order(expected - got)]
    yield from [f"{text}    <- not expected" for text in in_order(got - expected)]


def _lines(got: str, expected: str) -> Iterator[str]:
    came, wanted = got.splitlines(), expected.splitlines()
    if max(len(came), len(wanted)) > MOST_MATCHED:
        yield from _paired(came, wanted)
        return
    for kind, a, b, c, d in SequenceMatcher(None, came, wanted, autojunk=False).get_opcodes():
        yield from came[a:b] if kind == "equal" else _paired(came[a:b], wanted[c:d])


def _paired(came: Sequence[str], wanted: Sequence[str]) -> Iterator[str]:
    for line, other in zip_longest(came, wanted):
        if line is None:
            yield f"(missing)    <- expected {other!r}"
        elif other is None:
            yield f"{line}    <- not expected"
        else:
            yield line if line == other else f"{line}    <- expected {other!r}"
