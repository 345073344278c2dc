"""What is committed stays, and what can't be used is said in one line."""

from dataclasses import replace
from pathlib import Path
from shutil import rmtree

import pytest

from grader.errors import OutputError
from grader.results import (
    NOTHING,
    CheckResult,
    Finding,
    HandinResult,
    Incident,
    ModuleResult,
)
from grader.statuses import Status
from grader.store.writer import FILE, GradedHandin, Store
from grader.student.evidence import BoardPicture, Evidence, Frame
from tests.support import as_graded

AWAY = "move it away or choose another folder with --out"
DIGESTS = {"las": "d1", "nim": "d2"}


def module(name: str, status: Status = Status.PASSED, padding: str = "") -> ModuleResult:
    evidence = Evidence(
        "wrong \ud800 é" + padding,
        frames=(Frame("las.py", 3, "f"),),
        picture=BoardPicture(("X ", " O")),
    )
    check = CheckResult(f"{name}.f/hidden/g", f"{name}.f", "F", False, status, evidence)
    return ModuleResult(name, (check,), (Incident("signal", "SIGSEGV"),), 0.25)


def submission(student: str, digest: str = "h", **fields: object) -> GradedHandin:
    values: dict[str, object] = {
        "modules": (module("las"), module("nim")),
        "notes": ("a note",),
        "sources": {"las.py": "x = '\ud800é'\n"},
        "data": {},
    }
    return as_graded(HandinResult(student, digest, **{**values, **fields}), DIGESTS)  # type: ignore[arg-type]  # fields by name


def stored(folder: Path) -> list[HandinResult]:
    with Store(folder / FILE) as store:
        return list(store.submissions())


def test_hand_ins_come_back_as_they_were_sorted_by_student(tmp_path: Path) -> None:
    given = [submission("eve"), submission("ada", "h2"), submission("bob", "h3", modules=())]
    with Store(tmp_path / FILE) as store:
        store.put_many(given)
    assert stored(tmp_path) == [given[1].result, given[2].result, given[0].result]


def test_data_files_are_kept_by_what_was_handed_in(tmp_path: Path) -> None:
    given = [submission("ada", data={"a.txt": "ff00"}), submission("bo", "h2")]
    with Store(tmp_path / "one" / FILE) as store:
        store.put_many(given)
    assert stored(tmp_path / "one") == [one.result for one in given]
    with Store(tmp_path / "two" / FILE) as store:
        store.take(tmp_path / "one" / FILE)
    assert stored(tmp_path / "two") == [one.result for one in given]


def test_a_hand_in_that_could_not_be_opened_is_kept_with_its_problem(tmp_path: Path) -> None:
    result = HandinResult("ada", "", problem="the hand-in is empty")
    with Store(tmp_path / FILE) as store:
        store.put_many([as_graded(result)])
    assert stored(tmp_path) == [result]


def test_findings_are_kept_by_hand_in_and_inspector(tmp_path: Path) -> None:
    found = (Finding("las.py", 1, "F401", "`os` imported but unused \ud800"),)
    unopened = as_graded(HandinResult("eve", "", problem="the hand-in is empty"))
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada"), submission("bo"), submission("cy", "h2"), unopened])
        assert store.uninspected("i1") == ["h", "h2"]
        assert store.sources("h2") == {"las.py": "x = '\ud800é'\n"}
        store.put_findings("i1", [("h", found)])
        assert store.uninspected("i1") == ["h2"]
        assert store.uninspected("i2") == ["h", "h2"]
    assert [result.findings for result in stored(tmp_path)] == [found, found, (), ()]


def test_the_folder_is_made_when_it_is_not_there(tmp_path: Path) -> None:
    with Store(tmp_path / "new" / "out" / FILE) as store:
        store.put_many([submission("ada")])
    assert len(stored(tmp_path / "new" / "out")) == 1


