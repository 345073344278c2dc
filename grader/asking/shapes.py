"""The shape of an answer, as far as the question alone determines it.

A box may send any value for any question. But a check may rely on what Python itself guarantees:
one answer for each question asked at once, a number for a length, a result for a program.
"""

from collections.abc import Sequence
from typing import Any

from grader.inside.values import Ran
from grader.inside.wire import Handle, Violation
from grader.student.compare import article, type_name
from grader.student.question import Attribute, Call, Name, PrintedText, Program, SpecialForm

# What these calls return, whatever their arguments.
GIVEN_BY: dict[str, type] = {
    **dict.fromkeys(("len", "hash", "id", "ord", "int"), int),
    **dict.fromkeys(("isinstance", "issubclass", "hasattr", "callable", "bool"), bool),
    **dict.fromkeys(("any", "all"), bool),
    **dict.fromkeys(("str", "repr", "ascii", "format", "chr", "bin", "hex", "oct"), str),
    **dict.fromkeys(("list", "sorted", "dir"), list),
    **{kind.__name__: kind for kind in (tuple, dict, set, frozenset, float, complex, bytes)},
}
# Stands for a question when a module is imported; the answer is None, or which cells failed.
IMPORT = object()
FIELDS_OF_RAN: dict[str, type] = {"status": int, "output": str, "errors": str, "files": dict}


def refuse_misshapen(answer: Any, question: object) -> None:
    """Raise `Violation` for a value that can't be the answer to a question."""
    if question is IMPORT and type(answer) is list and all(type(one) is str for one in answer):
        return
    if isinstance(question, SpecialForm):
        _refuse_misshapen_form(answer, question)
        return
    kind = _kind_of_answer(question)
    # The exact type: what is decoded from a box is never of a subclass of these.
    if kind is not None and type(answer) is not kind:
        only = article(kind.__name__)
        raise Violation(f"{article(type_name(answer))} where only {only} can be an answer")
    match question:
        case tuple() | list() if kind is not None:
            if len(answer) != len(question):
                raise Violation(f"{len(answer)} answers to {len(question)} questions")
            for part, asked in zip(answer, question, strict=True):
                refuse_misshapen(part, asked)
        case dict():
            for key, asked in question.items():
                if type(key) is str:
                    if key not in answer:
                        raise Violation(f"no answer to the question {key!r}")
                    refuse_misshapen(answer[key], asked)


def _refuse_misshapen_form(answer: object, form: SpecialForm) -> None:
    match form, answer:
        case SpecialForm(_form="outcome" | "refusal"), [value] if type(answer) is list:
            refuse_misshapen(value, form._body)
        case SpecialForm(_form="outcome", _given=[kinds]), str(name) if _is_of(kinds, name):
            pass
        case (
            SpecialForm(_form="refusal", _given=[kinds, attributes, causes]),
            {"kind": str(name), "says": str(), "has": dict(has), "cause": [str(cause), str()]},
        ) if _is_of(kinds, name) and (not cause or _is_of(causes, cause)):
            if not has.keys() <= set(attributes):
                raise Violation("an exception with attributes that were not asked for")
        case SpecialForm(_form="printed"), str():
            pass
        case SpecialForm(_form="spoken"), [list(pieces), str() | None] if type(answer) is list:
            if len(pieces) % 2 == 0 or not all(type(piece) is str for piece in pieces):
                raise Violation("what was printed is no list of texts and prompts")
        case SpecialForm(_form="within"), None:  # an exception that was held back
            pass
        case SpecialForm(_form="shown"), Handle():  # an object, whatever its text or length
            pass
        case SpecialForm(_form="within" | "shown"), _:
            refuse_misshapen(answer, form._body)
        case _:
            raise Violation(f"{article(type_name(answer))} where none can be an answer")


def _is_of(kinds: Sequence[Sequence[object]], name: str) -> bool:
    return any(name == known for known, _ in kinds)


def _kind_of_answer(question: object) -> type | None:
    """The only type that an answer can have; `None` if it can have any."""
    if question is IMPORT:
        return type(None)
    match question:
        case None:
            return type(None)
        case PrintedText():
            return str
        case Call(_function=Program()):
            return Ran
        case Attribute(_target=Call(_function=Program()), _name=name):
            return FIELDS_OF_RAN.get(name)
        case Call(_function=Name(_module="builtins", _name=name)):
            return GIVEN_BY.get(name)
    return type(question) if type(question) in (tuple, list, dict) else None
