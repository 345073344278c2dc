"""Convert results for another system.

example: grader export canvas out --to canvas.csv
"""

import argparse
from pathlib import Path
from pkgutil import iter_modules

from grader.commands.usage.arguments import add_results
from grader.report import exports

# Named without being imported.
FORMS = tuple([module.name.replace("_", "-") for module in iter_modules(exports.__path__)])


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("form", choices=FORMS, metavar="FORM", help=", ".join(FORMS))
    add_results(parser)
    parser.add_argument("--student", metavar="ID", help="export only this student")
    parser.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        help="file or folder to write to (default: standard output)",
    )
    parser.add_argument(
        "--column",
        default="",
        metavar="NAME",
        help="the column there: canvas 'Title (id)', blackboard 'Title |id'",
    )


def run(options: argparse.Namespace) -> int:
    """Write what another system reads."""
    from grader.commands.classes.report import recalled
    from grader.commands.usage.terminal import say_exactly
    from grader.publishing.export import export, target_of, write_export
    from grader.publishing.proposal import refuse_while_proposed

    refuse_while_proposed(options.out)
    target = target_of(options.form, options.to)
    run = recalled(options)
    made = export(run, options.form, options.student, options.column)
    if target is not None:
        write_export(target, made)
    elif isinstance(made, str):
        say_exactly(made)
    return 0
