"""Recursion of many kinds, most of them through functions of Python itself: `KINDS[name](depth)`."""
import copy
import functools
import re
from contextlib import contextmanager
from functools import cache, cmp_to_key, partial, reduce


def plain(n):
    return 0 if n == 0 else plain(n - 1)


def by_sorted(n):
    return 0 if n == 0 else sorted([n - 1], key=by_sorted) and 0


def by_sort(n):
    values = [n - 1]
    return 0 if n == 0 else values.sort(key=by_sort) or 0


def by_min(n):
    return 0 if n == 0 else min([n - 1], key=by_min) and 0


def by_map(n):
    return 0 if n == 0 else next(map(by_map, [n - 1]))


def by_reduce(n):
    return 0 if n <= 0 else reduce(lambda *_: by_reduce(n - 2), [n], 0)


def by_partial(n):
    return 0 if n == 0 else partial(by_partial, n - 1)()


def by_sub(n):
    return "" if n <= 0 else re.sub("a", lambda _: by_sub(n - 4), "a")


def by_comparison(n):
    return 0 if n <= 0 else max([1, 2], key=cmp_to_key(lambda *_: by_comparison(n - 2))) - 1


@cache
def by_cache(n):
    return 0 if n == 0 else by_cache(n - 1)


def counted(function):
    @functools.wraps(function)
    def wrapper(*arguments, **named):
        return function(*arguments, **named)

    return wrapper


@counted
def by_wrapper(n):
    return 0 if n <= 0 else by_wrapper(n - 2)


@contextmanager
def nothing():
    yield


def by_context(n):
    with nothing():
        return 0 if n == 0 else by_context(n - 1)


def chained(n):
    if n:
        yield from chained(n - 1)
    else:
        yield 0


def by_generator(n):
    return next(chained(n))


def by_expression(n):
    return 0 if n <= 0 else sum(by_expression(n - 2) for _ in [n])


def by_copy(n):
    nested = []
    for _ in range(min(n, 200_000) // 2):
        nested = [nested]
    return 0 if copy.deepcopy(nested) else 1


class Kind(type):
    def __instancecheck__(cls, n):
        return n == 0 or isinstance(n - 1, Deep)


class Deep(metaclass=Kind):
    """Each operation on an object is the same operation on a next one, in or out of a container."""

    def __init__(self, n):
        self.n = n

    @property
    def next(self):
        return Deep(self.n - 1)

    def __eq__(self, _):
        return self.n == 0 or [self.next] == [self.next]

    def __lt__(self, _):
        return self.n != 0 and (self.next,) < (self.next,)

    def __hash__(self):
        return 0 if self.n == 0 else hash((self.next,)) and 0

    def __repr__(self):
        return "" if self.n == 0 else repr([self.next])[:0]

    def __str__(self):
        return "" if self.n == 0 else "%s" % self.next

    def __call__(self, n):
        return 0 if n == 0 else self(n - 1)

    def __getattr__(self, _):
        return 0 if self.n == 0 else self.next.other

    def __contains__(self, _):
        return self.n == 0 or 0 in self.next

    def __add__(self, _):
        return 0 if self.n == 0 else self.next + 0


class Built:
    def __init__(self, n):
        self.inner = Built(n - 1) if n else None


KINDS = {
    "plain": plain,
    "sorted": by_sorted,
    "sort": by_sort,
    "min": by_min,
    "map": by_map,
    "reduce": by_reduce,
    "partial": by_partial,
    "re.sub": by_sub,
    "cmp_to_key": by_comparison,
    "cache": by_cache,
    "wraps": by_wrapper,
    "contextmanager": by_context,
    "yield from": by_generator,
    "generator expression": by_expression,
    "deepcopy": by_copy,
    "isinstance": lambda n: isinstance(n, Deep) and 0,
    "==": lambda n: (Deep(n) == Deep(n)) and 0,
    "<": lambda n: (Deep(n) < Deep(n)) and 0,
    "hash": lambda n: hash(Deep(n)),
    "repr": lambda n: len(repr(Deep(n))),
    "str": lambda n: len(str(Deep(n))),
    "__call__": lambda n: Deep(0)(n),
    "__getattr__": lambda n: Deep(n).other,
    "in": lambda n: (0 in Deep(n)) and 0,
    "+": lambda n: Deep(n) + 0,
    "__init__": lambda n: Built(n) and 0,
}
