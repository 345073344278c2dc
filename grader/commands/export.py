"""Convert results for another system, or hand out pages.

examples: grader export canvas out --to canvas.csv
          grader export pages out --to pages
"""

import argparse
from pkgutil import iter_modules

from grader.commands.usage.arguments import add_results, address, heading, named
from grader.report import exports

GROUP = "every day"
# Listed without importing them.
FORMS = tuple([module.name.replace("_", "-") for module in iter_modules(exports.__path__)])


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("form", choices=FORMS, metavar="FORM", help=", ".join(FORMS))
    add_results(parser)
    parser.add_argument("--student", metavar="ID", help="export only this student")
    parser.add_argument(
        "--to",
        type=named,
        metavar="FILE",
        help="file or folder to write to (default: standard output)",
    )
    parser.add_argument(
        "--column",
        type=heading,
        default="",
        metavar="NAME",
        help="the column there: canvas 'Title (id)', blackboard 'Title |id'",
    )
    parser.add_argument(
        "--url",
        type=address,
        default="",
        metavar="ADDRESS",
        help="where the folder web/ of pages will be",
    )


def run(options: argparse.Namespace) -> int:
    """Write what another system reads."""
    from grader.commands.classes.report import recalled
    from grader.commands.usage.terminal import say, say_exactly, terminal
    from grader.marking.pseudonyms import read_secret
    from grader.publishing.export import (
        ExportOptions,
        export,
        export_note,
        target_of,
        write_export,
    )
    from grader.publishing.proposal import refuse_while_proposed
    from grader.publishing.targets import refuse_other, refuse_taken
    from grader.report.forms import form_of

    refuse_while_proposed(options.out)
    target = target_of(options.form, options.to)
    run = recalled(options)
    form = form_of(options.form)
    if target is not None:
        refuse_taken(run, target, form)
    secret = read_secret(run.out).salt if form.suffix == "/" else ""
    wanted = ExportOptions(options.student, options.column, options.url, secret)
    made = export(run, options.form, wanted)
    if target is not None:
        refuse_other(target, form, made)
        write_export(target, made)
        say(f"written: {target}" if isinstance(made, str | bytes) else str(made["README.txt"]))
    elif isinstance(made, str):
        say_exactly(made)
    if note := export_note(run, options.form, wanted):
        terminal(quiet=False).note(note)
    return 0
