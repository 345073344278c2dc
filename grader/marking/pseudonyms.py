"""Names for hand-ins that reveal nothing about their authors, the same each time.

They and the order of hand-ins come from a secret in the output folder (`marking.json`): without it,
nobody can tell whose `K7QF` is, not even by trying all ids.
"""

import hmac
import json
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from grader.course.roster import Person
from grader.errors import OutputError, writing
from grader.student.atomic_file import replacing

FILE = "marking.json"
LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"  # no two look alike
LENGTH, SHORTEST = 4, 3


@dataclass(frozen=True, slots=True)
class Secret:
    """What pseudonyms are made from, and the page's address: both survive a restart."""

    salt: str
    token: str
    port: int = 0


def read_secret(out: Path) -> Secret:
    """The secret of an output folder, created if there is none; raises `OutputError`."""
    try:
        return Secret(**json.loads((out / FILE).read_text("utf-8")))
    except FileNotFoundError:
        return write_secret(out, Secret(secrets.token_hex(16), secrets.token_urlsafe(24)))
    except OSError as error:
        raise OutputError(f"{out / FILE}: can't be read: {error.strerror}") from None
    except (ValueError, TypeError):
        raise OutputError(
            f"{out / FILE}: it is damaged; restore it, or delete it: then pseudonyms, and the "
            "names of students' pages on the web, are made anew"
        ) from None


def write_secret(out: Path, secret: Secret) -> Secret:
    """Write the secret, readable only by its owner; raises `OutputError`."""
    with writing(out / FILE), replacing(out / FILE, 0o600) as file:
        file.write(json.dumps(asdict(secret)).encode())
    return secret


def pseudonyms(students: Iterable[str], salt: str) -> Mapping[str, str]:
    """Students by pseudonym, in an order that reveals nothing either."""
    keyed = sorted((_digest(student, salt), student) for student in students)
    named: dict[str, str] = {}
    for digest, student in keyed:
        named[_free(digest, named.keys())] = student
    return named


def _digest(student: str, salt: str) -> bytes:
    return hmac.digest(salt.encode(), student.encode("utf-8", "surrogatepass"), "sha256")


def _free(digest: bytes, taken: Iterable[str]) -> str:
    letters = [LETTERS[byte % len(LETTERS)] for byte in digest]
    names = ("".join(letters[:length]) for length in range(LENGTH, len(letters)))
    return next(name for name in names if name not in taken)  # digests differ


def without_names(text: str, people: Iterable[Person]) -> str:
    """A text with its authors' names, ids and e-mails blotted out, keeping the length of lines.

    >>> without_names("# by Ada Lovelace", [Person("al1", "Ada Lovelace")])
    '# by ·············'
    """
    known = {name for p in people for name in (p.name, p.student, p.email) if len(name) >= SHORTEST}
    if not known:
        return text
    either = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda match: "·" * len(match[0]), text)
