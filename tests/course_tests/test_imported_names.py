"""Modules have what they import from each other: for tests `from shop import Cart` is enough."""

from textwrap import dedent

import pytest

from grader.course_tests.imported_names import python_names, with_imported
from grader.inside.sources import module_name
from grader.student_tests.outline import ModuleOutline, bare_outline_of

CART = """
class Cart(list):
    limit = 3
    def add(self): ...
def total(): ...
"""


def outlines(files: dict[str, str]) -> dict[str, ModuleOutline]:
    bare = [bare_outline_of(module_name(name), text) for name, text in files.items()]
    return {outline.name: outline for outline in with_imported(bare, files)}


@pytest.mark.parametrize(
    "text",
    [
        "from .cart import Cart, total",
        "from shop.cart import Cart, total",
        "from .cart import *",
        "from .again import Cart, total",
        "from .again import *",
    ],
)
def test_what_a_package_imports_of_its_modules_is_its_own_too(text: str) -> None:
    files = {"shop/__init__.py": text, "shop/cart.py": CART, "shop/again.py": "from .cart import *"}
    shop = outlines(files)["shop"]
    assert shop.functions == ("total",)
    assert set(shop.public_names()) >= {"total", "Cart", "Cart.add", "Cart.limit", "Cart.append"}


@pytest.mark.parametrize(
    "text",
    [
        "import shop.cart",
        "from math import *",
        "from .cart import Cart as Basket, total as add",
        "from .cart import Missing",
        "def f():\n    from .cart import Cart, total",
    ],
)
def test_nothing_else_is(text: str) -> None:
    shop = outlines({"shop/__init__.py": text, "shop/cart.py": CART})["shop"]
    assert not {"Cart", "total", "Basket", "add", "Missing"} & set(shop.public_names())


def test_what_a_module_defines_itself_stays() -> None:
    text = "from .cart import *\nclass Cart:\n    def drop(self): ...\ndef total(): ..."
    shop = outlines({"shop/__init__.py": text, "shop/cart.py": CART})["shop"]
    assert shop.functions == ("total",)
    assert shop.methods == {"Cart": ("drop",)}


def test_modules_that_import_each_other_end() -> None:
    files = {"a.py": "from b import *\ndef f(): ...", "b.py": "from a import *\ndef g(): ..."}
    assert {name: set(one.functions) for name, one in outlines(files).items()} == {
        "a": {"f", "g"},
        "b": {"f", "g"},
    }


def test_what_comes_of_no_module_of_the_solution_is_pythons() -> None:
    text = """
        from __future__ import annotations
        import math
        from . import cart
        from shop.cart import Cart
        from collections import Counter, deque as queue
        from math import pi, e, gcd, sqrt
        from fractions import Fraction
        e = 3
        def gcd(a, b): ...
        def change():
            global sqrt
            Counter = 1
        """
    own = "from collections import Counter, deque as queue\nfrom math import pi"
    assert python_names(dedent(text), "class Fraction: ...", ["shop"]) == own


def test_of_all_names_those_that_have_other_values_are_no_ones() -> None:
    text = "from math import *\ne = 3\ndef gcd(a, b): ..."
    assert python_names(text, "def lcm(a, b): ...", []) == (
        "from math import *\ne = gcd = lcm = None"
    )
    assert python_names("from shop import *\ne = 3", "", ["shop"]) == ""
