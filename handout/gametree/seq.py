"""Immutable sequences, with a view as a list and a view as a tree.

``cons`` and ``append`` copy, so they take time in proportion to the length of their result.
``showl`` and ``showt`` cost O(1): what they return shares the elements with the sequence.

>>> def total(s: Seq[int]) -> int:
...     match s.showl():
...         case Nil():
...             return 0
...         case Cons(x, rest):
...             return x + total(rest)
>>> total(Seq.of(1, 2, 3))
6
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, TypeAlias, TypeVar

from gametree.values import Constant, Record

A_co = TypeVar("A_co", covariant=True)
A = TypeVar("A")
B = TypeVar("B")


class Seq(Generic[A_co]):
    """An immutable sequence. Build one with ``Seq.of``, ``Seq.from_list``, ``Seq.tabulate`` …

    Sequences are equal to sequences with equal elements in the same order, and hashable if their
    elements are. There is no indexing by square brackets: use views, or ``nth``.

    >>> Seq.of(1, 2) == Seq.from_list([1, 2])
    True
    >>> len(Seq.of("a", "b")), [2 * x for x in Seq.of(1, 2)]
    (2, [2, 4])
    """

    __slots__ = ("_backing", "_length", "_offset")

    # A sequence is a window on a tuple: `_length` elements from `_offset` on. Taking a sequence
    # apart makes new windows on the same tuple, so that it copies nothing.
    _backing: tuple[A_co, ...]
    _offset: int
    _length: int

    def __init__(self, items: Iterable[A_co] = ()) -> None:
        self._backing = tuple(items)
        self._offset = 0
        self._length = len(self._backing)

    # --- Building ---

    @staticmethod
    def of(*xs: A) -> Seq[A]:
        """Return the sequence of the arguments.

        >>> Seq.of(1, 2, 3)
        Seq.of(1, 2, 3)
        """
        return Seq(xs)

    @staticmethod
    def from_list(xs: Iterable[A]) -> Seq[A]:
        """Return the sequence of the elements of a list (or of any other iterable).

        >>> Seq.from_list(["a", "b"])
        Seq.of('a', 'b')
        """
        return Seq(xs)

    @staticmethod
    def empty() -> Seq[Any]:
        """Return the sequence without elements.

        >>> len(Seq.empty())
        0
        """
        return Seq()

    @staticmethod
    def singleton(x: A) -> Seq[A]:
        """Return the sequence of ``x`` alone.

        >>> Seq.singleton(7)
        Seq.of(7)
        """
        return Seq((x,))

    @staticmethod
    def tabulate(f: Callable[[int], A], n: int) -> Seq[A]:
        """Return the sequence ``f(0)``, …, ``f(n - 1)``. Raises ValueError if ``n`` is negative.

        >>> Seq.tabulate(lambda i: i * i, 4)
        Seq.of(0, 1, 4, 9)
        """
        if n < 0:
            raise ValueError(f"Seq.tabulate: the length must not be negative, got {n}")
        return Seq(map(f, range(n)))

    @staticmethod
    def flatten(ss: Seq[Seq[A]]) -> Seq[A]:
        """Return the elements of all the sequences in ``ss``, in order.

        >>> Seq.flatten(Seq.of(Seq.of(1, 2), Seq.empty(), Seq.of(3)))
        Seq.of(1, 2, 3)
        """
        return Seq(chain.from_iterable(ss))

    @staticmethod
    def hidel(view: ListView[A]) -> Seq[A]:
        """Return the sequence that ``view`` is the list view of. Raises TypeError for other things.

        >>> Seq.hidel(Cons(1, Seq.of(2, 3)))
        Seq.of(1, 2, 3)
        >>> Seq.hidel(Nil())
        Seq.of()
        """
        match view:
            case Nil():
                return Seq()
            case Cons(head, tail):
                return tail.cons(head)
        raise TypeError(f"Seq.hidel: not a list view: {view!r} (expected Nil() or Cons(x, s))")

    @staticmethod
    def hidet(view: TreeView[A]) -> Seq[A]:
        """Return the sequence that ``view`` is a tree view of. Raises TypeError for other things.

        >>> Seq.hidet(Node(Seq.of(1), Seq.of(2, 3)))
        Seq.of(1, 2, 3)
        """
        match view:
            case Empty():
                return Seq()
            case Leaf(x):
                return Seq.singleton(x)
            case Node(left, right):
                return left.append(right)
        raise TypeError(
            f"Seq.hidet: not a tree view: {view!r} (expected Empty(), Leaf(x) or Node(s, t))"
        )

    # --- Taking apart ---

    def showl(self) -> ListView[A_co]:
        """Return the list view: ``Nil()``, or ``Cons(head, tail)`` with the tail a sequence. O(1).

        >>> Seq.of(1, 2, 3).showl()
        Cons(1, Seq.of(2, 3))
        >>> Seq.empty().showl()
        Nil()
        """
        # Nothing is asked for more often, so the tail is made here and not by `_window`.
        length, backing, offset = self._length, self._backing, self._offset
        if length == 0:
            return _NIL
        tail: Seq[A_co] = _new(Seq)
        tail._backing = backing
        tail._offset = offset + 1
        tail._length = length - 1
        return Cons(backing[offset], tail)

    def showt(self) -> TreeView[A_co]:
        """Return the tree view: ``Empty()``, ``Leaf(x)`` or ``Node(left, right)`` of halves. O(1).

        Of an odd number of elements the right half has one more.

        >>> Seq.of(1, 2, 3).showt()
        Node(Seq.of(1), Seq.of(2, 3))
        >>> Seq.of(1).showt()
        Leaf(1)
        """
        if self._length == 0:
            return Empty()
        if self._length == 1:
            return Leaf(self._backing[self._offset])
        middle = self._length // 2
        return Node(self._window(0, middle), self._window(middle, self._length))

    def nth(self, i: int) -> A_co:
        """Return the element at index ``i``, counted from 0. Raises IndexError if there is none.

        >>> Seq.of("a", "b").nth(1)
        'b'
        """
        if not 0 <= i < self._length:
            raise IndexError(f"Seq.nth: no index {i} in a sequence of length {self._length}")
        return self._backing[self._offset + i]

    def to_list(self) -> list[A_co]:
        """Return the elements as a new list.

        >>> Seq.of(1, 2).to_list()
        [1, 2]
        """
        return list(self)

    def to_string(self, f: Callable[[A_co], str]) -> str:
        """Return the elements, each printed by ``f``, between angle brackets.

        >>> Seq.tabulate(lambda i: i + 1, 3).to_string(str)
        '<1,2,3>'
        """
        return f"<{','.join(map(f, self))}>"

    # --- Computing ---

    def map(self, f: Callable[[A_co], B]) -> Seq[B]:
        """Return the sequence of ``f(x)`` for every element ``x``.

        >>> Seq.of(1, 2, 3).map(str)
        Seq.of('1', '2', '3')
        """
        return Seq(map(f, self))

    def filter(self, p: Callable[[A_co], bool]) -> Seq[A_co]:
        """Return the elements for which ``p`` holds, in order.

        >>> Seq.of(1, 2, 3, 4).filter(lambda x: x % 2 == 0)
        Seq.of(2, 4)
        """
        return Seq(filter(p, self))

    def reduce(self: Seq[A], g: Callable[[A, A], A], e: A) -> A:
        """Combine all elements by ``g``; ``e`` if there are none.

        ``g`` is applied in the shape of the tree view, so its span is O(log n). It should be
        associative, with ``e`` as its neutral element, like ``+`` with 0.

        >>> Seq.of(1, 2, 3).reduce(lambda x, y: x + y, 0)
        6
        """
        return self.mapreduce(lambda x: x, e, g)

    def reduce1(self: Seq[A], g: Callable[[A, A], A]) -> A:
        """Combine all elements of a non-empty sequence by ``g``. Raises ValueError if it is empty.

        >>> Seq.of(3, 1, 2).reduce1(min)
        1
        """
        if self._length == 0:
            raise ValueError("Seq.reduce1: the sequence is empty")
        return self._combine(lambda x: x, g, self._offset, self._offset + self._length)

    def mapreduce(self, f: Callable[[A_co], B], e: B, g: Callable[[B, B], B]) -> B:
        """Apply ``f`` to every element, then combine the results as ``reduce`` does.

        >>> Seq.of("a", "bc", "").mapreduce(len, 0, lambda m, n: m + n)
        3
        """
        if self._length == 0:
            return e
        return self._combine(f, g, self._offset, self._offset + self._length)

    def append(self: Seq[A], t: Seq[A]) -> Seq[A]:
        """Return the elements of this sequence and then those of ``t``.

        >>> Seq.of(1, 2).append(Seq.of(3))
        Seq.of(1, 2, 3)
        """
        return Seq(self._items() + t._items())

    def cons(self: Seq[A], x: A) -> Seq[A]:
        """Return ``x`` and then the elements of this sequence. O(n), because it copies them.

        >>> Seq.of(2, 3).cons(1)
        Seq.of(1, 2, 3)
        """
        return Seq((x, *self._items()))

    def eq(self, t: Seq[B], eq: Callable[[A_co, B], bool]) -> bool:
        """Have both sequences the same length, and does ``eq`` hold for every pair of elements?

        >>> Seq.of("a", "B").eq(Seq.of("A", "b"), lambda x, y: x.lower() == y.lower())
        True
        """
        return len(self) == len(t) and all(map(eq, self, t))

    # --- What Python asks of a collection ---

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[A_co]:
        if self._length == len(self._backing):
            return iter(self._backing)
        return map(self._backing.__getitem__, range(self._offset, self._offset + self._length))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seq):
            return NotImplemented
        return self._length == other._length and self._items() == other._items()

    def __hash__(self) -> int:
        return hash(("Seq", self._items()))

    def __repr__(self) -> str:
        return f"Seq.of({', '.join(map(repr, self))})"

    def __reduce__(self) -> tuple[type[Seq[A_co]], tuple[tuple[A_co, ...]]]:
        """Copy and pickle the elements alone, not what else the shared tuple holds."""
        return Seq, (tuple(self),)

    # --- Windows ---

    def _items(self) -> tuple[A_co, ...]:
        """Return the elements as a tuple; far quicker than one by one."""
        return self._backing[self._offset : self._offset + self._length]

    def _window(self, begin: int, end: int) -> Seq[A_co]:
        """Return the elements with the indices ``begin``, …, ``end - 1``, without copying them."""
        window: Seq[A_co] = _new(Seq)
        window._backing = self._backing
        window._offset = self._offset + begin
        window._length = end - begin
        return window

    def _combine(self, f: Callable[[A_co], B], g: Callable[[B, B], B], begin: int, end: int) -> B:
        """Map and combine ``_backing[begin:end]``, split where the tree view splits."""
        if end - begin == 1:
            return f(self._backing[begin])
        middle = begin + (end - begin) // 2
        return g(self._combine(f, g, begin, middle), self._combine(f, g, middle, end))


class Nil(Constant):
    """The list view of a sequence without elements.

    >>> Seq.empty().showl() == Nil()
    True
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False, init=False)
class Cons(Record, Generic[A_co]):
    """The list view of a sequence with a first element: that element, and the rest.

    >>> Cons(1, Seq.of(2)).tail
    Seq.of(2)
    """

    head: A_co
    tail: Seq[A_co]

    def __init__(self, head: A_co, tail: Seq[A_co]) -> None:
        _set_head(self, head)
        _set_tail(self, tail)


class Empty(Constant):
    """The tree view of a sequence without elements.

    >>> Seq.empty().showt() == Empty()
    True
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False)
class Leaf(Record, Generic[A_co]):
    """The tree view of a sequence with one element.

    >>> Leaf("a").x
    'a'
    """

    x: A_co


@dataclass(frozen=True, slots=True, repr=False)
class Node(Record, Generic[A_co]):
    """The tree view of a sequence with more elements: its two halves.

    >>> Node(Seq.of(1), Seq.of(2)).right
    Seq.of(2)
    """

    left: Seq[A_co]
    right: Seq[A_co]


# How an empty sequence, a window and a view are made without looking anything up.
_NIL = Nil()
_new = object.__new__
_set_head: Callable[[Cons[Any], Any], None] = vars(Cons)["head"].__set__
_set_tail: Callable[[Cons[Any], Any], None] = vars(Cons)["tail"].__set__

ListView: TypeAlias = Nil | Cons[A]
TreeView: TypeAlias = Empty | Leaf[A] | Node[A]
