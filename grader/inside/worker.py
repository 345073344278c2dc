"""What runs in a box once it is locked: answers questions about one hand-in until told to stop.

It holds nothing worth stealing: the student's text, the current question and its arguments. Student
code may do what it likes to this module; it can change only its own answers. The judge
(grader/sandbox/box.py) trusts only that bytes arrived.

A question is an expression: `["@", module, name]` looks up a name, `[".", x, name]` an attribute,
`["()", f, [x, ...]]` calls, with `[[name, x], ...]` at its end if arguments have names,
`["=", n, x]` remembers x as number n and `["$", n]` recalls it, `[">"]` is what has been printed
since the question began, `["form", name, x, [y, ...], n]` lets a function of `forms` ask x, with
what it binds as number n. What else a question may contain is in the table `operations` of
`Worker`; everything else is a value of `wire`.
"""

import builtins
import inspect
import os
import socket
import struct
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from mmap import mmap
from types import TracebackType
from typing import Any, NoReturn

from grader.inside import forms
from grader.inside.channel import Channel
from grader.inside.course_tests.shared_folder import SharedFolder
from grader.inside.course_tests.subject import SubjectPeer
from grader.inside.exceptions import message_of, names_of
from grader.inside.handed_out import HandedOut, Place
from grader.inside.last_word import LastWord
from grader.inside.library import Library, read_library, with_packages
from grader.inside.module_names import file_of, imported_instead
from grader.inside.notebook.layout import shown_name, texts_of
from grader.inside.notebook.running import CellFinder
from grader.inside.pair.link import Link, Transcript
from grader.inside.paired import PairedBox, public_names
from grader.inside.sources import handed_in, put_down, unpack_data
from grader.inside.surroundings.furnishing import furnish, settle
from grader.inside.surroundings.listening import listening
from grader.inside.surroundings.refusals import importable
from grader.inside.surroundings.streams import CapturedOutput, show_on, type_next
from grader.inside.travel.live_charts import put_figures_away
from grader.inside.travel.watched import is_noted
from grader.inside.values import Ran, UnencodableValue
from grader.inside.wire import (
    EVALUATE,
    HELP,
    LOAD,
    MEMORY_STATUS,
    OPEN_TESTS,
    OUTPUT,
    READ_SUITE,
    RUN_SUITE,
    RUN_TEST,
    SERVE_SUITE,
    SERVE_TESTS,
    Decoder,
    Encoder,
    dump,
    load,
    load_question,
)

RESERVE_BYTES = 1 << 20
MOST_REMARKS = 10
SPELT = "is it spelt as in the starter file?"
# At most so many bytes of the judge's answers for small functions are cached.
REMEMBERED_BYTES = 4 << 20


class MissingName(Exception):
    """A module has no such function or class."""


class FetchCache:
    """Results of `fetch`, cached up to a total size.

    A search calls small functions with the same arguments again and again.
    """

    def __init__(self, fetch: Callable[[bytes], bytes]) -> None:
        self._fetch = fetch
        self._known: dict[bytes, bytes] = {}
        self._bytes = 0

    def __call__(self, call: bytes) -> bytes:
        answer = self._known.get(call)
        if answer is None:
            answer = self._fetch(call)
            self._bytes += len(call) + len(answer)
            if self._bytes > REMEMBERED_BYTES:
                # A new dict, not `clear`: another thread may be reading the old one.
                self._known, self._bytes = {}, len(call) + len(answer)
            self._known[call] = answer
        return answer


