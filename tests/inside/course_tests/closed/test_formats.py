"""Texts of a hand-in that tests format: they say nothing of what the tests hold."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.sandbox.tiers import Nursery
from tests.boxed import LOCKED
from tests.course_tests.conftest import nursery_for_tests
from tests.course_tests.examining import examined_in, failures_of, passed_by


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """What a text can do is the same at every tier."""
    with nursery_for_tests(LOCKED[-1]) as made:
        yield made


TESTS = """
    import logging
    import string
    from collections import UserString
    import pytest
    from work import Money, letter, pieces, raw, refuse, save, show, template

    EXPECTED = "Dear Ann"

    class Person:
        def __init__(self, name):
            self.name = name

    PERSON = {"p": Person("Ann")}

    def test_method():
        assert template().format(p=Person("Ann")) == EXPECTED

    def test_mapping():
        assert template().format_map({"p": Person("Ann")}) == EXPECTED

    def test_unbound():
        assert str.format(template(), p=Person("Ann")) == EXPECTED

    def test_formatter():
        assert string.Formatter().format(template(), p=Person("Ann")) == EXPECTED

    def test_changed():
        assert template().strip().format(p=Person("Ann")) == EXPECTED

    def test_own_text():
        assert UserString(letter()).format(p=Person("Ann")) == EXPECTED

    def test_words_of_an_exception():
        with pytest.raises(ValueError) as refusal:
            refuse()
        assert str(refusal.value).format(p=Person("Ann")) == EXPECTED

    def test_printed(capsys):
        show()
        assert capsys.readouterr().out.format(p=Person("Ann")) == EXPECTED

    def test_bytes():
        assert raw().decode().format(p=Person("Ann")) == EXPECTED

    def test_file(tmp_path):
        save(str(tmp_path / "a.txt"))
        assert (tmp_path / "a.txt").read_text().format(p=Person("Ann")) == EXPECTED

    def test_pieces():
        assert "".join(pieces()).format(p=Person("Ann")) == EXPECTED

    def test_mapped():
        [text] = map(str.format_map, ["".join(pieces())], [{"p": Person("Ann")}])
        assert text == EXPECTED

    def test_match():
        match str.format:
            case string.Formatter.format:
                assert False
        assert string.Formatter().vformat(template(), (), {"p": Person("Ann")}) == EXPECTED

    def test_steps():
        steps = (one for one in "ab")
        assert template().format(p=Person("Ann"), g=steps) == EXPECTED

    def test_layout():
        record = logging.LogRecord("x", 20, "p", 1, "", ({"p": Person("Ann")},), None)
        layout = template().replace("p.name", "args[p].name").replace("p._", "args[p]._")
        assert logging.Formatter(layout, style="{").format(record) == EXPECTED

    def test_refused():
        with pytest.raises(ValueError) as refusal:
            refuse()
        assert template().format(p=Person("Ann"), r=refusal) == EXPECTED

    def test_named():
        made = string.Formatter().vformat(format_string=template(), args=(), kwargs=PERSON)
        assert made == EXPECTED

    class Letters(string.Formatter):
        def letter(self, text, **named):
            return super().format(text, **named)

    class Letter(str):
        pass

    def test_above():
        assert Letters().letter(template(), p=Person("Ann")) == EXPECTED

    def test_below():
        assert Letter.format(template(), p=Person("Ann")) == EXPECTED

    def test_of_its_class():
        assert Letters.format(Letters(), template(), p=Person("Ann")) == EXPECTED

    def test_own():
        assert template().replace("p.name", "m._name").format(m=Money()) == EXPECTED
"""
REFERENCE = """
    from collections import UserString
    class Money:
        _name = "Ann"
    def template():
        return "Dear {p.name}"
    def letter():
        return UserString(template())
    def show():
        print(template(), end="")
    def raw():
        return template().encode()
    def save(path):
        with open(path, "w") as file:
            file.write(template())
    def pieces():
        return [*template()]
    def refuse():
        class Refused(ValueError):
            def __str__(self):
                return template()
        raise Refused
"""


def test_a_field_of_a_text_leads_no_further_than_attributes(
    nursery: Nursery, tmp_path: Path
) -> None:
    plan, found, faults = examined_in(nursery, tmp_path, TESTS, REFERENCE)
    assert not faults
    inside = "p.__init__.__globals__[EXPECTED]"
    of_frames = "g.gi_frame.f_globals[EXPECTED]", "r.tb.tb_frame.f_globals[EXPECTED]"
    for field in (inside, f"p.name:{{{inside}}}", "p.name}{" + inside, *of_frames):
        wrong = REFERENCE.replace("Dear {p.name}", f"{{{field}}}")
        assert failures_of(nursery, plan, wrong).keys() == {test.path for test in found}


def test_a_text_that_no_test_formats_may_hold_any_field(nursery: Nursery, tmp_path: Path) -> None:
    tests = """
        from work import code
        def test_code():
            assert "{}({})".format("Money", 5) == "Money(5)"
            assert "__class__" in code()
    """
    work = """
        def code():
            return "f'{self.__class__.__name__}()'"
    """
    plan, _, faults = examined_in(nursery, tmp_path, tests, work)
    assert not faults
    assert passed_by(nursery, plan, work) == {"test_code"}


def test_what_the_tests_have_written_themselves_is_formatted_as_it_is(
    nursery: Nursery, tmp_path: Path
) -> None:
    tests = """
        from __future__ import annotations
        import typing
        from datetime import date
        from work import Money, Report, braces
        DAY = date(2020, 1, 2)
        WORDS = "{0.__class__.__name__} of {0.amount}"
        class Words:
            format = "x"
        class Kinds:
            format = str
        def written(x: Kinds.format) -> Kinds.format:
            match x:
                case Words.format | {Words.format: _}: return "a word"
                case Kinds.format(): return "a text"
        def test_patterns():
            assert written("x") == "a word" and written("y") == "a text"
            assert typing.get_type_hints(written) == {"x": str, "return": str}
        def test_braces():
            assert braces().format(a=1) == "{ self.__x } 1"
            assert str.format("{}", "{a__b}") == "{a__b}"
            assert "".join(["x{d[a__b]:", "%Y__%m}"]).format(d={"a__b": DAY}) == "x2020__01"
        def test_words():
            assert WORDS.format(Money(3)) == "Money of 3"
        def test_another_format():
            assert Words.format == "x" and Report().format("__a__") == "[__a__]"
            assert Money(3).format("EUR") == "3 EUR"
    """
    work = """
        class Money:
            def __init__(self, amount):
                self.amount = amount
            def __eq__(self, other):
                return self.amount == other.amount
            def format(self, unit):
                return f"{self.amount} {unit}"
        def braces():
            return "{{ self.__x }} {a}"
        class Report:
            def format(self, text):
                return f"[{text}]"
    """
    plan, _, faults = examined_in(nursery, tmp_path, tests, work)
    assert not faults
    paths = {"test_words", "test_another_format", "test_patterns", "test_braces"}
    assert passed_by(nursery, plan, work) == paths
