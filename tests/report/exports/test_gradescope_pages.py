"""Gradescope's container hands out the result of the submission that was graded."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from grader.report.exports.gradescope_pages import autograder
from grader.report.forms import ExportData
from grader.statuses import Status
from tests.report.exports.pages_of_class import members, of_class
from tests.report.report_samples import check, good_checks, handin

FROM_GRADESCOPE = {"ada": "submission_71", "bo": "submission_72"}
BROKEN = handin("cy", [check("las.look_and_say", "x", Status.BROKEN)])


def handed_out(folder: Path, data: ExportData, about: dict[str, Any]) -> Any:
    """What `run_autograder` leaves in a container of Gradescope's, whose folder is another here."""
    for name, content in members(autograder(data)).items():
        (folder / "source").mkdir(exist_ok=True)
        (folder / "source" / name).write_bytes(content.replace(b"/autograder", bytes(folder)))
    (folder / "results").mkdir(exist_ok=True)
    (folder / "submission_metadata.json").write_text(json.dumps(about))
    command = [sys.executable, str(folder / "source/run_autograder")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    file = folder / "results/results.json"
    return json.loads(file.read_text()) if ended.returncode == 0 else ended.stderr


def test_gradescope_gets_the_result_of_the_submission_that_was_graded(tmp_path: Path) -> None:
    data = of_class(tmp_path, FROM_GRADESCOPE)
    users = [{"email": "ada@x.edu"}]
    assert handed_out(tmp_path, data, {"id": 71, "users": users})["score"] == 31.0
    assert handed_out(tmp_path, data, {"id": 72, "users": users})["score"] == 5.0
    later = handed_out(tmp_path, data, {"id": 99, "users": users})
    assert later.startswith("this submission was not graded yet")


def test_gradescope_finds_a_student_by_mail_where_it_gave_no_numbers(tmp_path: Path) -> None:
    data = of_class(tmp_path, {}, handin("ada", good_checks()), BROKEN)
    assert handed_out(tmp_path, data, {"id": 1, "users": [{"email": "ada@x.edu"}]})["score"] == 31
    broken = handed_out(tmp_path, data, {"id": 2, "users": [{"email": "cy@x.edu"}]})
    assert "was not graded yet" in broken  # it is not 0
