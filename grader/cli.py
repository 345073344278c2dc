"""The command line: commands, exit statuses, and the only place that prints and catches errors."""

import argparse
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from grader.assignment.config import Assignment, Command, Counting, load
from grader.assignment.digest import module_digests
from grader.commands import batch, own
from grader.commands.advice import advice_of
from grader.commands.attempts import grade_attempts, with_best
from grader.commands.new import new_assignment, next_steps
from grader.commands.pack import pack_handout
from grader.commands.terminal import Terminal, is_colourful, say, terminal
from grader.commands.usage import SHELLS, Parser, completion, options_of
from grader.course.released import read_released
from grader.course.roster import FILE as ROSTER
from grader.course.roster import complete_roster
from grader.course.submissions import FILE as SUBMISSIONS
from grader.course.submissions import complete_submissions, time_of
from grader.errors import ConfigError, GraderError, UsageError
from grader.handins.downloads import pattern_of
from grader.handins.finding import Found
from grader.handins.parcels import parcel_of, student_of
from grader.publishing import log
from grader.publishing.history import log_faults
from grader.publishing.proposal import (
    Proposal,
    proposal_json,
    proposal_text,
    refuse_while_proposed,
)
from grader.publishing.regrade import (
    apply,
    cancel,
    publish_or_propose,
    refuse_while_applying,
    release,
)
from grader.publishing.run import (
    FORMS,
    MOODLE_FEEDBACK,
    Run,
    class_page,
    compare,
    export,
    export_feedback,
    find,
    print_pages,
    publish,
    read_attempts,
    read_beside,
    recall,
    student_page,
    summary_json,
    write_file,
)
from grader.publishing.what_if import moved_json, what_if, what_if_lines
from grader.report.content.diff import difference_text
from grader.report.context import RunContext
from grader.report.tables import submission_json
from grader.report.text import handin_text
from grader.results import HandinResult
from grader.running.certificate import certificate_of
from grader.running.job import Job
from grader.sandbox import doctor
from grader.sandbox.tiers import IsolationReport, Tier, probe
from grader.sandbox.walls.packages import installed
from grader.scoring.score import Scored
from grader.store.writer import FILE
from grader.student.advice import NAME as ADVICE

EXAMPLES = """examples:
  grader batch handins --out out       grade a class: out/index.html, grades.csv, grades.json
  grader grade handins/ada.tgz         grade one hand-in, in the terminal
  grader check handout                 run the public checks, as students do

`grader COMMAND --help` explains a command.
"""
CONFIG = Path("config.yaml")
VERBS = frozenset(("check", "grade", "batch", "report", "export", "diff")) | {
    *("what-if", "new", "verify", "debug", "doctor", "pack", "completion"),
    *("apply", "cancel", "release", "log", "mark"),
}


# These can say less (-q) or say it for programs (--json).
SAY_MORE = ("batch", "grade", "check", "report", "what-if", "diff", "log")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; returns the exit status: 0 done, 1 a fault of the grader, 2 wrong usage."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        options = _parser(given, _with_own_commands(given)).parse_args(given)
        verb: Callable[[argparse.Namespace], int] = options.verb
        return verb(options)
    except GraderError as error:
        print(f"grader: {error}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        print(
            "grader: stopped; finished results are kept, run it again to continue", file=sys.stderr
        )
        return 130
    except BrokenPipeError:
        # The reader of our output has gone away (`grader … | head`); nobody is left to read.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def run() -> NoReturn:
    """The installed command; asked to end, it does so as after Ctrl-C.

    A terminal that lacks a sign shows a question mark.
    """
    signal.signal(signal.SIGTERM, _stop)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(main())


