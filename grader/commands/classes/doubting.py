"""Doubts full marks: fresh examples for a graded class, and a page with the results."""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace

from grader.commands.classes.report import recalled
from grader.commands.usage.options import tier_for
from grader.commands.usage.terminal import Terminal, say, say_json, terminal
from grader.publishing.run import Run
from grader.report.content.doubts import DoubtfulExample, doubtful_examples, doubts_text
from grader.report.pages.html import render_doubts
from grader.report.pages.page_files import write_file
from grader.results import Doubt
from grader.running.doubts import TrustedHandin, ask_fresh_examples

PAGE = "doubt.html"


def doubt_class(options: argparse.Namespace) -> int:
    """Ask all rounds; show and save what is in doubt, even if stopped before the end."""
    run = recalled(options)
    handins, doubts = list(_trusted(run)), list[Doubt]()
    progress = terminal(quiet=options.quiet)
    try:
        _ask(options, run, handins, doubts, progress)
    except KeyboardInterrupt:
        progress.note("stopped; this is what is in doubt so far")
        status = 130
    else:
        status = 0
    finally:
        progress.end()
    _show(options, run, handins, _examples(run, handins, doubts))
    return status


def _trusted(run: Run) -> Iterator[TrustedHandin]:
    """The hand-ins with full marks in some task."""
    for result, scored in run.graded():
        tasks = frozenset(name for name, task in scored.tasks.items() if task.passed)
        if tasks and result.sources:
            yield TrustedHandin(result.student, result.sources, result.data, tasks)


def _ask(
    options: argparse.Namespace,
    run: Run,
    handins: Sequence[TrustedHandin],
    doubts: list[Doubt],
    progress: Terminal,
) -> None:
    def note(student: str, found: Sequence[Doubt]) -> None:
        doubts.extend(found)
        progress.done(student, f"{len(found)} in doubt" if found else "no doubt")

    tier = tier_for(run.assignment)
    progress.begin(2 * options.rounds * len(handins), 0)
    for number in range(1, options.rounds + 1 if handins else 1):
        for wide in (False, True):
            other = replace(run.assignment, seed=run.assignment.seed + number, wide=wide)
            ask_fresh_examples(other, handins, tier, options.jobs, note)


def _examples(
    run: Run, handins: Sequence[TrustedHandin], doubts: Sequence[Doubt]
) -> list[DoubtfulExample]:
    asked = Counter(task for handin in handins for task in handin.tasks)
    files = {m.name: str(run.assignment.listed_file(m.name)) for m in run.assignment.modules}
    return doubtful_examples(doubts, asked, files)


def _show(
    options: argparse.Namespace,
    run: Run,
    handins: Sequence[TrustedHandin],
    found: Sequence[DoubtfulExample],
) -> None:
    page = run.out / PAGE
    write_file(page, [render_doubts(found, run.assignment.title, len(handins))])
    if options.json:
        say_json([asdict(one) for one in found])
    elif not options.quiet:
        say(doubts_text(found, len(handins)))
        say(f"page: {page}")
