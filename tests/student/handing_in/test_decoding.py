"""A file is text by Python's own rule, or refused with what to do."""

import pytest

from grader.student.handing_in.decoding import NO_ENCODING, decode


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", ""),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
        (b"# -*- coding: utf-8 -*-\r\nx = 1\r\n", "# -*- coding: utf-8 -*-\r\nx = 1\r\n"),
        (b"# coding: UTF8\n", "# coding: UTF8\n"),
        (b"# vim: set fileencoding=ascii :\n", "# vim: set fileencoding=ascii :\n"),
        (b"1\n2\n# coding: latin-1\n", "1\n2\n# coding: latin-1\n"),
        (b"# coding: latin-1\n'\xe9'\n", "# coding: latin-1\n'é'\n"),
        (
            b"#!python\n# -*- coding: cp1252 -*-\n'\x80'\n",
            "#!python\n# -*- coding: cp1252 -*-\n'€'\n",
        ),
        (b"# coding: utf-7\n'+AOk-'\n", "# coding: utf-7\n'é'\n"),
    ],
)
def test_a_file_is_read_as_python_reads_it(content: bytes, text: str) -> None:
    assert decode(content) == text


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"x = 1\0\n", "it holds NUL bytes; save it as UTF-8 text"),
        (
            b"x = 1\ny = '\xe9'\n",
            "line 2 is not UTF-8; "
            "save the file as UTF-8, or name its encoding in a '# coding' line",
        ),
        (
            b"# coding: shift_jis\n\x80\n",
            "line 2 is not shift_jis, which the '# coding' line names; "
            "save the file as UTF-8, without that line",
        ),
        (b"# coding: utf-7\n'+2AA-'\n", "it isn't text in utf-7; save it as UTF-8 text"),
        (b"# coding: utf-7\n'+AAA-'\n", "it holds NUL bytes; save it as UTF-8 text"),
        (b"#!python\n# coding: rot13\n", NO_ENCODING),
        (b"# coding: no-such\n", NO_ENCODING),
        (b"# coding: idna\n", NO_ENCODING),
        (b"\xef\xbb\xbf# coding: latin-1\n", NO_ENCODING),
    ],
)
def test_what_is_no_text_is_refused_with_what_to_do(content: bytes, why: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # its text is compared
        decode(content)
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:4d\nsize 12\n",
            "a Git LFS pointer",
        ),
        (b"{\\rtf1\\ansi def f(): pass}", "an RTF document"),
        (b"\n<!DOCTYPE html>\n<title>las.py</title>", "a web page"),
        (b"PK\x03\x04\x14\0", "a zip archive or an office document"),
        (b"\xff\xfex\0", "UTF-16 text"),
        ("x".encode("utf-32"), "UTF-32 text"),
        (b"\0\0\xfe\xff\0\0\0x", "UTF-32 text"),
        (b"\x89PNG\r\n\x1a\n\0", "a picture"),
        (b"\xff\xd8\xff\xe0", "a picture"),
        (b'{\n "cells": [],\n "nbformat": 4}', "a notebook"),
    ],
)
def test_what_is_no_python_is_called_what_it_is(content: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=f"it is {why}.*: "):
        decode(content)


@pytest.mark.parametrize(
    "text", ["{'cells': 1}\n", "html = '<html>'\n", "version = 1\n", "<html>"[:0]]
)
def test_python_that_looks_a_little_like_something_else_is_python(text: str) -> None:
    assert decode(text.encode()) == text