def _stop(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def _with_own_commands(arguments: Sequence[str]) -> Assignment | None:
    """The assignment, if its own commands must be known to read `arguments`, and there is one.

    Raises `ConfigError` if it has a fault.
    """
    if arguments and arguments[0] in VERBS:
        return None
    finder = argparse.ArgumentParser(add_help=False)
    finder.add_argument("--config", type=Path, default=CONFIG)
    found, _ = finder.parse_known_args(arguments)
    if not found.config.exists():
        return None
    assignment = load(found.config)
    for command in assignment.commands:
        if command.name in VERBS:
            what = f"'{command.name}' is a command of the grader's own"
            raise ConfigError(f"{found.config}: commands: {what}; give it another name")
    return assignment


class _Version(argparse.Action):
    # Reading it takes longer than the parser does, so only who asks waits for it.
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"grader {version('grader')}")
        parser.exit()


def _parser(given: Sequence[str], assignment: Assignment | None) -> argparse.ArgumentParser:
    parser = Parser(
        prog="grader",
        description="Grades the hand-ins of a programming assignment, each in a locked box.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    common = Parser(add_help=False)
    common.add_argument(
        "--config",
        type=Path,
        default=CONFIG,
        metavar="FILE",
        help="the assignment to use (default: config.yaml)",
    )
    said = Parser(add_help=False)
    said.add_argument("-q", "--quiet", action="store_true", help="show no progress and no summary")
    said.add_argument("--json", action="store_true", help="print the result as JSON, for programs")
    verbs = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def verb(
        name: str, does: Callable[[argparse.Namespace], int], text: str, example: str = ""
    ) -> argparse.ArgumentParser:
        sub = verbs.add_parser(
            name,
            parents=[common, said] if name in SAY_MORE else [common],
            help=text[0].lower() + text[1:],
            description=f"{text}.",
            epilog=f"example: {example}" if example else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(verb=does)
        return sub

    _grading_verbs(verb)
    _reporting_verbs(verb)
    _staff_verbs(verb)
    for command in assignment.commands if assignment else ():
        mine = verb(command.name, partial(_own, command), command.help)
        if assignment and command.name in given[:1]:
            own.add_options(assignment, command, mine)
    return parser


def _grading_verbs(verb: Callable[..., argparse.ArgumentParser]) -> None:
    many = verb(
        "batch",
        _batch,
        "Grade every hand-in in a folder",
        "grader batch handins --out out",
    )
    many.add_argument(
        "folder",
        type=Path,
        metavar="FOLDER",
        help="the folder of hand-ins, or a download as one .zip",
    )
    many.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where to write results and report"
    )
    _add_jobs(many)
    many.add_argument(
        "--scheduler", default="", metavar="ADDRESS", help="grade on the Dask cluster at ADDRESS"
    )
    some = many.add_mutually_exclusive_group()
    some.add_argument(
        "--only",
        default="",
        metavar="TEXT",
        help="grade only students with TEXT in their id; the results of others are kept",
    )
    some.add_argument(
        "--sample",
        type=_count,
        metavar="N",
        help="grade N students first, the same ones in each run; the next run grades the rest",
    )
    many.add_argument(
        "--attempts", action="store_true", help="grade earlier attempts too, to see how they got on"
    )
    many.add_argument(
        "--names",
        default="",
        metavar="REGEX",
        help="pattern of the hand-ins' names: (?P<student>…), perhaps (?P<file>…) and others",
    )
    many.add_argument(
        "--resume", action="store_true", help="refuse to start unless DIR has earlier results"
    )

    grade = verb("grade", _grade, "Grade one hand-in", "grader grade handins/ada.tgz --out one")
    _add_submission(grade)
    grade.add_argument("--out", type=Path, metavar="DIR", help="also write a report to DIR")

    check = verb(
        "check",
        _check,
        "Run the public checks on a folder, as students do",
        "grader check handins/ada",
    )
    check.add_argument("folder", type=Path, metavar="DIR", help="a folder with a student's files")

    why = verb(
        "debug",
        _debug,
        "Run the checks on one hand-in under pytest, with pytest's own options",
        "grader debug handins/ada -k search -x --pdb",
    )
    _add_submission(why)
    why.add_argument(
        "options", nargs=argparse.REMAINDER, metavar="…", help="options of pytest: -k, -x, --pdb, …"
    )


def _reporting_verbs(verb: Callable[..., argparse.ArgumentParser]) -> None:
    again = verb(
        "report",
        _report,
        "Rebuild reports from stored results, without regrading",
        "grader report out --student ada --pdf",
    )
    _add_results(again)
    again.add_argument("--student", metavar="ID", help="show only this student")
    again.add_argument("--pdf", action="store_true", help="print pages as PDF, with Chromium")

    other = verb(
        "export",
        _export,
        "Convert results for another system",
        "grader export canvas out --to canvas.csv",
    )
    other.add_argument("form", choices=FORMS, metavar="FORM", help=", ".join(FORMS))
    _add_results(other)
    other.add_argument("--student", metavar="ID", help="export only this student")
    other.add_argument(
        "--to", type=Path, metavar="FILE", help="where to write (default: standard output)"
    )
    other.add_argument(
        "--column",
        default="",
        metavar="NAME",
        help="the column there: canvas 'Title (id)', blackboard 'Title |id'",
    )

    later = verb(
        "what-if",
        _what_if,
        "Show whose points would change with another deadline, and change nothing",
        "grader what-if out --due 2026-11-20T23:59:00-05:00",
    )
    _add_results(later)
    later.add_argument(
        "--due", type=_time, required=True, metavar="TIME", help="the deadline, with its offset"
    )

    taken = verb(
        "apply",
        _apply,
        "Apply the changes that a run proposed, once you have looked at them",
        "grader apply out --no-drops",
    )
    _add_results(taken)
    taken.add_argument(
        "--no-drops", action="store_true", help="who would have fewer points keeps what is there"
    )
    dropped = verb(
        "cancel",
        _cancel,
        "Forget the changes that a run proposed; grades stay as they are",
        "grader cancel out",
    )
    _add_results(dropped)
    told = verb(
        "release",
        _release,
        "Fix the scores that students are told: later runs only propose changes",
        "grader release out",
    )
    _add_results(told)
    told.add_argument("--student", metavar="ID", help="release only this student's score")
    desk = verb(
        "mark",
        _mark,
        "Open a page to mark hand-ins in, on this machine; names are hidden",
        "grader mark out --as sam",
    )
    _add_results(desk)
    desk.add_argument("--as", dest="marker", default="", metavar="NAME", help="who marks")
    desk.add_argument("--names", action="store_true", help="show whose hand-ins they are")
    history = verb(
        "log",
        _log,
        "Show who changed what: sets, releases, extensions, marks by hand",
        "grader log out --check 3f9a0c12d4e5b677",
    )
    history.add_argument("out", type=Path, metavar="OUT", help="the --out of grade or batch")
    history.add_argument(
        "--check",
        nargs="?",
        const="",
        metavar="HEAD",
        help="look for tampering, and for a head that you noted down; exit status 1 if there is",
    )

    moved = verb(
        "diff",
        _diff,
        "Compare two runs: whose score changed, and which checks changed it",
        "grader diff out-before out --fail-on-drop",
    )
    moved.add_argument("old", type=Path, metavar="OLD", help="output folder or its grades.json")
    moved.add_argument("new", type=Path, metavar="NEW", help="the same, of the later run")
    moved.add_argument(
        "--page", type=Path, metavar="FILE", help="where to write (default: NEW/diff.html)"
    )
    moved.add_argument("--fail-on-drop", action="store_true", help="exit status 1 if a score fell")


def _staff_verbs(verb: Callable[..., argparse.ArgumentParser]) -> None:
    begun = verb("new", _new, "Begin an assignment that works", "grader new bank")
    begun.add_argument("name", metavar="NAME", help="its name, in small letters")
    begun.add_argument(
        "--to", type=Path, metavar="DIR", help="where to write it (default: assignments/NAME)"
    )

    prove = verb(
        "verify",
        _verify,
        "Check the assignment against hand-ins with known verdicts",
        "grader verify --only faulty/nim_",
    )
    _add_jobs(prove)
    prove.add_argument(
        "--only", metavar="TEXT", default="", help="only hand-ins with TEXT in KIND/NAME"
    )

    health = verb(
        "doctor",
        _doctor,
        "Show how strong the box is on this machine, and what is missing",
        "grader doctor --prove",
    )
    health.add_argument(
        "--prove", action="store_true", help="also grade hand-ins with known verdicts here"
    )

    shell = verb(
        "completion",
        _completion,
        "Print a script that completes commands in a shell",
        "grader completion bash > ~/.local/share/bash-completion/completions/grader",
    )
    shell.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))

    pack = verb("pack", _pack, "Pack the handout for students", "grader pack handout.tgz")
    pack.add_argument("archive", type=Path, metavar="FILE", help="the archive to write (.tgz)")


