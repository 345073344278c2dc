"""Evidence as a page shows it: cut to what can be read, differences marked, pictures drawn."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from grader.inside.shortening import cut
from grader.report.content.marked import MarkedText, marked
from grader.report.pictures.drawing import picture_story, picture_svg
from grader.report.pictures.trees import first_parting
from grader.report.pictures.windows import with_windows
from grader.report.sanitize import cut_block, visible
from grader.student.evidence import Evidence, Frame, Picture, TreePicture

VALUE, CALL, OUTPUT_LINES, OUTPUT_WIDTH, MOST_FRAMES = 3_200, 6_000, 24, 240, 8
NAME = 200
WINDOWS_STORY = "Nodes show the bounds of a search that begins at the root without any."


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One visit of each of two traces, side by side; a side is empty when it is over."""

    came: str
    expected: str
    same: bool


@dataclass(frozen=True, slots=True)
class EvidenceView:
    """Evidence ready to be laid out; all texts may be empty."""

    call: str
    got: MarkedText
    expected: MarkedText
    difference: str
    hint: str
    output: str
    frames: tuple[Frame, ...]
    picture: Markup
    story: str
    steps: tuple[TraceStep, ...] = ()
    parts_at: int = -1


def evidence_view(evidence: Evidence) -> EvidenceView:
    """Evidence cut to a size that can be read, with its picture drawn."""
    got, expected = marked(cut(evidence.got, VALUE), cut(evidence.expected, VALUE))
    tree = evidence.picture if isinstance(evidence.picture, TreePicture) else None
    picture, story = _drawn(evidence.picture) if evidence.picture else (Markup(""), "")
    return EvidenceView(
        call=cut_block(evidence.call, width=CALL),
        got=got,
        expected=expected,
        difference="" if evidence.difference in evidence.message else evidence.difference,
        hint=evidence.hint,
        output=cut_block(evidence.output, OUTPUT_LINES, OUTPUT_WIDTH) if evidence.output else "",
        frames=tuple(map(_short, evidence.frames[-MOST_FRAMES:])),
        picture=picture,
        story=story,
        steps=tuple(_steps(tree)) if tree and tree.ordered else (),
        parts_at=_parting(tree) if tree else -1,
    )


@lru_cache(maxsize=64)
def _drawn(picture: Picture) -> tuple[Markup, str]:
    """The picture and its story; the same mistake makes the same picture in many hand-ins."""
    story = picture_story(picture)
    if isinstance(picture, TreePicture) and (explained := with_windows(picture)) != picture:
        picture, story = explained, f"{story} {WINDOWS_STORY}"
    return picture_svg(picture), story


def _short(frame: Frame) -> Frame:
    return Frame(cut(frame.file, NAME), frame.line, cut(frame.function, NAME))


def _steps(tree: TreePicture) -> Iterator[TraceStep]:
    for at in range(max(len(tree.visited), len(tree.expected))):
        came = tree.visited[at] if at < len(tree.visited) else ""
        expected = tree.expected[at] if at < len(tree.expected) else ""
        yield TraceStep(came, expected, came == expected)


def _parting(tree: TreePicture) -> int:
    step = first_parting(tree)
    return -1 if step is None else step


def evidence_size(view: EvidenceView) -> int:
    """About how many bytes the evidence takes on a page."""
    texts = (view.call, view.got.text, view.expected.text, view.difference, view.hint, view.output)
    words = sum(len(escape(visible(text)).encode()) for text in texts)
    return words + len(view.picture) + len(view.story) + 120 * len(view.steps)
