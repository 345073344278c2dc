"""Exceptions between two boxes: those of Python's own are made again, others are their words."""

import json
from collections.abc import Sequence
from decimal import InvalidOperation
from pathlib import Path
from typing import Any

import pytest

from grader.inside.pair.errors import (
    arguments_of,
    is_python_error,
    kind_of_error,
    made,
    name_of_error,
    text_of,
    with_more,
)

NO_ARGUMENTS: tuple[object, ...] = ()


def again(
    *names: str, arguments: Sequence[object] = NO_ARGUMENTS, text: str = "said"
) -> BaseException:
    return made([*names], tuple(arguments), text, (Exception,))


@pytest.mark.parametrize("kind", [KeyError, InvalidOperation, json.JSONDecodeError])
def test_a_class_of_pythons_own_is_found_by_its_name(kind: type[Exception]) -> None:
    assert is_python_error(kind)
    assert kind_of_error(name_of_error(kind)) is kind


@pytest.mark.parametrize(
    "name", ["work.Broke", "os.path.Broke", "decimal.Broke", "Broke", "", "sys.exit"]
)
def test_other_names_have_no_class(name: str) -> None:
    assert kind_of_error(name) is None


def test_an_exception_is_made_of_its_arguments_or_else_of_its_text() -> None:
    assert again("KeyError", arguments=["k", 1]).args == ("k", 1)
    assert type(again("UnicodeDecodeError")) is Exception
    assert str(again("UnicodeDecodeError")) == "said"
    assert repr(again("work.Broke", "ValueError", arguments=["x"])) == "ValueError('x')"


def test_what_is_no_such_exception_is_never_called() -> None:
    for name in ("print", "int", "KeyboardInterrupt", "SystemExit"):
        assert type(again(name, arguments=["x"])) is Exception


def test_a_class_of_a_module_does_nothing_with_its_arguments() -> None:
    one = again("json.decoder.JSONDecodeError", arguments=["words"])
    assert (type(one), one.args) == (json.JSONDecodeError, ("words",))


def test_an_error_of_the_system_has_the_file_that_it_is_about() -> None:
    with pytest.raises(OSError, match="none") as caught:
        Path("/none/such").read_bytes()
    assert arguments_of(caught.value) == [2, "No such file or directory", "/none/such"]
    assert again("FileNotFoundError", arguments=arguments_of(caught.value)).filename == "/none/such"  # type: ignore[attr-defined]
    assert arguments_of(OSError("words")) == ["words"]


class Mute(Exception):
    def __str__(self) -> str:
        raise SystemExit


def test_the_text_of_an_exception_is_cut_and_may_be_none() -> None:
    assert (text_of(ValueError("no")), text_of(Mute())) == ("no", "")
    assert len(text_of(ValueError("x" * 99_999))) < 1100


def test_a_text_of_its_own_and_attributes_are_those_of_the_other_side() -> None:
    asked: list[str] = []

    def ask(name: str) -> object:
        asked.append(name)
        return 7

    one: Any = with_more(KeyError("k"), "no such key", ask)
    assert (str(one), one.code, asked) == ("no such key", 7, ["code"])
    assert (one.args, one.__class__, type(one).__name__) == (("k",), KeyError, "KeyError")
    assert str(with_more(KeyError("k"), None, ask)) == "'k'"
    with pytest.raises(KeyError):
        raise one
