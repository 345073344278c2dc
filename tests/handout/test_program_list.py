"""Every handout has the same list of what a program may take for granted."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIST = "docs/program.md"
HANDOUTS = {
    **{
        f"assignments/{name}/handout": ""
        for name in ("bank", "cells", "matrix", "queries", "shop", "words")
    },
    "grader/commands/template/handout": ".in",
}


@pytest.mark.parametrize("handout", HANDOUTS)
def test_a_handout_links_to_the_list(handout: str) -> None:
    folder, ending = ROOT / handout, HANDOUTS[handout]
    assert f"({LIST})" in (folder / f"README.md{ending}").read_text("utf-8")
    same = (ROOT / "handout" / LIST).read_text("utf-8")
    assert (folder / f"{LIST}{ending}").read_text("utf-8") == same


def test_no_other_handout_is_without_it() -> None:
    there = {
        path.parent.relative_to(ROOT).as_posix()
        for path in ROOT.glob("assignments/*/handout/README.md")
    }
    assert there == {handout for handout in HANDOUTS if handout.startswith("assignments")}
