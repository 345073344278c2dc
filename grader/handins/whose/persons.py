"""Which names of folders and archives are different persons', if no system and no roster says.

Students have folders, too: sources, an old copy, one for each part of the work. Their names are
made of words that anybody uses, of the assignment's files, of numbers, or of one repeated name.
"""

import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

Key = tuple[str, ...]
_SHORT = 4  # digits of a version or a year
_TOKEN = re.compile(r"[^\W\d_]+|\d+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")  # of a name in camel case
_WORDS = frozenset(
    _TOKEN.findall(
        """
        src source sources code old older new newer backup bak copy kopie copia copie final latest
        last version ver v rev draft entwurf try attempt versuch solution solutions lösung
        submission submissions submitted handin handins hand in abgabe abgaben homework hw
        assignment assignments exercise exercises ex sheet blatt übung uebung task tasks part
        problem question q work working project proj projekt package pkg lib app main module
        modules test tests testing data docs doc example examples given handout starter template
        templates original orig reference ref archive temp tmp trash out output build dist python
        py file files folder ordner untitled neuer my the of before after first second good bad
        fixed broken wip with without and practice playground
        """
    )
)


def persons_among(names: Iterable[str], above: str, known_files: Sequence[str]) -> set[Key]:
    """What distinguishes the persons whose names these are, in a folder called `above`.

    >>> sorted(persons_among(["hw9-ada", "bo", "bo 2", "old", "bank_v2"], "sec1", ["bank.py"]))
    [('ada',), ('bo',)]
    """
    other = {*_tokens(above), *[token for file in known_files for token in _tokens(file)]}
    keys = {_key(name, other) for name in names} - {()}
    return {key for key in keys if not (key[-1].isdecimal() and key[:-1] in keys)}


def _key(name: str, other: set[str]) -> Key:
    """The words of a name that may be a person's; numbers count after one, or as a long id."""
    key: list[str] = []
    before = ""
    for token in _tokens(name):
        if token.isdecimal():
            if key[-1:] == [before] or (not before and len(token) > _SHORT):
                key.append(token)
        elif not _is_word(token, other):
            key.append(token)
        before = token
    return tuple(key)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(_HUMP.sub(" ", normalize("NFC", text)).casefold())


def _is_word(token: str, other: set[str]) -> bool:
    """Whether it is a word that anybody uses, alone or joined with one of the others."""
    rests = [token.removeprefix(word) for word in other if token.startswith(word)]
    rests += [token.removesuffix(word) for word in other if token.endswith(word)]
    return token in _WORDS | other or not _WORDS.isdisjoint(rests)
