"""Warnings and log records of a hand-in, in the tests' box."""

import logging
import sys
from typing import Any

import pytest

from grader.inside.course_tests.notices import Notices, give_again


class Own(DeprecationWarning):
    """A warning that stands in for one of a hand-in's."""


class Odd(FutureWarning):
    """One that no text alone makes."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (["DeprecationWarning", "Warning"], DeprecationWarning),
        (["work.Own", "DeprecationWarning"], Own),
        (["work.Odd", "FutureWarning"], FutureWarning),
        (["work.Other", "FutureWarning"], FutureWarning),
        (["ValueError", "eval", "int"], UserWarning),
        ([["x"], 3], UserWarning),
        ([], UserWarning),
    ],
)
def test_a_warning_is_of_the_first_class_that_is_known(names: list[Any], kind: type) -> None:
    classes = {"work.Own": Own, "work.Odd": Odd, "ValueError": int}
    with pytest.warns(Warning, match="^100% old$") as found:
        give_again(["warning", names, "100% old"], classes)
    assert [one.category for one in found] == [kind]


def test_of_several_lines_each_is_noted_once() -> None:
    notices = Notices(lambda kind: [kind.__name__])
    try:
        raise ValueError("x")
    except ValueError:
        record = logging.makeLogRecord({"name": "a", "msg": "1\n2", "exc_info": sys.exc_info()})
    notices.emit(record)
    [[_, _, _, text, _, raised]] = notices.taken()
    assert text == "1\n2"
    assert str(raised).startswith("Traceback ")
    assert str(raised).endswith("\nValueError: x")


def test_a_record_is_what_was_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        give_again(["record", "work", logging.INFO, "100% done", "f", ""], {})
        give_again(["record", "work", logging.DEBUG, "unseen", "f", ""], {})
        give_again(["record", "work", logging.ERROR, "failed", "f", "ValueError: 3"], {})
    tuples = [("work", logging.INFO, "100% done"), ("work", logging.ERROR, "failed")]
    assert caplog.record_tuples == tuples
    assert caplog.text.endswith("failed\nValueError: 3\n")


@pytest.mark.parametrize(
    "notice",
    [
        None,
        "warning",
        [],
        ["warning", "x", "y"],
        ["warning", [], 3],
        ["record", "work", "30", "x", "f", ""],
        ["record", 3, 30, "x", "f", ""],
        ["record", "work", 30, "x", ""],
        ["other", [], "x"],
    ],
    ids=str,
)
def test_what_is_no_notice_is_left_out(notice: Any, caplog: pytest.LogCaptureFixture) -> None:
    give_again(notice, {})
    assert not caplog.records
