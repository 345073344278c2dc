"""What tests share: one nursery, since its boxes are always new; marks; what was not tested."""

import os
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from grader.asking.submission import Submission
from grader.sandbox import tiers
from grader.sandbox.tiers import Nursery, Tier
from tests.support import HandIn, a_real_nursery, submission_of

# Files and folders of tests that take seconds: they are left to `make test`.
SLOW = frozenset(
    {
        *("browser", "bench", "planted", "reference", "commands", "checks", "handout"),
        *("environment", "test_first_hour"),
        *("test_dask", "test_tiers", "test_lockdown", "test_runner"),
        *("test_layers", "student_tests", "test_scratch", "test_pdf"),
        *("test_proof", "test_listener", "test_two_assignments", "test_packages"),
        "test_live_packages",
        *("publishing", "test_known_names", "test_run", "test_box", "test_clock", "test_pair"),
        *("test_answer_key", "test_replay", "test_progress", "test_room", "test_nursery"),
        *("test_launch", "test_stories", "test_server"),
    }
)
TRIAL_OF_A_TIER = tiers._trial
# Where modules are that tests have in common.
INSTALLED = (str(Path(__file__).parents[1]), sys.prefix, sys.base_prefix)
# Why a test may be skipped, and what a machine needs so that it is not.
REMEDIES = {
    "isolation tier 2": "bubblewrap: `apt install bubblewrap`, or see `grader doctor`",
    "isolation tier 3": "cgroups of one's own, besides: see `grader doctor`",
    "no cgroups can be made here": "cgroups of one's own, besides: see `grader doctor`",
    "isolation tier 1": "Landlock and libseccomp2: see `grader doctor`",
    "no Python that other users can read": "a Python outside of root's folders, such as Debian's",
    "there is no bubblewrap": "bubblewrap: `apt install bubblewrap`, or see `grader doctor`",
    "no Chromium": "Chromium: `apt install chromium`",
    "npm is not installed": "npm: `apt install npm`",
    "not root": "root",
    "packages can't be installed": "the network, or pip's settings for a mirror of PyPI",
    "requirements-dask.lock": "Dask: `make .venv/.dask`",
    "`make test` installs it": "mutmut: `make .venv/.mutmut`",
}


def remedy_of(reason: str) -> str:
    """What a machine needs so that a test is not skipped for a reason, or the reason itself."""
    return next((words for known, words in REMEDIES.items() if known in reason), reason)


def not_tested(reasons: Iterable[str]) -> str:
    """One line for the reasons of all skipped tests; nothing if there are none."""
    counted = Counter(remedy_of(reason.removeprefix("Skipped: ")) for reason in reasons)
    if not counted:
        return ""
    parts = [f"{count} for want of {words}" for words, count in counted.most_common()]
    return f"not tested here: {'; '.join(parts)}"


def is_slow(path: Path) -> bool:
    """Whether a file of tests is none for a minute."""
    return not SLOW.isdisjoint({*path.parts, path.stem})


@pytest.hookimpl(optionalhook=True)  # a Python that is tried may have no xdist
def pytest_xdist_auto_num_workers() -> int:
    """Three for two processors: a third of what tests do is waiting."""
    processors = len(os.sched_getaffinity(0))
    return processors + processors // 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what takes long, by its place (see tests/README.md), and run it first.

    Last come files that take a moment, so that no processor waits for a long one at the end.
    """
    here = Path(__file__).parent
    for item in items:
        if is_slow(item.path.relative_to(here)):
            item.add_marker("slow")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in one line what was not tested, and how to have it tested."""
    skipped = terminalreporter.getreports("skipped")
    reasons = (str(one.longrepr[2] if one.longrepr else "") for one in skipped)
    if line := not_tested(reasons):
        terminalreporter.line(line)


def pytest_configure(config: pytest.Config) -> None:
    """Know the marks, those of checks too, for tests that import them."""
    # What `make test PYTHON=…` was told is not for the `make` of a test.
    for name in ("MAKEFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "PYTHON"):
        os.environ.pop(name, None)
    # Whoever runs tests in the background may have had Ctrl-C ignored, which processes inherit.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "task(id, title): which task a check judges")
    config.addinivalue_line("markers", "slow: a test that is left to `make test`")
    config.addinivalue_line("markers", "soak: a test that is left to `make test-soak`, each night")
    config.addinivalue_line("markers", "shown: students see all of a hidden check's verdict")


@cache
def _tried(_path: str, name: str, tier: Tier) -> tiers.Fact:
    return TRIAL_OF_A_TIER(name, tier)


@pytest.fixture(autouse=True)
def _tiers_are_tried_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine gives is tried once for a PATH, and not by each command of each test."""
    if "sandbox" not in request.path.parts:
        monkeypatch.setattr(tiers, "_trial", lambda *of: _tried(os.environ.get("PATH", ""), *of))


@pytest.fixture(autouse=True)
def _no_module_is_left() -> Iterator[None]:
    """Forget modules of a test's own folders afterwards: the next has other ones of their names."""
    before = set(sys.modules)
    yield
    new = [(name, module) for name, module in sys.modules.items() if name not in before]
    # First all are looked at: the place of a package without __init__.py is asked of that above it.
    gone = {name for name, module in new if not _is_installed(module)}
    for name, _ in new:
        if any(name == one or name.startswith(f"{one}.") for one in gone):
            del sys.modules[name]


def _is_installed(module: ModuleType) -> bool:
    places = [getattr(module, "__file__", None), *getattr(module, "__path__", ())]
    named = [place for place in places if place is not None]
    # pytest makes modules of nothing for the folders above a file of checks.
    if named:
        return all(place.startswith(INSTALLED) for place in named)
    # Finders of ours make modules out of texts.
    loader = getattr(module.__spec__, "loader", None)
    return bool(module.__spec__) and not type(loader).__module__.startswith("grader.")


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """A nursery whose boxes serve hand-ins."""
    with a_real_nursery() as started:
        yield started


@pytest.fixture
def hand_in(nursery: Nursery) -> Iterator[HandIn]:
    """Makes a `Submission` of files, or of the text of `work.py`; all are closed in the end."""
    made: list[Submission] = []

    def make(*arguments: Any, **options: Any) -> Submission:
        made.append(submission_of(nursery, *arguments, **options))
        return made[-1]

    yield make
    for submission in made:
        submission.close()
