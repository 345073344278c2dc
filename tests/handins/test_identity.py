"""What a name in a download may be of: a person, a group, or somebody whose name is hidden."""

import pytest

from grader.course.roster import Person
from grader.handins.identity import AnonymousSender, Group, PersonOrGroup, named, person_of


def like_group(name: str) -> bool:
    whose = named(Person("x", name))
    assert isinstance(whose, PersonOrGroup)
    return whose.like_group


@pytest.mark.parametrize(
    "name",
    ["Team 5", "team5", "GROUP_12", "Lab 2 - Group B", "Équipe 3", "Grupo-7", "Default group x"],
)
def test_names_as_groups_have_them_are_like_groups(name: str) -> None:
    assert like_group(name)


@pytest.mark.parametrize("name", ["Chen Wang", "Ann Grupp", "Steam 5", "Gruppe"])
def test_names_as_persons_have_them_are_not(name: str) -> None:
    assert not like_group(name)


def test_a_hidden_name_is_an_anonymous_one_and_keeps_its_ids() -> None:
    whose = named(Person("Participant", "Participant", ids={"moodle": "7"}))
    assert isinstance(whose, AnonymousSender)
    assert whose.ids == {"moodle": "7"}
    assert person_of(whose) is None


def test_without_a_name_the_id_is_what_is_like_a_group() -> None:
    assert named(Person("team1"), by_member=True) == PersonOrGroup(
        Person("team1"), like_group=True, by_member=True
    )


def test_a_person_is_one_and_may_be_one_and_a_group_is_none() -> None:
    ada = Person("ada")
    assert (person_of(ada), person_of(PersonOrGroup(ada)), person_of(Group("g", (ada,)))) == (
        *(ada, ada, None),
    )
