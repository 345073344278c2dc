from operator import eq

import pytest
from gametree import Seq
from las import look_and_say


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], []),
        ([5], [(1, 5)]),
        ([1, 1, 2], [(2, 1), (1, 2)]),
        ([1, 2, 2, 1], [(1, 1), (2, 2), (1, 1)]),
        ([None, None, 3], [(2, None), (1, 3)]),
    ],
)
def test_look_and_say(given, said, tmp_path):
    (tmp_path / "given").write_text(repr(given))
    assert look_and_say(eq, Seq.from_list(given)).to_list() == said
