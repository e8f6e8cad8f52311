"""Checks the parts of a PDF that no page shows: actions, bytes behind its end, earlier states, sizes of images."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pikepdf

from puzzlegen.checking.findings import Finding
from puzzlegen.checking.printer_rules.pdf_facts import READ_ERRORS, open_pdf
from puzzlegen.errors import OutputError

END, START = b"%%EOF", b"startxref"
MAX_SAMPLES = 120_000_000  # of an image: 40 million pixels in RGB are 600 dpi on a page of 8.5x11 in with bleed
_CHUNK = 1 << 20  # bytes read at a time
_SAMPLES = {"/DeviceGray": 1, "/CalGray": 1, "/Indexed": 1, "/Separation": 1, "/DeviceRGB": 3, "/CalRGB": 3, "/Lab": 3}
HEADER = 1024  # bytes at the beginning, where a file says that it is linearized
_IDLE = b"\r\n\t \0"
_VIEW = "/GoTo"  # the only action that shows a page and does nothing else
# The keys that lead from the root of a file, a page or an annotation to all of its actions
_KEYS = ("/A", "/AA", "/OpenAction", "/Next", "/Annots", "/Outlines", "/First", "/AcroForm", "/Fields", "/Kids")
_PAGES = ("/Page", "/Pages")


def check_structure(path: Path, *, web_links: bool = False) -> list[Finding]:
    """Find actions other than going to a page (I27), bytes behind the end (I30) and earlier states of the file (I31).

    ``web_links``: links to the web are a warning. Raises OutputError for a file that cannot be read as a PDF.
    """
    findings = []
    try:
        with open_pdf(path) as pdf:
            found = list(_actions_of_file(pdf))
        with path.open("rb") as file:
            extra, states = _end_and_states(file)
    except (*READ_ERRORS, OSError) as error:
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


def _end_and_states(file: BinaryIO) -> tuple[int, int]:
    """Count the bytes behind the last mark of the end, apart from line ends and zeros, and the states of the file.

    Each change that is added to the end of a file begins a new state. A mapped file would count as memory in use.
    """
    states = extra = 0
    linearized = b"/Linearized" in file.read(HEADER)  # such a file has a second table at its beginning
    file.seek(0)
    overlap, last, at = b"", -1, 0
    while chunk := file.read(_CHUNK):
        text = overlap + chunk
        begin = at - len(overlap)
        found = text.rfind(END)
        last = begin + found if found >= 0 else last
        kept = text[-len(START) + 1 :]
        states += text.count(START) - kept.count(START)
        overlap, at = kept, at + len(chunk)
    if last >= 0:
        file.seek(last + len(END))
        extra = _stripped_length(file)
    return extra, states - linearized


def _stripped_length(file: BinaryIO) -> int:
    """Return the bytes from here to the end of a file, without line ends, spaces and zeros at both ends."""
    first = last = None
    begin = 0
    while chunk := file.read(_CHUNK):
        left = len(chunk) - len(chunk.lstrip(_IDLE))
        if left < len(chunk):
            first = begin + left if first is None else first
            last = begin + len(chunk.rstrip(_IDLE))
        begin += len(chunk)
    return 0 if first is None or last is None else last - first


def check_images(path: Path) -> None:
    """Refuse a file with an image that would take too much memory to render. Raises OutputError."""
    try:
        with open_pdf(path) as pdf:
            for found in pdf.objects:
                if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Image":
                    width, height = int(found.get("/Width", 0)), int(found.get("/Height", 0))
                    if width * height * _samples(found.get("/ColorSpace")) > MAX_SAMPLES:
                        raise OutputError(
                            f"{path}: holds an image of {width}x{height} pixels, allowed up to "
                            f"{MAX_SAMPLES // 3_000_000} million in color: save the file with 600 dpi or less"
                        )
    except (*READ_ERRORS, OSError) as error:
        raise OutputError(f"{path}: cannot be read as a PDF: {error}") from None


def _samples(space: Any) -> int:
    """Return the values that a pixel in a color space has; 1 for a mask, 4 for spaces that are not known."""
    if space is None:
        return 1
    if isinstance(space, pikepdf.Array):
        if str(space[0]) == "/ICCBased":
            return int(space[1].get("/N", 4))
        space = space[0]
    return _SAMPLES.get(str(space), 4)
