"""Facts about one run that every page names: machine, versions and date."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunContext:
    """What a reader needs to trust a report, or to reproduce it.

    `facts` describe the isolation of this run. `versions` and `hashes` are pairs of a name and a
    text, `date` is an ISO date and time. `certificate` is the digest of the proof that this grader
    reaches known verdicts (`grader.running.certificate`).
    """

    title: str
    tier: str
    facts: tuple[str, ...] = ()
    versions: tuple[tuple[str, str], ...] = ()
    hashes: tuple[tuple[str, str], ...] = ()
    date: str = ""
    certificate: str = ""
