"""Examples that differ in a part from what a check draws, for `grader doubt` alone.

A part of an example becomes a part of another one, a number becomes another number, a text or a
list gets longer, shorter or reordered. That needs no knowledge of how a strategy makes its
examples, and the result need not be legal: the person who looks at an answer decides.
"""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from grader.judging.drawing.changing import ChangedQuestion, changed
from grader.judging.properties import Property
from grader.sandbox.kernel.own_limits import bound_memory, raising_after

# How many times as many as the check draws.
TIMES = 3
# A check takes less time and memory than this to write down any sensible question.
ASKING_SECONDS, ASKING_BYTES = 0.2, 1 << 30


def wider(prop: Property) -> Property:
    """The same property, whose examples differ in a part from those that it draws."""
    seeds = st.integers(0, 2**32)
    examples = st.tuples(prop.examples, prop.examples, seeds).map(_changed)
    if prop.verdict is None:  # a verdict judges by what the check draws
        examples |= st.builds(ChangedQuestion, prop.examples, prop.examples, seeds)
    asked = examples.filter(_asks(prop))
    return replace(prop, examples=asked, count=TIMES * prop.count, alone=True)


def _changed(drawn: tuple[object, object, int]) -> object:
    example, other, seed = drawn
    return changed(example, other, Random(seed))


def _asks(prop: Property) -> Callable[[object], bool]:
    def asks(example: object) -> bool:
        try:
            with _bounded():
                prop.question(example)
        except Exception:  # the check has never drawn such an example: it may raise anything
            return False
        return example is not None

    return asks


@contextmanager
def _bounded() -> Iterator[None]:
    """Raise `TimeoutError` or `MemoryError` in a block that takes too much of this process."""
    memory = resource.getrlimit(resource.RLIMIT_AS)
    bound_memory(ASKING_BYTES)
    try:
        with raising_after(ASKING_SECONDS):
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, memory)
