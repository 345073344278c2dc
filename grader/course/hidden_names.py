"""Names by which systems call people whom they hide, as in anonymous grading.

Such a name contains a number, and only the system knows whose it is. Hidden people have their own
rows in `roster.csv`, until it is known who has that number.
"""

import re
from collections.abc import Iterable

# Words in the names of hand-ins in anonymous grading.
_HIDING = re.compile(
    r"(?:anonymous|anonym|participant|participante|partecipante|teilnehmer|deelnemer|deltaker"
    r"|deltager|deltagare|uczestnik|osallistuja)(?:in)?(?:[\W_].*)?",
    re.IGNORECASE,
)


def hides(name: str) -> bool:
    """Whether a name hides who it is."""
    return _HIDING.fullmatch(name) is not None


def hidden_label(name: str, number: str) -> str:
    """The id of a hidden person, which contains the number.

    >>> hidden_label("Participant", "3001"), hidden_label("Participant 3001", "3001")
    ('Participant 3001', 'Participant 3001')
    """
    return name if number in name else f"{name} {number}"


def is_hidden(student: str, numbers: Iterable[str]) -> bool:
    """Whether an id is the label of a hidden person who has one of these numbers."""
    return hides(student) and any(number in student for number in numbers if number)
