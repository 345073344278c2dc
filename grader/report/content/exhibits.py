"""Evidence as a page shows it: cut to a readable size, differences marked, pictures drawn."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from markupsafe import Markup, escape

from grader.inside.shortening import cut
from grader.report.pictures.drawing import picture_story, picture_svg
from grader.report.pictures.trees import with_windows
from grader.report.sanitize import cut_block, visible
from grader.student.evidence import Evidence, Fate, Frame, Picture, TreePicture

VALUE, CALL, OUTPUT_LINES, OUTPUT_WIDTH, MOST_FRAMES = 3_200, 6_000, 24, 240, 8
NAME, MOST_STEPS = 200, 400
TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
# Comparing takes longer than linear time; in very long texts only the first difference is marked.
MOST_WORDS = 1_500
WINDOWS_STORY = "Nodes show the bounds of a search that begins at the root without any."


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A visit that both traces share, or one of a single trace, with the other side empty.

    `remark` says what is wrong with it; it is empty if both visit the same.
    """

    came: str
    expected: str
    remark: str


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Some text, and whether it differs from the other side."""

    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text in pieces."""

    pieces: tuple[TextPiece, ...] = ()

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """Evidence ready for layout; all texts may be empty."""

    call: str
    got: MarkedText
    expected: MarkedText
    difference: str
    hint: str
    output: str
    frames: tuple[Frame, ...]
    picture: Markup
    story: str
    steps: tuple[TraceStep, ...]


def evidence_view(evidence: Evidence) -> EvidenceView:
    """Evidence cut to a readable size, with its picture drawn."""
    got, expected = cut(evidence.got, VALUE), cut(evidence.expected, VALUE)
    both = (unmarked(got), unmarked(expected)) if evidence.in_words else marked(got, expected)
    tree = evidence.picture if isinstance(evidence.picture, TreePicture) else None
    picture, story = _drawn(evidence.picture) if evidence.picture else (Markup(""), "")
    return EvidenceView(
        call=cut_block(evidence.call, width=CALL),
        got=both[0],
        expected=both[1],
        difference="" if evidence.difference in evidence.message else evidence.difference,
        hint=evidence.hint,
        output=cut_block(evidence.output, OUTPUT_LINES, OUTPUT_WIDTH) if evidence.output else "",
        frames=tuple(map(_short, evidence.frames[-MOST_FRAMES:])),
        picture=picture,
        story=story,
        steps=tuple(_steps(tree)) if tree and tree.ordered else (),
    )


@lru_cache(maxsize=64)
def _drawn(picture: Picture) -> tuple[Markup, str]:
    """The picture and its story; cached, since the same mistake makes the same picture often."""
    story = picture_story(picture)
    if isinstance(picture, TreePicture) and (explained := with_windows(picture)) != picture:
        picture, story = explained, f"{story} {WINDOWS_STORY}"
    return picture_svg(picture), story


def _short(frame: Frame) -> Frame:
    return Frame(cut(frame.file, NAME), frame.line, cut(frame.function, NAME))


def _steps(tree: TreePicture) -> Iterator[TraceStep]:
    """Both traces side by side, so that only extra or missed visits stand alone."""
    came, expected = tree.visited[:MOST_STEPS], tree.expected[:MOST_STEPS]
    codes = SequenceMatcher(None, came, expected, autojunk=False).get_opcodes()
    for kind, a, b, c, d in codes:
        if kind == "equal":
            yield from [TraceStep(label, label, "") for label in came[a:b]]
        else:
            yield from [TraceStep(label, "", _remark(tree, label)) for label in came[a:b]]
            yield from [TraceStep("", label, _remark(tree, label)) for label in expected[c:d]]


def _remark(tree: TreePicture, label: str) -> str:
    fate = tree.fate(label)
    return "out of order" if fate is Fate.VISITED else fate.value


def evidence_size(view: EvidenceView) -> int:
    """About how many bytes the evidence takes on a page."""
    texts = (view.call, view.got.text, view.expected.text, view.difference, view.hint, view.output)
    words = sum(len(escape(visible(text)).encode()) for text in texts)
    return words + len(view.picture) + len(view.story) + 120 * len(view.steps)


# -- differences ------------------------------------------------------------------------------


def marked(got: str, expected: str) -> tuple[MarkedText, MarkedText]:
    """Both texts, each with the words and signs marked in which they differ.

    >>> marked("[1, 22, 3]", "[1, 23, 3]")[0].pieces
    (TextPiece(text='[1, ', differs=False), TextPiece(text='22', differs=True), \
TextPiece(text=', 3]', differs=False))
    """
    if not got or not expected:
        return unmarked(got), unmarked(expected)
    got_words, expected_words = TOKEN.findall(got), TOKEN.findall(expected)
    codes = _codes(got_words, expected_words)
    return (
        _joined([("".join(got_words[a:b]), kind != "equal") for kind, a, b, _, _ in codes]),
        _joined([("".join(expected_words[c:d]), kind != "equal") for kind, _, _, c, d in codes]),
    )


def _codes(got: list[str], expected: list[str]) -> Sequence[tuple[str, int, int, int, int]]:
    if max(len(got), len(expected)) <= MOST_WORDS:
        return SequenceMatcher(None, got, expected, autojunk=False).get_opcodes()
    at = next((i for i, (a, b) in enumerate(zip(got, expected, strict=False)) if a != b), 0)
    end = at + 1
    return [
        ("equal", 0, at, 0, at),
        ("replace", at, end, at, end),
        ("equal", end, len(got), end, len(expected)),
    ]


def unmarked(text: str) -> MarkedText:
    """A text without marks."""
    return _joined([(text, False)])


def _joined(parts: list[tuple[str, bool]]) -> MarkedText:
    return MarkedText(tuple([TextPiece(text, differs) for text, differs in parts if text]))
