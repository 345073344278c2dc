"""What a failed check shows: typed evidence, independent of how it is shown.

A check ends by returning (passed) or by raising `CheckFailed` with an `Evidence`.
Renderers (a terminal, an HTML page) turn the evidence into text and pictures.
Everything here is plain, frozen data that survives a round trip through JSON unchanged.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar

# The function name of a line that is in no function.
MODULE = "<module>"


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the student's own code on the way to an error; `text` is the line's text."""

    file: str
    line: int
    function: str
    text: str = ""


def at(frame: Frame) -> str:
    """Where a frame is, in words.

    >>> at(Frame("work.py", 3, "act"))
    'work.py, line 3, in act'
    """
    within = "" if frame.function == MODULE else f", in {frame.function}"
    return f"{frame.file}, line {frame.line}{within}"


@dataclass(frozen=True, slots=True)
class PictureNode:
    """One node of a drawn game tree; `kind` is "max", "min" or "leaf".

    `player` is whose turn it is. `outcome` is 1 for a leaf where the maximizing player has won, -1
    where the other has, 0 for a draw, and None if nothing is decided.
    """

    label: str
    kind: str
    value: str = ""
    window: str = ""
    children: tuple["PictureNode", ...] = ()
    player: str = ""
    outcome: int | None = None

    def nodes(self) -> Iterator["PictureNode"]:
        """The node and all nodes below it, from left to right."""
        yield self
        for child in self.children:
            yield from child.nodes()


class Fate(StrEnum):
    """What happened to a terminal, in a word."""

    VISITED = "visited"
    MISSED = "missed"
    WRONG = "extra"
    AGAIN = "too often"
    SELDOM = "too seldom"
    PRUNED = "pruned"


@dataclass(frozen=True, slots=True)
class TreePicture:
    """A game tree with the terminals that were visited and those that were expected, in order."""

    root: PictureNode
    visited: tuple[str, ...]
    expected: tuple[str, ...]
    ordered: bool = True

    def fate(self, label: str) -> Fate:
        """What happened to the terminal `label`."""
        # A terminal may be expected several times: a search may visit it again.
        match self.visited.count(label), self.expected.count(label):
            case 0, 0:
                return Fate.PRUNED
            case 0, _:
                return Fate.MISSED
            case _, 0:
                return Fate.WRONG
            case came, expected if came != expected:
                return Fate.AGAIN if came > expected else Fate.SELDOM
        return Fate.VISITED


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """Rows of one-character cells, top row first, as printed ("X", "O", " ", digits)."""

    rows: tuple[str, ...]
    caption: str = ""
    expected_rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunsPicture:
    """A sequence as texts of its elements, and the lengths of actual and expected runs."""

    elements: tuple[str, ...]
    got: tuple[int, ...]
    expected: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TextPicture:
    """Lines that show where an answer differs, in a fixed-width font."""

    lines: tuple[str, ...]


Picture = TreePicture | BoardPicture | RunsPicture | TextPicture

PICTURES = {
    "tree": TreePicture,
    "board": BoardPicture,
    "runs": RunsPicture,
    "text": TextPicture,
}
# How evidence says that a function hasn't been started.
UNWRITTEN = "is not written yet"


def unwritten(said: str, last: Frame | None) -> str:
    """What a `NotImplementedError` raised in a frame means; `said` is its own text.

    >>> unwritten("", Frame("main.py", 3, MODULE))
    'main.py is not written yet'
    """
    here = last.file if last and last.function == MODULE else "this function"
    return f"{said or here} {UNWRITTEN}"


_FROM_WHERE = re.compile(r" \((?:unknown location|(?:[\\/]|\w:\\)[^']*\.\w+|\w+\.py)\)$")
_FILE = re.compile(r"(?<=['\"(])(?:\w:)?[\\/][^'\"()\n]*[\\/](?=[^\\/'\"()\n]+\.(?:pyc?|pyd|so)\b)")


