"""Words of a text, and which of them say something."""

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
    raise NotImplementedError("tally")


def density(text: str) -> float:
    """The share of a text's words that are not in the file `common.txt`; 0 of a text without words.

    Words are those of `tally`, each as often as it occurs.

    >>> density("the tree and the forest")
    0.4
    """
    raise NotImplementedError("density")


def first_repeated(feed: Feed) -> str | None:
    """The first word of a feed that came before, as it is written; None if there is none.

    Words are read one by one, and none after that one. `To` is another word than `to`.

    >>> first_repeated(Feed(["to", "be", "or", "not", "to", "be"]))
    'to'
    """
    raise NotImplementedError("first_repeated")
