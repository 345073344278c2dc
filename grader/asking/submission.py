"""A hand-in as its checks see it: questions go to a box, answers come back as plain values.

`Submission` owns the box of one module, replaces it when it has ended, and turns anything that
isn't a value into a `CheckFailed`. Questions are written by questions.py, replies read by
answers.py.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.asking.allowance import Allowance, Costs
from grader.asking.answers import (
    Answer,
    CodeFailed,
    ImportFailed,
    RaisedException,
    Value,
    exception_of,
    failure_of,
    in_brackets,
    places_in,
    read_answers,
    refuse_illegible,
    remarks_of,
    with_call,
)
from grader.asking.hints import hint_on
from grader.asking.history import BoxHistory
from grader.asking.plain_values import read_text
from grader.asking.questions import HELP_FROM, HelpedCallbacks, PreparedQuestions, calling, prepare
from grader.asking.shapes import IMPORT
from grader.inside.library import NO_LIBRARY, Library
from grader.inside.module_names import file_of, holds
from grader.inside.shortening import cut
from grader.inside.sources import is_pythons, module_name, pack_data
from grader.inside.wire import Violation, dump, load
from grader.results import CANT_BE_READ, Incident
from grader.sandbox.box import Box, BoxEnded, Callback
from grader.sandbox.clock import Budget
from grader.sandbox.tiers import Nursery
from grader.sandbox.timeout_words import SLEEPS
from grader.statuses import Status
from grader.student.evidence import Evidence, without_values
from grader.student.hints.code_hints import ASLEEP, ENDLESS

# Fewer characters of output than this are no use to anybody.
LEAST_OUTPUT = 100
ENGINE = "grader"
# The place of a function in its module, and the function that answers for it.
Helper = tuple[str, Callable[..., object]]


@dataclass(frozen=True, slots=True)
class BoxPlan:
    """What every box of a hand-in gets: its files, and what its work may cost.

    `costs` are for each question and box, `allowance` for all boxes of a module. `helpers` are
    functions of the module that ask the judge instead, each with what answers for it. Modules in
    `programs` are not imported, but run when asked. `data` are files that code may read,
    `handed_in` those that were handed in; `texts` says which file, such as a notebook, each module
    file is made from. `modules` are the assignment's: any other name in Python's library means
    Python's own module in a question.
    """

    files: tuple[tuple[str, str], ...]
    costs: Costs
    problems: Mapping[str, str] = field(default_factory=dict)
    allowance: Allowance = field(default_factory=Allowance)
    library: Library = NO_LIBRARY
    helpers: tuple[Helper, ...] = ()
    programs: frozenset[str] = frozenset()
    data: Mapping[str, bytes] = field(default_factory=dict)
    handed_in: Mapping[str, bytes] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    modules: tuple[str, ...] = ()

    def with_files(self, files: Mapping[str, str]) -> "BoxPlan":
        """The same for other files, such as those of a hand-in in place of a solution's."""
        return replace(self, files=tuple(sorted(files.items())))

    def order(self, module: str) -> bytes:
        """The payload of a box's first message (see `grader.inside.worker.Worker.load`)."""
        files = pack_data(dict(self.own_files), self.data, self.own_data)
        imported = "" if module in self.programs else module
        limits = self.costs.recursion_limit, self.costs.output_characters
        return dump([imported, *limits, self._pythons_own, *files])

    @property
    def _pythons_own(self) -> list[str]:
        """The names that mean Python's module in a question, though a file has them, too."""
        names = {module_name(file).partition(".")[0] for file, _ in self.own_files}
        return sorted(name for name in names if is_pythons(name) and not holds(self.modules, name))

    @property
    def own_files(self) -> tuple[tuple[str, str], ...]:
        """Its files, except those that a box has already.

        Some students hand in a copy of the support library; its values would be of other classes.
        """
        return tuple([file for file in self.files if not self._has(file[0])])

    @property
    def own_data(self) -> dict[str, bytes]:
        """Its data files that were handed in, except those that a box has already."""
        own = self.handed_in.items()
        return {name: content for name, content in own if not self._has(name)}

    def _has(self, file: str) -> bool:
        return file.partition("/")[0].removesuffix(".py") in (ENGINE, self.library.name)


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question and the value that answered it."""

    question: object
    value: object


class Submission:
    """One module of a hand-in, in a box.

    `ask` returns the value of a question, or raises `CheckFailed`. The box is made when first
    needed, and replaced after it has ended; `incidents` tell what it did. `budget` is that of the
    current check, `latest` the last question that was answered with a value, `history` what the
    box has been asked.
    """

    def __init__(self, nursery: Nursery, module: str, plan: BoxPlan) -> None:
        self._nursery = nursery
        self.module = module
        self.plan = plan
        self.budget = plan.costs.budget
        self.latest: AnsweredQuestion | None = None
        self.history = BoxHistory()
        self._box: Box | None = None
        self._import_failure: CodeFailed | None = None
        self._hinted: tuple[RaisedException | None, str] = None, ""
        self.incidents: list[Incident] = []
        self.remarks: tuple[str, ...] = ()
        self._cpu_of_ended = 0.0
        self._asleep_of_ended = 0.0
        # Work and sleep that keep others waiting, but are not the hand-in's fault.
        self.aside_seconds = 0.0
        self.output_characters = 0

    @property
    def cpu(self) -> float:
        """CPU time that all boxes of the hand-in have used so far."""
        return self._cpu_of_ended + (self._box.cpu_seconds if self._box else 0.0)

    @property
    def asleep(self) -> float:
        """Seconds that all boxes of the hand-in have slept while an answer was expected."""
        return self._asleep_of_ended + (self._box.asleep_seconds if self._box else 0.0)

    def ask(self, question: object, stdin: str = "") -> object:
        """The value that the student's code gives; raises `CheckFailed`."""
        prepared = prepare([question], self.plan.library, stdin)
        try:
            payload = self.ask_all(prepared)
            [answer] = self.read(payload, prepared)
        except CodeFailed as failure:
            raise with_call(failure, question) from None
        if isinstance(answer, Value):
            self.latest = AnsweredQuestion(question, answer.value)
            return answer.value
        failed = exception_of(answer)
        failed.evidence = replace(failed.evidence, output=self.printed())
        raise with_call(failed, question)

    def ask_all(self, prepared: PreparedQuestions, budget: Budget | None = None) -> bytes:
        """The reply to one message of questions; raises `CodeFailed` if there is none."""
        # Prepared questions are shared by all hand-ins of this judge.
        prepared.forget_visits()
        box = self.ready_box()
        allowed = self.allowed(budget or self.budget)
        self.history.note(prepared)
        try:
            reply = box.evaluate(prepared.payload, self._callbacks(prepared), allowed)
        except BoxEnded as ended:
            failure = self.note_end(ended)
            self.history.note_reply(failure)
            raise failure from None
        self.history.note_reply(reply)
        return reply

    def _callbacks(self, prepared: PreparedQuestions) -> Sequence[Callback]:
        if not self.plan.helpers:
            return prepared.callbacks
        return HelpedCallbacks(
            prepared.callbacks,
            [calling(answer, self.plan.library) for _, answer in self.plan.helpers],
        )

    def read(
        self, payload: bytes, prepared: PreparedQuestions | None = None, expected_bytes: int = 0
    ) -> list[Answer]:
        """The answers in a reply, or, without questions, the answer to an import.

        A malformed reply ends the box and raises `CodeFailed`. A reply far longer than any right
        one raises it unread, but leaves the box alive.
        """
        refuse_illegible(payload, expected_bytes)
        try:
            if prepared is None:
                return list(read_answers(payload, (IMPORT,), self.plan.library))
            asked, named = prepared.questions, prepared.named
            return list(read_answers(payload, asked, self.plan.library, named))
        except Violation as violation:
            message = f"the answer did not come in the agreed form: {violation}"
            ended = BoxEnded(Status.CRASHED, message, Incident("protocol", message))
            raise self.note_end(ended) from None

    def stop(self, why: str) -> CodeFailed:
        """End the box because its time is up; returns what to raise."""
        return self.note_end(BoxEnded(Status.TIMEOUT, why, Incident("time", why)))

    def close(self) -> None:
        """End the box; the next question gets a new one."""
        if self._box is not None:
            self._box.close()
            self.charge(self._box)
            self._box = None

    def charge(self, ended: Box) -> None:
        """Count what the hand-in's code has used in a box; note what it tried."""
        self._cpu_of_ended += ended.cpu_seconds
        self._asleep_of_ended += ended.asleep_seconds
        self.incidents += ended.tried

    def count_aside(self, other: "Submission") -> None:
        """Count what another account's boxes have used, without charging it to this one."""
        self.aside_seconds += other.cpu + other.asleep

    def forgive(self, cpu_seconds: float) -> None:
        """Take this much off the charge: using it was not the hand-in's fault."""
        self._cpu_of_ended -= cpu_seconds
        self.aside_seconds += cpu_seconds

    def allowed(self, budget: Budget) -> Budget:
        """The budget, cut to what the hand-in has left; raises `CodeFailed` if that is nothing."""
        if why := self._used_up():
            raise CodeFailed(Evidence(f"not run: {why}"), Status.SKIPPED)
        return self.plan.allowance.within(budget, self.cpu, self.asleep)

    def _used_up(self) -> str:
        return self.plan.allowance.used_up(self.cpu, self.asleep)

    def ready_box(self) -> Box:
        """The box with the module in it; raises `CodeFailed` if it can't be imported."""
        if self._import_failure is not None:  # it would fail again, at the cost of another box
            raise self._import_failure
        if self._box is None:
            self.refuse_missing()
            self._box = Box(self._nursery)
            self.history.begin_box()
            self._load(self._box)
        return self._box

    def refuse_missing(self) -> None:
        """Raise `CodeFailed` if the module's file is not in the hand-in, or can't be read."""
        file = file_of(self.module)
        shown = self.plan.texts.get(file, file)
        if file in self.plan.problems:
            reason = self.plan.problems[file]
            raise CodeFailed(without_values(f"{shown} {CANT_BE_READ}{reason}"), Status.ERROR)
        if file not in dict(self.plan.files):
            raise CodeFailed(without_values(f"{shown} is not in the hand-in"), Status.MISSING)

    def _load(self, box: Box) -> None:
        allowed = self.allowed(self.plan.costs.budget)
        try:
            payload = box.load(self.plan.order(self.module), allowed)
            [answer] = self.read(payload)
        except BoxEnded as ended:
            failure = self.note_end(ended, " while it was imported")
            self._import_failure = ImportFailed(failure.evidence, failure.status)
            raise self._import_failure from None
        if isinstance(answer, Value):
            self.remarks = remarks_of(answer)
            if self.plan.helpers:
                self._help(box)
        else:
            status, evidence = failure_of(answer)
            self._import_failure = ImportFailed(replace(evidence, output=self.printed()), status)
            self._import_failure.said = answer if isinstance(answer, RaisedException) else None
            raise self._import_failure

    def hint_on(self, raised: RaisedException) -> str:
        """The likely fix of an exception, as `make check` says it; may be empty."""
        # All checks of a module that can't be imported ask about the same exception.
        if raised is not self._hinted[0]:
            files, library = dict(self.plan.files), self.plan.library.name
            self._hinted = raised, hint_on(raised, files, library, self.plan.modules)
        return self._hinted[1]

    def _help(self, box: Box) -> None:
        places = [[place, HELP_FROM + i] for i, (place, _) in enumerate(self.plan.helpers)]
        try:
            box.help(dump([self.module, *places]), self.allowed(self.plan.costs.budget))
        except BoxEnded as ended:
            raise self.note_end(ended) from None

    def note_end(self, ended: BoxEnded, when: str = "") -> CodeFailed:
        """Record how a box ended, and close the module's; returns what to raise."""
        self.close()
        why = self._used_up() if ended.status is Status.TIMEOUT else ""
        incident = Incident(ended.incident.kind, why) if why else ended.incident
        self.incidents.append(incident)
        # If many questions used up the total, the last one is not to blame.
        frames = () if why else places_in(ended.last_word, dict(self.plan.files))
        message = (why or ended.message) + when + (in_brackets(frames[-1]) if frames else "")
        hint = ASLEEP if ended.message == SLEEPS else ENDLESS
        hint = hint if ended.status is Status.TIMEOUT and not why else ""
        return CodeFailed(Evidence(message, hint=hint, frames=frames), ended.status)

    def printed(self) -> str:
        """What the last question printed, as far as it is kept; never fails."""
        room = self.plan.allowance.output_characters - self.output_characters
        if self._box is None or room < LEAST_OUTPUT or self._used_up():
            return ""
        try:
            text = read_text(load(self._box.output(self.allowed(self.plan.costs.budget))))
        except (Violation, CodeFailed):
            return ""
        except BoxEnded as ended:
            self.note_end(ended)
            return ""
        # A box cuts its output itself, but is not trusted to.
        if not isinstance(text, str):
            return ""
        kept = cut(text, min(room, 2 * self.plan.costs.output_characters))
        self.output_characters += len(kept)
        return kept
