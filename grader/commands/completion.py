"""Print a script that completes commands in a shell.

example: grader completion bash > ~/.local/share/bash-completion/completions/grader
"""

import argparse

GROUP = "setting up"
SHELLS = ("bash", "zsh", "fish")


def add(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(options: argparse.Namespace) -> int:
    """Print it; files are completed wherever a path is expected."""
    import shtab

    from grader.commands.usage.arguments import named
    from grader.commands.usage.parser import actions_of
    from grader.commands.usage.terminal import say_exactly

    for action in actions_of(options.command_line):
        if action.type is named:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # read by shtab
    say_exactly(shtab.complete(options.command_line, options.shell))
    return 0
