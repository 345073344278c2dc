"""Examples that differ in a part from what a check draws, for `grader doubt` alone.

A part of an example becomes a part of another one, a number becomes another number, a text or a
list gets longer, shorter or another order. That needs no knowledge of how a strategy makes its
examples, and nothing says that what comes of it is legal: who looks at an answer decides.
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

# As many of them as a check draws.
TIMES = 3
# To write down a question takes a check less, and fewer bytes.
ASKING_SECONDS, ASKING_BYTES = 0.2, 1 << 30


def wider(prop: Property) -> Property:
    """The same property, whose examples differ in a part from those that it draws."""
    seeds = st.integers(0, 2**32)
    examples = st.tuples(prop.examples, prop.examples, seeds).map(_changed)
    if prop.verdict is None:  # one says what is right by what the check draws
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
        except Exception:  # whatever a check does with what it has never drawn
            return False
        return example is not None

    return asks


@contextmanager
def _bounded() -> Iterator[None]:
    """Raise `TimeoutError` or `MemoryError` inside, where it takes too much of this process."""
    memory = resource.getrlimit(resource.RLIMIT_AS)
    bound_memory(ASKING_BYTES)
    try:
        with raising_after(ASKING_SECONDS):
            yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, memory)
