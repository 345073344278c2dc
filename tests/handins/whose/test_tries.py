"""The tries of one student: which was the last, by number, time or lateness, and their files."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.course.roster import NO_ROSTER, Person, Roster
from grader.course.submissions import Arrival
from grader.handins.contents import Content
from grader.handins.finding import find_handins
from grader.handins.identity import Group
from grader.handins.parcels import HandinPiece, Parcel
from grader.handins.systems.pattern import pattern_of
from grader.handins.systems.readings import Delivery
from grader.handins.whose.tries import tries_of, uncertain
from tests.handins.test_finding import KNOWN, LAS, NIM, files, laid

ADA, BO = Person("ada"), Person("bo")
EARLY, LATE = "2026-11-18T20:00:00+00:00", "2026-11-18T21:00:00+00:00"


def given(
    name: str, whose: Person = ADA, number: int | None = None, at: str = "", **more: bool
) -> Delivery:
    return Delivery(Content(name, Path(name)), whose, name, number, at, **more)


def order(*deliveries: Delivery) -> list[tuple[int, list[str]]]:
    """The numbers of tries, and the files of each."""
    tries = tries_of(deliveries, lambda one: one.at)
    return [(number, [one.file for one in each.deliveries]) for number, each in tries]


def test_what_was_handed_in_at_once_is_one_try() -> None:
    assert order(given("a.py", number=1, at=EARLY), given("b.py", number=1, at=EARLY)) == [
        (1, ["a.py", "b.py"])
    ]


def test_of_one_sender_the_number_decides_though_the_clock_was_set_back() -> None:
    first, second = given("a.py", number=1, at=LATE), given("b.py", number=2, at=EARLY)
    assert order(second, first) == [(1, ["a.py"]), (2, ["b.py"])]


def test_of_several_senders_the_time_decides_and_numbers_still_grow() -> None:
    late, early = given("a.py", number=1, at=LATE), given("b.py", BO, number=3, at=EARLY)
    assert order(late, early) == [(3, ["b.py"]), (4, ["a.py"])]


def test_a_time_without_an_offset_is_compared_as_utc() -> None:
    late = given("a.py", at=LATE.removesuffix("+00:00"))
    early = given("b.py", BO, at="2026-11-18T21:30:00+01:00")
    assert order(late, early) == [(1, ["b.py"]), (2, ["a.py"])]


def test_where_a_time_is_not_known_the_numbers_decide_and_it_is_uncertain() -> None:
    two, one = given("a.py", number=2, at=EARLY), given("b.py", BO, number=1)
    assert order(two, one) == [(1, ["b.py"]), (2, ["a.py"])]
    assert uncertain(tries_of([two, one], lambda one: one.at))
    assert uncertain(tries_of([two, one], lambda _: LATE))
    assert not uncertain(tries_of([two, one], lambda one: one.at or LATE))
    assert not uncertain(tries_of([given("a.py", number=1), given("a.py", number=2)], lambda _: ""))


def pieces(names: Sequence[str], known: Sequence[str]) -> list[str]:
    [(_, one)] = tries_of([given(name) for name in names], lambda _: "")
    return [piece.name for piece in one.parcel("ada", known).pieces]


@pytest.mark.parametrize(
    ("names", "own"),
    [
        (["las.py"], ["las.py"]),
        (["las-1.py"], ["las.py"]),
        (["las-10.py", "las-9.py"], ["las-9-old.py", "las.py"]),
        (["hw-2.tar.gz"], ["hw-2.tar.gz"]),
        (["mine-3.py"], ["mine-3.py"]),
    ],
)
def test_only_files_that_are_graded_lose_the_number_that_systems_add(
    names: list[str], own: list[str]
) -> None:
    assert pieces(names, ["las.py"]) == own


def test_a_try_is_a_parcel_and_arrives_late_if_any_file_of_it_does() -> None:
    [(_, one)] = tries_of([given("b.py"), given("a.py", late=True)], lambda _: EARLY)
    assert one.parcel("ada", []) == Parcel(
        "ada", (HandinPiece(Path("a.py"), "a.py"), HandinPiece(Path("b.py"), "b.py"))
    )
    assert one.arrival(4) == Arrival(4, EARLY, late=True)
    assert one.arrival(4).entry == "b.py"


def test_a_time_without_an_offset_says_nothing_about_deadlines() -> None:
    [(_, one)] = tries_of([given("a.py")], lambda _: "2026-11-18T20:00:00")
    assert one.arrival(1).at == ""


def test_a_group_is_another_sender_than_its_members() -> None:
    group = Delivery(Content("g.py", Path("g.py")), Group("ada"), "g.py")
    assert len(tries_of([given("a.py"), group], lambda _: "")) == 2


TEAM = Roster((Person("ada", group="x"), Person("bo", group="x")))
TIMES = r"(?P<student>\w+) (?P<time>[^/]+)/(?P<file>.+)"


@pytest.mark.parametrize(
    ("names", "pattern"),
    [
        (("cw+hw+2026-11-18 20:15:00 EST+aa/las.py", "cw+hw+2026-11-19 20:15:00 EST/las.py"), ""),
        (("cw 18th/las.py", "cw 2026-11-18 20:15/las.py"), TIMES),
        (("cw 18th/las.py", "cw 19th/nim.py"), TIMES),
    ],
)
def test_of_attempts_whose_times_are_not_understood_none_is_graded(
    tmp_path: Path, names: tuple[str, str], pattern: str
) -> None:
    folder = laid(tmp_path, dict.fromkeys((*names, "README"), LAS))
    found = find_handins(folder, KNOWN, names=pattern_of(pattern) if pattern else None)
    assert found.handins == ()
    why = found.problems["cw"]
    assert why.startswith("nothing says which was handed in last, cw")
    assert why.endswith("; keep only that one")


def test_what_is_late_of_one_member_is_later_than_what_another_had_in_time(tmp_path: Path) -> None:
    names = {"Team 1/A_Ada_ada_1/las.py": LAS, "Team 1/B_Bo_bo_2/Late Submission - las.py": NIM}
    found = find_handins(laid(tmp_path, names), KNOWN, TEAM)
    assert found.arrivals["ada"] == Arrival(2, late=True, entry="Late Submission - las.py")
    assert not any("nothing says" in note for note in found.notes)


def test_a_file_in_time_stays_beside_another_that_is_handed_in_again_late(tmp_path: Path) -> None:
    names = {"las.py": LAS, "nim.py": NIM, "Late Submission - las.py": NIM}
    top = "A_Ada_ada_1/"
    folder = laid(tmp_path, {top + name: content for name, content in names.items()})
    found = find_handins(folder, KNOWN, NO_ROSTER)
    assert files(found) == {"ada": ["las.py", "nim.py"]}
    in_time, late = found.attempts["ada"].values()
    assert [one.name for one in in_time[0].pieces] == ["las.py", "nim.py"]
    assert (in_time[1].late, late[1].late) == (False, True)
    assert (found.counts.used, found.counts.earlier) == (2, 1)
