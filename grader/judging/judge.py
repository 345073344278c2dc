"""A judge: trusted, it runs the checks of one hand-in in a forked child.

A judge holds the collected checks and the answer key, inherited by fork; of solutions it has only
the texts, for boxes. For each hand-in it forks a child, which asks its boxes (forked by the
nursery, never by the judge), writes one record to a pipe and exits. Whatever a hand-in does to its
judge child ends with that child.
"""

import gc
import resource
import signal
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from math import inf
from pathlib import Path
from types import MappingProxyType

from grader.asking.allowance import Allowance, Costs
from grader.asking.answers import Answer, CodeFailed
from grader.asking.handed_in import Names
from grader.asking.history import FailedQuestion
from grader.asking.submission import BoxPlan, Helper, Submission
from grader.course_tests.examination import Examinations
from grader.course_tests.plan import CourseTestsPlan
from grader.errors import BrokenGrader
from grader.judging.answer_key import KeyEntry, Replies, Visits
from grader.judging.asked_alone import BY_AN_ANSWER, FreshBoxes, RepeatedSubmission
from grader.judging.comparison import WrongPart
from grader.judging.help import NO_HELP, Help
from grader.judging.known_mistakes import Diagnosis, KeptReplies, KnownMistake
from grader.judging.progress import TOO_LONG, CheckProgress
from grader.judging.promised import require_promised
from grader.judging.pytest_plugin import Check, ChecksPlugin, CurrentHandin
from grader.judging.replay import EntryMessages, replay
from grader.judging.unit import Unit, results_to_bytes
from grader.results import CheckResult, ModuleResult
from grader.sandbox.clock import Budget, HandinPaused, TimeInSlot
from grader.sandbox.kernel.forked import ChildFailed, ForkedProcess
from grader.sandbox.kernel.processes import address_space
from grader.sandbox.tiers import Nursery
from grader.statuses import ENDLESS, Status
from grader.student.evidence import Evidence
from grader.student.question import calls_in
from grader.student.source import Source
from grader.student_tests.solutions import Solutions
from grader.student_tests.trial import Trial, open_trial

UNENDED = "not run: an earlier check of this task did not end"
# What judging one hand-in may cost the judge itself, in case answers make it endless.
CHILD_CPU_SECONDS = 300
# Past this the remaining checks are not run, so that no hand-in meets the limit above.
JUDGING_CPU_SECONDS = 120
# Each module may always sleep for this part (one tenth) of what a whole hand-in may.
IDLE_SHARES = 10
# Memory beyond what a judge's child begins with. A box may call a judge's function so that it makes
# gigabytes of text; that then fails here, as it would in the box.
JUDGING_BYTES = 1 << 30

# Gets the name of a failed check, its entry, and the answers and visits of the hand-in.
Note = Callable[[str, KeyEntry, Sequence[Answer], Visits], None]
# What a judge's child returns in place of results if the hand-in is paused.
SET_ASIDE = b"set aside"


@dataclass(frozen=True, slots=True)
class SpentTime:
    """What a hand-in has used so far, and the judge's own CPU time and the clock when it began.

    It is set aside after `patience` seconds of work or sleep, its judge's work included. Waiting
    for a processor doesn't count, so a busy machine sets the same hand-ins aside. One that holds
    its slot without working is set aside, too, whatever it waits for (see `TimeInSlot`).
    """

    judge_began: float
    began: float
    cpu_seconds: float = 0.0
    asleep_seconds: float = 0.0
    aside_seconds: float = 0.0
    output_characters: int = 0
    patience: float = inf
    least_asleep: float = 0.0

    def for_module(self, costs: Costs) -> "SpentTime":
        """The same for the next module, which may sleep a while, however long others have slept."""
        share = costs.handin_idle_seconds / IDLE_SHARES
        return replace(self, least_asleep=self.asleep_seconds + share)

    def and_by(self, submission: Submission) -> "SpentTime":
        """The sum with what one module's boxes have used so far."""
        return replace(
            self,
            cpu_seconds=self.cpu_seconds + submission.cpu,
            asleep_seconds=self.asleep_seconds + submission.asleep,
            aside_seconds=self.aside_seconds + submission.aside_seconds,
            output_characters=self.output_characters + submission.output_characters,
        )

    def left(self, costs: Costs) -> Allowance:
        """What the boxes of the next module may use."""
        return Allowance(
            costs.handin_cpu_seconds - self.cpu_seconds,
            max(costs.handin_idle_seconds, self.least_asleep) - self.asleep_seconds,
            costs.handin_output_characters - self.output_characters,
            self.began + costs.handin_wall_seconds,
            self._slot(),
        )

    def too_much(self, costs: Costs) -> str:
        """Why nothing more may be run, or an empty string; raises `HandinPaused`."""
        self.require_patience()
        if why := self.left(costs).used_up(0.0, 0.0):
            return f"not run: {why}"
        return TOO_LONG if self._judging() > JUDGING_CPU_SECONDS else ""

    def require_patience(self) -> None:
        """Raise `HandinPaused` if the hand-in has used more than it may while others wait."""
        slot, used = self._slot(), self._cpu() + self.asleep_seconds
        if used > self.patience or (slot and slot.is_over()):
            raise HandinPaused

    def _slot(self) -> TimeInSlot | None:
        return TimeInSlot(self.began, self._cpu()) if self.patience < inf else None

    def _cpu(self) -> float:
        return self.cpu_seconds + self.aside_seconds + self._judging()

    def _judging(self) -> float:
        return time.process_time() - self.judge_began


