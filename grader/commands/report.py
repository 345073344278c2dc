"""Rebuild reports from stored results, without regrading.

example: grader report out --student ada --pdf
"""

import argparse

from grader.commands.usage.arguments import add_output, add_results, cores

GROUP = "every day"


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_output(parser)
    add_results(parser)
    parser.add_argument("--student", metavar="ID", help="show only this student")
    parser.add_argument("--pdf", action="store_true", help="print pages as PDF, with Chromium")


def run(options: argparse.Namespace) -> int:
    """Write the report, or a proposal, and show it or one student's part."""
    from grader.commands.classes.report import publish_and_say, publish_and_say_one, recalled
    from grader.commands.usage.terminal import say, terminal
    from grader.publishing.run import student_page
    from grader.report.pages.pdf import print_pdf

    run = recalled(options)
    for line in run.beside.cautions():
        terminal(quiet=options.quiet).note(line)
    if options.student is None:
        students = run.students()
        for line in run.beside.newcomers(students):
            terminal(quiet=options.quiet).note(line)
        publish_and_say(options, run, students, cores())
    else:
        students = [options.student]
        publish_and_say_one(options, run, cores())
    for student in students if options.pdf else ():
        page = student_page(run, student)
        pdf = page.with_suffix(".pdf")
        print_pdf(page, pdf)
        if not options.json and not options.quiet:
            say(f"pdf: {pdf}")
    return 0
