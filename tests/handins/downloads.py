"""Downloads of each system as literal tables: what is in them, and what comes out, by person.

Made from reading each system's own source (see its module in `grader/handins/systems`). A file
holds a mark, by which a test sees whose it became.
"""

from dataclasses import dataclass, field

from grader.course.roster import Person, Roster
from grader.course.submissions import Arrival

TEAM = Roster(
    (
        Person("cw", "Chen Wang", "cwang@example.edu", ids={"canvas": "12345", "moodle": "11"}),
        Person("ad", "Ana Diaz", "ana@example.edu", group="Team 5", ids={"github": "ana-d"}),
        Person("bo", "Bo Li", "bo@example.edu", group="Team 5", ids={"github": "bo-l"}),
        Person("di", "Di Fox", "di@example.edu"),
    )
)


@dataclass(frozen=True)
class Case:
    """A download: its files with their marks; each student's mark and arrival; nobody's; counts.

    `sum` says how many readings are in hand-ins, earlier attempts, and not used.
    """

    system: str
    files: dict[str, str]
    expected: dict[str, tuple[str, Arrival]]
    sum: tuple[int, int, int]
    nobody: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    roster: Roster = field(default=TEAM)


FIRST, LATE = Arrival(), Arrival(late=True)
SETTINGS = """{"active_version": 2, "history": [
  {"version": 1, "time": "2026-11-18 20:05:00-0500 America/New_York"},
  {"version": 2, "time": "2026-11-18 20:15:00-0500 America/New_York"}]}"""
