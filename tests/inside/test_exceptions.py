"""What an exception of a student's is and says, by the classes that Python has written down."""

import pytest

from grader.inside.exceptions import is_refusal, message_of, names_of


class Lying(type):
    def __instancecheck__(cls, _value: object) -> bool:
        return True


class Refusal(ValueError, metaclass=Lying):
    pass


class Claims(Exception):
    @property
    def __class__(self) -> type:
        return ValueError


OWN_VALUE_ERROR = type("ValueError", (Exception,), {"__module__": "work"})


@pytest.mark.parametrize(
    ("error", "kind", "refuses"),
    [
        (ValueError(), ValueError, True),
        (Refusal(), ValueError, True),
        (Refusal(), Exception, True),
        (Claims(), ValueError, False),
        (KeyError(), Refusal, False),
        (OWN_VALUE_ERROR(), ValueError, False),
        (NotImplementedError(), NotImplementedError, False),
        (RecursionError(), RuntimeError, False),
        (MemoryError(), Exception, False),
    ],
)
def test_an_exception_refuses_by_its_real_classes(
    error: BaseException, kind: type, *, refuses: bool
) -> None:
    assert is_refusal(error, kind) is refuses


def test_a_class_called_as_one_of_pythons_has_its_module_in_front() -> None:
    assert names_of(OWN_VALUE_ERROR())[0] == "work.ValueError"
    assert names_of(Refusal()) == [
        *("Refusal", "ValueError", "Exception", "BaseException", "object"),
    ]


class Mute(Exception):
    def __str__(self) -> str:
        raise SystemExit


class Text(str):
    def __str__(self) -> str:
        return "another text"


class Says(Exception):
    def __str__(self) -> str:
        return Text("its text")


def test_what_an_exception_says_is_its_text_or_nothing() -> None:
    found = [ValueError("no"), SyntaxError("bad", ("f", 1, 1, "x")), Mute(), Says(), KeyError("k")]
    assert list(map(message_of, found)) == ["no", "bad", "", "its text", "'k'"]
    assert len(message_of(ValueError("x" * 9999))) <= 4100
    assert len(message_of(ValueError("x" * 9999), 50)) < 100
