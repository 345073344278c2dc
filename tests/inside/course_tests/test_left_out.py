"""Cases that a test leaves out for a hand-in and not for a right one are a fault."""

from types import SimpleNamespace

from grader.inside.course_tests.left_out import RIGHT, LeftOutCases


def report(name: str, *, skipped: bool = True, subtest: bool = False) -> SimpleNamespace:
    more = {"context": None} if subtest else {}
    return SimpleNamespace(nodeid=f"test_a.py::TestA::{name}", skipped=skipped, **more)


def looked(*reports: SimpleNamespace, known: object = None) -> LeftOutCases:
    cases = LeftOutCases(known)  # type: ignore[arg-type]  # a table, or none
    for one in reports:
        cases.look(one)
    return cases


def test_cases_are_noted_once_each_and_those_that_ran_are_not() -> None:
    both = report("test[1]"), report("test[1]"), report("test[2]", skipped=False)
    assert looked(*both).names == ["test[1]"]


def test_subtests_are_counted_by_their_test_also_those_that_ran() -> None:
    runs = report("test", skipped=False, subtest=True)
    cases = looked(runs, report("test", subtest=True), report("other", subtest=True))
    assert cases.names == ["test, subtest 2", "other, subtest 1"]
    cases.clear()
    cases.look(report("test", subtest=True))
    assert cases.names == ["test, subtest 1"]


KNOWN = {"TestA.test": (3, ["test[1]"])}


def test_what_the_reference_leaves_out_may_be_left_out() -> None:
    assert looked(report("test[1]"), known=KNOWN).fault("TestA.test", 3) == ""
    assert looked(report("test[1]"), known=KNOWN).fault("TestA.test", 4) == ""
    assert looked(report("x")).fault("TestA.test", 0) == ""  # where it is noted


def test_another_case_is_named_and_missing_ones_are_counted() -> None:
    skipped = looked(report("test[1]"), report("test[2]"), known=KNOWN)
    assert skipped.fault("TestA.test", 3) == f"test[2] is skipped or xfailed {RIGHT}"
    assert looked(known=KNOWN).fault("TestA.test", 2) == f"2 of 3 cases are there {RIGHT}"
    unknown = looked(report("test"), known=KNOWN)
    assert unknown.fault("TestB.test", 0) == f"test is skipped or xfailed {RIGHT}"
