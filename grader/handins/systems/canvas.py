"""Canvas: "Download Submissions" of an assignment, one file each.

    wangchen_12345_678901_sort.py           NAME_USER_ATTACHMENT_FILE
    wangchen_LATE_12345_678901_sort.py      late
    anon_Ab3xY_678901_sort.py               anonymous grading; a late one begins LATE_anon
    wangchen_12345_text.html                an online text, or a link: _link.html

From instructure/canvas-lms, lib/content_zipper.rb: a name keeps letters, digits and `_`, but no
number between two `_`, so the first such number is the user's. A group has its name, with the user
id of the member who represents it. Only the last attempt is in a download. A file that was uploaded
again has `-1`, `-2` in its name (app/models/attachment.rb, `make_unique_filename`).

    wang_chen12345_question_22_678901_sort.py    a quiz: NAMEUSER_question_QUESTION_ATTACHMENT_FILE

From its app/models/quizzes/quiz_submission_zipper.rb: only ASCII is kept of the name, perhaps
nothing, and nothing separates it from the user's number. If a name itself ends in a digit, the
roster says where the number begins.

"Student, Test" is what staff are called in the student view: nobody of the class, unless there is
nobody else, as when staff try things out.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import AnonymousSender, Identity, named
from grader.handins.systems.readings import (
    Delivery,
    Reading,
    Readings,
    System,
    UnusedEntry,
    each,
    form,
)

_PARTS = (
    ("the name", r"(?P<name>.+?)(?P<late>_LATE)?"),
    ("the user's number", r"_(?P<id>\d+)"),
    ("the file's number", r"_(?P<upload>\d+)"),
    ("the file", r"_(?P<file>.+)"),
)
_USER = form(_PARTS)
_HIDDEN = re.compile(r"(?P<late>LATE_)?anon(?:ymous)?_(?P<id>[A-Za-z0-9]+)_\d+_(?P<file>.+)")
_TEXT = re.compile(r"(?P<name>.+?)(?P<late>_LATE)?_(?P<id>\d+)_(?P<file>(?:text|link)\.html)")
_QUIZ = re.compile(r"(?P<name>.*?)(?P<id>\d+)_question")
_TEST_STUDENT = re.compile(r"studenttest_.+|student_test\d+_question_.+")


def _read(contents: Sequence[Content], roster: Roster) -> Readings:
    found = each(contents, partial(_rule, roster))
    tests = [one for one in contents if one.name in found and _TEST_STUDENT.fullmatch(one.name)]
    if len(tests) == len(found):
        return found
    return {**found, **{one.name: [UnusedEntry(one, "Canvas's test student")] for one in tests}}


def _rule(roster: Roster, content: Content) -> Iterator[Reading]:
    if hidden := _HIDDEN.fullmatch(content.name):
        whose = AnonymousSender(f"anon_{hidden['id']}", {"canvas anonymous": hidden["id"]})
        yield Delivery(content, whose, hidden["file"], late=bool(hidden["late"]))
    elif match := _USER.fullmatch(content.name) or _TEXT.fullmatch(content.name):
        yield Delivery(content, _whose(match, roster), match["file"], late=bool(match["late"]))


def _whose(match: re.Match[str], roster: Roster) -> Identity:
    if quiz := _QUIZ.fullmatch(match["name"]):
        return _of_quiz(quiz, roster)
    return named(_person(match["name"], match["id"]), by_member=True)


def _of_quiz(match: re.Match[str], roster: Roster) -> Person:
    """Whose name precedes `_question`: the user's number is all last digits, or those known."""
    name, digits = match.groups()
    persons = [_person(name + digits[:at], digits[at:]) for at in range(len(digits))]
    known = [one for one in persons if roster.find(Person("", ids=one.ids))]
    return (known or persons)[0]


def _person(name: str, number: str) -> Person:
    return Person(name or number, ids={"canvas": number})


CANVAS = System("canvas", _PARTS, "wangchen_12345_678901_sort.py", _read)
