"""What one box asks of the other's objects, as Python's own statements do."""

from unittest.mock import MagicMock

import pytest

from grader.inside.pair.operations import special_method


class Kept:
    def __exit__(self, *given: object) -> int:
        return len(given)


class Static:
    @staticmethod
    def __exit__(*given: object) -> int:
        return len(given)


@pytest.mark.parametrize("value", [Kept(), Static()])
def test_a_method_is_bound_as_with_binds_it(value: object) -> None:
    assert special_method(value, "__exit__")(None, None, None) == 3


def test_one_in_the_object_alone_is_not_found() -> None:
    value = Kept()
    vars(value)["__exit__"] = vars(value)["__enter__"] = lambda *_: 9
    assert special_method(value, "__exit__")(None, None, None) == 3
    with pytest.raises(AttributeError, match="'Kept' object has no attribute '__enter__'"):
        special_method(value, "__enter__")


def test_a_mock_gets_what_with_gives() -> None:
    """That of `mock_open` takes three arguments since Python 3.13."""
    mock = MagicMock()
    mock.__exit__.side_effect = lambda kind, error, trace: (kind, error, trace)
    assert special_method(mock, "__exit__")(None, None, None) == (None, None, None)
