"""A property is a pytest test that replays itself, and carries what is drawn and asked."""

from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging.properties import Property, drawn
from grader.student.question import CODE, Code

EXAMPLES = st.integers()


def verdict(_example: Any, _got: Any, _expected: Any) -> str:
    return "wrong"


@drawn(EXAMPLES, count=7, verdict=verdict, cpu_seconds=2.5)
def test_doubles(code: Code, n: int) -> Any:
    """Doubles."""
    return code.work.act(n)


# Under this name pytest does not take it for a test of ours.
doubles: Any = test_doubles
del test_doubles


def test_a_property_keeps_the_name_and_the_words_of_its_question() -> None:
    assert (doubles.__name__, doubles.__doc__) == ("test_doubles", "Doubles.")
    assert doubles.__module__ == __name__


def test_a_property_carries_what_is_drawn_and_asked() -> None:
    prop = doubles.prop
    assert (prop.examples, prop.count, prop.cpu_seconds) == (EXAMPLES, 7, 2.5)
    assert (prop.verdict, prop.hint, prop.picture) == (verdict, None, None)
    assert prop.ask(CODE, 3)._arguments == (3,)


def test_to_run_it_is_to_replay_it() -> None:
    replayed: list[Property] = []
    doubles(replayed.append)
    assert replayed == [doubles.prop]


def test_a_check_of_two_examples_is_refused() -> None:
    def test_adds(code: Code, one: int, two: int) -> Any:
        return code.work.act(one, two)

    with pytest.raises(TypeError, match=r"^test_adds\(code, one, two\): a drawn check takes the "):
        drawn(st.tuples(st.integers(), st.integers()))(test_adds)
