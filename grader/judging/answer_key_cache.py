"""Make an answer key on all cores, and keep it.

Making it is the slowest part of starting a session, and always gives the same result. So the work
is split among forked processes, and the result is kept in a folder that only its owner can write.
The file is a pickle of our own data, read only if it belongs to us. It holds expected answers, so
it stays with the staff's files, and no box can reach it.
"""

import os
import pickle
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from grader.asking.answers import Answer
from grader.asking.solution import Solution, expected_answer
from grader.errors import BrokenGrader, ConfigError
from grader.inside.module_names import module_of_task
from grader.judging.answer_key import RecordedAnswers, record
from grader.judging.faults import in_words
from grader.judging.listed import ListedExample
from grader.judging.private_files import exclusive, read_pickle, write_private
from grader.judging.properties import Property
from grader.sandbox.kernel.forked import ChildFailed, ForkedProcess

# One for each module of a few assignments, or of a few versions of one.
KEPT_FILES = 64
# CPU time that a wide example may cost the reference: it may be absurdly large.
WIDE_SECONDS = 0.3
NUMBER_BYTES, END = 4, 0xFFFFFFFF
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of keys, one for each module; `digest` names the key that is wanted."""

    folder: Path
    digest: str

    @property
    def _file(self) -> Path:
        return self.folder / f"key-{self.digest}.pickle"

    def read(self, names: Collection[str]) -> dict[str, object] | None:
        """The key if it is here, is ours and holds exactly `names`; else `None`."""
        found: dict[str, object] | None = read_pickle(self._file)
        return found if found is not None and found.keys() == set(names) else None

    def write(self, recorded: Mapping[str, object]) -> None:
        """Keep a key if the folder can be written; remove old ones."""
        # What can't be pickled, such as a local class, is made again by the next session.
        with suppress(OSError, pickle.PicklingError, AttributeError, TypeError):
            write_private(self._file, pickle.dumps(dict(recorded)), KEPT_FILES)


def recall(
    names: Mapping[Cache, Sequence[str]], draw: Callable[[Sequence[str]], dict[str, Made]]
) -> dict[str, Made]:
    """What the names stand for; `draw` draws, in one go, what is not kept yet, and it is kept.

    All caches are in one folder. If two processes want the same at once, one draws and the other
    waits.
    """
    found = _kept(names)
    if None in found.values():
        with exclusive(next(iter(names)).folder):
            found = _kept(names)  # another process may have made some while we waited
            wanted = {cache: mine for cache, mine in names.items() if found[cache] is None}
            drawn = draw([name for mine in wanted.values() for name in mine]) if wanted else {}
            for cache, mine in wanted.items():
                found[cache] = made = {name: drawn[name] for name in mine}
                cache.write(made)
    return {name: one for kept in found.values() if kept for name, one in kept.items()}


def _kept(names: Mapping[Cache, Sequence[str]]) -> dict[Cache, dict[str, Any] | None]:
    return {cache: cache.read(mine) for cache, mine in names.items()}


def record_all(
    props: Mapping[str, Property],
    seeds: Mapping[str, str],
    reference: Solution,
    jobs: int,
    listed: Mapping[str, Sequence[ListedExample]] = MappingProxyType({}),
) -> dict[str, RecordedAnswers]:
    """What `record` gives for every property, made by `jobs` forked processes.

    Raises `ConfigError` with a line for each property that can't be recorded.
    """

    def record_one(name: str) -> RecordedAnswers | str:
        module = reference.module(module_of_task(name))
        ask, usual = partial(expected_answer, module), module.budget

        def try_out(question: object) -> Answer:
            # Only here: an example just within this may take longer when it is asked again.
            module.budget = replace(usual, cpu_seconds=WIDE_SECONDS)
            try:
                return ask(question)
            finally:
                module.budget = usual

        try:
            return record(
                props[name],
                seeds[name],
                ask,
                lambda: module.cpu,
                listed=listed.get(name, ()),
                library=reference.plan.library,
                try_out=try_out,
            )
        except BrokenGrader:
            raise
        except Exception as error:  # whatever a check or the reference does wrong
            code = props[name].ask.__code__
            where = f"{code.co_filename}:{code.co_firstlineno}"
            return in_words(error, [Path(code.co_filename)], where)
        finally:
            module.close()

    made = _shared_out(list(props), record_one, reference, jobs)
    faults = [one for one in made.values() if isinstance(one, str)]
    if faults:
        raise ConfigError("\n".join(faults))
    return {name: one for name, one in made.items() if isinstance(one, RecordedAnswers)}


def _shared_out(
    names: list[str], make: Callable[[str], Made], solution: Solution, jobs: int
) -> dict[str, Made]:
    """What `make` makes of each name, in `jobs` forked processes, with boxes of the solution."""
    # An idle process takes the number of the next name from the pipe; the last numbers end it.
    numbers, writer = os.pipe()
    # Written before anybody reads: a pipe holds 64 KiB, which is 16,384 numbers.
    for number in [*range(len(names)), *[END] * jobs]:
        os.write(writer, number.to_bytes(NUMBER_BYTES))
    os.close(writer)

    def work() -> bytes:
        with closing(solution):
            return pickle.dumps({name: make(name) for name in _taken(names, numbers)})

    children = [ForkedProcess(work) for _ in range(min(jobs, len(names)))]
    os.close(numbers)
    try:
        made = {
            name: one for child in children for name, one in pickle.loads(child.result()).items()
        }
    except ChildFailed as failed:
        raise BrokenGrader(f"the answer key can't be made: {failed}") from None
    return {name: made[name] for name in names}


def _taken(names: list[str], numbers: int) -> Iterator[str]:
    # A read of so few bytes is never split, even if others read, too.
    while (number := int.from_bytes(os.read(numbers, NUMBER_BYTES))) != END:
        yield names[number]