METADATA = """---
submission_1:
  :submitters:
  - :name: Chen Wang
    :sid: '007'
    :email: cwang@example.edu
  :created_at: 2026-11-18 20:15:00.5 Z
  :status: processed
  :history:
  - :id: 8
    :created_at: 2026-11-18 20:05:00 Z
    :status: failed
  - :id: 9
    :created_at: 2026-11-18 20:10:00 Z
    :autograder_error: true
submission_2:
  :submitters:
  - :name: Ana Diaz
    :sid: '008'
    :email: ana@example.edu
  - :name: Bo Li
    :sid: '009'
    :email: bo@example.edu
  :created_at: 2026-11-18 01:00:00 -0500
  :history:
  - :id: 5
    :created_at: 2026-11-17 09:00:00 -0500
    :score: 3.0
submission_3:
  :submitters:
  - :name: Ana Diaz
    :sid: '008'
    :email: ana@example.edu
  :created_at: 2026-11-18 05:59:00 Z
submission_4:
  :submitters: []
  :created_at: 2026-11-18 05:59:00 Z
submission_5:
  :submitters:
  - :name: Di Fox
    :email: di@example.edu
  :created_at: 2026-11-18 05:59:00 Z
"""
CASES = {
    "canvas": Case(
        "canvas",
        {
            "wangchen_12345_901_las.py": "chen",
            "team5_LATE_12346_902_las.py": "team",
            "foxdi_12349_903_las-2.py": "di's third",
            "foxdi_12349_904_essay.pdf": "an essay",
            "group77_555_905_las.py": "of an unknown group",
            "README": "staff's",
        },
        {
            "cw": ("chen", FIRST),
            "ad": ("team", LATE),
            "bo": ("team", LATE),
            "foxdi": ("di's third", FIRST),
        },
        (4, 0, 2),
        ("group77_555_905_las.py",),
    ),
    "canvas, a quiz": Case(
        "canvas",
        {
            "wang_chen12345_question_22_901_las.py": "chen",
            "wang_chen12345_question_23_902_essay.pdf": "chen's answer to another question",
            "diaz_ana1004_question_22_903_las-1.py": "ana",
            "lee_al_ii1005_question_22_904_las.py": "al",
            "1006_question_22_905_las.py": "of a name that isn't ASCII",
            "agent_007_question_22_906_las.py": "of a name that ends in a digit",
            "student_test99_question_22_907_las.py": "staff's",
        },
        {
            "cw": ("chen", FIRST),
            "diaz_ana": ("ana", FIRST),
            "lee_al_ii": ("al", FIRST),
            "1006": ("of a name that isn't ASCII", FIRST),
            "bond": ("of a name that ends in a digit", FIRST),
        },
        (6, 0, 1),
        roster=Roster((*TEAM.people, Person("bond", ids={"canvas": "7"}))),
    ),
    "canvas, anonymous": Case(
        "canvas",
        {
            "anon_Ab3xY_901_las.py": "one",
            "LATE_anon_12345_902_las.py": "two",
            "anonymous_9Zq_903_las.py": "three",
        },
        {
            "anon_Ab3xY": ("one", FIRST),
            "anon_12345": ("two", LATE),
            "anon_9Zq": ("three", FIRST),
        },
        (3, 0, 0),
    ),
    "moodle": Case(
        "moodle",
        {
            "Chen Wang_77_assignsubmission_file_/las.py": "chen, whose number is a new one",
            "Chen Wang_77_assignsubmission_onlinetext_/onlinetext.html": "<p>Hello</p>",
            "Team 5_17_assignsubmission_file_/las.py": "team",
            "Eva Group_88_assignsubmission_file/las.py": "eva, who is no group",
            "Team 9_18_assignsubmission_file_/las.py": "of an unknown group",
            "Default group_assignsubmission_file_/las.py": "of no group",
        },
        {
            "cw": ("chen, whose number is a new one", FIRST),
            "ad": ("team", FIRST),
            "bo": ("team", FIRST),
            "Eva Group": ("eva, who is no group", FIRST),
        },
        (4, 0, 2),
        ("Team 9_18", "Default group"),
    ),
    "moodle without folders, two of one name": Case(
        "moodle",
        {
            "Chen Wang_11_assignsubmission_file_las.py": "chen, by number",
            "Chen Wang_12_assignsubmission_file_las.py": "another one",
            "Ann Lee_13_assignsubmission_file_las.py": "ann 13",
            "Ann Lee_14_assignsubmission_file_las.py": "ann 14",
        },
        {
            "cw": ("chen, by number", FIRST),
            "Ann Lee-13": ("ann 13", FIRST),
            "Ann Lee-14": ("ann 14", FIRST),
        },
        (3, 0, 1),
        ("Chen Wang_12",),
    ),
    "moodle until 4.0, teams": Case(
        "moodle",
        {
            "Team 5-Ana Diaz_21_assignsubmission_file_/las.py": "team",
            "Team 5-Bo Li_22_assignsubmission_file_/las.py": "team",
            "Team 5-Bo Li_22_assignsubmission_onlinetext_/onlinetext.html": "<p>Hello</p>",
            "Team 5-Di Fox_23_assignsubmission_file_/las.py": "of one who isn't in that team",
            "Jo-Ann Lee_24_assignsubmission_file_/las.py": "jo-ann",
        },
        {
            "ad": ("team", FIRST),
            "bo": ("team", FIRST),
            "Jo-Ann Lee": ("jo-ann", FIRST),
        },
        (3, 0, 2),
        ("Team 5-Di Fox",),
    ),
    "moodle, anonymous": Case(
        "moodle",
        {
            "Participant_11_assignsubmission_file_/las.py": "chen, as staff know",
            "Participant_12346_assignsubmission_file_/las.py": "hidden",
        },
        {"cw": ("chen, as staff know", FIRST), "Participant 12346": ("hidden", FIRST)},
        (2, 0, 0),
    ),
    "gradescope": Case(
        "gradescope",
        {
            "submission_metadata.yml": METADATA,
            "submission_1/las.py": "chen",
            "submission_2/las.py": "ana and bo, later by a minute",
            "submission_3/las.py": "ana alone",
            "submission_4/las.py": "hidden",
        },
        {
            "cw": ("chen", Arrival(1, "2026-11-18T20:15:00.500000+00:00")),
            "ad": ("ana and bo, later by a minute", Arrival(2, "2026-11-18T06:00:00+00:00")),
            "bo": ("ana and bo, later by a minute", Arrival(2, "2026-11-18T06:00:00+00:00")),
            "submission_4": ("hidden", Arrival(1, "2026-11-18T05:59:00+00:00")),
        },
        (3, 1, 1),
        problems=("di",),
    ),
    "autolab": Case(
        "autolab",
        {
            "cwang@example.edu_9_las.py": "ninth",
            "cwang@example.edu_10_las.py": "tenth",
            "annotated_cwang@example.edu_10_las.py": "a copy",
            "cwang@elsewhere.edu_1_las.py": "another cwang",
            "ana@example.edu_2_las.py": "ana's second",
            "bo@example.edu_3_las.py": "bo's third",
            "cwang@example.edu_0_las.py": "unofficial",
        },
        {
            "cw": ("tenth", Arrival(10)),
            "cwang-cwang@elsewhere.edu": ("another cwang", FIRST),
            "ad": ("bo's third", Arrival(3)),
            "bo": ("bo's third", Arrival(3)),
        },
        (3, 2, 2),
    ),
    "autolab since 2023": Case(
        "autolab",
        {
            "cwang@example.edu/9_las.py": "ninth",
            "cwang@example.edu/10_las.py": "tenth",
            "cwang@example.edu/10_autograde.txt": "feedback",
            "cwang@example.edu/annotated_10_las.py": "a copy",
            "di@example.edu/1_las.py": "di",
            "archive/x@example.edu/1_las.py": "deleted",
        },
        {"cw": ("tenth", Arrival(10)), "di": ("di", FIRST)},
        (2, 1, 3),
    ),
    "autolab, a hand-in's own name with a line": Case(
        "autolab",
        {
            "1_my_cwang@example.edu_hw_handin.tgz": "chen",
            "2_my_cwang@example.edu_hw_handin.tgz": "chen's second",
            "1_my_di@example.edu_hw_handin.tgz": "di",
        },
        {"cw": ("chen's second", Arrival(2)), "di": ("di", FIRST)},
        (2, 1, 0),
    ),
    "blackboard": Case(
        "blackboard",
        {
            "hw_09_c_wang_attempt_2026-11-18-20-15-00_las.py": "second",
            "hw_09_c_wang_attempt_2026-11-18-20-15-00.txt": "Name: Chen Wang (c_wang)\n",
            "hw_09_c_wang_attempt_2026-11-17-20-15-00_las.py": "first",
            "hw_09_c_wang_attempt_2026-11-17-20-15-00.txt": "Name: Chen Wang (c_wang)\n",
            "hw_09_di_attempt_2026-11-18-21-15-00_las.py": "di",
            "hw_09_Team 5_attempt_2026-11-18-21-15-00_las.py": "team",
            "hw_09_Group 8_attempt_2026-11-18-21-15-00_las.py": "of an unknown group",
        },
        {
            "cw": ("second", Arrival(2)),
            "di": ("di", FIRST),
            "ad": ("team", FIRST),
            "bo": ("team", FIRST),
        },
        (3, 1, 3),
        ("Group 8",),
    ),
    "brightspace": Case(
        "brightspace",
        {
            "index.html": "<html>",
            "71-44 - Chen Wang - Nov 18, 2026 1015 AM - las.py": "morning",
            "71-44 - Chen Wang - Nov 18, 2026 815 PM - las.py": "evening",
            "71-44 - Chen Wang - Nov 9, 2026 1159 PM - las.py": "before",
            "72-44 - Team 5 - 20 November, 2026 1101 AM - las.py": "team",
            "73-44 - Group 8 - Nov 18, 2026 815 PM - las.py": "of an unknown group",
            "74-44 - Ann Lee - Nov 18, 2026 815 PM - las.py": "ann 74",
            "75-44 - Ann Lee - Nov 18, 2026 815 PM - las.py": "ann 75",
            "76-44 - Jo Roux - 18 déc. 2026 2015 - las.py": "jo",
            "76-44 - Jo Roux - 5 nov. 2026 2015 - las.py": "jo, before",
            "77-44 - Di Fox - 5 helmi 2026 2015 - las.py": "of a month that isn't known",
            "77-44 - Di Fox - 18 marras 2026 2015 - las.py": "of another one",
        },
        {
            "cw": ("evening", Arrival(3)),
            "ad": ("team", FIRST),
            "bo": ("team", FIRST),
            "Ann Lee-74": ("ann 74", FIRST),
            "Ann Lee-75": ("ann 75", FIRST),
            "Jo Roux": ("jo", Arrival(2)),
        },
        (5, 3, 4),
        ("Group 8",),
        problems=("di",),
    ),
    "sakai": Case(
        "sakai",
        {
            "Homework 9/grades.csv": "x",
            "Homework 9/Wang, Chen(cwang)/timestamp.txt": "2026-11-18T20:15:00Z",
            "Homework 9/Wang, Chen(cwang)/Submission attachment(s)/las.py": "chen",
            "Homework 9/Wang, Chen(cwang)/Feedback Attachment(s)/las.py": "the solution",
            "Homework 9/Wang, Chen(cwang)/comments.txt": "",
            "Homework 9/Teams (0c3f-1)/members.txt": "Diaz, Ana(ad); Fox, Di(di)",
            "Homework 9/Teams (0c3f-1)/Submission attachment(s)/las.py": "ana and di",
            "Homework 9/0c3f8a52-1111-2222-3333-444455556666 Anonymous/"
            "Submission attachment(s)/las.py": "hidden",
        },
        {
            "cw": ("chen", Arrival(1, "2026-11-18T20:15:00+00:00")),
            "ad": ("ana and di", FIRST),
            "di": ("ana and di", FIRST),
            "0c3f8a52-1111-2222-3333-444455556666 Anonymous": ("hidden", FIRST),
        },
        (3, 0, 5),
    ),
    "ilias": Case(
        "ilias",
        {
            "Sheet 9/Submissions/Wang_Chen_cw_312/las.py": "first",
            "Sheet 9/Submissions/Wang_Chen_cw_312/las (2).py": "second",
            "Sheet 9/Submissions/Wang_Chen_cw_312/las (10).py": "chen's tenth",
            "Sheet 9/Submissions/van_Fox_Di_di_7/Late Submission - laspy.sec": "di, late",
            "Sheet 9/Submissions/Diaz_Ana_ad_8/las.py": "ana, in time",
            "Sheet 9/Submissions/Diaz_Ana_ad_8/Late Submission - las (2).py": "ana, late again",
            "Sheet 9/Submissions/Diaz_Ana_ad_8/Late Submission - las.py": "ana, late",
            "Sheet 9/Submissions/Lee_Ann_a_lee_13/las.py": "ann 13",
            "Sheet 9/Submissions/Lee_Ann_lee_14/las.py": "ann 14",
            "Sheet 9/Submissions/notes.txt": "staff's",
            "Sheet 9/Feedback_files/to_Fox_Di_di_7/from_Lee_Ann_lee_14/las.py": "a peer's",
            "Sheet 9/Sheet 9.xlsx": "x",
        },
        {
            "cw": ("chen's tenth", FIRST),
            "di": ("di, late", LATE),
            "ad": ("ana, late again", Arrival(2, late=True)),
            "bo": ("ana, late again", Arrival(2, late=True)),
            "a_lee": ("ann 13", FIRST),
            "lee": ("ann 14", FIRST),
        },
        (8, 1, 3),
    ),
    "ilias, teams": Case(
        "ilias",
        {
            "Team 17/Li_Bo_bo_41/Versp\u00e4tete Abgabe - las.py": "team, late",
            "Team 17/Diaz_Ana_unheard_40/notes.txt": "of an uploader whom the roster lacks",
            "Team 18/Doe_Jo_jo_43/las.py": "of an unknown group",
            "Team 19/Wang_Chen_cw_312/las.py": "of one whose group the roster lacks",
        },
        {"ad": ("team, late", LATE), "bo": ("team, late", LATE)},
        (2, 0, 2),
        ("Team 18", "Team 19"),
    ),
    "ilias, a login that may be read in two ways": Case(
        "ilias",
        {
            "Fox_Di_ana_di_7/las.py": "ana_di's, or di's",
            "Fox_Di_zoe_9/las.py": "zoe",
        },
        {"zoe": ("zoe", FIRST)},
        (1, 0, 1),
        ("Fox_Di_ana_di_7",),
        problems=("ana_di", "di"),
        roster=Roster((Person("di"), Person("ana_di"))),
    ),
    "repositories": Case(
        "repositories",
        {
            "hw09-ana-d/.git/HEAD": "ref",
            "hw09-ana-d/las.py": "ana",
            "hw09-ana-e/.git/HEAD": "ref",
            "hw09-ana-e/las.py": "another ana",
        },
        {"ad": ("ana", FIRST), "bo": ("ana", FIRST), "ana-e": ("another ana", FIRST)},
        (2, 0, 0),
    ),
    "repositories of teams": Case(
        "repositories",
        {
            "hw09-submissions/hw09-team-5/.git/HEAD": "ref",
            "hw09-submissions/hw09-team-5/las.py": "team",
            "hw09-submissions/hw09-team-6/.git/HEAD": "ref",
            "hw09-submissions/hw09-team-6/las.py": "of an unknown group",
            "hw09-submissions/hw09-di/.git/HEAD": "ref",
            "hw09-submissions/hw09-di/las.py": "di",
        },
        {"ad": ("team", FIRST), "bo": ("team", FIRST), "di": ("di", FIRST)},
        (2, 0, 1),
        ("hw09-team-6",),
    ),
    "nbgrader": Case(
        "nbgrader",
        {
            "cw+hw09+2026-11-18 20:15:00.9 UTC+c2V-_cmV0/las.py": "second",
            "cw+hw09+2026-11-18 20:15:00.12 UTC+c2VjcmV0/las.py": "first",
            "a+b+hw09+2026-11-18 20:15:00.123456 UTC/las.py": "a user with a plus",
        },
        {
            "cw": ("second", Arrival(2, "2026-11-18T20:15:00.900000+00:00")),
            "a+b": ("a user with a plus", Arrival(1, "2026-11-18T20:15:00.123456+00:00")),
        },
        (2, 1, 0),
    ),
    "nbgrader, submitted": Case(
        "nbgrader",
        {
            "cw/hw09/las.py": "chen",
            "cw/hw09/timestamp.txt": "2026-11-18 20:15:00.123456 UTC",
            "di/hw09/las.py": "di",
            "ad/hw09/las.py": "ana",
            "ad/hw09/timestamp.txt": "no time",
        },
        {
            "cw": ("chen", Arrival(1, "2026-11-18T20:15:00.123456+00:00")),
            "di": ("di", FIRST),
            "ad": ("ana", FIRST),
            "bo": ("ana", FIRST),
        },
        (3, 0, 0),
    ),
    "submitty": Case(
        "submitty",
        {
            "submissions/cw/1/las.py": "first",
            "submissions/cw/2/las.py": "active",
            "submissions/cw/10/las.py": "later, but not chosen",
            "submissions/cw/user_assignment_settings.json": SETTINGS,
            "submissions/di/9/las.py": "cancelled",
            "submissions/di/user_assignment_settings.json": '{"active_version": 0}',
            "submissions/Team 5/1/las.py": "team",
            "submissions/Team 5/user_assignment_settings.json": (
                '{"active_version": 1, "team_history": [], "history": [{"version": 1, "time": 5}]}'
            ),
            "submissions/00007_x/1/las.py": "of an unknown team",
            "submissions/00007_x/user_assignment_settings.json": (
                '{"active_version": 1, "team_history": []}'
            ),
            "submissions/ed/1/las.py": "without sense",
            "submissions/ed/user_assignment_settings.json": "[",
            "submissions/fay/1/las.py": "not the active one, which isn't there",
            "submissions/fay/user_assignment_settings.json": '{"active_version": 2}',
            "submissions/00008_x/user_assignment_settings.json": (
                '{"active_version": 0, "team_history": []}'
            ),
        },
        {
            "cw": ("active", Arrival(2, "2026-11-19T01:15:00+00:00")),
            "ad": ("team", FIRST),
            "bo": ("team", FIRST),
        },
        (2, 1, 6),
        ("00007_x",),
        problems=("di", "ed", "fay"),
    ),
    "a plain folder": Case(
        "",
        {"CW/las.py": "chen", "di.py": "x = 1", "notes.txt": "staff's", "ad/las.py": "ana"},
        {
            "cw": ("chen", FIRST),
            "di": ("", FIRST),
            "ad": ("ana", FIRST),
            "bo": ("ana", FIRST),
        },
        (3, 0, 1),
    ),
}
