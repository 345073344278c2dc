"""Where the user begins in Blackboard's names: notes say it, or the roster; else it is nobody's."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from grader.course.roster import NO_ROSTER, Person, Roster
from grader.handins.finding import HandinList, find_handins
from tests.handins.test_finding import KNOWN, LAS, laid

TIME = "attempt_2026-11-18-20-15-00"


def found_in(folder: Path, stems: Mapping[str, str], roster: Roster) -> HandinList:
    """What is found of such hand-ins, each with the text of its note, if there is one."""
    files = {f"{stem}_{TIME}_las.py": LAS for stem in stems}
    notes = {f"{stem}_{TIME}.txt": text.encode() for stem, text in stems.items() if text}
    return find_handins(laid(folder, {**files, **notes}), KNOWN, roster)


def ids(*students: str, **blackboard: str) -> Roster:
    others = [Person(one, ids={"blackboard": id}) for one, id in blackboard.items()]
    return Roster((*map(Person, students), *others))


@pytest.mark.parametrize(
    ("stems", "roster", "students"),
    [
        ({"hw_c_wang": "", "hw_d_wang": ""}, NO_ROSTER, ["c_wang", "d_wang"]),
        ({"hw_09_ada": "", "hw_09_bo": ""}, NO_ROSTER, ["ada", "bo"]),
        ({"hw_c_wang": "Nom : Chen Wang (c_wang)\r\n"}, ids("wang"), ["c_wang"]),
        ({"hw_c_wang": "\ufeffName: Chen (Charlie) Wang (c_wang)"}, NO_ROSTER, ["c_wang"]),
        ({"hw_c_wang": "Name: C (c_wang)", "hw_c_li": ""}, ids("li"), ["c_li", "c_wang"]),
        ({"hw_c_wang": "", "hw_d_wang": ""}, ids("wang", x="c_wang", y="d_wang"), ["x", "y"]),
        ({"hw_c_wang": ""}, ids("wang", x="c_wang"), ["x"]),
        ({"hw_c_wang": ""}, ids("c_wang"), ["c_wang"]),
        ({"hw_c_wang": "", "hw_c_zed": ""}, ids("c_wang"), ["c_wang", "c_zed"]),
        ({"hw_09_ada": "", "hw_09_zed": ""}, ids("ada"), ["ada", "zed"]),
    ],
)
def test_the_user_begins_where_notes_or_the_roster_say(
    tmp_path: Path, stems: Mapping[str, str], roster: Roster, students: list[str]
) -> None:
    found = found_in(tmp_path, stems, roster)
    assert ([one.student for one in found.handins], found.unresolved) == (students, 0)


@pytest.mark.parametrize(
    ("stems", "roster", "undecided"),
    [
        ({"hw_c_wang": ""}, ids("c_wang", "wang"), ["c_wang", "wang"]),
        ({"hw_c_wang": "", "hw_c_li": ""}, ids("c_wang", "li"), ["c_wang", "li"]),
        ({"hw_c_wang": "Chen Wang\nx: (c_wang)\n"}, ids("c_wang", "wang"), ["c_wang", "wang"]),
        ({"hw_c_wang": ""}, NO_ROSTER, []),
    ],
)
def test_a_user_that_may_be_two_is_nobodys(
    tmp_path: Path, stems: Mapping[str, str], roster: Roster, undecided: list[str]
) -> None:
    found = found_in(tmp_path, stems, roster)
    assert (found.handins, found.unresolved, list(found.problems)) == ((), len(stems), undecided)
    lines = " ".join(found.ignored)
    assert "whether the user is c_wang or wang can't be told: write the right one into" in lines
