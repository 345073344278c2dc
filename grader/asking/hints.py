"""Advice on a hand-in's exception, from what its box reports and from the hand-in's text."""

import re
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
    """The likely fix of an exception that a box reports, as `make check` words it; may be empty.

    It is also empty if the hand-in's text is long, or can't be analysed for whatever reason.
    """
    # The judge itself parses these texts, so their length bounds its time.
    if sum(map(len, texts.values())) > MOST_FOR_ADVICE:
        return ""
    try:
        return _hint_on(raised, texts, library, prescribed)
    except Exception:  # too deep, too much memory, …: advice must never break grading
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
    advice = advice or advice_on_folder(raised.message, texts)
    return advice or _not_in_ours(raised.message, library)


def _not_in_ours(message: str, library: str) -> str:
    """Advice if an import asks the course's library for a name that it lacks; else empty."""
    from_it = rf"(cannot import name '\w+' from|No module named) '{re.escape(library)}\b"
    if not library or not re.match(from_it, message):
        return ""
    return f"grading uses the {library} of the handout: changes in your own don't count"
