"""What a call of a sequence comes to."""

import pytest

from grader.inside.outcomes import outcome


class Overdrawn(ValueError):
    """A refusal of a student's, that is another one too."""


def refuse(kind: type[Exception]) -> None:
    raise kind


def test_a_value_is_no_refusal_even_if_it_has_the_name_of_one() -> None:
    assert outcome([ValueError], str, "ValueError") == ["ValueError"]


@pytest.mark.parametrize(
    ("raised", "name"),
    [(Overdrawn, "Overdrawn"), (ValueError, "ValueError"), (UnicodeError, "ValueError")],
)
def test_a_refusal_has_the_name_of_the_first_class_it_belongs_to(
    raised: type[Exception], name: str
) -> None:
    assert outcome([Overdrawn, ValueError], refuse, raised) == name


def test_another_exception_is_raised() -> None:
    with pytest.raises(NotImplementedError):
        outcome([ValueError], refuse, NotImplementedError)
