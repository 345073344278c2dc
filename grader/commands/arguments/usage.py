"""The parser of the command line: what a word that isn't known was meant to be, and completion."""

import argparse
import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import NoReturn

SHELLS = ("bash", "zsh", "fish")
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
            options = {name for names in options_of(self).values() for name in names}
            hint = meant(found["given"], sorted(options)) or hint
        self.exit(2, f"{self.prog}: {message}; {hint}\n")


def meant(given: str, known: list[str]) -> str:
    """What a word may have been meant to be; empty if nothing is close."""
    close = get_close_matches(given, known, n=1)
    return f"did you mean {close[0]}?" if close else ""


def options_of(parser: argparse.ArgumentParser) -> dict[str, list[str]]:
    """The long options of each command; those of the program itself under the empty name."""
    found = {"": list(_long(parser))}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found |= {name: list(_long(sub)) for name, sub in action.choices.items()}
    return found


def _long(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from (option for option in action.option_strings if option.startswith("--"))


def completion(shell: str, options: Mapping[str, list[str]], forms: tuple[str, ...]) -> str:
    """A script that completes commands, options and forms of exports, and else files."""
    verbs = [verb for verb in options if verb]
    match shell:
        case "bash":
            return _bash(verbs, options, forms)
        case "zsh":
            return f"autoload -U +X bashcompinit && bashcompinit\n{_bash(verbs, options, forms)}"
    return "\n".join(_fish(verbs, options, forms)) + "\n"


def _bash(verbs: list[str], options: Mapping[str, list[str]], forms: tuple[str, ...]) -> str:
    cases = "\n".join(f'    {verb}) words="{" ".join(options[verb])}" ;;' for verb in verbs)
    return f"""_grader() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" verb="${{COMP_WORDS[1]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{" ".join([*verbs, *options[""]])}" -- "$word"))
    return
  fi
  if [ "$verb" = export ] && [ "$COMP_CWORD" -eq 2 ]; then
    COMPREPLY=($(compgen -W "{" ".join(forms)}" -- "$word"))
    return
  fi
  case "$verb" in
{cases}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _grader grader
"""


def _fish(
    verbs: list[str], options: Mapping[str, list[str]], forms: tuple[str, ...]
) -> Iterator[str]:
    yield f"complete -c grader -n __fish_use_subcommand -f -a '{' '.join(verbs)}'"
    for verb in verbs:
        for option in options[verb]:
            seen = f"'__fish_seen_subcommand_from {verb}'"
            yield f"complete -c grader -n {seen} -l {option.removeprefix('--')}"
    seen = "'__fish_seen_subcommand_from export'"
    yield f"complete -c grader -n {seen} -f -a '{' '.join(forms)}'"
