"""Results for submissions already in Gradescope: an autograder that only hands them out.

It runs no student code. A submission that wasn't graded, such as a later one, gets no result:
its run fails, and staff see why. Gradescope doesn't display our pages, so students see there
what `results.json` contains.
"""

import json
import re
from dataclasses import replace

from grader.errors import UsageError
from grader.report.exports.gradescope import gradescope
from grader.report.forms import ExportData, Form, archive

_SUBMISSION = re.compile(r"submission_(\d+)")
_SETUP = (
    "#!/usr/bin/env bash\nset -e\n# Nothing to install: results are handed out, nothing is run.\n"
)
_RUN = '''\
#!/usr/bin/env python3
"""Hand out the result of this submission, which was graded elsewhere."""

import json
from pathlib import Path

HERE = Path("/autograder")
graded = json.loads((HERE / "source/graded.json").read_text("utf-8"))
about = json.loads((HERE / "submission_metadata.json").read_text("utf-8"))
mails = [user["email"].casefold() for user in about["users"]]
found = graded["submissions"].get(str(about["id"]))
if not graded["submissions"]:
    found = next((graded["emails"][mail] for mail in mails if mail in graded["emails"]), None)
if found is None:
    raise SystemExit("this submission was not graded yet: grade the new export, upload again")
(HERE / "results/results.json").write_text(json.dumps(found), "utf-8")
'''


def autograder(grades: ExportData) -> bytes:
    """The archive to upload as autograder, and to rerun on all submissions.

    Submissions are matched by their number in Gradescope's export, or else by e-mail. Raises
    `UsageError` if nobody has either.
    """
    submissions: dict[str, object] = {}
    emails: dict[str, object] = {}
    for result, scored in grades.graded:
        opened = not scored.problem
        if scored.score is None and (scored.absent or scored.excused or opened):
            continue  # absent, excused, or the grader failed: no score isn't 0
        one = json.loads(gradescope(replace(grades, graded=[(result, scored)])))
        if found := _SUBMISSION.fullmatch(grades.entries.get(scored.student, "")):
            submissions[found[1]] = one
        if scored.person.email:
            emails[scored.person.email.casefold()] = one
    if not submissions and not emails:
        raise UsageError("roster.csv has no e-mails, and no hand-in is from Gradescope's export")
    graded = json.dumps({"submissions": submissions, "emails": emails})
    return archive({"setup.sh": _SETUP, "run_autograder": _RUN, "graded.json": graded})


FORM = Form(".zip", autograder)