def test_a_result_is_known_by_hand_in_module_and_what_it_depends_on(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada")])
        assert store.known("h", {"las": "d1"}) == [module("las")]
        assert store.known("h", {"las": "d2"}) == []
        assert store.known("h", {"nim": "d1"}) == []
        assert store.known("other", {"las": "d1"}) == []


def test_a_result_with_a_fault_of_ours_is_shown_but_not_known(tmp_path: Path) -> None:
    broken = module("las", Status.BROKEN)
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada", modules=(broken,))])
        assert store.known("h", {"las": "d1"}) == []
        assert [result.modules for result in store.submissions()] == [(broken,)]
        store.put_many([submission("ada", modules=(module("las"),))])
        assert store.known("h", {"las": "d1"}) == [module("las")]


def test_a_student_who_hands_in_again_has_the_last_hand_in(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada", "h1")])
        store.put_many([submission("ada", "h2")])
        assert [result.digest for result in store.submissions()] == ["h2"]
        assert store.known("h1", {"las": "d1"}) == [module("las")]


def test_students_who_are_not_in_the_class_are_forgotten_but_not_their_results(
    tmp_path: Path,
) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada", "h1"), submission("bob", "h2")])
        store.keep_only(["bob", "eve", "bob"], DIGESTS)
        assert [result.student for result in store.submissions()] == ["bob"]
        assert store.known("h1", {"las": "d1"}) == [module("las")]


def test_hand_ins_that_were_graded_by_other_keys_are_forgotten(tmp_path: Path) -> None:
    """Else a run that is stopped half way would leave a class of two kinds of boxes."""
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada")])
        store.put_many([submission("bob", modules=(), problem="no zip")])
        store.keep_only(["ada", "bob"], {**DIGESTS, "las": "of another tier"})
        assert [result.student for result in store.submissions()] == ["bob"]
        assert store.known("h", {"las": "d1"}) == [module("las")]


def test_a_full_disk_takes_back_the_whole_commit_and_nothing_before_it(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with Store(path) as store:
        store.put_many([submission("ada")])
        [pages] = store._db.execute("PRAGMA page_count").fetchone()
        store._db.execute(f"PRAGMA max_page_count={pages + 3}")
        big = submission("eve", "h2", modules=(module("las", padding="x" * 100_000),))
        with pytest.raises(OutputError) as caught:
            store.put_many([submission("bob", "h3"), big])
        assert str(caught.value) == (
            f"{path}: the disk is full; make room and go on with --resume, nothing done is lost"
        )
        assert [result.student for result in store.submissions()] == ["ada"]
    assert stored(tmp_path) == [submission("ada").result]


def test_an_error_of_ours_takes_back_the_whole_commit(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        unknown = submission("bob", "h3", modules=(module("lolo"),))
        with pytest.raises(KeyError):
            store.put_many([submission("ada"), unknown])
        store.put_many([submission("eve")])
        assert [result.student for result in store.submissions()] == ["eve"]


def test_what_was_put_is_on_the_disk_without_closing(tmp_path: Path) -> None:
    """A copy of the files, as after a power cut, has everything that was put."""
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada")])
        assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
        copy = tmp_path / "copy"
        copy.mkdir()
        for name in (FILE, f"{FILE}-wal"):
            (copy / name).write_bytes((tmp_path / name).read_bytes())
    assert stored(copy) == [submission("ada").result]


def test_hand_ins_alone_are_kept_beside_results_that_are_here(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada")])
        [ada] = store.submissions()
        bob = replace(ada, student="bob")
        store.put_handins([(replace(bob, modules=()), DIGESTS)])
        assert list(store.submissions()) == [ada, bob]


def test_what_is_graded_is_a_result_without_a_fault_of_ours(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada", modules=(module("las", Status.BROKEN), module("nim")))])
        keys = {"las": "d1", "nim": "d2"}
        assert store.missing("h", keys) == ("las",)
        assert store.missing("other", keys) == ("las", "nim")


def test_all_of_another_file_is_taken_and_a_fault_takes_no_place_of_a_result(
    tmp_path: Path,
) -> None:
    broken = (module("las", Status.BROKEN), module("nim"))
    with Store(tmp_path / "one" / FILE) as store:
        store.put_many([submission("ada")])
    with Store(tmp_path / "two" / FILE) as store:
        store.put_many([submission("bo", modules=broken), submission("cy", "h2")])
        store.put_findings("i1", [("h2", (Finding("las.py", 1, "F401", "unused"),))])
    with Store(tmp_path / "one" / FILE) as store:
        store.take(tmp_path / "two" / FILE)
        assert store.digests_of_handins() == {"ada": "h", "bo": "h", "cy": "h2"}
        assert store.keys() == [DIGESTS]
    found = stored(tmp_path / "one")
    assert found[:2] == [submission("ada").result, submission("bo").result]
    assert found[2].findings == (Finding("las.py", 1, "F401", "unused"),)


def test_a_damaged_file_that_is_taken_is_the_one_that_is_named(tmp_path: Path) -> None:
    other = tmp_path / "two" / FILE
    with Store(other) as store:
        store.put_many([submission("bo", modules=(module("las", padding="x" * 100_000),))])
    content = other.read_bytes()
    other.write_bytes(content[:20_000] + b"?" * (len(content) - 20_000))
    with Store(tmp_path / "one" / FILE) as store:
        store.put_many([submission("ada")])
        with pytest.raises(OutputError, match=f"^{other}: it is damaged"):
            store.take(other)
        assert store.digests_of_handins() == {"ada": "h"}


def test_a_hand_in_that_is_gone_can_be_had_again_but_takes_no_new_ones_place(
    tmp_path: Path,
) -> None:
    given = [submission("ada"), submission("bo", "h2"), submission("cy", "h3")]
    with Store(tmp_path / FILE) as store:
        store.put_many(given)
        store.keep_only(["bo", "cy"], DIGESTS)
        store.put_handins([(HandinResult("bo", "", problem=NOTHING), {})])
        store.put_many([submission("cy", "of other files")])
        store.bring_back(["ada", "bo", "cy", "dee"])
        assert store.digests_of_handins() == {"ada": "h", "bo": "h2", "cy": "of other files"}


@pytest.mark.parametrize("moved", [True, False])
@pytest.mark.parametrize("another", [True, False])
def test_a_folder_that_vanishes_meanwhile_is_said(
    tmp_path: Path, *, moved: bool, another: bool
) -> None:
    out = tmp_path / "out"
    with Store(out / FILE) as store:
        store.put_many([submission("ada")])
        if moved:
            out.rename(tmp_path / "elsewhere")
        else:
            rmtree(out)
        if another:
            Store(out / FILE).close()
        with pytest.raises(OutputError, match="deleted or moved while this run wrote into it"):
            store.put_many([submission("bo", "h2")])
