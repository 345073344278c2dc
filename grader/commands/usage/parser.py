"""The parser of the command line: what a word that isn't known was meant to be."""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import NoReturn


class GroupedHelp(argparse.RawDescriptionHelpFormatter):
    """Help that lists commands by what they are for, those of no group last."""

    def __init__(self, prog: str, *, groups: Mapping[str, Sequence[str]]) -> None:
        super().__init__(prog)
        self._groups = groups

    def _format_action(self, action: argparse.Action) -> str:
        if not isinstance(action, argparse._SubParsersAction):
            return super()._format_action(action)
        found = {one.dest: one for one in action._get_subactions()}
        listed = {name for names in self._groups.values() for name in names}
        own = [name for name in found if name not in listed]
        lines: list[str] = []
        for title, names in (*self._groups.items(), ("this assignment", own)):
            there = [super(GroupedHelp, self)._format_action(found[name]) for name in names]
            lines += [f"\n {title}\n", *there] if there else []
        return "".join(lines)


_CHOICE = re.compile(
    r"argument .*?: invalid choice: '(?P<given>.*?)' \(choose from (?P<known>.*)\)"
)
_OPTION = re.compile(r"unrecognized arguments: (?P<given>--[A-Za-z-]+)")


class Parser(argparse.ArgumentParser):
    """Ends with status 2 and one line that says what was meant, if that can be guessed."""

    def error(self, message: str) -> NoReturn:
        """End the command."""
        hint = f"{self.prog} --help explains it"
        if (found := _CHOICE.match(message)) is not None:
            known = re.findall(r"[\w-]+", found["known"])
            message = f"there is no '{found['given']}' here; known are {', '.join(known)}"
            hint = meant(found["given"], known) or hint
        elif (found := _OPTION.match(message)) is not None:
            message = f"there is no option {found['given']} here"
            hint = meant(found["given"], sorted(_options(self))) or hint
        self.exit(2, f"{self.prog}: {message}; {hint}\n")


def meant(given: str, known: list[str]) -> str:
    """What a word may have been meant to be; empty if nothing is close."""
    close = get_close_matches(given, known, n=1)
    return f"did you mean {close[0]}?" if close else ""


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The long options of a parser, and those of its commands."""
    for action in parser._actions:
        yield from (option for option in action.option_strings if option.startswith("--"))
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from _options(sub)
