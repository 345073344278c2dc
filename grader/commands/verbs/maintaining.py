"""Commands for an assignment and a machine: new, verify, doctor and pack."""

import argparse
from pathlib import Path

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.authoring.advice import advice_of
from grader.commands.arguments.shared import cores
from grader.commands.new import new_assignment, next_steps
from grader.commands.pack import pack_handout
from grader.commands.terminal import say, say_json, terminal
from grader.commands.verbs.options import tier_for
from grader.errors import UsageError
from grader.sandbox import doctor
from grader.sandbox.tiers import probe
from grader.student.advice import NAME as ADVICE


def run_new(options: argparse.Namespace) -> int:
    folder = options.to or Path("assignments") / options.name
    say(next_steps(new_assignment(options.name, folder)))
    return 0


def _verify_domains(assignment: Assignment, options: argparse.Namespace) -> int:
    from grader.authoring.coverage import coverage, lines_of

    found = coverage(assignment, [module.name for module in assignment.modules])
    faults = [fault for each in found for fault in each.faults()]
    lines = [] if found else [f"there are no domain tables (DOMAINS) in {assignment.hidden_checks}"]
    lines += [*lines_of(found), *[f"not covered: {fault}" for fault in faults]]
    if options.json:
        say_json({"not_covered": faults})
    elif not options.quiet:
        say("\n".join(lines))
    return 1 if faults else 0


def run_verify(options: argparse.Namespace) -> int:
    from grader.commands.verify import claimless_checks, specimens, verify
    from grader.running.specimens import Verdict

    assignment = load(options.config)
    if not options.as_graded:
        assignment = assignment.asking_all()
    if options.domains:
        return _verify_domains(assignment, options)
    found = specimens(assignment)
    planted = [specimen for specimen in found if options.only in specimen.unit.student]
    if not planted:
        raise UsageError(f"--only {options.only}: no planted hand-in has that in its name")
    counts: dict[str, list[int]] = {}
    surprises = claimless_checks(assignment)
    progress = terminal(quiet=options.quiet)

    def show(verdict: Verdict) -> None:
        row = counts.setdefault(verdict.specimen.kind, [0, 0])
        row[0] += 1
        row[1] += not verdict.surprises
        name = verdict.specimen.unit.student
        surprises.extend(f"{name}: {line}" for line in verdict.surprises)
        progress.done(name, "unexpected" if verdict.surprises else "as expected")

    progress.begin(len(planted), 0)
    try:
        notes = verify(assignment, planted, tier_for(assignment), options.jobs, show)
    finally:
        progress.end()
    if options.json:
        kinds = {
            kind: {"all": total, "as_expected": good} for kind, (total, good) in counts.items()
        }
        found_out = {"hand_ins": kinds, "notes": notes, "unexpected": sorted(surprises)}
        say_json(found_out)
    elif not options.quiet:
        say(f"{'hand-ins':<12}{'as expected':>20}{'all':>8}")
        for kind, (total, good) in counts.items():
            say(f"{kind:<12}{good:>20}{total:>8}")
        for line in notes:
            say(f"note: {line}")
        for line in sorted(surprises):
            say(f"unexpected: {line}")
    return 1 if surprises else 0


def run_doctor(options: argparse.Namespace) -> int:
    machine = probe()
    say("\n".join(doctor.lines(machine)))
    if options.prove or options.config.is_file():
        from grader.commands.verify import proof_lines, prove_all

        assignment = load(options.config)
        for line in doctor.package_lines(assignment.lock, assignment.imports, machine.tier):
            say(line)
        if options.prove:
            prove_all(assignment, tier_for(assignment, machine), cores())
        say("\n".join(proof_lines(assignment, machine.tier)))
    return 0


def run_pack(options: argparse.Namespace) -> int:
    assignment = load(options.config)
    made = {f"checks/{ADVICE}": advice_of(assignment), **assignment.data}
    count = pack_handout(assignment.handout, assignment.handout_name, options.archive, made)
    say(f"{options.archive}: {count} files for students")
    return 0
