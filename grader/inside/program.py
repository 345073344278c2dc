"""Runs a student's file as a program: its arguments, what is typed, and its files.

There is no second process. The text runs as `__main__`, with freshly imported student modules, in
a folder of its own that holds the question's files; afterwards everything is restored. Its output
is kept up to a limit.

Exceptions end a program as they do in Python, with exit status 1. Only if nothing has run that
could be judged, because a file can't be compiled or raises NotImplementedError, the exception
itself is the answer, as where a module is imported.
"""

import io
import linecache
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count, islice
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, BinaryIO, NoReturn

from grader.inside.notebook.layout import cells_of, texts_of
from grader.inside.notebook.running import CellRunner
from grader.inside.sources import is_untouched, module_name, put_down_data
from grader.inside.surroundings.ending import as_if_python_ended, forget
from grader.inside.surroundings.main_module import as_main, imported_from
from grader.inside.surroundings.process_state import in_own_context, put_back
from grader.inside.surroundings.streams import (
    ENCODING,
    PIECE_BYTES,
    STDERR,
    STDIN,
    STDOUT,
    CapturedOutput,
    opened,
    standard_streams,
)
from grader.inside.values import Ran, UnencodableValue
from grader.inside.wire import JudgeGone

# Limits for what a program leaves in files, and prints: all of it is compared.
MOST_BYTES = MOST_PRINTED = 128 << 10
MOST_FILES = 100

Answer = Callable[[int, str], str]
Files = Mapping[str, str | bytes]


class Dialogue(io.TextIOBase):
    """Standard input where each line answers what has been printed since the last one.

    What is typed is echoed to the output, as in a terminal.
    """

    def __init__(self, answer: Answer, screen: CapturedOutput) -> None:
        self._answer = answer
        self._screen = screen
        self._turn = self._seen = 0
        self._left = ""

    def readable(self) -> bool:
        return True

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as of texts
        if not self._left:
            shown = self._screen.text()
            try:
                self._left = self._answer(self._turn, shown[self._seen :])
            except JudgeGone:
                raise
            except EOFError as error:
                raise EOFError(str(error)) from None
            self._turn += 1
            self._screen.out.write(self._left)
            self._seen = len(self._screen.text())
        end = len(self._left) if size is None or size < 0 else size
        line, self._left = self._left[:end], self._left[end:]
        return line

    def read(self, size: int | None = -1, /) -> str:
        lines: list[str] = []
        try:
            while size is None or size < 0 or not lines:
                lines.append(self.readline(size))
        except JudgeGone:
            raise
        except EOFError:
            pass
        return "".join(lines)


def runner(
    name: str,
    sources: Mapping[str, str],
    data: Mapping[str, bytes],
    handed_in: Mapping[str, bytes] = MappingProxyType({}),
) -> Callable[..., Ran]:
    """Returns what runs a hand-in's file, which may read the assignment's `data` and its own.

    Its arguments are those of the program, what is typed (a text, or a function of a turn's number
    and what was printed since the last turn), and more files for its folder.
    """
    return lambda *arguments: in_own_context(_run, name, sources, data, handed_in, arguments)


def _run(
    name: str,
    sources: Mapping[str, str],
    data: Mapping[str, bytes],
    handed_in: Mapping[str, bytes],
    arguments: tuple[Any, ...],
) -> Ran:
    argv, keys, more = arguments
    own = [module_name(file) for file in sources]
    beside = dict(islice(sources.items(), MOST_FILES))  # a program may read its own source
    there = {name: sources[name], **beside, **data, **more}
    files = {file: _content(content) for file, content in there.items()}
    screen, errors = CapturedOutput(MOST_PRINTED), CapturedOutput(MOST_PRINTED)
    whole = keys.encode(ENCODING, "surrogatepass") if isinstance(keys, str) else b""
    with _folder(files, handed_in) as folder, _descriptors(whole, screen, errors):
        stdin: object = opened() if isinstance(keys, str) else Dialogue(keys, screen)
        streams = standard_streams(screen.out, errors.errors, stdin)
        with put_back(), streams, as_main(name, argv, own):
            with as_if_python_ended():
                status = _status(name, sources, errors)
            forget(["__main__", *own, *imported_from(str(folder))])
        written = dict(_written(folder, files, handed_in))
        return Ran(status, screen.text(), errors.text(), written)


@contextmanager
def _descriptors(keys: bytes, screen: CapturedOutput, errors: CapturedOutput) -> Iterator[None]:
    """Replace the first three descriptors by those of a program on which `keys` are typed.

    `open(0).read()` is what is typed, and `os.write(1, b"x")` shows in the output. While the
    program runs, each number leads to an unnamed file.
    """
    with ExitStack() as stack:
        stdin = stack.enter_context(_leading_to_a_file(STDIN))
        stdin.write(keys)
        stdin.seek(0)
        for number, shown in ((STDOUT, screen), (STDERR, errors)):
            shown.follow(_news_of(stack.enter_context(_leading_to_a_file(number))))
        yield


@contextmanager
def _leading_to_a_file(number: int) -> Iterator[BinaryIO]:
    before = os.dup(number)
    with tempfile.TemporaryFile(buffering=0) as file:
        os.dup2(file.fileno(), number)
        try:
            yield file
        finally:
            # Also if the program has closed this number, or opened another file with it.
            os.dup2(before, number)
            os.close(before)


