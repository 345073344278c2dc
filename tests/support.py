"""Real boxes for tests: a nursery, questions to small hand-ins, and a way to speak raw frames."""

import os
import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from grader.asking.allowance import Costs
from grader.asking.answers import CodeFailed
from grader.asking.handed_in import names_of
from grader.asking.questions import PreparedQuestions, prepare
from grader.asking.submission import BoxPlan, Submission
from grader.assignment.faulty import faulty_of
from grader.assignment.load import load
from grader.assignment.sources import read_sources
from grader.authoring.reference import Reference
from grader.inside.library import read_library
from grader.inside.limits import FOR_A_TRIAL, BoxLimits
from grader.judging.answer_key import KeyEntry, entry_of, record
from grader.judging.judge import Judge
from grader.judging.known_mistakes import KeptReplies
from grader.judging.properties import Property
from grader.judging.pytest_plugin import ChecksPlugin, run_pytest
from grader.judging.unit import Unit
from grader.results import EncodedResult, HandinResult
from grader.running.boxes import nursery_sources
from grader.sandbox.box import Box, BoxEnded
from grader.sandbox.clock import Budget
from grader.sandbox.tiers import Nursery, Tier, probe, start_nursery
from grader.store import writer
from grader.student.checking.assignment import HandoutAssignment, HandoutModule
from grader.student.checking.worker.direct import DirectAnswers
from grader.student.question import CODE
from grader.student_tests.solutions import Solutions

HandIn = Callable[..., Submission]

ROOT = Path(__file__).parents[1]
HANDOUT = ROOT / "handout"
LIBRARY = read_library("gametree")
REFERENCE_FILES = read_sources(ROOT / "reference")
LIMITS = replace(FOR_A_TRIAL, memory_bytes=256 << 20, cpu_seconds=20.0, stack_bytes=64 << 20)
BUDGET = Budget(cpu_seconds=5.0, idle_seconds=5.0, wall_seconds=120.0, answer_bytes=4 << 20)
BRIEF = Budget(cpu_seconds=0.15, idle_seconds=0.4, wall_seconds=3.0, answer_bytes=1 << 16)
COSTS = Costs(
    BUDGET,
    {},
    recursion_limit=100_000,
    output_characters=64 << 10,
    handin_cpu_seconds=60.0,
    handin_idle_seconds=30.0,
    handin_wall_seconds=1800.0,
    handin_output_characters=1 << 20,
)

# What every file of checks made here begins with.
CHECKS_BEGIN = """
import pytest
from hypothesis import strategies as st
from grader.student.evidence import CheckFailed, Evidence
from grader.judging.properties import drawn

def judges(title, task="work.act"):
    return pytest.mark.task(task, title)

"""

# Finds the box's own channel, as hostile code would, to write bytes of its own making.
RAW = """
import os, struct, sys, time
from grader.inside.wire import ASK, HEADER, LEAF, LEAF_CALL, REPLY

frame = sys._getframe()
while "channel" not in frame.f_locals:
    frame = frame.f_back
channel = frame.f_locals["channel"]
sock = channel._sock

def reply(payload, kind=REPLY, number=None):
    question = channel.question if number is None else number
    sock.sendall(HEADER.pack(len(payload), question, kind) + payload)
"""


