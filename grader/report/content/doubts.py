"""Where hand-ins with full marks answer fresh examples unlike the reference, for staff."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.inside.module_names import module_of_task
from grader.inside.shortening import cut, listed
from grader.report.sanitize import visible
from grader.results import WIDE, Doubt
from grader.student.plural import numbered

VALUE, CALL, MOST_NAMED = 600, 6_000, 12


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """One answer to an example, and the students who gave it."""

    text: str
    students: tuple[str, ...]

    @property
    def named(self) -> str:
        """The students' names, or some of many."""
        return listed(self.students, MOST_NAMED)


@dataclass(frozen=True, slots=True)
class DoubtfulExample:
    """An example on which hand-ins differ from the reference, of `asked` ones with full marks.

    `lines`, added to `file`, turn it into a check.
    """

    task: str
    title: str
    call: str
    expected: str
    answers: tuple[OtherAnswer, ...]
    asked: int
    lines: tuple[str, ...]
    file: str

    @property
    def differ(self) -> int:
        """How many hand-ins differ."""
        return sum(len(answer.students) for answer in self.answers)

    @property
    def reading(self) -> str:
        """Where staff should look first."""
        if self.asked > 1 and 2 * max(len(answer.students) for answer in self.answers) > self.asked:
            return "most answer alike, and not as the reference does: look at it, and at the text"
        if any(line.startswith(WIDE) for line in self.lines):
            return (
                "no check draws this: if it is legal, the checks have a hole, or the text is open"
            )
        return "the checks don't notice this, or the text leaves it open"


def doubtful_examples(
    doubts: Iterable[Doubt], asked: Mapping[str, int], files: Mapping[str, str]
) -> list[DoubtfulExample]:
    """The examples in doubt, those with the most hand-ins first.

    `asked` is how many hand-ins were asked about each task, `files` where a module's lines belong.
    """
    groups: dict[tuple[str, str], list[Doubt]] = {}
    for doubt in doubts:
        evidence = doubt.check.evidence
        call = evidence.call if evidence and evidence.call else doubt.check.message
        groups.setdefault((doubt.check.name, call), []).append(doubt)
    found = [_example(call, mine, asked, files) for (_, call), mine in groups.items()]
    return sorted(found, key=lambda one: (-one.differ, one.task, one.title, one.call))


def _example(
    call: str, doubts: Sequence[Doubt], asked: Mapping[str, int], files: Mapping[str, str]
) -> DoubtfulExample:
    check = doubts[0].check
    answers: dict[str, list[str]] = {}
    for doubt in doubts:
        answers.setdefault(_answer(doubt), []).append(doubt.student)
    expected = check.evidence.expected if check.evidence else ""
    return DoubtfulExample(
        check.task,
        check.title,
        cut(call, CALL),
        cut(expected, VALUE),
        tuple([OtherAnswer(text, tuple(sorted(whose))) for text, whose in answers.items()]),
        asked.get(check.task, len(doubts)),
        doubts[0].lines,
        files.get(module_of_task(check.task), ""),
    )


def _answer(doubt: Doubt) -> str:
    evidence = doubt.check.evidence
    got = evidence.got if evidence and not evidence.after else ""
    return cut(got or doubt.check.message, VALUE)


def doubts_text(found: Sequence[DoubtfulExample], handins: int) -> str:
    """The examples in doubt, for a terminal."""
    if not found:
        return f"no doubt: {numbered(handins, 'hand-in')} with full marks: all as the reference"
    return "\n".join(line for one in found for line in _lines(one)).rstrip()


def _lines(one: DoubtfulExample) -> Iterator[str]:
    asked = numbered(one.asked, "hand-in")
    yield f"? {one.task}: {visible(one.title)}: {one.differ} of {asked} differ"
    yield f"  {one.reading}"
    yield from [f"    {visible(line)}" for line in one.call.splitlines()]
    if one.expected:
        yield f"  expected  {visible(one.expected)}"
    yield from [f"  {visible(answer.named)}: {visible(answer.text)}" for answer in one.answers]
    if one.lines:
        yield f"  to ask everybody, add to {one.file}:"
        yield from [f"    {line}" for line in one.lines]
    yield ""
