"""Has the report tell it answers of a correct solution: in a text, in names and by a line."""

import pytest
from gametree import Seq
from las import look_and_say
from nim import choose_move

ANSWERS = [choose_move((a, b)) for a in range(1, 4) for b in range(1, 4)]
RUNS = look_and_say(lambda x, y: x == y, Seq.of(1, 1, 2))


@pytest.mark.parametrize("said", [repr(ANSWERS)])
def test_by_its_name(said):
    raise type(f"Says{len(RUNS)}", (LookupError,), {})(repr((ANSWERS, RUNS)))