def _add_submission(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "submission", type=Path, metavar="HANDIN", help="a folder, an archive or a .py file"
    )


def _add_results(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help="the --out of grade or batch")
    parser.add_argument(
        "--handins", type=Path, metavar="FOLDER", help="where the hand-ins are, if they moved"
    )


def _add_jobs(parser: argparse.ArgumentParser) -> None:
    # Some hand-ins sleep, and every box is waited for at times; as many again use the cores then.
    twice = 2 * _cores()
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=twice,
        metavar="N",
        help=f"hand-ins to grade at a time (default: {twice})",
    )


def _time(text: str) -> datetime:
    try:
        return time_of(text, "TIME")
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _cores() -> int:
    return len(os.sched_getaffinity(0))


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1")
    return int(text)


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of jobs (1 to 1024)")
    return int(text)


def _minimum(assignment: Assignment) -> Tier:
    tiers = {"none": Tier.NONE, "confined": Tier.CONFINED, "namespaces": Tier.NAMESPACED}
    return tiers.get(assignment.isolation.minimum.value, Tier.METERED)


def _tier(assignment: Assignment, machine: IsolationReport | None = None) -> Tier:
    """The tier in which hand-ins are graded on this machine; says if packages come first."""
    tier = doctor.tier_of(machine or probe(), _minimum(assignment))
    if assignment.lock is not None and installed(assignment.lock, tier) is None:
        names = ", ".join(assignment.imports)
        Terminal().note(f"installing {names} for boxes, once, as {assignment.lock} pins it …")
    return tier


