"""A mistake in a check, in one line: where it is, what is wrong, and what would be right.

Staff who write checks see their own file and line, never a traceback through the engine.
"""

import traceback
from collections.abc import Sequence
from pathlib import Path

from grader.inside.values import UnencodableValue


class ReferenceFailed(Exception):
    """The reference gives no answer that a check may expect; the text says on what, and why."""


class VerdictFailed(Exception):
    """The verdict of a drawn check can't judge even the reference's answer; its cause says why."""


# Advice by the kind of what a check raised, and by a part of its text: an example of what is right.
CLAIM = "`expect(submission.module.function(1, 2), 3)` is how a claim reads"
UNKNOWN = "its answer isn't known yet; ask `submission.builtins.len(question)` and claim its answer"
CHANGED = "ask `submission.builtins.setattr(question, 'name', value)`"
STAYS = "it stays in its box: ask for all in one question, `submission.module.make().method()`"
REFUSAL = "`expect_refusal(expect, question, raises=ValueError)` is how such a claim reads"
GOES_ON = (
    "correct the reference, or what is drawn; where it should refuse, ask "
    "`outcome(question, code.module.Refusal)`"
)
KINDS = ("Call", "Name", "Attribute")
ADVICE = (
    (ReferenceFailed, "it raises", GOES_ON),
    (ReferenceFailed, "", "correct the reference, or what is drawn"),
    (NameError, "", "import it at the top of the file, or correct its spelling"),
    (
        UnencodableValue,
        "",
        "ask for something that travels, or list its class in VALUES of the library",
    ),
    (TypeError, "Expect.__call__()", CLAIM),
    (TypeError, "`expect` asks", CLAIM),
    (TypeError, "`raises` is no class", REFUSAL),
    (TypeError, "is a question too", "or claim a value"),
    (AttributeError, "of a question: write", CLAIM),
    (AttributeError, "'Handle' object has no", STAYS),
    *[(TypeError, f"'{kind}'", UNKNOWN) for kind in KINDS],
    *[(AttributeError, f"'{kind}' object has no", CHANGED) for kind in KINDS],
)
OTHERWISE = "`grader debug HANDIN -x --pdb` stops there"


def in_words(error: BaseException, files: Sequence[Path], where: str = "") -> str:
    """What was raised, where, and advice: the place is the last line of `files` that led to it.

    Without such a line it is `where`.
    """
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename) in files]
    place = f"{own[-1].filename}:{own[-1].lineno}" if own else where
    name, words = type(error).__name__, said(error)
    text = f"{name}: {words}" if words else name
    return " ".join(f"{place}: {text[:300]}; {_advice(error, text)}".split())


def said(error: BaseException) -> str:
    """The text of an exception; empty if making it fails."""
    try:
        return str(error)
    except Exception:  # such as one with an answer whose class takes its fields for granted
        return ""


def _advice(error: BaseException, text: str) -> str:
    fitting = (words for kind, says, words in ADVICE if isinstance(error, kind) and says in text)
    return next(fitting, OTHERWISE)
