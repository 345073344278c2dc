"""No hand-in is graded before known ones have got their known verdicts, in the same boxes."""

import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grader.assignment.config import Assignment
from grader.assignment.digest import module_digests
from grader.assignment.load import load
from grader.cli import main
from grader.errors import BrokenGrader, OutputError, ProofFailed
from grader.running import boxes
from grader.running.certificate import keys_here
from grader.running.proof import Agreement, Verdicts, _mistake, prove, read_proof, specimens_of
from grader.running.session import CACHE, Session, open_session
from grader.sandbox.nursery import SpawnedBox
from grader.sandbox.tiers import Nursery, Tier, probe
from tests.las_only import LAS_ONLY
from tests.support import REFERENCE_FILES

WRONG = REFERENCE_FILES["las.py"] + (
    "\n\n_right = look_and_say\n\n\n"
    "def look_and_say(eq, s):\n    return Seq.from_list(_right(eq, s).to_list()[:1])\n"
)
EXPECTED = 'about = "x"\nloses = ["las.look_and_say"]\n'
TIER = probe().tier


def plant(folder: Path, name: str, text: str, expected: str = EXPECTED) -> None:
    """Add a known faulty solution, or take another text for it."""
    file = folder / "mistakes/las.toml"
    file.parent.mkdir(exist_ok=True)
    known = file.read_text("utf-8").split("\n\n[") if file.exists() else []
    others = [each for each in known if not each.lstrip("[").startswith(f"{name}]")]
    tables = [*others, f"{name}]\n{expected}file = {json.dumps(text)}"]
    file.write_text("[" + "\n\n[".join([each.lstrip("[") for each in tables]), "utf-8")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Answer keys that were drawn before: most tests need the same one."""
    return tmp_path_factory.mktemp("keys")


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: Path) -> Iterator[Assignment]:
    """An assignment of one module with a known mistake, in the present folder."""
    mistakes = f"folders:\n  mistakes: {tmp_path}/mistakes\n"
    (tmp_path / "config.yaml").write_text(LAS_ONLY.replace("folders:\n", mistakes), "utf-8")
    plant(tmp_path, "first_run_only", WRONG)
    shutil.copytree(drawn, tmp_path / CACHE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield load(tmp_path / "config.yaml")
    for key in (tmp_path / CACHE).glob("key-*"):
        shutil.copy2(key, drawn)


def proved(
    assignment: Assignment, change: Callable[[Session], Session] = lambda s: s
) -> dict[str, Verdicts]:
    """What a proof of this machine finds, in a session that is changed before."""
    found: dict[str, Verdicts] = {}

    def body(session: Session) -> None:
        found.update(
            prove(assignment, change(session), keys_here(module_digests(assignment), TIER), 1)
        )

    open_session(assignment, ["las"], TIER, body)
    return found


def test_each_known_hand_in_is_counted(course: Assignment) -> None:
    counted: list[tuple[int, int]] = []

    def body(session: Session) -> None:
        prove(
            course,
            session,
            keys_here(module_digests(course), TIER),
            1,
            note=lambda *at: counted.append(at),
        )

    open_session(course, ["las"], TIER, body)
    assert counted
    assert counted == [(number, len(counted)) for number in range(1, len(counted) + 1)]


def with_nursery(change: Callable[[Nursery], Nursery]) -> Callable[[Session], Session]:
    def changed(session: Session) -> Session:
        start = session.start_nursery
        return replace(session, start_nursery=lambda: change(start()))

    return changed


def refuse(_: Nursery) -> Nursery:
    raise BrokenGrader("no box must be needed")


def test_known_hand_ins_are_graded_once_and_the_proof_is_kept(course: Assignment) -> None:
    first = proved(course)
    assert list(first) == ["las"]
    names = ["reference/reference/las.py", "starter/handout/las.py"]
    assert sorted(first["las"]) == ["faulty/first_run_only/las.py", *names]
    assert set(first["las"][names[0]].values()) == {"passed"}
    assert proved(course, with_nursery(refuse)) == first


@pytest.fixture(autouse=True)
def _umask_is_put_back() -> Iterator[None]:
    mask = os.umask(0o022)
    yield
    os.umask(mask)


def _another_umask(_: Assignment, __: pytest.MonkeyPatch) -> None:
    os.umask(0o007)


def _another_scratch(course: Assignment, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("tempfile.tempdir", str(course.root))


def _another_machine(_: Assignment, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("platform.node", lambda: "elsewhere")


def _another_kernel(_: Assignment, patch: pytest.MonkeyPatch) -> None:
    patch.setattr("platform.release", lambda: "9.9")


def _damaged(course: Assignment, _: pytest.MonkeyPatch) -> None:
    [file] = (course.root / CACHE).glob("proof-*")
    file.write_text(file.read_text()[:-20])


def _anybodys(course: Assignment, _: pytest.MonkeyPatch) -> None:
    [file] = (course.root / CACHE).glob("proof-*")
    file.chmod(0o666)


def _of_other_files(course: Assignment, _: pytest.MonkeyPatch) -> None:
    plant(course.root, "another", WRONG)


STALE = (
    *(_another_umask, _another_scratch, _another_machine, _another_kernel),
    *(_damaged, _anybodys, _of_other_files),
)


@pytest.mark.parametrize("change", STALE)
def test_a_stale_proof_is_made_again(
    course: Assignment,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Assignment, pytest.MonkeyPatch], None],
) -> None:
    proved(course)
    assert read_proof(course, keys_here(module_digests(course), TIER)["las"]) is not None
    change(course, monkeypatch)
    assert read_proof(course, keys_here(module_digests(course), TIER)["las"]) is None


def test_where_the_checkout_cannot_be_written_it_is_kept_in_the_users_cache(
    course: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.running.proof.CACHE", "config.yaml/no-folder")
    first = proved(course)
    assert len(list((course.root / "cache/grader").glob("proof-*"))) == 1
    assert proved(course, with_nursery(refuse)) == first


def test_without_any_place_to_keep_it_it_is_made_again(
    course: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.running.proof.CACHE", "config.yaml/no-folder")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME")
    assert proved(course) == proved(course)
    with pytest.raises(ProofFailed):
        proved(course, with_nursery(refuse))


# -- refusals ----------------------------------------------------------------------------------


def refused(
    course: Assignment,
    change: Callable[[Session], Session] = lambda s: s,
    advice: str = "`grader doctor` says what this machine lacks, "
    "`grader verify` what is wrong elsewhere",
) -> str:
    with pytest.raises(ProofFailed) as caught:
        proved(course, change)
    assert not list((course.root / CACHE).glob("proof-*"))
    line = str(caught.value)
    assert line.startswith("nothing is graded, because verdicts would be wrong here: ")
    assert line.endswith(f"; {advice}")
    assert "\n" not in line
    return line


def test_a_wrong_expectation_is_refused(course: Assignment) -> None:
    plant(course.root, "first_run_only", REFERENCE_FILES["las.py"])
    line = "faulty/first_run_only/las.py: las.look_and_say should be lost, but was not"
    assert line in refused(course)


def test_a_starter_that_has_points_is_refused_with_what_to_do(course: Assignment) -> None:
    handout = shutil.copytree(course.handout, course.root / "given")
    (handout / "las.py").write_text(REFERENCE_FILES["las.py"], "utf-8")
    (handout / "checks/tasks.toml").unlink()
    course = replace(course, folders=replace(course.folders, handout=str(handout)))
    advice = "a task that the starter passes is earned by nobody's work: add a check that it fails"
    line = refused(course, advice=advice)
    assert "starter/given/las.py: las.look_and_say should be lost, but was not; " in line


def test_a_mistake_without_its_points_is_refused(course: Assignment) -> None:
    plant(course.root, "some", WRONG, EXPECTED + "points = 2\n")
    assert "faulty/some/las.py: it has no points, but should have some (" in refused(course)


def test_a_nursery_that_gives_wrong_answers_is_refused(
    course: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*where: Any) -> dict[str, str]:
        found = sources(*where)
        found["gametree.seq"] += "\nSeq.cons = lambda self, x: self\n"
        found["gametree.seq"] += "Seq.from_list = classmethod(lambda cls, xs: cls.empty())\n"
        return found

    sources = boxes.nursery_sources
    monkeypatch.setattr(boxes, "nursery_sources", wrong)
    line = refused(course)
    assert "reference/reference/las.py: las.look_and_say was lost, but should not be" in line


def test_a_nursery_that_cannot_be_started_is_refused_with_its_reason(course: Assignment) -> None:
    assert "no box must be needed" in refused(course, with_nursery(refuse))


@pytest.mark.parametrize("after", [0, 1])
def test_a_nursery_that_dies_half_way_is_refused(course: Assignment, after: int) -> None:
    """As where bubblewrap is killed: a fault of the grader, and never another verdict."""

    def dying(nursery: Nursery) -> Nursery:
        if after == 0:
            nursery._process.kill()
        spawn = nursery.spawn

        def last() -> SpawnedBox:
            box = spawn()
            # Not by `Popen`: a judge's child is not its parent.
            os.kill(nursery._process.pid, signal.SIGKILL)
            return box

        nursery.spawn = last  # type: ignore[method-assign]
        return nursery

    assert ".py: it can't be graded (las.look_and_say/" in refused(course, with_nursery(dying))


@pytest.mark.parametrize("verb", ["grade", "batch"])
def test_a_run_that_is_refused_ends_with_one_line_and_grades_nothing(
    course: Assignment, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    plant(course.root, "first_run_only", REFERENCE_FILES["las.py"])
    handin = course.root / "handins/ada"
    handin.mkdir(parents=True)
    (handin / "las.py").write_text(REFERENCE_FILES["las.py"])
    what = ["handins", "--out", "out"] if verb == "batch" else ["handins/ada"]
    assert main([verb, *what]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    before, *_, line = printed.err.splitlines()  # a slow machine says how far it is
    assert before.startswith("first, once: ")
    assert line.startswith("grader: nothing is graded, because ")
    assert not (course.root / "out/grades.json").exists()


# -- which known hand-ins ----------------------------------------------------------------------


def chosen(course: Assignment) -> Iterator[str]:
    names: list[str] = []

    def body(session: Session) -> None:
        names.extend(s.unit.student for s in specimens_of(course, session, "las"))

    open_session(course, ["las"], Tier.NONE, body)
    return iter(names)


def test_a_mistake_with_some_points_is_chosen_then_one_with_advice_then_the_shortest(
    course: Assignment,
) -> None:
    assert list(chosen(course))[2:] == ["faulty/first_run_only/las.py"]
    plant(course.root, "zz_short", "x = 1\n")
    assert list(chosen(course))[2:] == ["faulty/zz_short/las.py"]
    plant(course.root, "zz_advised", WRONG, EXPECTED + 'hint = "all runs"\n')
    assert list(chosen(course))[2:] == ["faulty/zz_advised/las.py"]
    plant(course.root, "zz_some", WRONG, EXPECTED + "points = 2\n")
    assert list(chosen(course))[2:] == ["faulty/zz_some/las.py"]


def test_a_mistake_that_others_build_on_is_graded_twice_and_comes_after_others(
    course: Assignment,
) -> None:
    file = course.root / "config.yaml"
    more = """
      - {id: las.other, title: Other, points: 6, builds_on: [las.look_and_say]}
