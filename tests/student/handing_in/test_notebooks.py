"""A notebook is checked as the module that it makes."""

import json
from pathlib import Path

from grader.student.handing_in.notebooks import make_modules


def write(folder: Path, source: str) -> None:
    cells = [{"cell_type": "code", "source": source}]
    (folder / "work.ipynb").write_text(json.dumps({"cells": cells}))


def test_a_module_is_made_again_whenever_the_notebook_has_changed(tmp_path: Path) -> None:
    for source in ("x = 1", "x = 2"):
        write(tmp_path, source)
        assert make_modules(tmp_path, ["work", "other"]) == []
        text = (tmp_path / "work.py").read_text()
        assert text.startswith("# Made of work.ipynb: edit the notebook, not this file.\n")
        assert text.endswith(f"{source}\n")
    assert not (tmp_path / "other.py").exists()


def test_what_somebody_wrote_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "x = 1")
    (tmp_path / "work.py").write_text("mine = 1\n")
    assert make_modules(tmp_path, ["work"]) == []
    assert (tmp_path / "work.py").read_text() == "mine = 1\n"


def test_a_notebook_that_is_none_is_reported(tmp_path: Path) -> None:
    (tmp_path / "work.ipynb").write_text("nothing")
    [fault] = make_modules(tmp_path, ["work"])
    assert fault == (
        "work.ipynb can't be read: line 1 of work.ipynb is damaged: open it in Jupyter, "
        "and save it again"
    )
