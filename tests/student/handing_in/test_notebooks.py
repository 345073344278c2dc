"""A notebook, or a text, is checked as the module that it makes."""

import json
from pathlib import Path

from grader.inside.text_modules import module_of
from grader.student.checking.assignment import HandoutModule
from grader.student.handing_in.listing import Handout, digest
from grader.student.handing_in.notebooks import make_modules

WORK, OTHER = HandoutModule("work", ()), HandoutModule("other", ())
CHEAP = HandoutModule("cheap", (), format="sql")


def write(folder: Path, source: str) -> None:
    cells = [{"cell_type": "code", "source": source}]
    (folder / "work.ipynb").write_text(json.dumps({"cells": cells}))


def test_a_module_is_made_again_whenever_the_notebook_has_changed(tmp_path: Path) -> None:
    for source in ("x = 1", "x = 2"):
        write(tmp_path, source)
        assert make_modules(tmp_path, [WORK, OTHER]) == []
        text = (tmp_path / "work.py").read_text()
        assert text.startswith("# Made of work.ipynb: edit the notebook, not this file.\n")
        assert text.endswith(f"{source}\n")
    assert not (tmp_path / "other.py").exists()


def test_a_module_of_a_package_is_made_of_the_notebook_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    write(tmp_path, "x = 1")
    (tmp_path / "work.ipynb").rename(tmp_path / "shop/cart.ipynb")
    assert make_modules(tmp_path, [HandoutModule("shop.cart", ())]) == []
    assert (tmp_path / "shop/cart.py").read_text().startswith("# Made of cart.ipynb: ")


def test_what_somebody_wrote_is_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "x = 1")
    (tmp_path / "work.py").write_text("mine = 1\n")
    assert make_modules(tmp_path, [WORK]) == [
        "! work.ipynb is not looked at: work.py counts. If it should, delete work.py."
    ]
    assert (tmp_path / "work.py").read_text() == "mine = 1\n"


def test_a_module_without_text_is_made_of_the_notebook(tmp_path: Path) -> None:
    write(tmp_path, "x = 1")
    (tmp_path / "work.py").write_text("\n")
    assert make_modules(tmp_path, [WORK]) == []
    assert (tmp_path / "work.py").read_text().endswith("x = 1\n")


def test_of_a_notebook_and_an_untouched_starter_it_is_said_which_counts(tmp_path: Path) -> None:
    write(tmp_path, "x = 1")
    (tmp_path / "work.py").write_text("raise NotImplementedError\n")
    handout = Handout("1", {"work.py": digest(b"raise NotImplementedError\n")})
    assert make_modules(tmp_path, [WORK], handout) == [
        "! work.ipynb is not looked at: work.py, as it was handed out, counts. "
        "If your work is the notebook, delete work.py."
    ]


def test_a_notebook_as_it_was_handed_out_is_no_news_beside_a_module(tmp_path: Path) -> None:
    write(tmp_path, "x = 1")
    (tmp_path / "work.py").write_text("mine = 1\n")
    handout = Handout("1", {"work.ipynb": digest((tmp_path / "work.ipynb").read_bytes())})
    assert make_modules(tmp_path, [WORK], handout) == []


def test_a_notebook_that_is_none_is_reported(tmp_path: Path) -> None:
    (tmp_path / "work.ipynb").write_text("nothing")
    [fault] = make_modules(tmp_path, [WORK])
    assert fault == (
        "work.ipynb can't be read: line 1 of work.ipynb is damaged: open it in Jupyter, "
        "and save it again"
    )


def test_a_text_makes_its_module_and_nothing_else_does(tmp_path: Path) -> None:
    text, made = tmp_path / "cheap.sql", tmp_path / "cheap.py"
    made.write_text("mine = 1\n")
    assert make_modules(tmp_path, [CHEAP]) == ["cheap.py is not looked at: write cheap.sql"]
    text.write_bytes(b"\xef\xbb\xbfSELECT 1\r\n")
    assert make_modules(tmp_path, [CHEAP]) == []
    assert made.read_text() == module_of("cheap.sql", "SELECT 1\r\n")
    text.unlink()
    assert make_modules(tmp_path, [CHEAP]) == []
    assert not made.exists()
    text.write_bytes(b"\xff\xfe")
    [fault] = make_modules(tmp_path, [CHEAP])
    assert fault.startswith("cheap.sql can't be read: it is UTF-16 text")
