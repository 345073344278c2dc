"""Questions about a course's database: the rows that a student's SQL returns."""

from grader.student.question import Call, Name

MODULE = "grader.inside.queries"


def query(
    text: object, database: str, before: str = "", then: str = "", *, ordered: bool = True
) -> Call:
    """A question for the rows, as tuples, that SQL returns on a database in `files`, a copy of it.

    Of several statements, the last one that returns rows counts. `before` and `then` are the
    check's SQL: the former changes the database first, the latter queries the result. Rows that
    aren't `ordered` are sorted, as `any_order` of `grader.inside.queries` sorts the expected ones.
    """
    more = (before, then) if then else (before,) if before else ()
    return Call(Name(MODULE, "rows" if ordered else "sorted_rows"), (text, database, *more))
