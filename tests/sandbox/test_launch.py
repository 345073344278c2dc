"""A nursery is started with the code of its modules, or says in one line why it can't be."""

from collections.abc import Mapping

import pytest

from grader.errors import BrokenGrader, IsolationUnavailable
from grader.inside.limits import FOR_A_TRIAL
from grader.inside.nursery import WORKER
from grader.sandbox.launch import compiled
from grader.sandbox.tiers import (
    Tier,
    start_nursery,
)


def what_a_box_says(sources: Mapping[str, str]) -> bytes:
    """What a box of a new nursery with these modules sends first."""
    nursery = start_nursery(Tier.NONE, FOR_A_TRIAL, sources)
    box = nursery.spawn()
    said = box.sock.recv(100)
    box.sock.close()
    nursery.wait(box, timeout=60.0)
    nursery.close()
    return said


def test_modules_are_imported_from_memory_packages_included() -> None:
    sources = {
        "tree": "from tree.leaf import NAME",
        "tree.leaf": "NAME = __name__ + ' in ' + __file__",
        WORKER: "import tree\n\ndef prepare(library, packages):\n"
        "    return lambda sock: sock.sendall(tree.NAME.encode())",
    }
    assert what_a_box_says(sources) == b"tree.leaf in tree/leaf.py"


def test_a_module_that_can_not_be_imported_is_reported_in_one_line() -> None:
    with pytest.raises(IsolationUnavailable, match="ZeroDivisionError: division by zero"):
        start_nursery(Tier.NONE, FOR_A_TRIAL, {WORKER: "1 / 0"})


def test_a_module_that_can_not_be_compiled_is_reported_by_its_import() -> None:
    with pytest.raises(IsolationUnavailable, match="SyntaxError: invalid syntax"):
        start_nursery(Tier.NONE, FOR_A_TRIAL, {WORKER: "def f(:"})


def test_a_nursery_compiles_no_module_of_which_it_gets_the_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its start would take twice as long: all but the first module come as code."""
    sources = {WORKER: "1 / 0"}
    right = "def prepare(library, packages):\n    return lambda sock: sock.sendall(b'code')"
    sent = compiled({WORKER: right})
    assert compiled(sources).keys() == sent.keys()
    monkeypatch.setattr("grader.sandbox.launch.compiled", lambda _sources: sent)
    assert what_a_box_says(sources) == b"code"


@pytest.mark.parametrize("ends", ["kill -9 $$", "exit 137"])
def test_a_nursery_that_somebody_kills_can_be_started_again(
    ends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says nothing of what the machine gives, so that a batch must not stop for it."""
    command = ["/bin/sh", "-c", ends]
    monkeypatch.setattr("grader.sandbox.launch.launch_command", lambda *_, **__: command)
    with pytest.raises(BrokenGrader, match="a nursery was killed"):
        start_nursery(Tier.NONE, FOR_A_TRIAL, {WORKER: ""})
