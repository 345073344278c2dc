"""The function that gave None is named, with the place where its end is reached."""

import linecache

import pytest

from grader.student.checking.code_hints import OF_NONE, advice_on

MATCH = """\
class Search:
    def evaluate(self, x):
        match x:
            case int():
                return [x]
            case str() if x:
                return [x, x]

    def best(self, xs):
        first = self.evaluate(xs[0])
        for x in xs[1:]:
            if len(self.evaluate(x)) > len(first):
                first = self.evaluate(x)
        return first
"""
BRANCH = """\
def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1

def total(xs):
    return sum(sign(x) for x in xs)
"""
PASSED_ON = """\
def pick(x):
    while x:
        return x

def add(a, b):
    return a + b

def go(x):
    a = pick(x)
    return add(a, 1)
"""
CAUGHT = """\
def pick(x):
    if x:
        return x

def add(a, b):
    if b:
        return a + b

def go(x):
    match pick(x):
        case 3:
            return 3
        case a:
            return add(a, 1)
"""
ENDS_WELL = """\
def pick(x):
    if x:
        return x
    else:
        raise ValueError(x)

def go(x):
    return pick(x) + None
"""


def advice(code: str, call: str, name: str) -> str:
    """What is said of an error that a call of a file with this code raises."""
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    names: dict[str, object] = {}
    exec(compile(code, name, "exec"), names)
    with pytest.raises((AttributeError, TypeError)) as raised:
        eval(call, names)
    return advice_on(raised.value, "")


def test_a_match_that_no_case_of_fits_is_named_where_its_value_is_used() -> None:
    expected = "evaluate gave None here: it ends where no case of its `match` in line 3 fits"
    assert advice(MATCH, "Search().best([1, ''])", "match.py") == expected
    # The value came into a name before.
    assert advice(MATCH, "Search().best(['', 1])", "match.py") == expected


def test_a_chain_of_ifs_without_an_else_is_named() -> None:
    expected = "sign gave None here: it ends without `return`, after line 4"
    assert advice(BRANCH, "total([1, 0])", "branch.py") == expected


def test_a_value_that_was_passed_on_is_followed_to_the_caller() -> None:
    expected = "pick gave None here: it ends without `return`, after line 2"
    assert advice(PASSED_ON, "go(0)", "passed_on.py") == expected


def test_a_value_that_a_case_has_caught_is_followed_and_what_still_runs_is_not_blamed() -> None:
    expected = "pick gave None here: it ends without `return`, after line 2"
    assert advice(CAUGHT, "go(0)", "caught.py") == expected


def test_a_function_whose_end_is_never_reached_is_not_blamed() -> None:
    assert advice(ENDS_WELL, "go(1)", "ends_well.py") == OF_NONE


def test_of_two_that_may_have_given_it_neither_is_chosen() -> None:
    code = BRANCH + "\ndef half(x):\n    if x % 2 == 0:\n        return x // 2\n"
    both = f"{code}\ndef go(x):\n    return sign(x) + half(x)\n"
    assert advice(both, "go(1)", "both.py").startswith("sign or half gave None here: its end")
