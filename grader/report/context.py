"""Facts about one run that every page names: which machine, which versions, when."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunContext:
    """What a reader needs in order to trust a report, or to repeat it.

    `facts` are what the isolation of this run consists of, `versions` and `hashes` are pairs of a
    name and a text, `date` is an ISO date and time. `certificate` is the digest of the proof that
    this grader comes to known verdicts (`grader.running.certificate`).
    """

    title: str
    tier: str
    facts: tuple[str, ...] = ()
    versions: tuple[tuple[str, str], ...] = ()
    hashes: tuple[tuple[str, str], ...] = ()
    date: str = ""
    certificate: str = ""
