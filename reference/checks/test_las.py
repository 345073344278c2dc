"""Hidden checks of look-and-say."""

import ast
import math
import operator
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import strategies as st

from gametree import (
    DRAW,
    EMPTY,
    PRUNED,
    BestEdge,
    Cons,
    Definitely,
    Drop,
    Guess,
    Nil,
    Player,
    Seq,
    Step,
    Tree,
)
from gametree.grading.equivalences import (
    always,
    same_first,
    same_length,
    same_letter,
    same_number_of_runs,
    same_parity,
    same_size,
    same_value_and_kind,
)
from grader.asking.answers import CodeFailed, with_call
from grader.asking.handed_in import CheckedModule
from grader.judging.properties import Relation as Related
from grader.judging.properties import drawn
from grader.student.claims import Expect
from grader.student.compare import same, short
from grader.student.evidence import CheckFailed, Evidence, RunsPicture, without_values
from grader.student.plural import numbered
from grader.student.python_text import python_text
from grader.student.question import CODE, Code
from grader.student.source import Definition, Source, text_of
from reference.checks.callers import TITLE, caller_hint, of_the_caller

TASK = "las.look_and_say"
Relation = Callable[[Any, Any], bool]


def runs_of(eq: Relation, items: list[Any]) -> list[list[Any]]:
    """The maximal runs of equivalent elements."""
    runs: list[list[Any]] = []
    for item in items:
        if runs and eq(runs[-1][0], item):
            runs[-1].append(item)
        else:
            runs.append([item])
    return runs