class Judge:
    """Grades units with the collected checks and the answer key.

    `reference` is what boxes of the reference get; those of a hand-in get its files instead.
    """

    def __init__(
        self,
        plugin: ChecksPlugin,
        key: Mapping[str, KeyEntry],
        reference: BoxPlan,
        mistakes: Mapping[str, Sequence[KnownMistake]] = MappingProxyType({}),
        *,
        kept: KeptReplies,
        names: Names,
        solutions: Solutions,
        available: Help = NO_HELP,
        given: Mapping[str, str] = MappingProxyType({}),
        course: Mapping[Path, CourseTestsPlan] = MappingProxyType({}),
    ) -> None:
        self._plugin = plugin
        self._key = key
        self._reference = reference
        self._costs = reference.costs
        self._mistakes = mistakes
        self._kept = kept
        self._names = names
        self._solutions = solutions
        self.available = available
        self._given = given
        self._course = course

    def grade(
        self, unit: Unit, nursery: Nursery, progress: CheckProgress | None = None
    ) -> tuple[ModuleResult, ...]:
        """Run all checks of a unit's modules, in this process; raises `HandinPaused`.

        With `progress`, this process is a child, which a check may end.
        """
        unit = unit.with_given(self._given)
        self._plugin.progress = progress
        spent = SpentTime(time.process_time(), time.monotonic(), patience=unit.patience)
        results = []
        with nursery.looking_ahead():
            for module in unit.modules:
                result, spent = self._module(unit, module, nursery, spent)
                spent.require_patience()
                results.append(result)
        return tuple(results)

    def _module(
        self, unit: Unit, module: str, nursery: Nursery, spent: SpentTime
    ) -> tuple[ModuleResult, SpentTime]:
        spent = spent.for_module(self._costs)
        submission = Submission(nursery, module, self._plan(unit, spent))
        replies_of = partial(self._replies_of, partial(self._ask_mistake, module, nursery))
        diagnosis = Diagnosis(self._mistakes.get(module, ()), replies_of, self._kept_of)
        replay = partial(self._replay, diagnosis.observe)
        # All checks of a suite share one trial, made when the first of them asks for it.
        trial = cache(partial(self._trial, submission, nursery, spent))
        reference = partial(self._reference_instead, submission, nursery, spent)
        source = Source(unit.files)
        failed: dict[str, FailedQuestion] = {}
        parts: dict[str, WrongPart] = {}
        with closing(Examinations(nursery, self._course, submission)) as examinations:
            self._plugin.present = CurrentHandin(
                submission,
                source,
                replay,
                self._names,
                suite=trial,
                reference=reference,
                examine=examinations.judge,
            )
            checks = tuple(self._checks(submission, spent, failed=failed, parts=parts))
        if failed or parts:
            repeat = partial(self._repeat, source)
            boxes = FreshBoxes(nursery, submission, repeat)
            checks = tuple(boxes.explain(boxes.reduce(checks, parts, self._budget_of), failed))
        require_promised(checks, nursery, self._costs)
        spent = spent.and_by(submission)
        incidents, cpu = submission.incidents, submission.cpu
        lost = self.available.for_tasks(module, checks)
        for tasks, helpers in self.available.groups(lost):
            helped = Submission(nursery, module, self._plan(unit, spent, helpers))
            checks = self._with_help(checks, tasks, helped, unit, spent)
            spent, cpu = spent.and_by(helped), cpu + helped.cpu
            incidents = [*incidents, *helped.incidents]
        checks = diagnosis.advise(checks, {*self.available.earned(checks)})
        # How often one happens is a matter of chance if a hand-in is just about out of time.
        once = tuple(dict.fromkeys(incidents))
        return ModuleResult(module, checks, once, round(cpu, 4), submission.remarks), spent

    def _replies_of(
        self,
        ask_mistake: Callable[[KnownMistake, str, KeyEntry], Replies | None],
        mistakes: Sequence[KnownMistake],
        check: str,
        entry: KeyEntry,
        count: int,
    ) -> Mapping[str, Replies | None]:
        by_name = {mistake.name: mistake for mistake in mistakes}
        first = cache(lambda: entry if count == len(entry.examples) else entry.first(count))

        def ask(name: str) -> Replies | None:
            return ask_mistake(by_name[name], check, first())

        return self._kept.recall(check, _asked(entry, count), by_name, ask)

    def _kept_of(self, check: str, entry: KeyEntry, count: int) -> Mapping[str, Replies | None]:
        return self._kept.known(check, _asked(entry, count))

    def _ask_mistake(
        self, module: str, nursery: Nursery, mistake: KnownMistake, name: str, entry: KeyEntry
    ) -> Replies | None:
        """What a known mistake replies to an entry of a check, in a box of its own."""
        plan = self._reference.with_files({**dict(self._reference.files), **mistake.files})
        with closing(Submission(nursery, module, plan)) as own, suppress(CodeFailed):
            return EntryMessages(entry, own, self._budget_of(name)).replies()
        return None

    def _with_help(
        self,
        checks: tuple[CheckResult, ...],
        tasks: Collection[str],
        submission: Submission,
        unit: Unit,
        spent: SpentTime,
    ) -> tuple[CheckResult, ...]:
        """The checks, with second verdicts for those of the tasks that get help."""
        self._plugin.present = self._unobserved(submission, Source(unit.files))
        try:
            found = {c.name: c.status for c in self._checks(submission, spent, tasks)}
        finally:
            submission.close()
        return tuple(
            [replace(check, helped=found.get(check.name, check.helped)) for check in checks]
        )

    def _plan(self, unit: Unit, spent: SpentTime, helpers: tuple[Helper, ...] = ()) -> BoxPlan:
        own, left = self._reference.with_files(unit.files), spent.left(self._costs)
        own = replace(own, problems=unit.problems, handed_in=unit.handed_in)
        return replace(own, allowance=left, helpers=helpers)

    @contextmanager
    def _reference_instead(
        self, submission: Submission, nursery: Nursery, spent: SpentTime
    ) -> Iterator[CurrentHandin]:
        """The reference in place of a hand-in, none of whose code runs meanwhile."""
        submission.close()
        present = self.reference_present(submission.module, nursery)
        own = present.submission
        own.budget = submission.budget
        present.suite = cache(partial(self._trial, own, nursery, spent))
        try:
            yield present
        finally:
            own.close()
            submission.count_aside(own)

    def reference_present(self, module: str, nursery: Nursery) -> CurrentHandin:
        """The reference, to be asked as a hand-in is."""
        own = Submission(nursery, module, self._reference)
        return self._unobserved(own, Source(dict(self._reference.files)))

    def _unobserved(self, submission: Submission, source: Source) -> CurrentHandin:
        """A hand-in, or what takes its place, whose answers are compared but not explained."""
        replay = partial(self._replay, lambda *_: None)
        return CurrentHandin(submission, source, replay, self._names)

    def _checks(
        self,
        submission: Submission,
        spent: SpentTime,
        tasks: Collection[str] | None = None,
        *,
        failed: dict[str, FailedQuestion] | None = None,
        parts: dict[str, WrongPart] | None = None,
    ) -> Iterator[CheckResult]:
        """Run the checks of a submission's module, or with help only those of some of its tasks.

        Records in `failed` the questions whose answers fail checks, if others were asked before,
        and in `parts` what is wrong in them by itself.
        """
        mine = [
            check
            for check in self._plugin.checks
            if check.module == submission.module and (tasks is None or check.task in tasks)
        ]
        # Without its file, all checks of a module end alike: no box is needed to see that.
        try:
            submission.refuse_missing()
        except CodeFailed as failure:
            yield from [check.result(failure.status, failure.evidence) for check in mine]
            return
        ended: set[str] = set()
        for check in mine:
            if why := spent.and_by(submission).too_much(self._costs) or self._plugin.too_much():
                yield check.result(Status.SKIPPED, Evidence(why))
            elif check.task in ended:
                yield check.result(Status.SKIPPED, Evidence(UNENDED))
            else:
                submission.budget = check.budget(self._costs)
                submission.history.begin_check(public=check.public)
                result = self._plugin.run(check)
                if failed is not None and result.status in BY_AN_ANSWER:
                    blamed = submission.history.failed(self._plugin.blamed)
                    failed |= {check.name: self._repeatable(check, blamed)} if blamed else {}
                if parts is not None and (part := self._plugin.wrong_part):
                    parts[check.name] = part
                asked = self._plugin.blamed
                result = _with_calls(result, submission.history.latest if asked is None else asked)
                lost = tasks is not None and self.available.is_lost_by(result)
                if lost or result.status in ENDLESS:
                    ended.add(check.task)
                yield result

    def _trial(self, submission: Submission, nursery: Nursery, spent: SpentTime) -> Trial:
        def may_go_on() -> bool:
            return not spent.and_by(submission).too_much(self._costs)

        return open_trial(self._solutions, submission, submission.module, nursery, may_go_on)

    def _named(self, name: str) -> Check:
        return next(check for check in self._plugin.checks if check.name == name)

    def _budget_of(self, name: str) -> Budget:
        """What the check of this name may cost."""
        return self._named(name).budget(self._costs)

    def _repeatable(self, check: Check, blamed: FailedQuestion) -> FailedQuestion:
        """For a drawn check, only the one example is asked again, without earlier messages."""
        return replace(blamed, replies=()) if check.name in self._key else blamed

    def _repeat(
        self, source: Source, name: str, failed: FailedQuestion, own: RepeatedSubmission
    ) -> CheckResult:
        """The result of a check that is repeated for one question."""
        own.budget = self._budget_of(name)

        def ask_again(check: Check, submission: Submission) -> None:
            entry = self._key[check.name].alone(failed.question)
            replay(entry, submission, submission.budget, lambda *_: None)

        self._plugin.present = CurrentHandin(own, source, ask_again, self._names)
        return self._plugin.run(self._named(name))

    def _replay(self, note: Note, check: Check, submission: Submission) -> None:
        observe = partial(note, check.name)
        replay(self._key[check.name], submission, check.budget(self._costs), observe)


