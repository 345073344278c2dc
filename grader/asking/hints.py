"""Advice on an exception of a hand-in, from what its box says and from the hand-in's text."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from grader.asking.answers import RaisedException
from grader.student.hints.code_hints import (
    RaisedError,
    advice_on_raised,
    names_known,
)
from grader.student.hints.import_hints import advice_on_folder
from grader.student.hints.syntax_hints import advice_on_syntax
from grader.student.source import MOST_FOR_ADVICE

SYNTAX = "SyntaxError"


def hint_on(
    raised: RaisedException, texts: Mapping[str, str], library: str, prescribed: Sequence[str]
) -> str:
    """The likely fix of what a box says was raised, as `make check` says it; may be empty.

    It is, too, where the hand-in's text is long, or can't be read for whatever reason.
    """
    if sum(map(len, texts.values())) > MOST_FOR_ADVICE:
        return ""
    try:
        return _hint_on(raised, texts, library, prescribed)
    except Exception:  # such as that it is too deep, or takes too much memory
        return ""


def _hint_on(
    raised: RaisedException, texts: Mapping[str, str], library: str, prescribed: Sequence[str]
) -> str:
    where = raised.frames[-1] if raised.frames else None
    if where and raised.is_a(SYNTAX):
        return advice_on_syntax(raised.message, where.line, texts.get(where.file, ""), library)
    known = RaisedError(
        (raised.name, *raised.bases),
        raised.message,
        library,
        raised.frames,
        texts,
        prescribed,
        places=raised.frames,
        text_of=lambda file: texts.get(file, ""),
    )
    known = replace(known, names=names_known(known))
    advice = advice_on_raised(known, asked=not raised.frames)
    return advice or advice_on_folder(raised.message, texts)
