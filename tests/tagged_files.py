"""Reads tagged PDFs: the findings of an outside checker of PDF/UA-1, and the words in the order of reading."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import page as checker
import pdfplumber
import pikepdf


def faults(path: Path) -> list[str]:
    """Return what page finds in a file; it has the rules of veraPDF, and passes the test files of that."""
    report = checker.validate_pdf(path, profile="ua1")
    assert report.is_compliant is not bool(report.failures)
    return sorted({f"{one.rule_id}: {one.message}" for one in report.failures})


class Read(NamedTuple):
    """An element of the structure: its tags from the outermost, its words, and the pages that its marks stand on."""

    tags: tuple[str, ...]
    words: str
    pages: tuple[int, ...]
    links: int = 0

    @property
    def tag(self) -> str:
        return self.tags[-1]


def read_aloud(path: Path) -> list[Read]:
    """Return the elements that hold marks or links, in the order of the structure.

    Their words are those that stand in place of the marks, or else the letters of the marks.
    """
    with pikepdf.open(path) as pdf, pdfplumber.open(path) as shown:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, start=1)}
        letters = [_letters(page) for page in shown.pages]
        (document,) = pdf.Root.StructTreeRoot.K
        return [*_below(document, (), numbers, letters)][1:]


def _letters(page: pdfplumber.page.Page) -> dict[int | None, str]:
    """Return the letters of a page by the number of their marks; None for those of no part."""
    found: dict[int | None, str] = {}
    for char in page.chars:
        found[char["mcid"]] = found.get(char["mcid"], "") + char["text"]
    return found


def _below(
    element: Any, around: tuple[str, ...], numbers: dict[Any, int], letters: list[dict[int | None, str]]
) -> Iterator[Read]:
    tags = (*around, str(element.S)[1:])
    kids = element.get("/K", [])
    kids = list(kids) if isinstance(kids, pikepdf.Array) else [kids]
    words, pages, links = "", [], 0
    for kid in kids:
        if isinstance(kid, int):
            pages.append(numbers[element.Pg.objgen])
            words += letters[pages[-1] - 1].get(kid, "")
        elif kid.get("/Type") == pikepdf.Name.MCR:
            pages.append(numbers[kid.Pg.objgen])
            words += letters[pages[-1] - 1].get(int(kid.MCID), "")
        elif kid.get("/Type") == pikepdf.Name.OBJR:
            links += 1
    said = str(element.get("/Alt", element.get("/ActualText", words)))
    yield Read(tags, said, tuple(pages), links)
    for kid in kids:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            assert kid.P.objgen == element.objgen
            yield from _below(kid, tags, numbers, letters)