def _asked(entry: KeyEntry, count: int) -> str:
    """What mistakes are asked, as a key: the first `count` examples of an entry."""
    return f"{entry.recorded.digest} {count}"


def _with_calls(result: CheckResult, question: object) -> CheckResult:
    """The result, with the number of calls in its check's question."""
    if result.evidence is None:
        return result
    return replace(result, evidence=replace(result.evidence, calls=calls_in(question)))


# -- one hand-in, in a child -----------------------------------------------------------------


def grade_in_child(judge: Judge, unit: Unit, nursery: Nursery) -> bytes:
    """Grade a unit in a forked child; the results as `results_to_bytes` writes them.

    If an answer keeps a check from ending, another child leaves that check out. Raises
    `BrokenGrader` if a child ends in any other way, and `HandinPaused`.
    """
    progress = CheckProgress()
    while (result := _in_child(judge, unit, nursery, progress)) is None:
        progress = CheckProgress((*progress.endless, progress.check))
    if result == SET_ASIDE:
        raise HandinPaused
    return result


def _in_child(judge: Judge, unit: Unit, nursery: Nursery, progress: CheckProgress) -> bytes | None:
    """What a child returns; `None` if it was ended at a place where none has been ended yet.

    Such a place is a check that takes too long, or advice.
    """
    try:
        return ForkedProcess(partial(_work, judge, unit, nursery, progress)).result()
    except ChildFailed as failed:
        too_long = failed.ended_by == signal.SIGXCPU and progress.check
        if not (too_long or progress.is_at_advice) or progress.check in progress.endless:
            raise BrokenGrader(f"the judge of this hand-in failed: {failed}") from None
        return None


def _work(judge: Judge, unit: Unit, nursery: Nursery, progress: CheckProgress) -> bytes:
    # Limits of the kernel's: answers may keep this process in C code, which no exception leaves.
    resource.setrlimit(resource.RLIMIT_CPU, (CHILD_CPU_SECONDS, CHILD_CPU_SECONDS))
    memory = address_space() + JUDGING_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        return results_to_bytes(judge.grade(unit, nursery, progress))
    except HandinPaused:
        return SET_ASIDE


def broken_results(
    plugin_checks: Sequence[Check], modules: Sequence[str], why: str
) -> tuple[ModuleResult, ...]:
    """Results that say that no check of some modules could be run, through our fault."""
    evidence = Evidence("the grader failed here; staff have been informed", output=why)

    def of(module: str) -> ModuleResult:
        mine = [check for check in plugin_checks if check.module == module]
        return ModuleResult(module, tuple([one.result(Status.BROKEN, evidence) for one in mine]))

    return tuple([of(module) for module in modules])


def settle() -> None:
    """Prepare this process to be forked many times: what exists now is never collected.

    So children share its memory, which the collector would otherwise write to.
    """
    gc.collect()
    gc.freeze()