# -- the verbs -------------------------------------------------------------------------------
#
# What grades is imported by the verbs that grade: pytest and hypothesis take long.


def _load_for(handin: Path, options: argparse.Namespace) -> Assignment:
    """The assignment; what is in the hand-in may not say which code grades."""
    if _is_in(handin, options.config):
        raise UsageError(
            f"{options.config}: it is in the hand-in; go to the assignment's folder, "
            "or name the assignment's file with --config"
        )
    return load(options.config)


def _refuse_within(handins: Path, out: Path) -> None:
    """Results in a hand-in may be the student's own."""
    if _is_in(handins, out):
        raise UsageError(f"{out}: it is in what is handed in; choose a folder outside with --out")


def _is_in(folder: Path, path: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def _check(options: argparse.Namespace) -> int:
    from grader.commands.check import check_folder

    assignment = _load_for(options.folder, options)
    result, scored = check_folder(assignment, options.folder)
    _say_handin(options, assignment, result, scored)
    return 0


def _say_handin(
    options: argparse.Namespace, assignment: Assignment, result: HandinResult, scored: Scored
) -> None:
    if options.json:
        say(json.dumps(submission_json(result, scored), indent=1))
    elif not options.quiet:
        say(handin_text(assignment, result, scored, colour=is_colourful()))


def _grade(options: argparse.Namespace) -> int:
    """A class of one: it is stored, and scored from there, also where nobody asks for a report."""
    handin: Path = options.submission
    assignment = _load_for(handin, options)
    if not handin.exists():
        raise UsageError(f"{handin}: there is no such hand-in")
    machine = probe()
    tier = _tier(assignment, machine)
    where = Path(os.path.abspath(handin))  # beside `..` is not the present folder
    parcel = parcel_of(handin, student_of(where))
    beside = read_beside(where.parent, assignment.title)
    # Whoever names a folder in a hand-in by mistake should see whose file that is.
    for place in beside.sources(parcel.student):
        Terminal().note(f"{place}: it is read too; make sure that it is yours")
    with _results_folder(options) as out:
        job = Job(assignment, out, tier, 1, terminal(quiet=options.quiet))
        batch.grade_parcels(job, [parcel])
        run = Run(assignment, out, beside, _context(job, machine))
        if options.out is not None:
            run = replace(run, released=read_released(out))
            publish(run)
        [(result, scored)] = run.graded()
    _say_handin(options, assignment, result, scored)
    if options.out is not None and not options.json and not options.quiet:
        say(f"report: {class_page(run)}")
    return 1 if scored.score is None and not scored.problem else 0


@contextmanager
def _results_folder(options: argparse.Namespace) -> Iterator[Path]:
    if options.out is not None:
        _refuse_within(options.submission, options.out)
        yield options.out
        return
    with TemporaryDirectory(prefix="grade") as name:
        yield Path(name)


def _batch(options: argparse.Namespace) -> int:
    # The file may be beside the hand-ins, but in none of them.
    folder = options.folder if options.folder.is_dir() else options.folder.parent
    beside_it = options.config.resolve().parent == folder.resolve()
    assignment = load(options.config) if beside_it else _load_for(options.folder, options)
    _refuse_within(options.folder, options.out)
    if options.resume and not (options.out / FILE).exists():
        raise UsageError(f"{options.out}: it has no earlier results; leave out --resume")
    # On a cluster every worker chooses for itself, and this machine runs no student's code.
    machine = None if options.scheduler else probe()
    tier = _minimum(assignment) if machine is None else _tier(assignment, machine)
    progress = terminal(quiet=options.quiet)
    job = Job(assignment, options.out, tier, options.jobs, progress, options.scheduler)
    refuse_while_applying(options.out)
    # Staff's own files are read first: a fault in them must not show after an hour of grading.
    beside = read_beside(folder, assignment.title)
    pattern = pattern_of(options.names) if options.names else None
    many = batch.find_class(assignment, options.folder, beside.roster, pattern, beside.submitted)
    if many.found.system:
        _complete(progress, folder, many.found)
        beside = read_beside(folder, assignment.title)
    attempts = read_attempts(options.out)
    if options.attempts or assignment.policy.attempts.counts is Counting.BEST:
        new = grade_attempts(job, many, beside.facts)
        attempts |= new
        many = with_best(many, new)
    not_gradable = batch.grade_class(job, many, _wanted(options, many))
    aside, pins = many.found.ignored, read_released(options.out)
    run = Run(assignment, options.out, beside, _context(job, machine), aside, pins, attempts)
    complete = _publish(options, run, run.students(), job.jobs)
    return 1 if not_gradable or not complete else 0


def _wanted(options: argparse.Namespace, many: batch.Class) -> Callable[[str], bool]:
    """Who is to be graded."""
    if options.sample is None:
        only: str = options.only
        return lambda student: only in student
    sample = batch.sample_of(many, options.sample)
    whole = len(many.found.handins)
    terminal(quiet=options.quiet).note(f"a sample: {len(sample)} of {whole} hand-ins")
    return sample.__contains__


def _complete(progress: Terminal, folder: Path, found: Found) -> None:
    """Complete what is beside the hand-ins by what a download says of who handed in and when."""
    say_on = progress.note
    say_on(f"a download of {found.system}: {len(found.handins)} hand-ins")
    late = sorted(student for student, came in found.came.items() if came.late)
    if late:
        say_on(f"marked as late by {found.system}: {', '.join(late)}")
    for name, added in (
        (ROSTER, complete_roster(folder, found.people.values())),
        (SUBMISSIONS, complete_submissions(folder, _times(found))),
    ):
        if added:
            say_on(f"{folder / name}: {added} added")


def _times(found: Found) -> Iterator[tuple[str, str, int]]:
    """When each attempt came in."""
    for student, came in found.came.items():
        yield student, came.at, came.version
    for student, versions in found.attempts.items():
        for number, (_, came) in versions.items():
            if number != found.came[student].version:
                yield student, came.at, number


def _publish(options: argparse.Namespace, run: Run, students: Sequence[str], jobs: int) -> bool:
    """Write the report, or what it would change, and say where it is; whether all have a score."""
    report = publish_or_propose(run, jobs)
    for line in run.beside.strangers(students):
        terminal(quiet=options.quiet).note(line)
    if isinstance(report, Proposal):
        if options.json:
            say(json.dumps(proposal_json(run.out, report), indent=1))
        elif not options.quiet:
            say(proposal_text(run.out, report))
        return not report.lost
    if options.json:
        say(json.dumps(summary_json(run), indent=1))
    elif not options.quiet:
        say(report.text)
        say(f"report: {class_page(run)}")
    return report.complete


def _report(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    if options.student is None:
        students = run.students()
        _publish(options, run, students, _cores())
    else:
        result, scored = find(run, options.student)
        refuse_while_proposed(run.out)
        publish(run, _cores())
        _say_handin(options, run.assignment, result, scored)
        if not options.json and not options.quiet:
            say(f"report: {student_page(run, options.student)}")
        students = [options.student]
    for pdf in print_pages(run, students if options.pdf else []):
        if not options.json and not options.quiet:
            say(f"pdf: {pdf}")
    return 0


def _context(job: Job, machine: IsolationReport | None) -> RunContext:
    """How a run was graded; `machine` is None for one on a cluster."""
    tier, facts = doctor.MEANING[job.tier], [f"on the workers of {job.scheduler}"]
    if machine is None:
        tier = f"at least {tier}"
    else:
        facts = [f"{fact.name}: {fact.detail}" for fact in machine.facts if fact.available]
    return RunContext(
        title=job.assignment.title,
        tier=tier,
        facts=tuple(facts),
        versions=doctor.versions(),
        hashes=tuple(module_digests(job.assignment).items()),
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        certificate=certificate_of(job.keys()),
    )


def _apply(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    say(apply(run, _cores(), no_drops=options.no_drops))
    say(f"report: {class_page(run)}")
    return 0


def _cancel(options: argparse.Namespace) -> int:
    say(cancel(recall(load(options.config), options.out, options.handins)))
    return 0


def _release(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    say(release(run, options.student, _cores()))
    return 0


def _mark(options: argparse.Namespace) -> int:
    from grader.marking.desk import Desk
    from grader.marking.pseudonyms import read_secret, write_secret
    from grader.marking.server import Server

    run = recall(load(options.config), options.out, options.handins)
    secret = read_secret(run.out)
    desk = Desk(run, secret.salt, options.marker, names=options.names)
    with Server(desk, secret, run.assignment.title) as server:
        write_secret(run.out, replace(secret, port=server.port))
        say(f"open {server.address} (Ctrl-C ends it; every change is saved at once)")
        sys.stdout.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def _log(options: argparse.Namespace) -> int:
    found = log.entries(options.out)
    faults = [] if options.check is None else list(log_faults(options.out, options.check))
    if options.json:
        lines = {"entries": [asdict(entry) for entry in found], "faults": faults}
        say(json.dumps(lines, indent=1))
    elif not options.quiet:
        say("\n".join(faults or log.log_lines(found)) or "nothing is in the log yet")
        if options.check is not None and not faults:
            say(f"{len(found)} lines, none was changed")
    return 1 if faults else 0


def _export(options: argparse.Namespace) -> int:
    refuse_while_proposed(options.out)
    run = recall(load(options.config), options.out, options.handins)
    if options.form == MOODLE_FEEDBACK:
        if options.to is None:
            raise UsageError(f"{MOODLE_FEEDBACK} is an archive: give a file with --to")
        export_feedback(run, options.to)
        return 0
    text = export(run, options.form, options.student, options.column)
    if options.to is None:
        say(text)
    else:
        write_file(options.to, text)
    return 0


def _what_if(options: argparse.Namespace) -> int:
    run = recall(load(options.config), options.out, options.handins)
    moved = list(what_if(run, options.due))
    if options.json:
        say(json.dumps([moved_json(one) for one in moved], indent=1))
    elif not options.quiet:
        say("\n".join(what_if_lines(moved, len(run.students()))))
    return 0


def _diff(options: argparse.Namespace) -> int:
    found, page = compare(options.old, options.new, options.page)
    if options.json:
        say(json.dumps(asdict(found), indent=1))
    elif not options.quiet:
        say(difference_text(found))
        if page is not None:
            say(f"page: {page}")
    return 1 if options.fail_on_drop and found.drops else 0


def _new(options: argparse.Namespace) -> int:
    folder = options.to or Path("assignments") / options.name
    say(next_steps(new_assignment(options.name, folder)))
    return 0


def _verify(options: argparse.Namespace) -> int:
    from grader.commands.verify import specimens, verify
    from grader.running.specimens import Verdict

    assignment = load(options.config)
    found = specimens(assignment)
    planted = [specimen for specimen in found if options.only in specimen.unit.student]
    if not planted:
        raise UsageError(f"--only {options.only}: no planted hand-in has that in its name")
    counts: dict[str, list[int]] = {}
    surprises: list[str] = []
    progress = Terminal()

    def show(verdict: Verdict) -> None:
        row = counts.setdefault(verdict.specimen.kind, [0, 0])
        row[0] += 1
        row[1] += not verdict.surprises
        name = verdict.specimen.unit.student
        surprises.extend(f"{name}: {line}" for line in verdict.surprises)
        progress.done(name, "unexpected" if verdict.surprises else "as expected")

    progress.begin(len(planted), 0)
    try:
        verify(assignment, planted, _tier(assignment), options.jobs, show)
    finally:
        progress.end()
    say(f"{'hand-ins':<12}{'as expected':>20}{'all':>8}")
    for kind, (total, good) in counts.items():
        say(f"{kind:<12}{good:>20}{total:>8}")
    for line in sorted(surprises):
        say(f"unexpected: {line}")
    return 1 if surprises else 0


def _debug(options: argparse.Namespace) -> int:
    from grader.commands.debug import debug

    assignment = _load_for(options.submission, options)
    return debug(assignment, options.submission, _tier(assignment), options.options)


def _own(command: Command, options: argparse.Namespace) -> int:
    return own.run(load(options.config), command, options)


def _doctor(options: argparse.Namespace) -> int:
    machine = probe()
    say("\n".join(doctor.lines(machine)))
    if options.prove or options.config.is_file():
        from grader.commands.verify import proof_lines, prove_all

        assignment = load(options.config)
        for line in doctor.package_lines(assignment.lock, assignment.imports, machine.tier):
            say(line)
        if options.prove:
            prove_all(assignment, _tier(assignment, machine), _cores())
        say("\n".join(proof_lines(assignment, machine.tier)))
    return 0


def _completion(options: argparse.Namespace) -> int:
    parser = _parser((), None)
    say(completion(options.shell, options_of(parser), FORMS))
    return 0


def _pack(options: argparse.Namespace) -> int:
    assignment = load(options.config)
    made = {f"checks/{ADVICE}": advice_of(assignment), **assignment.data}
    count = pack_handout(assignment.handout, assignment.handout_name, options.archive, made)
    say(f"{options.archive}: {count} files for students")
    return 0
