"""What becomes of each hand-in of a download."""

from pathlib import Path
from typing import Any

from grader.course.roster import Person, Roster
from grader.course.submissions import Arrival
from grader.handins.contents import Content
from grader.handins.finding import find_handins
from grader.handins.identity import AnonymousSender, Identity, UnknownSender
from grader.handins.systems.readings import Delivery, Reading, UngradableHandin, UnusedEntry
from grader.handins.whose.sorting import LAST, AttemptChoice, Sorting
from tests.handins.test_finding import DOWNLOADS, KNOWN, LAS, NIM, files, laid


def test_times_of_staff_say_which_hand_in_of_a_group_is_the_last(tmp_path: Path) -> None:
    roster = Roster((Person("ada", group="g"), Person("bo", group="g")))
    times = {"ada": "2026-11-18T20:00:00-05:00", "bo": "2026-11-19T00:30:00+00:00"}
    choice = AttemptChoice(time_of=lambda student, _version: times[student])
    folder = laid(tmp_path, {"ada/las.py": LAS, "bo/nim.py": NIM})
    found = find_handins(folder, KNOWN, roster, choice=choice)
    assert files(found) == {"ada": ["las.py"], "bo": ["las.py"]}
    assert not any("nothing says" in note for note in found.notes)


def test_of_versions_the_last_counts_and_a_note_says_so(tmp_path: Path) -> None:
    found = find_handins(laid(tmp_path, DOWNLOADS["autolab"][0]), KNOWN)
    assert found.notes == ("cwang: version 10 is graded, not 1, 9",)
    assert found.arrivals["ana_d"].version == 2


def test_of_two_hand_ins_of_a_group_the_last_counts_for_all(tmp_path: Path) -> None:
    names = {"ada@x.edu_3_las.py": LAS, "bo@x.edu_4_nim.py": NIM}
    roster = Roster((Person("ada", group="g"), Person("bo", group="g")))
    shared = find_handins(laid(tmp_path, names), KNOWN, roster)
    assert files(shared) == {"ada": ["nim.py"], "bo": ["nim.py"]}
    assert shared.notes == (
        "ada: version 4 is graded, not 3",
        "bo@x.edu_4_nim.py is graded, of what a group handed in more than once: nothing says "
        "which was the last; give the times in submissions.csv",
        "bo: version 4 is graded, not 3",
    )
    assert shared.arrivals["ada"] == shared.arrivals["bo"] == Arrival(4)


def test_two_hand_ins_of_one_student_are_both_named_and_the_rest_goes_on(tmp_path: Path) -> None:
    for name in ("ada.zip", "ada.tgz", "bob.zip"):
        (tmp_path / name).write_bytes(b"")
    found = find_handins(tmp_path)
    assert [parcel.student for parcel in found.handins] == ["bob"]
    assert found.problems == {
        "ada": "there are two hand-ins of one student, ada.tgz and ada.zip; keep one of them"
    }


def sorted_of(*readings: Reading, people: tuple[Person, ...] = ()) -> Sorting:
    return Sorting(readings, Roster(people), KNOWN, LAST)


def given(name: str, whose: Identity, **more: Any) -> Delivery:
    return Delivery(Content(name, Path(name)), whose, **more)


def test_every_entry_is_counted_once() -> None:
    ada, link = Person("ada"), Content("eve.zip", Path("eve.zip"), link=True)
    found = sorted_of(
        given("ada_1", ada, number=1),
        given("ada_2", ada, number=2),
        given("x", UnknownSender("nobody knows")),
        Delivery(link, Person("eve")),
        UnusedEntry(Content("y", Path("y")), "odd", doubtful=True),
    )
    assert (found.used, found.earlier, found.unresolved, found.refused) == (1, 1, 1, 1)
    assert found.doubtful == 1
    assert [(one.content.name, one.why) for one in found.unused] == [
        ("y", "odd"),
        ("x", "nobody knows"),
    ]
    assert found.problems == {"eve": "eve.zip is a link; put the hand-in itself there"}


def test_what_cannot_be_graded_is_a_problem_of_those_who_have_nothing_else() -> None:
    lost = [UngradableHandin(Person(one), f"{one}'s is lost") for one in ("ada", "bo")]
    found = sorted_of(given("ada", Person("ada")), *lost)
    assert found.problems == {"bo": "bo's is lost"}
    assert (found.notes, found.doubtful) == (["ada: ada's is lost"], 1)


def test_times_without_a_zone_are_noted_once_and_failed_runs_by_number() -> None:
    at = "2026-11-18T20:00:00"
    both = [given(one, Person(one), at=at, failed=2) for one in ("ada", "bo")]
    assert sorted_of(*both).notes == [
        "ada: not counted: 2 runs that failed on the host",
        "bo: not counted: 2 runs that failed on the host",
        "the times in the download have no time zone: attempts are in their order, but no rule "
        "about time uses them; for that, give times in submissions.csv",
    ]


def test_names_are_hidden_only_if_all_are() -> None:
    hidden = given("a", AnonymousSender("a"))
    assert sorted_of(hidden).names_hidden
    assert not sorted_of(hidden, given("b", Person("b"))).names_hidden
