"""The names of the forms that grades are exported in, for who need not know how."""

MOODLE_FEEDBACK = "moodle-feedback"
JUNIT = "junit"
FORMS = (
    *("gradescope", "autolab", "github", "github-summary", "prairielearn", "classroom50"),
    *("canvas", "moodle-grades", "moodle-worksheet", "blackboard"),
    *(MOODLE_FEEDBACK, JUNIT),
)
