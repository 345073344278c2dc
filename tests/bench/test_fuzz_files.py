"""The parts of the fuzz can be run: they call what they spoil files for as it is."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.fuzz_files import PARTS


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_a_part_takes_what_is_drawn_for_it(part: Callable[..., None]) -> None:
    @settings(max_examples=20, database=None, deadline=None, suppress_health_check=[*HealthCheck])
    @given(st.tuples(*PARTS[part]))
    def some(arguments: tuple[object, ...]) -> None:
        part(*arguments)

    some()