class Worker:
    """One hand-in's code, and the objects that stay in this box."""

    def __init__(
        self,
        channel: Channel,
        library: Library,
        packages: Sequence[str] = (),
    ) -> None:
        self._channel = channel
        self._packages = packages
        self._library = library
        self._recursion_limit = sys.getrecursionlimit()
        self._objects: list[object] = []
        self._answers_to_calls = FetchCache(channel.fetch)
        self._known: dict[int, object] = {}
        self._held: list[object] = []
        self._failed: dict[int, Exception] = {}
        self._contents: dict[int, object] = {}
        self._opened: dict[int, tuple[int, object]] = {}
        self._reserve = bytearray(RESERVE_BYTES)
        self._screen = CapturedOutput(0)
        self._encoder = Encoder(library, self._handle)
        self._handed_out = HandedOut(library)
        self._finder = CellFinder({})
        # What modules printed on import.
        self._said: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self._pythons_own: frozenset[str] = frozenset()
        self._data: dict[str, bytes] = {}
        self._handed_in: dict[str, bytes] = {}
        operations: dict[str, Callable[[list[Any]], object]] = {
            "@": self._name,
            ".": lambda data: self._hold(getattr(self._decode(data[1]), data[2])),
            "()": self._call,
            "=": self._remember,
            "$": self._recall,
            "form": self._form,
            ">": lambda _data: self._screen.text(),
            "o": lambda data: self._objects[data[1]],
            "f": lambda data: library.functions[data[1]],
            "given": self._given,
            "program": self._program,
            "k": lambda data: self._callback(data[1]),
            **{tag: self._object for tag, *_ in library.objects.values()},
            **{tag: self._sealed for tag, *_ in library.sealed.values()},
            **{tag: self._place for tag, *_ in library.places.values()},
        }
        self._objects_by_tag = {tag: row for tag, *row in library.objects.values()}
        self._sealed_by_tag = {tag: opened for tag, _, opened in library.sealed.values()}
        self._noted = {tag for kind, (tag, *_) in library.sealed.items() if is_noted(kind)}
        self._places_by_tag = {tag: follow for tag, _, follow, *_ in library.places.values()}
        self._decode = Decoder(library, operations).decode
        self._read = Decoder(library, {"!": _raise_given}).decode

    # -- what a question may contain -------------------------------------------------------

    def _name(self, data: list[Any]) -> object:
        is_pythons = data[1].partition(".")[0] in self._pythons_own
        module = (self._finder.pythons_own if is_pythons else import_module)(data[1])
        try:
            return getattr(module, data[2])
        except AttributeError:
            inner = f"{data[1]}.{data[2]}"
            if inner in self._finder.names():  # a module of a package
                return import_module(inner)
            raise MissingName(self._missing(file_of(data[1]), data[2])) from None

    def _missing(self, file: str, name: str) -> str:
        if package := imported_instead(file, self._finder.files):
            also_there = file in self._finder.files
            instead = f", which Python imports instead of {file}," if also_there else ""
            return f"{package}{instead} has no {name}"
        text = self._finder.files.get(file)
        shown = shown_name(file, text or "")
        if text is not None and not text.strip():
            return f"{shown} is empty"
        why = self._finder.blamed(name)
        return f"{shown} has no {name}: {why or SPELT}"

    def _call(self, data: list[Any]) -> object:
        function = self._decode(data[1])
        arguments = [self._decode(x) for x in data[2]]
        named = {name: self._decode(x) for name, x in data[3]} if len(data) > 3 else {}
        return self._hold(function(*arguments, **named))

    def _hold(self, value: object) -> object:
        # Keep it alive until the question ends, as a check's variable would.
        self._held.append(value)
        return value

    def _remember(self, data: list[Any]) -> object:
        try:
            value = self._decode(data[2])
        except Exception as error:
            self._failed[data[1]] = error
            raise
        self._known[data[1]] = value
        return value

    def _recall(self, data: list[Any]) -> object:
        if data[1] in self._failed:  # remembered under a form that caught the exception
            raise self._failed[data[1]]
        return self._known[data[1]]

    def _form(self, data: list[Any]) -> object:
        _, form, body, given, number = data

        def ask(*bound: object) -> object:
            self._known |= dict(zip([number], bound, strict=False))
            return self._decode(body)

        return getattr(forms, form)(ask, *[self._decode(x) for x in given])

    def _callback(self, number: int) -> Callable[..., object]:
        def callback(*arguments: object, **named: object) -> object:
            encode = self._encoder.encode
            encoded = [encode(x) for x in arguments]
            if named:
                encoded.append(["**", *[[name, encode(x)] for name, x in named.items()]])
            return self._read(self._channel.ask(number, encoded))

        return callback

    def _program(self, data: list[object]) -> Callable[..., Ran]:
        # Imported on demand: few hand-ins have programs.
        file = data[1]
        if file not in self._finder.files:
            raise MissingName(f"{file} is not there: it: {SPELT}")
        found: Callable[..., Ran] = import_module("grader.inside.program").runner(
            file, self._finder.files, self._data, self._handed_in
        )
        return found

    def _given(self, data: list[object]) -> type:
        return next(kind for kind in self._library.given if kind.__name__ == data[1])

    def _object(self, data: list[object]) -> object:
        _write, read, make = self._objects_by_tag[data[0]]
        # Equal contents in a message are the same list object.
        number = id(data[1])
        if number not in self._contents:
            self._contents[number] = read(data[1], self._read)
        return make(self._contents[number])

    def _sealed(self, data: list[Any]) -> object:
        tag, number, shape = data
        if tag not in self._noted:
            return self._sealed_by_tag[tag](shape, partial(self._leaf, number))

        def ask(what: int, *parts: object) -> object:
            return self._read(self._channel.ask(number, [what, *map(self._encoder.encode, parts)]))

        opened = self._sealed_by_tag[tag](shape, ask)
        self._opened[id(opened)] = number, opened
        return opened

    def _leaf(self, number: int, what: int, leaf: int) -> object:
        try:
            given = self._channel.leaf(number, what, leaf)
        except struct.error:  # only student code asks for numbers out of range
            return self._read(self._channel.ask(number, [what, leaf]))
        try:
            return int(given)  # most values are numbers
        except ValueError:
            return self._read(load(given))

    def _place(self, data: list[object]) -> object:
        tag, whole, path = data
        return self._places_by_tag[tag](self._decode(whole), path)

    def _handle(self, value: object) -> list[object]:
        if id(value) in self._opened:
            return ["sealed", self._opened[id(value)][0]]
        self._objects.append(value)
        return ["o", len(self._objects) - 1, type(value).__name__]

    # -- questions ---------------------------------------------------------------------------

    def load(self, payload: bytes) -> bytes:
        """Take the hand-in's files and import one module of it.

        The payload is `[module, recursion limit, kept characters of output, [name, …], file, …]`,
        with the names that mean Python's own modules, and files as `unpack_data` takes them; the
        answer is None, what failed in notebooks, or an error.
        """
        module, self._recursion_limit, kept, names, *files = load(payload)
        self._pythons_own = frozenset(names)
        self._screen = CapturedOutput(kept // 2, kept // 2)
        texts, self._data = unpack_data(files)
        self._handed_in = handed_in(files)
        put_down(texts)
        self._finder = CellFinder(texts, os.getcwd())
        self.places = {**texts, **dict(texts_of(texts))}
        self._finder.install()
        type_next("")
        show_on(self._screen.out, self._screen.errors)
        with listening() as heard:
            answers = self._answers([["@@", module]])
        self._said[module] = "".join(heard.pieces())
        return answers

    def help(self, payload: bytes) -> bytes:
        """Replace functions of the module by calls to the judge: `[module, [place, number], …]`.

        A place is the name of a function, or of a class and a method, and need not exist.
        """
        module, *places = load(payload)
        for place, number in places:
            *owners, name = place.split(".")
            owner: object = import_module(module)
            for part in owners:
                owner = getattr(owner, part, None)
            if owner is not None:
                own = getattr(owner, name, None)
                setattr(owner, name, self._asking(number, own, of_object=bool(owners)))
        return b""

    def _whose(self, value: Any) -> object:
        # Of a place in a sealed object only the player whose turn it is is sent.
        return value.player if type(value) in self._library.places else value

    def _asking(self, number: int, own: object, *, of_object: bool) -> Callable[..., object]:
        def ask(*arguments: object, **named: object) -> object:
            given = _in_order(own, arguments, named)
            # Leave out `self`: the judge needs the player object as little as it needs a state.
            encoded = [self._encoder.encode(self._whose(x)) for x in given[of_object:]]
            return self._read(load(self._answers_to_calls(dump([number, *encoded]))))

        return ask

    def evaluate(self, payload: bytes) -> bytes:
        """The answers to a list of expressions, in order; `stdin` is typed before them."""
        stdin, *expressions = load_question(payload)
        type_next(stdin)
        return self._answers(expressions)

    def serve_tests(self, payload: bytes) -> bytes:
        """Answer the course's tests with the loaded hand-in, until they are over.

        The payload is `[recursion limit, [[module, [public name, …]], …], [[module, [class, …]],
        …]]`.
        """
        limit, *public = load(payload)
        sys.setrecursionlimit(limit)
        link, names = Link(self._channel.fetch_socket()), [*map(public_names, public)]
        peer = SubjectPeer(link, self._library, names, self._frames, self._said)
        own = (*self.places, *self._data)
        peer.share(SharedFolder(self._finder.folder, own, self._handed_in))
        try:
            peer.serve()
        except (EOFError, OSError):
            return dump("over")

    def output(self, _payload: bytes) -> bytes:
        """What the last question printed."""
        return dump(self._screen.text())

    def _answers(self, expressions: list[Any]) -> bytes:
        self._screen.begin()
        show_on(self._screen.out, self._screen.errors)
        self._known.clear()
        self._contents.clear()
        self._opened.clear()
        answers = [self._answer(expression) for expression in expressions]
        try:
            return dump(answers)
        except UnencodableValue:  # only the faulty answer is lost
            return dump([_each(answer) for answer in answers])

    def _answer(self, expression: list[Any]) -> list[object]:
        sys.setrecursionlimit(self._recursion_limit)
        try:
            self._held.clear()
            self._failed.clear()  # each question has numbers of its own
            put_figures_away()
            # Kept: allocating a megabyte takes as long as answering an easy question.
            self._reserve = self._reserve or bytearray(RESERVE_BYTES)
            if expression[0] == "@@":
                if expression[1]:  # a program isn't imported, but run on request
                    import_module(expression[1])
                return ["v", self._encoder.encode(self._finder.failures()[:MOST_REMARKS] or None)]
            return self._value(expression)
        except MissingName as error:
            return ["?", str(error)]
        except UnencodableValue as error:
            return ["u", str(error)]
        except MemoryError as error:
            self._reserve = bytearray()  # free it: the answer takes memory too
            return self._raised(error)
        except BaseException as error:  # whatever student code raises is its answer
            return self._raised(error)

    def _value(self, expression: object) -> list[object]:
        """The answer to an expression, and a part of it that later parts changed."""
        self._handed_out.forget()
        written = self._written(expression, ())
        if changed := self._handed_out.changed():
            path, value = changed
            return ["v", written, [*path], self._encoder.encode(value)]
        return ["v", written]

    def _written(self, expression: object, path: Place) -> object:
        """A part of an answer; each element of a list is encoded before the next is asked."""
        match expression:
            case ["l" | "t" as tag, *parts]:
                return [tag, *[self._written(part, (*path, at)) for at, part in enumerate(parts)]]
        value = self._decode(expression, len(path))
        if path:
            self._handed_out.note(path, value)
        return self._encoder.encode(value, len(path))

    def _raised(self, error: BaseException) -> list[object]:
        (name, *bases), text = names_of(error), ""
        if not isinstance(error, (MemoryError, RecursionError)):
            text = message_of(error, 500)
        if isinstance(error, NameError) and (why := self._finder.blamed(str(error.name))):
            text = f"{text}; {why}"
        if isinstance(error, ModuleNotFoundError):
            text = f"{text}; {importable(self._packages)}"
        return ["x", name, text, self._frames(error.__traceback__, error), bases[:16]]

    def _frames(self, trace: TracebackType | None, error: BaseException) -> list[object]:
        frames: list[object] = []
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename in self.places:
                frames.append([code.co_filename, trace.tb_lineno, code.co_name])
            trace = trace.tb_next
        if isinstance(error, SyntaxError) and error.filename in self.places:
            caret = (error.text or "").rstrip()[:200]
            frames.append([error.filename, error.lineno or 0, caret])
        # The beginning and the end: a recursion may have thousands in between.
        return frames[:3] + frames[3:][-5:]


def _in_order(own: Any, arguments: tuple[object, ...], named: dict[str, object]) -> list[object]:
    # Students may name parameters, and so arguments, as they like.
    if not named:
        return list(arguments)
    try:
        return list(inspect.signature(own).bind(*arguments, **named).arguments.values())
    except (TypeError, ValueError):
        return [*arguments, *named.values()]


def _each(answer: list[object]) -> list[object]:
    try:
        dump(answer)
    except UnencodableValue as error:
        return ["u", str(error)]
    return answer


def _raise_given(data: list[Any]) -> NoReturn:
    # Raise what the judge's function raised in the code that called it.
    _tag, name, text = data
    kind = getattr(builtins, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        kind = Exception
    raise kind(text)


def prepare(library: str, packages: Sequence[str]) -> Callable[..., NoReturn]:
    """The function that serves in boxes, for hand-ins with this library and these packages."""
    furnish()
    known = with_packages(read_library(library), packages, live=True)
    return partial(serve, library=known, packages=packages)


def serve(
    sock: socket.socket,
    library: Library,
    shared: mmap | None = None,
    packages: Sequence[str] = (),
) -> NoReturn:
    """Answer the judge's questions over `sock` until it hangs up; never returns.

    `shared` is memory for the transcript of a solution's box.
    """
    settle()
    channel = Channel(sock)
    transcript = None if shared is None else Transcript(shared)
    worker, paired = Worker(channel, library, packages), PairedBox(channel, library, transcript)
    LastWord(channel.say_last, lambda: worker.places).listen()
    actions = {
        LOAD: worker.load,
        EVALUATE: worker.evaluate,
        OUTPUT: worker.output,
        READ_SUITE: paired.read_suite,
        RUN_SUITE: paired.run_suite,
        SERVE_SUITE: paired.serve_suite,
        HELP: worker.help,
        OPEN_TESTS: paired.open_tests,
        RUN_TEST: paired.run_test,
        SERVE_TESTS: worker.serve_tests,
    }
    try:
        while True:
            kind, payload = channel.receive()
            channel.reply(actions[kind](payload))
    except (EOFError, OSError):
        os._exit(0)
    except MemoryError:
        os._exit(MEMORY_STATUS)
