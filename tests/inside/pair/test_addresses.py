"""Addresses of objects in texts are left out, or numbered."""

import re

from grader.inside.pair.addresses import NumberedAddresses, without_addresses


def test_an_object_has_one_number_and_others_have_others() -> None:
    one, other, addresses = object(), object(), NumberedAddresses()
    texts = [addresses.written(f"{x!r} and {y!r}") for x, y in ((one, other), (other, one))]
    first, second = "<object object at 0x1>", "<object object at 0x2>"
    assert texts == [f"{first} and {second}", f"{second} and {first}"]


def test_numbers_that_a_program_writes_stay() -> None:
    for text in ("0xff00ff", "at 0xdeadbeef", "at 0xdeadbeef: bad", "<0xdeadbeef>"):
        assert NumberedAddresses().written(text) == text


def test_python_writes_them_in_more_ways() -> None:
    code = compile("1", "one.py", "eval")
    for value in (code, [object()], print, without_addresses, iter([])):
        written = NumberedAddresses().written(repr(value))
        assert not re.search("0x[0-9a-f]{6}", written)
        assert ("0x1" in written) == ("0x" in repr(value))


def test_all_are_left_out_for_suites() -> None:
    assert without_addresses("<A object at 0x7f0012345678>") == "<A object at 0x…>"
