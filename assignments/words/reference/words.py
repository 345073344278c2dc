"""Words of a text, and which of them say something."""

from pathlib import Path
from string import punctuation

from feed import Feed


def tally(text: str) -> dict[str, int]:
    """How often each word of a text occurs, in lower case, without the signs around it.

    Words are separated by white space of any kind. Signs are those of `string.punctuation`: they
    are dropped before and after a word, and kept inside, as in `don't`. Signs alone are no word.

    >>> tally("The tree, the TREE!")
    {'the': 2, 'tree': 2}
    >>> tally("(don't!)")
    {"don't": 1}
    """
    counts: dict[str, int] = {}
    for word in text.lower().split():
        if bare := word.strip(punctuation):
            counts[bare] = counts.get(bare, 0) + 1
    return counts


def density(text: str) -> float:
    """The share of a text's words that are not in the file `common.txt`; 0 of a text without words.

    Words are those of `tally`, each as often as it occurs.

    >>> density("the tree and the forest")
    0.4
    """
    common = set(Path("common.txt").read_text("utf-8").split())
    counts = tally(text)
    rare = sum(count for word, count in counts.items() if word not in common)
    return rare / sum(counts.values()) if counts else 0.0


def first_repeated(feed: Feed) -> str | None:
    """The first word of a feed that came before, as it is written; None if there is none.

    Words are read one by one, and none after that one. `To` is another word than `to`.

    >>> first_repeated(Feed(["to", "be", "or", "not", "to", "be"]))
    'to'
    """
    seen: set[str] = set()
    for word in feed:
        if word in seen:
            return word
        seen.add(word)
    return None
