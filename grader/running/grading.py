"""Pending hand-ins go to judges, here or on a cluster; every result goes to disk.

This is separate from `batch` because judges need pytest and hypothesis, and importing those takes
longer than a whole run that has nothing to grade.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from math import inf

from grader.errors import DiskFull, HandinError
from grader.handins.intake import Handin
from grader.judging.unit import Unit, encoded_results
from grader.results import EncodedResult
from grader.running.certificate import certificate_of, order_of
from grader.running.dask import DaskExecutor, grade_on_cluster
from grader.running.job import Job, PendingHandin, asked_of, result_of, result_without
from grader.running.local import Groups
from grader.running.proof import Agreement, prove, read_proof
from grader.running.session import Session, open_session
from grader.scoring.score import score
from grader.store.writer import GradedHandin, Store

# How many graded hand-ins may wait in memory for room on the disk.
MOST_UNKEPT = 16


# A hand-in that takes more than this share of the CPU time that it may have, and at least so many
# seconds, comes after the others. It is then graded from its beginning, so the share is far above
# what an honest one takes, even with tests of its own.
PATIENT_SHARE, LEAST_PATIENCE = 1 / 5, 10.0


class Grading:
    """One run: hand-ins are opened when their turn comes and forgotten when they are on disk.

    `keys` are the digests of what the verdicts on each module depend on. No hand-in is graded
    before known ones have received their known verdicts.
    """

    def __init__(
        self,
        job: Job,
        store: Store,
        keys: Mapping[str, str],
        keep: Callable[[Sequence[GradedHandin]], None] | None = None,
    ) -> None:
        """Results are put into the store, unless `keep` does something else with them."""
        self._keep = keep or store.put_many
        self._job = job
        self._store = store
        self._keys = keys
        self._handins: dict[str, Handin] = {}
        self._changed: list[PendingHandin] = []

    def grade(self, pending: Sequence[PendingHandin]) -> None:
        """Grade what is pending, hand-in by hand-in; each is on disk before it is shown."""
        needed = {module for each in pending for module in each.modules}
        modules = [module for module in self._keys if module in needed]
        asked = {module for each in pending for module in each.asked}
        lacking = needed - asked

        def here(session: Session) -> None:
            prove(job.assignment, session, self._keys, job.jobs, note=job.progress.proved)
            seconds = job.assignment.limits.handin_cpu_seconds
            most = max(LEAST_PATIENCE, PATIENT_SHARE * seconds)
            patience = most if len(pending) > job.jobs else inf
            units = self._units(pending, lacking)
            self._finish_all(session.grade_in_groups(units, job.jobs, patience=patience))

        def there(executor: DaskExecutor) -> None:
            self._finish_all(executor.in_groups(self._units(pending), len(pending)))

        job = self._job
        if job.scheduler:
            order = order_of(job.assignment, modules, job.tier)
            agreement = Agreement(job.out / "agreement.json", certificate_of(self._keys))
            grade_on_cluster(job, order, agreement, there)
        else:
            self._say_what_comes_first([module for module in modules if module in asked])
            open_session(job.assignment, modules, job.tier, here, lacking=lacking)
        # Hand-ins that have changed meanwhile need modules for which this session had no key.
        changed, self._changed = self._changed, []
        if changed:
            self.grade(changed)

    def _say_what_comes_first(self, modules: Sequence[str]) -> None:
        """Announce proofs: they may take longer than a hand-in, and staff wonder why they wait."""
        proofs = {
            module: read_proof(self._job.assignment, self._keys[module]) for module in modules
        }
        if unproved := [module for module, proof in proofs.items() if proof is None]:
            self._job.progress.note(
                f"first, once: known hand-ins are graded to prove {', '.join(unproved)} (checks, "
                "hints, limits or this machine are new)"
            )

    def _units(
        self, pending: Sequence[PendingHandin], lacking: Collection[str] = ()
    ) -> Iterator[Unit]:
        """What is to be graded; a hand-in that has a `lacking` module by now goes to `_changed`."""
        handins = self._job.open_all(each.parcel for each in pending)
        for each, (parcel, handin) in zip(pending, handins, strict=True):
            if isinstance(handin, HandinError):  # it has changed since it was first opened
                without = result_without(parcel.student, str(handin))
                self._keep_and_show([GradedHandin(without, self._keys)])
                continue
            if any(module in lacking for module in asked_of(handin, each.modules)):
                self._changed.append(replace(each, asked=each.modules))
                continue
            self._handins[handin.student] = handin
            files, problems = handin.files, handin.problems
            yield Unit(handin.student, files, problems, each.modules, data=handin.data)

    def _finish_all(self, groups: Groups) -> None:
        """Keep what is graded, a group in one commit; then, and only then, show it."""
        unkept: list[GradedHandin] = []
        # If this is stopped, end the judges at once: pytest keeps the exception, which holds them.
        with closing(groups):
            for group in groups:
                unkept += [
                    self._submission(self._handins.pop(unit.student), encoded_results(payload))
                    for unit, payload in group
                ]
                # A full disk may have room again once boxes have ended and freed theirs.
                try:
                    self._keep_and_show(unkept)
                    unkept = []
                except DiskFull:
                    if len(unkept) > MOST_UNKEPT:
                        raise
        if unkept:
            self._keep_and_show(unkept)

    def _keep_and_show(self, done: Sequence[GradedHandin]) -> None:
        self._keep(done)
        for submission in done:
            result = submission.result
            self._job.progress.graded(result.student, score(self._job.assignment, result))

    def _submission(self, handin: Handin, new: Sequence[EncodedResult]) -> GradedHandin:
        decoded = {each.module: each.decoded() for each in new}
        rest = {module: key for module, key in self._keys.items() if module not in decoded}
        there = decoded | {one.module: one for one in self._store.known(handin.digest, rest)}
        modules = [there[module] for module in self._keys if module in there]
        return GradedHandin(result_of(handin, modules), self._keys, new)
