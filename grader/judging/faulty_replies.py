"""What known mistakes reply: asked in boxes once a hand-in fails a check, and kept.

A class fails some checks and not others, so nothing is asked ahead. A mistake is asked in a box of
its own for each check: what it replies doesn't depend on who was graded before.
"""

import pickle
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from grader.inside.module_names import module_of_task
from grader.judging.answer_key import Replies
from grader.judging.private_files import read_pickle, write_private

# Some for each check of a few assignments, or of a few states of one.
KEPT_FILES = 2048


@dataclass(frozen=True, slots=True)
class KeptReplies:
    """A folder of replies, a file for each check and some of its examples.

    Only its owner can write it. `digests` name, by module, all that replies to its checks
    depend on.
    """

    folder: Path
    digests: Mapping[str, str]

    def recall(
        self,
        check: str,
        asked: str,
        mistakes: Iterable[str],
        ask: Callable[[str], Replies | None],
    ) -> dict[str, Replies | None]:
        """What each mistake replies to the examples `asked` of a check; None if it doesn't.

        It is kept, or asked now.
        """
        file = self._file(check, asked)
        kept, new = _kept(file), dict[str, Replies | None]()
        try:
            for mistake in mistakes:
                if mistake not in kept:
                    new[mistake] = ask(mistake)
        finally:  # what has been asked is kept, whatever ends it
            if new:
                # Others may have kept replies meanwhile; lost ones are asked again.
                with suppress(OSError):
                    write_private(file, pickle.dumps({**_kept(file), **new}), KEPT_FILES)
        return {**kept, **new}

    def known(self, check: str, asked: str) -> dict[str, Replies | None]:
        """What is kept of replies to the examples `asked` of a check, by mistake."""
        return _kept(self._file(check, asked))

    def _file(self, check: str, asked: str) -> Path:
        names = f"{self.digests[module_of_task(check)]}\n{check}\n{asked}"
        return self.folder / f"replies-{sha256(names.encode()).hexdigest()}.pickle"


def _kept(file: Path) -> dict[str, Replies | None]:
    return read_pickle(file) or {}