def _read_at(descriptor: int, at: int) -> bytes:
    if hasattr(os, "pread"):
        return os.pread(descriptor, PIECE_BYTES, at)
    # Windows has no pread. Its end is where the program goes on writing.
    os.lseek(descriptor, at, os.SEEK_SET)
    piece = os.read(descriptor, PIECE_BYTES)
    os.lseek(descriptor, 0, os.SEEK_END)
    return piece


def _news_of(file: BinaryIO) -> Callable[[], bytes]:
    """Returns what gives the bytes written to a file since the last call."""
    read = 0

    def news() -> bytes:
        nonlocal read
        piece = b"" if file.closed else _read_at(file.fileno(), read)
        read += len(piece)
        return piece

    return news


class _ProcessEnd(BaseException):
    """A program's `os._exit`, which would otherwise end the box."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


@contextmanager
def _exits_of_its_own() -> Iterator[None]:
    """Make `os._exit` end only the program."""
    own = os._exit

    def end(status: int) -> NoReturn:
        raise _ProcessEnd(status)

    os._exit = end
    try:
        yield
    finally:
        os._exit = own


def _status(name: str, sources: Mapping[str, str], errors: CapturedOutput) -> int:
    own = {*sources, *dict(texts_of(sources))}
    try:
        with _exits_of_its_own():
            _execute(name, sources[name], sys.modules["__main__"].__dict__)
    except _ProcessEnd as end:
        return end.status & 0xFF
    except SystemExit as end:
        return _code(end.code, errors)
    except (MemoryError, JudgeGone):
        raise
    except Exception as error:
        if _is_unfinished(error, own):
            raise
        _report(error, own, errors)
        return 1
    return 0


def _report(error: Exception, own: Collection[str], errors: CapturedOutput) -> None:
    # In its own function, whose end releases the frames, and with them files that they hold open.
    trace = error.__traceback__
    while trace is not None and not _is_own(trace.tb_frame.f_code.co_filename, own):
        trace = trace.tb_next
    if sys.excepthook is not sys.__excepthook__:
        sys.excepthook(type(error), error, trace)
        return
    errors.errors.write("".join(_traceback(error, trace)))


def _traceback(error: Exception, trace: TracebackType | None) -> Iterator[str]:
    """An exception as Python shows it, without our frames and those of the import system."""
    whole = traceback.TracebackException(type(error), error, trace)
    shown: traceback.TracebackException | None = whole
    ours = (os.path.dirname(runner.__code__.co_filename), "<frozen importlib")
    while shown is not None:
        kept = [frame for frame in shown.stack if not frame.filename.startswith(ours)]
        shown.stack = traceback.StackSummary.from_list(kept)
        shown = shown.__cause__ or shown.__context__
    yield from whole.format()


def _execute(name: str, source: str, names: dict[str, object]) -> None:
    """Run a program, or a notebook's cells until one of them ends it."""
    places = cells_of(name, source)
    if places is None:
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        exec(compile(source, name, "exec", dont_inherit=True), names)
        return
    runner = CellRunner(names)
    for place in places:
        try:
            runner.run(place)
        except SyntaxError as error:
            if error.filename != place.name:  # a cell that isn't Python costs only that cell
                raise


def _is_unfinished(error: Exception, own: Collection[str]) -> bool:
    """Whether a file of the student isn't valid Python, or says that it isn't written yet."""
    if isinstance(error, SyntaxError):
        return _is_own(error.filename, own)
    if type(error) is not NotImplementedError:
        return False
    frames = list(traceback.walk_tb(error.__traceback__))
    return bool(frames) and _is_own(frames[-1][0].f_code.co_filename, own)


def _is_own(file: object, own: Collection[str]) -> bool:
    # In a box a module's code has only its file's name, on a student's machine the whole path.
    return isinstance(file, str) and (file in own or os.path.basename(file) in own)


def _code(code: object, errors: CapturedOutput) -> int:
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code) & 0xFF
    errors.errors.write(f"{code}\n")
    return 1


def _new_folder() -> Path:
    """An empty folder with the same name in every run: programs may print the name."""
    for number in count(1):
        folder = Path(tempfile.gettempdir(), f"run-{number}")
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
            break
    return folder


@contextmanager
def _folder(files: Files, handed_in: Mapping[str, bytes]) -> Iterator[Path]:
    before = os.getcwd()
    folder = _new_folder()
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        put_down_data(handed_in, str(folder))
        os.chdir(folder)
        yield folder
    finally:
        os.chdir(before)
        shutil.rmtree(folder, ignore_errors=True)


def _written(folder: Path, given: Files, handed_in: Collection[str]) -> Iterator[tuple[str, Any]]:
    """The files that a program has created or changed, and None for those that it deleted."""
    there = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
    names = {
        name: path
        for name, path in there.items()
        if path.is_file() and not is_untouched(name, str(folder), handed_in)
    }
    if len(names) > MOST_FILES + len(given):
        raise UnencodableValue(f"the program leaves more than {MOST_FILES} files")
    for name, path in names.items():
        if path.stat().st_size > MOST_BYTES:
            raise UnencodableValue(f"the program leaves a file of more than {MOST_BYTES} bytes")
        try:
            content = _content(path.read_bytes())
        except PermissionError:
            raise UnencodableValue(
                f"the program leaves a file that can't be read: {name}"
            ) from None
        if name not in given or content != given[name]:
            yield name, content
    yield from [(name, None) for name in given if name not in names]


def _content(data: str | bytes) -> str | bytes:
    try:
        return data if isinstance(data, str) else data.decode()
    except UnicodeDecodeError:
        return data
