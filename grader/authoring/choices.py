"""The files `chosen/MODULE.toml`: what `make examples` writes, and what has changed since then."""

from collections.abc import Iterator, Mapping

from grader.judging.chosen import REMEDY, ExampleChoice, are_few


def stale(choices: Mapping[str, ExampleChoice], digests: Mapping[str, str]) -> Iterator[str]:
    """A line for each check of which all examples are asked, since no choice fits what it draws.

    `digests` are those of what the checks of the chosen modules draw now. A dozen examples or fewer
    are always asked.
    """
    for name, digest in digests.items():
        if are_few(digest):
            continue
        if name not in choices:
            yield f"{name}: all examples are asked, since none are chosen; {REMEDY}"
        elif choices[name].digest != digest:
            yield f"{name}: all examples are asked, since others are drawn by now; {REMEDY}"
    for name in choices.keys() - digests.keys():
        yield f"{name}: examples are chosen, but there is no such check; {REMEDY}"


def written(choices: Mapping[str, ExampleChoice]) -> Iterator[str]:
    """The lines of a file."""
    for name, choice in choices.items():
        yield ""
        yield f'["{name}"]'
        yield f'digest = "{choice.digest}"'
        yield f"faults = {list(choice.faults)}"
        yield f"domains = {list(choice.domains)}"
