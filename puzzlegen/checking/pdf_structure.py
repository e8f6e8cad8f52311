"""Checks the parts of a PDF that no page shows: actions, bytes behind its end, and earlier states of the file."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf

from puzzlegen.checking.findings import Finding
from puzzlegen.errors import OutputError

END, START = b"%%EOF", b"startxref"
HEADER = 1024  # bytes at the beginning, where a file says that it is linearized
_VIEW = "/GoTo"  # the only action that shows a page and does nothing else
# The keys that lead from the root of a file, a page or an annotation to all of its actions
_KEYS = ("/A", "/AA", "/OpenAction", "/Next", "/Annots", "/Outlines", "/First", "/AcroForm", "/Fields", "/Kids")
_PAGES = ("/Page", "/Pages")
_READ_ERRORS = (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, RecursionError)


def check_structure(path: Path, *, web_links: bool = False) -> list[Finding]:
    """Find actions other than going to a page (I27), bytes behind the end (I30) and earlier states of the file (I31).

    ``web_links``: links to the web are a warning. Raises OutputError for a file that cannot be read as a PDF.
    """
    findings = []
    try:
        with pikepdf.open(path) as pdf:
            found = list(_actions_of_file(pdf))
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            extra, states = _bytes_behind_end(content), _states(content)
    except (*_READ_ERRORS, OSError) as error:
        raise OutputError(f"{path}: cannot be read as a PDF: {error}") from None
    for page, place, kind in dict.fromkeys(found):
        advisory = web_links and kind == "URI"
        findings.append(Finding("I27", page, 0, f"an action {kind} in {place}", advisory=advisory))
    if extra:
        findings.append(Finding("I30", 0, 0, f"{extra} bytes"))
    if states > 1:
        findings.append(Finding("I31", 0, 0, f"it was changed {states - 1} times without being written anew"))
    return findings


def _actions_of_file(pdf: pikepdf.Pdf) -> Iterator[tuple[int, str, str]]:
    """Yield page, place and kind of each action; page 0 for the whole file."""
    seen: set[tuple[int, int]] = set()
    for number, page in enumerate(pdf.pages, start=1):
        for key, kind in _actions(page.obj, seen):
            yield number, "a link or note" if key == "/A" else "the page", kind
    places = {"/OpenAction": "the opening of the file", "/AA": "events of the file"}
    for key, kind in _actions(pdf.Root, seen):
        yield 0, places.get(key, "a bookmark or form field"), kind


def _actions(start: Any, seen: set[tuple[int, int]]) -> Iterator[tuple[str, str]]:
    """Yield key and kind of the actions that ``start`` leads to, each once."""
    waiting: list[tuple[str, Any]] = [("", start)]
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, pikepdf.Array):
            if key != "/OpenAction":  # there, an array is the page to show
                waiting += [(key, one) for one in value]
            continue
        if not isinstance(value, pikepdf.Dictionary):
            continue
        if value.is_indirect:
            if value.objgen in seen:
                continue
            seen.add(value.objgen)
        if key in ("/A", "/OpenAction", "/AA", "/Next") and value.get("/S", _VIEW) != _VIEW:
            yield key, str(value["/S"]).removeprefix("/")
        if key == "/AA":
            waiting += [("/AA", one) for one in value.values()]
        for name in _KEYS:
            below = value.get(name)
            if below is not None and not _is_page(below):
                waiting.append((key if name == "/Next" and "/S" in value else name, below))


def _is_page(value: Any) -> bool:
    return isinstance(value, pikepdf.Dictionary) and str(value.get("/Type", "")) in _PAGES


def _bytes_behind_end(content: mmap.mmap) -> int:
    """Count the bytes behind the last mark of the end, apart from line ends and zeros."""
    at = content.rfind(END)
    return len(content[at + len(END) :].strip(b"\r\n\t \0")) if at >= 0 else 0


def _states(content: mmap.mmap) -> int:
    """Count the states that a file holds: each change that is added to its end begins a new one."""
    count, at = 0, content.find(START)
    while at >= 0:
        count, at = count + 1, content.find(START, at + len(START))
    return count - (b"/Linearized" in content[:HEADER])  # such a file has a second table at its beginning
