"""Questions about a database of the course's: the rows that a student's SQL gives."""

from grader.student.question import Call, Name

MODULE = "grader.inside.queries"


def query(
    text: object, database: str, before: str = "", then: str = "", *, ordered: bool = True
) -> Call:
    """A question: the rows, as tuples, that SQL gives on a file of `files`, which stays as it is.

    Of several statements, the last one that gives rows counts. `before` and `then` are SQL of the
    check's, which changes the database first, and asks afterwards what has become of it. Rows that
    aren't `ordered` are sorted, as `any_order` of `grader.inside.queries` sorts the expected ones.
    """
    more = (before, then) if then else (before,) if before else ()
    return Call(Name(MODULE, "rows" if ordered else "sorted_rows"), (text, database, *more))
