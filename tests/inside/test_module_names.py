"""What is in which file, and what a file may import, in packages as at the top."""

import ast
import doctest

import pytest

from grader.inside import module_names


def test_the_examples_are_right() -> None:
    assert doctest.testmod(module_names).failed == 0


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("import las", ["las"]),
        ("import shop.errors", ["shop.errors"]),
        ("from shop import errors", ["shop", "shop.errors"]),
        ("from .errors import Full", ["shop.errors", "shop.errors.Full"]),
        ("from . import errors", ["shop", "shop.errors"]),
        ("from ..las import look", ["las", "las.look"]),
        ("from ...far import away", ["far", "far.away"]),
    ],
)
def test_what_a_module_of_a_package_imports(line: str, names: list[str]) -> None:
    assert list(module_names.imported_by("shop/cart.py", ast.parse(line))) == names
