"""Names that hide who it is, in the languages of the systems that write them."""

import pytest

from grader.course.hidden_names import hidden_label, hides, is_hidden


@pytest.mark.parametrize(
    "name",
    [
        *("Participant 3001", "Participant", "Participante_3001", "Anonymous 7", "anonym_7"),
        *("Teilnehmer/in 3001", "Teilnehmerin 3001", "Teilnehmer_in"),
    ],
)
def test_a_name_that_hides_who_it_is(name: str) -> None:
    assert hides(name)


@pytest.mark.parametrize("name", ["Ada", "Participation 3", "Ana Nonym", ""])
def test_a_name_of_somebody(name: str) -> None:
    assert not hides(name)


def test_an_id_is_of_somebody_hidden_if_it_has_their_number() -> None:
    assert is_hidden(hidden_label("Participant", "3001"), ["3001"])
    assert not is_hidden("Participant 3001", ["3002", ""])
    assert not is_hidden("Participant Lee", [])
    assert not is_hidden("ada3001", ["3001"])