def children() -> set[str]:
    """The processes that this one has begun, and that are still there, by their numbers."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def make_entry(prop: Property, seed_text: str, reference: Reference) -> KeyEntry:
    """An entry of an answer key, made here and now."""
    return entry_of(prop, record(prop, seed_text, reference.answer), LIBRARY)


def a_started_nursery(limits: BoxLimits = LIMITS, tier: Tier | None = None) -> Nursery:
    """A nursery whose boxes serve hand-ins, which has to be closed."""
    sources = nursery_sources(HANDOUT, LIBRARY.name)
    return start_nursery(tier or probe().tier, limits, sources, library=LIBRARY.name)


@contextmanager
def a_real_nursery(limits: BoxLimits = LIMITS, tier: Tier | None = None) -> Iterator[Nursery]:
    """A nursery whose boxes serve hand-ins, behind the strongest walls of this machine."""
    nursery = a_started_nursery(limits, tier)
    try:
        yield nursery
    finally:
        nursery.close()


def submission_of(
    nursery: Nursery,
    files: Mapping[str, str] | str,
    module: str = "work",
    budget: Budget = BUDGET,
    problems: Mapping[str, str] | None = None,
    *,
    recursion_limit: int = COSTS.recursion_limit,
) -> Submission:
    """A hand-in of some files, or of `work.py` alone, whose text may be indented."""
    if isinstance(files, str):
        files = {"work.py": dedent(files)}
    costs = replace(COSTS, budget=budget, recursion_limit=recursion_limit)
    plan = BoxPlan(tuple(files.items()), costs, problems or {}, library=LIBRARY)
    return Submission(nursery, module, plan)


def as_graded(
    result: HandinResult, digests: Mapping[str, str] | None = None
) -> writer.GradedHandin:
    """A hand-in all of whose results are new, for a store."""
    new = [EncodedResult.of(module) for module in result.modules]
    return writer.GradedHandin(result, digests or {}, new)


def at_home(
    folder: Path,
    module: str = "work",
    *,
    program: bool = False,
    handed_in: Sequence[str] = (),
    **more: Any,
) -> DirectAnswers:
    """What answers with the files of a folder, as on a student's computer."""
    known = HandoutModule(module, (), program)
    return DirectAnswers(folder, HandoutAssignment((known,), "handin.tgz", **more), handed_in)


def question(*arguments: Any, function: str = "act") -> Any:
    """A call of a function of `work.py`."""
    return getattr(CODE.work, function)(*arguments)


def asked(*arguments: Any) -> PreparedQuestions:
    """One message that calls `act` of `work.py`."""
    return prepare([question(*arguments)], LIBRARY)


def box_with(nursery: Nursery, source: str) -> Box:
    """A box that has imported `work.py`."""
    box = Box(nursery)
    box.load(BoxPlan((("work.py", dedent(source)),), COSTS).order("work"), BUDGET)
    return box


def ending_of(box: Box, message: PreparedQuestions, budget: Budget = BRIEF) -> BoxEnded:
    """How the box ends over a message, which it must."""
    try:
        answer = box.evaluate(message.payload, message.callbacks, budget)
    except BoxEnded as ended:
        return ended
    finally:
        box.close()
    raise AssertionError(f"the box answered {answer[:200]!r}")


def warm_judge(
    folder: Path,
    body: Callable[[Judge, ChecksPlugin], None],
    *,
    public: str = "",
    hidden: str = "",
    reference: str = "",
    costs: Costs | None = None,
    backstop_seconds: float = 600.0,
) -> None:
    """Call `body` with a judge of the task `work.act`, whose checks are written in `folder`."""
    files = []
    for name, text in (("public", public), ("hidden", hidden)):
        (folder / name).mkdir(exist_ok=True)
        if text:
            files.append(folder / name / "test_work.py")
            files[-1].write_text(CHECKS_BEGIN + dedent(text), "utf-8")

    def with_plugin(plugin: ChecksPlugin) -> None:
        solution = Reference({"work.py": dedent(reference)})
        props = {check.name: check.prop for check in plugin.checks if check.prop}
        key = {name: make_entry(prop, name, solution) for name, prop in props.items()}
        names = names_of({"work.py": dedent(reference) or "def act(): ..."})
        plan = BoxPlan((("work.py", dedent(reference)),), costs or COSTS, library=LIBRARY)
        kept, none = KeptReplies(folder / "kept", {"work": ""}), Solutions({}, {}, ())
        body(Judge(plugin, key, plan, kept=kept, names=names, solutions=none), plugin)

    run_pytest(files, folder / "public", with_plugin, backstop_seconds)


def unit_of(source: str, student: str = "ada") -> Unit:
    """A hand-in of `work.py`, to be graded."""
    return Unit(student, {"work.py": dedent(source)}, {}, ("work",))


def failed_at(submission: Submission, asked: Any) -> CodeFailed:
    """The failure that a question must meet."""
    with pytest.raises(CodeFailed) as caught:
        submission.ask(asked)
    return caught.value


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive of ours, in any version of Python: older ones have no filters."""
    options: dict[str, Any] = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    with tarfile.open(archive) as tar:
        tar.extractall(folder, **options)


def faulty_files(name: str) -> dict[str, str]:
    """The files of a known faulty solution that differ from the reference's."""
    return dict(_faulty()[name])


@cache
def _faulty() -> dict[str, Mapping[str, str]]:
    return {known.name: known.files for known in faulty_of(load(ROOT / "config.yaml"))}