def expanded(elements: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """Lists in which runs are common: elements, each repeated a few times."""
    repeated = st.tuples(elements, st.sampled_from((1, 1, 2, 3, 7)))
    return st.lists(repeated, max_size=9).map(lambda pairs: [x for x, n in pairs for _ in range(n)])


numbers = st.one_of(st.integers(-3, 3), st.integers(-(10**20), 10**20))
words = st.text(st.sampled_from("aAbB é"), max_size=3)
pairs = st.tuples(st.integers(0, 2), st.integers(0, 2))


def runs_picture(items: list[Any], got: Any) -> RunsPicture:
    """The sequence with the runs that came and those that are expected."""
    expected = tuple(len(run) for run in runs_of(operator.eq, items))
    came = got.to_list() if type(got) is Seq else []
    pairs = [pair for pair in came if isinstance(pair, tuple | list) and pair]
    lengths = tuple(pair[0] for pair in pairs if type(pair[0]) is int and 0 <= pair[0] < 10**6)
    return RunsPicture(tuple(map(repr, items)), lengths[: 2 * len(expected) + 1], expected)


with_equality = st.one_of(
    expanded(numbers),
    expanded(words),
    expanded(pairs),
    expanded(st.sampled_from((None, 0, ""))),
    st.lists(st.integers(0, 1), max_size=12),
)
with_relation = st.one_of(
    st.tuples(st.sampled_from((same_parity, same_size, always)), expanded(st.integers(-4, 4))),
    st.tuples(st.sampled_from((same_letter, same_length)), expanded(words)),
    st.tuples(st.just(same_first), expanded(pairs)),
    st.tuples(st.just(same_value_and_kind), expanded(st.sampled_from((0, 0.0, False, 1, 1.0)))),
)


# The runs of what is read from right to left are the same, the last one first.
BACKWARDS = Related(
    "read from right to left",
    lambda items: items[::-1],
    lambda _items, runs: Seq.from_list(runs.to_list()[::-1]),
)


@pytest.mark.task(TASK, "agrees with the reference on drawn sequences")
@drawn(with_equality, count=150, picture=runs_picture, relations=[BACKWARDS])
def test_agrees(code: Code, items: list[Any]) -> Any:
    return code.las.look_and_say(operator.eq, Seq.from_list(items))


def runs_verdict(example: tuple[Relation, list[Any]], got: Any, _expected: Any) -> str:
    """What is wrong with an answer where any element of a run may stand for it."""
    eq, items = example
    if type(got) is not Seq:
        return f"a Seq is expected, not {short(got)}"
    runs, answers = runs_of(eq, items), got.to_list()
    for number, (run, answer) in enumerate(zip(runs, answers, strict=False)):
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            return f"item {number}: {short(answer)} is not a pair (length, element)"
        length, element = answer
        if not same(length, len(run)):
            return (
                f"item {number}: the run {short(run)} has "
                f"{numbered(len(run), 'element')}, not {short(length)}"
            )
        if not any(same(element, member) for member in run):
            return f"item {number}: {short(element)} is not an element of the run {short(run)}"
    if len(runs) != len(answers):
        return f"{numbered(len(runs), 'run')} expected, not {len(answers)}"
    return ""


@pytest.mark.task(TASK, "uses the equivalence that it is given, not ==")
@drawn(with_relation, count=150, verdict=runs_verdict)
def test_equivalences(code: Code, example: tuple[Relation, list[Any]]) -> Any:
    eq, items = example
    return code.las.look_and_say(eq, Seq.from_list(items))


# The elements may be anything: what is equal but of another kind, what is false, what is printed
# alike, and what list views are made of.
OF_ANY_KIND = (0, 1, True, 1.0, "0", "1", "", (), None, Nil(), Cons(1, Seq.of()), Seq.of(1), DRAW)
of_any_kind = st.tuples(
    st.sampled_from((operator.eq, same_value_and_kind)),
    st.lists(st.sampled_from(OF_ANY_KIND), max_size=6),
)


@pytest.mark.task(TASK, "elements of any kind")
@drawn(of_any_kind, count=40, verdict=runs_verdict)
def test_any_elements(code: Code, example: tuple[Relation, list[Any]]) -> Any:
    eq, items = example
    return code.las.look_and_say(eq, Seq.from_list(items))


# What a sequence of no elements looks like may be an element, in any place.
list_views = st.lists(st.sampled_from((Nil(), Nil(), Cons(1, Seq.of()), None)), max_size=5)


@pytest.mark.task(TASK, "elements that look like the end of a sequence")
@drawn(list_views, count=16, picture=runs_picture)
def test_list_views(code: Code, items: list[Any]) -> Any:
    return code.las.look_and_say(operator.eq, Seq.from_list(items))


as_list, of_each = CODE.builtins.list, CODE.builtins.map

# What code may begin with in place of an element, as long as it has seen none.
OBJECTS = (
    *(CODE.builtins.Ellipsis, CODE.builtins.NotImplemented, CODE.builtins.object),
    *(CODE.builtins.type, CODE.builtins.int, CODE.builtins.str, CODE.builtins.tuple),
    *(CODE.gametree.Seq, CODE.gametree.Nil, CODE.gametree.Cons, CODE.operator.is_),
)


@pytest.mark.task(TASK, "any object may be an element, and no copy stands for its run")
def test_no_copies(submission: CheckedModule, expect: Expect) -> None:
    for thing in (CODE.gametree.Pebbles(3), *OBJECTS):
        is_, items = CODE.operator.is_, CODE.gametree.Seq.of(thing, thing, 7, thing)
        runs = submission.las.look_and_say(is_, items)
        lengths, elements = (of_each(CODE.operator.itemgetter(part), runs) for part in range(2))
        are_this = of_each(is_, elements, [thing] * 3)
        expect([as_list(lengths), as_list(are_this)], [[2, 1, 1], [True, False, True]])


# Numbers that are equal, and of other kinds.
KINDS_OF_NUMBERS = ((0, 0.0, False), (1, 1.0, True))
of_two_kinds = st.lists(
    st.tuples(st.sampled_from(KINDS_OF_NUMBERS), st.integers(0, 2), st.integers(0, 2)),
    min_size=1,
    max_size=6,
).map(lambda drawn: tuple([[kinds[at[i]] for kinds, *at in drawn] for i in range(2)]))


def two_verdict(example: tuple[list[Any], list[Any]], got: Any, _expected: Any) -> str:
    """What is wrong with the answers for two sequences, one after the other."""
    if not isinstance(got, tuple | list) or len(got) != len(example):
        return "an answer for each sequence is expected"
    pairs = zip(example, got, strict=True)
    found = [runs_verdict((same_value_and_kind, items), one, None) for items, one in pairs]
    return next(filter(None, found), "")


@pytest.mark.task(TASK, "equal numbers of other kinds, one sequence after the other")
@drawn(of_two_kinds, count=20, verdict=two_verdict)
def test_other_kinds(code: Code, example: tuple[list[Any], list[Any]]) -> Any:
    asked = [code.las.look_and_say(same_value_and_kind, Seq.from_list(x)) for x in example]
    return tuple(asked)


# Kinds of elements that code may take for something else than elements, twice, and once more behind
# another one. NaN is not even equal to itself: to some equivalences it is.
ODD_ELEMENTS: tuple[Any, ...] = (
    *(Seq.of(1), Seq.of(), Seq.of(1, 2), Seq.of(Seq.of(1)), Nil(), Cons(1, Seq.of())),
    *((), (1,), (1, None), (None, 1), (None, None), ("a", 1, 2), frozenset((1,)), b"", b"ab"),
    *(None, False, "", 0, 0.5, math.inf, -math.inf),
    *(DRAW, Guess(0), Definitely(DRAW), BestEdge(0, Guess(1)), PRUNED, EMPTY),
    *(Player.MINNIE, Step.MAX, Tree(1), Tree((1, 2), [Tree((0, 2))]), Drop(2)),
)
Example = tuple[Relation, list[Any]]
OF_ODD_ELEMENTS: tuple[Example, ...] = (
    *[(operator.eq, [element, element, 7, element]) for element in ODD_ELEMENTS],
    # Numbers of one hash.
    (operator.eq, [-1, -2, -2, -1]),
    *[(always, items) for items in ([math.nan, math.nan, 7], [math.nan, ""], [1, math.nan, 2.0])],
)


def all_verdict(examples: Sequence[Example], got: Any, _expected: Any) -> str:
    """What is wrong with the answers for several sequences."""
    if not isinstance(got, tuple | list) or len(got) != len(examples):
        return "an answer for each sequence is expected"
    found = (runs_verdict(*pair, None) for pair in zip(examples, got, strict=True))
    return next(filter(None, found), "")


@pytest.mark.task(TASK, "elements that look like parts of an answer, or equal nothing")
@drawn(st.just(OF_ODD_ELEMENTS), count=1, verdict=all_verdict, alone=True)
def test_odd_elements(code: Code, examples: Sequence[Example]) -> Any:
    asked = [code.las.look_and_say(eq, Seq.from_list(items)) for eq, items in examples]
    return tuple(asked)


# In turn, so that the runs are never those of the last equivalence, nor of the one before.
IN_TURN = tuple([(eq, [1, 3, -3, 6]) for eq in (same_parity, same_size, always)] * 3)


@pytest.mark.task(TASK, "equivalences of one name, each gone once it is used")
@drawn(st.just(IN_TURN), count=1, verdict=all_verdict, alone=True)
def test_equivalences_of_one_name(code: Code, examples: Sequence[Example]) -> Any:
    of_its_own = code.operator.attrgetter("__call__")  # a new object of this name each time
    named_alike = code.builtins.map(of_its_own, [eq for eq, _ in examples])
    items = [Seq.from_list(items) for _, items in examples]
    return code.builtins.tuple(code.builtins.map(code.las.look_and_say, named_alike, items))


# Sequences of sequences: how many runs each of them has is said by look_and_say, too.
NESTED = (
    ((1,), (2,), (2, 3)),
    ((1, 1), (2,), (3, 4, 4), (5, 6), (7,), (8,)),
    ((), (), (1,), (2, 3), (4, 4, 5), ()),
    ((1, 2, 1), (3, 4, 3), (5, 5, 5), (6,)),
)


def nested_verdict(items: Sequence[Sequence[int]], got: Any, _expected: Any) -> str:
    """What is wrong with an answer where sequences of as many runs are equal."""
    return runs_verdict((_as_many_runs, [Seq.from_list(list(each)) for each in items]), got, None)


def _as_many_runs(a: Seq[int], b: Seq[int]) -> bool:
    return len({len(runs_of(operator.eq, each.to_list())) for each in (a, b)}) == 1


@pytest.mark.task(TASK, "eq may call look_and_say itself")
@drawn(st.sampled_from(NESTED), count=len(NESTED), verdict=nested_verdict)
def test_eq_that_says(code: Code, items: Sequence[Sequence[int]]) -> Any:
    # The function with its first argument, as a method has it.
    eq = CODE.types.MethodType(same_number_of_runs, code.las.look_and_say)
    return code.las.look_and_say(eq, Seq.from_list([Seq.from_list([*each]) for each in items]))


@pytest.mark.task(TASK, TITLE)
@drawn(st.tuples(with_equality, with_equality), count=10, hint=caller_hint)
def test_pairs_are_the_callers(code: Code, sequences: tuple[list[Any], list[Any]]) -> Any:
    say = code.las.look_and_say
    return of_the_caller(code, *[partial(say, operator.eq, Seq.from_list(s)) for s in sequences])


def sample_sequences() -> list[list[int]]:
    """Sequences on which the calls of eq are counted."""
    dice = random.Random(150)
    drawn_ones = [[dice.randrange(4) for _ in range(n)] for n in (3, 8, 20, 30)]
    return [[], [1], [1, 1], [1, 2], [5] * 25, list(range(25)), *drawn_ones]


@pytest.mark.task(TASK, "calls eq at most twice per element")
def test_counts_eq(submission: Any) -> None:
    for items in sample_sequences():
        calls = 0

        def eq(a: int, b: int) -> bool:
            nonlocal calls
            calls += 1
            return same_parity(a, b)

        question = submission.las.look_and_say(eq, Seq.from_list(items))
        answer = submission.ask(question)
        if calls > 2 * len(items):
            raise CheckFailed(_too_many_calls(calls, items))
        # Few calls count only where they were enough: not every eq behaves unlike ==.
        if words := runs_verdict((same_parity, items), answer, None):
            call = f"look_and_say(same_parity, {short(Seq.from_list(items))})"
            raise CheckFailed(Evidence(words, call, got=short(answer), kind="wrong value"))


def _too_many_calls(calls: int, items: list[int]) -> Evidence:
    most = 2 * len(items)
    called, elements = numbered(calls, "call"), numbered(len(items), "element")
    return Evidence(
        f"{called} of eq for {elements}; at most {most} allowed",
        call=f"look_and_say(eq, {short(Seq.from_list(items))})",
        got=f"{called} of eq",
        expected=f"at most {numbered(most, 'call')} of eq",
        hint="compare each element with its run once, not with all the others",
        kind="eq was called too often",
    )


def long_sequences() -> tuple[list[int], ...]:
    """Sequences of 10,000 elements: one run, no runs, and runs of all sizes.

    And one run that is one element longer than pieces of most sizes, if it is taken in pieces.
    """
    mixed = [n for n in range(200) for _ in range(n)][:10_000]
    pieces = [[7] * (size + 1) for size in (4_096, 7_000, 9_000)]
    return [7] * 10_000, list(range(10_000)), mixed, *pieces


@pytest.mark.task(TASK, "handles 10,000 elements in the time limit")
@drawn(st.sampled_from(long_sequences()), count=6)
def test_ten_thousand(code: Code, items: list[int]) -> Any:
    return code.las.look_and_say(operator.eq, Seq.from_list(items))


# -- read from the syntax tree ---------------------------------------------------------------


UNREAD = "look_and_say can't be read in las.py: there is no def of it"
TO_BE_READ = "write it there with def, or import it: its text shows how it takes s apart"


def definitions(source: Source) -> list[tuple[str, Definition]]:
    found = list(source.reachable("las", "look_and_say"))
    if not found:
        raise CheckFailed(without_values(UNREAD, hint=TO_BE_READ))
    return found


@pytest.mark.task(TASK, "takes the sequence apart by its list view")
def test_uses_list_views(source: Source) -> None:
    used = [a for _, d in definitions(source) for a in ast.walk(d) if _mentions(a, "showl")]
    if not used:
        raise CheckFailed(
            without_values(
                "look_and_say never calls showl",
                hint="match s.showl() against Nil() and Cons(head, tail)",
            )
        )


@pytest.mark.task(TASK, "uses neither nth nor indexing")
def test_no_nth(source: Source, submission: CheckedModule) -> None:
    refuse_positions(source)
    refuse_calls_of_nth(submission)


def refuse_calls_of_nth(submission: CheckedModule) -> None:
    """Raise `CheckFailed` if `nth` is called at all, by whatever name it is found."""
    calls = 0

    def nth(*_arguments: Any) -> int:
        nonlocal calls
        calls += 1
        return 1

    search = submission.las.look_and_say(same_parity, Seq.of(1, 1, 2))
    put = CODE.builtins.setattr
    try:
        submission.ask((put(CODE.gametree.Seq, "nth", nth), search))
    except CodeFailed:
        pass  # what it does without the right nth is no matter
    finally:
        # It is replaced in this box; the next question gets a new one.
        submission.close()
    if calls:
        raise CheckFailed(
            Evidence(
                "look_and_say calls nth",
                call=python_text(search),
                expected="Cons(head, tail) of showl()",
                hint="list views give the first element and the rest; no position is needed",
                kind="look_and_say calls nth",
            )
        )


@pytest.mark.task(TASK, "takes every element out of its list view")
def test_every_list_view(submission: CheckedModule) -> None:
    """To look at one view and then to iterate is not to take a sequence apart by list views.

    Code that has found `showl` before, under another name, is not seen here.
    """
    shown, view_of = list[Any](), Seq.showl

    def showl(*arguments: Any) -> Any:
        shown.extend(arguments)
        return view_of(arguments[0])

    given = Seq.of(1, 1, 2, 3)
    search = submission.las.look_and_say(same_parity, given)
    put = CODE.builtins.setattr
    try:
        submission.ask((put(CODE.gametree.Seq, "showl", showl), search))
    except CodeFailed as failure:
        raise with_call(failure, search) from None
    finally:
        # It is replaced in this box; the next question gets a new one.
        submission.close()
    if 0 < len(shown) < len(given):
        raise CheckFailed(
            Evidence(
                f"{numbered(len(shown), 'list view')} of {numbered(len(given), 'element')}",
                call=python_text(search),
                expected="Cons(head, tail) of showl() for each element",
                hint="a list view gives the first element and the rest, of which you take another",
                kind="not every element is taken out of a list view",
            )
        )


def refuse_positions(source: Source) -> None:
    """Raise `CheckFailed` at the first line that reads a sequence by position."""
    found = definitions(source)
    # If they have methods of that name, only calls show whether it is that of a sequence.
    own = any(_defines_nth(node) for _, definition in found for node in ast.walk(definition))
    for module, definition in found:
        for node in _positions_read(definition, own_nth=own):
            frame = source.place(module, node, "look_and_say")
            raise CheckFailed(
                Evidence(
                    f"{frame.file}, line {frame.line}: the sequence is read by position",
                    got=text_of(node),
                    expected="Cons(head, tail) of showl()",
                    frames=(frame,),
                    kind="the sequence is read by position",
                    hint="list views give the first element and the rest; no position is needed",
                )
            )


def _mentions(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Attribute(attr=attr):
            return attr == name
        case ast.Call(args=arguments):  # of getattr, methodcaller and the like
            return any(isinstance(x, ast.Constant) and x.value == name for x in arguments)
    return False


def _defines_nth(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == "nth"


def _positions_read(definition: Definition, *, own_nth: bool) -> Iterator[ast.AST]:
    parameters = _parameters(definition)
    lists = {name for node in ast.walk(definition) for name in _named_copy(node, parameters)}
    for node in ast.walk(definition):
        if not own_nth and _mentions(node, "nth"):
            yield node
        match node:
            case ast.Subscript(value=base, ctx=ast.Load()) if _is_copy(base, parameters):
                yield node
            case ast.Subscript(value=ast.Name(name), ctx=ast.Load()) if name in lists:
                yield node


def _parameters(definition: Definition) -> set[str]:
    functions = [n for n in ast.walk(definition) if isinstance(n, ast.FunctionDef)]
    return {argument.arg for function in functions for argument in function.args.args}


def _named_copy(node: ast.AST, parameters: set[str]) -> list[str]:
    match node:
        case ast.Assign(targets=[ast.Name(name)], value=value) if _is_copy(value, parameters):
            return [name]
        case ast.AnnAssign(target=ast.Name(name), value=value) if value is not None:
            return [name] if _is_copy(value, parameters) else []
    return []


def _is_copy(node: ast.AST, parameters: set[str]) -> bool:
    # s.to_list(), list(s), tuple(s), [*s]: the whole sequence as something that has positions.
    match node:
        case ast.Call(func=ast.Attribute(ast.Name(name), "to_list")):
            return name in parameters
        case ast.Call(func=ast.Name("list" | "tuple"), args=[ast.Name(name)]):
            return name in parameters
        case ast.List(elts=[ast.Starred(ast.Name(name))]):
            return name in parameters
    return False
