"""The text of a Python file: decoded by the same rule at home and in grading."""

import io
import tokenize
from codecs import lookup

UTF_8 = "utf-8-sig"
# Codecs that Python also has, but that are slow for some bytes, or no encodings of source.
NO_SOURCES = ("idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape")
NUL_BYTES = "it holds NUL bytes; save it as UTF-8 text"
NO_ENCODING = "its '# coding' line names no encoding of text; save it as UTF-8 and delete that line"

# Files that are named like Python's but are something else, by their first bytes.
_PLAIN = "save it as plain text"
_KINDS: tuple[tuple[bytes, str], ...] = (
    (b"version https://git-lfs", "a Git LFS pointer, not the file: run `git lfs pull` first"),
    (b"{\\rtf", f"an RTF document: {_PLAIN}"),
    (b"%PDF-", f"a PDF document: {_PLAIN}"),
    (b"PK\x03\x04", f"a zip archive or an office document: unpack it, or {_PLAIN}"),
    (b"\xd0\xcf\x11\xe0", f"an old office document: {_PLAIN}"),
    (b"\x1f\x8b", "a gzip archive: unpack it"),
    (b"bplist", "a link of Safari's, not the file: save the file itself"),
    (b"\x89PNG", f"a picture: {_PLAIN}"),
    (b"\xff\xd8\xff", f"a picture: {_PLAIN}"),
    (b"\xff\xfe\0\0", "UTF-32 text: save it as UTF-8"),
    (b"\0\0\xfe\xff", "UTF-32 text: save it as UTF-8"),
    (b"\xff\xfe", "UTF-16 text: save it as UTF-8"),
    (b"\xfe\xff", "UTF-16 text: save it as UTF-8"),
)
_WEB = (b"<!doctype html", b"<html", b"<?xml")
_BYTES = 64


def decode(content: bytes) -> str:
    """The text of a Python file; raises `ValueError` saying what to do if it has none.

    A file is UTF-8, unless its coding line names another encoding that Python reads.
    """
    if kind := _other_kind(content):
        raise ValueError(f"it is {kind}")
    encoding = _encoding_of(content)
    try:
        text = content.decode(encoding)
        text.encode()  # some codecs yield lone surrogates, which can't be sent
    except UnicodeEncodeError:
        raise ValueError(f"it isn't text in {encoding}; save it as UTF-8 text") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line} is not {_not_in(encoding)}") from None
    if "\0" in text:
        raise ValueError(NUL_BYTES)
    return text


def _not_in(encoding: str) -> str:
    if encoding == UTF_8:
        return "UTF-8; save the file as UTF-8, or name its encoding in a '# coding' line"
    return f"{encoding}, which the '# coding' line names; save the file as UTF-8, without that line"


def _encoding_of(content: bytes) -> str:
    """The encoding in which Python reads a file; raises `ValueError` if there is none."""
    try:
        named, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        encoding = lookup(named).name
        b"#".decode(encoding)  # fails for bytes-to-bytes codecs
    except (SyntaxError, LookupError) as error:
        if str(error) == "invalid or missing encoding declaration":
            return UTF_8  # parsing the file reports it, with the line
        if "null bytes" in str(error):
            raise ValueError(NUL_BYTES) from None
        raise ValueError(NO_ENCODING) from None
    if encoding in NO_SOURCES:
        raise ValueError(NO_ENCODING)
    return UTF_8 if encoding in ("utf-8", "ascii") else encoding


def _other_kind(content: bytes) -> str:
    """What a file is if it surely isn't Python, and what to do; else empty."""
    head = content[:_BYTES].lstrip()
    known = next((words for magic, words in _KINDS if head.startswith(magic)), "")
    if head.lower().startswith(_WEB):
        return "a web page, not the file: download the file itself"
    if head.startswith(b"{") and b'"cells"' in content and b'"nbformat"' in content:
        return "a notebook: call it .ipynb"
    return known