"""
    one = file.read_text("utf-8").replace("\npoints: 6\n", "\npoints: 12\n")
    file.write_text(one.rstrip() + more, "utf-8")
    course = load(file)
    both = frozenset({"las.look_and_say", "las.other"})
    assert _mistake(course, "las", both).unit.student == "faulty/first_run_only/las.py"
    plant(course.root, "zz_longer", WRONG + "# longer\n", 'about = "x"\nloses = ["las.other"]\n')
    assert _mistake(course, "las", both).unit.student == "faulty/zz_longer/las.py"


def test_without_known_mistakes_the_reference_and_the_starter_files_prove_it(
    course: Assignment,
) -> None:
    none = replace(course, folders=replace(course.folders, mistakes="nowhere"))
    assert list(chosen(none)) == ["reference/reference/las.py", "starter/handout/las.py"]
    plant(course.root, "of_nothing", WRONG, 'loses = ["nim.a"]\n')
    assert len(list(chosen(course))) == 3


# -- doctor ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("course")
def test_doctor_shows_what_is_proved_and_proves_if_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor"]) == 0
    assert "  no   las: before its first hand-in, or by `grader doctor --prove`" in (
        capsys.readouterr().out
    )
    for options in (["--prove"], []):
        assert main(["doctor", *options]) == 0
        printed = capsys.readouterr().out
        assert "  yes  las: reference/reference/las.py, starter/handout/las.py, faulty/" in printed
        assert "certificate " in printed


# -- what workers agree on ---------------------------------------------------------------------

LAS = {"reference/las.py": {"las/a": "passed"}, "starter/las.py": {"las/a": "error"}}
OTHER = {**LAS, "starter/las.py": {"las/a": "timeout"}}


def test_the_first_worker_sets_what_others_must_agree_with(tmp_path: Path) -> None:
    agreement = Agreement(tmp_path / "agreement.json", "c1")
    assert agreement.refusal({"las": LAS}) == ""
    assert agreement.refusal({"las": dict(LAS)}) == ""
    assert agreement.refusal({"las": OTHER}) == (
        "its verdicts differ from those of the other workers:"
        " las/a of starter/las.py is timeout there, but error elsewhere"
    )


def test_later_runs_into_the_same_folder_agree_with_the_first(tmp_path: Path) -> None:
    file = tmp_path / "agreement.json"
    assert Agreement(file, "c1").refusal({"las": LAS}) == ""
    assert Agreement(file, "c1").refusal({"nim": {}, "las": OTHER}) != ""
    assert Agreement(file, "c2").refusal({"las": OTHER}) == ""
    file.write_text("{")
    assert Agreement(file, "c2").refusal({"las": LAS}) == ""


def test_a_known_hand_in_that_one_worker_has_not_is_a_difference(tmp_path: Path) -> None:
    agreement = Agreement(tmp_path / "agreement.json", "c1")
    agreement.refusal({"las": LAS})
    fewer = {"reference/las.py": LAS["reference/las.py"]}
    assert "is not run there, but error elsewhere" in agreement.refusal({"las": fewer})
    assert "they are for other known hand-ins" in agreement.refusal({"las": {**LAS, "x": {}}})


def test_an_agreement_that_cannot_be_kept_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "a_file").touch()
    agreement = Agreement(tmp_path / "a_file/agreement.json", "c1")
    with pytest.raises(OutputError, match="can't be written"):
        agreement.refusal({"las": LAS})