def without_folders(said: str) -> str:
    """The text of an exception, without folders of the machine's Python.

    >>> without_folders("cannot import name 'x' from 'typing' (/usr/lib/python3.11/typing.py)")
    "cannot import name 'x' from 'typing'"
    >>> without_folders("<module 'typing' from '/usr/lib/python3.11/typing.py'>")
    "<module 'typing' from 'typing.py'>"
    """
    if said.startswith("cannot import name "):
        said = _FROM_WHERE.sub("", said)
    return _FILE.sub("", said)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a check failed.

    `call` is Python text that can be pasted at a prompt; `got` and `expected` are what was returned
    and what was expected, `difference` the first difference in words, `hint` one piece of advice
    chosen from the evidence, `output` what the code printed, `frames` the student's own lines that
    led to an error. Any of them may be empty. If the answer is right when it is asked for alone,
    `after` is how many other calls `call` has before the wrong one. `share`, from 0 to 1, is how
    much of the check is right nevertheless; it counts where `credit` is by checks. `kind` says what
    is wrong without any value that the code was given or has answered: where a hidden check shows
    no values (`feedback: hidden: diagnosis`), it replaces the message; without it, only the status
    is shown. `in_words` if `expected` is no value, but says what counts in one. `calls` is how many
    calls the check makes in the question that failed. A hint `by_its_word` was chosen by what the
    code said: it is shown only where values are.
    """

    message: str
    call: str = ""
    got: str = ""
    expected: str = ""
    difference: str = ""
    hint: str = ""
    output: str = ""
    frames: tuple[Frame, ...] = ()
    picture: Picture | None = None
    after: int = 0
    share: float = 0.0
    kind: str = ""
    in_words: bool = False
    calls: int = 0
    by_its_word: bool = False

    @property
    def headline(self) -> str:
        """The message, with whether other calls lead to it."""
        if not self.after:
            return self.message
        others = "another call" if self.after == 1 else f"{self.after} other calls"
        return f"right when asked alone, wrong after {others}: {self.message}"

    @property
    def unwritten(self) -> bool:
        """Whether the only thing wrong is that the function is still the starter file's."""
        return UNWRITTEN in self.message


def without_values(words: str, hint: str = "") -> Evidence:
    """Evidence in words that contain no value, which even a hidden check may show."""
    return Evidence(words, hint=hint, kind=words)


# The exceptions of student code that a check may catch, each before its base classes. Others,
# such as AttributeError, come from mistakes, and no task asks for them.
CATCHABLE = (
    *(IndexError, KeyError, LookupError),
    *(ZeroDivisionError, OverflowError, ArithmeticError),
    *(TypeError, ValueError),
)


class CheckFailed(AssertionError):
    """The student's code did not do what a check asks for.

    If it raised an exception, `raised` has the names of its class and base classes. `question` is
    the one whose answer is wrong, if that isn't the last one; `part` is the wrong part of it, for
    callers that ask only for that.
    """

    def __init__(self, evidence: Evidence) -> None:
        super().__init__(evidence.message)
        self.evidence = evidence
        self.raised: tuple[str, ...] = ()
        self.question: object = None
        self.part: object = None


Failure = TypeVar("Failure", bound=CheckFailed)


def catchable(failure: type[Failure], raised: Iterable[str]) -> type[Failure]:
    """A class of failures that also derives from each of `CATCHABLE` named in `raised`."""
    names = frozenset(raised)
    kinds = tuple([kind for kind in CATCHABLE if kind.__name__ in names])
    made: type[Failure] = _class_of(failure.__name__, (failure, *kinds)) if kinds else failure
    return made


@cache  # classes are slow to make, and slow to be freed
def _class_of(name: str, bases: tuple[type, ...]) -> Any:
    return type(name, bases, {})


def evidence_to_json(evidence: Evidence) -> dict[str, object]:
    """The evidence as plain JSON data, without its empty fields."""
    data = {name: value for name, value in asdict(evidence).items() if value}
    if evidence.frames:
        data["frames"] = [
            {k: v for k, v in asdict(f).items() if k != "text" or v} for f in evidence.frames
        ]
    if evidence.picture is not None:
        kind = next(k for k, c in PICTURES.items() if isinstance(evidence.picture, c))
        data["picture"] = {"kind": kind, **asdict(evidence.picture)}
        if kind == "tree":
            data["picture"]["root"] = _node_to_json(data["picture"]["root"])
    return data


def evidence_from_json(data: Mapping[str, Any]) -> Evidence:
    """The inverse of `evidence_to_json`."""
    fields = dict(data)
    fields["frames"] = tuple(Frame(**frame) for frame in fields.get("frames", ()))
    if "picture" in fields:
        fields["picture"] = _picture_from_json(dict(fields["picture"]))
    return Evidence(**fields)


def _picture_from_json(data: dict[str, Any]) -> Picture:
    kind = data.pop("kind")
    if kind == "tree":
        data["root"] = _node_from_json(data["root"])
    fields = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    return PICTURES[kind](**fields)  # type: ignore[no-any-return]  # a table of three classes


def _node_to_json(node: Mapping[str, Any]) -> dict[str, object]:
    # Left out if empty: trees have many nodes, with mostly empty fields.
    given = {name: value for name, value in node.items() if value not in ("", None, ())}
    return given | {"children": [_node_to_json(child) for child in node["children"]]}


def _node_from_json(data: Mapping[str, Any]) -> PictureNode:
    children = tuple(_node_from_json(child) for child in data["children"])
    return PictureNode(**{**data, "children": children})
