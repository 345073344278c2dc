"""What kind of object something is, where a class may be a function that returns objects."""

from typing import Any

from grader.student.claims import Expect
from grader.student.question import CODE


def class_of(made_by: Any, made: Any, expect: Expect) -> Any:
    """`made_by`, if it is a class; the class of what it has `made`, if it is a function."""
    is_class = expect.answer(CODE.builtins.isinstance(made_by, CODE.builtins.type))
    return made_by if is_class is True else CODE.builtins.type(made)
