"""What a judge gets and returns goes through bytes unchanged."""

import json
from math import inf

import pytest

from grader.judging.unit import Unit, encoded_results, results_from_bytes, results_to_bytes
from grader.results import CheckResult, Incident, ModuleResult, module_to_json
from grader.statuses import Status
from grader.student.evidence import Evidence, Frame


def test_units_go_through_json() -> None:
    files, data = {"las.py": "é\n"}, {"x.bin": b"\xff\0".hex()}
    unit = Unit("ada", files, {"a.py": "no UTF-8"}, ("las", "alphabeta"), data=data)
    assert Unit.from_json(unit.to_json()) == unit
    assert unit.handed_in == {"x.bin": b"\xff\0"}


def test_results_go_through_bytes() -> None:
    evidence = Evidence("wrong \ud800", frames=(Frame("las.py", 3, "f"),))
    checks = (
        CheckResult("a/public/x", "a", "x", True, Status.PASSED),
        CheckResult("a/hidden/y", "a", "y", False, Status.FAILED, evidence),
    )
    results = (ModuleResult("a", checks, (Incident("time", "slow"),), 0.25), ModuleResult("b", ()))
    assert results_from_bytes(results_to_bytes(results)) == results
    assert results_from_bytes(results_to_bytes(())) == ()


def test_results_can_be_passed_on_and_stored_unread() -> None:
    broken = CheckResult("a/public/x", "a", "x", True, Status.BROKEN, Evidence("two\nlines"))
    results = (ModuleResult("a", (broken,)), ModuleResult("b", ()))
    first, second = encoded_results(results_to_bytes(results))
    assert (first.module, first.broken, second.module, second.broken) == ("a", True, "b", False)
    assert json.loads(first.text) == module_to_json(results[0])
    assert (first.decoded(), second.decoded()) == results


def test_what_a_course_gives_takes_the_place_of_the_hand_ins_own() -> None:
    own = {"las.py": "own", "tools.py": "own", "tools/x.py": "own", "tools_2.py": "own"}
    unit = Unit("ada", own, {}, ("las",), 3.0)
    given = unit.with_given({"tools.py": "given"})
    assert given.files == {"las.py": "own", "tools.py": "given", "tools_2.py": "own"}
    assert (given.student, given.modules, given.patience) == ("ada", ("las",), 3.0)
    assert unit.files == own


def test_a_unit_without_a_bound_has_none_afterwards_either() -> None:
    assert Unit.from_json(Unit("ada", {}, {}, ()).to_json()).patience == inf


def test_half_a_result_is_refused() -> None:
    whole = results_to_bytes((ModuleResult("a", ()), ModuleResult("b", ())))
    with pytest.raises(ValueError, match="zip"):
        encoded_results(whole.rpartition(b"\n")[0])
