"""The command line's parser, which guesses what an unknown word was meant to be."""

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn


class GroupedHelp(argparse.RawDescriptionHelpFormatter):
    """Help that lists commands by purpose, those of no group last."""

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
_REQUIRED = re.compile("the following arguments are required: ")
_OPTION = re.compile(r"unrecognized arguments: (?P<given>--[A-Za-z-]+)")


class Parser(argparse.ArgumentParser):
    """Ends with status 2 and a line that says what was probably meant."""

    _given: Sequence[str] = ()

    # Typeshed has two overloads, of which only this one is used.
    def parse_known_args(self, args: Any = None, namespace: object = None) -> Any:
        """Remember the words, since errors don't contain them."""
        self._given = list(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """End the command with a message."""
        hint = f"{self.prog} --help explains it"
        if _REQUIRED.match(message) is not None and (unknown := self._unknown_option()):
            message = f"unrecognized arguments: {unknown}"
        if (found := _CHOICE.match(message)) is not None:
            message, hint = self._choice(found["given"], re.findall(r"[\w-]+", found["known"]))
        elif (found := _OPTION.match(message)) is not None:
            self._in_use().refuse_option(found["given"])
        self.exit(2, f"{self.prog}: {message}; {hint}\n")

    def refuse_option(self, given: str) -> NoReturn:
        """End the command, because it has no option of this name."""
        known = [option.removeprefix("--") for option in _options(self)]
        [close] = get_close_matches(given.removeprefix("--"), sorted(known), n=1) or [""]
        hint = f"did you mean --{close}?" if close else f"{self.prog} --help lists all"
        self.exit(2, f"{self.prog}: there is no option {given} here; {hint}\n")

    def _in_use(self) -> "Parser":
        """The parser of the command that was typed, if any."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                typed = next((word for word in self._given if word in action.choices), None)
                return self if typed is None else action.choices[typed]._in_use()
        return self

    def _choice(self, given: str, known: list[str]) -> tuple[str, str]:
        """What is wrong with a word that isn't a choice, and what to do."""
        message, every = f"there is no '{given}' here", f"{self.prog} --help"
        swapped = next((word for word in self._given if word in known), None)
        if swapped is not None:
            return message, f"'{swapped}' comes first: {self.prog} {swapped} {given}"
        if close := get_close_matches(given, known, n=1):
            return message, f"did you mean {close[0]}? {every} lists all"
        return f"{message}; known are {', '.join(known)}", f"{every} explains it"

    def _unknown_option(self) -> str:
        """The first option that isn't one of ours; empty if there is none."""
        known = list(_options(self))
        words = [word.partition("=")[0] for word in self._given if word.startswith("--")]
        strange = (word for word in words if not any(one.startswith(word) for one in known))
        return next(strange, "")


def actions_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from actions_of(sub)


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The long options of a parser and of its commands."""
    names = (name for action in actions_of(parser) for name in action.option_strings)
    return (name for name in names if name.startswith("--"))
