"""What a file is that is called like Python's but is something else, by its first bytes."""

_PLAIN = "save it as plain text"
_KINDS: tuple[tuple[bytes, str], ...] = (
    (b"version https://git-lfs", "a Git LFS pointer, not the file: run `git lfs pull` first"),
    (b"{\\rtf", f"an RTF document: {_PLAIN}"),
    (b"%PDF-", f"a PDF document: {_PLAIN}"),
    (b"PK\x03\x04", f"a zip archive or an office document: unpack it, or {_PLAIN}"),
    (b"\xd0\xcf\x11\xe0", f"an old office document: {_PLAIN}"),
    (b"\x1f\x8b", "a gzip archive: unpack it"),
    (b"bplist", "a link of Safari's, not the file: save the file itself"),
    (b"\xff\xfe", "UTF-16 text: save it as UTF-8"),
    (b"\xfe\xff", "UTF-16 text: save it as UTF-8"),
)
_WEB = (b"<!doctype html", b"<html", b"<?xml")
_BYTES = 64


def other_kind(content: bytes) -> str:
    """What a file is if it is surely no Python, and what to do; else empty."""
    head = content[:_BYTES].lstrip()
    known = next((words for magic, words in _KINDS if head.startswith(magic)), "")
    if head.lower().startswith(_WEB):
        return "a web page, not the file: download the file itself"
    if head.startswith(b"{") and b'"cells"' in content and b'"nbformat"' in content:
        return "a notebook: call it .ipynb"
    return known
